//! Chinese and Japanese words: the Viterbi algorithm, which finds the path of least cost through the lattice of all dictionary
//! words in a run. Nodes are the positions between characters, edges are words. A character that is not a word is an edge of
//! the greatest cost; a run of katakana is an edge whose cost depends on its length.
//!
//! ```text
//! for each node, in order:
//!     for each word that starts here:            (trie steps; `relax`)
//!         best[node + length] = min(best[node + length], best[node].cost + word.cost)
//!     every BATCH nodes: if the best paths to all open nodes share a prefix, emit its words and discard it
//! follow the backpointers from the end
//! ```
//!
//! The trick: a [`BestPath`] is one integer, the cost above the complement of the word length, so relaxation is a `min` without
//! a branch, and ties go to the longest word. Why early output is right: a later word starts at an open node, so every complete
//! path goes through one of them; where their best paths have converged, no later word changes the prefix. Memory use stays
//! small for runs of any length.
//!
//! A user-defined word costs 1, less than any shipped word (27 and more): it wins over every split of its characters into
//! shipped words, and affects the rest of the run like a very frequent word.

use super::break_queue::BreakQueue;
use super::phrase::Phrases;
use super::trie::CostTrie;
use super::user::{UserWords, WordScript};
use super::{COMPATIBILITY, Dictionaries, FIRST_LABEL, Script, basic, basic_length};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, code_points};
use icu_normalizer::ComposingNormalizerBorrowed;

/// Cost of a character that is not a word.
const UNKNOWN: u64 = 255;
/// Cost of a user-defined word.
const USER_WORD_COST: u64 = 1;
/// The maximum length of a shipped word, which is one more than the longest run of katakana that is a word.
const LONGEST: usize = 20;
/// The maximum length of a user-defined word.
const MAX_WORD_LENGTH: usize = super::user::MAX_CHARACTERS;
/// Cost of a run of katakana by its length; entry 0 is for longer runs.
const KATAKANA: [u64; 9] = [8192, 984, 408, 240, 204, 252, 300, 372, 480];
/// The label of characters that occur in no word.
const NO_LABEL: u16 = u16::MAX;
/// The number of characters that are read at a time, and after which words are first emitted.
const BATCH: usize = 256;
/// The state of a node that no path has reached.
const UNREACHABLE: BestPath = BestPath(u64::MAX);

/// The best path to a node, with its backpointer: cost times 256, plus 255 minus the length of the last word in characters. The
/// minimum has the least cost and, among equal costs, the longest word.
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
    fn length(self) -> usize {
        255 - (self.0 & 0xFF) as usize
    }

    /// Relaxes the edge of the word that ends at a trie node, if one does. Branchless: the branch would be unpredictable.
    #[inline(always)]
    fn relax_word(&mut self, cost: u64, node: u32, length: usize) {
        let word = u64::from(node & 0xFF);
        let none = u64::from(word == 0).wrapping_neg();
        *self = BestPath(BestPath::new(cost + word, length).0 | none).min(*self);
    }
}

/// A character of the run (after NFKC), with the best path to the node after it, so that one step reads adjacent memory.
#[derive(Clone, Copy, Debug)]
struct LatticeNode {
    best: BestPath,
    /// The trie node after this character as the start of a word, see [`CostTrie::step`].
    words: u32,
    /// The distance of its end from the start of the run, in units. All parts of a decomposed character except the last one end
    /// where that character starts.
    end: u32,
    label: u16,
    katakana: bool,
}

/// Splits one run into words. Node 0 is the end of the last emitted word.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct LeastCost {
    /// The characters that were read.
    characters: Vec<LatticeNode>,
    /// The code points of the characters, if there are user-defined words or only phrase breaks are requested.
    code_points: Vec<char>,
    /// The phrase rules, if only breaks between phrases are requested.
    phrases: Option<&'static Phrases>,
    /// The last word break, which the next word may suppress: its position, and whether katakana precedes it.
    held: Option<(usize, bool)>,
    /// The last break between phrases.
    kept: usize,
    /// The length of the longest word.
    longest: usize,
    /// The cost of the best path to node 0.
    origin: u64,
    /// The next node whose words are to be relaxed.
    position: usize,
    previous_katakana: bool,
    /// The node at which convergence is checked next.
    next_batch: usize,
    /// The next unit to read, the start of the run, and the end of the run once it is known.
    read: usize,
    start: usize,
    end: Option<usize>,
    found: BreakQueue,
    /// The distance of node 0 from the start of the run.
    emitted: usize,
    /// A buffer for the ends of words that are emitted.
    ends: Vec<usize>,
    finished: bool,
}

