//! Transform ids (LDML part 2, "Transform Identifiers"): `Source-Target/Variant`, filters, inverses in parentheses,
//! lists.

use super::direction::Direction;
use super::registry;
use super::transform_name::{ANY, SingleId, TransformName};
use crate::unicode::rule_text::{Limits, is_pattern_white_space};
use crate::unicode::set::{NoVariables, UnicodeSet};
use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};

/// A source, target and variant with a filter before them, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Specs {
    pub(super) source: String,
    pub(super) target: String,
    /// The variant; empty if there is none.
    pub(super) variant: String,
    pub(super) filter: Option<UnicodeSet>,
}

/// A list of ids and its global filter.
#[derive(Debug, Default)]
pub(super) struct Compound {
    pub(super) list: Vec<SingleId>,
    pub(super) filter: Option<UnicodeSet>,
    /// Whether there are several ids, or a global filter.
    pub(super) is_list: bool,
}

/// Targets of `Any-…` and the targets of their inverses.
const SPECIAL_INVERSES: [(&str, &str); 12] = [
    ("NFC", "NFD"),
    ("NFD", "NFC"),
    ("NFKC", "NFKD"),
    ("NFKD", "NFKC"),
    ("FCC", "NFD"),
    ("FCD", "FCD"),
    ("Lower", "Upper"),
    ("Upper", "Lower"),
    ("Title", "Lower"),
    ("CaseFold", "Upper"),
    ("Null", "Null"),
    ("Remove", "Null"),
];

impl Specs {
    /// The transform in the forward direction: source, target and variant as written.
    pub(super) fn forward(&self) -> SingleId {
        SingleId {
            name: Some(TransformName {
                source: self.source.clone(),
                target: self.target.clone(),
                variant: self.variant.clone(),
            }),
            filter: self.filter.clone(),
        }
    }

    /// The inverse: source and target are exchanged, except for the inverses of `Any-target` in [`SPECIAL_INVERSES`].
    fn inverse(&self, is_target_of_any: &dyn Fn(&str) -> bool) -> SingleId {
        let special = self
            .source
            .eq_ignore_ascii_case(ANY)
            .then(|| {
                let known = SPECIAL_INVERSES.iter().find(|(target, _)| target.eq_ignore_ascii_case(&self.target));
                known.map(|(_, inverse)| *inverse).or_else(|| is_target_of_any(&self.target).then_some("Null"))
            })
            .flatten();
        let (source, target) = match special {
            Some(inverse) => (ANY.to_owned(), inverse.to_owned()),
            None => (self.target.clone(), self.source.clone()),
        };
        SingleId {
            name: Some(TransformName { source, target, variant: self.variant.clone() }),
            filter: self.filter.clone(),
        }
    }
}

/// The reason why a list of ids is malformed, for messages.
pub(super) fn what_is_wrong(ids: &str) -> String {
    if ids.trim_matches(is_pattern_white_space).is_empty() {
        return "it is empty".to_owned();
    }
    // An id starts at the beginning, and after `;` and `(`.
    let mut is_start = true;
    for (at, c) in ids.char_indices() {
        if is_start
            && UnicodeSet::pattern_starts(ids.get(at..).unwrap_or(""))
            && let Err(error) = UnicodeSet::parse_prefix(ids, at, &NoVariables, &Limits::default())
        {
            return error.to_string();
        }
        is_start = matches!(c, ';' | '(') || is_start && is_pattern_white_space(c);
    }
    "an id is `Source-Target/Variant`, a list has `;` between ids, and a filter `[set]` precedes an id".to_owned()
}

/// What a transform of a list is in the reverse direction.
enum ReverseSpecs {
    /// `A`: the inverse of `A`.
    Inverse,
    /// `A()`: nothing.
    Nothing,
    /// `A(B)`: `B`.
    Given(Specs),
}

