//! Analyzer `naturalsort`: the whole text is one token with a sort key in which numbers sort by value (rulings S1
//! to S5, U10a).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::options::{OptionSpec, joined};
use crate::analysis::sort_key::naturalsort::{OPTIONS, key_maker};
use crate::analysis::sort_key::{KEY_FORMAT, SortKeyComponent, TermContent};
use std::sync::Arc;

/// The component type of the analyzer `naturalsort`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "naturalsort",
    help: "one token over the whole text, with a sort key that compares numbers by value",
    options: &KEY_OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| vec![ChainStep::built_in(&KEYS, options)]),
};

static KEY_OPTIONS: [&OptionSpec; 20] = joined(&OPTIONS, &[&KEY_FORMAT, &POSITION_INCREMENT_GAP]);

/// The single built-in step of the chain.
static KEYS: ComponentSpec = ComponentSpec {
    build: Build::Tokenizer(|options, warnings| {
        Ok(Arc::new(SortKeyComponent::build(key_maker, TermContent::from_options(options), options, warnings)?))
    }),
    ..SPEC
};
