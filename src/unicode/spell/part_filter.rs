//! Filters that reject rules for a part of a text before they are tried, in one form of comparison: bytes, folded code
//! points or primary weights.
//!
//! A rule that parses a part as a whole starts and ends with its own literals, or with those of a rule set that it
//! calls there, and the text contains all its literals:
//!
//! ```text
//! set may parse part:   set.all.first has the part's first unit,
//!                       set.all.last has its last, last two and last three units
//! rule may parse part:  it is in the bucket of the part's first unit, or starts with a substitution
//!                       the text has all units, and all pairs of units, of the rule's literals
//!                       rule.last has the part's last, last two and last three units
//! ```
//!
//! Each of these sets of units is a Bloom filter of 64 bits with one hash function, so a filter may pass a rule that
//! fails, never the reverse. Of the hundreds of rules of a locale, a few pass.

use super::indexed_rules::{IndexedLiteral, IndexedRule, IndexedSet};
use super::lenient::{Folding, fold_literal};
use super::rules::SubstitutionTarget;
use crate::unicode::part::{SlicePart, StrPart};

/// A hash below 64: the bit of a unit in the filters.
#[inline]
pub(super) fn hash(value: u32) -> u32 {
    value.wrapping_mul(0x9E37_79B1) >> 26
}

/// The hash of two units.
#[inline]
pub(super) fn hash_pair(first: u32, second: u32) -> u32 {
    hash(first.rotate_left(15) ^ second)
}

/// The hash of three units.
#[inline]
pub(super) fn hash_triple(first: u32, second: u32, third: u32) -> u32 {
    hash_pair(first.wrapping_mul(31) ^ second, third)
}

/// Bit sets of the units of a text and of the pairs of adjacent units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitSignature {
    units: u64,
    pairs: u64,
}

impl UnitSignature {
    /// The bit sets of a text.
    #[inline]
    pub(super) fn new(units: impl Iterator<Item = u32>) -> UnitSignature {
        let mut before = None;
        units.fold(UnitSignature::default(), |signature, unit| {
            let pair = before.replace(unit).map_or(0, |before| 1 << hash_pair(before, unit));
            UnitSignature { units: signature.units | 1 << hash(unit), pairs: signature.pairs | pair }
        })
    }

    fn union(self, other: UnitSignature) -> UnitSignature {
        UnitSignature { units: self.units | other.units, pairs: self.pairs | other.pairs }
    }

    fn intersection(self, other: UnitSignature) -> UnitSignature {
        UnitSignature { units: self.units & other.units, pairs: self.pairs & other.pairs }
    }

    #[inline]
    fn contains(self, required: UnitSignature) -> bool {
        required.units & !self.units == 0 && required.pairs & !self.pairs == 0
    }
}

/// Bit sets of the units at the start and the end of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndBits {
    pub(super) first: u64,
    /// The last unit, the last two, and the last three (in bytes, the last four).
    pub(super) last: [u64; 3],
}

impl EndBits {
    fn union(self, other: EndBits) -> EndBits {
        let [one, two, three] = self.last;
        let [other_one, other_two, other_three] = other.last;
        EndBits { first: self.first | other.first, last: [one | other_one, two | other_two, three | other_three] }
    }

    /// Whether a part with these ends may be parsed, by its last units.
    #[inline]
    pub(super) fn may_end(&self, part: &EndBits) -> bool {
        self.last.iter().zip(&part.last).all(|(rule, part)| rule & part != 0)
    }
}

/// The filter of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleFilter {
    ends: EndBits,
    /// The units of its literals: the rule parses no text without one of these.
    required: UnitSignature,
}

impl RuleFilter {
    /// Whether the rule may parse a part with these ends, in a text with these units.
    #[inline]
    pub(super) fn may_parse(&self, part: &EndBits, text: UnitSignature) -> bool {
        text.contains(self.required) && self.ends.may_end(part)
    }
}

