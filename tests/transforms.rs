//! Transforms: what ends in an error or a limit, ids in all their forms, offsets, round trips.

use proptest::prelude::*;
use serde_json::{Value, json};
use unic_analysis::config::{CompileOptions, compile};
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform, TransformError, transform};

fn by_id(id: &str) -> Transform {
    Transform::new(id, Direction::Forward).unwrap_or_else(|error| panic!("{error}"))
}

fn rules(rules: &str) -> Result<Transform, TransformError> {
    Transform::from_rules(rules, Direction::Forward, &Limits::default())
}

#[test]
fn ids_are_read_in_all_their_forms() {
    for (id, text, result) in [
        ("Cyrillic-Latin", "Москва", "Moskva"),
        (" cyrillic - LATIN ", "Москва", "Moskva"),
        ("Latin", "Москва", "Moskva"),
        ("und-Latn-t-und-cyrl", "Москва", "Moskva"),
        ("ru-Latin", "Москва", "Moskva"),
        ("ja-Latn", "カタカナ", "katakana"),
        ("el-Latin", "μπ", "b"),
        ("Latin-Greek/FOO", "ba", "βα"),
        ("[aeiou] Upper", "banane", "bAnAnE"),
        ("NFD; [:Mn:] Remove; NFC", "Ångström", "Angstrom"),
        ("(Lower)", "ABC", "ABC"),
        ("Null", "ABC", "ABC"),
    ] {
        assert_eq!(transform(&by_id(id), text).as_deref(), Ok(result), "{id}");
    }
}

#[test]
fn wrong_ids_name_the_nearest_one() {
    let error = Transform::new("Cyrilic-Latin", Direction::Forward).expect_err("no such id");
    assert_eq!(error, TransformError::UnknownId("Cyrilic-Latin".to_owned()));
    assert_eq!(Transform::nearest_id("Cyrilic-Latin"), "Cyrillic-Latin");
    assert!(Transform::new("Han-Latin", Direction::Reverse).is_err());
    assert!(Transform::new("", Direction::Forward).is_err());
}

#[test]
fn masked_rules_are_errors_with_both_places() {
    let Err(TransformError::Rules(error)) = rules("a > b;\nab > c;") else { panic!("accepted") };
    assert_eq!((error.line, error.column, error.other), (2, 1, Some((1, 1))));
}

/// ICU 79.1 recurses until its stack is full on the first two.
#[test]
fn segments_that_refer_to_themselves_are_refused() {
    for text in ["($1) > x;", "(a ($1)) > x;", "(($2) ($1)) > x;"] {
        assert!(matches!(rules(text), Err(TransformError::Rules(_))), "{text}");
    }
    let deep = format!("{}a{} > x;", "(".repeat(1000), ")".repeat(1000));
    assert!(rules(&deep).is_err(), "deeper than the rules may nest");
}

#[test]
fn rules_without_end_meet_a_limit() {
    for endless in ["a > |a;", "a > |aa;", "{} a > b|a;", "x > |@ y; y > |x;"] {
        let Ok(endless) = rules(endless) else { continue };
        assert!(transform(&endless, "xaxa").is_err());
    }
    let doubling: String = "(.) > $1 $1; :: Null; ".repeat(40);
    assert!(transform(&rules(&doubling).expect("rules"), &"x".repeat(100)).is_err());
}

#[test]
fn components_report_limits_and_wrong_options() {
    let refused = |filter: Value| {
        let json = json!({"filter": {"f": filter}, "analyzer": {"a": {"type": "custom", "tokenizer": "keyword", "filter": ["f"]}}});
        let errors = compile(json.to_string().as_bytes(), Some("a"), &CompileOptions::default()).expect_err("refused");
        let first = errors.iter().next().expect("an error").clone();
        (first.category.name(), first.pointer.clone(), first.to_string())
    };
    for (filter, category, option) in [
        (json!({"type": "unic_transform", "id": "Cyrilic-Latin"}), "wrong_value", "id"),
        (json!({"type": "unic_transform", "id": "Han-Latin", "dir": "reverse"}), "wrong_value", "id"),
        (json!({"type": "unic_transform", "dir": "Forward"}), "wrong_value", "dir"),
        (json!({"type": "unic_transform", "rules": "a > b"}), "", ""),
        (json!({"type": "unic_transform", "rules": "a b;"}), "syntax", "rules"),
        (json!({"type": "unic_transform", "unicode_set_filter": "[a"}), "syntax", "unicode_set_filter"),
    ] {
        if category.is_empty() {
            continue;
        }
        let (found, pointer, message) = refused(filter);
        assert_eq!((found, pointer.as_str()), (category, format!("/filter/f/{option}").as_str()), "{message}");
    }
}

#[test]
fn a_term_that_meets_a_limit_stays() {
    let json = json!({"filter": {"f": {"type": "unic_transform", "rules": "a > |a; b > c;"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["f"]}}});
    let analyzer =
        compile(json.to_string().as_bytes(), Some("a"), &CompileOptions::default()).expect("a definition").analyzer;
    let mut terms = Vec::new();
    let mut stream = analyzer.stream();
    let mut tokens = stream.analyze("bb ab b".as_bytes()).expect("a text");
    tokens.for_each(|token| terms.push(String::from_utf8_lossy(token.term).into_owned())).expect("a text");
    assert_eq!(terms, ["cc", "ab", "c"]);
}

#[test]
fn round_trips_that_cldr_promises_hold() {
    for (id, words) in [
        ("Katakana-Hiragana", "カタカナ ヒラガナ アイウエオ ガギグゲゴ パピプペポ"),
        ("Cyrillic-Latin", "Москва мир щука объект вьюга"),
        ("Hangul-Latin", "한국 서울 안녕 값"),
        ("Fullwidth-Halfwidth", "ＡＢＣ １２３ カタカナ"),
        ("Any-Hex", "aé日😀"),
        ("Any-Name", "aé가"),
    ] {
        let inverse = Transform::new(id, Direction::Reverse).expect("an inverse");
        for word in words.split(' ') {
            let there = transform(&by_id(id), word).expect("no limit");
            assert_ne!(there, word, "{id}");
            assert_eq!(transform(&inverse, &there).as_deref(), Ok(word), "{id} {there}");
        }
    }
}

proptest! {
    /// A runner that has worked before gives what a fresh one gives, in both encodings.
    #[test]
    fn runners_keep_nothing(texts in prop::collection::vec("[a-cA-C àéΣσ日本กขя한\u{301}😀]{0,12}", 1..5), id in 0_usize..6) {
        let ids = ["Any-Latin", "Title", "NFD; [:Mn:] Remove; NFC", "Latin-ASCII", "Lower", "Any-Greek"];
        let transform = by_id(ids[id]);
        let mut used = Runner::default();
        for text in texts {
            let mut fresh = Runner::default();
            let wide: Vec<u16> = text.encode_utf16().collect();
            prop_assert!(used.transform_with_pieces(&transform, &wide).is_ok() && fresh.transform(&transform, text.as_bytes()).is_ok());
            let (mut one, mut other): (Vec<u16>, Vec<u8>) = (Vec::new(), Vec::new());
            used.write(|units: &[u16]| one.extend_from_slice(units));
            fresh.write(|units: &[u8]| other.extend_from_slice(units));
            prop_assert_eq!(String::from_utf16_lossy(&one), String::from_utf8_lossy(&other));
        }
    }
}
