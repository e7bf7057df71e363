//! Analyzer `unic_analyzer` (as `icu_analyzer`): the normalizer as a char filter, `unic_tokenizer`, then `unic_folding`
//! without a filter set.

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::char_filter::unic_normalizer as normalizer;
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::normalization::{MODE, NAME, UNICODE_SET_FILTER};
use crate::analysis::options::{FingerprintPart, OptionSpec, OptionValue, Options};
use crate::analysis::token_filter::unic_folding as folding;
use crate::analysis::tokenizer::unic_tokenizer as tokenizer;

/// The option `normalization_name` of the normalizer, under the name that `icu_analyzer` uses.
static METHOD: OptionSpec = OptionSpec {
    name: "method",
    aliases: &["normalization_name", "name", "form"],
    kind: NAME.kind,
    default: NAME.default,
    help: "the normalization form applied first",
    fingerprint: FingerprintPart::Value,
};

static FOLDING: OptionSpec = OptionSpec::boolean("folding", true, "false omits the folding step");

/// The component type of the analyzer `unic_analyzer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_analyzer",
    help: "normalizes a text, splits it into words, folds them",
    options: &[&METHOD, &MODE, &UNICODE_SET_FILTER, &FOLDING, &POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(steps),
};

fn steps(options: &Options) -> Vec<ChainStep> {
    let mut normalization = options.only(&[&MODE, &UNICODE_SET_FILTER]);
    if let Some(method) = options.text(&METHOD) {
        normalization.set(&NAME, OptionValue::Text(method.to_owned()));
    }
    let mut steps = vec![
        ChainStep::built_in(&normalizer::SPEC, &normalization),
        ChainStep::built_in(&tokenizer::SPEC, &Options::default()),
    ];
    if options.boolean(&FOLDING) {
        steps.push(ChainStep::built_in(&folding::SPEC, &Options::default()));
    }
    steps
}
