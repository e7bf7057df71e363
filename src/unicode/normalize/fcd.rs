//! FCD, "fast C or D" (UTN #5): a text whose decomposition, without reordering, is in canonical order. Normalization to
//! FCD decomposes and reorders only the spans that violate this, so the result is not unique.

use super::check::QuickCheck;
use super::pass::FormRules;
use super::pieces::{Piece, Sink};
use super::record::SLOW_PATH;
use super::span::Scratch;
use super::table::Record;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, REPLACEMENT};

/// A scan over a text for violations of FCD.
struct Walk {
    at: usize,
    /// The last boundary.
    boundary: usize,
    /// The tccc of the code point before `at`.
    last: u8,
}

fn is_ill_formed<U: CodeUnit>(text: &[U], at: usize, c: char, length: usize) -> bool {
    c == REPLACEMENT && text.get(at..at + length) != U::encode(c).0.get(..U::len_of(c))
}

impl Walk {
    /// Advances to the next code point with a combining class out of order, or to the next ill-formed sequence.
    fn next_violation<U: CodeUnit>(&mut self, rules: &FormRules, text: &[U]) -> Option<Record> {
        loop {
            let stop = rules.scan.find(text, self.at, SLOW_PATH, &mut rules.inert(text, &[]));
            if stop > self.at {
                (self.at, self.boundary, self.last) = (stop, stop, 0);
            }
            let (c, length) = U::decode(text, self.at)?;
            let record = rules.view.record(c);
            let end = self.at + length;
            if is_ill_formed(text, self.at, c, length) {
                self.boundary = self.at;
                return Some(record);
            }
            if record.lccc() != 0 && self.last > record.lccc() {
                return Some(record);
            }
            if record.tccc() <= 1 {
                self.boundary = end;
            } else if record.lccc() == 0 {
                self.boundary = self.at;
            }
            self.last = record.tccc();
            self.at = end;
        }
    }
}

/// The FCD check; the result is never `Maybe`.
pub(super) fn check<U: CodeUnit>(rules: &FormRules, text: &[U], start: usize) -> QuickCheck {
    let mut walk = Walk { at: start, boundary: start, last: 0 };
    if walk.next_violation(rules, text).is_some() { QuickCheck::No } else { QuickCheck::Yes }
}

/// The end of the longest prefix of the text, up to a boundary, that is FCD.
pub(super) fn span_yes<U: CodeUnit>(rules: &FormRules, text: &[U], start: usize) -> usize {
    let mut walk = Walk { at: start, boundary: start, last: 0 };
    if walk.next_violation(rules, text).is_some() { walk.boundary } else { text.len() }
}

/// Appends the text from `start` on, normalized to FCD.
pub(super) fn run<U: CodeUnit>(
    rules: &FormRules,
    text: &[U],
    start: usize,
    out: &mut Vec<U>,
    sink: &mut impl Sink<U>,
    scratch: &mut Scratch,
) {
    let mut walk = Walk { at: start, boundary: start, last: 0 };
    let mut done = start;
    while walk.next_violation(rules, text).is_some() {
        let end = next_boundary(rules, text, walk.at);
        scratch.append(out, text.part(done..walk.boundary));
        decompose(rules, text.part(walk.boundary..end), scratch);
        let result_start = out.len();
        scratch.append_entries(out);
        let source = text.part(walk.boundary..end);
        let result = out.part(result_start..);
        sink.replaced(Piece { source_start: walk.boundary, result_start, source, result });
        (done, walk.at, walk.boundary, walk.last) = (end, end, end, 0);
    }
    scratch.append(out, text.part(done..));
}

fn decompose<U: CodeUnit>(rules: &FormRules, segment: &[U], scratch: &mut Scratch) {
    scratch.clear();
    let mut at = 0;
    while let Some((c, length)) = U::decode(segment, at) {
        scratch.decompose(rules.view, c, rules.view.record(c), 0, 0);
        at += length;
    }
    scratch.order();
}

/// The first boundary after the code point at `at`.
fn next_boundary<U: CodeUnit>(rules: &FormRules, text: &[U], at: usize) -> usize {
    let mut position = at;
    while let Some((c, length)) = U::decode(text, position) {
        let record = rules.view.record(c);
        if position > at && record.lccc() == 0 {
            return position;
        }
        position += length;
        let closed = record.tccc() == 0 || (record.tccc() == 1 && record.lccc() == 0);
        if position > at + length && closed {
            return position;
        }
        if is_ill_formed(text, position - length, c, length) {
            return position;
        }
    }
    position
}
