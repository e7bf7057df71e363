//! Words of supplementary code points, which the masks of [`super::mask_words`] do not contain.
//!
//! ```text
//! after a supplementary code point that leads to state s and is a self-loop there:
//!     skip the supplementary self-loops of s
//!     before a space and another supplementary code point:  emit the word and, if all segments are wanted, the space;
//!                                                           continue after that code point, if the space ends a
//!                                                           segment in s and the code point after it leads to s
//! ```
//!
//! Why it is right: each step is a transition of the DFA. The trick: none of them depends on the result of another one,
//! as the state is the same after each code point.

use super::break_rules::BreakRules;
use super::dfa::{BOUNDARY, Dfa, FLAGS, SELF_LOOP, STATUS_NONE};
use super::emoji::may_start_emoji;
use super::run_boundary::RunBoundary;
use super::segments::{READY_LIMIT, RawSegment, SegmentState, WordText};
use crate::unicode::bmp::decode_supplementary;
use crate::unicode::text::CodeUnit;

impl SegmentState {
    /// After `word`, the last code point of which is a supplementary self-loop: adds that word and all further ones of
    /// such code points that end before a space. Returns the last word, as far as it is read.
    #[inline(never)]
    pub(super) fn add_supplementary_words<U: CodeUnit, B: RunBoundary>(
        &mut self,
        source: WordText<'_, U>,
        boundary: &B,
        word: RawSegment,
        count: &mut usize,
    ) -> RawSegment {
        let WordText { rules: BreakRules { dfa, .. }, text, only_words, .. } = source;
        let RawSegment { mut start, end: mut at, state, .. } = word;
        let is_word = self.accelerator.word_states().contains(state);
        let space = dfa.state_of_space_after(state).filter(|_| boundary.contains(b' '.into()));
        loop {
            while let Some((transition, length)) = supplementary_step(dfa, boundary, text, at, state)
                && transition == state | SELF_LOOP
            {
                at += length;
            }
            let Some(space) = space.filter(|_| *count < READY_LIMIT && text.get(at) == Some(&U::from_ascii(b' ')))
            else {
                break;
            };
            let Some((transition, length)) = supplementary_step(dfa, boundary, text, at + 1, space) else { break };
            if transition & !SELF_LOOP != BOUNDARY | STATUS_NONE | state {
                break;
            }
            let is_plain_or_spaceless = is_word && !may_start_emoji(text, start);
            self.store(count, RawSegment { start, end: at, state, is_plain_or_spaceless });
            if !only_words {
                self.store(count, RawSegment::new(at, at + 1, space));
            }
            (start, at) = (at + 1, at + 1 + length);
        }
        RawSegment::new(start, at, state)
    }
}

/// The transition from a state over the supplementary code point at `at`, which is in the run, and its length.
#[inline(always)]
fn supplementary_step<U: CodeUnit, B: RunBoundary>(
    dfa: &Dfa,
    boundary: &B,
    text: &[U],
    at: usize,
    state: u32,
) -> Option<(u32, usize)> {
    let (code, length) = decode_supplementary(text, at)?;
    let transition = dfa.transition(state, dfa.classes.class(code));
    (!boundary.ends_before(code, text, at)).then_some((transition, length))
}

impl Dfa {
    /// The state after a space, if it ends a segment in a state. Rules with lookahead slots reset them at boundaries.
    fn state_of_space_after(&self, state: u32) -> Option<u32> {
        let transition = self.transition(state, self.classes.class(b' '.into()));
        let is_end = transition & FLAGS & !(SELF_LOOP | STATUS_NONE) == BOUNDARY;
        (self.lookahead_slots == 0 && is_end).then_some(transition & !FLAGS)
    }
}
