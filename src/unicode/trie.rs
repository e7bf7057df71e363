//! A set of strings with numbers, and the longest of them that starts at a place in a text.
//!
//! One trie per encoding, over code units; nodes and edges in flat arrays. Where a string may start at all is told by its first
//! units, hashed ([`Starts`]); from there the way leads straight to the fourth level ([`Deep`]).

use crate::unicode::text::CodeUnit;

/// Strings of `U` units, each with a number.
#[derive(Debug)]
pub struct Trie<U> {
    nodes: Vec<Node>,
    /// The labels of all edges, node by node, each node's ascending.
    labels: Vec<U>,
    /// The nodes that the edges lead to.
    targets: Vec<u32>,
    starts: Starts,
    deep: Deep,
}

/// The nodes of the fourth level by their windows: open addressing, at most half full.
#[derive(Debug, Default)]
struct Deep {
    /// Window and node; node 0, the root, for a free place. A power of two of them, or none.
    places: Vec<(u64, u32)>,
}

impl Deep {
    fn new(nodes: &[(u64, u32)]) -> Deep {
        let size = if nodes.is_empty() { 0 } else { (2 * nodes.len()).next_power_of_two() };
        let mut deep = Deep { places: vec![(0, 0); size] };
        for (window, node) in nodes {
            let mut at = deep.first_place(*window);
            while let Some(place) = deep.places.get_mut(at) {
                if place.1 == 0 {
                    *place = (*window, *node);
                    break;
                }
                at = (at + 1) & (size - 1);
            }
        }
        deep
    }

    #[inline]
    fn first_place(&self, window: u64) -> usize {
        (hash(window) >> 8) as usize & self.places.len().wrapping_sub(1)
    }

    #[inline]
    fn find(&self, window: u64) -> Option<u32> {
        let mut at = self.first_place(window);
        loop {
            match self.places.get(at) {
                Some((known, node)) if *node != 0 && *known == window => return Some(*node),
                Some((_, node)) if *node != 0 => at = (at + 1) & (self.places.len() - 1),
                _ => return None,
            }
        }
    }
}

#[inline(always)]
fn hash(window: u64) -> u64 {
    window.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

/// The first units of all strings, so that most places of a text need no look into the trie.
#[derive(Debug)]
struct Starts {
    /// Whether some string starts with a unit that has this low byte.
    all: [bool; 256],
    /// The same of strings shorter than a window.
    short: [bool; 256],
    /// A bit for each hash of a window that starts a string; a power of two of them, none when all strings are short.
    windows: Vec<u64>,
}

/// Units in a window.
const WINDOW: usize = 4;

impl Starts {
    fn new<U: CodeUnit>(strings: &[Vec<U>]) -> Starts {
        let is_short = |string: &&Vec<U>| string.len() < WINDOW;
        let short = strings.iter().filter(is_short);
        let long = strings.len() - short.clone().count();
        // Some thirty bits for each string, at most 32 KiB.
        let words = if long == 0 { 0 } else { (long / 2).next_power_of_two().clamp(4, 1 << 12) };
        let mut starts = Starts { all: low_bytes(strings.iter()), short: low_bytes(short), windows: vec![0; words] };
        for string in strings.iter().filter(|string| !is_short(string)) {
            let window = window_of(string);
            let (word, bit) = starts.place(window);
            if let Some(word) = starts.windows.get_mut(word) {
                *word |= bit;
            }
        }
        starts
    }

    #[inline(always)]
    fn place(&self, window: u64) -> (usize, u64) {
        let hash = hash(window);
        ((hash >> 6) as usize & self.windows.len().wrapping_sub(1), 1 << (hash & 63))
    }

    /// Whether a string may start with the units of a window.
    #[inline(always)]
    fn may_hold(&self, window: u64) -> bool {
        let (word, bit) = self.place(window);
        self.windows.get(word).is_some_and(|word| word & bit != 0)
            || self.short.get(window as usize & 0xFF) == Some(&true)
    }
}

fn low_bytes<'s, U: CodeUnit>(strings: impl Iterator<Item = &'s Vec<U>>) -> [bool; 256] {
    let mut table = [false; 256];
    for first in strings.filter_map(|string| string.first()) {
        if let Some(entry) = table.get_mut(low_byte(*first)) {
            *entry = true;
        }
    }
    table
}

