//! Sets of DFA states between which characters lead that are segments of their own: grapheme clusters of one character,
//! ideographs and Hangul syllables in lines. From each state of the set, each of these characters ends the segment
//! before it and leads to the state of the character, so that a run of them needs no step of the DFA.
//!
//! Extending characters, such as marks, continue such a segment and change nothing about the next one: a run of both
//! kinds has a segment at each character that is not extending. Indic linkers (GB9c) are not among them.

use super::class_map::BLOCK;
use super::dfa::{BOUNDARY, Dfa, FLAGS, LOOKAHEAD_MARK, SELF_LOOP, STATUS_NONE};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The maximum number of states, and of states after extending characters.
const MAX_STATES: usize = 4;
const MAX_EXTENDED: usize = 8;
/// The number of classes of which characters are found.
const CLASSES: usize = 128;
/// A value that is no state.
const NO_STATE: u32 = u32::MAX;

/// The states, and the classes of the characters, one bit for each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RepeatedStates {
    states: [u32; MAX_STATES],
    /// The classes of characters that are segments.
    classes: u128,
    /// The states after extending characters, and the classes of these.
    extended: [u32; MAX_EXTENDED],
    extending: u128,
}

impl RepeatedStates {
    /// No states.
    pub(super) const NONE: RepeatedStates =
        RepeatedStates { states: [NO_STATE; MAX_STATES], classes: 0, extended: [NO_STATE; MAX_EXTENDED], extending: 0 };

    /// The set of a state. Where characters of two classes do not fit together, that of more characters wins.
    pub(super) fn of_state(dfa: &Dfa, state: u32) -> RepeatedStates {
        let mut states = vec![state];
        let mut included: Vec<(u16, u32)> = Vec::new();
        let all_classes = classes_by_size(dfa);
        for &class in &all_classes {
            let Some(next) = transition(dfa, state, class).filter(|next| dfa.has_equal_segments(state, *next)) else {
                continue;
            };
            let fits = |&(other, after_other): &(u16, u32)| {
                transition(dfa, next, other) == Some(after_other) && transition(dfa, after_other, class) == Some(next)
            };
            let is_new = !states.contains(&next);
            if transition(dfa, next, class) == Some(next)
                && included.iter().all(fits)
                && !(is_new && states.len() == MAX_STATES)
            {
                included.push((class, next));
                states.extend(is_new.then_some(next));
            }
        }
        // The set is of use if the characters of the state are among them.
        let is_reached = included.iter().any(|(_, next)| *next == state);
        if !is_reached {
            return RepeatedStates::NONE;
        }
        let mut set = RepeatedStates::NONE;
        set.classes = bits_of(included.iter().map(|(class, _)| *class));
        let (mut extending, mut extended) = (Vec::new(), Vec::new());
        for class in all_classes {
            let candidates: Vec<u16> = extending.iter().copied().chain([class]).collect();
            if let Some(found) = extended_states(dfa, &states, &included, &candidates) {
                (extending, extended) = (candidates, found);
            }
        }
        set.extending = bits_of(extending.into_iter());
        set.extended.iter_mut().zip(extended).for_each(|(slot, state)| *slot = state);
        set.states.iter_mut().zip(states).for_each(|(slot, state)| *slot = state);
        set
    }

    /// Whether a state is in the set.
    #[inline(always)]
    pub(super) fn contains(&self, state: u32) -> bool {
        self.states.contains(&state)
    }

    /// Whether a transition may be that of an extending character.
    #[inline(always)]
    pub(super) fn may_extend(&self, transition: u32) -> bool {
        let next = transition & !SELF_LOOP;
        self.contains(next) || self.extended.contains(&next)
    }

    /// Whether the characters of a class are segments.
    #[inline]
    pub(super) fn has_class(&self, class: u16) -> bool {
        usize::from(class) < CLASSES && self.classes >> class & 1 != 0
    }

    /// Whether the characters of a class are extending.
    #[inline]
    pub(super) fn is_extending(&self, class: u16) -> bool {
        usize::from(class) < CLASSES && self.extending >> class & 1 != 0
    }

    /// The state at `end`, in a segment of a run from `start` on: a character that is a segment, and extending ones.
    #[inline]
    pub(super) fn state_after<U: CodeUnit>(&self, dfa: &Dfa, text: &[U], (start, end): (usize, usize)) -> u32 {
        let visible = text.part(..end);
        let (class, length) = dfa.classes.classify(visible, text, start);
        let state = dfa.transition(self.states[0], class) & !FLAGS;
        self.state_after_extending(dfa, text, (start + length, end), state)
    }

