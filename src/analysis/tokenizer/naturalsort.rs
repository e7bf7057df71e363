//! Tokenizer `naturalsort`: the whole text is one token, whose term is its natural sort key in base 32768 (ruling U10a).

use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::sort_key::naturalsort::{BUFFER_SIZE, DIGITS, MAX_TOKENS, key_maker};
use crate::analysis::sort_key::unic_collation::{
    ALTERNATE, CASE_FIRST, CASE_LEVEL, COUNTRY, DECOMPOSITION, HIRAGANA_QUATERNARY_MODE, LANGUAGE, LOCALE,
    MAX_KEY_BYTES, NUMERIC, REORDER, RULES, STRENGTH, VARIABLE_TOP, VARIANT,
};
use crate::analysis::sort_key::{KeyTerm, KeyTerms};
use std::sync::Arc;

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "naturalsort",
    help: "gives the whole text as one token: its natural sort key as text",
    options: &[
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
    ],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, warnings| {
        Ok(Arc::new(KeyTerms::new(Arc::new(key_maker(options, warnings)?), KeyTerm::Key)))
    }),
};
