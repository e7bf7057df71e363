//! The buffers and the length limit of one run of a transform.

use super::error::LimitReached;
use super::gap_buffer::GapBuffer;
use super::name_cache::NameCache;
use super::pattern_matcher::MatchState;
use super::source_ranges::SourceRanges;
use crate::unicode::normalize::Scratch;

/// The buffers of one run of a transform.
#[derive(Debug, Default)]
pub(super) struct RunBuffers<S> {
    pub(super) matching: MatchState,
    pub(super) output: Vec<S>,
    pub(super) pieces: SourceRanges,
    pub(super) bytes: Vec<u8>,
    pub(super) scratch: Scratch,
    pub(super) names: NameCache,
    /// Maximum number of code points of the text.
    pub(super) max_length: usize,
    /// The number of code points that the rules of a pass may still replace and write.
    pub(super) work: usize,
    /// The text and the buffers of a function call in a rule.
    pub(super) function_call: Option<Box<(GapBuffer<S>, RunBuffers<S>)>>,
}

impl<S> RunBuffers<S> {
    /// Counts code points that a rule replaces and writes.
    pub(super) fn spend(&mut self, count: usize) -> Result<(), LimitReached> {
        self.work = self.work.checked_sub(count).ok_or(LimitReached)?;
        Ok(())
    }
}

/// A result may be this many times as long as the text, or [`MIN_LENGTH_LIMIT`], whichever is more.
pub(super) const GROWTH: usize = 1000;
const MIN_LENGTH_LIMIT: usize = 1 << 16;

/// The maximum number of code points of the result of a text with `length` code points.
pub(super) fn max_length(length: usize) -> usize {
    length.saturating_mul(GROWTH).max(MIN_LENGTH_LIMIT)
}

/// The rules of a pass may match and write this many code points per code point of the text, or [`MIN_WORK`], whichever
/// is more: rules that move the cursor back may copy a segment as long as the text at each step.
const WORK: usize = 256;
const MIN_WORK: usize = 1 << 18;

/// The number of code points that the rules of a pass may match and write in a range of `length` code points.
pub(super) fn max_work(length: usize) -> usize {
    length.saturating_mul(WORK).max(MIN_WORK)
}
