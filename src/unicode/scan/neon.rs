//! The NEON backend: 128-bit vectors, part of every AArch64. Only for little-endian targets: lanes are in the order of
//! memory.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::filter_kernels;
use super::lanes::{Class, Lanes};
use super::spans::Span;
use super::vectors::Vectors;
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::aarch64::*;

/// The mask of the first units of a window that belong to code points that do not pass, and the number of units that it
/// covers.
#[inline]
pub(super) fn mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    match U::ENCODING {
        Encoding::Utf16 => (filter_kernels::mismatches_utf16(Neon, filter, window), BLOCK),
        Encoding::Utf8 => mismatches_utf8(filter, window),
    }
}

/// Not inlined: as part of a loop over windows, the compiler would first copy all fields of the filter.
#[inline(never)]
fn mismatches_utf8<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    filter_kernels::mismatches_utf8(Neon, filter, window)
}

/// Not inlined: most texts have none.
#[inline(never)]
fn supplementary<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    filter_kernels::supplementary(Neon, filter, window)
}

/// The mask of a class for a block.
#[inline(always)]
pub(super) fn mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    match U::ENCODING {
        Encoding::Utf8 => Neon.mask(C::of(ByteLanes(Neon.load_bytes(block, 0))).0),
        Encoding::Utf16 => Neon.mask(narrowed(C::of(UnitLanes(Neon.load_words(block))).0)),
    }
}

/// The mask of one unit of ASCII over a block.
#[inline(always)]
pub(super) fn unit_mask<U: CodeUnit>(block: &[U; BLOCK], byte: u8) -> u64 {
    match U::ENCODING {
        Encoding::Utf8 => Neon.mask(ByteLanes(Neon.load_bytes(block, 0)).within(byte, byte).0),
        Encoding::Utf16 => Neon.mask(narrowed(UnitLanes(Neon.load_words(block)).within(byte, byte).0)),
    }
}

/// The four top bits of the bytes of a block, the highest ones first.
#[inline(always)]
pub(super) fn top_bits<U: CodeUnit>(block: &[U; BLOCK]) -> [u64; 4] {
    let bytes = Neon.load_bytes(block, 0);
    // SAFETY: NEON is there.
    let bit = |bit: u8| Neon.mask(bytes.map(|bytes| unsafe { vtstq_u8(bytes, vdupq_n_u8(bit)) }));
    [bit(0x80), bit(0x40), bit(0x20), bit(0x10)]
}

/// Lanes of 16 bits of a result, as lanes of 8 bits.
#[inline(always)]
fn narrowed([a, b, c, d, e, f, g, h]: [uint16x8_t; 8]) -> [uint8x16_t; 4] {
    // SAFETY: NEON is there.
    [[a, b], [c, d], [e, f], [g, h]]
        .map(|[low, high]| unsafe { vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high)) })
}

/// 64 bytes.
#[derive(Clone, Copy)]
struct ByteLanes([uint8x16_t; 4]);

/// 64 UTF-16 units.
#[derive(Clone, Copy)]
struct UnitLanes([uint16x8_t; 8]);

// SAFETY of every intrinsic below: NEON is part of AArch64; none but those of `load_bytes`, `load_words` and `move_8`
// touches memory.

impl Lanes for ByteLanes {
    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Self {
        ByteLanes(Neon.within(self.0, low, high))
    }

    #[inline(always)]
    fn at_least(self, low: u8) -> Self {
        // SAFETY: NEON is there.
        ByteLanes(self.0.map(|bytes| unsafe { vcgeq_u8(bytes, vdupq_n_u8(low)) }))
    }

    #[inline(always)]
    fn ascii_lowercased(self) -> Self {
        ByteLanes(Neon.or_byte(self.0, 0x20))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        ByteLanes(Neon.or(self.0, other.0))
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: NEON is there.
        ByteLanes(self.0.map(|bytes| unsafe { vceqzq_u8(bytes) }))
    }

    #[inline(always)]
    fn may_start_non_ascii_white_space(self) -> Self {
        self.within(0xE1, 0xE3)
    }

