//! Lower case of a block of UTF-8.

use super::block::{BLOCK, WINDOW};
use super::classes::ByteRange;
use super::mask::block_mask;
use super::utf8_masks::Utf8Masks;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// What [`super::lower_block`] has found in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoweredBlock {
    /// First bytes of the capitals that are mapped.
    pub mapped: u64,
    /// First bytes of code points that are unchanged and may be capitals or ill-formed.
    pub remaining: u64,
    /// The masks of the block.
    pub masks: Utf8Masks,
}

/// Scalar variant of [`super::lower_block`], which computes one mask after the other.
#[inline(always)]
pub(super) fn one_by_one<U: CodeUnit>(window: &[U; WINDOW], out: &mut [U; BLOCK]) -> LoweredBlock {
    if let Some(block) = window.first_chunk() {
        *out = *block;
    }
    let block = &*out;
    let masks = Utf8Masks::new(block);
    let ascii = in_range::<U, b'A', b'Z'>(block);
    let (capitals, remaining) = if masks.non_ascii == 0 { (0, 0) } else { non_ascii(window, block, masks) };
    // The small letter is 0x20 code points after its capital: this adds to bit 5 of the second byte, with a carry to
    // the lowest bit of the lead byte, which is 0.
    let carries = capitals & second::<U, 0xA0, 0xBF>(window, block);
    flip(out, ascii | capitals << 1, 0x20);
    flip(out, carries, 1);
    LoweredBlock { mapped: ascii | capitals, remaining, masks }
}

/// The lead bytes of the capitals that are mapped, and those of code points that may be other capitals.
#[inline(always)]
fn non_ascii<U: CodeUnit>(window: &[U; WINDOW], block: &[U; BLOCK], masks: Utf8Masks) -> (u64, u64) {
    let latin_1 = in_range::<U, 0xC3, 0xC3>(block);
    let greek = in_range::<U, 0xCE, 0xCE>(block);
    let cyrillic = in_range::<U, 0xD0, 0xD0>(block);
    let mut others = masks.leads & !(latin_1 | greek | cyrillic);
    if others != 0 {
        // U+0080..U+00BF, U+0280..U+033F, Hebrew to U+07FF, U+3000..U+9FFF, U+B000..U+CFFF, U+E000..U+EFFF.
        others &= !(in_range::<U, 0xC2, 0xC2>(block) | in_range::<U, 0xCA, 0xCC>(block));
        others &= !(in_range::<U, 0xD7, 0xDF>(block) | in_range::<U, 0xE3, 0xE9>(block));
        others &= !(in_range::<U, 0xEB, 0xEC>(block) | in_range::<U, 0xEE, 0xEE>(block));
        // Small Greek and Cyrillic letters.
        others &= !(in_range::<U, 0xCF, 0xCF>(block) & second::<U, 0x80, 0x8E>(window, block));
        others &= !(in_range::<U, 0xD1, 0xD1>(block) & second::<U, 0x80, 0x9F>(window, block));
        // All of a lead byte but a range, where it isn't ill-formed.
        others &= !(in_range::<U, 0xE0, 0xE0>(block) & second::<U, 0xA0, 0xFF>(window, block));
        others &= !(in_range::<U, 0xED, 0xED>(block) & !second::<U, 0xA0, 0xFF>(window, block));
        others &= !(in_range::<U, 0xE2, 0xE2>(block) & !second::<U, 0x84, 0xBF>(window, block));
        others &= !(in_range::<U, 0xEA, 0xEA>(block) & !second::<U, 0x99, 0xAF>(window, block));
        others &= !(in_range::<U, 0xEF, 0xEF>(block) & !second::<U, 0xBC, 0xBC>(window, block));
    }
    let mut capitals = latin_1 & second::<U, 0x80, 0x9E>(window, block) & !second::<U, 0x97, 0x97>(window, block);
    if greek != 0 {
        // The lower case of U+03A3 depends on the context.
        let sigma = greek & second::<U, 0xA2, 0xA3>(window, block);
        capitals |= greek & second::<U, 0x91, 0xAB>(window, block) & !sigma;
        others |= greek & second::<U, 0x86, 0x8F>(window, block) | sigma;
    }
    if cyrillic != 0 {
        capitals |= cyrillic & second::<U, 0x90, 0xAF>(window, block);
        others |= cyrillic & second::<U, 0x80, 0x8F>(window, block);
    }
    (capitals, others)
}

#[inline(always)]
fn in_range<U: CodeUnit, const FIRST: u8, const LAST: u8>(block: &[U; BLOCK]) -> u64 {
    block_mask::<U, ByteRange<FIRST, LAST>>(block)
}

/// The bytes of a block before a byte from `FIRST` to `LAST`.
#[inline(always)]
fn second<U: CodeUnit, const FIRST: u8, const LAST: u8>(window: &[U; WINDOW], block: &[U; BLOCK]) -> u64 {
    let after = window.part(BLOCK..).first().is_some_and(|&unit| (FIRST.into()..=LAST.into()).contains(&unit.into()));
    in_range::<U, FIRST, LAST>(block) >> 1 | u64::from(after) << (BLOCK - 1)
}

/// Flips a bit of the bytes of a mask.
#[inline(always)]
fn flip<U: CodeUnit>(units: &mut [U; BLOCK], mut mask: u64, bit: u32) {
    while mask != 0 {
        if let Some(unit) = units.get_mut(mask.trailing_zeros() as usize) {
            *unit = U::from_low_bits((*unit).into() ^ bit);
        }
        mask &= mask - 1;
    }
}
