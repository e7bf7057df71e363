//! The index of a format's rules for parsing, built at its first use: the distinct literals of the rules, and filters that tell
//! without a trial which rules may parse a part of a text as a whole.
//!
//! A part that a rule parses as a whole starts and ends with the literals at the start and end of the rule, or of a rule set
//! that it calls there. For each rule set and each rule, [`Ends`] stores these ends as small Bloom filters, and `buckets`
//! groups the rules by their first unit. There is one such index per form of comparison: bytes, folded code points, primary
//! weights ([`Comparison`]).

use once_cell::sync::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;

use super::RuleBasedNumberFormat;
use super::alphabet::Alphabet;
use super::lenient::{Folding, fold_literal, is_separator};
use super::rules::{NumberRule, NumberRules, SubstitutionKind, Target};
use crate::unicode::part::StrPart;

/// A literal: text of the rules that parsing compares with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// Whether lenient parsing also skips separators after the literal.
    pub(super) ends_with_separator: bool,
}

/// A rule with its literals.
#[derive(Debug)]
pub(super) struct IndexedRule {
    rule: NumberRule,
    /// The text before, between and after the substitutions, as indices in [`Index::literals`].
    pub(super) literals: [u32; 3],
    /// The first byte of the text before the substitutions; 0 if that is empty.
    pub(super) first: u8,
    /// The divisor of `<<` and `>>`.
    pub(super) divisor: f64,
}

impl Deref for IndexedRule {
    type Target = NumberRule;

    fn deref(&self) -> &NumberRule {
        &self.rule
    }
}

/// An indexed rule set.
#[derive(Debug)]
pub(super) struct IndexedSet {
    pub(super) fraction: bool,
    /// Rules with a base value, sorted by it.
    pub(super) ordinary: Vec<IndexedRule>,
    /// Rules without a base value, in the order of trial.
    pub(super) special: [Option<IndexedRule>; 6],
    /// The indices of the special rules that exist.
    pub(super) present: Vec<u8>,
}

impl IndexedSet {
    /// The rule set to which this one passes every number unchanged.
    fn delegate(&self) -> Option<usize> {
        let [rule] = self.ordinary.as_slice() else { return None };
        let is_only =
            self.special.iter().all(Option::is_none) && !self.fraction && rule.base == 0 && rule.text.is_empty();
        match &rule.subs {
            [Some(sub), None] if is_only && sub.kind == SubstitutionKind::Same => match &sub.target {
                Target::Set(target) => Some(*target),
                Target::RuleBefore(_) | Target::Pattern(_) => None,
            },
            _ => None,
        }
    }

    /// All rules in the order of trial.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &IndexedRule> {
        self.special.iter().flatten().chain(self.ordinary.iter().rev())
    }
}

/// The index of a format's rules for parsing.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) sets: Vec<IndexedSet>,
    pub(super) literals: Vec<Literal>,
    /// The public rule sets that may parse, the last one first.
    pub(super) order: Vec<usize>,
    /// Like `order`, without duplicates, and with rule sets that only call another set replaced by that set.
    pub(super) distinct_order: Vec<usize>,
    pub(super) exact: Comparison,
    pub(super) alphabet: Alphabet,
    folded: OnceCell<FoldedIndices>,
}

/// The indices for lenient parsing.
#[derive(Debug)]
pub(super) struct FoldedIndices {
    pub(super) case: Comparison,
    /// By primary weights, if the rules have `%%lenient-parse`.
    pub(super) primary: Option<Comparison>,
    /// The primary weights of the alphabet's characters by their slots.
    weights: Vec<Weights>,
    /// Whether [`Weights::is_even`] holds for all characters of the literals, so that filters by weights are valid.
    pub(super) is_even: bool,
}

/// The primary weights of a character.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    list: [u32; 3],
    count: u8,
    /// Whether they equal those of the folded character. Texts of such characters that are equal after folding have equal
    /// weights.
    pub(super) is_even: bool,
}

impl Weights {
    /// The weights.
    #[inline]
    pub(super) fn list(&self) -> &[u32] {
        self.list.get(..usize::from(self.count)).unwrap_or_default()
    }
}

impl FoldedIndices {
    /// The weights of a character of the alphabet.
    #[inline]
    pub(super) fn weights(&self, alphabet: &Alphabet, c: char) -> Weights {
        self.weights.get(alphabet.slot(c)).copied().unwrap_or_default()
    }
}

