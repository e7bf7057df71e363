//! Transforms that map every code point without its context: units are transformed directly, without decoding the text
//! to code points, and unchanged units are copied.
//!
//! These are lower case, rule sets in which every rule maps a code point or a set to a literal, and the removal of
//! marks ([`super::mark_removal`]). If a code point needs its context (a final sigma), the functions return `None` and
//! the text is transformed by the general engine.
//!
//! Short texts are mapped code point by code point; long ones by the tables of a normalization
//! ([`Normalizer::of_code_point_mappings`]), or unit by unit ([`super::unit_mappings`]).

use super::builtin::BuiltIn;
use super::byte_mappings::ByteMappings;
use super::case::{CaseTransform, simple_lower};
use super::encoding::is_code_point;
use super::lower_case::lower_units;
use super::mark_removal::{DEPENDS_ON_CONTEXT, MarkRemoval};
use super::pattern::SetPattern;
use super::rules::TransformRules;
use super::trigger_finder::{MAX_SHORT_TEXT, TriggerFinder};
use super::unit_mappings::UnitMappings;
use super::{Action, Transform};
use crate::unicode::normalize::{Normalizer, Scratch};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::BLOCK;
use crate::unicode::text::{CodeUnit, Encoding, REPLACEMENT};
use icu_casemap::CaseMapper;
use icu_properties::CodePointSetData;
use icu_properties::props::Cased;
use std::collections::BTreeMap;

