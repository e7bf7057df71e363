//! Thai, Lao, Khmer and Myanmar words: longest match with a look-ahead of two words, as in ICU (`dictbe.cpp`).
//!
//! ```text
//! while at < end of the run:
//!     word = the longest dictionary word at `at` after which two more words follow,
//!            else the shortest one after which one follows, else the longest one
//!     if word is short: add the text after it that is not in the dictionary, up to the next plausible start of a word
//!     add combining marks, then abbreviation and repetition signs
//!     break after word
//! ```
//!
//! The trick: the words at a position are a bit mask of their lengths, and the masks of the last positions are cached,
//! since the look-ahead of one word reads the candidates of the next ones.
//!
//! Among the user-defined words that start at a position, only the longest one is considered. It takes precedence over
//! shorter words, whatever follows, and it ends text that is not in the dictionary.

use super::break_queue::BreakQueue;
use super::southeast_asian::{BEGINS_WORD, ENDS_WORD, MAIYAMOK, MARK, PAIYANNOI, SoutheastAsianDictionary};
use super::trie::WordTrie;
use super::user_words::{UserWords, WordScript};
use super::{Dictionaries, DictionaryScript};
use crate::memory;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding, three_bytes};

/// The signs that belong to the preceding word.
const SUFFIX: u8 = PAIYANNOI | MAIYAMOK;

/// The minimum length of a run that is split: Thai, Lao, Khmer, Myanmar.
const MIN_RUN: [usize; 4] = [4, 2, 4, 2];
/// A word shorter than this is joined with following text that is not in the dictionary ...
const SHORT_WORD: usize = 3;
/// ... unless this many characters of that text are read in search of a word, including the one that is in none (ICU's
/// `..._PREFIX_COMBINE_THRESHOLD`).
const MIN_PREFIX: u8 = 3;
/// The maximum number of words that are considered at one position.
const MAX_CANDIDATES: u32 = 20;
/// The maximum length of a word; a test checks the dictionaries.
const MAX_LENGTH: usize = 64;
/// The number of positions whose candidates are cached.
const CACHE_SIZE: usize = 64;
/// The number of words that are found at a time.
const BATCH: usize = 32;

/// The words that start at a position.
#[derive(Clone, Copy, Debug)]
struct CandidateWords {
    /// A bit mask of the word lengths; bit n - 1 is for n characters.
    lengths: u64,
    /// The number of characters that were read: the longest prefix of a word, and the character that mismatches.
    prefix: u8,
    /// The length of the user-defined word; 0 if none.
    user_word: u8,
    /// The position, counted across runs, to identify the cache entry.
    position: usize,
}

/// Splits one run into words.
#[derive(Clone, Debug)]
pub(in crate::unicode::segment) struct LongestMatchSegmenter {
    /// The labels of the run's characters.
    labels: Vec<u8>,
    /// The characters, if there are user-defined words.
    code_points: Vec<char>,
    /// The index of the dictionary.
    script: usize,
    /// The start of the next word, in characters.
    at: usize,
    /// The number of units of each character of the run.
    unit_length: usize,
    /// The candidates of the last positions, each at its position modulo the length.
    cache: Vec<CandidateWords>,
    /// Added to positions of this run, to distinguish them from those of other runs in the cache.
    base: usize,
    breaks: BreakQueue,
}

impl Default for LongestMatchSegmenter {
    fn default() -> LongestMatchSegmenter {
        let none = CandidateWords { lengths: 0, prefix: 0, user_word: 0, position: usize::MAX };
        LongestMatchSegmenter {
            labels: Vec::new(),
            code_points: Vec::new(),
            script: 0,
            at: 0,
            unit_length: 1,
            cache: vec![none; CACHE_SIZE],
            base: 0,
            breaks: BreakQueue::default(),
        }
    }
}

impl LongestMatchSegmenter {
    /// Reads the run of characters of one script that starts at `start`; returns its end.
    pub(in crate::unicode::segment) fn start<U: CodeUnit>(
        &mut self,
        dictionaries: &Dictionaries,
        script: usize,
        text: &[U],
        start: usize,
    ) -> usize {
        self.base += self.labels.len() + 1;
        self.labels.clear();
        self.code_points.clear();
        self.script = script;
        self.at = 0;
        self.breaks.clear();
        let Some(dictionary) = dictionaries.shipped.southeast_asian(script) else { return start };
        let has_user_words = dictionaries.user.has(WordScript::of_southeast_asian(script));
        let mut end = start;
        loop {
            if !has_user_words {
                end = self.read_labels(dictionary, text, end);
            }
            let Some((c, length)) = U::decode(text, end) else { break };
            if dictionaries.script(c) != DictionaryScript::SoutheastAsian(script) {
                break;
            }
            memory::push(&mut self.labels, dictionary.label(c));
            if has_user_words {
                memory::push(&mut self.code_points, c);
            }
            // All these characters have the same number of units.
            self.unit_length = length;
            end += length;
        }
        if MIN_RUN.get(script).is_some_and(|&least| self.labels.len() < least) {
            self.at = self.labels.len();
        }
        end
    }

