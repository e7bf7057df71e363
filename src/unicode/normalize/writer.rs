//! The output of a normalization: a vector that is longer than the written text, so that whole chunks are copied
//! without a check of the remaining capacity.
//!
//! The units after the written text may be stored *speculatively*: a block is stored as a whole, units of it are
//! overwritten, and then some of them are appended to the written text.

use super::span::chars_of_utf16;
use crate::unicode::bmp::{utf8_length, utf8_of};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, MAX_AFTER, compress_store};
use crate::unicode::text::CodeUnit;

/// Spare length before each write: enough for a chunk, a code point, or a block in which each unit becomes two.
pub(super) const SLACK: usize = 160;

/// Maximum number of units that are filled ahead of the written text, so that they are in the cache when they are
/// overwritten.
const MAX_FILLED_AHEAD: usize = 1024;

/// Slices from this length on are appended directly, without filling units first.
const MIN_DIRECT_COPY: usize = 512;

/// Appends units to a vector.
pub(super) struct UnitWriter<'o, U> {
    out: &'o mut Vec<U>,
    /// The length of the written part of the vector.
    at: usize,
    /// Number of units that are filled ahead of the written text when the vector grows.
    filled_ahead: usize,
    /// Whether memory ran out: later writes are lost.
    failed: bool,
}

impl<'o, U: CodeUnit> UnitWriter<'o, U> {
    /// Creates a writer that appends to `out`, probably `expected` units.
    pub fn new(out: &'o mut Vec<U>, expected: usize) -> UnitWriter<'o, U> {
        let at = out.len();
        let failed = out.try_reserve(expected + SLACK).is_err();
        UnitWriter { out, at, filled_ahead: expected.min(MAX_FILLED_AHEAD), failed }
    }

    /// Truncates the vector to the written text; returns false if memory ran out.
    pub fn finish(self) -> bool {
        self.out.truncate(self.at);
        !self.failed
    }

    /// The length of the vector's written part, including its content before the writer was created.
    #[inline]
    pub fn length(&self) -> usize {
        self.at
    }

    /// The written units from a position on.
    #[inline]
    pub fn written(&self, from: usize) -> &[U] {
        self.between(from, self.at)
    }

    /// The written units between two positions; empty if memory ran out.
    #[inline]
    pub fn between(&self, from: usize, to: usize) -> &[U] {
        let units = self.out.get(from..to);
        debug_assert!(units.is_some() || self.failed, "{from}..{to} of {} written units", self.at);
        units.unwrap_or(&[])
    }

    /// Removes the last `length` units.
    #[inline]
    pub fn roll_back(&mut self, length: usize) {
        self.at = self.at.saturating_sub(length);
    }

    /// Ensures that `length` units may be stored after the written text, unless memory runs out.
    #[inline]
    pub fn reserve(&mut self, length: usize) {
        if self.out.len() < self.at + length {
            self.grow(length);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, length: usize) {
        let wanted = self.at + length + self.filled_ahead;
        self.failed |= self.out.try_reserve(wanted.saturating_sub(self.out.len())).is_err();
        if !self.failed {
            self.out.resize(wanted, U::default());
        }
    }

    /// Stores a chunk of `N` units and appends its first `length` units.
    #[inline]
    pub fn put_chunk<const N: usize>(&mut self, chunk: &[U; N], length: usize) {
        self.reserve(SLACK);
        if let Some(target) = self.out.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            *target = *chunk;
        }
        self.at += length;
    }

    /// Writes one unit.
    #[inline]
    pub fn put_unit(&mut self, unit: U) {
        self.put_chunk(&[unit], 1);
    }

    /// Writes one code point.
    #[inline]
    pub fn put(&mut self, c: char) {
        let (units, length) = U::encode(c);
        self.put_chunk(&units, length);
    }

    /// Writes a code point of the BMP that is not a surrogate.
    #[inline]
    pub fn put_bmp(&mut self, code: u32) {
        if U::MAX_UNITS == 2 {
            return self.put_unit(U::from_low_bits(code));
        }
        self.put_chunk(&units_of(utf8_of(code)), utf8_length(code) as usize);
    }

    /// Writes a string of the tables; most strings have two code points.
    #[inline(always)]
    pub fn put_utf16(&mut self, units: &[u16]) {
        match *units {
            [one, two] if U::MAX_UNITS == 2 => self.put_chunk(&[one, two].map(|unit| U::from_low_bits(unit.into())), 2),
            [one, two] if one & 0xF800 != 0xD800 => {
                self.put_bmp(one.into());
                self.put_bmp(two.into());
            }
            _ => self.put_long_utf16(units),
        }
    }

    #[inline(never)]
    fn put_long_utf16(&mut self, units: &[u16]) {
        if U::MAX_UNITS > 2 {
            return chars_of_utf16(units).for_each(|c| self.put(c));
        }
        for units in units.chunks(4) {
            let mut chunk = [U::default(); 4];
            chunk.iter_mut().zip(units).for_each(|(target, unit)| *target = U::from_low_bits((*unit).into()));
            self.put_chunk(&chunk, units.len());
        }
    }

    /// Writes `length` units of a window from `start` on, each mapped by `of`, in whole chunks.
    #[inline]
    pub fn put_run<const N: usize>(&mut self, window: &[U; N], start: usize, length: usize, of: impl Fn(U) -> U) {
        self.store_speculatively(window, start, length, of);
        self.at += length;
    }

    /// Stores `length` units of a window from `start` on after the written text, each mapped by `of`, in whole chunks,
    /// without appending them.
    #[inline]
    pub fn store_speculatively<const N: usize>(
        &mut self,
        window: &[U; N],
        start: usize,
        length: usize,
        of: impl Fn(U) -> U,
    ) {
        const CHUNK: usize = 32;
        self.reserve(SLACK);
        let source = window.part(start..);
        // Empty if memory ran out.
        let target = self.out.get_mut(self.at..).unwrap_or(&mut []);
        let mut done = 0;
        while done < length {
            let chunks = (
                source.get(done..).and_then(|rest| rest.first_chunk::<CHUNK>()),
                target.get_mut(done..).and_then(|rest| rest.first_chunk_mut::<CHUNK>()),
            );
            if let (Some(source), Some(target)) = chunks {
                *target = source.map(&of);
            }
            done += CHUNK;
        }
    }

    /// The space after the written text, for a block that is stored speculatively; `None` if memory ran out.
    #[inline]
    pub fn space(&mut self) -> Option<&mut [U; SLACK]> {
        self.reserve(SLACK);
        self.out.get_mut(self.at..)?.first_chunk_mut()
    }

    /// A speculatively stored unit after the written text.
    #[inline]
    pub fn speculative_unit(&self, position: usize) -> U {
        let unit = self.out.get(self.at + position);
        debug_assert!(unit.is_some() || self.failed, "unit {position} after {} written units", self.at);
        unit.copied().unwrap_or_default()
    }

    /// Overwrites a speculatively stored unit after the written text.
    #[inline]
    pub fn patch(&mut self, position: usize, unit: U) {
        if let Some(target) = self.out.get_mut(self.at + position) {
            *target = unit;
        }
    }

    /// Appends `length` of the speculatively stored units.
    #[inline]
    pub fn advance(&mut self, length: usize) {
        self.at += length;
    }

    /// [`UnitWriter::advance`] that removes the units of a block with a bit in `removed`. The length is at most
    /// [`BLOCK`] + [`MAX_AFTER`].
    #[inline]
    pub fn advance_without(&mut self, length: usize, removed: u64) {
        let Some(target) = self.out.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut::<SLACK>()) else { return };
        if let Some(length) = compress_store(target, length, removed) {
            self.at += length;
            return;
        }
        self.at += compress_runs(target, length, removed);
    }

