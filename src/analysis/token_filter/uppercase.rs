//! Token filter `uppercase`: code point by code point, as the engine's filter does (ruling N2), so `ß` stays.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::token_filter::case_mapping::map_terms;
use crate::unicode::scan::{BlockMask, LowerOrNonAscii};
use crate::unicode::text::CodeUnit;
use icu_casemap::CaseMapper;
use std::sync::Arc;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "uppercase",
    help: "maps terms to upper case, code point by code point",
    options: &[],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|_| Ok(Arc::new(UppercaseFilter::default()))),
};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct UppercaseFilter {
    may_change: BlockMask,
}

impl<U: CodeUnit> TokenFilter<U> for UppercaseFilter {
    fn reset(&mut self) {
        self.may_change.reset();
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let ascii = |byte: u8| byte.to_ascii_uppercase();
        map_terms::<U, LowerOrNonAscii>(text, batch, &mut self.may_change, ascii, uppercase);
    }
}

/// Simple_Uppercase_Mapping.
#[inline]
fn uppercase(c: char) -> char {
    if c.is_ascii() { c.to_ascii_uppercase() } else { CaseMapper::new().simple_uppercase(c) }
}
