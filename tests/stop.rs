//! Token filter `stop`: lists, sets, files, the end of a text; over both encodings.

mod support;

use std::fs;
use support::{analyzer, tokens};
use unic_analysis::config::{self, CompileOptions, ErrorCategory};

/// Terms with their position increments, and the gap after the last one.
fn run(filter: &str, text: &str) -> (Vec<(String, u32)>, u32) {
    let definition = format!(
        r#"{{"filter": {{"s": {filter}}}, "analyzer": {{"a": {{"type": "custom", "tokenizer": "whitespace", "filter": ["s"]}}}}}}"#
    );
    let mut stream = analyzer(&definition).stream();
    let (found, end) = tokens(&mut stream, text.as_bytes(), 7);
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let (wide, wide_end) = tokens(&mut stream, &utf16, 300);
    let shown = |tokens: Vec<unic_analysis::analysis::stream::OwnedToken>| {
        tokens.into_iter().map(|token| (token.term, token.position_increment)).collect::<Vec<_>>()
    };
    let found = shown(found);
    assert_eq!((&shown(wide), wide_end.position_gap), (&found, end.position_gap));
    (found, end.position_gap)
}

fn terms(filter: &str, text: &str) -> Vec<String> {
    run(filter, text).0.into_iter().map(|(term, _)| term).collect()
}

#[test]
fn removed_words_leave_gaps() {
    let (found, gap) = run(r#"{"type": "stop"}"#, "the fox and the hound of");
    assert_eq!(found, [("fox".to_owned(), 2), ("hound".to_owned(), 3)]);
    assert_eq!(gap, 1);
    assert_eq!(run(r#"{"type": "stop"}"#, "the of"), (Vec::new(), 2));
}

#[test]
fn lists_hold_words_and_sets() {
    assert_eq!(terms(r#"{"type": "stop", "stopwords": "_german_, fox"}"#, "der fox the Der"), ["the", "Der"]);
    assert_eq!(terms(r#"{"type": "stop", "stopwords": ["_german_"], "ignore_case": "true"}"#, "Der DER the"), ["the"]);
    for nothing in [r#""_none_""#, "[]", r#""""#] {
        assert_eq!(terms(&format!(r#"{{"type": "stop", "stopwords": {nothing}}}"#), "the"), ["the"]);
    }
}

#[test]
fn the_last_word_may_be_kept() {
    let filter = r#"{"type": "stop", "remove_trailing": false}"#;
    assert_eq!(run(filter, "the fox and the"), (vec![("fox".to_owned(), 2), ("the".to_owned(), 2)], 0));
    assert_eq!(run(filter, "the fox and the "), (vec![("fox".to_owned(), 2)], 0));
    assert_eq!(run(filter, "the"), (vec![("the".to_owned(), 1)], 0));
    // The result does not depend on the end of a batch.
    for words in 250..260 {
        let text = format!("{}the", "the ".repeat(words));
        assert_eq!(run(filter, &text), (vec![("the".to_owned(), words as u32 + 1)], 0), "{words}");
    }
}

#[test]
fn unknown_sets_are_rejected_by_name() {
    let definition = br#"{"filter": {"s": {"type": "stop", "stopwords": ["x", "_englsh_"]}}}"#;
    let errors = config::validate(definition, &CompileOptions::default()).unwrap_err();
    let first = errors.first();
    assert_eq!((first.category, first.pointer.as_str()), (ErrorCategory::WrongValue, "/filter/s/stopwords/1"));
    assert_eq!(first.nearest.as_deref(), Some("_english_"));
}

#[test]
fn files_have_a_word_on_each_line() {
    let base = std::env::temp_dir().join(format!("unic-stop-{}", std::process::id()));
    fs::create_dir_all(base.join("sub")).unwrap();
    let options = CompileOptions { configuration_directory: Some(base.clone()), ..Default::default() };
    let compile = |more: &str| {
        let definition = format!(
            r#"{{"filter": {{"s": {{"type": "stop", "stopwords_path": "sub/words"{more}}}}},
                "analyzer": {{"a": {{"type": "custom", "tokenizer": "whitespace", "filter": ["s"]}}}}}}"#
        );
        config::compile(definition.as_bytes(), None, &options).map_err(Box::new)
    };
    let file = |content: &[u8]| fs::write(base.join("sub/words"), content).unwrap();

    file("\u{FEFF}one\r\n# no\r\n\r\n  two \r\n_german_".as_bytes());
    let compiled = compile("").unwrap();
    assert_eq!(compiled.warnings, []);
    let (found, _) = tokens(&mut compiled.analyzer.stream(), b"one # no two der three".as_slice(), 10);
    assert_eq!(found.iter().map(|token| token.term.as_str()).collect::<Vec<_>>(), ["#", "no", "three"]);

    let both = compile(r#", "stopwords": ["three"]"#).unwrap();
    assert_eq!(both.warnings.len(), 1);
    let (found, _) = tokens(&mut both.analyzer.stream(), b"one three".as_slice(), 10);
    assert_eq!(found.len(), 1);

    for (content, category) in [
        (b"caf\xE9\n".as_slice(), ErrorCategory::Syntax),
        (b"\xFF\xFEa\0", ErrorCategory::Syntax),
        (b"one\n_klingon_\n", ErrorCategory::WrongValue),
    ] {
        file(content);
        let errors = compile("").unwrap_err();
        assert_eq!((errors.first().category, errors.first().pointer.as_str()), (category, "/filter/s/stopwords_path"));
        let line = "the file \"sub/words\", line 2: unknown set of stop words \"_klingon_\"";
        assert!(category == ErrorCategory::Syntax || errors.first().found == line, "{}", errors.first().found);
    }
    fs::remove_dir_all(base).unwrap();
}
