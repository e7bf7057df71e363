//! Analyzer `unic_collation`: the whole text is one token with a sort key (rulings U8 to U10a).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::options::{OptionSpec, joined};
use crate::analysis::sort_key::unic_collation::{OPTIONS, key_maker};
use crate::analysis::sort_key::{KEY_FORMAT, SortKeyComponent, TermContent};
use std::sync::Arc;

/// The component type of the analyzer `unic_collation`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_collation",
    help: "one token over the whole text, with a sort key of a locale or of rules",
    options: &KEY_OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| vec![ChainStep::built_in(&KEYS, options)]),
};

static KEY_OPTIONS: [&OptionSpec; 17] = joined(&OPTIONS, &[&KEY_FORMAT, &POSITION_INCREMENT_GAP]);

/// The single built-in step of the chain.
static KEYS: ComponentSpec = ComponentSpec {
    build: Build::Tokenizer(|options, warnings| {
        Ok(Arc::new(SortKeyComponent::build(key_maker, TermContent::from_options(options), options, warnings)?))
    }),
    ..SPEC
};
