//! Token filter `remove_duplicates`: removes a token if a preceding token at its position has an equal term.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::unicode::text::{Buffer, CodeUnit};
use std::ops::Range;
use std::sync::Arc;

/// The component type of the token filter `remove_duplicates`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "remove_duplicates",
    help: "removes tokens with the same term at the same position",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(RemoveDuplicatesFilter::default()))),
};

/// The token filter `remove_duplicates`. It keeps the terms of the current position, which may continue in the next
/// batch.
#[derive(Clone, Debug, Default)]
pub struct RemoveDuplicatesFilter {
    units: Buffer,
    terms: Vec<Range<usize>>,
}

impl<U: CodeUnit> TokenFilter<U> for RemoveDuplicatesFilter {
    fn reset(&mut self) {
        self.units.of::<U>().clear();
        self.terms.clear();
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let seen = self.units.of::<U>();
        let mut kept = 0;
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at).copied() else { break };
            let term = batch.units(text, token.term);
            if token.position_increment > 0 {
                seen.clear();
                self.terms.clear();
            } else if self.terms.iter().any(|range| seen.get(range.clone()) == Some(term)) {
                continue;
            }
            self.terms.push(seen.len()..seen.len() + term.len());
            seen.extend_from_slice(term);
            if let Some(slot) = batch.tokens.get_mut(kept) {
                *slot = token;
            }
            kept += 1;
        }
        batch.tokens.truncate(kept);
    }
}
