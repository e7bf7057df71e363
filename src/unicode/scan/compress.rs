//! Removal of units of a block by shuffles.

use super::block::{BLOCK, bits_from};
use super::vectors::Vectors;
use crate::unicode::text::CodeUnit;

/// The indices that compact eight units, by the mask of units to remove.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
static COMPACTED: [[u8; 8]; 256] = {
    let mut positions = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut at, mut count) = (0, 0);
        while at < 8 {
            if mask >> at & 1 == 0 {
                positions[mask][count] = at as u8;
                count += 1;
            }
            at += 1;
        }
        mask += 1;
    }
    positions
};

/// See `super::compress_store`: eight units at a time.
#[inline(always)]
pub(super) fn compress_store<V: Vectors, U: CodeUnit, const N: usize>(
    v: V,
    units: &mut [U; N],
    length: usize,
    remove_mask: u64,
) -> usize {
    // Units from `length` on are removed as well; those after the block are moved at the end.
    let removed = remove_mask | bits_from(length);
    let first = removed.trailing_zeros() as usize & !7;
    let mut to = first;
    for eight in (first..length.min(BLOCK)).step_by(8) {
        let mask = (removed >> eight) as u8;
        let positions = COMPACTED.get(usize::from(mask)).map_or(0, |positions| u64::from_le_bytes(*positions));
        v.move_8(units, eight, to, positions);
        to += mask.count_zeros() as usize;
    }
    if length > BLOCK {
        v.move_8(units, BLOCK, to, 0x0706_0504_0302_0100);
        to += length - BLOCK;
    }
    to
}
