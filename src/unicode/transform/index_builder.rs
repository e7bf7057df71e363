//! Builds the index of a rule set: the lists of all code points, then shorter lists by the classes of neighbours.

use super::index::{FirstIndex, RuleList};
use super::neighbour_classes::{Neighbour, NeighbourClasses, has_long_ante_context, is_pair};
use super::pattern::{self, PatternObject};
use super::rule::TransformRule;
use super::two_stage_table::OwnedRanges;
use crate::unicode::set::UnicodeSet;
use std::collections::HashMap;

/// Maximum number of entries of [`FirstIndex::by_class`].
const MAX_BY_CLASS: usize = 1 << 16;

/// An index under construction.
pub(super) struct IndexBuilder<'r> {
    index: FirstIndex,
    rules: &'r [TransformRule],
    objects: &'r [PatternObject],
    /// Per rule, whether it matches in any context.
    always: Vec<bool>,
    /// Per rule, whether its pattern is two code points.
    pairs: Vec<bool>,
    /// Per rule, whether a test of it is slower than the lookup of a shorter list.
    costly: Vec<bool>,
    numbers: ListNumbers,
}

/// The numbers of the lists of rules.
#[derive(Default)]
struct ListNumbers {
    empty: Option<u16>,
    /// Per rule, the number of the list of this rule alone plus one: most lists of large rule sets have one rule.
    alone: Vec<u16>,
    several: HashMap<Vec<u16>, u16>,
    /// Lists whose first rule matches because the class of the neighbour is known.
    known: HashMap<Vec<u16>, u16>,
}

impl ListNumbers {
    fn get(&self, list: &[u16]) -> Option<u16> {
        match *list {
            [] => self.empty,
            [one] => self.alone.get(usize::from(one)).and_then(|number| number.checked_sub(1)),
            _ => self.several.get(list).copied(),
        }
    }

    fn insert(&mut self, list: &[u16], number: u16) {
        match *list {
            [] => self.empty = Some(number),
            [one] => self.alone.iter_mut().skip(one.into()).take(1).for_each(|slot| *slot = number + 1),
            _ => _ = self.several.insert(list.to_vec(), number),
        }
    }
}

/// A list of rules that is refined by the classes of a neighbour.
struct RefinedList<'r> {
    neighbour: Neighbour,
    rules: Vec<u16>,
    /// The classes that restricted rules accept, as bits.
    classes_of: &'r HashMap<u16, [u64; 4]>,
    /// The number of classes.
    classes: usize,
}

impl RefinedList<'_> {
    /// The rules without a restriction, and those restricted ones that accept a class: one bit each.
    fn accepting_rules(&self, accepting: u64) -> Vec<u16> {
        let mut bit = 0;
        let mut rules = self.rules.clone();
        rules.retain(|rule| {
            let is_restricted = self.classes_of.contains_key(rule);
            let keeps = !is_restricted || accepting >> bit & 1 != 0;
            bit += u32::from(is_restricted);
            keeps
        });
        rules
    }
}

