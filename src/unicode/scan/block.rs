//! Blocks and windows of code units.

use crate::unicode::text::CodeUnit;

/// The number of units in a block: one mask has a bit for each.
pub const BLOCK: usize = 64;

/// The number of units in a window: a block, then what may complete its last code point and what loads of 32 bytes read beyond it.
/// A multiple of eight, so that windows are copied in whole chunks.
pub const WINDOW: usize = BLOCK + 40;

/// The units of a text from `at` on, a block or a window; at the end of the text a copy, filled up with zeros.
#[inline(always)]
pub fn block_at<'t, U: CodeUnit, const N: usize>(text: &'t [U], at: usize, copy: &'t mut [U; N]) -> &'t [U; N] {
    let rest = text.get(at..).unwrap_or(&[]);
    match rest.first_chunk() {
        Some(block) => block,
        None => {
            copy.iter_mut().zip(rest).for_each(|(copy, unit)| *copy = *unit);
            copy
        }
    }
}
