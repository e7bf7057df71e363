//! Settings as Elasticsearch reads them: nested objects, dotted keys, or both, merged into one tree (ruling N5).

use crate::config::error::{ErrorCategory, ErrorReporter, problem};
use crate::config::json::{JsonDocument, JsonMember, JsonValue, RawJson};
use std::collections::{HashMap, HashSet};

/// A setting: a value of the document, or an object assembled from dotted keys.
#[derive(Clone, Debug)]
pub enum Setting<'a> {
    /// A value of the document.
    Raw(RawJson<'a>),
    /// An object assembled from dotted keys, or from an object and dotted keys; the offset is that of the first part.
    Merged(usize, Vec<NamedSetting<'a>>),
}

/// A setting with its name.
#[derive(Clone, Debug)]
pub struct NamedSetting<'a> {
    /// One part of a dotted key, or a key without dots.
    pub name: String,
    /// Byte offset of the key.
    pub name_at: usize,
    /// The value.
    pub setting: Setting<'a>,
}

impl<'a> Setting<'a> {
    /// Byte offset of the value.
    pub fn at(&self) -> usize {
        match self {
            Setting::Raw(raw) => raw.at,
            Setting::Merged(at, _) => *at,
        }
    }

    /// The entries of an object, or the value of another type. Malformed JSON is reported and counts as an empty
    /// object.
    pub fn entries(
        &self,
        document: &JsonDocument<'a>,
        reporter: &mut ErrorReporter,
    ) -> Result<Vec<NamedSetting<'a>>, JsonValue<'a>> {
        match self {
            Setting::Merged(_, entries) => Ok(entries.clone()),
            Setting::Raw(raw) => match document.read(*raw) {
                Ok(JsonValue::Object(members)) => Ok(entries_of(members, document, reporter)),
                Ok(other) => Err(other),
                Err(error) => {
                    reporter.report(error);
                    Ok(Vec::new())
                }
            },
        }
    }
}

/// The entries of one JSON object, with dotted keys expanded and parts of one name merged.
fn entries_of<'a>(
    members: Vec<JsonMember<'a>>,
    document: &JsonDocument<'a>,
    reporter: &mut ErrorReporter,
) -> Vec<NamedSetting<'a>> {
    let mut names = HashSet::with_capacity(members.len());
    let mut entries = MergedEntries::default();
    for member in members {
        if !names.insert(member.name.clone()) {
            let found = format!("the key {:?} occurs twice in one object", member.name);
            reporter.report(problem(ErrorCategory::Duplicate, member.name_at, found).allowing("each key once"));
            continue;
        }
        // `a.b.c` is `c` in `b` in `a`.
        let mut parts = member.name.split('.').rev();
        let entry = |name: &str, setting| NamedSetting { name: name.to_owned(), name_at: member.name_at, setting };
        let innermost = entry(parts.next().unwrap_or_default(), Setting::Raw(member.value));
        let whole = parts.fold(innermost, |inner, part| entry(part, Setting::Merged(member.name_at, vec![inner])));
        entries.add(whole, document, reporter);
    }
    entries.list
}

/// The entries of an object, indexed by name.
#[derive(Default)]
struct MergedEntries<'a> {
    list: Vec<NamedSetting<'a>>,
    by_name: HashMap<String, usize>,
}

impl<'a> MergedEntries<'a> {
    /// Adds an entry, or merges it with the entry of the same name.
    fn add(&mut self, entry: NamedSetting<'a>, document: &JsonDocument<'a>, reporter: &mut ErrorReporter) {
        let known = self.by_name.get(&entry.name).and_then(|at| self.list.get_mut(*at));
        match known {
            Some(known) => merge(known, entry, document, reporter),
            None => {
                self.by_name.insert(entry.name.clone(), self.list.len());
                self.list.push(entry);
            }
        }
    }
}

