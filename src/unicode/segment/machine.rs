//! The machine that finds segments: one pass over the text, one table look-up per character.
//!
//! A segment is the longest match of the rules; where none matches it is one character with status 0. A table entry holds the
//! next row and flags, so that the usual step is: class, entry, no flag. Where a match ends, the entry already says
//! which row the next segment is in after the same character, so nothing is read twice unless the rules looked ahead.
//!
//! Stepping back after looking ahead is bounded: when a text has cost more than eight times its length in steps back (only
//! rules made for that do), looking ahead past a match is cut at 256 units. So time is linear for all rules and texts.

use super::class_map::ClassMap;
use super::rules::{Accept, Automaton, END_OF_TEXT, START, STOP};
use crate::unicode::text::CodeUnit;

/// Most character classes of one rule set.
pub(super) const MAX_CLASSES: usize = 4096;

/// A segment ends before this character.
const BOUNDARY: u32 = 1 << 31;
/// A match ends before this character, but a longer one may follow.
const SAVE: u32 = 1 << 30;
/// Nothing matches any more: back to the last match.
const BACK: u32 = 1 << 29;
/// The place after this character is the one that a look-ahead rule marks.
const MARK: u32 = 1 << 28;
/// A look-ahead rule matches after this character.
const LOOKED: u32 = 1 << 27;
const FLAGS: u32 = BOUNDARY | SAVE | BACK | MARK | LOOKED;

/// How far steps back may go, in all and each once that is used up.
const FREE_STEPS_BACK: usize = 1 << 16;
const STEPS_BACK_PER_UNIT: usize = 8;
const WINDOW: usize = 256;

/// Compiled break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakRules {
    pub(super) classes: ClassMap,
    /// Length of a row.
    pub(super) stride: u32,
    /// Rows of entries: flags and the start of the next row.
    pub(super) table: Vec<u32>,
    pub(super) states: Vec<StateInfo>,
    /// Per class whether it is left to dictionaries.
    pub(super) dictionary: Vec<bool>,
    /// How many look-ahead places are remembered at a time.
    pub(super) slots: u32,
    /// Whether what dictionaries cut a segment into has its status, and not only the last part.
    pub(super) parts_have_status: bool,
}

/// What the machine needs to know about a state beside its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StateInfo {
    /// Status of a match that ends here.
    pub(super) status: u32,
    /// Row of the state after the end of the text.
    pub(super) at_end: u32,
    /// ASCII characters that lead from the state to itself.
    pub(super) loops: u128,
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
        let stride = automaton.classes;
        let state = |number: usize| automaton.states.get(number);
        let target = |from: usize, class: usize| {
            automaton.targets.get(from * stride + class).map_or(STOP, |&target| target as usize)
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
            for class in 0..stride {
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
        let row = number as u32 * self.stride;
        let loops = (0..128)
            .filter(|&c| self.table.get((row + u32::from(self.classes.ascii(c))) as usize) == Some(&row))
            .fold(0u128, |loops, c| loops | 1 << c);
        let accept = match state.accept {
            Accept::LookAhead(slot) => slot as u16 + 1,
            _ => accepts.into(),
        };
        let mark = state.look_ahead as u16;
        self.slots = self.slots.max(mark.into());
        let status = if number == STOP { 0 } else { state.status };
        let at_end = at_end as u32 * self.stride;
        self.states.push(StateInfo { status, at_end, loops, mark, accept, dictionary: state.dictionary });
    }

    /// The segments of a text, from its start.
    pub fn segments<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        Segments {
            rules: self,
            text,
            at: 0,
            row: self.stride,
            start: 0,
            saved: Saved::default(),
            slots: vec![0; self.slots as usize + 1],
            stepped_back: 0,
            end: text.len(),
        }
    }

    #[inline]
    fn info(&self, row: u32) -> StateInfo {
        self.states.get((row / self.stride.max(1)) as usize).copied().unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Saved {
    at: usize,
    row: u32,
}

/// The segments of a text in order.
#[derive(Clone, Debug)]
pub struct Segments<'a, U> {
    rules: &'a BreakRules,
    text: &'a [U],
    /// The next unit to read.
    at: usize,
    /// The current row.
    row: u32,
    /// Where the current segment starts.
    start: usize,
    /// The last match, if after `start`.
    saved: Saved,
    /// Places that look-ahead rules marked, 0 for none; by slot.
    slots: Vec<usize>,
    stepped_back: usize,
    /// Where reading ends for now: the text's end, or nearer while looking ahead is cut.
    end: usize,
}

impl<'a, U: CodeUnit> Segments<'a, U> {
    /// Starts over with another text, keeping the memory.
    pub fn reset(&mut self, text: &'a [U]) {
        let rules = self.rules;
        self.slots.fill(0);
        *self = Segments { text, slots: std::mem::take(&mut self.slots), ..rules.segments(&[]) };
        self.end = text.len();
    }

    /// Where the next segment starts.
    pub fn position(&self) -> usize {
        self.start
    }

