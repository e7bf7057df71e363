//! Each layer depends only on the layers below it: capi, config, analysis, unicode. Within a layer, modules do not
//! import each other in cycles, except for the listed ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LAYERS: [&str; 4] = ["capi", "config", "analysis", "unicode"];

#[test]
fn layers_depend_only_on_lower_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (level, layer) in LAYERS.into_iter().enumerate() {
        for file in rust_files(&root.join(layer)) {
            let source = fs::read_to_string(&file).unwrap();
            for above in &LAYERS[..level] {
                let names = format!("crate::{above}");
                let lines = source.lines().enumerate().filter(|(_, line)| line.contains(&names));
                wrong.extend(lines.map(|(at, line)| format!("{}:{}: {line}", file.display(), at + 1)));
            }
        }
    }
    assert!(wrong.is_empty(), "a layer looks upwards:\n{}", wrong.join("\n"));
}

/// Modules of a folder that import each other in a cycle, with the reason.
const CYCLES: [(&str, &[&str]); 1] = [("unicode/collate/tailor", &["builder", "cases", "logical_position"])];

#[test]
fn modules_do_not_import_each_other_in_cycles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let imports: Vec<(Vec<String>, Vec<String>)> =
        rust_files(&root).iter().flat_map(|file| imports_of(&root, file)).collect();
    let folders: BTreeSet<&[String]> =
        imports.iter().filter_map(|(from, _)| from.split_last()).map(|(_, folder)| folder).collect();
    let mut found = BTreeSet::new();
    for folder in folders {
        let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in &imports {
            let inside = |path: &'_ Vec<String>| path.starts_with(folder) && path.len() > folder.len();
            if inside(from) && inside(to) && from[folder.len()] != to[folder.len()] {
                edges.entry(&from[folder.len()]).or_default().insert(&to[folder.len()]);
            }
        }
        for module in edges.keys() {
            let circle: Vec<&str> = edges
                .keys()
                .copied()
                .filter(|other| reaches(&edges, module, other) && reaches(&edges, other, module))
                .collect();
            if !circle.is_empty() {
                found.insert((folder.join("/"), circle.join(" ")));
            }
        }
    }
    let known: BTreeSet<(String, String)> =
        CYCLES.iter().map(|(folder, circle)| ((*folder).to_owned(), circle.join(" "))).collect();
    assert_eq!(found, known);
}

/// Folders with files that use items of their `mod.rs`, with the reason.
const PARENTS: [(&str, &[&str]); 9] = [
    // Options that several analyzers share.
    (
        "analysis/analyzer",
        &[
            "custom",
            "hyphen",
            "keyword",
            "naturalsort",
            "simple",
            "standard",
            "stop",
            "unic_analyzer",
            "unic_collation",
            "whitespace",
        ],
    ),
    // `CompileOptions`.
    ("config", &["definition", "option_values", "options", "resolve", "option_files"]),
    // Tag and element names.
    ("unicode/html", &["tag_end"]),
    ("unicode/script", &["name"]),
    // The types of the public interface.
    ("unicode/segment", &["fuzzing"]),
    (
        "unicode/segment/dictionary",
        &["compile", "hangul", "lattice", "longest_match", "reference", "user_words", "viterbi"],
    ),
    // `UnicodeSet`, which these files parse and convert.
    ("unicode/set", &["matcher", "parser", "property", "property_data", "steps", "variables"]),
    (
        "unicode/spell",
        &[
            "index",
            "integer_writer",
            "locale",
            "long_text",
            "number_prefilter",
            "properties",
            "read",
            "reader",
            "write",
        ],
    ),
    // `Transform`, a tree: rules call transforms as functions, `Any-X` has one per script.
    (
        "unicode/transform",
        &[
            "any",
            "execution",
            "list_parts",
            "loader",
            "lower_case",
            "mark_removal",
            "normalized_rules",
            "pattern",
            "pointwise",
            "reference",
            "runner",
            "serialized_rules",
            "side_parser",
            "trigger_finder",
        ],
    ),
];

