//! A fast hash function: one multiplication for each value, as in rustc's `FxHasher`. For tables whose keys are bounded
//! in number, so that collisions cost little.

use std::hash::Hasher;

/// 2^64 divided by the golden ratio.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Adds a value to a hash.
#[inline(always)]
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(FACTOR)
}

/// Both halves of the product of two values, folded: for hashes of which any bits are used.
#[inline(always)]
pub(crate) fn fold_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Completes a hash for tables that use its low and its high bits: the low bits of a product depend on the low bits of
/// its factors only.
#[inline(always)]
pub(crate) fn fold(hash: u64) -> u64 {
    hash ^ hash >> 32
}

/// The hasher of [`mix`] and [`fold`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        fold(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (parts, rest) = bytes.as_chunks();
        let rest = rest.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
        self.0 = parts.iter().map(|&part| u64::from_le_bytes(part)).chain([rest]).fold(self.0, mix);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0, value);
    }
}
