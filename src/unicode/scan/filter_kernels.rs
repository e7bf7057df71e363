//! Kernels of `CodePointFilter`: the units of a window that do not pass.
//!
//! ```text
//! UTF-16:  found = below the limit | in a span | in a bitmap | both units of a pair in a supplementary range
//! UTF-8:   two, three, four = masks of the first bytes of code points of that length that pass, by sets of lead bytes
//!          and of second bytes, if continuation bytes follow
//!          found = ASCII | each of these bytes and the ones after it, by shifts
//!          a code point at the end of the block may continue after it: the mask covers up to three bytes more
//! both:    without the exceptions (ASCII that a copy does not lower)
//!          an isolated code point passes if the units before it and after it are found
//! ```
//!
//! A first byte counts only with all its continuation bytes, so ill-formed text never passes; a code point that no set
//! contains costs no more than its lookup in the table.

use super::block::{BLOCK, WINDOW};
use super::code_point_filter::{CodePointFilter, Mismatch};
use super::spans::Span;
use super::supplementary_range::{SupplementaryRange, TRAILS};
use super::utf8_sets::{Cell, LeadSet, LeadTrailSet, Utf8Sets};
use super::vectors::Vectors;
use crate::unicode::text::{CodeUnit, Encoding};

/// See `CodePointFilter::find_mismatch`. It equals `CodePointFilter::find_mismatch_with`, whose closure would not be
/// compiled for the instruction set of the backend.
#[inline(always)]
pub(super) fn find_mismatch<V: Vectors, U: CodeUnit>(
    v: V,
    filter: &CodePointFilter,
    text: &[U],
    mut at: usize,
) -> Mismatch {
    while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
        let (mask, length) = v.mismatches(filter, window);
        if mask != 0 {
            return Mismatch { at, mask, length };
        }
        at += length;
    }
    Mismatch { at, mask: 0, length: 0 }
}

/// The mask of the exceptions: ASCII bytes that do not pass.
#[inline(always)]
fn exceptions<V: Vectors>(v: V, filter: &CodePointFilter, bytes: V::U8x64) -> u64 {
    let [one, two] = filter.except;
    let mut found = 0;
    if one != 0xFF {
        // 0xFF means no exception, but here it would match bytes outside ASCII.
        let two = if two == 0xFF { one } else { two };
        found = v.mask(v.or(v.equal(bytes, one), v.equal(bytes, two)));
    }
    if filter.except_upper {
        found |= v.mask(v.within(bytes, b'A', b'Z'));
    }
    found
}

/// The mask of the units of a UTF-16 window that do not pass.
#[inline(always)]
pub(super) fn mismatches_utf16<V: Vectors, U: CodeUnit>(v: V, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    let words = v.load_words(window);
    let above = v.above(words, Span::new(0, filter.limit.wrapping_sub(1)));
    let is_basic = v.all_zero(above);
    let has_exceptions = filter.except_upper | (filter.except[0] != 0xFF);
    if is_basic & !has_exceptions {
        return 0;
    }
    let mut mask = u64::MAX;
    if !is_basic {
        mask = v.mask(in_spans_or_maps(v, filter, words, above));
        if filter.supplementary_used != 0 {
            let leads = v.supplementary(filter, window);
            mask |= leads | leads << 1;
        }
    }
    if has_exceptions {
        mask &= !exceptions(v, filter, v.saturate(words));
    }
    if mask != u64::MAX && has_isolated(filter) {
        mask |= v.mask(in_maps::<V, true>(v, filter, words)) & mask << 1 & mask >> 1;
    }
    !mask
}

/// The first units of the supplementary code points that pass.
#[inline(always)]
pub(super) fn supplementary<V: Vectors, U: CodeUnit>(v: V, filter: &CodePointFilter, window: &[U; WINDOW]) -> u64 {
    let mut found = 0;
    for range in filter.supplementary_ranges() {
        found |= match U::ENCODING {
            Encoding::Utf16 => pairs_in(v, range, v.load_words(window)),
            Encoding::Utf8 => starts_of_four(v, range, window),
        };
    }
    found
}

/// The lead surrogates of pairs in a range.
#[inline(always)]
fn pairs_in<V: Vectors>(v: V, range: &SupplementaryRange, words: V::U16x64) -> u64 {
    let [[first_lead, first_trail], [last_lead, last_trail]] = range.surrogates();
    let mut leads = v.mask(v.zeros(v.above(words, Span::new(first_lead, last_lead))));
    if leads == 0 {
        return 0;
    }
    leads &= v.mask(v.zeros(v.above(words, TRAILS))) >> 1;
    if range.has_edges {
        let is_first = v.mask(v.zeros(v.above(words, Span::new(first_lead, first_lead))));
        let is_last = v.mask(v.zeros(v.above(words, Span::new(last_lead, last_lead))));
        let from_first = v.mask(v.zeros(v.above(words, Span::new(first_trail, 0xDFFF))));
        let to_last = v.mask(v.zeros(v.above(words, Span::new(0xDC00, last_trail))));
        leads &= (!is_first | from_first >> 1) & (!is_last | to_last >> 1);
    }
    leads
}

