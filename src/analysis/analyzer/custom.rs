//! Analyzer `custom`: char filters, one tokenizer, token filters. Also the shape of a `normalizer`.

use crate::analysis::analyzer::{CHAR_FILTER, FILTER, POSITION_INCREMENT_GAP};
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::options::{Kind, OptionKind, OptionSpec, Options};
use crate::analysis::tokenizer::keyword;

static TOKENIZER: OptionSpec =
    OptionSpec::absent("tokenizer", OptionKind::Reference(Kind::Tokenizer), "the tokenizer").required();

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "custom",
    help: "an analyzer built from components",
    options: &[&TOKENIZER, &CHAR_FILTER, &FILTER, &POSITION_INCREMENT_GAP],
    has_default_instance: false,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| links(options).chain(Link::named(options, &TOKENIZER, Kind::Tokenizer)).collect()),
};

/// The chain of a normalizer: the whole text stays one term.
pub static NORMALIZER: ComponentSpec = ComponentSpec {
    type_name: "custom",
    help: "a normalizer built from components that produce a single token",
    options: &[&CHAR_FILTER, &FILTER],
    has_default_instance: false,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| links(options).chain([Link::part(&keyword::SPEC, options)]).collect()),
};

/// Char filters and token filters. Within a kind the order counts; between kinds it does not.
fn links(options: &Options) -> impl Iterator<Item = Link> {
    Link::named(options, &CHAR_FILTER, Kind::CharFilter).chain(Link::named(options, &FILTER, Kind::TokenFilter))
}
