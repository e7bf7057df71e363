//! The index from the code point at the cursor to the rules that may match there.
//!
//! A two-stage table maps a code point to a list of rules; code points that start the same rules share a list. A list
//! keeps the order of the rules, since the first match is applied, and ends with the first rule that always matches. If
//! the first rule of the list always matches and has a literal output, it is stored in the list as its direct rule,
//! which is applied without a test of any pattern. A list of several rules is refined into shorter lists by the class
//! of the next code point, and these by the class of the code point before the cursor ([`super::neighbour_classes`]).
//! If the class implies that the whole pattern of a rule matches, the rule is treated as one that always matches.

use super::gap_buffer::MAX_SHORT_OUTPUT;
use super::image_bytes::{ImageReader, ImageWriter};
use super::neighbour_classes::{Neighbour, NeighbourClasses, has_long_ante_context, is_pair};
use super::pattern::{self, PatternObject, PatternToken};
use super::rule::TransformRule;
use super::source_set::SourceSetBuilder;
use super::two_stage_table::{BLOCK, OwnedRanges, TwoStageTable};
use crate::unicode::part::SlicePart;
use crate::unicode::set::UnicodeSet;
use std::collections::HashMap;

/// Maximum number of rules in all lists.
const MAX_LISTED_RULES: usize = 1 << 22;

/// Maximum number of entries of [`FirstIndex::by_class`].
const MAX_BY_CLASS: usize = 1 << 16;

/// A list of rules that is refined by the classes of a neighbour.
struct RefinedList<'r> {
    neighbour: Neighbour,
    rules: Vec<u16>,
    /// The classes that restricted rules accept, as bits.
    classes_of: &'r HashMap<u16, [u64; 4]>,
    /// The number of classes.
    classes: usize,
    /// Per rule, whether its pattern is two code points.
    pairs: &'r [bool],
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

    /// Whether the class implies that the first rule matches: its pattern is the two code points that are known.
    fn is_first_rule_known(&self, list: &[u16], rules: &[TransformRule]) -> bool {
        let Some(first) = list.first().filter(|_| self.neighbour == Neighbour::Second) else { return false };
        let number = usize::from(*first);
        let is_pair = self.pairs.get(number).is_some_and(|&pair| pair) && self.classes_of.contains_key(first);
        let is_literal = |rule: &TransformRule| rule.is_literal() && !rule.anchor_start && !rule.anchor_end;
        let has_pair_as_key = |rule: &TransformRule| rule.key_start() == 0 && rule.key_end() > 0 && is_literal(rule);
        is_pair && rules.get(number).is_some_and(has_pair_as_key)
    }
}

/// The numbers of the lists of rules, for the construction of an index.
struct ListNumbers<'r> {
    rules: &'r [TransformRule],
    /// Per rule, whether it matches in any context.
    always: &'r [bool],
    empty: Option<u16>,
    /// Per rule, the number of the list of this rule alone plus one: most lists of large rule sets have one rule.
    alone: Vec<u16>,
    several: HashMap<Vec<u16>, u16>,
    /// Lists whose first rule matches because the class of the neighbour is known.
    known: HashMap<Vec<u16>, u16>,
}

