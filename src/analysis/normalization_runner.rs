//! Runs the normalization of `unic_normalizer` and `unic_folding` over texts, with offset maps, and over the terms of
//! batches.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::candidate_terms::{CandidateTerms, dense_range_of_all};
use crate::analysis::edit_collector::EditCollector;
use crate::analysis::mapping_gain::MappingGain;
use crate::analysis::normalization::{EXPANSION_OFFSETS, Normalization};
use crate::analysis::offset_map_builder::{Edit, OffsetPolicy};
use crate::analysis::options::Options;
use crate::analysis::rewriter::Rewriter;
use crate::analysis::set_filter::SetFilter;
use crate::memory::{self, AllocationFailed};
use crate::unicode::normalize::{ContextFreeEdits, ContextFreeTerms, FilteredNormalizer, Scratch, Shifts};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit};
use std::hint::select_unpredictable;
use std::ops::Range;
use std::sync::Arc;

/// Runs a normalization over texts or terms: the state of the char filters and token filters `unic_normalizer` and
/// `unic_folding`.
#[derive(Clone, Debug)]
pub struct NormalizationRunner {
    normalization: Arc<Normalization>,
    /// Whether every part of an expansion spans its source (`expansion_offsets: cover`).
    cover: bool,
    scratch: Scratch,
    /// The edits of a text.
    edits: Vec<Edit>,
    /// The result of a term that is normalized alone.
    buffer: Buffer,
    /// The indices in the batch of the tokens whose terms are not normalized yet.
    pending: Vec<u32>,
    context_free_edits: ContextFreeEdits,
    gain: MappingGain,
    shifts: Shifts,
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
            pending: Vec::new(),
            context_free_edits: ContextFreeEdits::default(),
            gain: MappingGain::default(),
            shifts: Shifts::default(),
        }
    }

    /// Normalizes a text as a char filter.
    pub fn filter_text<U: CodeUnit>(&mut self, rewriter: &mut Rewriter<'_, U>) {
        self.release_large();
        let normalized = self.normalization.normalized_prefix(rewriter.source(), &mut self.scratch);
        if normalized == rewriter.source().len() {
            return;
        }
        self.edits.clear();
        rewriter.replace_whole(|source, result| {
            let NormalizationRunner { normalization, edits, scratch, .. } = self;
            let mut sink = EditCollector::new(edits, self.cover);
            normalization.run(source, normalized, result, &mut sink, scratch)?;
            if sink.is_out_of_memory() | scratch.take_failure() { Err(AllocationFailed) } else { Ok(()) }
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
    /// pending = terms with code points that depend on others
    /// if pending ones are dense: normalize the text that contains them, take those between boundaries from the result
    /// normalize each term that is still pending
    /// ```
    pub fn filter_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.scratch.release_large();
        self.pending.clear();
        if self.pending.try_reserve(batch.tokens.len()).is_err() {
            return batch.record_out_of_memory();
        }
        let candidates = self.normalize_context_free(text, batch);
        if let Some(range) = candidates.dense_range().filter(|_| self.can_normalize_together()) {
            self.normalize_together(text, range, batch);
        }
        self.normalize_alone(text, batch);
        if self.scratch.take_failure() {
            batch.record_out_of_memory();
        }
    }

    /// Maps the terms whose code points do not depend on others, if that pays; the other ones are pending. Returns the
    /// pending ones that are slices of the text.
    fn normalize_context_free<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) -> CandidateTerms {
        let Normalization { normalizer, filter } = &*self.normalization;
        let (tokens, arena) = batch.tokens_and_arena();
        // With a set, characters outside of it split a term.
        let may_map = filter.is_none() && !normalizer.is_fcd();
        let range = dense_range_of_all(tokens).filter(|_| may_map && self.gain.start_batch());
        let is_tried = range.is_some();
        let (edits, scratch) = (&mut self.context_free_edits, &mut self.scratch);
        let terms = range.and_then(|range| {
            arena.extend_by(|units| {
                normalizer.normalize_context_free(text.part(range.clone()), range.start, units, edits, scratch)
            })
        });
        let mut others = CandidateTerms::NONE;
        if terms.as_ref().is_some_and(|terms| tokens.iter().all(|token| is_unchanged(terms, token))) {
            self.gain.add(tokens.len(), 0);
            return others;
        }
        for (at, token) in (0..).zip(&mut *tokens) {
            if let Some((start, end)) = token.term.text_range() {
                let (start, end) = (start as usize, end as usize);
                if let Some(result) = terms.as_ref().and_then(|terms| terms.result(start, end)) {
                    let written = arena.term(result.start, result.end);
                    token.term = select_unpredictable(result.changed, written, token.term);
                    continue;
                }
                others.add(start, end);
            }
            self.pending.push(at);
        }
        if is_tried {
            self.gain.add(tokens.len(), self.pending.len());
        }
        others
    }

    /// Whether the terms of a text can be slices of the normalized text.
    fn can_normalize_together(&self) -> bool {
        let has_strings = self.normalization.filter.as_ref().is_some_and(SetFilter::has_strings);
        !has_strings && !self.normalization.normalizer.is_fcd()
    }

    /// Normalizes the part of the text that contains the pending terms, which are slices of the result then. Those that
    /// are to be normalized alone stay pending.
    fn normalize_together<U: CodeUnit>(&mut self, text: &[U], range: Range<usize>, batch: &mut Batch<U>) {
        let Normalization { normalizer, filter } = &*self.normalization;
        let (tokens, arena) = batch.tokens_and_arena();
        let (shifts, scratch) = (&mut self.shifts, &mut self.scratch);
        let (start, part) = (range.start, text.part(range));
        let results = arena.extend_by(|units| {
            units.try_reserve(part.len()).ok()?;
            normalizer.normalize_terms(filter.as_ref(), part, start, units, shifts, scratch)
        });
        let Some(mut results) = results else { return batch.record_out_of_memory() };
        // Results are read in ascending order.
        let mut last_end = 0;
        self.pending.retain(|&at| {
            let Some(token) = tokens.get_mut(at as usize) else { return false };
            let Some((start, end)) = token.term.text_range() else { return true };
            let (start, end) = (start as usize, end as usize);
            if start < last_end {
                return true;
            }
            last_end = end;
            let Some((from, to)) = results.result(text, (start, end)) else { return true };
            if !are_equal(arena.between(from, to), text.part(start..end)) {
                token.term = arena.term(from, to);
            }
            false
        });
    }

    /// Normalizes the pending terms, one by one.
    fn normalize_alone<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        let result = self.buffer.of::<U>();
        memory::release_large(result);
        let Normalization { normalizer, filter } = &*self.normalization;
        for &at in &self.pending {
            let Some(term) = batch.tokens.get(at as usize).map(|token| token.term) else { break };
            let units = batch.units(text, term);
            result.clear();
            let changed = match filter {
                Some(filter) => {
                    FilteredNormalizer::new(normalizer, filter).normalize_token(units, result, &mut self.scratch)
                }
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
fn is_unchanged(terms: &ContextFreeTerms<'_>, token: &BatchToken) -> bool {
    token.term.text_range().is_some_and(|(start, end)| terms.keeps(start as usize, end as usize))
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
}
