//! Compiles the tables that the dictionaries read; used by `tools/compile-data` only.

use super::southeast_asian::{BEGINS_WORD, ENDS_WORD, LABELS, MAIYAMOK, MARK, OTHER, PAIYANNOI};
use super::trie::zigzag;
use super::{COMPATIBILITY, FIRST_LABEL};
use crate::unicode::class_map::ClassMap;
use crate::unicode::data_file::push_leb128;
use crate::unicode::part::SlicePart;
use crate::unicode::segment::table_file::{push_class_map, push_number, push_series};
use crate::unicode::set::UnicodeSet;
use std::collections::{BTreeMap, HashMap};

/// The sets of characters of each dictionary, in the order of their numbers from 1 on; the last one is Chinese and
/// Japanese.
const SCRIPTS: [&str; 5] = [
    "[[:Thai:]&[:LineBreak=SA:]]",
    "[[:Laoo:]&[:LineBreak=SA:]]",
    "[[:Khmr:]&[:LineBreak=SA:]]",
    "[[:Mymr:]&[:LineBreak=SA:]]",
    "[[:Han:][:Hiragana:][:Katakana:]\\uFF70\\u30FC\\uFF9E\\uFF9F]",
];
/// A script with a dictionary of its own.
struct ScriptBlock {
    code: &'static str,
    /// The first code point.
    first: u32,
    /// The characters that may start a word.
    begins: &'static str,
    /// Those of the script that may not end one.
    not_ends: &'static str,
}

const BLOCKS: [ScriptBlock; 4] = [
    ScriptBlock {
        code: "th",
        first: 0xE00,
        begins: "[\\u0E01-\\u0E2E\\u0E40-\\u0E44]",
        not_ends: "[\\u0E31\\u0E40-\\u0E44]",
    },
    ScriptBlock {
        code: "lo",
        first: 0xE80,
        begins: "[\\u0E81-\\u0EAE\\u0EDC-\\u0EDD\\u0EC0-\\u0EC4]",
        not_ends: "[\\u0EC0-\\u0EC4]",
    },
    ScriptBlock { code: "km", first: 0x1780, begins: "[\\u1780-\\u17B3]", not_ends: "[\\u17D2]" },
    ScriptBlock { code: "my", first: 0x1000, begins: "[\\u1000-\\u102A]", not_ends: "[]" },
];

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Compiles the table of a word list of one of the scripts `th lo km my`. Words contain only characters of the script.
pub fn compile_word_trie(script: &str, words: &str) -> Result<Vec<u8>> {
    let (block, set) = BLOCKS.iter().zip(SCRIPTS).find(|(block, _)| block.code == script).ok_or("unknown script")?;
    let all = UnicodeSet::parse(set)?;
    let mut table = Vec::new();
    push_number(&mut table, block.first as usize - 1);
    table.extend(character_properties(block, &all)?);
    let words = words.lines().filter(|word| word.chars().all(|c| all.contains(c.into())));
    let words = words.map(|word| (word.chars().map(|c| u32::from(c) - block.first + 1).collect(), 1)).collect();
    push_automaton(&mut table, &minimal_automaton(words));
    Ok(table)
}

