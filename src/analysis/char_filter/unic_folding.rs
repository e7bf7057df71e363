//! Char filter `unic_folding`: applies the search foldings of UTR #30 to a text (rulings U6, U7).

use crate::analysis::component::{Build, CharFilter, ComponentSpec};
use crate::analysis::normalization::{EXPANSION_OFFSETS, MODE, UNICODE_SET_FILTER};
use crate::analysis::normalization_runner::NormalizationRunner;
use crate::analysis::rewriter::Rewriter;
use crate::analysis::token_filter::unic_folding::{EXPANSION, LANGUAGE, MAPPINGS, MAPPINGS_PATH, NAME, normalization};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the char filter `unic_folding`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_folding",
    help: "folds the text for searching before tokenization",
    options: &[&NAME, &MODE, &UNICODE_SET_FILTER, &LANGUAGE, &EXPANSION, &MAPPINGS, &MAPPINGS_PATH, &EXPANSION_OFFSETS],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::CharFilter(|options, _| {
        Ok(Arc::new(FoldingCharFilter(NormalizationRunner::new(normalization(options)?, options))))
    }),
};

/// The char filter `unic_folding`.
#[derive(Clone, Debug)]
pub struct FoldingCharFilter(NormalizationRunner);

impl<U: CodeUnit> CharFilter<U> for FoldingCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>) {
        self.0.filter_text(rewriter);
    }
}
