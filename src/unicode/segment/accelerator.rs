//! Acceleration of self-loops: inside a word or a run of ideographs, most characters lead from a DFA state to itself.
//! Regex engines call such a state accelerated. A run of these characters is skipped with SIMD, 64 units at a time.
//!
//! ```text
//! step from `state` to itself, at `at`:
//!     loops = mask of the next 64 units: ASCII letters, added ranges   (`CodePointFilter`, `WordMasks`)
//!     at += number of set bits                                        (`skip`)
//! in a word: from the masks, all words up to the next unit that is neither a letter, a digit nor common punctuation
//!                                                                     (`super::mask_words`)
//! by rules without words: from the masks, the segments of a run           (`super::mask_segments`)
//! ```
//!
//! Which characters are self-loops is a property of the rules ([`super::self_loops`]). For sentences, the masks contain
//! all of them ([`SparseSet`]), otherwise only the ranges that the text uses. A stream adapts to another text soon: the
//! state is chosen by majority vote (a step in another state votes against it, a skipped character for it), adding a
//! range costs a search in a list, and ranges are dropped after 128 to 1,024 blocks.
//!
//! Why it is right: a self-loop changes no state and emits nothing, and all skipped characters are inside the run
//! ([`RunBoundary`]); [`super::mask_states`] has the transitions that segments from masks rely on.

use super::accelerated_state::{
    AcceleratedState, MAX_VOTES, MISSES_BEFORE_UPDATE, MaskedSegments, VOTES_BEFORE_SWITCH,
};
use super::break_rules::BreakRules;
use super::dfa::{BOUNDARY, NO_STATE};
use super::mask_balance::MaskBalance;
use super::mask_states::{MAX_FIRST_STATES, SegmentStart};
use super::masks::{UnitKindMasks, UnitKinds};
use super::run_boundary::RunBoundary;
use super::self_loops::is_other_white_space;
use super::word_characters::{WordCharacters, WordStates};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{
    BLOCK, CodePointFilter, SparseSet, Utf8Masks, WINDOW, WordMasks, WordPunctuation, bits_from, block_at,
};
use crate::unicode::text::CodeUnit;
use std::ops::Range;

/// The number of kinds of runs whose states are cached; their ids modulo this number are distinct for all scripts in
/// wide use.
const CACHE_SLOTS: usize = 39;
/// The maximum number of cached states of all kinds.
const MAX_STATES: usize = 56;
/// The lengths of segments from which on characters are skipped, for rules without words. Segments of rules with pairs
/// of states are long.
const MIN_LENGTH: usize = 16;
const MIN_LENGTH_WITH_PAIR: usize = 2;
/// With masks, only segments of other rules or texts are long.
const MIN_LENGTH_WITH_MASKS: usize = 64;

/// Characters of [`super::mask_states`] in one block; the first one of the run is in the lowest bit.
#[derive(Clone, Copy)]
pub(super) struct MaskedRun {
    /// The first units of those that start segments.
    pub(super) starts: u64,
    /// The spaces; no other character is white space.
    pub(super) spaces: u64,
    pub(super) end: usize,
    /// Whether another character follows the run, and not another block.
    pub(super) is_complete: bool,
}