/// The number of buckets of rules by first unit.
const BUCKETS: usize = 32;

/// The maximum number of rules in one bucket: a user may define tens of thousands of small sets.
const MAX_UNSORTED: usize = 4;

/// The filter of a rule set, with its rules by their first units.
#[derive(Debug, Default)]
pub(super) struct RuleSetFilter {
    /// The ends of all rules.
    pub(super) all: EndBits,
    /// The filters of the special rules, then of the ordinary ones from the last one on, which is the order of trial.
    pub(super) rules: Vec<RuleFilter>,
    /// The start of each bucket in `by_first_unit`, and its length. Empty if there is one bucket.
    bucket_starts: Vec<u32>,
    /// Ordinary rules, counted from the last one, by the hash of the first unit of their first literal.
    by_first_unit: Vec<u32>,
    /// Ordinary rules, counted from the last one, that start with a substitution.
    pub(super) starting_with_substitution: Vec<u32>,
}

impl RuleSetFilter {
    /// Groups the rules of a set by their first units.
    fn new(set: &IndexedSet, first_unit: impl Fn(&IndexedRule) -> Option<u32>) -> RuleSetFilter {
        let mut filter = RuleSetFilter::default();
        let mut with_bucket = Vec::new();
        for (number, rule) in (0..).zip(set.ordinary.iter().rev()) {
            match first_unit(rule) {
                Some(first) => with_bucket.push((bucket(first), number)),
                // A literal of separators only has no units.
                None => filter.starting_with_substitution.push(number),
            }
        }
        if with_bucket.len() > MAX_UNSORTED {
            with_bucket.sort_unstable();
            let start = |bucket| with_bucket.partition_point(|(other, _)| *other < bucket) as u32;
            filter.bucket_starts = (0..=BUCKETS).map(start).collect();
        }
        filter.by_first_unit = with_bucket.iter().map(|(_, number)| *number).collect();
        filter.starting_with_substitution.shrink_to_fit();
        filter
    }

    /// The ordinary rules in the bucket of a first unit, counted from the last rule.
    #[inline]
    pub(super) fn starting_with(&self, first: u32) -> &[u32] {
        if self.bucket_starts.is_empty() {
            return &self.by_first_unit;
        }
        let bucket = bucket(first);
        let start = |at: usize| self.bucket_starts.get(at).map_or(0, |start| *start as usize);
        self.by_first_unit.part(start(bucket)..start(bucket + 1))
    }
}

#[inline]
fn bucket(first: u32) -> usize {
    hash(first) as usize * BUCKETS / 64
}

/// The literals and filters of a format in one form of comparison.
#[derive(Debug, Default)]
pub(super) struct ComparisonIndex {
    /// The units of the literals, by index. Empty for bytes, which are compared with the literals directly.
    literals: Vec<Vec<u32>>,
    /// The filters of the rule sets, by index.
    pub(super) sets: Vec<RuleSetFilter>,
}

impl ComparisonIndex {
    /// Creates the index for the form that `folding` folds texts to; `None` for bytes.
    pub(super) fn new(sets: &[IndexedSet], literals: &[IndexedLiteral], folding: Option<&Folding>) -> ComparisonIndex {
        let units: Vec<Vec<u32>> = literals.iter().map(|literal| units_of(&literal.text, folding)).collect();
        let builder = FilterBuilder { literals, units: &units, folding };
        let mut filters: Vec<RuleSetFilter> =
            sets.iter().map(|set| RuleSetFilter::new(set, |rule| builder.first_unit(rule.literals[0]))).collect();
        let rules_of = |(number, set): (usize, &IndexedSet)| -> Vec<UnresolvedFilter> {
            set.in_order().map(|rule| builder.rule(number, rule)).collect()
        };
        let unresolved: Vec<Vec<UnresolvedFilter>> = sets.iter().enumerate().map(rules_of).collect();
        let ends = resolve(&unresolved);
        for ((filter, rules), all) in filters.iter_mut().zip(&unresolved).zip(&ends) {
            filter.all = *all;
            let resolved = |rule: &UnresolvedFilter| RuleFilter { ends: rule.resolved(&ends), required: rule.required };
            filter.rules = rules.iter().map(resolved).collect();
        }
        ComparisonIndex { literals: if folding.is_some() { units } else { Vec::new() }, sets: filters }
    }

