//! Runs the DFA over a text: one pass, one table lookup for each character that is not skipped.
//!
//! ```text
//! while at < end:
//!     in a word:                               emit it and further words by masks   (`SegmentState::add_words`)
//!     t = dfa[state][class(character at `at`)]
//!     t has BACKTRACK or lookahead flags:      leave the loop   (`SegmentState::handle_flags`)
//!     t has BOUNDARY:                          emit [start, at); start = at
//!     t has SAVE:                              remember the match [start, at)
//!     at += length; state = t.state
//!     t has SELF_LOOP:                         skip the self-loops that follow   (`Accelerator`)
//! ```
//!
//! Rules without words (grapheme clusters, lines, sentences) have a smaller loop ([`super::wordless_rules`]).
//!
//! A segment is the longest match of the rules; if none matches, it is one character with status 0. The given text may
//! be longer than the run: the run then ends where [`RunBoundary`] ends it.
//!
//! Transitions with other flags, which are rare, and the end of the text are handled in [`super::slow_transitions`].

use super::accelerator::{Accelerator, DfaStep};
use super::break_rules::BreakRules;
use super::dfa::{
    BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, SELF_LOOP, STATUS_NONE, Segment, SegmentMatch,
};
use super::emoji::may_start_emoji;
use super::failed_scan::FailedScan;
use super::run_boundary::RunBoundary;
use crate::unicode::class_map::code_at;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

#[cfg(test)]
mod tests;

/// The number of segments that are computed at a time.
pub(super) const READY_CAPACITY: usize = 64;
/// With this many segments no step is made, as a step adds up to two.
pub(super) const READY_LIMIT: usize = READY_CAPACITY - 1;

/// A computed segment, with the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawSegment {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) state: u32,
    /// By rules with words: a word of letters and digits that is no emoji. By wordless rules: without white space.
    /// False if that is not known.
    pub(super) is_plain_or_spaceless: bool,
}

impl RawSegment {
    #[inline(always)]
    pub(super) fn new(start: usize, end: usize, state: u32) -> RawSegment {
        RawSegment { start, end, state, is_plain_or_spaceless: false }
    }

    /// Whether the segment, by rules with words, is known to be a word of letters and digits and no emoji.
    #[inline(always)]
    pub fn is_plain_word(&self) -> bool {
        self.is_plain_or_spaceless
    }

    /// Whether the segment, by wordless rules, is known to have no white space.
    #[inline(always)]
    pub fn has_no_white_space(&self) -> bool {
        self.is_plain_or_spaceless
    }

    /// The start and the end.
    #[inline(always)]
    pub fn range(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// The plain words at the start of a list that end in one state, are not longer than `max_length` and end before
    /// `limit`.
    #[inline(always)]
    pub fn plain_words(list: &[RawSegment], max_length: usize, limit: usize) -> &[RawSegment] {
        let state = list.first().map_or(0, |first| first.state);
        let is_one = |one: &&RawSegment| {
            one.is_plain_or_spaceless & (one.state == state) & (one.end - one.start <= max_length) & (one.end < limit)
        };
        list.part(..list.iter().take_while(is_one).count())
    }

    /// The segment with its status.
    #[inline(always)]
    pub fn complete(&self, rules: &BreakRules) -> Segment {
        rules.segment(self.start, self.end, self.state)
    }
}

/// What `SegmentState::add_words` ([`super::mask_words`]) reads.
#[derive(Clone, Copy)]
pub(super) struct WordText<'a, U> {
    pub(super) rules: &'a BreakRules,
    pub(super) text: &'a [U],
    /// Whether the run ends with the text.
    pub(super) is_end: bool,
    /// Whether segments without a status are omitted.
    pub(super) only_words: bool,
}

/// The segments that a caller needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SegmentFilter {
    /// All.
    #[default]
    All,
    /// Segments without a status may be omitted, unless they may be an emoji.
    Words,
    /// Segments of white space may be omitted, and others may lack the spaces at their ends.
    NonWhiteSpace,
}

/// The state of segmentation, kept from run to run and from text to text.
#[derive(Clone, Debug)]
pub struct SegmentState {
    /// The next unit to read.
    pub(super) at: usize,
    /// The DFA state.
    pub(super) state: u32,
    /// The start of the current segment.
    pub(super) start: usize,
    /// The last match, if its end is after `start`.
    pub(super) saved: SegmentMatch,
    /// The positions marked for lookahead rules by slot; 0 for none.
    pub(super) lookahead_positions: Vec<usize>,
    /// The number of units that were scanned again.
    pub(super) backtracked: usize,
    pub(super) failed: FailedScan,
    /// Whether [`super::wordless_rules`] runs the DFA.
    is_wordless: bool,
    /// The end of the text, or of the run once it is known.
    limit: usize,
    /// The end of the read text: `limit`, or less while lookahead is limited.
    pub(super) end: usize,
    pub(super) accelerator: Accelerator,
    pub(super) filter: SegmentFilter,
    /// The segments that were computed, their number, and the index of the next one to return.
    pub(super) ready: [RawSegment; READY_CAPACITY],
    pub(super) count: usize,
    next: usize,
    /// Whether all segments have been computed.
    is_done: bool,
}

impl Default for SegmentState {
    fn default() -> SegmentState {
        SegmentState {
            at: 0,
            state: 0,
            start: 0,
            saved: SegmentMatch::default(),
            lookahead_positions: Vec::new(),
            backtracked: 0,
            failed: FailedScan::default(),
            is_wordless: false,
            limit: 0,
            end: 0,
            accelerator: Accelerator::default(),
            filter: SegmentFilter::All,
            ready: [RawSegment::default(); READY_CAPACITY],
            count: 0,
            next: 0,
            is_done: false,
        }
    }
}

