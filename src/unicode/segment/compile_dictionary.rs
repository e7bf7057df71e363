//! Compiles the tables that [`super::dictionary`] reads; used by `tools/compile-data` only.

use super::class_map::ClassMap;
use super::table::{push_class_map, push_number, push_series, push_small};
use crate::unicode::part::SlicePart;
use crate::unicode::set::UnicodeSet;
use std::collections::{BTreeMap, HashMap};

/// The sets of characters of each dictionary, in the order of their numbers from 1 on; the last one is Chinese and Japanese.
const SCRIPTS: [&str; 5] = [
    "[[:Thai:]&[:LineBreak=SA:]]",
    "[[:Laoo:]&[:LineBreak=SA:]]",
    "[[:Khmr:]&[:LineBreak=SA:]]",
    "[[:Mymr:]&[:LineBreak=SA:]]",
    "[[:Han:][:Hiragana:][:Katakana:]\\uFF70\\u30FC\\uFF9E\\uFF9F]",
];
/// The first code point of each script, the characters that may start a word, and those of the script that may not end one.
const BLOCKS: [(&str, u32, &str, &str); 4] = [
    ("th", 0xE00, "[\\u0E01-\\u0E2E\\u0E40-\\u0E44]", "[\\u0E31\\u0E40-\\u0E44]"),
    ("lo", 0xE80, "[\\u0E81-\\u0EAE\\u0EDC-\\u0EDD\\u0EC0-\\u0EC4]", "[\\u0EC0-\\u0EC4]"),
    ("km", 0x1780, "[\\u1780-\\u17B3]", "[\\u17D2]"),
    ("my", 0x1000, "[\\u1000-\\u102A]", "[]"),
];

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A minimal automaton: nodes with children by label, and a value (0: no word ends at the node).
struct WordAutomaton {
    nodes: Vec<(Vec<(u32, usize)>, u32)>,
    root: usize,
}

/// Compiles the table of a word list of one of the scripts `th lo km my`. Words contain only characters of the script.
pub fn compile_word_trie(script: &str, words: &str) -> Result<Vec<u8>> {
    let index = BLOCKS.iter().position(|block| block.0 == script).ok_or("unknown script")?;
    let &(_, block, begins, not_ends) = BLOCKS.get(index).ok_or("unknown script")?;
    let all = UnicodeSet::parse(SCRIPTS.get(index).ok_or("unknown script")?)?;
    let mut table = Vec::new();
    push_number(&mut table, block as usize - 1);
    table.extend(character_properties(script, block, &all, begins, not_ends)?);
    let words = words.lines().filter(|word| word.chars().all(|c| all.contains(c.into())));
    let words = words.map(|word| (word.chars().map(|c| u32::from(c) - block + 1).collect(), 1)).collect();
    let automaton = minimal(words);
    push_automaton(&mut table, &automaton);
    Ok(table)
}

fn character_properties(script: &str, block: u32, all: &UnicodeSet, begins: &str, not_ends: &str) -> Result<Vec<u8>> {
    let mut marks = all.clone();
    marks.retain_all(&UnicodeSet::parse("[:M:]")?);
    let (begins, not_ends) = (UnicodeSet::parse(begins)?, UnicodeSet::parse(not_ends)?);
    let thai = script == "th";
    let of = |c: u32| {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        flag(marks.contains(c), 1)
            | flag(begins.contains(c), 2)
            | flag(all.contains(c) && !not_ends.contains(c), 4)
            | flag(thai && c == 0xE2F, 8)
            | flag(thai && c == 0xE46, 16)
    };
    let mut properties: Vec<u8> = (0..256).map(|label| if label == 0 { 0 } else { of(block + label - 1) }).collect();
    // Other characters of the script, and other marks, have labels of their own in the dictionary.
    properties.truncate(254);
    properties.extend([4, 5]);
    Ok(properties)
}

