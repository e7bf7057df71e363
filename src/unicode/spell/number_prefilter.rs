//! A prefilter that rejects nearly all words of running text as numbers in words.
//!
//! A term that is parsed as a whole is a sequence of literals of the rules. So its first three characters begin like a
//! literal, or like short literals that follow each other (`end_tables`), its last three end like one, and all of it
//! consists of literals (`literal_trie`), without characters of other scripts (`foreign_characters`). The tests are in
//! the order of their cost; a term that fails one is not a number, the converse need not hold.
//!
//! ```text
//! may_be_words(term):  the first three ASCII letters are in ascii_first,
//!                          or the classes of three characters in ClassTables   (`CharacterUnits::may_match`)
//!                          or those of characters that may change, or their units in first  (`may_match`)
//!                      and the last three are in the tables of the ends, likewise
//!                      and the trie spells the term, which has no foreign character
//! ```

use crate::unicode::part::SlicePart;
use std::sync::atomic::{AtomicU64, Ordering};

use super::RuleBasedNumberFormat;
use super::character_units::{CharacterKind, CharacterUnits, TermCharacter};
use super::end_literals::EndLiterals;
use super::end_tables::{ClassTables, EndKeys, LENGTH, TermEnd, ascii_triples, has_bit};
use super::foreign_characters::ForeignCharacters;
use super::index::ReadOrder;
use super::lenient::{Folding, fold_literal};
use super::literal_trie::LiteralTrie;
use super::term_units::TermUnits;
use crate::unicode::text::{CodeUnit, Encoding};

/// The number of filters that were created.
static FILTERS: AtomicU64 = AtomicU64::new(0);

/// The prefilter for terms that some rule sets of a format parse as a whole.
#[derive(Debug)]
pub struct NumberPrefilter {
    /// The id of the filter, from 1 on, which is unique in the process.
    id: u64,
    read_order: ReadOrder,
    /// A bit for each triple of ASCII letters, with five bits per letter.
    ascii_first: Vec<u64>,
    ascii_last: Vec<u64>,
    first: EndKeys,
    last: EndKeys,
    units: CharacterUnits,
    /// `None` if texts that do not consist of literals may be numbers.
    literals: Option<LiteralTrie>,
    /// Whether the tables of ASCII letters, which have one entry for both cases, may be used: not if `I` and `i` are
    /// different letters (Turkish, Azerbaijani).
    ignores_ascii_case: bool,
}

