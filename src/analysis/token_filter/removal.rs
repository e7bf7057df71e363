//! What filters that remove tokens share: the positions of removed tokens become gaps before the next one that stays, or
//! after the last one.

use crate::analysis::batch::{Batch, BatchToken, MARKED_TOKENS};
use crate::unicode::text::CodeUnit;

/// Positions removed since the last token that stayed; goes on across batches.
#[derive(Clone, Debug, Default)]
pub(super) struct Removal {
    gap: u32,
}

impl Removal {
    /// Another text follows.
    pub(super) fn reset(&mut self) {
        self.gap = 0;
    }

    /// Removes the tokens that `leaving` has a bit for, see [`Removal::remove_in_batch`]; at the end of the text, reports the gap after the
    /// last one.
    pub(super) fn remove<U: CodeUnit>(
        &mut self,
        batch: &mut Batch<U>,
        leaving: impl FnMut(&Batch<U>, &[BatchToken]) -> u64,
    ) {
        self.remove_in_batch(batch, leaving);
        if batch.last {
            batch.trailing_gap += self.take_gap();
        }
    }

    /// The positions removed since the last token that stayed.
    pub(super) fn take_gap(&mut self) -> u32 {
        std::mem::take(&mut self.gap)
    }

    /// Removes the tokens that `leaving` has a bit for: it gets at most [`MARKED_TOKENS`] at a time.
    pub(super) fn remove_in_batch<U: CodeUnit>(
        &mut self,
        batch: &mut Batch<U>,
        mut leaving: impl FnMut(&Batch<U>, &[BatchToken]) -> u64,
    ) {
        let (mut kept, mut at) = (0, 0);
        while let Some(rest) = batch.tokens.get(at..).filter(|rest| !rest.is_empty()) {
            let tokens = rest.get(..MARKED_TOKENS).unwrap_or(rest);
            let (count, leaving) = (tokens.len(), leaving(batch, tokens));
            if leaving == 0 && kept == at && self.gap == 0 {
                kept += count;
            } else {
                kept = self.move_up(&mut batch.tokens, at, count, kept, leaving);
            }
            at += count;
        }
        batch.tokens.truncate(kept);
    }

    /// Moves those of `count` tokens from `at` on that stay to the index `kept`. Where the next one goes. Without a branch: which
    /// words are left out is unpredictable.
    fn move_up(&mut self, tokens: &mut [BatchToken], at: usize, count: usize, mut kept: usize, leaving: u64) -> usize {
        for place in 0..count {
            let Some(token) = tokens.get(at + place).copied() else { break };
            let leaves = leaving >> place & 1;
            let position_increment = token.position_increment + self.gap;
            if let Some(free) = tokens.get_mut(kept) {
                *free = BatchToken { position_increment, ..token };
            }
            self.gap = position_increment * leaves as u32;
            kept += 1 - leaves as usize;
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
            let (mut removal, mut gap) = (Removal::default(), 0);
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
                removal.remove(&mut batch, |_, part| {
                    let leaves = |token: &BatchToken| u64::from(tokens[token.start as usize].1);
                    part.iter().enumerate().fold(0, |bits, (at, token)| bits | leaves(token) << at)
                });
                prop_assert_eq!(&batch.tokens, &expected);
                prop_assert_eq!(batch.trailing_gap, if batch.last { gap } else { 0 });
            }
        }
    }
}
