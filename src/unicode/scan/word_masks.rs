//! What the units of a block are to words: all that finding words asks for, at once.

use super::{AsciiLetter, BLOCK, BetweenSign, Blank, Expected, MiddleSign, NonAscii, WINDOW, block_mask};
use crate::unicode::text::CodeUnit;

/// Masks of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordMasks {
    /// Letters of ASCII.
    pub letters: u64,
    /// Code points outside ASCII that are expected, ...
    pub expected: u64,
    /// ... and how many units that tells of: [`BLOCK`], or up to two more when one of them goes on behind.
    pub length: usize,
    /// Blanks of ASCII.
    pub blank: u64,
    /// [`BetweenSign`], blanks among them.
    pub between: u64,
    /// [`MiddleSign`].
    pub middle: u64,
}

impl Expected {
    /// What the first units of a window are, which must begin with a code point. ASCII counts by its own masks, whatever is
    /// expected of it.
    #[inline]
    pub fn word_masks<U: CodeUnit>(&self, window: &[U; WINDOW]) -> WordMasks {
        #[cfg(target_arch = "x86_64")]
        return super::word_masks(self, window);
        #[cfg(not(target_arch = "x86_64"))]
        return self.word_masks_by(window, Expected::marked_by_twin);
    }

    /// The same by what tells of a window.
    pub(super) fn word_masks_by<U: CodeUnit>(
        &self,
        window: &[U; WINDOW],
        marked: impl Fn(&Expected, &[U; WINDOW]) -> (u64, usize),
    ) -> WordMasks {
        let Some(block) = window.first_chunk::<BLOCK>() else { return WordMasks::default() };
        let (marked, length) = marked(self, window);
        WordMasks {
            letters: block_mask::<U, AsciiLetter>(block),
            expected: !marked & block_mask::<U, NonAscii>(block),
            length,
            blank: block_mask::<U, Blank>(block),
            between: block_mask::<U, BetweenSign>(block),
            middle: block_mask::<U, MiddleSign>(block),
        }
    }
}
