//! The tokenizers over break rules and the filter `cjk_bigram`: options, errors with their locations, batches.
#![allow(clippy::result_large_err)] // as in `config`

use std::fs;
use std::time::Instant;
use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::stream::StreamUnit;
use unic_analysis::config::{self, CompileOptions, Compiled, ConfigErrors, ErrorCategory};
use unic_analysis::unicode::normalize::{Form, Normalizer, Scratch};

fn compile(tokenizer: &str, filters: &str, options: &CompileOptions) -> Result<Compiled, ConfigErrors> {
    let json = format!(
        r#"{{"tokenizer": {{"t": {tokenizer}}}, "filter": {{"b": {filters}}},
            "analyzer": {{"a": {{"type": "custom", "tokenizer": "t", "filter": ["b"]}}}}}}"#
    );
    config::compile(json.as_bytes(), Some("a"), options)
}

const NO_FILTER: &str = r#"{"type": "cjk_bigram", "ignored_scripts": "han,hiragana,katakana,hangul"}"#;

fn shown<U: StreamUnit>(compiled: &Compiled, text: &[U]) -> String {
    let mut stream = compiled.analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let mut shown = Vec::new();
    let mut tokens = stream.analyze(text).unwrap();
    tokens
        .for_each(|token| {
            let term: String = U::valid_text(token.term);
            shown.push(format!(
                "{term}:{}-{}+{}{}",
                token.start,
                token.end,
                token.position_increment,
                token.token_type.name()
            ));
        })
        .unwrap();
    shown.join(" ")
}

/// Terms as strings, of either encoding.
trait ValidText: Sized {
    fn valid_text(units: &[Self]) -> String;
}

impl<U: StreamUnit> ValidText for U {
    fn valid_text(units: &[U]) -> String {
        unic_analysis::unicode::text::to_string(units)
    }
}

fn tokens(tokenizer: &str, filter: &str, text: &str) -> String {
    let compiled = compile(tokenizer, filter, &CompileOptions::default()).unwrap();
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let found = shown(&compiled, text.as_bytes());
    assert_eq!(found, shown(&compiled, &utf16));
    found
}

fn refused(tokenizer: &str) -> (ErrorCategory, String) {
    let errors = compile(tokenizer, NO_FILTER, &CompileOptions::default()).unwrap_err();
    (errors.first().category, errors.first().pointer.clone())
}

const CHARACTERS: &str = r#"{"type": "unic_tokenizer", "cjk_as_words": false}"#;

#[test]
fn adjacent_characters_form_bigrams_and_single_ones_are_kept() {
    let filter = r#"{"type": "cjk_bigram"}"#;
    assert_eq!(
        tokens(CHARACTERS, filter, "一二三 四 a五"),
        "一二:0-2+1<DOUBLE> 二三:1-3+1<DOUBLE> 四:4-5+1<SINGLE> a:6-7+1<ALPHANUM> 五:7-8+1<SINGLE>"
    );
    assert_eq!(tokens(CHARACTERS, filter, "한글 𠮷か"), "한글:0-2+1<DOUBLE> 𠮷か:3-6+1<DOUBLE>");
}

#[test]
fn unigrams_precede_their_bigrams() {
    let filter = r#"{"type": "cjk_bigram", "output_unigrams": true}"#;
    assert_eq!(tokens(CHARACTERS, filter, "一二"), "一:0-1+1<SINGLE> 一二:0-2+0<DOUBLE> 二:1-2+1<SINGLE>");
}

