//! Character classes of the components `hyphen` (ruling H1): one byte of flags per code point, in a two-stage table
//! that the build generates from `icu_properties` (`build-support/word_class.rs`).

/// A set of flags.
pub type WordClass = u8;

/// A letter (L) or a mark (M) of any script.
pub const LETTER: WordClass = 1;
/// Part of a word: a letter outside [`CJ`], a decimal digit, or a character of Thai (U+0E00 to U+0E59).
pub const WORD: WordClass = 1 << 1;
/// A decimal digit (Nd).
pub const DIGIT: WordClass = 1 << 2;
/// Joins words: a dash (Pd) or one of `'` `&` `@` `_` `+`. U+2019 is not included, as it joins only between words.
pub const ADJUNCT: WordClass = 1 << 3;
/// Joins the parts of a number: `_` `-` `/` `.` `,` and U+2200 to U+22FF.
pub const NUMBER_JOINER: WordClass = 1 << 4;
/// A Chinese or Japanese character, which is a token of its own.
pub const CJ: WordClass = 1 << 5;
/// A mark (M): belongs to the character before it.
pub const MARK: WordClass = 1 << 6;
/// Part of a word, but neither a letter nor a digit nor a mark: the other characters of the Thai range.
pub const OTHER_THAI: WordClass = 1 << 7;

include!(concat!(env!("OUT_DIR"), "/word_class_table.rs"));

/// The flags of a character.
#[inline]
#[allow(clippy::indexing_slicing)] // PAGE_OF has an entry for c >> 8 up to 0x10FF, and names pages that PAGES has.
pub fn word_class(c: char) -> WordClass {
    let code_point = c as usize;
    PAGES[usize::from(PAGE_OF[code_point >> 8])][code_point & 0xFF]
}

/// The flags of an ASCII character; 0 for any other code unit.
#[inline]
pub fn ascii_class(unit: u32) -> WordClass {
    let ascii = unit.min(0x80) as usize;
    ASCII.get(ascii).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_classed_as_ruled() {
        let class = |c| word_class(c);
        assert_eq!(class('a'), LETTER | WORD);
        assert_eq!(class('7'), WORD | DIGIT);
        assert_eq!(class('-'), ADJUNCT | NUMBER_JOINER);
        assert_eq!(class('_'), ADJUNCT | NUMBER_JOINER);
        assert_eq!(class('.'), NUMBER_JOINER);
        assert_eq!(class('\u{301}'), LETTER | MARK);
        assert_eq!(class('\u{3099}'), LETTER | MARK); // H1: a mark whatever its block
        assert_eq!(class('々'), LETTER | CJ);
        assert_eq!(class('\u{30A0}'), ADJUNCT | CJ);
        assert_eq!(class('\u{1B150}') & CJ, CJ); // Small Kana Extension
        assert_eq!(class('\u{17000}'), LETTER | WORD); // Tangut
        assert_eq!(class('฿'), WORD | OTHER_THAI);
        assert_eq!(class('\u{FF0D}'), ADJUNCT);
        assert_eq!(class('\u{2212}'), NUMBER_JOINER);
        assert_eq!(class('\u{2019}'), 0);
        for unit in 0..0x80 {
            assert_eq!(ascii_class(unit), class(char::from(unit as u8)));
        }
        assert_eq!((ascii_class(0x80), ascii_class(0xFFFF)), (0, 0));
    }
}
