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
        let mut sets = useful.filter_map(|(start, before_first)| {
            MaskStatesBuilder::new(dfa, MaskStates::empty(start, before_first), state).build()
        });
        sets.find(|set| set.first_states.contains(&state))
    }

    fn empty(start: SegmentStart, before_first: u32) -> MaskStates {
        MaskStates {
            start,
            first_states: [NO_STATE; MAX_FIRST_STATES],
            before_first,
            bases: ClassSet::EMPTY,
            extending: ClassSet::EMPTY,
            has_spaces: false,
        }
    }

    /// The set with one more kind of character; `None` if there are too many first states.
    fn with(mut self, dfa: &Dfa, added: MaskedCharacter) -> Option<MaskStates> {
        match added {
            MaskedCharacter::Base(class) => {
                self.bases = self.bases.with(class);
                let first = self.state_after_base(dfa, class);
                if let Some(first) = first.filter(|first| !self.first_states.contains(first)) {
                    *self.first_states.iter_mut().find(|slot| **slot == NO_STATE)? = first;
                }
            }
            MaskedCharacter::Extending(class) => self.extending = self.extending.with(class),
            MaskedCharacter::Space => self.has_spaces = true,
        }
        // A segment that starts with a space is not in such a state, or the next character would start another one.
        let first_space = dfa.state_after(' ');
        (self.start == SegmentStart::Each || !self.first_states.contains(&first_space)).then_some(self)
    }

    /// The state after a base that starts a segment.
    fn state_after_base(&self, dfa: &Dfa, class: u16) -> Option<u32> {
        next(dfa, self.before_first, class, BOUNDARY)
    }

    /// The kinds of characters.
    fn characters(&self) -> impl Iterator<Item = MaskedCharacter> {
        let bases = self.bases.iter().map(MaskedCharacter::Base);
        let extending = self.extending.iter().map(MaskedCharacter::Extending);
        bases.chain(extending).chain(self.has_spaces.then_some(MaskedCharacter::Space))
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

/// One kind of character of a set.
#[derive(Clone, Copy)]
enum MaskedCharacter {
    Base(u16),
    Extending(u16),
    Space,
}

/// A set that grows. All states that its characters reach allow each of them.
struct MaskStatesBuilder<'d> {
    dfa: &'d Dfa,
    set: MaskStates,
    /// The states, each with whether the character before it is a space.
    states: Vec<(u32, bool)>,
    is_known: Vec<bool>,
}

impl MaskStatesBuilder<'_> {
    /// Starts with a set without characters.
    fn new(dfa: &Dfa, set: MaskStates, state: u32) -> MaskStatesBuilder<'_> {
        let mut builder =
            MaskStatesBuilder { dfa, set, states: Vec::new(), is_known: vec![false; 2 * dfa.states.len()] };
        builder.add_state((state, false));
        builder
    }

    /// The set with spaces and all classes that fit, those of many characters first.
    fn build(mut self) -> Option<MaskStates> {
        let has_equal_segments =
            self.states.iter().all(|(state, _)| self.dfa.has_equal_segments(*state, self.set.before_first));
        if !has_equal_segments || !self.add(MaskedCharacter::Space) && self.set.start == SegmentStart::AfterSpace {
            return None;
        }
        let space = Some(self.dfa.classes.class(' '.into())).filter(|_| self.set.has_spaces);
        for class in classes_by_size(self.dfa).into_iter().filter(|class| Some(*class) != space) {
            let _ = self.add(MaskedCharacter::Base(class)) || self.add(MaskedCharacter::Extending(class));
        }
        Some(self.set)
    }

    /// Adds a kind of character if the transitions allow it; returns whether they do.
    fn add(&mut self, added: MaskedCharacter) -> bool {
        let known = self.states.len();
        let larger = self.set.with(self.dfa, added).filter(|larger| self.reach(larger, added, known).is_some());
        match larger {
            Some(larger) => self.set = larger,
            None => {
                for state in self.states.drain(known..) {
                    if let Some(is_known) = self.is_known.get_mut(number(self.dfa, state)) {
                        *is_known = false;
                    }
                }
            }
        }
        larger.is_some()
    }

    /// Adds the states that the larger set reaches: by the added character from the first `known` ones, and by all of
    /// its characters from the others. `None` if a transition does not allow a character.
    fn reach(&mut self, larger: &MaskStates, added: MaskedCharacter, known: usize) -> Option<()> {
        let mut at = 0;
        while let Some(&from) = self.states.get(at) {
            if at < known {
                self.step(larger, from, added)?;
            } else if at < MAX_STATES && self.dfa.has_equal_segments(from.0, larger.before_first) {
                larger.characters().try_for_each(|character| self.step(larger, from, character))?;
            } else {
                return None;
            }
            at += 1;
        }
        Some(())
    }

    /// Adds the state after a character.
    fn step(
        &mut self,
        set: &MaskStates,
        (state, is_after_space): (u32, bool),
        character: MaskedCharacter,
    ) -> Option<()> {
        let next = |class, flags| next(self.dfa, state, class, flags);
        let (after, is_space) = match character {
            MaskedCharacter::Base(class) if set.start == SegmentStart::Each || is_after_space => {
                let first = next(class, BOUNDARY).filter(|first| set.state_after_base(self.dfa, class) == Some(*first));
                (first, false)
            }
            MaskedCharacter::Base(class) => (next(class, 0), false),
            // After a space, extending characters end the run.
            MaskedCharacter::Extending(_) if is_after_space => return Some(()),
            MaskedCharacter::Extending(class) => (next(class, 0), false),
            MaskedCharacter::Space => (next(self.dfa.classes.class(' '.into()), 0), true),
        };
        self.add_state((after?, is_space));
        Some(())
    }

    fn add_state(&mut self, state: (u32, bool)) {
        let known = self.is_known.get_mut(number(self.dfa, state));
        if known.is_some_and(|known| !mem::replace(known, true)) {
            self.states.push(state);
        }
    }
}

/// The number of a state and whether the character before it is a space.
fn number(dfa: &Dfa, (state, is_after_space): (u32, bool)) -> usize {
    2 * dfa.number(state) + usize::from(is_after_space)
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
