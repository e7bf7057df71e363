//! Segments without the white space at their ends (`White_Space` of the Unicode Character Database).

use crate::unicode::bmp::length_of;
use crate::unicode::text::{CodeUnit, Encoding};

/// The range of a segment without the white space at both ends; empty for a segment of white space.
#[inline(always)]
pub(super) fn trim<U: CodeUnit>(text: &[U], start: usize, mut end: usize) -> (usize, usize) {
    let first = unit(text, start);
    if end - start == length_of::<U>(first) {
        // A segment of one character: most grapheme clusters, and most segments of Chinese and Japanese lines.
        if !may_start_with_white_space(text, start, first) {
            return (start, end);
        }
        return if matches!(first, 0x20 | 9..=0xD) { (end, end) } else { trim_one_by_one(text, start, end) };
    }
    while start < end && matches!(unit(text, end - 1), 0x20 | 9..=0xD) {
        end -= 1;
    }
    if start < end && (may_start_with_white_space(text, start, first) || may_end_with_white_space(text, end)) {
        return trim_one_by_one(text, start, end);
    }
    (start, end)
}

#[inline(always)]
fn unit<U: CodeUnit>(text: &[U], at: usize) -> u32 {
    text.get(at).map_or(0, |&unit| unit.into())
}

/// Whether the character at `at` may be white space; `first` is its first unit.
#[inline(always)]
fn may_start_with_white_space<U: CodeUnit>(text: &[U], at: usize, first: u32) -> bool {
    match (U::ENCODING, first) {
        (Encoding::Utf16, _) | (Encoding::Utf8, ..0x80) => may_be_white_space(first),
        (Encoding::Utf8, 0xC2) => matches!(unit(text, at + 1), 0x85 | 0xA0),
        (Encoding::Utf8, 0xE1) => unit(text, at + 1) == 0x9A,
        (Encoding::Utf8, 0xE2) => matches!(unit(text, at + 1), 0x80 | 0x81),
        (Encoding::Utf8, 0xE3) => unit(text, at + 1) == 0x80 && unit(text, at + 2) == 0x80,
        (Encoding::Utf8, _) => false,
    }
}

/// Whether the character before `end` may be white space, by its last units.
#[inline(always)]
fn may_end_with_white_space<U: CodeUnit>(text: &[U], end: usize) -> bool {
    let back = |count: usize| unit(text, end.wrapping_sub(count));
    let last = back(1);
    if U::ENCODING == Encoding::Utf16 || last < 0x80 {
        return may_be_white_space(last);
    }
    match (back(2), last) {
        (0xC2, 0x85 | 0xA0) | (0x9A, 0x80) | (0x81, 0x9F) => true,
        (0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF) => back(3) == 0xE2 || last == 0x80,
        _ => false,
    }
}

/// Whether a code point of the BMP may be white space.
#[inline(always)]
fn may_be_white_space(code: u32) -> bool {
    matches!(code, 0..=0x20 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x205F | 0x3000)
}

/// Slow path of [`trim`].
#[inline(never)]
fn trim_one_by_one<U: CodeUnit>(text: &[U], mut start: usize, mut end: usize) -> (usize, usize) {
    while let Some((c, length)) = U::decode(text, start).filter(|_| start < end) {
        if !c.is_whitespace() {
            break;
        }
        start += length;
    }
    while let Some((c, length)) = U::decode_back(text, end).filter(|_| start < end) {
        if !c.is_whitespace() {
            break;
        }
        end -= length;
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_of_all_code_points_is_trimmed() {
        for c in '\0'..=char::MAX {
            for text in [c.to_string(), format!("a{c}"), format!("{c}語"), format!("か{c} "), format!(" {c}{c}ä{c}")]
            {
                let utf16: Vec<u16> = text.encode_utf16().collect();
                let (utf8, units) = (text.as_bytes(), utf16.as_slice());
                let trimmed: Vec<u16> = text.trim().encode_utf16().collect();
                let (start, end) = trim(utf8, 0, utf8.len());
                assert_eq!(&text[start..end], text.trim(), "{text:?}");
                let (start, end) = trim(units, 0, units.len());
                assert_eq!(units[start..end], trimmed, "{text:?}");
            }
        }
    }

    #[test]
    fn ill_formed_text_is_no_white_space() {
        for text in [&b"\x80"[..], b"\xC2", b" \xE3\x80", b"\xA0 ", b"\xE2\x80"] {
            assert_eq!(trim(text, 0, text.len()), trim_one_by_one(text, 0, text.len()), "{text:?}");
        }
        assert_eq!(trim(&[0x20_u16, 0xD800, 0x3000], 0, 3), (1, 2));
    }
}
