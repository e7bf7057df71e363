//! The rules of a format as reading needs them, made when something is first read: literals that reading compares with, each once,
//! and what tells without trying which rules can read a part of a text as a whole.
//!
//! A part that a rule reads as a whole begins and ends with what the rule, or a rule set that it leads to, begins and ends with.
//! For each rule set and each rule, [`Ends`] has these ends as small Bloom filters, and `buckets` has the rules by their first unit.
//! They exist for each way to compare: bytes, folded code points, primary weights ([`Way`]).

use once_cell::sync::OnceCell;
use std::collections::HashMap;
use std::ops::Deref;

use super::RuleBasedNumberFormat;
use super::alphabet::Alphabet;
use super::lenient::{Folding, fold_literal, is_separator};
use super::rules::{Rule, Rules, SubstitutionKind, Target};
use crate::unicode::part::StrPart;

/// Text of the rules that reading compares with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// Lenient reading passes over separators behind it, too.
    pub(super) ends_with_separator: bool,
}

/// A rule with its literals.
#[derive(Debug)]
pub(super) struct IndexedRule {
    rule: Rule,
    /// The text before, between and behind the substitutions: numbers in [`Index::literals`].
    pub(super) literals: [u32; 3],
    /// The first byte of the text before the substitutions; 0 when there is none.
    pub(super) first: u8,
    /// What `<<` and `>>` divide by.
    pub(super) divisor: f64,
}

impl Deref for IndexedRule {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        &self.rule
    }
}

/// A rule set.
#[derive(Debug)]
pub(super) struct IndexedSet {
    pub(super) fraction: bool,
    /// In the order of their base values.
    pub(super) ordinary: Vec<IndexedRule>,
    /// Rules without a base value, in the order in which they are tried.
    pub(super) special: [Option<IndexedRule>; 6],
}

impl IndexedSet {
    /// All rules in the order in which they are tried.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &IndexedRule> {
        self.special.iter().flatten().chain(self.ordinary.iter().rev())
    }
}

/// See the module.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) sets: Vec<IndexedSet>,
    pub(super) literals: Vec<Literal>,
    /// The public rule sets that may read, the last one first.
    pub(super) order: Vec<usize>,
    pub(super) exact: Way,
    pub(super) alphabet: Alphabet,
    folded: OnceCell<FoldedWays>,
}

/// The ways of lenient reading.
#[derive(Debug)]
pub(super) struct FoldedWays {
    pub(super) case: Way,
    /// Only where the rules have `%%lenient-parse`.
    pub(super) primary: Option<Way>,
}

/// One way to compare a text with literals.
#[derive(Debug, Default)]
pub(super) struct Way {
    /// The units of the literals by their number.
    keys: Vec<Vec<u32>>,
    pub(super) sets: Vec<SetEnds>,
}

/// What a rule set begins and ends with, and its rules by what they begin with.
#[derive(Debug, Default)]
pub(super) struct SetEnds {
    pub(super) all: Ends,
    /// Ends of the special rules, then of the others from the last one on: the order in which they are tried.
    pub(super) rules: Vec<Ends>,
    /// Where the rules of a bucket begin in `by_first`.
    starts: Vec<u32>,
    /// Ordinary rules, counted from the last one, by the hash of the first unit of their first literal.
    by_first: Vec<u32>,
    /// Ordinary rules that begin with a substitution.
    pub(super) open: Vec<u32>,
}

/// Bloom filters of one bit for each value of [`hash`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) first: u64,
    /// The last unit, or the last two bytes.
    pub(super) last: u64,
    /// The last two units, or the last four bytes.
    pub(super) last_two: u64,
}

const BUCKETS: usize = 32;

/// A number below 64.
#[inline]
pub(super) fn hash(value: u32) -> u32 {
    value.wrapping_mul(0x9E37_79B1) >> 26
}

#[inline]
pub(super) fn hash_two(first: u32, second: u32) -> u32 {
    hash(first.rotate_left(15) ^ second)
}

impl Ends {
    fn join(&mut self, other: Ends) -> bool {
        let joined = Ends {
            first: self.first | other.first,
            last: self.last | other.last,
            last_two: self.last_two | other.last_two,
        };
        let is_new = joined != *self;
        *self = joined;
        is_new
    }

