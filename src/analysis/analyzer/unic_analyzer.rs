//! Analyzer `unic_analyzer` (the mainline's): the normalizer as a char filter, `unic_tokenizer`, then `unic_folding` whole.

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::char_filter::unic_normalizer as normalizer;
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::normalization::{MODE, UNICODE_SET_FILTER};
use crate::analysis::options::{OptionSpec, OptionValue, Options};
use crate::analysis::token_filter::unic_folding as folding;
use crate::analysis::token_filter::unic_normalizer::NAME;
use crate::analysis::tokenizer::unic_tokenizer as tokenizer;

/// The normalizer's `normalization_name`, by the name that the mainline gives it here.
static METHOD: OptionSpec = OptionSpec {
    name: "method",
    aliases: &["normalization_name", "name", "form"],
    kind: NAME.kind,
    default: NAME.default,
    help: "the normalization form applied first",
};

static FOLDING: OptionSpec = OptionSpec::boolean("folding", true, "false omits the folding step");

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_analyzer",
    help: "normalizes a text, splits it into words, folds them",
    options: &[&METHOD, &MODE, &UNICODE_SET_FILTER, &FOLDING, &POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(links),
};

fn links(options: &Options) -> Vec<Link> {
    let mut normalization = options.only(&[&MODE, &UNICODE_SET_FILTER]);
    if let Some(method) = options.text(&METHOD) {
        normalization.set(&NAME, OptionValue::Text(method.to_owned()));
    }
    let mut links =
        vec![Link::part(&normalizer::SPEC, &normalization), Link::part(&tokenizer::SPEC, &Options::default())];
    if options.boolean(&FOLDING) {
        links.push(Link::part(&folding::SPEC, &Options::default()));
    }
    links
}
