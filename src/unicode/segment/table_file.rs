//! Reads committed tables: a text header up to a zero byte, zeros up to a multiple of eight, then arrays with their
//! lengths.

use super::class_map::ClassMap;
use crate::unicode::part::SlicePart;

/// The maximum length of an array.
const MAX_LENGTH: usize = 1 << 24;

/// A cursor over a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableCursor<'a> {
    bytes: &'a [u8],
}

impl<'a> TableCursor<'a> {
    /// Opens the table of a file.
    pub(super) fn open(file: &'a [u8]) -> TableCursor<'a> {
        let head = file.iter().position(|&byte| byte == 0).map_or(file.len(), |at| at + 1);
        TableCursor { bytes: file.part(head.next_multiple_of(8)..) }
    }

    /// The next number.
    pub(super) fn number(&mut self) -> u32 {
        let bytes = self.take(4);
        bytes.try_into().map_or(0, u32::from_le_bytes)
    }

    /// The next `length` bytes.
    pub(super) fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at_checked(length).unwrap_or((&[], &[]));
        self.bytes = rest;
        taken
    }

    /// A variable-length number with seven bits per byte, low ones first; the high bit marks that more bytes follow.
    pub(super) fn small(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.take(1).first().copied().unwrap_or(0);
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    /// An array with its length, in groups: one repeated number, or numbers as they are (see [`push_series`]).
    pub(super) fn series(&mut self) -> Vec<u32> {
        let mut series = self.numbers();
        let mut numbers = Vec::with_capacity(series.length);
        numbers.extend(&mut series);
        *self = series.rest;
        numbers
    }

    /// The numbers of an array as [`TableCursor::series`], and the table after them: a large array is not copied.
    pub(super) fn skip_series(&mut self) -> NumberSeries<'a> {
        let series = self.numbers();
        let mut skipped = series;
        skipped.by_ref().for_each(|_| {});
        *self = skipped.rest;
        series
    }

    fn numbers(&mut self) -> NumberSeries<'a> {
        let length = (self.small() as usize).min(MAX_LENGTH);
        NumberSeries { length, left: length, group: 0, repeated: None, rest: *self }
    }

    /// A map of code points.
    pub(super) fn class_map(&mut self) -> ClassMap {
        // Collected from `into_iter`, a part would keep the memory of the wider numbers.
        ClassMap::from_parts(std::array::from_fn(|_| self.series().iter().map(|&number| number as u16).collect()))
    }
}

/// The numbers of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberSeries<'a> {
    pub(super) length: usize,
    left: usize,
    /// Numbers of the group that are left; the number, if they are equal.
    group: usize,
    repeated: Option<u32>,
    /// The table after the numbers read.
    rest: TableCursor<'a>,
}

impl Iterator for NumberSeries<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        if self.group == 0 {
            let head = self.rest.small();
            self.group = (head >> 1).max(1) as usize;
            self.repeated = (head & 1 != 0).then(|| self.rest.small());
        }
        self.group -= 1;
        Some(self.repeated.unwrap_or_else(|| self.rest.small()))
    }
}

/// Appends a number.
pub(super) fn push_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u32).to_le_bytes());
}

/// Appends a number as [`TableCursor::small`] reads it.
pub(super) fn push_small(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends an array with its length, for [`TableCursor::series`]: groups that start with their length and a flag for a
/// repeated number.
pub(super) fn push_series(out: &mut Vec<u8>, series: &[u32]) {
    push_small(out, series.len() as u32);
    let mut plain: Vec<u32> = Vec::new();
    let close = |plain: &mut Vec<u32>, out: &mut Vec<u8>| {
        if !plain.is_empty() {
            push_small(out, (plain.len() as u32) << 1);
            plain.drain(..).for_each(|number| push_small(out, number));
        }
    };
    for equal in series.chunk_by(|one, two| one == two) {
        match equal {
            [number, _, _, ..] => {
                close(&mut plain, out);
                push_small(out, (equal.len() as u32) << 1 | 1);
                push_small(out, *number);
            }
            few => plain.extend(few),
        }
    }
    close(&mut plain, out);
}

/// Appends a map of code points.
pub(super) fn push_class_map(out: &mut Vec<u8>, map: &ClassMap) {
    for part in map.parts() {
        push_series(out, &part.iter().map(|&value| value.into()).collect::<Vec<u32>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn series_are_read_as_written(
            pieces in prop::collection::vec((prop_oneof![0u32..4, any::<u32>()], 1usize..6), 0..40),
            then: u32,
        ) {
            let series: Vec<u32> = pieces.iter().flat_map(|&(number, count)| vec![number; count]).collect();
            let mut bytes = Vec::new();
            push_series(&mut bytes, &series);
            push_small(&mut bytes, then);
            let mut table = TableCursor { bytes: bytes.leak() };
            let mut other = table;
            prop_assert!(other.skip_series().eq(series.iter().copied()));
            prop_assert_eq!(table.series(), series);
            prop_assert_eq!(table.bytes, other.bytes);
            prop_assert_eq!(table.small(), then);
            prop_assert!(table.bytes.is_empty());
        }
    }
}
