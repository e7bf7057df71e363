//! A model of words of letters and digits, checked against each step of the DFA that it describes; see
//! [`super::word_characters`].

use super::dfa::{BACKTRACK, BOUNDARY, Dfa, FLAGS, SAVE, SELF_LOOP, STATUS_NONE};
use super::run_boundary::RunBoundary;
use crate::unicode::scan::PunctuationKind;
use std::collections::BTreeSet;

/// The states of words and of what separates and joins them.
pub(super) struct WordModel<'a> {
    dfa: &'a Dfa,
    /// The state of a word that ends in a letter.
    pub(super) letter: u32,
    /// The states of words that end in a digit: of one digit, of more digits, and with letters. Empty without digits.
    pub(super) digit_states: Vec<u32>,
    /// Whether mid characters join letters and digits; otherwise the state after it is not known.
    pub(super) joins: bool,
    /// The characters that separate words or join them, and the mid characters among them.
    separators: Vec<u8>,
    mid_characters: Vec<(u8, PunctuationKind)>,
    /// The mid characters, and those that are left to the DFA.
    pub(super) special: Vec<(u8, PunctuationKind)>,
    /// The states after mid characters between letters and between digits, and after separators.
    mid_letter_states: Vec<u32>,
    mid_num_states: Vec<u32>,
    separator_states: Vec<u32>,
}

