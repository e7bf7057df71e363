//! The table of docs/opensearch.md: the library's components whose names belong to the engine there.

use std::fmt::Write as _;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::config::registry;

type Make = fn(&[&str]) -> String;

/// For the first line of a generated part: its last line, and the function that generates it.
pub fn maker(line: &str) -> Option<(&'static str, Make)> {
    (line == "<!-- engine components -->").then_some(("<!-- /engine components -->", engine_components))
}

/// One row per kind.
fn engine_components(_: &[&str]) -> String {
    let kinds = [
        (ComponentKind::Analyzer, "analyzer"),
        (ComponentKind::Tokenizer, "tokenizer"),
        (ComponentKind::TokenFilter, "token filter"),
        (ComponentKind::CharFilter, "char filter"),
    ];
    let mut table = "\n| Kind | The engine's, in OpenSearch |\n|---|---|\n".to_owned();
    for (kind, shown) in kinds {
        let names = registry::type_names(kind).filter(|name| !is_of_plugin(name));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let _ = writeln!(table, "| {shown} | {} |", names.join(", "));
    }
    table.push('\n');
    table
}

/// Whether the plugin registers a name: `UnicAnalysisPlugin.java`.
fn is_of_plugin(name: &str) -> bool {
    name.starts_with("unic_") || matches!(name, "hyphen" | "naturalsort")
}
