//! What the search for segments does rarely: lookahead rules, backtracking to the last match, the end of the text.
//!
//! Time is linear for all rules and texts. Units that are scanned again after failed lookahead are subtracted from a
//! budget (only contrived rules exhaust it): 65,536 plus eight times the length of the text; then lookahead beyond a
//! match is limited to 256 units. A failed scan is memoised ([`FailedScan`]), so that it is not repeated from each
//! segment in a run of characters.

use super::break_rules::BreakRules;
use super::dfa::{BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, SegmentMatch, StateInfo};
use super::emoji::may_start_emoji;
use super::failed_scan::FailedScan;
use super::segments::{READY_LIMIT, RawSegment, SegmentFilter, SegmentState};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The minimum budget of units that are scanned again. When it is used up, lookahead beyond a match is limited.
const BACKTRACK_BUDGET: usize = 1 << 16;
const BACKTRACK_BUDGET_PER_UNIT: usize = 8;
const LOOKAHEAD_LIMIT: usize = 256;
/// Failed scans of more units than this are memoised.
const MEMO_MIN_SCAN: usize = 16;

impl SegmentState {
    /// Handles a transition with flags that leave the loop.
    pub(super) fn handle_flags<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], transition: u32, length: usize) {
        if transition & BACKTRACK != 0 {
            return self.backtrack(rules, text);
        }
        if transition & BOUNDARY != 0 {
            self.push(SegmentMatch { end: self.at, state: self.state });
            self.begin(rules, self.at);
        } else if transition & SAVE != 0 {
            self.saved = SegmentMatch { end: self.at, state: self.state };
        }
        self.state = transition & !FLAGS;
        self.at += length;
        if transition & (LOOKAHEAD_MARK | LOOKAHEAD_ACCEPT) != 0 {
            self.handle_lookahead(rules, text);
        }
    }

    /// Sets or uses the marked position of a lookahead rule.
    fn handle_lookahead<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        let info = rules.dfa.info(self.state);
        if info.accept >= 2 {
            let marked = self.marked(info);
            if marked > self.start {
                self.push(SegmentMatch { end: marked, state: self.state });
                return self.restart(rules, text, marked);
            }
        }
        if info.mark != 0
            && let Some(slot) = self.lookahead_positions.get_mut(usize::from(info.mark))
        {
            *slot = self.at;
        }
    }

    /// The position marked for the lookahead rule that accepts here, 0 if none.
    fn marked(&self, info: StateInfo) -> usize {
        self.lookahead_positions.item(usize::from(info.accept) - 1)
    }

    /// Adds the segment that ends with a match.
    fn push(&mut self, found: SegmentMatch) {
        if let Some(slot) = self.ready.get_mut(self.count) {
            *slot = RawSegment::new(self.start, found.end, found.state);
            self.count += 1;
        }
    }

    /// Starts a segment.
    fn begin(&mut self, rules: &BreakRules, at: usize) {
        self.start = at;
        if rules.dfa.lookahead_slots != 0 {
            self.lookahead_positions.fill(0);
        }
    }

    /// Restarts the DFA at an earlier position.
    fn restart<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) {
        self.backtracked += self.at.saturating_sub(at);
        self.saved = SegmentMatch::default();
        self.begin(rules, at);
        self.at = at;
        self.state = rules.dfa.stride;
        let is_limited =
            self.backtracked > BACKTRACK_BUDGET.saturating_add(BACKTRACK_BUDGET_PER_UNIT.saturating_mul(text.len()));
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
            self.failed = FailedScan::new(&rules.dfa, text, self.start, self.at, self.state);
        }
        let found = if self.saved.end > self.start { self.saved } else { single_character(text, self.start) };
        self.push(found);
        self.restart(rules, text, found.end);
        self.replay_failed_scan(rules, text);
    }

    /// At the start of a segment: as long as a scan soon merges with the failed one, the segment ends at the last match
    /// before that. Scanning these segments to the end would take quadratic time.
    #[inline(never)]
    pub(super) fn replay_failed_scan<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        while self.failed.covers(self.start)
            && self.at == self.start
            && self.state == rules.dfa.stride
            && self.count < READY_LIMIT
        {
            let Some(found) = self.failed.replay(&rules.dfa, text, self.start) else { return };
            let found = found.unwrap_or_else(|| single_character(text, self.start));
            if self.filter != SegmentFilter::Words
                || !rules.dfa.has_no_status(found.state)
                || may_start_emoji(text, self.start)
            {
                self.push(found);
            }
            self.begin(rules, found.end);
            self.at = found.end;
        }
    }

    /// Handles the end of the text that is read; returns whether no text remains.
    pub(super) fn handle_end<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> bool {
        let info = rules.dfa.info(self.state);
        if self.at < text.len() {
            if info.accept != 1 && self.at - self.saved.end.max(self.start) >= LOOKAHEAD_LIMIT {
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
                self.push(SegmentMatch { end, state: info.at_end });
                self.restart(rules, text, end);
                return false;
            }
        }
        if info.accept == 1 {
            self.push(SegmentMatch { end: self.at, state: self.state });
            self.begin(rules, self.at);
            return true;
        }
        self.backtrack(rules, text);
        false
    }
}

/// The first character as a match without a status (that of state 0).
fn single_character<U: CodeUnit>(text: &[U], start: usize) -> SegmentMatch {
    SegmentMatch { end: start + U::decode(text, start).map_or(1, |(_, length)| length), state: 0 }
}
