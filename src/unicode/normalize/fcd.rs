//! FCD, "fast C or D" (UTN #5): a text whose decomposition, without reordering, is in canonical order. Normalization to
//! FCD decomposes and reorders only the spans that violate this, so the result is not unique.

use super::check::QuickCheck;
use super::form_rules::FormRules;
use super::inert_ranges::InertRanges;
use super::learned_ranges::LearnedRanges;
use super::pieces::{Piece, Sink};
use super::scan_tables::MaybePolicy;
use super::span::Scratch;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{Mismatch, WINDOW, bits_from};
use crate::unicode::text::{CodeUnit, is_ill_formed};

/// The FCD check; the result is never `Maybe`.
pub(super) fn check<U: CodeUnit>(rules: &FormRules, text: &[U], start: usize) -> QuickCheck {
    let mut learned = Vec::new();
    let inert = &mut rules.ranges_for_check::<U>(text.len().saturating_sub(start), &mut learned, MaybePolicy::Stop);
    if next_violation(rules, text, start, start, inert).is_some() { QuickCheck::No } else { QuickCheck::Yes }
}

/// The end of the longest prefix of the text, up to a boundary, that is FCD.
pub(super) fn span_yes<U: CodeUnit>(
    rules: &FormRules,
    text: &[U],
    start: usize,
    learned: &mut Vec<LearnedRanges>,
) -> usize {
    let inert = &mut rules.ranges_for_check::<U>(text.len().saturating_sub(start), learned, MaybePolicy::Stop);
    next_violation(rules, text, start, start, inert).map_or(text.len(), |at| last_boundary(rules, text, start, at))
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
    let mut learned = std::mem::take(&mut scratch.learned);
    let mut inert = rules.ranges_for_check::<U>(text.len().saturating_sub(start), &mut learned, MaybePolicy::Stop);
    let mut done = start;
    while let Some(violation) = next_violation(rules, text, start, done, &mut inert) {
        let boundary = last_boundary(rules, text, done, violation);
        let end = next_boundary(rules, text, violation);
        scratch.append(out, text.part(done..boundary));
        let source = text.part(boundary..end);
        decompose_in_order(rules, source, scratch);
        let result_start = out.len();
        scratch.append_entries(out);
        let result = out.part(result_start..);
        sink.replaced(Piece { source_start: boundary, result_start, source, result });
        done = end;
    }
    scratch.append(out, text.part(done..));
    scratch.learned = learned;
}

/// Finds the first code point from `at` on whose lccc is lower than the tccc of the code point before it, and not 0, or
/// the first ill-formed sequence. The text starts at `start`; there is a boundary at `at`.
///
/// ```text
/// per block of 64 units: mask = units not in the adaptive inert ranges, which have lccc 0
/// per set bit: compare the lccc with the tccc of the code point before it
/// ```
#[inline(never)]
fn next_violation<'t, U: CodeUnit>(
    rules: &FormRules<'t>,
    text: &[U],
    start: usize,
    mut at: usize,
    inert: &mut Option<InertRanges<'t, '_>>,
) -> Option<usize> {
    while let Some(inert) = inert {
        let Mismatch { at: block, mask: mut active, length } = inert.next(text, at);
        at = block;
        if text.len() - at < WINDOW {
            break;
        }
        let mut next = 0;
        while active != 0 {
            let index = active.trailing_zeros() as usize;
            let (c, units) = U::decode(text, at + index)?;
            if violates(rules, text, start, at + index, c, units) {
                return Some(at + index);
            }
            inert.count_miss(rules.scan.is_inert(c), c.into());
            next = index + units;
            active &= bits_from(next);
        }
        at += length.max(next);
    }
    while let Some((c, units)) = U::decode(text, at) {
        if violates(rules, text, start, at, c, units) {
            return Some(at);
        }
        at += units;
    }
    None
}

/// Whether the code point at `at` is out of order after the one before it, or ill-formed.
#[inline]
fn violates<U: CodeUnit>(rules: &FormRules, text: &[U], start: usize, at: usize, c: char, units: usize) -> bool {
    let class = rules.view.record(c).lccc();
    if class == 0 {
        return !rules.keeps_ill_formed && is_ill_formed(text, at, c, units);
    }
    at > start && U::decode_back(text, at).is_some_and(|(before, _)| rules.view.record(before).tccc() > class)
}

/// The last boundary from `start` on that is not after the code point at `at`.
#[inline(never)]
fn last_boundary<U: CodeUnit>(rules: &FormRules, text: &[U], start: usize, at: usize) -> usize {
    if U::decode(text, at).is_none_or(|(c, _)| rules.view.record(c).lccc() == 0) {
        return at;
    }
    let mut boundary = at;
    while boundary > start
        && let Some((c, units)) = U::decode_back(text, boundary)
    {
        let record = rules.view.record(c);
        // No mark sorts before a class of 1.
        if record.tccc() <= 1 {
            break;
        }
        boundary -= units;
        if record.lccc() == 0 {
            break;
        }
    }
    boundary
}

/// Decomposes a span of the text and puts it into canonical order; the result is in `scratch`.
#[inline(never)]
fn decompose_in_order<U: CodeUnit>(rules: &FormRules, span: &[U], scratch: &mut Scratch) {
    scratch.clear();
    let mut at = 0;
    while let Some((c, length)) = U::decode(span, at) {
        scratch.decompose(rules.view, c, rules.view.record(c), 0, 0);
        at += length;
    }
    scratch.order();
}

/// The first boundary after the code point at `at`.
#[inline(never)]
fn next_boundary<U: CodeUnit>(rules: &FormRules, text: &[U], at: usize) -> usize {
    let mut position = at;
    while let Some((c, length)) = U::decode(text, position) {
        let record = rules.view.record(c);
        let is_first = position == at;
        if !is_first && record.lccc() == 0 {
            return position;
        }
        position += length;
        if !is_first && record.tccc() == 0 {
            return position;
        }
        if !rules.keeps_ill_formed && is_ill_formed(text, position - length, c, length) {
            return position;
        }
    }
    position
}
