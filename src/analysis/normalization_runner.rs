//! Runs the normalization of `unic_normalizer` and `unic_folding` over texts, with offset maps, and over the terms of
//! batches.

use crate::analysis::batch::Batch;
use crate::analysis::candidate_terms::CandidateTerms;
use crate::analysis::normalization::{EXPANSION_OFFSETS, Normalization, SetFilter};
use crate::analysis::offset_map::OutOfMemory;
use crate::analysis::offset_map_builder::{Edit, OffsetPolicy, have_same_boundaries};
use crate::analysis::options::Options;
use crate::analysis::rewriter::Rewriter;
use crate::memory;
use crate::unicode::normalize::{Filtered, Piece, Scratch, Shifts, Sink};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit, Encoding};
use std::ops::Range;
use std::sync::Arc;

/// Collects the edits of a normalization.
struct EditCollector<'p> {
    edits: &'p mut Vec<Edit>,
    is_fine_grained: bool,
    out_of_memory: bool,
}

impl<U: CodeUnit> Sink<U> for EditCollector<'_> {
    #[inline]
    fn is_fine_grained(&self) -> bool {
        self.is_fine_grained
    }

    #[inline]
    fn replaced(&mut self, piece: Piece<'_, U>) {
        // In UTF-16 such a piece is not reported, since its offsets map one to one.
        if U::ENCODING == Encoding::Utf16 && !self.is_fine_grained && have_same_boundaries(piece.source, piece.result) {
            return;
        }
        if self.edits.try_reserve(1).is_err() {
            self.out_of_memory = true;
            return;
        }
        let (source, result) = (piece.source_start, piece.result_start);
        // Beyond 2^32 units the result exceeds the limit of a filtered text, which is reported after the call.
        let unit = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.edits.push(Edit {
            source: source as u32..(source + piece.source.len()) as u32,
            result: unit(result)..unit(result + piece.result.len()),
        });
    }

    #[inline]
    fn removed(&mut self, source_start: usize, result_start: usize, _: &[U], mut removed: u64) {
        if self.edits.try_reserve(removed.count_ones() as usize).is_err() {
            self.out_of_memory = true;
            return;
        }
        let (source, mut result) = (source_start as u32, result_start as u32);
        while removed != 0 {
            let index = removed.trailing_zeros();
            let (from, at) = (source + index, result.wrapping_add(index));
            self.edits.push(Edit { source: from..from + 1, result: at..at });
            result = result.wrapping_sub(1);
            removed &= removed - 1;
        }
    }

    #[inline]
    fn rewind(&mut self, source_start: usize) {
        while self.edits.last().is_some_and(|edit| edit.source.start as usize >= source_start) {
            self.edits.pop();
        }
    }
}

/// Runs a normalization over texts and terms: the four components, which a stream clones.
#[derive(Clone, Debug)]
pub struct NormalizationRunner {
    normalization: Arc<Normalization>,
    /// Whether every part of an expansion spans its source (`expansion_offsets: cover`).
    cover: bool,
    scratch: Scratch,
    edits: Vec<Edit>,
    buffer: Buffer,
    /// The indices in the batch of the tokens whose terms may change.
    terms: Vec<u32>,
    shifts: Shifts,
}

/// Minimum number of terms of a batch for a scan, which costs as much as a few single checks.
const MIN_TERMS_TO_SCAN: usize = 4;
/// If inert terms minus other terms falls below this, the rest of the batch is processed without the scan.
const MIN_GAIN: i32 = -4;

impl NormalizationRunner {
    /// Creates the state; uses `expansion_offsets`, if the options have it.
    pub fn new(normalization: Arc<Normalization>, options: &Options) -> NormalizationRunner {
        let cover = options.text(&EXPANSION_OFFSETS) == Some("cover");
        NormalizationRunner {
            normalization,
            cover,
            scratch: Scratch::default(),
            edits: Vec::new(),
            buffer: Buffer::default(),
            terms: Vec::new(),
            shifts: Shifts::default(),
        }
    }

    /// Normalizes a text as a char filter.
    pub fn filter_text<U: CodeUnit>(&mut self, rewriter: &mut Rewriter<'_, U>) {
        self.release_large();
        let normalized = self.normalization.span_yes(rewriter.source(), &mut self.scratch);
        if normalized == rewriter.source().len() {
            return;
        }
        self.edits.clear();
        rewriter.replace_whole(|source, result| {
            let NormalizationRunner { normalization, edits, scratch, .. } = self;
            let mut sink = EditCollector { edits, is_fine_grained: self.cover, out_of_memory: false };
            normalization.run(source, normalized, result, &mut sink, scratch)?;
            if sink.out_of_memory | scratch.take_failure() { Err(OutOfMemory) } else { Ok(()) }
        });
        let policy = if self.cover { OffsetPolicy::Span } else { OffsetPolicy::AlignEnd };
        rewriter.report_edits(&self.edits, policy);
    }

    /// Releases large buffers before the next text.
    fn release_large(&mut self) {
        memory::release_large(&mut self.edits);
        self.scratch.release_large();
    }

