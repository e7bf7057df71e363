//! The masks of a block that word segmentation uses.

use super::block::{BLOCK, WINDOW};
use super::classes::{AsciiLetter, AsciiSpace, MidPunctuation, NonAscii, WordSeparator};
use super::code_point_filter::CodePointFilter;
use super::mask::block_mask;
use crate::unicode::text::CodeUnit;

/// The masks of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordMasks {
    /// ASCII letters.
    pub letters: u64,
    /// Code points above ASCII that pass the filter.
    pub expected: u64,
    /// The number of units that the masks cover: [`BLOCK`], or up to two more if the last code point that passes continues.
    pub length: usize,
    /// Spaces.
    pub space: u64,
    /// [`WordSeparator`], spaces included.
    pub separators: u64,
    /// [`MidPunctuation`].
    pub mid_punctuation: u64,
}

impl CodePointFilter {
    /// [`CodePointFilter::word_masks`] with the given kernel for one window.
    pub(super) fn word_masks_with<U: CodeUnit>(
        &self,
        window: &[U; WINDOW],
        marked: impl Fn(&CodePointFilter, &[U; WINDOW]) -> (u64, usize),
    ) -> WordMasks {
        let Some(block) = window.first_chunk::<BLOCK>() else { return WordMasks::default() };
        let (marked, length) = marked(self, window);
        WordMasks {
            letters: block_mask::<U, AsciiLetter>(block),
            expected: !marked & block_mask::<U, NonAscii>(block),
            length,
            space: block_mask::<U, AsciiSpace>(block),
            separators: block_mask::<U, WordSeparator>(block),
            mid_punctuation: block_mask::<U, MidPunctuation>(block),
        }
    }
}