    /// The state after the extending characters from `at` to `end`.
    #[inline]
    pub(super) fn state_after_extending<U: CodeUnit>(
        &self,
        dfa: &Dfa,
        text: &[U],
        (mut at, end): (usize, usize),
        mut state: u32,
    ) -> u32 {
        let visible = text.part(..end);
        while at < end {
            let (class, length) = dfa.classes.classify(visible, text, at);
            state = dfa.transition(state, class) & !FLAGS;
            at += length;
        }
        state
    }
}

/// The states after sequences of extending characters: from each of them and of `states`, extending characters end no
/// segment, and characters of `included`, which are segments, do what they do after each other. `None` if the classes
/// are not such.
fn extended_states(dfa: &Dfa, states: &[u32], included: &[(u16, u32)], extending: &[u16]) -> Option<Vec<u32>> {
    let mut reached = states.to_vec();
    let mut at = 0;
    while let Some(&state) = reached.get(at) {
        let ends_before = |&(class, next): &(u16, u32)| transition(dfa, state, class) == Some(next);
        if dfa.mark(state) != 0
            || !dfa.has_equal_segments(state, states.first().copied().unwrap_or(state))
            || !included.iter().all(ends_before)
        {
            return None;
        }
        for class in extending {
            let next = dfa.transition(state, *class) & !SELF_LOOP;
            if next & FLAGS != 0 {
                return None;
            }
            if !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    let extended = reached.split_off(states.len());
    (extended.len() <= MAX_EXTENDED).then_some(extended)
}

fn bits_of(classes: impl Iterator<Item = u16>) -> u128 {
    classes.fold(0, |bits, class| bits | 1 << class)
}

/// The state after a class, if it ends the segment before and does nothing else that lookahead rules do not undo.
fn transition(dfa: &Dfa, state: u32, class: u16) -> Option<u32> {
    let transition = dfa.transition(state, class) & !(STATUS_NONE | SELF_LOOP | LOOKAHEAD_MARK);
    (transition & FLAGS == BOUNDARY).then_some(transition & !FLAGS)
}

/// The classes of code points of the BMP above ASCII, most code points first.
fn classes_by_size(dfa: &Dfa) -> Vec<u16> {
    // Blocks with equal ids have equal classes: each is read once.
    let mut blocks: HashMap<u16, (u32, usize)> = HashMap::new();
    for first in (0x80..0x1_0000).step_by(BLOCK).filter(|first| !(0xD800..0xE000).contains(first)) {
        blocks.entry(dfa.classes.block(first)).or_insert((first, 0)).1 += 1;
    }
    let mut counts = [0; CLASSES];
    for (first, count) in blocks.into_values() {
        for code in first..first + BLOCK as u32 {
            if let Some(sum) = counts.get_mut(usize::from(dfa.classes.class(code))) {
                *sum += count;
            }
        }
    }
    let mut classes: Vec<(usize, u16)> = counts.into_iter().zip(0..).filter(|(count, _)| *count > 0).collect();
    classes.sort_by_key(|(count, class)| (Reverse(*count), *class));
    classes.into_iter().map(|(_, class)| class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn characters_of_one_segment_are_found() {
        for (name, first, segments, others) in
            [("char", 'a', "é中가각ж。", "\u{301}\u{200D}\n\u{1100}"), ("line", '中', "文가각ア", "a、\u{301}(")]
        {
            let dfa = &shipped_rules(name).unwrap().dfa;
            let found = RepeatedStates::of_state(dfa, dfa.state_after(first));
            let class = |c: char| dfa.classes.class(c.into());
            assert!(segments.chars().all(|c| found.has_class(class(c))), "{name} {found:?}");
            assert!(others.chars().all(|c| !found.has_class(class(c))), "{name} {found:?}");
            assert!(segments.chars().all(|c| found.contains(dfa.state_after(c))), "{name}");
            let extends = "\u{301}\u{93E}\u{E48}".chars().all(|c| found.is_extending(class(c)));
            assert_eq!(extends, name == "char", "{name} {found:?}");
            assert!(segments.chars().chain(['\u{94D}', '\n']).all(|c| !found.is_extending(class(c))), "{name}");
        }
        for (name, first) in [("word", 'a'), ("sent", '中'), ("line", 'a')] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            assert_eq!(RepeatedStates::of_state(dfa, dfa.state_after(first)), RepeatedStates::NONE, "{name}");
        }
    }
}
