//! An output buffer for many short pieces. A token has a dozen of them, and a call per piece would cost more than
//! finding the token: pieces of constant length are copied inline, numbers come from a table.

/// A byte buffer that is appended to, written out, and cleared.
pub struct Buffer {
    /// The bytes, including unused capacity.
    bytes: Vec<u8>,
    filled: usize,
}

impl Default for Buffer {
    /// Creates an empty buffer without capacity.
    fn default() -> Buffer {
        Buffer { bytes: Vec::new(), filled: 0 }
    }
}

impl Buffer {
    /// Creates an empty buffer.
    pub fn new() -> Buffer {
        Buffer { bytes: vec![0; 256 << 10], filled: 0 }
    }

    /// The bytes that were appended.
    pub fn filled(&self) -> &[u8] {
        self.bytes.get(..self.filled).unwrap_or(&[])
    }

    /// Clears the buffer.
    pub fn clear(&mut self) {
        self.filled = 0;
    }

    /// Appends bytes.
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        let mut reserved = self.reserve(bytes.len());
        reserved.put_slice(bytes);
        reserved.keep();
    }

    /// Starts a JSON array: the comma before its first value becomes the bracket. `at` is the offset of the first
    /// value; the end if there is none.
    pub fn begin_array(&mut self, at: usize) {
        if at == self.filled {
            self.extend_from_slice(b"[");
        } else if let Some(comma) = self.bytes.get_mut(at) {
            *comma = b'[';
        }
    }

    /// Reserves `length` bytes at the end, to be filled.
    #[inline]
    pub fn reserve(&mut self, length: usize) -> Reserved<'_> {
        if self.bytes.len() - self.filled < length {
            self.grow(length);
        }
        let bytes = self.bytes.get_mut(self.filled..).unwrap_or_default();
        Reserved { bytes, filled: 0, kept: &mut self.filled }
    }

    /// The next [`SHORT`] bytes, to be filled by pieces of constant length, if [`Buffer::reserve`] has reserved them.
    #[inline(always)]
    pub fn short(&mut self) -> Option<Short<'_>> {
        let bytes = self.bytes.get_mut(self.filled..)?.first_chunk_mut()?;
        Some(Short { bytes, at: 0, kept: &mut self.filled })
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        self.bytes.resize((self.filled + length).max(self.bytes.len() * 2), 0);
    }
}

/// The capacity of a [`Short`].
const SHORT: usize = 192;

/// A few bytes at the end of a buffer. A piece of constant length may overlap the unused end of the preceding one.
pub struct Short<'a> {
    bytes: &'a mut [u8; SHORT],
    at: usize,
    kept: &'a mut usize,
}

impl Short<'_> {
    /// Writes an array, of which the first `length` bytes count.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        if let Some(slot) = self.bytes.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
            *slot = *bytes;
        }
        self.at += length;
    }

    /// Writes a number as encoded in [`NUMBERS`].
    #[inline(always)]
    pub fn put_number(&mut self, number: u64) {
        // All four bytes are written; the next piece starts after the digits.
        self.put(&number.to_le_bytes(), (number >> 24 & 3) as usize);
    }

    /// Appends the written bytes to the buffer.
    #[inline(always)]
    pub fn keep(self) {
        *self.kept += self.at;
    }
}

/// Reserved space at the end of a buffer. Bytes beyond it are dropped: the caller reserves enough.
pub struct Reserved<'a> {
    bytes: &'a mut [u8],
    filled: usize,
    kept: &'a mut usize,
}

