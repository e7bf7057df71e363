//! Sets of code points tested on UTF-8 bytes by shuffles of 16-byte tables (as in simdjson and simdutf), without
//! decoding: whole blocks of 64 code points by the bytes before the last one, and cells of 128 code points by one bit
//! for each.
//!
//! The table lookup of a nibble returns a byte of set bits; a pair of bytes is in the sets whose bits are in all its
//! tables. So one bit represents a product of nibble ranges, and a range of blocks is split into few products. Example:
//! U+1200..U+13FF (blocks 48 to 4F) has lead E1 and second bytes 88 to 8F, that is low nibble 1 of the lead, high
//! nibble 8 and low nibbles 8 to F of the second byte: one product.

use super::spans::{Bitmap128, Span};
use crate::unicode::part::SlicePart;

/// A table of 16 bytes, indexed by nibble; entry 0 is the lowest byte.
type NibbleTable = u128;

/// A set of lead bytes of two-byte code points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeadSet {
    /// The table for the low nibble: one bit for C0 to CF, another one for D0 to DF.
    pub low: NibbleTable,
}

/// Eight sets of the first two bytes of three-byte code points, one bit per set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeadTrailSet {
    /// The tables for the low nibble of the first byte, the high and the low nibble of the second byte.
    pub tables: [NibbleTable; 3],
}

/// A set among 128 code points: three-byte code points with one lead and two second bytes, or two-byte code points with
/// two leads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// The lead byte; for two-byte code points without its lowest bit.
    pub first: u8,
    /// The second byte without its lowest bit; 0 for two-byte code points.
    pub second: u8,
    /// See [`Bitmap128`].
    pub bits: u128,
    pub isolated: u128,
}

/// The compiled sets of a filter. A span or bitmap beyond the capacity is omitted: its code points do not pass, which
/// only costs time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utf8Sets {
    pub leads: LeadSet,
    pairs: [LeadTrailSet; 2],
    /// The number of sets in use.
    sets: u8,
    two_byte: [Cell; 3],
    two_byte_used: u8,
    three_byte: [Cell; 4],
    three_byte_used: u8,
    pub has_isolated: bool,
}

/// The number of sets in one [`LeadTrailSet`].
const SETS: u8 = 8;

/// A table whose entries from index `low` to `high` are `byte`.
fn bytes((low, high): (u32, u32), byte: u8) -> NibbleTable {
    const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
    (ONES << (8 * low) & ONES >> (8 * (15 - high))) * u128::from(byte)
}

/// The whole blocks of a span: the first one, and the one after the last.
fn blocks_of(span: Span) -> (u32, u32) {
    let (low, high) = (u32::from(span.first), u32::from(span.last()));
    ((low + 63) >> 6, (high + 1) >> 6)
}

/// The longest prefix of `block..end` (blocks of three-byte code points) that is a product of nibble ranges; returns
/// its last block and the ranges: low nibble of the first byte, high and low nibble of the second byte.
fn product(block: u32, end: u32) -> (u32, [(u32, u32); 3]) {
    const ALL: (u32, u32) = (0, 15);
    let (lead, row) = (block >> 6, 8 + (block >> 4 & 3));
    if block & 63 == 0 && block + 64 <= end {
        let last = (end & !63) - 1;
        (last, [(lead, last >> 6), (8, 11), ALL])
    } else if block & 15 == 0 && block + 16 <= end {
        let last = ((end & !15) - 1).min(block | 63);
        (last, [(lead, lead), (row, 8 + (last >> 4 & 3)), ALL])
    } else {
        let last = (end - 1).min(block | 15);
        (last, [(lead, lead), (row, row), (block & 15, last & 15)])
    }
}

/// The part of a span that is inserted.
pub(super) enum SpanPart {
    /// Whole blocks.
    Span(Span),
    /// Single code points, if the part contains no whole block.
    Bitmap(Bitmap128),
}

/// The part of a span around a code point that needs few sets.
pub(super) fn part_around(span: Span, code: u16) -> SpanPart {
    const MAX_BLOCKS: usize = 4;
    let (code, (first, end)) = (u32::from(code), blocks_of(span));
    let blocks = |first: u32, end: u32| SpanPart::Span(Span::new((first * 64) as u16, (end * 64 - 1) as u16));
    if !(first..end).contains(&(code >> 6)) {
        let start = code & !127;
        let low = u32::from(span.first).max(start) - start;
        let high = u32::from(span.last()).min(start + 127) - start;
        return SpanPart::Bitmap(Bitmap128::new(start as u16, Bitmap128::bits_of_range(low, high)));
    }
    let (mut block, mut count, mut around) = (first.max(0x20), 0, (first, end));
    while block < end {
        let (last, _) = product(block, end);
        if (block..=last).contains(&(code >> 6)) {
            around = (block, last + 1);
        }
        (block, count) = (last + 1, count + 1);
    }
    if count <= MAX_BLOCKS { blocks(first, end) } else { blocks(around.0, around.1) }
}

