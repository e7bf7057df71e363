//! What the units of a block are to words with signs in them: all that the grammar of hyphens asks for, at once.

use super::{AsciiAlphanumeric, BLOCK, JoiningSign, NonAscii, NumberJoiner, block_mask, european_letters};
use crate::unicode::text::CodeUnit;

/// Masks of a block that starts with a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignMasks {
    /// [`AsciiAlphanumeric`].
    pub alphanumeric: u64,
    /// [`NonAscii`].
    pub other: u64,
    /// [`european_letters`].
    pub european: u64,
    /// [`JoiningSign`], ...
    pub joining: u64,
    /// ... and those of them that join numbers: [`NumberJoiner`].
    pub number_joining: u64,
}

impl SignMasks {
    /// What the units of a block are.
    #[inline]
    pub fn of<U: CodeUnit>(block: &[U; BLOCK]) -> SignMasks {
        #[cfg(target_arch = "x86_64")]
        return super::sign_masks(block);
        #[cfg(not(target_arch = "x86_64"))]
        return SignMasks::one_by_one(block);
    }

    /// The same, one mask after the other.
    pub(super) fn one_by_one<U: CodeUnit>(block: &[U; BLOCK]) -> SignMasks {
        let other = block_mask::<U, NonAscii>(block);
        SignMasks {
            alphanumeric: block_mask::<U, AsciiAlphanumeric>(block),
            other,
            european: if other == 0 { 0 } else { european_letters(block) },
            joining: block_mask::<U, JoiningSign>(block),
            number_joining: block_mask::<U, NumberJoiner>(block),
        }
    }
}
