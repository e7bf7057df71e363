//! Token filter `stop`: removes the words of a list. Removed words leave gaps in the positions.
//!
//! With `remove_trailing` false, the last word of a text is kept if nothing follows it, since it may be the start of a
//! longer one (search as you type). Such a word gets the keyword mark, and a gap after the last token is not reported,
//! as in Lucene.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec, Options};
use crate::analysis::stop_words::{self, StopWords};
use crate::analysis::term_set::{TermSet, canonical_words};
use crate::analysis::token_filter::position_gaps::PositionGaps;
use crate::memory;
use crate::unicode::java_white_space::java_trim;
use crate::unicode::quoted::quoted;
use crate::unicode::text::{Buffer, CodeUnit};
use std::sync::Arc;

/// The option `stopwords`.
pub static STOPWORDS: OptionSpec = OptionSpec::absent(
    "stopwords",
    OptionKind::Words(&stop_words::NAMES),
    "words, and names of predefined sets; without it and `stopwords_path`: `_english_`",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    // Names of sets stay names: the sets are data of this version of the component.
    let words: Vec<&str> = match (options.list(&STOPWORDS), options.list(&STOPWORDS_PATH)) {
        (Some(words), _) => memory::collect(words.iter().map(String::as_str)),
        (None, Some(lines)) => memory::collect(lines_with_words(lines).map(|(_, word)| word)),
        (None, None) => vec!["_english_"],
    };
    let words = words.into_iter().filter(|word| *word != "_none_");
    Some(canonical_words(words, options.boolean(&IGNORE_CASE)))
}));
/// The option `stopwords_path`.
pub static STOPWORDS_PATH: OptionSpec = OptionSpec::absent(
    "stopwords_path",
    OptionKind::FileLines,
    "a file with a word or the name of a set on each line, used when `stopwords` is not given; lines that start with `#` \
     are comments",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `ignore_case`.
pub static IGNORE_CASE: OptionSpec = OptionSpec::boolean("ignore_case", false, "words match case-insensitively");
static REMOVE_TRAILING: OptionSpec = OptionSpec::boolean(
    "remove_trailing",
    true,
    "false: a stop word at the end of the text is kept, for search as you type",
);

/// The component type of the token filter `stop`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "stop",
    help: "removes stop words",
    options: &[&STOPWORDS, &STOPWORDS_PATH, &IGNORE_CASE, &REMOVE_TRAILING],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, warnings| Ok(Arc::new(build(options, warnings)?))),
};

fn build(options: &Options, warnings: &mut Warnings) -> Result<StopFilter, BuildError> {
    if options.has(&STOPWORDS) && options.has(&STOPWORDS_PATH) {
        let found = "`stopwords_path` has no effect with `stopwords`";
        warnings.push(BuildError::wrong_value(&STOPWORDS_PATH, found, "one of the two"));
    }
    let sets = StopWords::default();
    let words = stop_words_of(options, &sets)?;
    Ok(StopFilter {
        words: Arc::new(TermSet::new(words, options.boolean(&IGNORE_CASE))),
        keeps_trailing_word: !options.boolean(&REMOVE_TRAILING),
        gaps: PositionGaps::default(),
        last_stop_word: None,
        last_term: Buffer::default(),
    })
}

/// The words of the options.
fn stop_words_of<'w>(options: &'w Options, sets: &'w StopWords) -> Result<Vec<&'w str>, BuildError> {
    match (options.list(&STOPWORDS), options.list(&STOPWORDS_PATH)) {
        (None, None) => Ok(expanded(sets, ["_english_"])),
        (None, Some(lines)) => file_words(sets, lines),
        // The names of word sets were checked when the list was read.
        (Some(words), _) => Ok(expanded(sets, words.iter().map(String::as_str))),
    }
}

/// The lines of a file with a word or the name of a set, by their number.
fn lines_with_words(lines: &[String]) -> impl Iterator<Item = (usize, &str)> {
    let lines = lines.iter().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(number, line)| (number, java_trim(line))).filter(|(_, word)| !word.is_empty())
}

/// The words in the lines of a file.
fn file_words<'w>(sets: &'w StopWords, lines: &'w [String]) -> Result<Vec<&'w str>, BuildError> {
    for (number, word) in lines_with_words(lines) {
        if stop_words::is_name(word) && !stop_words::NAMES.contains(&word) {
            let found = format!("unknown set of stop words {}", quoted(word));
            return Err(BuildError::wrong_value(&STOPWORDS_PATH, found, stop_words::NAMES.join(", ")).at_entry(number));
        }
    }
    Ok(expanded(sets, lines_with_words(lines).map(|(_, word)| word)))
}

/// The entries, with the words of each set that they name once.
fn expanded<'w>(sets: &'w StopWords, entries: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let (mut words, mut named) = (Vec::new(), Vec::new());
    for entry in entries {
        match sets.named(entry) {
            None => memory::push(&mut words, entry),
            Some(_) if named.contains(&entry) => {}
            Some(set) => {
                named.push(entry);
                memory::extend(&mut words, set);
            }
        }
    }
    words
}

/// The token filter `stop`.
#[derive(Clone, Debug)]
pub struct StopFilter {
    words: Arc<TermSet>,
    /// The negation of `remove_trailing`.
    keeps_trailing_word: bool,
    gaps: PositionGaps,
    /// The last token so far if it is a stop word, which is kept if no other token follows. Its term is stored
    /// separately, as the arena may have been replaced. Only with `keeps_trailing_word`.
    last_stop_word: Option<BatchToken>,
    last_term: Buffer,
}

impl<U: CodeUnit> TokenFilter<U> for StopFilter {
    fn reset(&mut self) {
        self.gaps.reset();
        self.last_stop_word = None;
    }

    fn reads_text(&self) -> bool {
        self.keeps_trailing_word
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let words = &self.words;
        if !self.keeps_trailing_word {
            return self.gaps.remove(batch, |batch, tokens| words.marks(text, batch, tokens));
        }
        let last = self.update_last_stop_word(text, batch);
        self.gaps.remove_in_batch(batch, |batch, tokens| self.words.marks(text, batch, tokens));
        if !batch.last {
            return;
        }
        let position_increment = self.gaps.take_gap();
        if let Some(token) = last.filter(|token| token.end as usize == text.len()) {
            let term = batch.write(|arena| arena.extend(self.last_term.of::<U>()));
            batch.tokens.push(BatchToken { term, position_increment, keyword: true, ..token });
        }
    }
}

impl StopFilter {
    /// Returns the last token so far, if it is a stop word.
    fn update_last_stop_word<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>) -> Option<BatchToken> {
        if let Some(token) = batch.tokens.last() {
            let term = batch.units(text, token.term);
            self.last_stop_word = self.words.contains(term).then_some(*token);
            let copy = self.last_term.of::<U>();
            copy.clear();
            copy.extend_from_slice(term);
        }
        self.last_stop_word
    }
}
