//! A stream that has analysed many texts returns the tokens of a fresh one, in both encodings.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use support::{analyzer, tokens};

/// Chains with components that skip parts of the text.
const ANALYZERS: [&str; 14] = [
    r#"{"tokenizer": "unic_tokenizer"}"#,
    r#"{"tokenizer": "standard"}"#,
    r#"{"tokenizer": "graphemes"}"#,
    r#"{"tokenizer": "sentences"}"#,
    r#"{"tokenizer": "lines"}"#,
    r#"{"tokenizer": "own"}"#,
    r#"{"tokenizer": "whitespace", "filter": ["lowercase", "unic_folding"]}"#,
    r#"{"tokenizer": "keyword", "char_filter": ["unic_normalizer"]}"#,
    r#"{"tokenizer": "keyword", "char_filter": ["unic_folding"]}"#,
    r#"{"type": "unic_analyzer"}"#,
    r#"{"type": "hyphen"}"#,
    r#"{"tokenizer": "unic_tokenizer", "filter": [{"type": "unic_transform", "id": "Any-Latin; Latin-ASCII"}]}"#,
    r#"{"tokenizer": "unic_tokenizer", "filter": [{"type": "unic_transform", "id": "Lower", "keep_original": true}]}"#,
    r#"{"tokenizer": "whitespace", "filter": [{"type": "unic_numberformat", "locale": "en", "keep_original": true}]}"#,
];

const PARTS: &str = r#"
    "tokenizer": {
        "graphemes": {"type": "unic_tokenizer", "mode": "grapheme"},
        "sentences": {"type": "unic_tokenizer", "mode": "sentence"},
        "lines": {"type": "unic_tokenizer", "mode": "line"},
        "own": {"type": "unic_tokenizer", "rules": {"Latn": "[a-zà-ÿ]+ {200}; [A-Z0-9]+ {100}; [:Greek:]+ {200}; [^x];"}}
    }"#;

/// The material of parts of a line: scripts, and characters that mislead the accelerators.
const PIECES: [&[&str]; 22] = [
    &["the ", "of a ", "words, ", "Hallenbad", " E-Book", ". ", "\n", "it’s "],
    &["ä", "ö", "ß", "é", "à ", "Œ", "n", "st", "e ", "u\u{308}", "\u{AD}"],
    &["слова ", "и", "дело", "ё", "Ї, "],
    &["ά", "λ", "ό", "γ", "ος ", "ᾧ", "ἀ", "Ϡ"],
    &["ש", "ל", "ום ", "\u{5B8}", "״"],
    &["س", "لا", "م ", "\u{64E}", "ـ", "گ"],
    &["क", "\u{93F}", "त", "\u{94D}", "ा", "ब ", "। "],
    &["한", "국", "어 ", "\u{1112}", "단"],
    &["ไ", "ท", "ย", "\u{E31}", "ก ", "า"],
    &["ລ", "າ", "ວ", "\u{EB5}", " "],
    &["ខ", "្ម", "ែ", "រ", " "],
    &["မ", "ြ", "န", "်", "မာ", " "],
    &["中", "华", "人", "民", "。", "㐀"],
    &["ひ", "ら", "が", "カ", "タ", "ナ", "ー", "漢字", "、"],
    &["0", "1", "393", "28", ".5", ",", " ", "-7", "e9 ", " two", "hundred", "-five "],
    &["let", " = ", "self.", "at", "_x1", "(", ");", "0x7F", " -> ", "::"],
    &["2026-11-23T", "10.0.", "17", ":", "/a?b=", "%2F", " 200 ", "\""],
    &["😀", "👍🏽", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "🇩🇪", "👨\u{200D}👩\u{200D}👧", " "],
    &["\u{200D}", "\u{301}", "\u{FE0F}", "\u{200C}", "\u{E0100}", "\u{1D165}", "a"],
    &["…", "—", "“", "”", "«", "»", "¡", "\u{A0}", "\u{3000}", ".", "'", ":"],
    &["a", "A", "1", "я", "ש", "한", "ก", "中", "カ", "\u{301}", "_", " "],
    &["ა", "ბ", "ա", "բ", "ሀ", "ለ", "ꀀ", "ᎠᎡ", "ꓐ", "𐐀", "𝐀", " "],
];

/// A line of several parts, some long enough to train the accelerators.
fn line() -> impl Strategy<Value = String> {
    let stretch = (0..PIECES.len() + 1, prop_oneof![3 => 1usize..12, 2 => 12usize..200], any::<u64>());
    let stretch = stretch.prop_map(|(kind, length, seed)| {
        let number = |at: usize| seed.rotate_left(at as u32 * 7).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        let piece = |at: usize| match PIECES.get(kind) {
            Some(pieces) => pieces[number(at) as usize % pieces.len()].to_owned(),
            None => char::from_u32(number(at) as u32 % 0x2_0000).map_or_else(String::new, String::from),
        };
        (0..length).map(piece).collect::<String>()
    });
    prop::collection::vec(stretch, 1..5).prop_map(|stretches| stretches.concat())
}

#[test]
fn tokens_do_not_depend_on_earlier_texts() {
    for json in ANALYZERS {
        let analyzer = analyzer(&format!(r#"{{{PARTS}, "analyzer": {{"a": {json}}}}}"#));
        let old = RefCell::new(analyzer.stream());
        let config = Config { source_file: Some(file!()), ..Config::with_cases(600) };
        let found = TestRunner::new(config).run(&prop::collection::vec(line(), 1..4), |lines| {
            for line in lines {
                let units: Vec<u16> = line.encode_utf16().collect();
                let mut old = old.borrow_mut();
                prop_assert_eq!(
                    tokens(&mut old, line.as_bytes(), 256),
                    tokens(&mut analyzer.stream(), line.as_bytes(), 256)
                );
                prop_assert_eq!(tokens(&mut old, &units, 256), tokens(&mut analyzer.stream(), &units, 256));
            }
            Ok(())
        });
        assert!(found.is_ok(), "{json}: {found:?}");
    }
}
