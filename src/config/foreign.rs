//! Names of components that Elasticsearch, OpenSearch or a well-known plugin has and this library does not
//! (`data/engine/names.tsv`): the error names the owner of the component, instead of suggesting another name (ruling
//! N6).

use crate::analysis::component_kind::ComponentKind;
use crate::config::error::{ConfigError, ErrorCategory, problem};
use crate::config::registry;
use crate::lazy::Lazy;
use crate::unicode::quoted::quoted;
use crate::unicode::sorted_map::SortedMap;

static TABLE: &str = include_str!("../../data/engine/names.tsv");

/// A length that no name of a component exceeds.
const MAX_NAME_LENGTH: usize = 200;

/// The names, keyed by kind (a section's name, or `field`) and name.
static NAMES: Lazy<SortedMap<(&str, &str), ForeignName>> = Lazy::new(|| rows().collect());

/// The name of a component of an engine or a plugin.
#[derive(Clone, Copy, Debug)]
pub struct ForeignName {
    /// `engine`, or the name of a module or plugin.
    pub origin: &'static str,
    /// The current name, for a name that was replaced.
    pub current: Option<&'static str>,
}

fn rows() -> impl Iterator<Item = ((&'static str, &'static str), ForeignName)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        let key = (columns.next()?, columns.next()?);
        Some((key, ForeignName { origin: columns.next()?, current: columns.next() }))
    })
}

/// Looks up a component of an engine or a plugin.
pub fn component(kind: ComponentKind, name: &str) -> Option<ForeignName> {
    NAMES.get(&(kind.section(), name)).copied()
}

/// Looks up a field type of an engine or a plugin.
pub fn field_type(name: &str) -> Option<ForeignName> {
    NAMES.get(&("field", name)).copied()
}

/// The names of all field types.
pub fn field_types() -> impl Iterator<Item = &'static str> {
    rows().filter(|((kind, _), _)| *kind == "field").map(|((_, name), _)| name)
}

impl ForeignName {
    /// The owner of the name, for messages.
    pub fn owner(&self) -> String {
        match self.origin {
            "engine" => "Elasticsearch and OpenSearch have it in their core".to_owned(),
            "analysis-common" => "Elasticsearch and OpenSearch have it in their module analysis-common".to_owned(),
            "elasticsearch-plugin-bundle" => "the elasticsearch-plugin-bundle has it".to_owned(),
            plugin => format!("the plugin {plugin} of Elasticsearch or OpenSearch has it"),
        }
    }

    /// Whether the engine has the component without a plugin.
    pub fn is_of_engine(&self) -> bool {
        matches!(self.origin, "engine" | "analysis-common")
    }
}

/// The error for a known name that this library does not have.
pub fn error(kind: ComponentKind, what: &str, name: &str, at: usize) -> Option<ConfigError> {
    let foreign = component(kind, name)?;
    let found = format!("{what} is not in this library: {}", foreign.owner());
    let error = problem(ErrorCategory::UnsupportedComponent, at, found);
    Some(match foreign.current {
        Some(current) => error.helping(format!("{} is the old name of {current:?}", quoted(name))),
        None => error,
    })
}

/// Adds the allowed names and the most similar one to an error; no similar name for a known name of another owner,
/// which is no misspelling.
pub fn with_names<'n>(
    error: ConfigError,
    kind: ComponentKind,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> ConfigError {
    if error.category == ErrorCategory::UnsupportedComponent {
        return error.with_names("", known);
    }
    let error = error.with_names(name, known);
    match current_name(kind, name) {
        Some(present) => ConfigError {
            nearest: Some(present.to_owned()),
            help: format!("{} is the name in old versions of the engine", quoted(name)),
            ..error
        },
        None => error,
    }
}

/// The current name of a component of this library that old versions of Elasticsearch wrote in camel case: `htmlStrip`.
pub fn current_name(kind: ComponentKind, name: &str) -> Option<&'static str> {
    if name.len() > MAX_NAME_LENGTH {
        return None;
    }
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    registry::component(kind, &snake).filter(|_| snake != name).map(|spec| spec.type_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [ComponentKind; 4] =
        [ComponentKind::Analyzer, ComponentKind::Tokenizer, ComponentKind::TokenFilter, ComponentKind::CharFilter];

    #[test]
    fn the_table_has_no_name_of_this_library() {
        assert!(rows().count() > 250);
        assert_eq!(rows().count(), NAMES.entries().len(), "a name occurs twice");
        for ((section, name), foreign) in rows() {
            let kind = KINDS.into_iter().find(|kind| kind.section() == section);
            assert!(kind.is_some() || section == "field", "{section}");
            let ours = kind.and_then(|kind| registry::component(kind, name));
            assert!(ours.is_none(), "{section} {name} is a component of this library");
            let current = foreign.current.map(|current| NAMES.get(&(section, current)).is_some());
            assert_ne!(current, Some(false), "{name}: its current name is not in the table");
        }
    }

    #[test]
    fn names_have_an_owner() {
        assert_eq!(component(ComponentKind::TokenFilter, "asciifolding").unwrap().origin, "analysis-common");
        assert_eq!(component(ComponentKind::Tokenizer, "nori_tokenizer").unwrap().origin, "analysis-nori");
        assert_eq!(component(ComponentKind::TokenFilter, "edgeNGram").unwrap().current, Some("edge_ngram"));
        assert_eq!(current_name(ComponentKind::CharFilter, "htmlStrip"), Some("html_strip"));
        assert_eq!(current_name(ComponentKind::TokenFilter, "keywordMarker"), Some("keyword_marker"));
        assert_eq!(current_name(ComponentKind::TokenFilter, "lowercase"), None);
        assert!(field_type("text").is_some_and(|field| field.is_of_engine()));
    }
}
