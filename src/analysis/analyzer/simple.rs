//! Analyzer `simple`: tokenizer `letter`, then `lowercase`, as in the engine (ruling N2).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::token_filter::lowercase;
use crate::analysis::tokenizer::letter;

/// The component type of the analyzer `simple`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "simple",
    help: "splits text into runs of letters, in lower case",
    options: &[&POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|_| {
        vec![ChainStep::with_defaults(&letter::SPEC), ChainStep::with_defaults(&lowercase::SPEC)]
    }),
};
