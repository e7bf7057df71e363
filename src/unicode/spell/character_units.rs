//! The units of characters in the form of lenient comparison, for the prefilter: folded code points or primary weights,
//! by one table lookup for most characters; and the test of the two ends of a term by them.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::end_tables::{ClassTables, TermEnd};
use super::foreign_characters::ForeignCharacters;
use super::lenient::{is_separator, is_unchanged_by_nfc, starts_segment};
use crate::unicode::decimal_digit::digit;
use crate::unicode::text::{CodeUnit, Encoding};

/// The number of pages of 64 code points: those of the Basic and the Supplementary Multilingual Plane.
const PAGES: usize = 0x2_0000 / 64;

/// The end of the range that contains the letters of languages in the Latin, Greek and Cyrillic scripts.
const LETTERS_END: char = '\u{460}';

/// What a character is in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterKind {
    /// It has one unit, and NFC changes it to nothing that a literal has.
    Letter = 0,
    /// It has one unit, unless a mark that follows composes with it.
    ComposingLetter = 1,
    /// A mark that does not compose, with one unit; NFC may move it over other marks, and literals that end before it
    /// match it.
    Mark = 2,
    /// A term that contains it is not a number.
    Foreign = 4,
    /// It starts a segment of NFC, and may have no unit or several.
    OtherStarter = 8,
    /// It may compose with what is before it.
    Unknown = 16,
}

impl CharacterKind {
    /// A bit for each kind; none for [`CharacterKind::Letter`].
    #[inline]
    fn bit(self) -> u8 {
        self as u8
    }
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

    /// Whether the outermost characters at an end of a term may be those of a number, by their classes. Most words are
    /// decided here; `None` if it takes more: marks in sequence, characters without one unit, four bytes in UTF-8.
    ///
    /// The kinds of the characters are collected as bits and tested at the end: they vary from word to word, and a
    /// misprediction costs as much as the lookups.
    #[inline]
    pub(super) fn may_match<U: CodeUnit>(&self, end: TermEnd, term: &[U]) -> Option<bool> {
        use CharacterKind::{ComposingLetter, Foreign, Mark, OtherStarter, Unknown};
        let (letters, mut classes) = (self.letters(), self.tables.no_classes()?);
        let (mut rest, mut before, mut kinds, mut marks_in_sequence) = (term, Mark.bit(), 0, 0);
        for class in &mut classes {
            if rest.is_empty() {
                break;
            }
            let (code, inner) = split_outermost(rest, end)?;
            let found = self.of_code(letters, code);
            let kind = found.kind.bit();
            // In a text of another script.
            if kinds == 0 && kind == Foreign.bit() {
                return Some(false);
            }
            kinds |= kind;
            marks_in_sequence |= kind & before & Mark.bit();
            (*class, rest, before) = (found.class, inner, kind);
        }
        if kinds & (OtherStarter.bit() | Unknown.bit()) | marks_in_sequence != 0 {
            return None;
        }
        let may_change = if end == TermEnd::First { Mark.bit() | ComposingLetter.bit() } else { Mark.bit() };
        if before & may_change != 0 && !rest.is_empty() {
            let next = self.of_code(letters, split_outermost(rest, end)?.0).kind.bit();
            if next & (Mark.bit() | Foreign.bit() | Unknown.bit()) != 0 {
                return None;
            }
        }
        Some(kinds & Foreign.bit() == 0 && self.tables.may_match(end, classes))
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
        self.of_code(self.letters(), u32::from(c))
    }

    /// Variant of [`CharacterUnits::character`] for a code point; a surrogate is unknown.
    #[inline]
    fn of_code(&self, letters: &[TermCharacter], code: u32) -> TermCharacter {
        if let Some(letter) = letters.get(code as usize) {
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
    pub(super) fn several(&self, c: char) -> Option<Cow<'_, [u32]>> {
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

/// The code point at an end of a term, and the rest of the term; `None` if it takes four bytes in UTF-8. In UTF-16 a
/// surrogate is a code point.
#[inline]
fn split_outermost<U: CodeUnit>(term: &[U], end: TermEnd) -> Option<(u32, &[U])> {
    match end {
        TermEnd::First => split_first(term),
        TermEnd::Last => split_last(term),
    }
}

#[inline]
fn split_first<U: CodeUnit>(term: &[U]) -> Option<(u32, &[U])> {
    let (first, rest) = term.split_first()?;
    let first: u32 = (*first).into();
    match U::ENCODING {
        Encoding::Utf8 if first >= 0x80 => {
            let (second, rest) = rest.split_first()?;
            let second = (*second).into() & 0x3F;
            if first < 0xE0 {
                return Some(((first & 0x1F) << 6 | second, rest));
            }
            let (third, rest) = rest.split_first().filter(|_| first < 0xF0)?;
            Some(((first & 0xF) << 12 | second << 6 | (*third).into() & 0x3F, rest))
        }
        _ => Some((first, rest)),
    }
}

#[inline]
fn split_last<U: CodeUnit>(term: &[U]) -> Option<(u32, &[U])> {
    let (last, rest) = term.split_last()?;
    let last: u32 = (*last).into();
    match U::ENCODING {
        Encoding::Utf8 if last >= 0x80 => {
            let (second, rest) = rest.split_last()?;
            let (second, last): (u32, u32) = ((*second).into(), last & 0x3F);
            if second >= 0xC0 {
                return Some(((second & 0x1F) << 6 | last, rest));
            }
            let (third, rest) = rest.split_last()?;
            let third: u32 = (*third).into();
            matches!(third, 0xE0..0xF0).then_some(((third & 0xF) << 12 | (second & 0x3F) << 6 | last, rest))
        }
        _ => Some((last, rest)),
    }
}
