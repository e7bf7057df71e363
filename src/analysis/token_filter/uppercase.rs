//! Token filter `uppercase`: maps code point by code point, as in Lucene (ruling N2), so `ß` stays.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::token_filter::case_mapping::{CaseMapping, map_terms};
use crate::unicode::scan::AsciiLower;
use crate::unicode::text::CodeUnit;
use icu_casemap::CaseMapper;
use std::sync::Arc;

/// The component type of the token filter `uppercase`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "uppercase",
    help: "maps terms to upper case, code point by code point",
    options: &[],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(UppercaseFilter::default()))),
};

/// The token filter `uppercase`.
#[derive(Clone, Debug, Default)]
pub struct UppercaseFilter {
    /// A reused buffer.
    resized: Vec<usize>,
}

impl<U: CodeUnit> TokenFilter<U> for UppercaseFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        map_terms::<U, Uppercase>(text, batch, &mut self.resized);
    }
}

struct Uppercase;

impl CaseMapping for Uppercase {
    type Changing = AsciiLower;

    const FIRST: u8 = b'a';

    /// Simple_Uppercase_Mapping.
    #[inline]
    fn map(c: char) -> char {
        if c.is_ascii() { c.to_ascii_uppercase() } else { CaseMapper::new().simple_uppercase(c) }
    }
}
