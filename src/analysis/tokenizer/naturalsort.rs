//! Tokenizer `naturalsort`: emits one token, whose term is the natural sort key of the whole text in base 32768 (ruling
//! U10a).

use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::sort_key::naturalsort::{OPTIONS, key_maker};
use crate::analysis::sort_key::{SortKeyComponent, TermContent};
use std::sync::Arc;

/// The component type of the tokenizer `naturalsort`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "naturalsort",
    help: "emits the whole text as one token: its natural sort key as text",
    options: &OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, warnings| {
        Ok(Arc::new(SortKeyComponent::build(key_maker, TermContent::Base32768Key, options, warnings)?))
    }),
};
