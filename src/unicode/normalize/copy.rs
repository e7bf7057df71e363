//! The fast copy: writes what needs no look at more than one code point, by the actions of the tables
//! ([`super::record::actions`]), until it comes to something else.

use super::pass::Pass;
use super::pieces::{Piece, Sink};
use super::quiet::Quiet;
use super::record::{self, HARD, REMOVE};
use super::scan::decode_basic;
use super::table::compose;
use crate::unicode::scan::{BLOCK, Mismatch, WINDOW};
use crate::unicode::text::{CodeUnit, Encoding};

/// What is copied whole is written while it is still in the nearest cache.
const CACHED: usize = 4096;

/// A block of UTF-16 that was written ahead.
struct Patch<U> {
    /// Where the block begins in the text.
    at: usize,
    /// Where in the block what was written ahead begins.
    start: usize,
    /// The units that go.
    gone: u64,
    /// Those of them that became a part of the unit before them.
    composed: u64,
    /// The units that another one follows now, and that.
    grown: u64,
    more: [U; BLOCK],
}

impl<U: CodeUnit> Patch<U> {
    fn new(at: usize) -> Patch<U> {
        Patch { at, start: 0, gone: 0, composed: 0, grown: 0, more: [U::default(); BLOCK] }
    }

    /// Begins again at a place of the block.
    fn restart(&mut self, start: usize) {
        (self.start, self.gone, self.composed, self.grown) = (start, 0, 0, 0);
    }
}

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
        // Tokens have no block.
        if text.len().saturating_sub(at) < WINDOW {
            return (at, last);
        }
        let lowering = rules.lowers_ascii.then_some(rules.ascii_removed);
        let Some(mut quiet) = Quiet::new::<U>(rules.scan, lowering, true) else { return (at, last) };
        loop {
            let near = text.get(..at + CACHED).unwrap_or(text);
            let found = quiet.next(near, at);
            if found.at > at {
                self.put_whole(at, found.at);
                (at, last) = (found.at, 0);
            }
            let window = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>());
            (at, last) = match window {
                None => return (at, last),
                Some(_) if found.length == 0 => continue,
                Some(window) if U::ENCODING == Encoding::Utf16 => {
                    self.patch_block(&mut quiet, window, at, found.mask, last)
                }
                Some(window) => self.copy_block(&mut quiet, window, found, last),
            };
        }
    }

    /// Copies a block of UTF-8 in runs between what can't be copied; gives where to go on, with the class before.
    #[inline]
    fn copy_block(
        &mut self,
        quiet: &mut Quiet<'p>,
        window: &[U; WINDOW],
        found: Mismatch,
        mut last: u8,
    ) -> (usize, u8) {
        let Pass { rules, .. } = *self;
        let Mismatch { at, mask: mut marked, mut length } = found;
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
            if (action == 0) | rules.scan.is_mark_in_order(key, before) {
                quiet.note(action == 0, code);
                last = key;
            } else {
                self.put_run(window, run, place);
                if key == 0 {
                    self.put_sum(at + place, units, code.wrapping_add(action) & 0xFFFF);
                } else if key == REMOVE {
                    self.tell(at + place, at + next, self.out.length());
                } else {
                    let Some(found) = self.found(at + place) else { return (at + place, HARD) };
                    let end = self.step(at + place, found);
                    if end >= at + length {
                        return (end, HARD);
                    }
                    next = end - at;
                }
                (last, run) = (key, next);
            }
            marked &= u64::MAX.checked_shl(next as u32).unwrap_or(0);
        }
        length = length.max(next);
        self.put_run(window, run, length);
        (at + length, if next == length { last } else { 0 })
    }

    /// Copies a block of UTF-16 whole, writes what becomes another unit over it, and closes the gaps where something goes. So
    /// what happens to a unit costs no branch. Gives where to go on, with the class before.
    #[inline]
    fn patch_block(
        &mut self,
        quiet: &mut Quiet<'p>,
        window: &[U; WINDOW],
        at: usize,
        mut marked: u64,
        mut last: u8,
    ) -> (usize, u8) {
        let Pass { rules, .. } = *self;
        let mut patch = Patch::new(at);
        self.put_ahead(window, 0);
        // `last` is the class of what is before `next`.
        let mut next = 0;
        while marked != 0 {
            let place = marked.trailing_zeros() as usize;
            let code: u32 = window.get(place).map_or(0, |&unit| unit.into());
            let action = rules.view.action(code >> 6, code & 63);
            let key = (action >> 16) as u8;
            let before = if place > next { 0 } else { last };
            next = place + 1;
            marked &= marked - 1;
            if (key == 0) | (key == REMOVE) | rules.scan.is_mark_in_order(key, before) {
                quiet.note(action == 0, code);
                self.out.patch(place - patch.start, U::from_low_bits(code.wrapping_add(action)));
                patch.gone |= u64::from(key == REMOVE) << place;
                last = key;
                continue;
            }
            if before == 0 && self.compose_in_block(&mut patch, window, place) {
                last = 0;
                continue;
            }
            if self.expand_in_block(&mut patch, window, place) {
                last = HARD;
                continue;
            }
            self.finish_patch(&patch, place);
            let Some(found) = self.found(at + place) else { return (at + place, HARD) };
            let end = self.step(at + place, found);
            if end >= at + BLOCK {
                return (end, HARD);
            }
            (last, next) = (key, end - at);
            marked &= u64::MAX.checked_shl(next as u32).unwrap_or(0);
            patch.restart(next);
            self.put_ahead(window, next);
        }
        self.finish_patch(&patch, BLOCK);
        (at + BLOCK, if next == BLOCK { last } else { 0 })
    }

    /// Composes a mark in a block of UTF-16 with the letter before it, where no other mark is near; `false` when that must be
    /// found out in another way.
    #[inline]
    fn compose_in_block(&mut self, patch: &mut Patch<U>, window: &[U; WINDOW], place: usize) -> bool {
        let Pass { rules, .. } = *self;
        let unit = |place: usize| window.get(place).map_or(0xD800, |&unit| unit.into());
        let (letter, mark, after): (u32, u32, u32) = (unit(place.wrapping_sub(1)), unit(place), unit(place + 1));
        let [Some(letter), Some(mark), Some(after)] = [letter, mark, after].map(char::from_u32) else { return false };
        let record = rules.view.record(mark);
        let class = record.lead();
        let is_easy = rules.compose
            && record.kind() == record::MAYBE
            && class != 0
            && place > patch.start
            && rules.view.record(letter).trail() <= class
            && rules.scan.is_plain(after);
        if !is_easy {
            return false;
        }
        let Some(base) = char::from_u32(self.out.ahead(place - 1 - patch.start).into()) else { return false };
        let Some(composite) = compose(base, mark) else { return false };
        self.out.patch(place - 1 - patch.start, U::from_low_bits(composite.into()));
        patch.gone |= 1 << place;
        patch.composed |= 1 << place;
        true
    }

    /// Writes two units in place of one in a block of UTF-16, where nothing that follows belongs to it; `false` when it is not
    /// that.
    #[inline]
    fn expand_in_block(&mut self, patch: &mut Patch<U>, window: &[U; WINDOW], place: usize) -> bool {
        let Pass { rules, .. } = *self;
        let unit = |place: usize| window.get(place).map_or(0xD800, |&unit| unit.into());
        let [Some(c), Some(after)] = [unit(place), unit(place + 1)].map(char::from_u32) else { return false };
        let record = rules.view.record(c);
        let expands = record.kind() == record::EXPAND || record.kind() == record::COMPOSITE && !rules.compose;
        if !expands || !rules.boundary_before(rules.view.record(after)) {
            return false;
        }
        let [one, two] = *rules.string(record) else { return false };
        self.out.patch(place - patch.start, U::from_low_bits(one.into()));
        patch.grown |= 1 << place;
        if let Some(more) = patch.more.get_mut(place) {
            *more = U::from_low_bits(two.into());
        }
        true
    }

    /// Writes a block of UTF-16 from a place on, not yet for good.
    #[inline]
    fn put_ahead(&mut self, window: &[U; WINDOW], start: usize) {
        if self.rules.lowers_ascii {
            self.out.put_ahead(window, start, lower)
        } else {
            self.out.put_ahead(window, start, |unit| unit)
        }
    }

    /// What stands ahead is for good up to a place of the block, but for what goes.
    #[inline]
    fn finish_patch(&mut self, patch: &Patch<U>, end: usize) {
        let start = self.out.length();
        let length = end - patch.start;
        if patch.gone | patch.grown == 0 {
            return self.out.advance(length);
        }
        let more = patch.more.get(patch.start..).unwrap_or(&[]);
        self.out.advance_changed(length, patch.gone >> patch.start, patch.grown >> patch.start, more);
        if patch.composed != 0 {
            // What was composed can't be taken back by the units of its source.
            self.floor = patch.at + BLOCK - patch.composed.leading_zeros() as usize;
        }
        if S::LISTENS {
            if patch.composed | patch.grown == 0 {
                let source = self.text.get(patch.at + patch.start..patch.at + BLOCK).unwrap_or(&[]);
                self.sink.gone(patch.at + patch.start, start, source, patch.gone >> patch.start);
            } else {
                self.tell_changed(patch, start);
            }
        }
    }

    /// Tells what went and what grew in a block whose result begins at `start`.
    fn tell_changed(&mut self, patch: &Patch<U>, start: usize) {
        let (mut changed, mut result) = (patch.gone | patch.grown, start);
        let mut before = patch.start;
        while changed != 0 {
            let place = changed.trailing_zeros() as usize;
            let is_composed = (patch.composed >> place & 1) as usize;
            let grown = (patch.grown >> place & 1) as usize;
            result += place - before;
            before = place + 1;
            changed &= changed - 1;
            let from = patch.at + place - is_composed;
            let source = self.text.get(from..patch.at + place + 1).unwrap_or(&[]);
            let result_start = result - is_composed;
            result += 2 * grown;
            self.sink.replaced(Piece {
                source_start: from,
                result_start,
                source,
                result: self.out.between(result_start, result),
            });
        }
    }

    /// Writes the text between two places as it is, ASCII in lower case where the form wants it.
    #[inline]
    fn put_whole(&mut self, start: usize, end: usize) {
        let units = self.text.get(start..end).unwrap_or(&[]);
        if self.rules.lowers_ascii { self.out.put_mapped(units, lower) } else { self.out.put_slice(units) }
    }

    /// Writes a part of a window, ASCII in lower case where the form wants it.
    #[inline]
    fn put_run(&mut self, window: &[U; WINDOW], start: usize, end: usize) {
        let length = end.saturating_sub(start);
        if self.rules.lowers_ascii {
            self.out.put_run(window, start, length, lower)
        } else {
            self.out.put_run(window, start, length, |unit| unit)
        }
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
