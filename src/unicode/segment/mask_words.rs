//! Finds the words of letters and digits in blocks of 64 units, without the DFA.
//!
//! ```text
//! from inside a word on, for each block, with one bit per unit:
//!     joined = mid letter & after a letter & before a letter                 (WB6, WB7)
//!            | mid num & after a digit & before a digit                      (WB11, WB12)
//!     other  = characters of no known kind, and mid characters before them
//!     words  = letters | digits | joined, up to the first `other`
//!     a run of `words` is a word: its state follows from its last character, and from whether it has letters
//! at the first `other`: continue with the DFA, in the state after the characters before it
//! ```
//!
//! Why it is right: [`super::word_characters`] has checked what the DFA does at each of these characters. The trick: a
//! mask answers for 64 characters, so that no branch depends on a character, only on the number of words in a block.

use super::emoji::may_start_emoji;
use super::masks::UnitKinds;
use super::segments::{READY_CAPACITY, RawSegment, SegmentState, WordText};
use super::word_characters::WordStates;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::BLOCK;
use crate::unicode::text::CodeUnit;

/// A word that is open at the start of a block, or none. Flags are 0 or 1.
#[derive(Clone, Copy)]
struct OpenWord {
    is_open: u64,
    start: usize,
    has_letter: u64,
    ends_in_letter: u64,
    /// Whether the word cannot be an emoji.
    is_no_emoji: bool,
}

impl OpenWord {
    const NONE: OpenWord = OpenWord { is_open: 0, start: 0, has_letter: 0, ends_in_letter: 0, is_no_emoji: true };

    fn of_segment<U: CodeUnit>(text: &[U], segment: RawSegment, states: WordStates) -> OpenWord {
        OpenWord {
            is_open: 1,
            start: segment.start,
            has_letter: u64::from(segment.state != states.number),
            ends_in_letter: u64::from(segment.state == states.letter),
            is_no_emoji: !may_start_emoji(text, segment.start),
        }
    }

    fn of_letters(start: usize, is_no_emoji: bool) -> OpenWord {
        OpenWord { is_open: 1, start, has_letter: 1, ends_in_letter: 1, is_no_emoji }
    }

    /// Whether there is no word, or one of letters that ends in a letter.
    #[inline(always)]
    fn is_of_letters(self) -> bool {
        self.is_open == self.has_letter & self.ends_in_letter
    }

    fn state(self, states: WordStates) -> u32 {
        states.of_word(self.ends_in_letter != 0, self.has_letter != 0)
    }
}

/// The words of a block.
#[derive(Clone, Copy)]
struct BlockWords {
    /// The first units of words and the units after words; a word that is open at the start of the block has no start.
    starts: u64,
    ends: u64,
    /// The letters and digits, and the units after letters.
    letters: u64,
    digits: u64,
    after_letters: u64,
    /// The number of units of known kinds.
    length: u32,
}

impl BlockWords {
    #[inline(always)]
    fn new(units: UnitKinds, open: OpenWord) -> BlockWords {
        let UnitKinds { letters, digits, mid_letter, mid_num, .. } = units;
        let mid = mid_letter | mid_num;
        let unknown = !(letters | digits | mid | units.separators);
        let other = unknown | mid & (unknown >> 1 | 1 << (BLOCK - 1));
        // The units before the first other one.
        let known = (other & other.wrapping_neg()).wrapping_sub(1);
        let after_letters = letters << 1 | open.ends_in_letter;
        let after_digits = digits << 1 | open.is_open & !open.ends_in_letter;
        let joined = mid_letter & after_letters & letters >> 1 | mid_num & after_digits & digits >> 1;
        let words = (letters | digits | joined) & known;
        let after_words = words << 1 | open.is_open;
        BlockWords {
            starts: words & !after_words,
            ends: after_words & !words & known,
            letters: letters & known,
            digits: digits & known,
            after_letters,
            length: other.trailing_zeros(),
        }
    }

