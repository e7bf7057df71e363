//! Analyzer `unic_collation`: the whole text is one token with a sort key (rulings U8 to U10a).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::sort_key::unic_collation::*;
use crate::analysis::sort_key::{KeyTerm, KeyTerms};
use std::sync::Arc;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_collation",
    help: "one token over the whole text, with a sort key of a locale or of rules",
    options: &KEY_OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| vec![Link::part(&KEYS, options)]),
};

static KEY_OPTIONS: [&OptionSpec; 17] = [
    &LOCALE,
    &LANGUAGE,
    &COUNTRY,
    &VARIANT,
    &RULES,
    &STRENGTH,
    &DECOMPOSITION,
    &ALTERNATE,
    &CASE_LEVEL,
    &CASE_FIRST,
    &NUMERIC,
    &VARIABLE_TOP,
    &HIRAGANA_QUATERNARY_MODE,
    &REORDER,
    &MAX_KEY_BYTES,
    &KEY_FORMAT,
    &POSITION_INCREMENT_GAP,
];

/// Its only part.
static KEYS: ComponentSpec = ComponentSpec {
    build: Build::Tokenizer(|options, warnings| {
        Ok(Arc::new(KeyTerms::new(Arc::new(key_maker(options, warnings)?), key_term(options))))
    }),
    ..SPEC
};

/// What the token's term is.
pub fn key_term(options: &Options) -> KeyTerm {
    if options.text(&KEY_FORMAT) == Some("text") { KeyTerm::Key } else { KeyTerm::Text }
}
