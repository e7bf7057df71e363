//! The options of `unic_normalizer`, `unic_folding` and `unic_analyzer`, and the definitions that they reject (rulings
//! N1 to N6, U5, U6, section 7).

mod support;

use serde_json::{Value, json};
use std::path::PathBuf;
use support::tokens;
use unic_analysis::analysis::{Analyzer, OffsetUnit};
use unic_analysis::config::error::ErrorCategory;
use unic_analysis::config::{self, CompileOptions};

/// A configuration directory with these files.
fn directory(files: &[(&str, &str)]) -> PathBuf {
    static NUMBER: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("unic-normalizing-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    folder
}

const FILES: [(&str, &str); 3] = [
    ("danish.txt", "\u{FEFF}# letters\r\nø => oe\r\n® =>\r\n"),
    ("round.txt", "q => r\na => b # on\nb => a\n"),
    ("bad.txt", "a => b\n\nab => c\n"),
];

fn compile(definition: &Value) -> Result<Analyzer, Box<config::error::ConfigErrors>> {
    let folder = directory(&FILES);
    let options = CompileOptions { configuration_directory: Some(folder.clone()), ..CompileOptions::default() };
    let compiled = config::compile(definition.to_string().as_bytes(), None, &options);
    std::fs::remove_dir_all(folder).unwrap();
    compiled.map(|compiled| compiled.analyzer).map_err(Box::new)
}

fn with_filter(filter: &Value) -> Value {
    json!({"filter": {"f": filter}, "analyzer": {"a": {"tokenizer": "whitespace", "filter": ["f"]}}})
}

fn with_char_filter(filter: &Value) -> Value {
    json!({"char_filter": {"f": filter}, "analyzer": {"a": {"tokenizer": "whitespace", "char_filter": ["f"]}}})
}

/// Terms with their offsets in UTF-16 units; checks that both encodings agree.
fn spans(definition: &Value, text: &str) -> Vec<(String, u32, u32)> {
    let analyzer = compile(definition).unwrap_or_else(|errors| panic!("{definition}: {errors}"));
    let mut stream = analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let (utf8, _) = tokens(&mut stream, text.as_bytes(), 7);
    let (utf16, _) = tokens(&mut stream, &text.encode_utf16().collect::<Vec<_>>(), 7);
    assert_eq!(utf8, utf16, "{definition} {text:?}");
    utf8.into_iter().map(|token| (token.term, token.start, token.end)).collect()
}

fn terms(definition: &Value, text: &str) -> String {
    spans(definition, text).into_iter().map(|(term, _, _)| term).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_spelling_of_an_option_means_the_same() {
    for name in ["normalization_name", "name", "form"] {
        for mode in ["normalization_mode", "mode"] {
            for set in ["unicode_set_filter", "unicodeSetFilter"] {
                for prefix in ["unic", "icu"] {
                    let filter =
                        json!({"type": format!("{prefix}_normalizer"), name: "nfkc", mode: "decompose", set: "[^ﬁ]"});
                    assert_eq!(terms(&with_filter(&filter), "é ﬁ ﬂ ①"), "e\u{301} ﬁ fl 1");
                    assert_eq!(terms(&with_char_filter(&filter), "é ﬁ ﬂ ①"), "e\u{301} ﬁ fl 1");
                }
            }
        }
    }
}

#[test]
fn each_form_and_mode_does_what_its_name_says() {
    let text = "É ﬁ ᾳ e\u{323}\u{301} ﬃ a\u{5AE}\u{327}";
    for (name, mode, expected) in [
        ("nfc", "", "É ﬁ ᾳ ẹ\u{301} ﬃ a\u{327}\u{5AE}"),
        ("nfd", "", "E\u{301} ﬁ α\u{345} e\u{323}\u{301} ﬃ a\u{327}\u{5AE}"),
        ("nfkc", "", "É fi ᾳ ẹ\u{301} ffi a\u{327}\u{5AE}"),
        ("nfkd", "", "E\u{301} fi α\u{345} e\u{323}\u{301} ffi a\u{327}\u{5AE}"),
        ("nfkc_cf", "", "é fi αι ẹ\u{301} ffi a\u{327}\u{5AE}"),
        ("nfkc_scf", "", "é fi ᾳ ẹ\u{301} ffi a\u{327}\u{5AE}"),
        ("utr30", "", "e fi αι e ffi a"),
        ("nfkc_cf", "decompose", "e\u{301} fi αι e\u{323}\u{301} ffi a\u{327}\u{5AE}"),
        ("nfc", "fcd", "É ﬁ ᾳ e\u{323}\u{301} ﬃ a\u{327}\u{5AE}"),
        ("nfd", "compose", "É ﬁ ᾳ ẹ\u{301} ﬃ a\u{327}\u{5AE}"),
    ] {
        let mut filter = json!({"type": "unic_normalizer", "name": name});
        if !mode.is_empty() {
            filter["mode"] = json!(mode);
        }
        assert_eq!(terms(&with_filter(&filter), text), expected, "{name} {mode}");
        assert_eq!(terms(&with_char_filter(&filter), text), expected, "{name} {mode}");
    }
}

#[test]
fn a_set_limits_what_changes_and_composes() {
    let filter = |set: &str| json!({"type": "unic_normalizer", "unicode_set_filter": set});
    for (set, text, expected) in [
        ("[]", "É ﬁ", "É ﬁ"),
        ("[^ß]", "RUß", "ruß"),
        ("[:Latin:]", "É Σ", "é Σ"),
        ("\\p{L}", "É ①", "é ①"),
        ("[^\\u0301]", "E\u{301}", "e\u{301}"),
        ("[^{ch}]", "CHAO", "chao"),
        ("[[:L:]-[A-C]]", "ABCDÉ", "ABCdé"),
        ("[[:L:]&[:ASCII:]]", "AÉ", "aÉ"),
    ] {
        assert_eq!(terms(&with_filter(&filter(set)), text), expected, "{set}");
        assert_eq!(terms(&with_char_filter(&filter(set)), text), expected, "{set}");
    }
    let swedish = json!({"type": "icu_folding", "unicodeSetFilter": "[^åäöÅÄÖ]"});
    assert_eq!(terms(&with_filter(&swedish), "Ångström Čapek"), "Ångström capek");
}

#[test]
fn mappings_are_in_the_definition_or_in_files() {
    for mappings in [
        json!(["ø => oe", "® =>"]),
        json!("ø => oe, ® =>"),
        json!(["\\u00F8=>oe", "# registered", "®=> # gone"]),
        json!("danish.txt"),
        json!(["danish.txt"]),
    ] {
        let filter = json!({"type": "unic_folding", "mappings": mappings});
        for definition in [with_filter(&filter), with_char_filter(&filter)] {
            assert_eq!(
                spans(&definition, "Smørrebrød® Ǿ É"),
                [("smoerrebroed".to_owned(), 0, 11), ("oe".to_owned(), 12, 13), ("e".to_owned(), 14, 15)]
            );
        }
    }
    let by_path = json!({"type": "unic_folding", "mappings_path": "danish.txt", "mappings": ["å => aa"]});
    assert_eq!(terms(&with_filter(&by_path), "Århus Ø"), "aarhus oe");
    let over_language = json!({"type": "unic_folding", "language": "sv", "mappings": ["ö => oe"]});
    assert_eq!(terms(&with_filter(&over_language), "Ångström"), "ångstroem");
}

#[test]
fn letters_of_the_language_of_a_tag_are_kept() {
    for (tag, text, expected) in [
        ("sv", "ÅÄÖ É", "åäö e"),
        ("sv-FI", "ÅÄÖ É", "åäö e"),
        ("de", "ÄÖÜ ß", "aou ss"),
        ("sr", "Đ", "d"),
        ("sr-Latn", "Đ Š", "đ š"),
        ("sr_Latn_RS", "Đ Š", "đ š"),
        ("sr-ME", "Đ Š", "đ š"),
        ("sh", "Đ Š", "đ š"),
        ("sr-Cyrl-ME", "Đ", "d"),
        ("sh-Cyrl", "Đ", "d"),
        ("kk-Cyrl-CN", "ғ", "ғ"),
        ("SR-LATN-u-co-search", "Đ Š", "đ š"),
        ("de-x-sr-Latn", "Đ", "d"),
        ("tr", "IİÇ", "ıiç"),
        ("ja", "がパ é", "がパ e"),
    ] {
        let filter = json!({"type": "unic_folding", "language": tag});
        assert_eq!(terms(&with_filter(&filter), text), expected, "{tag}");
        assert_eq!(terms(&with_char_filter(&filter), text), expected, "{tag}");
    }
}

#[test]
fn lowercase_takes_its_language_in_any_case() {
    for language in ["turkish", "Turkish", "TURKISH"] {
        assert_eq!(terms(&with_filter(&json!({"type": "lowercase", "language": language})), "ISPARTA"), "ısparta");
    }
}

#[test]
fn parts_of_an_expansion_can_cover_their_source() {
    let date = |offsets: &str| {
        json!({"char_filter": {"f": {"type": "unic_normalizer", "expansion_offsets": offsets}},
            "analyzer": {"a": {"tokenizer": "unic_tokenizer", "char_filter": "f"}}})
    };
    let of = |offsets: &str| {
        spans(&date(offsets), "日日㋀日").into_iter().map(|(_, start, end)| (start, end)).collect::<Vec<_>>()
    };
    assert_eq!(of("parity"), [(0, 1), (1, 2), (2, 2), (2, 3), (3, 4)]);
    assert_eq!(of("cover"), [(0, 1), (1, 2), (2, 3), (2, 3), (3, 4)]);
}

/// An edit of equal lengths whose source ends with a surrogate pair: no offset is inside the pair (ruling T2).
#[test]
fn no_offset_is_inside_a_removed_character() {
    let definition = json!({
        "char_filter": {"f": {"type": "unic_normalizer"}},
        "tokenizer": {"t": {"type": "standard", "max_token_length": 1}},
        "analyzer": {"a": {"tokenizer": "t", "char_filter": ["f"]}},
    });
    let found = spans(&definition, "½\u{E0020}x");
    let expected = [("1", 0, 1), ("⁄", 1, 1), ("2", 1, 3), ("x", 3, 4)];
    assert_eq!(found, expected.map(|(term, start, end)| (term.to_owned(), start, end)));
}

#[test]
fn the_analyzer_passes_its_options_to_the_normalizer() {
    let analyzer = |options: Value| {
        let mut options = options;
        options["type"] = json!("icu_analyzer");
        json!({"analyzer": {"a": options}})
    };
    for (options, expected) in [
        (json!({}), "e fi 1 strasse"),
        (json!({"folding": false}), "é fi 1 strasse"),
        (json!({"folding": "false", "method": "nfc"}), "É ﬁ Straße"),
        (json!({"folding": false, "method": "nfkc", "mode": "decompose"}), "E\u{301} fi 1 Straße"),
        (json!({"folding": false, "unicode_set_filter": "[^ÉS]"}), "É fi 1 Strasse"),
        (json!({"unicode_set_filter": "[^É]"}), "e fi 1 strasse"),
        (json!({"normalization_name": "utr30", "folding": false}), "e fi 1 strasse"),
    ] {
        assert_eq!(terms(&analyzer(options.clone()), "É ﬁ ① Straße"), expected, "{options}");
    }
}

#[test]
fn a_normalizer_takes_both_as_char_filters_and_as_filters() {
    for (char_filters, filters, expected) in [
        (json!(["unic_normalizer"]), json!([]), "é ﬁ ß".replace('ﬁ', "fi").replace('ß', "ss")),
        (json!([]), json!(["icu_normalizer", "icu_folding"]), "e fi ss".to_owned()),
        (json!("unic_folding"), json!("uppercase"), "E FI SS".to_owned()),
    ] {
        let definition =
            json!({"normalizer": {"a": {"type": "custom", "char_filter": char_filters, "filter": filters}}});
        let text = "É ﬁ ß";
        assert_eq!(spans(&definition, text), [(expected, 0, 5)]);
    }
}

/// ErrorCategory and message of the only error.
fn refused(definition: &Value) -> (ErrorCategory, String) {
    let errors = compile(definition).err().unwrap_or_else(|| panic!("{definition} is accepted"));
    assert_eq!(errors.iter().count(), 1, "{errors}");
    let first = errors.first();
    (first.category, format!("{} | {} | {}", first.pointer, first.found, first.allowed))
}

#[test]
fn wrong_options_are_rejected_with_the_allowed_values() {
    let forms = "nfc, nfd, nfkc, nfkd, nfkc_cf, nfkc_scf, utr30";
    let modes = "compose, decompose, compose_contiguous, fcd";
    let normalizer = |option: &str, value: Value| json!({"type": "unic_normalizer", option: value});
    let folding = |option: &str, value: Value| json!({"type": "unic_folding", option: value});
    for (filter, category, parts) in [
        (normalizer("name", json!("uts46")), ErrorCategory::WrongValue, vec!["/filter/f/name", "\"uts46\"", forms]),
        (normalizer("form", json!("NFC")), ErrorCategory::WrongValue, vec!["\"NFC\"", forms]),
        (normalizer("name", json!("")), ErrorCategory::WrongValue, vec![forms]),
        (normalizer("mode", json!("Compose")), ErrorCategory::WrongValue, vec![modes]),
        (normalizer("mode", json!(["fcd"])), ErrorCategory::WrongValue, vec!["an array", "compose, decompose"]),
        (normalizer("unicode_set_filter", json!("[a-z")), ErrorCategory::Syntax, vec!["line 1, column 5"]),
        (
            normalizer("unicode_set_filter", json!("[b\n[:Nope:]]")),
            ErrorCategory::Syntax,
            vec!["line 2, column 1", "Nope"],
        ),
        (normalizer("unicode_set_filter", json!("[z-a]")), ErrorCategory::Syntax, vec!["column 2"]),
        (normalizer("unicode_set_filter", json!("abc")), ErrorCategory::Syntax, vec!["column 1"]),
        (normalizer("unicode_set_filter", json!("")), ErrorCategory::Syntax, vec!["column 1"]),
        (normalizer("unicode_set_filter", json!("[a]b")), ErrorCategory::Syntax, vec!["column 4"]),
        (normalizer("language", json!("de")), ErrorCategory::UnknownOption, vec!["language"]),
        (normalizer("expansion_offsets", json!("cover")), ErrorCategory::UnknownOption, vec!["expansion_offsets"]),
        (folding("name", json!("nfkc_cf")), ErrorCategory::WrongValue, vec!["utr30 (the only value)"]),
        (folding("normalization_name", json!("UTR30")), ErrorCategory::WrongValue, vec!["utr30 (the only value)"]),
        (folding("language", json!("xx")), ErrorCategory::WrongValue, vec!["/filter/f/language", "\"xx\""]),
        (folding("language", json!("")), ErrorCategory::WrongValue, vec!["/filter/f/language"]),
        (folding("expansion", json!("oe")), ErrorCategory::WrongValue, vec!["base, ae"]),
        (folding("expansion", json!("ae")), ErrorCategory::WrongValue, vec!["`ae` with `language: de`"]),
        (
            folding("mappings", json!(["q => r", "ab => c"])),
            ErrorCategory::Syntax,
            vec!["/filter/f/mappings/1", "`ab`"],
        ),
        (folding("mappings", json!(["a c"])), ErrorCategory::Syntax, vec!["/filter/f/mappings/0", "=>"]),
        (folding("mappings", json!(["a => b", "b => a"])), ErrorCategory::WrongValue, vec!["a → b → a"]),
        (folding("mappings", json!({"a": "b"})), ErrorCategory::WrongValue, vec!["an object"]),
        (folding("mappings", json!("round.txt")), ErrorCategory::WrongValue, vec!["round.txt", "line 2", "a → b → a"]),
        (
            folding("mappings", json!(["danish.txt", "bad.txt"])),
            ErrorCategory::Syntax,
            vec!["/mappings/1", "bad.txt", "line 3"],
        ),
        (folding("mappings", json!("none.txt")), ErrorCategory::MissingReference, vec!["none.txt"]),
        (
            folding("mappings", json!("../danish.txt")),
            ErrorCategory::WrongValue,
            vec!["outside the configuration directory"],
        ),
    ] {
        let (found, message) = refused(&with_filter(&filter));
        assert_eq!(found, category, "{filter}: {message}");
        for part in parts {
            assert!(message.contains(part), "{filter}: {message} lacks {part}");
        }
    }
    for (filter, category) in [
        (json!({"type": "unic_folding", "language": "sv", "expansion": "ae"}), ErrorCategory::WrongValue),
        (json!({"type": "unic_normalizer", "name": "nfc", "form": "nfc"}), ErrorCategory::Duplicate),
        (json!({"type": "unic_normalizer", "mode": "fcd", "normalization_mode": "fcd"}), ErrorCategory::Duplicate),
        (json!({"type": "unic_folding", "expansion_offsets": "none"}), ErrorCategory::WrongValue),
    ] {
        assert_eq!(refused(&with_char_filter(&filter)).0, category, "{filter}");
    }
    for (options, category, part) in [
        (json!({"type": "icu_analyzer", "mode": "wrong"}), ErrorCategory::WrongValue, modes),
        (json!({"type": "icu_analyzer", "method": "nope"}), ErrorCategory::WrongValue, forms),
        (json!({"type": "icu_analyzer", "folding": "maybe"}), ErrorCategory::WrongValue, "true or false"),
        (json!({"type": "icu_analyzer", "unicode_set_filter": "[a"}), ErrorCategory::Syntax, "column 3"),
        (json!({"type": "icu_analyzer", "language": "de"}), ErrorCategory::UnknownOption, "method"),
    ] {
        let (found, message) = refused(&json!({"analyzer": {"a": options}}));
        assert_eq!(found, category, "{options}: {message}");
        assert!(message.contains(part), "{options}: {message} lacks {part}");
    }
}

/// Linear time for all edits: with quadratic time in the offset map this test would not end.
#[test]
fn runs_of_a_hundred_thousand_marks_have_offsets() {
    let marks = format!("a{}", "\u{301}\u{323}".repeat(100_000));
    let text = format!("x {marks} y");
    for offsets in ["parity", "cover"] {
        for name in ["nfc", "nfkd", "utr30"] {
            let filter = json!({"type": "unic_normalizer", "name": name, "expansion_offsets": offsets});
            let found = spans(&with_char_filter(&filter), &text);
            let offsets_found: Vec<(u32, u32)> = found.iter().map(|(_, start, end)| (*start, *end)).collect();
            let length = text.encode_utf16().count() as u32;
            assert_eq!(offsets_found.first(), Some(&(0, 1)), "{name} {offsets}");
            assert_eq!(offsets_found.last(), Some(&(length - 1, length)), "{name} {offsets}");
        }
    }
}
