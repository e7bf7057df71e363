//! The code points of a block of UTF-8 that lower case may change.

use super::block::{BLOCK, WINDOW};
use super::classes::ByteRange;
use super::mask::block_mask;
use super::utf8_masks::Utf8Masks;
use crate::unicode::text::CodeUnit;

/// Scalar variant of [`super::may_lower_utf8`], which computes one mask after the other.
#[inline(always)]
pub(super) fn one_by_one<U: CodeUnit>(window: &[U; WINDOW]) -> (u64, Utf8Masks) {
    let Some(block) = window.first_chunk() else { return (u64::MAX, Utf8Masks::default()) };
    let masks = Utf8Masks::new(block);
    let capitals = in_range::<U, b'A', b'Z'>(block);
    if masks.non_ascii == 0 {
        return (capitals, masks);
    }
    // The second byte of a code point that starts in the last byte of the block may be any.
    let second = |mask: u64| mask >> 1 | 1 << 63;
    let latin_1 = in_range::<U, 0xC3, 0xC3>(block);
    let greek = in_range::<U, 0xCE, 0xCF>(block);
    let cyrillic = in_range::<U, 0xD0, 0xD1>(block);
    let mut others = masks.leads & !(latin_1 | greek | cyrillic);
    if others != 0 {
        // U+0080..U+00BF, U+0280..U+033F, Hebrew to U+0FFF, U+3000..U+9FFF, U+B000..U+EFFF.
        others &= !(in_range::<U, 0xC2, 0xC2>(block) | in_range::<U, 0xCA, 0xCC>(block));
        others &= !(in_range::<U, 0xD7, 0xE0>(block) | in_range::<U, 0xE3, 0xE9>(block));
        others &= !in_range::<U, 0xEB, 0xEE>(block);
        // General punctuation, and Hangul.
        others &= !(in_range::<U, 0xE2, 0xE2>(block) & !second(in_range::<U, 0x84, 0xBF>(block)));
        others &= !(in_range::<U, 0xEA, 0xEA>(block) & !second(in_range::<U, 0x99, 0xAF>(block)));
    }
    if latin_1 != 0 {
        others |= latin_1 & second(in_range::<U, 0x80, 0x9E>(block));
    }
    if greek != 0 {
        let first = in_range::<U, 0xCE, 0xCE>(block);
        others |= first & second(in_range::<U, 0x86, 0xAB>(block));
        others |= greek & !first & second(in_range::<U, 0x8F, 0xBF>(block));
    }
    if cyrillic != 0 {
        let first = in_range::<U, 0xD0, 0xD0>(block);
        others |= first & second(in_range::<U, 0x80, 0xAF>(block));
        others |= cyrillic & !first & second(in_range::<U, 0xA0, 0xBF>(block));
    }
    (capitals | others, masks)
}

#[inline(always)]
fn in_range<U: CodeUnit, const FIRST: u8, const LAST: u8>(block: &[U; BLOCK]) -> u64 {
    block_mask::<U, ByteRange<FIRST, LAST>>(block)
}
