//! Runs the normalization of `unic_normalizer` and `unic_folding` over texts, with offset maps, and over the terms of
//! batches.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::candidate_terms::{CandidateTerms, dense_range_of_all};
use crate::analysis::normalization::{EXPANSION_OFFSETS, Normalization, SetFilter};
use crate::analysis::offset_map::OutOfMemory;
use crate::analysis::offset_map_builder::{Edit, OffsetPolicy, have_same_boundaries};
use crate::analysis::options::Options;
use crate::analysis::rewriter::Rewriter;
use crate::memory;
use crate::unicode::normalize::{Filtered, MappedTerms, MappedText, Piece, Scratch, Shifts, Sink};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit, Encoding};
use std::hint::select_unpredictable;
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
    /// The indices in the batch of the tokens whose terms were not mapped with the text.
    terms: Vec<u32>,
    mapped: MappedText,
    gain: MappingGain,
    shifts: Shifts,
}

/// Whether it pays to map terms code point by code point: not if most depend on their context, as in decomposed text.
#[derive(Clone, Copy, Debug, Default)]
struct MappingGain {
    /// The number of terms mapped, minus twice that of other terms.
    gain: i32,
    /// The number of batches for which it is not tried.
    batches_to_skip: u8,
}

impl MappingGain {
    /// The number of batches after those without a gain.
    const BATCHES_TO_SKIP: u8 = 15;
    /// The greatest gain that is remembered: a text of another kind is recognized soon.
    const MAX_GAIN: i32 = 128;

    /// Whether it is tried for the next batch.
    fn tries_next(&mut self) -> bool {
        let is_tried = self.batches_to_skip == 0;
        self.batches_to_skip = self.batches_to_skip.saturating_sub(1);
        is_tried
    }

    /// Adds a batch of `all` terms, of which `others` were not mapped.
    fn add(&mut self, all: usize, others: usize) {
        self.gain = (self.gain + all as i32 - 3 * others as i32).clamp(-1, MappingGain::MAX_GAIN);
        self.batches_to_skip = if self.gain < 0 { MappingGain::BATCHES_TO_SKIP } else { 0 };
    }
}

impl NormalizationRunner {
    /// Creates the state; uses `expansion_offsets`, if the options have it.
    pub fn new(normalization: Arc<Normalization>, options: &Options) -> NormalizationRunner {
        NormalizationRunner::with_offsets(normalization, options.text(&EXPANSION_OFFSETS) == Some("cover"))
    }

