//! Analyzer `custom`: char filters, one tokenizer, token filters. Also the chain of a `normalizer`.

use crate::analysis::analyzer::{CHAR_FILTER, FILTER, POSITION_INCREMENT_GAP};
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionKind, OptionSpec, Options};
use crate::analysis::tokenizer::keyword;

static TOKENIZER: OptionSpec =
    OptionSpec::absent("tokenizer", OptionKind::Reference(ComponentKind::Tokenizer), "the tokenizer").required();

/// The component type of the analyzer `custom`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "custom",
    help: "an analyzer built from components",
    options: &[&TOKENIZER, &CHAR_FILTER, &FILTER, &POSITION_INCREMENT_GAP],
    has_default_instance: false,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| {
        filters(options).chain(ChainStep::references(options, &TOKENIZER, ComponentKind::Tokenizer)).collect()
    }),
};

/// The component type `normalizer`: a custom chain whose tokenizer is `keyword`.
pub static NORMALIZER: ComponentSpec = ComponentSpec {
    type_name: "custom",
    help: "a normalizer built from components that produce a single token",
    options: &[&CHAR_FILTER, &FILTER],
    has_default_instance: false,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| filters(options).chain([ChainStep::built_in(&keyword::SPEC, options)]).collect()),
};

/// The steps for char filters and token filters. Only the order within each kind matters.
fn filters(options: &Options) -> impl Iterator<Item = ChainStep> {
    ChainStep::references(options, &CHAR_FILTER, ComponentKind::CharFilter).chain(ChainStep::references(
        options,
        &FILTER,
        ComponentKind::TokenFilter,
    ))
}
