//! The self-loops of DFA states: the characters that lead from a state to itself. For rules without words, also the
//! characters that do not keep a pair of states, and those of runs whose segments masks give, where the flag `BOUNDARY`
//! is added to the state. They are determined by the rules and the kind of run, so they are computed once, when a text
//! first needs them, and shared by all streams.

use super::dfa::{BOUNDARY, Dfa, SELF_LOOP};
use super::emoji::may_be_emoji;
use super::mask_states::MaskStates;
use super::run_boundary::RunBoundary;
use super::state_pair::StatePair;
use super::word_characters::{AsciiSkip, WordCharacters};
use crate::unicode::scan::{Bitmap128, Span, SparseSet};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The maximum number of cached pairs of state and kind of run; user-defined rules may have any number of states.
const MAX_SELF_LOOPS: usize = 256;
/// The minimum length of a range that is worth a comparison: shorter ones contain rare characters.
const MIN_RANGE: u16 = 3;
/// The number of code points that are tested together.
const BLOCK: u32 = 64;

/// The self-loops of a state in one kind of run.
#[derive(Debug)]
pub(super) struct SelfLoops {
    /// The state, with [`BOUNDARY`] if masks give the segments.
    state: u32,
    boundary: u32,
    /// For rules without words: the pair of states, and the states in which masks give the segments.
    pub(super) pair: Option<StatePair>,
    pub(super) mask_states: Option<MaskStates>,
    /// Whether all ASCII letters are self-loops.
    pub(super) letters: bool,
    /// The characters of words that end in this state.
    pub(super) characters: WordCharacters,
    /// The characters that do not keep the pair, if there is one.
    pub(super) others: Option<Arc<SparseSet>>,
    /// The self-loops of the BMP above ASCII, by [`SkippedKind`].
    spans: [OnceLock<Box<[Span]>>; 3],
}

/// Kinds of characters that are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SkippedKind {
    /// All self-loops.
    All = 0,
    /// Self-loops that start words.
    StartsWord = 1,
    /// Extending characters of [`MaskStates`].
    Extending = 2,
}

/// A cache of the self-loops that texts have needed. A clone of the rules starts with an empty cache.
#[derive(Debug, Default)]
pub(super) struct SelfLoopCache(OnceLock<Box<[SelfLoopSlot]>>);

/// Boxed, as most slots stay empty.
type SelfLoopSlot = OnceLock<Box<SelfLoops>>;

impl SelfLoopCache {
    /// The self-loops of a state in one kind of run; `None` if the cache is full. `is_wordless`: whether
    /// [`super::wordless_rules`] runs the DFA.
    pub(super) fn get<B: RunBoundary>(
        &self,
        dfa: &Dfa,
        is_wordless: bool,
        boundary: &B,
        state: u32,
    ) -> Option<&SelfLoops> {
        let slots = self.0.get_or_init(|| (0..MAX_SELF_LOOPS).map(|_| OnceLock::new()).collect());
        let id = boundary.id();
        let first = (state ^ id.wrapping_mul(37)) as usize % MAX_SELF_LOOPS;
        let (before, after) = slots.split_at_checked(first)?;
        // Open addressing: the slot may hold the self-loops of another key.
        let mut found = after
            .iter()
            .chain(before)
            .map(|slot| slot.get_or_init(|| Box::new(SelfLoops::new(dfa, is_wordless, boundary, state))));
        found.find(|loops| loops.state == state && loops.boundary == id).map(Box::as_ref)
    }
}

impl Clone for SelfLoopCache {
    fn clone(&self) -> SelfLoopCache {
        SelfLoopCache::default()
    }
}

/// The cache is derived from the rules, so equality ignores it.
impl PartialEq for SelfLoopCache {
    fn eq(&self, _: &SelfLoopCache) -> bool {
        true
    }
}

impl Eq for SelfLoopCache {}

