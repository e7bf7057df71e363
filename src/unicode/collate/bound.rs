//! Ranges of keys: bounds of a key, the range for a prefix.

use super::ce::LEVEL_SEPARATOR;
use super::collator::{Collator, CollatorScratch};
use super::options::{Settings, Strength};
use crate::unicode::text::CodeUnit;

/// A bound of the keys that agree with a key on its first levels (ICU: `UColBoundMode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Not greater than any of these keys (`UCOL_BOUND_LOWER`).
    Lower,
    /// Greater than all keys of texts that are equal on these levels (`UCOL_BOUND_UPPER`).
    Upper,
    /// Greater than all keys of texts with a prefix that is equal on these levels (`UCOL_BOUND_UPPER_LONG`).
    UpperLong,
}

/// A bound of the keys that agree with `key` on its first `levels` levels, 1 or more (ICU: `ucol_getBound`).
pub fn bound(key: &[u8], bound: Bound, levels: usize) -> Vec<u8> {
    let mut separators = key.iter().enumerate().filter(|(_, byte)| **byte == LEVEL_SEPARATOR).map(|(at, _)| at);
    let end = separators.nth(levels.max(1) - 1).unwrap_or(key.len());
    let mut out = key.get(..end).unwrap_or(key).to_vec();
    match bound {
        Bound::Lower => {}
        Bound::Upper => out.push(2),
        Bound::UpperLong => out.extend([0xFF, 0xFF]),
    }
    out
}

/// A range of keys, from `start` to `end`, exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The lower end, inclusive.
    pub start: Vec<u8>,
    /// The upper end, exclusive; never empty.
    pub end: Vec<u8>,
}

impl KeyRange {
    /// Whether a key is in the range.
    pub fn contains(&self, key: &[u8]) -> bool {
        *self.start <= *key && *key < *self.end
    }
}

/// The number of bytes FF that represent a bound above every key: U+FFFF has the primary weight FF FF (UTS #35 part 5),
/// so only texts with a run of 32 of this noncharacter have greater keys.
const GREATEST: usize = 64;

/// The least key that is greater than all keys with this prefix. If the prefix is empty or only bytes FF, no such key
/// exists: the result then has `GREATEST` more bytes FF, a bound that a store can compare with.
pub fn key_after(mut start: Vec<u8>) -> Vec<u8> {
    let length = start.len();
    while start.last() == Some(&0xFF) {
        start.pop();
    }
    match start.last_mut() {
        Some(last) => *last += 1,
        None => start.resize(length.saturating_add(GREATEST), 0xFF),
    }
    start
}

impl Collator {
    /// The range of the keys of all texts that start with `text`, at a strength.
    ///
    /// At primary strength it contains exactly the keys of texts whose primary weights start with those of `text`. Keys
    /// are ordered by all primary weights first, so a prefix on weaker levels does not form a range: at a stronger
    /// strength this is the smallest range that contains all matches, and it starts at the key of `text`.
    pub fn prefix_range<U: CodeUnit>(&self, text: &[U], strength: Strength, scratch: &mut CollatorScratch) -> KeyRange {
        let mut key = Vec::new();
        let of_strength = |strength| {
            let mut collator = self.clone();
            collator.set_settings(Settings { strength, case_level: false, ..self.settings() });
            collator
        };
        of_strength(Strength::Primary).append_key(text, scratch, &mut key);
        let end = key_after(key.clone());
        let strength = strength.min(self.settings().strength);
        if strength > Strength::Primary {
            let mut collator = self.clone();
            collator.set_settings(Settings { strength, ..self.settings() });
            key.clear();
            collator.append_key(text, scratch, &mut key);
        }
        KeyRange { start: key, end }
    }
}
