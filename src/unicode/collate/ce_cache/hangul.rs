//! Hangul syllables: two or three jamo whose primaries share one compressed lead byte, so that a syllable writes only
//! the second byte of each jamo.

use super::packed_ce::{BYTES, COMMON_WEIGHTS, COMPRESSED, NON_PRIMARY_MASK, PackedCe, SPECIAL};
use crate::unicode::part::SlicePart;

pub(crate) const HANGUL_FIRST: u32 = 0xAC00;
pub(crate) const HANGUL_COUNT: u32 = 11172;

/// The second bytes of the primaries of all conjoining jamo.
#[derive(Clone, Debug)]
pub(crate) struct Hangul {
    pub(crate) lead: u32,
    /// The second bytes by leading consonant and vowel; then by trailing consonant, 0 for none.
    open: [[u8; 2]; 399],
    last: [u8; 28],
}

impl Hangul {
    pub(crate) fn new(cache: &[PackedCe; 67]) -> Option<Box<Hangul>> {
        let lead = cache.first()? >> 56;
        let alike = |&packed: &PackedCe| {
            packed >> 56 == lead
                && packed & (NON_PRIMARY_MASK | BYTES | COMPRESSED | SPECIAL) == COMMON_WEIGHTS | COMPRESSED | 2
        };
        if !cache.iter().all(alike) {
            return None;
        }
        let second = |at: usize| cache.get(at).map_or(0, |packed| (packed >> 48) as u8);
        Some(Box::new(Hangul {
            lead: lead as u32,
            open: std::array::from_fn(|at| [second(at / 21), second(19 + at % 21)]),
            last: std::array::from_fn(|at| if at == 0 { 0 } else { second(39 + at) }),
        }))
    }

    /// The second bytes of the two or three primaries of a syllable; the last one is 0 if there is no trailing
    /// consonant.
    #[inline(always)]
    pub(crate) fn seconds(&self, syllable: u32) -> [u8; 3] {
        let [first, vowel] = self.open.item((syllable / 28) as usize);
        [first, vowel, self.last.get((syllable % 28) as usize).copied().unwrap_or(0)]
    }

    /// The primaries of a syllable (given as its index from U+AC00); 0 for none.
    pub(crate) fn primaries(&self, syllable: u32) -> [u32; 3] {
        self.seconds(syllable).map(|second| if second == 0 { 0 } else { self.lead << 24 | u32::from(second) << 16 })
    }
}
