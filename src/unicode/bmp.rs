//! Decodes code points, the common lengths first, and encodes those of the BMP as UTF-8 without a branch. A *three-byte
//! character* is one of U+0800..U+FFFF in both encodings; in UTF-16 it is one unit.
//!
//! Kernels over blocks decode themselves, most of them without a branch per code point: those of `scan`,
//! `normalize::scan_tables`, `transform::decode`, `transform::lower_case`, `collate::fast::alphabetic`.

use crate::unicode::text::{CodeUnit, Encoding, three_bytes};

/// Characters below this take at most two bytes in UTF-8.
pub(crate) const TWO_BYTE_LIMIT: usize = 0x800;

/// [`CodeUnit::decode`] that returns the code point as a number.
#[inline(always)]
pub(crate) fn decode<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    decode_bmp_char(text, at)
        .or_else(|| decode_supplementary(text, at))
        .or_else(|| U::decode(text, at).map(|(c, length)| (u32::from(c), length)))
}

/// The supplementary code point at `at` and its length in units; `None` for any other and for ill-formed sequences.
#[inline(always)]
pub(crate) fn decode_supplementary<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let (c, length) = match U::ENCODING {
        Encoding::Utf8 => {
            let [first, second, third, fourth] = (*rest.first_chunk()?).map(Into::<u32>::into);
            let (first, second, third, fourth) = (first ^ 0xF0, second ^ 0x80, third ^ 0x80, fourth ^ 0x80);
            let has_form = first < 8 && second | third | fourth < 0x40;
            (has_form.then_some(first << 18 | second << 12 | third << 6 | fourth)?, 4)
        }
        Encoding::Utf16 => {
            let [lead, trail] = (*rest.first_chunk()?).map(Into::<u32>::into);
            let has_form = lead & 0xFC00 == 0xD800 && trail & 0xFC00 == 0xDC00;
            (has_form.then_some(0x1_0000 + ((lead & 0x3FF) << 10 | trail & 0x3FF))?, 2)
        }
    };
    // Not an overlong form, and not above the last code point.
    (c.wrapping_sub(0x1_0000) < 0x10_0000).then_some((c, length))
}

/// The code point of the BMP at `at` and its length in units; `None` for any other and for ill-formed sequences.
#[inline(always)]
pub(crate) fn decode_bmp_char<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let unit: u32 = (*rest.first()?).into();
    if unit < 0x80 {
        return Some((unit, 1));
    }
    if U::ENCODING == Encoding::Utf16 {
        return (unit & 0xF800 != 0xD800).then_some((unit, 1));
    }
    if let Some(units) = rest.first_chunk()
        && let Some(c) = three_bytes(units.map(Into::into))
        // One comparison for most: not an overlong form, and below the surrogates.
        && (c.wrapping_sub(0x800) < 0xD000 || c >= 0xE000)
    {
        return Some((c, 3));
    }
    two_bytes((*rest.first_chunk()?).map(Into::into)).map(|c| (c, 2))
}

/// The code point that two bytes encode, if they are well-formed.
#[inline(always)]
pub(crate) fn two_bytes([first, second]: [u32; 2]) -> Option<u32> {
    let second = second ^ 0x80;
    ((0xC2..0xE0).contains(&first) && second < 0x40).then_some((first & 0x1F) << 6 | second)
}

/// The length of a character of the BMP in units, by its first unit.
#[inline(always)]
pub(crate) fn length_of<U: CodeUnit>(first: u32) -> usize {
    match (U::ENCODING, first) {
        (Encoding::Utf8, 0xE0..) => 3,
        (Encoding::Utf8, 0xC0..) => 2,
        _ => 1,
    }
}

/// The number of units of a three-byte character.
pub(crate) const fn three_byte_units<U: CodeUnit>() -> usize {
    match U::ENCODING {
        Encoding::Utf8 => 3,
        Encoding::Utf16 => 1,
    }
}

/// Whether one unit is a whole character below [`TWO_BYTE_LIMIT`].
#[inline(always)]
pub(crate) fn is_single_unit<U: CodeUnit>(unit: u32) -> bool {
    unit < if U::ENCODING == Encoding::Utf8 { 0x80 } else { TWO_BYTE_LIMIT as u32 }
}

/// Whether a unit continues a character: a continuation byte, or a trail surrogate.
#[inline(always)]
pub(crate) fn is_trailing_unit<U: CodeUnit>(unit: u32) -> bool {
    match U::ENCODING {
        Encoding::Utf8 => unit & 0xC0 == 0x80,
        Encoding::Utf16 => unit & 0xFC00 == 0xDC00,
    }
}

/// Iterates over three-byte characters. Ends at anything else in UTF-8; in UTF-16 it returns other units
/// (surrogates included).
pub(crate) struct ThreeByteChars<'t, U>(pub(crate) &'t [U]);

impl<U: CodeUnit> Iterator for ThreeByteChars<'_, U> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        match U::ENCODING {
            Encoding::Utf8 => {
                let (units, rest) = self.0.split_first_chunk::<3>()?;
                let c = three_bytes(units.map(Into::into))?;
                self.0 = rest;
                Some(c)
            }
            Encoding::Utf16 => {
                let (&unit, rest) = self.0.split_first()?;
                self.0 = rest;
                Some(unit.into())
            }
        }
    }
}

