//! Kernels of [`WordMasks`] and [`PunctuationMasks`]: all masks of a block from one load.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::punctuation_masks::PunctuationMasks;
use super::spans::Span;
use super::utf8_masks::Utf8Masks;
use super::vectors::Vectors;
use super::word_masks::{WordMasks, WordPunctuation};
use crate::unicode::text::{CodeUnit, Encoding};

/// See `CodePointFilter::word_masks`.
#[inline(always)]
pub(super) fn word_masks<V: Vectors, U: CodeUnit>(
    v: V,
    filter: &CodePointFilter,
    punctuation: &WordPunctuation,
    window: &[U; WINDOW],
) -> WordMasks {
    let bytes = saturated_units(v, window);
    let other = v.top_bits(bytes);
    let (mut mask, mut length) = (u64::MAX, BLOCK);
    if other != 0 && filter.used | filter.bitmaps_used != 0 {
        (mask, length) = v.mismatches(filter, window);
    }
    let (letters, digits) = (ascii_letters(v, bytes), v.within(bytes, b'0', b'9'));
    // The classes of a lane outside ASCII are empty.
    let [low, high] = punctuation.by_nibble;
    let classes = v.and(v.look_up(low, v.and_byte(bytes, 0x0F)), v.look_up(high, v.high_nibbles(bytes)));
    let (mid_letter, mid_num) = (v.and_byte(classes, punctuation.mid_letter), v.and_byte(classes, punctuation.mid_num));
    WordMasks {
        letters: v.mask(letters),
        digits: v.mask(digits),
        in_filter: !mask & other,
        length,
        space: v.mask(v.equal(bytes, b' ')),
        separators: v.mask(v.equal(classes, 0)) & !(v.mask(v.or(letters, digits)) | other),
        mid_letter: !v.mask(v.equal(mid_letter, 0)),
        mid_num: !v.mask(v.equal(mid_num, 0)),
    }
}

/// See `PunctuationMasks::new`.
#[inline(always)]
pub(super) fn punctuation_masks<V: Vectors, U: CodeUnit>(v: V, block: &[U; BLOCK]) -> PunctuationMasks {
    let bytes = saturated_units(v, block);
    let alphanumeric = v.or(ascii_letters(v, bytes), v.within(bytes, b'0', b'9'));
    let number_joining = v.or(v.within(bytes, b'.', b'/'), v.equal(bytes, b','));
    let joining = v.or(v.within(bytes, b'&', b'\''), v.within(bytes, b'+', b'/'));
    let joining = v.or(joining, v.or(v.equal(bytes, b'@'), v.equal(bytes, b'_')));
    let other = v.top_bits(bytes);
    let european = match U::ENCODING {
        _ if other == 0 => 0,
        Encoding::Utf16 => european_words(v, v.load_words(block)),
        Encoding::Utf8 => european_bytes(v, bytes),
    };
    PunctuationMasks {
        alphanumeric: v.mask(alphanumeric),
        other,
        european,
        joining: v.mask(joining),
        number_joining: v.mask(number_joining),
    }
}

/// The masks of a block of UTF-8.
#[inline(always)]
pub(super) fn utf8_masks<V: Vectors>(v: V, bytes: V::Bytes) -> Utf8Masks {
    let from = |lead: u8| v.mask(v.within(bytes, lead, 0xFF));
    Utf8Masks { non_ascii: v.top_bits(bytes), leads: from(0xC0), three: from(0xE0), four: from(0xF0) }
}

/// See `may_lower_utf8`.
#[inline(always)]
pub(super) fn may_lower_utf8<V: Vectors, U: CodeUnit>(v: V, window: &[U; WINDOW]) -> (u64, Utf8Masks) {
    let (bytes, next) = (v.load_bytes(window, 0), v.load_bytes(window, 1));
    let capitals = v.within(bytes, b'A', b'Z');
    if v.top_bits(bytes) == 0 {
        return (v.mask(capitals), Utf8Masks::default());
    }
    let latin_1 = v.and(v.equal(bytes, 0xC3), v.within(next, 0x80, 0x9E));
    let greek = v.and(v.equal(bytes, 0xCE), v.within(next, 0x86, 0xAB));
    let greek = v.or(greek, v.and(v.equal(bytes, 0xCF), v.within(next, 0x8F, 0xBF)));
    let cyrillic = v.and(v.equal(bytes, 0xD0), v.within(next, 0x80, 0xAF));
    let cyrillic = v.or(cyrillic, v.and(v.equal(bytes, 0xD1), v.within(next, 0xA0, 0xBF)));
    let two = v.or(v.within(bytes, 0xC4, 0xC9), v.or(v.equal(bytes, 0xCD), v.within(bytes, 0xD2, 0xD6)));
    let two = v.or(v.within(bytes, 0xC0, 0xC1), two);
    let three = v.and(v.equal(bytes, 0xE2), v.within(next, 0x84, 0xBF));
    let three = v.or(three, v.and(v.equal(bytes, 0xEA), v.within(next, 0x99, 0xAF)));
    let three = v.or(three, v.or(v.equal(bytes, 0xE1), v.within(bytes, 0xEF, 0xFF)));
    let found = v.mask(v.or(v.or(capitals, v.or(latin_1, greek)), v.or(cyrillic, v.or(two, three))));
    (found, utf8_masks(v, bytes))
}

/// The first 64 units as bytes; those above FF become FF.
#[inline(always)]
fn saturated_units<V: Vectors, U: CodeUnit, const N: usize>(v: V, units: &[U; N]) -> V::Bytes {
    match U::ENCODING {
        Encoding::Utf16 => v.saturate(v.load_words(units)),
        Encoding::Utf8 => v.load_bytes(units, 0),
    }
}

#[inline(always)]
fn ascii_letters<V: Vectors>(v: V, bytes: V::Bytes) -> V::Bytes {
    v.within(v.or_byte(bytes, 0x20), b'a', b'z')
}

/// See `european_letters`.
#[inline(always)]
fn european_bytes<V: Vectors>(v: V, bytes: V::Bytes) -> u64 {
    let first = v.or(v.within(bytes, 0xC3, 0xC9), v.within(bytes, 0xD0, 0xD1));
    let sign = v.or(v.equal(bytes, 0x97), v.equal(bytes, 0xB7));
    let no_letter = v.mask(v.equal(bytes, 0xC3)) << 1 & v.mask(sign);
    let second = v.mask(first) << 1 & v.mask(v.continuations(bytes)) & !no_letter;
    second | second >> 1
}

/// UTF-16 variant of [`european_bytes`].
#[inline(always)]
fn european_words<V: Vectors>(v: V, words: V::Words) -> u64 {
    let letters = v.min(v.above(words, Span::new(0xC0, 0x27F)), v.above(words, Span::new(0x400, 0x47F)));
    let signs = v.min(v.above(words, Span::new(0xD7, 0xD7)), v.above(words, Span::new(0xF7, 0xF7)));
    v.mask(v.zeros(letters)) & !v.mask(v.zeros(signs))
}
