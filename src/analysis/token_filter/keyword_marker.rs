//! Token filter `keyword_marker`: sets the keyword mark of terms that later filters must not change.
//!
//! The terms are the words of `keywords` and `keywords_path`, or those that `keywords_pattern` matches as a whole.
//! Patterns run in linear time; a pattern with look-around or back references is rejected.

use crate::analysis::batch::{Batch, MARKED_TOKENS};
use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec, Options};
use crate::analysis::term_set::{TermSet, canonical_words};
use crate::unicode::java_pattern::{self, PatternError};
use crate::unicode::java_white_space::java_trim;
use crate::unicode::part::SlicePart;
use crate::unicode::quoted::quoted;
use crate::unicode::text::{CodeUnit, code_points};
use regex_automata::Input;
use regex_automata::meta::{Cache, Config, Regex};
use std::sync::Arc;

static KEYWORDS: OptionSpec = OptionSpec::absent("keywords", OptionKind::List, "the words").with_fingerprint(
    FingerprintPart::Meaning(|options| Some(canonical_words(words(options), options.boolean(&IGNORE_CASE)))),
);
static KEYWORDS_PATH: OptionSpec = OptionSpec::absent(
    "keywords_path",
    OptionKind::FileLines,
    "a file with a word on each line; lines that start with `#` are comments",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
static KEYWORDS_PATTERN: OptionSpec = OptionSpec::absent(
    "keywords_pattern",
    OptionKind::Text,
    "a regular expression for the whole term; cannot be combined with `keywords` or `keywords_path`",
);
static IGNORE_CASE: OptionSpec = OptionSpec::boolean(
    "ignore_case",
    false,
    "words match case-insensitively; has no effect on a pattern, as in the engine",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    (!options.has(&KEYWORDS_PATTERN)).then(|| vec![options.boolean(&IGNORE_CASE).to_string()])
}));

/// The component type of the token filter `keyword_marker`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword_marker",
    help: "marks terms as keywords",
    options: &[&KEYWORDS, &KEYWORDS_PATH, &KEYWORDS_PATTERN, &IGNORE_CASE],
    has_default_instance: false,
    fits_normalizer: false,
    version: 2,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(build(options)?))),
};

fn build(options: &Options) -> Result<KeywordMarkerFilter, BuildError> {
    let has_words = options.has(&KEYWORDS) || options.has(&KEYWORDS_PATH);
    let keywords = match options.text(&KEYWORDS_PATTERN) {
        Some(_) if has_words => {
            let found = "a pattern is combined with `keywords` or `keywords_path`";
            return Err(BuildError::wrong_value(&KEYWORDS_PATTERN, found, "either a pattern or words"));
        }
        Some(pattern) => Keywords::Pattern(compile(pattern)?),
        None if !has_words => {
            let allowed = "`keywords`, `keywords_path` or `keywords_pattern`";
            return Err(BuildError {
                option: None,
                ..BuildError::wrong_value(&KEYWORDS, "no keywords are given", allowed)
            });
        }
        None => Keywords::Words(TermSet::new(words(options), options.boolean(&IGNORE_CASE))),
    };
    let cache = if let Keywords::Pattern(pattern) = &keywords { Some(pattern.create_cache()) } else { None };
    Ok(KeywordMarkerFilter { keywords: Arc::new(keywords), cache, scratch: String::new() })
}

/// The words of the list and of the file.
fn words(options: &Options) -> impl Iterator<Item = &str> {
    let lines = options.entries(&KEYWORDS_PATH).iter().filter(|line| !line.starts_with('#'));
    let in_file = lines.map(|line| java_trim(line)).filter(|word| !word.is_empty());
    options.entries(&KEYWORDS).iter().map(String::as_str).chain(in_file)
}

/// Compiles a pattern in Java syntax, to be matched against whole terms.
fn compile(pattern: &str) -> Result<Regex, BuildError> {
    let translated = java_pattern::translated(pattern).map_err(|error| match error {
        PatternError::Syntax(reason) => wrong(pattern, &reason, BuildFault::Syntax),
        PatternError::TooLong => too_large(pattern),
    })?;
    let whole = format!(r"\A(?:{translated})\z");
    let config = Config::new().nfa_size_limit(Some(PATTERN_BYTES)).onepass_size_limit(Some(PATTERN_BYTES));
    Regex::builder().configure(config).build(&whole).map_err(|error| match error.syntax_error() {
        Some(error) => {
            let reason = error.to_string();
            let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
            wrong(pattern, reason, BuildFault::Syntax)
        }
        None => too_large(pattern),
    })
}

fn too_large(pattern: &str) -> BuildError {
    let found = format!("{}: the compiled pattern is too large", quoted(pattern));
    BuildError::wrong_value(&KEYWORDS_PATTERN, found, "at most 1 MiB in compiled form").with_fault(BuildFault::Limit)
}

fn wrong(pattern: &str, reason: &str, fault: BuildFault) -> BuildError {
    let allowed = "a regular expression of Java without look-around and back references";
    BuildError::wrong_value(&KEYWORDS_PATTERN, format!("{}: {reason}", quoted(pattern)), allowed).with_fault(fault)
}

/// The maximum size of a compiled pattern.
const PATTERN_BYTES: usize = 1 << 20;

#[derive(Debug)]
enum Keywords {
    Words(TermSet),
    Pattern(Regex),
}

/// The token filter `keyword_marker`.
#[derive(Clone, Debug)]
pub struct KeywordMarkerFilter {
    keywords: Arc<Keywords>,
    /// The cache of the regex engine: each stream has its own, so that matching takes no lock.
    cache: Option<Cache>,
    /// The term as a string, for the regex.
    scratch: String,
}

impl<U: CodeUnit> TokenFilter<U> for KeywordMarkerFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        match &*self.keywords {
            Keywords::Words(words) => mark_words(words, text, batch),
            Keywords::Pattern(pattern) => {
                let (scratch, Some(cache)) = (&mut self.scratch, &mut self.cache) else { return };
                for at in 0..batch.tokens.len() {
                    let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
                    scratch.clear();
                    scratch.extend(code_points(batch.units(text, term)).map(|(_, c)| c));
                    let input = Input::new(scratch).earliest(true);
                    let is_keyword = pattern.search_half_with(cache, &input).is_some();
                    if let Some(token) = batch.tokens.get_mut(at) {
                        token.keyword |= is_keyword;
                    }
                }
            }
        }
    }
}

fn mark_words<U: CodeUnit>(words: &TermSet, text: &[U], batch: &mut Batch<U>) {
    for first in (0..batch.tokens.len()).step_by(MARKED_TOKENS) {
        let range = first..(first + MARKED_TOKENS).min(batch.tokens.len());
        let marks = words.marks(text, batch, batch.tokens.part(range.clone()));
        for (at, token) in batch.tokens.part_mut(range).iter_mut().enumerate() {
            token.keyword |= marks >> at & 1 != 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_matches_the_whole_term() {
        let pattern = compile(r"[A-Z]\+{2}|\d+").unwrap();
        for (term, matches) in [("C++", true), ("xC++", false), ("12", true), ("12a", false), ("١٢", false)] {
            assert_eq!(pattern.is_match(term), matches, "{term}");
        }
    }

    #[test]
    fn wrong_patterns_are_rejected_with_the_reason() {
        assert_eq!(compile("(a").unwrap_err().fault, BuildFault::Syntax);
        assert_eq!(compile("(?=a)").unwrap_err().fault, BuildFault::Syntax);
        assert_eq!(compile("(((a{100}){100}){100}){100}").unwrap_err().fault, BuildFault::Limit);
    }
}
