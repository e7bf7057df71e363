//! The secondary and tertiary levels: weights that are not common are collected while primaries are written, then
//! each level is encoded (UTS #10 section 9.1.4; runs of common weights are compressed to one byte each).
//!
//! The trick of `write_levels_branchless`: whether a kana has a non-common tertiary is unpredictable, so each
//! weight and the run before it are stored unconditionally, and the length advances by 0 or 1. It is right if each
//! weight takes one byte and no run exceeds one byte, which is checked first; `write_levels` handles the rest, and
//! the property tests compare keys of both.

use super::primary::store;
use crate::unicode::collate::ce::{self, LEVEL_SEPARATOR};
use crate::unicode::collate::ce_cache::{ACCENT, COMMON_WEIGHTS, PackedCe, TWO_BYTE_SECONDARY};
use crate::unicode::collate::key::{CommonWeightCompression, SECONDARY, TertiaryLevel, put_byte};
use crate::unicode::collate::key_plan::KeyPlan;
use crate::unicode::collate::options::Strength;

/// The non-common weights of the CEs of one run, each with the number of common weights before it.
#[derive(Default)]
pub(super) struct NonPrimaryWeights {
    /// Non-primary weights and flags of a packed CE, with the number of preceding common weights instead of the
    /// primary.
    non_common: [u64; 16],
    count: usize,
    common: u32,
}

/// The fields of a packed CE: secondary, tertiary without case.
const FIRST: PackedCe = 0xFF00_0000;
const TERTIARY: PackedCe = 0x3F00;

/// The non-primary weights and the flags next to them.
const NON_PRIMARY_AND_FLAGS: PackedCe = 0xFF_FFFF_FFFF;

impl NonPrimaryWeights {
    /// The maximum number of bytes on both levels: two weights and a run before each, and the final runs.
    pub(super) const MAX_BYTES: usize = 2 * (2 * 16 * 3 + 16);

    /// Whether any weight is not common.
    #[inline(always)]
    pub(super) fn any_non_common(&self) -> bool {
        self.count > 0
    }

    /// Whether the branchless writer is faster. PERF: up to two weights are faster one by one.
    #[inline(always)]
    fn worth_branchless(&self) -> bool {
        self.count > 2 && self.each().next().is_some_and(|(packed, _)| packed & FIRST == COMMON_WEIGHTS & FIRST)
    }

    /// The number of common weights after the last non-common one.
    #[inline(always)]
    pub(super) fn common(&self) -> usize {
        self.common as usize
    }

    /// Whether there is capacity for two more weights.
    #[inline(always)]
    pub(super) fn has_capacity(&self) -> bool {
        self.capacity() >= 2
    }

    /// Adds the weights of a packed CE. Those that are common under `mask` only extend the run. Returns false if there
    /// is no capacity.
    #[inline(always)]
    pub(super) fn add(&mut self, packed: PackedCe, mask: PackedCe) -> bool {
        if packed & mask == COMMON_WEIGHTS {
            self.common += 1;
            return true;
        }
        let Some(slot) = self.non_common.get_mut(self.count) else { return false };
        *slot = u64::from(self.common) << 40 | packed & NON_PRIMARY_AND_FLAGS;
        self.count += 1;
        self.common = 0;
        true
    }

    /// Adds the weights of many CEs without a branch on their values; the caller ensures capacity for all.
    #[inline(always)]
    pub(super) fn extend_branchless(&mut self, packed_ces: impl Iterator<Item = PackedCe>, mask: PackedCe) {
        let NonPrimaryWeights { non_common, count, common } = self;
        let (mut at, mut run) = (*count, *common);
        for packed in packed_ces {
            let is_non_common = packed & mask != COMMON_WEIGHTS;
            if let Some(slot) = non_common.get_mut(at) {
                *slot = u64::from(run) << 40 | packed & NON_PRIMARY_AND_FLAGS;
            }
            at += usize::from(is_non_common);
            run = (run + 1) & u32::from(is_non_common).wrapping_sub(1);
        }
        (*count, *common) = (at, run);
    }

    /// The number of non-common weights that still fit.
    #[inline(always)]
    pub(super) fn capacity(&self) -> usize {
        self.non_common.len() - self.count
    }

