//! Token filter `unic_collation`: replaces each term by its sort key in base 32768, with a final zero byte as ICU's
//! plugin writes it (ruling U10).

use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::sort_key::unic_collation::{OPTIONS, key_maker};
use crate::analysis::sort_key::{SortKeyComponent, TermContent};
use std::sync::Arc;

/// The component type of the token filter `unic_collation`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_collation",
    help: "replaces each term by its sort key, as text",
    options: &OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, warnings| {
        Ok(Arc::new(SortKeyComponent::build(key_maker, TermContent::Base32768KeyWithZero, options, warnings)?))
    }),
};
