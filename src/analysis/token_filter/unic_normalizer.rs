//! Token filter `unic_normalizer`: converts terms to a normalization form (ruling U5). Offsets, type and keyword mark
//! stay; marked terms are normalized too. A term may become empty.

use crate::analysis::batch::Batch;
use crate::analysis::build_error::BuildError;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::normalization::{self, MODE, Normalization, UNICODE_SET_FILTER};
use crate::analysis::normalization_runner::NormalizationRunner;
use crate::analysis::options::{OptionDefault, OptionKind, OptionSpec, Options};
use crate::unicode::normalize::Form;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The option `normalization_name`; the char filter takes it too.
pub static NAME: OptionSpec = OptionSpec {
    name: "normalization_name",
    aliases: &["name", "form"],
    kind: OptionKind::Choice(&["nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf", "utr30"]),
    default: OptionDefault::Text("nfkc_cf"),
    help: "the form; `nfkc_cf` folds case and removes default ignorables, `utr30` is the form of `unic_folding`",
    has_effect: true,
};

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
    let named = options.text(&NAME);
    let known = Form::ALL.into_iter().find(|(name, _)| Some(*name) == named);
    let form = known.map_or(Form::NfkcCf, |(_, form)| form);
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
