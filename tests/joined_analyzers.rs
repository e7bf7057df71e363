//! Analyzers from components of other analyzers: equal to those of the whole definition, without a file and without a
//! compilation.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use unic_analysis::analysis::Analyzer;
use unic_analysis::config::option_files::FileSource;
use unic_analysis::config::{self, CompileOptions, describe};

fn compile(json: &str, options: &CompileOptions) -> Analyzer {
    config::compile(json.as_bytes(), None, options).unwrap().analyzer
}

fn terms(analyzer: &Analyzer, text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut stream = analyzer.stream();
    let mut tokens = stream.analyze(text.as_bytes()).unwrap();
    tokens
        .for_each(|token| all.push(format!("{} {}-{}", String::from_utf8_lossy(token.term), token.start, token.end)))
        .unwrap();
    all
}

#[test]
fn components_that_are_joined_equal_the_whole_definition() {
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&reads);
    let files = FileSource::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(b"x => yy\n".to_vec())
    });
    let options = CompileOptions { files: Some(files), ..CompileOptions::default() };
    let char_filter = r#"{"type": "unic_folding", "mappings": "m.txt"}"#;
    let tokenizer = r#"{"type": "unic_tokenizer", "max_token_length": 6}"#;
    let filters = [r#"{"type": "hyphen"}"#, r#"{"type": "unic_transform", "id": "Any-Latin"}"#];
    let whole = compile(
        &format!(
            r#"{{"char_filter": {{"c": {char_filter}}}, "tokenizer": {{"t": {tokenizer}}},
                 "filter": {{"a": {}, "b": {}}},
                 "analyzer": {{"w": {{"char_filter": ["c"], "tokenizer": "t", "filter": ["a", "b"]}}}}}}"#,
            filters[0], filters[1]
        ),
        &options,
    );
    let alone = |section: &str, component: &str| {
        let tokenizer = if section == "tokenizer" { "p" } else { "keyword" };
        let list = if section == "tokenizer" { String::new() } else { format!(r#", "{section}": ["p"]"#) };
        let json = format!(
            r#"{{"{section}": {{"p": {component}}}, "analyzer": {{"w": {{"tokenizer": "{tokenizer}"{list}}}}}}}"#
        );
        compile(&json, &options)
    };
    let parts = [
        alone("char_filter", char_filter),
        alone("tokenizer", tokenizer),
        alone("filter", filters[0]),
        alone("filter", filters[1]),
    ];
    assert_eq!(reads.load(Ordering::Relaxed), 2);
    let joined = Analyzer::join(&[&parts[0]], &parts[1], &[&parts[2], &parts[3]]);
    assert_eq!(joined.fingerprint(), whole.fingerprint());
    assert_eq!(joined.chain().limits, whole.chain().limits);
    let text = "Wi-Fi x Straße Москва abcdefghij";
    assert_eq!(terms(&joined, text), terms(&whole, text));
    assert_eq!(reads.load(Ordering::Relaxed), 2);
    assert!(terms(&joined, text).iter().any(|term| term.starts_with("yy ")));
}

#[test]
fn normalizer_has_the_parts_that_fit_one_and_keeps_the_text_whole() {
    let json = r#"{"filter": {"parts": {"type": "hyphen"}, "s": {"type": "stop"}},
        "analyzer": {"w": {"char_filter": ["html_strip", "unic_normalizer"], "tokenizer": "unic_tokenizer",
                           "filter": ["lowercase", "parts", "s", "unic_folding", "trim"]}}}"#;
    let normalizer = compile(json, &CompileOptions::default()).normalizer();
    let steps = |list: &serde_json::Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|step| step["type"].as_str().unwrap().to_owned()).collect()
    };
    let described: serde_json::Value = serde_json::from_str(&describe::describe(&normalizer)).unwrap();
    assert_eq!(described["kind"], "normalizer");
    assert_eq!(steps(&described["char_filters"]), ["unic_normalizer"]);
    assert_eq!(steps(&described["token_filters"]), ["lowercase", "unic_folding", "trim"]);
    assert_eq!(terms(&normalizer, "Das <b>WI-FÎ "), ["das <b>wi-fi 0-14"]);
    let transform = r#"{"filter": {"latin": {"type": "unic_transform", "id": "Cyrillic-Latin", "keep_original": true}},
        "analyzer": {"w": {"tokenizer": "unic_tokenizer", "filter": ["latin"]}}}"#;
    let transformed = compile(transform, &CompileOptions::default());
    assert_eq!(terms(&transformed, "мир"), ["мир 0-6", "mir 0-6"]);
    assert_eq!(terms(&transformed.normalizer(), "мир"), ["mir 0-6"]);
    let keys = compile(r#"{"type": "unic_collation"}"#, &CompileOptions::default()).normalizer();
    assert_eq!(terms(&keys, "Äpfel"), ["Äpfel 0-6"]);
    assert!(keys.key_maker().is_none());
}