    /// Whether a letter is among the units from `start` on, before `end`.
    #[inline(always)]
    fn has_letter(&self, start: u32, end: u32) -> u64 {
        let below = 1u64.checked_shl(end).unwrap_or(0).wrapping_sub(1);
        u64::from(self.letters & below & u64::MAX << (start & 63) != 0)
    }

    /// Whether the unit before `end` is a letter, or the open word ends in one.
    #[inline(always)]
    fn is_letter_before(&self, end: u32) -> u64 {
        match end {
            64.. => self.letters >> (BLOCK - 1),
            _ => self.after_letters >> end & 1,
        }
    }
}

/// What precedes the unit at which a search continues.
enum PrecedingUnits {
    /// A block whose units are all known, with the word that is open at its end.
    Block(OpenWord),
    /// A part of a segment; the DFA continues.
    Segment(RawSegment),
}

impl SegmentState {
    /// In a word state, after `word_so_far`: adds that word and all further ones up to the first character that the DFA
    /// must process. Returns the segment before that character, as far as it is read; `None` if it is the next
    /// character.
    #[inline(never)]
    pub(super) fn add_words<U: CodeUnit>(
        &mut self,
        source: WordText<'_, U>,
        word_so_far: RawSegment,
        count: &mut usize,
    ) -> Option<RawSegment> {
        let WordText { rules, text, is_end, only_words } = source;
        let states = self.accelerator.word_states();
        let start_of_segment = |at: usize| Some(RawSegment::new(at, at, rules.dfa.stride));
        let (mut at, mut open) = (word_so_far.end, OpenWord::of_segment(text, word_so_far, states));
        let mut units = self.accelerator.units_from(text, at, is_end);
        // A mark after a digit belongs to it.
        if open.ends_in_letter == 0 && self.find_other_start(source, at, units.letters & 1).is_some() {
            return None;
        }
        loop {
            let words = BlockWords::new(units, open);
            let is_simple = only_words && words.digits == 0 && open.is_of_letters();
            let before = if is_simple && self.find_other_start(source, at, words.starts).is_none() {
                self.add_simple_block(at, words, open, states.letter, count)
            } else {
                self.add_block(source, at, words, open, count)
            };
            open = match before {
                PrecedingUnits::Block(open) => open,
                PrecedingUnits::Segment(segment) => return Some(segment),
            };
            let length = words.length as usize;
            let known_to = if length >= units.length { units.end } else { at + length };
            let is_whole = length + 1 >= units.length;
            if open.is_open != 0 {
                at = known_to;
                if !is_whole || at >= text.len() {
                    let segment = RawSegment::new(open.start, at, open.state(states));
                    // The state after one digit may differ from that after more of them.
                    let is_digit = segment.state == states.number && segment.end == segment.start + 1;
                    return match at > word_so_far.end {
                        true if is_digit => start_of_segment(segment.start),
                        has_more => has_more.then_some(segment),
                    };
                }
            } else if known_to >= text.len() {
                return start_of_segment(text.len());
            } else {
                // What follows a separator may belong to its segment.
                at = known_to.saturating_sub(1).max(at);
                if !is_whole {
                    return start_of_segment(start_of_spaces(text, at));
                }
            }
            units = self.accelerator.load_units(text, at, is_end);
        }
    }

    /// The first unit of a mask of starts that starts no word: a self-loop that is not a letter.
    #[inline(always)]
    fn find_other_start<U: CodeUnit>(&self, source: WordText<'_, U>, at: usize, starts: u64) -> Option<u32> {
        let characters = self.accelerator.start_checker()?;
        first_unit(starts, |unit| !characters.starts_word(&source.rules.dfa, source.text, at + unit as usize))
    }

