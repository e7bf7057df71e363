//! The fast path of [`SegmentTokenizer`](super::segment_tokenizer::SegmentTokenizer): the tokens of segments that are
//! computed already, and need neither decoding nor splitting.

use crate::analysis::batch::{BATCH_TOKENS, BatchToken};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::token_typing::standard_type;
use crate::analysis::tokenizer::trim::trim;
use crate::unicode::part::SlicePart;
use crate::unicode::segment::{BreakRules, RawSegment, Segment, SegmentationState, may_start_emoji};
use crate::unicode::text::CodeUnit;

/// Writes the tokens of segments that need no special treatment.
pub(super) struct FastTokenSink<'a, U> {
    pub(super) run: &'a [U],
    /// The offset of the run in the text.
    pub(super) offset: usize,
    /// Only segments that end before this offset in the run are taken.
    pub(super) limit: usize,
    pub(super) script: u32,
    /// The types of words by kind; `None` for the types of `Standard.rbbi`.
    pub(super) types: Option<&'a [TokenType; 5]>,
    pub(super) max_token_length: usize,
    pub(super) tokens: &'a mut Vec<BatchToken>,
    pub(super) last_end: &'a mut usize,
}

impl<U: CodeUnit> FastTokenSink<'_, U> {
    /// Writes the token of a segment; returns false if the segment needs the slow path.
    #[inline(always)]
    pub(super) fn take(&mut self, segment: Segment) -> bool {
        if !self.is_simple(&segment) {
            return false;
        }
        let token_type = match self.types {
            Some(_) if segment.kind > 4 || may_start_emoji(self.run, segment.start) => return false,
            _ => self.token_type(&segment),
        };
        if let Some(token_type) = token_type {
            self.write(segment.start, segment.end, token_type);
            *self.last_end = self.offset + segment.end;
        }
        true
    }

    /// Variant of [`FastTokenSink::take`] for segments without the white space at their ends.
    #[inline(always)]
    pub(super) fn take_trimmed(&mut self, segment: Segment, token_type: TokenType) -> bool {
        if !self.is_simple(&segment) {
            return false;
        }
        let (start, end) = trim(self.run, segment.start, segment.end);
        if start < end {
            self.write(start, end, token_type);
        }
        *self.last_end = self.offset + segment.end;
        true
    }

    /// Whether a segment is not too long, and the batch has space.
    #[inline(always)]
    fn is_simple(&self, segment: &Segment) -> bool {
        let is_short = segment.end - segment.start <= self.max_token_length;
        is_short && segment.end < self.limit && self.tokens.len() < BATCH_TOKENS
    }

    #[inline(always)]
    fn write(&mut self, start: usize, end: usize, token_type: TokenType) {
        let token = BatchToken::of_text(self.offset + start, self.offset + end, token_type);
        self.tokens.push(BatchToken { script: self.script, ..token });
    }

    /// The token type of a segment that is not an emoji.
    #[inline(always)]
    fn token_type(&self, segment: &Segment) -> Option<TokenType> {
        match self.types {
            Some(types) => types.get(usize::from(segment.kind)).filter(|_| segment.kind != 0).copied(),
            None => standard_type(segment.status),
        }
    }

    /// Writes the tokens of segments without the white space at their ends, up to the first segment that needs the slow
    /// path; returns the number of segments.
    #[inline(never)]
    pub(super) fn take_trimmed_segments(
        &mut self,
        rules: &BreakRules,
        words: &SegmentationState,
        token_type: TokenType,
    ) -> usize {
        let space = BATCH_TOKENS.saturating_sub(self.tokens.len());
        let segments = words.ready_whole(rules, space, self.max_token_length, self.limit);
        let (run, offset) = (self.run, self.offset);
        let model = BatchToken { script: self.script, ..BatchToken::of_text(0, 0, token_type) };
        if segments.iter().all(RawSegment::has_no_white_space) {
            self.tokens.extend(segments.iter().map(|segment| {
                let (start, end) = segment.range();
                model.moved_to(offset + start, offset + end)
            }));
        } else {
            for segment in segments {
                let (start, end) = segment.range();
                let (start, end) = if segment.has_no_white_space() { (start, end) } else { trim(run, start, end) };
                if start < end {
                    self.tokens.push(model.moved_to(offset + start, offset + end));
                }
            }
        }
        if let Some(last) = segments.last() {
            *self.last_end = offset + last.range().1;
        }
        segments.len()
    }

    /// Writes the tokens of the plain words at the start of `ready` that end in one state as one block; returns their
    /// number. `first` is the first of them.
    #[inline(always)]
    pub(super) fn take_plain_words(&mut self, ready: &[RawSegment], first: &Segment) -> usize {
        let Some(token_type) = self.token_type(first) else { return 0 };
        let space = BATCH_TOKENS.saturating_sub(self.tokens.len()).min(ready.len());
        let words = RawSegment::plain_words(ready.part(..space), self.max_token_length, self.limit);
        let (offset, script) = (self.offset, self.script);
        self.tokens.extend(words.iter().map(|word| {
            let (start, end) = word.range();
            BatchToken { script, ..BatchToken::of_text(offset + start, offset + end, token_type) }
        }));
        if let Some(last) = words.last() {
            *self.last_end = offset + last.range().1;
        }
        words.len()
    }
}
