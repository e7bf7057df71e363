//! A set of strings with numbers, and the longest of them that starts at a place in a text.
//!
//! One trie per encoding, over code units; nodes and edges in flat arrays. The first unit is looked up directly.

use crate::unicode::text::CodeUnit;

/// Strings of `U` units, each with a number.
#[derive(Debug)]
pub struct Trie<U> {
    nodes: Vec<Node>,
    /// The labels of all edges, node by node, each node's ascending.
    labels: Vec<U>,
    /// The nodes that the edges lead to.
    targets: Vec<u32>,
    /// Whether some string starts with a unit that has this low byte.
    may_start: [bool; 256],
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    first_edge: u32,
    edges: u32,
    /// The number of the string that ends here, plus one; 0 for none.
    number: u32,
}

impl<U: CodeUnit> Trie<U> {
    /// A trie of these strings, numbered from 0. Of equal strings the last counts; empty ones are never found.
    pub fn new(strings: &[Vec<U>]) -> Trie<U> {
        let mut order: Vec<u32> = (0..strings.len() as u32).collect();
        let string = |number: u32| strings.get(number as usize).map_or(&[][..], Vec::as_slice);
        order.sort_by(|a, b| string(*a).cmp(string(*b)));
        let mut trie =
            Trie { nodes: vec![Node::default()], labels: Vec::new(), targets: Vec::new(), may_start: [false; 256] };
        for entry in strings.iter().filter_map(|string| string.first()) {
            let low: u32 = (*entry).into();
            if let Some(may_start) = trie.may_start.get_mut(low as usize & 0xFF) {
                *may_start = true;
            }
        }
        // Nodes level by level: each stands for the strings of a range of `order` that share their first `depth` units.
        let mut level = vec![(0u32, 0usize, order.len())];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next_level = Vec::new();
            for (node, from, to) in level {
                let mut at = from;
                let mut filled = Node { first_edge: trie.labels.len() as u32, ..Node::default() };
                let unit = |at: usize| order.get(at).and_then(|number| string(*number).get(depth)).copied();
                while at < to && unit(at).is_none() {
                    filled.number = order.get(at).map_or(0, |number| number + 1);
                    at += 1;
                }
                while at < to {
                    let label = unit(at);
                    let start = at;
                    while at < to && unit(at) == label {
                        at += 1;
                    }
                    let target = trie.nodes.len() as u32;
                    trie.nodes.push(Node::default());
                    trie.labels.extend(label);
                    trie.targets.push(target);
                    next_level.push((target, start, at));
                }
                filled.edges = trie.labels.len() as u32 - filled.first_edge;
                if let Some(node) = trie.nodes.get_mut(node as usize) {
                    *node = filled;
                }
            }
            level = next_level;
            depth += 1;
        }
        trie
    }

    /// The longest string at the start of `text`: its number and its length in units.
    #[inline]
    pub fn longest(&self, text: &[U]) -> Option<(u32, usize)> {
        let mut node = self.nodes.first()?;
        let mut longest = None;
        for (at, unit) in text.iter().enumerate() {
            let edges = node.first_edge as usize..(node.first_edge + node.edges) as usize;
            let labels = self.labels.get(edges)?;
            let Ok(edge) = labels.binary_search(unit) else { break };
            node = self.nodes.get(*self.targets.get(node.first_edge as usize + edge)? as usize)?;
            if let Some(number) = node.number.checked_sub(1) {
                longest = Some((number, at + 1));
            }
        }
        longest
    }

    /// The first place from `at` on where a string may start; the text's length when there is none.
    #[inline]
    pub fn next_candidate(&self, text: &[U], at: usize) -> usize {
        let may_start = |unit: &U| {
            let low: u32 = (*unit).into();
            self.may_start.get(low as usize & 0xFF) == Some(&true)
        };
        let rest = text.get(at..).unwrap_or(&[]);
        rest.iter().position(may_start).map_or(text.len(), |found| at + found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn longest_equals_a_plain_search(
            mut strings in prop::collection::vec("[aé日😀]{1,4}", 0..12), text in "[aé日😀b]{0,8}"
        ) {
            strings.sort();
            strings.dedup();
            fn check<U: CodeUnit>(strings: &[String], text: &str) -> (Option<u32>, Option<u32>) {
                let strings: Vec<Vec<U>> = strings.iter().map(|string| from_str(string)).collect();
                let text = from_str::<U>(text);
                let plain = (0..strings.len()).filter(|i| text.starts_with(&strings[*i])).max_by_key(|i| strings[*i].len());
                let found = Trie::new(&strings).longest(&text);
                assert_eq!(found.map(|(_, length)| length), plain.map(|i| strings[i].len()));
                (found.map(|(number, _)| number), plain.map(|i| i as u32))
            }
            let (found, plain) = check::<u8>(&strings, &text);
            prop_assert_eq!(found, plain);
            let (found, plain) = check::<u16>(&strings, &text);
            prop_assert_eq!(found, plain);
        }
    }
}
