//! The fast copy: writes code points whose result does not depend on their context, by the actions of the tables
//! ([`super::record::actions`]), and stops at any other code point.

use super::inert_ranges::InertRanges;
use super::pass::NormalizationPass;
use super::pieces::{Piece, Sink};
use super::record::{self, REMOVE, SLOW_PATH};
use super::scan_tables::{MaybePolicy, decode_bmp_block, is_lead_surrogate};
use super::table::compose;
use super::writer::lower;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, Mismatch, WINDOW, bits_from};
use crate::unicode::text::{CodeUnit, Encoding};

/// Spans are copied in chunks of this many units, while they are in the L1 cache.
const CHUNK: usize = 4096;

/// The edits of a block of UTF-16 that has been stored speculatively as a whole.
struct BlockEdit {
    /// Offset of the block in the text.
    at: usize,
    /// Index in the block where the speculative copy starts.
    start: usize,
    /// Units that are removed.
    removed: u64,
    /// Removed units that composed with the unit before them.
    composed: u64,
}

impl BlockEdit {
    fn new(at: usize) -> BlockEdit {
        BlockEdit { at, start: 0, removed: 0, composed: 0 }
    }

    /// Restarts at an index of the block.
    fn restart(&mut self, start: usize) {
        (self.start, self.removed, self.composed) = (start, 0, 0);
    }
}

impl<'p, U: CodeUnit, S: Sink<U>> NormalizationPass<'p, U, S> {
    /// Copies from `at` on; returns the offset of the first code point that needs [`NormalizationPass::step`], or the
    /// end. `last` is the combining class before `at`, [`SLOW_PATH`] if unknown.
    #[inline]
    pub fn copy(&mut self, mut at: usize, mut last: u8) -> usize {
        let rules = self.rules;
        (at, last) = self.copy_blocks(at, last);
        while at < self.end
            && let Some((block, low, length)) = decode_bmp_block(self.text, at)
        {
            let action = rules.view.action(block, low);
            let mut class = action.class();
            if action.is_copy() || rules.scan.is_mark_in_order(class, last) {
                self.copy_units(at, length);
            } else if class == 0 {
                self.put_mapped_bmp(at, length, action.replacement(block << 6 | low));
            } else if class == REMOVE {
                self.report_edit(at, at + length, self.out.length());
            } else if let Some(copied) = self.class_if_copied(at, block, low) {
                self.copy_units(at, length);
                class = copied;
            } else {
                break;
            }
            last = class;
            at += length;
        }
        at
    }

    /// Processes the whole blocks of 64 units, code points that need a step included; returns their end and the class
    /// before it.
    #[inline]
    fn copy_blocks(&mut self, mut at: usize, mut last: u8) -> (usize, u8) {
        let NormalizationPass { rules, text, .. } = *self;
        // Tokens are shorter than a block.
        if text.len().saturating_sub(at) < WINDOW {
            return (at, last);
        }
        let mut learned = std::mem::take(&mut self.scratch.learned);
        if let Some(mut inert) = rules.ranges_for_copy::<U>(&mut learned) {
            (at, last) = self.copy_blocks_with(&mut inert, at, last);
        }
        self.scratch.learned = learned;
        (at, last)
    }

