//! [`Expected`] on 256-bit vectors, for the CPUs that have them. The functions are safe to call where AVX2 is known to be
//! there, which `scan.rs` finds out; it loads the vectors too.

use super::sse2::load_window as load_128;
use super::{BLOCK, Expected, Marked, SignMasks, WINDOW, WordMasks, load_256};
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::x86_64::*;

/// See `Expected::next`. The loop of `Expected::next_by` once more: closures don't take on the features of the CPU, so nothing
/// would become a part of it.
#[target_feature(enable = "avx2")]
pub(super) fn next<U: CodeUnit>(expected: &Expected, text: &[U], mut at: usize) -> Marked {
    while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
        let (mask, length) = match U::ENCODING {
            Encoding::Utf16 => (marked_utf16(expected, window), BLOCK),
            Encoding::Utf8 => marked_utf8(expected, window),
        };
        if mask != 0 {
            return Marked { at, mask, length };
        }
        at += length;
    }
    Marked { at, mask: 0, length: 0 }
}

/// See `Expected::word_masks`.
#[target_feature(enable = "avx2")]
pub(super) fn word_masks<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> WordMasks {
    let (low, high) = match U::ENCODING {
        // What is above FF becomes FF.
        Encoding::Utf16 => {
            packed([load_256(window, 0), load_256(window, 32), load_256(window, 64), load_256(window, 96)])
        }
        Encoding::Utf8 => (load_256(window, 0), load_256(window, 32)),
    };
    let other = bits(low, high);
    let (mut marked, mut length) = (u64::MAX, BLOCK);
    if other != 0 && expected.used | expected.maps_used != 0 {
        (marked, length) = match U::ENCODING {
            Encoding::Utf16 => (marked_utf16(expected, window), BLOCK),
            Encoding::Utf8 => marked_utf8(expected, window),
        };
    }
    let bit_5 = _mm256_set1_epi8(0x20);
    let small = [_mm256_or_si256(low, bit_5), _mm256_or_si256(high, bit_5)];
    let letters = small.map(|bytes| within(bytes, b'a', b'z'));
    let blank = [low, high].map(|bytes| equal(bytes, b' '));
    let between = [low, high].map(|bytes| {
        let pairs = _mm256_or_si256(within(bytes, b'(', b')'), within(bytes, b',', b'-'));
        _mm256_or_si256(pairs, equal(bytes, b'\n'))
    });
    let middle = [low, high].map(|bytes| _mm256_or_si256(equal(bytes, b'.'), equal(bytes, b':')));
    WordMasks {
        letters: bits(letters[0], letters[1]),
        expected: !marked & other,
        length,
        blank: bits(blank[0], blank[1]),
        between: bits(_mm256_or_si256(between[0], blank[0]), _mm256_or_si256(between[1], blank[1])),
        middle: bits(middle[0], middle[1]),
    }
}

/// See `SignMasks::of`.
#[target_feature(enable = "avx2")]
pub(super) fn sign_masks<U: CodeUnit>(block: &[U; BLOCK]) -> SignMasks {
    let words = match U::ENCODING {
        Encoding::Utf16 => Some([load_256(block, 0), load_256(block, 32), load_256(block, 64), load_256(block, 96)]),
        Encoding::Utf8 => None,
    };
    // What is above FF becomes FF.
    let (low, high) = words.map_or_else(|| (load_256(block, 0), load_256(block, 32)), |words| packed(words));
    let both = [low, high];
    let bit_5 = _mm256_set1_epi8(0x20);
    let alphanumeric =
        both.map(|bytes| _mm256_or_si256(within(_mm256_or_si256(bytes, bit_5), b'a', b'z'), within(bytes, b'0', b'9')));
    let number_joining = both.map(|bytes| _mm256_or_si256(within(bytes, b'.', b'/'), equal(bytes, b',')));
    let joining = both.map(|bytes| {
        let quotes = _mm256_or_si256(within(bytes, b'&', b'\''), within(bytes, b'+', b'/'));
        _mm256_or_si256(quotes, _mm256_or_si256(equal(bytes, b'@'), equal(bytes, b'_')))
    });
    let other = bits(low, high);
    let european = match words {
        _ if other == 0 => 0,
        Some(words) => european_words(words),
        None => european_bytes(both),
    };
    SignMasks {
        alphanumeric: bits(alphanumeric[0], alphanumeric[1]),
        other,
        european,
        joining: bits(joining[0], joining[1]),
        number_joining: bits(number_joining[0], number_joining[1]),
    }
}

