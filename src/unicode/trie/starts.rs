//! Where in a text one of many strings may start, told by its first units, hashed, for 64 places at a time.
//!
//! The first look is at four units of every place, without a branch: which places are left can't be foretold. The few that are
//! left are looked at again, with six units where the string has so many.

use crate::unicode::hash_bits::HashBits;
use crate::unicode::text::CodeUnit;

/// Units in a window, the first look.
pub(super) const WINDOW: usize = 4;
/// Units of the second look.
const LONG: usize = 6;
/// Places looked at together.
const BLOCK: usize = 64;

/// What is known of the first units of strings.
#[derive(Debug)]
pub(super) struct Starts {
    /// Whether some string shorter than a window starts with a unit that has this low byte; `None` when all are longer.
    short: Option<[bool; 256]>,
    /// Of the others the first four units,
    windows: HashBits,
    /// the same of those with fewer than six,
    middle: HashBits,
    /// and the first six of the rest.
    long: HashBits,
}

impl Starts {
    pub(super) fn new<U: CodeUnit>(strings: &[Vec<U>]) -> Starts {
        let mut short = None;
        for first in strings.iter().filter(|string| string.len() < WINDOW).filter_map(|string| string.first()) {
            if let Some(entry) = short.get_or_insert([false; 256]).get_mut(low_byte(*first)) {
                *entry = true;
            }
        }
        let windows = strings.iter().filter_map(|string| window_of(string));
        let middle = strings.iter().filter(|string| string.len() < LONG).filter_map(|string| window_of(string));
        let long = strings.iter().filter_map(|string| long_of(string));
        Starts {
            short,
            windows: HashBits::new(windows.map(hash)),
            middle: HashBits::new(middle.map(hash)),
            long: HashBits::new(long.map(hash_long)),
        }
    }

    /// Whether a string shorter than a window may start with a unit.
    #[inline(always)]
    pub(super) fn is_short<U: CodeUnit>(&self, unit: U) -> bool {
        self.short.as_ref().is_some_and(|short| short.get(low_byte(unit)) == Some(&true))
    }

    /// A bit for each of the first 64 places of a text where a string may start.
    fn mask<U: CodeUnit>(&self, text: &[U]) -> u64 {
        let windows = text.array_windows().take(BLOCK);
        let none_above = BLOCK - windows.len();
        // The first place ends up lowest.
        let bits =
            windows.fold(0, |bits: u64, window| bits >> 1 | self.windows.has(hash(joined(window))) << (BLOCK - 1));
        let mut first = bits.checked_shr(none_above as u32).unwrap_or(0);
        let mut mask = 0;
        while first != 0 {
            let place = first.trailing_zeros() as usize;
            first &= first - 1;
            let rest = text.get(place..).unwrap_or(&[]);
            let middle = window_of(rest).map_or(0, |window| self.middle.has(hash(window)));
            mask |= (middle | long_of(rest).map_or(0, |long| self.long.has(hash_long(long)))) << place;
        }
        if self.short.is_some() {
            for (place, unit) in text.iter().take(BLOCK).enumerate() {
                mask |= u64::from(self.is_short(*unit)) << place;
            }
        }
        mask
    }
}

/// The places of a text where a string may start.
#[derive(Debug)]
pub struct Candidates<'a, U> {
    starts: &'a Starts,
    text: &'a [U],
    /// Where the mask starts and ends.
    start: usize,
    end: usize,
    mask: u64,
}

impl<'a, U: CodeUnit> Candidates<'a, U> {
    pub(super) fn new(starts: &'a Starts, text: &'a [U]) -> Candidates<'a, U> {
        Candidates { starts, text, start: 0, end: 0, mask: 0 }
    }

    /// The first one from a place on, which is not before the place asked for last.
    #[inline]
    pub fn next_from(&mut self, at: usize) -> Option<usize> {
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
            self.mask = self.starts.mask(rest);
        }
    }
}

#[inline(always)]
fn low_byte<U: CodeUnit>(unit: U) -> usize {
    let unit: u32 = unit.into();
    unit as usize & 0xFF
}

/// The first units of a text as one number, if it has so many.
#[inline(always)]
pub(super) fn window_of<U: CodeUnit>(text: &[U]) -> Option<u64> {
    text.first_chunk().map(joined)
}

/// The same of as many as the second look wants: the window, and the others.
#[inline(always)]
fn long_of<U: CodeUnit>(text: &[U]) -> Option<(u64, u64)> {
    let [a, b, c, d, e, f] = *text.first_chunk::<LONG>()?;
    Some((joined(&[a, b, c, d]), joined(&[e, f, U::default(), U::default()])))
}

#[inline(always)]
fn joined<U: CodeUnit>(units: &[U; WINDOW]) -> u64 {
    let bits = 8 * size_of::<U>();
    units.iter().enumerate().fold(0, |window, (at, unit)| window | u64::from((*unit).into()) << (at * bits))
}

#[inline(always)]
pub(super) fn hash(window: u64) -> u64 {
    window.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

#[inline(always)]
fn hash_long((window, others): (u64, u64)) -> u64 {
    hash(window ^ others.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
}