/// Merges an entry with one of the same name: objects member by member; other values are kept twice.
fn merge<'a>(
    known: &mut NamedSetting<'a>,
    entry: NamedSetting<'a>,
    document: &JsonDocument<'a>,
    reporter: &mut ErrorReporter,
) {
    let (Ok(first), Ok(second)) =
        (known.setting.entries(document, reporter), entry.setting.entries(document, reporter))
    else {
        let found = format!("{:?} is set twice", entry.name);
        reporter.report(problem(ErrorCategory::Duplicate, entry.name_at, found).allowing("each setting once"));
        return;
    };
    let mut entries = MergedEntries::default();
    first.into_iter().chain(second).for_each(|entry| entries.add(entry, document, reporter));
    known.setting = Setting::Merged(known.setting.at(), entries.list);
}

/// The analysis definitions of a document.
#[derive(Debug)]
pub enum AnalysisDefinition<'a> {
    /// Analysis sections, bare or in the definitions of indices; usually one.
    Indices(Vec<IndexDefinition<'a>>),
    /// The definition of a single analyzer.
    Analyzer(Setting<'a>),
}

/// The definitions of one index.
#[derive(Debug, Default)]
pub struct IndexDefinition<'a> {
    /// The name of the index, if the document has one.
    pub name: String,
    /// The entries of the analysis section.
    pub analysis: Vec<NamedSetting<'a>>,
    /// The `mappings` of the index.
    pub mappings: Vec<Setting<'a>>,
}

/// The top-level keys of an index definition or an index template.
pub const INDEX_LEVELS: [&str; 7] =
    ["settings", "index", "analysis", "mappings", "template", "index_template", "component_template"];

/// The sections of an analysis definition.
pub const SECTIONS: [&str; 5] = ["analyzer", "normalizer", "tokenizer", "filter", "char_filter"];

/// Reports a section that is not an object. `null` and an empty array, which is how PHP writes an empty object, count
/// as empty sections, with a warning (ruling N5).
pub fn not_a_section(what: &str, at: usize, found: &JsonValue<'_>, reporter: &mut ErrorReporter) {
    let is_empty =
        matches!(found, JsonValue::Null) || matches!(found, JsonValue::Array(elements) if elements.is_empty());
    let kind = if matches!(found, JsonValue::Array(_)) && is_empty { "an empty array" } else { found.kind() };
    let problem = problem(ErrorCategory::WrongValue, at, format!("{what} is {kind}")).allowing("an object");
    if is_empty {
        reporter.warn(problem.helping("write {}, or omit it"));
    } else {
        reporter.report(problem);
    }
}

/// Finds the analysis sections of a document at any of the outer levels, and the `mappings` beside them.
pub fn definition<'a>(document: &JsonDocument<'a>, reporter: &mut ErrorReporter) -> AnalysisDefinition<'a> {
    let nothing = AnalysisDefinition::Indices(Vec::new());
    let root = match document.root() {
        Ok(root) => Setting::Raw(root),
        Err(error) => {
            reporter.report(error);
            return nothing;
        }
    };
    let entries = match root.entries(document, reporter) {
        Ok(entries) => entries,
        Err(other) => {
            let found = format!("the definition is {}", other.kind());
            reporter.report(problem(ErrorCategory::WrongValue, root.at(), found).allowing("an object"));
            return nothing;
        }
    };
    let is_text = |name: &str| {
        let entry = entries.iter().find(|entry| entry.name == name);
        entry.is_some_and(
            |entry| matches!(entry.setting, Setting::Raw(raw) if matches!(document.read(raw), Ok(JsonValue::String(_)))),
        )
    };
    if is_text("type") || is_text("tokenizer") {
        return AnalysisDefinition::Analyzer(Setting::Merged(root.at(), entries));
    }
    let mut reading = IndexScan { document, reporter, indices: Vec::new() };
    if is_index(&entries) {
        reading.index(String::new(), entries);
        return AnalysisDefinition::Indices(reading.indices);
    }
    if !entries.iter().any(|entry| SECTIONS.contains(&entry.name.as_str())) {
        reading.named_indices(&entries, "");
    }
    if reading.indices.is_empty() {
        // Otherwise the document is an analysis section, whose unknown names are reported.
        return AnalysisDefinition::Indices(vec![IndexDefinition { analysis: entries, ..IndexDefinition::default() }]);
    }
    AnalysisDefinition::Indices(reading.indices)
}