/// A cursor over an id.
struct IdCursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> IdCursor<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_white_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(is_pattern_white_space).len();
    }

    /// Skips white space and consumes a character, if it follows.
    fn eat(&mut self, c: char) -> bool {
        let before = self.at;
        self.skip_white_space();
        let found = self.rest().starts_with(c);
        self.at = if found { self.at + c.len_utf8() } else { before };
        found
    }

    fn identifier(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let starts =
            |c: char| c.is_ascii_alphabetic() || !c.is_ascii() && CodePointSetData::new::<IdStart>().contains(c);
        if !rest.starts_with(starts) {
            return None;
        }
        let ends = |c: char| {
            !c.is_ascii_alphanumeric()
                && c != '_'
                && (c.is_ascii() || !CodePointSetData::new::<IdContinue>().contains(c))
        };
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length)
    }

    fn set(&mut self) -> Option<UnicodeSet> {
        if !UnicodeSet::pattern_starts(self.rest()) {
            return None;
        }
        let (set, end) = UnicodeSet::parse_prefix(self.text, self.at, &NoVariables, &Limits::default()).ok()?;
        self.at = end;
        Some(set)
    }

    /// Parses filter, source, target and variant, with their delimiters in any order.
    fn specs(&mut self) -> Option<Specs> {
        let start = self.at;
        if let Some(specs) = self.bcp47() {
            return Some(specs);
        }
        let (mut first, mut target, mut variant, mut filter) = (None, None, None, None);
        let mut delimiter = None;
        let mut count = 0;
        loop {
            self.skip_white_space();
            if filter.is_none() && UnicodeSet::pattern_starts(self.rest()) {
                filter = Some(self.set()?);
                continue;
            }
            if delimiter.is_none() {
                if target.is_none() && self.rest().starts_with('-') || variant.is_none() && self.rest().starts_with('/')
                {
                    delimiter = self.rest().chars().next();
                    self.at += 1;
                    continue;
                }
                if count > 0 {
                    break;
                }
            }
            let Some(spec) = self.identifier() else { break };
            match delimiter.take() {
                None => first = Some(spec),
                Some('-') => target = Some(spec),
                Some(_) => variant = Some(spec),
            }
            count += 1;
        }
        let source = if target.is_some() { first } else { None };
        let target = target.or(first);
        if source.is_none() && target.is_none() {
            self.at = start;
            return None;
        }
        let owned = |spec: Option<&str>| spec.unwrap_or(ANY).to_owned();
        Some(Specs { source: owned(source), target: owned(target), variant: variant.unwrap_or("").to_owned(), filter })
    }

    /// Parses a BCP 47 id (`und-Latn-t-und-cyrl`): a known alias up to the next delimiter of a list.
    fn bcp47(&mut self) -> Option<Specs> {
        let before = self.at;
        self.skip_white_space();
        let filter = self.set();
        self.skip_white_space();
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let tag = rest.get(..length).unwrap_or("");
        let is_tag = tag.to_ascii_lowercase().contains("-t-");
        let specs = is_tag.then(|| registry::bcp47(tag)).flatten();
        match specs {
            Some((source, target, variant)) => {
                self.at += length;
                Some(Specs { source, target, variant, filter })
            }
            None => {
                self.at = before;
                None
            }
        }
    }

    /// Parses one transform of a list: `A`, `A()`, `A(B)` or `(B)`; returns it in a direction.
    fn single(&mut self, direction: Direction) -> Option<SingleId> {
        let start = self.at;
        let Some((forward, reverse)) = self.both_directions() else {
            self.at = start;
            return None;
        };
        Some(match (direction, reverse) {
            (Direction::Forward, _) => forward.map_or_else(SingleId::default, |specs| specs.forward()),
            (Direction::Reverse, ReverseSpecs::Given(specs)) => specs.forward(),
            (Direction::Reverse, ReverseSpecs::Nothing) => SingleId::default(),
            (Direction::Reverse, ReverseSpecs::Inverse) => {
                forward.map_or_else(SingleId::default, |specs| specs.inverse(&registry::is_target_of_any))
            }
        })
    }

    /// Parses the specs of a transform in the forward direction, which `(B)` lacks, and in the reverse direction.
    fn both_directions(&mut self) -> Option<(Option<Specs>, ReverseSpecs)> {
        let mut forward = None;
        let mut has_parentheses = self.eat('(');
        if !has_parentheses {
            forward = Some(self.specs()?);
            has_parentheses = self.eat('(');
        }
        if !has_parentheses {
            return Some((forward, ReverseSpecs::Inverse));
        }
        if self.eat(')') {
            return Some((forward, ReverseSpecs::Nothing));
        }
        let specs = self.specs()?;
        self.eat(')').then_some((forward, ReverseSpecs::Given(specs)))
    }

    /// Parses `[set]` or `([set])`; returns the set and whether it is in parentheses.
    fn global_filter(&mut self) -> Option<(UnicodeSet, bool)> {
        let start = self.at;
        let in_parentheses = self.eat('(');
        self.skip_white_space();
        let set = self.set();
        match set {
            Some(set) if !in_parentheses || self.eat(')') => Some((set, in_parentheses)),
            _ => {
                self.at = start;
                None
            }
        }
    }
}

/// Parses filter, source, target and variant at the start of a text; returns them and their length in bytes.
pub(super) fn parse_filter_id(text: &str) -> Option<(Specs, usize)> {
    let mut cursor = IdCursor { text, at: 0 };
    let specs = cursor.specs()?;
    Some((specs, cursor.at))
}

/// Parses one id at the start of a text; returns it and its length in bytes.
pub(super) fn parse_single(text: &str, direction: Direction) -> Option<(SingleId, usize)> {
    let mut cursor = IdCursor { text, at: 0 };
    let single = cursor.single(direction)?;
    Some((single, cursor.at))
}

/// Parses `[set]` or `([set])` at the start of a text; returns the set, whether it is in parentheses, and the length in
/// bytes.
pub(super) fn parse_global_filter(text: &str) -> Option<(UnicodeSet, bool, usize)> {
    let mut cursor = IdCursor { text, at: 0 };
    let (set, in_parentheses) = cursor.global_filter()?;
    Some((set, in_parentheses, cursor.at))
}

/// Parses a list of ids with global filters: `[set]; id; …; ([set])`. `None` if it is malformed.
pub(super) fn parse_compound(text: &str, direction: Direction) -> Option<Compound> {
    let mut cursor = IdCursor { text, at: 0 };
    let mut compound = Compound::default();
    if let Some((set, false)) = cursor.global_filter() {
        if cursor.eat(';') {
            compound.is_list = true;
        } else {
            cursor.at = 0;
        }
        if direction == Direction::Forward {
            compound.filter = Some(set); // ICU: even where it is the filter of the first id alone
        }
    } else {
        cursor.at = 0;
    }
    let mut sees_delimiter = true;
    while let Some(single) = cursor.single(direction) {
        compound.list.push(single);
        if !cursor.eat(';') {
            sees_delimiter = false;
            break;
        }
    }
    if direction == Direction::Reverse {
        compound.list.reverse();
    }
    compound.is_list |= compound.list.len() > 1;
    if compound.list.is_empty() {
        return None;
    }
    let start = cursor.at;
    match cursor.global_filter().filter(|_| sees_delimiter) {
        Some((set, true)) => {
            cursor.eat(';');
            compound.is_list = true;
            if direction == Direction::Reverse {
                compound.filter = Some(set);
            }
        }
        _ => cursor.at = start,
    }
    cursor.skip_white_space();
    (cursor.at == text.len()).then_some(compound)
}
