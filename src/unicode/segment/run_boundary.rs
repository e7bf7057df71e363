//! Where a run of text ends that segments are found in.

use crate::unicode::text::CodeUnit;

/// The end of a run of text.
pub trait RunBoundary {
    /// Whether the run ends before the code point at `at`.
    fn ends_before<U: CodeUnit>(&self, code: u32, text: &[U], at: usize) -> bool;
    /// Whether a code point is in the run at any position. Of ASCII letters all are, or none.
    fn contains(&self, code: u32) -> bool;
    /// Blocks of 64 code points of the BMP with the same number have the same answers from [`RunBoundary::contains`].
    fn block_id(&self, code: u32) -> u16;
    /// Boundaries with the same number have the same answers.
    fn id(&self) -> u32;
}

/// The run is the whole text.
impl RunBoundary for () {
    #[inline(always)]
    fn ends_before<U: CodeUnit>(&self, _: u32, _: &[U], _: usize) -> bool {
        false
    }

    fn contains(&self, _: u32) -> bool {
        true
    }

    fn block_id(&self, _: u32) -> u16 {
        0
    }

    #[inline]
    fn id(&self) -> u32 {
        u32::MAX
    }
}
