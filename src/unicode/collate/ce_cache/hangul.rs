//! Hangul syllables: two or three jamo whose primaries share one compressed lead byte, so that a syllable writes only
//! the second byte of each jamo.

use super::packed_ce::{BYTES, COMMON_WEIGHTS, COMPRESSED, NON_PRIMARY_MASK, PackedCe, SPECIAL};
use crate::unicode::hangul::{JAMO_COUNT, L_COUNT, T_COUNT, V_COUNT};
use crate::unicode::part::SlicePart;

/// The second bytes of the primaries of all conjoining jamo.
#[derive(Clone, Debug)]
pub(crate) struct HangulPrimaries {
    pub(crate) lead: u32,
    /// The second bytes by leading consonant and vowel; then by trailing consonant, 0 for none.
    open: [[u8; 2]; (L_COUNT * V_COUNT) as usize],
    last: [u8; T_COUNT as usize],
}

impl HangulPrimaries {
    /// Computes the bytes from the packed CEs of all jamo; `None` if they are not uniform.
    pub(crate) fn new(jamo_ces: &[PackedCe; JAMO_COUNT]) -> Option<Box<HangulPrimaries>> {
        let lead = jamo_ces.first()? >> 56;
        let alike = |&packed: &PackedCe| {
            packed >> 56 == lead
                && packed & (NON_PRIMARY_MASK | BYTES | COMPRESSED | SPECIAL) == COMMON_WEIGHTS | COMPRESSED | 2
        };
        if !jamo_ces.iter().all(alike) {
            return None;
        }
        let (leading, vowels) = (L_COUNT as usize, V_COUNT as usize);
        let second = |at: usize| jamo_ces.get(at).map_or(0, |packed| (packed >> 48) as u8);
        Some(Box::new(HangulPrimaries {
            lead: lead as u32,
            open: std::array::from_fn(|at| [second(at / vowels), second(leading + at % vowels)]),
            last: std::array::from_fn(|at| if at == 0 { 0 } else { second(leading + vowels + at - 1) }),
        }))
    }

    /// The second bytes of the two or three primaries of a syllable; the last one is 0 if there is no trailing
    /// consonant.
    #[inline(always)]
    pub(crate) fn seconds(&self, syllable: u32) -> [u8; 3] {
        let [first, vowel] = self.open.item((syllable / T_COUNT) as usize);
        [first, vowel, self.last.get((syllable % T_COUNT) as usize).copied().unwrap_or(0)]
    }

    /// The primaries of a syllable (given as its index); 0 for none.
    pub(crate) fn primaries(&self, syllable: u32) -> [u32; 3] {
        self.seconds(syllable).map(|second| if second == 0 { 0 } else { self.lead << 24 | u32::from(second) << 16 })
    }
}
