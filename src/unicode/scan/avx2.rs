//! [`Expected`] on 256-bit vectors, for the CPUs that have them. The functions are safe to call where AVX2 is known to be
//! there, which `scan.rs` finds out; it loads the vectors too.

use super::{BLOCK, Expected, Marked, Span, WINDOW, load_256};
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::x86_64::*;

/// `A` to `Z`.
const UPPER: Span = Span { low: 0x41, length: 25 };

/// See `Expected::next`.
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

/// Lanes of 16 bits in a span.
#[inline]
#[target_feature(enable = "avx2")]
fn in_span(words: __m256i, span: Span) -> __m256i {
    let above = _mm256_sub_epi16(words, _mm256_set1_epi16(span.low as i16));
    let above = _mm256_subs_epu16(above, _mm256_set1_epi16(span.length as i16));
    _mm256_cmpeq_epi16(above, _mm256_setzero_si256())
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

/// A bit for each of 64 lanes of 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn bits_of_words([one, two, three, four]: [__m256i; 4]) -> u64 {
    // The two halves of vectors are packed each by itself.
    let low = _mm256_permute4x64_epi64(_mm256_packs_epi16(one, two), 0b11_01_10_00);
    let high = _mm256_permute4x64_epi64(_mm256_packs_epi16(three, four), 0b11_01_10_00);
    bits(low, high)
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
    let has_exceptions = expected.but_upper | (expected.but != [0xFF; 2]);
    let is_basic = _mm256_testz_si256(any, any) != 0;
    if is_basic & !has_exceptions {
        return 0;
    }
    let mut quiet = above;
    for quiet in &mut quiet {
        *quiet = _mm256_cmpeq_epi16(*quiet, _mm256_setzero_si256());
    }
    if !is_basic {
        for span in expected.units.iter().take(expected.used[0]) {
            for (quiet, words) in quiet.iter_mut().zip(words) {
                *quiet = _mm256_or_si256(*quiet, in_span(words, *span));
            }
        }
    }
    if has_exceptions {
        // No range of units has ASCII in it.
        let [one, two] = expected.but.map(|but| Span::new(but.into(), but.into()));
        let upper = if expected.but_upper { UPPER } else { one };
        for (quiet, words) in quiet.iter_mut().zip(words) {
            let but = _mm256_or_si256(in_span(words, one), in_span(words, two));
            *quiet = _mm256_andnot_si256(_mm256_or_si256(but, in_span(words, upper)), *quiet);
        }
    }
    !bits_of_words(quiet)
}

/// Lanes whose byte and the one in `next` make a number in a span.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(first: __m256i, next: __m256i, span: Span) -> __m256i {
    let low = in_span(_mm256_unpacklo_epi8(next, first), span);
    let high = in_span(_mm256_unpackhi_epi8(next, first), span);
    _mm256_packs_epi16(low, high)
}

#[inline]
#[target_feature(enable = "avx2")]
fn marked_utf8<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> (u64, usize) {
    let (low, high) = (load_256(window, 0), load_256(window, 32));
    let other = bits(low, high);
    let mut quiet = !other;
    if expected.but != [0xFF; 2] {
        for but in expected.but {
            let but = _mm256_set1_epi8(but as i8);
            quiet &= !bits(_mm256_cmpeq_epi8(low, but), _mm256_cmpeq_epi8(high, but));
        }
    }
    if expected.but_upper {
        quiet &= !bits(within(low, b'A', b'Z'), within(high, b'A', b'Z'));
    }
    if other == 0 {
        return (!quiet, BLOCK);
    }
    let (low_1, high_1) = (load_256(window, 1), load_256(window, 33));
    let is_later = _mm256_set1_epi8(-0x40);
    let second = bits(_mm256_cmpgt_epi8(is_later, low_1), _mm256_cmpgt_epi8(is_later, high_1));
    let mut two = 0;
    if bits(within(low, 0xC2, 0xDF), within(high, 0xC2, 0xDF)) != 0 {
        for span in expected.two.iter().take(expected.used[1]) {
            two |= bits(pairs(low, low_1, *span), pairs(high, high_1, *span)) & second;
            if other & !(two | two << 1) == 0 {
                break;
            }
        }
    }
    let mut three = 0;
    if expected.used[2] > 0 && other & !(two | two << 1) != 0 {
        let (low_2, high_2) = (load_256(window, 2), load_256(window, 34));
        let third = bits(_mm256_cmpgt_epi8(is_later, low_2), _mm256_cmpgt_epi8(is_later, high_2));
        let whole = Span::new(0x8080, 0xBFBF);
        for span in expected.three.iter().take(expected.used[2]) {
            let (first, last) = (span.lead.low as u8, (span.lead.low + span.lead.length) as u8);
            let (mut low, mut high) = (within(low, first, last), within(high, first, last));
            if span.rest != whole {
                low = _mm256_and_si256(low, pairs(low_1, low_2, span.rest));
                high = _mm256_and_si256(high, pairs(high_1, high_2, span.rest));
            }
            three |= bits(low, high) & second & third;
            if other & !(two | two << 1 | three | three << 1 | three << 2) == 0 {
                break;
            }
        }
    }
    quiet |= two | two << 1 | three | three << 1 | three << 2;
    let behind = (two >> 63) + (three >> 62 & 1) + 2 * (three >> 63);
    (!quiet, BLOCK + behind as usize)
}
