//! A trait over the two encodings of a text: algorithms are written once and compiled for UTF-8 and for UTF-16.
//!
//! Ill-formed input follows the Unicode Standard, section 3.9, "U+FFFD Substitution of Maximal Subparts": every maximal
//! subpart decodes as one U+FFFD with the length of the subpart, so offsets always refer to the input.

use crate::memory;
use crate::unicode::part::SlicePart;
use std::fmt::Debug;
use std::hash::Hash;

/// The replacement character, as which ill-formed sequences are analysed.
pub const REPLACEMENT: char = '\u{FFFD}';

/// The encoding form of a code unit type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Text of `u8` units.
    Utf8,
    /// Text of `u16` units in native byte order.
    Utf16,
}

/// A code unit: `u8` for UTF-8, `u16` for UTF-16.
pub trait CodeUnit:
    Copy + Default + Debug + Eq + Ord + Hash + Into<u32> + Send + Sync + sealed::Sealed + 'static
{
    /// The encoding form of this unit.
    const ENCODING: Encoding;
    /// The maximum number of units of one code point.
    const MAX_UNITS: usize;

    /// The unit of an ASCII character.
    fn from_ascii(byte: u8) -> Self;

    /// The unit with the ASCII case bit flipped if it is one of the 26 letters from `first` on, otherwise the unit
    /// itself.
    fn flip_case_from(self, first: u8) -> Self;

    /// The unit whose value is the low bits of `code`.
    fn from_low_bits(code: u32) -> Self;

    /// The code point that starts at `at` and its length in units. For an ill-formed sequence, U+FFFD and the length of
    /// its maximal subpart. `None` at or past the end.
    fn decode(text: &[Self], at: usize) -> Option<(char, usize)>;

    /// The code point that ends at `end` and its length in units; finds the boundaries that [`CodeUnit::decode`] finds.
    /// `None` at the start.
    fn decode_back(text: &[Self], end: usize) -> Option<(char, usize)>;

    /// The encoded code point: an array of units and the number of units in use.
    fn encode(c: char) -> ([Self; 4], usize);

    /// The length of one code point in units.
    fn len_of(c: char) -> usize;

    /// Calls the function for the encoding of the text.
    fn dispatch<R>(text: &[Self], utf8: impl FnOnce(&[u8]) -> R, utf16: impl FnOnce(&[u16]) -> R) -> R;

    /// Selects the buffer for this encoding.
    fn buffer<'b>(utf8: &'b mut Vec<u8>, utf16: &'b mut Vec<u16>) -> &'b mut Vec<Self>;
}

/// The number that three bytes encode, if they have the form of a three-byte code point; overlong forms and surrogates
/// are included.
#[inline(always)]
pub(crate) fn three_bytes([first, second, third]: [u32; 3]) -> Option<u32> {
    let (first, second, third) = (first ^ 0xE0, second ^ 0x80, third ^ 0x80);
    (first < 0x10 && second | third < 0x40).then_some(first << 12 | second << 6 | third)
}

/// Four units as one number of four or eight bytes, the first unit lowest.
#[inline(always)]
pub(crate) fn four_units<U: CodeUnit>(units: &[U; 4]) -> u64 {
    units.iter().rev().fold(0, |number, unit| number << (8 * size_of::<U>()) | u64::from((*unit).into()))
}

/// The maximum length of a text, in units: offsets and lengths leave the highest bit of 32 free.
pub const MAX_TEXT_UNITS: usize = (1 << 31) - 1;

/// A reusable buffer for code that runs over both encodings, one at a time.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    utf8: Vec<u8>,
    utf16: Vec<u16>,
}

impl Buffer {
    /// The buffer in an encoding, with its previous contents.
    #[inline]
    pub fn of<U: CodeUnit>(&mut self) -> &mut Vec<U> {
        U::buffer(&mut self.utf8, &mut self.utf16)
    }

    /// The size of the memory of both encodings, in bytes.
    #[inline]
    pub fn capacity_bytes(&self) -> usize {
        self.utf8.capacity() + self.utf16.capacity() * size_of::<u16>()
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}

impl CodeUnit for u8 {
    #[inline]
    fn dispatch<R>(text: &[u8], utf8: impl FnOnce(&[u8]) -> R, _: impl FnOnce(&[u16]) -> R) -> R {
        utf8(text)
    }

    #[inline]
    fn buffer<'b>(utf8: &'b mut Vec<u8>, _: &'b mut Vec<u16>) -> &'b mut Vec<u8> {
        utf8
    }

    const ENCODING: Encoding = Encoding::Utf8;
    const MAX_UNITS: usize = 4;

    #[inline]
    fn from_ascii(byte: u8) -> u8 {
        byte
    }

    #[inline]
    fn flip_case_from(self, first: u8) -> u8 {
        if self.wrapping_sub(first) < 26 { self ^ 0x20 } else { self }
    }

    #[inline]
    fn from_low_bits(code: u32) -> u8 {
        code as u8
    }

