//! Looks up the code points of a UTF-8 block in a table by cells of 128 code points: those with one lead byte and a
//! pair of second bytes, or with a pair of lead bytes of two-byte code points.
//!
//! ```text
//! per cell that the block contains, by the first lead byte that is still unknown:
//!     here  = lead bytes in the range of the cell, whose second bytes are in its range   (compare)
//!     found = bits of their code points                                (shuffle of the cell's 16 bytes)
//! ```
//!
//! A block of text has one to three cells. Chinese and Korean have more, but their code points have no bits: the ranges
//! of a cell without bits include such cells around it. Which cells follow one another is unpredictable in text of many
//! scripts, so the lookup has one branch, on the number of cells.

use super::block::{BLOCK, WINDOW};
use super::filter_kernels::CellPositions;
use super::mask_kernels::utf8_masks;
use super::utf8_table::{ByteRanges, LeadMasks, TableMask, Utf8Table};
use super::vectors::Vectors;
use crate::unicode::text::CodeUnit;

/// Cells that are looked up in each block, even if it has fewer.
const MIN_CELLS: u32 = 2;

/// Cells after which the other code points are looked up one by one.
const MAX_CELLS: u32 = 6;

/// See `Utf8Table::mask`.
#[inline(always)]
pub(super) fn table_mask<V: Vectors, U: CodeUnit>(
    v: V,
    window: &[U; WINDOW],
    except: u64,
    table: &Utf8Table<'_>,
) -> Option<TableMask> {
    let first = v.load_bytes(window, 0);
    let non_ascii = v.top_bits(first);
    if non_ascii == 0 {
        return Some(TableMask { found: except, isolated: 0, length: BLOCK });
    }
    let masks = utf8_masks(v, first);
    let after = masks.bytes_after(window)?;
    let leads = look_up_cells(v, window, masks.leads & !masks.four, table);
    Some(table.mask_of_leads(window, masks, except, leads, after))
}

/// Looks up `leads`, which are lead bytes of two and three bytes.
#[inline(always)]
fn look_up_cells<V: Vectors, U: CodeUnit>(v: V, window: &[U; WINDOW], leads: u64, table: &Utf8Table<'_>) -> LeadMasks {
    let first = v.load_bytes(window, 0);
    let second = v.load_bytes(window, 1);
    let third = v.load_bytes(window, 2);
    let is_three = v.within(first, 0xE0, 0xFF);
    let is_two = v.equal(is_three, 0);
    let last_but_one = v.or(v.and(is_three, second), v.and(is_two, first));
    let last = v.or(v.and(is_three, third), v.and(is_two, second));
    let positions = CellPositions::of(v, last_but_one, last);
    let (mut found, mut isolated, mut unknown, mut count) = (v.none(), v.none(), leads, 0);
    while count < MIN_CELLS || unknown != 0 && count < MAX_CELLS {
        count += 1;
        // Without an unknown lead byte it is a byte after the block: the result of its cell is right for any lane.
        let position = unknown.trailing_zeros() as usize;
        let byte = |at: usize| window.get(position + at).map_or(0, |&unit| unit.into());
        let cell = table.cell(byte(0), byte(1));
        let ByteRanges { leads: [low_lead, high_lead], seconds: [low, high] } = cell.ranges;
        let here = v.and(v.within(first, low_lead, high_lead), v.within(second, low, high));
        unknown &= !v.mask(here);
        found = v.or(found, v.and(here, positions.in_rows(v, cell.bits)));
        isolated = v.or(isolated, v.and(here, positions.in_rows(v, cell.isolated)));
    }
    LeadMasks { found: v.mask(found) & leads, isolated: v.mask(isolated) & leads, unknown }
}
