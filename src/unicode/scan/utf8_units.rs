//! Decoding of a block of UTF-8 to UTF-16 units.
//!
//! ```text
//! bytes    E3 82 AB 61 C3 A9      each as if a code point of up to three bytes started there
//! units  30AB  …  … 61 E9  …      in lanes, without a branch on the length
//!        30AB 61 E9               the units at continuation bytes are removed by shuffles
//! ```

use super::block::BLOCK;
#[cfg(any(target_arch = "x86_64", neon))]
use super::{block::WINDOW, compress, vectors::Vectors};
#[cfg(any(target_arch = "x86_64", neon))]
use crate::unicode::text::CodeUnit;

/// The units of a block, and those that [`super::compress_store`] writes after it.
pub type DecodedUnits = [u16; BLOCK + 16];

/// See `super::decode_utf8`.
#[cfg(any(target_arch = "x86_64", neon))]
#[inline(always)]
pub(super) fn decode_utf8<V: Vectors, U: CodeUnit>(
    v: V,
    window: &[U; WINDOW],
    continuations: u64,
    units: &mut DecodedUnits,
) -> bool {
    let is_well_formed = decode_each_byte(window, units);
    compress::compress_store(v, units, BLOCK, continuations);
    is_well_formed
}

/// Decodes at each byte of the block; returns whether the code points are well-formed if the bytes have the form of
/// code points of up to three bytes.
///
/// The loop has no branch and no early exit, so that the compiler makes vector instructions of it.
#[cfg(any(target_arch = "x86_64", neon))]
#[inline(always)]
fn decode_each_byte<U: CodeUnit>(window: &[U; WINDOW], units: &mut DecodedUnits) -> bool {
    let mut ill_formed = 0;
    for (unit, bytes) in units.iter_mut().take(BLOCK).zip(window.windows(3)) {
        let &[first, second, third] = bytes else { break };
        let (first, second, third) = (u16_of(first), u16_of(second), u16_of(third));
        let two = first << 6 & 0x7C0 | second & 0x3F;
        let three = first << 12 | (second & 0x3F) << 6 | third & 0x3F;
        *unit = if first < 0x80 {
            first
        } else if first < 0xE0 {
            two
        } else {
            three
        };
        // Unicode Standard, table 3-7: overlong forms and surrogates.
        let is_overlong = (first.wrapping_sub(0xC0) < 2) | (first == 0xE0) & (second < 0xA0);
        ill_formed |= u16::from(is_overlong | (first == 0xED) & (second >= 0xA0));
    }
    ill_formed == 0
}

#[cfg(any(target_arch = "x86_64", neon))]
#[inline(always)]
fn u16_of<U: CodeUnit>(unit: U) -> u16 {
    Into::<u32>::into(unit) as u16
}
