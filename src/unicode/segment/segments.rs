//! Runs the machine over a text: one pass, one table look-up per character, and no branch that depends on where words
//! end: every character writes down where a segment would end, and the flag of its entry says whether that counts.
//!
//! A segment is the longest match of the rules; where none matches it is one character with status 0.
//!
//! Stepping back after looking ahead is bounded: when a text has cost more than eight times its length in steps back (only
//! rules made for that do), looking ahead past a match is cut at 256 units. So time is linear for all rules and texts.

use super::machine::{BACK, BOUNDARY, BreakRules, FLAGS, LOOKED, MARK, SAVE, Segment, StateInfo};
use crate::unicode::text::CodeUnit;

/// How far steps back may go, in all and each once that is used up.
const FREE_STEPS_BACK: usize = 1 << 16;
const STEPS_BACK_PER_UNIT: usize = 8;
const WINDOW: usize = 256;

/// How many segments are found at a time.
const BATCH: usize = 64;

/// The end of a segment and the row of the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
struct Ended {
    at: usize,
    row: u32,
}

/// Where finding segments stands: what a caller keeps who goes through a text bit by bit, and from text to text.
#[derive(Clone, Debug)]
pub struct SegmentState {
    /// The next unit to read.
    at: usize,
    /// The current row.
    row: u32,
    /// Where the segment that is being read starts.
    start: usize,
    /// The last match, if after `start`.
    saved: Ended,
    /// Places that look-ahead rules marked, 0 for none; by slot.
    slots: Vec<usize>,
    stepped_back: usize,
    /// Where reading ends for now: the text's end, or nearer while looking ahead is cut.
    end: usize,
    /// Segments found and not given out yet, and where the next one of them starts.
    ready: [Ended; BATCH],
    count: usize,
    next: usize,
    given: usize,
}

/// The segments of a text in order, by rules alone.
#[derive(Clone, Debug)]
pub struct Segments<'a, U> {
    rules: &'a BreakRules,
    text: &'a [U],
    state: SegmentState,
}

impl BreakRules {
    /// The segments of a text, from its start, by rules alone: characters of `$dictionary` stay together.
    pub fn segments<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        let mut state = SegmentState::default();
        state.start(self, text);
        Segments { rules: self, text, state }
    }
}

impl<'a, U: CodeUnit> Segments<'a, U> {
    /// Starts over with another text, keeping the memory.
    pub fn reset(&mut self, text: &'a [U]) {
        self.text = text;
        self.state.start(self.rules, text);
    }
}

impl<U: CodeUnit> Iterator for Segments<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        self.state.next(self.rules, self.text)
    }
}

impl Default for SegmentState {
    fn default() -> SegmentState {
        SegmentState {
            at: 0,
            row: 0,
            start: 0,
            saved: Ended::default(),
            slots: Vec::new(),
            stepped_back: 0,
            end: 0,
            ready: [Ended::default(); BATCH],
            count: 0,
            next: 0,
            given: 0,
        }
    }
}

