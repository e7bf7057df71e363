//! Matches patterns of transform rules with a text.
//!
//! Quantifiers are greedy without backtracking (possessive), as in ICU. So the end of a match of a quantifier depends
//! on its start alone, and [`ScanMemo`] stores the ends of long ones: without it, a context such as `[:M:]*` would be
//! scanned again from every character of a long run.

use super::gap_buffer::{BufferElement, GapSides};
use super::pattern::{OBJECT, PatternObject, PatternToken};
use super::scan_memo::{PatternPart, ScanKey, ScanMemo};

/// The state of a match.
#[derive(Debug)]
pub(super) struct MatchState {
    pub(super) segments: CapturedSegments,
    /// The part of a rule that is matched.
    pub(super) part: PatternPart,
    pub(super) memo: ScanMemo,
    /// Whether a stored end was used for a quantifier with segments, so that these may not be captured.
    pub(super) skipped_segments: bool,
    /// Whether each segment is captured: no end of a quantifier with segments is looked up.
    captures_all: bool,
    /// The number of characters that such quantifiers matched beyond the short ones.
    pub(super) scanned: usize,
    /// The number of characters up to which the match of a quantifier is not stored.
    pub(super) short_scan: usize,
}

/// See [`MatchState::short_scan`]. Matches of usual texts are shorter.
const SHORT_SCAN: usize = 16;
/// The distance in characters between the positions for which the end of a long match is stored.
const STEP: usize = 8;

impl Default for MatchState {
    fn default() -> MatchState {
        MatchState {
            segments: CapturedSegments::new(),
            part: PatternPart::default(),
            memo: ScanMemo::default(),
            skipped_segments: false,
            captures_all: false,
            scanned: 0,
            short_scan: SHORT_SCAN,
        }
    }
}

impl MatchState {
    /// Prepares the match of a rule with a number of segments.
    pub(super) fn start(&mut self, segments: u32) {
        self.segments.clear();
        self.segments.resize(segments as usize, None);
        self.skipped_segments = false;
    }

    /// Calls `find` again for a match that skipped segments; returns its result, and the number of characters that it
    /// matched in addition to those of other matches.
    pub(super) fn capture_all<T>(&mut self, find: impl FnOnce(&mut MatchState) -> T) -> (T, usize) {
        (self.captures_all, self.scanned) = (true, 0);
        let found = find(self);
        self.captures_all = false;
        (found, self.scanned)
    }
}

/// The range that each segment of a rule matched, in offsets from the cursor, for the output; `None` before its match.
pub(super) type CapturedSegments = Vec<Option<(isize, isize)>>;

/// A pattern with a quantifier, and the token of the quantifier.
#[derive(Clone, Copy)]
struct RepeatedPattern<'m> {
    token: PatternToken,
    pattern: &'m [PatternToken],
    has_segments: bool,
}

/// The objects and the text that patterns are matched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternMatcher<'m, S> {
    pub(super) objects: &'m [PatternObject],
    pub(super) text: GapSides<'m, S>,
}

