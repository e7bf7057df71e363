//! From the code point at the cursor to the rules that may match there.
//!
//! Two stages of blocks lead to a list; code points that begin the same rules share one. A list keeps the order of the rules, since the
//! first one that matches is applied, and ends with the first that always matches. Where that one is the first of all and its output is
//! literal, the list holds the output: such a code point is replaced without a look at any rule. A list of several rules leads on to
//! shorter ones, by the class of the next code point ([`super::second`]).

use super::pattern::{self, OBJECT, Object, Token};
use super::rules::Rule;
use super::second::SecondClasses;
use super::touched::TouchedBuilder;
use super::two_stage::{BLOCK, OwnedRanges, TwoStage};
use crate::unicode::set::UnicodeSet;
use std::collections::HashMap;

/// Most rules in all lists.
const MOST: usize = 1 << 22;

/// Most lists by class.
const MOST_BY_CLASS: usize = 1 << 16;

/// The numbers of lists of rules, while an index is made.
struct Numbers<'r> {
    rules: &'r [Rule],
    /// Of each rule, whether it matches whatever follows.
    always: &'r [bool],
    empty: Option<u16>,
    /// Of a rule alone, its list plus one: most lists of large rule sets have one rule.
    alone: Vec<u16>,
    several: HashMap<Vec<u16>, u16>,
}

impl Numbers<'_> {
    fn new<'r>(rules: &'r [Rule], always: &'r [bool]) -> Numbers<'r> {
        Numbers { rules, always, empty: None, alone: vec![0; rules.len()], several: HashMap::new() }
    }

    fn always_matches(&self, rule: u16) -> bool {
        self.always.get(usize::from(rule)).is_some_and(|&always| always)
    }

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

/// See the module.
#[derive(Debug, Default)]
pub(super) struct FirstIndex {
    /// The list of each code point.
    table: TwoStage<u16>,
    lists: Vec<List>,
    /// The rules of all lists.
    rules: Vec<u16>,
    is_coarse: bool,
    classes: SecondClasses,
    /// For lists that lead on, per class of the next code point, the number of a list.
    by_class: Vec<u16>,
}

/// What may happen at a code point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    start: u32,
    end: u32,
    /// The rule that always matches, has no cursor inside its output, and a literal output: its number plus one.
    direct: u16,
    /// Where the lists by the next code point are, plus one; 0 without.
    by_class: u32,
}

impl List {
    /// The rule that replaces the code point whatever is around.
    #[inline(always)]
    pub(super) fn direct(self) -> Option<usize> {
        usize::from(self.direct).checked_sub(1)
    }
}

impl FirstIndex {
    #[inline(always)]
    pub(super) fn list(&self, c: u32) -> List {
        self.lists.get(usize::from(self.table.get(c))).copied().unwrap_or_default()
    }

    /// The list once the next code point is known, `None` at the end of the text.
    #[inline(always)]
    pub(super) fn narrow(&self, list: List, next: Option<u32>) -> List {
        let Some(start) = (list.by_class as usize).checked_sub(1) else { return list };
        let class = next.map_or(0, |c| self.classes.class(c));
        let number = self.by_class.get(start + class);
        number.and_then(|&number| self.lists.get(usize::from(number))).copied().unwrap_or(list)
    }

    /// The rules of a list, in order.
    #[inline(always)]
    pub(super) fn rules(&self, list: List) -> &[u16] {
        self.rules.get(list.start as usize..list.end as usize).unwrap_or(&[])
    }

    pub(super) fn new(rules: &[Rule], objects: &[Object]) -> FirstIndex {
        let always: Vec<bool> = rules.iter().map(|rule| rule.always_matches(objects)).collect();
        let mut numbers = Numbers::new(rules, &always);
        let Some(mut index) = FirstIndex::exact(rules, objects, &mut numbers) else {
            return FirstIndex::coarse(rules.len());
        };
        index.add_classes(rules, objects, &mut numbers);
        index
    }

    /// One list of all rules for every code point, where exact lists would be too many or too long.
    pub(super) fn coarse(rules: usize) -> FirstIndex {
        FirstIndex {
            table: TwoStage { blocks: vec![0; 0x11_0000 / BLOCK], numbers: vec![[0; BLOCK]] },
            lists: vec![List { start: 0, end: rules as u32, ..List::default() }],
            rules: (0..rules as u16).collect(),
            is_coarse: true,
            ..FirstIndex::default()
        }
    }

    /// Whether every list is empty or replaces its code point by a literal whatever is around.
    pub(super) fn is_direct(&self) -> bool {
        self.lists.iter().all(|list| list.direct > 0 || list.end == list.start)
    }

    /// Whether a list may hold rules whose key can't begin with the code point.
    pub(super) fn is_coarse(&self) -> bool {
        self.is_coarse
    }

    /// Sweeps over the borders of all first sets, with the rules whose set contains the code point; `None` above [`MOST`].
    fn exact(rules: &[Rule], objects: &[Object], numbers: &mut Numbers<'_>) -> Option<FirstIndex> {
        let mut owned = OwnedRanges::default();
        for (number, rule) in (0..).zip(rules) {
            let mut first = Vec::new();
            if !pattern::first_code_points(rule.pattern.get(rule.key_start..).unwrap_or(&[]), objects, &mut first) {
                first = vec![(0, 0x10_FFFF)];
            }
            if !first.is_sorted_by(|one, other| one.1 < other.0) {
                let mut set = UnicodeSet::new();
                first.iter().for_each(|&(low, high)| set.add_range(low, high));
                first = set.ranges().collect();
            }
            first.into_iter().for_each(|(low, high)| owned.add(low, high, number));
        }
        let mut index = FirstIndex::default();
        // List 0 is the empty one.
        let table = owned.build(|active| index.number(numbers, active))?;
        Some(FirstIndex { table, ..index })
    }

