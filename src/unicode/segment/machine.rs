//! The tables of the machine that finds segments; [`super::segments`] runs it.
//!
//! A table entry holds the next row and flags, so that the usual step is: class, entry, no flag. Where a match ends, the entry
//! already says which row the next segment is in after the same character, so nothing is read twice unless the rules
//! looked ahead.

use super::accelerated::AcceleratedRows;
use super::between::Between;
use super::class_map::ClassMap;
use super::rules::{Accept, Automaton, END_OF_TEXT, START, STOP};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::sync::atomic::{AtomicU64, Ordering};

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
/// More characters of this one's class change nothing.
pub(super) const LOOP: u32 = 1 << 26;
/// The segment that ends here has status 0, and no dictionary cuts it.
pub(super) const BARE: u32 = 1 << 25;
pub(super) const FLAGS: u32 = BOUNDARY | SAVE | BACK | MARK | LOOKED | LOOP | BARE;

/// In the first cell of a row: the segment holds characters of `$dictionary`.
pub(super) const DICTIONARY: u32 = 1 << 31;
/// The status is too large for the cell.
pub(super) const LARGE: u32 = 1 << 30;
/// The kind of the segment stands from this bit on, see [`Segment::kind`].
const KIND: u32 = 24;

/// Compiled break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakRules {
    pub(super) classes: ClassMap,
    /// Length of a row.
    pub(super) stride: u32,
    /// Rows: what a segment is that ends there (status, [`LARGE`], [`DICTIONARY`]), then per class an entry: flags and the
    /// start of the next row.
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
    /// The row after an ASCII letter, if more of any ASCII letters change nothing there; 0 if not.
    pub(super) letters: u32,
    /// What may stand between two words of that row.
    pub(super) between: Between,
    /// Where characters change nothing.
    pub(super) accelerated: AcceleratedRows,
    /// Tells these rules from all others of the process but their clones.
    pub(super) id: RulesId,
}

/// A number of the rules' own. Takes no part in what is equal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RulesId(pub(super) u64);

impl RulesId {
    fn next() -> RulesId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        RulesId(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

impl PartialEq for RulesId {
    fn eq(&self, _: &RulesId) -> bool {
        true
    }
}

impl Eq for RulesId {}

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
    /// The hundreds of a status of 0, 100, 200, 300 or 400; 5 for any other.
    pub kind: u8,
    /// Whether it holds characters that the rules leave to dictionaries.
    pub dictionary: bool,
}

fn kind_of(status: u32) -> u8 {
    if status <= 400 && status.is_multiple_of(100) { (status / 100) as u8 } else { 5 }
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
            rules.table.push(0);
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
        rules.finished()
    }

    /// The last step of making rules: first cells of rows, and where characters may be passed over.
    pub(super) fn finished(mut self) -> BreakRules {
        self.id = RulesId::next();
        let stride = self.stride.max(1);
        for (row, state) in self.table.chunks_mut(stride as usize).zip(&self.states) {
            let status = if state.status < 1 << KIND { state.status } else { LARGE };
            let kind = u32::from(kind_of(state.status)) << KIND;
            let dictionary = if state.dictionary { DICTIONARY } else { 0 };
            let is_bare = status | dictionary == 0;
            row.iter_mut().skip(1).filter(|cell| is_bare && **cell & BOUNDARY != 0).for_each(|cell| *cell |= BARE);
            row.iter_mut().take(1).for_each(|cell| *cell = status | kind | dictionary);
        }
        for at in 0..self.table.len() {
            let class = at as u32 % stride;
            let Some(entry) = self.table.get(at).copied().filter(|entry| class > 0 && entry & BACK == 0) else {
                continue;
            };
            if self.entry(entry & !FLAGS, class as u16 - 1) & !LOOP == entry & !FLAGS
                && let Some(entry) = self.table.get_mut(at)
            {
                *entry |= LOOP;
            }
        }
        let row = self.entry(self.stride, self.classes.class('a'.into())) & !FLAGS;
        let letters = ('A'..='Z').chain('a'..='z');
        self.letters = if letters.into_iter().all(|letter| self.loops(row, letter.into())) { row } else { 0 };
        if self.letters != 0 {
            self.between = Between::new(&self, self.letters);
        }
        self
    }

    /// The status of all words of ASCII letters in texts of such words and blanks, which have none; `None` where that depends on more.
    pub fn status_among_blanks(&self) -> Option<u32> {
        let word = self.segment(0, 0, self.letters);
        let entry = |code: char| self.entry(self.stride, self.classes.class(code.into())) & !FLAGS;
        let mut letters = ('A'..='Z').chain('a'..='z');
        let is_alike =
            letters.all(|letter| entry(letter) == self.letters && self.between.starts_word(self, letter.into()));
        let ends_alone = |row: u32| self.info(row).accept == 1 && self.info(row).at_end == 0;
        let ends =
            ends_alone(self.letters) && self.between.rows_with_blank(entry(' '))?.iter().all(|row| ends_alone(*row));
        (self.letters != 0 && self.slots == 0 && is_alike && ends && !word.dictionary).then_some(word.status)
    }

    /// What a row says of a class.
    #[inline]
    pub(super) fn entry(&self, row: u32, class: u16) -> u32 {
        self.table.get(row as usize + usize::from(class) + 1).copied().unwrap_or(BACK)
    }

    /// The row after one ASCII sign at the start of a segment, if it is all that stands between two places, and the rules don't
    /// look ahead to marked places.
    #[inline]
    pub(super) fn row_after_sign<U: CodeUnit>(&self, text: &[U], start: usize, end: usize) -> Option<u32> {
        let sign = text.get(start).map(|&unit| unit.into()).filter(|sign| start + 1 == end && *sign < 0x80)?;
        (self.slots == 0).then(|| self.entry(self.stride, self.classes.class(sign)) & !FLAGS)
    }

    /// Whether a segment that ends in a row has status 0, and no dictionary cuts it.
    pub(super) fn is_bare(&self, row: u32) -> bool {
        self.table.get(row as usize) == Some(&0)
    }

    /// Whether a code point changes nothing in a row.
    pub(super) fn loops(&self, row: u32, code: u32) -> bool {
        self.entry(row, self.classes.class(code)) == row | LOOP
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
    pub(super) fn info(&self, row: u32) -> StateInfo {
        self.states.item((row / self.stride.max(1)) as usize)
    }

    /// The segment that ends in a row.
    #[inline(always)]
    pub(super) fn segment(&self, start: usize, end: usize, row: u32) -> Segment {
        let cell = self.table.item(row as usize);
        let status = if cell & LARGE == 0 { cell & ((1 << KIND) - 1) } else { self.info(row).status };
        Segment { start, end, status, kind: (cell >> KIND & 7) as u8, dictionary: cell & DICTIONARY != 0 }
    }
}
