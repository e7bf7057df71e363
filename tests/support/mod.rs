//! Generators of the property tests: random definitions of all components, and random texts.
#![allow(dead_code)]

use proptest::prelude::*;
use serde_json::{Value, json};
use unic_analysis::analysis::Analyzer;
use unic_analysis::analysis::End;
use unic_analysis::analysis::stream::{OwnedToken, StreamUnit};
use unic_analysis::config::{self, CompileOptions};

/// Every char filter, tokenizer and token filter, in the configurations that chains are drawn from. A new component
/// adds a line.
pub fn components() -> [(&'static str, Vec<Value>); 3] {
    [
        (
            "char_filter",
            vec![
                json!({"type": "mapping", "mappings": ["& => and", "é => e", "ab => x", "日 => ", "- => --", "😀 => :)"]}),
                json!({"type": "html_strip"}),
                json!({"type": "html_strip", "escaped_tags": ["b", "br", "script"]}),
                json!({"type": "unic_normalizer"}),
                json!({"type": "unic_normalizer", "name": "nfkd", "expansion_offsets": "cover"}),
                json!({"type": "unic_normalizer", "name": "nfc", "unicode_set_filter": "[^é[:Hebrew:]]"}),
                json!({"type": "unic_folding"}),
                json!({"type": "unic_folding", "expansion_offsets": "cover", "language": "de", "expansion": "ae"}),
                json!({"type": "unic_transform", "id": "Any-Latin; NFD; [:Mn:] Remove; NFC"}),
                json!({"type": "unic_transform", "rules": "a > |b; b+ {c} > ; (d) e > $1 '-' &Any-Upper($1);", "expansion_offsets": "cover"}),
                json!({"type": "mapping", "mappings": ["a => aaaa", "x => ", "\\u0020 => \\u0020\\u0020"]}),
            ],
        ),
        (
            "tokenizer",
            vec![
                json!({"type": "whitespace"}),
                json!({"type": "whitespace", "max_token_length": 3}),
                json!({"type": "keyword"}),
                json!({"type": "hyphen"}),
                json!({"type": "hyphen", "max_token_length": 4}),
                json!({"type": "naturalsort", "locale": "de", "maxTokens": 3}),
                json!({"type": "unic_collation_tokenizer", "locale": "sv", "caseLevel": true}),
                json!({"type": "unic_collation_tokenizer", "rules": "& b < ä", "mode": "sentence", "max_token_length": 9}),
                json!({"type": "unic_tokenizer"}),
                json!({"type": "unic_tokenizer", "cjk_as_words": false, "myanmar_as_words": false, "khmer_as_words": false,
                    "script_run_ends_at_space": true, "max_token_length": 2, "keep_symbols": "[+\\&\\-]"}),
                json!({"type": "unic_tokenizer", "rulefiles": "Latn:TechnicalTerms.rbbi,Cyrl:KeywordTokenizer.rbbi",
                    "rules": {"Thai": "[:Thai:]+ {200}; .;", "Zyyy": ".+ / 'b' {100}; .+ {7};"}, "max_token_length": 7}),
                json!({"type": "unic_tokenizer", "split_underscore": true, "split_period": true, "split_colon": true}),
                json!({"type": "unic_tokenizer", "mode": "grapheme"}),
                json!({"type": "unic_tokenizer", "mode": "sentence", "locale": "el", "max_token_length": 9}),
                json!({"type": "unic_tokenizer", "mode": "line", "line_break": "loose", "locale": "ja"}),
                json!({"type": "unic_tokenizer", "mode": "line", "word_break": "phrase", "locale": "ja"}),
                json!({"type": "unic_tokenizer", "user_dictionary": ["日本語テ", "ｶ", "한", "한국", "กข", "ไทยก", "က", "ຄ"]}),
                json!({"type": "unic_tokenizer", "hiragana_as_runs": true, "max_token_length": 3}),
                json!({"type": "letter"}),
                json!({"type": "lowercase"}),
                json!({"type": "standard"}),
                json!({"type": "standard", "max_token_length": 1}),
            ],
        ),
        (
            "filter",
            vec![
                json!({"type": "lowercase"}),
                json!({"type": "lowercase", "language": "greek"}),
                json!({"type": "lowercase", "language": "irish"}),
                json!({"type": "lowercase", "language": "turkish"}),
                json!({"type": "uppercase"}),
                json!({"type": "length", "min": 2, "max": 6}),
                json!({"type": "truncate", "length": 3}),
                json!({"type": "trim"}),
                json!({"type": "keyword_repeat"}),
                json!({"type": "remove_duplicates"}),
                json!({"type": "stop"}),
                json!({"type": "stop", "stopwords": ["_cjk_", "a", "e-book", "日本", "россия"], "ignore_case": true,
                    "remove_trailing": false}),
                json!({"type": "unic_collation", "locale": "de", "strength": "quaternary"}),
                json!({"type": "unic_normalizer", "mode": "decompose"}),
                json!({"type": "unic_normalizer", "name": "nfc", "mode": "fcd"}),
                json!({"type": "unic_folding", "language": "tr"}),
                json!({"type": "unic_transform", "id": "Any-Latin", "keep_original": true}),
                json!({"type": "unic_transform", "id": "Title", "unicode_set_filter": "[^é]"}),
                json!({"type": "unic_folding", "mappings": ["日 => nichi", "- =>"]}),
                json!({"type": "hyphen", "hyphens": "+-'&"}),
                json!({"type": "hyphen", "subwords": false, "respect_keywords": true}),
                json!({"type": "keyword_marker", "keywords": ["E-Book", "a", "日本"], "ignore_case": true}),
                json!({"type": "cjk_bigram"}),
                json!({"type": "cjk_bigram", "output_unigrams": true, "ignored_scripts": "hangul"}),
                json!({"type": "keyword_marker", "keywords_pattern": "[a-z]+-.*"}),
                json!({"type": "unic_numberformat", "locale": "en", "keep_original": true}),
                json!({"type": "unic_numberformat", "locale": "de", "format": "ordinal"}),
                json!({"type": "unic_numberformat", "format": "numbering_system", "lenient": false}),
            ],
        ),
    ]
}

/// A definition with one analyzer `a`: a random chain.
pub fn definition() -> impl Strategy<Value = String> {
    let [char_filters, tokenizers, filters] = components().map(|(_, list)| list);
    let some = |list: Vec<Value>, most: usize| prop::collection::vec(prop::sample::select(list), 0..=most);
    (some(char_filters, 2), prop::sample::select(tokenizers), some(filters, 3)).prop_map(
        |(char_filters, tokenizer, filters)| {
            let named = |prefix: &str, list: &[Value]| -> serde_json::Map<String, Value> {
                list.iter().enumerate().map(|(at, value)| (format!("{prefix}{at}"), value.clone())).collect()
            };
            let names = |prefix: &str, count: usize| (0..count).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>();
            json!({
                "char_filter": named("c", &char_filters),
                "tokenizer": {"t": tokenizer},
                "filter": named("f", &filters),
                "analyzer": {"a": {
                    "type": "custom",
                    "tokenizer": "t",
                    "char_filter": names("c", char_filters.len()),
                    "filter": names("f", filters.len()),
                }},
            })
            .to_string()
        },
    )
}

/// Texts of all scripts, with characters that the components handle specially, shorter and longer than a block and a
/// batch.
pub fn text() -> impl Strategy<Value = String> {
    let parts = vec![
        "a",
        "ab",
        "E-Book",
        "Corinna's",
        "U.S.A.",
        "C++",
        " ",
        "  ",
        "\n",
        "\u{3000}",
        "\u{A0}",
        "é",
        "e\u{301}",
        "İ",
        "I\u{307}",
        "ΟΔΟΣ",
        "Ⱥ",
        "ß",
        "nAthair",
        "日本",
        "カ\u{3099}",
        "ไทย",
        "ภาษาไทยง่ายนิดเดียว",
        "東京タワーに行く",
        "한글漢字かな",
        "ខ្មែរភាសា",
        "မြန်မာစာ",
        "ລາວ",
        "🇩🇪🇪🇺",
        "1️⃣",
        "россия 2BR",
        "हिन्दी",
        "עִבְרִית",
        "العربية",
        "😀",
        "👩‍👩‍👧",
        "𝐀𝐁",
        "\u{0}",
        "\u{FEFF}",
        "\u{301}",
        "-",
        "--",
        "‐",
        "’",
        ".",
        ",",
        "1,000.50",
        "twenty-one",
        "zwei hundert",
        "٣٤",
        "MCMXC",
        "&",
        "x_y",
        "\u{10FFFF}",
        "½",
        "㋀",
        "ﷺ",
        "\u{AD}",
        "각",
        "\u{1100}\u{1161}",
        "ﬁ",
        "Å",
        "ẛ\u{323}",
        "längereWörterOhneEnde",
        "The quick brown fox ",
        "<b>",
        "</p>",
        "&amp;",
        "&#xD83D;&#56832;",
        "<a title=\"x>y\">",
        "<!-- <!--# '-->' --> -->",
        "<script>",
        "</ script >",
        "<",
        "\"",
    ];
    let any_char = any::<char>().prop_map(|c| c.to_string());
    let part = prop_oneof![6 => prop::sample::select(parts).prop_map(str::to_owned), 1 => any_char];
    let short = prop::collection::vec(part.clone(), 0..40).prop_map(|parts| parts.concat());
    let long = (prop::collection::vec(part, 1..40), 1usize..60).prop_map(|(parts, times)| parts.concat().repeat(times));
    prop_oneof![4 => short, 1 => long]
}

/// Compiles the analyzer `a`.
pub fn analyzer(definition: &str) -> Analyzer {
    config::compile(definition.as_bytes(), Some("a"), &CompileOptions::default())
        .unwrap_or_else(|errors| panic!("{definition}\n{errors}"))
        .analyzer
}

/// All tokens and the end-of-text state, by batches of a size.
pub fn tokens<U: StreamUnit>(
    stream: &mut unic_analysis::analysis::Stream,
    text: &[U],
    batch: usize,
) -> (Vec<OwnedToken>, End) {
    let mut found = Vec::new();
    let mut tokens = stream.analyze(text).expect("the text fits");
    while tokens.next_batch(batch, |token| found.push(token.into())).expect("memory lasts") == batch {}
    let end = tokens.end().expect("all tokens came");
    (found, end)
}