/// The mapping of a pointwise transform.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pointwise<'t> {
    Lower,
    Rules(&'t TransformRules),
    /// By the tables alone.
    MarkRemoval(MarkRemoval<'t>),
}

impl<'t> Pointwise<'t> {
    /// The mapping of a transform; `None` if it is not pointwise.
    pub(super) fn of(transform: &'t Transform) -> Option<Pointwise<'t>> {
        match &*transform.action {
            Action::BuiltIn(BuiltIn::Case(CaseTransform::Lower)) => Some(Pointwise::Lower),
            Action::Rules(rules) if rules.is_pointwise() => Some(Pointwise::Rules(rules)),
            // The filter of a step is not the filter of the list.
            Action::Sequence(steps) => match steps.as_slice() {
                [only] if only.filter.is_none() => Pointwise::of(only),
                steps if transform.removes_marks => MarkRemoval::of(steps).map(Pointwise::MarkRemoval),
                _ => None,
            },
            _ => None,
        }
    }

    /// Appends the mapping of a code point; `None` if it depends on context.
    #[inline(always)]
    fn map<U: CodeUnit>(self, c: char, out: &mut Vec<U>) -> Option<()> {
        match self {
            Pointwise::Lower if c.is_ascii_uppercase() => out.push(U::from_ascii(c.to_ascii_lowercase() as u8)),
            Pointwise::Lower if matches!(c, 'Σ' | 'İ') => return None,
            Pointwise::Lower => put(CaseMapper::new().simple_lowercase(c).into(), out),
            Pointwise::Rules(rules) => {
                let itself = [u32::from(c)];
                rules.direct(c.into()).unwrap_or(&itself).iter().for_each(|&token| put(token, out));
            }
            Pointwise::MarkRemoval(_) => return None,
        }
        Some(())
    }

    /// Appends the mapping of a code point that passes the filter, or U+FFFD for an ill-formed sequence that does not;
    /// `units` are its units in the text. Returns whether the text changes, `None` if the mapping depends on context.
    #[inline]
    fn map_or_replace<U: CodeUnit>(self, c: char, passes: bool, units: &[U], out: &mut Vec<U>) -> Option<bool> {
        let start = out.len();
        if passes {
            self.map(c, out)?;
        } else {
            put(c.into(), out);
        }
        // A few units, for which a call is slower than a loop.
        Some(out.len() - start != units.len() || out.iter().skip(start).zip(units).any(|(one, other)| one != other))
    }

    /// Transforms a text whose first source-set code point is at `first`, the position of the finder; returns whether
    /// the text changed, `None` if a mapping depends on context.
    ///
    /// ```text
    /// until the end of the text:
    ///     copy the units up to the next source-set code point
    ///     append the mapping of that code point
    /// ```
    pub(super) fn transform<U: CodeUnit>(
        self,
        transform: &Transform,
        finder: &mut TriggerFinder<'_, U>,
        first: usize,
        out: &mut Vec<U>,
    ) -> Option<bool> {
        let text = finder.text;
        out.clear();
        out.reserve(text.len() + text.len() / 4 + BLOCK);
        let (mut copied, mut at, mut changed) = (0, first, false);
        while let Some((c, length)) = U::decode(text, at) {
            let passes = transform.filter.as_ref().is_none_or(|filter| filter.contains(c.into()));
            if passes || c == REPLACEMENT {
                copy(text.part(copied..at), out);
                changed |= self.map_or_replace(c, passes, text.part(at..at + length), out)?;
                copied = at + length;
            }
            at = finder.next(at + length);
        }
        copy(text.part(copied..), out);
        Some(changed)
    }
}

/// The mappings of single code points in two forms.
#[derive(Debug)]
pub(super) struct PointwiseTables {
    /// Finds the code points that change in blocks.
    normalizer: Normalizer,
    /// Reads a cell per code point; absent for lower case, whose short texts need no table.
    units: Option<UnitMappings>,
    /// Reads a cell per code point of long texts in UTF-8; for rules alone.
    bytes: Option<ByteMappings>,
}

impl PointwiseTables {
    fn new(pointwise: Pointwise<'_>, mappings: BTreeMap<char, String>) -> Option<Box<PointwiseTables>> {
        let normalizer = Normalizer::of_code_point_mappings(&mappings)?;
        let units = (!matches!(pointwise, Pointwise::Lower)).then(|| UnitMappings::new(&mappings));
        let bytes = matches!(pointwise, Pointwise::Rules(_)).then(|| ByteMappings::new(&mappings));
        Some(Box::new(PointwiseTables { normalizer, units, bytes }))
    }
}

impl Pointwise<'_> {
    /// Transforms a text by tables; returns whether the text changed, `None` if a mapping depends on context or memory
    /// ran out.
    #[inline(never)]
    pub(super) fn transform_by_table<U: CodeUnit>(
        self,
        tables: &PointwiseTables,
        text: &[U],
        out: &mut Vec<U>,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        // Rules map most code points of their texts; case and marks are few.
        let is_dense = matches!(self, Pointwise::Rules(_));
        let is_long = text.len() > MAX_SHORT_TEXT;
        match (&tables.units, &tables.bytes) {
            (_, Some(bytes)) if is_long && U::ENCODING == Encoding::Utf8 => bytes.map(text, out),
            (Some(units), _) if is_dense || !is_long => units.map(text, out),
            _ => {
                out.clear();
                tables.normalizer.normalize(text, out, scratch);
                if scratch.take_failure() {
                    return None;
                }
            }
        }
        match self {
            // It is in the result if it is in the text, since the table keeps it.
            Pointwise::Lower if contains(out, CAPITAL_SIGMA) => None,
            Pointwise::MarkRemoval(_) if contains(out, DEPENDS_ON_CONTEXT) => None,
            _ => Some(out != text),
        }
    }

    /// The tables of a transform that maps the code points of a filter; `None` if there are none.
    pub(super) fn tables(self, filter: Option<&SetPattern>) -> Option<Box<PointwiseTables>> {
        let passes = |c: &char| filter.is_none_or(|filter| filter.contains((*c).into()));
        let mapping = |c: char| Some((c, self.string(c)?));
        let ranges: Vec<(u32, u32)> = match self {
            Pointwise::MarkRemoval(removal) => {
                return PointwiseTables::new(self, removal.mappings(passes, MAX_SOURCES)?.collect());
            }
            Pointwise::Lower => {
                CodePointSetData::new::<Cased>().iter_ranges().map(|range| (*range.start(), *range.end())).collect()
            }
            Pointwise::Rules(rules) => rules.key_ranges(),
        };
        if ranges.iter().fold(0_u32, |sum, (first, last)| sum.saturating_add(last - first + 1)) > MAX_SOURCES {
            return None;
        }
        let sources = ranges.into_iter().flat_map(|(first, last)| first..=last).filter_map(char::from_u32);
        PointwiseTables::new(self, sources.filter(passes).filter_map(mapping).collect())
    }

    /// The mapping of a code point in any context; `None` if it is kept or depends on context.
    fn string(self, c: char) -> Option<String> {
        match self {
            Pointwise::Lower if c == CAPITAL_SIGMA => None,
            Pointwise::Lower if c == 'İ' => Some("i\u{307}".to_owned()),
            Pointwise::Lower => simple_lower(c.into()).and_then(char::from_u32).map(String::from),
            Pointwise::Rules(rules) => {
                rules.direct(c.into()).map(|output| output.iter().filter_map(|&token| char::from_u32(token)).collect())
            }
            Pointwise::MarkRemoval(_) => None,
        }
    }
}

/// The capital letter with two lower-case forms.
const CAPITAL_SIGMA: char = 'Σ';

/// Whether a text contains a code point of the BMP.
fn contains<U: CodeUnit>(text: &[U], c: char) -> bool {
    let (units, length) = U::encode(c);
    let [first, second, ..] = units;
    let Some((_, next)) = text.split_first() else { return false };
    // No branch per unit, so that the compiler makes vector instructions of the loops.
    let has_both = || text.iter().zip(next).fold(false, |any, (&a, &b)| any | ((a == first) & (b == second)));
    match length {
        1 => text.iter().fold(false, |any, &unit| any | (unit == first)),
        2 => has_both(),
        _ => has_both() && text.windows(length).any(|window| window.iter().eq(units.iter().take(length))),
    }
}

/// Appends a code point; surrogates are dropped: they are not characters.
#[inline(always)]
fn put<U: CodeUnit>(code: u32, out: &mut Vec<U>) {
    if is_code_point::<U>(code) {
        out.push(U::from_low_bits(code));
    } else if let Some(c) = char::from_u32(code) {
        let (units, length) = U::encode(c);
        units.iter().take(length).for_each(|&unit| out.push(unit));
    }
}

/// Maps a text to upper case, title case or folded case; returns whether it changed, `None` as [`map_case`] or if the
/// transform is another one.
pub(super) fn simple_case<U: CodeUnit>(transform: &Transform, text: &[U], out: &mut Vec<U>) -> Option<bool> {
    match &*transform.action {
        Action::BuiltIn(BuiltIn::Case(case @ (CaseTransform::Upper | CaseTransform::Title | CaseTransform::Fold)))
            if transform.filter.is_none() =>
        {
            map_case(*case, text, out)
        }
        _ => None,
    }
}

/// Runs a list of which at most one step changes the text, a case mapping; returns whether the text changed, `None` as
/// [`map_case`] or if the list or the text is another one.
///
/// Rules before or after a case mapping treat a few letters of a language, which most words don't have.
pub(super) fn case_in_list<U: CodeUnit>(transform: &Transform, text: &[U], out: &mut Vec<U>) -> Option<bool> {
    let Action::Sequence(steps) = &*transform.action else { return None };
    if !transform.has_case_step || transform.filter.is_some() {
        return None;
    }
    let case_of = |step: &Transform| match *step.action {
        Action::BuiltIn(BuiltIn::Case(case)) if step.filter.is_none() => Some(case),
        _ => None,
    };
    let is_unchanged = |step: &Transform, text: &[U]| TriggerFinder::new(step, text).next(0) == text.len();
    // Most texts that other steps change are found before the case is mapped.
    if steps.iter().any(|step| case_of(step).is_none() && !is_unchanged(step, text)) {
        return None;
    }
    let mut changed = None;
    for step in steps {
        match (case_of(step), changed) {
            (Some(CaseTransform::Lower), None | Some(false)) => {
                let lower = lower_units(text, out).or_else(|| map_case(CaseTransform::Lower, text, out));
                changed = Some(lower?);
            }
            (Some(case), None | Some(false)) => changed = Some(map_case(case, text, out)?),
            (None, None) => {}
            (_, Some(_)) if is_unchanged(step, out) => {}
            (_, Some(_)) => return None,
        }
    }
    changed
}

/// Maps the case of a text; returns whether it changed, `None` if the mapping of a code point is not one code point in
/// any context, or if the text is ill-formed.
#[inline(never)]
fn map_case<U: CodeUnit>(case: CaseTransform, text: &[U], out: &mut Vec<U>) -> Option<bool> {
    let mapping = case.simple();
    let (mut at, mut changed) = (0, false);
    out.clear();
    out.reserve(text.len());
    while let Some(&unit) = text.get(at) {
        let unit = unit.into();
        if is_code_point::<U>(unit) {
            let mapped = mapping.map(unit)?;
            changed |= mapped != unit;
            put(mapped, out);
            at += 1;
            continue;
        }
        let (c, length) = U::decode(text, at).filter(|(c, _)| *c != REPLACEMENT)?;
        let mapped = mapping.map(c.into())?;
        changed |= mapped != u32::from(c);
        put(mapped, out);
        at += length;
    }
    Some(changed)
}

/// The maximum number of code points in the sets of rules that have a table: a set may contain nearly all code points,
/// and there may be thousands of sets.
const MAX_SOURCES: u32 = 1 << 15;

/// Appends units; a few units, the common case between two source-set code points, are appended one by one.
#[inline(always)]
fn copy<U: CodeUnit>(units: &[U], out: &mut Vec<U>) {
    if units.len() < 8 {
        units.iter().for_each(|&unit| out.push(unit));
    } else {
        out.extend_from_slice(units);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::super::reference::{check, check_with_surrogates, lone_surrogates};
    use super::*;
    use crate::unicode::rule_text::Limits;
    use proptest::prelude::*;

    /// Rules without context: one to one, to nothing, to several code points, to and from supplementary ones.
    const RULES: &str = r"[a-f] > x; é > e\u0301; ß > ; ア > あ; [カ\U00010400] > 😀; Ж > Ж; \uFFFD > \u2049; \u2049 > \uFFFE; ｶ > abc;";

    #[test]
    fn sets_of_nearly_all_code_points_have_no_table() {
        let text = "Ein langer Text mit Wörtern, 日本語, кириллица und \u{10400}😀 zum Schluß";
        for (rules, has_table) in [("[^a-z] > z;", false), ("[^a-z] > ; [^b-z] > y;", false), ("[ä-ü] > x;", true)] {
            let transform = Transform::from_rules(rules, Direction::Forward, &Limits::default()).unwrap();
            assert_eq!(transform.pointwise_tables().is_some(), has_table, "{rules}");
            check(&transform, text, true);
        }
    }

    proptest! {
        #[test]
        fn units_equal_the_engine(
            parts in prop::collection::vec("[a-hA-I ]{0,70}|[éßÉİΣσ ]{0,9}|[А-Яа-яЖ ]{0,80}|[ア-ンｶ]{0,70}|[\u{10400}😀]{0,40}", 0..8),
            lone in lone_surrogates(),
            id in 0_usize..9,
        ) {
            let transform = match id {
                0 => Transform::new("Lower", Direction::Forward),
                5 => Transform::new("tr-Lower", Direction::Forward),
                6 => Transform::new("lt-Lower", Direction::Forward),
                7 => Transform::new("Upper; Lower", Direction::Forward),
                8 => Transform::new("[Жß] Remove; Lower; [a\u{10428}] Remove; Upper", Direction::Forward),
                1 => Transform::new("[A-Fß\u{10400}а-яА-П] Lower", Direction::Forward),
                2 => Transform::from_rules(RULES, Direction::Forward, &Limits::default()),
                3 => Transform::from_rules(&["::[^cア\u{10400}];", RULES].concat(), Direction::Forward, &Limits::default()),
                _ => Transform::new("Fullwidth-Halfwidth", Direction::Forward),
            };
            let transform = transform.unwrap();
            check_with_surrogates(&transform, &parts.concat(), &lone, true);
        }
    }
}
