//! Code points, the usual lengths of UTF-8 first.

use crate::unicode::text::{CodeUnit, Encoding};

/// Code points below this have an item in every collator: all that UTF-8 writes in two bytes.
pub(super) const LOW: usize = 0x800;

/// As [`CodeUnit::decode`], as a number.
#[inline(always)]
pub(super) fn decode<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let unit: u32 = (*text.get(at)?).into();
    if unit < 0x80 {
        return Some((unit, 1));
    }
    if U::ENCODING == Encoding::Utf8 {
        let second: u32 = text.get(at + 1).map_or(0, |&unit| unit.into()) ^ 0x80;
        if unit < 0xE0 {
            if unit >= 0xC2 && second < 0x40 {
                return Some(((unit & 0x1F) << 6 | second, 2));
            }
        } else {
            let third: u32 = text.get(at + 2).map_or(0, |&unit| unit.into()) ^ 0x80;
            let c = (unit & 15) << 12 | second << 6 | third;
            // Lead bytes from F0 on give more than 16 bits' worth here, or are caught by the range.
            if unit < 0xF0 && second | third < 0x40 && c >= 0x800 && !(0xD800..0xE000).contains(&c) {
                return Some((c, 3));
            }
        }
    } else if !(0xD800..0xE000).contains(&unit) {
        return Some((unit, 1));
    }
    U::decode(text, at).map(|(c, length)| (u32::from(c), length))
}
