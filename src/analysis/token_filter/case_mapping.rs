//! What `lowercase` and `uppercase` share: mapping terms code point by code point, writing only those that change.

use crate::analysis::batch::{Arena, Batch};
use crate::unicode::scan::{BlockMask, Class, NonAscii, mask};
use crate::unicode::text::CodeUnit;

/// Maps every term that `MayChange` finds something in. `ascii` must agree with `map` on ASCII.
#[inline]
pub(super) fn map_terms<U: CodeUnit, MayChange: Class>(
    text: &[U],
    batch: &mut Batch<U>,
    may_change: &mut BlockMask,
    ascii: impl Fn(u8) -> u8,
    map: impl Fn(char) -> char,
) {
    for at in 0..batch.tokens.len() {
        let Some(term) = batch.tokens.get(at).map(|token| token.term) else { break };
        let changes = match term.text_range() {
            Some((start, end)) => may_change.any::<U, MayChange>(text, start as usize, end as usize),
            None => has_any::<U, MayChange>(batch.units(text, term)),
        };
        if !changes {
            continue;
        }
        let units = batch.units(text, term);
        let Some(same) = unchanged_prefix(units, &map) else { continue };
        let term = batch.rewrite(text, term, |units, arena| {
            let (head, tail) = units.split_at(same.min(units.len()));
            arena.extend(head);
            write_mapped(tail, arena, &ascii, &map);
        });
        if let Some(token) = batch.tokens.get_mut(at) {
            token.term = term;
        }
    }
}

/// Whether any unit is of the class.
#[inline]
fn has_any<U: CodeUnit, C: Class>(units: &[U]) -> bool {
    (0..units.len()).step_by(crate::unicode::scan::BLOCK).any(|at| mask::<U, C>(units, at) != 0)
}

/// How much of a term stays, in units; `None` when all of it does.
#[inline]
fn unchanged_prefix<U: CodeUnit>(units: &[U], map: &impl Fn(char) -> char) -> Option<usize> {
    let mut at = 0;
    while let Some((c, length)) = U::decode(units, at) {
        if map(c) != c {
            return Some(at);
        }
        at += length;
    }
    None
}

#[inline]
fn write_mapped<U: CodeUnit>(
    units: &[U],
    arena: &mut Arena<U>,
    ascii: &impl Fn(u8) -> u8,
    map: &impl Fn(char) -> char,
) {
    if !has_any::<U, NonAscii>(units) {
        return arena.extend_mapped(units, |unit| U::from_ascii(ascii(unit.into() as u8)));
    }
    let mut at = 0;
    while let Some((c, length)) = U::decode(units, at) {
        arena.push(map(c));
        at += length;
    }
}
