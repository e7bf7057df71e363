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
    type Bytes: Copy;
    /// 64 lanes of 16 bits.
    type Words: Copy;

    /// 64 bytes of a window or block, from byte `at` on.
    fn load_bytes<U: CodeUnit, const N: usize>(self, units: &[U; N], at: usize) -> Self::Bytes;
    /// Stores 64 bytes; nothing for UTF-16.
    fn store_bytes<U: CodeUnit>(self, bytes: Self::Bytes, out: &mut [U; BLOCK]);
    /// The first 64 UTF-16 units of a window or block.
    fn load_words<U: CodeUnit, const N: usize>(self, units: &[U; N]) -> Self::Words;

    /// Zero lanes.
    fn none(self) -> Self::Bytes;
    /// Lanes that are equal to a byte.
    fn equal(self, bytes: Self::Bytes, byte: u8) -> Self::Bytes;
    /// Lanes from `low` to `high`.
    fn within(self, bytes: Self::Bytes, low: u8, high: u8) -> Self::Bytes;
    /// Lanes of UTF-8 continuation bytes.
    fn continuations(self, bytes: Self::Bytes) -> Self::Bytes;
    /// Lanes that are not zero.
    fn nonzero(self, bytes: Self::Bytes) -> Self::Bytes;
    /// Lanes that have the bit that is set in the same lane of `bits`.
    fn have_bit(self, bytes: Self::Bytes, bits: Self::Bytes) -> Self::Bytes;
    /// The bitwise and.
    fn and(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// The bitwise or.
    fn or(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// The bitwise exclusive or.
    fn xor(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// The bitwise and with one byte.
    fn and_byte(self, bytes: Self::Bytes, byte: u8) -> Self::Bytes;
    /// The bitwise or with one byte.
    fn or_byte(self, bytes: Self::Bytes, byte: u8) -> Self::Bytes;
    /// The saturating difference.
    fn saturating_difference(self, bytes: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// Each lane moved to the next one; the first one is zero.
    fn moved_up(self, bytes: Self::Bytes) -> Self::Bytes;
    /// The high nibbles.
    fn high_nibbles(self, bytes: Self::Bytes) -> Self::Bytes;
    /// Looks up each lane in a table of 16 bytes, entry 0 the lowest one. Indices are at most 15 or those that
    /// [`Vectors::rows_of_distances`] and [`Vectors::low_nibbles_in_row`] return.
    fn look_up(self, table: u128, indices: Self::Bytes) -> Self::Bytes;
    /// The row of code points in a cell of 128, eight in a row, by their last two UTF-8 bytes.
    fn rows(self, last_but_one: Self::Bytes, last: Self::Bytes) -> Self::Bytes;
    /// The row of code points at these distances from the start of a bitmap; from 128 on an index that looks up 0.
    fn rows_of_distances(self, distances: Self::Bytes) -> Self::Bytes;
    /// The low nibbles of bytes with the high nibble of `row`; of other bytes an index that looks up 0.
    fn low_nibbles_in_row(self, bytes: Self::Bytes, row: u8) -> Self::Bytes;
    /// The bit of code points in their row, by their lowest three bits.
    fn row_bits(self, positions: Self::Bytes) -> Self::Bytes;
    /// Whether any lane is not zero.
    fn any(self, bytes: Self::Bytes) -> bool;
    /// The mask of a result.
    fn mask(self, lanes: Self::Bytes) -> u64;
    /// The mask of the highest bits.
    fn top_bits(self, bytes: Self::Bytes) -> u64;

    /// The lanes as bytes; those above FF become FF.
    fn saturate(self, words: Self::Words) -> Self::Bytes;
    /// The zero lanes, as a result of 8 bits.
    fn zeros(self, words: Self::Words) -> Self::Bytes;
    /// Whether all lanes are zero.
    fn all_zero(self, words: Self::Words) -> bool;
    /// The distance from a code unit; lanes below it wrap around to large numbers.
    fn distances(self, words: Self::Words, from: u16) -> Self::Words;
    /// The distance from the start of a span, minus its length; 0 inside the span.
    fn above(self, words: Self::Words, span: Span) -> Self::Words;
    /// The lesser lanes.
    fn min(self, one: Self::Words, other: Self::Words) -> Self::Words;

    /// Loads the eight units from `from` on and stores those at `positions`, one per byte, at `to`, which is not above
    /// `from`. Positions are below 8; the stored units after the selected ones are undefined.
    fn move_8<U: CodeUnit, const N: usize>(self, units: &mut [U; N], from: usize, to: usize, positions: u64);

    /// The entry point of the backend for the mismatches of a window.
    fn mismatches<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> (u64, usize);
    /// The entry point of the backend for the supplementary code points of a window that pass.
    fn supplementary<U: CodeUnit>(self, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64;
}