/// Compiles the table of the Chinese and Japanese list (word, tab, cost); also returns the labels of its characters.
pub fn compile_cost_trie(words: &str) -> Result<(Vec<u8>, HashMap<char, u32>)> {
    let list: Vec<(&str, u32)> = words
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(word, cost)| Ok((word, cost.parse()?)))
        .collect::<Result<_>>()?;
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    list.iter().flat_map(|(word, _)| word.chars()).for_each(|c| *counts.entry(c).or_default() += 1);
    // Frequent characters get low labels, so that the children of a node are close together.
    let mut characters: Vec<char> = counts.keys().copied().collect();
    characters.sort_by_key(|c| (std::cmp::Reverse(counts.get(c).copied()), *c));
    let labels: HashMap<char, u32> = characters.into_iter().zip(1..).collect();
    if labels.len() >= 1 << 14 {
        return Err("more than 14 bits of labels".into());
    }
    let label = |c: char| labels.get(&c).copied().unwrap_or(0);
    let automaton = minimal(list.iter().map(|(word, cost)| (word.chars().map(label).collect(), *cost)).collect());
    let mut table = Vec::new();
    push_automaton(&mut table, &automaton);
    Ok((table, labels))
}

/// Compiles the map of code points to dictionaries and labels.
pub fn compile_script_map(labels: &HashMap<char, u32>) -> Result<Vec<u8>> {
    let sets: Vec<UnicodeSet> =
        SCRIPTS.iter().map(|set| UnicodeSet::parse(set)).collect::<std::result::Result<_, _>>()?;
    let compatibility = UnicodeSet::parse("[:NFKC_QC=No:]")?;
    let number = |c: u32| match sets.iter().position(|set| set.contains(c)) {
        None => 0,
        Some(script @ 0..4) => script + 1,
        Some(_) if compatibility.contains(c) => 5,
        Some(_) => 6 + char::from_u32(c).and_then(|c| labels.get(&c)).map_or(0, |&label| label as usize),
    };
    let mut ranges: Vec<(u32, usize)> = Vec::new();
    for c in 0..0x11_0000 {
        let number = number(c);
        if ranges.last().is_none_or(|&(_, last)| last != number) {
            ranges.push((c, number));
        }
    }
    let mut table = Vec::new();
    push_class_map(&mut table, &ClassMap::new(&ranges));
    Ok(table)
}

/// A node on the path of the last word: label from the parent, children, value.
type OpenNode = (u32, Vec<(u32, usize)>, u32);

/// Builds the minimal automaton of words, in which equal suffixes share nodes.
fn minimal(mut words: Vec<(Vec<u32>, u32)>) -> WordAutomaton {
    words.sort();
    let mut automaton = WordAutomaton { nodes: Vec::new(), root: 0 };
    let mut known: HashMap<(Vec<(u32, usize)>, u32), usize> = HashMap::new();
    let mut open: Vec<OpenNode> = vec![(0, Vec::new(), 0)];
    let mut close = |open: &mut Vec<OpenNode>, depth: usize| {
        while open.len() > depth {
            let Some((label, children, value)) = open.pop() else { return };
            let node = (children, value);
            let number = *known.entry(node).or_insert_with_key(|node| {
                automaton.nodes.push(node.clone());
                automaton.nodes.len() - 1
            });
            match open.last_mut() {
                Some((_, siblings, _)) => siblings.push((label, number)),
                None => automaton.root = number,
            }
        }
    };
    let mut last: Vec<u32> = Vec::new();
    for (word, value) in words {
        let common = word.iter().zip(&last).take_while(|(a, b)| a == b).count();
        close(&mut open, common + 1);
        open.extend(word.iter().skip(common).map(|&label| (label, Vec::new(), 0)));
        if let Some(end) = open.last_mut() {
            end.2 = value;
        }
        last = word;
    }
    close(&mut open, 0);
    automaton
}

