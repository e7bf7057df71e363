//! The order of sort keys, compared eight bytes at a time as numbers.
//!
//! [`sort_keys`] is a multikey quicksort with eight bytes as a symbol, cached in the entries, so that few comparisons
//! read a key:
//!
//! ```text
//! sort(entries, depth):
//!     sort by the cached bytes
//!     for each run of entries with equal bytes:
//!         if it is short, or the bytes may be the last ones: sort by the keys themselves, from depth on
//!         else: cache the next eight bytes of each key; sort(run, depth + 8)
//! ```

use crate::unicode::sorted_map::prefix_of_bytes;
use std::cmp::Ordering;

/// Runs of at most this many entries are sorted by the keys themselves.
const SHORT_RUN: usize = 8;

/// Bytes from this offset on are not cached, so that recursion is bounded.
const MAX_DEPTH: usize = 128;

/// A key to sort.
#[derive(Clone, Copy, Debug)]
pub struct KeyEntry {
    /// The index of the key; of equal keys, the one with the lower index comes first.
    pub index: usize,
    /// Eight bytes of the key.
    cached: u64,
}

impl KeyEntry {
    /// The entry of a key.
    #[inline]
    pub fn new(index: usize, key: &[u8]) -> KeyEntry {
        KeyEntry { index, cached: key_prefix(key) }
    }
}

/// Sorts new entries by the keys that `key` returns for their indices, which are distinct. Allocates nothing.
pub fn sort_keys<'k>(entries: &mut [KeyEntry], key: impl Fn(usize) -> &'k [u8]) {
    sort_from(entries, 0, &|entry, depth| key(entry.index).get(depth..).unwrap_or(&[]));
}

/// Sorts entries whose keys are equal before `depth`, and which cache the bytes from there on. `rest` returns the key
/// of an entry from a depth on.
fn sort_from<'k>(entries: &mut [KeyEntry], depth: usize, rest: &impl Fn(&KeyEntry, usize) -> &'k [u8]) {
    entries.sort_unstable_by_key(|entry| entry.cached);
    for run in entries.chunk_by_mut(|left, right| left.cached == right.cached) {
        let [first, _, ..] = run else { continue };
        // A key that ends is padded with zeros.
        let may_end = first.cached & 0xFF == 0;
        if may_end || run.len() <= SHORT_RUN || depth >= MAX_DEPTH {
            // No two entries compare equal, so an unstable sort, which allocates nothing, gives a stable order.
            run.sort_unstable_by(|left, right| {
                rest(left, depth).cmp(rest(right, depth)).then_with(|| left.index.cmp(&right.index))
            });
            continue;
        }
        let depth = depth + size_of::<u64>();
        run.iter_mut().for_each(|entry| entry.cached = key_prefix(rest(entry, depth)));
        sort_from(run, depth, rest);
    }
}

/// The first eight bytes of a key as a big-endian number, padded with zeros, so that unequal prefixes compare like the
/// keys. Different keys may have equal prefixes.
#[inline]
pub fn key_prefix(key: &[u8]) -> u64 {
    prefix_of_bytes(key)
}

/// Compares two keys by their prefixes; `keys` returns both keys and is called if the prefixes are equal.
#[inline]
pub fn compare_keys<'k>(left: u64, right: u64, keys: impl FnOnce() -> (&'k [u8], &'k [u8])) -> Ordering {
    left.cmp(&right).then_with(|| {
        let (left, right) = keys();
        left.cmp(right)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn prefixes_order_as_keys_do() {
        let keys: [&[u8]; 10] = [
            b"",
            b"\x00",
            b"\x00\x00",
            b"\x01",
            b"\x01\x01",
            b"abcdefg",
            b"abcdefg\x01",
            b"abcdefgh",
            b"abcdefghi",
            b"\xFF",
        ];
        for (left, right) in keys.iter().flat_map(|left| keys.iter().map(move |right| (*left, *right))) {
            assert_eq!(compare_keys(key_prefix(left), key_prefix(right), || (left, right)), left.cmp(right));
        }
    }

    /// Keys that share prefixes of many lengths, end after each of them, and contain zeros.
    fn keys() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let parts =
            prop_oneof![Just(vec![1; 8]), Just(vec![0]), Just(vec![7; 60]), prop::collection::vec(0..3_u8, 0..9)];
        let key = prop::collection::vec(parts, 0..5).prop_map(|parts| parts.concat());
        prop::collection::vec(key, 0..200)
    }

    proptest! {
        #[test]
        fn sorting_is_a_stable_sort_of_the_keys(keys in keys()) {
            let mut entries: Vec<KeyEntry> = keys.iter().enumerate().map(|(at, key)| KeyEntry::new(at, key)).collect();
            sort_keys(&mut entries, |index| &keys[index]);
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|&index| &keys[index]);
            prop_assert_eq!(entries.iter().map(|entry| entry.index).collect::<Vec<_>>(), expected);
        }
    }
}
