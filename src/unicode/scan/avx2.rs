//! The AVX2 backend: 256-bit vectors. Its functions may be called only if the CPU has AVX2, which `dispatch` checks.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::{CodePointFilter, Mismatch};
use super::punctuation_masks::PunctuationMasks;
use super::spans::Span;
use super::sse2::load_window as load_128;
use super::utf8_sets::{Cell, LeadSet, LeadTrailSet, Utf8Sets};
use super::windows::{FACTOR, SHIFTS};
use super::word_masks::WordMasks;
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::x86_64::*;

/// See `CodePointFilter::find_mismatch`. Repeats the loop of `find_mismatch_with`, which is compiled without AVX2 and so can't
/// inline the kernel.
#[target_feature(enable = "avx2")]
pub(super) fn find_mismatch<U: CodeUnit>(expected: &CodePointFilter, text: &[U], mut at: usize) -> Mismatch {
    while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
        let (mask, length) = mismatches(expected, window);
        if mask != 0 {
            return Mismatch { at, mask, length };
        }
        at += length;
    }
    Mismatch { at, mask: 0, length: 0 }
}

/// The mismatches of one window.
#[inline]
#[target_feature(enable = "avx2")]
fn mismatches<U: CodeUnit>(expected: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    match U::ENCODING {
        Encoding::Utf16 => (mismatches_utf16(expected, window), BLOCK),
        Encoding::Utf8 => mismatches_utf8(expected, window),
    }
}

/// See `CodePointFilter::word_masks`.
#[target_feature(enable = "avx2")]
pub(super) fn word_masks<U: CodeUnit>(expected: &CodePointFilter, window: &[U; WINDOW]) -> WordMasks {
    let both = match U::ENCODING {
        // Units above FF become FF.
        Encoding::Utf16 => pack_u16_saturating(words_of(window)),
        Encoding::Utf8 => bytes_of(window, 0),
    };
    let other = bits(both);
    let (mut mask, mut length) = (u64::MAX, BLOCK);
    if other != 0 && expected.used | expected.bitmaps_used != 0 {
        (mask, length) = mismatches(expected, window);
    }
    let letters = both.map(|bytes| ascii_letters(bytes));
    let space = both.map(|bytes| equal(bytes, b' '));
    let separators = both.map(|bytes| {
        let pairs = _mm256_or_si256(within(bytes, b'(', b')'), within(bytes, b',', b'-'));
        _mm256_or_si256(pairs, _mm256_or_si256(equal(bytes, b'\n'), equal(bytes, b' ')))
    });
    let mid_punctuation = both.map(|bytes| _mm256_or_si256(equal(bytes, b'.'), equal(bytes, b':')));
    WordMasks {
        letters: bits(letters),
        expected: !mask & other,
        length,
        space: bits(space),
        separators: bits(separators),
        mid_punctuation: bits(mid_punctuation),
    }
}

/// See `PunctuationMasks::new`.
#[target_feature(enable = "avx2")]
pub(super) fn punctuation_masks<U: CodeUnit>(block: &[U; BLOCK]) -> PunctuationMasks {
    let words = (U::ENCODING == Encoding::Utf16).then(|| words_of(block));
    // Units above FF become FF.
    let both = words.map_or_else(|| bytes_of(block, 0), |words| pack_u16_saturating(words));
    let alphanumeric = both.map(|bytes| _mm256_or_si256(ascii_letters(bytes), within(bytes, b'0', b'9')));
    let number_joining = both.map(|bytes| _mm256_or_si256(within(bytes, b'.', b'/'), equal(bytes, b',')));
    let joining = both.map(|bytes| {
        let quotes = _mm256_or_si256(within(bytes, b'&', b'\''), within(bytes, b'+', b'/'));
        _mm256_or_si256(quotes, _mm256_or_si256(equal(bytes, b'@'), equal(bytes, b'_')))
    });
    let other = bits(both);
    let european = match words {
        _ if other == 0 => 0,
        Some(words) => european_words(words),
        None => european_bytes(both),
    };
    PunctuationMasks {
        alphanumeric: bits(alphanumeric),
        other,
        european,
        joining: bits(joining),
        number_joining: bits(number_joining),
    }
}

