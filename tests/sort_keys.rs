//! Sort keys of random definitions and texts; definitions that are rejected or cause warnings.

mod support;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cmp::Ordering;
use support::{analyzer, text};
use unic_analysis::analysis::{Analyzer, KeyError};
use unic_analysis::config::{self, CompileOptions};
use unic_analysis::unicode::collate::{Strength, from_base_32768};

fn of(options: Value) -> Analyzer {
    analyzer(&json!({ "analyzer": { "a": options } }).to_string())
}

fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// Random options of either analyzer.
fn options() -> impl Strategy<Value = Value> {
    let values = |name: &'static str, list: Vec<Value>| {
        let absent = std::iter::repeat_n(None, 2 * list.len());
        prop::sample::select(absent.chain(list.into_iter().map(Some)).collect::<Vec<_>>())
            .prop_map(move |value| value.map(|value| (name, value)))
    };
    let texts = |list: &[&str]| list.iter().map(|text| json!(text)).collect::<Vec<_>>();
    let locales = ["de", "de-u-co-phonebk", "sv", "fr-CA", "th", "ja", "zh", "ko", "cs", "da", "en-u-kn-true", "vi"];
    let strengths = ["primary", "secondary", "tertiary", "quaternary", "identical"];
    (
        prop::sample::select(vec!["unic_collation", "unic_collation", "naturalsort"]),
        values("locale", texts(&locales)),
        values("strength", texts(&strengths)),
        values("alternate", texts(&["shifted", "non-ignorable"])),
        values("caseLevel", vec![json!(true), json!(false)]),
        values("caseFirst", texts(&["upper", "lower", "off"])),
        values("numeric", vec![json!(true)]),
        values("variableTop", texts(&["space", "symbol", "currency"])),
        values("reorder", vec![json!(["Cyrl"]), json!(["digit", "Hani", "others", "Latn"]), json!(["none"])]),
    )
        .prop_map(|(kind, locale, strength, alternate, level, first, numeric, top, reorder)| {
            let given = [locale, strength, alternate, level, first, numeric, top, reorder];
            let mut options = json!({ "type": kind });
            for (name, value) in given.into_iter().flatten() {
                options[name] = value;
            }
            options
        })
}

/// Similar texts, made of few kinds of parts.
fn near() -> impl Strategy<Value = String> {
    let parts = vec![
        "a",
        "A",
        "á",
        "a\u{301}",
        "ä",
        "ae",
        "b",
        "ch",
        "Z",
        "1",
        "12",
        "007",
        "٣",
        "-",
        " ",
        "-2",
        ".",
        "ö",
        "Ж",
        "中",
        "か",
        "カ",
        "\u{3099}",
        "ไก",
        "각",
        "가\u{11A8}",
        "\u{0}",
        "\u{FFFE}",
        "ß",
        "ss",
        "😀",
        "$",
        "\u{AD}",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..6).prop_map(|parts| parts.concat())
}

