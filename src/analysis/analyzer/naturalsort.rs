//! Analyzer `naturalsort`: the whole text is one token with a sort key in which numbers stand by their value (rulings S1
//! to S5, U10a).

use crate::analysis::analyzer::POSITION_INCREMENT_GAP;
use crate::analysis::analyzer::unic_collation::key_term;
use crate::analysis::component::{Build, ComponentSpec, Link};
use crate::analysis::options::OptionSpec;
use crate::analysis::sort_key::KeyTerms;
use crate::analysis::sort_key::naturalsort::{BUFFER_SIZE, DIGITS, MAX_TOKENS, key_maker};
use crate::analysis::sort_key::unic_collation::{
    ALTERNATE, CASE_FIRST, CASE_LEVEL, COUNTRY, DECOMPOSITION, HIRAGANA_QUATERNARY_MODE, KEY_FORMAT, LANGUAGE, LOCALE,
    MAX_KEY_BYTES, NUMERIC, REORDER, RULES, STRENGTH, VARIABLE_TOP, VARIANT,
};
use std::sync::Arc;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "naturalsort",
    help: "one token over the whole text, with a sort key in which numbers go by their value",
    options: &KEY_OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Analyzer(|options| vec![Link::part(&KEYS, options)]),
};

static KEY_OPTIONS: [&OptionSpec; 20] = [
    &LOCALE,
    &DIGITS,
    &MAX_TOKENS,
    &BUFFER_SIZE,
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
