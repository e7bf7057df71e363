//! Token filter `hyphen`: gives a word with in-word symbols in several forms, so that it is found however it is written.
//!
//! Rules H3 to H6. For one symbol h, at each occurrence of h from the last one to the first, as long as everything before the
//! occurrence is letters: head and tail joined, the tail, the head (original-behaviour.md 3.1). Before these: the word without
//! leading and trailing symbols, and, when it holds different symbols, the word without any. After them: an acronym
//! without its dots.
//!
//! Forms are O(n) in number and length, so their total is bounded: see [`MAX_PLACES`] and [`MAX_PARTS_LENGTH`].

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::token::TokenType;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BlockMask, MaybePunctuation};
use crate::unicode::text::CodeUnit;
use crate::unicode::text::is_longer;
use crate::unicode::word_class::{ADJUNCT, LETTER, MARK, WORD, ascii_class, word_class};
use std::sync::Arc;

/// The maximum number of occurrences of one symbol that are split at; the rest of the word stays together.
pub const MAX_PLACES: usize = 64;

/// A word of more UTF-16 units is not split into parts: it gives the forms without symbols only.
pub const MAX_PARTS_LENGTH: usize = 4096;

/// `hyphens`; the analyzer `hyphen` takes it too.
pub static HYPHENS: OptionSpec = OptionSpec::text(
    "hyphens",
    "-",
    "the in-word symbols; `-` matches every dash (Pd), `'` also for U+2019; empty: no forms",
);

/// `subwords`.
pub static SUBWORDS: OptionSpec =
    OptionSpec::boolean("subwords", true, "also emits the parts before and after each symbol");

/// `respect_keywords`.
pub static RESPECT_KEYWORDS: OptionSpec =
    OptionSpec::boolean("respect_keywords", false, "leaves terms alone that are marked as keywords");

/// `acronyms`.
pub static ACRONYMS: OptionSpec = OptionSpec::boolean("acronyms", true, "also emits acronyms without their dots");

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "hyphen",
    help: "adds the forms of words that hold hyphens, apostrophes and other in-word signs",
    options: &[&HYPHENS, &SUBWORDS, &RESPECT_KEYWORDS, &ACRONYMS],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(HyphenFilter::new(options)))),
};

/// See the module.
#[derive(Clone, Debug)]
pub struct HyphenFilter {
    symbols: Arc<Symbols>,
    subwords: bool,
    respect_keywords: bool,
    acronyms: bool,
    may_sign: BlockMask,
    occurrences: Vec<Occurrence>,
    /// Those of one symbol.
    of_symbol: Vec<Occurrence>,
    forms: Vec<Term>,
}

/// A run of one symbol inside a word, in units from the word's start.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    symbol: u8,
    start: usize,
    end: usize,
}

/// The symbols of the option `hyphens`, each with its variants.
#[derive(Debug)]
struct Symbols {
    /// Number of the symbol plus one, for ASCII; 0 for none.
    ascii: [u8; 128],
    others: Vec<(char, u8)>,
    dash: Option<u8>,
    apostrophe: Option<u8>,
    count: u8,
    /// No symbol outside ASCII lies below U+058A: the scan for [`MaybePunctuation`] finds them all.
    are_found_by_scan: bool,
    /// No symbol is a letter, a digit or a mark.
    are_signs: bool,
}

fn is_dash(c: char) -> bool {
    c == '-' || !c.is_ascii() && word_class(c) & ADJUNCT != 0
}

