//! Chinese and Japanese words: of all ways to write a run as words of the dictionary the one with the least sum of costs.
//! A character that is no word by itself counts as one with the greatest cost, and a run of katakana as a word with a
//! cost by its length. Costs are found forward, one character after the other; as soon as all ways that are still open
//! agree up to some place, the words before it are given out and forgotten, so memory stays small for runs of any length.

use super::trie::CostTrie;
use super::{COMPATIBILITY, Dictionaries, FIRST_LABEL, Script};
use crate::unicode::text::CodeUnit;
use icu_normalizer::ComposingNormalizerBorrowed;
use std::collections::VecDeque;

/// Cost of a character that is no word by itself.
const UNKNOWN: u32 = 255;
/// Longest word, and one past the longest run of katakana that counts as one.
const LONGEST: usize = 20;
/// Cost of a run of katakana by its length; of longer ones the first.
const KATAKANA: [u32; 9] = [8192, 984, 408, 240, 204, 252, 300, 372, 480];
/// How many places are kept in the ring of costs: more than the longest word.
const RING: usize = 32;
/// After how many characters words are given out for the first time.
const BATCH: usize = 256;

/// A character of the run as the dictionary knows it (after NFKC).
#[derive(Clone, Copy, Debug, Default)]
struct Character {
    label: u16,
    /// Units from this character to the next one; 0 inside what one character was decomposed into.
    length: u8,
    katakana: bool,
}

/// Cuts one run into words.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct LeastCost {
    /// Characters read, from the place that is next to be looked at on.
    ahead: VecDeque<Character>,
    /// Next unit to read, and where the run ends.
    read: usize,
    end: usize,
    /// Least cost to reach each of the last places, by place modulo the length; only differences count.
    costs: Vec<u32>,
    /// Length of the best word that ends at each place not given out yet; and of that place's character before.
    lengths: Vec<u8>,
    units: Vec<u8>,
    /// The place next to be looked at, counted from the first one not given out.
    place: usize,
    /// When to look for agreement next.
    next_batch: usize,
    previous_katakana: bool,
    /// Ends of words found, as distances from the start of the run in units, last first.
    found: Vec<usize>,
    /// Distance of the first place not given out from the start of the run.
    given: usize,
    started_at: usize,
    finished: bool,
}

