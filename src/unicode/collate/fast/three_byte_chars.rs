//! Reads characters of U+0800..U+FFFF, which take three bytes in UTF-8 and one unit in UTF-16.

use crate::unicode::bmp::{TWO_BYTE_LIMIT, three_byte_units};
use crate::unicode::text::{CodeUnit, Encoding, three_bytes};

/// Iterates over three-byte characters. Ends at anything else in UTF-8; in UTF-16 it returns other units
/// (surrogates included), which no script of this module contains.
pub(super) struct ThreeByteChars<'t, U>(pub(super) &'t [U]);

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
pub(super) fn decode_four_bmp<U: CodeUnit>(text: &[U]) -> Option<([u32; 4], &[U])> {
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
pub(super) fn is_three_byte<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let Some(&unit) = text.get(at) else { return false };
    unit.into() >= if U::ENCODING == Encoding::Utf8 { 0xE0 } else { TWO_BYTE_LIMIT as u32 }
}

/// The end of the last three-byte character that begins before `stop`.
#[inline(always)]
pub(super) fn last_end<U: CodeUnit>(text: &[U], stop: usize) -> usize {
    text.len().min(stop + three_byte_units::<U>() - 1)
}

/// The three-byte character at `at`.
#[inline(always)]
pub(super) fn three_byte_at<U: CodeUnit>(text: &[U], at: usize) -> Option<u32> {
    text.get(at..).and_then(|rest| ThreeByteChars(rest).next())
}

/// The character before `at` if it is a three-byte one; otherwise a value below [`TWO_BYTE_LIMIT`].
#[inline]
pub(super) fn three_byte_before<U: CodeUnit>(text: &[U], at: usize) -> u32 {
    at.checked_sub(three_byte_units::<U>())
        .and_then(|start| text.get(start..at))
        .and_then(|units| ThreeByteChars(units).next())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    }
}
