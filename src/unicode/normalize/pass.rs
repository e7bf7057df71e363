//! The single pass over a text: scan, copy, replace; what cannot be done code point by code point goes to
//! [`super::segment`].
//!
//! The text that is copied as it is makes up a *run* that is written out when something changes. A code point that has a
//! boundary before it and stands for itself or for a fixed string is done on the spot. A mark looks back one code point.
//! Everything else takes the general way from the last boundary on, for which the output is taken back to there; since
//! that goes on to the next boundary, no code point is done more than twice.

use super::pieces::{Piece, Sink};
use super::record::{self, BOUNDARY_AFTER, BOUNDARY_BEFORE, GROWS};
use super::scan::{Bits, bit, find_special};
use super::segment::{Scratch, chars_of_utf16};
use super::table::{Record, View, compose, hangul_jamo};
use crate::unicode::text::{CodeUnit, push};

/// What a pass reads: tables and mode of a normalizer.
#[derive(Clone, Copy)]
pub(super) struct Rules<'t> {
    pub view: View<'t>,
    pub bits: &'t Bits,
    /// No code point below has its bit set.
    pub limit: u32,
    pub compose: bool,
    pub contiguous: bool,
    /// ASCII letters become lower case and the rest stays, but for `ascii_removed`.
    pub lowers_ascii: bool,
    pub ascii_removed: [u8; 2],
}

impl Rules<'_> {
    /// Whether there is a boundary before a code point whatever precedes it.
    #[inline]
    pub fn boundary_before(&self, record: Record) -> bool {
        if self.compose { record.has(BOUNDARY_BEFORE) } else { record.lead() == 0 }
    }

    /// Whether there is a boundary after a code point whatever follows it.
    #[inline]
    pub fn boundary_after(&self, record: Record) -> bool {
        if self.compose {
            record.has(BOUNDARY_AFTER) && (!self.contiguous || record.trail() <= 1)
        } else {
            record.trail() == 0 || (record.trail() == 1 && record.lead() == 0)
        }
    }

    /// The combining class that a following mark must not be below when this code point was done on the spot; `None` if
    /// it cannot be told without the general way.
    #[inline]
    pub fn class_after(&self, record: Record) -> Option<u8> {
        match record.kind() {
            record::COMPOSITE if self.compose && !self.contiguous => Some(0),
            record::EXPAND if self.compose => (record.trail() == 0).then_some(0),
            record::REMOVED | record::OTHER => None,
            _ => Some(record.trail()),
        }
    }

    /// Whether the code point is copied in this mode.
    #[inline]
    pub fn copies(&self, record: Record) -> bool {
        match record.kind() {
            record::COPY => true,
            record::COMPOSITE | record::HANGUL => self.compose,
            record::MAYBE => !self.compose && record.lead() == 0,
            _ => false,
        }
    }

    /// The length in units of `U` of what was written for a code point that was done on the spot.
    fn written<U: CodeUnit>(&self, c: char, record: Record) -> usize {
        let length = |units: &[u16]| chars_of_utf16(units).map(U::len_of).sum();
        match record.kind() {
            record::REMOVED => 0,
            record::SIMPLE => U::len_of(record.target(c)),
            record::COMPOSITE | record::HANGUL if self.compose => U::len_of(c),
            record::HANGUL => {
                let (jamo, count) = hangul_jamo(c);
                jamo.iter().take(count).map(|&c| U::len_of(c)).sum()
            }
            record::EXPAND | record::COMPOSITE | record::OTHER => length(self.string(record)),
            _ => U::len_of(c),
        }
    }

    #[inline]
    fn string(&self, record: Record) -> &[u16] {
        if self.compose { self.view.composed(record) } else { self.view.decomposed(record) }
    }
}

pub(super) struct Pass<'p, U, S> {
    rules: Rules<'p>,
    text: &'p [U],
    out: &'p mut Vec<U>,
    sink: &'p mut S,
    scratch: &'p mut Scratch,
    /// Start of the run that is not written yet.
    run: usize,
    /// What is before is done for good.
    floor: usize,
}

