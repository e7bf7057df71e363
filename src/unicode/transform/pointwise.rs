//! Transforms that map every code point without its context: units are transformed directly, without decoding the text to code
//! points, and unchanged units are copied.
//!
//! These are lower case, and rule sets in which every rule maps a code point or a set to a literal. If a code point needs its context
//! (a final sigma), the functions return `None` and the text is transformed by the general engine.

use super::builtin::BuiltIn;
use super::rules::RuleSet;
use super::touched::Touched;
use super::{Action, Transform};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, WINDOW, ascii_prefix, table_mask};
use crate::unicode::text::{CodeUnit, Encoding};
use icu_casemap::CaseMapper;

/// The mapping of a pointwise transform.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pointwise<'t> {
    Lower,
    Rules(&'t RuleSet),
}

impl<'t> Pointwise<'t> {
    /// The mapping of a transform; `None` if it is not pointwise.
    pub(super) fn of(transform: &'t Transform) -> Option<Pointwise<'t>> {
        match &*transform.action {
            Action::BuiltIn(BuiltIn::Lower) => Some(Pointwise::Lower),
            Action::Rules(rules) if rules.is_pointwise() => Some(Pointwise::Rules(rules)),
            // The filter of a step is not the filter of the list.
            Action::Sequence(steps) => match steps.as_slice() {
                [only] if only.filter.is_none() => Pointwise::of(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Appends the mapping of a code point; returns whether it differs from the code point, `None` if it depends on context.
    #[inline(always)]
    fn map<U: CodeUnit>(self, c: char, out: &mut Vec<U>) -> Option<bool> {
        let mut put = |c: char| {
            let (units, length) = U::encode(c);
            out.extend_from_slice(units.part(..length));
        };
        match self {
            Pointwise::Lower if c.is_ascii_uppercase() => out.push(U::from_ascii(c.to_ascii_lowercase() as u8)),
            Pointwise::Lower if matches!(c, 'Σ' | 'İ') => return None,
            Pointwise::Lower => {
                let lower = CaseMapper::new().simple_lowercase(c);
                put(lower);
                return Some(lower != c);
            }
            Pointwise::Rules(rules) => match rules.direct(c.into()) {
                Some(output) => {
                    output.iter().filter_map(|&token| char::from_u32(token)).for_each(put);
                    return Some(output != [u32::from(c)]);
                }
                None => {
                    put(c);
                    return Some(false);
                }
            },
        }
        Some(true)
    }

    /// Transforms a text whose first touched code point is at `first`, the position of the finder; returns whether the text changed,
    /// `None` if a mapping depends on context.
    ///
    /// ```text
    /// until the end of the text:
    ///     copy the units up to the next touched code point
    ///     append the mapping of that code point
    /// ```
    pub(super) fn transform<U: CodeUnit>(
        self,
        transform: &Transform,
        finder: &mut Finder<'_, U>,
        first: usize,
        out: &mut Vec<U>,
    ) -> Option<bool> {
        let text = finder.text;
        out.clear();
        out.reserve(text.len() + text.len() / 4);
        let (mut copied, mut at, mut changed) = (0, first, false);
        while let Some((c, length)) = U::decode(text, at) {
            if transform.filter.as_ref().is_none_or(|filter| filter.contains(c.into())) {
                copy(text.part(copied..at), out);
                changed |= self.map(c, out)?;
                copied = at + length;
            }
            at = finder.next(at + length);
        }
        copy(text.part(copied..), out);
        Some(changed)
    }
}

/// Appends units; a few units, the common case between two touched code points, are appended one by one.
#[inline(always)]
fn copy<U: CodeUnit>(units: &[U], out: &mut Vec<U>) {
    if units.len() < 8 {
        units.iter().for_each(|&unit| out.push(unit));
    } else {
        out.extend_from_slice(units);
    }
}

/// Texts up to this length are scanned unit by unit, which is as fast as SIMD for them.
const SHORT: usize = 32;

/// Finds the touched code points of a text. An ill-formed sequence counts as touched, since it becomes U+FFFD.
///
/// UTF-16 texts that are not short are tested 64 units at a time. The mask of a block is kept until the search leaves the block, so
/// a text with touched code points only also computes one mask per block.
#[derive(Debug)]
pub(super) struct Finder<'t, U> {
    touched: &'t Touched,
    table: Option<&'t [u64; 1024]>,
    text: &'t [U],
    /// Start of the block that `mask` belongs to.
    block: usize,
    mask: u64,
}

impl<'t, U: CodeUnit> Finder<'t, U> {
    pub(super) fn new(transform: &'t Transform, text: &'t [U]) -> Finder<'t, U> {
        let is_long = U::ENCODING == Encoding::Utf16 && text.len() > SHORT;
        let table = if is_long { Some(transform.table.get_or_init(|| transform.touched.table())) } else { None };
        Finder { touched: &transform.touched, table: table.map(Box::as_ref), text, block: usize::MAX / 2, mask: 0 }
    }

    /// The offset of the first touched code point from `at` on; the length of the text if there is none.
    #[inline]
    pub(super) fn next(&mut self, mut at: usize) -> usize {
        let Some(table) = self.table else { return self.next_by_loop(at) };
        while at < self.text.len() {
            if at.wrapping_sub(self.block) >= BLOCK {
                (self.block, self.mask) = (at, mask_at(table, self.text, at));
            }
            let rest = self.mask >> (at - self.block);
            if rest == 0 {
                at = self.block + BLOCK;
                continue;
            }
            at += rest.trailing_zeros() as usize;
            match U::decode(self.text, at) {
                // The table contains all surrogates.
                Some((c, length)) if length > 1 && !self.touched.contains(c.into()) => at += length,
                _ => return at,
            }
        }
        self.text.len()
    }

    /// Reference implementation for both encodings, and for short texts.
    fn next_by_loop(&self, mut at: usize) -> usize {
        while let Some(&unit) = self.text.get(at) {
            let unit: u32 = unit.into();
            if super::is_code_point::<U>(unit) {
                if self.touched.contains(unit) {
                    return at;
                }
                at += 1;
                // If no ASCII is touched, SIMD skips the ASCII prefix.
                if unit < 0x80 && !self.touched.has_ascii() && self.text.len() - at > SHORT {
                    at += ascii_prefix(self.text.part(at..));
                }
                continue;
            }
            match U::decode(self.text, at) {
                Some((c, length)) if c != '\u{FFFD}' && !self.touched.contains(c.into()) => at += length,
                _ => return at,
            }
        }
        at
    }
}

/// A bit per unit of a block: whether the unit is in the table. Bits after the end of the text are 0.
#[inline]
fn mask_at<U: CodeUnit>(table: &[u64; 1024], text: &[U], at: usize) -> u64 {
    let rest = text.part(at..);
    if let Some(window) = rest.first_chunk::<WINDOW>() {
        return table_mask(window, table);
    }
    let mut window = [U::default(); WINDOW];
    window.iter_mut().zip(rest).for_each(|(slot, &unit)| *slot = unit);
    let inside = if rest.len() < BLOCK { (1 << rest.len()) - 1 } else { !0 };
    table_mask(&window, table) & inside
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, Transform};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn masks_equal_scalar_loop(
            text in "[a-dA-C é’Жж日ｶ\u{10400}😀\u{301}]{0,180}",
            lone in prop::collection::vec((any::<prop::sample::Index>(), 0xD800_u16..0xE000), 0..2),
            id in 0_usize..5,
        ) {
            let id = ["Lower", "Any-Latin", "Latin-ASCII", "[[:Cyrillic:]\u{10400}] Remove", "NFC"][id];
            let transform = Transform::new(id, Direction::Forward).unwrap();
            let mut units: Vec<u16> = text.encode_utf16().collect();
            for (index, surrogate) in lone {
                units.insert(index.index(units.len() + 1), surrogate);
            }
            let mut finder = Finder::new(&transform, &units);
            let mut at = 0;
            while at < units.len() {
                let found = finder.next(at);
                prop_assert_eq!(found, finder.next_by_loop(at));
                at = found + u16::decode(&units, found).map_or(1, |(_, length)| length);
            }
        }
    }
}
