//! The AVX2 backend: 256-bit vectors. Its functions may be called only if the CPU has AVX2, which `dispatch` checks.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::{CodePointFilter, Mismatch};
use super::hashed_units::{FACTOR, SHIFTS};
use super::jamo::{self, JamoMasks};
use super::punctuation_masks::PunctuationMasks;
use super::spans::Span;
use super::sparse_set::SparseSet;
use super::sse2::load_window as load_128;
use super::utf8_lower::LoweredBlock;
use super::utf8_table::{TableMask, Utf8Table};
use super::utf8_units::{self, DecodedUnits};
use super::vectors::Vectors;
use super::word_masks::{WordMasks, WordPunctuation};
use super::{compress, filter_kernels, mask_kernels, utf8_cells};
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::text::{CodeUnit, Encoding};
use std::arch::x86_64::*;

/// The operations. Only functions with AVX2 enabled create a value, so where there is one the CPU has AVX2.
#[derive(Clone, Copy)]
struct Avx2(());

impl Avx2 {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Avx2 {
        Avx2(())
    }
}

impl Vectors for Avx2 {
    type U8x64 = [__m256i; 2];
    type U16x64 = [__m256i; 4];

    #[inline(always)]
    fn load_bytes<U: CodeUnit, const N: usize>(self, units: &[U; N], at: usize) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [load_256(units, at), load_256(units, at + 32)] }
    }

    #[inline(always)]
    fn store_bytes<U: CodeUnit>(self, [low, high]: Self::U8x64, out: &mut [U; BLOCK]) {
        if U::ENCODING == Encoding::Utf8 {
            let target = out.as_mut_ptr().cast::<u8>();
            // SAFETY: AVX2 is there; the block has 64 units of one byte, which may have any value; stores take any
            // alignment.
            unsafe {
                _mm256_storeu_si256(target.cast(), low);
                _mm256_storeu_si256(target.add(32).cast(), high);
            }
        }
    }

    #[inline(always)]
    fn load_words<U: CodeUnit, const N: usize>(self, units: &[U; N]) -> Self::U16x64 {
        // SAFETY: AVX2 is there.
        unsafe { [load_256(units, 0), load_256(units, 32), load_256(units, 64), load_256(units, 96)] }
    }

    #[inline(always)]
    fn none(self) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn equal(self, [low, high]: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let byte = _mm256_set1_epi8(byte as i8);
            [_mm256_cmpeq_epi8(low, byte), _mm256_cmpeq_epi8(high, byte)]
        }
    }

    #[inline(always)]
    fn within(self, [low_half, high_half]: Self::U8x64, low: u8, high: u8) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            // Values below `low` wrap around to large numbers, so one saturating subtraction tests both ends.
            let (least, length) = (_mm256_set1_epi8(low as i8), _mm256_set1_epi8(high.wrapping_sub(low) as i8));
            let low_half = _mm256_subs_epu8(_mm256_sub_epi8(low_half, least), length);
            let high_half = _mm256_subs_epu8(_mm256_sub_epi8(high_half, least), length);
            self.equal([low_half, high_half], 0)
        }
    }

    #[inline(always)]
    fn continuations(self, [low, high]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let least_lead = _mm256_set1_epi8(-0x40);
            [_mm256_cmpgt_epi8(least_lead, low), _mm256_cmpgt_epi8(least_lead, high)]
        }
    }

    #[inline(always)]
    fn nonzero(self, bytes: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let [low, high] = self.equal(bytes, 0);
            let ones = _mm256_set1_epi8(-1);
            [_mm256_xor_si256(low, ones), _mm256_xor_si256(high, ones)]
        }
    }

    #[inline(always)]
    fn have_bit(self, [low, high]: Self::U8x64, [low_bits, high_bits]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            [
                _mm256_cmpeq_epi8(_mm256_and_si256(low, low_bits), low_bits),
                _mm256_cmpeq_epi8(_mm256_and_si256(high, high_bits), high_bits),
            ]
        }
    }

    #[inline(always)]
    fn and(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [_mm256_and_si256(one[0], other[0]), _mm256_and_si256(one[1], other[1])] }
    }

    #[inline(always)]
    fn or(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [_mm256_or_si256(one[0], other[0]), _mm256_or_si256(one[1], other[1])] }
    }

    #[inline(always)]
    fn xor(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [_mm256_xor_si256(one[0], other[0]), _mm256_xor_si256(one[1], other[1])] }
    }

    #[inline(always)]
    fn saturating_difference(self, bytes: Self::U8x64, other: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { [_mm256_subs_epu8(bytes[0], other[0]), _mm256_subs_epu8(bytes[1], other[1])] }
    }

    #[inline(always)]
    fn and_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { self.and(bytes, [_mm256_set1_epi8(byte as i8); 2]) }
    }

    #[inline(always)]
    fn or_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { self.or(bytes, [_mm256_set1_epi8(byte as i8); 2]) }
    }

    #[inline(always)]
    fn moved_up(self, [low, high]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            // The upper half of the vector before, and the lower half of the vector itself.
            let before_low = _mm256_permute2x128_si256(low, low, 0x08);
            let before_high = _mm256_permute2x128_si256(low, high, 0x21);
            [_mm256_alignr_epi8(low, before_low, 15), _mm256_alignr_epi8(high, before_high, 15)]
        }
    }

    #[inline(always)]
    fn high_nibbles(self, [low, high]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe { self.and_byte([_mm256_srli_epi16(low, 4), _mm256_srli_epi16(high, 4)], 0x0F) }
    }

    #[inline(always)]
    fn look_up(self, table: u128, [low, high]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let (low_half, high_half) = (table as i64, (table >> 64) as i64);
            let table = _mm256_set_epi64x(high_half, low_half, high_half, low_half);
            [_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)]
        }
    }

    #[inline(always)]
    fn rows(self, last_but_one: Self::U8x64, last: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let [low, high] = last_but_one;
            let halves = self.and_byte([_mm256_slli_epi16(low, 3), _mm256_slli_epi16(high, 3)], 8);
            let [low, high] = last;
            self.or(halves, self.and_byte([_mm256_srli_epi16(low, 3), _mm256_srli_epi16(high, 3)], 7))
        }
    }

    #[inline(always)]
    fn rows_of_distances(self, [low, high]: Self::U8x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            // The shuffle returns 0 if the highest bit of the index is set.
            let [low, high] = self.and_byte([_mm256_srli_epi16(low, 3), _mm256_srli_epi16(high, 3)], 0x1F);
            let to_top = _mm256_set1_epi8(0x70);
            [_mm256_add_epi8(low, to_top), _mm256_add_epi8(high, to_top)]
        }
    }

    #[inline(always)]
    fn low_nibbles_in_row(self, [low, high]: Self::U8x64, row: u8) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let (row, to_top) = (_mm256_set1_epi8(row as i8), _mm256_set1_epi8(0x70));
            // The shuffle returns 0 if the highest bit of the index is set.
            let [low, high] = [_mm256_xor_si256(low, row), _mm256_xor_si256(high, row)];
            [_mm256_adds_epu8(low, to_top), _mm256_adds_epu8(high, to_top)]
        }
    }

    #[inline(always)]
    fn row_bits(self, positions: Self::U8x64) -> Self::U8x64 {
        self.look_up(0x8040_2010_0804_0201, self.and_byte(positions, 7))
    }

    #[inline(always)]
    fn any(self, [low, high]: Self::U8x64) -> bool {
        // SAFETY: AVX2 is there.
        unsafe {
            let either = _mm256_or_si256(low, high);
            _mm256_testz_si256(either, either) == 0
        }
    }

    #[inline(always)]
    fn mask(self, lanes: Self::U8x64) -> u64 {
        self.top_bits(lanes)
    }

    #[inline(always)]
    fn top_bits(self, [low, high]: Self::U8x64) -> u64 {
        // SAFETY: AVX2 is there.
        unsafe { u64::from(_mm256_movemask_epi8(low) as u32) | u64::from(_mm256_movemask_epi8(high) as u32) << 32 }
    }

    #[inline(always)]
    fn saturate(self, [one, two, three, four]: Self::U16x64) -> Self::U8x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let most = _mm256_set1_epi16(0xFF);
            let low = _mm256_packus_epi16(_mm256_min_epu16(one, most), _mm256_min_epu16(two, most));
            let high = _mm256_packus_epi16(_mm256_min_epu16(three, most), _mm256_min_epu16(four, most));
            // The pack instruction works on the two halves of a vector separately.
            [_mm256_permute4x64_epi64(low, 0b11_01_10_00), _mm256_permute4x64_epi64(high, 0b11_01_10_00)]
        }
    }

    #[inline(always)]
    fn zeros(self, words: Self::U16x64) -> Self::U8x64 {
        self.equal(self.saturate(words), 0)
    }

    #[inline(always)]
    fn all_zero(self, [one, two, three, four]: Self::U16x64) -> bool {
        // SAFETY: AVX2 is there.
        unsafe {
            let any = _mm256_or_si256(_mm256_or_si256(one, two), _mm256_or_si256(three, four));
            _mm256_testz_si256(any, any) != 0
        }
    }

    #[inline(always)]
    fn distances(self, [one, two, three, four]: Self::U16x64, from: u16) -> Self::U16x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let from = _mm256_set1_epi16(from as i16);
            [
                _mm256_sub_epi16(one, from),
                _mm256_sub_epi16(two, from),
                _mm256_sub_epi16(three, from),
                _mm256_sub_epi16(four, from),
            ]
        }
    }

    #[inline(always)]
    fn above(self, words: Self::U16x64, span: Span) -> Self::U16x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let [one, two, three, four] = self.distances(words, span.first);
            let length = _mm256_set1_epi16(span.extent as i16);
            [
                _mm256_subs_epu16(one, length),
                _mm256_subs_epu16(two, length),
                _mm256_subs_epu16(three, length),
                _mm256_subs_epu16(four, length),
            ]
        }
    }

    #[inline(always)]
    fn min(self, one: Self::U16x64, other: Self::U16x64) -> Self::U16x64 {
        // SAFETY: AVX2 is there.
        unsafe {
            [
                _mm256_min_epu16(one[0], other[0]),
                _mm256_min_epu16(one[1], other[1]),
                _mm256_min_epu16(one[2], other[2]),
                _mm256_min_epu16(one[3], other[3]),
            ]
        }
    }

    #[inline(always)]
    fn move_8<U: CodeUnit, const N: usize>(self, units: &mut [U; N], from: usize, to: usize, positions: u64) {
        debug_assert!(from + 8 <= N && to <= from);
        let (source, target) = (units.as_ptr().wrapping_add(from), units.as_mut_ptr().wrapping_add(to));
        // SAFETY: AVX2 is there. The callers pass eight units of a block, or the eight after it, which `compress_store`
        // asserts to exist; `to` is not above `from`; `u8` and `u16` have no padding and no invalid bits, and loads and
        // stores take any alignment.
        unsafe {
            let positions = _mm_cvtsi64_si128(positions as i64);
            match U::ENCODING {
                Encoding::Utf8 => {
                    _mm_storel_epi64(target.cast(), _mm_shuffle_epi8(_mm_loadl_epi64(source.cast()), positions))
                }
                Encoding::Utf16 => {
                    // Byte indices: two bytes per unit.
                    let doubled = _mm_slli_epi16(_mm_cvtepu8_epi16(positions), 1);
                    let bytes = _mm_or_si128(_mm_or_si128(doubled, _mm_slli_epi16(doubled, 8)), _mm_set1_epi16(0x100));
                    _mm_storeu_si128(target.cast(), _mm_shuffle_epi8(_mm_loadu_si128(source.cast()), bytes))
                }
            }
        }
    }

    #[inline(always)]
    fn mismatches<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
        // SAFETY: AVX2 is there.
        unsafe { mismatches(filter, window) }
    }

    #[inline(always)]
    fn supplementary<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
        // SAFETY: AVX2 is there.
        unsafe { supplementary(filter, window) }
    }
}