/// A code point of the text: itself, where it ends, its record.
#[derive(Clone, Copy)]
struct Found {
    c: char,
    end: usize,
    record: Record,
}

impl<'p, U: CodeUnit, S: Sink<U>> Pass<'p, U, S> {
    /// A pass over `text` from `start` on that appends to `out`.
    pub fn new(
        rules: Rules<'p>,
        text: &'p [U],
        start: usize,
        out: &'p mut Vec<U>,
        sink: &'p mut S,
        scratch: &'p mut Scratch,
    ) -> Pass<'p, U, S> {
        Pass { rules, text, out, sink, scratch, run: start, floor: start }
    }

    pub fn run(mut self) {
        let mut at = self.run;
        loop {
            if self.rules.lowers_ascii {
                at = self.lower_ascii(at);
            }
            at = find_special(self.text, at, self.rules.bits, self.rules.limit);
            let Some(found) = self.found(at) else { break };
            at = self.step(at, found);
        }
        self.flush(self.text.len());
    }

    #[inline]
    fn found(&self, at: usize) -> Option<Found> {
        let (c, length) = U::decode(self.text, at)?;
        Some(Found { c, end: at + length, record: self.rules.view.record(c) })
    }

    #[inline]
    fn found_before(&self, at: usize) -> Option<(usize, Found)> {
        if at <= self.floor {
            return None;
        }
        let (c, length) = U::decode_back(self.text, at)?;
        Some((at - length, Found { c, end: at, record: self.rules.view.record(c) }))
    }

    /// Lower-cases whole chunks of ASCII.
    #[inline]
    fn lower_ascii(&mut self, mut at: usize) -> usize {
        const CHUNK: usize = 16;
        let [one, two] = self.rules.ascii_removed.map(U::from_ascii);
        while let Some(chunk) = self.text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
            if !chunk.iter().fold(true, |ok, &unit| ok & (unit < U::from_ascii(0x80)) & (unit != one) & (unit != two)) {
                break;
            }
            self.flush(at);
            self.out.extend_from_slice(&chunk.map(|unit| {
                let code: u32 = unit.into();
                U::from_ascii((code as u8).to_ascii_lowercase())
            }));
            at += CHUNK;
            self.run = at;
        }
        at
    }

    /// Writes the run up to `end`.
    #[inline]
    fn flush(&mut self, end: usize) {
        if let Some(run) = self.text.get(self.run..end) {
            self.out.extend_from_slice(run);
        }
        self.run = self.run.max(end);
    }

    /// Does the code point at `at`, where the scan stopped; gives the place to go on from.
    #[inline]
    fn step(&mut self, at: usize, found: Found) -> usize {
        match found.record.kind() {
            record::SIMPLE => self.replace_simple(at, found),
            record::MARK => self.mark(at, found),
            record::MAYBE if self.rules.compose => self.maybe(at, found),
            record::MAYBE if found.record.lead() != 0 => self.mark(at, found),
            record::EXPAND => self.expand(at, found),
            record::COMPOSITE | record::HANGUL if !self.rules.compose => self.expand(at, found),
            record::REMOVED => self.remove(at),
            record::OTHER => self.segment(at),
            _ => self.copy(at, found),
        }
    }

    /// A code point above U+FFFF that stays, or an ill-formed sequence, which becomes U+FFFD.
    fn copy(&mut self, at: usize, found: Found) -> usize {
        let (units, length) = U::encode(found.c);
        if self.text.get(at..found.end) != units.get(..length) {
            self.flush(at);
            self.write(at, found.end, |out| push(out, found.c));
        }
        found.end
    }

    /// Writes the replacement of `at..end` and tells the piece.
    #[inline]
    fn write(&mut self, at: usize, end: usize, append: impl FnOnce(&mut Vec<U>)) {
        let result_start = self.out.len();
        append(self.out);
        self.run = end;
        let source = self.text.get(at..end).unwrap_or(&[]);
        let result = self.out.get(result_start..).unwrap_or(&[]);
        self.sink.replaced(Piece { source_start: at, result_start, source, result });
    }

    #[inline]
    fn replace_simple(&mut self, at: usize, found: Found) -> usize {
        let target = found.record.target(found.c);
        self.flush(at);
        if U::len_of(target) == found.end - at {
            push(self.out, target);
            self.run = found.end;
        } else {
            self.write(at, found.end, |out| push(out, target));
        }
        found.end
    }

    /// A code point with a boundary before it that becomes a string.
    fn expand(&mut self, at: usize, found: Found) -> usize {
        // What follows up to the next boundary belongs to the same piece, which matters when the lengths differ.
        if found.record.has(GROWS) && !self.boundary_at(found.end) {
            return self.segment(at);
        }
        self.flush(at);
        let rules = self.rules;
        if found.record.kind() == record::HANGUL {
            let (jamo, count) = hangul_jamo(found.c);
            self.write(at, found.end, |out| jamo.iter().take(count).for_each(|&c| push(out, c)));
        } else {
            self.write(at, found.end, |out| chars_of_utf16(rules.string(found.record)).for_each(|c| push(out, c)));
        }
        found.end
    }

    /// Whether the text ends here or there is a boundary before what comes.
    #[inline]
    fn boundary_at(&self, at: usize) -> bool {
        match U::decode(self.text, at) {
            None => true,
            Some((c, _)) => {
                !bit(self.rules.bits, u32::from(c)) || self.rules.boundary_before(self.rules.view.record(c))
            }
        }
    }

    /// A run of removed code points.
    fn remove(&mut self, at: usize) -> usize {
        let mut end = at;
        while let Some(found) = self.found(end)
            && found.record.kind() == record::REMOVED
        {
            end = found.end;
        }
        if !self.boundary_at(end) {
            return self.segment(at);
        }
        self.flush(at);
        self.write(at, end, |_| {});
        end
    }

    /// A mark that composes with nothing: stays when its class is in order.
    #[inline]
    fn mark(&mut self, at: usize, found: Found) -> usize {
        if self.in_order(at, found.record.lead()) { found.end } else { self.segment(at) }
    }

    #[inline]
    fn in_order(&self, at: usize, class: u8) -> bool {
        match self.found_before(at) {
            None => true,
            Some((_, before)) => self.rules.class_after(before.record).is_some_and(|last| last <= class),
        }
    }

    /// A code point that may compose with the one before it (compose modes only).
    #[inline]
    fn maybe(&mut self, at: usize, found: Found) -> usize {
        let class = found.record.lead();
        let Some((base_start, before)) = self.found_before(at) else { return found.end };
        let base = match before.record.kind() {
            record::COPY | record::HANGUL => before.c,
            record::MAYBE if before.record.lead() == 0 => before.c,
            record::COMPOSITE if class == 0 || before.record.trail() <= class => before.c,
            record::SIMPLE => before.record.target(before.c),
            _ => return self.segment(at),
        };
        let Some(composite) = compose(base, found.c) else {
            let stays = class == 0 || self.in_order(at, class);
            return if stays { found.end } else { self.segment(at) };
        };
        match self.compose_on(composite, class, found.end) {
            Some((composite, end)) => {
                self.take_back(base_start, before);
                self.write(base_start, end, |out| push(out, composite));
                self.floor = end;
                end
            }
            None => self.segment(at),
        }
    }

    /// Composes with what follows up to a boundary; `None` when something stays in between.
    #[inline]
    fn compose_on(&self, mut composite: char, mut class: u8, mut end: usize) -> Option<(char, usize)> {
        while let Some((c, length)) = U::decode(self.text, end) {
            if !bit(self.rules.bits, u32::from(c)) {
                break;
            }
            let record = self.rules.view.record(c);
            if record.kind() != record::MAYBE {
                if self.rules.boundary_before(record) {
                    break;
                }
                return None;
            }
            if record.lead() < class {
                return None;
            }
            composite = compose(composite, c)?;
            class = record.lead();
            end += length;
        }
        Some((composite, end))
    }

    /// Takes the output back to where the code point before, at `start`, begins.
    fn take_back(&mut self, start: usize, before: Found) {
        if self.run <= start {
            return self.flush(start);
        }
        self.flush(before.end);
        let length = self.out.len().saturating_sub(self.rules.written::<U>(before.c, before.record));
        self.out.truncate(length);
        self.sink.rewind(start);
    }

    /// The general way, from the last boundary before `at` to the next one; gives its end.
    #[cold]
    #[inline(never)]
    fn segment(&mut self, at: usize) -> usize {
        let start = self.rewind_to_boundary(at);
        let end = self.decompose_segment(start, at);
        self.scratch.order();
        if self.rules.compose {
            self.scratch.compose(self.rules.contiguous);
        }
        if S::PARTS { self.write_parts(start, end) } else { self.write_whole(start, end) }
        self.run = end;
        self.floor = end;
        end
    }

    fn rewind_to_boundary(&mut self, at: usize) -> usize {
        self.flush(at);
        let mut start = at;
        let mut back = 0;
        let mut bounded = self.found(at).is_none_or(|found| self.rules.boundary_before(found.record));
        while !bounded && let Some((before_start, before)) = self.found_before(start) {
            if self.rules.boundary_after(before.record) {
                break;
            }
            back += self.rules.written::<U>(before.c, before.record);
            start = before_start;
            bounded = self.rules.boundary_before(before.record);
        }
        self.out.truncate(self.out.len().saturating_sub(back));
        if start < at {
            self.sink.rewind(start);
        }
        start
    }

    /// Decomposes from `start` to the first boundary after the code point at `at`.
    fn decompose_segment(&mut self, start: usize, at: usize) -> usize {
        self.scratch.clear();
        let offset = |place: usize| u32::try_from(place - start).unwrap_or(u32::MAX);
        let mut place = start;
        while let Some(found) = self.found(place) {
            if place > at && self.rules.boundary_before(found.record) {
                break;
            }
            self.scratch.decompose(self.rules.view, found.c, found.record, offset(place), offset(found.end));
            place = found.end;
        }
        place
    }

    fn write_whole(&mut self, start: usize, end: usize) {
        let result_start = self.out.len();
        self.scratch.entries.iter().for_each(|entry| push(self.out, entry.c));
        self.tell(start, end, result_start, self.out.len());
    }

    /// Writes the entries and tells the smallest parts that keep their order.
    fn write_parts(&mut self, start: usize, end: usize) {
        self.scratch.cover_later_sources();
        let mut part = (start, start, self.out.len());
        for index in 0..self.scratch.entries.len() {
            let Some(&entry) = self.scratch.entries.get(index) else { break };
            let (from, to) = (start + entry.from as usize, start + entry.to as usize);
            if from >= part.1 {
                self.tell(part.0, part.1, part.2, self.out.len());
                self.tell(part.1, from, self.out.len(), self.out.len());
                part = (from, to, self.out.len());
            }
            part = (part.0.min(from), part.1.max(to), part.2);
            push(self.out, entry.c);
        }
        self.tell(part.0, part.1, part.2, self.out.len());
        self.tell(part.1, end, self.out.len(), self.out.len());
    }

    fn tell(&mut self, source_start: usize, source_end: usize, result_start: usize, result_end: usize) {
        let source = self.text.get(source_start..source_end).unwrap_or(&[]);
        let result = self.out.get(result_start..result_end).unwrap_or(&[]);
        if source != result {
            self.sink.replaced(Piece { source_start, result_start, source, result });
        }
    }
}
