//! The classes of code units that texts are scanned for.

use super::lanes::{Class, Lanes};

/// ASCII white space as defined by Java's `Character.isWhitespace`: U+0009 to U+000D, U+001C to U+0020.
pub struct AsciiWhiteSpace;

impl Class for AsciiWhiteSpace {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x1C, 0x20).or(units.within(0x09, 0x0D))
    }
}

/// ASCII letters and digits.
pub struct AsciiAlphanumeric;

impl Class for AsciiAlphanumeric {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.ascii_lowercased().within(b'a', b'z').or(units.within(b'0', b'9'))
    }
}

/// ASCII letters.
pub struct AsciiLetter;

impl Class for AsciiLetter {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.ascii_lowercased().within(b'a', b'z')
    }
}

/// ASCII digits.
pub struct AsciiDigit;

impl Class for AsciiDigit {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b'0', b'9')
    }
}

/// UTF-16 units of [`latin_cyrillic_letters`](super::mask::latin_cyrillic_letters).
pub(super) struct LatinCyrillicLetter;

impl Class for LatinCyrillicLetter {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let latin = units.within_wide(0xC0, 0x27F).or(units.within_wide(0x400, 0x47F));
        let signs = units.within(0xD7, 0xD7).or(units.within(0xF7, 0xF7));
        latin.not().or(signs).not()
    }
}

/// UTF-8 lead bytes of [`latin_cyrillic_letters`](super::mask::latin_cyrillic_letters).
pub(super) struct LatinCyrillicLeadByte;

impl Class for LatinCyrillicLeadByte {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0xC3, 0xC9).or(units.within(0xD0, 0xD1))
    }
}

/// The lead byte C3, of `×` and `÷` and of letters.
pub(super) struct LeadC3;

impl Class for LeadC3 {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0xC3, 0xC3)
    }
}

/// The second UTF-8 bytes of `×` and `÷`.
pub(super) struct TimesOrDivision;

impl Class for TimesOrDivision {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x97, 0x97).or(units.within(0xB7, 0xB7))
    }
}

/// UTF-8 continuation bytes.
pub struct ContinuationByte;

impl Class for ContinuationByte {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(0x80, 0xBF)
    }
}

/// Units above ASCII.
pub struct NonAscii;

impl Class for NonAscii {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.at_least(0x80)
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

/// Units from the first to the second number.
pub struct ByteRange<const FIRST: u8, const LAST: u8>;

impl<const FIRST: u8, const LAST: u8> Class for ByteRange<FIRST, LAST> {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(FIRST, LAST)
    }
}

/// UTF-16 surrogates.
pub struct Surrogates;

impl Class for Surrogates {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.surrogates()
    }
}

/// UTF-16 trail surrogates.
pub struct TrailSurrogates;

impl Class for TrailSurrogates {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within_wide(0xDC00, 0xDFFF)
    }
}

/// ASCII punctuation that may join words or numbers: `& ' + , - . / @ _`.
pub struct InWordPunctuation;

impl Class for InWordPunctuation {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let signs = units.within(b'&', b'\'').or(units.within(b'+', b'/'));
        signs.or(units.within(b'@', b'@')).or(units.within(b'_', b'_'))
    }
}

/// U+0020 SPACE.
pub struct AsciiSpace;

impl Class for AsciiSpace {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.within(b' ', b' ')
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

/// Units that may be dashes, apostrophes or other punctuation: all except ASCII letters and digits and the characters
/// U+0080 to U+0589.
pub struct MayBePunctuation;

impl Class for MayBePunctuation {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        AsciiAlphanumeric::of(units).or(units.below_u058a_letters()).not()
    }
}

/// Units that may start white space other than ASCII: the lead bytes E1 to E3; the units 16xx, 20xx and 30xx of UTF-16.
pub struct MayStartNonAsciiWhiteSpace;

impl Class for MayStartNonAsciiWhiteSpace {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        units.may_start_non_ascii_white_space()
    }
}

/// UTF-16 units whose lower case may differ: all but those of common ranges without capital letters, in Latin-1, Greek,
/// Cyrillic and General Punctuation.
pub struct MayChangeWhenLowercased;

impl Class for MayChangeWhenLowercased {
    #[inline(always)]
    fn of<L: Lanes>(units: L) -> L {
        let latin = units.within(0, b'@').or(units.within(b'[', 0xBF)).or(units.within(0xDF, 0xFF));
        let greek = units.within_wide(0x3AC, 0x3CE);
        let cyrillic = units.within_wide(0x430, 0x45F);
        latin.or(greek).or(cyrillic).or(units.within_wide(0x2000, 0x206F)).not()
    }
}