    #[inline(always)]
    fn surrogates(self) -> Self {
        ByteLanes(Neon.none())
    }

    #[inline(always)]
    fn below_u058a_letters(self) -> Self {
        self.within(0x80, 0xD5)
    }

    #[inline(always)]
    fn within_wide(self, _: u16, _: u16) -> Self {
        ByteLanes(Neon.none())
    }
}

impl Lanes for UnitLanes {
    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Self {
        self.within_wide(u16::from(low), u16::from(high))
    }

    #[inline(always)]
    fn at_least(self, low: u8) -> Self {
        // SAFETY: NEON is there.
        UnitLanes(self.0.map(|words| unsafe { vcgeq_u16(words, vdupq_n_u16(u16::from(low))) }))
    }

    #[inline(always)]
    fn ascii_lowercased(self) -> Self {
        // SAFETY: NEON is there.
        UnitLanes(self.0.map(|words| unsafe { vorrq_u16(words, vdupq_n_u16(0x20)) }))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: NEON is there.
        UnitLanes(pairwise(self.0, other.0, |one, other| unsafe { vorrq_u16(one, other) }))
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: NEON is there.
        UnitLanes(self.0.map(|words| unsafe { vceqzq_u16(words) }))
    }

    #[inline(always)]
    fn may_start_non_ascii_white_space(self) -> Self {
        // SAFETY: NEON is there.
        let high = UnitLanes(self.0.map(|words| unsafe { vshrq_n_u16::<8>(words) }));
        high.within(0x16, 0x16).or(high.within(0x20, 0x20)).or(high.within(0x30, 0x30))
    }

    #[inline(always)]
    fn surrogates(self) -> Self {
        self.within_wide(0xD800, 0xDFFF)
    }

    #[inline(always)]
    fn below_u058a_letters(self) -> Self {
        self.within_wide(0x80, 0x589)
    }

    #[inline(always)]
    fn within_wide(self, low: u16, high: u16) -> Self {
        let length = high.wrapping_sub(low);
        // SAFETY: NEON is there.
        UnitLanes(Neon.distances(self.0, low).map(|words| unsafe { vcleq_u16(words, vdupq_n_u16(length)) }))
    }
}

/// Applies an operation of two operands to the vectors of two arrays.
#[inline(always)]
fn pairwise<T: Copy, const N: usize>(one: [T; N], other: [T; N], operation: impl Fn(T, T) -> T) -> [T; N] {
    let mut result = one;
    result.iter_mut().zip(other).for_each(|(one, other)| *one = operation(*one, other));
    result
}

/// The operations of the kernels.
#[derive(Clone, Copy)]
pub(super) struct Neon;

impl Vectors for Neon {
    type U8x64 = [uint8x16_t; 4];
    type U16x64 = [uint16x8_t; 8];

    #[inline(always)]
    fn load_bytes<U: CodeUnit, const N: usize>(self, units: &[U; N], at: usize) -> Self::U8x64 {
        debug_assert!(at + 64 <= size_of::<[U; N]>());
        let bytes = units.as_ptr().cast::<u8>();
        // SAFETY: the callers pass at most byte 3 of a window and byte 0 of a block, so 64 bytes are inside; `u8` and
        // `u16` have no padding and no invalid bits; the load takes any alignment.
        [0, 16, 32, 48].map(|part| unsafe { vld1q_u8(bytes.add(at + part)) })
    }

    #[inline(always)]
    fn store_bytes<U: CodeUnit>(self, bytes: Self::U8x64, out: &mut [U; BLOCK]) {
        if U::ENCODING == Encoding::Utf8 {
            let target = out.as_mut_ptr().cast::<u8>();
            for (part, bytes) in bytes.into_iter().enumerate() {
                // SAFETY: NEON is there; the block has 64 units of one byte, which may have any value; the store takes
                // any alignment.
                unsafe { vst1q_u8(target.add(16 * part), bytes) }
            }
        }
    }

