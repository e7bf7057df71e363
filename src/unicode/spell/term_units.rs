//! The units of a term for the prefilter (`character_units`), decoded one by one, since most terms are rejected after a
//! few.

use super::character_units::{CharacterKind, CharacterUnits, TermCharacter};
use super::lenient::is_separator;
use super::literal_trie::{MAX_UNITS, TermUnit};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, code_points};

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
