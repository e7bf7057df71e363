//! The `mappings` of an index definition are passed over, but for one thing: an analyzer that a field names and that is
//! neither defined nor built in is a warning (ruling N5).

use crate::analysis::options::Kind;
use crate::config::error::{Category, Reporter, problem};
use crate::config::json::{Document, Value};
use crate::config::registry;
use crate::config::resolve::Sections;
use crate::config::settings::Node;

/// Analyzers that the engines bring themselves.
const ENGINE_ANALYZERS: [&str; 45] = [
    "arabic",
    "armenian",
    "basque",
    "bengali",
    "brazilian",
    "bulgarian",
    "catalan",
    "chinese",
    "cjk",
    "czech",
    "danish",
    "default",
    "dutch",
    "english",
    "estonian",
    "fingerprint",
    "finnish",
    "french",
    "galician",
    "german",
    "greek",
    "hindi",
    "hungarian",
    "indonesian",
    "irish",
    "italian",
    "keyword",
    "latvian",
    "lithuanian",
    "norwegian",
    "pattern",
    "persian",
    "portuguese",
    "romanian",
    "russian",
    "simple",
    "snowball",
    "sorani",
    "spanish",
    "standard",
    "stop",
    "swedish",
    "thai",
    "turkish",
    "whitespace",
];

/// Warns of every analyzer or normalizer that a field names and nobody knows.
pub fn check(mappings: &Node<'_>, document: &Document<'_>, sections: &Sections<'_>, reporter: &mut Reporter) {
    // Fields nest (`properties`, `fields`), no deeper than the document, which is bounded.
    let Ok(entries) = mappings.entries(document, reporter) else { return };
    for entry in entries {
        let kind = match entry.name.as_str() {
            "analyzer" | "search_analyzer" | "search_quote_analyzer" => Kind::Analyzer,
            "normalizer" => Kind::Normalizer,
            _ => {
                check(&entry.node, document, sections, reporter);
                continue;
            }
        };
        let Node::Raw(raw) = entry.node else { continue };
        let Ok(Value::String(name)) = document.read(raw) else { continue };
        let is_known = sections.find(kind, &name).is_some()
            || kind == Kind::Analyzer
                && (registry::default_instance(kind, &name).is_some() || ENGINE_ANALYZERS.contains(&name.as_str()));
        if !is_known {
            let found = format!("a field names the {kind} {name:?}, which is neither defined nor built in");
            let defined = sections.of(kind).iter().map(|entry| entry.name.as_str());
            reporter.warn(problem(Category::MissingReference, raw.at, found).with_names(&name, defined));
        }
    }
}