impl SelfLoops {
    fn new<B: RunBoundary>(dfa: &Dfa, is_wordless: bool, boundary: &B, state: u32) -> SelfLoops {
        let has_pairs = is_wordless && boundary.is_whole_text() && state & BOUNDARY == 0;
        let mut loops = SelfLoops {
            state,
            boundary: boundary.id(),
            pair: if has_pairs { StatePair::of_state(dfa, state) } else { None },
            mask_states: if state & BOUNDARY == 0 { None } else { MaskStates::of_state(dfa, state & !BOUNDARY) },
            letters: false,
            characters: WordCharacters::NONE,
            others: None,
            spans: Default::default(),
        };
        loops.others = loops.pair.map(|pair| Arc::new(pair.others(dfa)));
        loops.characters = match (loops.pair, loops.mask_states) {
            (None, Some(_)) => WordCharacters::of_skipped(|code| loops.ascii_skip(dfa, code)),
            (None, None) if state & BOUNDARY == 0 => WordCharacters::new(dfa, boundary, state),
            _ => WordCharacters::NONE,
        };
        let mut letters = ('a'..='z').chain('A'..='Z').map(u32::from);
        loops.letters =
            boundary.contains('a'.into()) && letters.all(|letter| loops.contains(dfa, SkippedKind::All, letter));
        loops
    }

    /// How an ASCII character is skipped, for rules without words.
    fn ascii_skip(&self, dfa: &Dfa, code: u32) -> AsciiSkip {
        let is_space_that_extends = code == 0x20 && self.mask_states.is_some_and(|states| states.has_spaces);
        if self.contains(dfa, SkippedKind::All, code) {
            AsciiSkip::Always
        } else if is_space_that_extends || self.contains(dfa, SkippedKind::Extending, code) {
            AsciiSkip::Extending
        } else {
            AsciiSkip::Never
        }
    }

    /// Whether the characters of a class are of a kind, but for [`SelfLoops::is_excepted`].
    fn is_of_kind(&self, dfa: &Dfa, kind: SkippedKind, class: u16) -> bool {
        let is_skipped = match self.mask_states {
            Some(states) => states.is_base(class),
            None => self.state & BOUNDARY == 0 && dfa.transition(self.state, class) == self.state | SELF_LOOP,
        };
        match kind {
            SkippedKind::All => is_skipped,
            SkippedKind::StartsWord => is_skipped && self.characters.is_letter_class(class),
            SkippedKind::Extending => self.mask_states.is_some_and(|states| states.is_extending(class)),
        }
    }

    /// Whether a code point is not of a kind although its class is.
    fn is_excepted(&self, kind: SkippedKind, code: u32) -> bool {
        self.mask_states.is_some() && is_other_white_space(code)
            || kind == SkippedKind::StartsWord && may_be_emoji(code)
    }

    /// Whether a code point is of a kind.
    fn contains(&self, dfa: &Dfa, kind: SkippedKind, code: u32) -> bool {
        self.is_of_kind(dfa, kind, dfa.classes.class(code)) && !self.is_excepted(kind, code)
    }

    /// The longest range of characters of a kind around a code point. `None` if the code point is not one of them.
    pub(super) fn range_around<B: RunBoundary>(
        &self,
        dfa: &Dfa,
        boundary: &B,
        kind: SkippedKind,
        code: u32,
    ) -> Option<Span> {
        let (code, spans) = (u16::try_from(code).ok()?, self.spans(dfa, boundary, kind));
        let after = spans.partition_point(|span| span.first <= code);
        spans.get(after.checked_sub(1)?).copied().filter(|span| code - span.first <= span.extent)
    }

    /// The characters of a kind among the 128 code points around one of the BMP, if they form more than two ranges of
    /// the minimum length; fewer are compared faster as ranges. Extending characters are rarer and scattered, so that
    /// one bitmap adds many.
    pub(super) fn bitmap_around<B: RunBoundary>(
        &self,
        dfa: &Dfa,
        boundary: &B,
        kind: SkippedKind,
        code: u32,
    ) -> Option<Bitmap128> {
        let (first, spans) = (code & 0xFF80, self.spans(dfa, boundary, kind));
        let from = spans.partition_point(|span| u32::from(span.last()) < first);
        let (mut bits, mut ranges) = (0, 0);
        for span in spans.get(from..)?.iter().take_while(|span| u32::from(span.first) < first + 128) {
            let low = u32::from(span.first).max(first) - first;
            let high = (u32::from(span.last()) - first).min(127);
            bits |= Bitmap128::bits_of_range(low, high);
            ranges += usize::from(span.extent >= MIN_RANGE);
        }
        (ranges > 2 || kind == SkippedKind::Extending).then(|| Bitmap128::new(first as u16, bits))
    }

