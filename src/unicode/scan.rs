//! 64 code units at a time: a bit per unit says whether it is of a class. The one module with SIMD loads.
//!
//! A class is written once, against [`Lanes`]; it runs on 128-bit vectors (SSE2, which every x86-64 has) and, as its
//! safe twin, unit by unit. The twin is what other CPUs use, and what the tests compare with. [`Expected`] runs on 256-bit
//! vectors too, where the CPU has them.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod classes;
mod expected;
mod sign_masks;
#[cfg(test)]
mod tests;
mod utf8_sets;
mod windows;
mod word_masks;

pub use classes::*;
pub use expected::{Expected, Map, Marked, Span};
pub use sign_masks::SignMasks;
pub use windows::{HASHED, hash_of};
pub use word_masks::WordMasks;

use crate::unicode::hash_bits::HashBits;
use crate::unicode::text::{CodeUnit, Encoding};

/// How many units one mask tells of.
pub const BLOCK: usize = 64;

/// What is looked at by [`Expected`], and may be copied by whole chunks.
pub const WINDOW: usize = 104;

/// Units side by side that can be compared with constants. A lane of the answer is all ones or zero.
pub trait Lanes: Copy {
    /// Lanes from `low` to `high`, both below 0x100.
    fn within(self, low: u8, high: u8) -> Self;
    /// Lanes of at least `low` (at most 0xFF).
    fn from(self, low: u8) -> Self;
    /// The lanes themselves with bit 5 set, which makes capital letters of ASCII small and no other unit a letter.
    fn with_bit_5(self) -> Self;
    /// Lanes in either.
    fn or(self, other: Self) -> Self;
    /// Lanes that are not.
    fn not(self) -> Self;
    /// Lanes that may start white space outside ASCII: first bytes E1 to E3, units of U+16xx, U+20xx, U+30xx.
    fn may_be_white_space(self) -> Self;
    /// Lanes of surrogates; none among bytes.
    fn surrogates(self) -> Self;
    /// Lanes of letters and marks below U+058A, the first dash outside ASCII: bytes 80 to D5, units 80 to 589.
    fn before_dashes(self) -> Self;
    /// Lanes from `low` to `high` where a lane has 16 bits; none among bytes.
    fn within_wide(self, low: u16, high: u16) -> Self;
}

/// A class of code units.
pub trait Class {
    /// Which lanes are of the class.
    fn of<L: Lanes>(units: L) -> L;
}

/// The mask of a class over the units from `at` on: bit i tells of `text[at + i]`; bits past the end are 0.
#[inline(always)]
pub fn mask<U: CodeUnit, C: Class>(text: &[U], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or(&[]);
    match rest.first_chunk::<BLOCK>() {
        Some(block) => block_mask::<U, C>(block),
        None => tail_mask::<U, C>(rest),
    }
}

/// The last units of a text: copied, so that nothing past the end is read.
#[inline]
fn tail_mask<U: CodeUnit, C: Class>(rest: &[U]) -> u64 {
    let past_end = u64::MAX.checked_shl(rest.len() as u32).unwrap_or(0);
    block_mask::<U, C>(block_at(rest, 0, &mut [U::default(); BLOCK])) & !past_end
}

/// The units of a text from `at` on, a block or a window; the last ones are copied, and zeros stand behind them.
#[inline(always)]
pub fn block_at<'t, U: CodeUnit, const N: usize>(text: &'t [U], at: usize, copy: &'t mut [U; N]) -> &'t [U; N] {
    let rest = text.get(at..).unwrap_or(&[]);
    match rest.first_chunk() {
        Some(block) => block,
        None => {
            copy.iter_mut().zip(rest).for_each(|(copy, unit)| *copy = *unit);
            copy
        }
    }
}

/// The mask of a class over a block.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn block_mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    sse2::mask::<U, C>(block)
}

/// The mask of a class over a block.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn block_mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    twin_mask::<U, C>(block)
}