    /// The number of a list of rules.
    fn number(&mut self, numbers: &mut Numbers<'_>, list: &[u16]) -> Option<u16> {
        let last = list.iter().position(|&number| numbers.always_matches(number));
        let list = last.and_then(|last| list.get(..=last)).unwrap_or(list);
        if let Some(known) = numbers.get(list) {
            return Some(known);
        }
        if self.lists.len() >= usize::from(u16::MAX) || self.rules.len() + list.len() > MOST {
            return None;
        }
        let first = list.first().copied().filter(|&number| numbers.always_matches(number));
        let is_literal = |number: u16| numbers.rules.get(usize::from(number)).is_some_and(Rule::is_literal);
        let direct = first.filter(|&number| is_literal(number)).map_or(0, |number| number + 1);
        let (count, start) = (self.lists.len() as u16, self.rules.len() as u32);
        self.rules.extend(list);
        self.lists.push(List { start, end: self.rules.len() as u32, direct, by_class: 0 });
        numbers.insert(list, count);
        Some(count)
    }

    /// Gives lists of several rules shorter ones by the next code point. Where there would be too many, those lists stay as they are.
    fn add_classes(&mut self, rules: &[Rule], objects: &[Object], numbers: &mut Numbers<'_>) {
        let is_long = |list: &List| list.end - list.start > 1 && list.direct == 0;
        let mut long: Vec<u16> = Vec::new();
        for list in self.lists.iter().filter(|list| is_long(list)) {
            long.extend_from_slice(self.rules(*list));
        }
        long.sort_unstable();
        long.dedup();
        let Some(mut classes) = SecondClasses::new(long.iter().copied(), rules, objects) else { return };
        // Per rule of a long list the classes that may follow; none listed: all.
        let bits: HashMap<u16, _> = long.iter().filter_map(|&rule| Some((rule, classes.of_rule(rule)?))).collect();
        for at in 0..self.lists.len() {
            let Some(list) = self.lists.get(at).copied().filter(is_long) else { continue };
            let own = self.rules(list).to_vec();
            let restricted: Vec<_> = own.iter().filter_map(|rule| bits.get(rule)).collect();
            let is_too_much = self.by_class.len() + classes.count() > MOST_BY_CLASS;
            if restricted.is_empty() || restricted.len() > 64 || is_too_much {
                continue;
            }
            // Which of the restricted rules may match, by class; few combinations occur.
            let mut known: Vec<(u64, u16)> = Vec::new();
            let mut of_classes: Vec<u16> = Vec::with_capacity(classes.count());
            for class in 0..classes.count() {
                let admits = |bits: &[u64; 4]| bits.get(class >> 6).map_or(1, |word| word >> (class & 63) & 1);
                let admitted = restricted.iter().rev().fold(0, |admitted, bits| admitted << 1 | admits(bits));
                if let Some(&(_, number)) = known.iter().find(|known| known.0 == admitted) {
                    of_classes.push(number);
                    continue;
                }
                let mut bit = 0;
                let mut short = own.clone();
                short.retain(|rule| {
                    let is_restricted = bits.contains_key(rule);
                    let keeps = !is_restricted || admitted >> bit & 1 != 0;
                    bit += u32::from(is_restricted);
                    keeps
                });
                let Some(number) = self.number(numbers, &short) else { break };
                known.push((admitted, number));
                of_classes.push(number);
            }
            if of_classes.len() < classes.count() {
                break;
            }
            if let Some(list) = self.lists.get_mut(at) {
                list.by_class = self.by_class.len() as u32 + 1;
                self.by_class.append(&mut of_classes);
            }
        }
        classes.close();
        self.classes = classes;
    }

    /// The code points at which a rule may start.
    pub(super) fn touched(&self) -> TouchedBuilder {
        let is_touched = |&list: &u16| self.lists.get(usize::from(list)).is_none_or(|list| list.end > list.start);
        // Per block the runs of its code points.
        let lists = self.table.numbers.iter();
        let blocks: Vec<Vec<u32>> = lists
            .map(|lists| (0..).zip(lists).filter(|(_, list)| is_touched(list)).map(|(at, _)| at).collect())
            .collect();
        let ranges = self.table.blocks.iter().enumerate().flat_map(|(number, &block)| {
            let start = (number * BLOCK) as u32;
            let touched = blocks.get(usize::from(block)).map_or(&[][..], Vec::as_slice);
            let is_full = touched.len() == BLOCK;
            let each = touched.iter().filter(move |_| !is_full).map(move |&at| (start + at, start + at));
            each.chain(is_full.then_some((start, start + BLOCK as u32 - 1)))
        });
        TouchedBuilder::of_ranges(ranges)
    }
}

/// Whether a match of a token is one code point, which is all that the index knows of a rule.
pub(super) fn is_one_code_point(token: Token, objects: &[Object]) -> bool {
    match token.checked_sub(OBJECT) {
        None => true,
        Some(index) => matches!(objects.get(index as usize), Some(Object::Set(set)) if set.is_plain()),
    }
}