    /// Normalizes the terms of a batch as a token filter.
    ///
    /// ```text
    /// find the terms that may change: those that the scan for inert terms does not skip
    /// if they are dense: normalize the text from the first to the last one, take each result from the output
    /// else, and for terms without a boundary at an end: normalize each term
    /// ```
    pub fn filter_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.scratch.release_large();
        let found = self.find_terms(text, batch);
        if let Some(range) = found.dense_range().filter(|_| self.maps_texts()) {
            self.normalize_together(text, range, batch);
        }
        self.normalize_alone(text, batch);
        if self.scratch.take_failure() {
            batch.run_out_of_memory();
        }
    }

    /// Finds the tokens whose terms may change.
    ///
    /// PERF: the scan for inert terms makes English 1.2 to 1.3 times as fast; it stops in batches where most terms
    /// change.
    fn find_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) -> CandidateTerms {
        let mut found = CandidateTerms::NONE;
        self.terms.clear();
        if self.terms.try_reserve(batch.tokens.len()).is_err() {
            batch.run_out_of_memory();
            return found;
        }
        let (mut inert, scanned) = match self.is_scanned(text, batch) {
            false => (None, text),
            true => {
                // The scan ends with the batch: a scan to the end of the text per batch would be quadratic.
                let ends = batch.tokens.iter().filter_map(|token| token.term.text_range()).map(|(_, end)| end);
                let scanned = text.part(..ends.max().unwrap_or(0) as usize);
                (Some(self.normalization.normalizer.inert_terms::<U>()), scanned)
            }
        };
        // The number of inert terms minus that of other terms.
        let mut gain = 0;
        for (at, token) in (0..).zip(&batch.tokens) {
            if let Some((start, end)) = token.term.text_range() {
                let (start, end) = (start as usize, end as usize);
                if let Some(terms) = &mut inert {
                    if terms.contains(scanned, start, end) {
                        gain += 1;
                        continue;
                    }
                    gain -= 1;
                    if gain < MIN_GAIN {
                        inert = None;
                    }
                }
                found.add(start, end);
            }
            self.terms.push(at);
        }
        found
    }

    /// Whether the scan probably finds inert terms, which are mostly ASCII. With a set filter, characters outside of
    /// the set split a term, so there is no scan.
    fn is_scanned<U: CodeUnit>(&self, text: &[U], batch: &Batch<U>) -> bool {
        let first = batch.tokens.first().and_then(|token| text.get(token.term.text_range()?.0 as usize));
        let is_ascii = first.is_some_and(|&unit| unit.into() < 0x80);
        is_ascii && batch.tokens.len() >= MIN_TERMS_TO_SCAN && self.normalization.filter.is_none()
    }

    /// Whether the terms of a text can be taken from the normalized text.
    fn maps_texts(&self) -> bool {
        let has_strings = self.normalization.filter.as_ref().is_some_and(SetFilter::has_strings);
        !has_strings && !self.normalization.normalizer.is_fcd()
    }

    /// Normalizes the part of the text that contains the terms found. Keeps those that are to be normalized alone.
    fn normalize_together<U: CodeUnit>(&mut self, text: &[U], range: Range<usize>, batch: &mut Batch<U>) {
        let Normalization { normalizer, filter } = &*self.normalization;
        let (tokens, arena) = batch.tokens_and_arena();
        let (shifts, scratch) = (&mut self.shifts, &mut self.scratch);
        let (start, part) = (range.start, text.part(range));
        let results = arena.extend_by(|units| {
            units.try_reserve(part.len()).ok()?;
            normalizer.normalize_terms(filter.as_ref(), part, start, units, shifts, scratch)
        });
        let Some(mut results) = results else { return batch.run_out_of_memory() };
        let mut last = 0;
        self.terms.retain(|&at| {
            let Some(token) = tokens.get_mut(at as usize) else { return false };
            let Some((start, end)) = token.term.text_range() else { return true };
            let (start, end) = (start as usize, end as usize);
            if start < last {
                return true;
            }
            last = end;
            let Some((from, to)) = results.result(text, (start, end)) else { return true };
            if !are_equal(arena.between(from, to), text.part(start..end)) {
                token.term = arena.term(from, to);
            }
            false
        });
    }

    /// Normalizes the terms found, one by one.
    fn normalize_alone<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let result = self.buffer.of::<U>();
        memory::release_large(result);
        let Normalization { normalizer, filter } = &*self.normalization;
        for &at in &self.terms {
            let Some(term) = batch.tokens.get(at as usize).map(|token| token.term) else { break };
            let units = batch.units(text, term);
            result.clear();
            let changed = match filter {
                Some(filter) => Filtered::new(normalizer, filter).normalize_token(units, result, &mut self.scratch),
                None => normalizer.normalize_token(units, result, &mut self.scratch),
            };
            if changed {
                let term = batch.write(|arena| arena.extend(result));
                batch.set_term(at as usize, term);
            }
        }
    }
}

/// Whether two terms are equal. Most are so short that a call of `memcmp` costs more.
#[inline]
fn are_equal<U: CodeUnit>(one: &[U], other: &[U]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    if let (Some(last), Some(other_last)) = (one.last_chunk::<8>(), other.last_chunk()) {
        let (mut rest, mut other_rest) = (one, other);
        while let (Some((eight, after)), Some((other_eight, other_after))) =
            (rest.split_first_chunk::<8>(), other_rest.split_first_chunk())
        {
            if eight != other_eight {
                return false;
            }
            (rest, other_rest) = (after, other_after);
        }
        return last == other_last;
    }
    if let (Some(last), Some(other_last)) = (one.last_chunk::<4>(), other.last_chunk()) {
        return last == other_last && one.first_chunk::<4>() == other.first_chunk();
    }
    one.iter().eq(other)
}
