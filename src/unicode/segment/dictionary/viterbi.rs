//! Chinese and Japanese words: the Viterbi algorithm, which finds the path of least cost through the lattice of all
//! dictionary words in a run ([`super::lattice`]).
//!
//! ```text
//! for each node, in order:
//!     for each word that starts here:            (trie steps; `Lattice::relax_until`)
//!         best[node + length] = min(best[node + length], best[node].cost + word.cost)
//!     every BATCH nodes: if the best paths to all open nodes share a prefix, emit its words and discard it
//! follow the backpointers from the end
//! ```
//!
//! The trick: the best path to a node is one integer, the cost above the complement of the word length, so relaxation
//! is a `min` without a branch, and ties go to the longest word. Why early output is right: a later word starts at an
//! open node, so every complete path goes through one of them; where their best paths have converged, no later word
//! changes the prefix. Memory is small where the best paths converge, as in running text. They do not in a run of one
//! character that is a word twice: then the lattice holds the run, in 24 bytes a character.

use super::break_queue::BreakQueue;
use super::lattice::{Lattice, LatticeNode};
use super::phrases::PhraseRules;
use super::trie::CostTrie;
use super::user_words::WordScript;
use super::{COMPATIBILITY, Dictionaries, DictionaryScript, FIRST_LABEL, halfwidth};
use crate::memory;
use crate::unicode::bmp::three_byte_units;
use crate::unicode::normalize::{Form, Mode, Scratch, normalizer_of_form};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit, Encoding, code_points, three_bytes};

/// The number of characters that are read at a time, and after which words are first emitted.
const BATCH: usize = 256;

/// Splits one run into words.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct ViterbiSegmenter {
    lattice: Lattice,
    /// Only breaks between phrases are returned.
    phrases: Option<PhraseBreaks>,
    /// The node at which convergence is checked next.
    next_check: usize,
    /// The next unit to read, the start of the run, and the end of the run once it is known.
    read: usize,
    start: usize,
    end: Option<usize>,
    breaks: BreakQueue,
    /// A buffer for the ends of words that are emitted.
    ends: Vec<usize>,
    /// The normalized form of a piece.
    normalized: Buffer,
    normalization: Scratch,
    /// Whether the run is in NFKC, once that is known.
    is_normalized: Option<bool>,
    is_finished: bool,
}

/// Selects the word breaks that are breaks between phrases.
#[derive(Clone, Debug)]
struct PhraseBreaks {
    rules: &'static PhraseRules,
    /// The last word break, which the next word may suppress: its position, and whether katakana precedes it.
    pending: Option<(usize, bool)>,
    /// The last break between phrases.
    last: usize,
}

impl ViterbiSegmenter {
    /// Starts with the run at `start`; with `phrases`, only breaks between phrases are returned.
    pub(in crate::unicode::segment) fn start(&mut self, dictionaries: &Dictionaries, start: usize, phrases: bool) {
        self.lattice.start(&dictionaries.user);
        self.phrases = phrases.then(|| PhraseBreaks { rules: PhraseRules::get(), pending: None, last: 0 });
        self.breaks.clear();
        (self.read, self.start, self.end) = (start, start, None);
        (self.next_check, self.is_normalized, self.is_finished) = (BATCH, None, false);
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
        while !self.is_finished {
            if let Some(at) = self.breaks.pop() {
                return Some(at);
            }
            self.find_more(dictionaries, text);
        }
        self.breaks.pop()
    }

    /// The queue of breaks that were found.
    #[inline(always)]
    pub(in crate::unicode::segment) fn breaks(&mut self) -> &mut BreakQueue {
        &mut self.breaks
    }

