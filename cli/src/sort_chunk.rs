//! Lines with their keys in memory, and their sorted order.

use crate::failure::Failure;
use std::cmp::Ordering;
use unic_analysis::analysis::key_order::{KeyEntry, sort_keys};

/// The lengths of a key and its line, before them in memory.
type Lengths = [u8; 2 * size_of::<usize>()];

/// Lines that fit in memory together.
pub struct Chunk {
    /// For each line, in the order of the input: [`Lengths`], key, line.
    bytes: Vec<u8>,
    /// The index of an entry is the offset of its lengths, which ascends in the order of the input; for the reverse
    /// order, the distance of this offset from the maximum, as lines with equal keys keep their order.
    entries: Vec<KeyEntry>,
    line_bytes: u64,
    reverse: bool,
    unique: bool,
}

impl Chunk {
    /// Creates an empty chunk.
    pub fn new(reverse: bool, unique: bool) -> Chunk {
        Chunk { bytes: Vec::new(), entries: Vec::new(), line_bytes: 0, reverse, unique }
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The memory that the lines would use with this one.
    pub fn size_with(&self, key: &[u8], line: &[u8]) -> usize {
        let entries = (self.entries.len() + 1) * size_of::<KeyEntry>();
        self.bytes.len() + size_of::<Lengths>() + key.len() + line.len() + entries
    }

    /// The number of bytes of all lines with their ends.
    pub fn line_bytes(&self) -> u64 {
        self.line_bytes
    }

    /// Adds a line.
    pub fn push(&mut self, key: &[u8], line: &[u8]) {
        let at = self.bytes.len();
        self.entries.push(KeyEntry::new(if self.reverse { usize::MAX - at } else { at }, key));
        for length in [key.len(), line.len()] {
            self.bytes.extend_from_slice(&length.to_ne_bytes());
        }
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(line);
        self.line_bytes += line.len() as u64 + 1;
    }

    /// Sorts the lines; lines with equal keys keep their order.
    pub fn sort(&mut self) {
        let (bytes, reverse) = (&self.bytes, self.reverse);
        sort_keys(&mut self.entries, |index| key_and_line(bytes, index, reverse).0);
        if reverse {
            self.entries.reverse();
        }
    }

    /// Passes key and line of each line in order; with `unique`, only the first one of lines with equal keys.
    pub fn for_each(&self, mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut last: Option<&[u8]> = None;
        for entry in &self.entries {
            let (key, line) = key_and_line(&self.bytes, entry.index, self.reverse);
            if self.unique && last == Some(key) {
                continue;
            }
            last = Some(key);
            take(key, line)?;
        }
        Ok(())
    }

    /// Removes the lines and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
        self.line_bytes = 0;
    }

    /// Removes the lines and frees the memory.
    pub fn free(&mut self) {
        *self = Chunk::new(self.reverse, self.unique);
    }
}

/// Key and line of an entry of a chunk, by its index.
fn key_and_line(bytes: &[u8], index: usize, reverse: bool) -> (&[u8], &[u8]) {
    let at = if reverse { usize::MAX - index } else { index };
    let found = || {
        let (key, rest) = bytes.get(at..)?.split_first_chunk()?;
        let (line, rest) = rest.split_first_chunk()?;
        let (key, rest) = rest.split_at_checked(usize::from_ne_bytes(*key))?;
        Some((key, rest.get(..usize::from_ne_bytes(*line))?))
    };
    found().unwrap_or_default()
}

/// The order, or its reverse.
pub fn directed(order: Ordering, reverse: bool) -> Ordering {
    if reverse { order.reverse() } else { order }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_equal_keys_keep_their_order() {
        for reverse in [false, true] {
            let mut chunk = Chunk::new(reverse, false);
            let lines: Vec<Vec<u8>> = (0..60).map(|at| if at % 3 == 0 { Vec::new() } else { vec![at] }).collect();
            lines.iter().for_each(|line| chunk.push(b"", line));
            chunk.push(b"b", b"b");
            chunk.push(b"a", b"a");
            chunk.sort();
            let mut sorted = Vec::new();
            let all = chunk.for_each(|_, line| {
                sorted.push(line.to_vec());
                Ok(())
            });
            assert!(all.is_ok());
            let (a, b) = (vec![b"a".to_vec()], vec![b"b".to_vec()]);
            let expected = if reverse { [b, a, lines] } else { [lines, a, b] };
            assert_eq!(sorted, expected.concat());
        }
    }
}
