//! Prefilter: finds the positions where one of many strings may start, by the hash of the first units, for 64 positions
//! at a time.
//!
//! The first stage hashes four units at every position without a branch, as it is unpredictable which positions remain
//! ([`bloom_mask`]). The second stage tests the few remaining positions, with six units if the string is that long.

use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{HASHED_UNITS, WINDOW, block_at, bloom_mask, hash_units};
use crate::unicode::text::{CodeUnit, four_units};

/// The number of units that the first stage hashes.
pub(super) const FIRST_STAGE_UNITS: usize = HASHED_UNITS;
/// The number of units that the second stage hashes.
const SECOND_STAGE_UNITS: usize = 6;
/// The number of positions tested together.
const BLOCK: usize = 64;

/// The filters over the first units of the strings.
#[derive(Debug)]
pub(super) struct StartFilters {
    /// By the low byte of a unit: whether some string shorter than a window starts with such a unit; `None` if all
    /// strings are longer.
    short: Option<[bool; 256]>,
    /// The filters of the other strings; `None` if there are none.
    long: Option<LongStarts>,
}

/// The filters over the first units of strings that are not shorter than a window.
#[derive(Debug)]
struct LongStarts {
    /// The windows of all strings.
    windows: BloomFilter,
    /// The windows of strings that are shorter than the second stage requires.
    middle: BloomFilter,
    /// The first units of the other strings, as the second stage hashes them.
    long: BloomFilter,
}

impl StartFilters {
    pub(super) fn new<U: CodeUnit>(strings: &[Vec<U>]) -> StartFilters {
        let mut short = None;
        for first in
            strings.iter().filter(|string| string.len() < FIRST_STAGE_UNITS).filter_map(|string| string.first())
        {
            if let Some(entry) = short.get_or_insert([false; 256]).get_mut(low_byte(*first)) {
                *entry = true;
            }
        }
        let has_long = strings.iter().any(|string| string.len() >= FIRST_STAGE_UNITS);
        StartFilters { short, long: has_long.then(|| LongStarts::new(strings)) }
    }

    /// Whether a string shorter than a window may start with a unit.
    #[inline(always)]
    pub(super) fn is_short<U: CodeUnit>(&self, unit: U) -> bool {
        self.short.as_ref().is_some_and(|short| has(short, unit))
    }

    /// A mask of the first 64 offsets of a text where a string may start.
    fn mask<U: CodeUnit>(&self, long: &LongStarts, text: &[U]) -> u64 {
        let is_short = |unit: &U| u64::from(self.is_short(*unit));
        long.mask(text) | if self.short.is_some() { bits_of(text.iter(), is_short) } else { 0 }
    }
}

impl LongStarts {
    fn new<U: CodeUnit>(strings: &[Vec<U>]) -> LongStarts {
        let firsts = strings.iter().filter_map(|string| string.first_chunk());
        let middle =
            strings.iter().filter(|string| string.len() < SECOND_STAGE_UNITS).filter_map(|string| window_of(string));
        let long = strings.iter().filter_map(|string| long_of(string));
        LongStarts {
            windows: BloomFilter::new(firsts.map(|units| hash_units(*units))),
            middle: BloomFilter::new(middle.map(hash)),
            long: BloomFilter::new(long.map(hash_long)),
        }
    }

    fn mask<U: CodeUnit>(&self, text: &[U]) -> u64 {
        let mut copy = [U::default(); WINDOW];
        let mut first = bloom_mask(block_at(text, 0, &mut copy), &self.windows);
        // Clear the offsets that are followed by fewer units.
        first &= !u64::MAX.checked_shl((text.len() + 1).saturating_sub(FIRST_STAGE_UNITS) as u32).unwrap_or(0);
        let mut mask = 0;
        while first != 0 {
            let bit = first.trailing_zeros() as usize;
            first &= first - 1;
            let rest = text.part(bit..);
            let middle = window_of(rest).map_or(0, |window| self.middle.has(hash(window)));
            mask |= (middle | long_of(rest).map_or(0, |long| self.long.has(hash_long(long)))) << bit;
        }
        mask
    }
}

/// A mask over the first 64 items, the first one lowest; `bit` returns 0 or 1 for an item.
#[inline(always)]
fn bits_of<T>(items: impl ExactSizeIterator<Item = T>, bit: impl Fn(T) -> u64) -> u64 {
    let items = items.take(BLOCK);
    let none_above = BLOCK - items.len();
    let bits = items.fold(0u64, |bits, item| bits >> 1 | bit(item) << (BLOCK - 1));
    bits.checked_shr(none_above as u32).unwrap_or(0)
}

/// The offsets of a text where a string may start.
#[derive(Debug)]
pub struct Candidates<'a, U> {
    starts: &'a StartFilters,
    text: &'a [U],
    /// The range of offsets that the mask covers.
    start: usize,
    end: usize,
    mask: u64,
}

impl<'a, U: CodeUnit> Candidates<'a, U> {
    pub(super) fn new(starts: &'a StartFilters, text: &'a [U]) -> Candidates<'a, U> {
        Candidates { starts, text, start: 0, end: 0, mask: 0 }
    }

    /// The first candidate from `at` on; `at` must not decrease from call to call.
    #[inline]
    pub fn next_from(&mut self, at: usize) -> Option<usize> {
        let Some(long) = &self.starts.long else {
            return Some(at + find(self.starts.short.as_ref()?, self.text.get(at..)?)?);
        };
        loop {
            if at < self.end {
                self.mask &= u64::MAX << at.saturating_sub(self.start);
                if self.mask != 0 {
                    return Some(self.start + self.mask.trailing_zeros() as usize);
                }
            }
            self.start = at.max(self.end);
            let rest = self.text.get(self.start..).filter(|rest| !rest.is_empty())?;
            self.end = self.start + BLOCK;
            self.mask = self.starts.mask(long, rest);
        }
    }
}

/// The offset of the first unit that has one of these low bytes; one branch per eight units.
#[inline(always)]
fn find<U: CodeUnit>(low_bytes: &[bool; 256], text: &[U]) -> Option<usize> {
    let (eights, _) = text.as_chunks::<8>();
    let without = |eight: &&[U; 8]| !eight.iter().fold(false, |found, unit| found | has(low_bytes, *unit));
    let from = 8 * eights.iter().take_while(without).count();
    Some(from + text.get(from..)?.iter().position(|unit| has(low_bytes, *unit))?)
}

/// Whether a unit has one of these low bytes.
#[inline(always)]
fn has<U: CodeUnit>(low_bytes: &[bool; 256], unit: U) -> bool {
    low_bytes.get(low_byte(unit)) == Some(&true)
}

#[inline(always)]
fn low_byte<U: CodeUnit>(unit: U) -> usize {
    let unit: u32 = unit.into();
    unit as usize & 0xFF
}

/// The first units of a text as one number, if it is long enough.
#[inline(always)]
pub(super) fn window_of<U: CodeUnit>(text: &[U]) -> Option<u64> {
    text.first_chunk().map(four_units)
}

/// The units that the second stage hashes: those of the window, and the following ones.
#[inline(always)]
fn long_of<U: CodeUnit>(text: &[U]) -> Option<(u64, u64)> {
    let [a, b, c, d, e, f] = *text.first_chunk::<SECOND_STAGE_UNITS>()?;
    Some((four_units(&[a, b, c, d]), four_units(&[e, f, U::default(), U::default()])))
}

#[inline(always)]
pub(super) fn hash(window: u64) -> u64 {
    window.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

#[inline(always)]
fn hash_long((window, others): (u64, u64)) -> u64 {
    hash(window ^ others.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
}
