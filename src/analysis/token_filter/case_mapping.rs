//! Case mapping of terms, code point by code point, for `lowercase` and `uppercase`.
//!
//! A batch is mapped as a whole: if any letter in its text changes, the arena receives a copy of that text with ASCII
//! mapped, other letters are overwritten in the copy, and every term moves to its offset in the copy. A term with a
//! letter whose length changes is written on its own.

use crate::analysis::batch::{Arena, Batch, BatchToken};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BlockMask, Class, NonAscii};
use crate::unicode::text::{CodeUnit, code_points};

/// A mapping of code points.
pub(super) trait CaseMapping {
    /// The class of ASCII letters that change.
    type Changing: Class;
    /// The first ASCII letter that changes.
    const FIRST: u8;
    /// Maps any code point.
    fn map(c: char) -> char;
}

/// Maps the terms of a batch. `resized` is a reused buffer.
#[inline]
pub(super) fn map_terms<U: CodeUnit, M: CaseMapping>(text: &[U], batch: &mut Batch<U>, resized: &mut Vec<usize>) {
    let Some((start, end)) = text_span(&batch.tokens) else { return map_each::<U, M>(text, batch) };
    let units = text.part(start..end);
    let (tokens, arena) = batch.tokens_and_arena();
    let Some(copy) = mapped_copy::<U, M>(units, arena, resized) else { return };
    for token in &mut *tokens {
        if let Some((from, to)) = token.term.text_range() {
            let at = copy + (from as usize - start);
            token.term = arena.term(at, at + (to - from) as usize);
        }
    }
    if resized.is_empty() {
        return;
    }
    for token in tokens {
        // The term is in the copy at its offset in `units`.
        let at = token.term.start_in_buffer().saturating_sub(copy);
        let next = resized.partition_point(|start| *start < at);
        if resized.get(next).is_some_and(|start| *start < at + token.term.length()) {
            let term = units.part(at..at + token.term.length());
            token.term = arena.write(|arena| write_mapped::<U, M>(term, arena));
        }
    }
}

/// Writes a copy of the units with all letters mapped, except those listed in `resized`, whose mapping has a different
/// length. Returns the start of the copy in the arena, or `None` if nothing changes.
#[inline]
fn mapped_copy<U: CodeUnit, M: CaseMapping>(
    units: &[U],
    arena: &mut Arena<U>,
    resized: &mut Vec<usize>,
) -> Option<usize> {
    resized.clear();
    let has_ascii = BlockMask::<M::Changing>::default().any(units, 0, units.len());
    let mut copy = has_ascii.then(|| arena.extend_flipped(units, M::FIRST));
    let mut non_ascii = BlockMask::<NonAscii>::default();
    let mut at = non_ascii.first(units, 0, units.len());
    while let Some((c, length)) = U::decode(units, at) {
        let mapped = M::map(c);
        if mapped != c {
            let copy = *copy.get_or_insert_with(|| arena.extend_flipped(units, M::FIRST));
            let (mapped, mapped_length) = U::encode(mapped);
            if mapped_length == length {
                arena.overwrite(copy + at, mapped.part(..length));
            } else {
                resized.push(at);
            }
        }
        at = non_ascii.first(units, at + length, units.len());
    }
    copy
}

/// The smallest part of the text that contains all terms; `None` if there are none, or if one is in the arena.
fn text_span(tokens: &[BatchToken]) -> Option<(usize, usize)> {
    tokens.first()?;
    tokens.iter().try_fold((usize::MAX, 0), |(start, end), token| {
        let (from, to) = token.term.text_range()?;
        Some((start.min(from as usize), end.max(to as usize)))
    })
}

/// Maps each term on its own: the slow path, for terms that filters have written.
fn map_each<U: CodeUnit, M: CaseMapping>(text: &[U], batch: &mut Batch<U>) {
    for at in 0..batch.tokens.len() {
        let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
        if code_points(batch.units(text, term)).any(|(_, c)| M::map(c) != c) {
            let term = batch.rewrite(text, term, write_mapped::<U, M>);
            batch.set_term(at, term);
        }
    }
}

fn write_mapped<U: CodeUnit, M: CaseMapping>(units: &[U], arena: &mut Arena<U>) {
    code_points(units).for_each(|(_, c)| arena.push(M::map(c)));
}
