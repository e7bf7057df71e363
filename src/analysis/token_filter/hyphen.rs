//! Token filter `hyphen`: adds further forms of a word with in-word symbols, so that every spelling of the word
//! matches.
//!
//! Rulings H3, H4, H5, H6. For each symbol h, at each occurrence of h from the last to the first, while everything
//! before the occurrence is letters: head and tail joined, the tail, the head. Before these: the word without leading
//! and trailing symbols, and, if it contains different symbols, the word without any. After them: an acronym without
//! its dots.
//!
//! The forms are O(n) in number and in length, so their number is bounded: see [`MAX_SPLITS`] and [`MAX_PARTS_LENGTH`].

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::token::TokenType;
use crate::analysis::token_filter::hyphen_symbols::HyphenSymbols;
use crate::analysis::word_class::{LETTER, MARK, ascii_class, word_class};
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BlockMask, MayBePunctuation};
use crate::unicode::text::{CodeUnit, is_longer};
use std::sync::Arc;

/// The maximum number of occurrences of one symbol at which a word is split.
pub const MAX_SPLITS: usize = 64;

/// A word with more UTF-16 units is not split: only its forms without symbols are written.
pub const MAX_PARTS_LENGTH: usize = 4096;

/// The option `hyphens`; the analyzer `hyphen` takes it too.
pub static HYPHENS: OptionSpec = OptionSpec::text(
    "hyphens",
    "-",
    "the in-word symbols; `-` matches every dash (Pd), `'` also for U+2019; empty: acronyms only",
);

/// The option `subwords`.
pub static SUBWORDS: OptionSpec =
    OptionSpec::boolean("subwords", true, "also emits the parts before and after each symbol");

/// The option `respect_keywords`.
pub static RESPECT_KEYWORDS: OptionSpec =
    OptionSpec::boolean("respect_keywords", false, "leaves terms alone that are marked as keywords");

/// The option `acronyms`.
pub static ACRONYMS: OptionSpec = OptionSpec::boolean("acronyms", true, "also emits acronyms without their dots");

/// The component type of the token filter `hyphen`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "hyphen",
    help: "adds the forms of words with hyphens, apostrophes and other in-word symbols",
    options: &[&HYPHENS, &SUBWORDS, &RESPECT_KEYWORDS, &ACRONYMS],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(HyphenFilter::new(options)))),
};

/// The token filter `hyphen`.
#[derive(Clone, Debug)]
pub struct HyphenFilter {
    symbols: Arc<HyphenSymbols>,
    subwords: bool,
    respect_keywords: bool,
    acronyms: bool,
    punctuation: BlockMask<MayBePunctuation>,
    occurrences: Vec<Occurrence>,
    /// The occurrences of the current symbol.
    current_occurrences: Vec<Occurrence>,
    forms: Vec<Term>,
}

/// A run of one symbol inside a word, in units from the word's start.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    symbol: u8,
    start: usize,
    end: usize,
}

impl HyphenFilter {
    fn new(options: &Options) -> HyphenFilter {
        HyphenFilter {
            symbols: Arc::new(HyphenSymbols::new(options.text_with_default(&HYPHENS))),
            subwords: options.boolean(&SUBWORDS),
            respect_keywords: options.boolean(&RESPECT_KEYWORDS),
            acronyms: options.boolean(&ACRONYMS),
            punctuation: BlockMask::default(),
            occurrences: Vec::new(),
            current_occurrences: Vec::new(),
            forms: Vec::new(),
        }
    }
}

impl<U: CodeUnit> TokenFilter<U> for HyphenFilter {
    fn reset(&mut self) {
        self.punctuation.reset();
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        // Most batches have few words with forms, and many have none: those stay unchanged.
        let Some(mut next) = self.next_with_forms(text, batch, 0) else { return };
        let mut copied = 0;
        batch.spare.clear();
        loop {
            batch.spare.extend_from_slice(batch.tokens.part(copied..=next));
            copied = next + 1;
            if let Some(token) = batch.tokens.get(next).copied() {
                self.add_forms(text, batch, token);
            }
            match self.next_with_forms(text, batch, copied) {
                Some(at) => next = at,
                None => break,
            }
        }
        batch.spare.extend_from_slice(batch.tokens.part(copied..));
        std::mem::swap(&mut batch.tokens, &mut batch.spare);
    }
}