    /// Whether a part with these ends, each a bit, may be read.
    #[inline]
    pub(super) fn may_end(&self, part: &Ends) -> bool {
        self.last & part.last != 0 && self.last_two & part.last_two != 0
    }
}

impl SetEnds {
    /// The ordinary rules of a first unit's bucket, counted from the last rule.
    #[inline]
    pub(super) fn of_first(&self, first: u32) -> &[u32] {
        let bucket = hash(first) as usize * BUCKETS / 64;
        let place = |at: usize| self.starts.get(at).map_or(0, |start| *start as usize);
        self.by_first.get(place(bucket)..place(bucket + 1)).unwrap_or_default()
    }
}

impl Way {
    /// The units of a literal.
    #[inline]
    pub(super) fn key(&self, literal: u32) -> Option<&[u32]> {
        self.keys.get(literal as usize).map(Vec::as_slice)
    }

    /// `units` is how a text is compared; `None` for bytes.
    fn new(index: &Index, units: Option<&Folding>) -> Way {
        let keys: Vec<Vec<u32>> = match units {
            Some(folding) => index.literals.iter().map(|literal| fold_literal(&literal.text, folding)).collect(),
            None => index.literals.iter().map(|literal| literal.text.bytes().map(u32::from).collect()).collect(),
        };
        let maker = EndsMaker { index, keys: &keys, units };
        let mut sets: Vec<SetEnds> = index.sets.iter().map(|set| maker.buckets(set)).collect();
        let own: Vec<Vec<OwnEnds>> =
            index.sets.iter().enumerate().map(|(number, set)| maker.of_set(number, set)).collect();
        let all = joined(&own);
        for ((ends, own), joined) in sets.iter_mut().zip(&own).zip(&all) {
            ends.all = *joined;
            ends.rules = own.iter().map(|rule| rule.with(&all)).collect();
        }
        // Bytes are compared with the literals themselves.
        Way { keys: if units.is_some() { keys } else { Vec::new() }, sets }
    }
}

/// The ends that a rule has of its own, and the rule sets that it begins and ends with.
struct OwnEnds {
    own: Ends,
    first: Option<usize>,
    last: Option<usize>,
}

impl OwnEnds {
    fn with(&self, all: &[Ends]) -> Ends {
        let of = |set: Option<usize>| set.and_then(|set| all.get(set)).copied().unwrap_or_default();
        let (first, last) = (of(self.first), of(self.last));
        Ends {
            first: self.own.first | first.first,
            last: self.own.last | last.last,
            last_two: self.own.last_two | last.last_two,
        }
    }
}

