//! Compiled break rules: the state table, and derived data for texts of words and spaces.

use super::dfa::{BOUNDARY, Dfa, MAX_MARK, Segment};
use super::run_boundary::RunBoundary;
use super::self_loops::{SelfLoopCache, SelfLoops};
use std::sync::atomic::{AtomicU64, Ordering};

/// Compiled break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakRules {
    pub(super) dfa: Dfa,
    /// Whether every word that dictionaries find in a segment has the segment's status, and not only the last one.
    pub(super) dictionary_words_keep_status: bool,
    /// Whether the dictionaries break at phrases only.
    pub(super) phrases: bool,
    /// The state after an ASCII letter, if all ASCII letters are self-loops of it.
    pub(super) ascii_word_state: Option<u32>,
    /// Whether the rules have no words that [`super::mask_words`] finds, because a space does not end an ASCII word
    /// (grapheme clusters, lines, sentences), and few lookahead slots: [`super::wordless_rules`] runs the DFA.
    pub(super) is_wordless: bool,
    /// The self-loops of states that were computed so far.
    pub(super) self_loops: SelfLoopCache,
    /// Identifies the rules; only clones share it.
    pub(super) id: RulesId,
}

/// A number that identifies rules. Ignored by equality.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RulesId(pub(super) u64);

impl RulesId {
    fn next() -> RulesId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        RulesId(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

impl PartialEq for RulesId {
    fn eq(&self, _: &RulesId) -> bool {
        true
    }
}

impl Eq for RulesId {}

impl BreakRules {
    /// Creates rules from a state table with transitions.
    pub(super) fn new(mut dfa: Dfa, dictionary_words_keep_status: bool) -> BreakRules {
        dfa.complete();
        let state = dfa.state_after('a');
        let mut letters = ('A'..='Z').chain('a'..='z');
        let is_word_state = state != 0 && letters.all(|letter| dfa.is_self_loop(state, letter.into()));
        let ends_at_space = dfa.transition(state, dfa.classes.class(' '.into())) & BOUNDARY != 0;
        let is_wordless = !(is_word_state && ends_at_space) && dfa.lookahead_slots <= MAX_MARK;
        BreakRules {
            dfa,
            dictionary_words_keep_status,
            ascii_word_state: is_word_state.then_some(state),
            is_wordless,
            id: RulesId::next(),
            ..BreakRules::default()
        }
    }

    /// The status of every word in texts of ASCII letters and spaces, where spaces have none; `None` if the rules are
    /// more complex.
    pub fn ascii_word_status(&self) -> Option<u32> {
        let state = self.ascii_word_state?;
        let characters = self.self_loops_of(&(), state)?.characters;
        let word = self.segment(0, 0, state);
        let mut letters = ('A'..='Z').chain('a'..='z').map(u32::from);
        let is_uniform = letters.all(|letter| characters.is_letter(&self.dfa, letter));
        (is_uniform && !word.dictionary).then_some(word.status)
    }

    /// For rules without words, the state after an ASCII letter if masks give the segments of words and spaces
    /// ([`super::mask_states`]).
    pub(super) fn masked_letter_state<B: RunBoundary>(&self, boundary: &B) -> Option<u32> {
        let is_wordless = self.is_wordless && boundary.is_whole_text();
        let letter = self.ascii_word_state.filter(|_| is_wordless)?;
        self.self_loops_of(boundary, letter | BOUNDARY)?.mask_states.map(|_| letter)
    }

    /// The self-loops of a state in one kind of run; `None` if the cache is full.
    pub(super) fn self_loops_of<B: RunBoundary>(&self, boundary: &B, state: u32) -> Option<&SelfLoops> {
        self.self_loops.get(&self.dfa, self.is_wordless, boundary, state)
    }

    /// The segment that ends in a state.
    #[inline(always)]
    pub(super) fn segment(&self, start: usize, end: usize, state: u32) -> Segment {
        self.dfa.segment(start, end, state)
    }
}
