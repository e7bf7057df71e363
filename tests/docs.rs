//! The option tables, examples, folding tables and rule sets of docs/components, and the engine's components of
//! docs/opensearch.md, are generated: `make docs` writes them, this test compares them.

#[path = "docs/engine_components.rs"]
mod engine_components;
#[path = "docs/folding.rs"]
mod folding;
#[path = "docs/rule_sets.rs"]
mod rule_sets;
#[path = "docs/transform_ids.rs"]
mod transform_ids;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};
use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::component::ComponentSpec;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::options::{OptionDefault, OptionSpec};
use unic_analysis::config::option_values::expected;
use unic_analysis::config::{self, CompileOptions, registry};

const OPTIONS: &str = "<!-- options ";
const EXAMPLE: &str = "<!-- example -->";

#[test]
fn generated_parts_of_pages_are_current() {
    let refresh = env::var_os("REFRESH_DOCS").is_some();
    for path in pages().into_iter().chain([root().join("docs/opensearch.md")]) {
        let page = fs::read_to_string(&path).unwrap();
        let made = render(&page, &path);
        if refresh {
            fs::write(&path, &made).unwrap();
        } else {
            assert!(page == made, "{} is stale: `make docs` brings it up to date", path.display());
        }
    }
}

#[test]
fn every_component_has_an_options_table() {
    let all: String = pages().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for spec in registry::COMPONENTS {
        let marker = format!("{OPTIONS}{} {} -->", spec.kind().section(), spec.type_name);
        assert!(all.contains(&marker), "docs/components has no page with {marker}");
    }
}

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/components");
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// The page with all generated parts regenerated.
fn render(page: &str, path: &Path) -> String {
    let mut result = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(result, "{line}");
        if let Some(named) = line.strip_prefix(OPTIONS) {
            let (section, type_name) = named.trim_end_matches(" -->").split_once(' ').unwrap();
            lines.by_ref().find(|line| *line == "<!-- /options -->").unwrap();
            let kinds = [
                ComponentKind::Analyzer,
                ComponentKind::Tokenizer,
                ComponentKind::TokenFilter,
                ComponentKind::CharFilter,
            ];
            let kind = kinds.into_iter().find(|kind| kind.section() == section).unwrap();
            let spec = registry::component(kind, type_name).unwrap_or_else(|| panic!("{}: {line}", path.display()));
            let _ = writeln!(result, "{}<!-- /options -->", options_table(spec));
        } else if let Some((end, made)) = folding::maker(line)
            .or_else(|| rule_sets::maker(line))
            .or_else(|| transform_ids::maker(line))
            .or_else(|| engine_components::maker(line))
        {
            let given: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
            let _ = writeln!(result, "{}{end}", made(&given));
        } else if line == EXAMPLE {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "<!-- /example -->").collect();
            let table = body.iter().position(|line| line.starts_with('|')).unwrap_or(body.len());
            let given = &body[..table];
            given.iter().for_each(|line| _ = writeln!(result, "{line}"));
            let _ = writeln!(result, "{}<!-- /example -->", example_table(given, path));
        }
    }
    result
}

fn options_table(spec: &ComponentSpec) -> String {
    if spec.options.is_empty() {
        return "No options.\n".to_owned();
    }
    let mut table = "| Option | Values | Default | Meaning |\n|---|---|---|---|\n".to_owned();
    for option in spec.options {
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} |",
            spellings(option),
            expected(option).replace('|', "\\|"),
            default(option),
            option.help
        );
    }
    table
}

