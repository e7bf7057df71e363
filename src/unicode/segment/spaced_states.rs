//! Sets of DFA states for segments that end with spaces, as most segments of lines do (UAX #14, LB18): letters, digits
//! and some punctuation, none of which ends a segment after another, and all of which end one after a space. In a run
//! of these characters and spaces, segments are found by masks.
//!
//! ```text
//! after a state of the set:  a character: no boundary, to a state of the set;  a space: to the state of spaces
//! after a space:             a character: a boundary,  to a state of the set;  a space: to the state of spaces
//! ```
//!
//! Attached punctuation, such as a full stop or a comma, is such a character after others, but not after a space
//! (LB15d): there, the run ends.

use super::dfa::{BOUNDARY, Dfa, FLAGS, SELF_LOOP, STATUS_NONE};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of states after characters.
const MAX_STATES: usize = 16;
/// The number of classes of which characters are found.
const CLASSES: usize = 128;
/// A value that is no state.
const NO_STATE: u32 = u32::MAX;

/// The states, and the classes of the characters, one bit for each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpacedStates {
    /// The state after a space.
    pub(super) space: u32,
    /// The states after characters.
    states: [u32; MAX_STATES],
    classes: u128,
    /// The classes of attached punctuation.
    attached: u128,
    /// The classes of characters after which the state does not depend on what is before them.
    determining: u128,
}

impl SpacedStates {
    /// No states.
    pub(super) const NONE: SpacedStates =
        SpacedStates { space: NO_STATE, states: [NO_STATE; MAX_STATES], classes: 0, attached: 0, determining: 0 };

    /// The set of the state after an ASCII letter, with as many classes as fit together, those of many characters
    /// first.
    pub(super) fn of_state(dfa: &Dfa, letter: u32) -> SpacedStates {
        let space_class = dfa.classes.class(' '.into());
        let Some(space) = next(dfa, letter, space_class, 0) else { return SpacedStates::NONE };
        let of_letter = SpacedStates { space, classes: bit(dfa.classes.class('a'.into())), ..SpacedStates::NONE };
        if next(dfa, space, space_class, 0) != Some(space) {
            return SpacedStates::NONE;
        }
        let Some(mut set) = of_letter.completed(dfa, letter) else { return SpacedStates::NONE };
        let ascii = dfa.classes.ascii().iter().copied();
        for class in dfa.classes.by_size(CLASSES).into_iter().chain(ascii.clone()) {
            let larger = SpacedStates { classes: set.classes | bit(class), ..set };
            set = larger.completed(dfa, letter).unwrap_or(set);
        }
        for class in ascii.filter(|class| *class != space_class) {
            let larger = SpacedStates { attached: set.attached | bit(class) & !set.classes, ..set };
            set = larger.completed(dfa, letter).unwrap_or(set);
        }
        set
    }

    /// The set with its states, if the characters of its classes are such.
    fn completed(self, dfa: &Dfa, letter: u32) -> Option<SpacedStates> {
        let classes = || (0..CLASSES as u16).filter(|class| self.has_class(*class));
        let after_character = || (0..CLASSES as u16).filter(|class| (self.classes | self.attached) & bit(*class) != 0);
        let space_class = dfa.classes.class(' '.into());
        let mut reached = vec![letter];
        for class in classes() {
            let next = next(dfa, self.space, class, BOUNDARY)?;
            reached.extend((!reached.contains(&next)).then_some(next));
        }
        let mut at = 0;
        while let Some(&state) = reached.get(at) {
            if next(dfa, state, space_class, 0) != Some(self.space) || state == self.space || dfa.mark(state) != 0 {
                return None;
            }
            for class in after_character() {
                let next = next(dfa, state, class, 0)?;
                reached.extend((!reached.contains(&next)).then_some(next));
            }
            at += 1;
        }
        if reached.len() > MAX_STATES {
            return None;
        }
        let is_determining = |class: &u16| {
            let first = next(dfa, letter, *class, 0);
            reached.iter().all(|state| next(dfa, *state, *class, 0) == first)
        };
        let determining = after_character().filter(is_determining).fold(0, |bits, class| bits | bit(class));
        let mut states = [NO_STATE; MAX_STATES];
        states.iter_mut().zip(reached).for_each(|(slot, state)| *slot = state);
        Some(SpacedStates { states, determining, ..self })
    }

    /// Whether there are no states.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.states[0] == NO_STATE
    }

    /// Whether a state is one after a character.
    #[inline(always)]
    pub(super) fn contains(&self, state: u32) -> bool {
        self.states.contains(&state)
    }

    /// The state after an ASCII letter.
    #[inline(always)]
    pub(super) fn letter(&self) -> u32 {
        self.states[0]
    }

    /// Whether the characters of a class are such after others and after a space.
    #[inline]
    pub(super) fn has_class(&self, class: u16) -> bool {
        self.classes & bit(class) != 0
    }

    /// Whether the characters of a class are attached punctuation.
    pub(super) fn is_attached(&self, class: u16) -> bool {
        self.attached & bit(class) != 0
    }

    /// The state at `end`, after characters from `at` on, without spaces; `state` is that at `at`.
    #[inline]
    pub(super) fn state_after<U: CodeUnit>(
        &self,
        dfa: &Dfa,
        text: &[U],
        (mut at, end): (usize, usize),
        mut state: u32,
    ) -> u32 {
        let visible = text.part(..end);
        // Common case: the run ends with an ASCII letter.
        let last = visible.last().map_or(0, |&unit| unit.into());
        if at < end && last < 0x80 {
            let class = dfa.classes.class(last);
            if self.determining & bit(class) != 0 {
                return dfa.transition(self.letter(), class) & !FLAGS;
            }
        }
        while at < end {
            let (class, length) = dfa.classes.classify(visible, text, at);
            state = dfa.transition(state, class) & !FLAGS;
            at += length;
        }
        state
    }
}

/// The bit of a class; 0 for a class that is not known.
#[inline]
fn bit(class: u16) -> u128 {
    1u128.checked_shl(class.into()).unwrap_or(0)
}

/// The state after a class, if the transition has the given flags and no others of importance.
fn next(dfa: &Dfa, state: u32, class: u16, flags: u32) -> Option<u32> {
    let transition = dfa.transition(state, class) & !(STATUS_NONE | SELF_LOOP);
    (transition & FLAGS == flags).then_some(transition & !FLAGS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn segments_of_lines_end_with_spaces() {
        for name in ["line", "line_loose_cj", "char", "sent"] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            let found = SpacedStates::of_state(dfa, dfa.state_after('a'));
            let class = |c: char| dfa.classes.class(c.into());
            let has = |c: char| found.has_class(class(c)) || found.is_attached(class(c));
            let is_line = name.starts_with("line");
            assert!("aZ1é\"жक\u{93F}\u{301}א,.;:".chars().all(|c| has(c) == is_line), "{name} {found:?}");
            assert!(!"-(中ก \n\u{200B}".chars().any(has), "{name} {found:?}");
            assert!(is_line == ",.".chars().all(|c| found.is_attached(class(c))), "{name} {found:?}");
        }
    }
}