/// See `table_mask`.
#[target_feature(enable = "avx2")]
pub(super) fn table_mask<U: CodeUnit>(window: &[U; WINDOW], table: &[u64; 1024]) -> u64 {
    map_groups_of_8(|eight| {
        let codes = _mm256_cvtepu16_epi32(load_128(window, 16 * eight));
        test_bits(table, codes)
    })
}

/// Combines the bits of eight groups to a mask of 64 positions, the first group lowest.
#[inline(always)]
fn map_groups_of_8(group: impl Fn(usize) -> u64) -> u64 {
    (0..BLOCK / 8).rev().fold(0, |bits, eight| bits << 8 | group(eight))
}

/// A mask of eight bits: for each number, the bit of the table with this index.
#[inline]
#[target_feature(enable = "avx2")]
fn test_bits(table: &[u64], numbers: __m256i) -> u64 {
    // A word of 64 bits is two words of 32 bits, the lower one first.
    let words = gather_32(table, _mm256_srli_epi32(numbers, 5));
    let to_top = _mm256_andnot_si256(numbers, _mm256_set1_epi32(31));
    let top = _mm256_castsi256_ps(_mm256_sllv_epi32(words, to_top));
    u64::from(_mm256_movemask_ps(top) as u8)
}

/// The shuffle that compacts eight units, indexed by the mask of units to remove.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
static COMPACT_SHUFFLE: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut marked = 0;
    while marked < 256 {
        let (mut place, mut count) = (0, 0);
        while place < 8 {
            if marked >> place & 1 == 0 {
                places[marked][count] = place as u8;
                count += 1;
            }
            place += 1;
        }
        marked += 1;
    }
    places
};

/// See `super::compress_store`: eight units at a time.
#[target_feature(enable = "avx2")]
pub(super) fn compress_store<U: CodeUnit, const N: usize>(
    units: &mut [U; N],
    length: usize,
    remove_mask: u64,
) -> usize {
    // Units from `length` on are removed as well; those after the block are moved at the end.
    let removed = remove_mask | u64::MAX.checked_shl(length as u32).unwrap_or(0);
    let first = removed.trailing_zeros() as usize & !7;
    let mut to = first;
    for eight in (first..length.min(BLOCK)).step_by(8) {
        let marked = (removed >> eight) as u8;
        let places = COMPACT_SHUFFLE.get(usize::from(marked)).map_or(0, |places| i64::from_le_bytes(*places));
        let bytes = match U::ENCODING {
            Encoding::Utf8 => _mm_cvtsi64_si128(places),
            Encoding::Utf16 => {
                // Byte indices: two bytes per unit.
                let doubled = _mm_slli_epi16(_mm_cvtepu8_epi16(_mm_cvtsi64_si128(places)), 1);
                _mm_or_si128(_mm_or_si128(doubled, _mm_slli_epi16(doubled, 8)), _mm_set1_epi16(0x100))
            }
        };
        shuffle_store_8(units, eight, to, bytes);
        to += marked.count_zeros() as usize;
    }
    if length > BLOCK {
        shuffle_store_8(units, BLOCK, to, _mm_set_epi64x(0x0F0E_0D0C_0B0A_0908, 0x0706_0504_0302_0100));
        to += length - BLOCK;
    }
    to
}

/// See `super::bloom_mask`: eight positions at a time.
#[target_feature(enable = "avx2")]
pub(super) fn bloom_mask<U: CodeUnit>(window: &[U; WINDOW], hashes: &BloomFilter) -> u64 {
    // The four bytes from each of the first four offsets of 16 bytes, and from each of the next four.
    let fours =
        _mm256_set_epi64x(0x0A09_0807_0908_0706, 0x0807_0605_0706_0504, 0x0605_0403_0504_0302, 0x0403_0201_0302_0100);
    let factor = _mm256_set1_epi32(FACTOR as i32);
    map_groups_of_8(|eight| {
        let bytes = match U::ENCODING {
            Encoding::Utf8 => _mm256_broadcastsi128_si256(load_128(window, 8 * eight)),
            Encoding::Utf16 => {
                let words = load_256(window, 16 * eight);
                let both = _mm256_xor_si256(words, _mm256_srli_epi16(words, 8));
                let bytes = _mm256_and_si256(both, _mm256_set1_epi16(0xFF));
                _mm256_permute4x64_epi64(_mm256_packus_epi16(bytes, bytes), 0b10_00_10_00)
            }
        };
        let product = _mm256_mullo_epi32(_mm256_shuffle_epi8(bytes, fours), factor);
        let hash =
            _mm256_xor_si256(_mm256_srli_epi32(product, SHIFTS.0 as i32), _mm256_srli_epi32(product, SHIFTS.1 as i32));
        test_bits(hashes.words(), hash)
    })
}

