//! Transforms: errors and limits, all forms of ids, offsets, round trips.

use proptest::prelude::*;
use serde_json::{Value, json};
use unic_analysis::config::{CompileOptions, compile};
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, PieceOptions, Runner, Transform, TransformError, transform};

fn by_id(id: &str) -> Transform {
    Transform::new(id, Direction::Forward).unwrap_or_else(|error| panic!("{error}"))
}

fn rules(rules: &str) -> Result<Transform, TransformError> {
    Transform::from_rules(rules, Direction::Forward, &Limits::default())
}

#[test]
fn ids_are_parsed_in_all_their_forms() {
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
        // Scripts of locales: by language, including one that only ISO 639-3 has, by region, of the root.
        ("ppl_FONIPA", "Москва", "Moskva"),
        ("und_RU-Latin", "Москва", "Moskva"),
        ("az_RU-Latin", "Москва", "Moskva"),
        ("root-Cyrillic", "da", "да"),
        // The language `Han_` is written in Latin letters, `kk\u{E9}` is read as `kki`; `Old_Italic` is a script.
        ("Han_-Cyrillic", "da 寺", "да 寺"),
        ("Han_x-Latin", "寺", "sì"),
        ("kké", "да", "da"),
        ("kk_é", "da", "да"),
        ("az_Cyrl1", "da", "да"),
    ] {
        assert_eq!(transform(&by_id(id), text).as_deref(), Ok(result), "{id}");
    }
}

#[test]
fn wrong_ids_name_the_nearest_one() {
    let error = Transform::new("Cyrilic-Latin", Direction::Forward).expect_err("no such id");
    assert_eq!(error, TransformError::UnknownId("Cyrilic-Latin".to_owned()));
    assert_eq!(Transform::nearest_id("Cyrilic-Latin"), Some("Cyrillic-Latin"));
    for other in [" ", "7", "Any-xxx"] {
        assert_eq!(Transform::nearest_id(other), None, "{other}");
    }
    // An id that exists is not a misspelling.
    let error = Transform::new("Han-Latin", Direction::Reverse).expect_err("no inverse");
    assert_eq!(error.unknown_id(), None);
    assert!(Transform::new("", Direction::Forward).is_err());
    assert!(Transform::new("Han_-Latin", Direction::Forward).is_err());
    assert!(Transform::new("Old_Italic-Greek", Direction::Forward).is_err());
    assert!(Transform::new("Nag_Mundari-Telugu", Direction::Forward).is_err());
    // Unlike `uké`, whose last letter is read without its highest bit: only ASCII letters lose their case.
    assert!(Transform::new("UKÉ-Latin", Direction::Forward).is_err());
}

/// The filter of the first id holds for the whole list, except in rules of ids alone with a global filter.
#[test]
fn the_filter_of_the_first_id_is_its_own_below_a_global_filter() {
    for (text, result) in [
        (":: [a] Upper; :: Lower;", "azbB"),
        (":: [^b]; :: [a] Lower; :: Upper;", "AZbB"),
        (":: [^b]; :: [a] Lower; :: Upper; q > r;", "AzbB"),
    ] {
        assert_eq!(transform(&rules(text).unwrap(), "azbB").as_deref(), Ok(result), "{text}");
    }
}

/// A filter restricts the characters where a pass may start; rules may move the cursor to others.
#[test]
fn the_cursor_may_move_outside_of_a_filter() {
    assert_eq!(transform(&by_id("[a-z]Latin-InterIndic"), "co").as_deref(), Ok("\u{E01A}\u{E04A}"));
    let by = rules(":: [ab]; a > x|y; y > z;").unwrap();
    assert_eq!(transform(&by, "aby").as_deref(), Ok("xzby"));
}

