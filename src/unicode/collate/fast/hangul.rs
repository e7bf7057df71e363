//! Hangul syllables: two or three jamo, whose primaries share one compressed lead byte, so that a syllable writes
//! just the second byte of each jamo.

use super::decode::ThreeByteChars;
use super::packed_ce::{BYTES, COMMON_WEIGHTS, COMPRESSED, NON_PRIMARY_MASK, PackedCe, SPECIAL};
use super::writer::RunProgress;
use crate::unicode::text::CodeUnit;

pub(super) const HANGUL_FIRST: u32 = 0xAC00;
pub(super) const HANGUL_COUNT: u32 = 11172;

/// The second bytes of the primaries of all conjoining jamo.
#[derive(Clone, Debug)]
pub(super) struct Hangul {
    pub(super) lead: u32,
    /// By leading consonant and vowel; then by trailing consonant, 0 for none.
    open: [[u8; 2]; 399],
    last: [u8; 28],
}

impl Hangul {
    pub(super) fn new(cache: &[PackedCe; 67]) -> Option<Box<Hangul>> {
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

    /// The second bytes of the two or three primaries of a syllable, the last one 0 if there is no trailing
    /// consonant.
    #[inline(always)]
    pub(super) fn seconds(&self, syllable: u32) -> [u8; 3] {
        let [first, vowel] = self.open.get((syllable / 28) as usize).copied().unwrap_or_default();
        [first, vowel, self.last.get((syllable % 28) as usize).copied().unwrap_or(0)]
    }

    /// The primaries of a syllable (its index from U+AC00), 0 for none.
    pub(super) fn primaries(&self, syllable: u32) -> [u32; 3] {
        self.seconds(syllable).map(|second| if second == 0 { 0 } else { self.lead << 24 | u32::from(second) << 16 })
    }
}

/// Writes a run of syllables; the lead byte is already written.
#[inline(never)]
pub(super) fn write_syllables<U: CodeUnit>(hangul: &Hangul, text: &[U], out: &mut [u8]) -> RunProgress {
    let mut run = RunProgress::default();
    for c in ThreeByteChars(text) {
        let syllable = c.wrapping_sub(HANGUL_FIRST);
        if syllable >= HANGUL_COUNT {
            break;
        }
        let Some(room) = out.get_mut(run.bytes..).and_then(|rest| rest.first_chunk_mut()) else { break };
        let [first, vowel, last] = hangul.seconds(syllable);
        *room = [first, vowel, last, 0];
        run.bytes += 2 + usize::from(last != 0);
        run.characters += 1;
    }
    RunProgress { elements: run.bytes, ..run }
}