/// The ends of all rule sets: each set that has got new ones hands them on to those that lead to it. A set gets new ones once for
/// each bit at most.
fn joined(own: &[Vec<OwnEnds>]) -> Vec<Ends> {
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
        let mut ends = all.get(number).copied().unwrap_or_default();
        let is_new =
            own.get(number).into_iter().flatten().fold(false, |is_new, rule| ends.join(rule.with(&all)) | is_new);
        if !is_new {
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

struct EndsMaker<'a> {
    index: &'a Index,
    keys: &'a [Vec<u32>],
    units: Option<&'a Folding<'a>>,
}

impl EndsMaker<'_> {
    fn key(&self, literal: u32) -> &[u32] {
        self.keys.get(literal as usize).map_or(&[], Vec::as_slice)
    }

    fn is_empty(&self, literal: u32) -> bool {
        self.index.literals.get(literal as usize).is_none_or(|literal| literal.text.is_empty())
    }

    /// The first unit of a literal: of bytes, the first code point.
    fn first(&self, literal: u32) -> Option<u32> {
        match self.units {
            Some(_) => self.key(literal).first().copied(),
            None => self.index.literals.get(literal as usize)?.text.chars().next().map(u32::from),
        }
    }

    fn last(&self, key: &[u32]) -> Ends {
        let bit = |hash: Option<u32>| hash.map_or(u64::MAX, |hash| 1 << hash);
        let (last, last_two) = match (self.units, key) {
            (Some(_), [.., before, last]) => (Some(hash(*last)), Some(hash_two(*before, *last))),
            (Some(_), [last]) => (Some(hash(*last)), None),
            (Some(_), []) => (None, None),
            (None, _) => {
                let number = |bytes: &[u32]| bytes.iter().fold(0, |number, byte| number << 8 | byte);
                (
                    key.last_chunk::<2>().map(|two| hash(number(two))),
                    key.last_chunk::<4>().map(|four| hash(number(four))),
                )
            }
        };
        Ends { first: 0, last: bit(last), last_two: bit(last_two) }
    }

    fn of_set(&self, number: usize, set: &IndexedSet) -> Vec<OwnEnds> {
        set.in_order().map(|rule| self.ends(number, rule)).collect()
    }

    /// What a rule begins and ends with.
    fn ends(&self, set: usize, rule: &IndexedRule) -> OwnEnds {
        let any = Ends { first: u64::MAX, last: u64::MAX, last_two: u64::MAX };
        let [prefix, between, behind] = rule.literals;
        let [first, second] = &rule.subs;
        let target = |target: &Target| match target {
            Target::Set(target) => Some(*target),
            Target::RuleBefore(_) => Some(set),
            // Texts with decimal numbers are read without these filters.
            Target::Pattern(_) => None,
        };
        let (begin, begin_set) = match (self.is_empty(prefix), first) {
            (false, _) => (self.first(prefix).map_or(u64::MAX, |first| 1 << hash(first)), None),
            (true, Some(first)) => (0, target(&first.target)),
            (true, None) => (0, None),
        };
        let Some(sub) = second.as_ref().or(first.as_ref()) else {
            let last = if self.is_empty(prefix) { Ends::default() } else { self.last(self.key(prefix)) };
            return OwnEnds { own: Ends { first: begin, ..last }, first: begin_set, last: None };
        };
        let delimiter = if second.is_some() { behind } else { between };
        let (last, last_set) = match &rule.plural {
            _ if self.is_empty(delimiter) => match sub.kind {
                // Spaces behind digits are taken, too.
                SubstitutionKind::FractionalPart { by_digits: true, .. } => (any, None),
                _ => (Ends::default(), target(&sub.target)),
            },
            Some(plural) => {
                let suffix = rule.text.part(plural.end..);
                let mut last = Ends::default();
                for word in plural.branches.words() {
                    let text = [word, suffix].concat();
                    let key = match self.units {
                        Some(folding) => fold_literal(&text, folding),
                        None => text.bytes().map(u32::from).collect(),
                    };
                    last.join(self.last(&key));
                }
                (last, None)
            }
            None => (self.last(self.key(delimiter)), None),
        };
        OwnEnds { own: Ends { first: begin, ..last }, first: begin_set, last: last_set }
    }

    /// The rules of a set by their first units.
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
    /// The index of all rules of a format.
    pub(super) fn new(format: &RuleBasedNumberFormat) -> Index {
        let mut literals = Vec::new();
        let mut numbers = HashMap::new();
        let rules = format.rules.all();
        let sets = rules.into_iter().zip(&format.rules.sets).map(|(Rules { ordinary, special }, set)| {
            let mut indexed = |rule| indexed(rule, &mut literals, &mut numbers);
            IndexedSet {
                fraction: set.fraction,
                ordinary: ordinary.into_iter().map(&mut indexed).collect(),
                special: special.map(|rule| rule.map(&mut indexed)),
            }
        });
        let sets: Vec<IndexedSet> = sets.collect();
        let named = format.rules.sets.iter().enumerate().rev();
        let order = named.filter(|(_, set)| set.public && set.readable).map(|(number, _)| number).collect();
        let alphabet = Alphabet::new(&literals, &format.symbols, &format.case_folding());
        let mut index = Index { sets, literals, order, exact: Way::default(), alphabet, folded: OnceCell::new() };
        index.exact = Way::new(&index, None);
        index
    }

    /// The index of lenient reading.
    pub(super) fn folded(&self, format: &RuleBasedNumberFormat) -> &FoldedWays {
        self.folded.get_or_init(|| FoldedWays {
            case: Way::new(self, Some(&format.case_folding())),
            primary: format.lenient_collator().map(|collator| Way::new(self, Some(&Folding::Primary(collator)))),
        })
    }
}

/// Numbers the literals of a rule.
fn indexed(rule: Rule, literals: &mut Vec<Literal>, numbers: &mut HashMap<String, u32>) -> IndexedRule {
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
