//! The table of a form limited to a set, as in ICU's `FilteredNormalizer2`: code points outside of the set are inert,
//! with a boundary on both sides. So the pass over a text is the same with and without a set.

use super::table::{FormTable, INERT_CODE_POINT};
use crate::unicode::part::SlicePart;
use std::collections::HashMap;

/// Blocks of surrogates, which the scans decode first.
const SURROGATES: std::ops::Range<u32> = 0xD800 / 64..0xE000 / 64;

/// The table without the code points of `outside`, which are ranges with their last code points. `None` if it has too
/// many different blocks.
pub(super) fn build(base: &FormTable, outside: impl Iterator<Item = (u32, u32)>) -> Option<FormTable> {
    let inert_number = base.view(true).number(INERT_CODE_POINT >> 6, INERT_CODE_POINT & 63);
    let inert_block = base.block(INERT_CODE_POINT);
    let mut blocks = Vec::new();
    // By the start of a block in the base and the code points that are outside.
    let mut known: HashMap<(u16, u64), usize> = HashMap::new();
    let mut index = Vec::with_capacity(0x110000 / 64);
    // Most blocks are equal to the one before.
    let mut last = None;
    for (block, mask) in (0..).zip(masks(outside)) {
        let mask = if SURROGATES.contains(&block) { 0 } else { mask };
        let key = if mask == u64::MAX { (inert_block, 0) } else { (base.block(block << 6), mask) };
        if let Some((last, position)) = last
            && last == key
        {
            index.push(position);
            continue;
        }
        let position = *known.entry(key).or_insert_with(|| {
            let mut numbers = [0; 64];
            let old = base.numbers.part(usize::from(key.0)..);
            for (low, (number, old)) in numbers.iter_mut().zip(old).enumerate() {
                *number = if key.1 >> low & 1 != 0 { inert_number } else { *old };
            }
            blocks.push(numbers);
            blocks.len() - 1
        });
        index.push(position);
        last = Some((key, position));
    }
    FormTable::from_blocks(&blocks, &index, base.records.clone(), base.strings.clone(), base.actions.clone())
}

/// For each block of 64 code points, the bits of those in the ranges.
fn masks(ranges: impl Iterator<Item = (u32, u32)>) -> Vec<u64> {
    let mut masks = vec![0; 0x110000 / 64];
    for (first, last) in ranges {
        for block in first >> 6..=last >> 6 {
            let from = first.saturating_sub(block << 6);
            let to = last.saturating_sub(block << 6).min(63);
            if let Some(mask) = masks.get_mut(block as usize) {
                *mask |= u64::MAX >> (63 - to) & u64::MAX << from;
            }
        }
    }
    masks
}
