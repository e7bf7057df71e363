//! Chinese and Japanese words: of all ways to write a run as words of the dictionary the one with the least sum of costs.
//! A character that is no word by itself counts as one with the greatest cost, and a run of katakana as a word with a
//! cost by its length. Costs are found forward, one character after the other; as soon as all ways that are still open
//! agree up to some place, the words before it are given out and forgotten, so memory stays small for runs of any length.
//!
//! A word of the definition's own costs 1, less than any that ships (27 and more). So it wins over every split of its
//! characters into words that ship, and takes part in the rest of the run like a very frequent word.

use super::found::Found;
use super::phrase::Phrases;
use super::trie::CostTrie;
use super::user::{UserWords, WordScript};
use super::{COMPATIBILITY, Dictionaries, FIRST_LABEL, Script, basic, basic_length};
use crate::unicode::text::{CodeUnit, Encoding, code_points};
use icu_normalizer::ComposingNormalizerBorrowed;

/// Cost of a character that is no word by itself.
const UNKNOWN: u64 = 255;
/// Cost of a word of the definition's own.
const OWN: u64 = 1;
/// Longest word that ships, and one past the longest run of katakana that counts as one.
const LONGEST: usize = 20;
/// The longest that a word of the definition's own may be.
const MOST_LONGEST: usize = super::user::MOST_CHARACTERS;
/// Cost of a run of katakana by its length; of longer ones the first.
const KATAKANA: [u64; 9] = [8192, 984, 408, 240, 204, 252, 300, 372, 480];
/// The label of characters that are in no word.
const NO_LABEL: u16 = u16::MAX;
/// How many characters are read at a time, and after how many words are given out for the first time.
const BATCH: usize = 256;
/// No way leads here yet.
const UNREACHED: Way = Way(u64::MAX);

/// The best way to a place: its cost times 256, and 255 less the length of its last word in characters. So the least number is
/// the least cost, and of equal ones the longest word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way(u64);

impl Way {
    #[inline(always)]
    fn new(cost: u64, length: usize) -> Way {
        Way(cost << 8 | (255 - length as u64))
    }

    #[inline(always)]
    fn cost(self) -> u64 {
        self.0 >> 8
    }

    #[inline(always)]
    fn length(self) -> usize {
        255 - (self.0 & 0xFF) as usize
    }

    /// Takes the word that ends at a node, if one does and that is better. No branch: it could not be foretold.
    #[inline(always)]
    fn offer_word(&mut self, cost: u64, node: u32, length: usize) {
        let word = u64::from(node & 0xFF);
        let none = u64::from(word == 0).wrapping_neg();
        *self = Way(Way::new(cost + word, length).0 | none).min(*self);
    }
}

/// A character of the run as the dictionary knows it (after NFKC), and the best way to the place behind it: what a step asks
/// for stands together.
#[derive(Clone, Copy, Debug)]
struct Character {
    way: Way,
    /// The words that start with it, see [`CostTrie::step`].
    words: u32,
    /// Where it ends, as a distance from the start of the run in units. What one character was decomposed into ends where that
    /// starts, but for the last part.
    end: u32,
    label: u16,
    katakana: bool,
}

/// Cuts one run into words. Places are counted from the first one whose words have not been given out.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct LeastCost {
    /// Characters read.
    characters: Vec<Character>,
    /// The same as code points, while there are words of the definition's own or phrases are looked for.
    own: Vec<char>,
    /// Whether only breaks between phrases are given, ...
    phrases: Option<&'static Phrases>,
    /// ... and what is known of the last break of the words given out, which the next word decides: where it is, and whether
    /// katakana stands before it.
    held: Option<(usize, bool)>,
    /// The last break between phrases.
    kept: usize,
    /// The longest word there is.
    longest: usize,
    /// The cost of the best way to place 0.
    origin: u64,
    /// The place next to be looked at.
    place: usize,
    previous_katakana: bool,
    /// When to look for agreement next.
    next_batch: usize,
    /// Next unit to read, where the run starts, and where it ends once that has been read.
    read: usize,
    start: usize,
    end: Option<usize>,
    found: Found,
    /// Distance of place 0 from the start of the run.
    given: usize,
    /// Places of ends while words are given out.
    ends: Vec<usize>,
    finished: bool,
}

