//! Thai, Lao, Khmer and Myanmar words: among the dictionary words that start at a position, takes the longest one after which
//! two more words can follow, otherwise the shortest one after which one can. Text that is not in the dictionary is joined up
//! to the next plausible start of a word, and joined to a preceding short word.
//!
//! Among the user-defined words that start at a position, only the longest one is considered. It takes precedence over shorter
//! words, whatever follows, and it ends text that is not in the dictionary.

use super::break_queue::BreakQueue;
use super::trie::WordTrie;
use super::user::{UserWords, WordScript};
use super::{Dictionaries, Script};
use crate::unicode::part::SlicePart;
use crate::unicode::segment::table::TableCursor;
use crate::unicode::text::{CodeUnit, Encoding, three_bytes};

/// Properties of characters, by label.
const MARK: u8 = 1;
const BEGINS_WORD: u8 = 2;
const ENDS_WORD: u8 = 4;
const PAIYANNOI: u8 = 8;
const MAIYAMOK: u8 = 16;
const SUFFIX: u8 = PAIYANNOI | MAIYAMOK;
/// The character belongs to the script: set when the dictionary is opened.
const OF_SCRIPT: u8 = 32;

/// The labels of characters of the script outside its first block, which occur in no word: a mark, and any other character.
const OTHER_MARK: u8 = 255;
const OTHER: u8 = 254;
/// The last label of a character of the first block.
const LAST_LABEL: u32 = 160;

/// Shorter runs are not split: Thai, Lao, Khmer, Myanmar.
const SHORTEST_RUN: [usize; 4] = [4, 2, 4, 2];
/// A word shorter than this is joined with following text that is not in the dictionary ...
const SHORT_WORD: usize = 3;
/// ... if the dictionary mismatches there within this many characters.
const SHORT_PREFIX: usize = 3;
/// Base of a node without children.
const LEAF: u32 = 0;
/// The maximum number of words that are considered at one position.
const MAX_WORDS: u32 = 20;
/// The maximum length of a word; a test checks the dictionaries.
const LONGEST: usize = 64;

/// The dictionary of one script.
#[derive(Debug)]
pub(super) struct Dictionary {
    /// The code point before the one with label 1.
    offset: u32,
    properties: [u8; 256],
    pub(super) words: WordTrie,
}

impl Dictionary {
    pub(super) fn read(mut table: TableCursor<'_>, is_of_script: impl Fn(u32) -> bool) -> Dictionary {
        let offset = table.number();
        let mut properties = [0; 256];
        properties.iter_mut().zip(table.take(256)).for_each(|(into, from)| *into = *from);
        for (code, flags) in (offset..=offset + LAST_LABEL).zip(&mut properties) {
            *flags |= if is_of_script(code) { OF_SCRIPT } else { 0 };
        }
        Dictionary { offset, properties, words: WordTrie::read(&mut table) }
    }

    pub(super) fn label(&self, c: char, is_mark: impl Fn(char) -> bool) -> u8 {
        match u32::from(c).wrapping_sub(self.offset) {
            label @ 1..=LAST_LABEL => label as u8,
            _ if is_mark(c) => OTHER_MARK,
            _ => OTHER,
        }
    }

    /// The label of a code point of the first block, if it is of the script.
    #[inline(always)]
    fn label_of_script(&self, code: u32) -> Option<u8> {
        let label = code.wrapping_sub(self.offset);
        self.properties.get(label as usize).is_some_and(|flags| flags & OF_SCRIPT != 0).then_some(label as u8)
    }

    #[inline]
    pub(super) fn has(&self, label: Option<u8>, property: u8) -> bool {
        label.is_some_and(|label| self.properties.get(usize::from(label)).is_some_and(|flags| flags & property != 0))
    }
}

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

/// The number of positions whose candidates are cached.
const CACHE_SIZE: usize = 64;
/// The number of words that are found at a time.
const BATCH: usize = 32;