impl LeastCost {
    /// Starts with the run at `start`; gives where it ends.
    pub(in crate::unicode::segment) fn start<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
        start: usize,
    ) -> usize {
        self.ahead.clear();
        self.lengths.clear();
        self.units.clear();
        self.found.clear();
        self.costs.clear();
        self.costs.resize(RING, u32::MAX);
        self.set_cost(0, 0);
        self.lengths.push(0);
        (self.read, self.started_at) = (start, start);
        (self.place, self.given, self.next_batch) = (0, 0, BATCH);
        (self.previous_katakana, self.finished) = (false, false);
        self.end = start;
        while let Some((c, length)) = U::decode(text, self.end) {
            if !matches!(dictionaries.script(c), Script::Cj(_)) {
                break;
            }
            self.end += length;
        }
        self.end
    }

    /// The distance from the start of the run to the end of its next word, in units; `None` if that is the end of the run.
    pub(in crate::unicode::segment) fn next_break<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        text: &[U],
    ) -> Option<usize> {
        loop {
            if let Some(at) = self.found.pop() {
                if self.started_at + at < self.end {
                    return Some(at);
                }
                continue;
            }
            if self.finished {
                return None;
            }
            self.find_more(dictionaries, text);
        }
    }

    /// Looks at characters until some words are certain.
    fn find_more<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        loop {
            self.fill(dictionaries, text);
            if self.ahead.is_empty() {
                self.finished = true;
                self.give_out(self.place);
                return;
            }
            self.look_at_place(&dictionaries.cj);
            if self.place >= self.next_batch {
                let agreed = self.agreement();
                if agreed > 0 {
                    self.give_out(agreed);
                    self.next_batch = self.place + BATCH;
                    return;
                }
                self.next_batch *= 2;
            }
        }
    }

    /// Reads ahead as far as the longest word goes.
    fn fill<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        while self.ahead.len() < LONGEST + 1 && self.read < self.end {
            let Some((c, length)) = U::decode(text, self.read) else { return };
            self.read += length;
            match dictionaries.script(c) {
                Script::Cj(COMPATIBILITY) => self.push_decomposed(dictionaries, c, length as u8),
                script => self.ahead.push_back(character(script, c, length as u8)),
            }
        }
    }

    /// All parts of a decomposed character stand where it stands.
    fn push_decomposed(&mut self, dictionaries: &Dictionaries, c: char, length: u8) {
        for part in ComposingNormalizerBorrowed::new_nfkc().normalize_iter(std::iter::once(c)) {
            self.ahead.push_back(character(dictionaries.script(part), part, 0));
        }
        if let Some(last) = self.ahead.back_mut() {
            last.length = length;
        }
    }

    fn cost(&self, place: usize) -> u32 {
        self.costs.get(place % RING).copied().unwrap_or(u32::MAX)
    }

    fn set_cost(&mut self, place: usize, cost: u32) {
        let index = place % RING;
        if let Some(slot) = self.costs.get_mut(index) {
            *slot = cost;
        }
    }

    /// Offers a word of `length` characters from the current place on.
    #[inline]
    fn offer(&mut self, cost: u32, length: usize) {
        let end = self.place + length;
        if self.lengths.len() <= end {
            // Places beyond were not reached yet: what stands in the ring is older.
            for place in self.lengths.len()..=end {
                self.set_cost(place, u32::MAX);
            }
            self.lengths.resize(end + 1, 0);
        }
        if cost < self.cost(end) {
            self.set_cost(end, cost);
            if let Some(best) = self.lengths.get_mut(end) {
                *best = length as u8;
            }
        }
    }

    fn look_at_place(&mut self, trie: &CostTrie) {
        let cost = self.cost(self.place);
        let Some(&first) = self.ahead.front() else { return };
        let mut single = false;
        let mut node = trie.root();
        for index in 0..LONGEST {
            let Some(&character) = self.ahead.get(index) else { break };
            let Some((child, word_cost)) = trie.step(node, character.label) else { break };
            if word_cost != 0 {
                single |= index == 0;
                self.offer(cost.saturating_add(word_cost), index + 1);
            }
            match child {
                Some(child) => node = child,
                None => break,
            }
        }
        if !single {
            self.offer(cost.saturating_add(UNKNOWN), 1);
        }
        if first.katakana && !self.previous_katakana {
            let length = self.ahead.iter().take(LONGEST).take_while(|character| character.katakana).count();
            if length < LONGEST {
                let run_cost = KATAKANA.get(length).or(KATAKANA.first()).copied().unwrap_or(UNKNOWN);
                self.offer(cost.saturating_add(run_cost), length);
            }
        }
        self.previous_katakana = first.katakana;
        self.units.push(first.length);
        self.ahead.pop_front();
        self.place += 1;
    }

    /// The last place that lies on the best ways to all places that a word may still start from.
    fn agreement(&self) -> usize {
        let mut open: Vec<usize> = Vec::new();
        for place in self.place..self.lengths.len() {
            let mut at = place;
            // A place that is not reached yet has no word that ends there.
            while at >= self.place {
                match self.lengths.get(at) {
                    Some(&length) if length > 0 => at -= usize::from(length),
                    _ => break,
                }
            }
            if at < self.place && !open.contains(&at) {
                open.push(at);
            }
        }
        if self.lengths.get(self.place).is_some_and(|&length| length > 0) && self.lengths.len() == self.place + 1 {
            // Only one way is left.
            return self.place;
        }
        while open.len() > 1 {
            let Some((index, &last)) = open.iter().enumerate().max_by_key(|(_, place)| **place) else { return 0 };
            let length = self.lengths.get(last).copied().unwrap_or(0);
            if length == 0 {
                return 0;
            }
            open.swap_remove(index);
            let before = last - usize::from(length);
            if !open.contains(&before) {
                open.push(before);
            }
        }
        open.first().copied().unwrap_or(0)
    }

    /// Gives out the words up to a place on the best way and forgets them.
    fn give_out(&mut self, until: usize) {
        let mut place = until;
        let mut ends = Vec::new();
        while place > 0 {
            ends.push(place);
            match self.lengths.get(place) {
                Some(&length) if length > 0 => place -= usize::from(length),
                _ => break,
            }
        }
        let mut last = self.given;
        let mut distance = self.given;
        let mut from = 0;
        let mut found = Vec::new();
        for &end in ends.iter().rev() {
            distance += self.units.get(from..end).unwrap_or(&[]).iter().map(|&units| usize::from(units)).sum::<usize>();
            from = end;
            // Ends inside a decomposed character fall together with its start.
            if distance > last {
                found.push(distance);
                last = distance;
            }
        }
        self.given = distance;
        self.found.extend(found.into_iter().rev());
        // Costs move along with the places, and lose what all of them have in common.
        let costs: Vec<u32> = (until..self.lengths.len()).map(|place| self.cost(place)).collect();
        let least = costs.iter().copied().min().unwrap_or(0);
        self.lengths.drain(..until.min(self.lengths.len()));
        self.units.drain(..until.min(self.units.len()));
        self.place -= until;
        for (place, cost) in costs.into_iter().enumerate().skip(self.place) {
            self.set_cost(place, if cost == u32::MAX { cost } else { cost - least });
        }
    }
}

fn character(script: Script, c: char, length: u8) -> Character {
    let label = match script {
        Script::Cj(number) => number.saturating_sub(FIRST_LABEL),
        _ => 0,
    };
    let katakana = matches!(c, '\u{30A1}'..='\u{30FE}' | '\u{FF66}'..='\u{FF9F}') && c != '\u{30FB}';
    Character { label, length, katakana }
}