impl LeastCost {
    /// Starts with the run at `start`.
    pub(in crate::unicode::segment) fn start(&mut self, dictionaries: &Dictionaries, start: usize, phrases: bool) {
        self.phrases = phrases.then(Phrases::get);
        (self.held, self.kept) = (None, 0);
        self.characters.clear();
        self.own.clear();
        self.longest = LONGEST.max(dictionaries.user.longest(WordScript::ChineseJapanese));
        self.found.begin();
        self.origin = 0;
        (self.read, self.start) = (start, start);
        (self.place, self.given, self.next_batch) = (0, 0, BATCH);
        (self.previous_katakana, self.finished) = (false, false);
        self.end = None;
    }

    /// Where the run ends; known when all its breaks have been given.
    pub(in crate::unicode::segment) fn end(&self) -> usize {
        self.end.unwrap_or(self.read)
    }

    /// The distance from the start of the run to the end of its next word, in units; `None` if that is the end of the run.
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

    /// Breaks that were found already.
    #[inline(always)]
    pub(in crate::unicode::segment) fn found(&mut self) -> &mut Found {
        &mut self.found
    }

    /// Looks at characters until some words are certain.
    fn find_more<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        loop {
            self.fill(dictionaries, text);
            // Near the end of what is read a word might go on beyond it.
            let open = if self.end.is_none() { self.longest } else { 0 };
            let certain = self.characters.len().saturating_sub(open);
            if self.own.is_empty() {
                self.look(&dictionaries.shipped.cj, certain);
            } else {
                self.look_with_own(dictionaries, certain);
            }
            if self.end.is_some() {
                self.finished = true;
                self.give_out(self.place);
                // The end of the run is no break in it.
                return self.found.end_before(self.read - self.start);
            }
            if self.place >= self.next_batch {
                let agreed = self.agreement();
                if agreed > 0 {
                    self.give_out(agreed);
                    self.forget(agreed);
                    self.next_batch = self.place + BATCH;
                    return;
                }
                self.next_batch *= 2;
            }
        }
    }

    /// Reads a batch, and as far ahead as the longest word goes.
    fn fill<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        let enough = self.place + BATCH + self.longest;
        let keeps_own = dictionaries.user.has(WordScript::ChineseJapanese) || self.phrases.is_some();
        while self.characters.len() < enough && self.end.is_none() {
            if !keeps_own {
                self.read_usual(dictionaries, text, enough - self.characters.len());
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

    /// Reads so many of the usual characters, those that no sound mark follows, while they come.
    #[inline(always)]
    fn read_usual<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], room: usize) {
        let scripts = &dictionaries.shipped.scripts;
        let trie: &CostTrie = &dictionaries.shipped.cj;
        let known = self.characters.len();
        let mut rest = text.get(self.read..).unwrap_or(&[]);
        let (mut end, mut before) = (self.read - self.start, trie.root());
        for _ in 0..room {
            let Some((code, behind)) = basic(rest) else { break };
            let number = scripts.bmp(code);
            if number < FIRST_LABEL {
                break;
            }
            end += rest.len() - behind.len();
            rest = behind;
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
        prefetch_third_steps(trie, self.characters.get(known..).unwrap_or(&[]));
    }

    /// Reads the voiced and semi-voiced sound marks that follow: normalization takes them together with the kana before
    /// (no boundary before them). Whether there are any. A piece stays short; marks without end start pieces of their own.
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

    /// All parts of what a piece, from `start` to the place read, is normalized to stand where the piece stands.
    fn push_normalized<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], start: usize) {
        let piece = text.get(start..self.read).unwrap_or(&[]);
        let characters = code_points(piece).map(|(_, c)| c);
        for part in ComposingNormalizerBorrowed::new_nfkc().normalize_iter(characters) {
            self.push(dictionaries, dictionaries.script(part), part, start);
        }
        if let Some(last) = self.characters.last_mut() {
            last.end = (self.read - self.start) as u32;
        }
    }

    /// A character that ends at `end`.
    fn push(&mut self, dictionaries: &Dictionaries, script: Script, c: char, end: usize) {
        let number = match script {
            Script::Cj(number) => number,
            _ => FIRST_LABEL,
        };
        self.characters.push(character(&dictionaries.shipped.cj, number, c.into(), end - self.start));
        if dictionaries.user.has(WordScript::ChineseJapanese) || self.phrases.is_some() {
            self.own.push(c);
        }
    }

    /// Offers all words that start before a place; those that ship.
    #[inline(never)]
    fn look(&mut self, trie: &CostTrie, until: usize) {
        let (mut cost, mut after_katakana) = (self.cost(self.place), self.previous_katakana);
        let mut ahead = self.characters.get_mut(self.place..).unwrap_or(&mut []);
        for _ in self.place..until {
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.words, first.katakana);
            let single = if node & 0xFF == 0 { UNKNOWN } else { (node & 0xFF).into() };
            offer(ahead, cost + single, 1);
            offer_longer(trie, cost, node, ahead);
            if is_katakana && !after_katakana {
                offer_katakana(cost, ahead);
            }
            after_katakana = is_katakana;
            let Some((first, others)) = ahead.split_first_mut() else { break };
            (cost, ahead) = (first.way.cost(), others);
        }
        (self.place, self.previous_katakana) = (self.place.max(until), after_katakana);
    }

    /// The same with those of the definition's own.
    #[inline(never)]
    fn look_with_own(&mut self, dictionaries: &Dictionaries, until: usize) {
        while self.place < until {
            let cost = self.cost(self.place);
            let own = self.own.get(self.place..).unwrap_or(&[]);
            let ahead = self.characters.get_mut(self.place..).unwrap_or(&mut []);
            let Some((first, _)) = ahead.split_first() else { break };
            let (node, is_katakana) = (first.words, first.katakana);
            let has_single = offer_own(&dictionaries.user, self.longest, cost, own, ahead);
            match node & 0xFF {
                0 if has_single => {}
                0 => offer(ahead, cost + UNKNOWN, 1),
                single => offer(ahead, cost + u64::from(single), 1),
            }
            offer_longer(&dictionaries.shipped.cj, cost, node, ahead);
            if is_katakana && !self.previous_katakana {
                offer_katakana(cost, ahead);
            }
            self.previous_katakana = is_katakana;
            self.place += 1;
        }
    }

    /// The best way to a place; only its cost is known of place 0.
    #[inline(always)]
    fn way(&self, place: usize) -> Way {
        let before = place.checked_sub(1).map(|before| self.characters.get(before));
        before.map_or(Way::new(self.origin, 0), |character| character.map_or(UNREACHED, |character| character.way))
    }

    #[inline(always)]
    fn cost(&self, place: usize) -> u64 {
        self.way(place).cost()
    }

    /// The last place that lies on the best ways to all places that a word may still start from; 0 if there is none.
    fn agreement(&self) -> usize {
        let reached = |place: usize| self.way(place) != UNREACHED;
        let before = |place: usize| place - self.way(place).length().min(place);
        // Words reach at most this far beyond the current place.
        let mut open = [0usize; MOST_LONGEST + 1];
        let mut count = 0;
        for place in (self.place..=self.place + self.longest).filter(|&place| reached(place)) {
            if let Some(slot) = open.get_mut(count) {
                *slot = place;
                count += 1;
            }
        }
        let open = open.get_mut(..count).unwrap_or(&mut []);
        // The one furthest on goes back a word until all are at the same place.
        loop {
            let least = open.iter().copied().min().unwrap_or(0);
            match open.iter_mut().max() {
                Some(last) if *last > least => *last = before(*last),
                _ => return least.min(self.place),
            }
        }
    }

    /// Gives out the words up to a place on the best way.
    fn give_out(&mut self, until: usize) {
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        let mut place = until;
        while place > 0 {
            ends.push(place);
            match self.way(place).length() {
                0 => break,
                length => place -= length.min(place),
            }
        }
        self.found.begin();
        match self.phrases {
            Some(phrases) => self.give_out_phrases(phrases, &ends),
            None => self.give_out_words(&ends),
        }
        self.given = self.distance(until);
        self.ends = ends;
    }

    /// Gives out the ends of words; they stand last first.
    fn give_out_words(&mut self, ends: &[usize]) {
        let mut last = self.given;
        for &end in ends.iter().rev() {
            // Ends inside a decomposed character fall together with its start.
            let distance = self.distance(end);
            if distance > last {
                self.found.push(distance);
                last = distance;
            }
        }
    }

    /// How far a place is from the start of the run, in units.
    #[inline(always)]
    fn distance(&self, place: usize) -> usize {
        let before = place.checked_sub(1).and_then(|before| self.characters.get(before));
        before.map_or(self.given, |character| character.end as usize)
    }

    /// Gives out the breaks before those words that start a phrase; the ends stand last first.
    fn give_out_phrases(&mut self, phrases: &Phrases, ends: &[usize]) {
        let mut from = 0;
        for &end in ends.iter().rev() {
            let word = self.characters.get(from..end).unwrap_or(&[]);
            let starts_katakana = word.first().is_some_and(|character| character.katakana);
            let ends_katakana = word.last().is_some_and(|character| character.katakana);
            if let Some((at, after_katakana)) = self.held
                && at > self.kept
                && phrases.starts_with(self.own.get(from..end).unwrap_or(&[]))
                && !(after_katakana && starts_katakana)
            {
                self.found.push(at);
                self.kept = at;
            }
            self.held = Some((self.distance(end), ends_katakana));
            from = end;
        }
    }

    /// Counts places anew from `until`.
    fn forget(&mut self, until: usize) {
        self.origin = self.cost(until);
        self.characters.drain(..until.min(self.characters.len()));
        self.own.drain(..until.min(self.own.len()));
        self.place -= until;
    }
}

