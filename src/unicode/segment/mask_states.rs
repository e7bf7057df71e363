//! Sets of DFA states between which segments follow from the kinds of neighbours, so that masks give them
//! ([`super::mask_segments`]). In a run of these characters, the DFA reads only the last segment:
//!
//! ```text
//! a base        starts a segment, wherever it is          grapheme clusters, ideographs and syllables in lines
//!               or after a space only                     letters, their marks, digits and quotes in lines (LB18)
//! an extending  starts none, and changes nothing about    marks in grapheme clusters; full stops, closing punctuation
//! character     the bases after it                        and marks of ideographs in lines
//! a space       extends, too, if the rules allow it; after it, extending characters end the run (LB13, LB15d)
//! ```
//!
//! Characters that do anything else end the run: Indic linkers (GB9c), hyphens, opening punctuation. All is derived
//! from the DFA: a set grows class by class, and keeps a class if all transitions between its states are as above.

use super::class_set::{ClassSet, SET_CLASSES};
use super::dfa::{BOUNDARY, Dfa, FLAGS, LOOKAHEAD_MARK, NO_STATE, SELF_LOOP, STATUS_NONE};
use std::mem;

/// The maximum number of states after the first character of a segment, and that of all states.
pub(super) const MAX_FIRST_STATES: usize = 8;
const MAX_STATES: usize = 48;
/// The sizes of classes are estimated from one code point in this many.
const CODES_PER_SAMPLE: usize = 7;

/// The characters that start segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SegmentStart {
    /// Each one.
    Each,
    /// Those after a space.
    AfterSpace,
}

/// The states, and the classes of the characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MaskStates {
    pub(super) start: SegmentStart,
    /// The states after the first character of a segment.
    pub(super) first_states: [u32; MAX_FIRST_STATES],
    /// A state before the first character of a segment.
    pub(super) before_first: u32,
    bases: ClassSet,
    extending: ClassSet,
    /// Whether spaces extend.
    pub(super) has_spaces: bool,
}

impl MaskStates {
    /// The set of the state after the first character of a segment.
    #[cold]
    #[inline(never)]
    pub(super) fn of_state(dfa: &Dfa, state: u32) -> Option<MaskStates> {
        let after_space = next(dfa, state, dfa.classes.class(' '.into()), 0);
        let kinds = [Some((SegmentStart::Each, state)), after_space.map(|space| (SegmentStart::AfterSpace, space))];
        let starts_segment =
            |before_first| (0..dfa.class_count()).any(|class| next(dfa, before_first, class, BOUNDARY) == Some(state));
        let useful = kinds.into_iter().flatten().filter(|(_, before_first)| starts_segment(*before_first));
        let mut sets = useful.map(|(start, before_first)| MaskStates::empty(start, before_first).grown(dfa, state));
        sets.find(|set| set.first_states.contains(&state))
    }

    fn empty(start: SegmentStart, before_first: u32) -> MaskStates {
        MaskStates {
            start,
            first_states: [NO_STATE; MAX_FIRST_STATES],
            before_first,
            bases: ClassSet::EMPTY,
            extending: ClassSet::EMPTY,
            has_spaces: start == SegmentStart::AfterSpace,
        }
    }

    /// The set with spaces and all classes that fit, those of many characters first.
    fn grown(mut self, dfa: &Dfa, state: u32) -> MaskStates {
        let with_spaces = MaskStates { has_spaces: true, ..self };
        self = with_spaces.checked(dfa, state).unwrap_or(self);
        let space = Some(dfa.classes.class(' '.into())).filter(|_| self.has_spaces);
        for class in classes_by_size(dfa).into_iter().filter(|class| Some(*class) != space) {
            let as_base = MaskStates { bases: self.bases.with(class), ..self };
            let as_extending = MaskStates { extending: self.extending.with(class), ..self };
            let larger = as_base.checked(dfa, state).or_else(|| as_extending.checked(dfa, state));
            self = larger.unwrap_or(self);
        }
        self
    }

