//! Analyzer `stop`: tokenizer `letter`, then `lowercase`, then `stop`, as in the engine (ruling N2).

use crate::analysis::analyzer::{POSITION_INCREMENT_GAP, STOPWORDS_CASE, stop_filter};
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::token_filter::lowercase;
use crate::analysis::token_filter::stop::{STOPWORDS, STOPWORDS_PATH};
use crate::analysis::tokenizer::letter;

/// The component type of the analyzer `stop`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "stop",
    help: "splits text into runs of letters, in lower case, without stop words",
    options: &[&STOPWORDS, &STOPWORDS_PATH, &STOPWORDS_CASE, &POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| {
        vec![ChainStep::with_defaults(&letter::SPEC), ChainStep::with_defaults(&lowercase::SPEC), stop_filter(options)]
    }),
};
