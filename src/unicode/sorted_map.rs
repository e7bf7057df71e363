//! A map as a vector in the order of its keys, for tables of the data: most of them are in this order, so that entries
//! are appended, without an allocation per few of them.
//!
//! A search in a table that is not in the processor's caches costs a miss per step. The first eight bytes of each key
//! are in a table of their own, which is a fifth as large: the entries themselves, and the texts that they refer to,
//! are read for keys with equal first bytes alone.
//!
//! PERF: to collect a `BTreeMap` takes 5 KB of machine code more per type, since it sorts the entries.

use std::borrow::Borrow;

/// The prefix of a key as a number, whose order is that of the keys; keys with equal prefixes are compared as a whole.
pub(crate) trait KeyPrefix {
    /// The prefix of the key.
    fn prefix(&self) -> u64;
}

/// The first eight bytes as a big-endian number, padded with zeros: unequal numbers compare like the bytes.
#[inline]
pub(crate) fn prefix_of_bytes(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => bytes.iter().enumerate().fold(0, |prefix, (at, byte)| prefix | u64::from(*byte) << (56 - 8 * at)),
    }
}

impl KeyPrefix for str {
    fn prefix(&self) -> u64 {
        prefix_of_bytes(self.as_bytes())
    }
}

impl KeyPrefix for &str {
    fn prefix(&self) -> u64 {
        str::prefix(self)
    }
}

impl KeyPrefix for String {
    fn prefix(&self) -> u64 {
        str::prefix(self)
    }
}

impl<K: KeyPrefix, L> KeyPrefix for (K, L) {
    fn prefix(&self) -> u64 {
        self.0.prefix()
    }
}

impl KeyPrefix for [char] {
    fn prefix(&self) -> u64 {
        let code = |at: usize| self.get(at).map_or(0, |&c| u64::from(u32::from(c)));
        code(0) << 32 | code(1)
    }
}

impl KeyPrefix for Vec<char> {
    fn prefix(&self) -> u64 {
        self.as_slice().prefix()
    }
}

/// A map whose entries are in the order of their keys.
#[derive(Debug)]
pub(crate) struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
    /// The prefix of each key.
    prefixes: Vec<u64>,
}

impl<K: Ord + KeyPrefix, V> SortedMap<K, V> {
    pub(crate) const fn new() -> SortedMap<K, V> {
        SortedMap { entries: Vec::new(), prefixes: Vec::new() }
    }

    /// Adds an entry, or replaces that with an equal key.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let prefix = key.prefix();
        if self.entries.last().is_none_or(|last| last.0 < key) {
            self.entries.push((key, value));
            self.prefixes.push(prefix);
            return;
        }
        match self.entries.binary_search_by(|entry| entry.0.cmp(&key)) {
            Ok(at) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.1 = value;
                }
            }
            Err(at) => {
                self.entries.insert(at, (key, value));
                self.prefixes.insert(at, prefix);
            }
        }
    }

    pub(crate) fn get<Q: Ord + KeyPrefix + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let prefix = key.prefix();
        let from = self.prefixes.partition_point(|other| *other < prefix);
        let rest = self.prefixes.get(from..)?;
        // Few keys have an equal prefix: they are next to each other.
        let count = rest.iter().take_while(|other| **other == prefix).count();
        let entries = self.entries.get(from..from + count)?;
        let at = entries.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        entries.get(at).map(|(_, value)| value)
    }

    /// All entries in order.
    pub(crate) fn entries(&self) -> &[(K, V)] {
        &self.entries
    }
}

impl<K: Ord + KeyPrefix, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SortedMap<K, V> {
        let mut map = SortedMap::new();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_in_order_and_the_last_of_equal_keys_counts() {
        let map: SortedMap<_, _> = [("b", 1), ("d", 2), ("a", 3), ("c", 4), ("d", 5)].into_iter().collect();
        assert_eq!(map.entries(), [("a", 3), ("b", 1), ("c", 4), ("d", 5)]);
        assert_eq!((map.get(&"c"), map.get(&"e")), (Some(&4), None));
        let long: SortedMap<_, _> =
            ["abcdefghi", "abcdefgh", "abcdefgh\0", "", "abcdefgi"].map(|key| (key, key.len())).into_iter().collect();
        for (key, value) in long.entries() {
            assert_eq!(long.get(key), Some(value));
        }
        assert_eq!((long.get("abcdefg"), long.get("abcdefgh\u{1}")), (None, None));
        let chars: SortedMap<Vec<char>, _> =
            ["😀a", "", "a", "a\0", "ab", "abc", "abd"].map(|key| (key.chars().collect(), key)).into_iter().collect();
        assert!(chars.entries().iter().all(|(key, value)| chars.get(key.as_slice()) == Some(value)));
        assert_eq!(chars.get(['a', 'b', 'e'].as_slice()), None);
    }
}
