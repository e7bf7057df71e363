//! Syllables: nothing but a byte for each of their jamo, under one lead byte.

use super::item::{BYTES, COMPRESSED, Item, LOWER, OTHER, USUAL};

pub(super) const HANGUL_FIRST: u32 = 0xAC00;
pub(super) const HANGUL_COUNT: u32 = 11172;

/// What syllables write.
#[derive(Clone, Debug)]
pub(super) struct Hangul {
    pub(super) lead: u32,
    /// First consonant and vowel, then the last consonant.
    open: [[u8; 2]; 399],
    last: [u8; 28],
}

impl Hangul {
    pub(super) fn new(items: &[Item; 67]) -> Option<Box<Hangul>> {
        let lead = items.first()? >> 56;
        let alike =
            |&item: &Item| item >> 56 == lead && item & (LOWER | BYTES | COMPRESSED | OTHER) == USUAL | COMPRESSED | 2;
        if !items.iter().all(alike) {
            return None;
        }
        let second = |at: usize| items.get(at).map_or(0, |item| (item >> 48) as u8);
        Some(Box::new(Hangul {
            lead: lead as u32,
            open: std::array::from_fn(|at| [second(at / 21), second(19 + at % 21)]),
            last: std::array::from_fn(|at| if at == 0 { 0 } else { second(39 + at) }),
        }))
    }

    /// Two or three bytes, the last one 0 if there is none.
    #[inline(always)]
    pub(super) fn seconds(&self, syllable: u32) -> [u8; 3] {
        let [first, vowel] = self.open.get((syllable / 28) as usize).copied().unwrap_or_default();
        [first, vowel, self.last.get((syllable % 28) as usize).copied().unwrap_or(0)]
    }

    /// The primaries of a syllable by its number, 0 for none.
    pub(super) fn primaries(&self, syllable: u32) -> [u32; 3] {
        self.seconds(syllable).map(|second| if second == 0 { 0 } else { self.lead << 24 | u32::from(second) << 16 })
    }
}