/// See `CodePointFilter::find_mismatch`.
#[target_feature(enable = "avx2")]
pub(super) fn find_mismatch<U: CodeUnit>(filter: &CodePointFilter, text: &[U], at: usize) -> Mismatch {
    filter_kernels::find_mismatch(Avx2::new(), filter, text, at)
}

/// The mismatches of one window.
#[inline]
#[target_feature(enable = "avx2")]
fn mismatches<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    match U::ENCODING {
        Encoding::Utf16 => (filter_kernels::mismatches_utf16(Avx2::new(), filter, window), BLOCK),
        Encoding::Utf8 => mismatches_utf8(filter, window),
    }
}

/// Not inlined: as part of a loop over windows, the compiler would first copy all fields of the filter.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn mismatches_utf8<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize) {
    filter_kernels::mismatches_utf8(Avx2::new(), filter, window)
}

/// Not inlined: most texts have none.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn supplementary<U: CodeUnit>(filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    filter_kernels::supplementary(Avx2::new(), filter, window)
}

/// See `CodePointFilter::word_masks`.
#[target_feature(enable = "avx2")]
pub(super) fn word_masks<U: CodeUnit>(
    filter: &CodePointFilter,
    punctuation: &WordPunctuation,
    window: &[U; WINDOW],
) -> WordMasks {
    mask_kernels::word_masks(Avx2::new(), filter, punctuation, window)
}

