//! A set of numbered strings, with a search for the longest one that starts at an offset of a text.
//!
//! One trie per encoding, over code units, with nodes and edges in flat arrays. A prefilter finds where a string may
//! start, by its first units ([`starts`]); the hash table [`PrefixIndex`] then leads directly to the node at depth
//! four.

mod starts;

pub use self::starts::Candidates;
use self::starts::{FIRST_STAGE_UNITS, StartFilters, hash, window_of};
use crate::memory;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::cmp::Ordering;
use std::ops::Range;

/// A trie of numbered strings of `U` units.
#[derive(Debug)]
pub struct Trie<U> {
    nodes: Vec<TrieNode>,
    /// The labels of all edges, grouped by node and ascending within a node.
    labels: Vec<U>,
    /// The target nodes of the edges.
    targets: Vec<u32>,
    starts: StartFilters,
    prefixes: PrefixIndex,
}

/// The nodes at depth four by their windows of four units: a hash table with open addressing, at most half full.
#[derive(Debug, Default)]
struct PrefixIndex {
    /// Window and node; node 0, the root, marks a free slot. The length is a power of two, or 0.
    slots: Vec<(u64, u32)>,
}

impl PrefixIndex {
    fn new(nodes: &[(u64, u32)]) -> PrefixIndex {
        let size = if nodes.is_empty() { 0 } else { (2 * nodes.len()).next_power_of_two() };
        let mut prefixes = PrefixIndex::default();
        memory::reserve(&mut prefixes.slots, size);
        prefixes.slots.resize(size, (0, 0));
        for (window, node) in nodes {
            let mut at = prefixes.first_slot(*window);
            while let Some(slot) = prefixes.slots.get_mut(at) {
                if slot.1 == 0 {
                    *slot = (*window, *node);
                    break;
                }
                at = (at + 1) & (size - 1);
            }
        }
        prefixes
    }

    #[inline]
    fn first_slot(&self, window: u64) -> usize {
        (hash(window) >> 8) as usize & self.slots.len().wrapping_sub(1)
    }

    #[inline]
    fn find(&self, window: u64) -> Option<u32> {
        let mut at = self.first_slot(window);
        loop {
            match self.slots.get(at) {
                Some((known, node)) if *node != 0 && *known == window => return Some(*node),
                Some((_, node)) if *node != 0 => at = (at + 1) & (self.slots.len() - 1),
                _ => return None,
            }
        }
    }
}

fn string_of<U>(strings: &[Vec<U>], number: u32) -> &[U] {
    strings.get(number as usize).map_or(&[], Vec::as_slice)
}

/// Sorts numbers of which no two are equal. Not generic, since a sort is five kilobytes of machine code for each
/// comparison.
fn sort_numbers(numbers: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    // An unstable sort allocates nothing.
    numbers.sort_unstable_by(|one, other| compare(*one, *other));
}

#[derive(Clone, Copy, Debug, Default)]
struct TrieNode {
    first_edge: u32,
    edges: u32,
    /// The number of the string that ends at this node, plus one; 0 for none.
    number: u32,
}

impl<U: CodeUnit> Trie<U> {
    /// Creates a trie of these strings, numbered from 0. The last of several equal strings counts; empty strings are
    /// never found.
    pub fn new(strings: &[Vec<U>]) -> Trie<U> {
        let mut order: Vec<u32> = memory::collect(0..strings.len() as u32);
        sort_numbers(&mut order, &|one, other| {
            string_of(strings, one).cmp(string_of(strings, other)).then(one.cmp(&other))
        });
        let starts = StartFilters::new(strings);
        let mut trie = Trie {
            nodes: vec![TrieNode::default()],
            labels: Vec::new(),
            targets: Vec::new(),
            starts,
            prefixes: PrefixIndex::default(),
        };
        // Nodes are created level by level; each represents the strings of a range of `order` that share their first
        // `depth` units.
        let mut level = vec![(0, 0..order.len())];
        let mut depth = 0;
        while !level.is_empty() {
            if depth == FIRST_STAGE_UNITS {
                let window = |from: usize| order.get(from).and_then(|number| window_of(string_of(strings, *number)));
                let nodes = level.iter().filter_map(|(node, range)| Some((window(range.start)?, *node)));
                let nodes = memory::collect(nodes);
                trie.prefixes = PrefixIndex::new(&nodes);
            }
            let mut next_level = Vec::new();
            for (node, range) in level {
                let unit = |at: usize| order.get(at).and_then(|number| string_of(strings, *number).get(depth)).copied();
                let ended = range.clone().take_while(|at| unit(*at).is_none()).count();
                let last = order.part(range.start..range.start + ended).last();
                let number = last.map_or(0, |number| number + 1);
                trie.fill_node(node, number, range.start + ended..range.end, unit, &mut next_level);
            }
            level = next_level;
            depth += 1;
        }
        trie
    }

