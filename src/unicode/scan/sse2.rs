//! The SSE2 backend: 128-bit vectors, part of every x86-64.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::lanes::{Class, Lanes};
use super::spans::Span;
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
struct U8x16(__m128i);

#[derive(Clone, Copy)]
struct U16x8(__m128i);

// SAFETY of every intrinsic below: SSE2 is part of x86-64; none but the load in `load` touches memory.

impl Lanes for U8x16 {
    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Self {
        // Values below `low` wrap around to large numbers, so one saturating subtraction tests both ends.
        // SAFETY: SSE2 is there.
        U8x16(unsafe {
            let above = _mm_subs_epu8(
                _mm_sub_epi8(self.0, _mm_set1_epi8(low as i8)),
                _mm_set1_epi8(high.wrapping_sub(low) as i8),
            );
            _mm_cmpeq_epi8(above, _mm_setzero_si128())
        })
    }

    #[inline(always)]
    fn at_least(self, low: u8) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_cmpeq_epi8(_mm_max_epu8(self.0, _mm_set1_epi8(low as i8)), self.0) })
    }

    #[inline(always)]
    fn ascii_lowercased(self) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_cmpeq_epi8(self.0, _mm_setzero_si128()) })
    }

    #[inline(always)]
    fn may_start_non_ascii_white_space(self) -> Self {
        self.within(0xE1, 0xE3)
    }

    #[inline(always)]
    fn surrogates(self) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_setzero_si128() })
    }

    #[inline(always)]
    fn below_u058a_letters(self) -> Self {
        self.within(0x80, 0xD5)
    }

    #[inline(always)]
    fn within_wide(self, _: u16, _: u16) -> Self {
        // SAFETY: SSE2 is there.
        U8x16(unsafe { _mm_setzero_si128() })
    }
}

impl Lanes for U16x8 {
    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Self {
        self.within_wide(u16::from(low), u16::from(high))
    }

    #[inline(always)]
    fn at_least(self, low: u8) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe {
            let below = _mm_subs_epu16(_mm_set1_epi16(i16::from(low)), self.0);
            _mm_cmpeq_epi16(below, _mm_setzero_si128())
        })
    }

    #[inline(always)]
    fn ascii_lowercased(self) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe { _mm_or_si128(self.0, _mm_set1_epi16(0x20)) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe { _mm_cmpeq_epi16(self.0, _mm_setzero_si128()) })
    }

    #[inline(always)]
    fn may_start_non_ascii_white_space(self) -> Self {
        // SAFETY: SSE2 is there.
        let high = U16x8(unsafe { _mm_srli_epi16(self.0, 8) });
        high.within(0x16, 0x16).or(high.within(0x20, 0x20)).or(high.within(0x30, 0x30))
    }

    #[inline(always)]
    fn surrogates(self) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe { _mm_cmpeq_epi16(_mm_srli_epi16(self.0, 11), _mm_set1_epi16(0x1B)) })
    }

    #[inline(always)]
    fn below_u058a_letters(self) -> Self {
        self.within_wide(0x80, 0x589)
    }

    #[inline(always)]
    fn within_wide(self, low: u16, high: u16) -> Self {
        // SAFETY: SSE2 is there.
        U16x8(unsafe {
            let above = _mm_subs_epu16(
                _mm_sub_epi16(self.0, _mm_set1_epi16(low as i16)),
                _mm_set1_epi16(high.wrapping_sub(low) as i16),
            );
            _mm_cmpeq_epi16(above, _mm_setzero_si128())
        })
    }
}

/// 16 bytes of a block, from byte `at` on.
#[inline(always)]
fn load<U: CodeUnit>(block: &[U; BLOCK], at: usize) -> __m128i {
    debug_assert!(at + 16 <= size_of::<[U; BLOCK]>());
    // SAFETY: `mask` passes offsets of 0 to 48 (`u8`) or 112 (`u16`) bytes, so 16 bytes are inside the block; `u8` and
    // `u16` have no padding and no invalid bits; the load has no alignment requirement.
    unsafe { _mm_loadu_si128(block.as_ptr().cast::<u8>().add(at).cast()) }
}

/// 16 bytes of a window, from byte `at` on.
#[inline(always)]
pub(super) fn load_window<U: CodeUnit>(window: &[U; WINDOW], at: usize) -> __m128i {
    debug_assert!(at + 16 <= size_of::<[U; WINDOW]>());
    // SAFETY: the callers pass at most byte 56 (`u8`) or 112 (`u16`), so 16 bytes are inside the window; `u8` and `u16`
    // have no padding and no invalid bits; the load has no alignment requirement.
    unsafe { _mm_loadu_si128(window.as_ptr().cast::<u8>().add(at).cast()) }
}

