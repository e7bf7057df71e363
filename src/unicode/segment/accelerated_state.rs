//! The accelerated state of one kind of run ([`super::accelerator`]): the self-loops that the text uses, and how they
//! adapt to the text.

use super::break_rules::BreakRules;
use super::dfa::{BOUNDARY, NO_STATE};
use super::mask_states::{MAX_FIRST_STATES, MaskStates};
use super::masks::UnitKindMasks;
use super::run_boundary::RunBoundary;
use super::self_loops::{SelfLoops, SkippedKind};
use super::state_pair::StatePair;
use super::word_characters::{WordCharacters, WordStates};
use crate::unicode::scan::{CodePointFilter, SparseSet};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The number of misses, minus the number of blocks, after which the range around the last character is added. Stepping
/// over a rarer character is cheaper than adding it.
pub(super) const MISSES_BEFORE_UPDATE: u32 = 8;
/// The state is switched after this many votes of self-loop steps from other states; each skipped character votes
/// against the switch.
pub(super) const VOTES_BEFORE_SWITCH: i32 = 16;
/// The maximum number of votes against the switch.
pub(super) const MAX_VOTES: i32 = 32;
/// The number of votes for the first switch; the second number is for runs without ASCII letters, whose first state is
/// a guess.
const VOTES_BEFORE_FIRST_SWITCH: [i32; 2] = [8, 4];
/// The number of blocks per added range on average; up to this many ranges may be added at once.
const BLOCKS_PER_UPDATE: u32 = 16;
const UPDATE_BURST: u32 = 8;
/// While all added characters start words, this many others are refused before one is added.
const REFUSED_BEFORE_MIXED: u32 = 2;
/// The number of blocks after which the ranges are dropped, or fewer if there are many ranges: some may be of an
/// earlier text.
const MAX_AGE: u32 = 1024;
const MAX_AGE_OF_MANY: u32 = 128;
const MAX_SETS_TO_KEEP: usize = 2;

/// States in which masks give the segments, and the extending characters above ASCII that were added.
#[derive(Clone, Debug)]
pub(super) struct MaskedSegments {
    pub(super) states: MaskStates,
    pub(super) extending: CodePointFilter,
}

/// An accelerated state, for one rule set and one kind of run.
#[derive(Clone, Debug)]
pub(super) struct AcceleratedState {
    pub(super) rules: u64,
    pub(super) boundary: u32,
    /// The DFA state, with [`BOUNDARY`](super::dfa::BOUNDARY) if masks give the segments.
    pub(super) state: u32,
    /// The pair of the state, for rules without words.
    pub(super) pair: Option<StatePair>,
    /// The characters that do not keep the pair, if there is one.
    pub(super) others: Option<Arc<SparseSet>>,
    /// Boxed, as rules with words have none.
    pub(super) masked: Option<Box<MaskedSegments>>,
    /// See [`BreakRules::masked_letter_state`].
    pub(super) masked_letter: u32,
    /// Whether ASCII letters are self-loops; all of them start words after separators.
    pub(super) letters: bool,
    letters_start_words: bool,
    pub(super) characters: WordCharacters,
    /// The self-loops above ASCII that were added, with their age in blocks and the age at which they are dropped.
    pub(super) filter: CodePointFilter,
    age: u32,
    max_age: u32,
    /// Whether all skipped characters start words.
    pub(super) start_words: bool,
    /// The number of self-loop steps from this state and from others; see [`MISSES_BEFORE_UPDATE`] and
    /// [`VOTES_BEFORE_SWITCH`].
    pub(super) misses: u32,
    pub(super) other_state_votes: i32,
    /// The number of ranges added during `age`.
    updates: u32,
    /// The number of characters that were refused because they do not start a word.
    refused: u32,
    /// The masks at the end of the last run of this kind, with offsets in the text that has this number.
    pub(super) saved_masks: UnitKindMasks,
    pub(super) text_number: u64,
}

impl AcceleratedState {
    pub(super) const NONE: AcceleratedState = AcceleratedState {
        rules: 0,
        boundary: 0,
        state: NO_STATE,
        pair: None,
        others: None,
        masked: None,
        masked_letter: NO_STATE,
        letters: false,
        letters_start_words: true,
        characters: WordCharacters::NONE,
        filter: CodePointFilter::ascii(),
        age: 0,
        max_age: MAX_AGE,
        start_words: true,
        misses: 0,
        other_state_votes: 0,
        updates: 0,
        refused: 0,
        saved_masks: UnitKindMasks::NONE,
        text_number: 0,
    };