    #[inline(always)]
    fn load_words<U: CodeUnit, const N: usize>(self, units: &[U; N]) -> Self::U16x64 {
        debug_assert!(128 <= size_of::<[U; N]>());
        let bytes = units.as_ptr().cast::<u8>();
        // SAFETY: a window or block of UTF-16 has at least 128 bytes; as above. The load of bytes takes any alignment.
        [0, 16, 32, 48, 64, 80, 96, 112].map(|part| unsafe { vreinterpretq_u16_u8(vld1q_u8(bytes.add(part))) })
    }

    #[inline(always)]
    fn none(self) -> Self::U8x64 {
        // SAFETY: NEON is there.
        [unsafe { vdupq_n_u8(0) }; 4]
    }

    #[inline(always)]
    fn equal(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vceqq_u8(bytes, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn within(self, bytes: Self::U8x64, low: u8, high: u8) -> Self::U8x64 {
        let length = high.wrapping_sub(low);
        // Values below `low` wrap around to large numbers, so one comparison tests both ends.
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(low)), vdupq_n_u8(length)) })
    }

    #[inline(always)]
    fn continuations(self, bytes: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(-0x40)) })
    }

    #[inline(always)]
    fn nonzero(self, bytes: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vtstq_u8(bytes, bytes) })
    }

    #[inline(always)]
    fn have_bit(self, bytes: Self::U8x64, bits: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        pairwise(bytes, bits, |bytes, bits| unsafe { vtstq_u8(bytes, bits) })
    }

    #[inline(always)]
    fn and(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        pairwise(one, other, |one, other| unsafe { vandq_u8(one, other) })
    }

    #[inline(always)]
    fn or(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        pairwise(one, other, |one, other| unsafe { vorrq_u8(one, other) })
    }

    #[inline(always)]
    fn xor(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        pairwise(one, other, |one, other| unsafe { veorq_u8(one, other) })
    }

    #[inline(always)]
    fn saturating_difference(self, bytes: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        pairwise(bytes, other, |bytes, other| unsafe { vqsubq_u8(bytes, other) })
    }

    #[inline(always)]
    fn low_nibbles_in_row(self, bytes: Self::U8x64, row: u8) -> Self::U8x64 {
        // Indices from 16 on look up 0.
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { veorq_u8(bytes, vdupq_n_u8(row)) })
    }

    #[inline(always)]
    fn and_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vandq_u8(bytes, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn or_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vorrq_u8(bytes, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn moved_up(self, [one, two, three, four]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        let [zero, ..] = self.none();
        // SAFETY: NEON is there.
        pairwise([zero, one, two, three], [one, two, three, four], |before, bytes| unsafe {
            vextq_u8::<15>(before, bytes)
        })
    }

    #[inline(always)]
    fn high_nibbles(self, bytes: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        bytes.map(|bytes| unsafe { vshrq_n_u8::<4>(bytes) })
    }

    #[inline(always)]
    fn look_up(self, table: u128, indices: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        let table = unsafe { vcombine_u8(vcreate_u8(table as u64), vcreate_u8((table >> 64) as u64)) };
        // Indices from 16 on look up 0.
        // SAFETY: NEON is there.
        indices.map(|indices| unsafe { vqtbl1q_u8(table, indices) })
    }

    #[inline(always)]
    fn rows(self, last_but_one: Self::U8x64, last: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        let rows = pairwise(last_but_one, last, |last_but_one, last| unsafe {
            vsliq_n_u8::<3>(vshrq_n_u8::<3>(vandq_u8(last, vdupq_n_u8(0x3F))), last_but_one)
        });
        self.and_byte(rows, 0x0F)
    }

    #[inline(always)]
    fn rows_of_distances(self, distances: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        distances.map(|distances| unsafe { vshrq_n_u8::<3>(distances) })
    }

    #[inline(always)]
    fn row_bits(self, positions: Self::U8x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        self.and_byte(positions, 7).map(|positions| unsafe { vshlq_u8(vdupq_n_u8(1), vreinterpretq_s8_u8(positions)) })
    }

    #[inline(always)]
    fn any(self, bytes: Self::U8x64) -> bool {
        let [one, two, three, four] = bytes;
        // SAFETY: NEON is there.
        unsafe { vmaxvq_u8(vorrq_u8(vorrq_u8(one, two), vorrq_u8(three, four))) != 0 }
    }

    /// NEON has no instruction that gathers bits: each lane keeps the bit of its position in eight lanes, and
    /// adding neighbours three times results in eight bits per eight lanes.
    #[inline(always)]
    fn mask(self, lanes: Self::U8x64) -> u64 {
        // SAFETY: NEON is there.
        unsafe {
            let positions = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            let [one, two, three, four] = lanes.map(|lanes| vandq_u8(lanes, positions));
            let pairs = vpaddq_u8(vpaddq_u8(one, two), vpaddq_u8(three, four));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(pairs, pairs)))
        }
    }

    #[inline(always)]
    fn top_bits(self, bytes: Self::U8x64) -> u64 {
        // SAFETY: NEON is there.
        self.mask(bytes.map(|bytes| unsafe { vcltzq_s8(vreinterpretq_s8_u8(bytes)) }))
    }

    #[inline(always)]
    fn saturate(self, [a, b, c, d, e, f, g, h]: Self::U16x64) -> Self::U8x64 {
        // SAFETY: NEON is there.
        [[a, b], [c, d], [e, f], [g, h]].map(|[low, high]| unsafe { vqmovn_high_u16(vqmovn_u16(low), high) })
    }

    #[inline(always)]
    fn zeros(self, words: Self::U16x64) -> Self::U8x64 {
        narrowed(UnitLanes(words).not().0)
    }

    #[inline(always)]
    fn all_zero(self, [a, b, c, d, e, f, g, h]: Self::U16x64) -> bool {
        // SAFETY: NEON is there.
        unsafe {
            let low = vorrq_u16(vorrq_u16(a, b), vorrq_u16(c, d));
            let high = vorrq_u16(vorrq_u16(e, f), vorrq_u16(g, h));
            vmaxvq_u16(vorrq_u16(low, high)) == 0
        }
    }

    #[inline(always)]
    fn distances(self, words: Self::U16x64, from: u16) -> Self::U16x64 {
        // SAFETY: NEON is there.
        words.map(|words| unsafe { vsubq_u16(words, vdupq_n_u16(from)) })
    }

    #[inline(always)]
    fn above(self, words: Self::U16x64, span: Span) -> Self::U16x64 {
        // SAFETY: NEON is there.
        self.distances(words, span.first).map(|words| unsafe { vqsubq_u16(words, vdupq_n_u16(span.extent)) })
    }

    #[inline(always)]
    fn min(self, one: Self::U16x64, other: Self::U16x64) -> Self::U16x64 {
        // SAFETY: NEON is there.
        pairwise(one, other, |one, other| unsafe { vminq_u16(one, other) })
    }

    #[inline(always)]
    fn move_8<U: CodeUnit, const N: usize>(self, units: &mut [U; N], from: usize, to: usize, positions: u64) {
        debug_assert!(from + 8 <= N && to <= from);
        let (source, target) = (units.as_ptr().wrapping_add(from), units.as_mut_ptr().wrapping_add(to));
        // SAFETY: NEON is there. The callers pass eight units of a block, or the eight after it, which `compress_store`
        // asserts to exist; `to` is not above `from`; `u8` and `u16` have no padding and no invalid bits, and loads and
        // stores of bytes take any alignment.
        unsafe {
            let positions = vcreate_u8(positions);
            match U::ENCODING {
                Encoding::Utf8 => vst1_u8(target.cast(), vtbl1_u8(vld1_u8(source.cast()), positions)),
                Encoding::Utf16 => {
                    // Byte indices: two bytes per unit.
                    let doubled = vshl_n_u8::<1>(positions);
                    let next = vadd_u8(doubled, vdup_n_u8(1));
                    let bytes = vcombine_u8(vzip1_u8(doubled, next), vzip2_u8(doubled, next));
                    vst1q_u8(target.cast(), vqtbl1q_u8(vld1q_u8(source.cast()), bytes));
                }
            }
        }
    }

    #[inline(always)]
    fn mismatches<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
        mismatches(filter, window)
    }

    #[inline(always)]
    fn supplementary<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
        supplementary(filter, window)
    }
}