/// 16-bit lanes in a span.
#[inline(always)]
fn in_span(words: __m128i, span: Span) -> __m128i {
    // SAFETY: SSE2 is there.
    unsafe {
        let above =
            _mm_subs_epu16(_mm_sub_epi16(words, _mm_set1_epi16(span.first as i16)), _mm_set1_epi16(span.extent as i16));
        _mm_cmpeq_epi16(above, _mm_setzero_si128())
    }
}

/// 16-bit lanes in one of the filter's spans.
#[inline(always)]
fn in_spans(words: __m128i, filter: &CodePointFilter) -> __m128i {
    // SAFETY: SSE2 is there.
    let none = unsafe { _mm_setzero_si128() };
    let spans = filter.spans.iter().take(filter.spans_used);
    // SAFETY: SSE2 is there.
    spans.fold(none, |any, span| unsafe { _mm_or_si128(any, in_span(words, *span)) })
}

/// A mask of 64 byte lanes.
#[inline(always)]
fn bits(lanes: impl Fn(usize) -> __m128i) -> u64 {
    // SAFETY: SSE2 is there.
    let part = |at: usize| u64::from(unsafe { _mm_movemask_epi8(lanes(at)) } as u16);
    part(0) | part(16) << 16 | part(32) << 32 | part(48) << 48
}

/// The mask of the first units of a window that belong to code points that do not pass, and the number of units that it
/// covers.
#[inline(always)]
pub(super) fn mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    match U::ENCODING {
        Encoding::Utf16 => (mismatches_utf16(filter, window), BLOCK),
        Encoding::Utf8 => mismatches_utf8(filter, window),
    }
}

#[inline(always)]
fn mismatches_utf16<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    let basic = Span::new(0, filter.limit.wrapping_sub(1));
    let load = |at: usize| load_window(window, at);
    if filter.except == [0xFF; 2] && !filter.except_upper {
        // Common case: nothing is above the limit.
        // SAFETY: SSE2 is there.
        let is_basic = unsafe {
            let last = _mm_set1_epi16(basic.extent as i16);
            let above = |at: usize| _mm_or_si128(_mm_subs_epu16(load(at), last), _mm_subs_epu16(load(at + 16), last));
            let any = _mm_or_si128(_mm_or_si128(above(0), above(32)), _mm_or_si128(above(64), above(96)));
            _mm_movemask_epi8(_mm_cmpeq_epi16(any, _mm_setzero_si128())) == 0xFFFF
        };
        if is_basic {
            return 0;
        }
    }
    // SAFETY: SSE2 is there.
    let both = |at: usize, of: &dyn Fn(__m128i) -> __m128i| unsafe {
        _mm_packs_epi16(of(load(2 * at)), of(load(2 * at + 16)))
    };
    let mut except = 0;
    if filter.except != [0xFF; 2] {
        let [one, two] = filter.except.map(|except| Span::new(except.into(), except.into()));
        // SAFETY: SSE2 is there.
        let either = |words| unsafe { _mm_or_si128(in_span(words, one), in_span(words, two)) };
        except = bits(|at| both(at, &either));
    }
    if filter.except_upper {
        except |= bits(|at| both(at, &|words| in_span(words, Span::new(0x41, 0x5A))));
    }
    let passing = bits(|at| both(at, &|words| in_span(words, basic)));
    if passing == u64::MAX {
        return except;
    }
    let others = bits(|at| both(at, &|words| in_spans(words, filter)));
    !(passing & !except | others)
}

/// The code points that start at eight bytes, if they have two or three bytes, as 16-bit lanes: from the bytes there,
/// and one and two bytes later.
#[inline(always)]
fn code_points(first: __m128i, second: __m128i, third: __m128i) -> __m128i {
    // SAFETY: SSE2 is there.
    unsafe {
        let low_six = _mm_set1_epi16(0x3F);
        let (second, third) = (_mm_and_si128(second, low_six), _mm_and_si128(third, low_six));
        let of_two = _mm_or_si128(_mm_slli_epi16(_mm_and_si128(first, _mm_set1_epi16(0x1F)), 6), second);
        let of_three = _mm_or_si128(_mm_slli_epi16(first, 12), _mm_or_si128(_mm_slli_epi16(second, 6), third));
        let is_two = _mm_cmpgt_epi16(_mm_set1_epi16(0xE0), first);
        _mm_or_si128(_mm_and_si128(is_two, of_two), _mm_andnot_si128(is_two, of_three))
    }
}