/// Splits one run into words.
#[derive(Clone, Debug)]
pub(in crate::unicode::segment) struct LookAhead {
    labels: Vec<u8>,
    /// The characters, if there are user-defined words.
    code_points: Vec<char>,
    script: usize,
    at: usize,
    known: Vec<CandidateWords>,
    unit_length: usize,
    /// Added to positions of this run, to distinguish them from those of other runs.
    base: usize,
    found: BreakQueue,
}

impl Default for LookAhead {
    fn default() -> LookAhead {
        let none = CandidateWords { lengths: 0, prefix: 0, user_word: 0, position: usize::MAX };
        let known = vec![none; CACHE_SIZE];
        let found = BreakQueue::default();
        LookAhead {
            labels: Vec::new(),
            code_points: Vec::new(),
            script: 0,
            at: 0,
            known,
            unit_length: 1,
            base: 0,
            found,
        }
    }
}

impl LookAhead {
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
        self.found.begin();
        let Some(dictionary) = dictionaries.shipped.look_ahead(script) else { return start };
        let has_own = dictionaries.user.has(WordScript::of_look_ahead(script));
        let mut end = start;
        loop {
            if !has_own {
                end = self.read_labels(dictionary, text, end);
            }
            let Some((c, length)) = U::decode(text, end) else { break };
            if dictionaries.script(c) != Script::LookAhead(script) {
                break;
            }
            self.labels.push(dictionary.label(c, is_mark));
            if has_own {
                self.code_points.push(c);
            }
            // All these characters have the same number of units.
            self.unit_length = length;
            end += length;
        }
        if SHORTEST_RUN.get(script).is_some_and(|&shortest| self.labels.len() < shortest) {
            self.at = self.labels.len();
        }
        end
    }

    /// Reads characters of the first block; returns the offset of the first other character.
    fn read_labels<U: CodeUnit>(&mut self, dictionary: &Dictionary, text: &[U], start: usize) -> usize {
        let rest = text.part(start..);
        let first = self.labels.len();
        if U::ENCODING == Encoding::Utf8 {
            let codes = rest.as_chunks().0.iter().map(|units| three_bytes(units.map(Into::into)));
            push_while(&mut self.labels, codes.map(|code| dictionary.label_of_script(code?)));
            self.unit_length = 3;
        } else {
            push_while(&mut self.labels, rest.iter().map(|&unit| dictionary.label_of_script(unit.into())));
            self.unit_length = 1;
        }
        start + (self.labels.len() - first) * self.unit_length
    }

    /// The distance from the start of the run to the end of its next word, in units; `None` at the end of the run.
    pub(in crate::unicode::segment) fn next_break(&mut self, dictionaries: &Dictionaries) -> Option<usize> {
        self.found.next().or_else(|| {
            self.find_more(dictionaries);
            self.found.next()
        })
    }

    /// The queue of breaks that were found.
    #[inline(always)]
    pub(in crate::unicode::segment) fn found(&mut self) -> &mut BreakQueue {
        &mut self.found
    }

    #[inline(never)]
    fn find_more(&mut self, dictionaries: &Dictionaries) {
        self.found.begin();
        let Some(dictionary) = dictionaries.shipped.look_ahead(self.script) else { return };
        let lists = ScriptWordLists { dictionary, user: &dictionaries.user };
        for _ in 0..BATCH {
            if self.at >= self.labels.len() {
                break;
            }
            self.at += self.word(&lists);
            if self.at < self.labels.len() {
                self.found.push(self.at * self.unit_length);
            }
        }
    }

    fn character(&self, at: usize) -> Option<u8> {
        self.labels.get(at).copied()
    }

    /// The length of the word at the current position.
    fn word(&mut self, lists: &ScriptWordLists<'_>) -> usize {
        let (start, dictionary) = (self.at, lists.dictionary);
        let mut length = self.best_word(lists, start);
        if start + length < self.labels.len() && length < SHORT_WORD {
            length += self.unknown_part(lists, start + length, length);
        }
        // No break before a combining mark.
        while dictionary.has(self.character(start + length), MARK) {
            length += 1;
        }
        if length > 0 && dictionary.has(self.character(start + length), SUFFIX) {
            length += self.suffix(lists, start + length);
        }
        length.max(1)
    }

    /// The length of the word at `start` after which up to two more words follow.
    fn best_word(&mut self, lists: &ScriptWordLists<'_>, start: usize) -> usize {
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
            let second_place = start + length;
            let second = self.candidates(lists, second_place);
            if second.lengths == 0 {
                continue;
            }
            best = length;
            if second_place + second.longest() >= end {
                return best;
            }
            for second_length in second.descending() {
                if self.candidates(lists, second_place + second_length).lengths != 0 {
                    return best;
                }
            }
        }
        best
    }

    /// The length of the text that is not in the dictionary and is joined to a short word (or to none) of `word` characters.
    fn unknown_part(&mut self, lists: &ScriptWordLists<'_>, position: usize, word: usize) -> usize {
        let next = self.candidates(lists, position);
        if next.user_word != 0 || word != 0 && word == usize::from(self.candidates(lists, position - word).user_word) {
            return 0;
        }
        if next.lengths != 0 || word > 0 && usize::from(next.prefix) >= SHORT_PREFIX {
            return 0;
        }
        let mut length = 1;
        while position + length < self.labels.len() {
            let plausible = lists.dictionary.has(self.character(position + length - 1), ENDS_WORD)
                && lists.dictionary.has(self.character(position + length), BEGINS_WORD);
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

    /// The length of abbreviation and repetition signs at `position`, which belong to the preceding word unless a word starts
    /// with them.
    fn suffix(&mut self, lists: &ScriptWordLists<'_>, position: usize) -> usize {
        let dictionary = lists.dictionary;
        if self.candidates(lists, position).lengths != 0 {
            return 0;
        }
        let mut length = 0;
        let before = |at: usize| self.character((position + at).wrapping_sub(1));
        if dictionary.has(self.character(position), PAIYANNOI) && !dictionary.has(before(0), SUFFIX) {
            length += 1;
        }
        if dictionary.has(self.character(position + length), MAIYAMOK) && !dictionary.has(before(length), MAIYAMOK) {
            length += 1;
        }
        length
    }

    #[inline]
    fn candidates(&mut self, lists: &ScriptWordLists<'_>, position: usize) -> CandidateWords {
        let key = self.base + position;
        let slot = key % CACHE_SIZE;
        match self.known.get(slot) {
            Some(known) if known.position == key => *known,
            _ => {
                let mut found = find(&lists.dictionary.words, self.labels.part(position..), key);
                if !self.code_points.is_empty() {
                    found.add_user_word(lists.user, self.code_points.part(position..));
                }
                if let Some(known) = self.known.get_mut(slot) {
                    *known = found;
                }
                found
            }
        }
    }
}

/// The dictionary and the user-defined words of a script.
struct ScriptWordLists<'d> {
    dictionary: &'d Dictionary,
    user: &'d UserWords,
}

impl CandidateWords {
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

    #[inline]
    fn longest(&self) -> usize {
        (u64::BITS - self.lengths.leading_zeros()) as usize
    }

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

/// The words that are prefixes of the text, by ascending length, up to the maximum number.
#[inline]
fn find(words: &WordTrie, text: &[u8], position: usize) -> CandidateWords {
    let (mut lengths, mut prefix) = (0u64, 0);
    let mut node = words.root();
    for &label in text.iter().take(LONGEST) {
        prefix += 1;
        let Some((child, ends)) = words.step(node, label) else { break };
        lengths |= u64::from(ends) << (prefix - 1);
        if child == LEAF {
            break;
        }
        node = child;
    }
    while lengths.count_ones() > MAX_WORDS {
        lengths &= !(1 << (63 - lengths.leading_zeros()));
    }
    CandidateWords { lengths, prefix, user_word: 0, position }
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
        labels.extend_from_slice(block.get(..count).unwrap_or(&block));
        if count < block.len() {
            return;
        }
    }
}

/// Whether a character is a combining mark.
pub(super) fn is_mark(c: char) -> bool {
    use icu_properties::CodePointMapData;
    use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}
