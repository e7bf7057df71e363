//! The lattice of a run of Chinese or Japanese. Nodes are the positions between characters, edges are words: to relax
//! an edge is to replace the best path to its end if the path over the edge costs less. A character that is not a word
//! is an edge of the greatest cost; a run of katakana is an edge whose cost depends on its length.
//!
//! A user-defined word costs 1, less than any shipped word (27 and more): it wins over every split of its characters
//! into shipped words, and affects the rest of the run like a very frequent word.

use super::trie::{CostTrie, CostTrieNode};
use super::user_words::{MAX_WORD_LENGTH, UserWords, WordScript};
use super::{Dictionaries, FIRST_LABEL};
use crate::memory;
use crate::unicode::part::SlicePart;

/// The cost of a character that is not a word.
const UNKNOWN_CHARACTER: u64 = 255;
/// The cost of a user-defined word.
const USER_WORD: u64 = 1;
/// The cost of a run of katakana by its length; entry 0 is for longer runs.
const KATAKANA_RUN: [u64; 9] = [8192, 984, 408, 240, 204, 252, 300, 372, 480];
/// The maximum length of a shipped word, which is one more than that of a run of katakana that is a word.
const MAX_SHIPPED_LENGTH: usize = 20;
/// The label of characters that occur in no word.
const NO_LABEL: u16 = u16::MAX;
/// The state of a node that no path has reached.
const UNREACHABLE: BestPath = BestPath(u64::MAX);

/// The best path to a node, with its backpointer: cost times 256, plus 255 minus the length of the last word in
/// characters. The minimum has the least cost and, among equal costs, the longest word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BestPath(u64);

impl BestPath {
    #[inline(always)]
    fn new(cost: u64, length: usize) -> BestPath {
        BestPath(cost << 8 | (255 - length as u64))
    }

    #[inline(always)]
    fn cost(self) -> u64 {
        self.0 >> 8
    }

    #[inline(always)]
    fn last_word_length(self) -> usize {
        255 - (self.0 & 0xFF) as usize
    }

    /// Relaxes the edge of the word that ends at a trie node, if one does. Branchless: the branch would be
    /// unpredictable.
    #[inline(always)]
    fn relax_word(&mut self, cost: u64, node: CostTrieNode, length: usize) {
        let word = node.word_cost();
        let none = u64::from(word == 0).wrapping_neg();
        *self = BestPath(BestPath::new(cost + word, length).0 | none).min(*self);
    }
}

/// A character of the run (after NFKC), with the best path to the node after it, so that one step reads adjacent
/// memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct LatticeNode {
    best: BestPath,
    /// The trie node of this character as the start of a word.
    pub(super) first_step: CostTrieNode,
    /// The distance of its end from the start of the run, in units. All parts of a decomposed character except the last
    /// one end where that character starts.
    pub(super) end: u32,
    pub(super) label: u16,
    pub(super) is_katakana: bool,
}

impl LatticeNode {
    /// Creates the node after a character from the character's number in the script map and the distance of its end;
    /// texts are shorter than 2^31 units.
    #[inline(always)]
    pub(super) fn new(trie: &CostTrie, number: u16, code: u32, end: usize) -> LatticeNode {
        // Label 0 occurs in no word, but marks empty cells.
        let label = if number > FIRST_LABEL { number - FIRST_LABEL } else { NO_LABEL };
        let is_katakana = matches!(code, 0x30A1..=0x30FE | 0xFF66..=0xFF9F) && code != 0x30FB;
        LatticeNode {
            best: UNREACHABLE,
            first_step: trie.step(trie.root(), label),
            end: end as u32,
            label,
            is_katakana,
        }
    }
}

/// The part of the lattice that is not emitted yet. Node 0 is the end of the last emitted word; node `n` follows
/// character `n - 1`.
#[derive(Clone, Debug, Default)]
pub(super) struct Lattice {
    /// The characters that were read.
    pub(super) characters: Vec<LatticeNode>,
    /// The code points of the characters, if there are user-defined words or only phrase breaks are requested.
    pub(super) code_points: Vec<char>,
    /// The length of the longest word, in characters.
    pub(super) longest: usize,
    /// The next node whose words are to be relaxed.
    pub(super) position: usize,
    /// Whether the character before that node is katakana.
    after_katakana: bool,
    /// The cost of the best path to node 0, and the distance of node 0 from the start of the run.
    origin_cost: u64,
    origin_end: usize,
}

impl Lattice {
    /// Starts with an empty run.
    pub(super) fn start(&mut self, words: &UserWords) {
        self.characters.clear();
        self.code_points.clear();
        self.longest = MAX_SHIPPED_LENGTH.max(words.longest(WordScript::ChineseJapanese));
        (self.position, self.after_katakana) = (0, false);
        (self.origin_cost, self.origin_end) = (0, 0);
    }

    /// Relaxes all words that start before the node `until`.
    pub(super) fn relax_until(&mut self, dictionaries: &Dictionaries, until: usize) {
        if self.code_points.is_empty() {
            self.relax_shipped_words(dictionaries.shipped.chinese_japanese(), until);
        } else {
            self.relax_all_words(dictionaries, until);
        }
    }