/// A step of the DFA, from one state to another.
#[derive(Clone, Copy)]
pub(super) struct DfaStep {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// Skips self-loops. Contains the accelerated states, and the masks of the current block.
#[derive(Clone, Debug)]
pub(super) struct Accelerator {
    /// For each kind of run: the index of its state plus 1; 0 before its first run.
    slots: [u8; CACHE_SLOTS],
    states: Vec<AcceleratedState>,
    /// The index of the current state, and its DFA state.
    current: usize,
    state: u32,
    /// The states of [`WordCharacters`].
    word_states: WordStates,
    /// See [`AcceleratedState::first_states`], and the state of an ASCII letter if it may be one of these.
    first_states: [u32; MAX_FIRST_STATES],
    masked_letter: u32,
    pub(super) mask_balance: MaskBalance,
    /// The masks, with offsets in the run.
    masks: UnitKindMasks,
    /// The number of the text, and the offset of the run in the text.
    text_number: u64,
    base: usize,
}

impl Default for Accelerator {
    fn default() -> Accelerator {
        Accelerator {
            slots: [0; CACHE_SLOTS],
            states: Vec::new(),
            current: 0,
            state: NO_STATE,
            word_states: WordStates::NONE,
            first_states: [NO_STATE; MAX_FIRST_STATES],
            masked_letter: NO_STATE,
            mask_balance: MaskBalance::default(),
            masks: UnitKindMasks::NONE,
            text_number: 0,
            base: 0,
        }
    }
}

impl Accelerator {
    /// Starts a text, with its first run.
    #[inline]
    pub(super) fn start<B: RunBoundary>(&mut self, rules: &BreakRules, boundary: &B) {
        (self.text_number, self.base) = (self.text_number + 1, 0);
        self.enter(rules, boundary);
    }

    /// Continues the text with the run that starts `distance` units after the start of the preceding one.
    #[inline]
    pub(super) fn continue_text<B: RunBoundary>(&mut self, rules: &BreakRules, boundary: &B, distance: usize) {
        if let Some(state) = self.states.get_mut(self.current) {
            // Convert offsets in the run to offsets in the text.
            (state.saved_masks, state.text_number) =
                (self.masks.relative_to(self.base.wrapping_neg()), self.text_number);
        }
        self.base += distance;
        self.enter(rules, boundary);
    }

    fn enter<B: RunBoundary>(&mut self, rules: &BreakRules, boundary: &B) {
        self.current = self.index_of(boundary.id() as usize % CACHE_SLOTS);
        let Some(state) = self.states.get_mut(self.current) else {
            self.masks = UnitKindMasks::NONE;
            return self.use_current_state();
        };
        if state.rules != rules.id.0 || state.boundary != boundary.id() {
            *state = AcceleratedState::of_rules(rules, boundary);
        }
        self.masks = if state.text_number == self.text_number {
            state.saved_masks.relative_to(self.base)
        } else {
            UnitKindMasks::NONE
        };
        self.use_current_state();
    }

    /// Copies what is read at each step from the current state; without one, no state is accelerated.
    #[inline]
    fn use_current_state(&mut self) {
        let Some(state) = self.states.get(self.current) else {
            (self.state, self.word_states) = (NO_STATE, WordStates::NONE);
            (self.first_states, self.masked_letter) = ([NO_STATE; MAX_FIRST_STATES], NO_STATE);
            return;
        };
        (self.state, self.word_states) = (state.state, state.characters.states);
        (self.first_states, self.masked_letter) = (state.first_states(), state.masked_letter);
    }

    /// The index of the state of a kind of run; one past the end if there is no memory for it.
    #[inline]
    fn index_of(&mut self, slot: usize) -> usize {
        match self.slots.get(slot) {
            Some(index @ 1..) => usize::from(*index) - 1,
            _ => self.add_state(slot),
        }
    }

    #[cold]
    fn add_state(&mut self, slot: usize) -> usize {
        let new = self.states.len();
        if self.states.try_reserve(1).is_ok()
            && let Some(index) = self.slots.get_mut(slot)
        {
            self.states.push(AcceleratedState::NONE);
            *index = self.states.len() as u8;
        }
        new
    }

    /// The states of words that [`SegmentState::add_words`](super::segments::SegmentState) finds.
    #[inline(always)]
    pub(super) fn word_states(&self) -> WordStates {
        self.word_states
    }

