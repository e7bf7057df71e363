//! What filters that remove tokens share: the positions of removed tokens become gaps before the next one that stays, or
//! behind the last one.

use crate::analysis::batch::{Batch, BatchToken};
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

    /// Keeps the tokens whose term fits; at the end of the text, tells the gap behind the last one.
    pub(super) fn retain<U: CodeUnit>(
        &mut self,
        text: &[U],
        batch: &mut Batch<U>,
        fits: impl FnMut(&[U], &BatchToken) -> bool,
    ) {
        self.keep(text, batch, fits);
        if batch.last {
            batch.trailing_gap += self.take_gap();
        }
    }

    /// The positions removed since the last token that stayed.
    pub(super) fn take_gap(&mut self) -> u32 {
        std::mem::take(&mut self.gap)
    }

    /// Keeps the tokens whose term fits.
    pub(super) fn keep<U: CodeUnit>(
        &mut self,
        text: &[U],
        batch: &mut Batch<U>,
        mut fits: impl FnMut(&[U], &BatchToken) -> bool,
    ) {
        let mut kept = 0;
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at) else { break };
            if !fits(batch.units(text, token.term), token) {
                self.gap += token.position_increment;
                continue;
            }
            // Nothing to do as long as nothing has been removed.
            if kept < at || self.gap > 0 {
                let token = BatchToken { position_increment: token.position_increment + self.take_gap(), ..*token };
                if let Some(place) = batch.tokens.get_mut(kept) {
                    *place = token;
                }
            }
            kept += 1;
        }
        batch.tokens.truncate(kept);
    }
}