    #[inline]
    fn decode(text: &[u8], at: usize) -> Option<(char, usize)> {
        let first = *text.get(at)?;
        if first < 0x80 {
            return Some((char::from(first), 1));
        }
        Some(decode_utf8_sequence(first, text.part(at + 1..)))
    }

    #[inline]
    fn decode_back(text: &[u8], end: usize) -> Option<(char, usize)> {
        let last = *text.get(end.checked_sub(1)?)?;
        if last < 0x80 {
            return Some((char::from(last), 1));
        }
        // A sequence has at most four bytes, and only its first one is no continuation byte.
        let text = text.get(..end)?;
        let length = (1..=4.min(end)).find(|length| text.get(end - length).is_some_and(|byte| byte & 0xC0 != 0x80));
        match length.and_then(|length| u8::decode(text, end - length)) {
            Some((c, decoded)) if Some(decoded) == length => Some((c, decoded)),
            _ => Some((REPLACEMENT, 1)),
        }
    }

    #[inline]
    fn encode(c: char) -> ([u8; 4], usize) {
        let mut units = [0; 4];
        let length = c.encode_utf8(&mut units).len();
        (units, length)
    }

    #[inline]
    fn len_of(c: char) -> usize {
        c.len_utf8()
    }
}

/// Decodes a sequence that starts with a non-ASCII byte (Unicode Standard, table 3-7).
#[inline]
fn decode_utf8_sequence(first: u8, rest: &[u8]) -> (char, usize) {
    let (low, high, more) = match first {
        0xC2..=0xDF => (0x80, 0xBF, 1),
        0xE0 => (0xA0, 0xBF, 2),
        0xED => (0x80, 0x9F, 2),
        0xE1..=0xEF => (0x80, 0xBF, 2),
        0xF0 => (0x90, 0xBF, 3),
        0xF1..=0xF3 => (0x80, 0xBF, 3),
        0xF4 => (0x80, 0x8F, 3),
        _ => return (REPLACEMENT, 1),
    };
    let mut code_point = u32::from(first) & (0x3F >> more);
    for taken in 0..more {
        let allowed = if taken == 0 { low..=high } else { 0x80..=0xBF };
        match rest.get(taken) {
            Some(byte) if allowed.contains(byte) => code_point = code_point << 6 | u32::from(byte & 0x3F),
            _ => return (REPLACEMENT, taken + 1),
        }
    }
    (char::from_u32(code_point).unwrap_or(REPLACEMENT), more + 1)
}

impl CodeUnit for u16 {
    #[inline]
    fn dispatch<R>(text: &[u16], _: impl FnOnce(&[u8]) -> R, utf16: impl FnOnce(&[u16]) -> R) -> R {
        utf16(text)
    }

    #[inline]
    fn buffer<'b>(_: &'b mut Vec<u8>, utf16: &'b mut Vec<u16>) -> &'b mut Vec<u16> {
        utf16
    }

    const ENCODING: Encoding = Encoding::Utf16;
    const MAX_UNITS: usize = 2;

    #[inline]
    fn from_ascii(byte: u8) -> u16 {
        u16::from(byte)
    }

    #[inline]
    fn flip_case_from(self, first: u8) -> u16 {
        if self.wrapping_sub(u16::from(first)) < 26 { self ^ 0x20 } else { self }
    }

    #[inline]
    fn from_low_bits(code: u32) -> u16 {
        code as u16
    }

    #[inline]
    fn decode(text: &[u16], at: usize) -> Option<(char, usize)> {
        let first = *text.get(at)?;
        if let Some(c) = char::from_u32(u32::from(first)) {
            return Some((c, 1));
        }
        match text.get(at + 1) {
            Some(&second) if first < 0xDC00 && (0xDC00..0xE000).contains(&second) => Some((pair(first, second), 2)),
            _ => Some((REPLACEMENT, 1)),
        }
    }

    #[inline]
    fn decode_back(text: &[u16], end: usize) -> Option<(char, usize)> {
        let last = *text.get(end.checked_sub(1)?)?;
        if let Some(c) = char::from_u32(u32::from(last)) {
            return Some((c, 1));
        }
        match end.checked_sub(2).and_then(|at| text.get(at)) {
            Some(&first) if last >= 0xDC00 && (0xD800..0xDC00).contains(&first) => Some((pair(first, last), 2)),
            _ => Some((REPLACEMENT, 1)),
        }
    }

    #[inline]
    fn encode(c: char) -> ([u16; 4], usize) {
        let mut units = [0; 4];
        let length = c.encode_utf16(&mut units).len();
        (units, length)
    }

    #[inline]
    fn len_of(c: char) -> usize {
        c.len_utf16()
    }
}

#[inline]
fn pair(high: u16, low: u16) -> char {
    let code_point = 0x10000 + ((u32::from(high) & 0x3FF) << 10) + (u32::from(low) & 0x3FF);
    char::from_u32(code_point).unwrap_or(REPLACEMENT)
}

/// The code points of a text with their offsets, with ill-formed sequences as U+FFFD.
pub fn code_points<U: CodeUnit>(text: &[U]) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (c, length) = U::decode(text, at)?;
        let start = at;
        at += length;
        Some((start, c))
    })
}