/// See `european_letters`.
#[inline]
#[target_feature(enable = "avx2")]
fn european_bytes(both: [__m256i; 2]) -> u64 {
    let first = both.map(|bytes| _mm256_or_si256(within(bytes, 0xC3, 0xC9), within(bytes, 0xD0, 0xD1)));
    let c3 = both.map(|bytes| equal(bytes, 0xC3));
    let sign = both.map(|bytes| _mm256_or_si256(equal(bytes, 0x97), equal(bytes, 0xB7)));
    let later = both.map(|bytes| continues(bytes));
    let no_letter = bits(c3[0], c3[1]) << 1 & bits(sign[0], sign[1]);
    let second = bits(first[0], first[1]) << 1 & bits(later[0], later[1]) & !no_letter;
    second | second >> 1
}

/// The same in UTF-16.
#[inline]
#[target_feature(enable = "avx2")]
fn european_words(words: [__m256i; 4]) -> u64 {
    let within = |words: __m256i, low: u16, high: u16| {
        let above = _mm256_sub_epi16(words, _mm256_set1_epi16(low as i16));
        _mm256_subs_epu16(above, _mm256_set1_epi16((high - low) as i16))
    };
    let letters = words.map(|words| {
        // 0 for letters, multiplication and division signs among them, as `packed` wants it.
        let above = _mm256_min_epu16(within(words, 0xC0, 0x27F), within(words, 0x400, 0x47F));
        let sign = _mm256_cmpeq_epi16(_mm256_andnot_si256(_mm256_set1_epi16(0x20), words), _mm256_set1_epi16(0xD7));
        _mm256_or_si256(above, sign)
    });
    let (low, high) = packed(letters);
    let none = _mm256_setzero_si256();
    bits(_mm256_cmpeq_epi8(low, none), _mm256_cmpeq_epi8(high, none))
}

/// Lanes of 8 bits that are equal to a byte.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(bytes: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8))
}

/// Lanes of 8 bits from `low` to `high`.
#[inline]
#[target_feature(enable = "avx2")]
fn within(bytes: __m256i, low: u8, high: u8) -> __m256i {
    let above = _mm256_sub_epi8(bytes, _mm256_set1_epi8(low as i8));
    let above = _mm256_subs_epu8(above, _mm256_set1_epi8(high.wrapping_sub(low) as i8));
    _mm256_cmpeq_epi8(above, _mm256_setzero_si256())
}

/// A bit for each of 64 lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(low: __m256i, high: __m256i) -> u64 {
    u64::from(_mm256_movemask_epi8(low) as u32) | u64::from(_mm256_movemask_epi8(high) as u32) << 32
}

/// 64 lanes of 16 bits as lanes of 8 bits: 0 stays 0, nothing else becomes 0.
#[inline]
#[target_feature(enable = "avx2")]
fn packed([one, two, three, four]: [__m256i; 4]) -> (__m256i, __m256i) {
    let most = _mm256_set1_epi16(0xFF);
    let low = _mm256_packus_epi16(_mm256_min_epu16(one, most), _mm256_min_epu16(two, most));
    let high = _mm256_packus_epi16(_mm256_min_epu16(three, most), _mm256_min_epu16(four, most));
    // The two halves of vectors are packed each by itself.
    (_mm256_permute4x64_epi64(low, 0b11_01_10_00), _mm256_permute4x64_epi64(high, 0b11_01_10_00))
}

