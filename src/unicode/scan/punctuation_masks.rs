//! The masks of a block that the hyphen tokenizer uses.

use super::block::BLOCK;
use super::classes::{AsciiAlphanumeric, InWordPunctuation, NonAscii, NumberJoiner};
use super::mask::{block_mask, european_letters};
use crate::unicode::text::CodeUnit;

/// The masks of a block that starts with a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PunctuationMasks {
    /// [`AsciiAlphanumeric`].
    pub alphanumeric: u64,
    /// [`NonAscii`].
    pub other: u64,
    /// [`european_letters`].
    pub european: u64,
    /// Punctuation of [`InWordPunctuation`].
    pub joining: u64,
    /// Punctuation of [`NumberJoiner`], a subset of `joining`.
    pub number_joining: u64,
}

impl PunctuationMasks {
    /// Scalar variant of [`PunctuationMasks::new`], which computes one mask after the other.
    pub(super) fn one_by_one<U: CodeUnit>(block: &[U; BLOCK]) -> PunctuationMasks {
        let other = block_mask::<U, NonAscii>(block);
        PunctuationMasks {
            alphanumeric: block_mask::<U, AsciiAlphanumeric>(block),
            other,
            european: if other == 0 { 0 } else { european_letters(block) },
            joining: block_mask::<U, InWordPunctuation>(block),
            number_joining: block_mask::<U, NumberJoiner>(block),
        }
    }
}