impl<'r> IndexBuilder<'r> {
    pub(super) fn new(rules: &'r [TransformRule], objects: &'r [PatternObject]) -> IndexBuilder<'r> {
        IndexBuilder {
            index: FirstIndex::default(),
            rules,
            objects,
            always: rules.iter().map(|rule| rule.always_matches(objects)).collect(),
            pairs: rules.iter().map(|rule| is_pair(rule, objects)).collect(),
            costly: rules.iter().map(|rule| has_long_ante_context(rule, objects)).collect(),
            numbers: ListNumbers { alone: vec![0; rules.len()], ..ListNumbers::default() },
        }
    }

    pub(super) fn build(mut self) -> FirstIndex {
        if self.add_lists().is_none() {
            return FirstIndex::coarse(self.rules.len());
        }
        self.add_classes(Neighbour::Second);
        self.add_classes(Neighbour::Before);
        self.index.close();
        self.index
    }

    /// Builds the list of each code point: the rules whose first set contains it; `None` above the limits.
    fn add_lists(&mut self) -> Option<()> {
        let mut owned = OwnedRanges::default();
        for (number, rule) in (0..).zip(self.rules) {
            let mut first = Vec::new();
            if !pattern::first_code_points(rule.key_and_post(), self.objects, &mut first) {
                first = vec![(0, 0x10_FFFF)];
            }
            if !first.is_sorted_by(|one, other| one.1 < other.0) {
                let mut set = UnicodeSet::new();
                first.iter().for_each(|&(low, high)| set.add_range(low, high));
                first = set.ranges().collect();
            }
            if !first.into_iter().all(|(low, high)| owned.add(low, high, number)) {
                return None;
            }
        }
        // List 0 is empty.
        self.index.table = owned.build(&mut |active| self.number(active))?;
        Some(())
    }

    /// Refines lists of several rules into shorter ones by the class of a neighbour. If there are too many of them, the
    /// remaining lists are not refined.
    fn add_classes(&mut self, neighbour: Neighbour) {
        let refined = self.rules_to_refine(neighbour);
        let classes = NeighbourClasses::new(neighbour, refined.iter().copied(), self.rules, self.objects);
        let Some(mut classes) = classes else { return };
        // A rule without an entry accepts all classes.
        let classes_of: HashMap<u16, [u64; 4]> =
            refined.iter().filter_map(|&rule| Some((rule, classes.of_rule(rule)?))).collect();
        for at in 0..self.index.lists.len() {
            let Some(list) = self.index.lists.get(at).copied().filter(|list| self.is_long(neighbour, list)) else {
                continue;
            };
            let rules = self.index.rules(&list).to_vec();
            let restricted = rules.iter().filter(|rule| classes_of.contains_key(rule)).count();
            let is_too_much = self.index.by_class.len() + classes.count() > MAX_BY_CLASS;
            if restricted == 0 || restricted > 64 || is_too_much {
                continue;
            }
            let refined = RefinedList { neighbour, rules, classes_of: &classes_of, classes: classes.count() };
            let Some(mut of_classes) = self.number_by_class(&refined) else { break };
            if let Some(list) = self.index.lists.get_mut(at) {
                let start = self.index.by_class.len() as u32 + 1;
                match neighbour {
                    Neighbour::Second => list.by_second = start,
                    Neighbour::Before => list.by_before = start,
                }
                self.index.by_class.append(&mut of_classes);
            }
        }
        classes.close();
        match neighbour {
            Neighbour::Second => self.index.second = classes,
            Neighbour::Before => self.index.before = classes,
        }
    }

    /// The rules of all lists that are refined by a neighbour, in order.
    fn rules_to_refine(&self, neighbour: Neighbour) -> Vec<u16> {
        let mut rules: Vec<u16> = Vec::new();
        for list in self.index.lists.iter().filter(|list| self.is_long(neighbour, list)) {
            rules.extend_from_slice(self.index.rules(list));
        }
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Whether a list is refined by a neighbour.
    fn is_long(&self, neighbour: Neighbour, list: &RuleList) -> bool {
        let rules = self.index.rules(list);
        let max_short = match neighbour {
            Neighbour::Second => 1,
            // Testing one rule is as fast as the table lookup.
            Neighbour::Before if rules.iter().any(|&rule| self.costly.get(usize::from(rule)) == Some(&true)) => 0,
            Neighbour::Before => 2,
        };
        rules.len() > max_short && list.direct == 0 && list.by_second == 0
    }

    /// For each class of the neighbour, the number of the list of those rules that accept it. `None` above the limits.
    ///
    /// Most classes are accepted by no restricted rule, and few combinations of rules occur in the others: each
    /// combination is numbered once.
    fn number_by_class(&mut self, list: &RefinedList<'_>) -> Option<Vec<u16>> {
        let restricted: Vec<&[u64; 4]> = list.rules.iter().filter_map(|rule| list.classes_of.get(rule)).collect();
        let accepts = |bits: &[u64; 4], class: usize| bits.get(class >> 6).map_or(1, |word| word >> (class & 63) & 1);
        let mut any = [0; 4];
        for bits in &restricted {
            any.iter_mut().zip(bits.iter()).for_each(|(any, bits)| *any |= bits);
        }
        // By the restricted rules that accept the class, one bit each.
        let mut known: Vec<(u64, u16)> = Vec::new();
        let mut of_classes = Vec::with_capacity(list.classes);
        for class in 0..list.classes {
            let accepting = match accepts(&any, class) {
                0 => 0,
                _ => restricted.iter().rev().fold(0, |rules, bits| rules << 1 | accepts(bits, class)),
            };
            let number = match known.iter().find(|(rules, _)| *rules == accepting) {
                Some((_, number)) => *number,
                None => {
                    let accepting_rules = list.accepting_rules(accepting);
                    let number = if self.is_first_rule_known(list, &accepting_rules) {
                        self.number_known(&accepting_rules)?
                    } else {
                        self.number(&accepting_rules)?
                    };
                    known.push((accepting, number));
                    number
                }
            };
            of_classes.push(number);
        }
        Some(of_classes)
    }

    /// Whether the class implies that the first rule matches: its pattern is the two code points that are known.
    fn is_first_rule_known(&self, list: &RefinedList<'_>, accepting: &[u16]) -> bool {
        let Some(first) = accepting.first().filter(|_| list.neighbour == Neighbour::Second) else { return false };
        let number = usize::from(*first);
        let is_pair = self.pairs.get(number).is_some_and(|&pair| pair) && list.classes_of.contains_key(first);
        let is_literal = |rule: &TransformRule| rule.is_literal() && !rule.anchor_start && !rule.anchor_end;
        let has_pair_as_key = |rule: &TransformRule| rule.key_start() == 0 && rule.key_end() > 0 && is_literal(rule);
        is_pair && self.rules.get(number).is_some_and(has_pair_as_key)
    }

    /// The number of a list of rules.
    fn number(&mut self, list: &[u16]) -> Option<u16> {
        let last = list.iter().position(|&number| self.always_matches(number));
        let list = last.and_then(|last| list.get(..=last)).unwrap_or(list);
        if let Some(known) = self.numbers.get(list) {
            return Some(known);
        }
        let first = list.first().copied().filter(|&number| self.always_matches(number));
        let is_literal = |number: u16| self.rules.get(usize::from(number)).is_some_and(TransformRule::is_literal);
        let direct = first.filter(|&number| is_literal(number)).map_or(0, |number| number + 1);
        let number = self.index.push_list(self.rules, list, direct, 1)?;
        self.numbers.insert(list, number);
        Some(number)
    }

    /// The number of a list whose first rule matches, unless its key ends after the limit.
    fn number_known(&mut self, list: &[u16]) -> Option<u16> {
        if let Some(&known) = self.numbers.known.get(list) {
            return Some(known);
        }
        let first = *list.first()?;
        let length = self.rules.get(usize::from(first)).map_or(1, |rule| rule.key_end() - rule.key_start());
        let number = self.index.push_list(self.rules, list, first + 1, length as u8)?;
        self.numbers.known.insert(list.to_vec(), number);
        Some(number)
    }

    fn always_matches(&self, rule: u16) -> bool {
        self.always.get(usize::from(rule)).is_some_and(|&always| always)
    }
}
