//! Lines with their keys in memory, and their order.

use crate::failure::Failure;
use std::cmp::Ordering;

/// A line of the chunk.
#[derive(Clone, Copy)]
struct Entry {
    /// The start of its key, so that most comparisons look at nothing else.
    prefix: u64,
    /// The offset of its key; the line follows the key. Grows with the input, and so decides among equal keys.
    at: usize,
    key: usize,
    line: usize,
}

/// Lines that fit into memory together.
pub struct Chunk {
    /// Keys and lines, in the order of the input.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    line_bytes: u64,
    reverse: bool,
    unique: bool,
}

/// The first bytes of a key as a number, which orders as they do. No key holds a zero byte, so a short key is filled up
/// with what is below every byte.
pub fn prefix(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => key.iter().enumerate().fold(0, |prefix, (at, byte)| prefix | u64::from(*byte) << (56 - 8 * at)),
    }
}

impl Chunk {
    /// An empty one.
    pub fn new(reverse: bool, unique: bool) -> Chunk {
        Chunk { bytes: Vec::new(), entries: Vec::new(), line_bytes: 0, reverse, unique }
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The memory that the lines would take with this one.
    pub fn size_with(&self, key: &[u8], line: &[u8]) -> usize {
        self.bytes.len() + key.len() + line.len() + (self.entries.len() + 1) * size_of::<Entry>()
    }

    /// Bytes of all lines with their ends.
    pub fn line_bytes(&self) -> u64 {
        self.line_bytes
    }

    /// Adds a line.
    pub fn push(&mut self, key: &[u8], line: &[u8]) {
        let entry = Entry { prefix: prefix(key), at: self.bytes.len(), key: key.len(), line: line.len() };
        self.entries.push(entry);
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(line);
        self.line_bytes += line.len() as u64 + 1;
    }

    /// Puts the lines in order; lines with equal keys stay in theirs.
    pub fn sort(&mut self) {
        let (bytes, reverse) = (&self.bytes, self.reverse);
        let key = |entry: &Entry| bytes.get(entry.at..entry.at + entry.key).unwrap_or(&[]);
        // The index makes every entry different, so an unstable sort, which takes no memory, is stable here.
        self.entries.sort_unstable_by(|left, right| {
            let keys = left.prefix.cmp(&right.prefix).then_with(|| key(left).cmp(key(right)));
            directed(keys, reverse).then_with(|| left.at.cmp(&right.at))
        });
    }

    /// Hands over key and line of each line, in order; with `unique` of lines with equal keys only the first.
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

    /// Forgets the lines and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
        self.line_bytes = 0;
    }

    /// Forgets the lines and gives the memory back.
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

    #[test]
    fn prefixes_order_as_keys_do() {
        let keys: [&[u8]; 8] =
            [b"", b"\x01", b"\x01\x01", b"abcdefg", b"abcdefg\x01", b"abcdefgh", b"abcdefghi", b"\xFF"];
        for (left, right) in keys.iter().flat_map(|left| keys.iter().map(move |right| (*left, *right))) {
            assert_eq!(prefix(left).cmp(&prefix(right)).then_with(|| left.cmp(right)), left.cmp(right));
        }
    }
}