    /// The units of a literal.
    #[inline]
    pub(super) fn literal(&self, literal: u32) -> Option<&[u32]> {
        self.literals.get(literal as usize).map(Vec::as_slice)
    }
}

/// The units of a text of the rules; bytes without `folding`.
fn units_of(text: &str, folding: Option<&Folding>) -> Vec<u32> {
    match folding {
        Some(folding) => fold_literal(text, folding),
        None => text.bytes().map(u32::from).collect(),
    }
}

/// The filter of a rule, with the rule sets that it calls at its start and end instead of their ends.
#[derive(Default)]
struct UnresolvedFilter {
    /// The ends in the rule's literals.
    ends: EndBits,
    first_set: Option<usize>,
    last_set: Option<usize>,
    required: UnitSignature,
}

impl UnresolvedFilter {
    /// The ends of the rule, given those of all rule sets.
    fn resolved(&self, sets: &[EndBits]) -> EndBits {
        let of = |set: Option<usize>| set.and_then(|set| sets.get(set)).copied().unwrap_or_default();
        let first = EndBits { first: of(self.first_set).first, ..EndBits::default() };
        let last = EndBits { last: of(self.last_set).last, ..EndBits::default() };
        self.ends.union(first).union(last)
    }
}

/// The ends of all rule sets: the least fixed point. A set whose ends have changed updates its callers; it changes at
/// most once per bit.
fn resolve(rules: &[Vec<UnresolvedFilter>]) -> Vec<EndBits> {
    let mut sets = vec![EndBits::default(); rules.len()];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); rules.len()];
    for (number, rules) in rules.iter().enumerate() {
        for called in rules.iter().flat_map(|rule| rule.first_set.into_iter().chain(rule.last_set)) {
            if let Some(callers) = callers.get_mut(called).filter(|callers| callers.last() != Some(&number)) {
                callers.push(number);
            }
        }
    }
    let mut pending: Vec<usize> = (0..rules.len()).collect();
    let mut is_pending = vec![true; rules.len()];
    while let Some(number) = pending.pop() {
        is_pending.get_mut(number).into_iter().for_each(|is_pending| *is_pending = false);
        let old = sets.item(number);
        let rules = rules.get(number).into_iter().flatten();
        let ends = rules.fold(old, |ends, rule| ends.union(rule.resolved(&sets)));
        if ends == old {
            continue;
        }
        sets.get_mut(number).into_iter().for_each(|set| *set = ends);
        for caller in callers.get(number).into_iter().flatten() {
            if let Some(is_pending) = is_pending.get_mut(*caller).filter(|is_pending| !**is_pending) {
                *is_pending = true;
                pending.push(*caller);
            }
        }
    }
    sets
}

struct FilterBuilder<'a> {
    literals: &'a [IndexedLiteral],
    /// The units of the literals.
    units: &'a [Vec<u32>],
    /// `None` for bytes.
    folding: Option<&'a Folding<'a>>,
}

