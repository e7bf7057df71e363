//! Settings as Elasticsearch reads them: nested objects, dotted keys, or both, merged into one tree (ruling N5).

use crate::config::error::{ConfigError, ErrorCategory, problem};
use crate::config::json::{JsonDocument, JsonMember, JsonValue, RawJson};
use crate::config::reporter::ErrorReporter;
use crate::memory;
use crate::unicode::quoted::quoted;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A setting: a value of the document, or an object assembled from dotted keys.
#[derive(Clone, Debug)]
pub enum Setting<'a> {
    /// A value of the document.
    Raw(RawJson<'a>),
    /// An object assembled from dotted keys, or from an object and dotted keys; the offset is that of the first part.
    Merged(usize, Rc<Vec<NamedSetting<'a>>>),
}

/// A setting with its name.
#[derive(Debug)]
pub struct NamedSetting<'a> {
    /// One part of a dotted key, or a key without dots.
    pub name: String,
    /// Byte offset of the key.
    pub name_at: usize,
    /// Whether the name is not the first part of a dotted key.
    pub is_later_part: bool,
    /// The value.
    pub setting: Setting<'a>,
}

impl Clone for NamedSetting<'_> {
    fn clone(&self) -> Self {
        NamedSetting { name: memory::copied(&self.name), setting: self.setting.clone(), ..*self }
    }
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
    ) -> Result<Rc<Vec<NamedSetting<'a>>>, JsonValue<'a>> {
        match self {
            Setting::Merged(_, entries) => Ok(Rc::clone(entries)),
            Setting::Raw(raw) => match document.read(*raw) {
                Ok(JsonValue::Object(members)) => Ok(Rc::new(entries_of(&members, document, reporter))),
                Ok(other) => Err(other),
                Err(error) => {
                    reporter.report(error);
                    Ok(Rc::default())
                }
            },
        }
    }
}

/// The entries of one JSON object, with dotted keys expanded and parts of one name merged.
fn entries_of<'a>(
    members: &[JsonMember<'a>],
    document: &JsonDocument<'a>,
    reporter: &mut ErrorReporter,
) -> Vec<NamedSetting<'a>> {
    let mut names = HashSet::new();
    let mut entries = Vec::new();
    memory::reserve(&mut names, members.len());
    for member in members {
        if !names.insert(&member.name) {
            let found = format!("the key {} occurs twice in one object", quoted(&member.name));
            reporter.report(problem(ErrorCategory::Duplicate, member.name_at, found).allowing("each key once"));
            continue;
        }
        // `a.b.c` is `c` in `b` in `a`.
        let mut parts = member.name.split('.').rev();
        let name_at = member.name_at;
        let entry =
            |name: &str, setting| NamedSetting { name: memory::copied(name), name_at, is_later_part: true, setting };
        let innermost = entry(parts.next().unwrap_or_default(), Setting::Raw(member.value));
        let whole = parts.fold(innermost, |inner, part| entry(part, Setting::Merged(name_at, Rc::new(vec![inner]))));
        memory::push(&mut entries, NamedSetting { is_later_part: false, ..whole });
    }
    merged(entries, document, reporter)
}

/// Merges the entries of each name: objects member by member; of other values the first counts.
fn merged<'a>(
    entries: Vec<NamedSetting<'a>>,
    document: &JsonDocument<'a>,
    reporter: &mut ErrorReporter,
) -> Vec<NamedSetting<'a>> {
    // The number of each entry's name, in order of first occurrence.
    let mut numbers = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    memory::reserve(&mut numbers, entries.len());
    memory::reserve(&mut by_name, entries.len());
    for entry in &entries {
        let next = by_name.len();
        numbers.push(*by_name.entry(&entry.name).or_insert(next));
    }
    if by_name.len() == entries.len() {
        return entries;
    }
    let mut list: Vec<NamedSetting> = Vec::new();
    let mut further: HashMap<usize, Vec<NamedSetting>> = HashMap::new();
    memory::reserve(&mut list, by_name.len());
    for (entry, number) in entries.into_iter().zip(numbers) {
        if number == list.len() {
            list.push(entry);
        } else {
            memory::reserve(&mut further, 1);
            memory::push(further.entry(number).or_default(), entry);
        }
    }
    for (number, others) in further {
        if let Some(first) = list.get_mut(number) {
            merge(first, &others, document, reporter);
        }
    }
    list
}

