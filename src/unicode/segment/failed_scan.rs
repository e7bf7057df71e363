//! Memoised failure of lookahead. Rules with lookahead that fails (a line of underscores, in rules where underscores
//! join words) would scan the text again from every segment in it, which takes quadratic time.

use super::dfa::{Dfa, FLAGS, SAVE, SELF_LOOP, SegmentMatch};
use crate::unicode::text::CodeUnit;

/// A scan must reach the memoised state within this many characters of a segment's start.
const MAX_STEPS: usize = 4;

/// A scan beyond a match that found no longer match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailedScan {
    /// The offset where the scan reached the state.
    from: usize,
    /// Every character from `from` to this offset is a self-loop of the state.
    self_loops_until: usize,
    /// The offset where the scan failed.
    until: usize,
    state: u32,
}

impl FailedScan {
    /// Creates the memo of a scan from the start of a segment that failed in a state at `until`.
    pub(super) fn new<U: CodeUnit>(dfa: &Dfa, text: &[U], start: usize, until: usize, state: u32) -> FailedScan {
        let failed = FailedScan { from: until, self_loops_until: until, until, state };
        let from = failed.scan_to_state(dfa, text, start).map_or(until, |(at, _)| at);
        FailedScan { from, self_loops_until: from, ..failed }
    }

    /// Whether a scan from `start` may merge with the failed one.
    #[inline(always)]
    pub(super) fn covers(&self, start: usize) -> bool {
        start < self.until
    }

    /// The match at the start of a segment, if the scan from there soon merges with the failed one, so that no longer
    /// match exists; `Some(None)` if there is no match at all.
    pub(super) fn replay<U: CodeUnit>(&mut self, dfa: &Dfa, text: &[U], start: usize) -> Option<Option<SegmentMatch>> {
        let (at, found) = self.scan_to_state(dfa, text, start)?;
        // Each character is checked once.
        while self.self_loops_until < at {
            let (class, length) = dfa.classes.classify(text, text, self.self_loops_until);
            if dfa.transition(self.state, class) != self.state | SELF_LOOP {
                return None;
            }
            self.self_loops_until += length;
        }
        (at >= self.from).then_some(found)
    }

    /// Scans a few characters from the start of a segment until the state is reached; returns that offset, and the last
    /// match before it.
    fn scan_to_state<U: CodeUnit>(&self, dfa: &Dfa, text: &[U], start: usize) -> Option<(usize, Option<SegmentMatch>)> {
        let (mut state, mut at, mut found) = (dfa.stride, start, None);
        for _ in 0..MAX_STEPS {
            if at >= self.until {
                return None;
            }
            let (class, length) = dfa.classes.classify(text, text, at);
            let transition = dfa.transition(state, class);
            if transition & FLAGS & !(SAVE | SELF_LOOP) != 0 {
                return None;
            }
            if transition & SAVE != 0 {
                found = Some(SegmentMatch { end: at, state });
            }
            (state, at) = (transition & !FLAGS, at + length);
            if state == self.state {
                return Some((at, found));
            }
        }
        None
    }
}
