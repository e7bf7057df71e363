//! Normalizes the terms of a text together: one pass over the text that contains them, then each result is a slice of
//! the output.
//!
//! A pass per term costs several times its work on the text (tables, buffers, the search for a change), and terms are
//! too short for blocks. Normalization of a whole text splits at any boundary before a code point, so the result of a
//! term with boundaries at both ends is a slice of the result of the text (UAX #15, section 9). Other terms are
//! normalized alone.

use super::filter::{CharSet, FilteredNormalizer};
use super::normalizer::Normalizer;
use super::pieces::{Piece, Sink};
use super::record::BOUNDARY_BEFORE;
use super::scan_tables::decode_bmp_block;
use super::span::Scratch;
use super::table::{ActiveBits, TableView, is_active};
use crate::unicode::text::CodeUnit;

/// A piece of the text whose length changes.
#[derive(Clone, Copy, Debug)]
struct Shift {
    source_start: u32,
    source_end: u32,
    /// What is added to source offsets from the end of the piece on, wrapping.
    offset: u32,
}

/// The pieces of a text whose lengths change; the buffer is reused.
#[derive(Clone, Debug, Default)]
pub struct Shifts {
    shifts: Vec<Shift>,
    failed: bool,
}

impl Shifts {
    fn push(&mut self, source_start: usize, source_end: usize, result_end: usize) {
        if self.shifts.len() == self.shifts.capacity() && self.shifts.try_reserve(1).is_err() {
            self.failed = true;
            return;
        }
        // Texts are shorter than 2^31 units.
        let (source_start, source_end) = (source_start as u32, source_end as u32);
        self.shifts.push(Shift { source_start, source_end, offset: (result_end as u32).wrapping_sub(source_end) });
    }
}

impl<U: CodeUnit> Sink<U> for Shifts {
    #[inline]
    fn replaced(&mut self, piece: Piece<'_, U>) {
        if piece.source.len() != piece.result.len() {
            let source_end = piece.source_start + piece.source.len();
            self.push(piece.source_start, source_end, piece.result_start + piece.result.len());
        }
    }

    #[inline]
    fn rewind(&mut self, source_start: usize) {
        while self.shifts.last().is_some_and(|shift| shift.source_start as usize >= source_start) {
            self.shifts.pop();
        }
    }
}

/// Finds normalization boundaries, in any context. Not for FCD.
struct Boundaries<'s> {
    bits: &'s ActiveBits,
    view: TableView<'s>,
    /// Whether a code point has a boundary before it if its record has the flag, or if its decomposition starts with a
    /// starter.
    by_flag: bool,
}

impl Boundaries<'_> {
    /// Whether a text ends at an offset or has a boundary there.
    #[inline]
    fn is_at<U: CodeUnit>(&self, text: &[U], at: usize) -> bool {
        match decode_bmp_block(text, at) {
            Some((block, low, _)) if !is_active(self.bits, block, low) => true,
            _ => U::decode(text, at).is_none_or(|(c, _)| self.is_before(c)),
        }
    }

    /// See [`super::form_rules::FormRules::boundary_before`].
    #[inline]
    fn is_before(&self, c: char) -> bool {
        let record = self.view.record(c);
        if self.by_flag { record.has(BOUNDARY_BEFORE) } else { record.lccc() == 0 }
    }
}

/// The results of ascending terms in the normalized text.
pub struct NormalizedTerms<'s> {
    boundaries: Boundaries<'s>,
    /// Start of the normalized part of the text.
    start: usize,
    shifts: std::slice::Iter<'s, Shift>,
    /// What is added to source offsets, wrapping.
    offset: u32,
}

impl NormalizedTerms<'_> {
    /// The start and end of a term's result; `None` if the term is to be normalized alone. Terms are inside of the
    /// normalized part of `text`, and do not start before the end of the preceding one.
    #[inline]
    pub fn result<U: CodeUnit>(&mut self, text: &[U], term: (usize, usize)) -> Option<(usize, usize)> {
        let (start, end) = (self.map(term.0), self.map(term.1));
        let is_bounded = self.boundaries.is_at(text, term.0) && self.boundaries.is_at(text, term.1);
        if is_bounded { Some((start?, end?)) } else { None }
    }

    /// The offset in the result; `None` inside of a piece.
    #[inline]
    fn map(&mut self, at: usize) -> Option<usize> {
        let at = (at - self.start) as u32;
        while let Some(shift) = self.shifts.as_slice().first() {
            if shift.source_end > at {
                return (shift.source_start >= at).then_some(at.wrapping_add(self.offset) as usize);
            }
            self.offset = shift.offset;
            self.shifts.next();
        }
        Some(at.wrapping_add(self.offset) as usize)
    }
}

impl Normalizer {
    /// Appends a normalized part of a text, which starts at `start`. Returns its terms, or `None` if memory ran out.
    /// Not for FCD.
    pub fn normalize_terms<'s, U: CodeUnit>(
        &'s self,
        filter: Option<impl CharSet>,
        part: &[U],
        start: usize,
        out: &mut Vec<U>,
        shifts: &'s mut Shifts,
        scratch: &mut Scratch,
    ) -> Option<NormalizedTerms<'s>> {
        shifts.shifts.clear();
        let offset = out.len() as u32;
        match filter {
            Some(set) => FilteredNormalizer::new(self, set).normalize_to(part, out, shifts, scratch),
            None => self.normalize_to(part, out, shifts, scratch),
        }
        let failed = std::mem::take(&mut shifts.failed) | scratch.failed;
        let boundaries = Boundaries {
            bits: &self.bits,
            view: self.table.view(self.composes()),
            by_flag: self.composes() || self.pre_mappings.is_some(),
        };
        (!failed).then(|| NormalizedTerms { boundaries, start, shifts: shifts.shifts.iter(), offset })
    }
}
