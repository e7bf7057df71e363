//! Mappings of single code points, as a table of UTF-16 units.
//!
//! ```text
//! for each unit of a text in UTF-16:
//!     cell = table[unit]
//!     if the cell is LONG (a surrogate, or a longer or supplementary result): append the result of the code point
//!     else: write unit + the cell's difference, and the cell's second unit; advance by 0, 1 or 2
//! ```
//!
//! Whether a unit is kept, mapped, expanded or removed is unpredictable, so it is no branch: both units are always
//! written, and the next ones overwrite those that do not count.

use crate::unicode::bmp;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{self, CodeUnit, Encoding, REPLACEMENT};
use std::collections::BTreeMap;

/// The mappings; code points without one are kept.
#[derive(Debug)]
pub(super) struct UnitMappings {
    /// The index of the first cell of each 64 units.
    index: Box<[u32; 1024]>,
    cells: Vec<Cell>,
    /// The mappings of supplementary code points, and those to more than two units, by code point.
    long: Vec<(char, String)>,
}

/// The result of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The first unit, minus the unit that is mapped.
    difference: u16,
    second: u16,
    /// The number of units, or [`LONG`].
    length: u32,
}

/// The length of a result that is not in the cell.
const LONG: u32 = 3;

/// The number of cells of a block.
const BLOCK: usize = 64;

impl UnitMappings {
    /// Creates the table of mappings. Unpaired surrogates are mapped like U+FFFD.
    pub(super) fn new(mappings: &BTreeMap<char, String>) -> UnitMappings {
        let kept = [Cell { length: 1, ..Cell::default() }; BLOCK];
        let surrogates = [Cell { length: LONG, ..Cell::default() }; BLOCK];
        let is_surrogate = |block: usize| matches!(block * BLOCK, 0xD800..0xE000);
        let mut table = UnitMappings {
            index: Box::new(std::array::from_fn(|block| if is_surrogate(block) { BLOCK as u32 } else { 0 })),
            cells: [kept, surrogates].concat(),
            long: Vec::new(),
        };
        for (c, result) in mappings {
            let code = u32::from(*c);
            let units: Vec<u16> = result.encode_utf16().collect();
            let is_of_bmp = result.chars().all(|c| u32::from(c) <= 0xFFFF);
            let length = if is_of_bmp { (units.len() as u32).min(LONG) } else { LONG };
            if length == LONG || code > 0xFFFF {
                table.long.push((*c, result.clone()));
            }
            if code <= 0xFFFF {
                let mut units = units.into_iter();
                let difference = units.next().unwrap_or(0).wrapping_sub(code as u16);
                table.set(code, Cell { difference, second: units.next().unwrap_or(0), length });
            }
        }
        table
    }

    fn set(&mut self, code: u32, cell: Cell) {
        let Some(start) = self.index.get_mut(code as usize / BLOCK) else { return };
        if *start == 0 {
            *start = self.cells.len() as u32;
            self.cells.extend([Cell { length: 1, ..Cell::default() }; BLOCK]);
        }
        let slot = self.cells.get_mut(*start as usize + code as usize % BLOCK);
        slot.into_iter().for_each(|slot| *slot = cell);
    }

    /// The cell of a unit.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "masked to the size of the index")]
    fn cell(&self, unit: u32) -> Cell {
        let start = self.index[(unit as usize / BLOCK) & 1023];
        self.cells.get(start as usize + unit as usize % BLOCK).copied().unwrap_or_default()
    }

    /// Maps a text.
    pub(super) fn map<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>) {
        out.clear();
        let mut at = 0;
        while at < text.len() {
            if U::ENCODING == Encoding::Utf16 {
                at += self.map_units(text.part(at..), out);
            }
            if let Some((code, length)) = bmp::decode(text, at) {
                self.append(code, out);
                at += length;
            }
        }
    }

    /// Maps the units of UTF-16 before the first one whose result is not in its cell; returns their number.
    #[inline]
    fn map_units<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>) -> usize {
        let mut end = out.len();
        // Two units for each one of the text.
        out.resize(end + 2 * text.len(), U::default());
        let mut read = 0;
        for &unit in text {
            let code: u32 = unit.into();
            let cell = self.cell(code);
            if cell.length == LONG {
                break;
            }
            if let Some(slots) = out.get_mut(end..).and_then(|slots| slots.first_chunk_mut()) {
                *slots = cell.units(code);
            }
            end += cell.length as usize;
            read += 1;
        }
        out.truncate(end);
        read
    }

    /// Appends the result of a code point, which is U+FFFD for an ill-formed sequence.
    #[inline]
    fn append<U: CodeUnit>(&self, code: u32, out: &mut Vec<U>) {
        let cell = if code > 0xFFFF { Cell { length: LONG, ..Cell::default() } } else { self.cell(code) };
        if cell.length == LONG {
            return self.append_long(code, out);
        }
        let put = |unit: u16| char::from_u32(unit.into()).into_iter().for_each(|c| text::push(out, c));
        cell.units(code).into_iter().take(cell.length as usize).for_each(put);
    }

    #[inline(never)]
    fn append_long<U: CodeUnit>(&self, code: u32, out: &mut Vec<U>) {
        let c = char::from_u32(code).unwrap_or(REPLACEMENT);
        match self.long.binary_search_by_key(&c, |(c, _)| *c).ok().and_then(|at| self.long.get(at)) {
            Some((_, result)) => result.chars().for_each(|c| text::push(out, c)),
            None => text::push(out, c),
        }
    }
}

impl Cell {
    #[inline(always)]
    fn units<U: CodeUnit>(self, code: u32) -> [U; 2] {
        [code.wrapping_add(self.difference.into()), self.second.into()].map(U::from_low_bits)
    }
}