    /// Relaxes the words of more characters until some breaks are certain.
    fn find_more<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        loop {
            self.fill(dictionaries, text);
            // A word may extend beyond the characters that were read.
            let open = if self.end.is_none() { self.lattice.longest } else { 0 };
            self.lattice.relax_until(dictionaries, self.lattice.characters.len().saturating_sub(open));
            let position = self.lattice.position;
            if self.end.is_some() {
                self.is_finished = true;
                self.emit_until(position);
                // The end of the run is not a break.
                return self.breaks.remove_from(self.read - self.start);
            }
            if position >= self.next_check {
                let converged = self.lattice.converged_node();
                if converged > 0 {
                    self.emit_until(converged);
                    self.lattice.discard_until(converged);
                    self.next_check = self.lattice.position + BATCH;
                    return;
                }
                self.next_check *= 2;
            }
        }
    }

    /// Reads a batch, and as many characters more as the longest word has.
    fn fill<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) {
        let wanted = self.lattice.position + BATCH + self.lattice.longest;
        let missing = wanted.saturating_sub(self.lattice.characters.len());
        memory::reserve(&mut self.lattice.characters, missing);
        while self.lattice.characters.len() < wanted && self.end.is_none() {
            if !self.keeps_code_points(dictionaries) {
                self.read_common(dictionaries, text, wanted - self.lattice.characters.len());
            }
            let next = U::decode(text, self.read).map(|(c, length)| (c, length, dictionaries.script(c)));
            let Some((c, length, DictionaryScript::ChineseJapanese(number))) = next else {
                self.end = Some(self.read);
                break;
            };
            let start = self.read;
            self.read += length;
            if self.take_marks(dictionaries, text) || number == COMPATIBILITY {
                self.push_normalized(dictionaries, text, start);
            } else {
                self.push(dictionaries, number, c, self.read);
            }
        }
    }

    /// Whether the lattice stores code points, which user-defined words and phrases need.
    fn keeps_code_points(&self, dictionaries: &Dictionaries) -> bool {
        dictionaries.user.has(WordScript::ChineseJapanese) || self.phrases.is_some()
    }

    /// Reads up to `room` characters of the BMP that the dictionary contains and no mark follows.
    #[inline(always)]
    fn read_common<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], room: usize) {
        let scripts = &dictionaries.shipped.scripts;
        let trie: &CostTrie = dictionaries.shipped.chinese_japanese();
        let known = self.lattice.characters.len();
        let mut rest = text.part(self.read..);
        let (mut end, mut before) = (self.read - self.start, trie.root());
        for _ in 0..room {
            let Some((code, after)) = common_code_point(rest) else { break };
            let number = scripts.bmp(code);
            if number < FIRST_LABEL {
                break;
            }
            end += rest.len() - after.len();
            rest = after;
            let character = LatticeNode::new(trie, number, code, end);
            trie.prefetch(before, character.label);
            before = character.first_step;
            self.lattice.characters.push(character);
        }
        if self.lattice.characters.len() > known && may_be_mark(rest) {
            self.lattice.characters.pop();
            end -= three_byte_units::<U>();
        }
        self.read = self.start + end;
        prefetch_third_steps(trie, self.lattice.characters.part(known..));
    }

    /// Reads the marks that follow; normalization processes them together with the preceding character (there is no
    /// normalization boundary before them): halfwidth sound marks and, if the run is not in NFKC, Vietnamese reading
    /// marks. Returns whether there are any. A piece is short: a long sequence of marks is split into several pieces.
    #[inline]
    fn take_marks<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) -> bool {
        const MAX_MARKS: usize = 1024;
        let first = self.read;
        for _ in 0..MAX_MARKS {
            match U::decode(text, self.read) {
                Some(('\u{FF9E}' | '\u{FF9F}', length)) => self.read += length,
                Some(('\u{16FF0}' | '\u{16FF1}', length)) if !self.is_normalized(dictionaries, text) => {
                    self.read += length;
                }
                _ => break,
            }
        }
        self.read > first
    }

    /// Whether the run is in NFKC.
    #[cold]
    fn is_normalized<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U]) -> bool {
        let start = self.start;
        *self.is_normalized.get_or_insert_with(|| {
            let scripts = code_points(text.part(start..)).map(|(_, c)| dictionaries.script(c));
            let mut numbers = scripts.map_while(|script| match script {
                DictionaryScript::ChineseJapanese(number) => Some(number),
                _ => None,
            });
            numbers.all(|number| number != COMPATIBILITY)
        })
    }

    /// Adds the NFKC form of the piece from `start` to `self.read`; its parts have the position of the piece.
    fn push_normalized<U: CodeUnit>(&mut self, dictionaries: &Dictionaries, text: &[U], start: usize) {
        let mut characters = code_points(text.part(start..self.read)).map(|(_, c)| c);
        if let (Some(letter), mark, None) = (characters.next(), characters.next(), characters.next())
            && let Some(c) = halfwidth::composed(letter, mark)
        {
            return self.push(dictionaries, label_of(dictionaries, c), c, self.read);
        }
        let mut buffer = std::mem::take(&mut self.normalized);
        let normalized = buffer.of::<U>();
        normalized.clear();
        let piece = text.part(start..self.read);
        normalizer_of_form(Form::Nfkc, Mode::Compose).normalize(piece, normalized, &mut self.normalization);
        for (_, part) in code_points(normalized.as_slice()) {
            self.push(dictionaries, label_of(dictionaries, part), part, start);
        }
        self.normalized = buffer;
        if let Some(last) = self.lattice.characters.last_mut() {
            last.end = (self.read - self.start) as u32;
        }
    }

    /// Adds a character that ends at `end`.
    fn push(&mut self, dictionaries: &Dictionaries, number: u16, c: char, end: usize) {
        let node = LatticeNode::new(dictionaries.shipped.chinese_japanese(), number, c.into(), end - self.start);
        memory::push(&mut self.lattice.characters, node);
        if self.keeps_code_points(dictionaries) {
            memory::push(&mut self.lattice.code_points, c);
        }
    }

    /// Emits the words of the best path to a node.
    fn emit_until(&mut self, until: usize) {
        let ViterbiSegmenter { lattice, phrases, breaks, ends, .. } = self;
        lattice.trace_back(until, ends);
        breaks.clear();
        match phrases {
            Some(phrases) => phrases.emit(lattice, ends, breaks),
            None => emit_words(lattice, ends, breaks),
        }
    }
}

