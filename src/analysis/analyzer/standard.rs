//! Analyzer `standard`: tokenizer `standard`, then `lowercase`, then `stop` if words are given. There are none by
//! default, as in Elasticsearch (ruling N2).

use crate::analysis::analyzer::{POSITION_INCREMENT_GAP, STOPWORDS_CASE, stop_filter};
use crate::analysis::component::{Build, ChainStep, ComponentSpec};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::token_filter::lowercase;
use crate::analysis::token_filter::stop::{self, STOPWORDS_PATH};
use crate::analysis::tokenizer::standard::{self, MAX_TOKEN_LENGTH};

/// The option `stopwords` of `stop`, without its default.
static STOPWORDS: OptionSpec = OptionSpec {
    help: "words to remove, and names of predefined sets; without it and `stopwords_path`: none",
    ..OptionSpec::absent(stop::STOPWORDS.name, stop::STOPWORDS.kind, "")
};

/// The component type of the analyzer `standard`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "standard",
    help: "splits text into words by UAX #29, without dictionaries, in lower case",
    options: &[&MAX_TOKEN_LENGTH, &STOPWORDS, &STOPWORDS_PATH, &STOPWORDS_CASE, &POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(steps),
};

fn steps(options: &Options) -> Vec<ChainStep> {
    let mut steps = vec![ChainStep::built_in(&standard::SPEC, options), ChainStep::with_defaults(&lowercase::SPEC)];
    if options.has(&STOPWORDS) || options.has(&STOPWORDS_PATH) {
        steps.push(stop_filter(options));
    }
    steps
}