/// Of 64 lanes of 16 bits those that are 0, as lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn zeros(lanes: [__m256i; 4]) -> (__m256i, __m256i) {
    let (low, high) = packed(lanes);
    let none = _mm256_setzero_si256();
    (_mm256_cmpeq_epi8(low, none), _mm256_cmpeq_epi8(high, none))
}

/// Bytes of ASCII that are expected to be there but are not: the exceptions.
#[inline]
#[target_feature(enable = "avx2")]
fn exceptions(expected: &Expected, low: __m256i, high: __m256i) -> u64 {
    let [one, two] = expected.but;
    let mut found = 0;
    if one != 0xFF {
        // 0xFF, which stands for none, is here also what is outside ASCII.
        let two = if two == 0xFF { one } else { two };
        let (one, two) = (_mm256_set1_epi8(one as i8), _mm256_set1_epi8(two as i8));
        let either = _mm256_or_si256(_mm256_cmpeq_epi8(low, one), _mm256_cmpeq_epi8(low, two));
        let or = _mm256_or_si256(_mm256_cmpeq_epi8(high, one), _mm256_cmpeq_epi8(high, two));
        found = bits(either, or);
    }
    if expected.but_upper {
        found |= bits(within(low, b'A', b'Z'), within(high, b'A', b'Z'));
    }
    found
}

/// How far 64 code points are above the nearest span below them, or `above`, if that is less: 0 for those in a span.
#[inline]
#[target_feature(enable = "avx2")]
fn above_spans(expected: &Expected, codes: [__m256i; 4], mut above: [__m256i; 4]) -> [__m256i; 4] {
    for span in expected.spans.iter().take(expected.used) {
        let (low, length) = (_mm256_set1_epi16(span.low as i16), _mm256_set1_epi16(span.length as i16));
        for (above, codes) in above.iter_mut().zip(codes) {
            // Below the span wraps round to a large number.
            *above = _mm256_min_epu16(*above, _mm256_subs_epu16(_mm256_sub_epi16(codes, low), length));
        }
    }
    above
}

/// Those of 64 code points that are in one of the spans, as far as `above` does not tell, or in one of the maps, as lanes of
/// 8 bits. Of each kind of unit, so that it is called from one place and becomes a part of it.
#[inline]
#[target_feature(enable = "avx2")]
fn in_spans_or_maps<U: CodeUnit>(expected: &Expected, codes: [__m256i; 4], above: [__m256i; 4]) -> (__m256i, __m256i) {
    let (mut low, mut high) = zeros(above_spans(expected, codes, above));
    for map in expected.maps.iter().take(expected.maps_used) {
        let first = _mm256_set1_epi16(map.first as i16);
        let [one, two, three, four] = codes;
        let (low_places, high_places) = packed([
            _mm256_sub_epi16(one, first),
            _mm256_sub_epi16(two, first),
            _mm256_sub_epi16(three, first),
            _mm256_sub_epi16(four, first),
        ]);
        low = _mm256_or_si256(low, in_map(low_places, map.bits));
        high = _mm256_or_si256(high, in_map(high_places, map.bits));
    }
    (low, high)
}

/// Those of 64 code points that are expected between two others, as lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn lone<U: CodeUnit>(expected: &Expected, codes: [__m256i; 4]) -> (__m256i, __m256i) {
    let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for map in expected.maps.iter().take(expected.maps_used).filter(|map| map.lone != [0; 2]) {
        let first = _mm256_set1_epi16(map.first as i16);
        let [one, two, three, four] = codes;
        let (low_places, high_places) = packed([
            _mm256_sub_epi16(one, first),
            _mm256_sub_epi16(two, first),
            _mm256_sub_epi16(three, first),
            _mm256_sub_epi16(four, first),
        ]);
        low = _mm256_or_si256(low, in_map(low_places, map.lone));
        high = _mm256_or_si256(high, in_map(high_places, map.lone));
    }
    (low, high)
}