    /// Handles an entry with flags. Gives the segment that ends, if one does.
    fn flagged(&mut self, entry: u32, length: usize) -> Option<Segment> {
        if entry & BACK != 0 {
            return Some(self.step_back());
        }
        let mut ended = None;
        if entry & BOUNDARY != 0 {
            ended = Some(self.segment(self.at, self.rules.info(self.row)));
            self.begin(self.at);
        } else if entry & SAVE != 0 {
            self.saved = Saved { at: self.at, row: self.row };
        }
        self.row = entry & !FLAGS;
        self.at += length;
        if entry & (MARK | LOOKED) != 0 {
            let info = self.rules.info(self.row);
            if let Some(segment) = self.look_ahead(info) {
                // A segment cannot have ended in the same step: its first character cannot end a look-ahead match.
                return Some(segment);
            }
        }
        ended
    }

    /// Remembers or uses the place of a look-ahead rule.
    fn look_ahead(&mut self, info: StateInfo) -> Option<Segment> {
        if info.accept >= 2 {
            let place = self.slots.get(usize::from(info.accept) - 1).copied().unwrap_or(0);
            if place > self.start {
                let segment = self.segment(place, info);
                self.restart(place);
                return Some(segment);
            }
        }
        if let Some(slot) = self.slots.get_mut(usize::from(info.mark)) {
            *slot = self.at;
        }
        None
    }

    fn segment(&self, end: usize, info: StateInfo) -> Segment {
        Segment { start: self.start, end, status: info.status, dictionary: info.dictionary }
    }

    fn begin(&mut self, at: usize) {
        self.start = at;
        if self.rules.slots != 0 {
            self.slots.fill(0);
        }
    }

    /// Goes on from a place that was passed.
    fn restart(&mut self, at: usize) {
        self.stepped_back += self.at.saturating_sub(at);
        self.saved = Saved::default();
        self.begin(at);
        self.at = at;
        self.row = self.rules.stride;
        let cut = self.stepped_back > FREE_STEPS_BACK + STEPS_BACK_PER_UNIT * self.text.len();
        self.end = if cut { self.text.len().min(at + WINDOW) } else { self.text.len() };
    }

    /// Ends the segment at the last match, or after its first character.
    fn step_back(&mut self) -> Segment {
        let segment = if self.saved.at > self.start {
            self.segment(self.saved.at, self.rules.info(self.saved.row))
        } else {
            let length = U::decode(self.text, self.start).map_or(1, |(_, length)| length);
            self.segment(self.start + length, StateInfo::default())
        };
        self.restart(segment.end);
        segment
    }

    /// At the place where reading ends for now. `None` if reading goes on or nothing is left.
    fn at_end(&mut self) -> Option<Segment> {
        let info = self.rules.info(self.row);
        if self.at < self.text.len() {
            if info.accept != 1 && self.at - self.saved.at.max(self.start) >= WINDOW {
                return Some(self.step_back());
            }
            self.end = self.text.len().min(self.at + WINDOW);
            return None;
        }
        if self.start >= self.text.len() {
            return None;
        }
        if info.at_end != 0 {
            let after = self.rules.info(info.at_end);
            let place = match after.accept {
                0 => 0,
                1 => self.at,
                slot => self.slots.get(usize::from(slot) - 1).copied().unwrap_or(0),
            };
            if place > self.start {
                let segment = self.segment(place, after);
                self.restart(place);
                return Some(segment);
            }
        }
        if info.accept == 1 {
            let segment = self.segment(self.at, info);
            self.begin(self.at);
            return Some(segment);
        }
        Some(self.step_back())
    }
}

impl<U: CodeUnit> Iterator for Segments<'_, U> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        let rules = self.rules;
        loop {
            let (mut row, mut at) = (self.row, self.at);
            let text = self.text.get(..self.end).unwrap_or(self.text);
            let (entry, length) = loop {
                let Some(&unit) = text.get(at) else { break (None, 0) };
                let unit: u32 = unit.into();
                let (class, length) = if unit < 0x80 {
                    (rules.classes.ascii(unit), 1)
                } else {
                    let (c, length) = U::decode(self.text, at).unwrap_or(('\0', 1));
                    (rules.classes.class(c.into()), length)
                };
                let entry = rules.table.get((row + u32::from(class)) as usize).copied().unwrap_or(BACK);
                if entry & FLAGS != 0 {
                    break (Some(entry), length);
                }
                at += length;
                if entry == row && unit < 0x80 {
                    at += loop_length(text.get(at..).unwrap_or(&[]), rules.info(row).loops);
                }
                row = entry;
            };
            (self.row, self.at) = (row, at);
            let segment = match entry {
                Some(entry) => self.flagged(entry, length),
                None => {
                    let ended = self.at_end();
                    if ended.is_none() && self.at >= self.text.len() {
                        return None;
                    }
                    ended
                }
            };
            if segment.is_some() {
                return segment;
            }
        }
    }
}

/// How many ASCII characters of the set the text starts with.
#[inline]
fn loop_length<U: CodeUnit>(text: &[U], set: u128) -> usize {
    let inside = |unit: &&U| {
        let unit: u32 = (**unit).into();
        unit < 0x80 && set >> unit & 1 == 1
    };
    text.iter().take_while(inside).count()
}
