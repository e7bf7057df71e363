//! The units of a term in the form of lenient comparison, for the prefilter: folded code points or primary weights, by
//! one table lookup for most letters, decoded one by one, since most terms are rejected after a few.

use std::collections::BTreeMap;

use super::foreign_characters::ForeignCharacters;
use super::index::RuleIndex;
use super::lenient::{Folding, fold_literal, is_separator, is_whole_segment, simple_fold};
use super::literal_trie::{MAX_UNITS, TermUnit};
use crate::unicode::decimal_digit::digit;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, code_points};

/// The end of the range that contains the letters of languages in the Latin, Greek and Cyrillic scripts.
const LETTERS_END: char = '\u{460}';

/// What is known of a character.
pub(super) enum CharacterUnit {
    /// It has exactly this unit.
    Single(u32),
    /// No number has it.
    Foreign,
    /// It may have no unit or several.
    Unknown,
}

/// The units of characters.
#[derive(Debug)]
pub(super) struct CharacterUnits {
    /// The unit, plus 1, of each letter below [`LETTERS_END`] that has exactly one; 0 for others.
    letters: Vec<u32>,
    /// The units of other characters of the rules.
    others: BTreeMap<char, Vec<u32>>,
    foreign: ForeignCharacters,
    /// Whether comparison is by case folding, under which ideographs, kana and syllables are their own units.
    is_case_folded: bool,
}

impl CharacterUnits {
    /// The units of letters, punctuation, and the characters of the rules in both cases, in the form of `folding`.
    /// `case_folding` is that of the locale.
    pub(super) fn new(
        index: &RuleIndex,
        folding: &Folding,
        case_folding: &Folding,
        foreign: ForeignCharacters,
    ) -> CharacterUnits {
        let of_rules = index.literals.iter().flat_map(|literal| literal.text.chars());
        let of_rules = of_rules.flat_map(|c| std::iter::once(c).chain(c.to_lowercase()).chain(c.to_uppercase()));
        let characters = ('!'..LETTERS_END).chain('\u{2018}'..='\u{201F}').chain(of_rules);
        let units_of = |c: char| fold_literal(c.encode_utf8(&mut [0; 4]), folding);
        let mut units = BTreeMap::new();
        for c in characters.filter(|c| is_whole_segment(*c) && !is_separator(*c) && digit(*c).is_none()) {
            let folded = char::from_u32(simple_fold(c, case_folding)).unwrap_or(c);
            // A letter whose weights differ from those of its other case can't be classified.
            if !units.contains_key(&c) && units_of(c) == units_of(folded) {
                units.insert(c, units_of(c));
            }
        }
        let letter = |c: char| match units.get(&c).map(Vec::as_slice) {
            Some([unit]) => unit.checked_add(1).unwrap_or(0),
            _ => 0,
        };
        CharacterUnits {
            letters: ('\0'..LETTERS_END).map(letter).collect(),
            others: units,
            foreign,
            is_case_folded: !matches!(folding, Folding::Primary(_)),
        }
    }

    /// The unit, plus 1, of each letter by code point; 0 for a letter that does not have exactly one.
    pub(super) fn letters(&self) -> &[u32] {
        &self.letters
    }

    /// The unit of a character.
    #[inline]
    pub(super) fn single(&self, c: char) -> CharacterUnit {
        let code = u32::from(c);
        match self.letters.get(code as usize).copied().and_then(|unit| unit.checked_sub(1)) {
            Some(unit) => CharacterUnit::Single(unit),
            None if self.is_case_folded
                && matches!(code, 0x3041..=0x3096 | 0x30A1..=0x30FA | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3) =>
            {
                CharacterUnit::Single(code)
            }
            None if self.foreign.contains(c) => CharacterUnit::Foreign,
            None => match self.others.get(&c).map(Vec::as_slice) {
                Some([unit]) => CharacterUnit::Single(*unit),
                _ => CharacterUnit::Unknown,
            },
        }
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
    /// The number of units that no later character changes: all but those of the last character, as marks may compose
    /// with it.
    settled: usize,
    has_unknown: bool,
    has_foreign: bool,
}

impl<'a, U: CodeUnit> TermUnits<'a, U> {
    pub(super) fn new(characters: &'a CharacterUnits, term: &'a [U]) -> TermUnits<'a, U> {
        TermUnits {
            characters,
            term,
            at: 0,
            units: [0; MAX_UNITS],
            count: 0,
            settled: 0,
            has_unknown: false,
            has_foreign: false,
        }
    }

    /// The unit with an index.
    #[inline]
    pub(super) fn get(&mut self, at: usize) -> TermUnit {
        while at >= self.settled {
            if self.has_foreign {
                return TermUnit::Foreign;
            }
            if self.has_unknown {
                return TermUnit::Unknown;
            }
            let Some((c, length)) = U::decode(self.term, self.at) else {
                if at >= self.count {
                    return TermUnit::End;
                }
                self.settled = self.count;
                break;
            };
            self.at += length;
            let before = self.count;
            if self.add(c) {
                self.settled = before;
            } else {
                self.has_unknown = true;
            }
        }
        self.units.get(at).map_or(TermUnit::Unknown, |unit| TermUnit::Known(*unit))
    }

    /// Adds the units of a character; false if they are unknown.
    #[inline]
    fn add(&mut self, c: char) -> bool {
        match self.characters.single(c) {
            CharacterUnit::Single(unit) => self.push(unit),
            CharacterUnit::Foreign => {
                self.has_foreign = true;
                false
            }
            CharacterUnit::Unknown => self.add_several(c),
        }
    }

    /// Whether foreign characters follow those whose units were requested.
    pub(super) fn has_foreign_rest(&self) -> bool {
        code_points(self.term.part(self.at..)).any(|(_, c)| self.characters.foreign.contains(c))
    }

    /// Adds the units of a character that may have none or several; false if they are unknown.
    #[cold]
    fn add_several(&mut self, c: char) -> bool {
        match self.characters.others.get(&c).map(Vec::as_slice) {
            // Marks may compose, and digits may be parsed.
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
}

/// The code point at an offset and the offset after it, if it has one or two bytes in UTF-8, or one unit in UTF-16.
#[inline]
pub(super) fn letter_at<U: CodeUnit>(term: &[U], at: usize) -> Option<(u32, usize)> {
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
pub(super) fn letter_before<U: CodeUnit>(term: &[U], end: usize) -> Option<(u32, usize)> {
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