fn is_index(entries: &[NamedSetting<'_>]) -> bool {
    entries.iter().any(|entry| INDEX_LEVELS.contains(&entry.name.as_str()))
}

/// Finds the indices of a document.
struct IndexScan<'r, 'a> {
    document: &'r JsonDocument<'a>,
    reporter: &'r mut ErrorReporter,
    indices: Vec<IndexDefinition<'a>>,
}

impl<'a> IndexScan<'_, 'a> {
    /// Handles indices by name, as in the response to `GET index`, and lists of templates, as in the response to `GET
    /// _index_template`. A name with dots has become nested entries.
    fn named_indices(&mut self, entries: &[NamedSetting<'a>], before: &str) {
        for entry in entries {
            let name = if before.is_empty() { entry.name.clone() } else { format!("{before}.{}", entry.name) };
            match entry.setting.entries(self.document, self.reporter) {
                Ok(inner) if is_index(&inner) => self.index(name, inner),
                Ok(inner) if matches!(entry.setting, Setting::Merged(..)) => self.named_indices(&inner, &name),
                Err(JsonValue::Array(elements)) if entry.name.ends_with("_templates") => self.templates(&elements),
                _ => {}
            }
        }
    }

    /// Handles `[{"name": …, "index_template": {"template": …}}, …]`.
    fn templates(&mut self, elements: &[RawJson<'a>]) {
        for element in elements {
            let Ok(inner) = Setting::Raw(*element).entries(self.document, self.reporter) else { continue };
            let name = inner.iter().find(|entry| entry.name == "name").map(|entry| &entry.setting);
            let name = match name {
                Some(Setting::Raw(raw)) => self.document.read(*raw).ok(),
                _ => None,
            };
            let name = if let Some(JsonValue::String(name)) = name { name } else { String::new() };
            self.index(name, inner);
        }
    }

    fn index(&mut self, name: String, entries: Vec<NamedSetting<'a>>) {
        let mut analysis = MergedEntries::default();
        let mut mappings = Vec::new();
        self.collect(entries, &mut analysis, &mut mappings, 0);
        self.indices.push(IndexDefinition { name, analysis: analysis.list, mappings });
    }

    /// Adds the contents of every `analysis` under any of the outer levels `template`, `settings`, `index`.
    fn collect(
        &mut self,
        entries: Vec<NamedSetting<'a>>,
        analysis: &mut MergedEntries<'a>,
        mappings: &mut Vec<Setting<'a>>,
        level: usize,
    ) {
        for entry in entries {
            let is_outer = match entry.name.as_str() {
                "analysis" => false,
                "settings" if level == 0 => true,
                "index" if level < 2 => true,
                "mappings" if level == 0 => {
                    mappings.push(entry.setting);
                    continue;
                }
                // A pattern beside `settings`, in templates of old versions.
                "template" | "index_template" | "component_template" if level == 0 => {
                    if let Ok(inner) = entry.setting.entries(self.document, self.reporter) {
                        self.collect(inner, analysis, mappings, 0);
                    }
                    continue;
                }
                _ => continue,
            };
            match entry.setting.entries(self.document, self.reporter) {
                Ok(inner) if is_outer => self.collect(inner, analysis, mappings, level + 1),
                Ok(inner) => inner.into_iter().for_each(|entry| analysis.add(entry, self.document, self.reporter)),
                // A string beside the settings may name the index; only a value named `analysis` must be an object.
                Err(_) if is_outer => {}
                Err(other) => not_a_section("`analysis`", entry.setting.at(), &other, self.reporter),
            }
        }
    }
}