    /// Whether the unit at `at` may be a digit, a separator or a mid character: true if the masks are of another block.
    #[inline(always)]
    pub(super) fn may_be_digit_or_delimiter(&self, at: usize) -> bool {
        let UnitKindMasks { digits, separators, mid_letter, mid_num, start, .. } = self.masks;
        let offset = at.wrapping_sub(start);
        offset >= BLOCK || (digits | separators | mid_letter | mid_num) >> offset & 1 != 0
    }

    /// The state after a space that follows a word.
    #[inline]
    pub(super) fn state_after_space(&self) -> u32 {
        self.states.get(self.current).map_or(NO_STATE, |state| state.characters.state_after_space)
    }

    /// The characters of words, if there are self-loops that do not start words.
    #[inline(always)]
    pub(super) fn start_checker(&self) -> Option<&WordCharacters> {
        self.states.get(self.current).filter(|state| !state.start_words).map(|state| &state.characters)
    }

    /// The kinds of the units from `at` on, which is before the end of the text. `is_end`: whether the run ends with
    /// the text.
    #[inline(always)]
    pub(super) fn units_from<U: CodeUnit>(&mut self, text: &[U], at: usize, is_end: bool) -> UnitKinds {
        let offset = at.wrapping_sub(self.masks.start);
        if offset >= BLOCK {
            return self.load_units(text, at, is_end);
        }
        self.masks.units_from(offset).with_end(text.len() - at, is_end)
    }

    /// The kinds of the units from `at` on, of a whole block.
    #[inline(always)]
    pub(super) fn load_units<U: CodeUnit>(&mut self, text: &[U], at: usize, is_end: bool) -> UnitKinds {
        self.load(text, at);
        self.masks.units_from(0).with_end(text.len() - at, is_end)
    }

    /// Discards the masks, because the end of the text that is read has changed.
    #[inline]
    pub(super) fn discard_masks(&mut self) {
        self.masks = UnitKindMasks::NONE;
    }

    /// Handles a [`SELF_LOOP`](super::dfa::SELF_LOOP) transition over a character that ends at `at`: returns the offset
    /// of the next character that is not a self-loop.
    #[inline(always)]
    pub(super) fn step<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        boundary: &B,
        text: &[U],
        at: usize,
        step: DfaStep,
    ) -> usize {
        if step.from == step.to {
            self.record_miss(rules, boundary, text, at, step.from);
        }
        if step.to == self.state { self.skip(text, at) } else { at }
    }