    /// Fills a node with the number of its string, and an edge for each unit of the strings of a range; adds the nodes
    /// at their ends to the next level, with their ranges.
    fn fill_node(
        &mut self,
        node: u32,
        number: u32,
        range: Range<usize>,
        unit: impl Fn(usize) -> Option<U>,
        next_level: &mut Vec<(u32, Range<usize>)>,
    ) {
        let first_edge = self.labels.len() as u32;
        let mut at = range.start;
        while at < range.end {
            let (label, start) = (unit(at), at);
            while at < range.end && unit(at) == label {
                at += 1;
            }
            let target = self.nodes.len() as u32;
            memory::push(&mut self.nodes, TrieNode::default());
            label.into_iter().for_each(|label| memory::push(&mut self.labels, label));
            memory::push(&mut self.targets, target);
            memory::push(next_level, (target, start..at));
        }
        let edges = self.labels.len() as u32 - first_edge;
        if let Some(node) = self.nodes.get_mut(node as usize) {
            *node = TrieNode { first_edge, edges, number };
        }
    }

    /// The longest string that is a prefix of `text`: its number and its length in units.
    #[inline]
    pub fn longest(&self, text: &[U]) -> Option<(u32, usize)> {
        if let Some(node) = window_of(text).and_then(|window| self.prefixes.find(window))
            && let Some(found) = self.longest_from(node, FIRST_STAGE_UNITS, text)
        {
            return Some(found);
        }
        if self.starts.is_short(*text.first()?) { self.longest_from(0, 0, text) } else { None }
    }

    /// The longest string found from a node at a depth on.
    #[inline]
    fn longest_from(&self, node: u32, depth: usize, text: &[U]) -> Option<(u32, usize)> {
        let mut node = self.nodes.get(node as usize)?;
        let mut at = depth;
        let mut longest = None;
        loop {
            if let Some(number) = node.number.checked_sub(1).filter(|_| at > 0) {
                longest = Some((number, at));
            }
            let Some(unit) = text.get(at) else { break };
            let edges = node.first_edge as usize..(node.first_edge + node.edges) as usize;
            let Ok(edge) = self.labels.get(edges)?.binary_search(unit) else { break };
            node = self.nodes.get(*self.targets.get(node.first_edge as usize + edge)? as usize)?;
            at += 1;
        }
        longest
    }

    /// The offsets of a text where a string may start.
    pub fn candidates<'a>(&'a self, text: &'a [U]) -> Candidates<'a, U> {
        Candidates::new(&self.starts, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn longest_equals_the_reference(
            mut strings in prop::collection::vec("[aé日😀]{1,8}", 0..12), text in "[aé日😀b]{0,160}"
        ) {
            strings.sort();
            strings.dedup();
            fn check<U: CodeUnit>(strings: &[String], text: &str) -> (Option<u32>, Option<u32>) {
                let strings: Vec<Vec<U>> = strings.iter().map(|string| from_str(string)).collect();
                let text = from_str::<U>(text);
                let expected = (0..strings.len()).filter(|i| text.starts_with(&strings[*i])).max_by_key(|i| strings[*i].len());
                let trie = Trie::new(&strings);
                let mut candidates = trie.candidates(&text);
                for at in 0..=text.len() {
                    let is_start = |at: &usize| strings.iter().any(|string| text[*at..].starts_with(string));
                    let first = (at..text.len()).find(is_start);
                    let candidate = candidates.next_from(at);
                    assert!(candidate.is_none_or(|candidate| (at..text.len()).contains(&candidate)));
                    assert!(first.is_none_or(|first| candidate.is_some_and(|candidate| candidate <= first)));
                }
                let found = trie.longest(&text);
                assert_eq!(found.map(|(_, length)| length), expected.map(|i| strings[i].len()));
                (found.map(|(number, _)| number), expected.map(|i| i as u32))
            }
            let (found, expected) = check::<u8>(&strings, &text);
            prop_assert_eq!(found, expected);
            let (found, expected) = check::<u16>(&strings, &text);
            prop_assert_eq!(found, expected);
        }
    }
}