/// The index for one form of comparing a text with literals.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    /// The units of the literals, by index.
    keys: Vec<Vec<u32>>,
    pub(super) sets: Vec<SetEnds>,
}

/// The ends of a rule set, and its rules by their first units.
#[derive(Debug, Default)]
pub(super) struct SetEnds {
    pub(super) all: Ends,
    /// The ends of the special rules, then of the others from the last one on, which is the order of trial.
    pub(super) rules: Vec<RuleEnds>,
    /// The start of each bucket in `by_first`.
    starts: Vec<u32>,
    /// Ordinary rules, counted from the last one, by the hash of the first unit of their first literal.
    by_first: Vec<u32>,
    /// Ordinary rules that start with a substitution.
    pub(super) open: Vec<u32>,
}

/// Bloom filters with one bit for each value of [`hash`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) first: u64,
    /// The last unit, the last two, and the last three (four bytes).
    pub(super) last: [u64; 3],
}

/// The filters of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleEnds {
    ends: Ends,
    /// The units of its literals: the rule parses no text without one of these.
    needs: Material,
}

const BUCKETS: usize = 32;

/// The maximum length of a chain of rule sets that only call another set.
const MAX_STEPS: usize = 16;

/// A hash below 64.
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
pub(super) struct Material {
    units: u64,
    pairs: u64,
}

impl Material {
    /// The bit sets of a text.
    #[inline]
    pub(super) fn of(units: impl Iterator<Item = u32>) -> Material {
        let mut before = None;
        units.fold(Material::default(), |material, unit| {
            let pair = before.replace(unit).map_or(0, |before| 1 << hash_pair(before, unit));
            Material { units: material.units | 1 << hash(unit), pairs: material.pairs | pair }
        })
    }

    fn both(self, other: Material) -> Material {
        Material { units: self.units | other.units, pairs: self.pairs | other.pairs }
    }

    fn common(self, other: Material) -> Material {
        Material { units: self.units & other.units, pairs: self.pairs & other.pairs }
    }

    #[inline]
    fn has(self, needs: Material) -> bool {
        needs.units & !self.units == 0 && needs.pairs & !self.pairs == 0
    }
}

impl Ends {
    fn joined(self, other: Ends) -> Ends {
        let [one, two, three] = self.last;
        let [other_one, other_two, other_three] = other.last;
        Ends { first: self.first | other.first, last: [one | other_one, two | other_two, three | other_three] }
    }

    /// Whether a part with these ends may be parsed.
    #[inline]
    pub(super) fn may_end(&self, part: &Ends) -> bool {
        self.last.iter().zip(&part.last).all(|(own, part)| own & part != 0)
    }
}

impl RuleEnds {
    /// Whether the rule may parse a part with these ends, in a text with these units.
    #[inline]
    pub(super) fn may_read(&self, part: &Ends, text: Material) -> bool {
        text.has(self.needs) && self.ends.may_end(part)
    }
}

impl SetEnds {
    /// The ordinary rules in the bucket of a first unit, counted from the last rule.
    #[inline]
    pub(super) fn of_first(&self, first: u32) -> &[u32] {
        let bucket = hash(first) as usize * BUCKETS / 64;
        let place = |at: usize| self.starts.get(at).map_or(0, |start| *start as usize);
        self.by_first.get(place(bucket)..place(bucket + 1)).unwrap_or_default()
    }
}

impl Comparison {
    /// The units of a literal.
    #[inline]
    pub(super) fn key(&self, literal: u32) -> Option<&[u32]> {
        self.keys.get(literal as usize).map(Vec::as_slice)
    }