/// Sorting texts equals a stable sort by their keys, with any number of threads, in both encodings.
#[test]
fn sorting_equals_a_stable_sort_by_keys() {
    for kind in ["unic_collation", "naturalsort"] {
        let mut stream = of(json!({ "type": kind, "strength": "secondary" })).stream();
        for count in [0usize, 1, 2, 1023, 1025, 5000] {
            let text = |at: usize| format!("{}{}", ["ä", "a", "Ä", "b 1", ""][at % 5], at * 7919 % 1709);
            let texts: Vec<String> = (0..count).map(text).collect();
            let mut expected: Vec<usize> = (0..count).collect();
            expected.sort_by_cached_key(|&at| stream.sort_key(texts[at].as_bytes()).unwrap().to_vec());
            let wide: Vec<Vec<u16>> = texts.iter().map(|text| utf16(text)).collect();
            for threads in [0, 1, 2, 3, 8] {
                let narrow: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
                assert_eq!(stream.sort(&narrow, threads).unwrap(), expected, "{kind} {count} {threads}");
                let wide: Vec<&[u16]> = wide.iter().map(Vec::as_slice).collect();
                assert_eq!(stream.sort(&wide, threads).unwrap(), expected, "{kind} {count} {threads}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn keys_order_as_comparison_does(options in options(), texts in prop::collection::vec(near(), 2..6), long in text()) {
        let analyzer = of(options);
        let mut stream = analyzer.stream();
        let texts: Vec<String> = texts.into_iter().chain([long]).collect();
        let keys: Vec<Vec<u8>> = texts.iter().map(|text| stream.sort_key(text.as_bytes()).unwrap().to_vec()).collect();
        for (left, left_key) in texts.iter().zip(&keys) {
            prop_assert_eq!(stream.sort_key(&utf16(left)).unwrap(), &left_key[..]);
            prop_assert!(!left_key.contains(&0));
            for (right, right_key) in texts.iter().zip(&keys) {
                let order = left_key.cmp(right_key);
                prop_assert_eq!(stream.compare(left.as_bytes(), right.as_bytes()).unwrap(), order, "{:?} {:?}", left, right);
                prop_assert_eq!(stream.compare(&utf16(left), &utf16(right)).unwrap(), order, "{:?} {:?}", left, right);
            }
        }
    }

    #[test]
    fn truncated_keys_keep_their_order(options in options(), left in text(), right in text(), most in 16usize..80) {
        let whole = of(options.clone());
        let mut cut_options = options;
        cut_options["max_key_bytes"] = json!(most);
        let cut = of(cut_options);
        let (mut whole, mut cut) = (whole.stream(), cut.stream());
        let mut key = |text: &str| {
            let key = whole.sort_key(text.as_bytes()).unwrap().to_vec();
            let short = cut.sort_key(text.as_bytes()).unwrap().to_vec();
            assert_eq!(short, key[..key.len().min(most)]);
            (key, short)
        };
        let ((left_key, left_cut), (right_key, right_cut)) = (key(&left), key(&right));
        let order = left_cut.cmp(&right_cut);
        prop_assert!(order == left_key.cmp(&right_key) || order == Ordering::Equal);
        prop_assert_eq!(cut.compare(left.as_bytes(), right.as_bytes()).unwrap(), order);
    }

    #[test]
    fn terms_in_text_form_are_the_keys(options in options(), left in near(), right in near()) {
        let keys = of(options.clone());
        let mut with_text = options;
        with_text["key_format"] = json!("text");
        let texts = of(with_text);
        let mut stream = keys.stream();
        let mut terms = Vec::new();
        for text in [&left, &right] {
            let key = stream.sort_key(text.as_bytes()).unwrap().to_vec();
            let (found, end) = support::tokens(&mut texts.stream(), text.as_bytes(), 10);
            prop_assert_eq!((found.len(), found[0].start, found[0].end), (1, 0, text.len() as u32));
            prop_assert_eq!((end.final_offset, found[0].token_type.name()), (text.len() as u32, "word"));
            let mut back = Vec::new();
            from_base_32768(&utf16(&found[0].term), &mut back).unwrap();
            prop_assert_eq!(&back, &key);
            let (tokens, _) = support::tokens(&mut keys.stream(), &utf16(text), 10);
            prop_assert_eq!((tokens.len(), &tokens[0].term), (1, text));
            terms.push((utf16(&found[0].term), found[0].term.clone(), key));
        }
        let order = terms[0].2.cmp(&terms[1].2);
        prop_assert_eq!(terms[0].0.cmp(&terms[1].0), order);
        prop_assert_eq!(terms[0].1.cmp(&terms[1].1), order);
    }

    #[test]
    fn ill_formed_text_counts_as_replacement_characters(options in options(), text in near(), bytes in prop::collection::vec(any::<u8>(), 0..4)) {
        let mut stream = of(options).stream();
        let broken: Vec<u8> = text.bytes().chain(bytes).collect();
        let repaired = String::from_utf8_lossy(&broken).into_owned();
        let key = stream.sort_key(&broken).unwrap().to_vec();
        prop_assert_eq!(&key[..], stream.sort_key(repaired.as_bytes()).unwrap());
        prop_assert_eq!(stream.compare(&broken, repaired.as_bytes()).unwrap(), Ordering::Equal);
    }

    #[test]
    fn prefix_ranges_contain_texts_with_the_prefix(text in "[a-zäé ]{1,6}", more in "[ a-z0-9]{0,6}", other in "[a-zé ]{1,8}", natural in any::<bool>()) {
        let kind = if natural { "naturalsort" } else { "unic_collation" };
        let mut stream = of(json!({ "type": kind, "locale": "de" })).stream();
        let range = stream.sort_key_prefix(text.as_bytes(), Strength::Primary).unwrap();
        let whole = format!("{text}{more}");
        prop_assert!(range.contains(stream.sort_key(whole.as_bytes()).unwrap()));
        let base = |text: &str| text.replace('ä', "a").replace('é', "e");
        prop_assert_eq!(range.contains(stream.sort_key(other.as_bytes()).unwrap()), base(&other).starts_with(&base(&text)));
        let exact = stream.sort_key_prefix(text.as_bytes(), Strength::Tertiary).unwrap();
        prop_assert!(exact.contains(stream.sort_key(whole.as_bytes()).unwrap()));
        prop_assert_eq!(&exact.start[..], stream.sort_key(text.as_bytes()).unwrap());
    }
}

/// Pieces of text with their base characters in the root order; no two of them contract.
const BASES: [(&str, &str); 26] = [
    ("a", "a"),
    ("A", "a"),
    ("ä", "a"),
    ("a\u{301}", "a"),
    ("b", "b"),
    ("ﬁ", "fi"),
    ("f", "f"),
    ("i", "i"),
    ("ß", "ss"),
    ("S", "s"),
    ("æ", "ae"),
    ("e", "e"),
    ("o", "o"),
    ("ж", "ж"),
    ("Ж", "ж"),
    ("中", "中"),
    ("丁", "丁"),
    ("가", "\u{1100}\u{1161}"),
    ("각", "\u{1100}\u{1161}\u{11A8}"),
    ("1", "1"),
    ("２", "2"),
    ("\u{301}", ""),
    ("\u{AD}", ""),
    ("😀", "😀"),
    ("-", "-"),
    (" ", " "),
];

fn with_bases() -> impl Strategy<Value = (String, String)> {
    prop::collection::vec(prop::sample::select(&BASES[..]), 0..6).prop_map(|pieces| pieces.into_iter().unzip())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// At primary strength the range contains exactly the matching texts; at other strengths it contains all of them.
    #[test]
    fn prefix_ranges_contain_exactly_the_matching_texts(
        (text, base) in with_bases(), (other, other_base) in with_bases(), (more, _) in with_bases(),
        strength in prop::sample::select(vec!["primary", "tertiary", "quaternary", "identical"]), shifted in any::<bool>(),
        natural in any::<bool>(), cut in prop::option::of(16usize..40),
    ) {
        // A number at the end of the prefix would be complete.
        prop_assume!(!natural || !base.ends_with(['1', '2', '-']));
        let kind = if natural { "naturalsort" } else { "unic_collation" };
        let alternate = if shifted { "shifted" } else { "non-ignorable" };
        let mut options = json!({ "type": kind, "strength": strength, "alternate": alternate });
        let mut stream = of(options.clone()).stream();
        let range = stream.sort_key_prefix(text.as_bytes(), Strength::Primary).unwrap();
        prop_assert_eq!(&range, &stream.sort_key_prefix(&utf16(&text), Strength::Primary).unwrap());
        let counted = |base: &str| if shifted { base.replace(['-', ' '], "") } else { base.to_owned() };
        let starts_alike = counted(&other_base).starts_with(&counted(&base));
        if !natural {
            let holds = range.contains(stream.sort_key(other.as_bytes()).unwrap());
            prop_assert_eq!(holds, starts_alike, "{:?} {:?} {:?}", text, other, range);
        }
        let whole = text.clone() + &more;
        if let Some(cut) = cut {
            options["max_key_bytes"] = json!(cut);
        }
        let mut stream = of(options).stream();
        for level in [Strength::Primary, Strength::Secondary, Strength::Tertiary, Strength::Quaternary, Strength::Identical] {
            let range = stream.sort_key_prefix(text.as_bytes(), level).unwrap();
            let key = stream.sort_key(whole.as_bytes()).unwrap();
            prop_assert!(range.contains(key), "{:?} {:?} {:?} {:?}", text, whole, level, range);
        }
    }

    /// Texts that differ on a level differ at all stronger strengths in the same direction; canonically equivalent
    /// texts never differ; the order of three texts is transitive.
    #[test]
    fn strengths_only_add_and_order_is_total(options in options(), texts in prop::collection::vec(near(), 3)) {
        let strengths = ["primary", "secondary", "tertiary", "quaternary", "identical"];
        let mut weaker: Option<Vec<Ordering>> = None;
        for strength in strengths {
            let mut options = options.clone();
            options["strength"] = json!(strength);
            let mut stream = of(options.clone()).stream();
            let pairs = [(0, 1), (1, 2), (0, 2)];
            let orders: Vec<Ordering> =
                pairs.iter().map(|(l, r)| stream.compare(texts[*l].as_bytes(), texts[*r].as_bytes()).unwrap()).collect();
            // The case level is between accents and tertiary differences.
            if strength == "secondary" && options["caseLevel"] == true {
                weaker = None;
            }
            if let Some(weaker) = weaker {
                for (weak, strong) in weaker.iter().zip(&orders) {
                    prop_assert!(*weak == Ordering::Equal || weak == strong, "{} {:?}", strength, texts);
                }
            }
            for ((left, right), order) in pairs.iter().zip(&orders) {
                let reverse = stream.compare(texts[*right].as_bytes(), texts[*left].as_bytes()).unwrap();
                prop_assert_eq!(reverse, order.reverse());
            }
            if orders[0] == orders[1] {
                prop_assert_eq!(orders[2], orders[0], "transitive: {:?}", texts);
            }
            for text in &texts {
                let (nfc, nfd) = (ComposingNormalizerBorrowed::new_nfc(), DecomposingNormalizerBorrowed::new_nfd());
                let key = stream.sort_key(text.as_bytes()).unwrap().to_vec();
                prop_assert_eq!(stream.sort_key(nfc.normalize(text).as_bytes()).unwrap(), &key[..]);
                prop_assert_eq!(stream.sort_key(nfd.normalize(text).as_bytes()).unwrap(), &key[..]);
            }
            weaker = Some(orders);
        }
    }
}

#[test]
fn many_threads_share_one_analyzer() {
    let analyzer = of(json!({ "type": "icu_collation", "language": "de", "strength": "identical" }));
    let texts: Vec<String> = (0..200).map(|number| format!("Übung {number} für Straße {}", number * 7)).collect();
    let mut stream = analyzer.stream();
    let expected: Vec<Vec<u8>> = texts.iter().map(|text| stream.sort_key(text.as_bytes()).unwrap().to_vec()).collect();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut stream = analyzer.stream();
                for _ in 0..20 {
                    for (text, key) in texts.iter().zip(&expected) {
                        assert_eq!(stream.sort_key(text.as_bytes()).unwrap(), &key[..]);
                    }
                }
            });
        }
    });
}

