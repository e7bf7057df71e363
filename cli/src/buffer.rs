//! A buffer for many short pieces. A token is a dozen of them, and a call for each would cost more than finding the
//! token: pieces whose length is known when compiled are copied in place, numbers come out of a table.

/// Bytes that are appended, written out, and cleared.
pub struct Buffer {
    /// As long as the room that there is.
    bytes: Vec<u8>,
    filled: usize,
}

impl Default for Buffer {
    /// An empty one without room.
    fn default() -> Buffer {
        Buffer { bytes: Vec::new(), filled: 0 }
    }
}

impl Buffer {
    /// An empty one.
    pub fn new() -> Buffer {
        Buffer { bytes: vec![0; 256 << 10], filled: 0 }
    }

    /// What was appended.
    pub fn filled(&self) -> &[u8] {
        self.bytes.get(..self.filled).unwrap_or(&[])
    }

    /// Clears the buffer.
    pub fn clear(&mut self) {
        self.filled = 0;
    }

    /// Appends.
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        let mut room = self.room(bytes.len());
        room.put_slice(bytes);
        room.keep();
    }

    /// Begins a JSON array: the comma before its first value becomes the bracket. `at`: where its first value would
    /// begin; without one, the end.
    pub fn begin_array(&mut self, at: usize) {
        if at == self.filled {
            self.extend_from_slice(b"[");
        } else if let Some(comma) = self.bytes.get_mut(at) {
            *comma = b'[';
        }
    }

    /// Room for so many bytes at the least.
    #[inline]
    pub fn room(&mut self, length: usize) -> Room<'_> {
        if self.bytes.len() - self.filled < length {
            self.grow(length);
        }
        let bytes = self.bytes.get_mut(self.filled..).unwrap_or_default();
        Room { bytes, filled: 0, kept: &mut self.filled }
    }

    /// Room for [`SHORT`] bytes, to be filled in pieces of fixed length, if there is: [`Buffer::room`] makes it.
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

/// What fits into a [`Short`].
const SHORT: usize = 192;

/// A few bytes at the end of a buffer. Pieces of fixed length are put one over the end of the other.
pub struct Short<'a> {
    bytes: &'a mut [u8; SHORT],
    at: usize,
    kept: &'a mut usize,
}

impl Short<'_> {
    /// Puts the first bytes of an array.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        if let Some(place) = self.bytes.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
            *place = *bytes;
        }
        self.at += length;
    }

    /// Puts a number of [`NUMBERS`].
    #[inline(always)]
    pub fn put_number(&mut self, number: u64) {
        // All of it is put: the next piece begins where the digits end.
        self.put(&number.to_le_bytes(), (number >> 24 & 3) as usize);
    }

    /// Makes what was put part of the buffer.
    #[inline(always)]
    pub fn keep(self) {
        *self.kept += self.at;
    }
}

/// Room at the end of a buffer. What does not fit is left out: whoever asks for room knows how much.
pub struct Room<'a> {
    bytes: &'a mut [u8],
    filled: usize,
    kept: &'a mut usize,
}

impl Room<'_> {
    /// Makes what was put part of the buffer.
    #[inline(always)]
    pub fn keep(self) {
        *self.kept += self.filled;
    }

    /// Puts bytes whose number is known when compiled.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.put_start(bytes, N);
    }

    /// Puts the first bytes of an array; it costs as much as the whole array.
    #[inline(always)]
    pub fn put_start<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        if let Some(place) = self.bytes.get_mut(self.filled..).and_then(|rest| rest.first_chunk_mut()) {
            *place = *bytes;
        }
        self.filled += length;
    }

    /// Puts bytes.
    #[inline]
    pub fn put_slice(&mut self, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.filled..self.filled + bytes.len()) {
            place.copy_from_slice(bytes);
        }
        self.filled += bytes.len();
    }

    /// Puts the contents of a JSON string, unless it holds what must be escaped; says whether it does not.
    #[inline(always)]
    pub fn put_plain(&mut self, text: &[u8]) -> bool {
        let length = text.len();
        // Two words that meet or overlap cover a short text.
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
            // Of two bytes the second is in the middle, too; of one all are the same.
            self.put_start(&[*first, *middle, *last], length);
            return [first, middle, last].iter().all(|byte| is_plain(**byte));
        }
        self.put_slice(text);
        text.iter().fold(true, |plain, byte| plain & is_plain(*byte))
    }

    /// Puts the first and the last bytes of a text that is no longer than both.
    #[inline(always)]
    fn put_ends<const N: usize>(&mut self, first: &[u8; N], last: &[u8; N], length: usize) {
        if let Some(place) = self.bytes.get_mut(self.filled..self.filled + length) {
            if let Some(start) = place.first_chunk_mut() {
                *start = *first;
            }
            if let Some(end) = place.last_chunk_mut() {
                *end = *last;
            }
        }
        self.filled += length;
    }

    /// Puts a number in decimal.
    #[inline(always)]
    pub fn put_number(&mut self, number: u32) {
        match NUMBERS.get(number as usize).map(|number| number.to_le_bytes()) {
            Some([a, b, c, length, ..]) => self.put_start(&[a, b, c, 0], usize::from(length)),
            None => self.put_large_number(number),
        }
    }

    /// A number of four digits or more. Deep as the number has groups of three digits: four at the most.
    fn put_large_number(&mut self, number: u32) {
        self.put_number(number / 1000);
        if let Some([.., a, b, c, _]) = NUMBERS.get(number as usize % 1000).map(|number| number.to_le_bytes()) {
            self.put(&[a, b, c]);
        }
    }
}

/// For each number below 1000, from the lowest byte up: its digits, how many they are, its digits with leading zeros,
/// nothing.
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

/// What a JSON string may hold as it is (RFC 8259, section 7), of bytes of UTF-8.
#[inline(always)]
pub fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// Whether a byte of eight is not plain.
#[inline(always)]
fn has_escape(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // The classic test for a byte below a limit; it errs only above a byte that is below it, which is found anyway.
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
            let mut room = buffer.room(16);
            room.put_number(number);
            room.keep();
            assert_eq!(buffer.filled(), number.to_string().as_bytes());
        }
    }

    #[test]
    fn every_byte_is_seen_at_every_place_of_every_length() {
        for length in 0..40 {
            let text: Vec<u8> = (0..length).map(|at| b'a' + at % 26).collect();
            for (at, byte) in (0..text.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                let mut text = text.clone();
                text[at] = byte;
                let mut buffer = Buffer::new();
                let mut room = buffer.room(64);
                assert_eq!(room.put_plain(&text), is_plain(byte), "{byte} at {at} of {length}");
                room.keep();
                assert_eq!(buffer.filled(), text);
            }
        }
        assert!(Buffer::new().room(0).put_plain(b""));
    }

    #[test]
    fn it_grows_and_begins_anew() {
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
