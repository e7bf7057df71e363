//! The order of sort keys by their first eight bytes as a number, so that most comparisons read nothing else.

use std::cmp::Ordering;

/// The first eight bytes of a key as a big-endian number, padded with zeros, so that unequal prefixes compare like the
/// keys. The prefixes of different keys may be equal, as a key may contain zero bytes.
#[inline]
pub fn key_prefix(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => key.iter().enumerate().fold(0, |prefix, (at, byte)| prefix | u64::from(*byte) << (56 - 8 * at)),
    }
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
}