#[test]
fn files_do_not_use_items_of_their_mod_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in rust_files(&root) {
        for (from, to, is_item) in imports_with_kinds(&root, &file) {
            // The façade `lib.rs` is above all layers.
            if is_item && !to.is_empty() && from.len() > to.len() && from.starts_with(&to) {
                let child = from[to.len()..].join("/");
                found.entry(to.join("/")).or_default().insert(child);
            }
        }
    }
    for (folder, children) in found {
        let known = PARENTS.iter().find(|(known, _)| *known == folder).map_or(&[][..], |(_, children)| children);
        let unknown: Vec<&String> = children.iter().filter(|child| !known.contains(&child.as_str())).collect();
        assert!(unknown.is_empty(), "{folder}/mod.rs has items that these files below it use: {unknown:?}");
    }
}

#[test]
fn no_path_names_the_parent_of_the_parent() {
    // `super::super` hides how far a path reaches; `crate::` does not.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root).into_iter().filter(|file| !file.ends_with("tests.rs"));
    let found: Vec<PathBuf> = files.filter(|file| library_code(file).contains("super::super")).collect();
    assert!(found.is_empty(), "paths with super::super: {found:?}");
}

/// Names that several modules give to a type, with the reason.
const SHARED_NAMES: [(&str, &str); 3] = [
    ("Opened", "callers read it with its module: `collate::Opened`, `spell::Opened`"),
    ("Result", "the idiom for the one error type of a module"),
    ("Scratch", "callers read it with its module: `normalize::Scratch`, `spell::Scratch`"),
];

/// Folders whose `mod.rs` starts with an overview: which file does what.
const OVERVIEWS: [&str; 7] = [
    "analysis",
    "config",
    "unicode/collate",
    "unicode/normalize",
    "unicode/segment",
    "unicode/spell",
    "unicode/transform",
];

#[test]
fn overviews_name_every_file_of_their_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut missing = Vec::new();
    for folder in OVERVIEWS {
        let source = fs::read_to_string(root.join(folder).join("mod.rs")).unwrap();
        let overview: String = source.lines().take_while(|line| line.starts_with("//!")).collect();
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap().to_owned();
            // Files of tests alone.
            let is_left_out = ["mod", "tests", "properties", "fuzzing"].contains(&&*name);
            if !is_left_out && !overview.contains(&format!("`{name}`")) {
                missing.push(format!("{folder}/{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "not in the overview of `mod.rs`: {}", missing.join(", "));
}

#[test]
fn names_of_types_are_distinct() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for file in rust_files(&root).into_iter().filter(|file| !file.ends_with("tests.rs")) {
        let source = fs::read_to_string(&file).unwrap();
        for line in source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines() {
            if let Some(name) = type_name(line) {
                files.entry(name.to_owned()).or_default().insert(file.clone());
            }
        }
    }
    let shared: Vec<_> = files
        .iter()
        .filter(|(name, files)| files.len() > 1 && !SHARED_NAMES.iter().any(|(shared, _)| shared == name))
        .collect();
    assert!(shared.is_empty(), "several types share a name, which says nothing alone: {shared:#?}");
}

/// The name of the type that a line defines at the top level of a module.
fn type_name(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.strip_prefix('(').map_or(rest, |rest| rest.split_once(')').map_or(rest, |(_, rest)| rest)),
        None => line,
    };
    let (keyword, rest) = line.strip_prefix(' ').unwrap_or(line).split_once(' ')?;
    let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
    ["struct", "enum", "trait", "type", "union"].contains(&keyword).then(|| &rest[..end])
}

/// Whether a path of imports leads from one module to another.
fn reaches(edges: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = edges.get(from).into_iter().flatten().copied().collect();
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            open.extend(edges.get(module).into_iter().flatten());
        }
    }
    false
}

/// The source of a file without its tests and comments.
fn library_code(file: &Path) -> String {
    let source = fs::read_to_string(file).unwrap();
    let library = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    library.lines().map(|line| line.split("//").next().unwrap_or_default().trim()).collect::<Vec<_>>().join("\n")
}