    /// [`Accelerator::step`] for rules without words, whose states may form a pair; also returns the state. `is_miss`:
    /// whether a skip has ended before the character.
    #[inline(never)]
    pub(super) fn step_in_pair<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        at: usize,
        step: DfaStep,
        is_miss: bool,
    ) -> (usize, u32) {
        let DfaStep { from, to: next } = step;
        let is_accelerated = self.has(next);
        let counts = if is_accelerated { is_miss } else { from == next };
        if counts {
            self.record_miss(rules, &(), text, at, next);
        }
        if !is_accelerated {
            return (at, next);
        }
        let end = self.skip(text, at);
        let pair = self.states.get(self.current).and_then(|state| state.pair).filter(|_| end > at);
        (end, pair.map_or(next, |pair| pair.state_after(&rules.dfa, text, at..end, next)))
    }

    /// The length of a segment from which on characters are skipped, for rules without words; `None` if a step of the
    /// DFA is faster than the masks.
    #[inline]
    pub(super) fn min_length_to_skip(&self) -> Option<usize> {
        let current = self.states.get(self.current);
        let length = match current.map(|state| (state.pair.is_some(), state.masked.is_some())) {
            Some((true, _)) => MIN_LENGTH_WITH_PAIR,
            Some((false, true)) => MIN_LENGTH_WITH_MASKS,
            _ => MIN_LENGTH,
        };
        CodePointFilter::is_fast().then_some(length)
    }

    /// Whether this call may add segments by masks, if characters are skipped at all.
    #[inline]
    pub(super) fn uses_masks(&mut self) -> bool {
        CodePointFilter::is_fast() && self.mask_balance.next_call()
    }

    /// Whether the accelerated state is this one, or one of its pair.
    #[inline(always)]
    fn has(&self, state: u32) -> bool {
        self.states.get(self.current).is_some_and(|accelerated| accelerated.has(state))
    }

    /// Whether masks may give the segments after a transition that ends a segment, from `state` to `next`: now, or once
    /// [`Accelerator::enters_masks`] has switched to that state.
    #[inline(always)]
    pub(super) fn may_enter_masks(&self, state: u32, next: u32) -> bool {
        next == state || next == self.masked_letter || self.first_states.contains(&next)
    }

    /// Whether masks give the segments after a transition that ends a segment, over a character that ends at `at`.
    #[inline]
    pub(super) fn enters_masks<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize, next: u32) -> bool {
        // White space is in no mask, so it votes for none.
        if !self.first_states.contains(&next)
            && U::decode_back(text, at).is_some_and(|(c, _)| !is_other_white_space(c.into()))
        {
            self.record_miss(rules, &(), text, at, next | BOUNDARY);
        }
        self.first_states.contains(&next)
    }

    /// A state before the first character of a segment that masks give.
    #[inline]
    pub(super) fn state_before_first(&self) -> u32 {
        self.masked().map_or(NO_STATE, |masked| masked.states.before_first)
    }

    #[inline]
    fn masked(&self) -> Option<&MaskedSegments> {
        self.states.get(self.current)?.masked.as_deref()
    }

    /// The characters from `at` on, in one block.
    #[inline]
    pub(super) fn masked_run<U: CodeUnit>(&mut self, text: &[U], at: usize) -> MaskedRun {
        let (end, is_complete) = self.skip_in_block(text, at);
        if end == at {
            return MaskedRun { starts: 0, spaces: 0, end, is_complete };
        }
        let (offset, past_end) = (at - self.masks.start, bits_from(end - at));
        let starts = self.masks.segment_starts >> offset & !past_end;
        MaskedRun { starts, spaces: self.masks.spaces >> offset & !past_end, end, is_complete }
    }

    /// Records a character that the masks lack: the first one of a run, from `first` to `second`, or the one at `at`,
    /// before which the run has ended, if it is of a kind that is in runs.
    #[inline]
    pub(super) fn record_end_of_masks<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        text: &[U],
        first: Range<usize>,
        at: usize,
    ) {
        let offset = first.start.wrapping_sub(self.masks.start);
        if offset < BLOCK && self.masks.loops >> offset & 1 == 0 {
            self.record_miss(rules, &(), text, first.end, self.state);
        } else {
            self.record_next(rules, text, at);
        }
    }

    #[inline(never)]
    fn record_next<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) {
        let Some((c, length)) = U::decode(text, at).filter(|(c, _)| *c <= '\u{FFFF}') else { return };
        let class = rules.dfa.classes.class(c.into());
        let is_after_space = at > 0 && text.item(at - 1).into() == 0x20;
        let is_known = |MaskedSegments { states, .. }: &MaskedSegments| {
            states.is_base(class) || states.is_extending(class) && !(states.has_spaces && is_after_space)
        };
        if self.masked().is_some_and(is_known) && !is_other_white_space(c.into()) {
            self.record_miss(rules, &(), text, at + length, self.state);
        }
    }

    /// The first unit from `at` on that is not a self-loop.
    #[inline(always)]
    pub(super) fn skip<U: CodeUnit>(&mut self, text: &[U], mut at: usize) -> usize {
        loop {
            let (end, is_end) = self.skip_in_block(text, at);
            if is_end {
                return end;
            }
            at = end;
        }
    }

    /// The first unit from `at` on that is not a self-loop, or the end of the block; and whether it is the former.
    #[inline(always)]
    pub(super) fn skip_in_block<U: CodeUnit>(&mut self, text: &[U], at: usize) -> (usize, bool) {
        let mut offset = at.wrapping_sub(self.masks.start);
        if offset >= BLOCK {
            if at >= text.len() {
                return (at, true);
            }
            self.load(text, at);
            offset = 0;
        }
        // The shift inserts zeros, which end the run.
        let skipped = (!(self.masks.loops >> offset)).trailing_zeros() as usize;
        if offset + skipped < BLOCK { (at + skipped, true) } else { (self.masks.end, false) }
    }

    /// Loads the masks of the units from `at` on.
    #[inline(never)]
    fn load<U: CodeUnit>(&mut self, text: &[U], at: usize) {
        let Some(state) = self.states.get_mut(self.current) else { return };
        self.masks = match &state.others {
            Some(others) => masks_without(others, text, at),
            None => {
                state.count_block();
                let masks = match text.get(at..).and_then(|rest| rest.first_chunk()) {
                    Some(window) => state.filter.word_masks(&state.characters.punctuation, window),
                    None => masks_at_end(state, text, at),
                };
                state.characters.masks(&masks, at, state.letters, state.start_words)
            }
        };
        if state.other_state_votes > -MAX_VOTES {
            let votes = state.other_state_votes - self.masks.loops.count_ones() as i32;
            state.other_state_votes = votes.max(-MAX_VOTES);
        }
        if state.masked.is_some() {
            self.load_segment_starts(text, at);
        }
    }

    /// Completes the masks of [`super::mask_states`].
    #[inline(never)]
    fn load_segment_starts<U: CodeUnit>(&mut self, text: &[U], at: usize) {
        let Some(masked) = self.states.get(self.current).and_then(|state| state.masked.as_deref()) else { return };
        let mut copy = [U::default(); WINDOW];
        let window = block_at(text, at, &mut copy);
        let masks = &mut self.masks;
        let after_spaces = masks.spaces << 1 | u64::from(at > 0 && text.item(at - 1).into() == 0x20);
        let mut extending = masks.mid_num;
        if masked.extending.spans_used + masked.extending.bitmaps_used > 0 {
            let found = masked.extending.word_masks(&WordPunctuation::NONE, window);
            extending |= found.in_filter;
            masks.end = masks.end.max(at + found.length);
        }
        if masked.states.has_spaces {
            extending &= !after_spaces | masks.spaces;
        }
        masks.segment_starts = masks.loops
            & match masked.states.start {
                SegmentStart::Each => !window.first_chunk().map_or(0, |block| Utf8Masks::new(block).continuations()),
                SegmentStart::AfterSpace => after_spaces,
            };
        masks.loops |= extending;
        masks.spaces &= masks.loops;
    }

    /// Records a self-loop that was not skipped.
    #[inline(never)]
    fn record_miss<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        boundary: &B,
        text: &[U],
        at: usize,
        from: u32,
    ) {
        let Some(state) = self.states.get_mut(self.current) else { return };
        if state.has(from) {
            state.misses += 1;
            state.other_state_votes = (state.other_state_votes - 1).max(-MAX_VOTES);
            if state.misses >= MISSES_BEFORE_UPDATE {
                state.misses = 0;
                self.add_range(rules, boundary, text, at);
            }
        } else {
            state.other_state_votes += 1;
            if state.other_state_votes >= VOTES_BEFORE_SWITCH {
                self.switch_to(rules, boundary, from);
            }
        }
    }

    /// Makes another DFA state the accelerated one.
    #[cold]
    #[inline(never)]
    fn switch_to<B: RunBoundary>(&mut self, rules: &BreakRules, boundary: &B, to: u32) {
        let id = boundary.id();
        let is_it = |state: &AcceleratedState| state.state == to && state.rules == rules.id.0 && state.boundary == id;
        if let Some(index) = self.states.iter().position(is_it) {
            self.current = index;
        } else {
            let new = AcceleratedState::of_state(rules, boundary, to);
            let Some(state) = self.states.get_mut(self.current) else { return };
            if new.state != to {
                state.other_state_votes = -MAX_VOTES;
                return;
            }
            let is_used = state.is_used();
            if is_used && self.states.len() < MAX_STATES && self.states.try_reserve(1).is_ok() {
                self.current = self.states.len();
                self.states.push(new);
            } else if let Some(state) = self.states.get_mut(self.current) {
                *state = new;
            }
        }
        if let Some(state) = self.states.get_mut(self.current) {
            (state.misses, state.other_state_votes, state.saved_masks) = (0, 0, UnitKindMasks::NONE);
        }
        self.use_current_state();
        if let Some(index) = self.slots.get_mut(id as usize % CACHE_SLOTS) {
            *index = self.current as u8 + 1;
        }
        self.discard_masks();
    }

    /// Adds the range around the character before `at`.
    #[cold]
    #[inline(never)]
    fn add_range<U: CodeUnit, B: RunBoundary>(&mut self, rules: &BreakRules, boundary: &B, text: &[U], at: usize) {
        if let Some(state) = self.states.get_mut(self.current)
            && let Some((c, _)) = U::decode_back(text, at)
            && state.add_range::<U, B>(rules, boundary, c.into())
        {
            self.discard_masks();
        }
    }
}