/// Merges an entry with others of its name.
fn merge<'a>(
    first: &mut NamedSetting<'a>,
    others: &[NamedSetting<'a>],
    document: &JsonDocument<'a>,
    reporter: &mut ErrorReporter,
) {
    let mut all = first.setting.entries(document, reporter).ok().map(|entries| memory::cloned(&entries));
    for other in others {
        match (&mut all, other.setting.entries(document, reporter)) {
            (Some(all), Ok(entries)) => entries.iter().for_each(|entry| memory::push(all, entry.clone())),
            _ => {
                let found = format!("{} is set twice", quoted(&other.name));
                reporter.report(problem(ErrorCategory::Duplicate, other.name_at, found).allowing("each setting once"));
            }
        }
    }
    if let Some(all) = all {
        first.setting = Setting::Merged(first.setting.at(), Rc::new(merged(all, document, reporter)));
    }
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
    pub analysis: Rc<Vec<NamedSetting<'a>>>,
    /// The `mappings` of the index.
    pub mappings: Vec<Setting<'a>>,
}

/// The maximum length of the name of an index, in bytes, as in the engine.
const MAX_INDEX_NAME: usize = 255;

/// The top-level keys of an index definition or an index template.
pub const INDEX_LEVELS: [&str; 8] =
    ["settings", "index", "analysis", "mappings", "aliases", "template", "index_template", "component_template"];

/// The sections of an analysis definition.
pub const SECTIONS: [&str; 5] = ["analyzer", "normalizer", "tokenizer", "filter", "char_filter"];

/// Whether a section is as if it were not there: `null`, or an empty array, which is how PHP writes an empty object
/// (ruling N5).
pub fn is_absent(section: &JsonValue<'_>) -> bool {
    match section {
        JsonValue::Null => true,
        JsonValue::Array(elements) => elements.is_empty(),
        _ => false,
    }
}

/// The problem that a section is not an object.
pub fn not_an_object(what: &str, at: usize, found: &JsonValue<'_>) -> ConfigError {
    problem(ErrorCategory::WrongValue, at, format!("{what} is {}", found.kind())).allowing("an object")
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
        reading.index(String::new(), root.at(), &entries);
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
            let name = if before.is_empty() {
                memory::copied(&entry.name)
            } else {
                memory::concatenated(&[before, ".", &entry.name])
            };
            match entry.setting.entries(self.document, self.reporter) {
                Ok(inner) if is_index(&inner) => self.index(name, entry.name_at, &inner),
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
            self.index(name, element.at, &inner);
        }
    }

    fn index(&mut self, mut name: String, at: usize, entries: &[NamedSetting<'a>]) {
        if name.len() > MAX_INDEX_NAME {
            let found = format!("the name of an index has {} bytes", name.len());
            let error = problem(ErrorCategory::Limit, at, found).allowing(format!("at most {MAX_INDEX_NAME} bytes"));
            self.reporter.report(error);
            name.clear();
        }
        let mut analysis = Vec::new();
        let mut mappings = Vec::new();
        self.collect(entries, &mut analysis, &mut mappings, 0);
        let analysis = Rc::new(merged(analysis, self.document, self.reporter));
        memory::push(&mut self.indices, IndexDefinition { name, analysis, mappings });
    }

    /// Adds the contents of every `analysis` under any of the outer levels `template`, `settings`, `index`, and the
    /// sections that are beside these.
    fn collect(
        &mut self,
        entries: &[NamedSetting<'a>],
        analysis: &mut Vec<NamedSetting<'a>>,
        mappings: &mut Vec<Setting<'a>>,
        level: usize,
    ) {
        for entry in entries {
            let is_outer = match entry.name.as_str() {
                "analysis" => false,
                "settings" if level == 0 => true,
                "index" if level < 2 => true,
                "mappings" if level == 0 => {
                    memory::push(mappings, entry.setting.clone());
                    continue;
                }
                // A pattern beside `settings`, in templates of old versions.
                "template" | "index_template" | "component_template" if level == 0 => {
                    if let Ok(inner) = entry.setting.entries(self.document, self.reporter) {
                        self.collect(&inner, analysis, mappings, 0);
                    }
                    continue;
                }
                name if level == 0 && SECTIONS.contains(&name) => {
                    memory::push(analysis, entry.clone());
                    continue;
                }
                _ => continue,
            };
            match entry.setting.entries(self.document, self.reporter) {
                Ok(inner) if is_outer => self.collect(&inner, analysis, mappings, level + 1),
                Ok(inner) => inner.iter().for_each(|entry| memory::push(analysis, entry.clone())),
                // A string beside the settings may name the index; only a value named `analysis` must be an object.
                Err(_) if is_outer => {}
                Err(other) => {
                    let problem = not_an_object("`analysis`", entry.setting.at(), &other);
                    // The document has no definition at all, which is hardly meant.
                    match is_absent(&other) {
                        true => self.reporter.warn(problem),
                        false => self.reporter.report(problem),
                    }
                }
            }
        }
    }
}
