//! The `mappings` of an index definition. Only two things are read: which field names which analyzer, and names that
//! this library does not have, which give a warning (ruling N5).

use crate::analysis::component_kind::ComponentKind;
use crate::config::error::{ErrorCategory, problem};
use crate::config::foreign;
use crate::config::json::{JsonDocument, JsonMember, JsonValue};
use crate::config::registry;
use crate::config::reporter::ErrorReporter;
use crate::config::resolve_errors::with_known_names;
use crate::config::sections::IndexSections;
use crate::config::settings::{NamedSetting, Setting};
use crate::memory;
use crate::unicode::quoted::quoted;
use serde_json::json;

/// A field that refers to an analyzer or a normalizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldUse {
    /// The path of the field, joined with dots: `title.sort`; for a dynamic template its name.
    pub field: String,
    /// The option: `analyzer`, `search_analyzer`, `search_quote_analyzer` or `normalizer`.
    pub option: &'static str,
    /// The name of the analyzer or normalizer.
    pub component: String,
}

impl FieldUse {
    /// The kind of the component referred to.
    pub fn kind(&self) -> ComponentKind {
        if self.option == "normalizer" { ComponentKind::Normalizer } else { ComponentKind::Analyzer }
    }

    /// The field as JSON: `{"field", "option"}`.
    pub fn to_json(&self) -> serde_json::Value {
        json!({ "field": self.field, "option": self.option })
    }
}

/// The field types of the OpenSearch module: names of one type.
const FIELD_TYPES: [&str; 3] = ["unic_collation_keyword", "icu_collation_keyword", "icu_collation_key"];

/// The paths of all fields may have this many bytes more than the document.
const EXTRA_BYTES_OF_PATHS: usize = 1 << 20;

const OPTIONS: [&str; 4] = ["analyzer", "search_analyzer", "search_quote_analyzer", "normalizer"];