/// See `PunctuationMasks::new`.
#[target_feature(enable = "avx2")]
pub(super) fn punctuation_masks<U: CodeUnit>(block: &[U; BLOCK]) -> PunctuationMasks {
    mask_kernels::punctuation_masks(Avx2::new(), block)
}

/// See `SparseSet::mask`.
#[target_feature(enable = "avx2")]
pub(super) fn sparse_mask<U: CodeUnit>(set: &SparseSet, window: &[U; WINDOW]) -> Option<(u64, usize)> {
    match mask_kernels::sparse_mask(Avx2::new(), set, window) {
        None if U::ENCODING == Encoding::Utf16 => Some((table_mask(window, &set.bits), BLOCK)),
        found => found,
    }
}

/// See `super::lower_block`.
#[target_feature(enable = "avx2")]
pub(super) fn lower_block<U: CodeUnit>(window: &[U; WINDOW], out: &mut [U; BLOCK]) -> LoweredBlock {
    mask_kernels::lower_block(Avx2::new(), window, out)
}

/// See `super::compress_store`.
#[target_feature(enable = "avx2")]
pub(super) fn compress_store<U: CodeUnit, const N: usize>(
    units: &mut [U; N],
    length: usize,
    remove_mask: u64,
) -> usize {
    compress::compress_store(Avx2::new(), units, length, remove_mask)
}

