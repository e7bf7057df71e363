//! Reading committed tables: a textual head up to a zero byte, zeros up to a multiple of eight, then counted arrays.

use super::class_map::ClassMap;

/// A place in a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    bytes: &'static [u8],
}

/// An array of little-endian numbers inside a table, read in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    words: &'static [[u8; 4]],
}

impl Table {
    /// The table of a file.
    pub(super) fn open(file: &'static [u8]) -> Table {
        let head = file.iter().position(|&byte| byte == 0).map_or(file.len(), |at| at + 1);
        Table { bytes: file.get(head.next_multiple_of(8)..).unwrap_or(&[]) }
    }

    /// The next number.
    pub(super) fn number(&mut self) -> u32 {
        let bytes = self.take(4);
        bytes.try_into().map_or(0, u32::from_le_bytes)
    }

    /// The next bytes, as many as asked for.
    pub(super) fn take(&mut self, length: usize) -> &'static [u8] {
        let (taken, rest) = self.bytes.split_at_checked(length).unwrap_or((&[], &[]));
        self.bytes = rest;
        taken
    }

    /// An array of 32-bit numbers after its length.
    pub(super) fn words(&mut self) -> Words {
        let length = self.number() as usize;
        Words { words: self.take(length.saturating_mul(4)).as_chunks().0 }
    }

    /// An array of numbers after its length and their width in bytes.
    pub(super) fn numbers(&mut self) -> Vec<u32> {
        let length = self.number() as usize;
        let width = self.number().clamp(1, 4) as usize;
        let bytes = self.take(length.saturating_mul(width));
        let number = |bytes: &[u8]| match *bytes {
            [one] => one.into(),
            [one, two] => u16::from_le_bytes([one, two]).into(),
            [one, two, three] => u32::from_le_bytes([one, two, three, 0]),
            [one, two, three, four] => u32::from_le_bytes([one, two, three, four]),
            _ => 0,
        };
        match width {
            1 => bytes.iter().map(|&byte| byte.into()).collect(),
            2 => bytes.chunks_exact(2).map(number).collect(),
            _ => bytes.chunks_exact(width).map(number).collect(),
        }
    }

    /// A map of code points.
    pub(super) fn class_map(&mut self) -> ClassMap {
        ClassMap::from_parts(std::array::from_fn(|_| self.numbers().into_iter().map(|number| number as u16).collect()))
    }
}

impl Words {
    /// The number at an index; 0 outside.
    #[inline]
    pub(super) fn get(&self, index: usize) -> u32 {
        self.words.get(index).map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }
}

/// Appends a number.
pub(super) fn push_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u32).to_le_bytes());
}

/// Appends an array after its length.
pub(super) fn push_words(out: &mut Vec<u8>, words: impl ExactSizeIterator<Item = u32>) {
    push_number(out, words.len());
    words.for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
}

/// Appends an array after its length, in as few bytes a number as the greatest needs.
pub(super) fn push_numbers(out: &mut Vec<u8>, numbers: impl ExactSizeIterator<Item = u32> + Clone) {
    let greatest = numbers.clone().max().unwrap_or(0);
    let width = (u32::BITS - greatest.leading_zeros()).div_ceil(8).max(1) as usize;
    push_number(out, numbers.len());
    push_number(out, width);
    numbers.for_each(|number| out.extend(number.to_le_bytes().iter().take(width)));
}

/// Appends a map of code points.
pub(super) fn push_class_map(out: &mut Vec<u8>, map: &ClassMap) {
    for part in map.parts() {
        push_numbers(out, part.iter().map(|&value| value.into()));
    }
}
