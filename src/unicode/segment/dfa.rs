//! The state table (DFA) that finds segments; [`super::segments`] runs it, [`super::rules`] compiles it.
//!
//! A state is the offset of its row in the table. A transition contains the next state and flags, so that the common
//! step is: class, transition, no flag. If a match ends, the transition already leads to the state of the next segment
//! after that character, so nothing is read twice unless the rules looked ahead.

use crate::unicode::class_map::ClassMap;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of character classes of one rule set.
pub(super) const MAX_CLASSES: usize = 4096;

/// A segment ends before this character.
pub(super) const BOUNDARY: u32 = 1 << 31;
/// A match ends before this character, but a longer one may follow.
pub(super) const SAVE: u32 = 1 << 30;
/// Dead state: no longer match exists, so the segment ends at the last match.
pub(super) const BACKTRACK: u32 = 1 << 29;
/// The position after this character is marked for a lookahead rule.
pub(super) const LOOKAHEAD_MARK: u32 = 1 << 28;
/// A lookahead rule matches after this character.
pub(super) const LOOKAHEAD_ACCEPT: u32 = 1 << 27;
/// Further characters of this class lead from the next state to itself.
pub(super) const SELF_LOOP: u32 = 1 << 26;
/// The segment that ends here has status 0 and no dictionary characters.
pub(super) const STATUS_NONE: u32 = 1 << 25;
pub(super) const FLAGS: u32 = BOUNDARY | SAVE | BACKTRACK | LOOKAHEAD_MARK | LOOKAHEAD_ACCEPT | SELF_LOOP | STATUS_NONE;
/// The number of bits of a state below the flags: the offset of its row in the table.
pub(super) const STATE_BITS: u32 = FLAGS.trailing_zeros();
/// A value that is no state.
pub(super) const NO_STATE: u32 = u32::MAX;

/// In the first cell of a row: the segment contains characters of `$dictionary`.
const DICTIONARY: u32 = 1 << 31;
/// In the first cell of a row: the status is too large for the cell and is in another table.
const STATUS_IN_INFO: u32 = 1 << 30;
/// The lowest bit of the segment's kind, see [`Segment::kind`].
const KIND_SHIFT: u32 = 24;
/// The lowest bit of the slot that the state marks, see [`StateInfo::mark`].
const MARK_SHIFT: u32 = 16;
const MARK_BITS: u32 = MAX_MARK << MARK_SHIFT;
/// The highest slot that a cell stores.
pub(super) const MAX_MARK: u32 = 0xFF;

/// The automaton of compiled break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dfa {
    pub(super) classes: ClassMap,
    /// The length of a row, which is also the start state, as that has the second row.
    pub(super) stride: u32,
    /// The rows: a cell for the state (status, [`MARK_SHIFT`], [`KIND_SHIFT`], [`STATUS_IN_INFO`], [`DICTIONARY`]),
    /// then a transition for each class.
    pub(super) table: Vec<u32>,
    pub(super) states: Vec<StateInfo>,
    /// Whether characters of a class are left to dictionaries.
    pub(super) dictionary: Vec<bool>,
    /// The number of lookahead positions that are stored at a time.
    pub(super) lookahead_slots: u32,
}

/// The properties of a state besides its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StateInfo {
    /// The status of a match that ends in the state.
    pub(super) status: u32,
    /// The state after the end of the text.
    pub(super) at_end: u32,
    /// The lookahead slot that the state sets, 0 for none.
    pub(super) mark: u16,
    /// 0: no match ends in the state; 1: a match ends here; n from 2 on: a match ends at the position of slot n - 1.
    pub(super) accept: u16,
    /// Whether the segment contains characters of `$dictionary`.
    pub(super) dictionary: bool,
}

/// A match: its end and the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SegmentMatch {
    pub(super) end: usize,
    pub(super) state: u32,
}

/// One segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The start, in units.
    pub start: usize,
    /// The end, in units.
    pub end: usize,
    /// The rule status; 0 if none.
    pub status: u32,
    /// The status divided by 100 if it is 0, 100, 200, 300 or 400; otherwise 5.
    pub kind: u8,
    /// Whether the segment contains characters that the rules leave to dictionaries.
    pub dictionary: bool,
}

impl Segment {
    /// The segment with status 0.
    pub(super) fn without_status(self) -> Segment {
        Segment { status: 0, kind: 0, ..self }
    }
}

fn kind_of(status: u32) -> u8 {
    if status <= 400 && status.is_multiple_of(100) { (status / 100) as u8 } else { 5 }
}