impl SegmentState {
    /// Starts a text and keeps the buffers.
    pub fn start<U: CodeUnit, B: RunBoundary>(&mut self, rules: &BreakRules, text: &[U], boundary: &B) {
        self.begin_text(rules, text.len(), boundary);
        if self.is_wordless {
            self.accelerator.start(rules, &());
        } else {
            self.accelerator.start(rules, boundary);
        }
    }

    /// Continues the text with `rest`, which starts `distance` units after the start of the preceding run.
    pub fn continue_text<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        rest: &[U],
        boundary: &B,
        distance: usize,
    ) {
        self.begin_text(rules, rest.len(), boundary);
        if self.is_wordless {
            self.accelerator.continue_text(rules, &(), distance);
        } else {
            self.accelerator.continue_text(rules, boundary, distance);
        }
    }

    fn begin_text<B: RunBoundary>(&mut self, rules: &BreakRules, length: usize, boundary: &B) {
        self.is_wordless = rules.is_wordless && boundary.is_whole_text();
        (self.at, self.state, self.start) = (0, rules.dfa.stride, 0);
        self.saved = SegmentMatch::default();
        if rules.dfa.lookahead_slots != 0 || self.lookahead_positions.is_empty() {
            self.lookahead_positions.clear();
            self.lookahead_positions.resize(rules.dfa.lookahead_slots as usize + 1, 0);
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
        Some(found.complete(rules))
    }

    /// The computed segments that have not been returned.
    #[inline(always)]
    pub(super) fn ready(&self) -> &[RawSegment] {
        self.ready.part(self.next..self.count)
    }

    /// Skips computed segments, at most their number.
    #[inline(always)]
    pub(super) fn skip_ready(&mut self, count: usize) {
        self.next = self.count.min(self.next + count);
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
        // In most texts no scan has failed: the check avoids the call.
        if self.failed.covers(self.start) {
            self.replay_failed_scan(rules, text);
        }
        loop {
            let prefix = text.part(..self.limit);
            let stopped = if self.is_wordless {
                self.run_wordless_rules(rules, prefix)
            } else {
                self.run(rules, prefix, boundary)
            };
            let text = text.part(..self.limit);
            if let Some((transition, length)) = stopped {
                self.handle_flags(rules, text, transition, length);
            } else if self.count < READY_LIMIT {
                self.is_done = self.handle_end(rules, text);
            }
            if self.is_done || self.count >= READY_LIMIT {
                return;
            }
        }
    }

    /// Runs the DFA until the batch is full or the read text ends, or up to a transition with flags that the loop
    /// does not handle, which is returned with the length of its character.
    #[inline(always)] // one call
    fn run<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        boundary: &B,
    ) -> Option<(u32, usize)> {
        // Rules with lookahead slots reset them at every boundary.
        let slow = match rules.dfa.lookahead_slots {
            0 => BACKTRACK,
            _ => BACKTRACK | LOOKAHEAD_MARK | LOOKAHEAD_ACCEPT | BOUNDARY,
        };
        let only_words = self.filter == SegmentFilter::Words;
        let omitted = if only_words { STATUS_NONE } else { 0 };
        let prefix = text.part(..self.end);
        let (mut state, mut at, mut start) = (self.state, self.at, self.start);
        let (mut saved, mut count) = (self.saved, self.count);
        let source = WordText { rules, text: prefix, is_end: prefix.len() == text.len(), only_words };
        let mut stopped = None;
        while at < prefix.len() && count < READY_LIMIT {
            if self.accelerator.word_states().contains(state) && self.accelerator.may_be_digit_or_delimiter(at) {
                let word = RawSegment::new(start, at, state);
                if let Some(next) = self.add_words(source, word, &mut count) {
                    (start, at, state) = (next.start, next.end, next.state);
                    continue;
                }
            }
            let (code, length) = code_at(prefix, text, at);
            if boundary.ends_before(code, prefix, at) {
                (self.limit, self.end) = (at, at);
                break;
            }
            let transition = rules.dfa.transition(state, rules.dfa.classes.class(code));
            if transition & slow != 0 {
                // Common case: a full stop that ends a sentence is read again as the start of a segment.
                if let Some(next) = rules.dfa.state_after_ascii(prefix, saved.end, at).filter(|_| saved.end > start) {
                    self.store(&mut count, RawSegment::new(start, saved.end, saved.state));
                    self.backtracked += 1;
                    (start, state) = (saved.end, next);
                    continue;
                }
                stopped = Some((transition, length));
                break;
            }
            if transition & BOUNDARY != 0 {
                if transition & omitted == 0 || may_start_emoji(prefix, start) {
                    self.store(&mut count, RawSegment::new(start, at, state));
                }
                start = at;
            }
            if transition & SAVE != 0 {
                saved = SegmentMatch { end: at, state };
            }
            let next = transition & !FLAGS;
            at += length;
            if transition & SELF_LOOP != 0 {
                if code > 0xFFFF {
                    let word = RawSegment::new(start, at, next);
                    let word = self.add_supplementary_words(source, boundary, word, &mut count);
                    (start, at) = (word.start, word.end);
                }
                at = self.accelerator.step(rules, boundary, prefix, at, DfaStep { from: state, to: next });
            }
            state = next;
        }
        (self.state, self.at, self.start, self.saved, self.count) = (state, at, start, saved, count);
        stopped
    }

    /// Adds a segment; the caller has checked the capacity.
    #[inline(always)]
    pub(super) fn store(&mut self, count: &mut usize, segment: RawSegment) {
        if let Some(slot) = self.ready.get_mut(*count) {
            *slot = segment;
            *count += 1;
        }
    }
}