#[test]
fn escapes_of_surrogates_are_one_character() {
    let by = rules("\\uD83D\\uDE00 x > k; [\\uD83D\\uDE01] > l; (\\uD83D)\\uDE02 > m;").unwrap();
    assert_eq!(transform(&by, "😀x😁😂").as_deref(), Ok("kl😂"));
}

/// ICU moves on by two units from the trail surrogate that it has written.
#[test]
fn no_escape_starts_after_an_escaped_pair() {
    for (text, result) in [
        ("\\uD83D\\uDE00\\u0041\\u0042", "😀\\u0041B"),
        ("\\uD83D\\uDE00x\\u0041", "😀xA"),
        ("\\uD83D\\uDE00😁\\u0041\\u0042", "😀😁\\u0041B"),
        ("\\uD83D\\uDE00", "😀"),
    ] {
        assert_eq!(transform(&by_id("Hex-Any"), text).as_deref(), Ok(result), "{text}");
    }
}

#[test]
fn the_end_of_the_rules_ends_functions_and_segments() {
    for (text, result) in [("a > x&Upper(b", "xB"), ("a > x&Upper(y&Lower(Z", "xYZ"), ("a > x(b", "x")] {
        let found = rules(text).map(|by| transform(&by, "a"));
        assert_eq!(found, Ok(Ok(result.to_owned())), "{text}");
    }
    assert!(rules("a > &Upper(b;").is_err());
}

/// Format characters are not part of the name of a variable, except U+200D; U+200E is white space.
#[test]
fn names_of_variables_are_identifiers() {
    assert!(rules("$v = [a]; x } $v\u{200E} > y;").is_ok());
    assert!(rules("$v\u{200D} = [a]; x } $v\u{200D} > y;").is_ok());
    assert!(rules("$v\u{AD}w = [a];").is_err());
}

#[test]
fn an_arrow_is_one_operator() {
    assert!(rules("a <> b;").is_ok());
    assert!(rules("a ←> b;").is_err());
    assert!(rules("a <→ b;").is_err());
}

#[test]
fn masked_rules_are_errors_with_both_locations() {
    let Err(TransformError::Rules(error)) = rules("a > b;\nab > c;") else { panic!("accepted") };
    assert_eq!((error.line, error.column, error.other), (2, 1, Some((1, 1))));
}

/// A segment of a variable is captured apart from those of the rule, and what another rule captured does not count.
#[test]
fn segments_of_variables_are_their_own() {
    for (text, source, expected) in [
        ("$v = (a); $v (b) > $1 X $v;", "ab", "bXa"),
        ("$v = (a); (b) $v > $1 X $v;", "ba", "bXa"),
        ("$v = (a); $w = (c); $v $w > $w X $v;", "ac", "cXa"),
        ("$v = ([ab]); $v+ > $v X $v;", "abab", "bXb"),
        ("$v = ([ab]); $v > &Upper($v) $v;", "ab", "AaBb"),
        ("$v = (a); $w = ($v b); c $w+ > $w X $v;", "cabab", "abXa"),
        ("$v = (a); (x) > y $1 $v; 日 > z $v;", "x日", "yxz"),
    ] {
        assert_eq!(transform(&rules(text).expect("rules"), source).expect("no limit"), expected, "{text}");
    }
    let many = |count: usize| (0..count).map(|number| format!("$v{number} = (a)(b);")).collect::<String>() + "a > b;";
    assert!(rules(&many(500)).is_ok());
    assert!(rules(&many(501)).is_err_and(|error| error.to_string().contains("at most 1000")));
}