impl HyphenFilter {
    /// The index of the next token that may have forms, from index `from` on.
    #[inline]
    fn next_with_forms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>, from: usize) -> Option<usize> {
        let tokens = batch.tokens.get(from..)?;
        tokens.iter().position(|token| self.may_have_forms(text, batch, token)).map(|at| from + at)
    }

    /// The fast test, which most words fail: whether the term contains a character that could be a symbol or a dot.
    #[inline(always)]
    fn may_have_forms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>, token: &BatchToken) -> bool {
        if token.term.is_alphanumeric() && self.symbols.are_punctuation || self.respect_keywords && token.keyword {
            return false;
        }
        if matches!(token.token_type, TokenType::AlphanumComp | TokenType::Num) {
            // The tokenizer `hyphen` assigns these types only to words with punctuation.
            return true;
        }
        match token.term.text_range() {
            Some((start, end)) if self.symbols.are_found_by_scan => {
                self.punctuation.any(text, start as usize, end as usize)
            }
            _ => !batch.units(text, token.term).is_empty(),
        }
    }

    /// Appends the forms of a token to `batch.spare`.
    fn add_forms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>, token: BatchToken) {
        self.forms.clear();
        self.forms.push(token.term);
        let whole = batch.units(text, token.term);
        let (start, end) = self.find_occurrences(whole);
        let is_acronym = self.acronyms && is_acronym(whole.part(start..end));
        if self.occurrences.is_empty() && start == 0 && end == whole.len() && !is_acronym {
            return;
        }
        let length = whole.len();
        let HyphenFilter { symbols, subwords, occurrences, current_occurrences, forms, .. } = self;
        let mut writer = FormWriter { text, batch, token, forms };
        if (start > 0 || end < length) && end > start && !writer.is_one_character(start, end) {
            writer.add_part(start, end);
        }
        if let Some(first) = occurrences.first()
            && occurrences.iter().any(|occurrence| occurrence.symbol != first.symbol)
        {
            writer.add_without(start, end, occurrences);
        }
        let too_long_for_parts = is_longer(writer.source(), MAX_PARTS_LENGTH);
        for symbol in 0..symbols.count {
            current_occurrences.clear();
            current_occurrences.extend(occurrences.iter().filter(|occurrence| occurrence.symbol == symbol));
            if current_occurrences.is_empty() {
                continue;
            }
            if !*subwords || too_long_for_parts || current_occurrences.len() > MAX_SPLITS {
                writer.add_without(start, end, current_occurrences);
            }
            if *subwords && !too_long_for_parts {
                writer.add_parts(start, end, current_occurrences.get(..MAX_SPLITS).unwrap_or(current_occurrences));
            }
        }
        if is_acronym {
            writer.add_acronym(start, end);
        }
    }

    /// Finds the occurrences of symbols inside the word, and returns where the word starts and ends without the symbols
    /// at its edges. A run of one symbol is one occurrence; marks on a symbol belong to it.
    fn find_occurrences<U: CodeUnit>(&mut self, word: &[U]) -> (usize, usize) {
        self.occurrences.clear();
        let mut start = 0;
        let mut end = 0;
        let mut at = 0;
        loop {
            let skipped = self.symbols.skip_other_ascii(word.part(at..));
            let (symbol, is_mark, length) = match U::decode(word, at) {
                _ if skipped > 0 => (None, false, skipped),
                Some((c, length)) => (self.symbols.number(c), !c.is_ascii() && word_class(c) & MARK != 0, length),
                None => break,
            };
            let occurrence = self.occurrences.last_mut().filter(|occurrence| occurrence.end == at);
            match (symbol, occurrence) {
                (None, Some(occurrence)) if is_mark => occurrence.end += length,
                (Some(symbol), Some(occurrence)) if occurrence.symbol == symbol => occurrence.end += length,
                (Some(symbol), _) => self.occurrences.push(Occurrence { symbol, start: at, end: at + length }),
                (None, _) => {
                    // The first character that is not a symbol: symbols before it are at the edge.
                    if end == 0 {
                        start = at;
                        self.occurrences.clear();
                    }
                    end = at + length;
                }
            }
            at += length;
        }
        self.occurrences.retain(|occurrence| occurrence.start < end);
        (start, end)
    }
}

/// Writes the forms of one token.
struct FormWriter<'a, U: CodeUnit> {
    text: &'a [U],
    batch: &'a mut Batch<U>,
    token: BatchToken,
    /// The terms written so far, starting with the token's term.
    forms: &'a mut Vec<Term>,
}