    /// The state before the first text: that of ASCII words, if the rules have one.
    pub(super) fn of_rules<B: RunBoundary>(rules: &BreakRules, boundary: &B) -> AcceleratedState {
        let masked_letter = rules.masked_letter_state(boundary).map(|state| state | BOUNDARY);
        let first = match masked_letter.or(rules.ascii_word_state) {
            Some(state) => AcceleratedState::of_state(rules, boundary, state),
            None => AcceleratedState { rules: rules.id.0, boundary: boundary.id(), ..AcceleratedState::NONE },
        };
        let [votes, fewer] = VOTES_BEFORE_FIRST_SWITCH;
        let missing = if first.letters { votes } else { fewer };
        AcceleratedState { other_state_votes: VOTES_BEFORE_SWITCH - missing, ..first }
    }

    /// Creates a state without ranges.
    pub(super) fn of_state<B: RunBoundary>(rules: &BreakRules, boundary: &B, state: u32) -> AcceleratedState {
        let masked_letter = rules.masked_letter_state(boundary).unwrap_or(NO_STATE);
        let none =
            AcceleratedState { rules: rules.id.0, boundary: boundary.id(), masked_letter, ..AcceleratedState::NONE };
        let is_of_use = |loops: &&SelfLoops| state & BOUNDARY == 0 || loops.mask_states.is_some();
        let Some(loops) = rules.self_loops_of(boundary, state).filter(is_of_use) else { return none };
        let SelfLoops { pair, mask_states, letters, characters, .. } = *loops;
        let others = loops.others.clone();
        let masked = mask_states.map(|states| MaskedSegments { states, extending: CodePointFilter::ascii() });
        let letters_start_words = characters.states != WordStates::NONE;
        AcceleratedState {
            state,
            pair,
            others,
            masked: masked.map(Box::new),
            letters,
            letters_start_words,
            characters,
            start_words: letters_start_words,
            ..none
        }
    }

    /// Whether a state is this one, or one of its pair.
    #[inline(always)]
    pub(super) fn has(&self, state: u32) -> bool {
        state == self.state
            || self.pair.is_some_and(|pair| pair.contains(state))
            || state & BOUNDARY != 0 && self.first_states().contains(&(state & !BOUNDARY))
    }

    /// The states after the first character of a segment that masks give.
    #[inline]
    pub(super) fn first_states(&self) -> [u32; MAX_FIRST_STATES] {
        self.masked.as_ref().map_or([NO_STATE; MAX_FIRST_STATES], |masked| masked.states.first_states)
    }

    /// Whether the state skips any characters.
    pub(super) fn is_used(&self) -> bool {
        self.letters || self.pair.is_some() || self.filter.spans_used + self.filter.bitmaps_used > 0
    }

    /// Drops all ranges.
    pub(super) fn drop_ranges(&mut self) {
        (self.filter, self.start_words) = (CodePointFilter::ascii(), self.letters_start_words);
        if let Some(masked) = &mut self.masked {
            masked.extending = CodePointFilter::ascii();
        }
        (self.age, self.max_age, self.updates, self.refused) = (0, MAX_AGE, 0, 0);
    }

    /// Counts a block.
    #[inline(always)]
    pub(super) fn count_block(&mut self) {
        self.age += 1;
        if self.age >= self.max_age {
            self.drop_ranges();
        }
        self.misses = self.misses.saturating_sub(1);
    }

    /// Adds the range around a self-loop; returns false if the range would not pay.
    pub(super) fn add_range<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        boundary: &B,
        code: u32,
    ) -> bool {
        if self.pair.is_some() || self.updates >= UPDATE_BURST + self.age / BLOCKS_PER_UPDATE {
            return false;
        }
        let dfa = &rules.dfa;
        let Some(loops) = rules.self_loops_of(boundary, self.state) else { return false };
        let class = dfa.classes.class(code);
        let extending = self.masked.as_mut().filter(|masked| masked.states.is_extending(class));
        let kind = if extending.is_some() {
            SkippedKind::Extending
        } else if self.start_words && self.characters.is_letter(dfa, code) {
            SkippedKind::StartsWord
        } else {
            SkippedKind::All
        };
        let Some(span) = loops.range_around(dfa, boundary, kind, code) else { return false };
        if self.start_words && kind == SkippedKind::All && self.refused < REFUSED_BEFORE_MIXED {
            self.refused += 1;
            return false;
        }
        self.start_words = kind == SkippedKind::StartsWord;
        self.updates += 1;
        let bitmap = (span.extent < 128).then(|| loops.bitmap_around(dfa, boundary, kind, code)).flatten();
        let filter = extending.map_or(&mut self.filter, |masked| &mut masked.extending);
        match bitmap.filter(|_| CodePointFilter::supports_bitmaps()) {
            Some(bitmap) => filter.insert_bitmap::<U>(bitmap),
            None => filter.insert_range::<U>(span, code as u16),
        }
        if self.filter.spans_used + self.filter.bitmaps_used > MAX_SETS_TO_KEEP {
            self.max_age = MAX_AGE_OF_MANY;
        }
        true
    }
}
