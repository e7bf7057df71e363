//! The end of a run of text that is segmented.

use crate::unicode::text::CodeUnit;

/// Determines the end of a run of text.
pub trait RunBoundary {
    /// Whether the run ends before the code point at `at`.
    fn ends_before<U: CodeUnit>(&self, code: u32, text: &[U], at: usize) -> bool;
    /// Whether a code point is in the run at any position. Either all ASCII letters are, or none.
    fn contains(&self, code: u32) -> bool;
    /// An id of the block of 64 code points of the BMP around `code`: blocks with equal ids have equal results of
    /// [`RunBoundary::contains`].
    fn block_id(&self, code: u32) -> u16;
    /// Whether the run is the whole text.
    fn is_whole_text(&self) -> bool;
    /// An id of the boundary: boundaries with equal ids have equal results.
    fn id(&self) -> u32;
}

/// A run that is the whole text.
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
    fn is_whole_text(&self) -> bool {
        true
    }

    #[inline]
    fn id(&self) -> u32 {
        u32::MAX
    }
}