/// Offers a word of so many characters at the start of those ahead.
#[inline(always)]
fn offer(ahead: &mut [Character], cost: u64, length: usize) {
    if let Some(last) = ahead.get_mut(length - 1) {
        last.way = Way::new(cost, length).min(last.way);
    }
}

/// Offers the words of two characters and more that ship; `node` is where the first one leads.
#[inline(always)]
fn offer_longer(trie: &CostTrie, cost: u64, mut node: u32, ahead: &mut [Character]) {
    let mut length = 1;
    for character in ahead.iter_mut().skip(1) {
        if node >> 8 == 0 {
            break;
        }
        node = trie.step(node, character.label);
        length += 1;
        character.way.offer_word(cost, node, length);
    }
}

/// Offers a run of katakana that begins here.
fn offer_katakana(cost: u64, ahead: &mut [Character]) {
    let length = ahead.iter().take(LONGEST).take_while(|character| character.katakana).count();
    if length < LONGEST {
        let run = KATAKANA.get(length).or(KATAKANA.first()).copied().unwrap_or(UNKNOWN);
        offer(ahead, cost + run, length);
    }
}

/// Offers the words of the definition's own that start the text; whether one is a single character.
fn offer_own(words: &UserWords, longest: usize, cost: u64, text: &[char], ahead: &mut [Character]) -> bool {
    let (mut node, mut single) = (UserWords::ROOT, false);
    for (&c, length) in text.iter().zip(1..=longest) {
        let Some((child, ends)) = words.step(node, c) else { break };
        if ends {
            single |= length == 1;
            offer(ahead, cost + OWN, length);
        }
        node = child;
    }
    single
}

/// Has the third step from each character on loaded; the second one has been, while the characters were read.
fn prefetch_third_steps(trie: &CostTrie, characters: &[Character]) {
    for three in characters.windows(3) {
        if let [first, second, third] = three {
            trie.prefetch(trie.step(first.words, second.label), third.label);
        }
    }
}

/// Whether a text may begin with a halfwidth sound mark, by its first unit.
#[inline(always)]
fn is_sound_mark<U: CodeUnit>(text: &[U]) -> bool {
    let first: u32 = text.first().map_or(0, |&unit| unit.into());
    matches!(first, 0xFF9E | 0xFF9F) || U::ENCODING == Encoding::Utf8 && first == 0xEF
}

/// A character by its number in the map of scripts; texts are shorter than 2^31 units.
#[inline(always)]
fn character(trie: &CostTrie, number: u16, code: u32, end: usize) -> Character {
    // Label 0 is in no word, but stands in empty cells.
    let label = if number > FIRST_LABEL { number - FIRST_LABEL } else { NO_LABEL };
    let katakana = matches!(code, 0x30A1..=0x30FE | 0xFF66..=0xFF9F) && code != 0x30FB;
    Character { way: UNREACHED, words: trie.step(trie.root(), label), end: end as u32, label, katakana }
}
