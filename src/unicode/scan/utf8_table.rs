//! The code points of a UTF-8 block that have a bit in a table: a set of code points of the BMP, one bit each.
//!
//! ```text
//! masks of the block: continuation bytes; lead bytes of two and more bytes, of three and more, of four
//! if a lead byte does not have its number of continuation bytes: return None
//! lead bytes with a bit: by cells (`utf8_cells.rs`), the others one by one; overlong forms and four bytes have it
//! ```

use super::block::{BLOCK, WINDOW};
use super::utf8_masks::Utf8Masks;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// A set of code points of the BMP, one bit each.
#[derive(Clone, Copy, Debug)]
pub struct Utf8Table<'t> {
    /// The bits of each block of 64 code points.
    pub bits: &'t [u64; 1024],
    /// Computed from `bits`.
    pub ranges: &'t LookupRanges,
    /// Code points with a bit that may be isolated: between two code points without a bit.
    pub isolated: &'t CellBits,
}

/// The bits of few code points of the BMP.
#[derive(Debug, Default)]
pub struct CellBits {
    /// For each cell of 128 code points, the index of its bits plus 1; 0 for a cell without a bit. Empty for no bits.
    indices: Vec<u8>,
    cells: Vec<u128>,
}

/// For each cell of 128 code points, the code points that are looked up with it: those of the cell itself if it has
/// bits, else those of a run of cells without bits around it.
#[derive(Debug)]
pub struct LookupRanges(Box<[ByteRanges; 512]>);

/// Code points by the least and the greatest of their lead bytes, and of their second bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByteRanges {
    pub leads: [u8; 2],
    pub seconds: [u8; 2],
}

/// A cell of the table.
#[derive(Clone, Copy)]
pub(super) struct TableCell {
    /// See [`LookupRanges`].
    pub ranges: ByteRanges,
    /// See [`Utf8Table::bits`]; all of overlong forms.
    pub bits: u128,
    /// See [`Utf8Table::isolated`].
    pub isolated: u128,
}

/// The units of a block whose code points have a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableMask {
    /// All units of these code points.
    pub found: u64,
    /// Those among them whose code points are isolated. Some may be missing.
    pub isolated: u64,
    /// The number of units that the masks cover: up to the end of the last code point that starts in the block, if it
    /// has no bit; else [`BLOCK`].
    pub length: usize,
}

/// The lead bytes of a block by the results of its cells.
#[derive(Clone, Copy, Default)]
pub(super) struct LeadMasks {
    /// Lead bytes of code points with a bit.
    pub found: u64,
    /// Those among them that may be isolated.
    pub isolated: u64,
    /// Lead bytes of two and three bytes that have not been looked up.
    pub unknown: u64,
}

impl CellBits {
    /// The bits of blocks of 64 code points.
    pub fn new(bits: &[u64; 1024]) -> CellBits {
        let (mut indices, mut cells) = (Vec::with_capacity(512), Vec::new());
        for &[low, high] in bits.as_chunks().0 {
            let cell = u128::from(low) | u128::from(high) << 64;
            // Marks of scripts are in fewer than 255 cells. A mark without a bit only costs time.
            let index = u8::try_from(cells.len() + 1).ok().filter(|_| cell != 0);
            indices.push(index.unwrap_or(0));
            cells.extend(index.map(|_| cell));
        }
        CellBits { indices, cells }
    }

    /// Whether a code point of the BMP has a bit.
    pub fn contains(&self, code: u32) -> bool {
        self.of_cell(code as usize >> 7) >> (code & 127) & 1 != 0
    }

    /// The bits of a cell.
    #[inline(always)]
    fn of_cell(&self, cell: usize) -> u128 {
        let index = self.indices.get(cell).map_or(0, |index| usize::from(*index));
        self.cells.get(index.wrapping_sub(1)).copied().unwrap_or(0)
    }
}

/// The first cell of three-byte code points.
const FIRST_OF_THREE: usize = 16;

impl LookupRanges {
    /// The ranges for the bits of blocks of 64 code points.
    pub fn new(bits: &[u64; 1024]) -> LookupRanges {
        let mut ranges = Box::new([ByteRanges::default(); 512]);
        let (of_two, of_three) = ranges.split_at_mut(FIRST_OF_THREE);
        for (lead, range) in (0xC0..).step_by(2).zip(of_two) {
            *range = ByteRanges { leads: [lead, lead | 1], seconds: [0x80, 0xBF] };
        }
        let (cells, _) = bits.as_chunks::<2>();
        let mut cell = FIRST_OF_THREE;
        for run in cells.part(FIRST_OF_THREE..).chunk_by(|one, two| one == two && *one == [0; 2]) {
            let (start, end) = (cell, cell + run.len() - 1);
            for _ in run {
                if let Some(range) = of_three.get_mut(cell - FIRST_OF_THREE) {
                    *range = range_of_run(cell, start, end);
                }
                cell += 1;
            }
        }
        LookupRanges(ranges)
    }
}