impl<'a> WordModel<'a> {
    /// Creates the model of words of the given state. `characters` are those that may separate or join words. `None` if
    /// digits are included and do not form words with each other and with letters, or if the characters depend on what
    /// is around them.
    pub(super) fn new<B: RunBoundary>(
        dfa: &'a Dfa,
        boundary: &B,
        letter: u32,
        characters: &[u8],
        joins: bool,
        has_digits: bool,
    ) -> Option<WordModel<'a>> {
        let mut model = WordModel {
            dfa,
            letter,
            digit_states: Vec::new(),
            joins,
            separators: Vec::new(),
            mid_characters: Vec::new(),
            special: Vec::new(),
            mid_letter_states: Vec::new(),
            mid_num_states: Vec::new(),
            separator_states: Vec::new(),
        };
        if has_digits {
            model.add_digits()?;
        }
        model.classify(characters, |c| boundary.contains(c.into()));
        model.collect_states();
        model.agrees_with_rules().then_some(model)
    }

    /// Whether the characters of a class are letters.
    pub(super) fn is_letter(&self, class: u16) -> bool {
        let after = |state: u32| self.dfa.transition(state, class) & !SELF_LOOP;
        let start = BOUNDARY | STATUS_NONE | self.letter;
        let after_joints = || {
            self.mid_letter_states.iter().all(|state| after(*state) == self.letter)
                && self.mid_num_states.iter().all(|state| after(*state) & BACKTRACK != 0)
        };
        self.word_states().chain([self.dfa.stride]).all(|state| after(state) == self.letter)
            && self.separator_states.iter().all(|state| after(*state) == start)
            && (!self.joins || after_joints())
    }

    fn word_states(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.letter).chain(self.digit_states.iter().copied())
    }

    /// The transition over a character, without the flag of self-loops.
    fn step(&self, state: u32, c: u8) -> u32 {
        self.dfa.transition(state, self.dfa.classes.class(c.into())) & !SELF_LOOP
    }

    /// The transition over a character at the start of a segment.
    fn first(&self, c: u8) -> u32 {
        self.step(self.dfa.stride, c)
    }

    /// Determines the states of digits; `None` if they do not form words.
    fn add_digits(&mut self) -> Option<()> {
        let first = self.dfa.state_after('0');
        let [number, alphanumeric] = [first, self.letter].map(|state| self.step(state, b'0') & !FLAGS);
        let numbers = [(self.dfa.stride, first), (first, number), (number, number)];
        let with_letters = [(self.letter, alphanumeric), (alphanumeric, alphanumeric)];
        let is_digit = |c: u8| numbers.iter().chain(&with_letters).all(|&(from, to)| self.step(from, c) == to);
        let is_one_kind = self.dfa.segment(0, 0, first) == self.dfa.segment(0, 0, number);
        let found = is_one_kind && (b'0'..=b'9').all(is_digit);
        self.digit_states = vec![first, number, alphanumeric];
        found.then_some(())
    }

    /// Finds out which characters separate, and which join.
    fn classify(&mut self, characters: &[u8], is_in_run: impl Fn(u8) -> bool) {
        let (known, unknown): (Vec<u8>, Vec<u8>) = characters
            .iter()
            .partition(|c| is_in_run(**c) && (self.separates_words(**c) || self.mid_kind(**c).is_some()));
        // The state after a carriage return, for instance, depends on what precedes it.
        let (separators, dependent): (Vec<u8>, Vec<u8>) =
            known.iter().partition(|before| known.iter().all(|c| self.separates(**before, *c)));
        self.mid_characters = separators.iter().filter_map(|c| Some((*c, self.mid_kind(*c)?))).collect();
        let others = unknown.into_iter().chain(dependent).map(|c| (c, PunctuationKind::Other));
        self.special = others.chain(self.mid_characters.iter().copied()).collect();
        self.special.sort_unstable_by_key(|(c, _)| *c);
        self.separators = separators;
    }

    /// Whether a character ends words, and starts a segment without a status.
    fn separates_words(&self, c: u8) -> bool {
        self.starts_segment(c) && self.word_states().all(|state| self.separates_after(state, c))
    }

    fn starts_segment(&self, c: u8) -> bool {
        let first = self.first(c);
        first & FLAGS == 0 && self.dfa.has_no_status(first)
    }

    fn separates_after(&self, state: u32, c: u8) -> bool {
        self.step(state, c) & !STATUS_NONE == BOUNDARY | self.first(c)
    }

    /// What a character joins, if anything.
    fn mid_kind(&self, c: u8) -> Option<PunctuationKind> {
        if !self.starts_segment(c) || self.separates_words(c) {
            return None;
        }
        let joins_digits = |state: &u32| {
            let joint = self.joint(*state, c);
            joint.is_some_and(|joint| !self.joins || self.step(joint, b'0') == self.step(*state, b'0'))
        };
        let digits_separated = self.digit_states.iter().all(|state| self.separates_after(*state, c));
        let digits_joined = self.digit_states.iter().all(joins_digits);
        match (self.joint(self.letter, c), digits_separated, digits_joined) {
            (Some(_), true, _) => Some(PunctuationKind::MidLetter),
            (Some(_), false, true) => Some(PunctuationKind::MidNumLet),
            (None, false, true) if self.separates_after(self.letter, c) => Some(PunctuationKind::MidNum),
            _ => None,
        }
    }

    /// The state after a mid character: the match before it is saved.
    fn joint(&self, state: u32, c: u8) -> Option<u32> {
        let joint = self.step(state, c);
        (joint & FLAGS == SAVE).then_some(joint & !FLAGS)
    }

    /// Whether character `c` after separator `before` starts a segment, or continues one of spaces, and leads to the
    /// state that it leads to at the start of a segment.
    fn separates(&self, before: u8, c: u8) -> bool {
        let transition = self.step(self.first(before), c) & !STATUS_NONE;
        let may_join = [before, c] == [b' '; 2];
        transition == BOUNDARY | self.first(c) || may_join && transition == self.first(c)
    }

    fn collect_states(&mut self) {
        let (mut of_letters, mut of_digits) = (BTreeSet::new(), BTreeSet::new());
        for &(c, _) in &self.mid_characters {
            of_letters.extend(self.joint(self.letter, c));
            of_digits.extend(self.digit_states.iter().filter_map(|state| self.joint(*state, c)));
        }
        let separated: BTreeSet<u32> = self.separators.iter().map(|c| self.first(*c)).collect();
        self.mid_letter_states = of_letters.into_iter().collect();
        self.mid_num_states = of_digits.into_iter().collect();
        self.separator_states = separated.into_iter().collect();
    }

    /// Whether words end alone, mid characters join nothing else, and a digit after a separator starts a word.
    fn agrees_with_rules(&self) -> bool {
        let ends_alone = |state: u32| self.dfa.ends_alone(state);
        let starts_number = |state: &u32| {
            let number = self.digit_states.first();
            number.is_none_or(|number| self.step(*state, b'0') == BOUNDARY | STATUS_NONE | number)
        };
        self.separators.contains(&b' ')
            && self.word_states().all(ends_alone)
            && self.separator_states.iter().all(|state| ends_alone(*state) && starts_number(state))
            && self.mid_letter_states.iter().all(|state| self.is_joint(*state, self.joins))
            && self.mid_num_states.iter().all(|state| self.is_joint(*state, false))
    }

    /// Whether the match before a mid character, after which the DFA is in state `joint`, ends there if a separator
    /// follows or, if only letters may follow, a digit.
    fn is_joint(&self, joint: u32, only_letters: bool) -> bool {
        let backtracks = |c: u8| self.step(joint, c) & BACKTRACK != 0;
        let digits = || self.digit_states.is_empty() || (b'0'..=b'9').all(backtracks);
        let info = self.dfa.info(joint);
        info.accept == 0
            && info.at_end == 0
            && self.separators.iter().all(|c| backtracks(*c))
            && (!only_letters || digits())
    }
}
