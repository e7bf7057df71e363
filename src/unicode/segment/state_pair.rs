//! Pairs of DFA states that most characters do not leave: inside a sentence, the state only tells whether the last
//! character was a letter (UAX #29, SB7). Such characters are skipped like self-loops, and the state follows from the
//! last ones that were skipped.

use super::dfa::{Dfa, FLAGS, SELF_LOOP};
use crate::unicode::bmp::is_trailing_unit;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::SparseSet;
use crate::unicode::text::CodeUnit;
use std::collections::HashMap;
use std::ops::Range;

/// Two states, or twice the same one. ASCII letters, digits and spaces lead from each of them to one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatePair([u32; 2]);

impl StatePair {
    /// The pair of a state, if there is one.
    pub(super) fn of_state(dfa: &Dfa, state: u32) -> Option<StatePair> {
        let [letter, space] = ['a', ' '].map(|c| next(dfa, state, c.into()));
        let pair = StatePair([state, if letter? == state { space? } else { letter? }]);
        let mut common = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain([' ']).map(u32::from);
        common.all(|code| pair.is_kept_by(dfa, code)).then_some(pair)
    }

    /// Whether a state is one of the pair.
    #[inline(always)]
    pub(super) fn contains(self, state: u32) -> bool {
        self.0[0] == state || self.0[1] == state
    }

    /// Whether a code point leads from both states to one of them.
    pub(super) fn is_kept_by(self, dfa: &Dfa, code: u32) -> bool {
        self.is_kept_by_class(dfa, dfa.classes.class(code))
    }

    /// [`StatePair::is_kept_by`] for the characters of a class.
    pub(super) fn is_kept_by_class(self, dfa: &Dfa, class: u16) -> bool {
        self.0.iter().all(|state| next_of_class(dfa, *state, class).is_some_and(|next| self.contains(next)))
    }

    /// The characters of the BMP that do not keep the pair.
    pub(super) fn others(self, dfa: &Dfa) -> SparseSet {
        let is_other: Vec<bool> = (0..dfa.class_count()).map(|class| !self.is_kept_by_class(dfa, class)).collect();
        let is_other = |code| is_other.get(usize::from(dfa.classes.bmp(code))).is_none_or(|is_other| *is_other);
        // Blocks with equal ids have equal classes.
        let mut known: HashMap<u16, u64> = HashMap::new();
        let mut bits = Box::new([0; 1024]);
        for (block, bits) in (0..).zip(bits.iter_mut()) {
            let of_block = || (0..64).filter(|low| is_other(64 * block + low)).fold(0, |bits, low| bits | 1 << low);
            *bits = *known.entry(dfa.classes.block(64 * block)).or_insert_with(of_block);
        }
        SparseSet::new(bits)
    }

    /// The state after a range of characters, from `state` before it: all of them are of the BMP and keep the pair.
    #[inline]
    pub(super) fn state_after<U: CodeUnit>(
        self,
        dfa: &Dfa,
        text: &[U],
        Range { start, end }: Range<usize>,
        state: u32,
    ) -> u32 {
        if self.0[0] == self.0[1] {
            return state;
        }
        let (mut at, mut found) = (end, state);
        while at > start {
            let mut character = at - 1;
            while character > start && is_trailing_unit::<U>(text.item(character).into()) {
                character -= 1;
            }
            let class = dfa.classes.classify(text, text, character).0;
            let [first, second] = self.0.map(|state| next_of_class(dfa, state, class));
            if first == second {
                found = first.unwrap_or(state);
                break;
            }
            at = character;
        }
        while let Some((c, length)) = U::decode(text, at).filter(|_| at < end) {
            found = next(dfa, found, c.into()).unwrap_or(found);
            at += length;
        }
        found
    }
}

/// The state after a code point; `None` if the transition has flags, except that of self-loops.
fn next(dfa: &Dfa, state: u32, code: u32) -> Option<u32> {
    next_of_class(dfa, state, dfa.classes.class(code))
}

#[inline(always)]
fn next_of_class(dfa: &Dfa, state: u32, class: u16) -> Option<u32> {
    let transition = dfa.transition(state, class) & !SELF_LOOP;
    (transition & FLAGS == 0).then_some(transition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn sentences_have_a_pair_and_words_have_none() {
        for (name, has_pair) in [("sent", true), ("sent_el", true), ("word", false), ("line", false), ("char", false)] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            let pair = StatePair::of_state(dfa, dfa.state_after('a'));
            assert_eq!(pair.is_some(), has_pair, "{name}");
            for (c, keeps) in [('é', true), ('中', true), (',', true), ('.', false), ('!', false), ('。', false)] {
                assert!(pair.is_none_or(|pair| pair.is_kept_by(dfa, c.into()) == keeps), "{name} {c}");
            }
        }
    }

    #[test]
    fn state_after_a_skip_is_that_of_the_steps() {
        let dfa = &shipped_rules("sent").unwrap().dfa;
        let pair = StatePair::of_state(dfa, dfa.state_after('a')).unwrap();
        for text in ["a", " ", "aé\u{301}", " \u{301}\u{301}", "\u{301}", "Ab, 中 \u{AD}", "ab"] {
            for state in pair.0 {
                let steps = text.chars().fold(state, |state, c| next(dfa, state, c.into()).unwrap());
                let units: Vec<u16> = text.encode_utf16().collect();
                let utf8 = pair.state_after(dfa, text.as_bytes(), 0..text.len(), state);
                let utf16 = pair.state_after(dfa, &units, 0..units.len(), state);
                assert_eq!((utf8, utf16), (steps, steps), "{text:?}");
            }
        }
    }
}