    /// `units` folds a text for the comparison; `None` compares bytes.
    fn new(index: &Index, units: Option<&Folding>) -> Comparison {
        let keys: Vec<Vec<u32>> = match units {
            Some(folding) => index.literals.iter().map(|literal| fold_literal(&literal.text, folding)).collect(),
            None => index.literals.iter().map(|literal| literal.text.bytes().map(u32::from).collect()).collect(),
        };
        let maker = EndsBuilder { index, keys: &keys, units };
        let mut sets: Vec<SetEnds> = index.sets.iter().map(|set| maker.buckets(set)).collect();
        let own: Vec<Vec<DirectEnds>> =
            index.sets.iter().enumerate().map(|(number, set)| maker.of_set(number, set)).collect();
        let all = joined(&own);
        for ((ends, own), joined) in sets.iter_mut().zip(&own).zip(&all) {
            ends.all = *joined;
            ends.rules = own.iter().map(|rule| RuleEnds { ends: rule.with(&all), needs: rule.needs }).collect();
        }
        // Bytes are compared with the literals directly.
        Comparison { keys: if units.is_some() { keys } else { Vec::new() }, sets }
    }
}

/// The ends in a rule's own literals, and the rule sets that it calls at its start and end.
#[derive(Default)]
struct DirectEnds {
    own: Ends,
    first: Option<usize>,
    last: Option<usize>,
    needs: Material,
}

impl DirectEnds {
    fn with(&self, all: &[Ends]) -> Ends {
        let of = |set: Option<usize>| set.and_then(|set| all.get(set)).copied().unwrap_or_default();
        let begin = Ends { first: of(self.first).first, ..Ends::default() };
        let end = Ends { last: of(self.last).last, ..Ends::default() };
        self.own.joined(begin).joined(end)
    }
}

/// The ends of all rule sets, by propagation: a set whose ends have changed updates its callers. A set changes at most once per
/// bit.
/// each bit at most.
fn joined(own: &[Vec<DirectEnds>]) -> Vec<Ends> {
    let mut all = vec![Ends::default(); own.len()];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); own.len()];
    for (number, rules) in own.iter().enumerate() {
        for target in rules.iter().flat_map(|rule| rule.first.into_iter().chain(rule.last)) {
            if let Some(callers) = callers.get_mut(target).filter(|callers| callers.last() != Some(&number)) {
                callers.push(number);
            }
        }
    }
    let mut open: Vec<usize> = (0..own.len()).collect();
    let mut is_open = vec![true; own.len()];
    while let Some(number) = open.pop() {
        is_open.get_mut(number).into_iter().for_each(|is_open| *is_open = false);
        let old = all.get(number).copied().unwrap_or_default();
        let rules = own.get(number).into_iter().flatten();
        let ends = rules.fold(old, |ends, rule| ends.joined(rule.with(&all)));
        if ends == old {
            continue;
        }
        all.get_mut(number).into_iter().for_each(|all| *all = ends);
        for caller in callers.get(number).into_iter().flatten() {
            if let Some(is_open) = is_open.get_mut(*caller).filter(|is_open| !**is_open) {
                *is_open = true;
                open.push(*caller);
            }
        }
    }
    all
}

struct EndsBuilder<'a> {
    index: &'a Index,
    keys: &'a [Vec<u32>],
    units: Option<&'a Folding<'a>>,
}