#[inline(always)]
fn low_byte<U: CodeUnit>(unit: U) -> usize {
    let unit: u32 = unit.into();
    unit as usize & 0xFF
}

/// The first units of a text.
#[inline]
fn window_of<U: CodeUnit>(text: &[U]) -> u64 {
    text.iter().take(WINDOW).fold(0, |window, unit| with_next(window, *unit))
}

/// The window one unit further on: its first unit is in the low bits.
#[inline(always)]
fn with_next<U: CodeUnit>(window: u64, unit: U) -> u64 {
    let unit: u32 = unit.into();
    window >> 16 | u64::from(unit) << 48
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
        let starts = Starts::new(strings);
        let mut trie = Trie {
            nodes: vec![Node::default()],
            labels: Vec::new(),
            targets: Vec::new(),
            starts,
            deep: Deep::default(),
        };
        // Nodes level by level: each stands for the strings of a range of `order` that share their first `depth` units.
        let mut level = vec![(0u32, 0usize, order.len())];
        let mut depth = 0;
        while !level.is_empty() {
            if depth == WINDOW {
                let window = |from: usize| order.get(from).map_or(0, |number| window_of(string(*number)));
                let nodes: Vec<(u64, u32)> = level.iter().map(|(node, from, _)| (window(*from), *node)).collect();
                trie.deep = Deep::new(&nodes);
            }
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
        if text.len() >= WINDOW
            && let Some(node) = self.deep.find(window_of(text))
            && let Some(found) = self.longest_from(node, WINDOW, text)
        {
            return Some(found);
        }
        let may_be_short = self.starts.short.get(low_byte(*text.first()?)) == Some(&true);
        if may_be_short { self.longest_from(0, 0, text) } else { None }
    }

    /// The same, from a node at a depth on.
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

    /// The first place from `at` on where a string may start; the text's length when there is none.
    #[inline]
    pub fn next_candidate(&self, text: &[U], at: usize) -> usize {
        let rest = text.get(at..).unwrap_or(&[]);
        let mut place = 0;
        if !self.starts.windows.is_empty() && rest.len() >= WINDOW {
            let mut window = rest.iter().take(WINDOW - 1).fold(0, |window, unit| with_next(window, *unit));
            let found = rest.iter().skip(WINDOW - 1).position(|unit| {
                window = with_next(window, *unit);
                self.starts.may_hold(window)
            });
            if let Some(found) = found {
                return at + found;
            }
            place = rest.len() - (WINDOW - 1);
        }
        let may_start = |unit: &U| self.starts.all.get(low_byte(*unit)) == Some(&true);
        let last = rest.get(place..).unwrap_or(&[]).iter().position(may_start);
        last.map_or(text.len(), |found| at + place + found)
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
            mut strings in prop::collection::vec("[aé日😀]{1,6}", 0..12), text in "[aé日😀b]{0,12}"
        ) {
            strings.sort();
            strings.dedup();
            fn check<U: CodeUnit>(strings: &[String], text: &str) -> (Option<u32>, Option<u32>) {
                let strings: Vec<Vec<U>> = strings.iter().map(|string| from_str(string)).collect();
                let text = from_str::<U>(text);
                let plain = (0..strings.len()).filter(|i| text.starts_with(&strings[*i])).max_by_key(|i| strings[*i].len());
                let trie = Trie::new(&strings);
                for at in 0..text.len() {
                    let is_start = |at: &usize| strings.iter().any(|string| text[*at..].starts_with(string));
                    let first = (at..text.len()).find(is_start).unwrap_or(text.len());
                    assert!(trie.next_candidate(&text, at) <= first && trie.next_candidate(&text, at) >= at);
                }
                let found = trie.longest(&text);
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