/// Places of code points in a map whose bit there is set.
#[inline]
#[target_feature(enable = "avx2")]
fn in_map(places: __m256i, [low, high]: [u64; 2]) -> __m256i {
    let rows = _mm256_set_epi64x(high as i64, low as i64, high as i64, low as i64);
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    // A row for each 8 places; the look-up gives 0 for indices with the highest bit set, and these are the rows from 16 on.
    let row = _mm256_and_si256(_mm256_srli_epi16(places, 3), _mm256_set1_epi8(0x1F));
    let row = _mm256_shuffle_epi8(rows, _mm256_add_epi8(row, _mm256_set1_epi8(0x70)));
    let bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(places, _mm256_set1_epi8(7)));
    _mm256_cmpeq_epi8(_mm256_and_si256(row, bit), bit)
}

#[inline]
#[target_feature(enable = "avx2")]
fn marked_utf16<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> u64 {
    let words = [load_256(window, 0), load_256(window, 32), load_256(window, 64), load_256(window, 96)];
    let last = _mm256_set1_epi16(expected.limit.wrapping_sub(1) as i16);
    let [one, two, three, four] = words;
    let above = [
        _mm256_subs_epu16(one, last),
        _mm256_subs_epu16(two, last),
        _mm256_subs_epu16(three, last),
        _mm256_subs_epu16(four, last),
    ];
    let any = _mm256_or_si256(_mm256_or_si256(above[0], above[1]), _mm256_or_si256(above[2], above[3]));
    let is_basic = _mm256_testz_si256(any, any) != 0;
    let has_exceptions = expected.but_upper | (expected.but[0] != 0xFF);
    if is_basic & !has_exceptions {
        return 0;
    }
    let mut mask = u64::MAX;
    if !is_basic {
        let (low, high) = in_spans_or_maps::<U>(expected, words, above);
        mask = bits(low, high);
    }
    if has_exceptions {
        let (low, high) = packed(words);
        mask &= !exceptions(expected, low, high);
    }
    if mask != u64::MAX && has_lone(expected) {
        let (low, high) = lone::<U>(expected, words);
        mask |= bits(low, high) & mask << 1 & mask >> 1;
    }
    !mask
}

/// Whether any map has code points that are expected between two others.
#[inline(always)]
fn has_lone(expected: &Expected) -> bool {
    expected.maps.iter().take(expected.maps_used).any(|map| map.lone != [0; 2])
}

/// The code points that would start at 16 bytes, if they are of two bytes, or of three.
#[inline]
#[target_feature(enable = "avx2")]
fn code_points<U: CodeUnit>(window: &[U; WINDOW], at: usize, has_three: bool) -> __m256i {
    let first = _mm256_cvtepu8_epi16(load_128(window, at));
    let low_six = _mm256_set1_epi16(0x3F);
    let second = _mm256_and_si256(_mm256_cvtepu8_epi16(load_128(window, at + 1)), low_six);
    let of_two = _mm256_slli_epi16(_mm256_and_si256(first, _mm256_set1_epi16(0x1F)), 6);
    let of_two = _mm256_or_si256(of_two, second);
    if !has_three {
        return of_two;
    }
    let third = _mm256_and_si256(_mm256_cvtepu8_epi16(load_128(window, at + 2)), low_six);
    let of_three = _mm256_or_si256(_mm256_slli_epi16(first, 12), _mm256_slli_epi16(second, 6));
    let of_three = _mm256_or_si256(of_three, third);
    _mm256_blendv_epi8(of_three, of_two, _mm256_cmpgt_epi16(_mm256_set1_epi16(0xE0), first))
}

