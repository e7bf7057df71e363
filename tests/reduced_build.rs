//! A build without the features `dictionaries` and `tailorings` (`make feature-test`, which also runs the collation
//! oracle with it): missing data is an error, everything else is as in the full build.

use unic_analysis::config::{self, CompileOptions, ErrorCategory};
use unic_analysis::unicode::collate::Collator;
use unic_analysis::unicode::segment::{BreakKind, HAS_DICTIONARIES};
use unic_analysis::unicode::transform::{Direction, Transform};

fn terms(tokenizer: &str, text: &str) -> Result<Vec<String>, config::ConfigErrors> {
    let json = format!(r#"{{"tokenizer": {{"t": {tokenizer}}}, "analyzer": {{"a": {{"tokenizer": "t"}}}}}}"#);
    let analyzer = config::compile(json.as_bytes(), Some("a"), &CompileOptions::default())?.analyzer;
    let (mut stream, mut terms) = (analyzer.stream(), Vec::new());
    let mut tokens = stream.analyze(text.as_bytes()).expect("the text is short");
    tokens.for_each(|token| terms.push(String::from_utf8_lossy(token.term).into_owned())).expect("memory lasts");
    Ok(terms)
}

#[test]
fn the_build_is_reduced() {
    assert!(!HAS_DICTIONARIES, "run it by `make feature-test`");
}

#[test]
fn words_by_dictionary_are_an_error() {
    for tokenizer in [r#"{"type": "unic_tokenizer"}"#, r#"{"type": "unic_tokenizer", "mode": "line"}"#] {
        let errors = terms(tokenizer, "ภาษาไทย").expect_err("there are no dictionaries");
        assert_eq!(errors.first().category, ErrorCategory::WrongValue);
        assert!(errors.to_string().contains("no dictionaries (Cargo feature `dictionaries`)"), "{errors}");
    }
    assert!(BreakKind::Word.rules("th").is_none());
    assert!(BreakKind::line_of("en", None, None).rules("en").is_none());
}

#[test]
fn other_tokenizers_work() {
    assert_eq!(terms(r#"{"type": "standard"}"#, "Wi-Fi 漢字").unwrap(), ["Wi", "Fi", "漢", "字"]);
    assert_eq!(terms(r#"{"type": "unic_tokenizer", "mode": "grapheme"}"#, "e\u{301}x").unwrap(), ["e\u{301}", "x"]);
}

#[test]
fn transforms_by_thai_words_are_unknown() {
    let error = Transform::new("Thai-Latin", Direction::Forward).expect_err("no dictionary");
    assert!(error.to_string().contains("this build has no dictionaries"), "{error}");
    assert!(Transform::new("Cyrillic-Latin", Direction::Forward).is_ok());
}

#[test]
fn rules_of_a_locale_are_compiled_when_it_is_opened() {
    let opened = Collator::open("sv").unwrap();
    assert_eq!(opened.locale, "sv");
    let key = |text: &str| {
        let mut key = Vec::new();
        opened.collator.append_key(text.as_bytes(), &mut Default::default(), &mut key);
        key
    };
    assert!(key("z") < key("å") && key("å") < key("ä") && key("ä") < key("ö"));
}
