//! Token filter `truncate`: truncates terms to a number of UTF-16 units, never inside a code point. Terms with the
//! keyword mark are kept, as in Lucene.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::OptionSpec;
use crate::unicode::text::{CodeUnit, utf16_prefix};
use std::sync::Arc;

static LENGTH: OptionSpec = OptionSpec::integer(
    "length",
    1,
    i32::MAX as i64,
    10,
    "maximum length of a term, in UTF-16 units; a code point is never split",
);

/// The component type of the token filter `truncate`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "truncate",
    help: "truncates terms",
    options: &[&LENGTH],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(TruncateFilter { length: options.length(&LENGTH) }))),
};

/// The token filter `truncate`.
#[derive(Clone, Debug)]
pub struct TruncateFilter {
    length: usize,
}

impl<U: CodeUnit> TokenFilter<U> for TruncateFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.shorten_terms(text, |term, token| {
            // The number of units of a term is not below its number of UTF-16 units.
            let may_be_long = term.len() > self.length && !token.keyword;
            (0, if may_be_long { utf16_prefix(term, self.length) } else { term.len() })
        });
    }
}