#[test]
fn ignored_scripts_are_kept_and_runs_continue_across_batches() {
    let filter = r#"{"type": "cjk_bigram", "ignored_scripts": ["hangul"]}"#;
    assert_eq!(tokens(CHARACTERS, filter, "一二한글말"), "一二:0-2+1<DOUBLE> 한글말:2-5+1<HANGUL>");
    let long = "一".repeat(1000);
    assert_eq!(tokens(CHARACTERS, r#"{"type": "cjk_bigram"}"#, &long).split(' ').count(), 999);
}

#[test]
fn standard_words_have_the_types_of_the_engine() {
    let standard = r#"{"type": "standard"}"#;
    assert_eq!(
        tokens(standard, NO_FILTER, "R2D2 1_000,5 _a_ __ カタカナ かな 漢字 한국 ภาษาไทย 🇩🇪🇪🇺 👩‍👩‍👧 1️⃣ © ©️ צ\"ה ג'"),
        "R2D2:0-4+1<ALPHANUM> 1_000,5:5-12+1<NUM> _a_:13-16+1<ALPHANUM> カタカナ:20-24+1<KATAKANA> か:25-26+1<HIRAGANA> \
         な:26-27+1<HIRAGANA> 漢:28-29+1<IDEOGRAPHIC> 字:29-30+1<IDEOGRAPHIC> 한국:31-33+1<HANGUL> \
         ภาษาไทย:34-41+1<SOUTHEAST_ASIAN> 🇩🇪:42-46+1<EMOJI> 🇪🇺:46-50+1<EMOJI> 👩‍👩‍👧:51-59+1<EMOJI> 1️⃣:60-63+1<EMOJI> \
         ©:64-65+1<EMOJI> ©️:66-68+1<EMOJI> צ\"ה:69-72+1<ALPHANUM> ג':73-75+1<ALPHANUM>"
    );
}

/// As in Lucene's StandardTokenizer: 々 is a letter, so `cjk_bigram` does not combine it; emoji need no variation
/// selector.
#[test]
fn standard_distinguishes_letters_from_ideographs_and_has_text_style_emoji() {
    let standard = r#"{"type": "standard"}"#;
    assert_eq!(
        tokens(standard, NO_FILTER, "人々 ™ 〽 🏽"),
        "人:0-1+1<IDEOGRAPHIC> 々:1-2+1<ALPHANUM> ™:3-4+1<EMOJI> 〽:5-6+1<EMOJI> 🏽:7-9+1<EMOJI>"
    );
    assert_eq!(
        tokens(standard, r#"{"type": "cjk_bigram"}"#, "人々は"),
        "人:0-1+1<SINGLE> 々:1-2+1<ALPHANUM> は:2-3+1<SINGLE>"
    );
}

#[test]
fn symbols_become_tokens_where_they_are_in_no_word() {
    let tokenizer = r#"{"type": "unic_tokenizer", "keep_symbols": "[+$€]"}"#;
    assert_eq!(
        tokens(tokenizer, NO_FILTER, "C++ 5€!"),
        "C:0-1+1<ALPHANUM> +:1-2+1<SYMBOL> +:2-3+1<SYMBOL> 5:4-5+1<NUM> €:5-6+1<SYMBOL>"
    );
}

#[test]
fn split_options_separate_words() {
    let terms = |options: &str, text: &str| {
        let found = tokens(&format!(r#"{{"type": "unic_tokenizer", {options}}}"#), NO_FILTER, text);
        found
            .split(' ')
            .map(|token| token.split(':').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(terms(r#""split_underscore": true"#, "a_1 snake_case a.b カ_カ x＿y"), "a 1 snake case a.b カ カ x y");
    assert_eq!(terms(r#""split_period": true"#, "a.b 3.14 U.S.A. a_b don't"), "a b 3 14 U S A a_b don't");
    let found = tokens(r#"{"type": "unic_tokenizer", "split_colon": true}"#, NO_FILTER, "foo:bar a.b");
    assert_eq!(found, "foo:0-3+1<ALPHANUM> bar:4-7+1<ALPHANUM> a.b:8-11+1<ALPHANUM>");
    let all = r#""split_underscore": true, "split_period": true, "split_colon": true, "cjk_as_words": false"#;
    assert_eq!(terms(all, "a_b.c"), "a b c");
}

fn terms(options: &str, text: &str) -> String {
    let found = tokens(&format!(r#"{{"type": "unic_tokenizer", {options}}}"#), NO_FILTER, text);
    found.split(' ').map(|token| token.split(':').next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

#[test]
fn hiragana_as_runs_does_not_split_hiragana() {
    let option = r#""hiragana_as_runs": true"#;
    assert_eq!(
        tokens(&format!(r#"{{"type": "unic_tokenizer", {option}}}"#), NO_FILTER, "東京にいます。らーめん"),
        "東京:0-2+1<IDEOGRAPHIC> にいます:2-6+1<HIRAGANA> らーめん:7-11+1<HIRAGANA>"
    );
    assert_eq!(terms(option, "カーに か\u{3099}ぎ 食べる らーメン"), "カー に か\u{3099}ぎ 食 べる らー メン");
    assert_eq!(terms(r#""hiragana_as_runs": true, "cjk_as_words": false"#, "東京にいますア"), "東 京 にいます ア");
    // Rules of the definition take precedence.
    let custom = r#""hiragana_as_runs": true, "rules": {"Hira": ". {200};"}"#;
    assert_eq!(terms(custom, "東京にいます"), "東京 に い ま す");
}

#[test]
fn words_of_the_user_win_over_a_split_into_shipped_words() {
    assert_eq!(terms(r#""cjk_as_words": true"#, "我购买了道具和服装"), "我 购买 了 道具 和 服装");
    for list in [r#"["购买了", "道具和"]"#, r#""购买了, 道具和""#] {
        assert_eq!(terms(&format!(r#""user_dictionary": {list}"#), "我购买了道具和服装"), "我 购买了 道具和 服装");
    }
    assert_eq!(terms(r#""user_dictionary": ["ｱｲｽ"]"#, "アイスアイス"), "アイス アイス");
    assert_eq!(terms(r#""user_dictionary": ["데이터"]"#, "빅데이터베이스 데이터"), "빅 데이터 베이스 데이터");
    assert_eq!(terms(r#""user_dictionary": ["ภาษาไทย"]"#, "ภาษาไทยภาษาไทย"), "ภาษาไทย ภาษาไทย");
    let found = tokens(r#"{"type": "unic_tokenizer", "user_dictionary": ["데이터"]}"#, NO_FILTER, "빅데이터");
    assert_eq!(found, "빅:0-1+1<HANGUL> 데이터:1-4+1<HANGUL>");
}

#[test]
fn invalid_words_are_rejected() {
    let long = format!(r#""user_dictionary": ["{}"]"#, "東".repeat(65));
    for (options, category, at) in [
        (r#""user_dictionary": ["東京", "word"]"#, ErrorCategory::WrongValue, "/1"),
        (r#""user_dictionary": ["東京 都"]"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["東京한"]"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": [""]"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["่ก"]"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": {"a": 1}"#, ErrorCategory::WrongValue, ""),
        (r#""user_dictionary": "東京, word""#, ErrorCategory::WrongValue, ""),
        (r#""user_dictionary": "words.txt""#, ErrorCategory::MissingReference, ""),
        (&long, ErrorCategory::Limit, "/0"),
        (r#""user_dictionary": ["東京"], "cjk_as_words": false"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["ក"], "khmer_as_words": false"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["က"], "myanmar_as_words": false"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["食べる"], "hiragana_as_runs": true"#, ErrorCategory::WrongValue, "/0"),
        (r#""user_dictionary": ["東京"], "mode": "line""#, ErrorCategory::WrongValue, ""),
    ] {
        let expected = (category, format!("/tokenizer/t/user_dictionary{at}"));
        assert_eq!(refused(&format!(r#"{{"type": "unic_tokenizer", {options}}}"#)), expected, "{options}");
    }
}

#[test]
fn a_user_dictionary_may_be_a_file_under_the_configuration_directory() {
    let directory = std::env::temp_dir().join(format!("unic-user-dictionary-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("words.txt"), "# own words\r\n\r\n购买了\r\n데이터\n").unwrap();
    fs::write(directory.join("bad.txt"), "购买了\nword\n").unwrap();
    fs::write(directory.join("latin1.txt"), b"\xE9").unwrap();
    let _ = std::os::unix::fs::symlink("/etc/hostname", directory.join("link.txt"));
    let options = CompileOptions { configuration_directory: Some(directory.clone()), ..Default::default() };
    let with = |file: &str| {
        compile(&format!(r#"{{"type": "unic_tokenizer", "user_dictionary": "{file}"}}"#), NO_FILTER, &options)
            .map_err(|errors| (errors.first().category, errors.first().to_string()))
    };
    assert_eq!(shown(&with("words.txt").unwrap(), "购买了".as_bytes()), "购买了:0-3+1<IDEOGRAPHIC>");
    let (category, message) = with("bad.txt").unwrap_err();
    assert!(category == ErrorCategory::WrongValue && message.contains("line 2"), "{message}");
    for (file, category) in [
        ("nowhere.txt", ErrorCategory::MissingReference),
        ("../words.txt", ErrorCategory::WrongValue),
        ("link.txt", ErrorCategory::WrongValue),
        ("latin1.txt", ErrorCategory::Syntax),
    ] {
        assert_eq!(with(file).unwrap_err().0, category, "{file}");
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn lines_may_break_between_phrases_only() {
    let line = |options: &str, text: &str| terms(&format!(r#""mode": "line", {options}"#), text);
    let text = "乗車率９０％程度だろうか";
    assert_eq!(line(r#""locale": "ja", "word_break": "phrase""#, text), "乗車 率 ９０％ 程度だろうか");
    assert_eq!(line(r#""locale": "ja", "word_break": "normal""#, "程度だ"), "程 度 だ");
    // Options that are absent are taken from the locale's keywords.
    assert_eq!(line(r#""locale": "ja-u-lw-phrase""#, text), "乗車 率 ９０％ 程度だろうか");
    assert_eq!(line(r#""locale": "ja-u-lw-phrase", "word_break": "normal""#, "程度だ"), "程 度 だ");
    assert_eq!(
        line(r#""locale": "ja-u-lb-strict""#, "あっ"),
        line(r#""locale": "ja", "line_break": "strict""#, "あっ")
    );
    assert_eq!(line(r#""locale": "ja-u-lb-strict""#, "あっ"), "あっ");
    assert_eq!(line(r#""locale": "ja-u-lb-strict", "line_break": "loose""#, "あっ"), "あ っ");
    let warned = r#"{"type": "unic_tokenizer", "mode": "line", "locale": "de", "word_break": "phrase"}"#;
    let compiled = compile(warned, NO_FILTER, &CompileOptions::default()).unwrap();
    assert_eq!(
        compiled.warnings.iter().map(|warning| &warning.pointer).collect::<Vec<_>>(),
        ["/tokenizer/t/word_break"]
    );
    let warnings = |options: &str| -> Vec<String> {
        let tokenizer = format!(r#"{{"type": "unic_tokenizer", {options}}}"#);
        let compiled = compile(&tokenizer, NO_FILTER, &CompileOptions::default()).unwrap();
        compiled.warnings.into_iter().map(|warning| warning.pointer).collect()
    };
    for options in [
        r#""mode": "line", "locale": "zh-u-lw-phrase""#,
        r#""mode": "line", "locale": "ja-u-lw-breakall""#,
        r#""mode": "line", "locale": "ja@lb=foo""#,
        r#""mode": "sentence", "locale": "nl-u-ss-standard""#,
        r#""mode": "sentence", "locale": "en-u-ss-foo""#,
        r#""locale": "ja""#,
        r#""mode": "grapheme", "locale": "ja""#,
    ] {
        assert_eq!(warnings(options), ["/tokenizer/t/locale"], "{options}");
    }
    for options in [
        r#""mode": "line", "locale": "ja-u-lb-loose-lw-phrase-ss-standard""#,
        r#""mode": "line", "locale": "ja-u-lb-foo-lw-breakall", "line_break": "loose", "word_break": "normal""#,
        r#""mode": "sentence", "locale": "en-u-ss-standard-lb-foo""#,
        r#""mode": "sentence", "locale": "nl-u-ss-none""#,
        r#""locale": "root""#,
    ] {
        assert!(warnings(options).is_empty(), "{options}");
    }
    // Its locale is that of the collation, too.
    let of_keys = r#"{"type": "unic_collation_tokenizer", "locale": "ja"}"#;
    assert!(compile(of_keys, NO_FILTER, &CompileOptions::default()).unwrap().warnings.is_empty());
    for (options, at) in [
        (r#""word_break": "phrase""#, "word_break"),
        (r#""mode": "line", "word_break": "break-all""#, "word_break"),
        (r#""mode": "grapheme", "split_colon": true"#, "split_colon"),
    ] {
        let expected = (ErrorCategory::WrongValue, format!("/tokenizer/t/{at}"));
        assert_eq!(refused(&format!(r#"{{"type": "unic_tokenizer", {options}}}"#)), expected, "{options}");
    }
}

#[test]
fn other_modes_split_the_whole_text_and_trim() {
    let mode = |options: &str| format!(r#"{{"type": "unic_tokenizer", {options}}}"#);
    assert_eq!(
        tokens(&mode(r#""mode": "line""#), NO_FILTER, " one two-three\n\n четыре"),
        "one:1-4+1<LINE> two-:5-9+1<LINE> three:9-14+1<LINE> четыре:17-23+1<LINE>"
    );
    assert_eq!(
        tokens(&mode(r#""mode": "sentence", "locale": "el""#), NO_FILTER, "Τι; Ναι."),
        "Τι;:0-3+1<SENTENCE> Ναι.:4-8+1<SENTENCE>"
    );
    let sentences = |locale: &str, text: &str| {
        let options = format!(r#""mode": "sentence", "locale": "{locale}""#);
        tokens(&mode(&options), NO_FILTER, text)
    };
    for locale in ["en-u-ss-standard", "en_GB@ss=standard"] {
        assert_eq!(
            sentences(locale, "Mr. Smith left. So did I."),
            "Mr. Smith left.:0-15+1<SENTENCE> So did I.:16-25+1<SENTENCE>"
        );
    }
    for locale in ["en", "en-u-ss-none", "pl-u-ss-standard", "el-u-ss-standard"] {
        assert!(sentences(locale, "Mr. Smith left.").starts_with("Mr.:0-3+1<SENTENCE> "), "{locale}");
    }
    // More sentences than a batch holds, and more abbreviations in a row.
    let text = "Mr. Mrs. Smith left. ".repeat(700) + &"Mr. ".repeat(700);
    let found = sentences("en-u-ss-standard", &text);
    assert_eq!(found.matches("Smith left.:").count(), 700);
    assert_eq!(found.matches("<SENTENCE>").count(), 701);
    for (options, at) in [
        (r#""mode": "line", "cjk_as_words": true"#, "cjk_as_words"),
        (r#""mode": "sentence", "rules": {"Latn": ".;"}"#, "rules"),
        (r#""line_break": "loose""#, "line_break"),
        (r#""mode": "grapheme", "line_break": "loose""#, "line_break"),
        (r#""mode": "line", "locale": "§""#, "locale"),
    ] {
        assert_eq!(refused(&mode(options)), (ErrorCategory::WrongValue, format!("/tokenizer/t/{at}")), "{options}");
    }
}

#[test]
fn rules_of_the_definition_are_used_or_rejected_with_their_location() {
    let rules = |rules: &str| format!(r#"{{"type": "unic_tokenizer", "rules": {rules}}}"#);
    assert_eq!(
        tokens(
            &rules(r##"{"Latin": "# comment\n[a-z]+ {200};\n."}"##).replace("\\n.\"", "\\n.;\""),
            NO_FILTER,
            "ab1 я1"
        ),
        "ab:0-2+1<ALPHANUM> я1:4-6+1<NUM>"
    );
    for (value, category, at) in [
        (r#"{"Latn": "$nope;"}"#, ErrorCategory::Syntax, "/Latn"),
        (r#"{"Latn": "[a-z;"}"#, ErrorCategory::Syntax, "/Latn"),
        (r#"{"Latn": " \n"}"#, ErrorCategory::Syntax, "/Latn"),
        (r##"{"Latn": "# only\n# comments"}"##, ErrorCategory::Syntax, "/Latn"),
        (r#"{"Latn": ".;", "Qqqq": ".;"}"#, ErrorCategory::WrongValue, "/Qqqq"),
        (r#"{"Latn": ".;", "latin": ".;"}"#, ErrorCategory::WrongValue, "/latin"),
        (r#"{"Latn": 5}"#, ErrorCategory::WrongValue, "/Latn"),
        (r#""Latn:x""#, ErrorCategory::WrongValue, ""),
    ] {
        assert_eq!(refused(&rules(value)), (category, format!("/tokenizer/t/rules{at}")), "{value}");
    }
    let exploding = format!(r#"{{"Latn": "[ab]*a{};"}}"#, "[ab]".repeat(40));
    let start = Instant::now();
    assert_eq!(refused(&rules(&exploding)).0, ErrorCategory::Limit);
    assert!(start.elapsed().as_secs() < 10, "a hostile rule takes {:?}", start.elapsed());
}

#[test]
fn rule_files_are_shipped_or_under_the_configuration_directory() {
    let directory = std::env::temp_dir().join(format!("unic-tokenizers-{}", std::process::id()));
    fs::create_dir_all(directory.join("rules")).unwrap();
    fs::write(directory.join("rules/own.rbbi"), "# own\n[a-z]+ {7};\n").unwrap();
    fs::write(directory.join("latin1.rbbi"), b"\xE9;").unwrap();
    fs::write(directory.join("empty.rbbi"), "").unwrap();
    fs::write(directory.join("remarks.rbbi"), "# one\n\n# two\n").unwrap();
    fs::write(directory.join("exploding.rbbi"), format!("[ab]*a{};", "[ab]".repeat(40))).unwrap();
    let _ = std::os::unix::fs::symlink("/etc/hostname", directory.join("link.rbbi"));
    let _ = std::os::unix::fs::symlink("/etc", directory.join("folder"));
    let options = CompileOptions { configuration_directory: Some(directory.clone()), ..Default::default() };
    let with = |files: &str| {
        let tokenizer = format!(r#"{{"type": "unic_tokenizer", "rulefiles": {files}}}"#);
        compile(&tokenizer, NO_FILTER, &options)
            .map_err(|errors| (errors.first().category, errors.first().pointer.clone()))
    };
    let custom = with(r#"["Latn : rules/own.rbbi"]"#).unwrap();
    assert_eq!(shown(&custom, b"ab-cd"), "ab:0-2+1<OTHER> cd:3-5+1<OTHER>");
    let shipped = with(r#""Latn:icu/KeywordTokenizer.rbbi""#).unwrap();
    assert_eq!(shown(&shipped, b"ab-cd ef"), "ab-cd ef:0-8+1<ALPHANUM>");
    for (files, category, at) in [
        (r#"["Latn:nowhere.rbbi"]"#, ErrorCategory::MissingReference, "/0"),
        (r#"["Latn:KeywordTokenizer.rbbi", "Cyrl:../x.rbbi"]"#, ErrorCategory::WrongValue, "/1"),
        (r#"["Latn:/KeywordTokenizer.rbbi"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Latn:latin1.rbbi"]"#, ErrorCategory::Syntax, "/0"),
        (r#"["Latn:Default.rbbi", "Latn:Default.rbbi"]"#, ErrorCategory::WrongValue, "/1"),
        (r#"["KeywordTokenizer.rbbi"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Latn:link.rbbi"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Latn:folder/hostname"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Latn:rules"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Latn:rules/own.rbbi", "Latn:empty.rbbi"]"#, ErrorCategory::Syntax, "/1"),
        (r#"["Latn:remarks.rbbi"]"#, ErrorCategory::Syntax, "/0"),
        (r#"["Latn:exploding.rbbi"]"#, ErrorCategory::Limit, "/0"),
        (r#"["Latin1:rules/own.rbbi"]"#, ErrorCategory::WrongValue, "/0"),
        (r#"["Qqqq:Default.rbbi"]"#, ErrorCategory::WrongValue, "/0"),
        (r#""Latn:""#, ErrorCategory::WrongValue, ""),
    ] {
        let expected = (category, format!("/tokenizer/t/rulefiles{at}"));
        assert_eq!(with(files).unwrap_err(), expected, "{files}");
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn rules_that_are_not_used_give_a_warning() {
    let pointers = |options: &str| -> Vec<String> {
        let tokenizer = format!(r#"{{"type": "unic_tokenizer", {options}}}"#);
        let compiled = compile(&tokenizer, NO_FILTER, &CompileOptions::default()).unwrap();
        compiled.warnings.into_iter().map(|warning| warning.pointer).collect()
    };
    let files = r#""rulefiles": ["Latn:Default.rbbi", "Hani:KeywordTokenizer.rbbi", "Hans:KeywordTokenizer.rbbi"]"#;
    assert_eq!(pointers(files), ["/tokenizer/t/rulefiles/1", "/tokenizer/t/rulefiles/2"]);
    let files = r#""rulefiles": ["Hani:Default.rbbi", "Jpan:KeywordTokenizer.rbbi"], "cjk_as_words": false"#;
    assert_eq!(pointers(files), ["/tokenizer/t/rulefiles/1"]);
    assert_eq!(pointers(r#""rulefiles": "Jpan:KeywordTokenizer.rbbi""#), [""; 0]);
}

#[test]
fn ten_megabytes_without_a_space_take_linear_time_and_little_memory() {
    let custom = r#"{"type": "unic_tokenizer", "user_dictionary": ["東京", "京都東", "ไทยภ", "데", "데이"]}"#;
    let tokenizers = [r#"{"type": "unic_tokenizer"}"#, custom];
    let [shipped, custom] =
        tokenizers.map(|tokenizer| compile(tokenizer, NO_FILTER, &CompileOptions::default()).unwrap());
    let pieces = ["東京都", "ภาษาไทย", "\u{301}", "\u{200D}", "🇩", "a", "1.", "カ"].map(|piece| (&shipped, piece));
    for (compiled, piece) in pieces.into_iter().chain(["東京都", "ภาษาไทย", "데이터"].map(|piece| (&custom, piece)))
    {
        let text = piece.repeat(10_000_000 / piece.len());
        let start = Instant::now();
        let mut stream = compiled.analyzer.stream();
        let mut units = 0;
        stream.analyze(text.as_bytes()).unwrap().for_each(|token| units += token.term.len()).unwrap();
        assert!(units <= text.len());
        assert!(start.elapsed().as_secs() < 60, "{piece}: {:?}", start.elapsed());
    }
}

/// Ruling U12a: `keep_original` emits the original with its type, and the written form unless it is the same.
#[test]
fn kept_numbers_have_their_type() {
    let filter = r#"{"type": "unic_numberformat", "locale": "en", "keep_original": true}"#;
    let compiled = compile(r#"{"type": "whitespace"}"#, filter, &CompileOptions::default()).unwrap();
    let text = "5 five";
    let expected = "5:0-1+1word five:0-1+0<ALPHANUM> five:2-6+1word";
    assert_eq!(shown(&compiled, text.as_bytes()), expected);
    assert_eq!(shown(&compiled, &text.encode_utf16().collect::<Vec<u16>>()), expected);
}

/// The terms of the analyzer `hyphen`, composed.
fn hyphen_terms(text: &str) -> Vec<String> {
    let json = br#"{"analyzer": {"a": {"type": "hyphen"}}}"#;
    let analyzer = config::compile(json, Some("a"), &CompileOptions::default()).unwrap().analyzer;
    let mut terms = Vec::new();
    analyzer
        .stream()
        .analyze(text.as_bytes())
        .unwrap()
        .for_each(|token| terms.push(normalized(Form::Nfc, token.term)))
        .unwrap();
    terms
}

fn normalized(form: Form, text: &[u8]) -> String {
    let mut out = Vec::new();
    Normalizer::new(form).normalize(text, &mut out, &mut Scratch::default());
    String::from_utf8(out).unwrap()
}

#[test]
fn hyphen_analysis_does_not_depend_on_the_spelling_of_syllables() {
    for text in ["foo-한", "한-foo", "가.나", "한.국", "가나-다라", "ᄀ-foo", "ᅡ.ᅡ", "foo-é"] {
        assert_eq!(hyphen_terms(&normalized(Form::Nfd, text.as_bytes())), hyphen_terms(text), "{text}");
    }
    assert_eq!(hyphen_terms("foo-한"), ["foo-한", "foo한", "foo"]);
}

#[test]
fn strings_in_keep_symbols_are_a_warning() {
    let tokenizer = r#"{"type": "unic_tokenizer", "keep_symbols": "[{++}+]"}"#;
    let compiled = compile(tokenizer, NO_FILTER, &CompileOptions::default()).unwrap();
    let found: Vec<&str> = compiled.warnings.iter().map(|warning| &*warning.found).collect();
    assert_eq!(found, ["`keep_symbols` has the string \"++\", which is no symbol"]);
}
