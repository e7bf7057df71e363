//! Word separators: ASCII spaces and punctuation after which a letter starts the next word, in any number and combination.
//! Their mask is computed for 64 units at a time, like that of the letters of an accelerated state ([`super::accelerator`]).

use super::dfa::{BACKTRACK, BOUNDARY, Dfa, FLAGS, SAVE, SELF_LOOP, STATUS_NONE};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::WordMasks;

/// The characters of [`WordMasks::separators`], the space first.
const SEPARATORS: [u8; 6] = *b" \n(),-";
/// Mid punctuation (UAX #29: MidNumLet, MidLetter), the characters of [`WordMasks::mid_punctuation`]: it joins words unless
/// another separator is adjacent.
const MID_PUNCTUATION: [u8; 2] = *b".:";

/// The maximum number of states that separators lead to.
const MAX_STATES: usize = 8;

/// The characters that a set of separators contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SeparatorSet {
    #[default]
    None,
    Space,
    All,
}

/// The separators of words of one state, and the states after them, with the state after a space first. No segment that ends in
/// one of these states has a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordSeparators {
    set: SeparatorSet,
    word_state: u32,
    states: [u32; MAX_STATES],
    used: usize,
}

impl WordSeparators {
    /// No separators.
    pub(super) const NONE: WordSeparators =
        WordSeparators { set: SeparatorSet::None, word_state: 0, states: [0; MAX_STATES], used: 0 };

    /// The separators after a state. There are none for rules with lookahead slots, which are reset at every boundary.
    pub(super) fn new(dfa: &Dfa, word_state: u32) -> WordSeparators {
        let none = WordSeparators { word_state, ..WordSeparators::NONE };
        if dfa.lookahead_slots != 0 {
            return none;
        }
        none.with(dfa, SeparatorSet::All).or_else(|| none.with(dfa, SeparatorSet::Space)).unwrap_or(none)
    }

    fn with(mut self, dfa: &Dfa, set: SeparatorSet) -> Option<WordSeparators> {
        let (separators, mid_punctuation): (&[u8], &[u8]) = match set {
            SeparatorSet::All => (&SEPARATORS, &MID_PUNCTUATION),
            _ => (b" ", b""),
        };
        let transition = |state: u32, c: &u8| dfa.transition(state, dfa.classes.class((*c).into())) & !SELF_LOOP;
        for c in separators {
            let transition = transition(self.word_state, c);
            if transition & FLAGS != BOUNDARY {
                return None;
            }
            self.add_state(dfa, transition & !FLAGS)?;
        }
        for c in mid_punctuation {
            // A word may continue after mid punctuation, but not if another separator follows.
            let joined = transition(self.word_state, c);
            let backtracks = |separator: &u8| transition(joined & !FLAGS, separator) & BACKTRACK != 0;
            if joined & FLAGS != SAVE || !separators.iter().all(backtracks) {
                return None;
            }
            self.add_state(dfa, transition(dfa.stride, c) & !FLAGS)?;
        }
        let mut at = 0;
        while let Some(&state) = self.states.get(..self.used)?.get(at) {
            for c in separators.iter().chain(mid_punctuation) {
                let transition = transition(state, c);
                if transition & FLAGS & !(BOUNDARY | STATUS_NONE) != 0 {
                    return None;
                }
                self.add_state(dfa, transition & !FLAGS)?;
            }
            at += 1;
        }
        self.set = set;
        Some(self)
    }

    fn add_state(&mut self, dfa: &Dfa, state: u32) -> Option<()> {
        if !dfa.has_no_status(state) {
            return None;
        }
        if !self.states.get(..self.used)?.contains(&state) {
            *self.states.get_mut(self.used)? = state;
            self.used += 1;
        }
        Some(())
    }

    /// The states after separators, if the state after a space at the start of a text is one of them.
    pub(super) fn states_with_space(&self, first_space: u32) -> Option<&[u32]> {
        self.states.get(..self.used).filter(|states| states.contains(&first_space))
    }

    /// The state after a space.
    pub(super) fn space(&self) -> u32 {
        let [space, ..] = self.states;
        space
    }

    /// Whether a code point starts a word after each of the separators, by returning to the word state.
    #[inline]
    pub(super) fn starts_word(&self, dfa: &Dfa, code: u32) -> bool {
        let class = dfa.classes.class(code);
        let states = self.states.part(..self.used);
        states
            .iter()
            .all(|&state| dfa.transition(state, class) & !SELF_LOOP == BOUNDARY | STATUS_NONE | self.word_state)
    }

    /// Whether a code point starts a word after a space.
    #[inline(always)]
    pub(super) fn starts_after_space(&self, dfa: &Dfa, code: u32) -> bool {
        let transition = dfa.transition(self.space(), dfa.classes.class(code));
        transition & !SELF_LOOP == BOUNDARY | STATUS_NONE | self.word_state
    }

    /// The mask of the separators in a block. Mid punctuation is a separator if it is adjacent to another one.
    #[inline(always)]
    pub(super) fn mask(&self, masks: &WordMasks) -> u64 {
        let WordMasks { space, separators, mid_punctuation, .. } = *masks;
        match self.set {
            SeparatorSet::None => 0,
            SeparatorSet::Space => space,
            SeparatorSet::All => separators | mid_punctuation & (separators << 1 | separators >> 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::scan::{CodePointFilter, WINDOW};
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn masks_hold_the_separators() {
        for block in [0u8, 64] {
            let units: [u8; WINDOW] = std::array::from_fn(|at| (block + (at % 64) as u8) & 0x7F);
            let masks = CodePointFilter::ascii().word_masks(&units);
            for at in 0..64 {
                let has = |mask: u64| mask >> at & 1 != 0;
                let c = block + at as u8;
                assert_eq!(
                    [has(masks.separators), has(masks.mid_punctuation)],
                    [SEPARATORS.contains(&c), MID_PUNCTUATION.contains(&c)]
                );
                assert_eq!(has(masks.space), c == SEPARATORS[0]);
            }
        }
    }

    #[test]
    fn rules_have_all_separators_or_none() {
        let set = |name| shipped_rules(name).map(|rules| rules.separators.set);
        assert_eq!(["Default", "word", "Standard"].map(set), [Some(SeparatorSet::All); 3]);
        assert_eq!(["char", "line", "sent"].map(set), [Some(SeparatorSet::None); 3]);
    }
}
