//! The token filters `unic_normalizer` and `unic_folding` over a text give each term the result that it has alone.

#[path = "support/normalizing.rs"]
mod normalizing;
mod support;

use proptest::prelude::*;
use serde_json::{Value, json};
use support::{analyzer, tokens};
use unic_analysis::analysis::Stream;
use unic_analysis::analysis::stream::StreamUnit;

/// Tokenizers whose terms are separated, adjacent, or overlap (after the token filter `hyphen`).
fn tokenizers() -> Vec<(Value, Value)> {
    vec![
        (json!({"type": "whitespace"}), json!([])),
        (json!({"type": "unic_tokenizer"}), json!([])),
        (json!({"type": "unic_tokenizer", "mode": "grapheme"}), json!([])),
        (json!({"type": "whitespace", "max_token_length": 2}), json!([])),
        (json!({"type": "letter"}), json!(["lowercase"])),
        (json!({"type": "whitespace"}), json!(["hyphen", "keyword_repeat"])),
    ]
}

fn filters() -> Vec<Value> {
    let mut filters: Vec<Value> = ["nfc", "nfd", "nfkc", "nfkc_cf", "nfkc_scf"]
        .into_iter()
        .flat_map(|name| {
            ["compose", "decompose", "compose_contiguous", "fcd"]
                .map(|mode| json!({"type": "unic_normalizer", "name": name, "mode": mode}))
        })
        .collect();
    filters.extend([
        json!("unic_folding"),
        json!({"type": "unic_folding", "language": "sv"}),
        json!({"type": "unic_folding", "language": "de", "expansion": "ae"}),
        json!({"type": "unic_folding", "mappings": ["각 => gak", "a =>", "é => ee", "日 => nichi", "\\u0301 => x"]}),
        json!({"type": "unic_folding", "mode": "decompose", "mappings": ["각 => gak", "\\u1100 => k"]}),
        json!({"type": "unic_folding", "unicode_set_filter": "[^åäöÅÄÖ]"}),
        json!({"type": "unic_folding", "unicode_set_filter": "[{a\\ b}{n-}{é}[:Latin:]]"}),
        json!({"type": "unic_normalizer", "unicode_set_filter": "[[:Mn:][:Hangul:]]"}),
    ]);
    filters
}

fn terms<U: StreamUnit>(stream: &mut Stream, text: &[U]) -> Vec<String> {
    tokens(stream, text, 97).0.into_iter().map(|token| token.term).collect()
}

fn check(text: &str, (tokenizer, before): &(Value, Value), filter: &Value) {
    let chain = |tokenizer: &Value, filters: Vec<Value>| {
        let analyzers = json!({"a": {"type": "custom", "tokenizer": "t", "filter": filters}});
        let definition = json!({"tokenizer": {"t": tokenizer}, "analyzer": analyzers});
        analyzer(&definition.to_string()).stream()
    };
    let before: Vec<Value> = before.as_array().cloned().unwrap_or_default();
    let mut unfiltered = chain(tokenizer, before.clone());
    let mut filtered = chain(tokenizer, before.into_iter().chain([filter.clone()]).collect());
    let mut alone = chain(&json!({"type": "keyword"}), vec![filter.clone()]);
    let expected: Vec<String> = terms(&mut unfiltered, text.as_bytes())
        .iter()
        .map(|term| terms(&mut alone, term.as_bytes()).pop().unwrap_or_default())
        .collect();
    assert_eq!(terms(&mut filtered, text.as_bytes()), expected, "{tokenizer} {filter} {text:?}");
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(terms(&mut filtered, &units), expected, "UTF-16, {tokenizer} {filter} {text:?}");
}

fn some_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => normalizing::interesting_text(),
        2 => normalizing::korean_text(),
        2 => normalizing::text_of_a_script(),
        4 => "[a-zA-Z]{1,9} ",
        1 => "[\\u{300}-\\u{330}\\u{1161}\\u{11A8}\\u{93C}]{1,2}",
    ];
    prop::collection::vec((word, prop::sample::select(vec!["", " ", "-", ", "])), 0..9)
        .prop_map(|words| words.into_iter().map(|(word, after)| word + after).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn terms_of_a_text_have_the_results_of_single_terms(
        text in some_text(),
        tokenizer in prop::sample::select(tokenizers()),
        filter in prop::sample::select(filters()),
    ) {
        check(&text, &tokenizer, &filter);
    }
}

/// `UNIC_CASES` raises the number of random texts (`make soak`).
fn cases() -> u32 {
    std::env::var("UNIC_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(600)
}

#[test]
fn terms_that_start_with_a_mark_or_a_vowel_are_normalized_alone() {
    let filter = json!({"type": "unic_normalizer", "name": "nfc"});
    let grapheme = (json!({"type": "unic_tokenizer", "mode": "grapheme"}), json!([]));
    let pieces = (json!({"type": "whitespace", "max_token_length": 1}), json!([]));
    for text in ["e\u{301} \u{301}a", "\u{1100}\u{1161}\u{11A8} \u{1161}", "\u{AC00}\u{11A8}b", "a\u{327}\u{301}c"] {
        check(text, &grapheme, &filter);
        check(text, &pieces, &filter);
        check(&text.repeat(40), &pieces, &filter);
    }
}