    /// Reads characters of the script's block; returns the offset of the first other character.
    fn read_labels<U: CodeUnit>(&mut self, dictionary: &SoutheastAsianDictionary, text: &[U], start: usize) -> usize {
        let rest = text.part(start..);
        let first = self.labels.len();
        if U::ENCODING == Encoding::Utf8 {
            let codes = rest.as_chunks().0.iter().map(|units| three_bytes(units.map(Into::into)));
            push_while(&mut self.labels, codes.map(|code| dictionary.label_in_block(code?)));
            self.unit_length = 3;
        } else {
            push_while(&mut self.labels, rest.iter().map(|&unit| dictionary.label_in_block(unit.into())));
            self.unit_length = 1;
        }
        start + (self.labels.len() - first) * self.unit_length
    }

    /// The distance from the start of the run to the end of its next word, in units; `None` at the end of the run.
    pub(in crate::unicode::segment) fn next_break(&mut self, dictionaries: &Dictionaries) -> Option<usize> {
        self.breaks.pop().or_else(|| {
            self.find_more(dictionaries);
            self.breaks.pop()
        })
    }

    /// The queue of breaks that were found.
    #[inline(always)]
    pub(in crate::unicode::segment) fn breaks(&mut self) -> &mut BreakQueue {
        &mut self.breaks
    }

    /// Finds the next words of the run.
    #[inline(never)]
    fn find_more(&mut self, dictionaries: &Dictionaries) {
        self.breaks.clear();
        let Some(dictionary) = dictionaries.shipped.southeast_asian(self.script) else { return };
        let lists = ScriptWordLists { dictionary, user: &dictionaries.user };
        for _ in 0..BATCH {
            if self.at >= self.labels.len() {
                break;
            }
            self.at += self.next_word_length(&lists);
            if self.at < self.labels.len() {
                self.breaks.push(self.at * self.unit_length);
            }
        }
    }

    fn label(&self, at: usize) -> Option<u8> {
        self.labels.get(at).copied()
    }

    /// The length of the word at the current position.
    fn next_word_length(&mut self, lists: &ScriptWordLists<'_>) -> usize {
        let (start, dictionary) = (self.at, lists.dictionary);
        let mut length = self.dictionary_word(lists, start);
        if start + length < self.labels.len() && length < SHORT_WORD {
            length += self.unknown_text(lists, start + length, length);
        }
        // No break before a combining mark.
        while dictionary.has(self.label(start + length), MARK) {
            length += 1;
        }
        if length > 0 && dictionary.has(self.label(start + length), SUFFIX) {
            length += self.suffix(lists, start + length);
        }
        length.max(1)
    }

    /// The length of the dictionary word at `start` after which up to two more words follow; 0 if there is none.
    fn dictionary_word(&mut self, lists: &ScriptWordLists<'_>, start: usize) -> usize {
        let end = self.labels.len();
        let first = self.candidates(lists, start);
        let longest = first.longest();
        if first.lengths & first.lengths.wrapping_sub(1) == 0 || start + longest >= end {
            return longest;
        }
        let mut best = longest;
        for length in first.descending() {
            if length == usize::from(first.user_word) {
                return length;
            }
            let second_start = start + length;
            let second = self.candidates(lists, second_start);
            if second.lengths == 0 {
                continue;
            }
            best = length;
            if second_start + second.longest() >= end {
                return best;
            }
            for second_length in second.descending() {
                if self.candidates(lists, second_start + second_length).lengths != 0 {
                    return best;
                }
            }
        }
        best
    }

    /// The length of the text that is not in the dictionary and is joined to a short word (or to none) of `word`
    /// characters.
    fn unknown_text(&mut self, lists: &ScriptWordLists<'_>, position: usize, word: usize) -> usize {
        let next = self.candidates(lists, position);
        if next.user_word != 0 || word != 0 && word == usize::from(self.candidates(lists, position - word).user_word) {
            return 0;
        }
        if next.lengths != 0 || word > 0 && next.prefix >= MIN_PREFIX {
            return 0;
        }
        let mut length = 1;
        while position + length < self.labels.len() {
            let plausible = lists.dictionary.has(self.label(position + length - 1), ENDS_WORD)
                && lists.dictionary.has(self.label(position + length), BEGINS_WORD);
            if (plausible || !self.code_points.is_empty()) && {
                let next = self.candidates(lists, position + length);
                next.user_word != 0 || plausible && next.lengths != 0
            } {
                break;
            }
            length += 1;
        }
        length
    }

