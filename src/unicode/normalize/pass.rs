//! The single pass over a text.
//!
//! ```text
//! loop:
//!     copy (super::copy): inert code points, replacements by one code point, removals, marks in canonical order
//!     step, by the record of the code point where the copy stopped:
//!         a supplementary one                      copy, replace or remove it and those after it
//!                                                  (super::supplementary_runs)
//!         a string that begins with a boundary     write it
//!         a mark that may compose                  compose with the code point before it
//!         everything else                          slow path (super::span): roll the output back to the last boundary,
//!                                                  decompose, reorder, compose up to the next boundary
//! ```
//!
//! The slow path continues to the next boundary, so no code point is processed more than twice (with user
//! mappings, as often as a result is mapped again).

use super::form_rules::{FormRules, PreMappings};
use super::pieces::{Piece, Sink};
use super::record::{self, COMPOSE_NO, EXPANDS_UTF16, SLOW_PATH};
use super::span::Scratch;
use super::table::{Record, TableView, compose};
use super::writer::UnitWriter;
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// A pass over a text; `rules` say what its code points become, `sink` receives the edits.
pub(super) struct NormalizationPass<'p, U, S> {
    pub rules: FormRules<'p>,
    pub text: &'p [U],
    /// Where the text to normalize ends; inert letters may follow, so that its last code points are processed in
    /// blocks.
    pub end: usize,
    pub out: UnitWriter<'p, U>,
    pub sink: &'p mut S,
    pub scratch: &'p mut Scratch,
    /// Start of the text whose result may still be rolled back.
    pub committed: usize,
}

/// A code point of the text with its end offset and record.
#[derive(Clone, Copy)]
pub(super) struct DecodedCodePoint {
    c: char,
    end: usize,
    record: Record,
}

