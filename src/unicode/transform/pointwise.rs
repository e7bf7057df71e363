//! Transforms that map every code point by itself, from unit to unit: no text of code points is made, and what stays is copied.
//!
//! They are lower case, and rules of which every one is a code point or a set of them to a literal text. Where a context is needed after
//! all (a final sigma), nothing is given, and the text goes through the engine.

use super::builtin::BuiltIn;
use super::rules::RuleSet;
use super::touched::Touched;
use super::{Action, Transform};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::ascii_prefix;
use crate::unicode::text::CodeUnit;
use icu_casemap::CaseMapper;

/// How a code point is mapped.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pointwise<'t> {
    Lower,
    Rules(&'t RuleSet),
}

impl<'t> Pointwise<'t> {
    /// The mapping of a transform, if it is one.
    pub(super) fn of(transform: &'t Transform) -> Option<Pointwise<'t>> {
        match &*transform.action {
            Action::BuiltIn(BuiltIn::Lower) => Some(Pointwise::Lower),
            Action::Rules(rules) if rules.is_pointwise() => Some(Pointwise::Rules(rules)),
            // A filter on a step of a list is another one.
            Action::Sequence(steps) => match steps.as_slice() {
                [only] if only.filter.is_none() => Pointwise::of(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Appends what a code point is mapped to; gives whether that is something else, `None` where it needs its context.
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

    /// Transforms a text whose first touched code point is at `first`; gives whether it changed, `None` where a code point needs its
    /// context.
    ///
    /// ```text
    /// until the end of the text:
    ///     copy the units up to the next touched code point
    ///     append what that one is mapped to
    /// ```
    pub(super) fn transform<U: CodeUnit>(
        self,
        transform: &Transform,
        text: &[U],
        first: usize,
        out: &mut Vec<U>,
    ) -> Option<bool> {
        out.clear();
        out.reserve(text.len() + text.len() / 4);
        let (mut copied, mut at, mut changed) = (0, first, false);
        while let Some((c, length)) = U::decode(text, at) {
            if transform.filter.as_ref().is_none_or(|filter| filter.contains(c.into())) {
                copy(text.part(copied..at), out);
                changed |= self.map(c, out)?;
                copied = at + length;
            }
            at = find(&transform.touched, text, at + length);
        }
        copy(text.part(copied..), out);
        Some(changed)
    }
}

/// Appends units: one by one where they are few, as they mostly are between two touched code points.
#[inline(always)]
fn copy<U: CodeUnit>(units: &[U], out: &mut Vec<U>) {
    if units.len() < 8 {
        units.iter().for_each(|&unit| out.push(unit));
    } else {
        out.extend_from_slice(units);
    }
}

/// Units that a loop leaves as fast as vectors do.
const SHORT: usize = 32;

/// The offset of the next touched code point, the length of the text without any. An ill-formed sequence counts as touched: it becomes
/// U+FFFD.
#[inline]
pub(super) fn find<U: CodeUnit>(touched: &Touched, text: &[U], mut at: usize) -> usize {
    while let Some(&unit) = text.get(at) {
        let unit: u32 = unit.into();
        if super::is_code_point::<U>(unit) {
            if touched.contains(unit) {
                return at;
            }
            at += 1;
            // Where no ASCII is touched, most texts of it are left at the speed of memory.
            if unit < 0x80 && !touched.has_ascii() && text.len() - at > SHORT {
                at += ascii_prefix(text.part(at..));
            }
            continue;
        }
        match U::decode(text, at) {
            Some((c, length)) if c != '\u{FFFD}' && !touched.contains(c.into()) => at += length,
            _ => return at,
        }
    }
    at
}