/// The length of a text in UTF-16 units.
pub fn utf16_length<U: CodeUnit>(text: &[U]) -> usize {
    if U::ENCODING == Encoding::Utf16 { text.len() } else { code_points(text).map(|(_, c)| c.len_utf16()).sum() }
}

/// Whether a text is longer than `max_units` UTF-16 units.
#[inline]
pub(crate) fn is_longer<U: CodeUnit>(units: &[U], max_units: usize) -> bool {
    // The number of bytes of a UTF-8 text is not below its number of UTF-16 units.
    if units.len() <= max_units {
        return false;
    }
    if U::ENCODING == Encoding::Utf16 {
        return true;
    }
    let mut length = 0;
    code_points(units).any(|(_, c)| {
        length += c.len_utf16();
        length > max_units
    })
}

/// The length of the longest prefix that has at most `max_units` UTF-16 units and ends at a code point boundary, in
/// units of `U`.
pub fn utf16_prefix<U: CodeUnit>(text: &[U], max_units: usize) -> usize {
    let mut length = 0;
    let is_over = |(_, c): &(usize, char)| {
        length += c.len_utf16();
        length > max_units
    };
    code_points(text).find(is_over).map_or(text.len(), |(at, _)| at)
}

/// Whether `length` units at `at`, decoded as `c`, are an ill-formed sequence.
#[inline]
pub(crate) fn is_ill_formed<U: CodeUnit>(text: &[U], at: usize, c: char, length: usize) -> bool {
    c == REPLACEMENT && text.get(at..at + length) != U::encode(c).0.get(..U::len_of(c))
}

/// Appends one code point.
#[inline]
pub fn push<U: CodeUnit>(text: &mut Vec<U>, c: char) {
    let (units, length) = U::encode(c);
    text.extend(units.iter().take(length));
}

/// Encodes a Rust string in units of `U`.
pub fn from_str<U: CodeUnit>(text: &str) -> Vec<U> {
    let mut units = Vec::new();
    // At most as many units as bytes.
    memory::reserve(&mut units, text.len());
    text.chars().for_each(|c| push(&mut units, c));
    units
}

/// Decodes the text to a Rust string, with ill-formed sequences as U+FFFD.
pub fn to_string<U: CodeUnit>(text: &[U]) -> String {
    let mut string = String::new();
    // A byte for each unit; the string grows for UTF-16 above ASCII.
    memory::reserve(&mut string, text.len());
    for (_, c) in code_points(text) {
        memory::push_str(&mut string, c.encode_utf8(&mut [0; 4]));
    }
    string
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forward<U: CodeUnit>(text: &[U]) -> Vec<(usize, char)> {
        code_points(text).collect()
    }

    fn backward<U: CodeUnit>(text: &[U]) -> Vec<(usize, char)> {
        let mut end = text.len();
        let mut found = Vec::new();
        while let Some((c, length)) = U::decode_back(text, end) {
            end -= length;
            found.push((end, c));
        }
        found.reverse();
        found
    }

    #[test]
    fn ill_formed_utf8_decodes_as_one_replacement_per_maximal_subpart() {
        assert_eq!(forward(b"a\xED\xA0\x80".as_slice()).len(), 4); // a surrogate is three subparts (T1)
        assert_eq!(forward(b"\xF0\x9F\x98b".as_slice()), [(0, REPLACEMENT), (3, 'b')]);
        assert_eq!(forward(b"\xC3(".as_slice()), [(0, REPLACEMENT), (1, '(')]);
        assert_eq!(forward(b"\xC0\x80".as_slice()), [(0, REPLACEMENT), (1, REPLACEMENT)]);
    }

    #[test]
    fn unpaired_surrogates_decode_as_one_replacement_each() {
        assert_eq!(forward(&[0xD800u16, 0x61]), [(0, REPLACEMENT), (1, 'a')]);
        assert_eq!(forward(&[0xDC00u16, 0xD83D, 0xDE00]), [(0, REPLACEMENT), (1, '😀')]);
    }

    proptest! {
        #[test]
        fn bytes_decode_as_the_standard_library_does(text in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(to_string(&text), String::from_utf8_lossy(&text));
            prop_assert_eq!(forward(&text), backward(&text));
        }

        #[test]
        fn likely_bytes_decode_as_the_standard_library_does(
            text in prop::collection::vec(prop::sample::select(b"a\x80\x8F\x90\x9F\xA0\xBF\xC2\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5".to_vec()), 0..12)
        ) {
            prop_assert_eq!(to_string(&text), String::from_utf8_lossy(&text));
            prop_assert_eq!(forward(&text), backward(&text));
        }

        #[test]
        fn units_decode_as_the_standard_library_does(
            text in prop::collection::vec(prop::sample::select(vec![0x61u16, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]), 0..12)
        ) {
            prop_assert_eq!(to_string(&text), String::from_utf16_lossy(&text));
            prop_assert_eq!(forward(&text), backward(&text));
        }
    }
}
