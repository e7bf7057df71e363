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
    bytes: &'static [u8],
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
        Words { bytes: self.take(length.saturating_mul(4)) }
    }

    /// An array of 16-bit numbers after its length.
    pub(super) fn shorts(&mut self) -> Vec<u16> {
        let length = self.number() as usize;
        self.take(length.saturating_mul(2))
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([at(pair, 0), at(pair, 1)]))
            .collect()
    }

    /// A map of code points.
    pub(super) fn class_map(&mut self) -> ClassMap {
        ClassMap::from_parts(std::array::from_fn(|_| self.shorts()))
    }
}

impl Words {
    /// The number at an index; 0 outside.
    #[inline]
    pub(super) fn get(&self, index: usize) -> u32 {
        let bytes = self.bytes.get(index * 4..index * 4 + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    }

    /// All of them.
    pub(super) fn to_vec(self) -> Vec<u32> {
        (0..self.bytes.len() / 4).map(|index| self.get(index)).collect()
    }
}

fn at(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
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

/// Appends a map of code points.
pub(super) fn push_class_map(out: &mut Vec<u8>, map: &ClassMap) {
    for part in map.parts() {
        push_number(out, part.len());
        part.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
    }
}