/// The number of a normalized character in the script map; that of no word if the dictionary does not have it.
fn label_of(dictionaries: &Dictionaries, c: char) -> u16 {
    match dictionaries.script(c) {
        DictionaryScript::ChineseJapanese(number) => number,
        _ => FIRST_LABEL,
    }
}

/// Emits the ends of words; `ends` is in descending order.
fn emit_words(lattice: &Lattice, ends: &[usize], breaks: &mut BreakQueue) {
    let mut last = lattice.distance(0);
    for &end in ends.iter().rev() {
        // Ends inside a decomposed character have the position of its start.
        let distance = lattice.distance(end);
        if distance > last {
            breaks.push(distance);
            last = distance;
        }
    }
}

impl PhraseBreaks {
    /// Emits the breaks before words that start a phrase; `ends` is in descending order.
    fn emit(&mut self, lattice: &Lattice, ends: &[usize], breaks: &mut BreakQueue) {
        let mut from = 0;
        for &end in ends.iter().rev() {
            let word = lattice.characters.part(from..end);
            let starts_katakana = word.first().is_some_and(|character| character.is_katakana);
            let ends_katakana = word.last().is_some_and(|character| character.is_katakana);
            if let Some((at, after_katakana)) = self.pending
                && at > self.last
                && self.rules.starts_with(lattice.code_points.part(from..end))
                && !(after_katakana && starts_katakana)
            {
                breaks.push(at);
                self.last = at;
            }
            self.pending = Some((lattice.distance(end), ends_katakana));
            from = end;
        }
    }
}

/// Prefetches the third trie step from each character; the second one was prefetched when the characters were read.
fn prefetch_third_steps(trie: &CostTrie, characters: &[LatticeNode]) {
    for three in characters.windows(3) {
        if let [first, second, third] = three {
            trie.prefetch(trie.step(first.first_step, second.label), third.label);
        }
    }
}

/// The code point at the start of a text, if it is from U+0800 to U+D7FF, where most characters of the dictionary are,
/// and the text after it.
#[inline(always)]
fn common_code_point<U: CodeUnit>(text: &[U]) -> Option<(u32, &[U])> {
    let (code, after) = match U::ENCODING {
        Encoding::Utf16 => text.split_first().map(|(&unit, after)| (unit.into(), after))?,
        Encoding::Utf8 => {
            let (units, after) = text.split_first_chunk::<3>()?;
            (three_bytes(units.map(Into::into))?, after)
        }
    };
    (0x800..0xD800).contains(&code).then_some((code, after))
}

/// Whether a text may start with a mark, by its first units.
#[inline(always)]
fn may_be_mark<U: CodeUnit>(text: &[U]) -> bool {
    let unit = |index: usize| text.get(index).map_or(0, |&unit| unit.into());
    match unit(0) {
        0xFF9E | 0xFF9F | 0xD81B => true,
        0xEF => U::ENCODING == Encoding::Utf8,
        0xF0 => U::ENCODING == Encoding::Utf8 && unit(1) == 0x96,
        _ => false,
    }
}
