//! Writes runs of kana and ideographs in any order.
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
use super::primary_bytes::{end_run, store};
use super::three_byte_chars::{ThreeByteChars, three_byte_before};
use crate::unicode::bmp::three_byte_units;
use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{
    CeCache, KANA_PAGE, Kana, PROLONGED_SIGN, PackedCe, QUATERNARY, two_byte_primary,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::table::{UNIFIED_IDEOGRAPHS, Word};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Number of characters that are looked up before they are written.
const BATCH: usize = 16;

/// Whether a character may be written by this kernel.
#[inline(always)]
pub(super) fn is_japanese(c: u32) -> bool {
    c >> 8 == KANA_PAGE || UNIFIED_IDEOGRAPHS.contains(&c)
}

/// The state of a key: offset in the text, bytes of the primary level.
pub(super) struct KeyCursor {
    pub(super) at: usize,
    pub(super) written: usize,
    /// The current compressed lead byte; 0 for none.
    pub(super) run_lead: u32,
}

/// The tables of the kernel.
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
    /// The tables of a collator; `None` if kana or ideographs are not uniform, or the key has quaternary weights.
    #[inline(always)]
    pub(super) fn new(context: &'a KeyContext) -> Option<Japanese<'a>> {
        if context.plan().non_primary_mask & QUATERNARY != 0 {
            return None;
        }
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
        cursor: &mut KeyCursor,
        non_primary: &mut NonPrimaryWeights,
        out: &mut [u8],
    ) {
        loop {
            let most = BATCH.min(non_primary.capacity()).min((stop - cursor.at).div_ceil(three_byte_units::<U>()));
            let mut found = [(0, 0); BATCH];
            let mut count = self.read(text, cursor.at, found.part_mut(..most));
            let end = cursor.at + count * three_byte_units::<U>();
            // A character that a mark may change is left to the tables.
            count -= usize::from(count > 0 && LcccFilter::get().starts_with_mark(self.cache, text, end));
            self.put(found.part(..count), cursor, non_primary, out);
            cursor.at += count * three_byte_units::<U>();
            if count < BATCH || cursor.at >= stop {
                break;
            }
        }
    }

    /// Looks up primaries and non-primary weights up to a character that requires more; returns their number.
    #[inline(always)]
    fn read<U: CodeUnit>(&self, text: &[U], start: usize, found: &mut [(u32, u32)]) -> usize {
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
    fn put(&self, found: &[(u32, u32)], cursor: &mut KeyCursor, non_primary: &mut NonPrimaryWeights, out: &mut [u8]) {
        let Some((first, _)) = found.first() else { return };
        let kana_lead = u32::from(self.kana.lead);
        if cursor.run_lead != 0 && cursor.run_lead != kana_lead {
            end_run(out, &mut cursor.written, cursor.run_lead, first >> 24);
            cursor.run_lead = 0;
        }
        let mut written = cursor.written;
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
        let two_byte_primary = 2;
        let packed = found.iter().map(|(_, lower)| u64::from(*lower) | two_byte_primary);
        non_primary.extend_branchless(packed, self.non_primary_mask);
        cursor.written = written;
        cursor.run_lead = kana_lead & after_kana;
    }
}