/// The entry of a table at an index.
#[cfg(test)]
fn byte_at(table: NibbleTable, index: u32) -> u8 {
    (table >> (8 * index)) as u8
}

impl Utf8Sets {
    pub const NONE: Utf8Sets = Utf8Sets {
        leads: LeadSet { low: 0 },
        pairs: [LeadTrailSet { tables: [0; 3] }; 2],
        sets: 0,
        two_byte: [Cell { first: 0, second: 0, bits: 0, isolated: 0 }; 3],
        two_byte_used: 0,
        three_byte: [Cell { first: 0, second: 0, bits: 0, isolated: 0 }; 4],
        three_byte_used: 0,
        has_isolated: false,
    };

    /// The sets in use.
    pub fn pairs(&self) -> &[LeadTrailSet] {
        self.pairs.part(..usize::from(self.sets.div_ceil(SETS)))
    }

    /// The cells of two-byte code points.
    pub fn two_byte(&self) -> &[Cell] {
        self.two_byte.part(..usize::from(self.two_byte_used))
    }

    /// The cells of three-byte code points.
    pub fn three_byte(&self) -> &[Cell] {
        self.three_byte.part(..usize::from(self.three_byte_used))
    }

    /// Adds the whole blocks of a span above ASCII, without surrogates.
    pub fn add_span(&mut self, span: Span) {
        let (first, end) = blocks_of(span);
        (first..end.min(0x20)).for_each(|block| {
            self.leads.low |= bytes((block & 15, block & 15), 1 << (block >> 4));
        });
        let (mut block, end) = (first.max(0x20), end);
        while block < end {
            let (last, ranges) = product(block, end);
            if let Some(pairs) = self.pairs.get_mut(usize::from(self.sets / SETS)) {
                let set = 1 << (self.sets % SETS);
                pairs.tables.iter_mut().zip(ranges).for_each(|(table, range)| *table |= bytes(range, set));
                self.sets += 1;
            }
            block = last + 1;
        }
    }

    /// Adds the code points of a bitmap.
    pub fn add_bitmap(&mut self, map: Bitmap128) {
        let code = u32::from(map.first);
        let whole = |[low, high]: [u64; 2]| u128::from(low) | u128::from(high) << 64;
        let (first, second, cells, used) = match code {
            ..0x800 => (0xC0 | code >> 6, 0, &mut self.two_byte[..], &mut self.two_byte_used),
            _ => (0xE0 | code >> 12, 0x80 | code >> 6 & 63, &mut self.three_byte[..], &mut self.three_byte_used),
        };
        let (first, second) = (first as u8, second as u8);
        let known = cells.iter().take(usize::from(*used)).position(|cell| (cell.first, cell.second) == (first, second));
        let Some(cell) = cells.get_mut(known.unwrap_or(usize::from(*used))) else { return };
        *used += u8::from(known.is_none());
        *cell =
            Cell { first, second, bits: cell.bits | whole(map.bits), isolated: cell.isolated | whole(map.isolated) };
        self.has_isolated |= map.isolated != [0; 2];
    }

    /// Whether a code point above ASCII passes or, if `isolated`, passes between two others.
    #[cfg(test)]
    pub fn contains(&self, code: u32, isolated: bool) -> bool {
        let in_cell = |cell: &Cell| (if isolated { cell.isolated } else { cell.bits }) >> (code & 127) & 1 != 0;
        if code < 0x800 {
            let lead = 0xC0 | code >> 6;
            return !isolated && byte_at(self.leads.low, lead & 15) >> (lead >> 4 & 1) & 1 != 0
                || self.two_byte().iter().any(|cell| u32::from(cell.first) == lead & !1 && in_cell(cell));
        }
        let (first, second) = (0xE0 | code >> 12, 0x80 | code >> 6 & 63);
        let in_pairs = |pairs: &LeadTrailSet| {
            let [one, two, three] = pairs.tables;
            byte_at(one, first & 15) & byte_at(two, second >> 4) & byte_at(three, second & 15) != 0
        };
        let is_cell = |cell: &&Cell| (u32::from(cell.first), u32::from(cell.second)) == (first, second & !1);
        !isolated && self.pairs().iter().any(in_pairs) || self.three_byte().iter().filter(is_cell).any(in_cell)
    }
}