/// See `european_letters`.
#[inline]
#[target_feature(enable = "avx2")]
fn european_bytes(both: [__m256i; 2]) -> u64 {
    let first = both.map(|bytes| _mm256_or_si256(within(bytes, 0xC3, 0xC9), within(bytes, 0xD0, 0xD1)));
    let c3 = both.map(|bytes| equal(bytes, 0xC3));
    let sign = both.map(|bytes| _mm256_or_si256(equal(bytes, 0x97), equal(bytes, 0xB7)));
    let later = both.map(|bytes| continues(bytes));
    let no_letter = bits(c3) << 1 & bits(sign);
    let second = bits(first) << 1 & bits(later) & !no_letter;
    second | second >> 1
}

/// UTF-16 variant of `european_bytes`.
#[inline]
#[target_feature(enable = "avx2")]
fn european_words(words: [__m256i; 4]) -> u64 {
    bits(zeros(words.map(|words| {
        // 0 for letters, and for the multiplication and division signs.
        let letter = _mm256_min_epu16(above(words, Span::new(0xC0, 0x27F)), above(words, Span::new(0x400, 0x47F)));
        let sign = _mm256_cmpeq_epi16(_mm256_andnot_si256(_mm256_set1_epi16(0x20), words), _mm256_set1_epi16(0xD7));
        _mm256_or_si256(letter, sign)
    })))
}

/// 64 bytes of a window or block, from an offset on.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_of<U: CodeUnit, const N: usize>(units: &[U; N], at: usize) -> [__m256i; 2] {
    [load_256(units, at), load_256(units, at + 32)]
}

/// The first 64 UTF-16 units of a window or block.
#[inline]
#[target_feature(enable = "avx2")]
fn words_of<U: CodeUnit, const N: usize>(units: &[U; N]) -> [__m256i; 4] {
    [load_256(units, 0), load_256(units, 32), load_256(units, 64), load_256(units, 96)]
}

/// 8-bit lanes of ASCII letters.
#[inline]
#[target_feature(enable = "avx2")]
fn ascii_letters(bytes: __m256i) -> __m256i {
    within(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), b'a', b'z')
}

/// 8-bit lanes that are equal to a byte.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(bytes: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8))
}

/// 8-bit lanes from `low` to `high`.
#[inline]
#[target_feature(enable = "avx2")]
fn within(bytes: __m256i, low: u8, high: u8) -> __m256i {
    let above = _mm256_sub_epi8(bytes, _mm256_set1_epi8(low as i8));
    let above = _mm256_subs_epu8(above, _mm256_set1_epi8(high.wrapping_sub(low) as i8));
    _mm256_cmpeq_epi8(above, _mm256_setzero_si256())
}

/// A mask of 64 lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn bits([low, high]: [__m256i; 2]) -> u64 {
    u64::from(_mm256_movemask_epi8(low) as u32) | u64::from(_mm256_movemask_epi8(high) as u32) << 32
}

/// Narrows 64 lanes of 16 bits to 8 bits with saturation: 0 stays 0, and no other value becomes 0.
#[inline]
#[target_feature(enable = "avx2")]
fn pack_u16_saturating([one, two, three, four]: [__m256i; 4]) -> [__m256i; 2] {
    let most = _mm256_set1_epi16(0xFF);
    let low = _mm256_packus_epi16(_mm256_min_epu16(one, most), _mm256_min_epu16(two, most));
    let high = _mm256_packus_epi16(_mm256_min_epu16(three, most), _mm256_min_epu16(four, most));
    // The pack instruction works on the two halves of a vector separately.
    [_mm256_permute4x64_epi64(low, 0b11_01_10_00), _mm256_permute4x64_epi64(high, 0b11_01_10_00)]
}