/// The imports of a file: its own module, and the imported module.
fn imports_of(root: &Path, file: &Path) -> Vec<(Vec<String>, Vec<String>)> {
    imports_with_kinds(root, file).into_iter().map(|(from, to, _)| (from, to)).collect()
}

/// The paths with `crate::` and `super::` in a file, without tests and comments: its own module, the named module, and
/// whether the path names an item of that module.
fn imports_with_kinds(root: &Path, file: &Path) -> Vec<(Vec<String>, Vec<String>, bool)> {
    if file.ends_with("tests.rs") {
        return Vec::new();
    }
    let relative = file.strip_prefix(root).unwrap().with_extension("");
    let mut module: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    module.retain(|part| part != "mod");
    let code = library_code(file);
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code
            .match_indices(start)
            .filter(|(at, _)| !code[..*at].ends_with(|c: char| c == ':' || c.is_alphanumeric() || c == '_'))
        {
            let end = code[at..]
                .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                .map_or(code.len(), |end| at + end);
            let path = code[at..end].trim_end_matches(':');
            let list = code[end..]
                .strip_prefix('{')
                .and_then(|list| list.split('}').next())
                .filter(|_| code[..end].ends_with("::"));
            let ends = list
                .into_iter()
                .flat_map(|list| list.split([',', '{']))
                .filter_map(|name| name.trim().split("::").next());
            paths.extend(std::iter::once(path.to_owned()).chain(ends.map(|name| format!("{path}::{name}"))));
        }
    }
    let named = |path: &String| {
        let (named, is_item) = resolved(root, &module, path);
        (module.clone(), named, is_item)
    };
    paths.iter().map(named).collect()
}

/// The module that a path names, and whether the path continues to an item of it.
fn resolved(root: &Path, module: &[String], path: &str) -> (Vec<String>, bool) {
    let mut whole = if path.starts_with("super") { module.to_vec() } else { Vec::new() };
    for part in path.split("::") {
        match part {
            "crate" | "self" => {}
            "super" => drop(whole.pop()),
            name => whole.push(name.to_owned()),
        }
    }
    let is_module = |path: &[String]| {
        let path = path.iter().fold(root.to_owned(), |path, part| path.join(part));
        path.is_dir() || path.with_extension("rs").is_file()
    };
    let length = whole.len();
    while !whole.is_empty() && !is_module(&whole) {
        whole.pop();
    }
    let is_item = whole.len() < length;
    (whole, is_item)
}

#[test]
fn unsafe_code_is_only_in_listed_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&root) {
        let is_free = ["capi", "memory/call.rs", "threads", "unicode/file_pages.rs", "unicode/scan"]
            .iter()
            .any(|free| file.starts_with(root.join(free)));
        let source = fs::read_to_string(&file).unwrap();
        let library = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let has_unsafe =
            ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|code| library.contains(code));
        assert!(is_free || !has_unsafe, "{} has unsafe code", file.display());
    }
}

#[test]
fn every_component_has_a_file_of_its_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analysis");
    for spec in unic_analysis::config::registry::COMPONENTS {
        let folder = match spec.kind().section() {
            "filter" => "token_filter",
            section => section,
        };
        let file = root.join(folder).join(format!("{}.rs", spec.type_name));
        assert!(file.is_file(), "{} is missing", file.display());
    }
}

/// proptest finds the saved cases of a source file by its path only.
#[test]
fn every_file_of_saved_cases_belongs_to_a_source_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let saved = root.join("proptest-regressions");
    for file in files(&saved, "txt") {
        let source = root.join("src").join(file.strip_prefix(&saved).unwrap()).with_extension("rs");
        assert!(source.is_file(), "{} has the cases of {}, which is gone", file.display(), source.display());
    }
    for file in files(&root.join("tests"), "proptest-regressions") {
        assert!(file.with_extension("rs").is_file(), "the test of {} is gone", file.display());
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found
}