/// The safe twin: unit by unit.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn twin_mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    let bit = |unit: &U| u64::from(C::of(OneUnit((*unit).into(), U::ENCODING)).0 != 0);
    block.iter().rev().fold(0, |mask, unit| mask << 1 | bit(unit))
}

/// One unit as a single lane; as an answer, not 0 for yes.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Clone, Copy)]
struct OneUnit(u32, Encoding);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl OneUnit {
    fn answer(self, yes: bool) -> Self {
        OneUnit(u32::from(yes), self.1)
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Lanes for OneUnit {
    fn within(self, low: u8, high: u8) -> Self {
        self.answer((u32::from(low)..=u32::from(high)).contains(&self.0))
    }

    fn from(self, low: u8) -> Self {
        self.answer(self.0 >= u32::from(low))
    }

    fn with_bit_5(self) -> Self {
        OneUnit(self.0 | 0x20, self.1)
    }

    fn or(self, other: Self) -> Self {
        self.answer(self.0 != 0 || other.0 != 0)
    }

    fn not(self) -> Self {
        self.answer(self.0 == 0)
    }

    fn may_be_white_space(self) -> Self {
        self.answer(match self.1 {
            Encoding::Utf8 => (0xE1..=0xE3).contains(&self.0),
            Encoding::Utf16 => matches!(self.0 >> 8, 0x16 | 0x20 | 0x30),
        })
    }

    fn surrogates(self) -> Self {
        self.answer(self.1 == Encoding::Utf16 && (0xD800..0xE000).contains(&self.0))
    }

    fn before_dashes(self) -> Self {
        match self.1 {
            Encoding::Utf8 => self.within(0x80, 0xD5),
            Encoding::Utf16 => self.within_wide(0x80, 0x589),
        }
    }

    fn within_wide(self, low: u16, high: u16) -> Self {
        let is_wide = self.1 == Encoding::Utf16;
        self.answer(is_wide && (u32::from(low)..=u32::from(high)).contains(&self.0))
    }
}

/// The first window from `at` on in which something is marked: see [`Expected::next`].
#[cfg(target_arch = "x86_64")]
#[inline]
fn next_marked<U: CodeUnit>(expected: &Expected, text: &[U], at: usize) -> Marked {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::next(expected, text, at) };
    }
    expected.next_by(text, at, sse2::marked)
}

/// See [`Expected::word_masks`].
#[cfg(target_arch = "x86_64")]
#[inline]
fn word_masks<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> WordMasks {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::word_masks(expected, window) };
    }
    expected.word_masks_by(window, sse2::marked)
}

/// See [`SignMasks::of`].
#[cfg(target_arch = "x86_64")]
#[inline]
fn sign_masks<U: CodeUnit>(block: &[U; BLOCK]) -> SignMasks {
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::sign_masks(block) };
    }
    SignMasks::one_by_one(block)
}

/// A bit for each of the first 64 places of a window: whether the hash of the units there has one.
#[inline]
pub fn hashed_places<U: CodeUnit>(window: &[U; WINDOW], hashes: &HashBits) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::hashed_places(window, hashes) };
    }
    windows::one_by_one(window, hashes)
}

/// A bit for each of the first 64 units of UTF-16 of a window: the unit's own in a table of all units.
#[inline]
pub fn table_mask<U: CodeUnit>(window: &[U; WINDOW], table: &[u64; 1024]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { avx2::table_mask(window, table) };
    }
    twin_table_mask(window, table)
}

/// The same, unit by unit, without a branch.
#[allow(clippy::indexing_slicing)] // masked to the size of the table
fn twin_table_mask<U: CodeUnit>(window: &[U; WINDOW], table: &[u64; 1024]) -> u64 {
    window.iter().take(BLOCK).enumerate().fold(0, |mask, (place, unit)| {
        let code: u32 = (*unit).into();
        mask | (table[(code >> 6 & 1023) as usize] >> (code & 63) & 1) << place
    })
}

