//! Sets of DFA states between which characters lead that are segments of their own: grapheme clusters of one character,
//! ideographs and Hangul syllables in lines. From each state of the set, each of these characters ends the segment
//! before it and leads to the state of the character, so that a run of them needs no step of the DFA.
//!
//! Extending characters, such as marks, and in lines spaces and closing punctuation, continue such a segment and change
//! nothing about the next one: a run of both kinds has a segment at each character that is not extending. Indic linkers
//! (GB9c) are not among them.

use super::dfa::{BOUNDARY, Dfa, FLAGS, LOOKAHEAD_MARK, SELF_LOOP, STATUS_NONE};

/// The maximum number of states, and of those with states after extending characters.
const MAX_STATES: usize = 4;
const MAX_EXTENDED: usize = 48;
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
    /// The classes of extending characters.
    extending: u128,
    /// Whether spaces continue such segments, too. After a space, extending characters end the run.
    pub(super) has_spaces: bool,
}

impl RepeatedStates {
    /// No states.
    pub(super) const NONE: RepeatedStates =
        RepeatedStates { states: [NO_STATE; MAX_STATES], classes: 0, extending: 0, has_spaces: false };

    /// The set of a state. Where characters of two classes do not fit together, that of more characters wins.
    pub(super) fn of_state(dfa: &Dfa, state: u32) -> RepeatedStates {
        let mut states = vec![state];
        let mut included: Vec<(u16, u32)> = Vec::new();
        let all_classes = dfa.classes.by_size(CLASSES);
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
        let (mut extending, space) = (Vec::new(), dfa.classes.class(' '.into()));
        set.has_spaces = !set.has_class(space) && are_extending(dfa, &states, &included, &[], true);
        for class in all_classes.into_iter().chain(dfa.classes.ascii().iter().copied()) {
            if usize::from(class) >= CLASSES || set.has_class(class) || extending.contains(&class) || class == space {
                continue;
            }
            extending.push(class);
            if !are_extending(dfa, &states, &included, &extending, set.has_spaces) {
                extending.pop();
            }
        }
        set.extending = bits_of(extending.into_iter());
        set.states.iter_mut().zip(states).for_each(|(slot, state)| *slot = state);
        set
    }

    /// Whether there are no states.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.states[0] == NO_STATE
    }

    /// Whether a state is in the set.
    #[inline(always)]
    pub(super) fn contains(&self, state: u32) -> bool {
        self.states.contains(&state)
    }

    /// Whether any characters are extending.
    #[inline(always)]
    pub(super) fn has_extending(&self) -> bool {
        self.extending != 0
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

    /// One of the states; from each of them, characters that are segments lead to the same one.
    #[inline]
    pub(super) fn any_state(&self) -> u32 {
        self.states[0]
    }
}

/// Whether characters of `extending` end no segment after `states` and after each other, and characters of `included`,
/// which are segments, do after them what they do after each other. If `has_spaces`, the same is true of spaces, after
/// which extending characters may do anything.
fn are_extending(dfa: &Dfa, states: &[u32], included: &[(u16, u32)], extending: &[u16], has_spaces: bool) -> bool {
    let space = dfa.classes.class(' '.into());
    let mut reached: Vec<(u32, bool)> = states.iter().map(|state| (*state, false)).collect();
    let mut at = 0;
    while let Some(&(state, is_after_space)) = reached.get(at) {
        let ends_before = |&(class, next): &(u16, u32)| transition(dfa, state, class) == Some(next);
        let is_equal = states.first().is_some_and(|first| dfa.has_equal_segments(state, *first));
        if !is_equal || !included.iter().all(ends_before) {
            return false;
        }
        let characters = if is_after_space { &[] } else { extending };
        let spaces = has_spaces.then_some((space, true));
        for (class, is_space) in characters.iter().map(|class| (*class, false)).chain(spaces) {
            let next = dfa.transition(state, class) & !(SELF_LOOP | LOOKAHEAD_MARK);
            if next & FLAGS != 0 {
                return false;
            }
            if !reached.contains(&(next, is_space)) {
                reached.push((next, is_space));
            }
        }
        at += 1;
    }
    reached.len() <= MAX_EXTENDED
}

fn bits_of(classes: impl Iterator<Item = u16>) -> u128 {
    classes.fold(0, |bits, class| bits | 1 << class)
}

/// The state after a class, if it ends the segment before and does nothing else that lookahead rules do not undo.
fn transition(dfa: &Dfa, state: u32, class: u16) -> Option<u32> {
    let transition = dfa.transition(state, class) & !(STATUS_NONE | SELF_LOOP | LOOKAHEAD_MARK);
    (transition & FLAGS == BOUNDARY).then_some(transition & !FLAGS)
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
            let extending = if name == "char" { "\u{301}\u{93E}\u{E48}" } else { "\u{301}、。ーッ." };
            assert_eq!(found.has_spaces, name == "line");
            assert!(extending.chars().all(|c| found.is_extending(class(c))), "{name} {found:?}");
            let others = segments.chars().chain(if name == "char" { ['\u{94D}', '\n'] } else { ['（', 'a'] });
            assert!(others.into_iter().all(|c| !found.is_extending(class(c))), "{name}");
        }
        for (name, first) in [("word", 'a'), ("sent", '中'), ("line", 'a')] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            assert_eq!(RepeatedStates::of_state(dfa, dfa.state_after(first)), RepeatedStates::NONE, "{name}");
        }
    }
}
