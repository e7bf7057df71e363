//! Lines with their keys in memory, and their sorted order.

use crate::failure::Failure;
use std::cmp::Ordering;
use unic_analysis::analysis::key_order::{compare_keys, key_prefix};

/// A line of the chunk.
#[derive(Clone, Copy)]
struct Entry {
    /// See [`key_prefix`].
    prefix: u64,
    /// The offset of the key; the line follows the key. Ascends in the order of the input, and so breaks ties between
    /// equal keys.
    at: usize,
    key: usize,
    line: usize,
}

/// Lines that fit in memory together.
pub struct Chunk {
    /// Keys and lines, in the order of the input.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
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
        self.bytes.len() + key.len() + line.len() + (self.entries.len() + 1) * size_of::<Entry>()
    }

    /// The number of bytes of all lines with their ends.
    pub fn line_bytes(&self) -> u64 {
        self.line_bytes
    }

    /// Adds a line.
    pub fn push(&mut self, key: &[u8], line: &[u8]) {
        let entry = Entry { prefix: key_prefix(key), at: self.bytes.len(), key: key.len(), line: line.len() };
        self.entries.push(entry);
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(line);
        if key.is_empty() && line.is_empty() {
            // So that no two entries have one offset.
            self.bytes.push(0);
        }
        self.line_bytes += line.len() as u64 + 1;
    }

    /// Sorts the lines; lines with equal keys keep their order.
    pub fn sort(&mut self) {
        let (bytes, reverse) = (&self.bytes, self.reverse);
        let key = |entry: &Entry| bytes.get(entry.at..entry.at + entry.key).unwrap_or(&[]);
        // No two entries are equal, so an unstable sort, which allocates nothing, gives a stable order.
        self.entries.sort_unstable_by(|left, right| {
            let keys = compare_keys(left.prefix, right.prefix, || (key(left), key(right)));
            directed(keys, reverse).then_with(|| left.at.cmp(&right.at))
        });
    }

    /// Passes key and line of each line in order; with `unique`, only the first one of lines with equal keys.
    pub fn for_each(&self, mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut last: Option<&[u8]> = None;
        for entry in &self.entries {
            let both = self.bytes.get(entry.at..entry.at + entry.key + entry.line).unwrap_or(&[]);
            let (key, line) = both.split_at_checked(entry.key).unwrap_or((both, &[]));
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

/// The order, or its reverse.
pub fn directed(order: Ordering, reverse: bool) -> Ordering {
    if reverse { order.reverse() } else { order }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty line with an empty key takes no bytes.
    #[test]
    fn lines_with_empty_keys_keep_their_order() {
        let mut chunk = Chunk::new(false, false);
        let lines: Vec<Vec<u8>> = (0..60).map(|at| if at % 3 == 0 { Vec::new() } else { vec![at] }).collect();
        lines.iter().for_each(|line| chunk.push(b"", line));
        chunk.sort();
        let mut sorted = Vec::new();
        let all = chunk.for_each(|_, line| {
            sorted.push(line.to_vec());
            Ok(())
        });
        assert!(all.is_ok());
        assert_eq!(sorted, lines);
    }
}