/// The zero lanes of 64 lanes of 16 bits, as lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn zeros(lanes: [__m256i; 4]) -> [__m256i; 2] {
    let [low, high] = pack_u16_saturating(lanes);
    let none = _mm256_setzero_si256();
    [_mm256_cmpeq_epi8(low, none), _mm256_cmpeq_epi8(high, none)]
}

/// The mask of the exceptions: ASCII bytes that do not pass.
#[inline]
#[target_feature(enable = "avx2")]
fn exceptions(expected: &CodePointFilter, [low, high]: [__m256i; 2]) -> u64 {
    let [one, two] = expected.except;
    let mut found = 0;
    if one != 0xFF {
        // 0xFF means no exception, but here it would match bytes outside ASCII.
        let two = if two == 0xFF { one } else { two };
        let (one, two) = (_mm256_set1_epi8(one as i8), _mm256_set1_epi8(two as i8));
        let either = _mm256_or_si256(_mm256_cmpeq_epi8(low, one), _mm256_cmpeq_epi8(low, two));
        let or = _mm256_or_si256(_mm256_cmpeq_epi8(high, one), _mm256_cmpeq_epi8(high, two));
        found = bits([either, or]);
    }
    if expected.except_upper {
        found |= bits([within(low, b'A', b'Z'), within(high, b'A', b'Z')]);
    }
    found
}

/// The distance of 16-bit lanes from the start of a span, above its length; 0 inside the span. Lanes below the span wrap around
/// to large numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn above(words: __m256i, span: Span) -> __m256i {
    let above_low = _mm256_sub_epi16(words, _mm256_set1_epi16(span.low as i16));
    _mm256_subs_epu16(above_low, _mm256_set1_epi16(span.length as i16))
}

/// The lanes of 64 code points that pass by a bitmap, or by a span for which `nearest` is not used, as lanes of 8 bits. One
/// function per unit type, so that it has one caller and is inlined.
#[inline]
#[target_feature(enable = "avx2")]
fn in_spans_or_maps<U: CodeUnit>(
    expected: &CodePointFilter,
    codes: [__m256i; 4],
    mut nearest: [__m256i; 4],
) -> [__m256i; 2] {
    for span in expected.spans.iter().take(expected.used) {
        for (nearest, codes) in nearest.iter_mut().zip(codes) {
            *nearest = _mm256_min_epu16(*nearest, above(codes, *span));
        }
    }
    let [low, high] = in_maps::<U, false>(expected, codes);
    let [low_spans, high_spans] = zeros(nearest);
    [_mm256_or_si256(low, low_spans), _mm256_or_si256(high, high_spans)]
}

/// The lanes of 64 code points that pass by a bitmap or, if `LONE`, pass between two others, as lanes of 8 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn in_maps<U: CodeUnit, const LONE: bool>(expected: &CodePointFilter, codes: [__m256i; 4]) -> [__m256i; 2] {
    let mut found = [_mm256_setzero_si256(); 2];
    for map in expected.bitmaps.iter().take(expected.bitmaps_used) {
        let map_bits = if LONE { map.isolated } else { map.bits };
        if LONE && map_bits == [0; 2] {
            continue;
        }
        let first = _mm256_set1_epi16(map.first as i16);
        let [one, two, three, four] = codes;
        let [low, high] = pack_u16_saturating([
            _mm256_sub_epi16(one, first),
            _mm256_sub_epi16(two, first),
            _mm256_sub_epi16(three, first),
            _mm256_sub_epi16(four, first),
        ]);
        let rows = u128::from(map_bits[0]) | u128::from(map_bits[1]) << 64;
        let [low, high] = [CellPositions::of_codes(low).in_rows(rows), CellPositions::of_codes(high).in_rows(rows)];
        found = [_mm256_or_si256(found[0], low), _mm256_or_si256(found[1], high)];
    }
    found
}

