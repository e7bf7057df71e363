//! Removal of units of a block by shuffles.

use super::block::BLOCK;
use super::vectors::Vectors;
use crate::unicode::text::CodeUnit;

/// The indices that compact eight units, by the mask of units to remove.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
static COMPACTED: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut marked = 0;
    while marked < 256 {
        let (mut place, mut count) = (0, 0);
        while place < 8 {
            if marked >> place & 1 == 0 {
                places[marked][count] = place as u8;
                count += 1;
            }
            place += 1;
        }
        marked += 1;
    }
    places
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
    let removed = remove_mask | u64::MAX.checked_shl(length as u32).unwrap_or(0);
    let first = removed.trailing_zeros() as usize & !7;
    let mut to = first;
    for eight in (first..length.min(BLOCK)).step_by(8) {
        let marked = (removed >> eight) as u8;
        let places = COMPACTED.get(usize::from(marked)).map_or(0, |places| u64::from_le_bytes(*places));
        v.move_8(units, eight, to, places);
        to += marked.count_zeros() as usize;
    }
    if length > BLOCK {
        v.move_8(units, BLOCK, to, 0x0706_0504_0302_0100);
        to += length - BLOCK;
    }
    to
}
