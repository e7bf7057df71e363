//! Runs the DFA of rules without words (grapheme clusters, lines, sentences) over a whole text.
//!
//! ```text
//! while at < end:
//!     t = dfa[state][class(character at `at`)]
//!     t has BACKTRACK or LOOKAHEAD_ACCEPT:   leave the loop   (`SegmentState::handle_flags`)
//!     t has BOUNDARY:                        emit [start, at); start = at
//!         t.state is a repeated state:       emit the following characters that are segments  (`RepeatedStates`)
//!     t has SAVE:                            remember the match [start, at)
//!     t has LOOKAHEAD_MARK:                  slots[mark of the next state] = the end of the character
//!     at += length; state = t.state
//!     t has SELF_LOOP, in a long segment:    skip the characters that keep the state, or its pair
//! ```
//!
//! [`super::accelerator`] finds the characters that are skipped, or that are segments: most grapheme clusters, and the
//! ideographs of lines. Why a boundary does not reset the slots: a mark that an earlier segment has set is not after
//! the start of this one, so it is not used. PERF: the loop keeps few values, since each one more is stored and loaded
//! for each character; a skip costs as much as about ten steps.

use super::accelerator::RepeatedRun;
use super::break_rules::BreakRules;
use super::dfa::{BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, SELF_LOOP, SegmentMatch};
use super::segments::{CAPACITY, RawSegment, SegmentFilter, SegmentState};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

impl SegmentState {
    /// Variant of `SegmentState::run` for rules without words and a run that is the whole text.
    #[inline(never)]
    pub(super) fn run_wordless_rules<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> Option<(u32, usize)> {
        let (dfa, visible) = (&rules.dfa, text.part(..self.end));
        let (ascii, min_length) = (dfa.classes.ascii(), self.accelerator.min_length_to_skip());
        let (skips, min_length_to_skip) = (min_length.is_some(), min_length.unwrap_or(usize::MAX));
        let (mut state, mut at, mut start, mut count) = (self.state, self.at, self.start, self.count);
        let (mut stopped, mut skipped_to) = (None, usize::MAX);
        while count < CAPACITY
            && let Some(&first) = visible.get(at)
        {
            let (class, length) = match ascii.get(first.into() as usize) {
                Some(class) => (*class, 1),
                None => dfa.classes.classify(visible, text, at),
            };
            let transition = dfa.transition(state, class);
            if transition & (BACKTRACK | LOOKAHEAD_ACCEPT) != 0 {
                stopped = Some((transition, length));
                break;
            }
            if transition & BOUNDARY != 0 {
                if let Some(slot) = self.ready.get_mut(count) {
                    *slot = RawSegment::new(start, at, state);
                    count += 1;
                }
                start = at;
                let next = transition & !FLAGS;
                if skips && (next == state || self.accelerator.may_repeat(next)) {
                    let (segment, is_miss) = ((start, at + length), start == skipped_to);
                    (start, at, count, state) = self.add_repeated(rules, visible, segment, next, count, is_miss);
                    skipped_to = at;
                    if let Some(slot) = self.slots.get_mut(dfa.mark(state)) {
                        *slot = at;
                    }
                    continue;
                }
            }
            if transition & SAVE != 0 {
                self.saved = SegmentMatch { end: at, state };
            }
            let next = transition & !FLAGS;
            let is_miss = at == skipped_to;
            at += length;
            if is_miss && self.accelerator.repeated().may_extend(transition) {
                self.accelerator.record_unknown_extending(rules, visible, at);
            }
            if transition & LOOKAHEAD_MARK != 0
                && let Some(slot) = self.slots.get_mut(dfa.mark(next))
            {
                *slot = at;
            }
            if transition & SELF_LOOP != 0 && at - start >= min_length_to_skip {
                (at, state) = self.accelerator.step_in_pair(rules, visible, at, (state, next), is_miss);
                skipped_to = at;
            } else {
                state = next;
            }
        }
        (self.state, self.at, self.start, self.count) = (state, at, start, count);
        stopped
    }

    /// Adds a segment and the following ones of a run of characters ([`Accelerator::repeat`]), as far as there is space.
    /// Returns the start and the end of the next segment, the number of segments, and the state.
    ///
    /// [`Accelerator::repeat`]: super::accelerator::Accelerator::repeat
    #[inline(always)]
    fn add_repeated<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        (first, second): (usize, usize),
        next: u32,
        mut count: usize,
        is_miss: bool,
    ) -> (usize, usize, usize, u32) {
        let mut open = OpenSegment::new(text, first, second);
        let mut run = self.accelerator.repeat(rules, text, second, next, is_miss);
        loop {
            (open, count) = self.add_characters(open, run, next, count);
            if run.is_complete || count >= CAPACITY {
                break;
            }
            run = self.accelerator.repeat_in_block(text, open.end);
        }
        let (repeated, OpenSegment { start, end, .. }) = (self.accelerator.repeated(), open);
        let state = if start == first {
            repeated.state_after_extending(&rules.dfa, text, (second, end), next)
        } else {
            repeated.state_after(&rules.dfa, text, (start, end))
        };
        (start, end, count, state)
    }

    /// Adds the open segment up to the first character of a run that is a segment, and one for each further such
    /// character but the last, as far as there is space. Returns the segment that is then open, and the number of
    /// segments.
    #[inline(always)]
    fn add_characters(
        &mut self,
        mut open: OpenSegment,
        run: RepeatedRun,
        state: u32,
        mut count: usize,
    ) -> (OpenSegment, usize) {
        let (run_start, omits_spaces) = (open.end, self.filter == SegmentFilter::Visible);
        let mut starts = run.starts;
        while starts != 0 {
            let offset = starts.trailing_zeros();
            let end = run_start + offset as usize;
            let Some(slot) = self.ready.get_mut(count).filter(|_| count < CAPACITY) else {
                return (OpenSegment { end, ..open }, count);
            };
            *slot = RawSegment { start: open.start, end, state, is_regular: open.is_regular };
            // PERF: no branch, as spaces are not predictable.
            count += usize::from(!(omits_spaces & open.is_space & (end == open.start + 1)));
            let is_space = run.spaces >> offset & 1 != 0;
            open = OpenSegment { start: end, end, is_space, is_regular: !is_space };
            starts &= starts - 1;
        }
        (OpenSegment { end: run.end, ..open }, count)
    }
}

/// A segment whose end is not known.
#[derive(Clone, Copy)]
struct OpenSegment {
    start: usize,
    /// The end of its known characters.
    end: usize,
    /// Whether it starts with a space.
    is_space: bool,
    /// Whether it is known to have no white space.
    is_regular: bool,
}

impl OpenSegment {
    /// A segment of one character.
    #[inline(always)]
    fn new<U: CodeUnit>(text: &[U], start: usize, end: usize) -> OpenSegment {
        let unit: u32 = text.item(start).into();
        OpenSegment { start, end, is_space: unit == 0x20, is_regular: (0x21..0x7F).contains(&unit) }
    }
}