impl<S: BufferElement> PatternMatcher<'_, S> {
    /// Matches a pattern from `at` towards `limit`, backwards if `limit` precedes `at`; moves `at` to the end of the
    /// match. Backwards, `at` is the offset of the element to read next.
    ///
    /// Nearly all tokens are code points and sets, which the loops of the two directions match directly;
    /// [`PatternMatcher::object`] matches the others.
    #[inline]
    pub(super) fn pattern(
        self,
        pattern: &[PatternToken],
        at: &mut isize,
        limit: isize,
        state: &mut MatchState,
    ) -> bool {
        if limit < *at {
            return self.backwards(pattern, at, limit, state);
        }
        let mut position = *at;
        for &token in pattern {
            if token < OBJECT {
                if position >= limit || self.text.get(position) != Some(token) {
                    return false;
                }
                position += 1;
            } else if !self.object(token, &mut position, limit, state) {
                return false;
            }
        }
        *at = position;
        true
    }

    #[inline]
    fn backwards(self, pattern: &[PatternToken], at: &mut isize, limit: isize, state: &mut MatchState) -> bool {
        let mut position = *at;
        for &token in pattern.iter().rev() {
            if token < OBJECT {
                if position <= limit || self.text.get(position) != Some(token) {
                    return false;
                }
                position -= 1;
            } else if !self.object(token, &mut position, limit, state) {
                return false;
            }
        }
        *at = position;
        true
    }

    #[inline]
    fn object(self, token: PatternToken, at: &mut isize, limit: isize, state: &mut MatchState) -> bool {
        match self.objects.get((token - OBJECT) as usize) {
            Some(PatternObject::Set(set)) => set.matches(self.text, at, limit),
            Some(PatternObject::Segment { number, pattern }) => self.segment(*number, pattern, at, limit, state),
            Some(PatternObject::Quantifier { pattern, min, max, has_segments }) => {
                let pattern = RepeatedPattern { token, pattern, has_segments: *has_segments };
                self.quantifier(pattern, (*min, *max), at, limit, state)
            }
            Some(PatternObject::Function { .. }) | None => false,
        }
    }

    fn segment(
        self,
        number: usize,
        pattern: &[PatternToken],
        at: &mut isize,
        limit: isize,
        state: &mut MatchState,
    ) -> bool {
        let start = *at;
        let backwards = limit < start;
        if !self.pattern(pattern, at, limit, state) {
            return false;
        }
        if let Some(slot) = number.checked_sub(1).and_then(|index| state.segments.get_mut(index)) {
            if !backwards {
                *slot = Some((start, *at));
            } else if slot.is_none() {
                // The first match backwards, which is the last one in the text, is used.
                *slot = Some((*at + 1, start + 1));
            }
        }
        true
    }

    fn quantifier(
        self,
        repeated: RepeatedPattern<'_>,
        (min, max): (usize, usize),
        at: &mut isize,
        limit: isize,
        state: &mut MatchState,
    ) -> bool {
        let start = *at;
        let mut count = 0;
        while count < max {
            let before = *at;
            if !self.once(repeated, at, limit, state) {
                break;
            }
            count += 1;
            if *at == before {
                break; // an empty match would repeat forever
            }
            if at.abs_diff(start) >= state.short_scan && max > 1 {
                self.long_scan(repeated, at, limit, state);
                break;
            }
        }
        if count < min {
            *at = start;
        }
        count >= min
    }

    /// Matches a repeated pattern once. It is mostly a set.
    #[inline(always)]
    fn once(self, repeated: RepeatedPattern<'_>, at: &mut isize, limit: isize, state: &mut MatchState) -> bool {
        if let &[token] = repeated.pattern
            && let Some(PatternObject::Set(set)) =
                token.checked_sub(OBJECT).and_then(|index| self.objects.get(index as usize))
        {
            return set.matches(self.text, at, limit);
        }
        self.pattern(repeated.pattern, at, limit, state)
    }

    /// Matches the remaining repetitions of a quantifier with the ends in the memo.
    ///
    /// ```text
    /// repeat:
    ///     if the end of the match from the position is stored: move to it, stop
    ///     after every `STEP` characters, note the position
    ///     match the pattern once; stop if it does not match, or if its match is empty
    /// store the end for the noted positions
    /// ```
    ///
    /// A scan from another start that reaches one of the positions of this one has the same positions from there on,
    /// and so finds a stored end after at most `STEP` characters and one repetition. So all scans together are
    /// linear in the length of the text.
    #[cold]
    #[inline(never)]
    fn long_scan(self, repeated: RepeatedPattern<'_>, at: &mut isize, limit: isize, state: &mut MatchState) {
        let RepeatedPattern { token, has_segments, .. } = repeated;
        let is_stored = !(has_segments && state.captures_all || state.memo.is_full());
        let part = state.part;
        let key = ScanKey { part, rules: self.objects.as_ptr() as usize, quantifier: token };
        let mut noted = Vec::new();
        let mut last = *at;
        loop {
            if is_stored {
                let position = self.position(part, *at);
                if let Some(end) = state.memo.get(key, position) {
                    *at = self.offset(part, end);
                    state.skipped_segments |= has_segments;
                    break;
                }
                if noted.is_empty() || at.abs_diff(last) >= STEP.min(state.short_scan) {
                    noted.push(position);
                    last = *at;
                }
            }
            let before = *at;
            if !self.once(repeated, at, limit, state) || *at == before {
                break;
            }
            if !is_stored {
                state.scanned += at.abs_diff(before);
            }
        }
        let end = self.position(part, *at);
        noted.into_iter().for_each(|position| state.memo.put(key, position, end));
    }

    /// The position of an offset in the memo: the number of elements before or after it that may be matched.
    fn position(self, part: PatternPart, at: isize) -> usize {
        match part {
            PatternPart::Ante => self.text.before.len().saturating_add_signed(at + 1),
            PatternPart::Key | PatternPart::Post => self.text.after.len().saturating_add_signed(-at),
        }
    }

    /// The offset of a position in the memo.
    fn offset(self, part: PatternPart, position: usize) -> isize {
        match part {
            PatternPart::Ante => position as isize - self.text.before.len() as isize - 1,
            PatternPart::Key | PatternPart::Post => self.text.after.len() as isize - position as isize,
        }
    }
}
