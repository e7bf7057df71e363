//! Runs the DFA over a text: one pass, one table lookup for each character that is not skipped.
//!
//! ```text
//! while at < end:
//!     in the accelerated state, at separators, a word follows:  emit [start, at) and further words, skip into the next word
//!     t = dfa[state][class(character at `at`)]
//!     t has BACKTRACK or lookahead flags:      leave the loop (`handle_flags`)
//!     t has BOUNDARY:                          emit [start, at); start = at
//!     t has SAVE:                              remember the match [start, at)
//!     at += length; state = t.state
//!     t has SELF_LOOP:                         skip the self-loops that follow   (`Accelerator`)
//! ```
//!
//! A segment is the longest match of the rules; if none matches, it is one character with status 0. The given text may be
//! longer than the run: the run then ends where [`RunBoundary`] ends it.
//!
//! Time is linear for all rules and texts. Units that are scanned again after failed lookahead are subtracted from a budget
//! (only contrived rules exhaust it): eight times the length of the text; then lookahead beyond a match is limited to 256
//! units. A failed scan is memoised ([`FailedScan`]), so that it is not repeated from each segment in a run of characters.

use super::accel::{Accelerator, is_space};
use super::break_rules::BreakRules;
use super::class_map::code_at;
use super::dfa::{
    BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, SELF_LOOP, STATUS_NONE, Segment, StateInfo,
};
use super::run_boundary::RunBoundary;
use super::scan_memo::{FailedScan, Match};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};

#[cfg(test)]
mod tests;

/// The minimum budget of units that are scanned again. When it is used up, lookahead beyond a match is limited.
const BACKTRACK_BUDGET: usize = 1 << 16;
const BACKTRACK_BUDGET_PER_UNIT: usize = 8;
const LOOKAHEAD_LIMIT: usize = 256;
/// Failed scans of more units than this are memoised.
const MEMO_MIN_SCAN: usize = 16;

/// The number of segments that are computed at a time.
const BATCH: usize = 64;

/// The first character as a match without a status (that of state 0).
fn single<U: CodeUnit>(text: &[U], start: usize) -> Match {
    Match { at: start + U::decode(text, start).map_or(1, |(_, length)| length), state: 0 }
}

/// A segment, with the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
struct RawSegment {
    start: usize,
    end: usize,
    state: u32,
}

/// The segments that a caller needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SegmentFilter {
    /// All.
    #[default]
    All,
    /// Segments without a status may be omitted, unless they may start an emoji.
    Words,
}

/// The state of segmentation, kept from run to run and from text to text.
#[derive(Clone, Debug)]
pub struct SegmentState {
    /// The next unit to read.
    at: usize,
    /// The DFA state.
    state: u32,
    /// The start of the current segment.
    start: usize,
    /// The last match, if its end is after `start`.
    saved: Match,
    /// The positions marked for lookahead rules by slot; 0 for none.
    slots: Vec<usize>,
    backtracked: usize,
    failed: FailedScan,
    /// The end of the text, or of the run once it is known.
    limit: usize,
    /// The end of the visible text: `limit`, or less while lookahead is limited.
    end: usize,
    accelerator: Accelerator,
    filter: SegmentFilter,
    /// The segments that were computed, and the index of the next one to return.
    ready: [RawSegment; BATCH],
    count: usize,
    next: usize,
    /// Whether all segments have been computed.
    is_done: bool,
}

/// Iterates over the segments of a text, by rules alone.
#[derive(Clone, Debug)]
pub struct Segments<'a, U> {
    rules: &'a BreakRules,
    text: &'a [U],
    state: SegmentState,
}

impl BreakRules {
    /// The segments of a text, by rules alone: characters of `$dictionary` stay together.
    pub fn segments<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        let mut state = SegmentState::default();
        state.start(self, text, &());
        Segments { rules: self, text, state }
    }
}

impl<'a, U: CodeUnit> Segments<'a, U> {
    /// Starts another text and keeps the buffers.
    pub fn reset(&mut self, text: &'a [U]) {
        self.text = text;
        self.state.start(self.rules, text, &());
    }
}