/// The code points of the cells from `start` to `end` that are looked up with `cell`: those of all lead bytes whose
/// cells are all among them, if that of `cell` is one of them, else those of this lead byte.
fn range_of_run(cell: usize, start: usize, end: usize) -> ByteRanges {
    const CELLS: usize = 32;
    let lead = cell / CELLS;
    let (first_whole, after_whole) = (start.div_ceil(CELLS), (end + 1) / CELLS);
    if (first_whole..after_whole).contains(&lead) {
        let leads = [first_whole, after_whole - 1].map(|lead| 0xE0 | lead as u8);
        return ByteRanges { leads, seconds: [0x80, 0xBF] };
    }
    let (low, high) = (start.max(lead * CELLS) % CELLS, end.min(lead * CELLS + CELLS - 1) % CELLS);
    let seconds = [0x80 | (low << 1) as u8, 0x81 | (high << 1) as u8];
    ByteRanges { leads: [0xE0 | lead as u8; 2], seconds }
}

impl Utf8Table<'_> {
    /// The cell of the code points that start with two bytes.
    #[inline(always)]
    pub(super) fn cell(&self, lead: u32, second: u32) -> TableCell {
        // Arithmetic and no condition: whether two or three bytes follow is unpredictable.
        let is_three = (lead >> 5 & 1) as usize;
        let (of_two, of_three) = (lead as usize >> 1 & 15, (lead as usize & 15) << 5 | second as usize >> 1 & 31);
        let cell = of_two ^ (of_two ^ of_three) & 0_usize.wrapping_sub(is_three);
        // An overlong form of three bytes is in no cell and stays unknown. Those of two bytes are in cell 0, instead of
        // ASCII.
        let is_cell = usize::from(cell >= FIRST_OF_THREE * is_three);
        let cell = cell & 0_usize.wrapping_sub(is_cell);
        let is_overlong = 0_u64.wrapping_sub(u64::from(cell == 0));
        let [low, high] = [2 * cell, 2 * cell + 1].map(|block| self.bits.get(block).copied().unwrap_or(0));
        TableCell {
            ranges: self.ranges.0.get(cell).copied().unwrap_or_default(),
            bits: u128::from(low | is_overlong) | u128::from(high | is_overlong) << 64,
            isolated: self.isolated.of_cell(cell),
        }
    }

    /// See [`Utf8Table::mask`].
    #[inline(never)]
    pub(super) fn mask_one_by_one<U: CodeUnit>(&self, window: &[U; WINDOW], except: u64) -> Option<TableMask> {
        let masks = Utf8Masks::new(window.first_chunk()?);
        if masks.non_ascii == 0 {
            return Some(TableMask { found: except, isolated: 0, length: BLOCK });
        }
        let after = masks.bytes_after(window)?;
        let leads = masks.leads & !masks.four;
        let found = match (masks.three == 0, masks.three == leads) {
            (true, _) => self.look_up_each::<U, 2>(window, leads),
            (_, true) => self.look_up_each::<U, 3>(window, leads),
            _ => self.look_up_each::<U, 0>(window, leads),
        };
        Some(self.mask_of_leads(window, masks, except, LeadMasks { found, ..LeadMasks::default() }, after))
    }

    /// The masks of a block by those of its lead bytes. `except` are units of ASCII with a bit; `after` is the number
    /// of units of the last code point after the block.
    #[inline(always)]
    pub(super) fn mask_of_leads<U: CodeUnit>(
        &self,
        window: &[U; WINDOW],
        masks: Utf8Masks,
        except: u64,
        leads: LeadMasks,
        after: usize,
    ) -> TableMask {
        let Utf8Masks { three, four, .. } = masks;
        let leads_found = leads.found | self.look_up_each::<U, 0>(window, leads.unknown) | four;
        // All units, since an overlong form or a surrogate becomes several replacement characters.
        let units = (0..3).fold(leads_found, |units, _| units | units << 1 & masks.continuations());
        let found = units | except;
        let mut isolated = 0;
        if leads.isolated != 0 {
            let candidates = leads.isolated & !found << 1;
            let (two, three) = (candidates & !three & !found >> 2, candidates & three & !found >> 3);
            isolated = two | two << 1 | three | three << 1 | three << 2;
        }
        TableMask { found, isolated, length: BLOCK + if units >> 63 == 0 { after } else { 0 } }
    }

    /// The lead bytes with a bit among `leads`, which are lead bytes of two and three bytes: all of `LENGTH` bytes, or
    /// of both lengths if it is 0.
    ///
    /// The length of the next code point is unpredictable, so the loop has no branches.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "masked to the size of the table")]
    fn look_up_each<U: CodeUnit, const LENGTH: usize>(&self, window: &[U; WINDOW], leads: u64) -> u64 {
        let (mut rest, mut mask) = (leads, 0);
        while rest != 0 {
            let position = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let Some(units) = window.get(position..).and_then(|rest| rest.first_chunk::<4>()) else { return u64::MAX };
            let [first, second, third, _]: [u32; 4] = units.map(Into::into);
            let second = second & 0x3F;
            let of_two = first << 6 & 0x7C0 | second;
            let of_three = first << 12 & 0xF000 | second << 6 | third & 0x3F;
            // Arithmetic, since the compiler turns a condition into a branch.
            let is_three = first >> 5 & 1;
            let (code, least) = match LENGTH {
                2 => (of_two, 0x80),
                3 => (of_three, 0x800),
                _ => (of_two ^ (of_two ^ of_three) & 0_u32.wrapping_sub(is_three), 0x80 << (4 * is_three)),
            };
            let is_found = self.bits[(code >> 6) as usize & 1023] >> (code & 63) & 1 | u64::from(code < least);
            mask |= is_found << position;
        }
        mask
    }
}