impl<'p, U: CodeUnit, S: Sink<U>> NormalizationPass<'p, U, S> {
    /// A pass over `text` from `start` on that appends to `out`.
    pub fn new(
        rules: FormRules<'p>,
        text: &'p [U],
        start: usize,
        out: &'p mut Vec<U>,
        sink: &'p mut S,
        scratch: &'p mut Scratch,
    ) -> NormalizationPass<'p, U, S> {
        let out = UnitWriter::new(out, text.len() - start.min(text.len()));
        NormalizationPass { rules, text, end: text.len(), out, sink, scratch, committed: start }
    }

    /// The pass, where the text ends at `end` and inert letters follow.
    pub fn with_end(self, end: usize) -> NormalizationPass<'p, U, S> {
        NormalizationPass { end, ..self }
    }

    /// Normalizes the text; sets [`Scratch::failed`] if memory ran out.
    pub fn run(mut self) {
        let mut at = self.copy(self.committed, 0);
        while at < self.end
            && let Some(current) = self.decoded(at)
        {
            at = self.step(at, current);
            at = self.copy(at, record::SLOW_PATH);
        }
        // The last block may contain letters that follow the text.
        self.out.roll_back(at.saturating_sub(self.end));
        self.scratch.failed |= !self.out.finish();
    }

    /// The code point at an offset; `None` at the end of the text.
    #[inline]
    pub fn decoded(&self, at: usize) -> Option<DecodedCodePoint> {
        let (c, length) = U::decode(self.text, at)?;
        Some(DecodedCodePoint { c, end: at + length, record: self.rules.view.record(c) })
    }

    /// The start of the code point before an offset, and that code point; `None` if it may not be rolled back.
    #[inline]
    fn decoded_before(&self, at: usize) -> Option<(usize, DecodedCodePoint)> {
        if at <= self.committed {
            return None;
        }
        let (c, length) = U::decode_back(self.text, at)?;
        Some((at - length, DecodedCodePoint { c, end: at, record: self.rules.view.record(c) }))
    }

    /// Processes the code point at `at`, where the copy stopped; returns the offset to continue from.
    #[inline]
    pub fn step(&mut self, at: usize, current: DecodedCodePoint) -> usize {
        if current.c > '\u{FFFF}' {
            let end = self.step_supplementary(at);
            if end > at {
                return end;
            }
        }
        match current.record.kind() {
            record::NON_STARTER => self.keep_mark(at, current),
            record::MAYBE if self.rules.compose => self.compose_backward(at, current),
            record::MAYBE if current.record.lccc() != 0 => self.keep_mark(at, current),
            record::HANGUL if !self.rules.compose => self.expand_hangul(at),
            record::EXPAND => self.expand(at, current),
            record::COMPOSITE if !self.rules.compose => self.expand(at, current),
            // In the BMP only for ill-formed sequences, where U+FFFD has a mapping: the copy processes the others.
            record::SIMPLE => self.replace(at, current.end, |out| out.put(current.record.target(current.c))),
            record::REMOVED => self.replace(at, current.end, |_| {}),
            record::NEEDS_CONTEXT => self.normalize_span(at),
            _ => self.keep_or_replace(at, current),
        }
    }

    /// Copies a code point, or replaces an ill-formed sequence by U+FFFD.
    fn keep_or_replace(&mut self, at: usize, current: DecodedCodePoint) -> usize {
        let (units, length) = U::encode(current.c);
        let source = self.text.part(at..current.end);
        if Some(source) == units.get(..length) {
            self.out.put_chunk(&units, length);
            return current.end;
        }
        if self.rules.keeps_ill_formed {
            self.out.put_slice(source);
            return current.end;
        }
        self.replace(at, current.end, |out| out.put(current.c))
    }

    /// Writes the replacement of `at..end` and reports it.
    #[inline]
    pub fn replace(&mut self, at: usize, end: usize, write: impl FnOnce(&mut UnitWriter<'p, U>)) -> usize {
        let result_start = self.out.length();
        write(&mut self.out);
        self.report_edit(at, end, result_start);
        end
    }

    /// Reports that `at..end` was replaced by the output since `result_start`.
    #[inline]
    pub fn report_edit(&mut self, at: usize, end: usize, result_start: usize) {
        let source = self.text.part(at..end);
        self.sink.replaced(Piece { source_start: at, result_start, source, result: self.out.written(result_start) });
    }

    /// Processes a code point with a boundary before it that becomes a string.
    #[inline]
    fn expand(&mut self, at: usize, current: DecodedCodePoint) -> usize {
        if !self.expands_alone(current.record, current.end) {
            return self.normalize_span(at);
        }
        let string = self.rules.string(current.record);
        self.replace(at, current.end, |out| out.put_utf16(string))
    }

    /// Whether a code point that becomes a string, and ends at `end`, is a piece of its own: everything up to the next
    /// boundary belongs to one piece, which matters if pieces are reported and the lengths differ.
    #[inline]
    pub fn expands_alone(&self, record: Record, end: usize) -> bool {
        !S::ENABLED || !record.has(EXPANDS_UTF16) || self.boundary_at(end)
    }

    /// Writes the string that a code point becomes; returns the class after it.
    #[inline(always)]
    pub fn put_expansion(&mut self, record: Record, at: usize, end: usize) -> u8 {
        let start = self.out.length();
        self.out.put_utf16(self.rules.string(record));
        self.report_edit(at, end, start);
        self.rules.class_after(record).unwrap_or(SLOW_PATH)
    }

    /// Whether the text ends at `at` or has a boundary there.
    #[inline]
    pub fn boundary_at(&self, at: usize) -> bool {
        match U::decode(self.text, at) {
            None => true,
            Some((c, _)) => self.rules.scan.is_inert(c) || self.rules.boundary_before(self.rules.view.record(c)),
        }
    }

    /// Processes a mark that composes with nothing: it is kept if its class is in order.
    #[inline]
    fn keep_mark(&mut self, at: usize, current: DecodedCodePoint) -> usize {
        if self.is_in_order(at, current.record.lccc()) { self.keep(current) } else { self.normalize_span(at) }
    }

    /// Copies a code point.
    #[inline]
    fn keep(&mut self, current: DecodedCodePoint) -> usize {
        self.out.put(current.c);
        current.end
    }

    /// Whether a mark of a class is in canonical order after the code point before `at`.
    #[inline]
    fn is_in_order(&self, at: usize, class: u8) -> bool {
        match self.decoded_before(at) {
            None => true,
            Some((_, before)) => self.rules.class_after(before.record).is_some_and(|last| last <= class),
        }
    }

    /// Composes a code point with the one before it, if possible (compose modes only).
    #[inline]
    fn compose_backward(&mut self, at: usize, current: DecodedCodePoint) -> usize {
        let class = current.record.lccc();
        let Some((base_start, before)) = self.decoded_before(at) else { return self.keep(current) };
        if before.record.composes_with_none() {
            return self.keep(current);
        }
        if self.rules.has_hangul_runs && hangul::LEADING.contains(&before.c.into()) {
            self.out.roll_back(U::len_of(before.c));
            let end = self.compose_jamo_run(base_start);
            if end > base_start {
                return end;
            }
            self.out.put(before.c);
        }
        let base = match before.record.kind() {
            record::COPY | record::HANGUL => before.c,
            record::MAYBE if before.record.lccc() == 0 => before.c,
            record::COMPOSITE if class == 0 || before.record.tccc() <= class => before.c,
            record::SIMPLE => before.record.target(before.c),
            _ => return self.normalize_span(at),
        };
        let Some(composite) = compose(base, current.c) else {
            let is_in_order = class == 0 || self.is_in_order(at, class);
            return if is_in_order { self.keep(current) } else { self.normalize_span(at) };
        };
        match self.compose_following(composite, class, current.end) {
            Some((composite, end)) => {
                self.out.roll_back(U::len_of(base));
                self.sink.rewind(base_start);
                self.replace(base_start, end, |out| out.put(composite));
                self.committed = end;
                end
            }
            None => self.normalize_span(at),
        }
    }

    /// Composes a composite with the following marks up to a boundary; `None` if one of them does not compose.
    #[inline]
    fn compose_following(&self, mut composite: char, mut class: u8, mut end: usize) -> Option<(char, usize)> {
        while let Some((c, length)) = U::decode(self.text, end) {
            if self.rules.scan.is_inert(c) {
                break;
            }
            let record = self.rules.view.record(c);
            if record.kind() != record::MAYBE {
                if self.rules.boundary_before(record) {
                    break;
                }
                return None;
            }
            if record.lccc() < class {
                return None;
            }
            composite = compose(composite, c)?;
            class = record.lccc();
            end += length;
        }
        Some((composite, end))
    }

    /// The slow path, from the last boundary before `at` to the next one; returns its end.
    #[cold]
    #[inline(never)]
    pub fn normalize_span(&mut self, at: usize) -> usize {
        let start = self.rewind_to_boundary(at);
        let end = match self.rules.pre_mappings {
            None => self.decompose_span(self.rules.view, start, at),
            Some(before) => self.precompose_span(before, start, at),
        };
        self.finish_span();
        if self.sink.is_fine_grained() {
            self.write_parts(start, end)
        } else {
            self.write_whole(start, end)
        }
        self.committed = end;
        end
    }

    /// Rolls the output back to the last boundary before `at` that does not split a piece; returns its offset.
    fn rewind_to_boundary(&mut self, at: usize) -> usize {
        let mut start = at;
        let mut bounded = self.decoded(at).is_none_or(|current| self.rules.boundary_before(current.record));
        while !bounded && let Some((before_start, before)) = self.decoded_before(start) {
            // A changed code point starts a piece, which extends to the next boundary before a code point.
            if self.rules.boundary_after(before.record) && !self.rules.changes(before.record) {
                break;
            }
            self.out.roll_back(self.rules.written_length::<U>(before.c, before.record));
            start = before_start;
            bounded = self.rules.boundary_before(before.record);
        }
        if start < at {
            self.sink.rewind(start);
        }
        start
    }

    /// Orders the decomposed span, and composes it if the mode composes.
    fn finish_span(&mut self) {
        self.scratch.order();
        if self.rules.compose {
            self.scratch.compose(self.rules.contiguous);
        }
    }

    /// Composes canonically first, so that mappings of composites apply to their decomposed spelling, then maps until
    /// the composed result has no mapping.
    fn precompose_span(&mut self, steps: PreMappings<'p>, start: usize, at: usize) -> usize {
        // Each further round needs a new composite, hence fewer marks than before; the bounds are for mappings whose
        // results contain their own sources again, which multiply the text in each round.
        const ROUNDS: usize = 16;
        let end = self.decompose_span(steps.canonical, start, at);
        self.scratch.order();
        self.scratch.compose(false);
        self.scratch.map(steps.before_folding, steps.sources);
        self.scratch.order();
        self.scratch.compose(false);
        let longest = record::MAX_STRING * (self.scratch.entries.len() + 1);
        for _ in 0..ROUNDS {
            self.scratch.map(self.rules.view, &[]);
            if !self.rules.compose {
                break;
            }
            self.finish_span();
            let is_mapped = |c| self.rules.view.record(c).has(COMPOSE_NO);
            if self.scratch.entries.len() > longest || !self.scratch.entries.iter().any(|entry| is_mapped(entry.c)) {
                break;
            }
        }
        end
    }

    /// Decomposes by `view` from `start` to the first boundary after the code point at `at`.
    fn decompose_span(&mut self, view: TableView<'p>, start: usize, at: usize) -> usize {
        self.scratch.clear();
        let offset = |position: usize| u32::try_from(position - start).unwrap_or(u32::MAX);
        let mut position = start;
        while let Some(current) = self.decoded(position) {
            if position > at && self.rules.boundary_before(current.record) {
                break;
            }
            self.scratch.decompose(view, current.c, view.record(current.c), offset(position), offset(current.end));
            position = current.end;
        }
        position
    }

    /// Writes the entries and reports them as one piece.
    fn write_whole(&mut self, start: usize, end: usize) {
        let result_start = self.out.length();
        self.scratch.entries.iter().for_each(|entry| self.out.put(entry.c));
        self.report_if_changed(start, end, result_start, self.out.length());
    }

    /// Writes the entries and reports the smallest parts whose order is kept.
    fn write_parts(&mut self, start: usize, end: usize) {
        self.scratch.cover_later_sources();
        let (mut part_start, mut part_end, mut part_result) = (start, start, self.out.length());
        for index in 0..self.scratch.entries.len() {
            let Some(&entry) = self.scratch.entries.get(index) else { break };
            let (from, to) = (start + entry.from as usize, start + entry.to as usize);
            if from >= part_end {
                self.report_if_changed(part_start, part_end, part_result, self.out.length());
                // What is between two parts has been removed.
                self.report_if_changed(part_end, from, self.out.length(), self.out.length());
                (part_start, part_end, part_result) = (from, to, self.out.length());
            }
            (part_start, part_end) = (part_start.min(from), part_end.max(to));
            self.out.put(entry.c);
        }
        self.report_if_changed(part_start, part_end, part_result, self.out.length());
        self.report_if_changed(part_end, end, self.out.length(), self.out.length());
    }

    /// Reports that a part of the text was replaced by a part of the output, if they differ.
    fn report_if_changed(&mut self, source_start: usize, source_end: usize, result_start: usize, result_end: usize) {
        let source = self.text.part(source_start..source_end);
        let result = self.out.between(result_start, result_end);
        if source != result {
            self.sink.replaced(Piece { source_start, result_start, source, result });
        }
    }
}
