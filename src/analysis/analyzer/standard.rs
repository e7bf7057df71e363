//! Analyzer `standard`: tokenizer `standard`, then `lowercase`, then `stop` when words are given: there are none by default,
//! as in the engine (ruling N2).

use crate::analysis::analyzer::{POSITION_INCREMENT_GAP, STOPWORDS_CASE, stop_filter};
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::token_filter::lowercase;
use crate::analysis::token_filter::stop::{self, STOPWORDS_PATH};
use crate::analysis::tokenizer::standard::{self, MAX_TOKEN_LENGTH};

/// The option of `stop`, without its default.
static STOPWORDS: OptionSpec = OptionSpec {
    help: "words to remove, and names of predefined sets; without it and `stopwords_path`: none",
    ..OptionSpec::absent(stop::STOPWORDS.name, stop::STOPWORDS.kind, "")
};

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "standard",
    help: "splits text into words by UAX #29, without dictionaries, in lower case",
    options: &[&MAX_TOKEN_LENGTH, &STOPWORDS, &STOPWORDS_PATH, &STOPWORDS_CASE, &POSITION_INCREMENT_GAP],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(links),
};

fn links(options: &Options) -> Vec<Link> {
    let mut links = vec![Link::part(&standard::SPEC, options), Link::whole(&lowercase::SPEC)];
    if options.has(&STOPWORDS) || options.has(&STOPWORDS_PATH) {
        links.push(stop_filter(options));
    }
    links
}
