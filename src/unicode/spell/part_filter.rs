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
use super::pair_bounds::{PairBounds, PairBoundsBuilder};
use super::rules::SubstitutionTarget;
use super::unit_signature::{UnitSignature, hash, hash_pair, hash_triple};
use crate::unicode::part::{SlicePart, StrPart};

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
        let ([one, two, three], [last, last_two, last_three]) = (self.last, part.last);
        one & last != 0 && two & last_two != 0 && three & last_three != 0
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
    starting_with_substitution: Vec<u32>,
    /// Their base values.
    bases: Vec<f64>,
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
                None => {
                    filter.starting_with_substitution.push(number);
                    filter.bases.push(if set.is_fraction { f64::NEG_INFINITY } else { rule.base as f64 });
                }
            }
        }
        if with_bucket.len() > MAX_UNSORTED {
            with_bucket.sort_unstable();
            let start = |bucket| with_bucket.partition_point(|(other, _)| *other < bucket) as u32;
            filter.bucket_starts = (0..=BUCKETS).map(start).collect();
        }
        filter.by_first_unit = with_bucket.iter().map(|(_, number)| *number).collect();
        filter.starting_with_substitution.shrink_to_fit();
        filter.bases.shrink_to_fit();
        filter
    }

    /// The ordinary rules below a bound that start with a substitution, counted from the last rule; base values fall.
    #[inline]
    pub(super) fn starting_with_substitution(&self, bound: f64) -> &[u32] {
        let first = self.bases.iter().position(|base| *base < bound).unwrap_or(self.bases.len());
        self.starting_with_substitution.part(first..)
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
    /// The units of the literals, by index. Empty for exact comparison, which is by bytes.
    literals: Vec<Vec<u32>>,
    /// The filters of the rule sets, by index.
    pub(super) sets: Vec<RuleSetFilter>,
    pub(super) bounds: PairBounds,
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
        let mut bounds = PairBoundsBuilder::new(literals.len());
        for (set, filters) in sets.iter().zip(&unresolved) {
            set.in_order().zip(filters).for_each(|(rule, filter)| bounds.add(rule, set.is_fraction, filter.required));
        }
        let bounds = bounds.finish(&units, |piece| units_of(piece, folding));
        let ends = resolve(&unresolved);
        for ((filter, rules), all) in filters.iter_mut().zip(&unresolved).zip(&ends) {
            filter.all = *all;
            let resolved = |rule: &UnresolvedFilter| RuleFilter { ends: rule.resolved(&ends), required: rule.required };
            filter.rules = rules.iter().map(resolved).collect();
        }
        let literals = if folding.is_some() { units } else { Vec::new() };
        ComparisonIndex { literals, sets: filters, bounds }
    }

    /// The units of a literal.
    #[inline]
    pub(super) fn literal(&self, literal: u32) -> Option<&[u32]> {
        self.literals.get(literal as usize).map(Vec::as_slice)
    }
}

/// The units of a text of the rules; code points without `folding`.
fn units_of(text: &str, folding: Option<&Folding>) -> Vec<u32> {
    match folding {
        Some(folding) => fold_literal(text, folding),
        None => text.chars().map(u32::from).collect(),
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

    /// The first unit of a literal.
    fn first_unit(&self, literal: u32) -> Option<u32> {
        self.units(literal).first().copied()
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
                // The last four bytes are in the last four code points.
                let last = units.part(units.len().saturating_sub(4)..);
                let text: String = last.iter().filter_map(|unit| char::from_u32(*unit)).collect();
                let units = text.as_bytes();
                let number = |bytes: &[u8]| hash(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)));
                let (two, four) = (units.last_chunk::<2>(), units.last_chunk::<4>());
                [
                    units.last().map(|last| hash(u32::from(*last))),
                    two.map(|two| number(two)),
                    four.map(|four| number(four)),
                ]
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