    /// The set with its states, if all transitions between them are as above.
    fn checked(mut self, dfa: &Dfa, state: u32) -> Option<MaskStates> {
        let space = dfa.classes.class(' '.into());
        let target = |class: u16| next(dfa, self.before_first, class, BOUNDARY);
        let mut reached = Reached { states: Vec::new(), is_known: vec![false; 2 * dfa.states.len()] };
        reached.add(dfa, state, false);
        let mut at = 0;
        while let Some(&(state, is_after_space)) = reached.states.get(at) {
            if !dfa.has_equal_segments(state, self.before_first) || at >= MAX_STATES {
                return None;
            }
            for class in self.bases.iter() {
                let starts = self.start == SegmentStart::Each || is_after_space;
                let next = next(dfa, state, class, if starts { BOUNDARY } else { 0 })?;
                if starts && Some(next) != target(class) {
                    return None;
                }
                reached.add(dfa, next, false);
            }
            for class in self.extending.iter().filter(|_| !is_after_space) {
                reached.add(dfa, next(dfa, state, class, 0)?, false);
            }
            if self.has_spaces {
                reached.add(dfa, next(dfa, state, space, 0)?, true);
            }
            at += 1;
        }
        self.first_states = [NO_STATE; MAX_FIRST_STATES];
        for first in self.bases.iter().filter_map(target) {
            if !self.first_states.contains(&first) {
                *self.first_states.iter_mut().find(|slot| **slot == NO_STATE)? = first;
            }
        }
        // A segment that starts with a space is not in such a state, or the next character would start another one.
        let first_space = dfa.state_after(' ');
        (self.start == SegmentStart::Each || !self.first_states.contains(&first_space)).then_some(self)
    }

    /// Whether the characters of a class may start segments.
    #[inline]
    pub(super) fn is_base(&self, class: u16) -> bool {
        self.bases.contains(class)
    }

    /// Whether the characters of a class are extending.
    #[inline]
    pub(super) fn is_extending(&self, class: u16) -> bool {
        self.extending.contains(class)
    }
}

/// The states that the characters of a set reach, each with whether the character before it is a space.
struct Reached {
    states: Vec<(u32, bool)>,
    is_known: Vec<bool>,
}

impl Reached {
    fn add(&mut self, dfa: &Dfa, state: u32, is_after_space: bool) {
        let known = self.is_known.get_mut(2 * dfa.number(state) + usize::from(is_after_space));
        if known.is_some_and(|known| !mem::replace(known, true)) {
            self.states.push((state, is_after_space));
        }
    }
}

/// The classes that a set can have, those of many characters first.
fn classes_by_size(dfa: &Dfa) -> Vec<u16> {
    let mut counts: Vec<(u16, u32)> = (0..dfa.class_count().min(SET_CLASSES)).map(|class| (class, 0)).collect();
    for code in (0..0x1_0000).step_by(CODES_PER_SAMPLE) {
        if let Some((_, count)) = counts.get_mut(usize::from(dfa.classes.bmp(code))) {
            *count += 1;
        }
    }
    let mut classes = Vec::new();
    while let Some(largest) = (0..counts.len()).max_by_key(|at| counts.get(*at).map(|(_, count)| *count)) {
        classes.push(counts.swap_remove(largest).0);
    }
    classes
}

/// The state after a class, if the transition has the given flags and no others that matter here.
fn next(dfa: &Dfa, state: u32, class: u16, flags: u32) -> Option<u32> {
    let transition = dfa.transition(state, class) & !(STATUS_NONE | SELF_LOOP | LOOKAHEAD_MARK);
    (transition & FLAGS == flags).then_some(transition & !FLAGS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn kinds_of_characters_are_those_of_the_rules() {
        use SegmentStart::{AfterSpace, Each};
        for (name, letter, start, characters, extending, others) in [
            ("char", 'a', Each, "aé中가각ж。 ", "\u{301}\u{93E}\u{E48}", "\u{94D}\u{200D}\n\u{1100}🇩"),
            ("line", '中', Each, "文가각ア", "\u{301}、。ーッ.,", "aя1（(\n\u{1100}"),
            ("line", '가', Each, "文가각ア", "\u{301}、。ーッ.,", "aя1（(\n\u{1100}"),
            ("line", 'a', AfterSpace, "aZ1é\"жक\u{93F}\u{301}א", ".,:;", "-(中ก\n\u{200B}"),
            ("line_loose_cj", 'a', AfterSpace, "aZ1é\"жक\u{93F}\u{301}א", ".,:;", "-(中ก\n\u{200B}"),
        ] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            let found = MaskStates::of_state(dfa, dfa.state_after(letter)).unwrap();
            let class = |c: char| dfa.classes.class(c.into());
            assert_eq!((found.start, found.has_spaces), (start, name != "char"), "{name}");
            assert!(characters.chars().all(|c| found.is_base(class(c))), "{name} {letter} {found:?}");
            assert!(extending.chars().all(|c| found.is_extending(class(c))), "{name} {letter} {found:?}");
            let is_any = |c: char| found.is_base(class(c)) || found.is_extending(class(c));
            assert!(!others.chars().any(is_any), "{name} {letter} {found:?}");
            assert!(found.first_states.contains(&dfa.state_after(letter)), "{name} {letter}");
        }
        for (name, first) in [("word", 'a'), ("sent", 'a'), ("sent", '中'), ("Default", 'a')] {
            let dfa = &shipped_rules(name).unwrap().dfa;
            assert_eq!(MaskStates::of_state(dfa, dfa.state_after(first)), None, "{name} {first}");
        }
    }
}
