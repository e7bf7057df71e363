//! Token filter `keyword_repeat`: gives every token twice at one position, first as a keyword, then not.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword_repeat",
    help: "emits every token twice, once marked as keyword and once not",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(KeywordRepeatFilter))),
};

/// See the module.
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
