//! Token filter `cjk_bigram`: combines adjacent Chinese, Japanese and Korean characters into bigrams, as in Lucene.
//!
//! Adjacent characters of tokens of the types `<IDEOGRAPHIC>`, `<HIRAGANA>`, `<KATAKANA>` and `<HANGUL>` form a run,
//! which may extend over several tokens, but not across a token of another type (ruling T2). A run produces its bigrams
//! (`<DOUBLE>`), or its only character (`<SINGLE>`); with `output_unigrams` every character, and each bigram at the
//! position of its first character. As in Lucene, bigrams have position increment 1 and no keyword mark, whatever the
//! input tokens have.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::build_error::BuildError;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{FingerprintPart, OptionKind, OptionSpec, Options};
use crate::analysis::token::TokenType;
use crate::unicode::part::SlicePart;
use crate::unicode::quoted::quoted;
use crate::unicode::text::{CodeUnit, REPLACEMENT, code_points};
use std::sync::Arc;

static IGNORED_SCRIPTS: OptionSpec = OptionSpec::absent(
    "ignored_scripts",
    OptionKind::List,
    "scripts whose tokens are left unchanged: `han`, `hiragana`, `katakana`, `hangul`",
)
.with_fingerprint(FingerprintPart::Entries);
static OUTPUT_UNIGRAMS: OptionSpec =
    OptionSpec::boolean("output_unigrams", false, "also emits every character, at the position of its bigram");

/// The component type of the token filter `cjk_bigram`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "cjk_bigram",
    help: "combines adjacent Chinese, Japanese and Korean characters into bigrams",
    options: &[&IGNORED_SCRIPTS, &OUTPUT_UNIGRAMS],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(build(options)?))),
};

/// The scripts that can be ignored, and the token types of their characters.
const SCRIPTS: [(&str, TokenType); 4] = [
    ("han", TokenType::Ideographic),
    ("hiragana", TokenType::Hiragana),
    ("katakana", TokenType::Katakana),
    ("hangul", TokenType::Hangul),
];

fn build(options: &Options) -> Result<CjkBigramFilter, BuildError> {
    let mut paired = SCRIPTS.map(|(_, token_type)| Some(token_type));
    for (entry, name) in options.entries(&IGNORED_SCRIPTS).iter().enumerate() {
        let script = SCRIPTS.iter().zip(&mut paired).find(|((script, _), _)| script == name);
        let Some((_, paired)) = script else {
            let found = format!("`ignored_scripts` contains {}", quoted(name));
            let allowed = SCRIPTS.map(|(name, _)| name).join(", ");
            return Err(BuildError::wrong_value(&IGNORED_SCRIPTS, found, allowed).at_entry(entry));
        };
        if paired.take().is_none() {
            let found = format!("`ignored_scripts` contains {} twice", quoted(name));
            return Err(BuildError::wrong_value(&IGNORED_SCRIPTS, found, "each script once").at_entry(entry));
        }
    }
    Ok(CjkBigramFilter { paired, unigrams: options.boolean(&OUTPUT_UNIGRAMS), last: None })
}

/// The token filter `cjk_bigram`.
#[derive(Clone, Debug)]
pub struct CjkBigramFilter {
    /// The token types whose characters form bigrams.
    paired: [Option<TokenType>; 4],
    unigrams: bool,
    /// The last character of the current run.
    last: Option<RunCharacter>,
}

/// A character of a run.
#[derive(Clone, Copy, Debug)]
struct RunCharacter {
    c: char,
    /// Start of the token, or of the character within it if term and text have equal widths.
    start: u32,
    end: u32,
    script: u32,
    /// Whether the term is `start..end` of the text.
    is_text: bool,
    /// Whether a bigram with this character has been written.
    in_pair: bool,
}

impl<U: CodeUnit> TokenFilter<U> for CjkBigramFilter {
    fn reset(&mut self) {
        self.last = None;
    }

    fn reads_text(&self) -> bool {
        true
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let is_paired = |token: &BatchToken| self.paired.contains(&Some(token.token_type));
        if self.last.is_none() && !batch.tokens.iter().any(is_paired) {
            return;
        }
        batch.spare.clear();
        for at in 0..batch.tokens.len() {
            let Some(&token) = batch.tokens.get(at) else { break };
            if self.paired.contains(&Some(token.token_type)) {
                self.token(text, token, batch);
            } else {
                self.end_run(batch);
                batch.spare.push(token);
            }
        }
        if batch.last {
            self.end_run(batch);
        }
        std::mem::swap(&mut batch.tokens, &mut batch.spare);
    }
}

impl CjkBigramFilter {
    /// Adds the characters of a token to the run.
    fn token<U: CodeUnit>(&mut self, text: &[U], token: BatchToken, batch: &mut Batch<U>) {
        if self.last.is_some_and(|last| last.end != token.start) {
            self.end_run(batch);
        }
        let is_text = token.term.text_range() == Some((token.start, token.end));
        let has_exact_offsets = is_text || {
            let source = text.part(token.start as usize..token.end as usize);
            same_widths(source, batch.units(text, token.term))
        };
        let (mut in_term, mut in_text) = (0, token.start as usize);
        while let Some((c, length)) = U::decode(batch.units(text, token.term), in_term) {
            in_term += length;
            let (mut start, mut end) = (token.start, token.end);
            if has_exact_offsets {
                let width = U::decode(text, in_text).map_or(length, |(_, width)| width);
                (start, end) = (in_text as u32, (in_text + width) as u32);
                in_text += width;
            }
            self.add(RunCharacter { c, start, end, script: token.script, is_text, in_pair: false }, batch);
        }
    }

    fn add<U: CodeUnit>(&mut self, next: RunCharacter, batch: &mut Batch<U>) {
        let Some(last) = self.last else {
            self.last = Some(next);
            return;
        };
        if self.unigrams {
            push_single(last, batch);
        }
        let term = if last.is_text && next.is_text && last.end == next.start {
            Term::of_text(last.start, next.end)
        } else {
            batch.write(|arena| {
                arena.push(last.c);
                arena.push(next.c);
            })
        };
        let pair = BatchToken::of_text(last.start as usize, next.end as usize, TokenType::Double);
        let (position_increment, position_length) = if self.unigrams { (0, 2) } else { (1, 1) };
        batch.spare.push(BatchToken { term, position_increment, position_length, script: last.script, ..pair });
        self.last = Some(RunCharacter { in_pair: true, ..next });
    }

    /// Writes the last character of the run as a token, if it belongs to no bigram.
    fn end_run<U: CodeUnit>(&mut self, batch: &mut Batch<U>) {
        if let Some(last) = self.last.take()
            && (self.unigrams || !last.in_pair)
        {
            push_single(last, batch);
        }
    }
}

fn push_single<U: CodeUnit>(character: RunCharacter, batch: &mut Batch<U>) {
    let RunCharacter { c, start, end, script, is_text, .. } = character;
    let single = BatchToken::of_text(start as usize, end as usize, TokenType::Single);
    let term = if is_text { single.term } else { batch.write(|arena| arena.push(c)) };
    batch.spare.push(BatchToken { term, script, ..single });
}

/// Whether a text and a term have the same number of characters with equal UTF-16 widths, so that offsets in one are
/// offsets in the other. U+FFFD equals no other character: the text of a host's token may be unknown
/// ([`crate::analysis::token_filter_stream`]).
fn same_widths<U: CodeUnit>(text: &[U], term: &[U]) -> bool {
    let widths = |units| code_points(units).map(|(_, c): (_, char)| if c == REPLACEMENT { 0 } else { c.len_utf16() });
    widths(text).eq(widths(term))
}
