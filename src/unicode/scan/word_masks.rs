//! The masks of a block that word segmentation uses.

use super::block::{BLOCK, WINDOW};
use super::classes::{AsciiDigit, AsciiLetter, NonAscii};
use super::code_point_filter::CodePointFilter;
use super::mask::{block_mask, unit_mask};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of characters of a [`WordPunctuation`]: all ASCII characters but letters and digits.
const MAX_CHARACTERS: usize = 66;

/// The ASCII punctuation that is more than a separator of words, by its Word_Break class in UAX #29.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordPunctuation {
    /// The characters of each kind, for backends without table lookup.
    characters: [(u8, PunctuationKind); MAX_CHARACTERS],
    used: usize,
    /// Two tables by the low and by the high nibble. The bits that both have for a character are the classes that it is
    /// in: one class for each kind and set of low nibbles.
    pub(super) by_nibble: [u128; 2],
    /// The classes of characters that join letters, and of those that join digits.
    pub(super) mid_letter: u8,
    pub(super) mid_num: u8,
}

/// How a character joins words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PunctuationKind {
    /// MidLetter: joins letters.
    MidLetter,
    /// MidNum: joins digits.
    MidNum,
    /// MidNumLet and Single_Quote: joins letters, and digits.
    MidNumLet,
    /// Neither joins nor separates in all contexts.
    Other,
}

impl PunctuationKind {
    const ALL: [PunctuationKind; 4] =
        [PunctuationKind::MidLetter, PunctuationKind::MidNum, PunctuationKind::MidNumLet, PunctuationKind::Other];

    fn joins_letters(self) -> bool {
        matches!(self, PunctuationKind::MidLetter | PunctuationKind::MidNumLet)
    }

    fn joins_digits(self) -> bool {
        matches!(self, PunctuationKind::MidNum | PunctuationKind::MidNumLet)
    }
}

impl WordPunctuation {
    /// All ASCII characters but letters and digits are separators.
    pub const NONE: WordPunctuation = WordPunctuation {
        characters: [(0, PunctuationKind::Other); MAX_CHARACTERS],
        used: 0,
        by_nibble: [0; 2],
        mid_letter: 0,
        mid_num: 0,
    };

    /// Creates it from ASCII characters; `None` if there are more than 66, or more than eight classes.
    pub fn new(characters: &[(u8, PunctuationKind)]) -> Option<WordPunctuation> {
        let mut found = WordPunctuation { used: characters.len(), ..WordPunctuation::NONE };
        found.characters.get_mut(..characters.len())?.copy_from_slice(characters);
        let mut classes = Vec::new();
        for high in 0..8 {
            for kind in PunctuationKind::ALL {
                let of_kind = characters.iter().filter(|(c, one)| *c >> 4 == high && *one == kind);
                let low_nibbles: u16 = of_kind.fold(0, |bits, (c, _)| bits | 1 << (c & 0xF));
                if low_nibbles == 0 {
                    continue;
                }
                let class = classes.iter().position(|class| *class == (kind, low_nibbles)).unwrap_or_else(|| {
                    classes.push((kind, low_nibbles));
                    classes.len() - 1
                });
                let bit = 1u8.checked_shl(class as u32)?;
                for low in (0..16).filter(|low| low_nibbles >> low & 1 != 0) {
                    found.by_nibble[0] |= u128::from(bit) << (8 * low);
                }
                found.by_nibble[1] |= u128::from(bit) << (8 * high);
                found.mid_letter |= if kind.joins_letters() { bit } else { 0 };
                found.mid_num |= if kind.joins_digits() { bit } else { 0 };
            }
        }
        Some(found)
    }

    /// The characters, in the order in which they were given.
    pub fn characters(&self) -> &[(u8, PunctuationKind)] {
        self.characters.part(..self.used)
    }
}

/// The masks of a block, one bit per unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordMasks {
    /// ASCII letters.
    pub letters: u64,
    /// ASCII digits.
    pub digits: u64,
    /// Code points above ASCII that pass the filter.
    pub in_filter: u64,
    /// The number of units that the masks cover: [`BLOCK`], or up to two more if the last code point that passes
    /// continues.
    pub length: usize,
    /// Spaces.
    pub space: u64,
    /// All other ASCII characters but [`WordPunctuation`]; spaces are included.
    pub separators: u64,
    /// [`WordPunctuation`] that joins letters.
    pub mid_letter: u64,
    /// [`WordPunctuation`] that joins digits.
    pub mid_num: u64,
}

impl CodePointFilter {
    /// [`CodePointFilter::word_masks`] with the given kernel for one window.
    pub(super) fn word_masks_with<U: CodeUnit>(
        &self,
        punctuation: &WordPunctuation,
        window: &[U; WINDOW],
        mismatches: impl Fn(&CodePointFilter, &[U; WINDOW]) -> (u64, usize),
    ) -> WordMasks {
        let Some(block) = window.first_chunk::<BLOCK>() else { return WordMasks::default() };
        let (mismatches, length) = mismatches(self, window);
        let any_of = |is_one: fn(PunctuationKind) -> bool| {
            let characters = punctuation.characters().iter().filter(|(_, kind)| is_one(*kind));
            characters.fold(0, |mask, (c, _)| mask | unit_mask(block, *c))
        };
        let (letters, digits) = (block_mask::<U, AsciiLetter>(block), block_mask::<U, AsciiDigit>(block));
        let other = block_mask::<U, NonAscii>(block);
        WordMasks {
            letters,
            digits,
            in_filter: !mismatches & other,
            length,
            space: unit_mask(block, b' '),
            separators: !(letters | digits | other | any_of(|_| true)),
            mid_letter: any_of(PunctuationKind::joins_letters),
            mid_num: any_of(PunctuationKind::joins_digits),
        }
    }
}
