//! Bytes of compiled rules ([`super::serialized_rules`]): numbers in LEB128, texts, sets. Long arrays of 16-bit numbers
//! are two planes of bytes, which compress better.

use crate::unicode::data_file::{push_leb128, read_leb128};
use crate::unicode::set::UnicodeSet;

/// Bytes that are written.
#[derive(Debug, Default)]
pub(super) struct FieldWriter {
    pub(super) bytes: Vec<u8>,
}

impl FieldWriter {
    pub(super) fn number(&mut self, value: usize) {
        push_leb128(&mut self.bytes, value as u32);
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.number(flag.into());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub(super) fn tokens(&mut self, tokens: &[u32]) {
        self.number(tokens.len());
        tokens.iter().for_each(|&token| self.number(token as usize));
    }

    /// An array of 16-bit numbers: its length, the low bytes, the high bytes.
    pub(super) fn numbers(&mut self, numbers: &[u16]) {
        self.number(numbers.len());
        self.bytes.extend(numbers.iter().map(|&number| number as u8));
        self.bytes.extend(numbers.iter().map(|&number| (number >> 8) as u8));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn set(&mut self, set: &UnicodeSet) {
        self.number(set.ranges().count());
        let mut last = 0;
        for (low, high) in set.ranges() {
            self.number((low - last) as usize);
            self.number((high - low) as usize);
            last = high + 1;
        }
        self.number(set.strings().count());
        set.strings().for_each(|string| self.text(string));
    }

    pub(super) fn optional_set(&mut self, set: Option<&UnicodeSet>) {
        self.flag(set.is_some());
        set.into_iter().for_each(|set| self.set(set));
    }
}

/// Reads bytes; every call returns `None` where they are damaged.
#[derive(Debug)]
pub(super) struct FieldReader<'b> {
    pub(super) bytes: &'b [u8],
}

impl<'b> FieldReader<'b> {
    #[inline]
    pub(super) fn number(&mut self) -> Option<usize> {
        read_leb128(&mut self.bytes).map(|number| number as usize)
    }

    pub(super) fn flag(&mut self) -> Option<bool> {
        Some(self.number()? != 0)
    }

    /// A count of parts, each of which has a byte at least.
    pub(super) fn count(&mut self) -> Option<usize> {
        self.number().filter(|&count| count <= self.bytes.len())
    }

    fn part(&mut self, length: usize) -> Option<&'b [u8]> {
        let (part, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(part)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        std::str::from_utf8(self.bytes()?).ok().map(str::to_owned)
    }

    pub(super) fn tokens(&mut self) -> Option<Vec<u32>> {
        let mut tokens = Vec::new();
        self.tokens_to(&mut tokens)?;
        Some(tokens)
    }

    /// Variant of [`FieldReader::tokens`] that replaces the contents of a buffer.
    pub(super) fn tokens_to(&mut self, tokens: &mut Vec<u32>) -> Option<()> {
        tokens.clear();
        let count = self.count()?;
        tokens.reserve_exact(count);
        for _ in 0..count {
            tokens.push(self.number()? as u32);
        }
        Some(())
    }

    pub(super) fn numbers(&mut self) -> Option<Vec<u16>> {
        let count = self.count()?;
        let (low, high) = (self.part(count)?, self.part(count)?);
        Some(low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high])).collect())
    }

    pub(super) fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        self.part(length)
    }

    pub(super) fn set(&mut self) -> Option<UnicodeSet> {
        let ranges = self.count()?;
        let mut inversions = Vec::with_capacity(2 * ranges);
        let mut last = 0;
        for _ in 0..ranges {
            let low = last + self.number()?;
            last = low + self.number()? + 1;
            inversions.extend([low as u32, last as u32]);
        }
        let mut set = UnicodeSet::from_inversions(inversions);
        for _ in 0..self.count()? {
            set.add_string(&self.text()?);
        }
        Some(set)
    }

    pub(super) fn optional_set(&mut self) -> Option<Option<UnicodeSet>> {
        Some(if self.flag()? { Some(self.set()?) } else { None })
    }
}