#[inline]
#[target_feature(enable = "avx2")]
fn marked_utf8<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> (u64, usize) {
    let (low, high) = (load_256(window, 0), load_256(window, 32));
    let other = bits(low, high);
    let quiet = !other & !exceptions(expected, low, high);
    if other == 0 {
        return (!quiet, BLOCK);
    }
    // Conditions are joined as vectors: joined as masks, the compiler would take them apart bit by bit.
    let (low_1, high_1) = (load_256(window, 1), load_256(window, 33));
    let (low_three, high_three) = (within(low, 0xE0, 0xEF), within(high, 0xE0, 0xEF));
    let any_three = _mm256_or_si256(low_three, high_three);
    let has_three = _mm256_testz_si256(any_three, any_three) == 0;
    let codes = [
        code_points(window, 0, has_three),
        code_points(window, 16, has_three),
        code_points(window, 32, has_three),
        code_points(window, 48, has_three),
    ];
    let (low_found, high_found) = in_spans_or_maps::<U>(expected, codes, [_mm256_set1_epi16(-1); 4]);
    let low_found = _mm256_and_si256(low_found, continues(low_1));
    let high_found = _mm256_and_si256(high_found, continues(high_1));
    let two = bits(
        _mm256_and_si256(low_found, within(low, 0xC2, 0xDF)),
        _mm256_and_si256(high_found, within(high, 0xC2, 0xDF)),
    );
    if !has_three {
        let mut found = quiet | two | two << 1;
        if found != u64::MAX && has_lone(expected) {
            let (low_lone, high_lone) = lone::<U>(expected, codes);
            let low_lone = _mm256_and_si256(low_lone, _mm256_and_si256(continues(low_1), within(low, 0xC2, 0xDF)));
            let high_lone = _mm256_and_si256(high_lone, _mm256_and_si256(continues(high_1), within(high, 0xC2, 0xDF)));
            let two = bits(low_lone, high_lone) & found << 1 & found >> 2;
            found |= two | two << 1;
        }
        return (!found, BLOCK + (two >> 63) as usize);
    }
    let (low_2, high_2) = (load_256(window, 2), load_256(window, 34));
    let low_found = _mm256_and_si256(low_found, _mm256_and_si256(low_three, continues(low_2)));
    let high_found = _mm256_and_si256(high_found, _mm256_and_si256(high_three, continues(high_2)));
    let three = bits(
        _mm256_andnot_si256(overlong(low, low_1), low_found),
        _mm256_andnot_si256(overlong(high, high_1), high_found),
    );
    let behind = (two >> 63) + (three >> 62 & 1) + 2 * (three >> 63);
    let mut found = quiet | two | two << 1 | three | three << 1 | three << 2;
    if found != u64::MAX && has_lone(expected) {
        let (low_lone, high_lone) = lone::<U>(expected, codes);
        let low_lone = _mm256_and_si256(low_lone, continues(low_1));
        let high_lone = _mm256_and_si256(high_lone, continues(high_1));
        let two = bits(
            _mm256_and_si256(low_lone, within(low, 0xC2, 0xDF)),
            _mm256_and_si256(high_lone, within(high, 0xC2, 0xDF)),
        );
        let low_lone = _mm256_and_si256(low_lone, _mm256_and_si256(low_three, continues(low_2)));
        let high_lone = _mm256_and_si256(high_lone, _mm256_and_si256(high_three, continues(high_2)));
        let three = bits(
            _mm256_andnot_si256(overlong(low, low_1), low_lone),
            _mm256_andnot_si256(overlong(high, high_1), high_lone),
        );
        let (two, three) = (two & found << 1 & found >> 2, three & found << 1 & found >> 3);
        found |= two | two << 1 | three | three << 1 | three << 2;
    }
    (!found, BLOCK + behind as usize)
}

/// Bytes that are not the first ones of a character.
#[inline]
#[target_feature(enable = "avx2")]
fn continues(bytes: __m256i) -> __m256i {
    _mm256_cmpgt_epi8(_mm256_set1_epi8(-0x40), bytes)
}

/// E0 before 80 to 9F.
#[inline]
#[target_feature(enable = "avx2")]
fn overlong(first: __m256i, second: __m256i) -> __m256i {
    let is_first = _mm256_cmpeq_epi8(first, _mm256_set1_epi8(0xE0_u8 as i8));
    _mm256_and_si256(is_first, _mm256_cmpgt_epi8(_mm256_set1_epi8(0xA0_u8 as i8), second))
}