#[inline(always)]
fn mismatches_utf8<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    let byte = |at: usize| load_window(window, at);
    let other = bits(byte);
    let mut passing = !other;
    if filter.except != [0xFF; 2] {
        for except in filter.except {
            // SAFETY: SSE2 is there.
            passing &= !bits(|at| unsafe { _mm_cmpeq_epi8(byte(at), _mm_set1_epi8(except as i8)) });
        }
    }
    if filter.except_upper {
        passing &= !bits(|at| U8x16(byte(at)).within(b'A', b'Z').0);
    }
    if other == 0 {
        return (!passing, BLOCK);
    }
    // SAFETY: SSE2 is there.
    let follows = |distance: usize| bits(|at| unsafe { _mm_cmpgt_epi8(_mm_set1_epi8(-0x40), byte(at + distance)) });
    let second = follows(1);
    // E0 80 to E0 9F are overlong forms.
    // SAFETY: SSE2 is there.
    let overlong = bits(|at| unsafe {
        let is_first = _mm_cmpeq_epi8(byte(at), _mm_set1_epi8(0xE0_u8 as i8));
        _mm_and_si128(is_first, _mm_cmpgt_epi8(_mm_set1_epi8(0xA0_u8 as i8), byte(at + 1)))
    });
    // SAFETY: SSE2 is there.
    let found = bits(|at| unsafe {
        let none = _mm_setzero_si128();
        let (one, two, three) = (byte(at), byte(at + 1), byte(at + 2));
        let low = [one, two, three].map(|bytes| _mm_unpacklo_epi8(bytes, none));
        let high = [one, two, three].map(|bytes| _mm_unpackhi_epi8(bytes, none));
        let found = [low, high].map(|[one, two, three]| in_spans(code_points(one, two, three), filter));
        _mm_packs_epi16(found[0], found[1])
    });
    let two = found & second & bits(|at| U8x16(byte(at)).within(0xC2, 0xDF).0);
    let three = found & second & follows(2) & !overlong & bits(|at| U8x16(byte(at)).within(0xE0, 0xEF).0);
    passing |= two | two << 1 | three | three << 1 | three << 2;
    let distance = (two >> 63) + (three >> 62 & 1) + 2 * (three >> 63);
    (!passing, BLOCK + distance as usize)
}

/// The four top bits of the bytes of a block, the highest ones first.
#[inline(always)]
pub(super) fn top_bits<U: CodeUnit>(block: &[U; BLOCK]) -> [u64; 4] {
    let byte = |at: usize| load(block, at);
    // What a shift moves from one byte to the next one is below its top bit.
    // SAFETY: SSE2 is there.
    unsafe {
        [
            bits(byte),
            bits(|at| _mm_slli_epi16(byte(at), 1)),
            bits(|at| _mm_slli_epi16(byte(at), 2)),
            bits(|at| _mm_slli_epi16(byte(at), 3)),
        ]
    }
}

/// The mask of one unit of ASCII over a block.
#[inline(always)]
pub(super) fn unit_mask<U: CodeUnit>(block: &[U; BLOCK], byte: u8) -> u64 {
    bits(|at| match U::ENCODING {
        Encoding::Utf8 => U8x16(load(block, at)).within(byte, byte).0,
        // SAFETY: SSE2 is there.
        Encoding::Utf16 => unsafe {
            let [low, high] = [2 * at, 2 * at + 16].map(|at| U16x8(load(block, at)).within(byte, byte).0);
            _mm_packs_epi16(low, high)
        },
    })
}

#[inline(always)]
pub(super) fn mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    let part = |at: usize| {
        let lanes = match U::ENCODING {
            Encoding::Utf8 => C::of(U8x16(load(block, at))).0,
            // Two vectors of 16-bit results are packed to one vector of bytes.
            // SAFETY: SSE2 is there.
            Encoding::Utf16 => unsafe {
                _mm_packs_epi16(C::of(U16x8(load(block, 2 * at))).0, C::of(U16x8(load(block, 2 * at + 16))).0)
            },
        };
        // SAFETY: SSE2 is there.
        u64::from(unsafe { _mm_movemask_epi8(lanes) } as u16)
    };
    part(0) | part(16) << 16 | part(32) << 32 | part(48) << 48
}
