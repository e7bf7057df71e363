//! What filters that remove tokens share: the positions of removed tokens become gaps before the next one that stays, or
//! behind the last one.

use crate::analysis::batch::{Batch, BatchToken, Term};
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
    pub(super) fn retain<U: CodeUnit>(&mut self, batch: &mut Batch<U>, fits: impl FnMut(&Batch<U>, Term) -> bool) {
        self.keep(batch, fits);
        if batch.last {
            batch.trailing_gap += self.take_gap();
        }
    }

    /// The positions removed since the last token that stayed.
    pub(super) fn take_gap(&mut self) -> u32 {
        std::mem::take(&mut self.gap)
    }

    /// Keeps the tokens whose term fits.
    pub(super) fn keep<U: CodeUnit>(&mut self, batch: &mut Batch<U>, mut fits: impl FnMut(&Batch<U>, Term) -> bool) {
        let mut kept = 0;
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at).copied() else { break };
            let stays = fits(batch, token.term);
            // Written whether it stays or not: no processor can guess which.
            let position_increment = token.position_increment + self.gap;
            if let Some(place) = batch.tokens.get_mut(kept) {
                *place = BatchToken { position_increment, ..token };
            }
            self.gap = if stays { 0 } else { position_increment };
            kept += usize::from(stays);
        }
        batch.tokens.truncate(kept);
    }
}
