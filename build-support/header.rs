//! The C header: cbindgen's output, arranged in the chapters of a manual.

use std::path::Path;
use std::{fmt::Write, fs};

/// The files of `src/capi` in the order of the header. Files that are not listed follow, by name.
const ORDER: [&str; 19] = [
    "status.rs",
    "error.rs",
    "string.rs",
    "analyzer.rs",
    "definition.rs",
    "encoding.rs",
    "token.rs",
    "stream.rs",
    "token_filters.rs",
    "filtered_text.rs",
    "text.rs",
    "explain.rs",
    "sort_key.rs",
    "key_range.rs",
    "key_text.rs",
    "sort.rs",
    "boundaries.rs",
    "spell.rs",
    "version.rs",
];

/// Files without a part in the header: the list of modules, from which cbindgen would include all of them again,
/// and what only test builds export (`c-tests/test_faults.h`).
const LEFT_OUT: [&str; 2] = ["mod.rs", "test_faults.rs"];

/// The chapters in reading order: title, and prefixes of the names that the chapter declares. The longest prefix wins.
/// A type is declared in the chapter that uses it first.
const CHAPTERS: [(&str, &[&str]); 14] = [
    ("Statuses", &["unic_status", "UNIC_STATUS_"]),
    ("Errors", &["unic_error"]),
    ("Strings", &["unic_string"]),
    ("Analyzers", &["unic_analyzer", "unic_options", "UNIC_OPTIONS_", "UNIC_FINGERPRINT_"]),
    ("Definitions: many analyzers of one document", &["unic_definition"]),
    ("Encodings and offset units", &["unic_encoding", "UNIC_ENCODING_", "unic_offset_unit", "UNIC_OFFSET_"]),
    ("Streams and tokens", &["unic_stream", "unic_token", "UNIC_TOKEN_"]),
    ("Tokens in flat arrays", &["unic_packed", "UNIC_PACKED_", "unic_analyze_utf16_packed"]),
    ("Token filters over the tokens of the host", &["unic_token_filters"]),
    (
        "Whole texts: normalize, filter, explain",
        &["unic_normalize_", "unic_offset_step", "unic_filtered_text", "unic_stream_char_filter_", "unic_analyze_json"],
    ),
    (
        "Sort keys",
        &[
            "unic_strength",
            "UNIC_STRENGTH_",
            "unic_bound",
            "UNIC_BOUND_",
            "unic_key_text_form",
            "UNIC_KEY_FORM_",
            "unic_sort",
            "unic_compare_",
        ],
    ),
    ("Boundaries: grapheme clusters, words, sentences, lines", &["unic_boundar", "UNIC_BREAK_"]),
    ("Numbers in words", &["unic_spell", "UNIC_SPELL_"]),
    (
        "Version and contents of the library",
        &[
            "UNIC_ABI_VERSION",
            "unic_version",
            "unic_abi_version",
            "unic_unicode_version",
            "unic_cldr_version",
            "unic_live_objects",
            "unic_token_type_name",
            "unic_transform_ids",
            "unic_component",
        ],
    ),
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
    in_chapters(&String::from_utf8(written).expect("cbindgen writes UTF-8"))
}

/// Sorts the declarations into chapters; a chapter keeps cbindgen's order: constants, types, functions. Blocks are
/// separated by empty lines, which no comment and no declaration contains.
fn in_chapters(header: &str) -> String {
    let lines: Vec<&str> = header.lines().map(str::trim_end).collect();
    let (start, body) = lines.split_at(lines.iter().position(|line| line.starts_with("#ifndef")).unwrap_or(0));
    let (mut opening, mut closing) = (Vec::new(), Vec::new());
    let mut chapters: [Vec<&[&str]>; CHAPTERS.len()] = Default::default();
    for block in body.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
        match declared_name(block) {
            Some(name) => chapters[chapter_of(name)].push(block),
            None if block.iter().any(|line| line.starts_with(['}']) || line.contains("#endif  /*")) => {
                closing.push(block)
            }
            None => opening.push(block),
        }
    }
    let mut out = start.join("\n").trim_end().to_owned() + "\n";
    let mut write = |block: &[&str]| out = format!("{out}\n{}\n", block.join("\n"));
    opening.into_iter().for_each(&mut write);
    for ((title, _), blocks) in CHAPTERS.iter().zip(chapters) {
        let mut heading = String::new();
        write!(heading, "/* ======== {title} ======== */").expect("a String takes all");
        write(&[&heading]);
        blocks.into_iter().for_each(&mut write);
    }
    closing.into_iter().for_each(&mut write);
    out
}

/// The name that a block declares, as a macro, a type or a function.
fn declared_name<'a>(block: &[&'a str]) -> Option<&'a str> {
    let names = |line: &'a str| {
        line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| word.starts_with("unic_") || word.starts_with("UNIC_"))
    };
    // Declarations start at the margin; lines of comments and members do not.
    let line = block.iter().find(|line| !line.starts_with([' ', '/', '}']))?;
    if let Some(define) = line.strip_prefix("#define ") {
        return names(define).next().filter(|_| define.contains(' '));
    }
    if line.starts_with("typedef") {
        return names(line).next_back();
    }
    // The return type of a function may be a name, too.
    names(line.split('(').next().filter(|_| line.contains('('))?).next_back()
}

fn chapter_of(name: &str) -> usize {
    let longest =
        |prefixes: &[&str]| prefixes.iter().filter(|prefix| name.starts_with(**prefix)).map(|p| p.len()).max();
    let found = (0..CHAPTERS.len()).filter_map(|at| Some((longest(CHAPTERS[at].1)?, at))).max();
    found.unwrap_or_else(|| panic!("build-support/header.rs: no chapter for {name}")).1
}