impl NumberPrefilter {
    /// Creates the filter of the public rule sets of a format whose names `accepts` returns true for.
    pub(super) fn new(format: &RuleBasedNumberFormat, accepts: impl Fn(&str) -> bool) -> NumberPrefilter {
        let index = format.index();
        let is_accepted = |set: &usize| format.rules.sets.get(*set).is_some_and(|set| accepts(&set.name));
        let accepted = index.read_order.all.iter().copied().filter(is_accepted).collect();
        let read_order = ReadOrder::new(accepted, &index.sets);
        let rule_sets = &read_order.distinct;
        let folding = format.lenient_folding();
        let collected = EndLiterals { index, folding: &folding };
        let (mut first, mut last) = (collected.first(rule_sets), collected.last(rule_sets));
        let ignores_case = index.folded(format).ignores_case;
        if !ignores_case {
            (first.matches_all, last.matches_all) = (true, true);
        }
        let literals = ignores_case.then(|| collected.all(rule_sets));
        let collator = format.lenient_collator().cloned();
        let foreign = ForeignCharacters::new(literals.as_deref(), collator, format.case_folding());
        let units = CharacterUnits::new(foreign, ClassTables::new(&first, &last));
        let ascii: Vec<Vec<u32>> =
            ('a'..='z').map(|letter| fold_literal(letter.encode_utf8(&mut [0; 4]), &folding)).collect();
        NumberPrefilter {
            id: FILTERS.fetch_add(1, Ordering::Relaxed) + 1,
            read_order,
            ascii_first: ascii_triples(&first, &ascii, TermEnd::First),
            ascii_last: ascii_triples(&last, &ascii, TermEnd::Last),
            first,
            last,
            units,
            literals: literals.and_then(LiteralTrie::new),
            ignores_ascii_case: !matches!(format.case_folding(), Folding::Case { turkic: true }),
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn read_order(&self) -> &ReadOrder {
        &self.read_order
    }

    /// Whether the term may be a number in words; false is definite.
    #[inline]
    pub fn may_be_words<U: CodeUnit>(&self, term: &[U]) -> bool {
        if let (Some(first), Some(last)) = (term.first_chunk::<LENGTH>(), term.last_chunk::<LENGTH>()) {
            let letter = |unit: U| (unit.into() | 0x20).wrapping_sub(u32::from(b'a'));
            let letters = |[one, two, three]: &[U; LENGTH]| [letter(*one), letter(*two), letter(*three)];
            let triple = |[one, two, three]: [u32; LENGTH]| (one << 10 | two << 5 | three) as usize;
            let (first, last) = (letters(first), letters(last));
            let are_letters =
                |[one, two, three]: &[u32; LENGTH]| *one.max(two).max(three) < 26 && self.ignores_ascii_case;
            let is_ascii = are_letters(&first) && !term.get(LENGTH).is_some_and(|unit| may_compose(*unit));
            let may_begin = if is_ascii { has_bit(&self.ascii_first, triple(first)) } else { self.may_begin(term) };
            return may_begin
                && (if are_letters(&last) { has_bit(&self.ascii_last, triple(last)) } else { self.may_end(term) })
                && self.may_be_literals(term);
        }
        self.may_begin(term) && self.may_end(term) && self.may_be_literals(term)
    }

    /// Whether the whole term consists of literals; also true for unknown characters.
    #[inline(never)]
    fn may_be_literals<U: CodeUnit>(&self, term: &[U]) -> bool {
        let Some(literals) = &self.literals else { return true };
        let mut units = TermUnits::new(&self.units, term);
        // A term without units passes: separators alone may be a literal.
        literals.may_spell(|at| units.get(at)) && !units.has_foreign_rest()
    }

    /// Whether a number may start with the first characters of the term.
    fn may_begin<U: CodeUnit>(&self, term: &[U]) -> bool {
        self.units.may_match(TermEnd::First, term).unwrap_or_else(|| self.may_begin_with_characters(term))
    }

    fn may_begin_with_characters<U: CodeUnit>(&self, term: &[U]) -> bool {
        let mut at = 0;
        self.may_match(TermEnd::First, &mut || {
            let (c, length) = U::decode(term, at)?;
            at += length;
            Some(c)
        })
    }

    /// Whether a number may end with the last characters of the term.
    fn may_end<U: CodeUnit>(&self, term: &[U]) -> bool {
        self.units.may_match(TermEnd::Last, term).unwrap_or_else(|| self.may_end_with_characters(term))
    }

    fn may_end_with_characters<U: CodeUnit>(&self, term: &[U]) -> bool {
        let mut end = term.len();
        self.may_match(TermEnd::Last, &mut || {
            let (c, length) = U::decode_back(term, end)?;
            end -= length;
            Some(c)
        })
    }

    /// Checks that classes of characters decide like their units.
    #[cfg(test)]
    pub(super) fn check_classes<U: CodeUnit>(&self, term: &[U]) {
        let (first, last) = (self.units.may_match(TermEnd::First, term), self.units.may_match(TermEnd::Last, term));
        assert!(first.is_none_or(|first| first == self.may_begin_with_characters(term)), "{:?}", term);
        assert!(last.is_none_or(|last| last == self.may_end_with_characters(term)), "{:?}", term);
    }

    /// Whether the characters from one end of a term on, outermost first, may be those of a number. A character next to
    /// them is read if it may change the last one.
    #[inline(never)]
    fn may_match(&self, end: TermEnd, next: &mut dyn FnMut() -> Option<char>) -> bool {
        let (mut units, mut count) = ([0; LENGTH], 0);
        let mut classes = self.units.tables.no_classes();
        let mut before = CharacterKind::Letter;
        loop {
            let is_certain = match before {
                CharacterKind::Letter => true,
                CharacterKind::ComposingLetter => end == TermEnd::Last,
                _ => false,
            };
            if count == LENGTH && is_certain {
                break;
            }
            let Some(c) = next() else { break };
            let TermCharacter { unit, kind, class } = self.units.character(c);
            match kind {
                CharacterKind::Foreign => return false,
                CharacterKind::Unknown => return true,
                // Marks in sequence may be reordered, and a literal may end before the last mark.
                CharacterKind::Mark if before == CharacterKind::Mark || count == 0 => return true,
                CharacterKind::Mark => {}
                _ if count == LENGTH => break,
                CharacterKind::OtherStarter => return true,
                CharacterKind::Letter | CharacterKind::ComposingLetter => {}
            }
            before = kind;
            if let Some(slot) = classes.as_mut().and_then(|classes| classes.get_mut(count)) {
                *slot = class;
            }
            if let Some(slot) = units.get_mut(count) {
                *slot = unit;
                count += 1;
            }
        }
        let keys = if end == TermEnd::First { &self.first } else { &self.last };
        match classes {
            Some(classes) => self.units.tables.may_match(end, classes),
            None => keys.may_match(units.part(..count)),
        }
    }
}

/// Whether a unit starts a character from U+0300 on, which may compose with the one before it.
#[inline]
fn may_compose<U: CodeUnit>(unit: U) -> bool {
    let first_mark = if U::ENCODING == Encoding::Utf8 { 0xCC } else { 0x300 };
    unit.into() >= first_mark
}
