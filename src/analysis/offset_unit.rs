//! Offsets in the unit that the caller selects (ruling T2), counted on demand.

use crate::unicode::part::SlicePart;
use crate::unicode::scan;
use crate::unicode::text::{CodeUnit, Encoding};

/// The unit of offsets. The numbers are part of the C ABI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum OffsetUnit {
    /// Code units of the given text: bytes of UTF-8, units of UTF-16.
    #[default]
    Native = 0,
    /// UTF-16 units, the unit of JVM engines. An ill-formed UTF-8 subpart counts as one (it is analysed as U+FFFD).
    Utf16 = 1,
    /// Bytes of the text's UTF-8 form. An unpaired surrogate counts as three (U+FFFD).
    Utf8 = 2,
    /// Code points. An ill-formed sequence counts as one per maximal subpart.
    CodePoint = 3,
}

impl OffsetUnit {
    /// The unit with this number.
    pub fn from_number(number: u32) -> Option<OffsetUnit> {
        [OffsetUnit::Native, OffsetUnit::Utf16, OffsetUnit::Utf8, OffsetUnit::CodePoint].get(number as usize).copied()
    }

    /// Whether offsets in this unit are code unit offsets of a text in that encoding.
    pub fn is_native(self, encoding: Encoding) -> bool {
        match self {
            OffsetUnit::Native => true,
            OffsetUnit::Utf16 => encoding == Encoding::Utf16,
            OffsetUnit::Utf8 => encoding == Encoding::Utf8,
            OffsetUnit::CodePoint => false,
        }
    }
}

/// Converts code unit offsets of a text to an offset unit. Caches the last one: ascending queries take linear time in
/// total.
#[derive(Clone, Copy, Debug, Default)]
pub struct OffsetCounter {
    position: usize,
    offset: u32,
}

impl OffsetCounter {
    /// Whether its last position is from that of another counter up to `position`: it counts less than the other one.
    #[inline]
    pub fn is_between(&self, other: &OffsetCounter, position: usize) -> bool {
        (other.position..=position).contains(&self.position)
    }

    /// The converted offset of a position; the next count starts there.
    #[inline]
    pub fn offset<U: CodeUnit>(&mut self, text: &[U], position: usize, unit: OffsetUnit) -> u32 {
        let offset = self.peek(text, position, unit);
        *self = OffsetCounter { position, offset };
        offset
    }

    /// The converted offset of a position, without caching it.
    #[inline]
    pub fn peek<U: CodeUnit>(&self, text: &[U], position: usize, unit: OffsetUnit) -> u32 {
        if unit.is_native(U::ENCODING) {
            position.min(text.len()) as u32
        } else if position >= self.position {
            self.offset + count(text, self.position, position, unit)
        } else {
            count(text, 0, position, unit)
        }
    }
}

/// The length of a part of a text, in an offset unit.
fn count<U: CodeUnit>(text: &[U], from: usize, to: usize, unit: OffsetUnit) -> u32 {
    let part = text.part(from..to);
    let ascii = scan::ascii_prefix(part);
    let mut length = ascii as u32;
    let mut at = ascii;
    while let Some((c, units)) = U::decode(part, at) {
        at += units;
        length += match unit {
            OffsetUnit::Utf16 => c.len_utf16() as u32,
            OffsetUnit::Utf8 => c.len_utf8() as u32,
            OffsetUnit::Native | OffsetUnit::CodePoint => 1,
        };
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_a_mixed_text() {
        let text = "a😀 é".as_bytes();
        let offsets = |unit| [0, 1, 5, 6, 8].map(|at| OffsetCounter::default().peek(text, at, unit));
        assert_eq!(offsets(OffsetUnit::Native), [0, 1, 5, 6, 8]);
        assert_eq!(offsets(OffsetUnit::Utf16), [0, 1, 3, 4, 5]);
        assert_eq!(offsets(OffsetUnit::CodePoint), [0, 1, 2, 3, 4]);
        let text: Vec<u16> = "a😀 é".encode_utf16().collect();
        assert_eq!(OffsetCounter::default().peek(&text, 5, OffsetUnit::Utf8), 8);
    }

    #[test]
    fn counting_from_a_cached_offset_equals_counting_from_the_start() {
        let text = "é日😀x\u{301}".repeat(20);
        let mut counter = OffsetCounter::default();
        for (at, _) in text.char_indices() {
            let fresh = OffsetCounter::default().peek(text.as_bytes(), at, OffsetUnit::Utf16);
            assert_eq!(counter.offset(text.as_bytes(), at, OffsetUnit::Utf16), fresh);
        }
    }
}