#[test]
fn only_key_analyzers_have_keys() {
    let mut stream = of(json!({ "type": "hyphen" })).stream();
    assert_eq!(stream.sort_key(b"a"), Err(KeyError::NoKeys));
    assert_eq!(stream.compare(b"a", b"b"), Err(KeyError::NoKeys));
    let by_name = config::compile(b"{\"analyzer\": {}}", Some("icu_collate"), &CompileOptions::default()).unwrap();
    assert_eq!(by_name.analyzer.chain().type_name, "unic_collation");
    assert!(by_name.analyzer.stream().sort_key(b"a").is_ok());
}

#[test]
fn filter_and_tokenizer_write_keys_as_text() {
    let definition = r#"{"filter": {"k": {"type": "icu_collation", "strength": "primary"}},
        "tokenizer": {"n": {"type": "naturalsort"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["k"]},
                     "b": {"type": "custom", "tokenizer": "n"}}}"#;
    let (found, _) = support::tokens(&mut analyzer(definition).stream(), b"b a", 10);
    let mut keys = of(json!({ "type": "unic_collation", "strength": "primary" })).stream();
    for (token, text) in found.iter().zip(["b", "a"]) {
        let mut key = Vec::new();
        from_base_32768(&utf16(&token.term), &mut key).unwrap();
        // As ICU's plugin writes it: with a zero byte.
        assert_eq!(key, [keys.sort_key(text.as_bytes()).unwrap(), &[0]].concat());
    }
    assert!(found[1].term < found[0].term);
    let natural = config::compile(definition.as_bytes(), Some("b"), &CompileOptions::default()).unwrap().analyzer;
    let term = |text: &str| support::tokens(&mut natural.stream(), text.as_bytes(), 10).0.remove(0).term;
    assert!(term("a 2") < term("a 10"));
}