#[inline]
#[target_feature(enable = "avx2")]
fn mismatches_utf16<U: CodeUnit>(expected: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    let words = words_of(window);
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
    let has_exceptions = expected.except_upper | (expected.except[0] != 0xFF);
    if is_basic & !has_exceptions {
        return 0;
    }
    let mut mask = u64::MAX;
    if !is_basic {
        mask = bits(in_spans_or_maps::<U>(expected, words, above));
    }
    if has_exceptions {
        mask &= !exceptions(expected, pack_u16_saturating(words));
    }
    if mask != u64::MAX && has_isolated(expected) {
        mask |= bits(in_maps::<U, true>(expected, words)) & mask << 1 & mask >> 1;
    }
    !mask
}

/// Whether any bitmap has code points that pass only between two others.
#[inline(always)]
fn has_isolated(expected: &CodePointFilter) -> bool {
    expected.bitmaps.iter().take(expected.bitmaps_used).any(|map| map.isolated != [0; 2])
}

/// Not inlined: as part of a loop over windows, the compiler would first copy all fields of the filter.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn mismatches_utf8<U: CodeUnit>(expected: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    let first = bytes_of(window, 0);
    let other = bits(first);
    let quiet = !other & !exceptions(expected, first);
    if other == 0 {
        return (!quiet, BLOCK);
    }
    let sets = &expected.utf8;
    let (starts, isolated) = match sets.has_isolated {
        true => starts::<U, true>(sets, window, first),
        false => starts::<U, false>(sets, window, first),
    };
    let Starts { two, three } = starts;
    let behind = (two >> 63) + (three >> 62 & 1) + 2 * (three >> 63);
    let all_bytes = |two: u64, three: u64| two | two << 1 | three | three << 1 | three << 2;
    let mut found = quiet | all_bytes(two, three);
    if sets.has_isolated {
        found |= all_bytes(isolated.two & found << 1 & found >> 2, isolated.three & found << 1 & found >> 3);
    }
    (!found, BLOCK + behind as usize)
}

/// The lanes where code points of two and of three bytes start.
#[derive(Clone, Copy, Default)]
struct Starts {
    two: u64,
    three: u64,
}

/// The lanes where code points that pass start or, if `LONE`, those that pass between two others.
#[inline]
#[target_feature(enable = "avx2")]
fn starts<U: CodeUnit, const LONE: bool>(
    sets: &Utf8Sets,
    window: &[U; WINDOW],
    first: [__m256i; 2],
) -> (Starts, Starts) {
    let (mut expected, mut isolated) = (Starts::default(), Starts::default());
    let second = bytes_of(window, 1);
    let is_two = first.map(|bytes| within(bytes, 0xC2, 0xDF));
    if any(is_two) {
        let mut found = in_leads(sets.leads, first);
        let mut alone = [_mm256_setzero_si256(); 2];
        if !sets.two_byte().is_empty() {
            let places = [CellPositions::of(first[0], second[0]), CellPositions::of(first[1], second[1])];
            let even = first.map(|bytes| _mm256_and_si256(bytes, _mm256_set1_epi8(-2)));
            for cell in sets.two_byte() {
                let here = even.map(|bytes| equal(bytes, cell.first));
                add::<LONE>(cell, places, here, &mut found, &mut alone);
            }
        }
        let are_two = both(is_two, second.map(|bytes| continues(bytes)));
        expected.two = bits(both(found, are_two));
        isolated.two = if LONE { bits(both(alone, are_two)) } else { 0 };
    }
    let is_three = first.map(|bytes| within(bytes, 0xE0, 0xEF));
    if any(is_three) {
        let third = bytes_of(window, 2);
        let mut found = in_pairs(sets.pairs(), first, second);
        let mut alone = [_mm256_setzero_si256(); 2];
        if !sets.three_byte().is_empty() {
            let places = [CellPositions::of(second[0], third[0]), CellPositions::of(second[1], third[1])];
            let even = second.map(|bytes| _mm256_and_si256(bytes, _mm256_set1_epi8(-2)));
            for cell in sets.three_byte() {
                let here =
                    both(first.map(|bytes| equal(bytes, cell.first)), even.map(|bytes| equal(bytes, cell.second)));
                add::<LONE>(cell, places, here, &mut found, &mut alone);
            }
        }
        let are_three = both(is_three, third.map(|bytes| continues(bytes)));
        expected.three = bits(both(found, are_three));
        isolated.three = if LONE { bits(both(alone, are_three)) } else { 0 };
    }
    (expected, isolated)
}

