//! Resident memory of a process with one analyzer of each kind, each of which has read a text of four scripts.

use crate::ours::Ours;
use std::process::Command;

/// The argument with which this program starts itself.
pub const PROBE: &str = "memory-probe";

const KINDS: [(&str, &str); 16] = [
    ("unic_tokenizer", r#"{"tokenizer": "unic_tokenizer"}"#),
    ("standard", r#"{"type": "standard"}"#),
    ("unic_analyzer", r#"{"type": "unic_analyzer"}"#),
    ("hyphen", r#"{"type": "hyphen"}"#),
    ("whitespace, lowercase, stop", r#"{"tokenizer": "whitespace", "filter": ["lowercase", "stop"]}"#),
    ("html_strip", r#"{"tokenizer": "whitespace", "char_filter": ["html_strip"]}"#),
    ("cjk_bigram", r#"{"tokenizer": "standard", "filter": ["cjk_bigram"]}"#),
    ("unic_normalizer", r#"{"tokenizer": "keyword", "filter": ["unic_normalizer"]}"#),
    ("unic_folding", r#"{"tokenizer": "keyword", "filter": ["unic_folding"]}"#),
    ("unic_collation, root", r#"{"type": "unic_collation"}"#),
    ("unic_collation, de", r#"{"type": "unic_collation", "locale": "de-u-co-phonebk"}"#),
    ("unic_collation, zh", r#"{"type": "unic_collation", "locale": "zh"}"#),
    ("naturalsort", r#"{"type": "naturalsort", "locale": "en"}"#),
    ("unic_transform, Any-Latin", r#"{"tokenizer": "unic_tokenizer", "filter": ["any_latin"]}"#),
    ("unic_numberformat, en", r#"{"tokenizer": "whitespace", "filter": ["english"]}"#),
    ("unic_numberformat, de", r#"{"tokenizer": "whitespace", "filter": ["german"]}"#),
];

const FILTERS: &str = r#""filter": {
    "any_latin": {"type": "unic_transform", "id": "Any-Latin"},
    "english": {"type": "unic_numberformat", "locale": "en"},
    "german": {"type": "unic_numberformat", "locale": "de"}
}"#;

const TEXT: &str =
    "The quick brown foxes, co-op 42 and naïve Straße; 中华人民共和国 日本語のテキスト ภาษาไทย русский язык";

/// Starts the probe as a separate process and prints its table.
pub fn memory() {
    let program = std::env::current_exe().expect("the program has a path");
    let output = Command::new(program).arg(PROBE).output().expect("the program starts itself");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("| after one analyzer more | resident MB | of it the library's own pages |");
    println!("|---|---|---|");
    println!("{}", String::from_utf8_lossy(&output.stdout));
}

/// Opens one analyzer after the other and prints the memory after each.
pub fn probe() {
    let row = |name: &str| {
        let [all, file] = ["VmRSS:", "RssFile:"].map(resident);
        println!("| {name} | {:.1} | {:.1} |", all / 1024.0, file / 1024.0);
    };
    row("none, the library not loaded");
    let ours = Ours::load();
    let analyzers: Vec<_> = KINDS
        .iter()
        .map(|(name, json)| {
            let analyzer = ours.analyzer(&format!(r#"{{{FILTERS}, "analyzer": {{"a": {json}}}}}"#));
            let mut stream = analyzer.stream();
            stream.utf8(TEXT.as_bytes());
            if name.contains("collation") || *name == "naturalsort" {
                stream.key_utf8(TEXT.as_bytes(), &mut [0; 4096]);
            }
            row(name);
            (analyzer, stream)
        })
        .collect();
    drop(analyzers);
}

/// A line of `/proc/self/status`, in KiB.
fn resident(name: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).unwrap_or(f64::NAN)
}
