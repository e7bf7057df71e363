//! The units of a term in the form of lenient comparison, for the prefilter: folded code points or primary weights, by
//! one table lookup for most characters, decoded one by one, since most terms are rejected after a few.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::end_tables::{ClassTables, LENGTH, TermEnd};
use super::foreign_characters::ForeignCharacters;
use super::lenient::{is_separator, is_unchanged_by_nfc, starts_segment};
use super::literal_trie::{MAX_UNITS, TermUnit};
use crate::unicode::decimal_digit::digit;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, code_points};

/// The number of pages of 64 code points: those of the Basic and the Supplementary Multilingual Plane.
const PAGES: usize = 0x2_0000 / 64;

/// The end of the range that contains the letters of languages in the Latin, Greek and Cyrillic scripts.
const LETTERS_END: char = '\u{460}';

/// What a character is in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterKind {
    /// It has one unit, and NFC changes it to nothing that a literal has.
    Letter,
    /// It has one unit, unless a mark that follows composes with it.
    ComposingLetter,
    /// A mark that does not compose, with one unit; NFC may move it over other marks, and literals that end before it
    /// match it.
    Mark,
    /// A term that contains it is not a number.
    Foreign,
    /// It starts a segment of NFC, and may have no unit or several.
    OtherStarter,
    /// It may compose with what is before it.
    Unknown,
}

/// A character of a term.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermCharacter {
    pub(super) unit: u32,
    pub(super) kind: CharacterKind,
    /// The class of the unit in the [`ClassTables`].
    pub(super) class: u8,
}

impl TermCharacter {
    pub(super) const UNKNOWN: TermCharacter = TermCharacter { unit: 0, kind: CharacterKind::Unknown, class: 0 };

    /// Whether the character has one unit, if the next one is no mark.
    #[inline]
    fn is_letter(&self) -> bool {
        matches!(self.kind, CharacterKind::Letter | CharacterKind::ComposingLetter)
    }
}

/// The units of characters, computed for 64 code points when the first of them is looked up: a text uses few scripts.
#[derive(Debug)]
pub(super) struct CharacterUnits {
    foreign: ForeignCharacters,
    pub(super) tables: ClassTables,
    pages: Box<[OnceLock<Box<[TermCharacter; 64]>>]>,
    letters: OnceLock<Letters>,
}

/// The characters below [`LETTERS_END`].
#[derive(Debug)]
struct Letters {
    characters: Box<[TermCharacter]>,
    /// The units of each [`CharacterKind::OtherStarter`] whose units are known, in the order of code points.
    several: Vec<(char, Vec<u32>)>,
}

impl CharacterUnits {
    pub(super) fn new(foreign: ForeignCharacters, tables: ClassTables) -> CharacterUnits {
        CharacterUnits {
            foreign,
            tables,
            pages: (0..PAGES).map(|_| OnceLock::new()).collect(),
            letters: OnceLock::new(),
        }
    }

    /// Whether the first letters of a term may be those of a number; `None` if there are others than letters below
    /// [`LETTERS_END`]. Most words are decided here.
    #[inline]
    pub(super) fn may_begin_with_letters<U: CodeUnit>(&self, term: &[U]) -> Option<bool> {
        let letters = self.letters();
        let (mut classes, mut count, mut at, mut is_composing) = ([0; LENGTH], 0, 0, false);
        for slot in &mut classes {
            if at == term.len() {
                break;
            }
            let (code, next) = letter_at(term, at)?;
            let letter = letters.get(code as usize).filter(|letter| letter.is_letter())?;
            is_composing = letter.kind == CharacterKind::ComposingLetter;
            (*slot, count, at) = (letter.class, count + 1, next);
        }
        if is_composing && at < term.len() {
            letters.get(letter_at(term, at)?.0 as usize).filter(|letter| letter.is_letter())?;
        }
        self.tables.may_match(TermEnd::First, classes.part(..count))
    }

    /// Variant of [`CharacterUnits::may_begin_with_letters`] for the last letters.
    #[inline]
    pub(super) fn may_end_with_letters<U: CodeUnit>(&self, term: &[U]) -> Option<bool> {
        let letters = self.letters();
        let (mut classes, mut count, mut end) = ([0; LENGTH], 0, term.len());
        for slot in &mut classes {
            if end == 0 {
                break;
            }
            let (code, start) = letter_before(term, end)?;
            let letter = letters.get(code as usize).filter(|letter| letter.is_letter())?;
            (*slot, count, end) = (letter.class, count + 1, start);
        }
        self.tables.may_match(TermEnd::Last, classes.part(..count))
    }

