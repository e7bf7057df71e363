//! The last step of the compiler: converts a minimised automaton to a state table.

use super::automaton::{Automaton, DEAD, MatchEnd, START};
use super::classes::END_OF_TEXT;
use crate::unicode::class_map::ClassMap;
use crate::unicode::segment::break_rules::BreakRules;
use crate::unicode::segment::dfa::{BACKTRACK, BOUNDARY, Dfa, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, StateInfo};

/// UBRK_LINE_HARD: statuses up to it describe the end of a line or sentence; a greater one is the kind of a word.
const LINE_HARD_BREAK: u32 = 100;

/// Creates the rules of an automaton; `dictionary` has a flag for each class that is left to dictionaries.
pub(super) fn emit(automaton: &Automaton, classes: ClassMap, dictionary: Vec<bool>) -> BreakRules {
    let (class_count, stride) = (automaton.classes, automaton.classes + 1);
    let state = |number: usize| automaton.states.get(number);
    let target = |from: usize, class: usize| {
        automaton.targets.get(from * class_count + class).map_or(DEAD, |&target| target as usize)
    };
    // The dead state is also the state after a character that no rule matches: a match with status 0.
    let accepts = |number: usize| match number {
        DEAD => true,
        START => false,
        _ => state(number).is_some_and(|state| state.accept == MatchEnd::Here),
    };
    let enter = |number: usize| {
        let mut transition = (number * stride) as u32;
        if let Some(state) = state(number) {
            transition |= if state.lookahead_slot != 0 { LOOKAHEAD_MARK } else { 0 };
            transition |= if matches!(state.accept, MatchEnd::Lookahead(_)) { LOOKAHEAD_ACCEPT } else { 0 };
        }
        transition
    };
    let mut dfa = Dfa { classes, dictionary, stride: stride as u32, ..Dfa::default() };
    for (number, state) in automaton.states.iter().enumerate() {
        dfa.table.push(0);
        for class in 0..class_count {
            let next = target(number, class);
            dfa.table.push(match (next, accepts(number)) {
                _ if number == START => enter(next),
                (DEAD, true) => BOUNDARY | enter(target(START, class)),
                (DEAD, false) => BACKTRACK,
                (_, leaves) => enter(next) | if leaves && !accepts(next) { SAVE } else { 0 },
            });
        }
        // A slot may be used that no state sets: if several rules mark a state, only one slot is set.
        let mark = state.lookahead_slot as u16;
        let (accept, slot) = match state.accept {
            MatchEnd::Lookahead(slot) => (slot as u16 + 1, slot as u32),
            _ => (accepts(number).into(), 0),
        };
        dfa.lookahead_slots = dfa.lookahead_slots.max(mark.into()).max(slot);
        let status = if number == DEAD { 0 } else { state.status };
        let at_end = (target(number, END_OF_TEXT) * stride) as u32;
        dfa.states.push(StateInfo { status, at_end, mark, accept, dictionary: state.dictionary });
    }
    BreakRules::new(dfa, automaton.states.iter().any(|state| state.status > LINE_HARD_BREAK))
}
