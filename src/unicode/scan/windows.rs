//! Which of 64 places may start one of many strings: the four units from each place on are hashed, and the hash has a bit or not.

use super::{BLOCK, WINDOW};
use crate::unicode::hash_bits::HashBits;
use crate::unicode::text::CodeUnit;

/// Units that are hashed together.
pub const HASHED: usize = 4;

pub(super) const FACTOR: u32 = 0x9E37_79B1;
/// The product's highest bits are the hash; the highest of all also change the lowest, which small sets look at.
pub(super) const SHIFTS: (u32, u32) = (14, 23);

/// The hash of four units. Of a wide unit both bytes count, as one.
#[inline(always)]
pub fn hash_of<U: CodeUnit>(units: [U; HASHED]) -> u64 {
    let bytes = units.map(|unit| {
        let unit: u32 = unit.into();
        (unit ^ unit >> 8) as u8
    });
    let product = u32::from_le_bytes(bytes).wrapping_mul(FACTOR);
    u64::from(product >> SHIFTS.0 ^ product >> SHIFTS.1)
}

/// See [`super::hashed_places`]: place by place.
pub(super) fn one_by_one<U: CodeUnit>(window: &[U; WINDOW], hashes: &HashBits) -> u64 {
    let places = window.array_windows().take(BLOCK);
    places.fold(0u64, |bits, units| bits >> 1 | hashes.has(hash_of(*units)) << (BLOCK - 1))
}
