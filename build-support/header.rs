//! The C header: cbindgen's output in the order of a manual, with chapter headings.

use std::path::Path;
use std::{fmt::Write, fs};

/// The files of `src/capi` in the order of the header. Files that are not named here come behind them, by name.
const ORDER: [&str; 13] = [
    "version.rs",
    "status.rs",
    "error.rs",
    "analyzer.rs",
    "definition.rs",
    "stream.rs",
    "token_filters.rs",
    "sort_key.rs",
    "sort.rs",
    "text.rs",
    "explain.rs",
    "boundaries.rs",
    "spell.rs",
];

/// Files without a part in the header: the list of modules, from which cbindgen would go on to all of them once more,
/// and what only test builds export (`c-tests/test_faults.h`).
const LEFT_OUT: [&str; 2] = ["mod.rs", "test_faults.rs"];

/// Each chapter starts before the block that declares this.
const CHAPTERS: [(&str, &str); 22] = [
    ("#define UNIC_ABI_VERSION ", "Version of the interface"),
    ("#define UNIC_STATUS_OK ", "Statuses"),
    ("#define UNIC_OPTIONS_LENIENT ", "Flags of unic_options"),
    ("#define UNIC_FINGERPRINT_LENGTH ", "Fingerprints"),
    ("#define UNIC_OFFSET_NATIVE ", "Offset units"),
    ("#define UNIC_TOKEN_KEYWORD ", "Flags and types of tokens, fields of the packed form"),
    ("#define UNIC_STRENGTH_PRIMARY ", "Strengths, bounds and text forms of sort keys"),
    ("#define UNIC_BREAK_GRAPHEME ", "Kinds of boundaries"),
    ("#define UNIC_SPELL_SPELLOUT ", "Groups of number rules, flags of reading numbers"),
    ("typedef struct unic_analyzer ", "Types"),
    ("unic_version(void)", "Version and contents of the library"),
    ("unic_status_name(", "Status names"),
    ("unic_error_code(", "Errors"),
    ("unic_string_data(", "Strings"),
    ("unic_options_init(", "Analyzers"),
    ("unic_definition_create(", "Definitions: many analyzers of one document"),
    ("unic_stream_create(", "Streams and tokens"),
    ("unic_token_filters_create(", "Token filters over the caller's tokens"),
    ("unic_sort_key_utf8(", "Sort keys"),
    ("unic_normalize_utf8(", "Whole texts: normalize, explain"),
    ("unic_boundaries_utf8(", "Boundaries: grapheme clusters, words, sentences, lines"),
    ("unic_spell_create(", "Numbers in words"),
];

/// The header for the sources under `root`.
pub fn make(root: &Path) -> String {
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml can be read");
    let files = fs::read_dir(root.join("src/capi")).expect("src/capi is there");
    let mut names: Vec<String> =
        files.map(|file| file.expect("src/capi can be read").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".rs") && !LEFT_OUT.contains(&name.as_str()));
    let rank = |name: &str| ORDER.iter().position(|first| *first == name).unwrap_or(ORDER.len());
    names.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| one.cmp(other)));
    let builder = names.iter().fold(cbindgen::Builder::new().with_config(config), |builder, name| {
        builder.with_src(root.join("src/capi").join(name))
    });
    let mut written = Vec::new();
    builder.generate().expect("cbindgen reads src/capi").write(&mut written);
    with_chapters(&String::from_utf8(written).expect("cbindgen writes UTF-8"))
}

/// Puts the headings in, and takes blanks off the ends of lines. Blocks are parted by empty lines; a comment has none.
fn with_chapters(header: &str) -> String {
    let lines: Vec<&str> = header.lines().map(str::trim_end).collect();
    let (start, body) = lines.split_at(lines.iter().position(|line| line.starts_with("#ifndef")).unwrap_or(0));
    let mut chapters = CHAPTERS.iter().peekable();
    let mut out = start.join("\n").trim_end().to_owned() + "\n";
    for block in body.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
        // Code stands at the start of the line, comments behind an asterisk.
        let declares = |what: &str| block.iter().any(|line| !line.starts_with([' ', '/']) && line.contains(what));
        if let Some((_, title)) = chapters.next_if(|(what, _)| declares(what)) {
            write!(out, "\n/* ======== {title} ======== */\n").expect("a String takes all");
        }
        out += "\n";
        for line in block {
            out = out + line + "\n";
        }
    }
    if let Some((what, _)) = chapters.next() {
        panic!("build-support/header.rs: no block declares {what:?}, or it comes too early");
    }
    out
}