impl Symbols {
    fn new(hyphens: &str) -> Symbols {
        let mut symbols = Symbols {
            ascii: [0; 128],
            others: Vec::new(),
            dash: None,
            apostrophe: None,
            count: 0,
            are_found_by_scan: true,
            are_signs: true,
        };
        let has_dash = hyphens.contains('-');
        let has_apostrophe = hyphens.contains('\'');
        for c in hyphens.chars() {
            let is_stand_in = has_dash && is_dash(c) || has_apostrophe && matches!(c, '\'' | '\u{2019}');
            let c = match c {
                _ if has_dash && is_dash(c) => '-',
                _ if is_stand_in => '\'',
                _ => c,
            };
            if symbols.number(c).is_some() || symbols.count == u8::MAX {
                continue;
            }
            let number = symbols.count;
            symbols.count += 1;
            match c {
                '-' => symbols.dash = Some(number),
                '\'' => symbols.apostrophe = Some(number),
                _ => {}
            }
            match symbols.ascii.get_mut(c as usize) {
                Some(entry) => *entry = number + 1,
                None => symbols.others.push((c, number)),
            }
            // Letters and digits hide from the scan, too.
            symbols.are_signs &= word_class(c) & (LETTER | WORD) == 0;
            symbols.are_found_by_scan &= if c.is_ascii() { !c.is_ascii_alphanumeric() } else { c >= '\u{58A}' };
        }
        symbols
    }

    /// The number of the symbol that a character is or stands for.
    #[inline]
    fn number(&self, c: char) -> Option<u8> {
        match self.ascii.get(c as usize) {
            Some(entry) => entry.checked_sub(1),
            None if c == '\u{2019}' && self.apostrophe.is_some() => self.apostrophe,
            None if self.dash.is_some() && is_dash(c) => self.dash,
            None => self.others.iter().find(|(other, _)| *other == c).map(|(_, number)| *number),
        }
    }

    /// How many units at the start of a text are ASCII and no symbols.
    #[inline]
    fn plain_start<U: CodeUnit>(&self, text: &[U]) -> usize {
        let is_plain = |unit: &U| self.ascii.get((*unit).into() as usize) == Some(&0);
        text.iter().position(|unit| !is_plain(unit)).unwrap_or(text.len())
    }
}

impl HyphenFilter {
    fn new(options: &Options) -> HyphenFilter {
        HyphenFilter {
            symbols: Arc::new(Symbols::new(options.text(&HYPHENS).unwrap_or_default())),
            subwords: options.boolean(&SUBWORDS),
            respect_keywords: options.boolean(&RESPECT_KEYWORDS),
            acronyms: options.boolean(&ACRONYMS),
            may_sign: BlockMask::default(),
            occurrences: Vec::new(),
            of_symbol: Vec::new(),
            forms: Vec::new(),
        }
    }
}

impl<U: CodeUnit> TokenFilter<U> for HyphenFilter {
    fn reset(&mut self) {
        self.may_sign.reset();
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        // Most batches hold few words with forms, many none: then they stay as they are.
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
    /// The next token, from a number on, that may have forms.
    #[inline]
    fn next_with_forms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>, from: usize) -> Option<usize> {
        let tokens = batch.tokens.get(from..)?;
        tokens.iter().position(|token| self.may_have_forms(text, batch, token)).map(|at| from + at)
    }