/// The positions where code points of four bytes in a range start.
#[inline(always)]
fn starts_of_four<V: Vectors, U: CodeUnit>(v: V, range: &SupplementaryRange, window: &[U; WINDOW]) -> u64 {
    let first = v.load_bytes(window, 0);
    let [[lead, first_second, first_third], [_, last_second, last_third]] = range.bytes();
    let leads = v.equal(first, lead);
    if !v.any(leads) {
        return 0;
    }
    let (second, third, fourth) = (v.load_bytes(window, 1), v.load_bytes(window, 2), v.load_bytes(window, 3));
    let mut found = v.and(leads, v.within(second, first_second, last_second));
    if range.has_edges {
        // The bounds beyond the continuation bytes keep these ranges from being empty.
        let after_first = v.within(second, first_second + 1, 0xC0);
        let before_last = v.within(second, 0x7F, last_second - 1);
        let from_first = v.or(after_first, v.within(third, first_third, 0xBF));
        let to_last = v.or(before_last, v.within(third, 0x80, last_third));
        found = v.and(found, v.and(from_first, to_last));
    }
    v.mask(v.and(found, v.and(v.continuations(third), v.continuations(fourth))))
}

/// The lanes of 64 code points that pass by a bitmap or a span. `nearest`: per lane, the distance above the basic
/// range; each span lowers it, and lanes at 0 pass.
#[inline(always)]
fn in_spans_or_maps<V: Vectors>(v: V, filter: &CodePointFilter, codes: V::U16x64, mut nearest: V::U16x64) -> V::U8x64 {
    for span in filter.spans.iter().take(filter.spans_used) {
        nearest = v.min(nearest, v.above(codes, *span));
    }
    v.or(in_maps::<V, false>(v, filter, codes), v.zeros(nearest))
}

/// The lanes of 64 code points that pass by a bitmap or, if `ISOLATED`, pass between two others.
#[inline(always)]
fn in_maps<V: Vectors, const ISOLATED: bool>(v: V, filter: &CodePointFilter, codes: V::U16x64) -> V::U8x64 {
    let mut found = v.none();
    for map in filter.bitmaps.iter().take(filter.bitmaps_used) {
        let map_bits = if ISOLATED { map.isolated } else { map.bits };
        if ISOLATED && map_bits == [0; 2] {
            continue;
        }
        let distances = v.saturate(v.distances(codes, map.first));
        let positions = CellPositions { row: v.rows_of_distances(distances), bit: v.row_bits(distances) };
        let rows = u128::from(map_bits[0]) | u128::from(map_bits[1]) << 64;
        found = v.or(found, positions.in_rows(v, rows));
    }
    found
}

/// Whether any bitmap has code points that pass only between two others.
#[inline(always)]
fn has_isolated(filter: &CodePointFilter) -> bool {
    filter.bitmaps.iter().take(filter.bitmaps_used).any(|map| map.isolated != [0; 2])
}

/// UTF-8 variant of [`mismatches_utf16`], and the number of units that the mask covers.
#[inline(always)]
pub(super) fn mismatches_utf8<V: Vectors, U: CodeUnit>(
    v: V,
    filter: &CodePointFilter,
    window: &[U; WINDOW],
) -> (u64, usize) {
    let first = v.load_bytes(window, 0);
    let other = v.top_bits(first);
    let ascii = !other & !exceptions(v, filter, first);
    if other == 0 {
        return (!ascii, BLOCK);
    }
    let sets = &filter.utf8;
    let (starts, isolated) = match sets.has_isolated {
        true => starts::<V, U, true>(v, sets, window, first),
        false => starts::<V, U, false>(v, sets, window, first),
    };
    let StartMasks { two, three } = starts;
    let four = if filter.supplementary_used == 0 { 0 } else { v.supplementary(filter, window) };
    let beyond = (two >> 63)
        + (three >> 62 & 1)
        + 2 * (three >> 63)
        + (four >> 61 & 1)
        + 2 * (four >> 62 & 1)
        + 3 * (four >> 63);
    let all_bytes = |two: u64, three: u64| two | two << 1 | three | three << 1 | three << 2;
    let mut found = ascii | all_bytes(two, three) | four | four << 1 | four << 2 | four << 3;
    if sets.has_isolated {
        found |= all_bytes(isolated.two & found << 1 & found >> 2, isolated.three & found << 1 & found >> 3);
    }
    (!found, BLOCK + beyond as usize)
}

/// The positions where code points of two and of three bytes start.
#[derive(Clone, Copy, Default)]
struct StartMasks {
    two: u64,
    three: u64,
}

