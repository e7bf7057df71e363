//! The buffers and the length limit of one run of a transform.

use super::name_cache::NameCache;
use super::pattern::CapturedSegments;
use super::source_ranges::SourceRanges;
use crate::unicode::normalize::Scratch;

/// The buffers of one run of a transform.
#[derive(Debug, Default)]
pub(super) struct RunBuffers<S> {
    pub(super) segments: CapturedSegments,
    pub(super) output: Vec<S>,
    pub(super) pieces: SourceRanges,
    pub(super) bytes: Vec<u8>,
    pub(super) scratch: Scratch,
    pub(super) names: NameCache,
    /// Maximum number of code points of the text.
    pub(super) max_length: usize,
}

/// A result may be this many times as long as the text, or [`MIN_LENGTH_LIMIT`], whichever is more.
pub(super) const GROWTH: usize = 1000;
const MIN_LENGTH_LIMIT: usize = 1 << 16;

/// The maximum number of code points of the result of a text with `length` code points.
pub(super) fn max_length(length: usize) -> usize {
    length.saturating_mul(GROWTH).max(MIN_LENGTH_LIMIT)
}
