//! The index from the code point at the cursor to the rules that may match there.
//!
//! A two-stage table maps a code point to a list of rules; code points that start the same rules share a list. A list
//! keeps the order of the rules, since the first match is applied, and ends with the first rule that always matches. If
//! the first rule of the list always matches and has a literal output, it is stored in the list as its direct rule,
//! which is applied without a test of any pattern. A list of several rules is refined into shorter lists by the class
//! of the next code point, and these by the class of the code point before the cursor ([`super::neighbour_classes`]).
//! If the class implies that the whole pattern of a rule matches, the rule is treated as one that always matches.

use super::byte_fields::{FieldReader, FieldWriter};
use super::gap_buffer::MAX_SHORT_OUTPUT;
use super::neighbour_classes::NeighbourClasses;
use super::pattern::PatternToken;
use super::rule::TransformRule;
use super::source_set::SourceSetBuilder;
use super::two_stage_table::{BLOCK, TwoStageTable};
use crate::unicode::part::SlicePart;

/// Maximum number of rules in all lists.
const MAX_LISTED_RULES: usize = 1 << 22;

/// The index of a rule set: maps the code point at the cursor, and its neighbours, to the rules that may match.
#[derive(Debug, Default)]
pub(super) struct FirstIndex {
    /// The list of each code point.
    pub(super) table: TwoStageTable<u16>,
    pub(super) lists: Vec<RuleList>,
    /// The rules of all lists.
    rules: Vec<u16>,
    /// The outputs of direct rules of one code point that have up to [`MAX_SHORT_OUTPUT`] values, one after the other,
    /// followed by zeros so that [`MAX_SHORT_OUTPUT`] values are read at each offset.
    outputs: Vec<PatternToken>,
    is_coarse: bool,
    pub(super) second: NeighbourClasses,
    pub(super) before: NeighbourClasses,
    /// For each list that is refined by a neighbour, the number of the shorter list per class.
    pub(super) by_class: Vec<u16>,
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
    pub(super) direct: u16,
    /// The number of code points that the direct rule replaces: 1 or 2.
    length: u8,
    /// The number of code points of the direct rule's output, or [`NO_SHORT_OUTPUT`].
    count: u8,
    /// The offset in [`FirstIndex::outputs`] of that output, if it is not long.
    output: u32,
    /// The index plus one in `by_class` of the shorter lists by the next code point; 0 if there are none.
    pub(super) by_second: u32,
    /// The index plus one in `by_class` of the shorter lists by the code point before the cursor; 0 if there are none.
    pub(super) by_before: u32,
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

    /// Writes the finished index.
    pub(super) fn write(&self, output: &mut FieldWriter) {
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
    pub(super) fn read(input: &mut FieldReader<'_>, rules: &[TransformRule]) -> Option<FirstIndex> {
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
    pub(super) fn close(&mut self) {
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
        self.lists.iter().all(|list| list.end == list.start || list.direct > 0 && list.length == 1)
    }

    /// Whether a list may hold rules whose key can't begin with the code point.
    pub(super) fn is_coarse(&self) -> bool {
        self.is_coarse
    }

    /// Adds a list with its direct rule (plus one; 0 for none) and the length of that rule's key. Returns its number,
    /// or `None` above the limits.
    pub(super) fn push_list(&mut self, rules: &[TransformRule], list: &[u16], direct: u16, length: u8) -> Option<u16> {
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