    #[inline]
    fn letters(&self) -> &[TermCharacter] {
        &self.letters.get_or_init(|| self.compute_letters()).characters
    }

    #[cold]
    fn compute_letters(&self) -> Letters {
        let characters: Box<[TermCharacter]> = ('\0'..LETTERS_END).map(|c| self.compute(c)).collect();
        let others =
            ('\0'..LETTERS_END).zip(&characters).filter(|(_, found)| found.kind == CharacterKind::OtherStarter);
        let several = others.filter_map(|(c, _)| Some((c, self.compute_units(c)?))).collect();
        Letters { characters, several }
    }

    /// What a code point is; [`CharacterKind::Unknown`] above U+1FFFF.
    #[inline]
    pub(super) fn character(&self, c: char) -> TermCharacter {
        let code = u32::from(c);
        if let Some(letter) = self.letters().get(code as usize) {
            return *letter;
        }
        let Some(page) = self.pages.get(code as usize >> 6) else { return TermCharacter::UNKNOWN };
        let page = page.get_or_init(|| self.page(code & !63));
        page.get(code as usize & 63).copied().unwrap_or(TermCharacter::UNKNOWN)
    }

    #[cold]
    fn page(&self, first: u32) -> Box<[TermCharacter; 64]> {
        let mut page = [TermCharacter::UNKNOWN; 64];
        for (character, code) in page.iter_mut().zip(first..) {
            if let Some(c) = char::from_u32(code) {
                *character = self.compute(c);
            }
        }
        Box::new(page)
    }

    #[inline(never)]
    fn compute(&self, c: char) -> TermCharacter {
        if self.foreign.contains(c) {
            return TermCharacter { kind: CharacterKind::Foreign, ..TermCharacter::UNKNOWN };
        }
        let starts_segment = starts_segment(c);
        let kind = match starts_segment {
            true if self.foreign.may_compose(c) => CharacterKind::ComposingLetter,
            true => CharacterKind::Letter,
            false => CharacterKind::Mark,
        };
        match self.compute_units(c).as_deref() {
            Some([unit]) if starts_segment || !self.foreign.compares_weights() => {
                TermCharacter { unit: *unit, kind, class: self.tables.class(*unit) }
            }
            _ if starts_segment => TermCharacter { kind: CharacterKind::OtherStarter, ..TermCharacter::UNKNOWN },
            _ => TermCharacter::UNKNOWN,
        }
    }

    /// The units of an [`CharacterKind::OtherStarter`]; `None` if they are unknown.
    fn several(&self, c: char) -> Option<Cow<'_, [u32]>> {
        match self.letters.get() {
            Some(Letters { several, .. }) if c < LETTERS_END => {
                let at = several.binary_search_by_key(&c, |(letter, _)| *letter).ok()?;
                several.get(at).map(|(_, units)| Cow::Borrowed(units.as_slice()))
            }
            _ => self.compute_units(c).map(Cow::Owned),
        }
    }

    /// The units of a character; `None` if it may be parsed as a digit, or if the weights of its other case differ.
    #[inline(never)]
    fn compute_units(&self, c: char) -> Option<Vec<u32>> {
        if !is_unchanged_by_nfc(c) || is_separator(c) || digit(c).is_some() {
            return None;
        }
        let units = self.foreign.units_of(c);
        (units == self.foreign.units_of(self.foreign.folded(c))).then_some(units)
    }
}

/// The units of a term, decoded when they are requested.
pub(super) struct TermUnits<'a, U> {
    characters: &'a CharacterUnits,
    term: &'a [U],
    /// The offset of the next character in the term.
    at: usize,
    units: [u32; MAX_UNITS],
    count: usize,
    /// The units that are marks.
    marks: u64,
    /// The number of units that no later character changes: all but those of the last segment, as marks may compose
    /// with it.
    settled: usize,
    /// Whether the last character is a mark.
    is_after_mark: bool,
    /// Why there are no more units.
    stop: Option<TermUnit>,
}