/// The results of ICU 79.1, in which such a reference is a private use character that no rule may have; inside of a
/// segment it matches that character.
#[test]
fn references_of_variables_are_to_their_own_segments() {
    for text in [
        "$v = t$1s; a > $v;",
        "$v = t$1s; (a) > $v;",
        "$v = t$1s; $v > a;",
        "$v = t$1s; $v { b > c;",
        "$v = t$1s; b } $v > c;",
        "$v = t$1s; $w = x $v; a > $w;",
        "$v = (a)$2; $v > x;",
        "$v = $1$2(a); $v > x;",
    ] {
        assert!(matches!(rules(text), Err(TransformError::Rules(_))), "{text}");
    }
    for (text, expected) in [
        ("$v = t$1s; (x $v) > a;", "a xts xx"),
        ("$v = t$1s; a < $v; x > y;", "a yts yy"),
        ("$v = (a $2); $v > x;", "a xts xx"),
        ("$v = $1(a); $v > x;", "a xts xx"),
        ("$v = (a)$1; $v > x; x > $v;", "a ts "),
        ("$v = t$1s; a > &Upper($v);", "TS xts xx"),
    ] {
        assert_eq!(transform(&rules(text).expect("rules"), "a xts xx").expect("no limit"), expected, "{text}");
    }
}

/// ICU 79.1 recurses until its stack overflows on the first two.
#[test]
fn segments_that_refer_to_themselves_are_rejected() {
    for text in ["($1) > x;", "(a ($1)) > x;", "(($2) ($1)) > x;"] {
        assert!(matches!(rules(text), Err(TransformError::Rules(_))), "{text}");
    }
    let deep = format!("{}a{} > x;", "(".repeat(1000), ")".repeat(1000));
    assert!(rules(&deep).is_err(), "deeper than the rules may nest");
}

/// The results of ICU 79.1.
/// As in ICU 79.1, which reads the value inside the set: a set after white space is the character that represents it.
#[test]
fn sets_skip_white_space_at_the_start_of_a_variable() {
    for (definition, result) in [
        (r"\ a", Some("x b")),
        (r"\ \u0009a", Some("x b")),
        (r"\ [a-c]", Some("a b")),
        ("'  '[a-c]", Some("a b")),
        (r"\u200E[a-c]", Some("a b")),
        (r"[a-c]", Some("x x")),
        (r"a\ ", None),
        (r"[a-c]\ ", None),
        (r"\ ", None),
        (r"\ ab", None),
        (r"\u00A0[a-c]", None),
    ] {
        let found = rules(&format!("$v={definition}; [$v] > x;")).ok().map(|rules| transform(&rules, "a b").unwrap());
        assert_eq!(found.as_deref(), result, "{definition}");
    }
}

/// The results of ICU 79.1, which reads the value inside the set, whether it was quoted in its definition or not.
#[test]
fn sets_read_the_value_of_a_variable_as_syntax() {
    for (definition, result) in [
        ("'[a-c]'", Some("x x -$")),
        ("'{a}'", Some("x b -$")),
        (r"'\u0061'", Some("x b -$")),
        (r"'\p{L}'", Some("x x -$")),
        (r"'\N{DOLLAR SIGN}'", Some("a b -x")),
        ("'}'", Some("a b -$")),
        (r"\$", None),
        ("'-'", None),
        ("'['", None),
        ("'{'", None),
        ("'a-c'", None),
        ("'[a] '", None),
    ] {
        let found =
            rules(&format!("$v={definition}; [$v] > x;")).ok().map(|rules| transform(&rules, "a b -$").unwrap());
        assert_eq!(found.as_deref(), result, "{definition}");
    }
}

/// The results of ICU 79.1.
#[test]
fn short_escapes_at_the_end_and_the_end_of_the_variable_range_are_read_as_in_icu() {
    for (text, result) in [
        (r"a > \p;", Some("p")),
        (r"a > \pL;", Some("pL")),
        (r"a > \N;", Some("N")),
        (r"\pL > x;", None),
        ("$v=\u{F8FF}; a > x$v;", Some("x\u{F8FF}")),
        ("$v=\u{F8FE}; a > x$v;", None),
        ("$v=b; a > \u{F8FF};", None),
    ] {
        let found = rules(text).ok().map(|rules| transform(&rules, "a").unwrap());
        assert_eq!(found.as_deref(), result, "{text:?}");
    }
}

