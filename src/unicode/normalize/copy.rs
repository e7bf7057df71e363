//! The fast copy: writes what needs no look at more than one code point, by the actions of the tables
//! ([`super::record::actions`]), until it comes to something else.

use super::pass::Pass;
use super::pieces::Sink;
use super::quiet::Quiet;
use super::record::{HARD, REMOVE};
use super::scan::decode_basic;
use crate::unicode::scan::WINDOW;
use crate::unicode::text::{CodeUnit, Encoding};

/// What is copied whole is written while it is still in the nearest cache.
const CACHED: usize = 2048;

impl<'p, U: CodeUnit, S: Sink<U>> Pass<'p, U, S> {
    /// Copies from `at` on; gives the place of the first code point that it cannot do, or the end. `last` is the
    /// combining class of what is before, [`HARD`] when unknown.
    #[inline]
    pub fn copy(&mut self, mut at: usize, mut last: u8) -> usize {
        let rules = self.rules;
        (at, last) = self.copy_blocks(at, last);
        while let Some((block, low, length)) = decode_basic(self.text, at) {
            let action = rules.view.action(block, low);
            let key = (action >> 16) as u8;
            if action == 0 || rules.scan.is_mark_in_order(key, last) {
                self.copy_units(at, length);
            } else if key == 0 {
                self.put_sum(at, length, (block << 6 | low).wrapping_add(action) & 0xFFFF);
            } else if key == REMOVE {
                self.tell(at, at + length, self.out.length());
            } else {
                break;
            }
            last = key;
            at += length;
        }
        at
    }

    /// Copies the blocks of 64 units that the text has, and does what can't be copied: where they end, with the class
    /// before that place.
    #[inline]
    fn copy_blocks(&mut self, mut at: usize, mut last: u8) -> (usize, u8) {
        let Pass { rules, text, .. } = *self;
        let lowering = rules.lowers_ascii.then_some(rules.ascii_removed);
        let Some(mut quiet) = Quiet::new::<U>(rules.scan, lowering, true) else { return (at, last) };
        // Blocks before `at` that are copied whole and not written yet.
        let mut whole = at;
        'blocks: while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            let (mut marked, mut length) = quiet.marked(window);
            if marked == 0 && !rules.lowers_ascii {
                (at, last) = (at + length, 0);
                if at - whole >= CACHED {
                    self.put_whole(&mut whole, at);
                }
                continue;
            }
            self.put_whole(&mut whole, at);
            // What is copied and not written yet begins at `run`; `last` is the class of what is before `next`.
            let (mut run, mut next) = (0, 0);
            while marked != 0 {
                let place = marked.trailing_zeros() as usize;
                let before = if place > next { 0 } else { last };
                let (code, units, action) = match decode_basic(window, place) {
                    Some((block, low, units)) => (block << 6 | low, units, rules.view.action(block, low)),
                    None => (0, 0, u32::from(HARD) << 16),
                };
                let key = (action >> 16) as u8;
                next = place + units;
                if action == 0 {
                    quiet.miss(code);
                    last = 0;
                } else if rules.scan.is_mark_in_order(key, before) {
                    last = key;
                } else {
                    self.put_run(window, run, place);
                    if key == 0 || key == REMOVE {
                        self.put_or_remove(at + place, units, code.wrapping_add(action) & 0xFFFF, key == REMOVE);
                    } else {
                        let Some(found) = self.found(at + place) else { return (at + place, HARD) };
                        let end = self.step(at + place, found);
                        if end >= at + length {
                            (at, last, whole) = (end, HARD, end);
                            continue 'blocks;
                        }
                        next = end - at;
                    }
                    (last, run) = (key, next);
                }
                marked &= u64::MAX.checked_shl(next as u32).unwrap_or(0);
            }
            length = length.max(next);
            self.put_run(window, run, length);
            last = if next == length { last } else { 0 };
            at += length;
            whole = at;
        }
        self.put_whole(&mut whole, at);
        (at, last)
    }

    /// Writes the text from `whole` to `at` as it is.
    #[inline]
    fn put_whole(&mut self, whole: &mut usize, at: usize) {
        if *whole < at {
            self.out.put_slice(self.text.get(*whole..at).unwrap_or(&[]));
        }
        *whole = at;
    }

    /// Writes a part of a window, ASCII in lower case where the form wants it.
    #[inline]
    fn put_run(&mut self, window: &[U; WINDOW], start: usize, end: usize) {
        let Some(units) = window.get(start..end) else { return };
        if self.rules.lowers_ascii {
            self.out.put_run(window, start, units.len(), lower)
        } else {
            self.out.put_run(window, start, units.len(), |unit| unit)
        }
    }

    /// Writes a code point of the BMP in place of one whose length is `length`, or removes that. In UTF-16 without a branch,
    /// since which of both it is can't be foretold.
    #[inline]
    fn put_or_remove(&mut self, at: usize, length: usize, code: u32, is_removed: bool) {
        if S::LISTENS && is_removed || U::ENCODING == Encoding::Utf8 {
            if is_removed {
                return self.tell(at, at + length, self.out.length());
            }
            return self.put_sum(at, length, code);
        }
        self.out.put_unit_if(U::from_low_bits(code), !is_removed);
    }

    /// Writes a code point of the BMP in place of one whose length is `length`.
    #[inline]
    fn put_sum(&mut self, at: usize, length: usize, code: u32) {
        if U::ENCODING == Encoding::Utf16 {
            return self.out.put_unit(U::from_low_bits(code));
        }
        let start = self.out.length();
        self.out.put_sum(code);
        if self.out.length() - start != length {
            self.tell(at, at + length, start);
        }
    }

    /// Writes the units of one code point as they are.
    #[inline]
    fn copy_units(&mut self, at: usize, length: usize) {
        if U::ENCODING == Encoding::Utf16 {
            if let Some(&unit) = self.text.get(at) {
                self.out.put_unit(unit);
            }
            return;
        }
        match self.text.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
            Some(units) => self.out.put_chunk(units, length),
            None => self.out.put_slice(self.text.get(at..at + length).unwrap_or(&[])),
        }
    }
}

/// A unit in lower case when it is a letter of ASCII.
#[inline]
fn lower<U: CodeUnit>(unit: U) -> U {
    let code: u32 = unit.into();
    let bit = u32::from(code.wrapping_sub(0x41) < 26) << 5;
    U::from_low_bits(code | bit)
}
