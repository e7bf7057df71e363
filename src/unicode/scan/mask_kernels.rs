//! Kernels of [`WordMasks`], [`PunctuationMasks`] and [`SparseSet`]: all masks of a block from one load.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::punctuation_masks::PunctuationMasks;
use super::spans::Span;
use super::sparse_set::{NibbleTables, SparseSet};
use super::utf8_lower::{LoweredBlock, REMAINING_LEADS};
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
    if other != 0 && filter.spans_used | filter.bitmaps_used != 0 {
        (mask, length) = v.mismatches(filter, window);
    }
    let (letters, digits) = (ascii_letters(v, bytes), v.within(bytes, b'0', b'9'));
    // The classes of a lane outside ASCII are empty.
    let classes = look_up_nibbles(v, punctuation.by_nibble, bytes);
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
    let latin_cyrillic = match U::ENCODING {
        _ if other == 0 => 0,
        Encoding::Utf16 => latin_cyrillic_words(v, v.load_words(block)),
        Encoding::Utf8 => latin_cyrillic_bytes(v, bytes),
    };
    PunctuationMasks {
        alphanumeric: v.mask(alphanumeric),
        other,
        latin_cyrillic,
        joining: v.mask(joining),
        number_joining: v.mask(number_joining),
    }
}

/// See `SparseSet::mask`; `None` as well for UTF-16 above ASCII.
#[inline(always)]
pub(super) fn sparse_mask<V: Vectors, U: CodeUnit>(
    v: V,
    set: &SparseSet,
    window: &[U; WINDOW],
) -> Option<(u64, usize)> {
    let bytes = saturated_units(v, window);
    let ascii = v.mask(v.nonzero(look_up_nibbles(v, set.ascii, bytes)));
    if v.top_bits(bytes) == 0 {
        return Some((ascii, BLOCK));
    }
    if U::ENCODING == Encoding::Utf16 {
        return None;
    }
    let masks = utf8_masks(v, bytes);
    let after = masks.bytes_after(window)?;
    let (second, third) = (v.load_bytes(window, 1), v.load_bytes(window, 2));
    let mut candidates = v.none();
    for [leads, seconds, thirds] in set.groups {
        let of_two = v.and(look_up_nibbles(v, leads, bytes), look_up_nibbles(v, seconds, second));
        candidates = v.or(candidates, v.and(of_two, look_up_nibbles(v, thirds, third)));
    }
    let candidates = v.mask(v.nonzero(candidates)) & masks.leads & !masks.four;
    Some((ascii | masks.four | set.look_up(window, candidates), BLOCK + after))
}

/// The groups of bytes in [`NibbleTables`].
#[inline(always)]
fn look_up_nibbles<V: Vectors>(v: V, [low, high]: NibbleTables, bytes: V::U8x64) -> V::U8x64 {
    v.and(v.look_up(low, v.and_byte(bytes, 0x0F)), v.look_up(high, v.high_nibbles(bytes)))
}

/// The masks of a block of UTF-8.
#[inline(always)]
pub(super) fn utf8_masks<V: Vectors>(v: V, bytes: V::U8x64) -> Utf8Masks {
    let from = |lead: u8| v.mask(v.within(bytes, lead, 0xFF));
    Utf8Masks { non_ascii: v.top_bits(bytes), leads: from(0xC0), three: from(0xE0), four: from(0xF0) }
}

/// See `lower_block`, and [`super::utf8_lower`] for the two bits.
#[inline(always)]
pub(super) fn lower_block<V: Vectors, U: CodeUnit>(v: V, window: &[U; WINDOW], out: &mut [U; BLOCK]) -> LoweredBlock {
    let (bytes, next) = (v.load_bytes(window, 0), v.load_bytes(window, 1));
    let ascii = v.within(bytes, b'A', b'Z');
    if v.top_bits(bytes) == 0 {
        v.store_bytes(v.xor(bytes, v.and_byte(ascii, 0x20)), out);
        return LoweredBlock { mapped: v.mask(ascii), remaining: 0, masks: Utf8Masks::default() };
    }
    let (latin_1, greek, cyrillic) = (v.equal(bytes, 0xC3), v.equal(bytes, 0xCE), v.equal(bytes, 0xD0));
    let multiplication_sign = v.and(latin_1, v.equal(next, 0x97));
    // The lower case of U+03A3 depends on the context; U+03A2 is no character.
    let sigma = v.and(greek, v.within(next, 0xA2, 0xA3));
    let except = v.or(multiplication_sign, sigma);
    let latin_1 = v.and(latin_1, v.within(next, 0x80, 0x9E));
    let greek = v.and(greek, v.within(next, 0x91, 0xAB));
    let capitals = v.or(v.or(latin_1, greek), v.and(cyrillic, v.within(next, 0x90, 0xAF)));
    let capitals = v.xor(capitals, except);

    let case_bits = v.and_byte(v.or(ascii, v.moved_up(capitals)), 0x20);
    let lead_bits = v.and_byte(v.and(capitals, v.within(next, 0xA0, 0xBF)), 1);
    v.store_bytes(v.xor(bytes, v.or(case_bits, lead_bits)), out);

    let (mut above, mut last) = (v.none(), v.none());
    for leads in &REMAINING_LEADS {
        let indices = v.low_nibbles_in_row(bytes, leads.row);
        above = v.or(above, v.look_up(leads.above, indices));
        last = v.or(last, v.look_up(leads.last, indices));
    }
    let is_within = v.equal(v.saturating_difference(next, last), 0);
    let others = v.nonzero(v.and(is_within, v.saturating_difference(next, above)));
    let others = v.or(v.or(others, sigma), v.within(bytes, 0xF0, 0xFF));
    LoweredBlock { mapped: v.mask(v.or(ascii, capitals)), remaining: v.mask(others), masks: utf8_masks(v, bytes) }
}

/// The first 64 units as bytes; those above FF become FF.
#[inline(always)]
fn saturated_units<V: Vectors, U: CodeUnit, const N: usize>(v: V, units: &[U; N]) -> V::U8x64 {
    match U::ENCODING {
        Encoding::Utf16 => v.saturate(v.load_words(units)),
        Encoding::Utf8 => v.load_bytes(units, 0),
    }
}

#[inline(always)]
fn ascii_letters<V: Vectors>(v: V, bytes: V::U8x64) -> V::U8x64 {
    v.within(v.or_byte(bytes, 0x20), b'a', b'z')
}

/// See `latin_cyrillic_letters`.
#[inline(always)]
fn latin_cyrillic_bytes<V: Vectors>(v: V, bytes: V::U8x64) -> u64 {
    let first = v.or(v.within(bytes, 0xC3, 0xC9), v.within(bytes, 0xD0, 0xD1));
    let sign = v.or(v.equal(bytes, 0x97), v.equal(bytes, 0xB7));
    let no_letter = v.mask(v.equal(bytes, 0xC3)) << 1 & v.mask(sign);
    let second = v.mask(first) << 1 & v.mask(v.continuations(bytes)) & !no_letter;
    second | second >> 1
}

/// UTF-16 variant of [`latin_cyrillic_bytes`].
#[inline(always)]
fn latin_cyrillic_words<V: Vectors>(v: V, words: V::U16x64) -> u64 {
    let letters = v.min(v.above(words, Span::new(0xC0, 0x27F)), v.above(words, Span::new(0x400, 0x47F)));
    let signs = v.min(v.above(words, Span::new(0xD7, 0xD7)), v.above(words, Span::new(0xF7, 0xF7)));
    v.mask(v.zeros(letters)) & !v.mask(v.zeros(signs))
}