fn spellings(option: &OptionSpec) -> String {
    let names = std::iter::once(&option.name).chain(option.aliases);
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn default(option: &OptionSpec) -> String {
    match option.default {
        OptionDefault::Integer(value) => value.to_string(),
        OptionDefault::Boolean(value) => value.to_string(),
        OptionDefault::Text(value) => format!("`{value}`"),
        OptionDefault::Absent => "–".to_owned(),
        OptionDefault::Required => "required".to_owned(),
    }
}

/// The tokens for the definition and the text in the given lines.
fn example_table(given: &[&str], path: &Path) -> String {
    let json: String = given
        .iter()
        .skip_while(|line| **line != "```json")
        .skip(1)
        .take_while(|line| **line != "```")
        .copied()
        .collect();
    let text = given.iter().find_map(|line| line.strip_prefix("Text: `")?.strip_suffix('`')).unwrap_or_default();
    let compiled = config::compile(json.as_bytes(), None, &CompileOptions::default())
        .unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
    let mut stream = compiled.analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let mut table = "| Term | Start | End | Type | Position |\n|---|---|---|---|---|\n".to_owned();
    let mut tokens = stream.analyze(text.as_bytes()).unwrap();
    tokens
        .for_each(|token| {
            let term = String::from_utf8_lossy(token.term).replace('|', "\\|");
            let keyword = if token.keyword { ", keyword" } else { "" };
            let _ = writeln!(
                table,
                "| `{term}` | {} | {} | `{}`{keyword} | {} |",
                token.start,
                token.end,
                token.token_type.name(),
                token.position
            );
        })
        .unwrap();
    table
}

/// Code and docs cite rulings by label; docs/behaviour.md contains a paragraph for each.
#[test]
fn every_cited_ruling_is_in_the_docs() {
    let behaviour = fs::read_to_string(root().join("docs/behaviour.md")).unwrap();
    let known: Vec<&str> = behaviour
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .filter_map(|title| title.split(' ').next())
        .collect();
    let mut citations = 0;
    for path in files_that_cite() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for label in cited_rulings(&text) {
            citations += 1;
            assert!(known.contains(&label), "{} cites ruling {label}", path.display());
        }
    }
    assert!(citations > 150, "only {citations} citations were found");
}

/// A document that code or docs name is in the repository.
#[test]
fn every_named_document_exists() {
    let mut files = files_that_cite();
    collect_text_files(&root().join("bench"), &mut files);
    collect_text_files(&root().join("data"), &mut files);
    let names: Vec<&str> = files.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        for name in named_documents(&text) {
            assert!(names.contains(&name), "{} names {name}", path.display());
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Sources and documents.
fn files_that_cite() -> Vec<PathBuf> {
    let folders = ["src", "cli", "c-tests", "include", "docs", "tests", "tools", "bench/src", "fuzz", "java-jni"];
    let documents = ["UNICODE.md", "CHANGELOG.md", "README.md", "CONTRIBUTING.md", "ABI.md"];
    let mut files: Vec<PathBuf> = documents.iter().map(|name| root().join(name)).collect();
    folders.iter().for_each(|folder| collect_text_files(&root().join(folder), &mut files));
    files
}

fn collect_text_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !["target", "data", "node_modules"].contains(&name) {
                collect_text_files(&path, files);
            }
        } else if [".rs", ".md", ".h", ".hpp", ".c", ".cpp", ".java", ".sh", ".py"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            files.push(path);
        }
    }
}

/// All labels in a text: `rulings T1, U10`, `Rules H3 to H6`, `(U7a)`.
fn cited_rulings(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c == '(').filter_map(label_of).collect()
}

#[test]
fn citations_are_found_in_every_form() {
    let text = "ruling T1. Rulings U10,\n//! U7a (H4) (S1 to S5), but not U+2019, (S2.1), U8x2, H or C2";
    assert_eq!(cited_rulings(text), ["T1", "U10", "U7a", "H4", "S1", "S5"]);
}

/// The file names of all documents that a text names, without folders.
fn named_documents(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && !"_-./".contains(c))
        .filter(|word| word.strip_suffix(".md").is_some_and(|stem| stem.ends_with(char::is_alphanumeric)))
        .filter_map(|path| path.rsplit('/').next())
        .collect()
}

/// `T1`, `U10a`; without trailing punctuation.
fn label_of(word: &str) -> Option<&str> {
    let word = word.trim_end_matches([',', '.', ')', ';', ':', '`', '"']);
    let (letter, number) = word.split_at_checked(1)?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_label = "NTHSUJ".contains(letter) && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_label.then_some(word)
}
