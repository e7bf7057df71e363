//! The kernels of ideographs, kana and Hangul syllables, whose primaries are uniform.
//!
//! Ideographs, and syllables, without others between them:
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
//! moves all lead bytes of the block by one distance. It is right because [`Ideographs`] and [`HangulPrimaries`] check
//! that when the collator is built, and any other CE32 ends the run.
//!
//! Kana and ideographs in any order ([`Japanese`]):
//!
//! ```text
//! read up to 16 characters:
//!     primary = ce32s[is ideograph][c] + lead_delta    low byte not 0: stop (context, mark, ...)
//!     weights = non_primary[is ideograph][c]
//! for each primary:
//!     store [end of kana run | lead | rest] << 8 * skipped bytes
//!     advance by what was not skipped
//! ```
//!
//! The trick: which of the two scripts comes next, and which weights, is unpredictable, so both are table lookups
//! and the compressed lead byte is left out by a shift. It is right because all kana share one compressed lead byte
//! outside the range of the ideographs' lead bytes, so the byte that ends a run is a constant ([`Kana::new`] checks
//! both). PERF: Japanese keys take 0.83 of the time of a loop with branches.

use super::lccc_filter::LcccFilter;
use super::non_primary::NonPrimaryWeights;
use super::primary::{PrimaryCursor, store};
use crate::unicode::bmp::{ThreeByteChars, decode_four_bmp, three_byte_before, three_byte_units};
use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{
    CeCache, HangulPrimaries, Ideographs, KANA_PAGE, Kana, KanaWeights, PROLONGED_SIGN, PackedCe, UNIFIED_COUNT,
    UnifiedIdeographs, is_han, long_primary, packed_weights, two_byte_primary, unified_index,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::table::{BmpCe32s, LONG_PRIMARY, UNIFIED_IDEOGRAPHS, Word, word};
use crate::unicode::hangul::syllable_index;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The length of a run: characters read, bytes written.
#[derive(Clone, Copy, Default)]
pub(super) struct RunLength {
    pub(super) characters: usize,
    pub(super) bytes: usize,
}

/// Writes the primaries of the ideographs at the start of a text: four at a time; the last four are reprocessed
/// for the tail.
#[inline(never)]
pub(super) fn write_ideographs<U: CodeUnit>(
    ideographs: &Ideographs,
    ce32s: BmpCe32s<'_>,
    text: &[U],
    out: &mut [u8],
) -> RunLength {
    let (mut run, mut rest) = (RunLength::default(), text);
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
            return run;
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
    run
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
    run: &mut RunLength,
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

/// Writes a run of syllables, whose jamo have one CE of one byte each; the lead byte is already written.
#[inline(never)]
pub(super) fn write_syllables<U: CodeUnit>(hangul: &HangulPrimaries, text: &[U], out: &mut [u8]) -> RunLength {
    let mut run = RunLength::default();
    for c in ThreeByteChars(text) {
        let Some(syllable) = syllable_index(c) else { break };
        let Some(slot) = out.get_mut(run.bytes..).and_then(|rest| rest.first_chunk_mut()) else { break };
        let [first, vowel, last] = hangul.seconds(syllable);
        *slot = [first, vowel, last, 0];
        run.bytes += 2 + usize::from(last != 0);
        run.characters += 1;
    }
    run
}

/// Number of characters that are looked up before they are written.
const BATCH: usize = 16;

/// Whether a character may be written by this kernel.
#[inline(always)]
pub(super) fn is_japanese(c: u32) -> bool {
    c >> 8 == KANA_PAGE || UNIFIED_IDEOGRAPHS.contains(&c)
}

/// The tables of kana and ideographs.
pub(super) struct Japanese<'a> {
    cache: &'a CeCache,
    kana: &'a Kana,
    /// The CE32s of kana and of the common ideographs, and the first character of each. Selected by an index, since the
    /// compiler turns a condition into a branch.
    ce32s: [(u32, &'a [Word]); 2],
    /// The difference between the reordered primary and the CE32 of a long primary.
    lead_delta: u32,
    /// The bits of a packed CE that are compared with the common weights.
    non_primary_mask: PackedCe,
}

impl<'a> Japanese<'a> {
    /// The tables of a collator; `None` if kana or ideographs are not uniform.
    #[inline(always)]
    pub(super) fn new(context: &'a KeyContext) -> Option<Japanese<'a>> {
        let cache = context.ce_cache();
        let (unified, lead_delta) = cache.ideographs.context_free_unified(context.bmp_ce32s())?;
        let kana = cache.kana()?;
        Some(Japanese {
            cache,
            kana,
            ce32s: [(KANA_PAGE << 8, &kana.ce32s), (UNIFIED_IDEOGRAPHS.start, unified)],
            lead_delta,
            non_primary_mask: context.plan().non_primary_mask,
        })
    }

    /// Writes kana and ideographs up to a character that depends on context, or for whose weights there is no capacity.
    #[inline(always)]
    pub(super) fn write<U: CodeUnit>(
        &self,
        text: &[U],
        stop: usize,
        at: &mut usize,
        primary: &mut PrimaryCursor,
        non_primary: &mut NonPrimaryWeights,
        out: &mut [u8],
    ) {
        loop {
            let max_count = BATCH.min(non_primary.capacity()).min((stop - *at).div_ceil(three_byte_units::<U>()));
            let mut found = [(0, 0); BATCH];
            let mut count = self.read(text, *at, found.part_mut(..max_count));
            let end = *at + count * three_byte_units::<U>();
            // A character that a mark may change is left to the tables.
            count -=
                usize::from(count > 0 && LcccFilter::get().may_start_with_mark_unless_cached(self.cache, text, end));
            self.put(found.part(..count), primary, non_primary, out);
            *at += count * three_byte_units::<U>();
            if count < BATCH || *at >= stop {
                break;
            }
        }
    }

    /// Looks up primaries and non-primary weights up to a character that requires more; returns their number.
    #[inline(always)]
    fn read<U: CodeUnit>(&self, text: &[U], start: usize, found: &mut [(u32, KanaWeights)]) -> usize {
        let mut count = 0;
        for (c, slot) in ThreeByteChars(text.part(start..)).zip(found) {
            let is_other = usize::from(c >> 8 != KANA_PAGE);
            let Some((first, ce32s)) = self.ce32s.get(is_other) else { break };
            let Some(ce32) = ce32s.get(c.wrapping_sub(*first) as usize) else { break };
            let mut primary = u32::from_le_bytes(*ce32).wrapping_add(self.lead_delta);
            let weights = self.kana.non_primary.as_flattened().get(is_other << 8 | c as usize & 0xFF);
            let mut lower = weights.copied().unwrap_or(0);
            if primary & 0xFF != 0 {
                if c != PROLONGED_SIGN {
                    break;
                }
                let packed = self.cache.prolonged(three_byte_before(text, start + count * three_byte_units::<U>()));
                let Some(found) = two_byte_primary(packed, self.kana.lead) else { break };
                (primary, lower) = found;
            }
            *slot = (primary, lower);
            count += 1;
        }
        count
    }

    /// Writes the primaries and collects the non-primary weights.
    #[inline(always)]
    fn put(
        &self,
        found: &[(u32, KanaWeights)],
        cursor: &mut PrimaryCursor,
        non_primary: &mut NonPrimaryWeights,
        out: &mut [u8],
    ) {
        let Some((first, _)) = found.first() else { return };
        let kana_lead = u32::from(self.kana.lead);
        if cursor.run_lead != kana_lead {
            cursor.end_run(first >> 24, out);
        }
        let mut written = cursor.at;
        // All bits set after kana.
        let mut after_kana = u32::from(cursor.run_lead != 0).wrapping_neg();
        let end = u64::from(self.kana.end) << 56;
        for (primary, _) in found {
            let is_kana = u32::from(primary >> 24 == kana_lead);
            // Bytes to skip of [end of run, lead, rest]: the first one by default, both after kana before kana,
            // none after kana before an ideograph.
            let skipped = 1_u32.wrapping_add((2 * is_kana).wrapping_sub(1) & after_kana);
            let bytes = (u64::from(*primary) << 24 | end) << (8 * (skipped & 3));
            store(out, written, bytes.to_be_bytes());
            written += ce::primary_length(*primary) + 1 - skipped as usize;
            after_kana = is_kana.wrapping_neg();
        }
        let packed = found.iter().map(|(_, weights)| packed_weights(*weights));
        non_primary.extend_branchless(packed, self.non_primary_mask);
        *cursor = PrimaryCursor { at: written, run_lead: kana_lead & after_kana };
    }
}
