//! Reads committed tables: a text header up to a zero byte, zeros up to a multiple of eight, then arrays with their
//! lengths.

use crate::unicode::class_map::ClassMap;
use crate::unicode::data_file::{self, push_leb128, read_leb128};

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
        TableCursor { bytes: data_file::data(file) }
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

    /// A number in LEB128.
    pub(super) fn leb128(&mut self) -> u32 {
        read_leb128(&mut self.bytes).unwrap_or(0)
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
        let length = (self.leb128() as usize).min(MAX_LENGTH);
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
            let head = self.rest.leb128();
            self.group = (head >> 1).max(1) as usize;
            self.repeated = (head & 1 != 0).then(|| self.rest.leb128());
        }
        self.group -= 1;
        Some(self.repeated.unwrap_or_else(|| self.rest.leb128()))
    }
}

/// Appends a number.
pub(super) fn push_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u32).to_le_bytes());
}

/// Appends an array with its length, for [`TableCursor::series`]: groups that start with their length and a flag for a
/// repeated number.
pub(super) fn push_series(out: &mut Vec<u8>, series: &[u32]) {
    push_leb128(out, series.len() as u32);
    let mut plain: Vec<u32> = Vec::new();
    let close = |plain: &mut Vec<u32>, out: &mut Vec<u8>| {
        if !plain.is_empty() {
            push_leb128(out, (plain.len() as u32) << 1);
            plain.drain(..).for_each(|number| push_leb128(out, number));
        }
    };
    for equal in series.chunk_by(|one, two| one == two) {
        match equal {
            [number, _, _, ..] => {
                close(&mut plain, out);
                push_leb128(out, (equal.len() as u32) << 1 | 1);
                push_leb128(out, *number);
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
            push_leb128(&mut bytes, then);
            let mut table = TableCursor { bytes: bytes.leak() };
            let mut other = table;
            prop_assert!(other.skip_series().eq(series.iter().copied()));
            prop_assert_eq!(table.series(), series);
            prop_assert_eq!(table.bytes, other.bytes);
            prop_assert_eq!(table.leb128(), then);
            prop_assert!(table.bytes.is_empty());
        }
    }
}
