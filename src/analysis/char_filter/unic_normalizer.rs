//! Char filter `unic_normalizer`: converts a text to a normalization form (rulings U5, U7).

use crate::analysis::component::{Build, CharFilter, ComponentSpec};
use crate::analysis::normalization::{EXPANSION_OFFSETS, MODE, NAME, UNICODE_SET_FILTER};
use crate::analysis::normalization_runner::NormalizationRunner;
use crate::analysis::rewriter::Rewriter;
use crate::analysis::token_filter::unic_normalizer::normalization;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the char filter `unic_normalizer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_normalizer",
    help: "normalizes the text before tokenization",
    options: &[&NAME, &MODE, &UNICODE_SET_FILTER, &EXPANSION_OFFSETS],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::CharFilter(|options, _| {
        Ok(Arc::new(NormalizerCharFilter(NormalizationRunner::new(normalization(options)?, options))))
    }),
};

/// The char filter `unic_normalizer`.
#[derive(Clone, Debug)]
pub struct NormalizerCharFilter(NormalizationRunner);

impl<U: CodeUnit> CharFilter<U> for NormalizerCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>) {
        self.0.filter_text(rewriter);
    }
}