impl<'a, U: CodeUnit> TermUnits<'a, U> {
    pub(super) fn new(characters: &'a CharacterUnits, term: &'a [U]) -> TermUnits<'a, U> {
        TermUnits {
            characters,
            term,
            at: 0,
            units: [0; MAX_UNITS],
            count: 0,
            marks: 0,
            settled: 0,
            is_after_mark: false,
            stop: None,
        }
    }

    /// The unit with an index.
    #[inline]
    pub(super) fn get(&mut self, at: usize) -> TermUnit {
        while at >= self.settled {
            if let Some(stop) = self.stop {
                return stop;
            }
            match U::decode(self.term, self.at) {
                Some((c, length)) => {
                    self.at += length;
                    self.stop = self.add(c);
                }
                None => {
                    self.settled = self.count;
                    self.stop = Some(TermUnit::End);
                }
            }
        }
        match self.units.get(at) {
            Some(unit) if self.marks >> at & 1 != 0 => TermUnit::Mark(*unit),
            Some(unit) => TermUnit::Known(*unit),
            None => TermUnit::Unknown,
        }
    }

    /// Adds the units of a character, or returns why there are none.
    #[inline]
    fn add(&mut self, c: char) -> Option<TermUnit> {
        let TermCharacter { unit, kind, .. } = self.characters.character(c);
        if matches!(kind, CharacterKind::Letter | CharacterKind::ComposingLetter) {
            (self.is_after_mark, self.settled) = (false, self.count);
            return (!self.push(unit)).then_some(TermUnit::Unknown);
        }
        if kind == CharacterKind::Mark {
            // Marks in sequence may be reordered.
            let is_in_order = self.count > 0 && !self.is_after_mark;
            self.is_after_mark = true;
            self.marks |= 1 << self.count;
            return (!is_in_order || !self.push(unit)).then_some(TermUnit::Unknown);
        }
        self.is_after_mark = false;
        let before = self.count;
        let is_known = match kind {
            CharacterKind::Foreign => return Some(TermUnit::Foreign),
            CharacterKind::OtherStarter => self.add_several(c),
            _ => false,
        };
        if is_known {
            self.settled = before;
        }
        (!is_known).then_some(TermUnit::Unknown)
    }

    /// Adds the units of a character that may have none or several; false if they are unknown.
    #[cold]
    fn add_several(&mut self, c: char) -> bool {
        match self.characters.several(c).as_deref() {
            // Digits may be parsed.
            Some([]) | None => is_separator(c),
            Some(units) => units.iter().all(|unit| self.push(*unit)),
        }
    }

    #[inline]
    fn push(&mut self, unit: u32) -> bool {
        let Some(slot) = self.units.get_mut(self.count) else { return false };
        *slot = unit;
        self.count += 1;
        true
    }

    /// Whether foreign characters follow those whose units were requested.
    pub(super) fn has_foreign_rest(&self) -> bool {
        let is_foreign = |c| self.characters.character(c).kind == CharacterKind::Foreign;
        code_points(self.term.part(self.at..)).any(|(_, c)| is_foreign(c))
    }
}

/// The code point at an offset and the offset after it, if it has one or two bytes in UTF-8, or one unit in UTF-16.
#[inline]
fn letter_at<U: CodeUnit>(term: &[U], at: usize) -> Option<(u32, usize)> {
    let first: u32 = (*term.get(at)?).into();
    match U::ENCODING {
        Encoding::Utf8 if first >= 0xE0 => None,
        Encoding::Utf8 if first >= 0x80 => {
            let second: u32 = (*term.get(at + 1)?).into();
            Some(((first & 0x1F) << 6 | second & 0x3F, at + 2))
        }
        _ => Some((first, at + 1)),
    }
}

/// The code point before an offset and its start, if it has one or two bytes in UTF-8, or one unit in UTF-16.
#[inline]
fn letter_before<U: CodeUnit>(term: &[U], end: usize) -> Option<(u32, usize)> {
    let at = end.checked_sub(1)?;
    let last: u32 = (*term.get(at)?).into();
    match U::ENCODING {
        Encoding::Utf8 if last >= 0x80 => {
            let at = at.checked_sub(1)?;
            let first: u32 = (*term.get(at)?).into();
            // A continuation byte here belongs to a sequence of three.
            (first >= 0xC0).then_some(((first & 0x1F) << 6 | last & 0x3F, at))
        }
        _ => Some((last, at)),
    }
}
