//! Blocks and windows of code units.

use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The number of units in a block: one mask has a bit for each.
pub const BLOCK: usize = 64;

/// The maximum number of units after a block that belong to its last code point: of four bytes in UTF-8.
pub const MAX_AFTER: usize = 3;

/// The number of units in a window: a block, the rest of its last code point, and the units beyond it that 32-byte
/// loads read. A multiple of eight, so that windows are copied in whole chunks.
pub const WINDOW: usize = BLOCK + 40;

/// The bits of a block's mask from an index on; none from [`BLOCK`] on.
#[inline(always)]
pub fn bits_from(at: usize) -> u64 {
    u64::MAX.checked_shl(at as u32).unwrap_or(0)
}

/// The block or window of a text at `at`; at the end of the text a copy, padded with zeros.
#[inline(always)]
pub fn block_at<'t, U: CodeUnit, const N: usize>(text: &'t [U], at: usize, copy: &'t mut [U; N]) -> &'t [U; N] {
    let rest = text.part(at..);
    match rest.first_chunk() {
        Some(block) => block,
        None => {
            let (read, after) = copy.split_at_mut(rest.len());
            read.copy_from_slice(rest);
            after.fill(U::default());
            copy
        }
    }
}
