//! Writes runs of ideographs and of Hangul syllables, whose weights are computed instead of cached per character.
//!
//! ```text
//! for each four ideographs (UTF-8: 12 bytes, one check of all):
//!     stop if the last one is outside the block, or the low byte of a CE32 is not that of a long primary
//!     store 4 bytes of each primary, advance by its length (2 or 3)
//! for each syllable:
//!     store the second bytes of its jamo, advance by 2 or 3
//! ```
//!
//! The trick: the CE32s of the block are one array, a long primary is its own CE32 without the tag, and reordering
//! moves all lead bytes of the block by one distance. It is right because [`Ideographs`] and [`Hangul`] check that
//! when the collator is built, and any other CE32 ends the run.

use super::primary_bytes::{RunProgress, store};
use super::three_byte_chars::{ThreeByteChars, decode_four_bmp};
use crate::unicode::bmp::three_byte_units;
use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{
    HANGUL_COUNT, HANGUL_FIRST, Hangul, Ideographs, UNIFIED_COUNT, UnifiedIdeographs, is_han, long_primary,
    unified_index,
};
use crate::unicode::collate::table::{BmpCe32s, LONG_PRIMARY, UNIFIED_IDEOGRAPHS, Word, word};
use crate::unicode::text::CodeUnit;

/// Writes the primaries of the ideographs at the start of a text: four at a time; the last four are reprocessed
/// for the tail.
#[inline(never)]
pub(super) fn write_ideographs<U: CodeUnit>(
    ideographs: &Ideographs,
    ce32s: BmpCe32s<'_>,
    text: &[U],
    out: &mut [u8],
) -> RunProgress {
    let (mut run, mut rest) = (RunProgress::default(), text);
    let unified = ideographs.unified(ce32s);
    if let Some((han, list)) = unified {
        // PERF: fewer than four ideographs are faster one by one.
        while let Some((four, after)) = decode_four_bmp(rest)
            && UNIFIED_IDEOGRAPHS.contains(&four[3])
            && write_four(han, list, four, 0, out, &mut run)
        {
            rest = after;
        }
        let left = rest.len() / three_byte_units::<U>();
        if (1..4).contains(&left)
            && let Some(start) = text.len().checked_sub(4 * three_byte_units::<U>())
            && let Some((four, [])) = text.get(start..).and_then(decode_four_bmp)
            && write_four(han, list, four, 4 - left, out, &mut run)
        {
            return run.of_elements();
        }
    }
    for c in ThreeByteChars(rest) {
        let found = match unified.and_then(|(han, list)| Some((han, list.get(unified_index(c))?))) {
            Some((han, ce32)) => long_primary(u32::from_le_bytes(*ce32)).map(|primary| han.reordered(primary)),
            None if is_han(c) => ideographs.uniform_primary(ce32s.get(c)),
            None => None,
        };
        let (Some(primary), Some(slot)) = (found, slot(out, run.bytes)) else { break };
        *slot = primary.to_be_bytes();
        run.bytes += ce::primary_length(primary);
        run.characters += 1;
    }
    run.of_elements()
}

/// Writes the primaries of four ideographs except for the first `written` ones; false if one of them has non-common
/// weights, or there is no capacity.
#[inline(always)]
fn write_four(
    han: UnifiedIdeographs,
    list: &[Word; UNIFIED_COUNT],
    four: [u32; 4],
    written: usize,
    out: &mut [u8],
    run: &mut RunProgress,
) -> bool {
    let ce32s = four.map(|c| word(list, unified_index(c)) ^ LONG_PRIMARY);
    let others = ce32s.iter().fold(0, |seen, ce32| seen | ce32 & 0xFF);
    let Some(chunk) = slot::<16>(out, run.bytes).filter(|_| others == 0) else { return false };
    let mut at = 0;
    for (number, ce32) in ce32s.into_iter().enumerate() {
        let primary = han.reordered(ce32);
        store(chunk, at, primary.to_be_bytes());
        at += if number < written { 0 } else { ce::primary_length(primary) };
    }
    run.bytes += at;
    run.characters += 4 - written;
    true
}

/// The `N` bytes at `at`.
#[inline(always)]
fn slot<const N: usize>(out: &mut [u8], at: usize) -> Option<&mut [u8; N]> {
    out.get_mut(at..).and_then(|rest| rest.first_chunk_mut())
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
        let Some(slot) = out.get_mut(run.bytes..).and_then(|rest| rest.first_chunk_mut()) else { break };
        let [first, vowel, last] = hangul.seconds(syllable);
        *slot = [first, vowel, last, 0];
        run.bytes += 2 + usize::from(last != 0);
        run.characters += 1;
    }
    RunProgress { elements: run.bytes, ..run }
}
