//! Analyzer `hyphen`: the hyphen tokenizer and the hyphen filter with the options of both, between char filters and
//! further filters (ruling H7).

use crate::analysis::analyzer::{CHAR_FILTER, FILTER, POSITION_INCREMENT_GAP};
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::token_filter::hyphen::{self as filter, ACRONYMS, HYPHENS, RESPECT_KEYWORDS, SUBWORDS};
use crate::analysis::tokenizer::hyphen::{self as tokenizer, MAX_TOKEN_LENGTH};

/// The component type of the analyzer `hyphen`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "hyphen",
    help: "the hyphen tokenizer and the hyphen filter in one",
    options: &[
        &MAX_TOKEN_LENGTH,
        &HYPHENS,
        &SUBWORDS,
        &RESPECT_KEYWORDS,
        &ACRONYMS,
        &CHAR_FILTER,
        &FILTER,
        &POSITION_INCREMENT_GAP,
    ],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| {
        let mut steps: Vec<ChainStep> =
            ChainStep::references(options, &CHAR_FILTER, ComponentKind::CharFilter).collect();
        steps.push(ChainStep::built_in(&tokenizer::SPEC, options));
        steps.push(ChainStep::built_in(&filter::SPEC, options));
        steps.extend(ChainStep::references(options, &FILTER, ComponentKind::TokenFilter));
        steps
    }),
};