    /// The length of abbreviation and repetition signs at `position`, which belong to the preceding word unless a word
    /// starts with them.
    fn suffix(&mut self, lists: &ScriptWordLists<'_>, position: usize) -> usize {
        let dictionary = lists.dictionary;
        if self.candidates(lists, position).lengths != 0 {
            return 0;
        }
        let mut length = 0;
        let before = |at: usize| self.label((position + at).wrapping_sub(1));
        if dictionary.has(self.label(position), PAIYANNOI) && !dictionary.has(before(0), SUFFIX) {
            length += 1;
        }
        if dictionary.has(self.label(position + length), MAIYAMOK) && !dictionary.has(before(length), MAIYAMOK) {
            length += 1;
        }
        length
    }

    /// The words at a position, from the cache if possible.
    #[inline]
    fn candidates(&mut self, lists: &ScriptWordLists<'_>, position: usize) -> CandidateWords {
        let key = self.base + position;
        let slot = key % CACHE_SIZE;
        match self.cache.get(slot) {
            Some(cached) if cached.position == key => *cached,
            _ => {
                let mut found = CandidateWords::find(&lists.dictionary.words, self.labels.part(position..), key);
                if !self.code_points.is_empty() {
                    found.add_user_word(lists.user, self.code_points.part(position..));
                }
                if let Some(cached) = self.cache.get_mut(slot) {
                    *cached = found;
                }
                found
            }
        }
    }
}

/// The dictionary and the user-defined words of a script.
struct ScriptWordLists<'d> {
    dictionary: &'d SoutheastAsianDictionary,
    user: &'d UserWords,
}

impl CandidateWords {
    /// The words that are prefixes of the text: the shortest ones, up to the maximum number.
    #[inline]
    fn find(words: &WordTrie, text: &[u8], position: usize) -> CandidateWords {
        let (mut lengths, mut prefix) = (0u64, 0);
        let mut node = words.root();
        for &label in text.iter().take(MAX_LENGTH) {
            prefix += 1;
            let Some((child, ends)) = words.step(node, label) else { break };
            lengths |= u64::from(ends) << (prefix - 1);
            if child == WordTrie::LEAF {
                break;
            }
            node = child;
        }
        while lengths.count_ones() > MAX_CANDIDATES {
            lengths &= !(1 << (63 - lengths.leading_zeros()));
        }
        CandidateWords { lengths, prefix, user_word: 0, position }
    }

    /// Adds the longest user-defined word.
    fn add_user_word(&mut self, words: &UserWords, text: &[char]) {
        let (mut node, mut user) = (UserWords::ROOT, 0u8);
        for (length, &c) in (1..).zip(text) {
            let Some((child, ends)) = words.step(node, c) else { break };
            node = child;
            user = if ends { length } else { user };
        }
        self.user_word = user;
        self.lengths |= bit(user);
    }

    /// The length of the longest word; 0 if there is none.
    #[inline]
    fn longest(&self) -> usize {
        (u64::BITS - self.lengths.leading_zeros()) as usize
    }

    /// The lengths of the words, the longest first.
    #[inline]
    fn descending(&self) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.lengths;
        std::iter::from_fn(move || {
            let length = u64::BITS - rest.leading_zeros();
            rest &= !bit(length as u8);
            (length > 0).then_some(length as usize)
        })
    }
}

/// The bit of a length from 1 to 64; 0 for length 0.
#[inline]
fn bit(length: u8) -> u64 {
    1u64.checked_shl(u32::from(length).wrapping_sub(1)).unwrap_or(0)
}

/// Appends labels up to the first `None`, in blocks.
#[inline(always)]
fn push_while(labels: &mut Vec<u8>, mut more: impl Iterator<Item = Option<u8>>) {
    loop {
        let (mut block, mut count) = ([0; 32], 0);
        for slot in &mut block {
            let Some(Some(label)) = more.next() else { break };
            *slot = label;
            count += 1;
        }
        if labels.capacity() - labels.len() < block.len() {
            memory::reserve(labels, block.len());
        }
        labels.extend_from_slice(block.get(..count).unwrap_or(&block));
        if count < block.len() {
            return;
        }
    }
}