    /// Iterates over the non-common weights, each with the number of common weights before it.
    #[inline(always)]
    pub(super) fn each(&self) -> impl Iterator<Item = (PackedCe, usize)> {
        self.non_common.iter().take(self.count).map(|entry| (entry & NON_PRIMARY_AND_FLAGS, (entry >> 40) as usize))
    }

    /// Adds CEs with common weights.
    #[inline(always)]
    pub(super) fn add_common(&mut self, elements: usize) {
        self.common += elements as u32;
    }
}

/// Writes both levels after the primary level, which ends at `at`; returns the length of the key.
#[inline(always)]
pub(super) fn write_levels(plan: &KeyPlan, weights: &NonPrimaryWeights, out: &mut [u8], at: usize) -> usize {
    let mut level = LevelCursor { at, common_run: 0 };
    if plan.strength >= Strength::Secondary {
        put_byte(out, &mut level.at, LEVEL_SEPARATOR);
        for (packed, common) in weights.each() {
            level.common_run += common;
            level.secondaries(packed & (plan.non_primary_mask | TWO_BYTE_SECONDARY), out);
        }
        level.common_run += weights.common();
        SECONDARY.put(&mut level.common_run, false, out, &mut level.at);
    }
    if plan.strength >= Strength::Tertiary {
        put_byte(out, &mut level.at, LEVEL_SEPARATOR);
        for (packed, common) in weights.each() {
            level.common_run += common;
            level.tertiaries(packed & (plan.non_primary_mask | TWO_BYTE_SECONDARY), plan.tertiary_level, out);
        }
        level.common_run += weights.common();
        plan.tertiary_level.run().put(&mut level.common_run, false, out, &mut level.at);
    }
    level.at
}

/// [`write_levels`] without data-dependent branches, at tertiary strength, for CEs with a common secondary, at most
/// an accent, and one-byte tertiaries; `None` if the weights are different.
#[inline(never)]
pub(super) fn write_levels_branchless(
    plan: &KeyPlan,
    weights: &NonPrimaryWeights,
    out: &mut [u8],
    at: usize,
) -> Option<usize> {
    if !weights.worth_branchless() {
        return None;
    }
    let (mut differing, mut elements, mut accents) = (0, weights.common() + weights.count, 0);
    for (packed, common) in weights.each() {
        let [accent, tertiary] = accent_and_tertiary(packed);
        differing |= packed ^ COMMON_WEIGHTS | if tertiary == 0 { TWO_BYTE_SECONDARY } else { 0 };
        elements += common;
        accents += usize::from(accent != 0);
    }
    let are_one_byte = differing & (TWO_BYTE_SECONDARY | FIRST) == 0 && elements <= SECONDARY.longest;
    if !are_one_byte || plan.strength != Strength::Tertiary || plan.tertiary_level.has_case() {
        return None;
    }
    let chunk = out.get_mut(at..)?.first_chunk_mut()?;
    let mut level = BranchlessLevelWriter { out: chunk, at: 0, common_run: 0 };
    level.put(LEVEL_SEPARATOR);
    if differing & ACCENT != 0 {
        for (packed, common) in weights.each() {
            let [accent, _] = accent_and_tertiary(packed);
            level.common_run += common + 1;
            level.weight(SECONDARY, accent != 0, (accent, accent > 5));
        }
        level.common_run += weights.common();
    } else {
        level.common_run = elements;
    }
    level.end(SECONDARY);
    level.put(LEVEL_SEPARATOR);
    let run = plan.tertiary_level.run();
    if differing & TERTIARY != 0 {
        for (packed, common) in weights.each() {
            let [accent, tertiary] = accent_and_tertiary(packed);
            let (is_common, above) = (tertiary == 5, tertiary > 5);
            level.common_run += common + usize::from(is_common);
            level.weight(run, !is_common, (tertiary + 0xC0 * u8::from(above), above));
            level.common_run += usize::from(accent != 0);
        }
        level.common_run += weights.common();
    } else {
        level.common_run = elements + accents;
    }
    level.end(run);
    Some(at + level.at)
}