/// Takes the units that are marked in `gone` out of the first `length` units, at most [`BLOCK`] and two more, of which no more than
/// the first [`BLOCK`] are marked; gives how many stay. What stands behind is written over. `None` where the CPU can't.
#[inline]
pub fn close_gaps<U: CodeUnit, const N: usize>(units: &mut [U; N], length: usize, gone: u64) -> Option<usize> {
    const { assert!(N >= BLOCK + 16) };
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return Some(unsafe { avx2::close_gaps(units, length, gone) });
    }
    let _ = (units, length, gone);
    None
}

/// Of eight units from `from` on those that are told by their bytes, written to `to`, with anything behind them.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn move_eight<U: CodeUnit, const N: usize>(units: &mut [U; N], from: usize, to: usize, of: std::arch::x86_64::__m128i) {
    use std::arch::x86_64::*;
    debug_assert!(from + 8 <= N && to <= from);
    let (source, target) = (units.as_ptr().wrapping_add(from), units.as_mut_ptr().wrapping_add(to));
    // SAFETY: `avx2` asks for eight units of a block, or for those right behind it, and `close_gaps` sees to it that there are so many
    // behind; `to` is not above `from`; `u8` and `u16` have no padding and no invalid bits, and loads and stores take any
    // alignment.
    unsafe {
        match U::ENCODING {
            Encoding::Utf8 => _mm_storel_epi64(target.cast(), _mm_shuffle_epi8(_mm_loadl_epi64(source.cast()), of)),
            Encoding::Utf16 => _mm_storeu_si128(target.cast(), _mm_shuffle_epi8(_mm_loadu_si128(source.cast()), of)),
        }
    }
}

/// Of a power of two of words those 32 bits each that an index tells; of an index, as many of its low bits count as there are.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn gather_32(words: &[u64], indices: std::arch::x86_64::__m256i) -> std::arch::x86_64::__m256i {
    use std::arch::x86_64::*;
    let Some(most) = words.len().checked_mul(2).and_then(usize::checked_ilog2) else { return _mm256_setzero_si256() };
    let indices = _mm256_and_si256(indices, _mm256_set1_epi32((1i32 << most.min(30)) - 1));
    // SAFETY: an index is below the largest power of two that is at most twice the number of words, so all 32 bits that are read
    // are in one of the words; `u64` has no padding and no invalid bits.
    unsafe { _mm256_i32gather_epi32::<4>(words.as_ptr().cast(), indices) }
}