/// The masks of the units from `at` on, with the characters that are not in a set as loops.
#[inline]
fn masks_without<U: CodeUnit>(set: &SparseSet, text: &[U], at: usize) -> UnitKindMasks {
    let mut copy = [U::default(); WINDOW];
    let (found, length) = set.mask(block_at(text, at, &mut copy)).unwrap_or((u64::MAX, BLOCK));
    UnitKindMasks { loops: !(found | bits_from(text.len() - at)), start: at, end: at + length, ..UnitKindMasks::NONE }
}

/// The masks of the last units of a text, which are fewer than a window. The zeros after them are neither separators,
/// as another run may follow, nor extending characters.
#[inline(never)]
fn masks_at_end<U: CodeUnit>(state: &AcceleratedState, text: &[U], at: usize) -> WordMasks {
    let mut copy = [U::default(); WINDOW];
    let masks = state.filter.word_masks(&state.characters.punctuation, block_at(text, at, &mut copy));
    let past_end = bits_from(text.len() - at);
    WordMasks { separators: masks.separators & !past_end, mid_num: masks.mid_num & !past_end, ..masks }
}

#[cfg(test)]
mod tests {
    use super::CACHE_SLOTS;
    use crate::unicode::script::JAPANESE;
    use icu_properties::props::Script;
    use std::collections::BTreeSet;

