//! Position gaps of filters that remove tokens: the positions of removed tokens become gaps before the next token that
//! is kept, or after the last one.

use crate::analysis::batch::{Batch, BatchToken, MARKED_TOKENS};
use crate::unicode::text::CodeUnit;

/// Counts the positions removed since the last token that was kept, across batches.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionGaps {
    gap: u32,
}

impl PositionGaps {
    /// Prepares for the next text.
    pub(super) fn reset(&mut self) {
        self.gap = 0;
    }

    /// Removes the tokens whose bit `remove_mask` sets, see [`PositionGaps::remove_in_batch`]; at the end of the text,
    /// reports the gap after the last token.
    pub(super) fn remove<U: CodeUnit>(
        &mut self,
        batch: &mut Batch<U>,
        remove_mask: impl FnMut(&Batch<U>, &[BatchToken]) -> u64,
    ) {
        self.remove_in_batch(batch, remove_mask);
        if batch.last {
            batch.trailing_gap = batch.trailing_gap.saturating_add(self.take_gap());
        }
    }

    /// Returns the number of positions removed since the last token that was kept, and resets it.
    pub(super) fn take_gap(&mut self) -> u32 {
        std::mem::take(&mut self.gap)
    }

    /// Removes the tokens whose bit `remove_mask` sets: it is called with at most [`MARKED_TOKENS`] tokens at a time.
    pub(super) fn remove_in_batch<U: CodeUnit>(
        &mut self,
        batch: &mut Batch<U>,
        mut remove_mask: impl FnMut(&Batch<U>, &[BatchToken]) -> u64,
    ) {
        let (mut kept, mut at) = (0, 0);
        while let Some(rest) = batch.tokens.get(at..).filter(|rest| !rest.is_empty()) {
            let tokens = rest.get(..MARKED_TOKENS).unwrap_or(rest);
            let (count, remove_mask) = (tokens.len(), remove_mask(batch, tokens));
            if remove_mask == 0 && kept == at && self.gap == 0 {
                kept += count;
            } else {
                kept = self.compact(&mut batch.tokens, at, count, kept, remove_mask);
            }
            at += count;
        }
        batch.tokens.truncate(kept);
    }

    /// Compaction: moves the kept ones of `count` tokens from index `at` on to index `kept`, and returns the index
    /// after the last of them. Branchless, as it is unpredictable which tokens are removed.
    fn compact(
        &mut self,
        tokens: &mut [BatchToken],
        at: usize,
        count: usize,
        mut kept: usize,
        remove_mask: u64,
    ) -> usize {
        for index in 0..count {
            let Some(token) = tokens.get(at + index).copied() else { break };
            let is_removed = remove_mask >> index & 1;
            let position_increment = token.position_increment.saturating_add(self.gap);
            if let Some(free) = tokens.get_mut(kept) {
                *free = BatchToken { position_increment, ..token };
            }
            self.gap = position_increment * is_removed as u32;
            kept += 1 - is_removed as usize;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::token::TokenType;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn removed_tokens_leave_gaps(batches in prop::collection::vec(prop::collection::vec((1u32..4, any::<bool>()), 0..200), 1..4)) {
            let (mut gaps, mut gap) = (PositionGaps::default(), 0);
            for (number, tokens) in batches.iter().enumerate() {
                let mut batch = Batch::<u8>::default();
                batch.last = number + 1 == batches.len();
                let mut expected = Vec::new();
                for (at, (position_increment, leaves)) in tokens.iter().enumerate() {
                    let token = BatchToken { position_increment: *position_increment, ..BatchToken::of_text(at, at, TokenType::Word) };
                    batch.tokens.push(token);
                    gap += position_increment;
                    if !leaves {
                        expected.push(BatchToken { position_increment: std::mem::take(&mut gap), ..token });
                    }
                }
                gaps.remove(&mut batch, |_, part| {
                    let leaves = |token: &BatchToken| u64::from(tokens[token.start as usize].1);
                    part.iter().enumerate().fold(0, |bits, (at, token)| bits | leaves(token) << at)
                });
                prop_assert_eq!(&batch.tokens, &expected);
                prop_assert_eq!(batch.trailing_gap, if batch.last { gap } else { 0 });
            }
        }
    }
}