#[test]
fn a_variable_without_text_may_be_repeated() {
    let empty = |rest: &str| rules(&format!("$v = ; {rest}"));
    for (rest, text, result) in [("a($v)+ > x;", "ba", "bx"), ("a < b $v+;", "ba", "ba"), ("a $v* b > x;", "ab", "x")] {
        assert_eq!(transform(&empty(rest).expect("rules"), text).as_deref(), Ok(result), "{rest}");
    }
    assert!(empty("($v+) > x;").is_err() && rules("+ > x;").is_err() && rules("a (+) > x;").is_err());
    assert!(transform(&empty("$v+ > x;").expect("rules"), "ba").is_err(), "a rule that matches nothing does not end");
}

#[test]
fn rules_that_do_not_terminate_reach_a_limit() {
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
fn a_term_that_reaches_a_limit_is_kept() {
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
fn round_trips_of_cldr_hold() {
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

/// A text of the benchmarks.
fn text_of(language: &str) -> String {
    let path = format!("{}/bench/corpus/udhr_{language}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a text of the repository")
}

/// Round trips of all words of a text that the transform changes, up to canonical equivalence. Latin letters do not
/// show whether a nasal before a consonant was an anusvara. Greek without breathings, and Indic letters that the other
/// script does not have (Bengali va), do not round-trip in ICU either.
#[test]
fn words_of_whole_texts_round_trip() {
    let nfc = by_id("NFC");
    let mut lost = Vec::new();
    for (id, language) in [
        ("Cyrillic-Latin", "ru"),
        ("Hangul-Latin", "ko"),
        ("Devanagari-Latin", "hi"),
        ("Devanagari-Gujarati", "hi"),
        ("Thai-Latin", "th"),
        ("Hiragana-Latin", "ja"),
        ("Hiragana-Katakana", "ja"),
        ("Any-Hex/XML", "ar"),
        ("Any-Name", "he"),
    ] {
        let (there, back) = (by_id(id), Transform::new(id, Direction::Reverse).expect("an inverse"));
        let mut words = 0;
        let is_part = |c: char| c.is_alphanumeric() || ('\u{900}'..'\u{E80}').contains(&c);
        for word in text_of(language).split(|c| !is_part(c)) {
            let word = transform(&nfc, word).expect("no limit");
            let has_nasal =
                ["न\u{94D}", "म\u{94D}", "ण\u{94D}", "ञ\u{94D}", "ङ\u{94D}"].iter().any(|nasal| word.contains(nasal));
            let changed = transform(&there, &word).expect("no limit");
            if changed == word || has_nasal {
                continue;
            }
            words += 1;
            let again = transform(&nfc, &transform(&back, &changed).expect("no limit")).expect("no limit");
            if again != word {
                lost.push(format!("{id}: {word} {changed} {again}"));
            }
        }
        assert!(words > 20, "{id}: {words} words");
    }
    assert!(lost.is_empty(), "{} words do not come back: {lost:#?}", lost.len());
}

/// A random rule with few letters, contexts, quantifiers and cursors.
fn rule() -> impl Strategy<Value = String> {
    let part = "([abcж]|\\[ab\\]|\\[\\^a\\]|\\([ab]c?\\)|a\\+|b\\*){1,2}";
    let context = prop_oneof![Just(String::new()), part];
    (context.clone(), part, context, "[abx\u{301}]{0,3}(\\||\\|@)?[ax]{0,1}").prop_map(|(ante, key, post, output)| {
        let ante = if ante.is_empty() { ante } else { ante + " { " };
        let post = if post.is_empty() { post } else { " } ".to_owned() + &post };
        format!("{ante}{key}{post} > {output};\n")
    })
}

/// The result of a text reconstructed from its edits; the text outside of edits is copied. The edits must be in order
/// and change something.
fn spliced(runner: &mut Runner, text: &str) -> String {
    let source: Vec<char> = text.chars().collect();
    let (mut out, mut at) = (Vec::new(), 0);
    for piece in runner.pieces() {
        assert!(at <= piece.source_start && piece.source_start <= piece.source_end, "{piece:?} {text:?}");
        out.extend_from_slice(&source[at..piece.source_start]);
        assert_eq!(out.len(), piece.result_start, "{piece:?} {text:?}");
        let by: Vec<char> = runner.result(piece.result_start, piece.result_end).collect();
        assert_ne!(by, source[piece.source_start..piece.source_end], "{piece:?} {text:?}");
        out.extend(by);
        at = piece.source_end;
    }
    out.extend_from_slice(&source[at..]);
    out.into_iter().collect()
}

/// Checks the transform of a text in both encodings, with and without edits: equal results, and edits that reproduce
/// the result.
fn check_pieces(by: &Transform, text: &str) {
    let wide: Vec<u16> = text.encode_utf16().collect();
    let (mut one, mut other) = (Runner::default(), Runner::default());
    let expected = transform(by, text);
    let found = [
        one.transform_with_pieces(by, &wide, PieceOptions::default()).is_ok(),
        other.transform_with_pieces(by, text.as_bytes(), PieceOptions::default()).is_ok(),
    ];
    assert_eq!(found, [expected.is_ok(); 2], "{text:?}");
    let Ok(expected) = expected else { return };
    assert_eq!(one.pieces(), other.pieces(), "{text:?}");
    assert_eq!(spliced(&mut one, text), expected, "{text:?}");
    assert_eq!(one.is_unchanged(), expected == text, "{text:?}");
    let mut units = Vec::new();
    assert!(one.transform(by, &wide).is_ok());
    one.write(&wide, |part: &[u16]| units.extend_from_slice(part));
    assert_eq!(String::from_utf16_lossy(&units), expected, "{text:?}");
    assert_eq!(one.is_unchanged(), expected == text, "{text:?}");
}

proptest! {
    #[test]
    fn edits_reproduce_the_result_of_rules(
        texts in prop::collection::vec("[abcxж\u{301}😀]{0,12}", 1..6),
        passes in prop::collection::vec(prop::collection::vec(rule(), 1..4), 1..3),
        between in prop_oneof![Just(":: Null;"), Just(":: NFC;"), Just(":: Upper;"), Just(":: [ab] Remove;")],
    ) {
        let text: Vec<String> = passes.iter().map(|rules| rules.concat()).collect();
        if let Ok(by) = rules(&text.join(between)) {
            texts.iter().for_each(|text| check_pieces(&by, text));
        }
    }

    #[test]
    fn edits_reproduce_the_result_of_ids(text in "[a-cA-Z0-9 àéßŒİΣσϊ日本한국กขжяЩअकि्\u{301}\u{345}ｶﾞＡ😀\u{10400}]{0,16}", id in 0_usize..12) {
        let ids = [
            "Any-Latin", "Title", "NFD; [:Mn:] Remove; NFC", "Latin-ASCII", "Lower", "Any-Greek", "Fullwidth-Halfwidth", "NFKC",
            "Katakana-Hiragana", "[^a] Any-Hex", "Any-Name", "[a-mжЩ] Upper; [:L:] Lower; el-Upper",
        ];
        check_pieces(&by_id(ids[id]), &text);
    }

    /// A used runner returns the results of a fresh one, in both encodings.
    #[test]
    fn results_do_not_depend_on_earlier_texts(texts in prop::collection::vec("[a-cA-C àéΣσ日本กขя한\u{301}😀]{0,12}", 1..5), id in 0_usize..6) {
        let ids = ["Any-Latin", "Title", "NFD; [:Mn:] Remove; NFC", "Latin-ASCII", "Lower", "Any-Greek"];
        let transform = by_id(ids[id]);
        let mut used = Runner::default();
        for text in texts {
            let mut fresh = Runner::default();
            let wide: Vec<u16> = text.encode_utf16().collect();
            prop_assert!(used.transform_with_pieces(&transform, &wide, PieceOptions::default()).is_ok() && fresh.transform(&transform, text.as_bytes()).is_ok());
            let (mut one, mut other): (Vec<u16>, Vec<u8>) = (Vec::new(), Vec::new());
            used.write(&wide, |units: &[u16]| one.extend_from_slice(units));
            fresh.write(text.as_bytes(), |units: &[u8]| other.extend_from_slice(units));
            prop_assert_eq!(String::from_utf16_lossy(&one), String::from_utf8_lossy(&other));
        }
    }
}

proptest! {
    /// A batch maps terms together where it can.
    #[test]
    fn terms_become_what_each_alone_becomes(
        words in prop::collection::vec("[a-cA-CÀéŒжЩΑßαſ한日İΣ\u{301}\u{10400}ꞪԱ]{1,12}", 1..60),
        with_sigma: bool,
        id in prop::sample::select(vec!["Lower", "tr-Lower", "Upper", "Cyrillic-Latin"]),
    ) {
        let words: Vec<String> =
            words.iter().map(|word| if with_sigma { word.clone() } else { word.replace('Σ', "s").replace('İ', "i") }).collect();
        let json = json!({"filter": {"f": {"type": "unic_transform", "id": id}},
            "analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["f"]}}});
        let analyzer = compile(json.to_string().as_bytes(), Some("a"), &CompileOptions::default()).expect("a definition").analyzer;
        let expected: Vec<String> = words.iter().map(|word| transform(&by_id(id), word).expect("no limit")).collect();
        let text = words.join(" ");
        let wide: Vec<u16> = text.encode_utf16().collect();
        let (mut terms, mut wide_terms) = (Vec::new(), Vec::new());
        let mut stream = analyzer.stream();
        let mut tokens = stream.analyze(text.as_bytes()).expect("a text");
        tokens.for_each(|token| terms.push(String::from_utf8_lossy(token.term).into_owned())).expect("a text");
        let mut tokens = stream.analyze(wide.as_slice()).expect("a text");
        tokens.for_each(|token| wide_terms.push(String::from_utf16_lossy(token.term))).expect("a text");
        prop_assert_eq!(&terms, &expected);
        prop_assert_eq!(&wide_terms, &expected);
    }
}

/// A text as a whole and line by line: no rule of these transforms has a context across lines. `Any-Latin` of Japanese
/// is not among them, since punctuation at the end of a line belongs to the next script run as well.
#[test]
fn a_text_and_its_lines_have_equal_results() {
    for (id, languages) in [
        ("Any-Latin", "ru el ar hi ko zh en"),
        ("Cyrillic-Latin", "ru"),
        ("Greek-Latin", "el"),
        ("Arabic-Latin", "ar"),
        ("Devanagari-Latin", "hi"),
        ("Hangul-Latin", "ko"),
        ("Han-Latin", "zh"),
        ("Latin-ASCII", "de fr"),
        ("Title", "en de ru"),
        ("el-Upper", "el"),
        ("Lower", "el en"),
        ("NFD; [:Mn:] Remove; NFC", "fr hi"),
        ("NFKC", "ko ja"),
        ("Any-Hex", "en"),
        ("Any-Publishing", "en"),
    ] {
        let by = by_id(id);
        for language in languages.split(' ') {
            let text = text_of(language);
            let lines: Vec<&str> = text.lines().take(60).collect();
            let line_end = transform(&by, "\n").expect("no limit");
            let by_lines: Vec<String> = lines.iter().map(|line| transform(&by, line).expect("no limit")).collect();
            assert!(transform(&by, &lines.join("\n")) == Ok(by_lines.join(&line_end)), "{id}, {language}");
        }
    }
}
