//! The terms of a batch that a filter may change: whether it is worth mapping the text that contains them as a whole.

use crate::analysis::batch::BatchToken;
use std::ops::Range;

/// Minimum number of terms that are mapped together.
const MIN_TERMS_TOGETHER: usize = 2;
/// Maximum length of the text that is mapped for terms, per unit of them.
const MAX_TEXT_PER_UNIT: usize = 24;
/// Maximum length of the text that is mapped for all terms of a batch, per term.
const MAX_TEXT_PER_TERM: usize = 128;

/// The terms that may change and are slices of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateTerms {
    count: usize,
    /// Start of the first one in the text.
    start: usize,
    /// End of the last one.
    end: usize,
    /// Units in all of them.
    units: usize,
}

impl CandidateTerms {
    pub(super) const NONE: CandidateTerms = CandidateTerms { count: 0, start: usize::MAX, end: 0, units: 0 };

    #[inline]
    pub(super) fn add(&mut self, start: usize, end: usize) {
        self.count += 1;
        (self.start, self.end) = (self.start.min(start), self.end.max(end));
        self.units += end - start;
    }

    /// The part of the text that contains the terms, if it contains little else.
    pub(super) fn dense_range(&self) -> Option<Range<usize>> {
        let length = self.end.saturating_sub(self.start);
        let is_dense = self.count >= MIN_TERMS_TOGETHER && length <= self.units.saturating_mul(MAX_TEXT_PER_UNIT);
        is_dense.then_some(self.start..self.end)
    }
}

/// The part of the text from the first term of a batch to the last one, if it contains little else. Most batches
/// ascend, so this needs no pass over the tokens as [`CandidateTerms`] does.
pub(super) fn dense_range_of_all(tokens: &[BatchToken]) -> Option<Range<usize>> {
    let (start, _) = tokens.iter().find_map(|token| token.term.text_range())?;
    let (_, end) = tokens.iter().rev().find_map(|token| token.term.text_range())?;
    let range = start as usize..end as usize;
    let is_dense = range.len() <= tokens.len().saturating_mul(MAX_TEXT_PER_TERM);
    (is_dense && tokens.len() >= MIN_TERMS_TOGETHER && !range.is_empty()).then_some(range)
}