/// Appends an automaton for `dictionary::trie::read_automaton`.
fn push_automaton(table: &mut Vec<u8>, automaton: &WordAutomaton) {
    let placed = place(automaton);
    let mut numbers = vec![0; automaton.nodes.len()];
    for (&node, number) in placed.order.iter().zip(0..) {
        if let Some(slot) = numbers.get_mut(node) {
            *slot = number;
        }
    }
    let [mut counts, mut firsts, mut labels, mut values, mut targets] = [const { Vec::new() }; 5];
    let (mut before, mut found) = (0, 1);
    for &node in &placed.order {
        let Some((children, value)) = automaton.nodes.get(node) else { continue };
        counts.push(children.len() as u32);
        values.push(*value);
        let mut last = 0;
        for &(label, child) in children {
            labels.push(label - last);
            last = label;
            targets.push(match automaton.nodes.get(child) {
                Some((children, value)) if children.is_empty() => value << 1 | 1,
                _ => {
                    let distance = found - numbers.item(child);
                    found += usize::from(distance == 0);
                    (distance as u32) << 1
                }
            });
        }
        let first = (placed.bases.item(node) + children.first().map_or(0, |child| child.0 as usize)) as i64;
        firsts.push(zigzag(first - before));
        before = first;
    }
    push_small(table, placed.cells as u32);
    for series in [counts, firsts, labels, values, targets] {
        push_series(table, &series);
    }
}

/// The inverse of `dictionary::trie::zigzag`.
fn zigzag(number: i64) -> u32 {
    (number << 1 ^ number >> 63) as u32
}

struct Placed {
    /// The nodes with children, in the order in which they are placed.
    order: Vec<usize>,
    bases: Vec<usize>,
    cells: usize,
}

/// The nodes with children in breadth-first order: those with many children, which are the hardest to place, mostly come first.
fn breadth_first(automaton: &WordAutomaton) -> Vec<usize> {
    let mut is_found = vec![false; automaton.nodes.len()];
    let mut order = Vec::new();
    let mut find = |node: usize, order: &mut Vec<usize>| {
        let is_inner = automaton.nodes.get(node).is_some_and(|(children, _)| !children.is_empty());
        if let Some(is_found) = is_found.get_mut(node).filter(|is_found| is_inner && !**is_found) {
            *is_found = true;
            order.push(node);
        }
    };
    find(automaton.root, &mut order);
    let mut next = 0;
    while let Some((children, _)) = order.get(next).and_then(|&node| automaton.nodes.get(node)) {
        children.iter().for_each(|&(_, child)| find(child, &mut order));
        next += 1;
    }
    order
}

/// Finds a base for every node so that no two children share a cell and no two nodes with children share a base.
fn place(automaton: &WordAutomaton) -> Placed {
    let children = |node: usize| automaton.nodes.get(node).map_or(&[][..], |node| node.0.as_slice());
    let order = breadth_first(automaton);
    let mut bases = vec![0usize; automaton.nodes.len()];
    let mut taken: Vec<bool> = Vec::new();
    let mut used: Vec<bool> = vec![true]; // base 0 marks nodes without children
    // The first free cell, where the search starts.
    let mut first_free = 0;
    // A base that did not fit never will: the search continues after the base of the last node with equal labels.
    let mut tried: HashMap<Vec<u32>, usize> = HashMap::new();
    for &node in &order {
        let children = children(node);
        let Some(&(lowest, _)) = children.first() else { continue };
        while taken.get(first_free) == Some(&true) {
            first_free += 1;
        }
        let labels: Vec<u32> = children.iter().map(|child| child.0).collect();
        let tried = tried.entry(labels).or_insert(1);
        let mut base = first_free.saturating_sub(lowest as usize).max(*tried);
        let fits = |base: usize| {
            used.get(base) != Some(&true)
                && children.iter().all(|&(label, _)| taken.get(base + label as usize) != Some(&true))
        };
        while !fits(base) {
            base += 1;
        }
        *tried = base;
        let highest = children.last().map_or(0, |&(label, _)| label as usize);
        taken.resize(taken.len().max(base + highest + 1), false);
        used.resize(used.len().max(base + 1), false);
        for &(label, _) in children {
            if let Some(cell) = taken.get_mut(base + label as usize) {
                *cell = true;
            }
        }
        if let Some(place) = used.get_mut(base) {
            *place = true;
        }
        if let Some(place) = bases.get_mut(node) {
            *place = base;
        }
    }
    Placed { order, bases, cells: taken.len() }
}
