//! A cache of recent parses, kept from one text to the next: whole texts, and parts of texts that rule sets parsed as a
//! whole.
//!
//! Numbers in words consist of few distinct parts, which recur: the groups of three digits, and small numbers alone.
//! The result of a rule set for a part as a whole depends only on the bytes of the part, the upper bound and the
//! special rules already tried ([`CacheKey`]); it is cached as a lazy DFA caches its states. The table is
//! direct-mapped: the hash of key and bytes is the index of the entry, and a new entry replaces the old one. Parts and
//! whole texts are in tables of their own: texts are longer.
//!
//! ```text
//! get(key, bytes):  entry = entries[hash(key, bytes)];  hit if entry.key = key and entry.bytes = bytes
//! put(key, bytes):  entries[hash(key, bytes)] = …;  twice as many entries after as many replacements as entries
//! ```
//!
//! An entry stores the work of the parse (rules tried, depth), so that limits do not depend on the contents of the
//! cache.

use crate::unicode::multiply_hash::{FACTOR, fold_multiply};
use crate::unicode::part::SlicePart;

/// The maximum length of a cached part, in bytes.
pub(super) const MAX_PART: usize = 61;

/// The maximum length of a cached text, in bytes: enough for numbers of ten digits in Cyrillic letters.
pub(super) const MAX_TEXT: usize = 253;

/// The maximum number of rules tried for a cached part.
pub(super) const MAX_TRIES: usize = 200;

/// The number of entries of a new table.
const INITIAL_ENTRIES: usize = 128;

/// The part of the key besides the bytes. The default is the key of an empty entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CacheKey {
    /// The id of the format; 0 for none.
    pub(super) format: u64,
    /// For a part, the bits of the upper bound; for whole texts the id of the prefilter, which chooses rule sets, or 0
    /// for all public ones.
    pub(super) bound_or_prefilter: u64,
    /// The rule set; [`WHOLE_TEXT`] for several ones.
    pub(super) set: u32,
    /// The special rules already tried, a bit for each.
    pub(super) tried_specials: u8,
    pub(super) lenient: bool,
}

/// The key for whole texts.
pub(super) const WHOLE_TEXT: u32 = u32::MAX;

/// A cached result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CachedResult {
    /// The number.
    pub(super) value: f64,
    /// The number of bytes parsed; 0 if there is no number.
    pub(super) length: u8,
    /// The number of rules tried.
    pub(super) tries: u8,
    /// The maximum depth of nested rule set calls.
    pub(super) depth: u8,
}

#[derive(Clone, Copy, Debug)]
struct CacheEntry<const N: usize> {
    key: CacheKey,
    result: CachedResult,
    /// The number of bytes.
    length: u8,
    bytes: [u8; N],
}

/// A cache of recent parses of at most N bytes, which is less than 256.
#[derive(Debug, Default)]
pub(super) struct ReadCache<const N: usize> {
    entries: Vec<CacheEntry<N>>,
    replaced: usize,
}

/// The hash of a key and bytes: returned by [`ReadCache::get`], for [`ReadCache::put`].
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryHash(u64);

impl<const N: usize> ReadCache<N> {
    /// The maximum number of entries: 2,048 parts or 512 texts, a power of two.
    const MAX_ENTRIES: usize = 1 << ((1usize << 17) / N).ilog2();

    /// The cached result for the bytes, at most N, and the hash for a new result.
    #[inline]
    pub(super) fn get(&self, key: &CacheKey, bytes: &[u8]) -> (EntryHash, Option<CachedResult>) {
        let hash = hash(key, bytes);
        let entry = self.entries.get(self.index(hash));
        let is_same = |entry: &&CacheEntry<N>| {
            entry.key == *key && entry.bytes.get(..usize::from(entry.length)).is_some_and(|stored| stored == bytes)
        };
        (EntryHash(hash), entry.filter(is_same).map(|entry| entry.result))
    }

    /// Stores a result.
    pub(super) fn put(&mut self, hash: EntryHash, key: &CacheKey, bytes: &[u8], result: CachedResult) {
        if self.entries.is_empty() {
            self.grow(INITIAL_ENTRIES);
        } else if self.replaced >= self.entries.len() && self.entries.len() < Self::MAX_ENTRIES {
            self.grow(2 * self.entries.len());
        }
        let mut entry = CacheEntry { key: *key, result, length: bytes.len() as u8, bytes: [0; N] };
        let Some(stored) = entry.bytes.get_mut(..bytes.len()) else { return };
        stored.copy_from_slice(bytes);
        let index = self.index(hash.0);
        if let Some(old) = self.entries.get_mut(index) {
            self.replaced += usize::from(old.key.format != 0);
            *old = entry;
        }
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        // The number of entries is a power of two; with no entries the index is unused.
        hash as usize & self.entries.len().wrapping_sub(1)
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        let empty = CacheEntry { key: CacheKey::default(), result: CachedResult::default(), length: 0, bytes: [0; N] };
        let old = std::mem::replace(&mut self.entries, vec![empty; size]);
        self.replaced = 0;
        for entry in old.into_iter().filter(|entry| entry.key.format != 0) {
            let bytes = entry.bytes.part(..usize::from(entry.length));
            let index = self.index(hash(&entry.key, bytes));
            self.entries.get_mut(index).into_iter().for_each(|slot| *slot = entry);
        }
    }
}

/// Multiply-and-fold hash of eight bytes at a time; the last eight may overlap the preceding ones.
#[inline]
fn hash(key: &CacheKey, bytes: &[u8]) -> u64 {
    let add = |hash: u64, word: u64| fold_multiply(hash ^ word, FACTOR);
    let mode = u64::from(key.set) | u64::from(key.tried_specials) << 32 | u64::from(key.lenient) << 40;
    let start = key.format.rotate_left(48) ^ mode ^ (bytes.len() as u64) << 56;
    let mut hash = add(start, key.bound_or_prefilter);
    match bytes.last_chunk::<8>() {
        Some(last) => {
            for word in bytes.chunks_exact(8) {
                hash = word.first_chunk::<8>().map_or(hash, |word| add(hash, u64::from_le_bytes(*word)));
            }
            hash = add(hash, u64::from_le_bytes(*last));
        }
        None => hash = add(hash, bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))),
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = ReadCache::<MAX_PART>::MAX_ENTRIES;

    #[test]
    fn entries_are_found_until_they_are_replaced() {
        let mut cache = ReadCache::<MAX_PART>::default();
        let key = |set| CacheKey { format: 1, set, ..CacheKey::default() };
        let texts: Vec<String> = (0..3 * MAX).map(|number| format!("the number {number} as text")).collect();
        for (number, text) in texts.iter().enumerate() {
            let (slot, known) = cache.get(&key(0), text.as_bytes());
            assert_eq!(known, None);
            let known = CachedResult { value: number as f64, length: text.len() as u8, ..CachedResult::default() };
            cache.put(slot, &key(0), text.as_bytes(), known);
            assert_eq!(cache.get(&key(0), text.as_bytes()).1, Some(known));
            assert_eq!(cache.get(&key(1), text.as_bytes()).1, None);
            assert_eq!(cache.get(&key(0), text.as_bytes().split_first().unwrap().1).1, None);
        }
        assert_eq!((cache.entries.len(), ReadCache::<MAX_TEXT>::MAX_ENTRIES), (MAX, 512));
        let found = texts.iter().filter(|text| cache.get(&key(0), text.as_bytes()).1.is_some()).count();
        assert!(found > MAX / 2 && found <= MAX, "{found}");
    }
}
