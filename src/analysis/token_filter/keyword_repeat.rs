//! Token filter `keyword_repeat`: emits every token twice at one position, first with and then without the keyword
//! mark.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the token filter `keyword_repeat`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword_repeat",
    help: "emits every token twice, once marked as keyword and once not",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(KeywordRepeatFilter))),
};

/// The token filter `keyword_repeat`.
#[derive(Clone, Debug)]
pub struct KeywordRepeatFilter;

impl<U: CodeUnit> TokenFilter<U> for KeywordRepeatFilter {
    fn filter(&mut self, _: &[U], batch: &mut Batch<U>) {
        batch.spare.clear();
        for token in &batch.tokens {
            let keyword = BatchToken { keyword: true, ..*token };
            batch.spare.extend([keyword, BatchToken { keyword: false, position_increment: 0, ..*token }]);
        }
        std::mem::swap(&mut batch.tokens, &mut batch.spare);
    }
}