/// Whether any lane is nonzero.
#[inline]
#[target_feature(enable = "avx2")]
fn any([low, high]: [__m256i; 2]) -> bool {
    let either = _mm256_or_si256(low, high);
    _mm256_testz_si256(either, either) == 0
}

/// The bitwise and of two pairs of vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn both(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_and_si256(one[0], other[0]), _mm256_and_si256(one[1], other[1])]
}

/// Looks up the nibble in each lane in a table of 16 bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffle_lookup(table: u128, halves: __m256i) -> __m256i {
    let (low, high) = (table as i64, (table >> 64) as i64);
    _mm256_shuffle_epi8(_mm256_set_epi64x(high, low, high, low), halves)
}

/// The nibbles of bytes, the high ones first.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(bytes: __m256i) -> [__m256i; 2] {
    let low = _mm256_set1_epi8(0x0F);
    [_mm256_and_si256(_mm256_srli_epi16(bytes, 4), low), _mm256_and_si256(bytes, low)]
}

/// All-ones lanes where the input is nonzero.
#[inline]
#[target_feature(enable = "avx2")]
fn not_zero(lanes: __m256i) -> __m256i {
    _mm256_xor_si256(_mm256_cmpeq_epi8(lanes, _mm256_setzero_si256()), _mm256_set1_epi8(-1))
}

/// Lead bytes of two-byte code points that pass with every second byte.
#[inline]
#[target_feature(enable = "avx2")]
fn in_leads(leads: LeadSet, first: [__m256i; 2]) -> [__m256i; 2] {
    first.map(|bytes| {
        let [high, low] = halves(bytes);
        // One bit for C, another one for D.
        not_zero(_mm256_and_si256(shuffle_lookup(0x0201 << 96, high), shuffle_lookup(leads.low, low)))
    })
}

/// Lead bytes of three-byte code points that, with their second byte, are in one of the sets.
#[inline]
#[target_feature(enable = "avx2")]
fn in_pairs(pairs: &[LeadTrailSet], first: [__m256i; 2], second: [__m256i; 2]) -> [__m256i; 2] {
    let mut found = [_mm256_setzero_si256(); 2];
    if pairs.is_empty() {
        return found;
    }
    let first = first.map(|bytes| halves(bytes)[1]);
    let second = second.map(|bytes| halves(bytes));
    for pairs in pairs {
        let [one, two, three] = pairs.tables;
        for ((found, first), [high, low]) in found.iter_mut().zip(first).zip(second) {
            let of_second = _mm256_and_si256(shuffle_lookup(two, high), shuffle_lookup(three, low));
            *found = _mm256_or_si256(*found, _mm256_and_si256(shuffle_lookup(one, first), of_second));
        }
    }
    found.map(|sets| not_zero(sets))
}

/// Positions in a cell of 128 code points: the row of eight code points to look up, and the bit in the row.
#[derive(Clone, Copy)]
struct CellPositions {
    row: __m256i,
    bit: __m256i,
}

impl CellPositions {
    /// From the last two bytes of code points.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(last_but_one: __m256i, last: __m256i) -> CellPositions {
        let half = _mm256_and_si256(_mm256_slli_epi16(last_but_one, 3), _mm256_set1_epi8(8));
        let row = _mm256_and_si256(_mm256_srli_epi16(last, 3), _mm256_set1_epi8(7));
        CellPositions { row: _mm256_or_si256(half, row), bit: bit_of(last) }
    }

    /// From the distances of code points from the start of a bitmap, at most FF. Distances from 128 on have no row: the shuffle
    /// returns 0 if the highest bit of the index is set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of_codes(codes: __m256i) -> CellPositions {
        let row = _mm256_and_si256(_mm256_srli_epi16(codes, 3), _mm256_set1_epi8(0x1F));
        CellPositions { row: _mm256_add_epi8(row, _mm256_set1_epi8(0x70)), bit: bit_of(codes) }
    }

    /// Lanes whose bit is set in `rows`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn in_rows(self, rows: u128) -> __m256i {
        _mm256_cmpeq_epi8(_mm256_and_si256(shuffle_lookup(rows, self.row), self.bit), self.bit)
    }
}