    /// Adds the words that end in a block of letters and separators, if the separators are omitted.
    #[inline(always)]
    fn add_simple_block(
        &mut self,
        at: usize,
        words: BlockWords,
        open: OpenWord,
        state: u32,
        count: &mut usize,
    ) -> PrecedingUnits {
        let BlockWords { mut starts, mut ends, .. } = words;
        let mut slots = self.ready.part_mut(*count..).iter_mut();
        let mut start = open.start;
        if open.is_open == 0 {
            start = at + starts.trailing_zeros() as usize;
            starts &= starts.wrapping_sub(1);
        }
        let mut is_open = open.is_open != 0 || words.starts != 0;
        let mut is_no_emoji = open.is_no_emoji;
        while ends != 0 {
            let segment = RawSegment {
                start,
                end: at + ends.trailing_zeros() as usize,
                state,
                is_plain_or_spaceless: is_no_emoji,
            };
            let Some(slot) = slots.next() else {
                *count = READY_CAPACITY;
                return PrecedingUnits::Segment(segment);
            };
            *slot = segment;
            (is_open, is_no_emoji) = (starts != 0, true);
            start = at + starts.trailing_zeros() as usize;
            (starts, ends) = (starts & starts.wrapping_sub(1), ends & (ends - 1));
        }
        *count = READY_CAPACITY - slots.len();
        PrecedingUnits::Block(if is_open { OpenWord::of_letters(start, is_no_emoji) } else { OpenWord::NONE })
    }

    /// Adds the words that end in a block.
    #[inline(never)]
    fn add_block<U: CodeUnit>(
        &mut self,
        source: WordText<'_, U>,
        at: usize,
        words: BlockWords,
        mut open: OpenWord,
        count: &mut usize,
    ) -> PrecedingUnits {
        let WordText { rules, only_words, .. } = source;
        let start_of_segment = |at: usize| PrecedingUnits::Segment(RawSegment::new(at, at, rules.dfa.stride));
        let BlockWords { mut starts, mut ends, .. } = words;
        let other_start = self.find_other_start(source, at, starts);
        if let Some(unit) = other_start {
            let before = (1 << unit) - 1;
            (starts, ends) = (starts & before, ends & before);
        }
        let SegmentState { accelerator, ready, .. } = self;
        let states = accelerator.word_states();
        let (mut first, mut last_end) = (0, at);
        loop {
            if open.is_open == 0 {
                if starts == 0 {
                    break;
                }
                first = starts.trailing_zeros();
                starts &= starts - 1;
                open = OpenWord { is_open: 1, start: at + first as usize, ..OpenWord::NONE };
            }
            if ends == 0 {
                open.has_letter |= words.has_letter(first, words.length);
                open.ends_in_letter = words.is_letter_before(words.length);
                break;
            }
            let end = ends.trailing_zeros();
            ends &= ends - 1;
            last_end = at + end as usize;
            open.has_letter |= words.has_letter(first, end);
            open.ends_in_letter = words.is_letter_before(end);
            let segment = RawSegment {
                start: open.start,
                end: last_end,
                state: open.state(states),
                is_plain_or_spaceless: open.is_no_emoji,
            };
            let Some(slot) = ready.get_mut(*count) else { return PrecedingUnits::Segment(segment) };
            *slot = segment;
            *count += 1;
            open = OpenWord::NONE;
            if !only_words {
                // Word by word, as separators are segments as well; the DFA continues with several of them.
                if starts >> end & 3 == 2
                    && let Some(slot) = ready.get_mut(*count)
                {
                    *slot = RawSegment::new(last_end, last_end + 1, accelerator.state_after_space());
                    *count += 1;
                    last_end += 1;
                }
                return start_of_segment(last_end);
            }
        }
        if other_start.is_some() { start_of_segment(last_end) } else { PrecedingUnits::Block(open) }
    }
}

/// The first unit of a mask that passes a test.
#[inline(always)]
fn first_unit(mut units: u64, mut test: impl FnMut(u32) -> bool) -> Option<u32> {
    while units != 0 {
        let unit = units.trailing_zeros();
        if test(unit) {
            return Some(unit);
        }
        units &= units - 1;
    }
    None
}

/// The start of the spaces around `at`, which may be one segment; `at` if there is none.
fn start_of_spaces<U: CodeUnit>(text: &[U], at: usize) -> usize {
    let before = text.part(..(at + 1).min(text.len())).iter().rev();
    at + 1 - before.take_while(|unit| **unit == U::from_ascii(b' ')).count().max(1)
}
