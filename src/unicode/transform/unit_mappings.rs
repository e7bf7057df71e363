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

use super::long_results::LongResults;
use super::two_stage_table::{BLOCK, TwoStageTable};
use crate::unicode::bmp;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{self, CodeUnit, Encoding};
use std::collections::BTreeMap;

/// The mappings; code points without one are kept.
#[derive(Debug)]
pub(super) struct UnitMappings {
    table: TwoStageTable<UnitResult>,
    /// The mappings of supplementary code points, and those to more than two units, by code point.
    long: LongResults,
}

/// The result of a unit: a cell of the table.
#[derive(Clone, Copy, Debug)]
struct UnitResult {
    /// The first unit, minus the unit that is mapped.
    difference: u16,
    second: u16,
    /// The number of units, or [`LONG`].
    length: u32,
}

/// The length of a result that is not in the cell.
const LONG: u32 = 3;

/// The number of units that are mapped before the output is enlarged again. A text may have a long result at each code
/// point, so the output can't be enlarged for the whole text after each of them.
const PART: usize = 64;

/// A unit that is kept; the last blocks of the table may be omitted.
impl Default for UnitResult {
    fn default() -> UnitResult {
        UnitResult { difference: 0, second: 0, length: 1 }
    }
}

impl UnitMappings {
    /// Creates the table of mappings. Unpaired surrogates are mapped like U+FFFD.
    pub(super) fn new(mappings: &BTreeMap<char, String>) -> UnitMappings {
        let kept = [UnitResult::default(); BLOCK];
        let surrogates = kept.map(|kept| UnitResult { length: LONG, ..kept });
        let is_surrogate = |block: usize| matches!(block * BLOCK, 0xD800..0xE000);
        let blocks = (0..0x1_0000 / BLOCK).map(|block| u16::from(is_surrogate(block))).collect();
        let table = TwoStageTable { blocks, numbers: vec![kept, surrogates] };
        let mut unit_mappings = UnitMappings { table, long: LongResults::default() };
        for (c, result) in mappings {
            let code = u32::from(*c);
            let is_of_bmp = result.chars().all(|c| u32::from(c) <= 0xFFFF);
            let mut units = result.encode_utf16();
            let length = if is_of_bmp { (units.clone().count() as u32).min(LONG) } else { LONG };
            if length == LONG || code > 0xFFFF {
                unit_mappings.long.push(*c, result);
            }
            if code <= 0xFFFF {
                let difference = units.next().unwrap_or(0).wrapping_sub(code as u16);
                let result = UnitResult { difference, second: units.next().unwrap_or(0), length };
                unit_mappings.table.slot(code).into_iter().for_each(|slot| *slot = result);
            }
        }
        unit_mappings
    }

    /// Maps a text.
    pub(super) fn map<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>) {
        out.clear();
        let mut at = 0;
        while at < text.len() {
            if U::ENCODING == Encoding::Utf16 {
                let rest = text.part(at..);
                let part = rest.get(..PART).unwrap_or(rest);
                let read = self.map_units(part, out);
                at += read;
                if read == part.len() {
                    continue;
                }
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
            let cell = self.table.get(code);
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
        let cell =
            if code > 0xFFFF { UnitResult { length: LONG, ..UnitResult::default() } } else { self.table.get(code) };
        if cell.length == LONG {
            return self.long.append(code, out);
        }
        let put = |unit: u16| char::from_u32(unit.into()).into_iter().for_each(|c| text::push(out, c));
        cell.units(code).into_iter().take(cell.length as usize).for_each(put);
    }
}

impl UnitResult {
    #[inline(always)]
    fn units<U: CodeUnit>(self, code: u32) -> [U; 2] {
        [code.wrapping_add(self.difference.into()), self.second.into()].map(U::from_low_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million units, each pair of which ends a run of cells: quadratic time would be minutes.
    #[test]
    fn long_results_take_linear_time() {
        let mappings = BTreeMap::from([('😀', "smile".to_owned()), ('a', "abc".to_owned()), ('b', String::new())]);
        let table = UnitMappings::new(&mappings);
        let text: Vec<u16> = "😀ab".repeat(250_000).encode_utf16().collect();
        let mut out = Vec::new();
        table.map(&text, &mut out);
        assert!(out.chunks(8).all(|part| part.iter().copied().eq("smileabc".encode_utf16())));
        assert_eq!(out.len(), 8 * 250_000);
    }

    #[test]
    fn both_encodings_are_mapped_alike() {
        let mappings = BTreeMap::from([('é', "e".to_owned()), ('x', "ks".to_owned()), ('z', "\u{10400}".to_owned())]);
        let table = UnitMappings::new(&mappings);
        for length in [1, 63, 64, 65, 130] {
            let text = "éxz-😀日".chars().cycle().take(length).collect::<String>();
            let expected: String =
                text.chars().map(|c| mappings.get(&c).cloned().unwrap_or_else(|| c.to_string())).collect();
            let (mut bytes, mut units) = (Vec::new(), Vec::new());
            table.map(text.as_bytes(), &mut bytes);
            table.map(&text.encode_utf16().collect::<Vec<_>>(), &mut units);
            assert_eq!(text::to_string(&bytes), expected);
            assert_eq!(text::to_string(&units), expected);
        }
    }
}