    /// The fast test, which most words fail: is there any sign that could be a symbol or an acronym's dot?
    #[inline(always)]
    fn may_have_forms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>, token: &BatchToken) -> bool {
        if token.term.is_plain() && self.symbols.are_signs || self.respect_keywords && token.keyword {
            return false;
        }
        if matches!(token.token_type, TokenType::AlphanumComp | TokenType::Num) {
            // The tokenizer `hyphen` gives these for nothing but words with signs.
            return true;
        }
        match token.term.text_range() {
            Some((start, end)) if self.symbols.are_found_by_scan => {
                self.may_sign.any::<U, MaybePunctuation>(text, start as usize, end as usize)
            }
            _ => !batch.units(text, token.term).is_empty(),
        }
    }

    /// Appends the forms of a token to `batch.spare`.
    fn add_forms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>, token: BatchToken) {
        self.forms.clear();
        self.forms.push(token.term);
        let whole = batch.units(text, token.term);
        let (start, end) = self.find_places(whole);
        let is_acronym = self.acronyms && is_acronym(whole.part(start..end));
        if self.occurrences.is_empty() && start == 0 && end == whole.len() && !is_acronym {
            return;
        }
        let length = whole.len();
        let HyphenFilter { symbols, subwords, occurrences, of_symbol, forms, .. } = self;
        let mut writer = Writer { text, batch, token, forms };
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
            of_symbol.clear();
            of_symbol.extend(occurrences.iter().filter(|occurrence| occurrence.symbol == symbol));
            if of_symbol.is_empty() {
                continue;
            }
            if !*subwords || too_long_for_parts || of_symbol.len() > MAX_PLACES {
                writer.add_without(start, end, of_symbol);
            }
            if *subwords && !too_long_for_parts {
                writer.add_parts(start, end, of_symbol.get(..MAX_PLACES).unwrap_or(of_symbol));
            }
        }
        if is_acronym {
            writer.add_acronym(start, end);
        }
    }

    /// Finds the occurrences of symbols inside the word, and where the word starts and ends when symbols at its edges are set
    /// aside. A run of one symbol is one occurrence; marks on a symbol belong to it.
    fn find_places<U: CodeUnit>(&mut self, word: &[U]) -> (usize, usize) {
        self.occurrences.clear();
        let mut start = 0;
        let mut end = 0;
        let mut at = 0;
        loop {
            let plain = self.symbols.plain_start(word.part(at..));
            let (symbol, is_mark, length) = match U::decode(word, at) {
                _ if plain > 0 => (None, false, plain),
                Some((c, length)) => (self.symbols.number(c), !c.is_ascii() && word_class(c) & MARK != 0, length),
                None => break,
            };
            let occurrence = self.occurrences.last_mut().filter(|occurrence| occurrence.end == at);
            match (symbol, occurrence) {
                (None, Some(occurrence)) if is_mark => occurrence.end += length,
                (Some(symbol), Some(occurrence)) if occurrence.symbol == symbol => occurrence.end += length,
                (Some(symbol), _) => self.occurrences.push(Occurrence { symbol, start: at, end: at + length }),
                (None, _) => {
                    // The first character of the word: what was before it is its edge.
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

/// Writes forms of one token.
struct Writer<'a, U: CodeUnit> {
    text: &'a [U],
    batch: &'a mut Batch<U>,
    token: BatchToken,
    /// The terms written so far, the token's own first.
    forms: &'a mut Vec<Term>,
}

impl<U: CodeUnit> Writer<'_, U> {
    fn source(&self) -> &[U] {
        self.batch.units(self.text, self.token.term)
    }

    fn is_one_character(&self, start: usize, end: usize) -> bool {
        is_one_character(self.source().part(start..end))
    }

    /// The word from `start` to `end`: no copy is needed.
    fn add_part(&mut self, start: usize, end: usize) {
        self.push(self.token.term.part(start, end));
    }

    /// Without these positions.
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

    /// Joined form, tail and head at each of these occurrences of one symbol, from the last to the first, as long as the head is
    /// letters.
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

    /// The letters of an acronym.
    fn add_acronym(&mut self, start: usize, end: usize) {
        let term = self.batch.rewrite(self.text, self.token.term, |word, arena| {
            let units = word.part(start..end).iter();
            units.filter(|unit| **unit != U::from_ascii(b'.')).for_each(|unit| arena.extend(&[*unit]));
        });
        self.push(term);
    }

    /// Gives a form, unless it is there already.
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

/// Letters and marks only.
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

/// One character with its marks, or nothing.
fn is_one_character<U: CodeUnit>(part: &[U]) -> bool {
    let mut at = 0;
    // Quick: a second ASCII character is no mark.
    if let [first, second, ..] = part
        && (*first).into() < 0x80
        && (*second).into() < 0x80
    {
        return false;
    }
    while let Some((c, length)) = U::decode(part, at) {
        if at > 0 && word_class(c) & MARK == 0 {
            return false;
        }
        at += length;
    }
    true
}

/// Two single letters at least, joined by dots; a dot at the end is set aside (H5).
fn is_acronym<U: CodeUnit>(word: &[U]) -> bool {
    let dot = U::from_ascii(b'.');
    // Fast path: after the first letter is a dot, or a mark of the letter.
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