impl<U: CodeUnit> FormWriter<'_, U> {
    fn source(&self) -> &[U] {
        self.batch.units(self.text, self.token.term)
    }

    fn is_one_character(&self, start: usize, end: usize) -> bool {
        is_one_character(self.source().part(start..end))
    }

    /// Adds the part from `start` to `end`, which needs no copy.
    fn add_part(&mut self, start: usize, end: usize) {
        self.push(self.token.term.part(start, end));
    }

    /// Adds the part from `start` to `end` without the given occurrences.
    fn add_without(&mut self, start: usize, end: usize, occurrences: &[Occurrence]) {
        let term = self.batch.rewrite(self.text, self.token.term, |word, arena| {
            let mut from = start;
            for occurrence in occurrences {
                arena.extend(word.part(from..occurrence.start));
                from = occurrence.end;
            }
            arena.extend(word.part(from..end));
        });
        self.push(term);
    }

    /// Adds the joined form, the tail and the head at each of the occurrences of one symbol, from the last to the
    /// first, while the head consists of letters.
    fn add_parts(&mut self, start: usize, end: usize, occurrences: &[Occurrence]) {
        let mut from = start;
        let with_letters = occurrences.iter().take_while(|occurrence| {
            let part = self.source().part(from..occurrence.start);
            from = occurrence.end;
            is_letters(part)
        });
        for number in (0..with_letters.count()).rev() {
            let joined = occurrences.part(..=number);
            let [before @ .., split] = joined else { continue };
            self.add_without(start, end, joined);
            if !self.is_one_character(split.end, end) {
                self.add_part(split.end, end);
            }
            match before {
                [] if self.is_one_character(start, split.start) => {}
                [] => self.add_part(start, split.start),
                _ => self.add_without(start, split.start, before),
            }
        }
    }

    /// Adds the letters of an acronym.
    fn add_acronym(&mut self, start: usize, end: usize) {
        let term = self.batch.rewrite(self.text, self.token.term, |word, arena| {
            let units = word.part(start..end).iter();
            units.filter(|unit| **unit != U::from_ascii(b'.')).for_each(|unit| arena.extend(&[*unit]));
        });
        self.push(term);
    }

    /// Writes a form, unless it was written before.
    fn push(&mut self, term: Term) {
        let units = self.batch.units(self.text, term);
        let is_same = |known: &Term| known.length() == units.len() && self.batch.units(self.text, *known) == units;
        let is_known = self.forms.iter().any(is_same);
        if !is_known && !units.is_empty() {
            self.forms.push(term);
            self.batch.spare.push(BatchToken { term, position_increment: 0, ..self.token });
        }
    }
}

/// Whether a part consists of letters and marks.
fn is_letters<U: CodeUnit>(part: &[U]) -> bool {
    let is_ascii_letter = |unit: &U| ascii_class((*unit).into()) & LETTER != 0;
    let mut at = part.iter().position(|unit| !is_ascii_letter(unit)).unwrap_or(part.len());
    while let Some((c, length)) = U::decode(part, at) {
        if word_class(c) & LETTER == 0 {
            return false;
        }
        at += length;
    }
    true
}

/// Whether a part is empty or is one character with its marks; a syllable in jamo is one, as it is composed.
fn is_one_character<U: CodeUnit>(part: &[U]) -> bool {
    let mut at = 0;
    // Fast path: a second ASCII character is not a mark.
    if let [first, second, ..] = part
        && (*first).into() < 0x80
        && (*second).into() < 0x80
    {
        return false;
    }
    let mut syllable = None;
    while let Some((c, length)) = U::decode(part, at) {
        let code = u32::from(c);
        syllable =
            if at == 0 { Some(code) } else { syllable.and_then(|start| hangul::compose(start, code)).map(u32::from) };
        if at > 0 && syllable.is_none() && word_class(c) & MARK == 0 {
            return false;
        }
        at += length;
    }
    true
}

/// Whether a word consists of at least two single letters joined by dots; a final dot is ignored (H5).
fn is_acronym<U: CodeUnit>(word: &[U]) -> bool {
    let dot = U::from_ascii(b'.');
    // Fast path: a dot, or a mark of the letter, follows the first letter.
    let first = U::decode(word, 0).map_or(0, |(_, length)| length);
    if word.get(first).is_none_or(|unit| *unit != dot && (*unit).into() < 0x80) {
        return false;
    }
    let word = word.strip_suffix(&[dot]).unwrap_or(word);
    let mut letters = 0;
    let is_all_letters = word.split(|unit| *unit == dot).all(|part| {
        letters += 1;
        !part.is_empty() && is_one_character(part) && is_letters(part)
    });
    is_all_letters && letters > 1
}
