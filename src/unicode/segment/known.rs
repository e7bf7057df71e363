//! What is skipped in one kind of runs ([`super::skip`]), and how that follows the text.

use super::accelerated::Accelerated;
use super::between::Between;
use super::machine::BreakRules;
use super::skip::Within;
use crate::unicode::scan::Expected;
use crate::unicode::text::CodeUnit;

/// So many steps from the row to itself more than blocks, and what is around the last character is taken in. What is rarer costs less
/// when it is stepped over.
pub(super) const ENOUGH: u32 = 8;
/// So many steps from other rows to themselves more than skipped characters, and the last one of them is the row ...
pub(super) const ENOUGH_ELSEWHERE: i32 = 16;
/// ... of which no more than so many count for the row, ...
pub(super) const MOST_PASSED: i32 = 32;
/// ... and at first so many are enough; fewer in a kind of runs without ASCII letters, whose row is not known beforehand.
const ENOUGH_AT_FIRST: [i32; 2] = [8, 4];
/// Something is taken in at the most once in so many blocks, but for so many times at once.
const BLOCKS_EACH: u32 = 16;
const AT_ONCE: u32 = 8;
/// Where all of the characters start words, so many times is asked for others before these are taken in.
const ENOUGH_OTHERS: u32 = 2;
/// After so many blocks it is forgotten, sooner if it is more than a few: some of it may be of another text.
const MOST_AGE: u32 = 1024;
const MOST_AGE_OF_MANY: u32 = 128;
const FEW: usize = 2;
/// No row of any rules.
pub(super) const NO_ROW: u32 = u32::MAX;
/// No place of any text.
const NOWHERE: usize = usize::MAX / 2;

/// Where characters may be skipped, for one rule set in one kind of runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) rules: u64,
    pub(super) within: u32,
    /// The row that all of this is about.
    pub(super) row: u32,
    /// Whether ASCII letters are among the characters, and all of them start words behind what may stand between two words.
    pub(super) letters: bool,
    letters_start_words: bool,
    pub(super) between: Between,
    /// What else is among the characters, for how many blocks of text, and after how many it is forgotten.
    pub(super) expected: Expected,
    age: u32,
    most_age: u32,
    /// Whether all of the characters start words.
    pub(super) start_words: bool,
    /// Steps from the row to itself, and from other rows to themselves; see [`ENOUGH`] and [`ENOUGH_ELSEWHERE`].
    pub(super) misses: u32,
    pub(super) elsewhere: i32,
    /// How often something was taken in in that time.
    taken: u32,
    /// How often characters were not taken in, since they start no words.
    others: u32,
    /// The masks where runs of this kind were left, with places in the text of this number.
    pub(super) left: Masks,
    pub(super) text: u64,
}

/// Masks of the units around a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks {
    /// Units that may be skipped, a bit each.
    pub(super) passed: u64,
    /// Signs that may stand between words.
    pub(super) signs: u64,
    /// Where the masks start, and where the next ones do.
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Masks {
    pub(super) const NONE: Masks = Masks { passed: 0, signs: 0, start: NOWHERE, end: 0 };

    pub(super) fn moved_back(self, by: usize) -> Masks {
        Masks { start: self.start.wrapping_sub(by), end: self.end.wrapping_sub(by), ..self }
    }
}

impl Known {
    pub(super) const NOTHING: Known = Known {
        rules: 0,
        within: 0,
        row: NO_ROW,
        letters: false,
        letters_start_words: true,
        between: Between::NONE,
        expected: Expected::ascii(),
        age: 0,
        most_age: MOST_AGE,
        start_words: true,
        misses: 0,
        elsewhere: 0,
        taken: 0,
        others: 0,
        left: Masks::NONE,
        text: 0,
    };

    /// Before the first text.
    pub(super) fn of_rules<W: Within>(rules: &BreakRules, within: &W) -> Known {
        let known = match rules.letters {
            0 => Known { rules: rules.id.0, within: within.number(), ..Known::NOTHING },
            row => Known::of_row(rules, within, row),
        };
        let [enough, fewer] = ENOUGH_AT_FIRST;
        Known { elsewhere: ENOUGH_ELSEWHERE - if known.letters { enough } else { fewer }, ..known }
    }

    /// What the rules tell of a row.
    pub(super) fn of_row<W: Within>(rules: &BreakRules, within: &W, row: u32) -> Known {
        let nothing = Known { rules: rules.id.0, within: within.number(), ..Known::NOTHING };
        rules.accelerated.get(rules, within, row).map_or(nothing, |known| {
            let Accelerated { letters, letters_start_words, between, .. } = *known;
            Known { row, letters, letters_start_words, between, start_words: letters_start_words, ..nothing }
        })
    }

    /// Whether anything is skipped.
    pub(super) fn is_used(&self) -> bool {
        self.letters || self.expected.used + self.expected.maps_used > 0
    }

    /// Nothing but ASCII letters is expected.
    pub(super) fn forget_ranges(&mut self) {
        (self.expected, self.start_words) = (Expected::ascii(), self.letters_start_words);
        (self.age, self.most_age, self.taken, self.others) = (0, MOST_AGE, 0, 0);
    }

    /// Another block is about to be looked at.
    #[inline(always)]
    pub(super) fn grow_older(&mut self) {
        self.age += 1;
        if self.age >= self.most_age {
            self.forget_ranges();
        }
        self.misses = self.misses.saturating_sub(1);
    }

    /// Takes in what stands around a character that changes nothing; false if it is not worth it.
    pub(super) fn take_in<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, within: &W, code: u32) -> bool {
        if self.taken >= AT_ONCE + self.age / BLOCKS_EACH {
            return false;
        }
        let Some(accelerated) = rules.accelerated.get(rules, within, self.row) else { return false };
        let starting = self.start_words && self.between.starts_word(rules, code);
        let Some(span) = accelerated.around(rules, within, starting, code) else { return false };
        if self.start_words && !starting && self.others < ENOUGH_OTHERS {
            self.others += 1;
            return false;
        }
        self.start_words = starting;
        self.taken += 1;
        let map = (span.length < 128).then(|| accelerated.map_of(rules, within, starting, code)).flatten();
        match map.filter(|_| Expected::has_maps()) {
            Some(map) => self.expected.take_in_map::<U>(map),
            None => self.expected.take_in::<U>(span, code as u16),
        }
        if self.expected.used + self.expected.maps_used > FEW {
            self.most_age = MOST_AGE_OF_MANY;
        }
        true
    }
}