#[test]
fn collation_tokenizer_gives_the_words_of_unic_tokenizer_with_their_keys() {
    let of_mode = |mode: &str| {
        let definition = json!({
            "tokenizer": {
                "k": {"type": "icu_collation_tokenizer", "locale": "sv", "strength": "secondary", "mode": mode},
                "w": {"type": "unic_tokenizer", "locale": "sv", "mode": mode},
            },
            "filter": {"f": {"type": "unic_collation", "locale": "sv", "strength": "secondary"}},
            "analyzer": {
                "a": {"type": "custom", "tokenizer": "k"},
                "b": {"type": "custom", "tokenizer": "w", "filter": ["f"]},
            },
        });
        let of = |name: &str| {
            let compiled = config::compile(definition.to_string().as_bytes(), Some(name), &CompileOptions::default());
            compiled.unwrap_or_else(|errors| panic!("{errors}")).analyzer
        };
        (of("a"), of("b"))
    };
    let text = "Ängöl, ångar 東京に 2 ภาษาไทย 😀. Noch ein Satz? ".repeat(300);
    for mode in ["word", "sentence"] {
        let (one, two) = of_mode(mode);
        let found = support::tokens(&mut one.stream(), text.as_bytes(), 100);
        assert_eq!(found, support::tokens(&mut two.stream(), text.as_bytes(), 100));
        assert!(found.0.len() > 300, "more than one batch");
        assert_eq!(one.stream().sort_key(b"a"), Err(KeyError::NoKeys), "it has no key for a whole text");
    }
    // The option `rules` is that of collation.
    let rules = json!({"tokenizer": {"k": {"type": "unic_collation_tokenizer", "rules": "&z < a"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "k"}}});
    let (found, _) = support::tokens(&mut analyzer(&rules.to_string()).stream(), b"z a", 10);
    assert!(found[0].term < found[1].term);
    // The name alone refers to an instance with default options.
    let alone = json!({"analyzer": {"a": {"type": "custom", "tokenizer": "unic_collation_tokenizer"}}});
    assert_eq!(support::tokens(&mut analyzer(&alone.to_string()).stream(), b"z a", 10).0.len(), 2);
}

