//! Ranges of keys: bounds of a key, the range of "starts with", cut keys.

use super::ce::LEVEL_SEPARATOR;
use super::collator::{Collator, CollatorScratch};
use super::options::{Settings, Strength};
use crate::unicode::text::CodeUnit;

/// Which end of the range of keys that agree with a key on its first levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Not greater than any of them.
    Lower,
    /// Greater than all keys of texts equal on these levels.
    Upper,
    /// Greater than all keys of texts that begin with one equal on these levels.
    UpperLong,
}

/// A bound of the keys that agree with `key` on its first `levels` levels (1 or more).
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

/// The keys from `start` up to `end`, without `end`, which is never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The least key.
    pub start: Vec<u8>,
    /// Greater than all keys of the range.
    pub end: Vec<u8>,
}

impl KeyRange {
    /// Whether a key lies in the range.
    pub fn contains(&self, key: &[u8]) -> bool {
        *self.start <= *key && *key < *self.end
    }
}

/// How many bytes FF stand for "greater than every key": U+FFFF alone has a primary weight of FF FF (UTS #35 part 5), so only
/// texts with a run of 32 of this noncharacter have keys beyond it.
const GREATEST: usize = 64;

/// The least key that is greater than all that begin with these bytes. Where these are FF alone, or none, there is no such
/// key: then `GREATEST` more of them, a bound that a store can compare with.
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
    /// The range of the keys of all texts that start with `text` at a strength.
    ///
    /// At primary strength it holds exactly the keys of texts whose primary weights begin with those of `text`. Keys
    /// are ordered by all primary weights first, so what starts alike on weaker levels too is no range: at a stronger
    /// strength this is the least range that holds all matches, and starts at the key of `text` itself.
    pub fn prefix_range<U: CodeUnit>(&self, text: &[U], strength: Strength, state: &mut CollatorScratch) -> KeyRange {
        let mut key = Vec::new();
        let of_strength = |strength| {
            let mut collator = self.clone();
            collator.set_settings(Settings { strength, case_level: false, ..self.settings() });
            collator
        };
        of_strength(Strength::Primary).append_key(text, state, &mut key);
        let end = key_after(key.clone());
        let strength = strength.min(self.settings().strength);
        if strength > Strength::Primary {
            let mut collator = self.clone();
            collator.set_settings(Settings { strength, ..self.settings() });
            key.clear();
            collator.append_key(text, state, &mut key);
        }
        KeyRange { start: key, end }
    }

    /// Appends the sort key of a text, but at most `limit` bytes of it: keys that were cut keep their order, texts that
    /// differ only in what was cut off become equal.
    pub fn append_key_cut<U: CodeUnit>(
        &self,
        text: &[U],
        limit: usize,
        state: &mut CollatorScratch,
        out: &mut Vec<u8>,
    ) {
        let start = out.len();
        self.append_key(text, state, out);
        out.truncate(start.saturating_add(limit));
    }
}