impl EndsBuilder<'_> {
    fn key(&self, literal: u32) -> &[u32] {
        self.keys.get(literal as usize).map_or(&[], Vec::as_slice)
    }

    fn is_empty(&self, literal: u32) -> bool {
        self.index.literals.get(literal as usize).is_none_or(|literal| literal.text.is_empty())
    }

    /// The first unit of a literal; for comparison by bytes, the first code point.
    fn first(&self, literal: u32) -> Option<u32> {
        match self.units {
            Some(_) => self.key(literal).first().copied(),
            None => self.index.literals.get(literal as usize)?.text.chars().next().map(u32::from),
        }
    }

    fn last(&self, key: &[u32]) -> Ends {
        // Any unit may precede a short literal.
        let bit = |hash: Option<u32>| hash.map_or(u64::MAX, |hash| 1 << hash);
        let last = match (self.units, key) {
            (Some(_), _) => {
                let triple = key.last_chunk::<3>().map(|[first, second, third]| hash_triple(*first, *second, *third));
                let pair = key.last_chunk::<2>().map(|[first, second]| hash_pair(*first, *second));
                [key.last().map(|last| hash(*last)), pair, triple]
            }
            (None, _) => {
                let number = |bytes: &[u32]| hash(bytes.iter().fold(0, |number, byte| number << 8 | byte));
                let (two, four) = (key.last_chunk::<2>(), key.last_chunk::<4>());
                [key.last().map(|last| hash(*last)), two.map(|two| number(two)), four.map(|four| number(four))]
            }
        };
        Ends { first: 0, last: last.map(bit) }
    }

    /// The units of a text that is not a literal.
    fn key_of(&self, text: &str) -> Vec<u32> {
        match self.units {
            Some(folding) => fold_literal(text, folding),
            None => text.bytes().map(u32::from).collect(),
        }
    }

    fn of_set(&self, number: usize, set: &IndexedSet) -> Vec<DirectEnds> {
        set.in_order().map(|rule| self.ends(number, rule)).collect()
    }

    /// The ends of a rule, and the units that it needs.
    fn ends(&self, set: usize, rule: &IndexedRule) -> DirectEnds {
        let [prefix, between, after] = rule.literals;
        let [first, second] = &rule.subs;
        let made_of = |key: &[u32]| Material::of(key.iter().copied());
        let mut needs = made_of(self.key(prefix));
        let target = |target: &Target| match target {
            Target::Set(target) => Some(*target),
            Target::RuleBefore(_) | Target::Pattern(_) => Some(set),
        };
        // Texts with decimal numbers are parsed without these filters, and other texts do not match a pattern.
        if rule.subs.iter().flatten().any(|sub| matches!(sub.target, Target::Pattern(_))) {
            return DirectEnds::default();
        }
        let begin_set = first.as_ref().and_then(|first| target(&first.target));
        let begin = if self.is_empty(prefix) { None } else { self.first(prefix) };
        let (begin, begin_set) = match (begin, self.is_empty(prefix), begin_set) {
            (Some(first), _, _) => (1 << hash(first), None),
            // Separators may precede the substitution.
            (None, _, Some(set)) => (0, Some(set)),
            (None, is_empty, None) => (if is_empty { 0 } else { u64::MAX }, None),
        };
        let Some(sub) = second.as_ref().or(first.as_ref()) else {
            let last = if self.is_empty(prefix) { Ends::default() } else { self.last(self.key(prefix)) };
            return DirectEnds { own: Ends { first: begin, ..last }, first: begin_set, last: None, needs };
        };
        let delimiter = if second.is_some() { after } else { between };
        // The units that all plural branches have in common.
        let branches: Option<Vec<Vec<u32>>> = rule.plural.as_ref().map(|plural| {
            let suffix = rule.text.part(plural.end..);
            plural.branches.words().map(|word| self.key_of(&[word, suffix].concat())).collect()
        });
        match &branches {
            Some(keys) => {
                let of_branches = keys.iter().map(|key| made_of(key)).reduce(Material::common);
                needs = needs.both(of_branches.unwrap_or_default());
            }
            None => needs = needs.both(made_of(self.key(between))).both(made_of(self.key(after))),
        }
        let (last, last_set) = match &branches {
            _ if self.is_empty(delimiter) => (Ends::default(), target(&sub.target)),
            Some(keys) => (keys.iter().fold(Ends::default(), |last, key| last.joined(self.last(key))), None),
            None => (self.last(self.key(delimiter)), None),
        };
        DirectEnds { own: Ends { first: begin, ..last }, first: begin_set, last: last_set, needs }
    }

    /// Groups the rules of a set by their first units.
    fn buckets(&self, set: &IndexedSet) -> SetEnds {
        let mut buckets = vec![Vec::new(); BUCKETS];
        let mut open = Vec::new();
        for (number, rule) in set.ordinary.iter().rev().enumerate() {
            let [prefix, _, _] = rule.literals;
            let number = number as u32;
            match self.first(prefix).filter(|_| !self.is_empty(prefix)) {
                Some(first) => {
                    if let Some(bucket) = buckets.get_mut(hash(first) as usize * BUCKETS / 64) {
                        bucket.push(number);
                    }
                }
                // A literal of separators only has no units.
                None => open.push(number),
            }
        }
        let mut ends = SetEnds { open, starts: vec![0], ..SetEnds::default() };
        for bucket in buckets {
            ends.by_first.extend(bucket);
            ends.starts.push(ends.by_first.len() as u32);
        }
        ends
    }
}

