//! Token filter `unic_normalizer`: converts terms to a normalization form (ruling U5). Offsets, type and keyword mark
//! stay; marked terms are normalized too. A term may become empty.

use crate::analysis::batch::Batch;
use crate::analysis::build_error::BuildError;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::normalization::{self, MODE, NAME, Normalization, UNICODE_SET_FILTER};
use crate::analysis::normalization_runner::NormalizationRunner;
use crate::analysis::options::Options;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the token filter `unic_normalizer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_normalizer",
    help: "normalizes terms",
    options: &[&NAME, &MODE, &UNICODE_SET_FILTER],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|options, _| {
        Ok(Arc::new(NormalizerFilter(NormalizationRunner::new(normalization(options)?, options))))
    }),
};

/// Builds the normalization that the options describe.
pub(crate) fn normalization(options: &Options) -> Result<Arc<Normalization>, BuildError> {
    let form = normalization::form(options);
    Normalization::new(form, normalization::mode(options, form), options)
}

/// The token filter `unic_normalizer`.
#[derive(Clone, Debug)]
pub struct NormalizerFilter(NormalizationRunner);

impl<U: CodeUnit> TokenFilter<U> for NormalizerFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.0.filter_terms(text, batch);
    }
}
