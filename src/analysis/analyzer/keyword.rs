//! Analyzer `keyword`: the tokenizer of this name alone, as in the engine (ruling N2).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::tokenizer::keyword;

/// The component type of the analyzer `keyword`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword",
    help: "emits the whole text as one token",
    options: &[&POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|_| vec![ChainStep::with_defaults(&keyword::SPEC)]),
};