impl Index {
    /// Builds the index of all rules of a format.
    pub(super) fn new(format: &RuleBasedNumberFormat) -> Index {
        let mut literals = Vec::new();
        let mut numbers = HashMap::new();
        let rules = format.rules.all();
        let sets = rules.into_iter().zip(&format.rules.sets).map(|(NumberRules { ordinary, special }, set)| {
            let mut indexed = |rule| indexed(rule, &mut literals, &mut numbers);
            IndexedSet {
                fraction: set.fraction,
                ordinary: ordinary.into_iter().map(&mut indexed).collect(),
                present: (0..6u8).zip(&special).filter(|(_, rule)| rule.is_some()).map(|(at, _)| at).collect(),
                special: special.map(|rule| rule.map(&mut indexed)),
            }
        });
        let sets: Vec<IndexedSet> = sets.collect();
        let named = format.rules.sets.iter().enumerate().rev();
        let order = named.filter(|(_, set)| set.public && set.readable).map(|(number, _)| number).collect();
        let texts = literals.iter().map(|literal: &Literal| literal.text.as_str());
        let alphabet = Alphabet::new(texts, &format.symbols, &format.case_folding());
        let mut index = Index {
            sets,
            literals,
            order,
            distinct_order: Vec::new(),
            exact: Comparison::default(),
            alphabet,
            folded: OnceCell::new(),
        };
        index.distinct_order = index.resolved(&index.order);
        index.exact = Comparison::new(&index, None);
        index
    }

    /// The rule sets, with those that only call another set (`0: =%other=;`) replaced by that set.
    pub(super) fn resolved(&self, sets: &[usize]) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let resolve = |set: &usize| {
            let mut set = *set;
            for _ in 0..MAX_STEPS {
                let Some(target) = self.sets.get(set).and_then(IndexedSet::delegate) else { break };
                set = target;
            }
            set
        };
        sets.iter().map(resolve).filter(|set| seen.insert(*set)).collect()
    }

    /// The index for lenient parsing.
    pub(super) fn folded(&self, format: &RuleBasedNumberFormat) -> &FoldedIndices {
        self.folded.get_or_init(|| {
            let case = Comparison::new(self, Some(&format.case_folding()));
            let Some(collator) = format.lenient_collator() else {
                return FoldedIndices { case, primary: None, weights: Vec::new(), is_even: true };
            };
            let folding = Folding::Primary(collator);
            let weights_of = |c: char| fold_literal(c.encode_utf8(&mut [0; 4]), &folding);
            let mut weights = vec![Weights::default(); self.alphabet.slots()];
            for c in self.alphabet.known() {
                let class = self.alphabet.class(c);
                let folded = char::from_u32(class.folded()).filter(|_| !class.is_separator()).unwrap_or(c);
                let own = weights_of(c);
                let mut list = [0; 3];
                list.iter_mut().zip(&own).for_each(|(slot, weight)| *slot = *weight);
                if let Some(slot) = weights.get_mut(self.alphabet.slot(c)).filter(|_| own.len() <= list.len()) {
                    *slot = Weights { list, count: own.len() as u8, is_even: own == weights_of(folded) };
                }
            }
            let mut folded =
                FoldedIndices { case, primary: Some(Comparison::new(self, Some(&folding))), weights, is_even: true };
            let mut own = self.literals.iter().flat_map(|literal| literal.text.chars());
            folded.is_even = own.all(|c| folded.weights(&self.alphabet, c).is_even);
            folded
        })
    }
}

/// Replaces the texts of a rule by indices of literals.
fn indexed(rule: NumberRule, literals: &mut Vec<Literal>, numbers: &mut HashMap<String, u32>) -> IndexedRule {
    let length = rule.text.len();
    let [first, second] = rule.subs.each_ref().map(|sub| sub.as_ref().map_or(length, |sub| sub.at));
    let own = [(0, first), (first, second), (second, length)].map(|(start, end)| {
        let text = rule.text.part(start..end);
        numbers.get(text).copied().unwrap_or_else(|| {
            let number = literals.len() as u32;
            let ends_with_separator = text.chars().next_back().is_some_and(is_separator);
            literals.push(Literal { text: text.to_owned(), ends_with_separator });
            numbers.insert(text.to_owned(), number);
            number
        })
    });
    IndexedRule {
        literals: own,
        first: rule.text.as_bytes().get(..first).and_then(|prefix| prefix.first()).copied().unwrap_or(0),
        divisor: rule.divisor() as f64,
        rule,
    }
}
