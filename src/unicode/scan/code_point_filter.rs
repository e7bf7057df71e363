//! A set of code points that is tested for 64 units at a time: ASCII with exceptions, a few ranges, and bitmaps of 128
//! code points.

use super::backend::{Backend, backend, has_byte_lookup};
use super::block::{BLOCK, WINDOW};
use super::spans::{Bitmap128, Span};
use super::supplementary_range::SupplementaryRange;
use super::utf8_sets::{SpanPart, Utf8Sets, part_around};
use crate::unicode::bmp::decode_supplementary;
use crate::unicode::text::{CodeUnit, Encoding};

/// The code points that a scan loop skips. The filter adapts to the text, so a few ranges suffice.
#[derive(Clone, Copy, Debug)]
pub struct CodePointFilter {
    /// All code points below it pass, except those of the next two fields; at most 0x80 in UTF-8.
    pub limit: u16,
    /// ASCII characters that do not pass, the first slot filled first; 0xFF for none.
    pub except: [u8; 2],
    /// Whether `A` to `Z` do not pass either.
    pub except_upper: bool,
    /// The number of spans in use.
    pub spans_used: usize,
    /// Ranges of the BMP above ASCII that pass.
    pub spans: [Span; 6],
    /// The number of bitmaps in use: 0 without [`CodePointFilter::supports_bitmaps`].
    pub bitmaps_used: usize,
    /// Bitmaps, for code points that would form many ranges.
    pub bitmaps: [Bitmap128; 3],
    /// The number of supplementary ranges in use: 0 without [`CodePointFilter::supports_supplementary`].
    pub(super) supplementary_used: usize,
    /// Ranges of supplementary code points that pass.
    pub(super) supplementary: [SupplementaryRange; 2],
    /// The indices of the entries that are replaced next.
    pub(super) next_span: usize,
    pub(super) next_bitmap: usize,
    pub(super) next_supplementary: usize,
    /// The spans and bitmaps compiled for UTF-8, used with AVX2 and NEON.
    pub(super) utf8: Utf8Sets,
}

/// The result of a search: the first window with a code point that does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The offset of the window.
    pub at: usize,
    /// The mask of the window's units that belong to code points that do not pass; 0 if no whole window is left.
    pub mask: u64,
    /// The number of units that the mask covers: [`BLOCK`], or up to [`MAX_AFTER`](super::MAX_AFTER) more if a code
    /// point that passes continues; 0 if no whole window is left.
    pub length: usize,
}

impl CodePointFilter {
    /// A filter that passes all of ASCII.
    pub const fn ascii() -> CodePointFilter {
        CodePointFilter {
            limit: 0x80,
            except: [0xFF; 2],
            except_upper: false,
            spans_used: 0,
            spans: [Span { first: 0, extent: 0 }; 6],
            bitmaps_used: 0,
            bitmaps: [Bitmap128 { first: 0, bits: [0; 2], isolated: [0; 2] }; 3],
            supplementary_used: 0,
            supplementary: [SupplementaryRange::EMPTY; 2],
            next_span: 0,
            next_bitmap: 0,
            next_supplementary: 0,
            utf8: Utf8Sets::NONE,
        }
    }

    /// Removes all code points above ASCII.
    pub fn keep_ascii(&mut self) {
        let CodePointFilter { limit, except, except_upper, .. } = *self;
        *self = CodePointFilter { limit: limit.min(0x80), except, except_upper, ..CodePointFilter::ascii() };
    }

    /// Adds a range above ASCII, or the part of it around `code`. A full list drops its oldest entry.
    #[inline(never)]
    pub fn insert_range<U: CodeUnit>(&mut self, span: Span, code: u16) {
        if !CodePointFilter::has_utf8_sets::<U>() {
            return put(&mut self.spans, &mut self.spans_used, &mut self.next_span, span);
        }
        match part_around(span, code) {
            SpanPart::Bitmap(map) => self.insert_bitmap::<U>(map),
            SpanPart::Span(span) => {
                put(&mut self.spans, &mut self.spans_used, &mut self.next_span, span);
                self.compile::<U>();
            }
        }
    }

    /// Adds a bitmap; requires [`CodePointFilter::supports_bitmaps`].
    #[inline(never)]
    pub fn insert_bitmap<U: CodeUnit>(&mut self, map: Bitmap128) {
        match self.bitmaps.iter_mut().take(self.bitmaps_used).find(|known| known.first == map.first) {
            Some(known) => known.join(map),
            None => put(&mut self.bitmaps, &mut self.bitmaps_used, &mut self.next_bitmap, map),
        }
        self.compile::<U>();
    }

    /// Whether there is a bitmap of the 128 code points around one.
    pub fn has_bitmap_of(&self, code: u16) -> bool {
        self.bitmaps.iter().take(self.bitmaps_used).any(|map| map.first == code & !127)
    }

    /// Adds a range of supplementary code points; requires [`CodePointFilter::supports_supplementary`].
    pub fn insert_supplementary(&mut self, range: SupplementaryRange) {
        if let Some(known) =
            self.supplementary.iter_mut().take(self.supplementary_used).find(|known| range.includes(known))
        {
            *known = range;
            return;
        }
        put(&mut self.supplementary, &mut self.supplementary_used, &mut self.next_supplementary, range);
    }

    /// The ranges of supplementary code points in use.
    #[inline(always)]
    pub(super) fn supplementary_ranges(&self) -> impl Iterator<Item = &SupplementaryRange> {
        self.supplementary.iter().take(self.supplementary_used)
    }

