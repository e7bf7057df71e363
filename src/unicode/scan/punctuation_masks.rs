//! The masks of a block that the hyphen tokenizer uses.

use super::block::BLOCK;
use super::classes::{AsciiAlphanumeric, InWordPunctuation, NonAscii, NumberJoiner};
use super::mask::{block_mask, latin_cyrillic_letters};
use crate::unicode::text::CodeUnit;

/// The masks of a block that starts with a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PunctuationMasks {
    /// [`AsciiAlphanumeric`].
    pub alphanumeric: u64,
    /// [`NonAscii`].
    pub other: u64,
    /// [`latin_cyrillic_letters`].
    pub latin_cyrillic: u64,
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
            latin_cyrillic: if other == 0 { 0 } else { latin_cyrillic_letters(block) },
            joining: block_mask::<U, InWordPunctuation>(block),
            number_joining: block_mask::<U, NumberJoiner>(block),
        }
    }
}