impl Dfa {
    /// Derives the rest of the table from the transitions: the first cells of rows, [`STATUS_NONE`] and [`SELF_LOOP`].
    pub(super) fn complete(&mut self) {
        let stride = self.stride.max(1);
        for (row, state) in self.table.chunks_mut(stride as usize).zip(&self.states) {
            let status = if state.status < 1 << MARK_SHIFT { state.status } else { STATUS_IN_INFO };
            let kind = u32::from(kind_of(state.status)) << KIND_SHIFT;
            let dictionary = if state.dictionary { DICTIONARY } else { 0 };
            let has_no_status = status | dictionary == 0;
            row.iter_mut()
                .skip(1)
                .filter(|cell| has_no_status && **cell & BOUNDARY != 0)
                .for_each(|cell| *cell |= STATUS_NONE);
            let mark = u32::from(state.mark) << MARK_SHIFT & MARK_BITS;
            row.iter_mut().take(1).for_each(|cell| *cell = status | mark | kind | dictionary);
        }
        for at in 0..self.table.len() {
            let class = at as u32 % stride;
            let found = self.table.get(at).copied();
            let Some(transition) = found.filter(|transition| class > 0 && transition & BACKTRACK == 0) else {
                continue;
            };
            if self.transition(transition & !FLAGS, class as u16 - 1) & !SELF_LOOP == transition & !FLAGS
                && let Some(transition) = self.table.get_mut(at)
            {
                *transition |= SELF_LOOP;
            }
        }
    }

    /// The transition from a state over a class.
    #[inline]
    pub(super) fn transition(&self, state: u32, class: u16) -> u32 {
        self.table.get(state as usize + usize::from(class) + 1).copied().unwrap_or(BACKTRACK)
    }

    /// The state after an ASCII character at the start of a segment.
    pub(super) fn state_after(&self, c: char) -> u32 {
        self.transition(self.stride, self.classes.class(c.into())) & !FLAGS
    }

    /// The state after one ASCII character at the start of a segment, if that character is the whole range `start..end`
    /// and the rules have no lookahead slots.
    #[inline]
    pub(super) fn state_after_ascii<U: CodeUnit>(&self, text: &[U], start: usize, end: usize) -> Option<u32> {
        let c = text.get(start).map(|&unit| unit.into()).filter(|c| start + 1 == end && *c < 0x80)?;
        (self.lookahead_slots == 0).then(|| self.transition(self.stride, self.classes.class(c)) & !FLAGS)
    }

    /// Whether a segment that ends in a state has status 0 and no dictionary characters.
    pub(super) fn has_no_status(&self, state: u32) -> bool {
        self.table.get(state as usize).is_some_and(|cell| cell & !MARK_BITS == 0)
    }

    /// The lookahead slot that a state marks, if there are at most [`MAX_MARK`]; 0 for none.
    #[inline(always)]
    pub(super) fn mark(&self, state: u32) -> usize {
        (self.table.item(state as usize) >> MARK_SHIFT & MAX_MARK) as usize
    }

    /// Whether a code point leads from a state to itself.
    pub(super) fn is_self_loop(&self, state: u32, code: u32) -> bool {
        self.transition(state, self.classes.class(code)) == state | SELF_LOOP
    }

    /// Whether segments that end in two states are equal but for their offsets.
    pub(super) fn has_equal_segments(&self, one: u32, other: u32) -> bool {
        (self.table.item(one as usize) ^ self.table.item(other as usize)) & !MARK_BITS == 0
            && self.info(one).status == self.info(other).status
    }

    /// Whether a segment that ends in a state has no other possible end, and `{eof}` makes no difference.
    pub(super) fn ends_alone(&self, state: u32) -> bool {
        self.info(state).accept == 1 && self.info(state).at_end == 0
    }

    /// The properties of a state.
    pub(super) fn info(&self, state: u32) -> StateInfo {
        self.states.item(self.number(state))
    }

    /// The number of a state, less than the number of `states`.
    pub(super) fn number(&self, state: u32) -> usize {
        (state / self.stride.max(1)) as usize
    }

    /// The number of classes.
    pub(super) fn class_count(&self) -> u16 {
        self.stride.saturating_sub(1) as u16
    }

    /// The segment that ends in a state.
    #[inline(always)]
    pub(super) fn segment(&self, start: usize, end: usize, state: u32) -> Segment {
        let cell = self.table.item(state as usize);
        let status = if cell & STATUS_IN_INFO == 0 { cell & ((1 << MARK_SHIFT) - 1) } else { self.info(state).status };
        Segment { start, end, status, kind: (cell >> KIND_SHIFT & 7) as u8, dictionary: cell & DICTIONARY != 0 }
    }
}
