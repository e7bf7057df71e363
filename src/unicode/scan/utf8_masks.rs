//! The kinds of bytes in a block of UTF-8.

use super::block::BLOCK;
#[cfg(target_arch = "x86_64")]
use super::mask::runs_scalar;
#[cfg(target_arch = "x86_64")]
use super::sse2;
use crate::unicode::text::{CodeUnit, Encoding};

/// A bit for each byte of a block. All masks are empty for UTF-16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf8Masks {
    /// Bytes above ASCII.
    pub non_ascii: u64,
    /// Lead bytes of two bytes and more.
    pub leads: u64,
    /// Lead bytes of three bytes and more.
    pub three: u64,
    /// Lead bytes of four bytes.
    pub four: u64,
}

impl Utf8Masks {
    /// The masks of a block.
    ///
    /// A lead byte of n bytes begins with n ones, so the masks are the top bits of the bytes, shifted by 0 to 3, and all before.
    #[inline(always)]
    pub fn new<U: CodeUnit>(block: &[U; BLOCK]) -> Utf8Masks {
        if U::ENCODING == Encoding::Utf16 {
            return Utf8Masks::default();
        }
        #[cfg(target_arch = "x86_64")]
        if !runs_scalar() {
            return Utf8Masks::of_top_bits(sse2::top_bits(block));
        }
        Utf8Masks::scalar(block)
    }

    /// [`Utf8Masks::new`] by eight bytes at a time.
    pub(super) fn scalar<U: CodeUnit>(block: &[U; BLOCK]) -> Utf8Masks {
        const TOP: u64 = 0x8080_8080_8080_8080;
        // Moves the top bits of eight bytes next to each other.
        const GATHER: u64 = 0x0002_0408_1020_4081;
        let mut bits = [0; 4];
        for (part, bytes) in block.as_chunks::<8>().0.iter().enumerate() {
            let number = bytes.iter().rev().fold(0_u64, |number, unit| number << 8 | u64::from((*unit).into() & 0xFF));
            for (shift, bits) in bits.iter_mut().enumerate() {
                *bits |= (((number << shift) & TOP).wrapping_mul(GATHER) >> 56) << (8 * part);
            }
        }
        Utf8Masks::of_top_bits(bits)
    }

    /// From the four top bits of each byte, the highest ones first.
    #[inline(always)]
    fn of_top_bits([first, second, third, fourth]: [u64; 4]) -> Utf8Masks {
        let leads = first & second;
        let three = leads & third;
        Utf8Masks { non_ascii: first, leads, three, four: three & fourth }
    }

    /// Continuation bytes.
    #[inline(always)]
    pub fn continuations(self) -> u64 {
        self.non_ascii & !self.leads
    }
}