/// The 32 bytes of a window or block from byte `at` on.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn load_256<U: CodeUnit, const N: usize>(units: &[U; N], at: usize) -> std::arch::x86_64::__m256i {
    debug_assert!(at + 32 <= size_of::<[U; N]>());
    // SAFETY: `avx2` asks for at most byte 34 of a window and byte 32 of a block (`u8`), byte 112 of a window and byte 96 of a
    // block (`u16`), so 32 bytes are inside; `u8` and `u16` have no padding and no invalid bits; the load takes any alignment.
    unsafe { std::arch::x86_64::_mm256_loadu_si256(units.as_ptr().cast::<u8>().add(at).cast()) }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::{BLOCK, Class, CodeUnit, Encoding, Expected, Lanes, Span, WINDOW};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    struct Bytes(__m128i);

    #[derive(Clone, Copy)]
    struct Words(__m128i);

    // SAFETY of every intrinsic below: SSE2 is part of x86-64; none but the load in `load` touches memory.

    impl Lanes for Bytes {
        #[inline(always)]
        fn within(self, low: u8, high: u8) -> Self {
            // Below `low` wraps round to a large number, so one saturating subtraction tests both ends.
            // SAFETY: SSE2 is there.
            Bytes(unsafe {
                let above = _mm_subs_epu8(
                    _mm_sub_epi8(self.0, _mm_set1_epi8(low as i8)),
                    _mm_set1_epi8(high.wrapping_sub(low) as i8),
                );
                _mm_cmpeq_epi8(above, _mm_setzero_si128())
            })
        }

        #[inline(always)]
        fn from(self, low: u8) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_cmpeq_epi8(_mm_max_epu8(self.0, _mm_set1_epi8(low as i8)), self.0) })
        }

        #[inline(always)]
        fn with_bit_5(self) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        fn not(self) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_cmpeq_epi8(self.0, _mm_setzero_si128()) })
        }

        #[inline(always)]
        fn may_be_white_space(self) -> Self {
            self.within(0xE1, 0xE3)
        }

        #[inline(always)]
        fn surrogates(self) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_setzero_si128() })
        }

        #[inline(always)]
        fn before_dashes(self) -> Self {
            self.within(0x80, 0xD5)
        }

        #[inline(always)]
        fn within_wide(self, _: u16, _: u16) -> Self {
            // SAFETY: SSE2 is there.
            Bytes(unsafe { _mm_setzero_si128() })
        }
    }

    impl Lanes for Words {
        #[inline(always)]
        fn within(self, low: u8, high: u8) -> Self {
            self.within_wide(u16::from(low), u16::from(high))
        }

        #[inline(always)]
        fn from(self, low: u8) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe {
                let below = _mm_subs_epu16(_mm_set1_epi16(i16::from(low)), self.0);
                _mm_cmpeq_epi16(below, _mm_setzero_si128())
            })
        }

        #[inline(always)]
        fn with_bit_5(self) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe { _mm_or_si128(self.0, _mm_set1_epi16(0x20)) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        fn not(self) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe { _mm_cmpeq_epi16(self.0, _mm_setzero_si128()) })
        }

        #[inline(always)]
        fn may_be_white_space(self) -> Self {
            // SAFETY: SSE2 is there.
            let high = Words(unsafe { _mm_srli_epi16(self.0, 8) });
            high.within(0x16, 0x16).or(high.within(0x20, 0x20)).or(high.within(0x30, 0x30))
        }

        #[inline(always)]
        fn surrogates(self) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe { _mm_cmpeq_epi16(_mm_srli_epi16(self.0, 11), _mm_set1_epi16(0x1B)) })
        }

        #[inline(always)]
        fn before_dashes(self) -> Self {
            self.within_wide(0x80, 0x589)
        }

        #[inline(always)]
        fn within_wide(self, low: u16, high: u16) -> Self {
            // SAFETY: SSE2 is there.
            Words(unsafe {
                let above = _mm_subs_epu16(
                    _mm_sub_epi16(self.0, _mm_set1_epi16(low as i16)),
                    _mm_set1_epi16(high.wrapping_sub(low) as i16),
                );
                _mm_cmpeq_epi16(above, _mm_setzero_si128())
            })
        }
    }

    /// The 16 bytes of a block from byte `at` on.
    #[inline(always)]
    fn load<U: CodeUnit>(block: &[U; BLOCK], at: usize) -> __m128i {
        debug_assert!(at + 16 <= size_of::<[U; BLOCK]>());
        // SAFETY: `mask` asks for offsets of 0 to 48 (`u8`) or 112 (`u16`) bytes, so 16 bytes are inside the block;
        // `u8` and `u16` have no padding and no invalid bits; the load takes any alignment.
        unsafe { _mm_loadu_si128(block.as_ptr().cast::<u8>().add(at).cast()) }
    }

    /// The 16 bytes of a window from byte `at` on.
    #[inline(always)]
    pub(super) fn load_window<U: CodeUnit>(window: &[U; WINDOW], at: usize) -> __m128i {
        debug_assert!(at + 16 <= size_of::<[U; WINDOW]>());
        // SAFETY: the callers ask for at most byte 56 (`u8`) or 112 (`u16`), so 16 bytes are inside the
        // window; `u8` and `u16` have no padding and no invalid bits; the load takes any alignment.
        unsafe { _mm_loadu_si128(window.as_ptr().cast::<u8>().add(at).cast()) }
    }

    /// Lanes of 16 bits in a span.
    #[inline(always)]
    fn in_span(words: __m128i, span: Span) -> __m128i {
        // SAFETY: SSE2 is there.
        unsafe {
            let above = _mm_subs_epu16(
                _mm_sub_epi16(words, _mm_set1_epi16(span.low as i16)),
                _mm_set1_epi16(span.length as i16),
            );
            _mm_cmpeq_epi16(above, _mm_setzero_si128())
        }
    }

    /// Lanes of 16 bits in one of the expected spans.
    #[inline(always)]
    fn in_spans(words: __m128i, expected: &Expected) -> __m128i {
        // SAFETY: SSE2 is there.
        let none = unsafe { _mm_setzero_si128() };
        let spans = expected.spans.iter().take(expected.used);
        // SAFETY: SSE2 is there.
        spans.fold(none, |any, span| unsafe { _mm_or_si128(any, in_span(words, *span)) })
    }

    /// A bit for each of 64 lanes of bytes.
    #[inline(always)]
    fn bits(lanes: impl Fn(usize) -> __m128i) -> u64 {
        // SAFETY: SSE2 is there.
        let part = |at: usize| u64::from(unsafe { _mm_movemask_epi8(lanes(at)) } as u16);
        part(0) | part(16) << 16 | part(32) << 32 | part(48) << 48
    }

    /// Which of the first units of a window are not of expected code points, and how many units that tells of.
    #[inline(always)]
    pub(super) fn marked<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> (u64, usize) {
        match U::ENCODING {
            Encoding::Utf16 => (marked_utf16(expected, window), BLOCK),
            Encoding::Utf8 => marked_utf8(expected, window),
        }
    }

    #[inline(always)]
    fn marked_utf16<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> u64 {
        let basic = Span::new(0, expected.limit.wrapping_sub(1));
        let load = |at: usize| load_window(window, at);
        if expected.but == [0xFF; 2] && !expected.but_upper {
            // Mostly nothing is above the limit.
            // SAFETY: SSE2 is there.
            let is_basic = unsafe {
                let last = _mm_set1_epi16(basic.length as i16);
                let above =
                    |at: usize| _mm_or_si128(_mm_subs_epu16(load(at), last), _mm_subs_epu16(load(at + 16), last));
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
        let mut but = 0;
        if expected.but != [0xFF; 2] {
            let [one, two] = expected.but.map(|but| Span::new(but.into(), but.into()));
            // SAFETY: SSE2 is there.
            let either = |words| unsafe { _mm_or_si128(in_span(words, one), in_span(words, two)) };
            but = bits(|at| both(at, &either));
        }
        if expected.but_upper {
            but |= bits(|at| both(at, &|words| in_span(words, Span::new(0x41, 0x5A))));
        }
        let quiet = bits(|at| both(at, &|words| in_span(words, basic)));
        if quiet == u64::MAX {
            return but;
        }
        let others = bits(|at| both(at, &|words| in_spans(words, expected)));
        !(quiet & !but | others)
    }

    /// The code points that would start at eight bytes, if they are of two bytes, or of three: the bytes there, one and two
    /// behind, as words.
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
    fn marked_utf8<U: CodeUnit>(expected: &Expected, window: &[U; WINDOW]) -> (u64, usize) {
        let byte = |at: usize| load_window(window, at);
        let other = bits(byte);
        let mut quiet = !other;
        if expected.but != [0xFF; 2] {
            for but in expected.but {
                // SAFETY: SSE2 is there.
                quiet &= !bits(|at| unsafe { _mm_cmpeq_epi8(byte(at), _mm_set1_epi8(but as i8)) });
            }
        }
        if expected.but_upper {
            quiet &= !bits(|at| Bytes(byte(at)).within(b'A', b'Z').0);
        }
        if other == 0 {
            return (!quiet, BLOCK);
        }
        // SAFETY: SSE2 is there.
        let follows = |behind: usize| bits(|at| unsafe { _mm_cmpgt_epi8(_mm_set1_epi8(-0x40), byte(at + behind)) });
        let second = follows(1);
        // E0 80 to E0 9F would be overlong forms.
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
            let found = [low, high].map(|[one, two, three]| in_spans(code_points(one, two, three), expected));
            _mm_packs_epi16(found[0], found[1])
        });
        let two = found & second & bits(|at| Bytes(byte(at)).within(0xC2, 0xDF).0);
        let three = found & second & follows(2) & !overlong & bits(|at| Bytes(byte(at)).within(0xE0, 0xEF).0);
        quiet |= two | two << 1 | three | three << 1 | three << 2;
        let behind = (two >> 63) + (three >> 62 & 1) + 2 * (three >> 63);
        (!quiet, BLOCK + behind as usize)
    }

    #[inline(always)]
    pub(super) fn mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
        let part = |at: usize| {
            let lanes = match U::ENCODING {
                Encoding::Utf8 => C::of(Bytes(load(block, at))).0,
                // Two vectors of answers (all ones or zero) become one vector of bytes.
                // SAFETY: SSE2 is there.
                Encoding::Utf16 => unsafe {
                    _mm_packs_epi16(C::of(Words(load(block, 2 * at))).0, C::of(Words(load(block, 2 * at + 16))).0)
                },
            };
            // SAFETY: SSE2 is there.
            u64::from(unsafe { _mm_movemask_epi8(lanes) } as u16)
        };
        part(0) | part(16) << 16 | part(32) << 32 | part(48) << 48
    }
}