/// The accent and the tertiary without case of a packed CE, where each of them is one byte.
#[inline(always)]
fn accent_and_tertiary(packed: PackedCe) -> [u8; 2] {
    let [_, accent, tertiary, _] = (packed as u32).to_be_bytes();
    [accent, tertiary & (TERTIARY >> 8) as u8]
}

/// Writes a level without data-dependent branches.
struct BranchlessLevelWriter<'o> {
    out: &'o mut [u8; NonPrimaryWeights::MAX_BYTES],
    at: usize,
    /// Common weights after the last non-common one.
    common_run: usize,
}

impl BranchlessLevelWriter<'_> {
    #[inline(always)]
    fn put(&mut self, byte: u8) {
        put_byte(self.out, &mut self.at, byte);
    }

    /// Writes the run of common weights and the weight, if `is_one`. The byte of a run counts down from `high` before a
    /// weight above the common weight, otherwise up from `low`.
    #[inline(always)]
    fn weight(&mut self, common: CommonWeightCompression, is_one: bool, (weight, above): (u8, bool)) {
        let has_run = is_one & (self.common_run != 0);
        let rest = (self.common_run as u8).wrapping_sub(1);
        let (low, high) = (common.low.wrapping_add(rest), common.high.wrapping_sub(rest));
        store(self.out, self.at, [low ^ (low ^ high) & u8::from(above).wrapping_neg()]);
        self.at += usize::from(has_run);
        store(self.out, self.at, [weight]);
        self.at += usize::from(is_one);
        self.common_run &= usize::from(is_one).wrapping_sub(1);
    }

    /// Writes the final run of a level.
    #[inline(always)]
    fn end(&mut self, common: CommonWeightCompression) {
        store(self.out, self.at, [common.final_byte(self.common_run)]);
        self.at += usize::from(self.common_run != 0);
        self.common_run = 0;
    }
}

/// The state of a non-primary level: its length, and the number of common weights at its end.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelCursor {
    pub(super) at: usize,
    pub(super) common_run: usize,
}

impl LevelCursor {
    /// Writes the secondary weights of a packed CE.
    #[inline(always)]
    pub(super) fn secondaries(&mut self, packed: PackedCe, out: &mut [u8]) {
        let lower = packed as u32;
        if packed & TWO_BYTE_SECONDARY != 0 {
            return self.secondary(ce::secondary(lower), out);
        }
        let [first, second, ..] = lower.to_be_bytes();
        match first {
            5 => self.common_run += 1,
            0 => {}
            weight => self.secondary(u32::from(weight) << 8, out),
        }
        if second != 0 {
            self.secondary(u32::from(second) << 8, out);
        }
    }

    /// Writes the tertiary weights of a packed CE.
    #[inline(always)]
    pub(super) fn tertiaries(&mut self, packed: PackedCe, level: TertiaryLevel, out: &mut [u8]) {
        let lower = packed as u32;
        if packed & TWO_BYTE_SECONDARY != 0 {
            return self.tertiary(lower, level, out);
        }
        self.tertiary(lower & !(ACCENT as u32), level, out);
        self.common_run += usize::from(packed & ACCENT != 0);
    }

    #[inline(always)]
    pub(super) fn secondary(&mut self, weight: u32, out: &mut [u8]) {
        self.weight(SECONDARY, (weight, weight > ce::COMMON), out);
    }

    #[inline(always)]
    pub(super) fn tertiary(&mut self, lower: u32, level: TertiaryLevel, out: &mut [u8]) {
        if lower & ce::TERTIARY_MASK == 0 {
            return;
        }
        match level.weight(lower) {
            None => self.common_run += 1,
            Some(weight) => self.weight(level.run(), weight, out),
        }
    }

    /// Writes the run of common weights and a non-common weight; `above`: the weight is above the common weight.
    #[inline(always)]
    fn weight(&mut self, common: CommonWeightCompression, (weight, above): (u32, bool), out: &mut [u8]) {
        if self.common_run > 0 {
            common.put(&mut self.common_run, above, out, &mut self.at);
        }
        store_weight(out, &mut self.at, weight);
    }
}

#[inline(always)]
fn store_weight(buffer: &mut [u8], at: &mut usize, weight: u32) {
    put_byte(buffer, at, (weight >> 8) as u8);
    if weight & 0xFF != 0 {
        put_byte(buffer, at, weight as u8);
    }
}
