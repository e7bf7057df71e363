//! From the code point at the cursor to the rules that may match there.
//!
//! Two stages of blocks lead to a list; code points that begin the same rules share one. A list keeps the order of the rules, since the
//! first one that matches is applied, and ends with the first that always matches. Where that one is the first of all and its output is
//! literal, the list holds the output: such a code point is replaced without a look at any rule.

use super::pattern::{self, OBJECT, Object, Token};
use super::rules::Rule;
use super::touched::TouchedBuilder;
use crate::unicode::set::UnicodeSet;
use std::collections::{BTreeSet, HashMap};

const BLOCK: usize = 128;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct FirstIndex {
    /// Per 128 code points the number of a block. Blocks without rules at the end are left out.
    blocks: Vec<u16>,
    /// Lists of the code points of each block.
    numbers: Vec<[u16; BLOCK]>,
    lists: Vec<List>,
    /// The rules of all lists.
    rules: Vec<u16>,
}

/// What may happen at a code point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    start: u32,
    end: u32,
    /// The rule that always matches, has no cursor inside its output, and a literal output: its number plus one.
    direct: u16,
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
        let block = self.blocks.get(c as usize / BLOCK).and_then(|&block| self.numbers.get(usize::from(block)));
        let list = block.and_then(|lists| lists.get(c as usize % BLOCK));
        list.and_then(|&list| self.lists.get(usize::from(list))).copied().unwrap_or_default()
    }

    /// The rules of a list, in order.
    #[inline(always)]
    pub(super) fn rules(&self, list: List) -> &[u16] {
        self.rules.get(list.start as usize..list.end as usize).unwrap_or(&[])
    }

    /// Sweeps over the borders of all first sets, with the rules whose set contains the place.
    pub(super) fn new(rules: &[Rule], objects: &[Object]) -> FirstIndex {
        let mut events: Vec<(u32, bool, u16)> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let number = number as u16;
            let mut first = Vec::new();
            if !pattern::first_code_points(rule.pattern.get(rule.key_start..).unwrap_or(&[]), objects, &mut first) {
                first = vec![(0, 0x10_FFFF)];
            }
            let mut set = UnicodeSet::new();
            first.iter().for_each(|&(low, high)| set.add_range(low, high));
            for (low, high) in set.ranges() {
                events.push((low, true, number));
                events.push((high + 1, false, number));
            }
        }
        events.sort_unstable();
        let always: Vec<bool> = rules.iter().map(|rule| rule.always_matches(objects)).collect();
        let mut index = FirstIndex::default();
        let mut numbers: HashMap<Vec<u16>, u16> = HashMap::new();
        let mut active: BTreeSet<u16> = BTreeSet::new();
        let mut blocks: HashMap<[u16; BLOCK], u16> = HashMap::new();
        let mut next = events.iter().peekable();
        let mut current = index.number(rules, &always, &mut numbers, Vec::new());
        let mut start = 0;
        let mut block = [current; BLOCK];
        while start < 0x11_0000 {
            for (place, slot) in block.iter_mut().enumerate() {
                let c = start + place as u32;
                if next.peek().is_some_and(|event| event.0 <= c) {
                    while let Some(&(_, opens, number)) = next.next_if(|event| event.0 <= c) {
                        if opens {
                            active.insert(number)
                        } else {
                            active.remove(&number)
                        };
                    }
                    current = index.number(rules, &always, &mut numbers, active.iter().copied().collect());
                }
                *slot = current;
            }
            let count = index.numbers.len() as u16;
            let number = *blocks.entry(block).or_insert(count);
            if number == count {
                index.numbers.push(block);
            }
            index.blocks.push(number);
            start += BLOCK as u32;
            // Blocks without a border in them repeat the last list.
            let uniform = next.peek().map_or(0x11_0000, |event| event.0) / BLOCK as u32 * BLOCK as u32;
            if uniform > start {
                let same = [current; BLOCK];
                let count = index.numbers.len() as u16;
                let number = *blocks.entry(same).or_insert(count);
                if number == count {
                    index.numbers.push(same);
                }
                index.blocks.resize(uniform as usize / BLOCK, number);
                start = uniform;
            }
        }
        // List 0 is the empty one.
        let is_empty = |block: &u16| index.numbers.get(usize::from(*block)).is_some_and(|lists| *lists == [0; BLOCK]);
        let used = index.blocks.iter().rposition(|block| !is_empty(block)).map_or(0, |last| last + 1);
        index.blocks.truncate(used);
        index.blocks.shrink_to_fit();
        index
    }

    /// The number of a list of rules; `always` tells of each rule whether it always matches.
    fn number(
        &mut self,
        rules: &[Rule],
        always: &[bool],
        numbers: &mut HashMap<Vec<u16>, u16>,
        mut list: Vec<u16>,
    ) -> u16 {
        let rule = |number: u16| rules.get(usize::from(number));
        let always = |number: u16| always.get(usize::from(number)).is_some_and(|&always| always);
        if let Some(last) = list.iter().position(|&number| always(number)) {
            list.truncate(last + 1);
        }
        let count = self.lists.len() as u16;
        *numbers.entry(list).or_insert_with_key(|list| {
            let first = list.first().copied().filter(|&number| always(number));
            let direct = first.filter(|&number| rule(number).is_some_and(Rule::is_literal));
            let start = self.rules.len() as u32;
            self.rules.extend(list);
            self.lists.push(List {
                start,
                end: self.rules.len() as u32,
                direct: direct.map_or(0, |number| number + 1),
            });
            count
        })
    }

    /// The code points at which a rule may start.
    pub(super) fn touched(&self) -> TouchedBuilder {
        let is_touched = |&list: &u16| self.lists.get(usize::from(list)).is_none_or(|list| list.end > list.start);
        // Per block the runs of its code points.
        let lists = self.numbers.iter();
        let blocks: Vec<Vec<u32>> = lists
            .map(|lists| (0..).zip(lists).filter(|(_, list)| is_touched(list)).map(|(place, _)| place).collect())
            .collect();
        let ranges = self.blocks.iter().enumerate().flat_map(|(number, &block)| {
            let start = (number * BLOCK) as u32;
            let places = blocks.get(usize::from(block)).map_or(&[][..], Vec::as_slice);
            let is_full = places.len() == BLOCK;
            let each = places.iter().filter(move |_| !is_full).map(move |&place| (start + place, start + place));
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