impl Reserved<'_> {
    /// Appends the written bytes to the buffer.
    #[inline(always)]
    pub fn keep(self) {
        *self.kept += self.filled;
    }

    /// Writes an array of constant length.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.put_start(bytes, N);
    }

    /// Writes an array, of which the first `length` bytes count; costs as much as the whole array.
    #[inline(always)]
    pub fn put_start<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        if let Some(slot) = self.bytes.get_mut(self.filled..).and_then(|rest| rest.first_chunk_mut()) {
            *slot = *bytes;
        }
        self.filled += length;
    }

    /// Writes a slice.
    #[inline]
    pub fn put_slice(&mut self, bytes: &[u8]) {
        if let Some(slot) = self.bytes.get_mut(self.filled..self.filled + bytes.len()) {
            slot.copy_from_slice(bytes);
        }
        self.filled += bytes.len();
    }

    /// Writes the contents of a JSON string, unless a byte must be escaped; returns whether it wrote.
    #[inline(always)]
    pub fn put_literal(&mut self, text: &[u8]) -> bool {
        let length = text.len();
        // Two words that are adjacent or overlap cover a short text.
        if let (Some(first), Some(last), ..=16) = (text.first_chunk::<8>(), text.last_chunk::<8>(), length) {
            self.put_ends(first, last, length);
            return !has_escape(u64::from_ne_bytes(*first)) && !has_escape(u64::from_ne_bytes(*last));
        }
        if let (Some(first), Some(last), ..=8) = (text.first_chunk::<4>(), text.last_chunk::<4>(), length) {
            self.put_ends(first, last, length);
            let [first, last] = [first, last].map(|half| u64::from(u32::from_ne_bytes(*half)));
            return !has_escape(first | last << 32);
        }
        if let ([first, ..], Some(last), ..=3) = (text, text.last(), length) {
            let middle = text.get(length / 2).unwrap_or(first);
            // Of two bytes the middle one is the second; of one byte all three are equal.
            self.put_start(&[*first, *middle, *last], length);
            return [first, middle, last].iter().all(|byte| is_literal(**byte));
        }
        self.put_slice(text);
        text.iter().fold(true, |all, byte| all & is_literal(*byte))
    }

    /// Writes the first and the last bytes of a text that is not longer than both.
    #[inline(always)]
    fn put_ends<const N: usize>(&mut self, first: &[u8; N], last: &[u8; N], length: usize) {
        if let Some(slot) = self.bytes.get_mut(self.filled..self.filled + length) {
            if let Some(start) = slot.first_chunk_mut() {
                *start = *first;
            }
            if let Some(end) = slot.last_chunk_mut() {
                *end = *last;
            }
        }
        self.filled += length;
    }

    /// Writes a number in decimal.
    #[inline(always)]
    pub fn put_number(&mut self, number: u32) {
        match NUMBERS.get(number as usize).map(|number| number.to_le_bytes()) {
            Some([a, b, c, length, ..]) => self.put_start(&[a, b, c, 0], usize::from(length)),
            None => self.put_large_number(number),
        }
    }

    /// Writes a number of four or more digits. Recurses once per group of three digits: at most four times.
    fn put_large_number(&mut self, number: u32) {
        self.put_number(number / 1000);
        if let Some([.., a, b, c, _]) = NUMBERS.get(number as usize % 1000).map(|number| number.to_le_bytes()) {
            self.put(&[a, b, c]);
        }
    }
}

/// For each number below 1000, from the lowest byte up: its digits, their number, its digits with leading zeros, and a
/// zero byte.
pub static NUMBERS: [u64; 1000] = numbers();

#[allow(clippy::indexing_slicing)] // `number` stays below 1000, the array's length.
const fn numbers() -> [u64; 1000] {
    let mut all = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let n = number as u16;
        let [a, b, c] = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        all[number] = u64::from_le_bytes(match n {
            0..=9 => [c, 0, 0, 1, a, b, c, 0],
            10..=99 => [b, c, 0, 2, a, b, c, 0],
            _ => [a, b, c, 3, a, b, c, 0],
        });
        number += 1;
    }
    all
}

/// Whether a UTF-8 byte may be in a JSON string without an escape (RFC 8259, section 7).
#[inline(always)]
pub fn is_literal(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// Whether one of eight bytes needs an escape.
#[inline(always)]
fn has_escape(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // The usual test for bytes below a limit; it has false positives only above a byte that is below the limit.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGHS;
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    below(word, 0x20) | is(b'"') | is(b'\\') != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        let powers = (0..10).map(|power| 10u32.pow(power));
        let around = powers.flat_map(|power| [power - 1, power, power + 1, power.wrapping_mul(7)]);
        for number in (0..2000).chain(around).chain([1_002_003, u32::MAX]) {
            let mut buffer = Buffer::new();
            let mut reserved = buffer.reserve(16);
            reserved.put_number(number);
            reserved.keep();
            assert_eq!(buffer.filled(), number.to_string().as_bytes());
        }
    }

    #[test]
    fn every_byte_is_found_at_every_offset_of_every_length() {
        for length in 0..40 {
            let text: Vec<u8> = (0..length).map(|at| b'a' + at % 26).collect();
            for (at, byte) in (0..text.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                let mut text = text.clone();
                text[at] = byte;
                let mut buffer = Buffer::new();
                let mut reserved = buffer.reserve(64);
                assert_eq!(reserved.put_literal(&text), is_literal(byte), "{byte} at {at} of {length}");
                reserved.keep();
                assert_eq!(buffer.filled(), text);
            }
        }
        assert!(Buffer::new().reserve(0).put_literal(b""));
    }

    #[test]
    fn it_grows_and_is_cleared() {
        let mut buffer = Buffer::new();
        let text = vec![b'x'; 1 << 20];
        buffer.extend_from_slice(b"a");
        buffer.extend_from_slice(&text);
        assert_eq!(buffer.filled().len(), (1 << 20) + 1);
        assert!(buffer.filled().starts_with(b"ax"));
        buffer.clear();
        assert!(buffer.filled().is_empty());
    }
}
