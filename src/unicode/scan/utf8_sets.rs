//! Expected code points as UTF-8 has them, so that bytes are compared as they stand and no code point is put together: whole
//! blocks of 64 by the bytes before the last one, and cells of 128 code points with a bit for each.

use super::{Map, Span};

/// Tables of 16 bytes, the first one lowest, for the halves of bytes.
type HalfTable = u128;

/// First bytes of code points of two bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leads {
    /// A bit for C0 to CF, another one for D0 to DF, by the low half.
    pub low: HalfTable,
}

/// Sets of the first two of three bytes, a bit of a byte for each: a pair is in the sets whose bits are in all three tables.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    /// By the low half of the first byte, the high half of the second and its low one.
    pub tables: [HalfTable; 3],
}

/// 128 code points: of three bytes with the same first one and two second ones, or of two bytes with two first ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// The first byte; of code points of two bytes without its lowest bit.
    pub first: u8,
    /// The second byte without its lowest bit; 0 for code points of two bytes.
    pub second: u8,
    /// A bit for those that are expected; for those that are between two others. See [`Map`].
    pub bits: u128,
    pub lone: u128,
}

/// All of them. Where there is no room for a span or a map, the code points are not expected, which costs time only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utf8Sets {
    pub leads: Leads,
    pairs: [Pairs; 2],
    /// How many sets they have.
    sets: u8,
    twos: [Cell; 3],
    twos_used: u8,
    threes: [Cell; 4],
    threes_used: u8,
    pub has_lone: bool,
}

/// Sets in one [`Pairs`].
const SETS: u8 = 8;

/// The bytes of a table from one place to another.
fn bytes((low, high): (u32, u32), byte: u8) -> HalfTable {
    const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
    (ONES << (8 * low) & ONES >> (8 * (15 - high))) * u128::from(byte)
}

/// The whole blocks of a span: the first one, and the one behind the last one.
fn blocks_of(span: Span) -> (u32, u32) {
    let (low, high) = (u32::from(span.low), u32::from(span.low) + u32::from(span.length));
    ((low + 63) >> 6, (high + 1) >> 6)
}

/// Of blocks of code points of three bytes, from one up to another, as many as are a product of ranges: of low halves of the
/// first byte, of high halves of the second one, and of its low ones. The last of them, and the ranges.
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

/// What of a span counts, for the sake of a code point in it.
pub(super) enum Part {
    /// Whole blocks.
    Span(Span),
    /// Some code points, where it is in no whole block.
    Map(Map),
}

/// The part of a span around a code point that takes few sets.
pub(super) fn part_around(span: Span, code: u16) -> Part {
    const FEW: usize = 4;
    let (code, (first, end)) = (u32::from(code), blocks_of(span));
    let blocks = |first: u32, end: u32| Part::Span(Span::new((first * 64) as u16, (end * 64 - 1) as u16));
    if !(first..end).contains(&(code >> 6)) {
        let start = code & !127;
        let low = u32::from(span.low).max(start) - start;
        let high = (u32::from(span.low) + u32::from(span.length)).min(start + 127) - start;
        let bits = (u128::MAX >> (127 - (high - low))) << low;
        return Part::Map(Map { first: start as u16, bits: [bits as u64, (bits >> 64) as u64], lone: [0; 2] });
    }
    let (mut block, mut count, mut own) = (first.max(0x20), 0, (first, end));
    while block < end {
        let (last, _) = product(block, end);
        if (block..=last).contains(&(code >> 6)) {
            own = (block, last + 1);
        }
        (block, count) = (last + 1, count + 1);
    }
    if count <= FEW { blocks(first, end) } else { blocks(own.0, own.1) }
}

/// The byte of a table at a place.
#[cfg(test)]
fn byte_at(table: HalfTable, place: u32) -> u8 {
    (table >> (8 * place)) as u8
}

impl Utf8Sets {
    pub const NONE: Utf8Sets = Utf8Sets {
        leads: Leads { low: 0 },
        pairs: [Pairs { tables: [0; 3] }; 2],
        sets: 0,
        twos: [Cell { first: 0, second: 0, bits: 0, lone: 0 }; 3],
        twos_used: 0,
        threes: [Cell { first: 0, second: 0, bits: 0, lone: 0 }; 4],
        threes_used: 0,
        has_lone: false,
    };

    /// Those that have sets.
    pub fn pairs(&self) -> &[Pairs] {
        self.pairs.get(..usize::from(self.sets.div_ceil(SETS))).unwrap_or(&[])
    }

    /// The cells of code points of two bytes.
    pub fn twos(&self) -> &[Cell] {
        self.twos.get(..usize::from(self.twos_used)).unwrap_or(&[])
    }

    /// The cells of code points of three bytes.
    pub fn threes(&self) -> &[Cell] {
        self.threes.get(..usize::from(self.threes_used)).unwrap_or(&[])
    }

    /// Adds whole blocks of code points outside of ASCII that are no surrogates.
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

    /// Adds the code points of a map.
    pub fn add_map(&mut self, map: Map) {
        let code = u32::from(map.first);
        let whole = |[low, high]: [u64; 2]| u128::from(low) | u128::from(high) << 64;
        let (first, second, cells, used) = match code {
            ..0x800 => (0xC0 | code >> 6, 0, &mut self.twos[..], &mut self.twos_used),
            _ => (0xE0 | code >> 12, 0x80 | code >> 6 & 63, &mut self.threes[..], &mut self.threes_used),
        };
        let (first, second) = (first as u8, second as u8);
        let known = cells.iter().take(usize::from(*used)).position(|cell| (cell.first, cell.second) == (first, second));
        let Some(cell) = cells.get_mut(known.unwrap_or(usize::from(*used))) else { return };
        *used += u8::from(known.is_none());
        *cell = Cell { first, second, bits: cell.bits | whole(map.bits), lone: cell.lone | whole(map.lone) };
        self.has_lone |= map.lone != [0; 2];
    }

    /// Whether a code point outside of ASCII is expected, or, if `lone`, between two others.
    #[cfg(test)]
    pub fn contains(&self, code: u32, lone: bool) -> bool {
        let in_cell = |cell: &Cell| (if lone { cell.lone } else { cell.bits }) >> (code & 127) & 1 != 0;
        if code < 0x800 {
            let lead = 0xC0 | code >> 6;
            return !lone && byte_at(self.leads.low, lead & 15) >> (lead >> 4 & 1) & 1 != 0
                || self.twos().iter().any(|cell| u32::from(cell.first) == lead & !1 && in_cell(cell));
        }
        let (first, second) = (0xE0 | code >> 12, 0x80 | code >> 6 & 63);
        let in_pairs = |pairs: &Pairs| {
            let [one, two, three] = pairs.tables;
            byte_at(one, first & 15) & byte_at(two, second >> 4) & byte_at(three, second & 15) != 0
        };
        let is_cell = |cell: &&Cell| (u32::from(cell.first), u32::from(cell.second)) == (first, second & !1);
        !lone && self.pairs().iter().any(in_pairs) || self.threes().iter().filter(is_cell).any(in_cell)
    }
}