impl SegmentState {
    /// Starts with a text and rules, keeping the memory.
    pub fn start<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        (self.at, self.row, self.start) = (0, rules.stride, 0);
        self.saved = Ended::default();
        self.slots.clear();
        self.slots.resize(rules.slots as usize + 1, 0);
        (self.stepped_back, self.end) = (0, text.len());
        (self.count, self.next, self.given) = (0, 0, 0);
    }

    /// The next segment of the text that was started with, by the rules that were started with.
    #[inline(always)] // so that the segment stays in registers
    pub fn next<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> Option<Segment> {
        if self.next >= self.count {
            self.fill(rules, text);
        }
        let ended = *self.ready.get(self.next).filter(|_| self.next < self.count)?;
        self.next += 1;
        let info = rules.info(ended.row);
        let segment = Segment { start: self.given, end: ended.at, status: info.status, dictionary: info.dictionary };
        self.given = ended.at;
        Some(segment)
    }

    /// Finds up to a batch of segments.
    #[inline(never)]
    fn fill<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        (self.count, self.next) = (0, 0);
        // Rules that look ahead forget marked places at every boundary.
        let slow = if rules.slots == 0 { BACK } else { BACK | MARK | LOOKED | BOUNDARY };
        loop {
            let (mut row, mut at, mut start) = (self.row, self.at, self.start);
            let (mut saved, mut count) = (self.saved, self.count);
            let visible = text.get(..self.end).unwrap_or(text);
            let mut stopped = None;
            while at < visible.len() && count < BATCH {
                let (class, length) = rules.classes.classify(visible, text, at);
                let entry = rules.table.get(row as usize + usize::from(class) + 1).copied().unwrap_or(BACK);
                if entry & slow != 0 {
                    stopped = Some((entry, length));
                    break;
                }
                if let Some(place) = self.ready.get_mut(count) {
                    *place = Ended { at, row };
                }
                let ends = entry & BOUNDARY != 0;
                count += usize::from(ends);
                start = if ends { at } else { start };
                saved = if entry & SAVE != 0 { Ended { at, row } } else { saved };
                row = entry & !FLAGS;
                at += length;
            }
            (self.row, self.at, self.start, self.saved, self.count) = (row, at, start, saved, count);
            match stopped {
                Some((entry, length)) => self.flagged(rules, text, entry, length),
                None if self.count >= BATCH => return,
                None => {
                    if self.at_end(rules, text) {
                        return;
                    }
                }
            }
            if self.count >= BATCH {
                return;
            }
        }
    }

    /// Handles an entry that the loop leaves alone.
    fn flagged<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], entry: u32, length: usize) {
        if entry & BACK != 0 {
            return self.step_back(rules, text);
        }
        if entry & BOUNDARY != 0 {
            self.push(Ended { at: self.at, row: self.row });
            self.begin(rules, self.at);
        } else if entry & SAVE != 0 {
            self.saved = Ended { at: self.at, row: self.row };
        }
        self.row = entry & !FLAGS;
        self.at += length;
        if entry & (MARK | LOOKED) != 0 {
            self.look_ahead(rules, text);
        }
    }

    /// Remembers or uses the place of a look-ahead rule.
    fn look_ahead<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        let info = rules.info(self.row);
        if info.accept >= 2 {
            let place = self.marked(info);
            if place > self.start {
                self.push(Ended { at: place, row: self.row });
                return self.restart(rules, text, place);
            }
        }
        if info.mark != 0
            && let Some(slot) = self.slots.get_mut(usize::from(info.mark))
        {
            *slot = self.at;
        }
    }

    /// The place that the look-ahead rule which matches here marked, 0 if none.
    fn marked(&self, info: StateInfo) -> usize {
        self.slots.get(usize::from(info.accept) - 1).copied().unwrap_or(0)
    }

    fn push(&mut self, ended: Ended) {
        // A step ends at most one segment, and no step is made with a full batch.
        if let Some(place) = self.ready.get_mut(self.count) {
            *place = ended;
            self.count += 1;
        }
    }

    fn begin(&mut self, rules: &BreakRules, at: usize) {
        self.start = at;
        if rules.slots != 0 {
            self.slots.fill(0);
        }
    }

    /// Goes on from a place that was passed.
    fn restart<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) {
        self.stepped_back += self.at.saturating_sub(at);
        self.saved = Ended::default();
        self.begin(rules, at);
        self.at = at;
        self.row = rules.stride;
        let cut = self.stepped_back > FREE_STEPS_BACK + STEPS_BACK_PER_UNIT * text.len();
        self.end = if cut { text.len().min(at + WINDOW) } else { text.len() };
    }

    /// Ends the segment at the last match, or after its first character with no status (that of row 0).
    fn step_back<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        let ended = if self.saved.at > self.start {
            self.saved
        } else {
            let length = U::decode(text, self.start).map_or(1, |(_, length)| length);
            Ended { at: self.start + length, row: 0 }
        };
        self.push(ended);
        self.restart(rules, text, ended.at);
    }

    /// At the place where reading ends for now. Tells whether nothing is left.
    fn at_end<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> bool {
        let info = rules.info(self.row);
        if self.at < text.len() {
            if info.accept != 1 && self.at - self.saved.at.max(self.start) >= WINDOW {
                self.step_back(rules, text);
            } else {
                self.end = text.len().min(self.at + WINDOW);
            }
            return false;
        }
        if self.start >= text.len() {
            return true;
        }
        // `{eof}` may take part in a match.
        if info.at_end != 0 {
            let after = rules.info(info.at_end);
            let place = match after.accept {
                0 => 0,
                1 => self.at,
                _ => self.marked(after),
            };
            if place > self.start {
                self.push(Ended { at: place, row: info.at_end });
                self.restart(rules, text, place);
                return false;
            }
        }
        if info.accept == 1 {
            self.push(Ended { at: self.at, row: self.row });
            self.begin(rules, self.at);
            return true;
        }
        self.step_back(rules, text);
        false
    }
}