    #[inline]
    fn copy_blocks_with(&mut self, inert: &mut InertRanges<'p, '_>, mut at: usize, mut last: u8) -> (usize, u8) {
        let text = self.text;
        loop {
            let near = text.get(..at + CHUNK).unwrap_or(text);
            let (found, class) = self.next_window(inert, near, at, last);
            if found.at > at {
                self.put_inert_span(at, found.at);
                (at, last) = (found.at, class);
            }
            let window = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>());
            (at, last) = match window {
                None => return (at, last),
                Some(_) if found.length == 0 => continue,
                // See `copy_runs.rs` for other blocks.
                Some(window) if U::ENCODING == Encoding::Utf16 && self.rules.compose => {
                    match self.compose_jamo_block(at, found.mask) {
                        Some(end) => (end, 0),
                        None => self.edit_block(inert, window, at, found.mask, last),
                    }
                }
                Some(window) => self.copy_block(inert, window, found, last),
            };
        }
    }

    /// Skips inert code points and runs of supplementary ones from `at` on; returns the first window with other code
    /// points, and the class before it.
    #[inline(always)]
    fn next_window(&self, inert: &mut InertRanges<'p, '_>, text: &[U], mut at: usize, mut last: u8) -> (Mismatch, u8) {
        loop {
            let found = inert.next(text, at);
            last = if found.at > at { 0 } else { last };
            let first = found.at + found.mask.trailing_zeros() as usize;
            let end =
                if found.mask == 0 { first } else { self.rules.scan.supplementary_end(text, first, MaybePolicy::Copy) };
            if end == first {
                return (found, last);
            }
            inert.count_supplementary_run(text, first);
            (at, last) = (end, SLOW_PATH);
        }
    }

    /// Copies a block of UTF-16; returns the offset to continue from and the class before it.
    ///
    /// ```text
    /// store the whole block speculatively
    /// per code point outside of the inert ranges:
    ///     overwrite its unit by unit + action (branchless), note removals as bits
    /// commit: close the gaps of removed units, with one pass of compaction
    /// ```
    ///
    /// Whether a unit is copied, replaced or removed is unpredictable, so it must not be a branch.
    #[inline]
    fn edit_block(
        &mut self,
        inert: &mut InertRanges<'p, '_>,
        window: &[U; WINDOW],
        at: usize,
        mut active: u64,
        mut last: u8,
    ) -> (usize, u8) {
        let NormalizationPass { rules, .. } = *self;
        let mut edit = BlockEdit::new(at);
        self.store_block(window, 0);
        // `last` is the class before `next`.
        let mut next = 0;
        while active != 0 {
            let position = active.trailing_zeros() as usize;
            let code: u32 = window.get(position).map_or(0, |&unit| unit.into());
            let action = rules.view.action(code >> 6, code & 63);
            let class = action.class();
            let before = if position > next { 0 } else { last };
            next = position + 1;
            active &= active - 1;
            if (class == 0) | (class == REMOVE) | rules.scan.is_mark_in_order(class, before) {
                inert.count_miss(action.is_copy(), code);
                self.out.patch(position - edit.start, U::from_low_bits(action.replacement(code)));
                edit.removed |= u64::from(class == REMOVE) << position;
                last = class;
                continue;
            }
            if before == 0 && self.compose_in_block(&mut edit, window, position) {
                last = 0;
                continue;
            }
            if let Some(class) = self.class_if_copied(at + position, code >> 6, code & 63) {
                last = class;
                continue;
            }
            if is_lead_surrogate(code) {
                let end = rules.scan.supplementary_end(self.text, at + position, MaybePolicy::Copy);
                if end > at + position {
                    inert.count_supplementary_run(self.text, at + position);
                }
                if end >= at + BLOCK {
                    self.commit_block(&edit, BLOCK);
                    self.out.put_slice(self.text.part(at + BLOCK..end));
                    return (end, SLOW_PATH);
                }
                if end > at + position {
                    (last, next) = (SLOW_PATH, end - at);
                    active &= bits_from(next);
                    continue;
                }
            }
            self.commit_block(&edit, position);
            let record = rules.view.record_of(rules.view.number(code >> 6, code & 63));
            if record.kind() == record::EXPAND && self.expands_alone(record, at + next) {
                last = self.put_expansion(record, at + position, at + next);
                edit.restart(next);
                self.store_block(window, next);
                continue;
            }
            let Some(current) = self.decoded(at + position) else { return (at + position, SLOW_PATH) };
            let end = self.step(at + position, current);
            if end >= at + BLOCK {
                return (end, SLOW_PATH);
            }
            (last, next) = (class, end - at);
            active &= bits_from(next);
            edit.restart(next);
            self.store_block(window, next);
        }
        self.commit_block(&edit, BLOCK);
        (at + BLOCK, if next == BLOCK { last } else { 0 })
    }

    /// Composes a mark in a block of UTF-16 with the letter before it, if no other mark is adjacent; `false` if that
    /// needs [`NormalizationPass::step`].
    #[inline]
    fn compose_in_block(&mut self, edit: &mut BlockEdit, window: &[U; WINDOW], position: usize) -> bool {
        let NormalizationPass { rules, .. } = *self;
        let unit = |position: usize| window.get(position).map_or(0xD800, |&unit| unit.into());
        let (letter, mark, after): (u32, u32, u32) =
            (unit(position.wrapping_sub(1)), unit(position), unit(position + 1));
        let [Some(letter), Some(mark), Some(after)] = [letter, mark, after].map(char::from_u32) else { return false };
        let (letter, record) = (rules.view.record(letter), rules.view.record(mark));
        let class = record.lccc();
        let is_easy = rules.compose
            && record.kind() == record::MAYBE
            && class != 0
            && position > edit.start
            && letter.tccc() <= class
            && !letter.composes_with_none()
            && rules.scan.is_inert(after);
        if !is_easy {
            return false;
        }
        let Some(base) = char::from_u32(self.out.speculative_unit(position - 1 - edit.start).into()) else {
            return false;
        };
        let Some(composite) = compose(base, mark) else { return false };
        self.out.patch(position - 1 - edit.start, U::from_low_bits(composite.into()));
        edit.removed |= 1 << position;
        edit.composed |= 1 << position;
        true
    }

    /// Stores a block of UTF-16 from an index on speculatively: it is not part of the output until it is committed.
    #[inline]
    fn store_block(&mut self, window: &[U; WINDOW], start: usize) {
        let length = BLOCK.saturating_sub(start);
        if self.rules.lowers_ascii() {
            self.out.store_speculatively(window, start, length, lower)
        } else {
            self.out.store_speculatively(window, start, length, |unit| unit)
        }
    }

    /// Appends the speculative copy up to an index of the block, with the edits.
    #[inline]
    fn commit_block(&mut self, edit: &BlockEdit, end: usize) {
        let start = self.out.length();
        let length = end - edit.start;
        if edit.removed == 0 {
            return self.out.advance(length);
        }
        self.out.advance_without(length, edit.removed >> edit.start);
        if edit.composed != 0 {
            // A composite cannot be rolled back by the units of its source.
            self.committed = edit.at + BLOCK - edit.composed.leading_zeros() as usize;
        }
        if S::ENABLED {
            if edit.composed == 0 {
                let source = self.text.part(edit.at + edit.start..edit.at + BLOCK);
                self.sink.removed(edit.at + edit.start, start, source, edit.removed >> edit.start);
            } else {
                self.report_edits(edit, start);
            }
        }
    }

    /// Reports the edits of a block whose result starts at `start`.
    fn report_edits(&mut self, edit: &BlockEdit, start: usize) {
        let (mut changed, mut result) = (edit.removed, start);
        let mut before = edit.start;
        while changed != 0 {
            let position = changed.trailing_zeros() as usize;
            let is_composed = (edit.composed >> position & 1) as usize;
            result += position - before;
            before = position + 1;
            changed &= changed - 1;
            let from = edit.at + position - is_composed;
            let source = self.text.part(from..edit.at + position + 1);
            let result_start = result - is_composed;
            self.sink.replaced(Piece {
                source_start: from,
                result_start,
                source,
                result: self.out.between(result_start, result),
            });
        }
    }

    /// Writes a span of the text unchanged, or with ASCII in lower case if the form lowers it.
    #[inline]
    fn put_inert_span(&mut self, start: usize, end: usize) {
        let units = self.text.part(start..end);
        if self.rules.lowers_ascii() { self.out.put_mapped(units, lower) } else { self.out.put_slice(units) }
    }

    /// Writes a part of a window, with ASCII in lower case if the form lowers it.
    #[inline]
    pub(super) fn put_run(&mut self, window: &[U; WINDOW], start: usize, end: usize) {
        let length = end.saturating_sub(start);
        if self.rules.lowers_ascii() {
            self.out.put_run(window, start, length, lower)
        } else {
            self.out.put_run(window, start, length, |unit| unit)
        }
    }

    /// Writes a mapped code point of the BMP for one of `length` units.
    #[inline]
    pub(super) fn put_mapped_bmp(&mut self, at: usize, length: usize, code: u32) {
        if U::ENCODING == Encoding::Utf16 {
            return self.out.put_unit(U::from_low_bits(code));
        }
        let start = self.out.length();
        self.out.put_bmp(code);
        if self.out.length() - start != length {
            self.report_edit(at, at + length, start);
        }
    }

    /// Copies the units of one code point.
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
            None => self.out.put_slice(self.text.part(at..at + length)),
        }
    }
}