/// The positions where code points that pass start or, if `ISOLATED`, those that pass between two others.
#[inline(always)]
fn starts<V: Vectors, U: CodeUnit, const ISOLATED: bool>(
    v: V,
    sets: &Utf8Sets,
    window: &[U; WINDOW],
    first: V::U8x64,
) -> (StartMasks, StartMasks) {
    let (mut passed, mut isolated) = (StartMasks::default(), StartMasks::default());
    let second = v.load_bytes(window, 1);
    let is_two = v.within(first, 0xC2, 0xDF);
    if v.any(is_two) {
        let mut found = PassingLeads { all: in_leads(v, sets.leads, first), alone: v.none() };
        if !sets.two_byte().is_empty() {
            let positions = CellPositions::of(v, first, second);
            let even = v.and_byte(first, 0xFE);
            for cell in sets.two_byte() {
                found.add::<ISOLATED>(v, cell, positions, v.equal(even, cell.first));
            }
        }
        let are_two = v.and(is_two, v.continuations(second));
        (passed.two, isolated.two) = found.masks::<ISOLATED>(v, are_two);
    }
    let is_three = v.within(first, 0xE0, 0xEF);
    if v.any(is_three) {
        let third = v.load_bytes(window, 2);
        let mut found = PassingLeads { all: in_pairs(v, sets.pairs(), first, second), alone: v.none() };
        if !sets.three_byte().is_empty() {
            let positions = CellPositions::of(v, second, third);
            let even = v.and_byte(second, 0xFE);
            for cell in sets.three_byte() {
                let here = v.and(v.equal(first, cell.first), v.equal(even, cell.second));
                found.add::<ISOLATED>(v, cell, positions, here);
            }
        }
        let are_three = v.and(is_three, v.continuations(third));
        (passed.three, isolated.three) = found.masks::<ISOLATED>(v, are_three);
    }
    (passed, isolated)
}

/// Lead bytes of two-byte code points that pass with every second byte.
#[inline(always)]
fn in_leads<V: Vectors>(v: V, leads: LeadSet, first: V::U8x64) -> V::U8x64 {
    // One bit for C, another one for D.
    let of_high = v.look_up(0x0201 << 96, v.high_nibbles(first));
    v.nonzero(v.and(of_high, v.look_up(leads.low, v.and_byte(first, 0x0F))))
}

/// Lead bytes of three-byte code points that, with their second byte, are in one of the sets.
#[inline(always)]
fn in_pairs<V: Vectors>(v: V, pairs: &[LeadTrailSet], first: V::U8x64, second: V::U8x64) -> V::U8x64 {
    let mut found = v.none();
    if pairs.is_empty() {
        return found;
    }
    let first = v.and_byte(first, 0x0F);
    let (high, low) = (v.high_nibbles(second), v.and_byte(second, 0x0F));
    for pairs in pairs {
        let [one, two, three] = pairs.tables;
        let of_second = v.and(v.look_up(two, high), v.look_up(three, low));
        found = v.or(found, v.and(v.look_up(one, first), of_second));
    }
    v.nonzero(found)
}

/// Positions in a cell of 128 code points: the row of eight code points to look up, and the bit in the row.
#[derive(Clone, Copy)]
pub(super) struct CellPositions<B> {
    row: B,
    bit: B,
}

impl<B: Copy> CellPositions<B> {
    /// From the last two bytes of code points.
    #[inline(always)]
    pub fn of<V: Vectors<U8x64 = B>>(v: V, last_but_one: B, last: B) -> CellPositions<B> {
        CellPositions { row: v.rows(last_but_one, last), bit: v.row_bits(last) }
    }

    /// Lanes whose bit is set in `rows`.
    #[inline(always)]
    pub fn in_rows<V: Vectors<U8x64 = B>>(self, v: V, rows: u128) -> B {
        v.have_bit(v.look_up(rows, self.row), self.bit)
    }
}

/// Lanes of lead bytes: of code points that pass, and of those that pass between two others.
struct PassingLeads<B> {
    all: B,
    alone: B,
}

impl<B: Copy> PassingLeads<B> {
    /// Adds the lanes of `here` that pass by a cell.
    #[inline(always)]
    fn add<const ISOLATED: bool>(
        &mut self,
        v: impl Vectors<U8x64 = B>,
        cell: &Cell,
        positions: CellPositions<B>,
        here: B,
    ) {
        self.all = v.or(self.all, v.and(here, positions.in_rows(v, cell.bits)));
        if ISOLATED {
            self.alone = v.or(self.alone, v.and(here, positions.in_rows(v, cell.isolated)));
        }
    }

    /// The masks of the lanes that are also in `valid`.
    #[inline(always)]
    fn masks<const ISOLATED: bool>(self, v: impl Vectors<U8x64 = B>, valid: B) -> (u64, u64) {
        (v.mask(v.and(self.all, valid)), if ISOLATED { v.mask(v.and(self.alone, valid)) } else { 0 })
    }
}
