//! Token filter `trim`: removes white space (Java's `Character.isWhitespace`) from both ends of terms; offsets stay.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::unicode::java_white_space::is_java_white_space;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the token filter `trim`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "trim",
    help: "removes white space from both ends of terms",
    options: &[],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(TrimFilter))),
};

/// The token filter `trim`.
#[derive(Clone, Debug)]
pub struct TrimFilter;

impl<U: CodeUnit> TokenFilter<U> for TrimFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.shorten_terms(text, |term, _| {
            let mut start = 0;
            while let Some((_, length)) = U::decode(term, start).filter(|(c, _)| is_java_white_space(*c)) {
                start += length;
            }
            let mut end = term.len();
            while let Some((_, length)) =
                U::decode_back(term, end).filter(|(c, _)| end > start && is_java_white_space(*c))
            {
                end -= length;
            }
            (start, end)
        });
    }
}
