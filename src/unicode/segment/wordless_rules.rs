//! Runs the DFA of rules without words (grapheme clusters, lines, sentences) over a whole text.
//!
//! ```text
//! while at < end:
//!     t = dfa[state][class(character at `at`)]
//!     t has BACKTRACK or LOOKAHEAD_ACCEPT:   leave the loop   (`SegmentState::handle_flags`)
//!     t has BOUNDARY:                        emit [start, at); start = at
//!         t.state may be a first state:      emit the following segments by masks  (`SegmentState::add_masked`)
//!     t has SAVE:                            remember the match [start, at)
//!     t has LOOKAHEAD_MARK:                  lookahead_positions[mark of the next state] = the end of the character
//!     at += length; state = t.state
//!     t has SELF_LOOP, in a long segment:    skip the characters that keep the state, or its pair
//! ```
//!
//! [`super::accelerator`] finds the characters that are skipped, and the masks of most grapheme clusters and lines
//! ([`super::mask_states`]). Why a boundary does not reset the positions: a mark that an earlier segment has set is not
//! after the start of this one, so it is not used. PERF: the loop keeps few values, since each one more is stored and
//! loaded for each character; a skip costs as much as about ten steps.

use super::accelerator::DfaStep;
use super::break_rules::BreakRules;
use super::dfa::{BACKTRACK, BOUNDARY, FLAGS, LOOKAHEAD_ACCEPT, LOOKAHEAD_MARK, SAVE, SELF_LOOP, SegmentMatch};
use super::segments::{READY_LIMIT, RawSegment, SegmentState};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

impl SegmentState {
    /// Variant of `SegmentState::run` for rules without words and a run that is the whole text.
    #[inline(never)]
    pub(super) fn run_wordless_rules<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> Option<(u32, usize)> {
        let (dfa, prefix) = (&rules.dfa, text.part(..self.end));
        let (ascii, min_length) = (dfa.classes.ascii(), self.accelerator.min_length_to_skip());
        let (uses_masks, min_length_to_skip) = (self.accelerator.uses_masks(), min_length.unwrap_or(usize::MAX));
        let (mut state, mut at, mut start, mut count) = (self.state, self.at, self.start, self.count);
        let (mut stopped, mut skipped_to) = (None, usize::MAX);
        while count < READY_LIMIT
            && let Some(&first) = prefix.get(at)
        {
            let (class, length) = match ascii.get(first.into() as usize) {
                Some(class) => (*class, 1),
                None => dfa.classes.classify(prefix, text, at),
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
                if uses_masks && self.accelerator.may_enter_masks(state, next) {
                    (start, at, count, state) = self.add_masked(rules, prefix, start..at + length, next, count);
                    continue;
                }
            }
            if transition & SAVE != 0 {
                self.saved = SegmentMatch { end: at, state };
            }
            let next = transition & !FLAGS;
            at += length;
            if transition & LOOKAHEAD_MARK != 0
                && let Some(slot) = self.lookahead_positions.get_mut(dfa.mark(next))
            {
                *slot = at;
            }
            if transition & SELF_LOOP != 0 && at - start >= min_length_to_skip {
                let is_miss = at - length == skipped_to;
                (at, state) =
                    self.accelerator.step_in_pair(rules, prefix, at, DfaStep { from: state, to: next }, is_miss);
                skipped_to = at;
            } else {
                state = next;
            }
        }
        (self.state, self.at, self.start, self.count) = (state, at, start, count);
        stopped
    }
}