/// Compiles one analyzer; returns its warnings, or the first error.
fn outcome(options: &Value, folder: Option<&std::path::Path>) -> Result<Vec<String>, (String, String, String)> {
    let compile = CompileOptions { configuration_directory: folder.map(|path| path.to_owned()), ..Default::default() };
    let json = json!({ "analyzer": { "a": options } }).to_string();
    match config::compile(json.as_bytes(), Some("a"), &compile) {
        Ok(compiled) => {
            Ok(compiled.warnings.iter().map(|warning| format!("{}: {}", warning.pointer, warning.found)).collect())
        }
        Err(errors) => {
            let first = errors.first();
            Err((first.category.name().to_owned(), first.pointer.clone(), first.message()))
        }
    }
}

#[test]
fn options_without_effect_are_warnings_with_their_location() {
    for (options, pointer, part) in [
        (json!({"type": "unic_collation", "locale": "xx"}), "locale", "xx"),
        (json!({"type": "unic_collation", "language": "xx"}), "language", "xx"),
        (json!({"type": "unic_collation", "locale": "zh@collation=big5han"}), "locale", "big5han"),
        (json!({"type": "unic_collation", "locale": "de", "country": "AT"}), "country", "no effect"),
        (json!({"type": "unic_collation", "country": "AT"}), "country", "no effect"),
        (json!({"type": "unic_collation", "language": "de", "variant": "PHONEBOOK"}), "variant", "no effect"),
        (json!({"type": "unic_collation", "rules": "&a < b", "language": "de"}), "language", "no effect"),
        (json!({"type": "naturalsort", "numeric": true}), "numeric", "no effect"),
    ] {
        let warnings = outcome(&options, None).unwrap();
        assert_eq!(warnings.len(), 1, "{options}: {warnings:?}");
        assert!(warnings[0].starts_with(&format!("/analyzer/a/{pointer}: ")), "{warnings:?}");
        assert!(warnings[0].contains(part), "{warnings:?}");
    }
    for options in [
        json!({"type": "unic_collation", "language": "de", "country": "DE", "variant": "PHONEBOOK"}),
        json!({"type": "icu_collation", "locale": "en_US", "decomposition": "NO", "strength": "Primary"}),
        json!({"type": "unic_collation", "rules": "&a < b", "hiragana_quaternary_mode": "true"}),
        json!({"type": "naturalsort", "locale": "de-u-co-phonebk", "digit": 5, "max_tokens": "3", "buffer_size": 1}),
    ] {
        assert_eq!(outcome(&options, None), Ok(Vec::new()), "{options}");
    }
}