    #[inline(never)]
    fn relax_shipped_words(&mut self, trie: &CostTrie, until: usize) {
        let (mut cost, mut after_katakana) = (self.best_path(self.position).cost(), self.after_katakana);
        let mut ahead = self.characters.part_mut(self.position..);
        for _ in self.position..until {
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.first_step, first.is_katakana);
            let single = if node.word_cost() == 0 { UNKNOWN_CHARACTER } else { node.word_cost() };
            relax(ahead, cost + single, 1);
            relax_longer_words(trie, cost, node, ahead);
            if is_katakana && !after_katakana {
                relax_katakana_run(cost, ahead);
            }
            after_katakana = is_katakana;
            let Some((first, others)) = ahead.split_first_mut() else { break };
            (cost, ahead) = (first.best.cost(), others);
        }
        (self.position, self.after_katakana) = (self.position.max(until), after_katakana);
    }

    /// Variant of [`Lattice::relax_shipped_words`] that includes user-defined words.
    #[inline(never)]
    fn relax_all_words(&mut self, dictionaries: &Dictionaries, until: usize) {
        while self.position < until {
            let cost = self.best_path(self.position).cost();
            let text = self.code_points.part(self.position..);
            let ahead = self.characters.part_mut(self.position..);
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.first_step, first.is_katakana);
            let has_single = relax_user_words(&dictionaries.user, self.longest, cost, text, ahead);
            match node.word_cost() {
                0 if has_single => {}
                0 => relax(ahead, cost + UNKNOWN_CHARACTER, 1),
                single => relax(ahead, cost + single, 1),
            }
            relax_longer_words(dictionaries.shipped.chinese_japanese(), cost, node, ahead);
            if is_katakana && !self.after_katakana {
                relax_katakana_run(cost, ahead);
            }
            self.after_katakana = is_katakana;
            self.position += 1;
        }
    }

    /// The best path to a node; for node 0 only the cost is known.
    #[inline(always)]
    fn best_path(&self, node: usize) -> BestPath {
        let before = node.checked_sub(1).map(|before| self.characters.get(before));
        before.map_or(BestPath::new(self.origin_cost, 0), |character| {
            character.map_or(UNREACHABLE, |character| character.best)
        })
    }

    /// The last node that is on the best paths to all open nodes (nodes where a word may still start); 0 if there is
    /// none.
    pub(super) fn converged_node(&self) -> usize {
        let is_reached = |node: usize| self.best_path(node) != UNREACHABLE;
        let before = |node: usize| node - self.best_path(node).last_word_length().min(node);
        // Words extend at most this far beyond the current node.
        let mut open = [0usize; MAX_WORD_LENGTH + 1];
        let mut count = 0;
        for node in (self.position..=self.position + self.longest).filter(|&node| is_reached(node)) {
            if let Some(slot) = open.get_mut(count) {
                *slot = node;
                count += 1;
            }
        }
        let open = open.part_mut(..count);
        // The last one of the nodes steps back by a word until all are at one node.
        loop {
            let least = open.iter().copied().min().unwrap_or(0);
            match open.iter_mut().max() {
                Some(last) if *last > least => *last = before(*last),
                _ => return least.min(self.position),
            }
        }
    }

    /// Follows the backpointers from a node to node 0: the ends of the words on its best path, in descending order.
    pub(super) fn trace_back(&self, from: usize, ends: &mut Vec<usize>) {
        ends.clear();
        let mut node = from;
        while node > 0 {
            memory::push(ends, node);
            match self.best_path(node).last_word_length() {
                0 => break,
                length => node -= length.min(node),
            }
        }
    }

    /// The distance of a node from the start of the run, in units.
    #[inline(always)]
    pub(super) fn distance(&self, node: usize) -> usize {
        let before = node.checked_sub(1).and_then(|before| self.characters.get(before));
        before.map_or(self.origin_end, |character| character.end as usize)
    }

    /// Discards the nodes before `until`, which becomes node 0.
    pub(super) fn discard_until(&mut self, until: usize) {
        (self.origin_cost, self.origin_end) = (self.best_path(until).cost(), self.distance(until));
        self.characters.drain(..until.min(self.characters.len()));
        self.code_points.drain(..until.min(self.code_points.len()));
        self.position -= until;
    }
}

/// Relaxes the edge of a word: `length` characters at the start of `ahead`, with the total cost.
#[inline(always)]
fn relax(ahead: &mut [LatticeNode], cost: u64, length: usize) {
    if let Some(last) = ahead.get_mut(length - 1) {
        last.best = BestPath::new(cost, length).min(last.best);
    }
}

/// Relaxes the shipped words of two or more characters; `node` is the trie node of the first one.
#[inline(always)]
fn relax_longer_words(trie: &CostTrie, cost: u64, mut node: CostTrieNode, ahead: &mut [LatticeNode]) {
    let mut length = 1;
    for character in ahead.iter_mut().skip(1) {
        if !node.has_children() {
            break;
        }
        node = trie.step(node, character.label);
        length += 1;
        character.best.relax_word(cost, node, length);
    }
}

/// Relaxes the run of katakana at the start of `ahead`.
fn relax_katakana_run(cost: u64, ahead: &mut [LatticeNode]) {
    let length = ahead.iter().take(MAX_SHIPPED_LENGTH).take_while(|character| character.is_katakana).count();
    if length < MAX_SHIPPED_LENGTH {
        let [longer, ..] = KATAKANA_RUN;
        relax(ahead, cost + KATAKANA_RUN.get(length).copied().unwrap_or(longer), length);
    }
}

/// Relaxes the user-defined words at the start of the text; returns whether one is a single character.
fn relax_user_words(words: &UserWords, longest: usize, cost: u64, text: &[char], ahead: &mut [LatticeNode]) -> bool {
    let (mut node, mut has_single) = (UserWords::ROOT, false);
    for (&c, length) in text.iter().zip(1..=longest) {
        let Some((child, ends)) = words.step(node, c) else { break };
        if ends {
            has_single |= length == 1;
            relax(ahead, cost + USER_WORD, length);
        }
        node = child;
    }
    has_single
}
