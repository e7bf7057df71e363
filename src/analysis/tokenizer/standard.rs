//! Tokenizer `standard`: words of UAX #29 without dictionaries, with the engine's standard types.
//!
//! The rules are `data/break/Standard.rbbi`; a run of South East Asian letters is one token. The text is not split into
//! script runs, and tokens have no script.

use crate::analysis::build_error::BuildError;
use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::tokenizer::script_rules::{kind_rules, shipped};
use crate::analysis::tokenizer::segment_tokenizer::SegmentTokenizer;
use crate::analysis::tokenizer::segment_tokenizer_config::{SegmentTokenizerConfig, WordLists};
use crate::analysis::tokenizer::token_typing::TokenTyping;
use crate::unicode::segment::{BreakKind, Dictionaries};
use std::sync::Arc;

/// The option `max_token_length`.
pub static MAX_TOKEN_LENGTH: OptionSpec = OptionSpec::integer(
    "max_token_length",
    1,
    1 << 20,
    255,
    "maximum length of a token, in UTF-16 units; a longer token is split between grapheme clusters",
);

/// The component type of the tokenizer `standard`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "standard",
    help: "splits text into words by UAX #29, without dictionaries",
    options: &[&MAX_TOKEN_LENGTH],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, _| Ok(Arc::new(SegmentTokenizer::new(config(options)?)))),
};

fn config(options: &Options) -> Result<SegmentTokenizerConfig, BuildError> {
    Ok(SegmentTokenizerConfig {
        runs: None,
        by_script: Vec::new(),
        rules: shipped("Standard")?,
        typing: TokenTyping::Standard,
        max_token_length: options.length(&MAX_TOKEN_LENGTH),
        dictionaries: WordLists::Shipped(Dictionaries::get()),
        clusters: kind_rules(BreakKind::Grapheme, "root")?,
        exceptions: None,
        symbols: None,
    })
}
