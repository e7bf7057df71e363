//! Prefilter for the starts of strings: hashes the four units at each of 64 positions, for lookups in a Bloom filter.

use super::block::{BLOCK, WINDOW};
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::text::CodeUnit;

/// The number of units that are hashed together.
pub const HASHED_UNITS: usize = 4;

/// A prime near 2^32 divided by the golden ratio (multiplicative hashing).
pub(super) const FACTOR: u32 = 0x9E37_79B1;
/// The highest bits of the product are the hash; its top bits are folded into the lowest ones, which small filters use.
pub(super) const SHIFTS: (u32, u32) = (14, 23);

/// The hash of four units. The two bytes of a UTF-16 unit are combined into one.
#[inline(always)]
pub fn hash_units<U: CodeUnit>(units: [U; HASHED_UNITS]) -> u64 {
    let bytes = units.map(|unit| {
        let unit: u32 = unit.into();
        (unit ^ unit >> 8) as u8
    });
    let product = u32::from_le_bytes(bytes).wrapping_mul(FACTOR);
    u64::from(product >> SHIFTS.0 ^ product >> SHIFTS.1)
}

/// Scalar variant of [`super::bloom_mask`].
pub(super) fn one_by_one<U: CodeUnit>(window: &[U; WINDOW], hashes: &BloomFilter) -> u64 {
    let positions = window.array_windows().take(BLOCK);
    positions.fold(0u64, |bits, units| bits >> 1 | hashes.has(hash_units(*units)) << (BLOCK - 1))
}
