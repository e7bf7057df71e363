//! Whether an emoji may start at an offset, by the first units: most segments are excluded by one comparison. Which of
//! them are emoji is determined by the callers.

use crate::unicode::text::{CodeUnit, Encoding};

/// Whether a code point of the BMP may be an emoji, by itself or with a variation selector.
pub(super) fn may_be_emoji(code: u32) -> bool {
    matches!(code, 0x23 | 0x2A | 0x30..=0x39 | 0xA9 | 0xAE | 0x203C..=0x2BFF | 0x3030 | 0x303D | 0x3297 | 0x3299)
}

/// Whether an emoji may start at `at`, by its first units: a character that is an emoji by itself or with a variation
/// selector.
#[inline(always)]
pub fn may_start_emoji<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let unit = |at: usize| -> u32 { text.get(at).map_or(0, |&unit| unit.into()) };
    let first = unit(at);
    match U::ENCODING {
        _ if first < 0x80 => matches!(first, 0x23 | 0x2A | 0x30..=0x39),
        Encoding::Utf8 => match first {
            0xE2 => unit(at + 1) != 0x80 || unit(at + 2) >= 0xBC,
            0xE3 => matches!(unit(at + 1), 0x80 | 0x8A),
            // U+1F000 to U+1FFFF, as in UTF-16.
            0xF0 => unit(at + 1) == 0x9F,
            _ => first == 0xC2,
        },
        Encoding::Utf16 => matches!(first, 0xA9 | 0xAE | 0x203C..=0x303D | 0x3297..=0x3299 | 0xD83C..=0xD83F),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_properties::CodePointSetData;
    use icu_properties::props::Emoji;

    #[test]
    fn all_emoji_may_be_emoji() {
        let emoji = CodePointSetData::new::<Emoji>();
        assert!((0..0x1_0000).all(|code| !emoji.contains32(code) || may_be_emoji(code)));
    }
}