impl ListNumbers<'_> {
    fn new<'r>(rules: &'r [TransformRule], always: &'r [bool]) -> ListNumbers<'r> {
        ListNumbers {
            rules,
            always,
            empty: None,
            alone: vec![0; rules.len()],
            several: HashMap::new(),
            known: HashMap::new(),
        }
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

/// The index of a rule set: maps the code point at the cursor, and its neighbours, to the rules that may match.
#[derive(Debug, Default)]
pub(super) struct FirstIndex {
    /// The list of each code point.
    table: TwoStageTable<u16>,
    lists: Vec<RuleList>,
    /// The rules of all lists.
    rules: Vec<u16>,
    /// The outputs of direct rules of one code point that have up to [`MAX_SHORT_OUTPUT`] values, one after the other,
    /// followed by zeros so that [`MAX_SHORT_OUTPUT`] values are read at each offset.
    outputs: Vec<PatternToken>,
    is_coarse: bool,
    second: NeighbourClasses,
    before: NeighbourClasses,
    /// For each list that is refined by a neighbour, the number of the shorter list per class.
    by_class: Vec<u16>,
}

/// The value of [`RuleList::count`] for a list without a direct rule, or whose direct rule replaces two code points or
/// has an output longer than [`MAX_SHORT_OUTPUT`].
const NO_SHORT_OUTPUT: u8 = u8::MAX;

/// The rules that may match at a code point: a range of [`FirstIndex::rules`], and the direct rule if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleList {
    start: u32,
    end: u32,
    /// The number plus one of the direct rule: it matches in any context and has a literal output with the cursor at
    /// its end.
    direct: u16,
    /// The number of code points that the direct rule replaces: 1 or 2.
    length: u8,
    /// The number of code points of the direct rule's output, or [`NO_SHORT_OUTPUT`].
    count: u8,
    /// The offset in [`FirstIndex::outputs`] of that output, if it is not long.
    output: u32,
    /// The index plus one in `by_class` of the shorter lists by the next code point; 0 if there are none.
    by_second: u32,
    /// The index plus one in `by_class` of the shorter lists by the code point before the cursor; 0 if there are none.
    by_before: u32,
}

/// The list without rules.
static EMPTY: RuleList =
    RuleList { start: 0, end: 0, direct: 0, length: 0, count: NO_SHORT_OUTPUT, output: 0, by_second: 0, by_before: 0 };

impl Default for RuleList {
    fn default() -> RuleList {
        EMPTY
    }
}

impl RuleList {
    /// The direct rule, which matches in any context.
    #[inline(always)]
    pub(super) fn direct(self) -> Option<usize> {
        usize::from(self.direct).checked_sub(1)
    }

    /// Whether the list has no rules.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The number of code points that the direct rule replaces.
    #[inline(always)]
    pub(super) fn length(self) -> usize {
        self.length.into()
    }
}

impl FirstIndex {
    #[inline(always)]
    pub(super) fn list(&self, c: u32) -> &RuleList {
        self.lists.get(usize::from(self.table.get(c))).unwrap_or(&EMPTY)
    }