/// Has what stands at a place loaded meanwhile, where the processor can; any place will do.
#[inline(always)]
pub fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which reads nothing for the program.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, at);
}

/// How many units from the start on are ASCII.
#[inline]
pub fn ascii_prefix<U: CodeUnit>(text: &[U]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let other = mask::<U, NonAscii>(text, at);
        if other != 0 {
            return at + other.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    text.len()
}

/// The mask of a class for one block of a text, remembered: asking about words in ascending order scans once.
#[derive(Clone, Debug, Default)]
pub struct BlockMask {
    /// First unit of the block, plus one; 0 when nothing is remembered.
    block: usize,
    mask: u64,
}

impl BlockMask {
    /// Forgets: another text follows.
    #[inline]
    pub fn reset(&mut self) {
        self.block = 0;
    }

    /// The first unit from `at` on that is not of the class; the text's length when there is none.
    #[inline]
    pub fn first_not<U: CodeUnit, C: Class>(&mut self, text: &[U], mut at: usize) -> usize {
        while at < text.len() {
            let block = self.load::<U, C>(text, at);
            let others = !self.mask >> (at - block);
            if others != 0 {
                return (at + others.trailing_zeros() as usize).min(text.len());
            }
            at = block + BLOCK;
        }
        text.len()
    }

    /// The first unit from `at` on, before `end`, that is of the class; `end` when there is none.
    #[inline]
    pub fn first<U: CodeUnit, C: Class>(&mut self, text: &[U], mut at: usize, end: usize) -> usize {
        while at < end {
            let block = self.load::<U, C>(text, at);
            let found = self.mask >> (at - block);
            if found != 0 {
                return (at + found.trailing_zeros() as usize).min(end);
            }
            at = block + BLOCK;
        }
        end
    }

    /// Sees to it that the mask of the block around `at` is there; the block's first unit.
    #[inline]
    fn load<U: CodeUnit, C: Class>(&mut self, text: &[U], at: usize) -> usize {
        let block = at & !(BLOCK - 1);
        if self.block != block + 1 {
            self.block = block + 1;
            self.mask = mask::<U, C>(text, block);
        }
        block
    }

    /// Whether any unit from `start` to `end` is of the class.
    #[inline]
    pub fn any<U: CodeUnit, C: Class>(&mut self, text: &[U], start: usize, end: usize) -> bool {
        let block = start & !(BLOCK - 1);
        if self.block == block + 1 && end - block < BLOCK && start <= end {
            // Usual: a word inside the block that was asked about last.
            return self.mask & !(u64::MAX << (end - block)) & (u64::MAX << (start - block)) != 0;
        }
        self.first::<U, C>(text, start, end) < end
    }
}
