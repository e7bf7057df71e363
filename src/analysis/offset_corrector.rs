//! The offsets of tokens in the original text.

use crate::analysis::batch::BatchToken;
use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_unit::{OffsetCounter, OffsetUnit};
use crate::unicode::text::CodeUnit;

/// Converts offsets in the filtered text to offsets in the original, in the caller's unit. State is kept from token to
/// token, so that ascending offsets take linear time in total.
#[derive(Default)]
pub(super) struct OffsetCorrector {
    unit: OffsetUnit,
    /// The hints of [`OffsetMap::start`] and [`OffsetMap::end`].
    start_hint: usize,
    end_hint: usize,
    /// The last start and the last end. Ends have a counter of their own, because all tokens in the result of one edit
    /// start and end where its source does, which may be as long as the text.
    counter: OffsetCounter,
    end_counter: OffsetCounter,
    last_start: u32,
}

impl OffsetCorrector {
    /// Creates a corrector for one text.
    pub(super) fn new(unit: OffsetUnit) -> OffsetCorrector {
        OffsetCorrector { unit, ..OffsetCorrector::default() }
    }

    /// Whether no conversion is needed.
    #[inline]
    pub(super) fn is_identity<U: CodeUnit>(&self, map: &OffsetMap) -> bool {
        map.is_identity() && self.unit.is_native(U::ENCODING)
    }

    /// The last start offset.
    #[inline]
    pub(super) fn last_start(&mut self) -> &mut u32 {
        &mut self.last_start
    }

    /// The offsets of a token: corrected through the char filters, then converted to the caller's unit. `text` is the
    /// original.
    #[inline]
    pub(super) fn correct<U: CodeUnit>(&mut self, token: &BatchToken, text: &[U], map: &OffsetMap) -> (u32, u32) {
        let start = map.start(token.start, &mut self.start_hint);
        let end = map.end(token.end, &mut self.end_hint);
        let (start, end) = in_order(&mut self.last_start, start, end);
        if self.unit.is_native(U::ENCODING) {
            let length = text.len() as u32;
            return (start.min(length), end.min(length));
        }
        self.convert(text, start as usize, end as usize)
    }

    /// Converts the offsets of a token to the caller's unit. A token mostly starts at or after the end of the one
    /// before, and ends at or after that end.
    #[inline(never)]
    fn convert<U: CodeUnit>(&mut self, text: &[U], start: usize, end: usize) -> (u32, u32) {
        let nearest = if self.end_counter.is_between(&self.counter, start) { self.end_counter } else { self.counter };
        self.counter = nearest;
        let start_offset = self.counter.offset(text, start, self.unit);
        if !self.end_counter.is_between(&self.counter, end) {
            self.end_counter = self.counter;
        }
        (start_offset, self.end_counter.offset(text, end, self.unit))
    }

    /// The offset in the original text of an end offset in the filtered text.
    pub(super) fn end<U: CodeUnit>(&mut self, offset: u32, text: &[U], map: &OffsetMap) -> u32 {
        let offset = map.end(offset, &mut self.end_hint) as usize;
        self.counter.peek(text, offset, self.unit)
    }

    /// The offset in the original text of any start offset in the filtered text.
    pub(super) fn start<U: CodeUnit>(&self, offset: u32, text: &[U], map: &OffsetMap) -> u32 {
        let offset = map.start(offset, &mut 0) as usize;
        OffsetCounter::default().peek(text, offset, self.unit)
    }
}

/// Makes start offsets never decrease and ends never precede starts (ruling T2), whatever the char filters do.
#[inline(always)]
pub(super) fn in_order(last_start: &mut u32, start: u32, end: u32) -> (u32, u32) {
    *last_start = start.max(*last_start);
    (*last_start, end.max(*last_start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::offset_map::OffsetStep;
    use crate::analysis::token::TokenType;
    use proptest::prelude::*;

    fn token(start: usize, end: usize) -> BatchToken {
        BatchToken::of_text(start, end, TokenType::Word)
    }

    proptest! {
        /// Ends may be in any order.
        #[test]
        fn offsets_equal_those_that_are_counted_from_the_start(
            tokens in prop::collection::vec((0usize..4, 0usize..60), 1..40),
        ) {
            let text = "é日😀x".repeat(40);
            let at: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            for unit in [OffsetUnit::Utf16, OffsetUnit::CodePoint, OffsetUnit::Native] {
                let (mut corrector, mut start) = (OffsetCorrector::new(unit), 0);
                for &(step, length) in &tokens {
                    start = (start + step).min(90);
                    let (start, end) = (at[start], at[start + length]);
                    let counted = |at| OffsetCounter::default().peek(text.as_bytes(), at, unit);
                    let found = corrector.correct(&token(start, end), text.as_bytes(), &OffsetMap::default());
                    prop_assert_eq!(found, (counted(start), counted(end)));
                }
            }
        }
    }

    /// Counting from each start to the end of the edit would take hours.
    #[test]
    fn many_tokens_of_one_long_edit_are_counted_once() {
        const TOKENS: usize = 500_000;
        let text = "é".repeat(TOKENS);
        let mut map = OffsetMap::default();
        for result in 0..TOKENS as u32 {
            map.push(OffsetStep { result, start: 0, end: text.len() as u32 }).unwrap();
        }
        let mut corrector = OffsetCorrector::new(OffsetUnit::CodePoint);
        for at in 0..TOKENS - 1 {
            assert_eq!(corrector.correct(&token(at, at), text.as_bytes(), &map), (0, TOKENS as u32));
        }
    }
}