    /// Refines a list by the neighbours of the code point at the cursor, which are `None` at the ends of the text.
    #[inline(always)]
    pub(super) fn narrow<'i>(
        &'i self,
        mut list: &'i RuleList,
        next: Option<u32>,
        before: impl FnOnce() -> Option<u32>,
    ) -> &'i RuleList {
        if let Some(start) = (list.by_second as usize).checked_sub(1) {
            list = self.narrowed(list, start, &self.second, next);
        }
        match (list.by_before as usize).checked_sub(1) {
            Some(start) => self.narrowed(list, start, &self.before, before()),
            None => list,
        }
    }

    #[inline(always)]
    fn narrowed<'i>(
        &'i self,
        list: &'i RuleList,
        start: usize,
        classes: &NeighbourClasses,
        neighbour: Option<u32>,
    ) -> &'i RuleList {
        let class = neighbour.map_or(0, |c| classes.class(c));
        let number = self.by_class.get(start + class);
        number.and_then(|&number| self.lists.get(usize::from(number))).unwrap_or(list)
    }

    /// The output of a direct rule that replaces one code point, if it is short: the values up to the count are the
    /// output.
    #[inline(always)]
    pub(super) fn short_output(&self, list: &RuleList) -> Option<([PatternToken; MAX_SHORT_OUTPUT], usize)> {
        if list.count == NO_SHORT_OUTPUT {
            return None;
        }
        let output = self.outputs.get(list.output as usize..)?.first_chunk()?;
        Some((*output, list.count.into()))
    }

    /// The rule of a list of one rule.
    #[inline(always)]
    pub(super) fn only_rule(&self, list: &RuleList) -> Option<usize> {
        match self.rules(list) {
            &[rule] => Some(rule.into()),
            _ => None,
        }
    }

    /// The rules of a list, in order.
    #[inline(always)]
    pub(super) fn rules(&self, list: &RuleList) -> &[u16] {
        self.rules.part(list.start as usize..list.end as usize)
    }

    pub(super) fn new(rules: &[TransformRule], objects: &[PatternObject]) -> FirstIndex {
        let always: Vec<bool> = rules.iter().map(|rule| rule.always_matches(objects)).collect();
        let mut numbers = ListNumbers::new(rules, &always);
        let Some(mut index) = FirstIndex::exact(rules, objects, &mut numbers) else {
            return FirstIndex::coarse(rules.len());
        };
        let pairs: Vec<bool> = rules.iter().map(|rule| is_pair(rule, objects)).collect();
        index.add_classes(Neighbour::Second, objects, &mut numbers, &pairs);
        index.add_classes(Neighbour::Before, objects, &mut numbers, &pairs);
        index.close();
        index
    }

    /// Writes the finished index.
    pub(super) fn write(&self, output: &mut ImageWriter) {
        self.table.write(output, |table, output| output.numbers(table.as_flattened()));
        output.number(self.lists.len());
        for list in &self.lists {
            let rules = self.rules(list);
            output.number(rules.len() << 2 | usize::from(list.direct > 0) << 1 | usize::from(list.length > 1));
            rules.iter().for_each(|&rule| output.number(rule.into()));
            output.number(list.by_second as usize);
            output.number(list.by_before as usize);
        }
        [&self.second, &self.before].into_iter().for_each(|classes| classes.write(output));
        output.numbers(&self.by_class);
    }

    /// Reads the index of rules that [`FirstIndex::write`] wrote.
    pub(super) fn read(input: &mut ImageReader<'_>, rules: &[TransformRule]) -> Option<FirstIndex> {
        let table = TwoStageTable::read(input, |input| input.numbers())?;
        let mut index = FirstIndex { table, ..FirstIndex::default() };
        let lists = input.count()?;
        index.lists.reserve_exact(lists);
        let mut list = Vec::new();
        for _ in 0..lists {
            let head = input.number()?;
            list.clear();
            for _ in 0..head >> 2 {
                list.push(input.number()? as u16);
            }
            let direct = if head & 2 != 0 { *list.first()? + 1 } else { 0 };
            index.push_list(rules, &list, direct, 1 + (head & 1) as u8)?;
            let last = index.lists.last_mut()?;
            (last.by_second, last.by_before) = (input.number()? as u32, input.number()? as u32);
        }
        (index.second, index.before) = (NeighbourClasses::read(input)?, NeighbourClasses::read(input)?);
        index.by_class = input.numbers()?;
        index.close();
        Some(index)
    }

    /// Adds the zeros after the outputs.
    fn close(&mut self) {
        self.outputs.extend([0; MAX_SHORT_OUTPUT]);
        self.outputs.shrink_to_fit();
        self.rules.shrink_to_fit();
    }

    /// An index with one list of all rules for every code point, used if exact lists would be too many or too long.
    pub(super) fn coarse(rules: usize) -> FirstIndex {
        FirstIndex {
            table: TwoStageTable { blocks: vec![0; 0x11_0000 / BLOCK], numbers: vec![[0; BLOCK]] },
            lists: vec![RuleList { start: 0, end: rules as u32, ..RuleList::default() }],
            rules: (0..rules as u16).collect(),
            is_coarse: true,
            ..FirstIndex::default()
        }
    }

    /// Whether every list is empty or has a direct rule for one code point.
    pub(super) fn is_direct(&self) -> bool {
        self.lists.iter().all(|list| list.direct > 0 || list.end == list.start)
    }

    /// Whether a list may hold rules whose key can't begin with the code point.
    pub(super) fn is_coarse(&self) -> bool {
        self.is_coarse
    }

    /// Builds the list of each code point: the rules whose first set contains it; `None` above the limits.
    fn exact(rules: &[TransformRule], objects: &[PatternObject], numbers: &mut ListNumbers<'_>) -> Option<FirstIndex> {
        let mut owned = OwnedRanges::default();
        for (number, rule) in (0..).zip(rules) {
            let mut first = Vec::new();
            if !pattern::first_code_points(rule.key_and_post(), objects, &mut first) {
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
        let mut index = FirstIndex::default();
        // List 0 is empty.
        let table = owned.build(&mut |active| index.number(numbers, active))?;
        Some(FirstIndex { table, ..index })
    }

    /// The number of a list of rules.
    fn number(&mut self, numbers: &mut ListNumbers<'_>, list: &[u16]) -> Option<u16> {
        let last = list.iter().position(|&number| numbers.always_matches(number));
        let list = last.and_then(|last| list.get(..=last)).unwrap_or(list);
        if let Some(known) = numbers.get(list) {
            return Some(known);
        }
        let first = list.first().copied().filter(|&number| numbers.always_matches(number));
        let is_literal = |number: u16| numbers.rules.get(usize::from(number)).is_some_and(TransformRule::is_literal);
        let direct = first.filter(|&number| is_literal(number)).map_or(0, |number| number + 1);
        let number = self.push_list(numbers.rules, list, direct, 1)?;
        numbers.insert(list, number);
        Some(number)
    }

    /// The number of a list whose first rule matches, unless its key ends after the limit.
    fn number_known(&mut self, numbers: &mut ListNumbers<'_>, list: &[u16]) -> Option<u16> {
        if let Some(&known) = numbers.known.get(list) {
            return Some(known);
        }
        let first = *list.first()?;
        let length = numbers.rules.get(usize::from(first)).map_or(1, |rule| rule.key_end() - rule.key_start());
        let number = self.push_list(numbers.rules, list, first + 1, length as u8)?;
        numbers.known.insert(list.to_vec(), number);
        Some(number)
    }

    /// Adds a list with its direct rule (plus one; 0 for none) and the length of that rule's key. Returns its number,
    /// or `None` above the limits.
    fn push_list(&mut self, rules: &[TransformRule], list: &[u16], direct: u16, length: u8) -> Option<u16> {
        if self.lists.len() >= usize::from(u16::MAX) || self.rules.len() + list.len() > MAX_LISTED_RULES {
            return None;
        }
        let start = self.rules.len() as u32;
        self.rules.extend(list);
        let rule = direct.checked_sub(1).and_then(|number| rules.get(usize::from(number)));
        let output = self.outputs.len() as u32;
        let mut count = NO_SHORT_OUTPUT;
        if let Some(rule) = rule.filter(|rule| length == 1 && rule.output().len() <= MAX_SHORT_OUTPUT) {
            self.outputs.extend_from_slice(rule.output());
            count = rule.output().len() as u8;
        }
        self.lists.push(RuleList {
            start,
            end: self.rules.len() as u32,
            direct,
            length,
            count,
            output,
            ..RuleList::default()
        });
        Some(self.lists.len() as u16 - 1)
    }

    /// Refines lists of several rules into shorter ones by the class of a neighbour. If there are too many of them, the
    /// remaining lists are not refined.
    fn add_classes(
        &mut self,
        neighbour: Neighbour,
        objects: &[PatternObject],
        numbers: &mut ListNumbers<'_>,
        pairs: &[bool],
    ) {
        let is_costly: Vec<bool> = match neighbour {
            Neighbour::Second => Vec::new(),
            Neighbour::Before => numbers.rules.iter().map(|rule| has_long_ante_context(rule, objects)).collect(),
        };
        let is_long = |list: &RuleList, rules: &[u16]| {
            let least = match neighbour {
                Neighbour::Second => 1,
                // Testing one rule is as fast as the table lookup.
                Neighbour::Before if rules.iter().any(|&rule| is_costly.get(usize::from(rule)) == Some(&true)) => 0,
                Neighbour::Before => 2,
            };
            rules.len() > least && list.direct == 0 && list.by_second == 0
        };
        let mut long: Vec<u16> = Vec::new();
        for list in &self.lists {
            let rules = self.rules(list);
            if is_long(list, rules) {
                long.extend_from_slice(rules);
            }
        }
        long.sort_unstable();
        long.dedup();
        let classes = NeighbourClasses::new(neighbour, long.iter().copied(), numbers.rules, objects);
        let Some(mut classes) = classes else { return };
        // Per rule of a long list, the classes of the neighbour; a rule without an entry accepts all classes.
        let classes_of: HashMap<u16, [u64; 4]> =
            long.iter().filter_map(|&rule| Some((rule, classes.of_rule(rule)?))).collect();
        for at in 0..self.lists.len() {
            let Some(list) = self.lists.get(at).copied() else { continue };
            let rules = self.rules(&list).to_vec();
            if !is_long(&list, &rules) {
                continue;
            }
            let restricted = rules.iter().filter(|rule| classes_of.contains_key(rule)).count();
            let is_too_much = self.by_class.len() + classes.count() > MAX_BY_CLASS;
            if restricted == 0 || restricted > 64 || is_too_much {
                continue;
            }
            let refined = RefinedList { neighbour, rules, classes_of: &classes_of, classes: classes.count(), pairs };
            let Some(mut of_classes) = self.number_by_class(&refined, numbers) else { break };
            if let Some(list) = self.lists.get_mut(at) {
                let start = self.by_class.len() as u32 + 1;
                match neighbour {
                    Neighbour::Second => list.by_second = start,
                    Neighbour::Before => list.by_before = start,
                }
                self.by_class.append(&mut of_classes);
            }
        }
        classes.close();
        match neighbour {
            Neighbour::Second => self.second = classes,
            Neighbour::Before => self.before = classes,
        }
    }

    /// For each class of the neighbour, the number of the list of those rules that accept it. `None` above the limits.
    ///
    /// Most classes are accepted by no restricted rule, and few combinations of rules occur in the others: each
    /// combination is numbered once.
    fn number_by_class(&mut self, list: &RefinedList<'_>, numbers: &mut ListNumbers<'_>) -> Option<Vec<u16>> {
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
                    let number = if list.is_first_rule_known(&accepting_rules, numbers.rules) {
                        self.number_known(numbers, &accepting_rules)?
                    } else {
                        self.number(numbers, &accepting_rules)?
                    };
                    known.push((accepting, number));
                    number
                }
            };
            of_classes.push(number);
        }
        Some(of_classes)
    }

    /// The code points at which a rule may start.
    pub(super) fn source_set(&self) -> SourceSetBuilder {
        let is_in_source_set: Vec<u8> = self.lists.iter().map(|list| u8::from(list.end > list.start)).collect();
        let bit = |&list: &u16| is_in_source_set.get(usize::from(list)).copied().unwrap_or(1);
        let byte = |lists: &[u16; 8]| lists.iter().rev().fold(0, |bits, list| bits << 1 | bit(list));
        let bits = |lists: &[u16; BLOCK]| {
            let mut bytes = [0; BLOCK / 8];
            bytes.iter_mut().zip(lists.as_chunks().0).for_each(|(bits, lists)| *bits = byte(lists));
            u128::from_le_bytes(bytes)
        };
        let bits: Vec<u128> = self.table.numbers.iter().map(bits).collect();
        SourceSetBuilder::of_blocks(&self.table.blocks, &bits)
    }
}