    /// Whether a supplementary code point passes.
    #[inline]
    pub fn has_supplementary(&self, code: u32) -> bool {
        self.supplementary_ranges().any(|range| range.contains(code))
    }

    /// Compiles the sets for UTF-8.
    pub(super) fn compile<U: CodeUnit>(&mut self) {
        if CodePointFilter::has_utf8_sets::<U>() {
            self.utf8 = Utf8Sets::NONE;
            self.spans.iter().take(self.spans_used).for_each(|span| self.utf8.add_span(*span));
            self.bitmaps.iter().take(self.bitmaps_used).for_each(|map| self.utf8.add_bitmap(*map));
        }
    }

    /// Whether the backend can test bitmaps.
    pub fn supports_bitmaps() -> bool {
        backend() != Backend::Sse2
    }

    /// Whether the backend can test supplementary code points.
    pub fn supports_supplementary() -> bool {
        has_byte_lookup()
    }

    /// Whether the kernel is faster than a table lookup for each code point.
    #[inline]
    pub fn is_fast() -> bool {
        backend() != Backend::Scalar
    }

    /// Whether the kernel uses the sets for UTF-8.
    pub(super) fn has_utf8_sets<U: CodeUnit>() -> bool {
        U::ENCODING == Encoding::Utf8 && has_byte_lookup()
    }

    /// [`CodePointFilter::find_mismatch`] with the given kernel for one window.
    #[inline]
    pub(super) fn find_mismatch_with<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        mismatches: impl Fn(&CodePointFilter, &[U; WINDOW]) -> (u64, usize),
    ) -> Mismatch {
        while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            let (mask, length) = mismatches(self, window);
            if mask != 0 {
                return Mismatch { at, mask, length };
            }
            at += length;
        }
        Mismatch { at, mask: 0, length: 0 }
    }

    /// Scalar kernel: the mask of the mismatches among the first units of a window that starts with a code point, and
    /// the number of units that it covers.
    pub(super) fn scalar_mismatches<U: CodeUnit>(&self, window: &[U; WINDOW]) -> (u64, usize) {
        let is_isolated = |code| self.bitmaps.iter().take(self.bitmaps_used).any(|map| map.has_isolated(code as u16));
        self.mismatches_one_by_one(window, |code| self.has(code), is_isolated)
    }

    /// Whether a span or a bitmap contains a code point.
    pub(super) fn has(&self, code: u32) -> bool {
        self.spans.iter().take(self.spans_used).any(|span| span.contains(code as u16))
            || self.bitmaps.iter().take(self.bitmaps_used).any(|map| map.contains(code as u16))
    }

    /// The mismatches of a window, unit by unit, by two tests of code points above ASCII: whether one passes, and
    /// whether it passes between two others.
    pub(super) fn mismatches_one_by_one<U: CodeUnit>(
        &self,
        window: &[U; WINDOW],
        in_spans: impl Fn(u32) -> bool,
        is_isolated: impl Fn(u32) -> bool,
    ) -> (u64, usize) {
        let unit = |at: usize| -> u32 { window.get(at).map_or(0, |unit| (*unit).into()) };
        let is_basic = |unit: u32| {
            let except = self.except.iter().any(|except| u32::from(*except) == unit);
            unit < u32::from(self.limit) && !except && !(self.except_upper && (0x41..0x5B).contains(&unit))
        };
        // The number of units of the code point at `at` if it passes the test, otherwise 0.
        let length_of = |at: usize, is_one: &dyn Fn(u32) -> bool, is_basic: &dyn Fn(u32) -> bool| {
            let (first, second, third) = (unit(at), unit(at + 1), unit(at + 2));
            if U::ENCODING == Encoding::Utf16 {
                return usize::from(is_basic(first) || is_one(first));
            }
            let follows = |unit: u32| unit & 0xC0 == 0x80;
            let of_two = (first & 0x1F) << 6 | second & 0x3F;
            let of_three = (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F;
            match first {
                0..0x80 => usize::from(is_basic(first)),
                0xC2..0xE0 if follows(second) && is_one(of_two) => 2,
                0xE0..0xF0 if follows(second) && follows(third) && of_three >= 0x800 && is_one(of_three) => 3,
                _ => 0,
            }
        };
        let supplementary_length = |at: usize| {
            let (_, length) =
                decode_supplementary(window, at).filter(|(code, _)| self.has_supplementary(*code)).unwrap_or((0, 0));
            // A mask of UTF-16 ends with the block.
            if U::ENCODING == Encoding::Utf16 && at + length > BLOCK { 0 } else { length }
        };
        let passing_length = |at: usize| match length_of(at, &in_spans, &is_basic) {
            0 => supplementary_length(at),
            length => length,
        };
        let (mut mismatches, mut at, mut after_passing) = (0_u64, 0, false);
        while at < BLOCK {
            let mut length = passing_length(at);
            let isolated = if length == 0 && after_passing { length_of(at, &is_isolated, &|_| false) } else { 0 };
            after_passing = length != 0;
            if isolated != 0 && at + isolated < BLOCK && passing_length(at + isolated) != 0 {
                length = isolated;
            }
            mismatches |= u64::from(length == 0) << at;
            at += length.max(1);
        }
        (mismatches, at)
    }
}

/// Adds an item to a list; replaces the oldest one of a full list.
fn put<T, const N: usize>(list: &mut [T; N], used: &mut usize, next: &mut usize, one: T) {
    let at = if *used < N { *used } else { *next };
    if *used < N {
        *used += 1;
    } else {
        *next = (*next + 1) % N;
    }
    if let Some(slot) = list.get_mut(at) {
        *slot = one;
    }
}