impl<U: CodeUnit> Iterator for Segments<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        self.state.next(self.rules, self.text, &())
    }
}

impl Default for SegmentState {
    fn default() -> SegmentState {
        SegmentState {
            at: 0,
            state: 0,
            start: 0,
            saved: Match::default(),
            slots: Vec::new(),
            backtracked: 0,
            failed: FailedScan::default(),
            limit: 0,
            end: 0,
            accelerator: Accelerator::default(),
            filter: SegmentFilter::All,
            ready: [RawSegment::default(); BATCH],
            count: 0,
            next: 0,
            is_done: false,
        }
    }
}

impl SegmentState {
    /// Starts a text and keeps the buffers.
    pub fn start<U: CodeUnit, B: RunBoundary>(&mut self, rules: &BreakRules, text: &[U], boundary: &B) {
        self.begin_text(rules, text.len());
        self.accelerator.start(rules, boundary);
    }

    /// Continues the text with `rest`, which starts `distance` units after the start of the preceding run.
    pub fn continue_text<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        rest: &[U],
        boundary: &B,
        distance: usize,
    ) {
        self.begin_text(rules, rest.len());
        self.accelerator.continue_text(rules, boundary, distance);
    }

    fn begin_text(&mut self, rules: &BreakRules, length: usize) {
        (self.at, self.state, self.start) = (0, rules.dfa.stride, 0);
        self.saved = Match::default();
        if rules.dfa.lookahead_slots != 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(rules.dfa.lookahead_slots as usize + 1, 0);
        }
        (self.backtracked, self.failed) = (0, FailedScan::default());
        (self.limit, self.end) = (length, length);
        (self.count, self.next, self.filter, self.is_done) = (0, 0, SegmentFilter::All, false);
    }

    /// The end of the run, after its last segment.
    #[inline]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The next segment.
    #[inline(always)] // keeps the segment in registers
    pub fn next<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        boundary: &B,
    ) -> Option<Segment> {
        if self.next >= self.count && !self.is_done {
            self.fill(rules, text, boundary);
        }
        let found = *self.ready.get(self.next).filter(|_| self.next < self.count)?;
        self.next += 1;
        Some(rules.segment(found.start, found.end, found.state))
    }

    /// Passes computed segments to `take` until it returns false.
    #[inline(always)]
    pub(super) fn take_ready(&mut self, rules: &BreakRules, mut take: impl FnMut(Segment) -> bool) {
        let found = self.ready.part(self.next..self.count);
        let taken = found.iter().take_while(|found| take(rules.segment(found.start, found.end, found.state)));
        self.next += taken.count();
    }

    /// Selects the segments of the current run that are returned.
    #[inline]
    pub fn set_filter(&mut self, filter: SegmentFilter) {
        self.filter = filter;
    }

    /// Computes up to a batch of segments.
    #[inline(never)]
    fn fill<U: CodeUnit, B: RunBoundary>(&mut self, rules: &BreakRules, text: &[U], boundary: &B) {
        (self.count, self.next) = (0, 0);
        // Rules with lookahead slots reset them at every boundary.
        let slow = if rules.dfa.lookahead_slots == 0 {
            BACKTRACK
        } else {
            BACKTRACK | LOOKAHEAD_MARK | LOOKAHEAD_ACCEPT | BOUNDARY
        };
        let only_words = self.filter == SegmentFilter::Words;
        let left_out = if only_words { STATUS_NONE } else { 0 };
        // In most texts no scan has failed: the check avoids the call.
        if self.failed.covers(self.start) {
            self.replay_failed_scan(rules, text);
        }
        // A step adds at most two segments.
        let capacity = BATCH - 1;
        loop {
            let text = text.get(..self.limit).unwrap_or(text);
            let (mut state, mut at, mut start) = (self.state, self.at, self.start);
            let (mut saved, mut count) = (self.saved, self.count);
            let visible = text.get(..self.end).unwrap_or(text);
            let mut stopped = None;
            while at < visible.len() && count < capacity {
                // Common case: separators between two words; also a single space if spaces are returned.
                if state == self.accelerator.state()
                    && let Some(word) = self.accelerator.next_word(rules, visible, at)
                    && (only_words || is_space(visible, at, word))
                {
                    self.store(&mut count, RawSegment { start, end: at, state });
                    if !only_words {
                        self.store(&mut count, RawSegment { start: at, end: word, state: self.accelerator.space() });
                    }
                    start = word;
                    if only_words {
                        let ready = &mut self.ready;
                        start = self.accelerator.further_words(word, |start, end| {
                            let Some(slot) = ready.get_mut(count).filter(|_| count < capacity) else { return false };
                            *slot = RawSegment { start, end, state };
                            count += 1;
                            true
                        });
                    }
                    at = self.accelerator.skip(visible, start);
                    continue;
                }
                let (code, length) = code_at(visible, text, at);
                if boundary.ends_before(code, visible, at) {
                    (self.limit, self.end) = (at, at);
                    break;
                }
                let transition = rules.dfa.transition(state, rules.dfa.classes.class(code));
                if transition & slow != 0 {
                    // Common case: a full stop that ends a sentence is read again as the start of a segment.
                    if let Some(next) = rules.dfa.state_after_ascii(visible, saved.at, at).filter(|_| saved.at > start)
                    {
                        self.store(&mut count, RawSegment { start, end: saved.at, state: saved.state });
                        self.backtracked += 1;
                        (start, state) = (saved.at, next);
                        continue;
                    }
                    stopped = Some((transition, length));
                    break;
                }
                if transition & BOUNDARY != 0 {
                    if transition & left_out == 0 || may_start_emoji(visible, start) {
                        self.store(&mut count, RawSegment { start, end: at, state });
                    }
                    start = at;
                }
                if transition & SAVE != 0 {
                    saved = Match { at, state };
                }
                let next = transition & !FLAGS;
                at += length;
                if transition & SELF_LOOP != 0 {
                    at = self.accelerator.step((rules, boundary), visible, at, (state, next));
                }
                state = next;
            }
            (self.state, self.at, self.start, self.saved, self.count) = (state, at, start, saved, count);
            let text = text.get(..self.limit).unwrap_or(text);
            match stopped {
                Some((transition, length)) => self.handle_flags(rules, text, transition, length),
                None if self.count >= capacity => return,
                None => {
                    self.is_done = self.at_end(rules, text);
                    if self.is_done {
                        return;
                    }
                }
            }
            if self.count >= capacity {
                return;
            }
        }
    }

    /// Adds a segment; the caller has checked the capacity.
    #[inline(always)]
    fn store(&mut self, count: &mut usize, found: RawSegment) {
        if let Some(slot) = self.ready.get_mut(*count) {
            *slot = found;
            *count += 1;
        }
    }

    /// Handles a transition with flags that leave the loop.
    fn handle_flags<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], transition: u32, length: usize) {
        if transition & BACKTRACK != 0 {
            return self.backtrack(rules, text);
        }
        if transition & BOUNDARY != 0 {
            self.push(Match { at: self.at, state: self.state });
            self.begin(rules, self.at);
        } else if transition & SAVE != 0 {
            self.saved = Match { at: self.at, state: self.state };
        }
        self.state = transition & !FLAGS;
        self.at += length;
        if transition & (LOOKAHEAD_MARK | LOOKAHEAD_ACCEPT) != 0 {
            self.look_ahead(rules, text);
        }
    }

    /// Sets or uses the marked position of a lookahead rule.
    fn look_ahead<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        let info = rules.dfa.info(self.state);
        if info.accept >= 2 {
            let marked = self.marked(info);
            if marked > self.start {
                self.push(Match { at: marked, state: self.state });
                return self.restart(rules, text, marked);
            }
        }
        if info.mark != 0
            && let Some(slot) = self.slots.get_mut(usize::from(info.mark))
        {
            *slot = self.at;
        }
    }

    /// The position marked for the lookahead rule that accepts here, 0 if none.
    fn marked(&self, info: StateInfo) -> usize {
        self.slots.item(usize::from(info.accept) - 1)
    }

    fn push(&mut self, found: Match) {
        if let Some(slot) = self.ready.get_mut(self.count) {
            *slot = RawSegment { start: self.start, end: found.at, state: found.state };
            self.count += 1;
        }
    }

    fn begin(&mut self, rules: &BreakRules, at: usize) {
        self.start = at;
        if rules.dfa.lookahead_slots != 0 {
            self.slots.fill(0);
        }
    }

    /// Restarts the DFA at an earlier position.
    fn restart<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) {
        self.backtracked += self.at.saturating_sub(at);
        self.saved = Match::default();
        self.begin(rules, at);
        self.at = at;
        self.state = rules.dfa.stride;
        let is_limited = self.backtracked > BACKTRACK_BUDGET + BACKTRACK_BUDGET_PER_UNIT * text.len();
        let end = if is_limited { text.len().min(at + LOOKAHEAD_LIMIT) } else { text.len() };
        if end != self.end {
            self.end = end;
            self.accelerator.discard_masks();
        }
    }

    /// Ends the segment at the last match, or after its first character without a status.
    fn backtrack<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        // While lookahead is limited, later segments may be read further than this one.
        if rules.dfa.lookahead_slots == 0 && self.end == text.len() && self.at - self.start > MEMO_MIN_SCAN {
            self.failed = FailedScan::new(&rules.dfa, text, self.start, (self.at, self.state));
        }
        let found = if self.saved.at > self.start { self.saved } else { single(text, self.start) };
        self.push(found);
        self.restart(rules, text, found.at);
        self.replay_failed_scan(rules, text);
    }

    /// At the start of a segment: as long as a scan soon merges with the failed one, the segment ends at the last match before
    /// that. Scanning these segments to the end would take quadratic time.
    #[inline(never)]
    fn replay_failed_scan<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        while self.failed.covers(self.start)
            && self.at == self.start
            && self.state == rules.dfa.stride
            && self.count < BATCH - 1
        {
            let Some(found) = self.failed.replay(&rules.dfa, text, self.start) else { return };
            let found = found.unwrap_or_else(|| single(text, self.start));
            if self.filter == SegmentFilter::All
                || !rules.dfa.has_no_status(found.state)
                || may_start_emoji(text, self.start)
            {
                self.push(found);
            }
            self.begin(rules, found.at);
            self.at = found.at;
        }
    }

    /// Handles the end of the visible text; returns whether no text remains.
    fn at_end<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> bool {
        let info = rules.dfa.info(self.state);
        if self.at < text.len() {
            if info.accept != 1 && self.at - self.saved.at.max(self.start) >= LOOKAHEAD_LIMIT {
                self.backtrack(rules, text);
            } else {
                self.end = text.len().min(self.at + LOOKAHEAD_LIMIT);
            }
            return false;
        }
        if self.start >= text.len() {
            return true;
        }
        // `{eof}` may be part of a match.
        if info.at_end != 0 {
            let after = rules.dfa.info(info.at_end);
            let end = match after.accept {
                0 => 0,
                1 => self.at,
                _ => self.marked(after),
            };
            if end > self.start {
                self.push(Match { at: end, state: info.at_end });
                self.restart(rules, text, end);
                return false;
            }
        }
        if info.accept == 1 {
            self.push(Match { at: self.at, state: self.state });
            self.begin(rules, self.at);
            return true;
        }
        self.backtrack(rules, text);
        false
    }
}

/// Whether an emoji may start at `at`, by its first units: a character that is an emoji by itself or with a variation selector.
#[inline(always)]
pub fn may_start_emoji<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let unit = |at: usize| -> u32 { text.get(at).map_or(0, |&unit| unit.into()) };
    let first = unit(at);
    match U::ENCODING {
        _ if first < 0x80 => matches!(first, 0x23 | 0x2A | 0x30..=0x39),
        Encoding::Utf8 => match first {
            0xE2 => unit(at + 1) != 0x80 || unit(at + 2) >= 0xBC,
            0xE3 => matches!(unit(at + 1), 0x80 | 0x8A),
            _ => matches!(first, 0xC2 | 0xF0),
        },
        Encoding::Utf16 => matches!(first, 0xA9 | 0xAE | 0x203C..=0x303D | 0x3297..=0x3299 | 0xD83C..=0xD83F),
    }
}
