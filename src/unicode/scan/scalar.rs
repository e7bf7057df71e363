//! The scalar backend: the reference implementation of the others, and the backend of processors other than x86-64 and
//! AArch64.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::lanes::{Class, Lanes};
use crate::unicode::text::{CodeUnit, Encoding};

/// The mask of a class for a block.
pub(super) fn mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    let bit = |unit: &U| u64::from(C::of(ScalarLane((*unit).into(), U::ENCODING)).0 != 0);
    block.iter().rev().fold(0, |mask, unit| mask << 1 | bit(unit))
}

/// The mask of one unit of ASCII over a block.
pub(super) fn unit_mask<U: CodeUnit>(block: &[U; BLOCK], byte: u8) -> u64 {
    block.iter().rev().fold(0, |mask, unit| mask << 1 | u64::from(*unit == U::from_ascii(byte)))
}

/// The four top bits of the bytes of a block, the highest ones first; eight bytes at a time.
pub(super) fn top_bits<U: CodeUnit>(block: &[U; BLOCK]) -> [u64; 4] {
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
    bits
}

/// The mismatches of a window.
pub(super) fn mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    filter.scalar_mismatches(window)
}

/// One unit as a vector of one lane; in a result, nonzero means yes.
#[derive(Clone, Copy)]
struct ScalarLane(u32, Encoding);

impl ScalarLane {
    fn answer(self, yes: bool) -> Self {
        ScalarLane(u32::from(yes), self.1)
    }
}

impl Lanes for ScalarLane {
    fn within(self, low: u8, high: u8) -> Self {
        self.answer((u32::from(low)..=u32::from(high)).contains(&self.0))
    }

    fn at_least(self, low: u8) -> Self {
        self.answer(self.0 >= u32::from(low))
    }

    fn ascii_lowercased(self) -> Self {
        ScalarLane(self.0 | 0x20, self.1)
    }

    fn or(self, other: Self) -> Self {
        self.answer(self.0 != 0 || other.0 != 0)
    }

    fn not(self) -> Self {
        self.answer(self.0 == 0)
    }

    fn may_start_non_ascii_white_space(self) -> Self {
        self.answer(match self.1 {
            Encoding::Utf8 => (0xE1..=0xE3).contains(&self.0),
            Encoding::Utf16 => matches!(self.0 >> 8, 0x16 | 0x20 | 0x30),
        })
    }

    fn surrogates(self) -> Self {
        self.answer(self.1 == Encoding::Utf16 && (0xD800..0xE000).contains(&self.0))
    }

    fn below_u058a_letters(self) -> Self {
        match self.1 {
            Encoding::Utf8 => self.within(0x80, 0xD5),
            Encoding::Utf16 => self.within_wide(0x80, 0x589),
        }
    }

    fn within_wide(self, low: u16, high: u16) -> Self {
        let is_wide = self.1 == Encoding::Utf16;
        self.answer(is_wide && (u32::from(low)..=u32::from(high)).contains(&self.0))
    }
}

/// See [`super::table_mask`]. Branchless.
#[allow(clippy::indexing_slicing, reason = "masked to the size of the table")]
pub(super) fn table_mask<U: CodeUnit>(window: &[U; WINDOW], table: &[u64; 1024]) -> u64 {
    window.iter().take(BLOCK).enumerate().fold(0, |mask, (place, unit)| {
        let code: u32 = (*unit).into();
        mask | (table[(code >> 6 & 1023) as usize] >> (code & 63) & 1) << place
    })
}