/// See `super::compose_jamo`.
#[target_feature(enable = "avx2")]
pub(super) fn compose_jamo<U: CodeUnit, const N: usize>(window: &[U; WINDOW], units: &mut [U; N]) -> JamoMasks {
    jamo::compose_jamo(Avx2::new(), window, units)
}

/// See `super::decode_utf8`.
#[target_feature(enable = "avx2")]
pub(super) fn decode_utf8<U: CodeUnit>(window: &[U; WINDOW], continuations: u64, units: &mut DecodedUnits) -> bool {
    utf8_units::decode_utf8(Avx2::new(), window, continuations, units)
}

/// See `super::Utf8Table::mask`.
#[target_feature(enable = "avx2")]
pub(super) fn utf8_table_mask<U: CodeUnit>(
    window: &[U; WINDOW],
    except: u64,
    table: &Utf8Table<'_>,
) -> Option<TableMask> {
    utf8_cells::table_mask(Avx2::new(), window, except, table)
}

/// See `super::table_mask`.
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

/// Gathers 32 bits of `words` by each index, modulo the largest power of two that fits.
#[inline]
#[target_feature(enable = "avx2")]
fn gather_32(words: &[u64], indices: __m256i) -> __m256i {
    let Some(most) = words.len().checked_mul(2).and_then(usize::checked_ilog2) else { return _mm256_setzero_si256() };
    let indices = _mm256_and_si256(indices, _mm256_set1_epi32((1i32 << most.min(30)) - 1));
    // SAFETY: an index is below the largest power of two that is at most twice the number of words, so the 32 bits that
    // are read are inside one of the words; `u64` has no padding and no invalid bits.
    unsafe { _mm256_i32gather_epi32::<4>(words.as_ptr().cast(), indices) }
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

/// The 32 bytes of a window or block from byte `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn load_256<U: CodeUnit, const N: usize>(units: &[U; N], at: usize) -> __m256i {
    debug_assert!(at + 32 <= size_of::<[U; N]>());
    // SAFETY: the callers pass at most byte 35 of a window and byte 32 of a block (`u8`), byte 112 of a window and byte
    // 96 of a block (`u16`), so 32 bytes are inside; `u8` and `u16` have no padding and no invalid bits; the load takes
    // any alignment.
    unsafe { _mm256_loadu_si256(units.as_ptr().cast::<u8>().add(at).cast()) }
}