/// Decodes four three-byte characters and returns them with the rest; equals four steps of [`ThreeByteChars`], with
/// one check of all bytes.
#[inline(always)]
pub(crate) fn decode_four_bmp<U: CodeUnit>(text: &[U]) -> Option<([u32; 4], &[U])> {
    match U::ENCODING {
        Encoding::Utf8 => {
            let (units, rest) = text.split_first_chunk::<12>()?;
            let [a, b, c, d, e, f, g, h, i, j, k, l] = units.map(|unit| Into::<u32>::into(unit) as u8);
            // Each one: 1110xxxx 10xxxxxx 10xxxxxx.
            let (low, high) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes([i, j, k, l]));
            if low & 0xC0F0_C0C0_F0C0_C0F0 != 0x80E0_8080_E080_80E0 || high & 0xC0C0_F0C0 != 0x8080_E080 {
                return None;
            }
            let code = |[first, second, third]: [u8; 3]| {
                u32::from(first & 0xF) << 12 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F)
            };
            Some(([code([a, b, c]), code([d, e, f]), code([g, h, i]), code([j, k, l])], rest))
        }
        Encoding::Utf16 => {
            let (units, rest) = text.split_first_chunk::<4>()?;
            Some((units.map(Into::into), rest))
        }
    }
}

/// Whether the unit at `at` may begin a three-byte character.
#[inline(always)]
pub(crate) fn is_three_byte<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let Some(&unit) = text.get(at) else { return false };
    unit.into() >= if U::ENCODING == Encoding::Utf8 { 0xE0 } else { TWO_BYTE_LIMIT as u32 }
}

/// The end of the last three-byte character that begins before `stop`.
#[inline(always)]
pub(crate) fn last_three_byte_end<U: CodeUnit>(text: &[U], stop: usize) -> usize {
    text.len().min(stop + three_byte_units::<U>() - 1)
}

/// The three-byte character at `at`.
#[inline(always)]
pub(crate) fn three_byte_at<U: CodeUnit>(text: &[U], at: usize) -> Option<u32> {
    text.get(at..).and_then(|rest| ThreeByteChars(rest).next())
}

/// The character before `at` if it is a three-byte one; otherwise a value below [`TWO_BYTE_LIMIT`].
#[inline]
pub(crate) fn three_byte_before<U: CodeUnit>(text: &[U], at: usize) -> u32 {
    at.checked_sub(three_byte_units::<U>())
        .and_then(|start| text.get(start..at))
        .and_then(|units| ThreeByteChars(units).next())
        .unwrap_or(0)
}

/// The bytes of a code point of the BMP in UTF-8, the first one lowest.
#[inline(always)]
pub(crate) fn utf8_of(code: u32) -> u32 {
    let two = 0x80C0 | code >> 6 | (code & 0x3F) << 8;
    let bytes = if code >= 0x80 { two } else { code };
    if code >= 0x800 { three_byte_utf8(code) } else { bytes }
}

/// The number of bytes of a code point of the BMP in UTF-8.
#[inline(always)]
pub(crate) fn utf8_length(code: u32) -> u32 {
    1 + u32::from(code >= 0x80) + u32::from(code >= 0x800)
}

/// The bytes of a three-byte character in UTF-8, the first one lowest.
#[inline(always)]
pub(crate) const fn three_byte_utf8(code: u32) -> u32 {
    0x80_80E0 | code >> 12 | (code & 0xFC0) << 2 | (code & 0x3F) << 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::code_points;
    use proptest::prelude::*;

    fn check<U: CodeUnit>(text: &[U]) {
        for (at, _) in code_points(text) {
            let expected = U::decode(text, at).unwrap();
            let (c, length) = decode(text, at).unwrap();
            assert_eq!((char::from_u32(c), length), (Some(expected.0), expected.1));
            if decode_bmp_char(text, at).is_some() {
                assert_eq!(length_of::<U>(text[at].into()), length);
                assert!((at + 1..at + length).all(|at| is_trailing_unit::<U>(text[at].into())));
            }
        }
        assert_eq!(decode(text, text.len()), None);
    }

    #[test]
    fn limits_of_four_byte_sequences_are_those_of_all_decoders() {
        for first in 0xEF..=0xFF_u8 {
            for second in 0x7E..=0xC1 {
                for [third, fourth] in
                    [[0x80, 0xBF], [0xBF, 0x80], [0x7F, 0x80], [0xC0, 0x80], [0x80, 0x7F], [0x80, 0xC0]]
                {
                    check(&[first, second, third, fourth]);
                    check(&[first, second, third]);
                }
            }
        }
        for [lead, trail] in [[0xD7FF, 0xDC00], [0xD800, 0xDC00], [0xDBFF, 0xDFFF], [0xD800, 0xE000], [0xDC00, 0xDC00]]
        {
            check::<u16>(&[lead, trail]);
        }
    }

    fn one_by_one<U: CodeUnit>(text: &[U]) -> Option<([u32; 4], &[U])> {
        let mut chars = ThreeByteChars(text);
        let four = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
        Some((four, chars.0))
    }

    proptest! {
        #[test]
        fn four_characters_at_a_time_equal_single_steps(
            text in "[一-鿿ぁ-ヿก-๛]{0,6}", at in any::<prop::sample::Index>(), byte: Option<u8>,
        ) {
            let utf16: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(decode_four_bmp(&utf16), one_by_one(&utf16));
            let mut bytes = text.into_bytes();
            if let Some(byte) = byte.filter(|_| !bytes.is_empty()) {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            for start in 0..bytes.len() {
                prop_assert_eq!(decode_four_bmp(&bytes[start..]), one_by_one(&bytes[start..]));
            }
        }

        #[test]
        fn common_lengths_decode_as_all_others(
            bytes in prop::collection::vec(any::<u8>(), 0..20),
            wide in prop::collection::vec(prop_oneof![any::<u16>(), 0xD700..0xE100_u16], 0..20),
            text: String,
        ) {
            check(&bytes);
            check(&wide);
            check(text.as_bytes());
        }
    }
}