    fn with_offsets(normalization: Arc<Normalization>, cover: bool) -> NormalizationRunner {
        NormalizationRunner {
            normalization,
            cover,
            scratch: Scratch::default(),
            edits: Vec::new(),
            buffer: Buffer::default(),
            terms: Vec::new(),
            mapped: MappedText::default(),
            gain: MappingGain::default(),
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
    /// if the terms are dense: map the text from the first to the last one, code point by code point
    /// if those whose code points depend on others are dense: normalize that text, take each result from the output
    /// else, and for terms without a boundary at an end: normalize each term
    /// ```
    pub fn filter_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.scratch.release_large();
        self.terms.clear();
        if self.terms.try_reserve(batch.tokens.len()).is_err() {
            return batch.run_out_of_memory();
        }
        let candidates = self.map_independent_terms(text, batch);
        if let Some(range) = candidates.dense_range().filter(|_| self.maps_texts()) {
            self.normalize_together(text, range, batch);
        }
        self.normalize_alone(text, batch);
        if self.scratch.take_failure() {
            batch.run_out_of_memory();
        }
    }

    /// Maps the terms whose code points do not depend on others; returns the other ones, and adds them to the list.
    fn map_independent_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) -> CandidateTerms {
        let Normalization { normalizer, filter } = &*self.normalization;
        let (tokens, arena) = batch.tokens_and_arena();
        // With a set, characters outside of it split a term.
        let may_map = filter.is_none() && !normalizer.is_fcd();
        let range = dense_range_of_all(tokens).filter(|_| may_map && self.gain.tries_next());
        let is_tried = range.is_some();
        let (mapped, scratch) = (&mut self.mapped, &mut self.scratch);
        let mapped = range.and_then(|range| {
            arena.extend_by(|units| normalizer.map_terms(text.part(range.clone()), range.start, units, mapped, scratch))
        });
        let mut others = CandidateTerms::NONE;
        if mapped.as_ref().is_some_and(|mapped| tokens.iter().all(|token| is_unchanged(mapped, token))) {
            self.gain.add(tokens.len(), 0);
            return others;
        }
        for (at, token) in (0..).zip(&mut *tokens) {
            if let Some((start, end)) = token.term.text_range() {
                let (start, end) = (start as usize, end as usize);
                if let Some(result) = mapped.as_ref().and_then(|mapped| mapped.result(start, end)) {
                    let written = arena.term(result.start, result.end);
                    token.term = select_unpredictable(result.changed, written, token.term);
                    continue;
                }
                others.add(start, end);
            }
            self.terms.push(at);
        }
        if is_tried {
            self.gain.add(tokens.len(), self.terms.len());
        }
        others
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

/// Whether a term is part of a text without changes.
#[inline]
fn is_unchanged(mapped: &MappedTerms<'_>, token: &BatchToken) -> bool {
    token.term.text_range().is_some_and(|(start, end)| mapped.keeps(start as usize, end as usize))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::token::TokenType;
    use crate::unicode::normalize::{Form, Mode, Normalizer};
    use crate::unicode::text::{from_str, to_string};
    use proptest::prelude::*;

    fn runner(form: Form, mode: Mode) -> NormalizationRunner {
        let normalizer = Arc::new(Normalizer::with_mode(form, mode));
        NormalizationRunner::with_offsets(Arc::new(Normalization { normalizer, filter: None }), false)
    }

    /// Filters tokens of a text, given by code points, of which each fourth one is in the arena. Expects the terms
    /// normalized alone.
    fn check<U: CodeUnit>(runner: &mut NormalizationRunner, text: &str, terms: &[(usize, usize)]) {
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let units = from_str::<U>(text);
        let (mut batch, mut expected) = (Batch::default(), Vec::new());
        for (number, (start, length)) in terms.iter().enumerate() {
            let start = start % offsets.len();
            let end = (start + length).min(offsets.len() - 1);
            let before = from_str::<U>(&text[..offsets[start]]).len();
            let term = &text[offsets[start]..offsets[end]];
            let term_units = from_str::<U>(term);
            let mut token = BatchToken::of_text(before, before + term_units.len(), TokenType::Word);
            if number % 4 == 3 {
                token.term = batch.write(|arena| arena.extend(&term_units));
            }
            batch.tokens.push(token);
            let mut out = Vec::new();
            let is_changed =
                runner.normalization.normalizer.normalize_token(&term_units, &mut out, &mut Scratch::default());
            expected.push(if is_changed { to_string(&out) } else { term.to_owned() });
        }
        runner.filter_terms(&units, &mut batch);
        let found: Vec<String> = batch.tokens.iter().map(|token| to_string(batch.units(&units, token.term))).collect();
        assert_eq!(found, expected);
    }

    proptest! {
        /// Tokens in any order, also overlapping ones; one stream reads several texts.
        #[test]
        fn terms_equal_those_normalized_alone(
            texts in prop::collection::vec("([a-zA-Z ]{0,20}|[А-яЁё ]{0,20}|[à-ÿÀ-ß]{0,5}|e\u{301}|[가-힣ᄀ-ᇿ]{0,5}|\\PC{0,5}|[\u{AD}\u{301}\u{327}]){1,12}", 1..6),
            terms in prop::collection::vec((0_usize..90, 0_usize..90), 1..12),
            is_ascending: bool,
            form in 0_usize..7,
            mode in 0_usize..4,
        ) {
            let mut terms = terms;
            if is_ascending {
                terms.sort_unstable();
            }
            let mut runner = runner(Form::ALL[form].1, Mode::ALL[mode].1);
            for text in texts {
                check::<u8>(&mut runner, &text, &terms);
                check::<u16>(&mut runner, &text, &terms);
            }
        }
    }

    #[test]
    fn texts_that_gain_nothing_are_not_mapped_for_a_while() {
        let mut gain = MappingGain::default();
        assert!(gain.tries_next());
        gain.add(9, 9);
        let tried = (0..=usize::from(MappingGain::BATCHES_TO_SKIP)).map(|_| gain.tries_next());
        assert_eq!(tried.filter(|is_tried| *is_tried).count(), 1);
        gain.add(9, 1);
        gain.add(9, 3);
        assert!(gain.tries_next());
    }
}