#[test]
fn wrong_options_are_errors_with_their_location() {
    for (options, category, pointer) in [
        (json!({"type": "unic_collation", "reorder": ["Latn", "Foo"]}), "wrong_value", "reorder/1"),
        (json!({"type": "unic_collation", "reorder": ["Hira", "Kana"]}), "wrong_value", "reorder/1"),
        (json!({"type": "unic_collation", "reorder": ["Latn", "Latn"]}), "wrong_value", "reorder/1"),
        (json!({"type": "unic_collation", "reorder": ["Latn", "none"]}), "wrong_value", "reorder/1"),
        (json!({"type": "unic_collation", "reorder": ["others", "others"]}), "wrong_value", "reorder/1"),
        (json!({"type": "unic_collation", "variableTop": 5000}), "wrong_value", "variableTop"),
        (json!({"type": "unic_collation", "locale": "de@colStrength=fifth"}), "wrong_value", "locale"),
        (json!({"type": "unic_collation", "locale": "de-u-vt-0020"}), "wrong_value", "locale"),
        (json!({"type": "unic_collation", "locale": "de@variableTop=0020"}), "wrong_value", "locale"),
        (json!({"type": "unic_collation", "rules": "&a < b", "locale": "de"}), "wrong_value", "locale"),
        (json!({"type": "unic_collation", "rules": "[reorder punctuation]"}), "syntax", "rules"),
        (json!({"type": "unic_collation", "rules": "&a <\n<<<<< c"}), "syntax", "rules"),
        (json!({"type": "unic_collation", "rules": ["x.txt"]}), "missing_reference", "rules/0"),
        (json!({"type": "unic_collation", "max_key_bytes": 15}), "wrong_value", "max_key_bytes"),
        (json!({"type": "unic_collation", "key_format": "hex"}), "wrong_value", "key_format"),
        (json!({"type": "unic_collation", "filter": ["lowercase"]}), "unknown_option", "filter"),
        (json!({"type": "naturalsort", "digits": 19}), "wrong_value", "digits"),
        (json!({"type": "naturalsort", "digits": 1, "digit": 1}), "duplicate", "digit"),
    ] {
        let (found, pointer_found, message) = outcome(&options, None).unwrap_err();
        assert_eq!(
            (found.as_str(), pointer_found),
            (category, format!("/analyzer/a/{pointer}")),
            "{options}: {message}"
        );
        assert!(!message.is_empty());
    }
}

