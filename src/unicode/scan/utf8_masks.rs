//! The kinds of bytes in a block of UTF-8.

use super::block::{BLOCK, WINDOW};
use super::mask::runs_scalar;
use super::{baseline, scalar};
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
    /// A lead byte of n bytes begins with n ones, so mask n is the AND of the top n bits of each byte.
    #[inline(always)]
    pub fn new<U: CodeUnit>(block: &[U; BLOCK]) -> Utf8Masks {
        if U::ENCODING == Encoding::Utf16 {
            return Utf8Masks::default();
        }
        Utf8Masks::of_top_bits(if runs_scalar() { scalar::top_bits(block) } else { baseline::top_bits(block) })
    }

    /// Scalar variant of [`Utf8Masks::new`].
    #[cfg(test)]
    pub(super) fn scalar<U: CodeUnit>(block: &[U; BLOCK]) -> Utf8Masks {
        Utf8Masks::of_top_bits(scalar::top_bits(block))
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

    /// Whether each lead byte has its number of continuation bytes, in the window that starts with the block, and there
    /// are no other continuation bytes. If so, returns the number of bytes after the block of its last code point.
    #[inline(always)]
    pub fn bytes_after<U: CodeUnit>(self, window: &[U; WINDOW]) -> Option<usize> {
        let Utf8Masks { leads, three, four, .. } = self;
        // The continuation bytes that must follow the block, one bit each, the first one lowest.
        let after = leads >> 63 | three >> 62 | four >> 61;
        let follows = |at: usize| window.get(BLOCK + at).is_some_and(|&unit| unit.into() & 0xC0 == 0x80);
        let is_complete = (0..3).all(|at| after >> at & 1 == 0 || follows(at));
        (self.continuations() == leads << 1 | three << 2 | four << 3 && is_complete)
            .then_some(after.count_ones() as usize)
    }
}
