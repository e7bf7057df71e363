//! Settings as the engine reads them: nested objects, dotted keys, or both, merged into one tree (ruling N5).

use crate::config::error::{Category, Reporter, problem};
use crate::config::json::{Document, Member, Raw, Value};
use std::collections::HashMap;

/// A setting: a value of the document, or an object put together out of dotted keys.
#[derive(Clone, Debug)]
pub enum Node<'a> {
    /// As it stands in the document.
    Raw(Raw<'a>),
    /// Of dotted keys, or of an object and dotted keys; the offset is that of the first part.
    Merged(usize, Vec<Entry<'a>>),
}

/// A setting with its name.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// One part of a dotted key, or a whole key without dots.
    pub name: String,
    /// Byte offset of the key.
    pub name_at: usize,
    /// Its value.
    pub node: Node<'a>,
}

impl<'a> Node<'a> {
    /// Byte offset of the value.
    pub fn at(&self) -> usize {
        match self {
            Node::Raw(raw) => raw.at,
            Node::Merged(at, _) => *at,
        }
    }

    /// The entries of an object; what it is otherwise. JSON that can't be read is reported and counts as an empty object.
    pub fn entries(&self, document: &Document<'a>, reporter: &mut Reporter) -> Result<Vec<Entry<'a>>, Value<'a>> {
        match self {
            Node::Merged(_, entries) => Ok(entries.clone()),
            Node::Raw(raw) => match document.read(*raw) {
                Ok(Value::Object(members)) => Ok(entries_of(members, document, reporter)),
                Ok(other) => Err(other),
                Err(error) => {
                    reporter.report(error);
                    Ok(Vec::new())
                }
            },
        }
    }
}

/// The entries of one JSON object: dotted keys opened, parts of the same name merged.
fn entries_of<'a>(members: Vec<Member<'a>>, document: &Document<'a>, reporter: &mut Reporter) -> Vec<Entry<'a>> {
    let mut names = HashMap::with_capacity(members.len());
    let mut entries = Entries::default();
    for member in members {
        if names.insert(member.name.clone(), ()).is_some() {
            let found = format!("the key {:?} stands twice in one object", member.name);
            reporter.report(problem(Category::Duplicate, member.name_at, found).allowing("each key once"));
            continue;
        }
        // `a.b.c` is `c` in `b` in `a`.
        let mut parts = member.name.split('.').rev();
        let entry = |name: &str, node| Entry { name: name.to_owned(), name_at: member.name_at, node };
        let innermost = entry(parts.next().unwrap_or_default(), Node::Raw(member.value));
        let whole = parts.fold(innermost, |inner, part| entry(part, Node::Merged(member.name_at, vec![inner])));
        entries.add(whole, document, reporter);
    }
    entries.list
}

/// Entries by name.
#[derive(Default)]
struct Entries<'a> {
    list: Vec<Entry<'a>>,
    by_name: HashMap<String, usize>,
}

impl<'a> Entries<'a> {
    /// Adds an entry, or merges it into the one of the same name.
    fn add(&mut self, entry: Entry<'a>, document: &Document<'a>, reporter: &mut Reporter) {
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

/// Merges an entry into one of the same name: objects member by member; anything else stands twice.
fn merge<'a>(known: &mut Entry<'a>, entry: Entry<'a>, document: &Document<'a>, reporter: &mut Reporter) {
    let (Ok(first), Ok(second)) = (known.node.entries(document, reporter), entry.node.entries(document, reporter))
    else {
        let found = format!("{:?} is set twice", entry.name);
        reporter.report(problem(Category::Duplicate, entry.name_at, found).allowing("each setting once"));
        return;
    };
    let mut entries = Entries::default();
    first.into_iter().chain(second).for_each(|entry| entries.add(entry, document, reporter));
    known.node = Node::Merged(known.node.at(), entries.list);
}

/// What a document holds for the analysis.
#[derive(Debug)]
pub enum Definition<'a> {
    /// An analysis section, alone or out of an index definition.
    Analysis(Vec<Entry<'a>>),
    /// One analyzer definition.
    Analyzer(Node<'a>),
}

/// The sections of an analysis definition.
pub const SECTIONS: [&str; 5] = ["analyzer", "normalizer", "tokenizer", "filter", "char_filter"];

/// What should hold definitions and is no object. `null` and an empty array, which is how PHP writes an empty object, hold
/// none: a warning (ruling N5).
pub fn not_a_section(what: &str, at: usize, found: &Value<'_>, reporter: &mut Reporter) {
    let is_empty = matches!(found, Value::Null) || matches!(found, Value::Array(elements) if elements.is_empty());
    let kind = if matches!(found, Value::Array(_)) && is_empty { "an empty array" } else { found.kind() };
    let problem = problem(Category::WrongValue, at, format!("{what} is {kind}")).allowing("an object");
    if is_empty {
        reporter.warn(problem.helping("write {}, or leave it out"));
    } else {
        reporter.report(problem);
    }
}

/// Finds the analysis section of a document, whatever the outer levels, and the `mappings` beside it.
pub fn definition<'a>(document: &Document<'a>, reporter: &mut Reporter) -> (Definition<'a>, Option<Node<'a>>) {
    let nothing = (Definition::Analysis(Vec::new()), None);
    let root = match document.root() {
        Ok(root) => Node::Raw(root),
        Err(error) => {
            reporter.report(error);
            return nothing;
        }
    };
    let entries = match root.entries(document, reporter) {
        Ok(entries) => entries,
        Err(other) => {
            let found = format!("the definition is {}", other.kind());
            reporter.report(problem(Category::WrongValue, root.at(), found).allowing("an object"));
            return nothing;
        }
    };
    let is_text = |name: &str| {
        let entry = entries.iter().find(|entry| entry.name == name);
        entry.is_some_and(
            |entry| matches!(entry.node, Node::Raw(raw) if matches!(document.read(raw), Ok(Value::String(_)))),
        )
    };
    if is_text("type") || is_text("tokenizer") {
        return (Definition::Analyzer(Node::Merged(root.at(), entries)), None);
    }
    let is_index =
        entries.iter().any(|entry| matches!(entry.name.as_str(), "settings" | "index" | "analysis" | "mappings"));
    if !is_index {
        return (Definition::Analysis(entries), None);
    }
    let mappings = entries.iter().find(|entry| entry.name == "mappings").map(|entry| entry.node.clone());
    let mut found = Entries::default();
    collect_analysis(entries, document, reporter, &mut found, 0);
    (Definition::Analysis(found.list), mappings)
}

/// Adds the contents of every `analysis` under any of the outer levels `settings`, `index`.
fn collect_analysis<'a>(
    entries: Vec<Entry<'a>>,
    document: &Document<'a>,
    reporter: &mut Reporter,
    found: &mut Entries<'a>,
    level: usize,
) {
    for entry in entries {
        let is_outer = match entry.name.as_str() {
            "analysis" => false,
            "settings" if level == 0 => true,
            "index" if level < 2 => true,
            _ => continue,
        };
        match entry.node.entries(document, reporter) {
            Ok(inner) if is_outer => collect_analysis(inner, document, reporter, found, level + 1),
            Ok(inner) => inner.into_iter().for_each(|entry| found.add(entry, document, reporter)),
            // An index may be named by a text beside its settings; only what is called `analysis` must be an object.
            Err(_) if is_outer => {}
            Err(other) => not_a_section("`analysis`", entry.node.at(), &other, reporter),
        }
    }
}
