//! The registry: type names and their components. A new component adds one line.

use crate::analysis::component::ComponentSpec;
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::{analyzer, char_filter, token_filter, tokenizer};

/// All components of this build.
pub static COMPONENTS: [&ComponentSpec; 40] = [
    &analyzer::custom::SPEC,
    &analyzer::hyphen::SPEC,
    &analyzer::keyword::SPEC,
    &analyzer::naturalsort::SPEC,
    &analyzer::simple::SPEC,
    &analyzer::standard::SPEC,
    &analyzer::stop::SPEC,
    &analyzer::unic_analyzer::SPEC,
    &analyzer::unic_collation::SPEC,
    &analyzer::whitespace::SPEC,
    &char_filter::html_strip::SPEC,
    &char_filter::mapping::SPEC,
    &char_filter::unic_folding::SPEC,
    &char_filter::unic_normalizer::SPEC,
    &char_filter::unic_transform::SPEC,
    &token_filter::cjk_bigram::SPEC,
    &token_filter::hyphen::SPEC,
    &token_filter::keyword_marker::SPEC,
    &token_filter::keyword_repeat::SPEC,
    &token_filter::length::SPEC,
    &token_filter::lowercase::SPEC,
    &token_filter::remove_duplicates::SPEC,
    &token_filter::stop::SPEC,
    &token_filter::trim::SPEC,
    &token_filter::truncate::SPEC,
    &token_filter::unic_collation::SPEC,
    &token_filter::unic_folding::SPEC,
    &token_filter::unic_normalizer::SPEC,
    &token_filter::unic_numberformat::SPEC,
    &token_filter::unic_transform::SPEC,
    &token_filter::uppercase::SPEC,
    &tokenizer::hyphen::SPEC,
    &tokenizer::keyword::SPEC,
    &tokenizer::letter::SPEC,
    &tokenizer::lowercase::SPEC,
    &tokenizer::naturalsort::SPEC,
    &tokenizer::standard::SPEC,
    &tokenizer::unic_collation_tokenizer::SPEC,
    &tokenizer::unic_tokenizer::SPEC,
    &tokenizer::whitespace::SPEC,
];

/// The component with this type name, in the `unic_` or the `icu_` spelling; `unic_collate` is another name of
/// `unic_collation` (ruling N1).
pub fn component(kind: ComponentKind, type_name: &str) -> Option<&'static ComponentSpec> {
    let type_name = if matches!(type_name, "unic_collate" | "icu_collate") { "unic_collation" } else { type_name };
    let is_named = |known: &str| match (known.strip_prefix("unic_"), type_name.strip_prefix("icu_")) {
        (Some(known), Some(wanted)) => known == wanted,
        _ => known == type_name,
    };
    COMPONENTS.into_iter().find(|spec| spec.kind() == kind && is_named(spec.type_name))
}

/// All spellings of a type name, starting with `unic_`.
pub fn spellings(kind: ComponentKind, type_name: &'static str) -> Vec<String> {
    let mut names = vec![type_name.to_owned()];
    let mut add = |name: String| {
        if !names.contains(&name) && component(kind, &name).is_some_and(|spec| spec.type_name == type_name) {
            names.push(name);
        }
    };
    if let Some(rest) = type_name.strip_prefix("unic_") {
        add(format!("icu_{rest}"));
    }
    ["unic_collate", "icu_collate"].into_iter().for_each(|name| add(name.to_owned()));
    names
}

/// The type names of a kind.
pub fn type_names(kind: ComponentKind) -> impl Iterator<Item = &'static str> {
    COMPONENTS.into_iter().filter(move |spec| spec.kind() == kind).map(|spec| spec.type_name)
}

/// The component whose default instance a type name refers to (ruling N3).
pub fn default_instance(kind: ComponentKind, name: &str) -> Option<&'static ComponentSpec> {
    component(kind, name).filter(|spec| spec.has_default_instance)
}

/// The names of all components of a kind that have a default instance.
pub fn default_instances(kind: ComponentKind) -> impl Iterator<Item = &'static str> {
    type_names(kind).filter(move |name| default_instance(kind, name).is_some())
}