impl FilterBuilder<'_> {
    fn units(&self, literal: u32) -> &[u32] {
        self.units.get(literal as usize).map_or(&[], Vec::as_slice)
    }

    fn is_empty(&self, literal: u32) -> bool {
        self.literals.get(literal as usize).is_none_or(|literal| literal.text.is_empty())
    }

    /// The first unit of a literal; for comparison by bytes, the first code point.
    fn first_unit(&self, literal: u32) -> Option<u32> {
        match self.folding {
            Some(_) => self.units(literal).first().copied(),
            None => self.literals.get(literal as usize)?.text.chars().next().map(u32::from),
        }
    }

    /// The ends of a literal, without its first unit.
    fn last(&self, units: &[u32]) -> EndBits {
        // Any unit may precede a short literal.
        let bit = |hash: Option<u32>| hash.map_or(u64::MAX, |hash| 1 << hash);
        let last = match self.folding {
            Some(_) => {
                let triple = units.last_chunk::<3>().map(|[first, second, third]| hash_triple(*first, *second, *third));
                let pair = units.last_chunk::<2>().map(|[first, second]| hash_pair(*first, *second));
                [units.last().map(|last| hash(*last)), pair, triple]
            }
            None => {
                let number = |bytes: &[u32]| hash(bytes.iter().fold(0, |number, byte| number << 8 | byte));
                let (two, four) = (units.last_chunk::<2>(), units.last_chunk::<4>());
                [units.last().map(|last| hash(*last)), two.map(|two| number(two)), four.map(|four| number(four))]
            }
        };
        EndBits { first: 0, last: last.map(bit) }
    }

    /// The filter of a rule of a set.
    fn rule(&self, set: usize, rule: &IndexedRule) -> UnresolvedFilter {
        // Texts with decimal numbers are parsed without these filters, and other texts do not match a pattern.
        if rule.substitutions.iter().flatten().any(|sub| matches!(sub.target, SubstitutionTarget::Pattern(_))) {
            return UnresolvedFilter::default();
        }
        let called_set = |target: &SubstitutionTarget| match target {
            SubstitutionTarget::Set(target) => Some(*target),
            SubstitutionTarget::Predecessor(_) | SubstitutionTarget::Pattern(_) => Some(set),
        };
        let [prefix, between, after] = rule.literals;
        let [first, second] = &rule.substitutions;
        let first_called = first.as_ref().and_then(|first| called_set(&first.target));
        let (first_bits, first_set) = match (self.first_unit(prefix), first_called) {
            (Some(first), _) => (1 << hash(first), None),
            // Separators may precede the substitution.
            (None, Some(set)) => (0, Some(set)),
            (None, None) => (if self.is_empty(prefix) { 0 } else { u64::MAX }, None),
        };
        let messages = self.plural_messages(rule);
        let (last, last_set) = match second.as_ref().or(first.as_ref()) {
            None if self.is_empty(prefix) => (EndBits::default(), None),
            None => (self.last(self.units(prefix)), None),
            Some(sub) => {
                let delimiter = if second.is_some() { after } else { between };
                match &messages {
                    _ if self.is_empty(delimiter) => (EndBits::default(), called_set(&sub.target)),
                    Some(messages) => {
                        let last = messages.iter().map(|units| self.last(units));
                        (last.fold(EndBits::default(), EndBits::union), None)
                    }
                    None => (self.last(self.units(delimiter)), None),
                }
            }
        };
        let signature = |units: &[u32]| UnitSignature::new(units.iter().copied());
        let after_prefix = match &messages {
            _ if first.is_none() => UnitSignature::default(),
            // The units that all plural branches have in common.
            Some(messages) => {
                messages.iter().map(|units| signature(units)).reduce(UnitSignature::intersection).unwrap_or_default()
            }
            None => signature(self.units(between)).union(signature(self.units(after))),
        };
        UnresolvedFilter {
            ends: EndBits { first: first_bits, ..last },
            first_set,
            last_set,
            required: signature(self.units(prefix)).union(after_prefix),
        }
    }

    /// The units of the messages of plural branches, each with the text of the rule after the branches.
    fn plural_messages(&self, rule: &IndexedRule) -> Option<Vec<Vec<u32>>> {
        let plural = rule.plural.as_ref()?;
        let suffix = rule.text.part(plural.end..);
        Some(plural.branches.messages().map(|text| units_of(&[text, suffix].concat(), self.folding)).collect())
    }
}