impl LeastCost {
    /// Starts with the run at `start`.
    pub(in crate::unicode::segment) fn start(&mut self, dictionaries: &Dictionaries, start: usize, phrases: bool) {
        self.phrases = phrases.then(Phrases::get);
        (self.held, self.kept) = (None, 0);
        self.characters.clear();
        self.code_points.clear();
        self.longest = LONGEST.max(dictionaries.user.longest(WordScript::ChineseJapanese));
        self.found.begin();
        self.origin = 0;
        (self.read, self.start) = (start, start);
        (self.position, self.emitted, self.next_batch) = (0, 0, BATCH);
        (self.previous_katakana, self.finished) = (false, false);
        self.end = None;
    }

    /// The end of the run, which is known when all its breaks have been returned.
    pub(in crate::unicode::segment) fn end(&self) -> usize {
        self.end.unwrap_or(self.read)
    }

    /// The distance from the start of the run to the end of its next word, in units; `None` at the end of the run.
    pub(in crate::unicode::segment) fn next_break<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
    ) -> Option<usize> {
        while !self.finished {
            if let Some(at) = self.found.next() {
                return Some(at);
            }
            self.find_more(dictionaries, text);
        }
        self.found.next()
    }

    /// The queue of breaks that were found.
    #[inline(always)]
    pub(in crate::unicode::segment) fn found(&mut self) -> &mut BreakQueue {
        &mut self.found
    }

    /// Relaxes the words of more characters until some breaks are certain.
    fn find_more<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        loop {
            self.fill(dictionaries, text);
            // A word may extend beyond the characters that were read.
            let open = if self.end.is_none() { self.longest } else { 0 };
            let certain = self.characters.len().saturating_sub(open);
            if self.code_points.is_empty() {
                self.relax_all(&dictionaries.shipped.cj, certain);
            } else {
                self.relax_all_with_user_words(dictionaries, certain);
            }
            if self.end.is_some() {
                self.finished = true;
                self.emit_until(self.position);
                // The end of the run is not a break.
                return self.found.end_before(self.read - self.start);
            }
            if self.position >= self.next_batch {
                let agreed = self.converged_prefix();
                if agreed > 0 {
                    self.emit_until(agreed);
                    self.discard_until(agreed);
                    self.next_batch = self.position + BATCH;
                    return;
                }
                self.next_batch *= 2;
            }
        }
    }

    /// Reads a batch, and as many characters more as the longest word has.
    fn fill<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        let enough = self.position + BATCH + self.longest;
        let keeps_code_points = dictionaries.user.has(WordScript::ChineseJapanese) || self.phrases.is_some();
        while self.characters.len() < enough && self.end.is_none() {
            if !keeps_code_points {
                self.read_common(dictionaries, text, enough - self.characters.len());
            }
            let next = U::decode(text, self.read).map(|(c, length)| (c, length, dictionaries.script(c)));
            let Some((c, length, script)) = next.filter(|(_, _, script)| matches!(script, Script::Cj(_))) else {
                self.end = Some(self.read);
                break;
            };
            let start = self.read;
            self.read += length;
            let is_alone = !self.take_sound_marks(text, start);
            match script {
                Script::Cj(COMPATIBILITY) => self.push_normalized(dictionaries, text, start),
                script if is_alone => self.push(dictionaries, script, c, self.read),
                _ => self.push_normalized(dictionaries, text, start),
            }
        }
    }

    /// Reads up to `room` characters of the BMP that the dictionary contains and no sound mark follows.
    #[inline(always)]
    fn read_common<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], room: usize) {
        let scripts = &dictionaries.shipped.scripts;
        let trie: &CostTrie = &dictionaries.shipped.cj;
        let known = self.characters.len();
        let mut rest = text.part(self.read..);
        let (mut end, mut before) = (self.read - self.start, trie.root());
        for _ in 0..room {
            let Some((code, after)) = basic(rest) else { break };
            let number = scripts.bmp(code);
            if number < FIRST_LABEL {
                break;
            }
            end += rest.len() - after.len();
            rest = after;
            let character = character(trie, number, code, end);
            trie.prefetch(before, character.label);
            before = character.words;
            self.characters.push(character);
        }
        if self.characters.len() > known && is_sound_mark(rest) {
            self.characters.pop();
            end -= basic_length::<U>();
        }
        self.read = self.start + end;
        prefetch_third_steps(trie, self.characters.part(known..));
    }

    /// Reads the voiced and semi-voiced sound marks that follow; normalization processes them together with the preceding kana
    /// (there is no normalization boundary before them). Returns whether there are any. A piece is short: a long sequence of
    /// marks is split into several pieces.
    #[inline]
    fn take_sound_marks<U: CodeUnit>(&mut self, text: &[U], start: usize) -> bool {
        const MOST_UNITS: usize = 64;
        let first = self.read;
        while self.read - start < MOST_UNITS {
            match U::decode(text, self.read) {
                Some(('\u{FF9E}' | '\u{FF9F}', length)) => self.read += length,
                _ => break,
            }
        }
        self.read > first
    }

    /// Adds the NFKC form of the piece from `start` to `self.read`; its parts have the position of the piece.
    fn push_normalized<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], start: usize) {
        let piece = text.part(start..self.read);
        let characters = code_points(piece).map(|(_, c)| c);
        for part in ComposingNormalizerBorrowed::new_nfkc().normalize_iter(characters) {
            self.push(dictionaries, dictionaries.script(part), part, start);
        }
        if let Some(last) = self.characters.last_mut() {
            last.end = (self.read - self.start) as u32;
        }
    }

    /// Adds a character that ends at `end`.
    fn push(&mut self, dictionaries: &Dictionaries, script: Script, c: char, end: usize) {
        let number = match script {
            Script::Cj(number) => number,
            _ => FIRST_LABEL,
        };
        self.characters.push(character(&dictionaries.shipped.cj, number, c.into(), end - self.start));
        if dictionaries.user.has(WordScript::ChineseJapanese) || self.phrases.is_some() {
            self.code_points.push(c);
        }
    }

    /// Relaxes all shipped words that start before the node `until`.
    #[inline(never)]
    fn relax_all(&mut self, trie: &CostTrie, until: usize) {
        let (mut cost, mut after_katakana) = (self.cost(self.position), self.previous_katakana);
        let mut ahead = self.characters.part_mut(self.position..);
        for _ in self.position..until {
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.words, first.katakana);
            let single = if node & 0xFF == 0 { UNKNOWN } else { (node & 0xFF).into() };
            relax(ahead, cost + single, 1);
            relax_longer(trie, cost, node, ahead);
            if is_katakana && !after_katakana {
                relax_katakana(cost, ahead);
            }
            after_katakana = is_katakana;
            let Some((first, others)) = ahead.split_first_mut() else { break };
            (cost, ahead) = (first.best.cost(), others);
        }
        (self.position, self.previous_katakana) = (self.position.max(until), after_katakana);
    }

    /// Variant of [`LeastCost::relax_all`] that includes user-defined words.
    #[inline(never)]
    fn relax_all_with_user_words(&mut self, dictionaries: &Dictionaries, until: usize) {
        while self.position < until {
            let cost = self.cost(self.position);
            let own = self.code_points.part(self.position..);
            let ahead = self.characters.part_mut(self.position..);
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.words, first.katakana);
            let has_single = relax_user_words(&dictionaries.user, self.longest, cost, own, ahead);
            match node & 0xFF {
                0 if has_single => {}
                0 => relax(ahead, cost + UNKNOWN, 1),
                single => relax(ahead, cost + u64::from(single), 1),
            }
            relax_longer(&dictionaries.shipped.cj, cost, node, ahead);
            if is_katakana && !self.previous_katakana {
                relax_katakana(cost, ahead);
            }
            self.previous_katakana = is_katakana;
            self.position += 1;
        }
    }

    /// The best path to a node; for node 0 only the cost is known.
    #[inline(always)]
    fn best_path(&self, position: usize) -> BestPath {
        let before = position.checked_sub(1).map(|before| self.characters.get(before));
        before.map_or(BestPath::new(self.origin, 0), |character| {
            character.map_or(UNREACHABLE, |character| character.best)
        })
    }

    #[inline(always)]
    fn cost(&self, position: usize) -> u64 {
        self.best_path(position).cost()
    }

    /// The last node that is on the best paths to all open nodes (nodes where a word may still start); 0 if there is none.
    fn converged_prefix(&self) -> usize {
        let reached = |position: usize| self.best_path(position) != UNREACHABLE;
        let before = |position: usize| position - self.best_path(position).length().min(position);
        // Words extend at most this far beyond the current node.
        let mut open = [0usize; MAX_WORD_LENGTH + 1];
        let mut count = 0;
        for position in (self.position..=self.position + self.longest).filter(|&position| reached(position)) {
            if let Some(slot) = open.get_mut(count) {
                *slot = position;
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

    /// Emits the words of the best path to a node.
    fn emit_until(&mut self, until: usize) {
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        let mut position = until;
        while position > 0 {
            ends.push(position);
            match self.best_path(position).length() {
                0 => break,
                length => position -= length.min(position),
            }
        }
        self.found.begin();
        match self.phrases {
            Some(phrases) => self.emit_phrases(phrases, &ends),
            None => self.emit_words(&ends),
        }
        self.emitted = self.distance(until);
        self.ends = ends;
    }

    /// Emits the ends of words; `ends` is in descending order.
    fn emit_words(&mut self, ends: &[usize]) {
        let mut last = self.emitted;
        for &end in ends.iter().rev() {
            // Ends inside a decomposed character have the position of its start.
            let distance = self.distance(end);
            if distance > last {
                self.found.push(distance);
                last = distance;
            }
        }
    }

    /// The distance of a node from the start of the run, in units.
    #[inline(always)]
    fn distance(&self, position: usize) -> usize {
        let before = position.checked_sub(1).and_then(|before| self.characters.get(before));
        before.map_or(self.emitted, |character| character.end as usize)
    }

    /// Emits the breaks before words that start a phrase; `ends` is in descending order.
    fn emit_phrases(&mut self, phrases: &Phrases, ends: &[usize]) {
        let mut from = 0;
        for &end in ends.iter().rev() {
            let word = self.characters.part(from..end);
            let starts_katakana = word.first().is_some_and(|character| character.katakana);
            let ends_katakana = word.last().is_some_and(|character| character.katakana);
            if let Some((at, after_katakana)) = self.held
                && at > self.kept
                && phrases.starts_with(self.code_points.part(from..end))
                && !(after_katakana && starts_katakana)
            {
                self.found.push(at);
                self.kept = at;
            }
            self.held = Some((self.distance(end), ends_katakana));
            from = end;
        }
    }

    /// Discards the nodes before `until`, which becomes node 0.
    fn discard_until(&mut self, until: usize) {
        self.origin = self.cost(until);
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
fn relax_longer(trie: &CostTrie, cost: u64, mut node: u32, ahead: &mut [LatticeNode]) {
    let mut length = 1;
    for character in ahead.iter_mut().skip(1) {
        if node >> 8 == 0 {
            break;
        }
        node = trie.step(node, character.label);
        length += 1;
        character.best.relax_word(cost, node, length);
    }
}

/// Relaxes the run of katakana at the start of `ahead`.
fn relax_katakana(cost: u64, ahead: &mut [LatticeNode]) {
    let length = ahead.iter().take(LONGEST).take_while(|character| character.katakana).count();
    if length < LONGEST {
        let run = KATAKANA.get(length).or(KATAKANA.first()).copied().unwrap_or(UNKNOWN);
        relax(ahead, cost + run, length);
    }
}

/// Relaxes the user-defined words at the start of the text; returns whether one is a single character.
fn relax_user_words(words: &UserWords, longest: usize, cost: u64, text: &[char], ahead: &mut [LatticeNode]) -> bool {
    let (mut node, mut single) = (UserWords::ROOT, false);
    for (&c, length) in text.iter().zip(1..=longest) {
        let Some((child, ends)) = words.step(node, c) else { break };
        if ends {
            single |= length == 1;
            relax(ahead, cost + USER_WORD_COST, length);
        }
        node = child;
    }
    single
}

/// Prefetches the third trie step from each character; the second one was prefetched when the characters were read.
fn prefetch_third_steps(trie: &CostTrie, characters: &[LatticeNode]) {
    for three in characters.windows(3) {
        if let [first, second, third] = three {
            trie.prefetch(trie.step(first.words, second.label), third.label);
        }
    }
}

/// Whether a text may start with a halfwidth sound mark, by its first unit.
#[inline(always)]
fn is_sound_mark<U: CodeUnit>(text: &[U]) -> bool {
    let first: u32 = text.first().map_or(0, |&unit| unit.into());
    matches!(first, 0xFF9E | 0xFF9F) || U::ENCODING == Encoding::Utf8 && first == 0xEF
}

/// Creates a character from its number in the map of scripts; texts are shorter than 2^31 units.
#[inline(always)]
fn character(trie: &CostTrie, number: u16, code: u32, end: usize) -> LatticeNode {
    // Label 0 occurs in no word, but marks empty cells.
    let label = if number > FIRST_LABEL { number - FIRST_LABEL } else { NO_LABEL };
    let katakana = matches!(code, 0x30A1..=0x30FE | 0xFF66..=0xFF9F) && code != 0x30FB;
    LatticeNode { best: UNREACHABLE, words: trie.step(trie.root(), label), end: end as u32, label, katakana }
}