    /// Writes units, each mapped by `of`.
    pub fn put_mapped(&mut self, units: &[U], of: impl Fn(U) -> U) {
        self.reserve(units.len());
        if let Some(target) = self.out.get_mut(self.at..self.at + units.len()) {
            target.iter_mut().zip(units).for_each(|(target, unit)| *target = of(*unit));
        }
        self.at += units.len();
    }

    /// Writes units.
    pub fn put_slice(&mut self, units: &[U]) {
        let end = self.at + units.len();
        if end > self.out.len() && units.len() >= MIN_DIRECT_COPY {
            self.out.truncate(self.at);
            self.failed |= self.out.try_reserve(units.len()).is_err();
            if !self.failed {
                self.out.extend_from_slice(units);
            }
        } else {
            self.reserve(units.len());
            if let Some(target) = self.out.get_mut(self.at..end) {
                target.copy_from_slice(units);
            }
        }
        self.at = end;
    }
}

/// [`compress_store`] run by run, for backends without shuffles.
#[inline]
fn compress_runs<U: CodeUnit>(units: &mut [U; SLACK], length: usize, removed: u64) -> usize {
    const CHUNK: usize = 16;
    const COPY: usize = BLOCK + MAX_AFTER + CHUNK;
    const _: () = assert!(SLACK >= COPY);
    let Some(&source) = units.first_chunk::<COPY>() else { return 0 };
    let mut removed = removed;
    let next = |removed: u64| if removed == 0 { length } else { (removed.trailing_zeros() as usize).min(length) };
    let mut to = next(removed);
    while removed != 0 {
        let start = removed.trailing_zeros() as usize + 1;
        removed &= removed - 1;
        // The next run overwrites units after this one.
        let run = next(removed).saturating_sub(start);
        let mut done = 0;
        while done < run {
            let chunks = (
                source.get(start + done..).and_then(|rest| rest.first_chunk::<CHUNK>()),
                units.get_mut(to + done..).and_then(|rest| rest.first_chunk_mut::<CHUNK>()),
            );
            if let (Some(source), Some(target)) = chunks {
                *target = *source;
            }
            done += CHUNK;
        }
        to += run;
    }
    to
}

/// Converts four bytes, the first one lowest, to units.
#[inline]
pub(super) fn units_of<U: CodeUnit>(bytes: u32) -> [U; 4] {
    bytes.to_le_bytes().map(|byte| U::from_low_bits(byte.into()))
}

/// Maps ASCII upper case to lower case.
#[inline]
pub(super) fn lower<U: CodeUnit>(unit: U) -> U {
    let code: u32 = unit.into();
    let bit = u32::from(code.wrapping_sub(0x41) < 26) << 5;
    U::from_low_bits(code | bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::scan::bits_from;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn removed_units_are_not_written(
            masks in prop::collection::vec(any::<u64>(), 1..9),
            length in 0..=BLOCK + MAX_AFTER,
            units: [u16; BLOCK + 32],
        ) {
            // Several masks have few common bits.
            let removed = masks.iter().fold(!bits_from(length), |all, mask| all & mask);
            let mut out = vec![7];
            let mut writer = UnitWriter::new(&mut out, 0);
            writer.store_speculatively(&units, 0, BLOCK + MAX_AFTER, |unit| unit);
            writer.advance_without(length, removed);
            assert!(writer.finish());
            let is_kept = |at: &usize| removed.checked_shr(*at as u32).unwrap_or(0) & 1 == 0;
            let expected: Vec<u16> = (0..length).filter(is_kept).map(|at| units[at]).collect();
            assert_eq!(out[1..], expected);
        }
    }
}
