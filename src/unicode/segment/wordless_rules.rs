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
use crate::unicode::scan::bits_from;
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
                    continue;
                }
                if skips && self.accelerator.may_be_spaced(rules, visible, at + length, next) {
                    (start, at, count, state) = self.add_spaced(rules, visible, (start, at + length), next, count);
                    skipped_to = at;
                    continue;
                }
            }
            if transition & SAVE != 0 {
                self.saved = SegmentMatch { end: at, state };
            }
            let next = transition & !FLAGS;
            at += length;
            if transition & LOOKAHEAD_MARK != 0
                && let Some(slot) = self.slots.get_mut(dfa.mark(next))
            {
                *slot = at;
            }
            if transition & SELF_LOOP != 0 && at - start >= min_length_to_skip {
                let is_miss = at - length == skipped_to;
                (at, state) = self.accelerator.step_in_pair(rules, visible, at, (state, next), is_miss);
                skipped_to = at;
            } else {
                state = next;
            }
        }
        (self.state, self.at, self.start, self.count) = (state, at, start, count);
        stopped
    }

    /// Adds a segment and the following ones of a run of characters ([`Accelerator::repeat`]), as far as there is
    /// space. Returns the start and the end of the next segment, the number of segments, and the state.
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
        let OpenSegment { start, end, .. } = open;
        if run.is_complete && self.accelerator.repeated().has_extending() {
            self.accelerator.check_extending(rules, text, end);
        }
        let state = if start == first {
            self.mark(rules, second, next);
            self.step_unbounded(rules, text, (second, end), next)
        } else {
            let any_state = self.accelerator.repeated().any_state();
            self.step_unbounded(rules, text, (start, end), any_state)
        };
        (start, end, count, state)
    }

    /// The state at `end`, after characters from `at` on whose transitions need no work but that of lookahead marks.
    #[inline]
    fn step_unbounded<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        (mut at, end): (usize, usize),
        mut state: u32,
    ) -> u32 {
        let (dfa, visible) = (&rules.dfa, text.part(..end));
        while at < end {
            let (class, length) = dfa.classes.classify(visible, text, at);
            state = dfa.transition(state, class) & !FLAGS;
            at += length;
            self.mark(rules, at, state);
        }
        state
    }

    /// Stores the position after a character as the mark that its state sets, if any.
    #[inline(always)]
    fn mark(&mut self, rules: &BreakRules, at: usize, state: u32) {
        if let Some(slot) = self.slots.get_mut(rules.dfa.mark(state)) {
            *slot = at;
        }
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
            // PERF: no branches, as spaces are not predictable.
            let ends_with_space = (run.spaces << 1 | u64::from(open.ends_with_space)) >> offset & 1 != 0;
            let may_end_with_two = (run.spaces << 2 | 3) >> offset & 1 != 0;
            let without_space = omits_spaces & ends_with_space;
            let is_regular = open.is_regular & (!ends_with_space | without_space & !may_end_with_two);
            *slot = RawSegment { start: open.start, end: end - usize::from(without_space), state, is_regular };
            count += usize::from(!(without_space & (end == open.start + 1)));
            let is_space = run.spaces >> offset & 1 != 0;
            open = OpenSegment { start: end, end, is_regular: !is_space, ends_with_space: false };
            starts &= starts - 1;
        }
        let length = run.end - run_start;
        let ends_with_space =
            if length == 0 { open.ends_with_space } else { run.spaces >> (length - 1).min(63) & 1 != 0 };
        (OpenSegment { end: run.end, ends_with_space, ..open }, count)
    }
}

impl SegmentState {
    /// Adds the following segments of a run of characters and spaces ([`SpacedStates`]), as far as there is space; the
    /// first one has one character so far, which ends at `at`. Returns the start and the end of the next segment, the
    /// number of segments, and the state.
    ///
    /// ```text
    /// text     ab  c.  de
    /// starts   ....1...1.    a character after a space
    /// ends     ..1...1...    a space after a character
    /// ```
    ///
    /// [`SpacedStates`]: super::spaced_states::SpacedStates
    #[inline(never)]
    fn add_spaced<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        (first, second): (usize, usize),
        next: u32,
        mut count: usize,
    ) -> (usize, usize, usize, u32) {
        let omits_spaces = self.filter == SegmentFilter::Visible;
        let space = self.accelerator.spaced().space;
        let (mut start, mut at) = (first, second);
        // Whether the open segment has ended but for its spaces, and where.
        let (mut in_spaces, mut visible_end) = (false, second);
        loop {
            let run = self.accelerator.spaced_in_block(text, at);
            if run.end == at {
                break;
            }
            let characters = !run.spaces & !bits_from(run.end - at);
            let mut starts = characters & (run.spaces << 1 | u64::from(in_spaces));
            let mut ends = run.spaces & !(run.spaces << 1 | u64::from(in_spaces));
            while starts != 0 {
                let end = at + starts.trailing_zeros() as usize;
                if !in_spaces {
                    visible_end = at + ends.trailing_zeros() as usize;
                    ends &= ends.wrapping_sub(1);
                }
                let Some(slot) = self.ready.get_mut(count).filter(|_| count < CAPACITY) else {
                    return (start, end, count, space);
                };
                let segment_end = if omits_spaces { visible_end } else { end };
                // The first character was not in a mask, and may be white space.
                let is_regular = omits_spaces & (start != first);
                *slot = RawSegment { start, end: segment_end, state: space, is_regular };
                (start, in_spaces, count, starts) = (end, false, count + 1, starts & (starts - 1));
            }
            if ends != 0 {
                (in_spaces, visible_end) = (true, at + ends.trailing_zeros() as usize);
            }
            at = run.end;
            if run.is_complete {
                break;
            }
        }
        self.accelerator.check_spaced(rules, text, at);
        let (dfa, spaced) = (&rules.dfa, self.accelerator.spaced());
        let state = if in_spaces {
            space
        } else if start == first {
            spaced.state_after(dfa, text, (second, at), next)
        } else {
            let (class, length) = dfa.classes.classify(text, text, start);
            spaced.state_after(dfa, text, (start + length, at), dfa.transition(space, class) & !FLAGS)
        };
        (start, at, count, state)
    }
}

/// A segment whose end is not known.
#[derive(Clone, Copy)]
struct OpenSegment {
    start: usize,
    /// The end of its known characters.
    end: usize,
    /// Whether it is known not to start with white space.
    is_regular: bool,
    /// Whether the last one of its known characters is a space.
    ends_with_space: bool,
}

impl OpenSegment {
    /// A segment of one character.
    #[inline(always)]
    fn new<U: CodeUnit>(text: &[U], start: usize, end: usize) -> OpenSegment {
        let unit: u32 = text.item(start).into();
        OpenSegment { start, end, is_regular: (0x21..0x7F).contains(&unit), ends_with_space: unit == 0x20 }
    }
}
