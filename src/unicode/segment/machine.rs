//! The tables of the machine that finds segments; [`super::segments`] runs it.
//!
//! A table entry holds the next row and flags, so that the usual step is: class, entry, no flag. Where a match ends, the entry
//! already says which row the next segment is in after the same character, so nothing is read twice unless the rules
//! looked ahead.

use super::class_map::ClassMap;
use super::rules::{Accept, Automaton, END_OF_TEXT, START, STOP};

/// Most character classes of one rule set.
pub(super) const MAX_CLASSES: usize = 4096;

/// A segment ends before this character.
pub(super) const BOUNDARY: u32 = 1 << 31;
/// A match ends before this character, but a longer one may follow.
pub(super) const SAVE: u32 = 1 << 30;
/// Nothing matches any more: back to the last match.
pub(super) const BACK: u32 = 1 << 29;
/// The place after this character is the one that a look-ahead rule marks.
pub(super) const MARK: u32 = 1 << 28;
/// A look-ahead rule matches after this character.
pub(super) const LOOKED: u32 = 1 << 27;
pub(super) const FLAGS: u32 = BOUNDARY | SAVE | BACK | MARK | LOOKED;

/// Compiled break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakRules {
    pub(super) classes: ClassMap,
    /// Length of a row.
    pub(super) stride: u32,
    /// Rows: the number of the state, then per class an entry: flags and the start of the next row.
    pub(super) table: Vec<u32>,
    pub(super) states: Vec<StateInfo>,
    /// Per class whether it is left to dictionaries.
    pub(super) dictionary: Vec<bool>,
    /// How many look-ahead places are remembered at a time.
    pub(super) slots: u32,
    /// Whether what dictionaries cut a segment into has its status, and not only the last part.
    pub(super) parts_have_status: bool,
    /// Whether dictionaries are to find phrases.
    pub(super) phrases: bool,
}

/// What the machine needs to know about a state beside its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StateInfo {
    /// Status of a match that ends here.
    pub(super) status: u32,
    /// Row of the state after the end of the text.
    pub(super) at_end: u32,
    /// The look-ahead slot set here, 0 for none.
    pub(super) mark: u16,
    /// 0: no match ends here; 1: one does; from 2: one does at the place of slot n - 1.
    pub(super) accept: u16,
    /// Whether the segment holds characters of `$dictionary`.
    pub(super) dictionary: bool,
}

/// One segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it starts, in units.
    pub start: usize,
    /// Where it ends, in units.
    pub end: usize,
    /// The status that the rules give it; 0 if none.
    pub status: u32,
    /// Whether it holds characters that the rules leave to dictionaries.
    pub dictionary: bool,
}

impl BreakRules {
    pub(super) fn pack(automaton: &Automaton, classes: ClassMap, dictionary: Vec<bool>) -> BreakRules {
        let (classes_count, stride) = (automaton.classes, automaton.classes + 1);
        let state = |number: usize| automaton.states.get(number);
        let target = |from: usize, class: usize| {
            automaton.targets.get(from * classes_count + class).map_or(STOP, |&target| target as usize)
        };
        // The stop state serves as the state after a character that no rule takes: a match with status 0.
        let accepts = |number: usize| match number {
            STOP => true,
            START => false,
            _ => state(number).is_some_and(|state| state.accept == Accept::Here),
        };
        let enter = |number: usize| {
            let mut entry = (number * stride) as u32;
            if let Some(state) = state(number) {
                entry |= if state.look_ahead != 0 { MARK } else { 0 };
                entry |= if matches!(state.accept, Accept::LookAhead(_)) { LOOKED } else { 0 };
            }
            entry
        };
        let mut rules = BreakRules { classes, dictionary, stride: stride as u32, ..BreakRules::default() };
        rules.parts_have_status = automaton.states.iter().any(|state| state.status > 100);
        for number in 0..automaton.states.len() {
            rules.table.push(number as u32);
            for class in 0..classes_count {
                let next = target(number, class);
                rules.table.push(match (next, accepts(number)) {
                    _ if number == START => enter(next),
                    (STOP, true) => BOUNDARY | enter(target(START, class)),
                    (STOP, false) => BACK,
                    (_, leaves) => enter(next) | if leaves && !accepts(next) { SAVE } else { 0 },
                });
            }
            rules.push_state(automaton, number, accepts(number), target(number, END_OF_TEXT));
        }
        rules
    }

    fn push_state(&mut self, automaton: &Automaton, number: usize, accepts: bool, at_end: usize) {
        let Some(state) = automaton.states.get(number) else { return };
        let accept = match state.accept {
            Accept::LookAhead(slot) => slot as u16 + 1,
            _ => accepts.into(),
        };
        let mark = state.look_ahead as u16;
        self.slots = self.slots.max(mark.into());
        let status = if number == STOP { 0 } else { state.status };
        let at_end = at_end as u32 * self.stride;
        self.states.push(StateInfo { status, at_end, mark, accept, dictionary: state.dictionary });
    }

    /// What is known about the state of a row.
    #[inline]
    pub(super) fn info(&self, row: u32) -> StateInfo {
        let state = self.table.get(row as usize).copied().unwrap_or(0);
        self.states.get(state as usize).copied().unwrap_or_default()
    }
}
