//! Copies of parts of a text that several terms share.

use crate::encode::{encode, encode_alike_units};
use crate::output::Output;

/// Minimum number of units that are copied from the start of a term, including the text after it.
const AHEAD: usize = 128;

/// A part of a text that an output contains contiguously, one item per unit, so that terms inside it are not copied
/// again.
#[derive(Clone, Copy, Default)]
pub struct Window {
    /// Start in the text.
    pub start: usize,
    /// End in the text.
    pub end: usize,
    /// Start in the output.
    pub offset: usize,
}

impl Window {
    /// The offset in the output of a slice of the text; `None` if it is not in the window.
    #[inline]
    pub fn find(self, index: usize, length: usize) -> Option<usize> {
        (index >= self.start && index + length <= self.end).then(|| self.offset + (index - self.start))
    }
}

/// Appends a term of `text` and the text after it; returns the offset of the copy, which becomes the window.
#[inline(never)]
pub fn copy_ahead(
    terms: &mut Output<u16>,
    text: &[u16],
    start: usize,
    length: usize,
    window: &mut Window,
) -> Option<usize> {
    let rest = text.get(start..)?;
    let copied = rest.get(..length.max(AHEAD)).unwrap_or(rest);
    let offset = terms.append(copied)?;
    *window = Window { start, end: start + copied.len(), offset };
    Some(offset)
}

/// The parts of a text that an output contains in UTF-8, one for each number of bytes per unit, so that terms of units
/// with equal numbers of bytes are found there.
pub struct EncodedWindows([EncodedWindow; 3]);

impl Default for EncodedWindows {
    fn default() -> EncodedWindows {
        // No index is less than `ENCODED` units after this start.
        EncodedWindows([EncodedWindow { start: usize::MAX - ENCODED, offset: 0, alike: 0 }; 3])
    }
}

/// A part of a text, encoded as if all of its units had equal numbers of bytes.
#[derive(Clone, Copy)]
struct EncodedWindow {
    /// Start in the text.
    start: usize,
    /// Start in the output.
    offset: usize,
    /// The units that have this number of bytes.
    alike: u64,
}

/// Number of units of an [`EncodedWindow`]: one bit each.
const ENCODED: usize = u64::BITS as usize;

impl EncodedWindow {
    /// The index of a slice of the text, if it lies in the window.
    #[inline]
    fn index(self, start: usize, length: usize) -> Option<usize> {
        let index = start.wrapping_sub(self.start);
        (index < ENCODED && length.wrapping_sub(1) < ENCODED - index).then_some(index)
    }

    /// The index of a slice of the text, if it lies in the window and is encoded there.
    #[inline]
    fn find(self, start: usize, length: usize) -> Option<usize> {
        let index = self.index(start, length)?;
        let units = (u64::MAX >> (ENCODED - length)) << index;
        (self.alike & units == units).then_some(index)
    }
}

impl EncodedWindows {
    /// Offset and length of the UTF-8 form of a term of `text`, which is appended unless a window contains it. `None`
    /// if memory runs out.
    #[inline]
    pub fn encode(
        &mut self,
        utf8: &mut Output<u8>,
        text: &[u16],
        start: usize,
        length: usize,
    ) -> Option<(usize, usize)> {
        // An empty term may be at the end of the text.
        let first = text.get(start).copied().unwrap_or(0);
        let bytes = 1 + usize::from(first >= 0x80) + usize::from(first >= 0x800);
        let window = self.0.get_mut(bytes - 1)?;
        match window.find(start, length) {
            Some(index) => Some((window.offset + index * bytes, length * bytes)),
            None => encode_ahead(utf8, text, start, length, (window, bytes)),
        }
    }
}

/// Appends the UTF-8 form of a term of `text`; returns its offset and length. If the term is not in the window, a new
/// one starts with it.
#[inline(never)]
fn encode_ahead(
    utf8: &mut Output<u8>,
    text: &[u16],
    start: usize,
    length: usize,
    (window, bytes): (&mut EncodedWindow, usize),
) -> Option<(usize, usize)> {
    let rest = text.get(start..)?;
    if window.index(start, length).is_none() && length <= ENCODED {
        let offset = utf8.len();
        let alike = encode_alike_units(utf8, rest.get(..ENCODED).unwrap_or(rest), bytes)?;
        *window = EncodedWindow { start, offset, alike };
        if window.find(start, length).is_some() {
            return Some((offset, length * bytes));
        }
    }
    encode_one(utf8, rest, length)
}

/// Appends the UTF-8 form of the first `length` of `units`; returns its offset and length.
#[inline]
pub fn encode_one(utf8: &mut Output<u8>, units: &[u16], length: usize) -> Option<(usize, usize)> {
    let offset = utf8.len();
    encode(utf8, units, length).then(|| (offset, utf8.len() - offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_terms_equal_the_standard_library() {
        let words = ["a", "word", "don\u{2019}t", "Öl", "für", "привет", "हिन्दी", "漢字", "😀", "-", " ", "İ", "ﬁ"];
        let mut random = 1_u64;
        let mut next = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for round in 0..400 {
            let (kinds, first) = (if round % 2 == 0 { words.len() } else { 1 + next(3) }, next(words.len()));
            let pieces: Vec<&str> = (0..next(60)).map(|_| words[(first + next(kinds)) % words.len()]).collect();
            let text: Vec<u16> = pieces.concat().encode_utf16().collect();
            let (mut utf8, mut windows, mut start) = (Output::default(), EncodedWindows::default(), 0);
            while start <= text.len() {
                let length = next(if round % 5 == 0 { 80 } else { 8 }).min(text.len() - start);
                let (offset, bytes) = windows.encode(&mut utf8, &text, start, length).unwrap();
                let term = String::from_utf16_lossy(&text[start..start + length]);
                assert_eq!(utf8.first(utf8.len()).unwrap()[offset..offset + bytes], *term.as_bytes());
                start += length.max(1) + next(2);
            }
        }
    }
}
