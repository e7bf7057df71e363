//! Analyzer `keyword`: the tokenizer of this name alone, as in the engine (ruling N2).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::tokenizer::keyword;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "keyword",
    help: "emits the whole text as one token",
    options: &[&POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|_| vec![Link::whole(&keyword::SPEC)]),
};