/// Finds the fields of each index that name analyzers, and warns of analyzers that are not defined.
pub fn check(
    indices: &[IndexSections<'_>],
    document: &JsonDocument<'_>,
    reporter: &mut ErrorReporter,
) -> Vec<Vec<FieldUse>> {
    let mut bytes_of_paths = Some(document.length() + EXTRA_BYTES_OF_PATHS);
    let mut fields = Vec::new();
    for sections in indices {
        let (path, found) = (String::new(), Vec::new());
        let mut walk = MappingWalk { sections, document, reporter, path, bytes_of_paths, found };
        sections.mappings.iter().for_each(|mappings| walk.fields_below(mappings));
        bytes_of_paths = walk.bytes_of_paths;
        memory::push(&mut fields, walk.found);
    }
    fields
}

/// Whether a value of a dynamic template contains the placeholder for the name or the type of the field.
fn has_placeholder(value: &str) -> bool {
    value.contains("{name}") || value.contains("{dynamic_type}")
}

struct MappingWalk<'w, 'a> {
    sections: &'w IndexSections<'a>,
    document: &'w JsonDocument<'a>,
    reporter: &'w mut ErrorReporter,
    /// The path of the current field.
    path: String,
    /// The number of bytes that the paths of further fields may have; `None` after a field whose path has more.
    bytes_of_paths: Option<usize>,
    found: Vec<FieldUse>,
}

impl<'a> MappingWalk<'_, 'a> {
    /// Visits all nested nodes: fields contain fields (`properties`, `fields`), mapping types contain fields. The
    /// recursion is as deep as the document, which is bounded.
    fn fields_below(&mut self, setting: &Setting<'a>) {
        match setting.entries(self.document, self.reporter) {
            Ok(entries) => self.members(&entries),
            Err(JsonValue::Array(elements)) => {
                elements.into_iter().for_each(|element| self.fields_below(&Setting::Raw(element)));
            }
            Err(_) => {}
        }
    }

    /// Visits the members of a node.
    fn members(&mut self, entries: &[NamedSetting<'a>]) {
        for entry in entries {
            match entry.name.as_str() {
                name if !self.path.is_empty() && self.is_dotted_field(entry) => {
                    self.inside(name, |walk| walk.field(&entry.setting));
                }
                "properties" | "fields" => self.fields(&entry.setting),
                "dynamic_templates" => self.fields_below(&entry.setting),
                // Other members of a field, whose values are not names of components.
                "meta" | "_meta" | "runtime" | "fielddata_frequency_filter" => {}
                name if OPTIONS.contains(&name) => self.component(entry),
                // The part of a dynamic template that has the form of a field.
                "mapping" => self.field(&entry.setting),
                _ if self.path.is_empty() => {
                    let name = self.name_of_template(entry);
                    self.inside(&name, |walk| walk.fields_below(&entry.setting));
                }
                _ => self.fields_below(&entry.setting),
            }
        }
    }

    /// Whether an entry of a field is another field, whose name in the document has dots: its value is an object, and
    /// one named `properties` or `fields` has a type.
    fn is_dotted_field(&self, entry: &NamedSetting<'a>) -> bool {
        let is_type = |member: &JsonMember<'a>| {
            member.name == "type" && matches!(self.document.read(member.value), Ok(JsonValue::String(_)))
        };
        let is_container = matches!(entry.name.as_str(), "properties" | "fields");
        match &entry.setting {
            Setting::Merged(..) => entry.is_later_part && !is_container,
            Setting::Raw(raw) => {
                let value = entry.is_later_part.then(|| self.document.read(*raw));
                matches!(value, Some(Ok(JsonValue::Object(members))) if !is_container || members.iter().any(is_type))
            }
        }
    }

    /// Visits what is below a name of the path.
    fn inside(&mut self, name: &str, visit: impl FnOnce(&mut Self)) {
        let before = self.path.len();
        if before > 0 {
            memory::push_str(&mut self.path, ".");
        }
        memory::push_str(&mut self.path, name);
        visit(self);
        self.path.truncate(before);
    }

    /// The path component of an entry: the name of a dynamic template; nothing for a mapping type, which is not part of
    /// a field's path.
    fn name_of_template(&self, entry: &NamedSetting<'a>) -> String {
        let Setting::Raw(raw) = entry.setting else { return String::new() };
        let Ok(JsonValue::Object(members)) = self.document.read(raw) else { return String::new() };
        let is_template = members.iter().any(|member| member.name == "mapping");
        if is_template { memory::copied(&entry.name) } else { String::new() }
    }

    /// Visits the members of `properties` or `fields`.
    fn fields(&mut self, setting: &Setting<'a>) {
        let Ok(entries) = setting.entries(self.document, self.reporter) else { return };
        for entry in entries.iter() {
            self.inside(&entry.name, |walk| walk.field(&entry.setting));
        }
    }

    /// Visits one field: its type, the components it names, and the fields in it.
    fn field(&mut self, setting: &Setting<'a>) {
        let Ok(entries) = setting.entries(self.document, self.reporter) else { return };
        if let Some((at, name)) = entries.iter().find(|entry| entry.name == "type").and_then(|entry| self.text(entry)) {
            self.field_type(&name, at);
        }
        self.members(&entries);
    }

    fn text(&self, entry: &NamedSetting<'a>) -> Option<(usize, String)> {
        let Setting::Raw(raw) = entry.setting else { return None };
        let Ok(JsonValue::String(text)) = self.document.read(raw) else { return None };
        Some((raw.at, text))
    }

    /// Field types belong to the engine; a warning reports a type that neither the engine nor the OpenSearch module of
    /// this library has.
    fn field_type(&mut self, name: &str, at: usize) {
        match foreign::field_type(name) {
            _ if has_placeholder(name) || FIELD_TYPES.contains(&name) => {}
            Some(field) if field.is_of_engine() => {}
            Some(field) => {
                let found = format!("the field type {} is not in the engine itself: {}", quoted(name), field.owner());
                self.reporter.warn(problem(ErrorCategory::UnsupportedComponent, at, found).helping(""));
            }
            None if self.reporter.omits_warning(at) => {}
            None => {
                let error =
                    problem(ErrorCategory::UnknownType, at, format!("the engine has no field type {}", quoted(name)));
                let known: Vec<&str> = foreign::field_types().collect();
                self.reporter.warn(error.with_names(name, known).helping(""));
            }
        }
    }

    /// Handles an option of a field that names an analyzer or normalizer.
    fn component(&mut self, entry: &NamedSetting<'a>) {
        let Some(option) = OPTIONS.into_iter().find(|option| *option == entry.name) else { return };
        let Some((at, name)) = self.text(entry).filter(|(_, name)| !has_placeholder(name)) else { return };
        let kind = if option == "normalizer" { ComponentKind::Normalizer } else { ComponentKind::Analyzer };
        let sections = self.sections;
        let is_known = sections.find(kind, &name).is_some()
            || match kind {
                // An index has these two without a definition.
                ComponentKind::Normalizer => name == "lowercase",
                _ => name == "default" || registry::default_instance(kind, &name).is_some(),
            };
        if !is_known && !self.reporter.omits_warning(at) {
            let defined = sections.of(kind);
            let error = foreign::error(kind, &format!("the {kind} {}, used by a field,", quoted(&name)), &name, at);
            let error = error.unwrap_or_else(|| {
                let found = format!("a field uses the {kind} {}, which is neither defined nor built in", quoted(&name));
                problem(ErrorCategory::MissingReference, at, found)
            });
            let none = std::iter::empty();
            let error = with_known_names(error, kind, &name, none, &defined, self.reporter);
            self.reporter.warn(error);
        }
        self.add_field(option, name, at);
    }

    /// Adds the current field, unless the paths of the fields have more bytes than they may have.
    fn add_field(&mut self, option: &'static str, component: String, at: usize) {
        let Some(bytes) = self.bytes_of_paths else { return };
        self.bytes_of_paths = bytes.checked_sub(self.path.len());
        if self.bytes_of_paths.is_some() {
            let field = memory::copied(&self.path);
            memory::push(&mut self.found, FieldUse { field, option, component });
        } else {
            let found = "the paths of the fields are over 1 MiB longer than the definition: this and further ones are not listed";
            self.reporter.warn(problem(ErrorCategory::Limit, at, found).helping(""));
        }
    }
}