    /// With a shared slot, a text in several scripts would add its ranges again at each change of script.
    #[test]
    #[allow(deprecated)] // the ids of runs
    fn scripts_in_wide_use_have_slots_of_their_own() {
        let scripts = [
            Script::Common,
            Script::Latin,
            Script::Cyrillic,
            Script::Greek,
            Script::Arabic,
            Script::Hebrew,
            Script::Armenian,
            Script::Georgian,
            Script::Devanagari,
            Script::Bengali,
            Script::Gujarati,
            Script::Gurmukhi,
            Script::Kannada,
            Script::Malayalam,
            Script::Oriya,
            Script::Sinhala,
            Script::Tamil,
            Script::Telugu,
            Script::Ethiopic,
            Script::Thai,
            Script::Lao,
            Script::Khmer,
            Script::Myanmar,
            Script::Han,
            Script::Hiragana,
            Script::Katakana,
            Script::Hangul,
        ];
        let mut numbers: Vec<usize> = scripts.iter().map(|script| usize::from(script.to_icu4c_value())).collect();
        numbers.push(usize::from(JAPANESE.to_icu4c_value()));
        let slots: BTreeSet<usize> = numbers.iter().map(|number| number % CACHE_SLOTS).collect();
        assert_eq!(slots.len(), numbers.len());
    }
}
