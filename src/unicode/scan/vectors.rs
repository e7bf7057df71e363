//! The operations of backends with table lookup by byte, AVX2 and NEON, over 64 lanes.
//!
//! The kernels that use them (`mask_kernels`, `filter_kernels`, `utf8_cells`, `compress`, `jamo`, `utf8_units`) are
//! inlined into an entry point of the backend, so that they are compiled for its instruction set. Vector
//! operations must not be inside closures there: these are functions of their own, compiled for the baseline of the
//! target.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::CodePointFilter;
use super::spans::Span;
use crate::unicode::text::CodeUnit;

/// The operations of a backend. A value proves that the CPU has its instructions. The lanes of a result ("lanes that
/// …") are all ones or zero.
pub(super) trait Vectors: Copy {
    /// 64 lanes of 8 bits.
    type U8x64: Copy;
    /// 64 lanes of 16 bits.
    type U16x64: Copy;

    /// 64 bytes of a window or block, from byte `at` on.
    fn load_bytes<U: CodeUnit, const N: usize>(self, units: &[U; N], at: usize) -> Self::U8x64;
    /// Stores 64 bytes; nothing for UTF-16.
    fn store_bytes<U: CodeUnit>(self, bytes: Self::U8x64, out: &mut [U; BLOCK]);
    /// The first 64 UTF-16 units of a window or block.
    fn load_words<U: CodeUnit, const N: usize>(self, units: &[U; N]) -> Self::U16x64;

    /// Zero lanes.
    fn none(self) -> Self::U8x64;
    /// Lanes that are equal to a byte.
    fn equal(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64;
    /// Lanes from `low` to `high`.
    fn within(self, bytes: Self::U8x64, low: u8, high: u8) -> Self::U8x64;
    /// Lanes of UTF-8 continuation bytes.
    fn continuations(self, bytes: Self::U8x64) -> Self::U8x64;
    /// Lanes that are not zero.
    fn nonzero(self, bytes: Self::U8x64) -> Self::U8x64;
    /// Lanes that have the bit that is set in the same lane of `bits`.
    fn have_bit(self, bytes: Self::U8x64, bits: Self::U8x64) -> Self::U8x64;
    /// The bitwise and.
    fn and(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64;
    /// The bitwise or.
    fn or(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64;
    /// The bitwise exclusive or.
    fn xor(self, one: Self::U8x64, other: Self::U8x64) -> Self::U8x64;
    /// The bitwise and with one byte.
    fn and_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64;
    /// The bitwise or with one byte.
    fn or_byte(self, bytes: Self::U8x64, byte: u8) -> Self::U8x64;
    /// The saturating difference.
    fn saturating_difference(self, bytes: Self::U8x64, other: Self::U8x64) -> Self::U8x64;
    /// Each lane moved to the next one; the first one is zero.
    fn moved_up(self, bytes: Self::U8x64) -> Self::U8x64;
    /// The high nibbles.
    fn high_nibbles(self, bytes: Self::U8x64) -> Self::U8x64;
    /// Looks up each lane in a table of 16 bytes, entry 0 the lowest one. Indices are at most 15 or those that
    /// [`Vectors::rows_of_distances`] and [`Vectors::low_nibbles_in_row`] return.
    fn look_up(self, table: u128, indices: Self::U8x64) -> Self::U8x64;
    /// The row of code points in a cell of 128, eight in a row, by their last two UTF-8 bytes.
    fn rows(self, last_but_one: Self::U8x64, last: Self::U8x64) -> Self::U8x64;
    /// The row of code points at these distances from the start of a bitmap; from 128 on an index that looks up 0.
    fn rows_of_distances(self, distances: Self::U8x64) -> Self::U8x64;
    /// The low nibbles of bytes with the high nibble of `row`; of other bytes an index that looks up 0.
    fn low_nibbles_in_row(self, bytes: Self::U8x64, row: u8) -> Self::U8x64;
    /// The bit of code points in their row, by their lowest three bits.
    fn row_bits(self, positions: Self::U8x64) -> Self::U8x64;
    /// Whether any lane is not zero.
    fn any(self, bytes: Self::U8x64) -> bool;
    /// The mask of a result.
    fn mask(self, lanes: Self::U8x64) -> u64;
    /// The mask of the highest bits.
    fn top_bits(self, bytes: Self::U8x64) -> u64;

    /// The lanes as bytes; those above FF become FF.
    fn saturate(self, words: Self::U16x64) -> Self::U8x64;
    /// The zero lanes, as a result of 8 bits.
    fn zeros(self, words: Self::U16x64) -> Self::U8x64;
    /// Whether all lanes are zero.
    fn all_zero(self, words: Self::U16x64) -> bool;
    /// The distance from a code unit; lanes below it wrap around to large numbers.
    fn distances(self, words: Self::U16x64, from: u16) -> Self::U16x64;
    /// The distance from the start of a span, minus its length; 0 inside the span.
    fn above(self, words: Self::U16x64, span: Span) -> Self::U16x64;
    /// The lesser lanes.
    fn min(self, one: Self::U16x64, other: Self::U16x64) -> Self::U16x64;

    /// Loads the eight units from `from` on and stores those at `positions`, one per byte, at `to`, which is not above
    /// `from`. Positions are below 8; the stored units after the selected ones are undefined.
    fn move_8<U: CodeUnit, const N: usize>(self, units: &mut [U; N], from: usize, to: usize, positions: u64);

    /// The entry point of the backend for the mismatches of a window.
    fn mismatches<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize);
    /// The entry point of the backend for the supplementary code points of a window that pass.
    fn supplementary<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64;
}
