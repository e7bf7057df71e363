//! Tables of the first and last three units of literals, with which the prefilter tests the two ends of a term.
//!
//! A term that is a number starts with a literal, or with several short ones: a key is the first [`LENGTH`] units of a
//! literal, or all of a shorter one, after which any unit may follow. There are three tables of the keys, from the
//! fastest to the most general: triples of ASCII letters ([`ascii_triples`]), triples of classes of letters
//! ([`ClassTables`]), units ([`EndKeys`]). The keys of the last units are reversed, so that the outermost unit is the
//! first one at both ends.

use std::collections::{BTreeMap, BTreeSet};

/// The number of characters at each end of a term that are tested.
pub(super) const LENGTH: usize = 3;

/// An end of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermEnd {
    First,
    Last,
}

/// Whether a bit of a bit set is 1.
#[inline]
pub(super) fn has_bit(bits: &[u64], position: usize) -> bool {
    bits.get(position >> 6).is_some_and(|word| word >> (position & 63) & 1 == 1)
}

fn set_bit(bits: &mut [u64], position: usize) {
    bits.get_mut(position >> 6).into_iter().for_each(|word| *word |= 1 << (position & 63));
}

/// The units at one end of literals, outermost first; shorter literals as a whole.
#[derive(Debug, Default)]
pub(super) struct EndKeys {
    keys: BTreeSet<Vec<u32>>,
    /// A Bloom filter of the keys with one hash function; empty without keys.
    bits: Vec<u64>,
    /// For each length of a key, from 1 on, whether it occurs.
    lengths: [bool; LENGTH],
    /// Whether every term passes.
    pub(super) matches_all: bool,
}

/// The number of words of the Bloom filter: the hash has 12 bits.
const BLOOM_WORDS: usize = 1 << 6;

/// The bit of a key in the Bloom filter.
#[inline]
fn bloom_bit(units: &[u32]) -> usize {
    let hash = units.iter().fold(0, |hash: u32, unit| (hash ^ unit).wrapping_mul(0x9E37_79B1).rotate_left(13));
    (hash.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

impl EndKeys {
    /// Adds the units of a literal, outermost first. Without units any term may be a number.
    pub(super) fn add(&mut self, units: impl Iterator<Item = u32>) {
        let key: Vec<u32> = units.take(LENGTH).collect();
        self.matches_all |= key.is_empty();
        self.bits.resize(BLOOM_WORDS, 0);
        if let Some(length) = key.len().checked_sub(1).and_then(|at| self.lengths.get_mut(at)) {
            *length = true;
            set_bit(&mut self.bits, bloom_bit(&key));
        }
        self.keys.insert(key);
    }

    /// Whether the units at the end of a term, outermost first, may start with a key.
    pub(super) fn may_match(&self, units: &[u32]) -> bool {
        let has = |key: &[u32]| has_bit(&self.bits, bloom_bit(key));
        self.matches_all
            || (1..=LENGTH).zip(&self.lengths).any(|(length, used)| *used && units.get(..length).is_some_and(has))
    }

    /// A table with a bit for each triple of `count` symbols, outermost first, that may start with a key. `symbols`
    /// returns the symbols that fit a unit of a key; after the end of the key any symbol fits.
    fn triples<I: Iterator<Item = usize>>(
        &self,
        size: usize,
        symbols: impl Fn(Option<u32>) -> I,
        position: impl Fn([usize; LENGTH]) -> usize,
    ) -> Vec<u64> {
        let mut bits = vec![if self.matches_all { u64::MAX } else { 0 }; size.div_ceil(64)];
        for key in &self.keys {
            let fit = |at: usize| symbols(key.get(at).copied());
            for one in fit(0) {
                for two in fit(1) {
                    for three in fit(2) {
                        set_bit(&mut bits, position([one, two, three]));
                    }
                }
            }
        }
        bits
    }
}

/// The triples of ASCII letters, in the order of the text, at one end of the keys: a bit for each triple, with five
/// bits per letter. `units` has the units of the 26 letters.
pub(super) fn ascii_triples(keys: &EndKeys, units: &[Vec<u32>], end: TermEnd) -> Vec<u64> {
    let symbols = |wanted: Option<u32>| {
        let fits = move |letter: &[u32]| wanted.is_none_or(|wanted| letter == [wanted]);
        units.iter().enumerate().filter(move |(_, letter)| fits(letter)).map(|(number, _)| number)
    };
    keys.triples(1 << 15, symbols, |[one, two, three]| match end {
        TermEnd::First => one << 10 | two << 5 | three,
        TermEnd::Last => three << 10 | two << 5 | one,
    })
}

/// Tables of triples over classes of characters: one class per unit that occurs in the keys.
#[derive(Debug, Default)]
pub(super) struct ClassTables {
    /// The classes of the units of keys, from 1 on; other units have class 0.
    classes: BTreeMap<u32, u8>,
    /// The number of classes, including 0 and the end of the term; 0 if there are no tables.
    count: usize,
    /// A bit for each triple of classes, outermost first.
    first: Vec<u64>,
    last: Vec<u64>,
}

/// The maximum number of classes, with which a table has 32 KiB.
const MAX_CLASSES: usize = 64;

impl ClassTables {
    /// Creates the tables; there are none if there are too many units.
    pub(super) fn new(first: &EndKeys, last: &EndKeys) -> ClassTables {
        let units: BTreeSet<u32> = first.keys.iter().chain(&last.keys).flatten().copied().collect();
        let count = units.len() + 2;
        if count > MAX_CLASSES {
            return ClassTables::default();
        }
        let classes: BTreeMap<u32, u8> = units.into_iter().zip(1..).collect();
        let symbols = |wanted: Option<u32>| match wanted {
            Some(unit) => classes.get(&unit).map_or(0..0, |class| usize::from(*class)..usize::from(*class) + 1),
            None => 0..count,
        };
        let table = |keys: &EndKeys| {
            keys.triples(count.pow(3), symbols, |[one, two, three]| (one * count + two) * count + three)
        };
        let (first, last) = (table(first), table(last));
        ClassTables { classes, count, first, last }
    }

    /// The class of a unit.
    pub(super) fn class(&self, unit: u32) -> u8 {
        self.classes.get(&unit).copied().unwrap_or(0)
    }

    /// Classes without a character. `None` if there are no tables.
    #[inline]
    pub(super) fn no_classes(&self) -> Option<[u8; LENGTH]> {
        Some([self.count.checked_sub(1)? as u8; LENGTH])
    }

    /// Whether the classes of the characters at one end of a term, outermost first, may be those of a number; after the
    /// last character of the term they are those of [`ClassTables::no_classes`].
    #[inline]
    pub(super) fn may_match(&self, which: TermEnd, classes: [u8; LENGTH]) -> bool {
        let position = classes.iter().fold(0, |position, class| position * self.count + usize::from(*class));
        has_bit(if which == TermEnd::First { &self.first } else { &self.last }, position)
    }
}