    fn spans<B: RunBoundary>(&self, dfa: &Dfa, boundary: &B, kind: SkippedKind) -> &[Span] {
        self.spans.get(kind as usize).map_or(&[], |spans| spans.get_or_init(|| self.find_spans(dfa, boundary, kind)))
    }

    /// All ranges in ascending order.
    fn find_spans<B: RunBoundary>(&self, dfa: &Dfa, boundary: &B, kind: SkippedKind) -> Box<[Span]> {
        let of_kind: Vec<bool> = (0..dfa.class_count()).map(|class| self.is_of_kind(dfa, kind, class)).collect();
        let is_of_kind = |code| of_kind.get(usize::from(dfa.classes.bmp(code))) == Some(&true);
        let is_one = |code| is_of_kind(code) && !self.is_excepted(kind, code) && boundary.contains(code);
        // Blocks with equal ids have equal results, but for white space.
        let mut known: HashMap<(u16, u16, Option<u32>), u64> = HashMap::new();
        let (mut spans, mut open, mut last) = (Vec::new(), None, None);
        for block in 0x80 / BLOCK..=0x1_0000 / BLOCK {
            let first = block * BLOCK;
            let mut bits = 0;
            if first < 0x1_0000 && !(0xD800..0xE000).contains(&first) {
                let with_white_space = Some(block).filter(|_| has_other_white_space(first));
                let id = (dfa.classes.block(first), boundary.block_id(first), with_white_space);
                let of_block = || (0..BLOCK).fold(0, |bits, low| bits | u64::from(is_one(first + low)) << low);
                bits = match last {
                    Some((of_last, bits)) if of_last == id => bits,
                    _ => *known.entry(id).or_insert_with(of_block),
                };
                last = Some((id, bits));
            }
            let mut at = 0;
            while at < BLOCK {
                let edges = if open.is_some() { !bits } else { bits };
                let rest = edges >> at;
                if rest == 0 {
                    break;
                }
                at += rest.trailing_zeros();
                open = match open {
                    Some(low) => {
                        spans.push(Span::new(low, (first + at - 1) as u16));
                        None
                    }
                    None => Some((first + at) as u16),
                };
            }
        }
        spans.into()
    }
}

/// Whether a code point is white space, and not the space. It is in no mask of [`MaskStates`], so that callers find
/// white space by one mask.
pub(super) fn is_other_white_space(code: u32) -> bool {
    code != 0x20 && char::from_u32(code).is_some_and(char::is_whitespace)
}

/// Whether the block of 64 code points that starts at `first` has [`is_other_white_space`]; true for ASCII.
fn has_other_white_space(first: u32) -> bool {
    matches!(first, 0..=0x80 | 0x1680 | 0x2000 | 0x2040 | 0x3000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn blocks_of_white_space_are_known() {
        for code in 0..0x1_0000 {
            assert!(!is_other_white_space(code) || has_other_white_space(code & !63), "{code:X}");
        }
    }

    #[test]
    fn ranges_hold_the_self_loops() {
        for name in ["Default", "word", "Standard", "sent", "char"] {
            let rules = shipped_rules(name).unwrap();
            for letter in ['a', 'я', '한', 'ก', '中', 'カ', '1'] {
                let dfa = &rules.dfa;
                let state = dfa.state_after(letter) | if name == "char" { BOUNDARY } else { 0 };
                let loops = rules.self_loops_of(&(), state).unwrap();
                for code in (0x80..0x1_0000).filter(|code| !(0xD800..0xE000).contains(code)) {
                    for kind in [SkippedKind::All, SkippedKind::StartsWord, SkippedKind::Extending] {
                        let is_one = loops.contains(dfa, kind, code);
                        let range_around = loops.range_around(dfa, &(), kind, code);
                        assert_eq!(range_around.is_some(), is_one, "{name} {letter} {code:X}");
                        let bitmap = loops.bitmap_around(dfa, &(), kind, code);
                        if let Some(map) = bitmap {
                            let bit = map.bits[(code >> 6 & 1) as usize] >> (code & 63) & 1;
                            assert_eq!((u32::from(map.first), bit != 0), (code & !127, is_one), "{name} {code:X}");
                        }
                    }
                }
            }
        }
    }
}