/// The bit of a column in its row.
#[inline]
#[target_feature(enable = "avx2")]
fn bit_of(places: __m256i) -> __m256i {
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    _mm256_shuffle_epi8(bits, _mm256_and_si256(places, _mm256_set1_epi8(7)))
}

/// Adds the lanes that pass by a cell and, if `LONE`, those that pass between two others.
#[inline]
#[target_feature(enable = "avx2")]
fn add<const LONE: bool>(
    cell: &Cell,
    places: [CellPositions; 2],
    here: [__m256i; 2],
    found: &mut [__m256i; 2],
    alone: &mut [__m256i; 2],
) {
    for (((found, alone), places), here) in found.iter_mut().zip(alone).zip(places).zip(here) {
        *found = _mm256_or_si256(*found, _mm256_and_si256(here, places.in_rows(cell.bits)));
        if LONE {
            *alone = _mm256_or_si256(*alone, _mm256_and_si256(here, places.in_rows(cell.isolated)));
        }
    }
}

/// Lanes of continuation bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn continues(bytes: __m256i) -> __m256i {
    _mm256_cmpgt_epi8(_mm256_set1_epi8(-0x40), bytes)
}

/// Loads the eight units from `from` on and stores those that `shuffle` selects at `to`, followed by undefined units.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffle_store_8<U: CodeUnit, const N: usize>(units: &mut [U; N], from: usize, to: usize, shuffle: __m128i) {
    debug_assert!(from + 8 <= N && to <= from);
    let (source, target) = (units.as_ptr().wrapping_add(from), units.as_mut_ptr().wrapping_add(to));
    // SAFETY: the callers pass eight units of a block, or the eight after it, which `compress_store` asserts to exist; `to` is not
    // above `from`; `u8` and `u16` have no padding and no invalid bits, and loads and stores take any
    // alignment.
    unsafe {
        match U::ENCODING {
            Encoding::Utf8 => {
                _mm_storel_epi64(target.cast(), _mm_shuffle_epi8(_mm_loadl_epi64(source.cast()), shuffle))
            }
            Encoding::Utf16 => {
                _mm_storeu_si128(target.cast(), _mm_shuffle_epi8(_mm_loadu_si128(source.cast()), shuffle))
            }
        }
    }
}

/// Gathers 32 bits of `words` by each index, modulo the largest power of two that fits.
#[inline]
#[target_feature(enable = "avx2")]
fn gather_32(words: &[u64], indices: __m256i) -> __m256i {
    let Some(most) = words.len().checked_mul(2).and_then(usize::checked_ilog2) else { return _mm256_setzero_si256() };
    let indices = _mm256_and_si256(indices, _mm256_set1_epi32((1i32 << most.min(30)) - 1));
    // SAFETY: an index is below the largest power of two that is at most twice the number of words, so the 32 bits that are
    // read are inside one of the words; `u64` has no padding and no invalid bits.
    unsafe { _mm256_i32gather_epi32::<4>(words.as_ptr().cast(), indices) }
}

/// The 32 bytes of a window or block from byte `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn load_256<U: CodeUnit, const N: usize>(units: &[U; N], at: usize) -> __m256i {
    debug_assert!(at + 32 <= size_of::<[U; N]>());
    // SAFETY: the callers pass at most byte 34 of a window and byte 32 of a block (`u8`), byte 112 of a window and byte 96 of a
    // block (`u16`), so 32 bytes are inside; `u8` and `u16` have no padding and no invalid bits; the load takes any alignment.
    unsafe { _mm256_loadu_si256(units.as_ptr().cast::<u8>().add(at).cast()) }
}
