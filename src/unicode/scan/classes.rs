//! The classes of code units that texts are scanned for.

use super::{BLOCK, Class, Lanes, block_mask};
use crate::unicode::text::{CodeUnit, Encoding};

/// ASCII white space as `Character.isWhitespace` has it: U+0009 to U+000D, U+001C to U+0020.
pub struct AsciiWhiteSpace;

impl Class for AsciiWhiteSpace {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x1C, 0x20).or(units.within(0x09, 0x0D))
    }
}

/// Letters and digits of ASCII.
pub struct AsciiAlphanumeric;

impl Class for AsciiAlphanumeric {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.with_bit_5().within(b'a', b'z').or(units.within(b'0', b'9'))
    }
}

/// Letters of ASCII.
pub struct AsciiLetter;

impl Class for AsciiLetter {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.with_bit_5().within(b'a', b'z')
    }
}

/// The letters of two bytes where all are letters, Latin from U+00C0 to U+027F but for `×` and `÷` and Cyrillic from U+0400
/// to U+047F: the mask of a block that starts with a character. Both bytes of a letter are told of, or none when the block
/// ends between them.
#[inline]
pub fn european_letters<U: CodeUnit>(block: &[U; BLOCK]) -> u64 {
    if U::ENCODING == Encoding::Utf16 {
        return block_mask::<U, EuropeanLetter>(block);
    }
    let first = block_mask::<U, EuropeanFirstByte>(block);
    let no_letter = block_mask::<U, FirstByteC3>(block) << 1 & block_mask::<U, TimesOrDivision>(block);
    let second = first << 1 & block_mask::<U, LaterByte>(block) & !no_letter;
    second | second >> 1
}

/// [`european_letters`] in UTF-16.
pub(super) struct EuropeanLetter;

impl Class for EuropeanLetter {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let latin = units.within_wide(0xC0, 0x27F).or(units.within_wide(0x400, 0x47F));
        let signs = units.within(0xD7, 0xD7).or(units.within(0xF7, 0xF7));
        latin.not().or(signs).not()
    }
}

/// Their first bytes in UTF-8.
pub(super) struct EuropeanFirstByte;

impl Class for EuropeanFirstByte {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0xC3, 0xC9).or(units.within(0xD0, 0xD1))
    }
}

/// The first byte of `×` and `÷`, among letters.
pub(super) struct FirstByteC3;

impl Class for FirstByteC3 {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0xC3, 0xC3)
    }
}

/// Their second bytes.
pub(super) struct TimesOrDivision;

impl Class for TimesOrDivision {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x97, 0x97).or(units.within(0xB7, 0xB7))
    }
}

/// Any byte of a character but its first.
pub(super) struct LaterByte;

impl Class for LaterByte {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x80, 0xBF)
    }
}

/// Units outside ASCII.
pub struct NonAscii;

impl Class for NonAscii {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.from(0x80)
    }
}

/// `A` to `Z`.
pub struct AsciiUpper;

impl Class for AsciiUpper {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'A', b'Z')
    }
}

/// `a` to `z`.
pub struct AsciiLower;

impl Class for AsciiLower {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'a', b'z')
    }
}

/// Surrogates of UTF-16.
pub struct Surrogates;

impl Class for Surrogates {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.surrogates()
    }
}

/// The signs of ASCII that may join words or numbers: `& ' + , - . / @ _`.
pub struct JoiningSign;

impl Class for JoiningSign {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let signs = units.within(b'&', b'\'').or(units.within(b'+', b'/'));
        signs.or(units.within(b'@', b'@')).or(units.within(b'_', b'_'))
    }
}

/// The blank of ASCII.
pub struct Blank;

impl Class for Blank {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b' ', b' ')
    }
}

/// What usually stands between words: blank, line feed, `( ) , -`.
pub struct BetweenSign;

impl Class for BetweenSign {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let signs = units.within(b'(', b')').or(units.within(b',', b'-'));
        signs.or(units.within(b' ', b' ')).or(units.within(b'\n', b'\n'))
    }
}

/// Signs that stand between words or inside of one: `.` and `:`.
pub struct MiddleSign;

impl Class for MiddleSign {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'.', b'.').or(units.within(b':', b':'))
    }
}

/// `&` and `<`.
pub struct MarkupStart;

impl Class for MarkupStart {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'&', b'&').or(units.within(b'<', b'<'))
    }
}

/// `<` and `>`.
pub struct AngleBracket;

impl Class for AngleBracket {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'<', b'<').or(units.within(b'>', b'>'))
    }
}

/// `.` `,` and `/`.
pub struct NumberJoiner;

impl Class for NumberJoiner {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'.', b'/').or(units.within(b',', b','))
    }
}

/// What can't be a dash, an apostrophe or another ASCII sign: ASCII letters and digits, and all else below U+058A.
pub struct MaySign;

impl Class for MaySign {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        AsciiAlphanumeric::of(units).or(units.before_dashes()).not()
    }
}

/// White space of ASCII, and units that may start white space outside it.
pub struct MayBeWhiteSpace;

impl Class for MayBeWhiteSpace {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.may_be_white_space()
    }
}
