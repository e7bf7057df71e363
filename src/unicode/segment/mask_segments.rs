//! Segments of rules without words, by masks ([`MaskStates`]):
//!
//! ```text
//! text      ก ็ า บ     or   a b _ _ c . _ d      (spaces as _)
//! starts    1 . 1 1          1 . . . 1 . . 1      from each start to the next one is a segment
//! spaces    . . . .          . . 1 1 . . 1 .      which is trimmed, if the caller wants no white space
//! ```
//!
//! [`MaskStates`]: super::mask_states::MaskStates

use super::accelerator::MaskedRun;
use super::break_rules::BreakRules;
use super::dfa::FLAGS;
use super::segments::{READY_LIMIT, RawSegment, SegmentFilter, SegmentState};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::ops::Range;

/// A segment whose end is not known.
#[derive(Clone, Copy)]
struct OpenSegment {
    start: usize,
    /// The end of its known characters.
    end: usize,
    /// Whether it is known not to start with white space.
    starts_without_white_space: bool,
    /// Whether the last one of its known characters is a space.
    ends_with_space: bool,
}

impl OpenSegment {
    /// A segment of one character.
    #[inline(always)]
    fn new<U: CodeUnit>(text: &[U], start: usize, end: usize) -> OpenSegment {
        let unit: u32 = text.item(start).into();
        OpenSegment {
            start,
            end,
            starts_without_white_space: (0x21..0x7F).contains(&unit),
            ends_with_space: unit == 0x20,
        }
    }
}

impl SegmentState {
    /// Adds the segments of a run of characters, as far as there is space. The first one has one character so far,
    /// `first`, which led to the state `next`. Returns the start and the end of the segment that is then
    /// open, the number of segments, and the state.
    #[inline(never)]
    pub(super) fn add_masked<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        first: Range<usize>,
        next: u32,
        mut count: usize,
    ) -> (usize, usize, usize, u32) {
        let second = first.end;
        let mut open = OpenSegment::new(text, first.start, second);
        if self.accelerator.enters_masks(rules, text, second, next) {
            loop {
                let run = self.accelerator.masked_run(text, open.end);
                if run.is_complete {
                    self.accelerator.record_end_of_masks(rules, text, first.clone(), run.end);
                }
                if run.end == second && run.is_complete {
                    self.accelerator.mask_balance.count(0);
                    self.mark(rules, second, next);
                    return (first.start, second, count, next);
                }
                (open, count) = self.add_run(open, run, next, count);
                if run.is_complete || count >= READY_LIMIT {
                    break;
                }
            }
        }
        let OpenSegment { start, end, .. } = open;
        self.accelerator.mask_balance.count(end - second);
        let state = if start == first.start {
            self.mark(rules, second, next);
            self.replay_transitions(rules, text, second..end, next)
        } else {
            self.replay_transitions(rules, text, start..end, self.accelerator.state_before_first())
        };
        (start, end, count, state)
    }

    /// Adds the open segment up to the first start in a run, and one for each further start but the last, as far as
    /// there is space. Returns the segment that is then open, and the number of segments.
    #[inline(never)]
    fn add_run(&mut self, open: OpenSegment, run: MaskedRun, state: u32, count: usize) -> (OpenSegment, usize) {
        if run.spaces == 0 && !open.ends_with_space {
            return self.add_segments::<false>(open, run, state, count);
        }
        self.add_segments::<true>(open, run, state, count)
    }

    /// `HAS_SPACES`: whether there are any spaces. Only segments without white space are plain for callers that omit
    /// it; for others, words that are no emoji would be. PERF: no branches for them, as they are not predictable.
    #[inline(always)]
    fn add_segments<const HAS_SPACES: bool>(
        &mut self,
        mut open: OpenSegment,
        run: MaskedRun,
        state: u32,
        mut count: usize,
    ) -> (OpenSegment, usize) {
        let (run_start, omits_spaces) = (open.end, self.filter == SegmentFilter::NonWhiteSpace);
        let mut starts = run.starts;
        while starts != 0 {
            let offset = starts.trailing_zeros();
            let end = run_start + offset as usize;
            let Some(slot) = self.ready.get_mut(count).filter(|_| count < READY_LIMIT) else {
                return (OpenSegment { end, ..open }, count);
            };
            let OpenSegment { start, starts_without_white_space, .. } = open;
            if HAS_SPACES {
                let ends_with_space = (run.spaces << 1 | u64::from(open.ends_with_space)) >> offset & 1 != 0;
                let may_end_with_two = (run.spaces << 2 | 3) >> offset & 1 != 0;
                let without_space = omits_spaces & ends_with_space;
                let starts_without_white_space =
                    omits_spaces & starts_without_white_space & (!ends_with_space | without_space & !may_end_with_two);
                *slot = RawSegment {
                    start,
                    end: end - usize::from(without_space),
                    state,
                    is_plain_or_spaceless: starts_without_white_space,
                };
                count += usize::from(!(without_space & (end == start + 1)));
            } else {
                *slot =
                    RawSegment { start, end, state, is_plain_or_spaceless: omits_spaces & starts_without_white_space };
                count += 1;
            }
            let is_space = HAS_SPACES && run.spaces >> offset & 1 != 0;
            open = OpenSegment { start: end, end, starts_without_white_space: !is_space, ends_with_space: false };
            starts &= starts - 1;
        }
        let ends_with_space = match run.end - run_start {
            0 => open.ends_with_space,
            length => run.spaces >> (length - 1).min(63) & 1 != 0,
        };
        (OpenSegment { end: run.end, ends_with_space, ..open }, count)
    }

    /// The state after a range of characters whose transitions need no work but that of lookahead marks.
    #[inline(never)]
    fn replay_transitions<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        range: Range<usize>,
        mut state: u32,
    ) -> u32 {
        let Range { start: mut at, end } = range;
        let (dfa, prefix) = (&rules.dfa, text.part(..end));
        while at < end {
            let (class, length) = dfa.classes.classify(prefix, text, at);
            state = dfa.transition(state, class) & !FLAGS;
            at += length;
            self.mark(rules, at, state);
        }
        state
    }

    /// Stores the position after a character as the mark that its state sets, if any.
    #[inline(always)]
    fn mark(&mut self, rules: &BreakRules, at: usize, state: u32) {
        if let Some(slot) = self.lookahead_positions.get_mut(rules.dfa.mark(state)) {
            *slot = at;
        }
    }
}