/// The properties of each label; `all` are the characters of the script.
fn character_properties(block: &ScriptBlock, all: &UnicodeSet) -> Result<Vec<u8>> {
    let mut marks = all.clone();
    marks.retain_all(&UnicodeSet::parse("[:M:]")?);
    let (begins, not_ends) = (UnicodeSet::parse(block.begins)?, UnicodeSet::parse(block.not_ends)?);
    let of = |c: u32| {
        let flag = |has: bool, flag: u8| if has { flag } else { 0 };
        flag(marks.contains(c), MARK)
            | flag(begins.contains(c), BEGINS_WORD)
            | flag(all.contains(c) && !not_ends.contains(c), ENDS_WORD)
            | flag(block.code == "th" && c == 0xE2F, PAIYANNOI)
            | flag(block.code == "th" && c == 0xE46, MAIYAMOK)
    };
    let in_block = (1..u32::from(OTHER)).map(|label| of(block.first + label - 1));
    let properties: Vec<u8> = std::iter::once(0).chain(in_block).chain([ENDS_WORD, ENDS_WORD | MARK]).collect();
    debug_assert_eq!(properties.len(), LABELS);
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
    let words = list.iter().map(|(word, cost)| (word.chars().map(label).collect(), *cost)).collect();
    let mut table = Vec::new();
    push_automaton(&mut table, &minimal_automaton(words));
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
        Some(_) if compatibility.contains(c) => COMPATIBILITY.into(),
        Some(_) => {
            usize::from(FIRST_LABEL) + char::from_u32(c).and_then(|c| labels.get(&c)).map_or(0, |&label| label as usize)
        }
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

/// A node of a minimal automaton: its children by label, and its value (0: no word ends there).
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct AutomatonNode {
    children: Vec<(u32, usize)>,
    value: u32,
}

/// A minimal automaton, in which equal suffixes share nodes.
#[derive(Default)]
struct WordAutomaton {
    nodes: Vec<AutomatonNode>,
    root: usize,
}

/// Builds the minimal automaton of words with their values.
fn minimal_automaton(mut words: Vec<(Vec<u32>, u32)>) -> WordAutomaton {
    words.sort();
    let mut automaton = WordAutomaton::default();
    let mut known: HashMap<AutomatonNode, usize> = HashMap::new();
    // The nodes on the path of the last word, with the label from the parent: later words may add children to them.
    let mut open: Vec<(u32, AutomatonNode)> = vec![(0, AutomatonNode::default())];
    let mut close = |open: &mut Vec<(u32, AutomatonNode)>, depth: usize| {
        while open.len() > depth {
            let Some((label, node)) = open.pop() else { return };
            let number = *known.entry(node).or_insert_with_key(|node| {
                automaton.nodes.push(node.clone());
                automaton.nodes.len() - 1
            });
            match open.last_mut() {
                Some((_, parent)) => parent.children.push((label, number)),
                None => automaton.root = number,
            }
        }
    };
    let mut last: Vec<u32> = Vec::new();
    for (word, value) in words {
        let common = word.iter().zip(&last).take_while(|(a, b)| a == b).count();
        close(&mut open, common + 1);
        open.extend(word.iter().skip(common).map(|&label| (label, AutomatonNode::default())));
        if let Some((_, end)) = open.last_mut() {
            end.value = value;
        }
        last = word;
    }
    close(&mut open, 0);
    automaton
}

/// Appends an automaton for `trie::read_automaton`.
fn push_automaton(table: &mut Vec<u8>, automaton: &WordAutomaton) {
    let placement = place_nodes(automaton);
    let mut numbers = vec![0; automaton.nodes.len()];
    for (&node, number) in placement.order.iter().zip(0..) {
        if let Some(slot) = numbers.get_mut(node) {
            *slot = number;
        }
    }
    let [mut counts, mut firsts, mut labels, mut values, mut targets] = [const { Vec::new() }; 5];
    let (mut before, mut found) = (0, 1);
    for &number in &placement.order {
        let Some(node) = automaton.nodes.get(number) else { continue };
        counts.push(node.children.len() as u32);
        values.push(node.value);
        let mut last = 0;
        for &(label, child) in &node.children {
            labels.push(label - last);
            last = label;
            targets.push(match automaton.nodes.get(child) {
                Some(leaf) if leaf.children.is_empty() => leaf.value << 1 | 1,
                _ => {
                    let distance = found - numbers.item(child);
                    found += usize::from(distance == 0);
                    (distance as u32) << 1
                }
            });
        }
        let first_label = node.children.first().map_or(0, |&(label, _)| label as usize);
        let first = (placement.bases.item(number) + first_label) as i64;
        firsts.push(zigzag(first - before));
        before = first;
    }
    push_leb128(table, placement.cells as u32);
    for series in [counts, firsts, labels, values, targets] {
        push_series(table, &series);
    }
}

/// The offsets of an automaton's nodes in a double array.
struct NodePlacement {
    /// The nodes with children, in the order in which they are placed.
    order: Vec<usize>,
    /// The base of each node.
    bases: Vec<usize>,
    /// The number of cells.
    cells: usize,
}

/// The nodes with children in breadth-first order: those with many children, which are the hardest to place, mostly
/// come first.
fn breadth_first(automaton: &WordAutomaton) -> Vec<usize> {
    let mut is_found = vec![false; automaton.nodes.len()];
    let mut order = Vec::new();
    let mut find = |node: usize, order: &mut Vec<usize>| {
        let is_inner = automaton.nodes.get(node).is_some_and(|node| !node.children.is_empty());
        if let Some(is_found) = is_found.get_mut(node).filter(|is_found| is_inner && !**is_found) {
            *is_found = true;
            order.push(node);
        }
    };
    find(automaton.root, &mut order);
    let mut next = 0;
    while let Some(node) = order.get(next).and_then(|&node| automaton.nodes.get(node)) {
        node.children.iter().for_each(|&(_, child)| find(child, &mut order));
        next += 1;
    }
    order
}

/// Finds a base for every node so that no two children share a cell and no two nodes with children share a base.
fn place_nodes(automaton: &WordAutomaton) -> NodePlacement {
    let order = breadth_first(automaton);
    let mut bases = vec![0usize; automaton.nodes.len()];
    let mut taken: Vec<bool> = Vec::new();
    let mut used: Vec<bool> = vec![true]; // base 0 marks nodes without children
    // The first free cell, where the search starts.
    let mut first_free = 0;
    // A base that did not fit never will: the search continues after the base of the last node with equal labels.
    let mut tried: HashMap<Vec<u32>, usize> = HashMap::new();
    for &node in &order {
        let labels: Vec<u32> =
            automaton.nodes.get(node).into_iter().flat_map(|node| &node.children).map(|&(label, _)| label).collect();
        let (Some(&lowest), Some(&highest)) = (labels.first(), labels.last()) else { continue };
        while taken.get(first_free) == Some(&true) {
            first_free += 1;
        }
        let tried = tried.entry(labels.clone()).or_insert(1);
        let mut base = first_free.saturating_sub(lowest as usize).max(*tried);
        let fits = |base: usize| {
            used.get(base) != Some(&true) && labels.iter().all(|&label| taken.get(base + label as usize) != Some(&true))
        };
        while !fits(base) {
            base += 1;
        }
        *tried = base;
        taken.resize(taken.len().max(base + highest as usize + 1), false);
        used.resize(used.len().max(base + 1), false);
        for &label in &labels {
            if let Some(cell) = taken.get_mut(base + label as usize) {
                *cell = true;
            }
        }
        if let Some(is_used) = used.get_mut(base) {
            *is_used = true;
        }
        if let Some(slot) = bases.get_mut(node) {
            *slot = base;
        }
    }
    NodePlacement { order, bases, cells: taken.len() }
}