#[test]
fn rules_come_from_files() {
    let folder = std::env::temp_dir().join(format!("unic-sort-keys-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("one.txt"), "&a < z\n").unwrap();
    std::fs::write(folder.join("two.rules"), "# more\n&b < y").unwrap();
    std::fs::write(folder.join("bad.rules"), "&a < b\n&c <<<<< d").unwrap();
    let made = |rules: Value| {
        let compile = CompileOptions { configuration_directory: Some(folder.clone()), ..Default::default() };
        let json = json!({ "analyzer": { "a": { "type": "unic_collation", "rules": rules } } }).to_string();
        config::compile(json.as_bytes(), Some("a"), &compile).unwrap().analyzer
    };
    let [listed, one, inline] = [
        made(json!(["one.txt", "two.rules"])),
        made(json!("one.txt, two.rules")),
        made(json!("&a < z\n# more\n&b < y")),
    ];
    let order = |analyzer: &Analyzer| {
        let mut stream = analyzer.stream();
        let mut texts = ["y", "c", "z", "b", "a"];
        texts.sort_by(|left, right| stream.compare(left.as_bytes(), right.as_bytes()).unwrap());
        texts.concat()
    };
    assert_eq!([order(&listed), order(&one), order(&inline)], ["azbyc", "azbyc", "azbyc"]);
    // The fingerprint depends on the content, not on how it is given.
    assert_eq!(listed.fingerprint(), one.fingerprint());
    assert_eq!(listed.fingerprint(), inline.fingerprint());
    std::fs::write(folder.join("two.rules"), "&b < x").unwrap();
    assert_ne!(listed.fingerprint(), made(json!(["one.txt", "two.rules"])).fingerprint());

    let bad = json!({ "type": "unic_collation", "rules": ["one.txt", "bad.rules"] });
    let (category, pointer, message) = outcome(&bad, Some(&folder)).unwrap_err();
    assert_eq!((category.as_str(), pointer.as_str()), ("syntax", "/analyzer/a/rules/1"));
    assert!(message.contains("bad.rules") && message.contains("line 2"), "{message}");
    let missing = json!({ "type": "unic_collation", "rules": "none.rules" });
    assert_eq!(outcome(&missing, Some(&folder)).unwrap_err().0, "missing_reference");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn prefixes_of_the_maximum_length_match_anywhere_in_a_text() {
    let tailored = |prefix: &str| json!({"type": "unic_collation", "rules": format!("&z < {prefix}|b")});
    let prefix = "xy".repeat(32);
    let analyzer = of(tailored(&prefix));
    let mut stream = analyzer.stream();
    let mut key = |text: String| stream.sort_key(text.as_bytes()).expect("a key").to_vec();
    for before in [0, 1, 63, 64, 65, 4_000, 4_096, 5_000, 20_000] {
        let text = |end: &str| format!("{}{end}", "q".repeat(before));
        assert!(key(text(&format!("{prefix}b"))) > key(text(&format!("{prefix}z"))), "{before}");
        let other = format!("y{}", &prefix[1..]);
        assert!(key(text(&format!("{other}b"))) < key(text(&format!("{other}z"))), "{before}");
    }
    let json = json!({"analyzer": {"a": tailored(&format!("{prefix}x"))}}).to_string();
    let compiled = config::compile(json.as_bytes(), Some("a"), &CompileOptions::default());
    let Err(errors) = compiled else { panic!("the prefix is too long") };
    assert!(errors.to_string().contains("the prefix has more than 64 characters in NFD"), "{errors}");
}
