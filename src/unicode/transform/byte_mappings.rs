//! Mappings of single code points, as a table of UTF-8 results.
//!
//! ```text
//! for each code point of a block of the text:
//!     cell = the code point itself, xor table[code point]: up to seven bytes, and their number
//!     write eight bytes; advance by the number of bytes of the cell
//! ```
//!
//! Whether a code point is mapped, and to how many bytes, is unpredictable, so it is no branch.

use super::decode::decode_utf8;
use super::long_results::LongResults;
use super::two_stage_table::{BLOCK, TwoStageTable};
use crate::unicode::bmp::{utf8_length, utf8_of};
use crate::unicode::scan;
use crate::unicode::text::CodeUnit;
use std::collections::BTreeMap;

/// The mappings; code points without one are kept.
#[derive(Debug)]
pub(super) struct ByteMappings {
    /// The cells of the results of the BMP, xor those of the code points themselves: 0 for a code point that is kept.
    table: TwoStageTable<u64>,
    /// The mappings of supplementary code points, and those to more than seven bytes, by code point.
    long: LongResults,
}

/// The cell of a result that is in `long`.
const LONG: u64 = cell_of(0, 0xFF);

/// The number of bytes of a cell.
const CELL: usize = size_of::<u64>();

/// A cell: the bytes of a result, the first one lowest, and their number in the highest byte.
#[inline(always)]
const fn cell_of(bytes: u64, length: u64) -> u64 {
    bytes | length << 56
}

/// The number of bytes of a result.
#[inline(always)]
fn length_in(cell: u64) -> usize {
    (cell >> 56) as usize
}

/// The cell of a code point of the BMP that is kept.
#[inline(always)]
fn kept(code: u32) -> u64 {
    cell_of(utf8_of(code).into(), utf8_length(code).into())
}

impl ByteMappings {
    /// Creates the table of mappings.
    pub(super) fn new(mappings: &BTreeMap<char, String>) -> ByteMappings {
        let table = TwoStageTable { blocks: vec![0; 0x1_0000 / BLOCK], numbers: vec![[0; BLOCK]] };
        let mut byte_mappings = ByteMappings { table, long: LongResults::default() };
        for (&c, result) in mappings {
            let is_long = result.len() >= CELL;
            if is_long || c > '\u{FFFF}' {
                byte_mappings.long.push(c, result);
            }
            let bytes = result.bytes().take(CELL).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(byte));
            let cell = if is_long { LONG } else { cell_of(bytes, result.len() as u64) };
            byte_mappings.table.slot(c.into()).into_iter().for_each(|slot| *slot = cell ^ kept(c.into()));
        }
        byte_mappings
    }

    /// Maps a text in UTF-8.
    pub(super) fn map<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>) {
        out.clear();
        decode_utf8(text, |codes| self.map_block(codes, out));
    }

    /// Appends the results of the code points of a block.
    #[inline(never)]
    fn map_block<U: CodeUnit>(&self, codes: &[u32], out: &mut Vec<U>) {
        let (mut bytes, mut lengths) = ([0; scan::BLOCK], [0; scan::BLOCK]);
        for ((bytes, length), &code) in bytes.iter_mut().zip(&mut lengths).zip(codes) {
            (*bytes, *length) = (utf8_of(code), utf8_length(code));
        }
        let mut end = out.len();
        out.resize(end + CELL * codes.len(), U::default());
        for ((&code, &bytes), &length) in codes.iter().zip(&bytes).zip(&lengths) {
            let cell = cell_of(bytes.into(), length.into()) ^ self.table.get(code);
            if cell >= LONG || code > 0xFFFF {
                end = self.append_long(code, out, end);
                continue;
            }
            if let Some(slots) = out.get_mut(end..).and_then(|slots| slots.first_chunk_mut::<CELL>()) {
                *slots = cell.to_le_bytes().map(|byte| U::from_low_bits(byte.into()));
            }
            end += length_in(cell);
        }
        out.truncate(end);
    }

    /// Writes the result of a code point that is not in its cell at `end`; returns its end, after which there is
    /// space for a block.
    #[inline(never)]
    fn append_long<U: CodeUnit>(&self, code: u32, out: &mut Vec<U>, end: usize) -> usize {
        out.truncate(end);
        self.long.append(code, out);
        let end = out.len();
        out.resize(end + CELL * scan::BLOCK, U::default());
        end
    }
}

#[cfg(test)]
mod tests {
    use super::super::unit_mappings::UnitMappings;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn results_equal_those_of_unit_mappings(
            mappings in prop::collection::btree_map("[a-cé-íア-カ\u{FFFF}😀\u{10400}]".prop_map(|c| c.chars().next().unwrap()),
                "[a-zé-í]{0,3}|[ア-カ日]{0,3}|[😀日a]{0,9}", 0..12),
            parts in prop::collection::vec("[a-d ]{0,70}|[é-ñ ]{0,40}|[ア-ケ日]{0,30}|[😀\u{10400}\u{FFFF}a]{0,20}", 0..6),
            cut in any::<prop::sample::Index>(),
        ) {
            let text = parts.concat().into_bytes();
            // May cut the last code point.
            let text = &text[..cut.index(text.len() + 1)];
            let (mut bytes, mut units) = (Vec::new(), Vec::new());
            ByteMappings::new(&mappings).map(text, &mut bytes);
            UnitMappings::new(&mappings).map(text, &mut units);
            prop_assert_eq!(bytes, units);
        }
    }

    /// Quadratic time would be minutes.
    #[test]
    fn long_results_take_linear_time() {
        let mappings = BTreeMap::from([('😀', "smile".to_owned()), ('a', "abcdefgh".to_owned()), ('b', String::new())]);
        let text = "😀ab".repeat(250_000);
        let mut out = Vec::new();
        ByteMappings::new(&mappings).map(text.as_bytes(), &mut out);
        assert_eq!(out.len(), 13 * 250_000);
        assert!(out.chunks(13).all(|part| part == b"smileabcdefgh"));
    }
}
