//! Code points, the usual lengths of UTF-8 first.

use crate::unicode::text::{CodeUnit, Encoding};

/// Code points below this have an item in every collator: all that UTF-8 writes in two bytes.
pub(super) const LOW: usize = 0x800;

/// As [`CodeUnit::decode`], as a number.
#[inline(always)]
pub(super) fn decode<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let unit: u32 = (*rest.first()?).into();
    if unit < 0x80 {
        return Some((unit, 1));
    }
    match U::ENCODING {
        Encoding::Utf8 => {
            if let Some(&[_, second, third]) = rest.first_chunk()
                && unit & 0xF0 == 0xE0
                && let (second, third) = (Into::<u32>::into(second) ^ 0x80, Into::<u32>::into(third) ^ 0x80)
                && second | third < 0x40
                && let c = (unit & 15) << 12 | second << 6 | third
                && c >= 0x800
                && c & 0xF800 != 0xD800
            {
                return Some((c, 3));
            }
            if let Some(&[_, second]) = rest.first_chunk()
                && (0xC2..0xE0).contains(&unit)
                && let second = Into::<u32>::into(second) ^ 0x80
                && second < 0x40
            {
                return Some(((unit & 0x1F) << 6 | second, 2));
            }
        }
        Encoding::Utf16 => {
            if unit & 0xF800 != 0xD800 {
                return Some((unit, 1));
            }
        }
    }
    U::decode(text, at).map(|(c, length)| (u32::from(c), length))
}

/// Whether a unit is a character below [`LOW`] by itself.
#[inline(always)]
pub(super) fn is_low_unit<U: CodeUnit>(unit: u32) -> bool {
    unit < if U::ENCODING == Encoding::Utf8 { 0x80 } else { LOW as u32 }
}
