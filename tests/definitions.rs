//! Definitions as in real projects: their forms, what loads, the owners of components, error messages (rulings N2, N5,
//! N6).

mod support;

use unic_analysis::analysis::options::FingerprintPart;
use unic_analysis::config::option_files::FileSource;
use unic_analysis::config::{self, CompileOptions, ConfigError, ErrorCategory, ParsedDefinition};

fn read(json: &str) -> ParsedDefinition {
    ParsedDefinition::read(json.as_bytes(), &CompileOptions::default())
        .unwrap_or_else(|errors| panic!("{json}\n{errors}"))
}

fn names(json: &str) -> Vec<String> {
    let parsed = read(json);
    assert!(parsed.errors.is_empty(), "{json}\n{:?}", parsed.errors);
    for analyzer in &parsed.analyzers {
        let name = (!analyzer.name.is_empty()).then_some(analyzer.name.as_str());
        let compiled = config::compile(json.as_bytes(), name, &CompileOptions::default()).unwrap();
        let parsed = parsed.compiled(name).unwrap();
        assert_eq!(parsed.analyzer.fingerprint(), compiled.analyzer.fingerprint(), "{json}");
        assert_eq!(parsed.warnings.is_empty(), compiled.warnings.is_empty(), "{json}");
    }
    parsed.analyzers.into_iter().map(|analyzer| analyzer.name).collect()
}

/// The only error of a definition.
fn error(json: &str) -> ConfigError {
    let parsed = read(json);
    assert_eq!(parsed.errors.len(), 1, "{json}\n{:?}", parsed.errors);
    parsed.errors[0].clone()
}

const ANALYSIS: &str = r#"{"analysis": {"analyzer": {"a": {"tokenizer": "whitespace", "filter": "lowercase"}}}}"#;

#[test]
fn all_forms_of_documents_are_accepted() {
    for shape in [
        r#"{"my-index": {"settings": {"index": $}}}"#,
        r#"{"logs.app-000001": {"aliases": {}, "mappings": {}, "settings": $}}"#,
        r#"{"index_patterns": ["a*"], "template": {"settings": $}, "priority": 5}"#,
        r#"{"template": "logs-*", "order": 1, "settings": $}"#,
        r#"{"index_templates": [{"name": "t", "index_template": {"index_patterns": ["a*"], "template": {"settings": $}}}]}"#,
        r#"{"component_templates": [{"name": "t", "component_template": {"template": {"settings": {"index": $}}}}]}"#,
        r#"{"settings": $}"#,
        r#"{"settings": {"index": $}, "mappings": {}}"#,
        "$",
    ] {
        assert_eq!(names(&shape.replace('$', ANALYSIS)), ["a"], "{shape}");
    }
    let flat = r#"{"my-index": {"settings": {"index.analysis.analyzer.a.tokenizer": "keyword", "index.number_of_shards": "1"}}}"#;
    assert_eq!(names(flat), ["a"]);
}

#[test]
fn shared_names_of_several_indices_are_distinguished() {
    let json = r#"{
        "one": {"settings": {"analysis": {"analyzer": {"a": {"tokenizer": "t"}, "b": {"tokenizer": "keyword"}}, "tokenizer": {"t": {"type": "keyword"}}}}},
        "two": {"settings": {"analysis": {"analyzer": {"a": {"tokenizer": "t"}}, "tokenizer": {"t": {"type": "whitespace"}}}}}}"#;
    assert_eq!(names(json), ["one/a", "b", "two/a"]);
    let parsed = read(json);
    let tokenizer = |name| parsed.compiled(Some(name)).unwrap().analyzer.chain().tokenizer.spec.type_name;
    assert_eq!((tokenizer("one/a"), tokenizer("two/a")), ("keyword", "whitespace"));
    let ambiguous = parsed.compiled(Some("a")).unwrap_err();
    assert_eq!(ambiguous.first().found, "several indices of the document define the analyzer \"a\"");
    assert!(ambiguous.first().allowed.contains("one/a"));
}

#[test]
fn with_an_error_of_the_document_nothing_loads() {
    let json = r#"{"analyzer": {"a": {"tokenizer": "keyword"}}, "filter": 5}"#;
    let parsed = read(json);
    for name in ["a", "standard"] {
        let created = config::compile(json.as_bytes(), Some(name), &CompileOptions::default()).unwrap_err();
        assert_eq!(parsed.compiled(Some(name)).unwrap_err(), created);
    }
}

#[test]
fn a_normalizer_with_the_name_of_an_analyzer_is_a_warning() {
    let json = r#"{"normalizer": {"a": {"filter": ["lowercase"]}, "b": {}}, "analyzer": {"a": {"type": "keyword"}}}"#;
    let parsed = read(json);
    assert!(parsed.errors.is_empty());
    let found: Vec<_> = parsed.warnings.iter().map(|warning| (warning.category, warning.pointer.as_str())).collect();
    assert_eq!(found, [(ErrorCategory::Duplicate, "/normalizer/a")]);
    assert_eq!(parsed.compiled(Some("a")).unwrap().analyzer.chain().tokenizer.spec.type_name, "keyword");
}

#[test]
fn a_definition_without_an_analyzer_is_a_warning() {
    for json in
        ["{}", r#"{"mappings": {"properties": {"t": {"type": "text"}}}}"#, r#"{"settings": {"number_of_shards": 1}}"#]
    {
        let parsed = read(json);
        assert!(parsed.errors.is_empty());
        let found: Vec<_> = parsed.warnings.iter().map(|warning| warning.category).collect();
        assert_eq!(found, [ErrorCategory::NoSuchAnalyzer], "{json}");
    }
}

#[test]
fn mappings_report_fields_and_missing_analyzers() {
    let json = r#"{"settings": {"analysis": {"analyzer": {"a": {"tokenizer": "keyword"}}, "normalizer": {"n": {}}}}, "mappings": {
        "dynamic_templates": [{"strings": {"match_mapping_type": "string", "mapping": {"type": "text", "analyzer": "a"}}},
            {"named_analyzers": {"match": "*", "mapping": {"type": "{dynamic_type}", "analyzer": "{name}_exact"}}}],
        "properties": {
            "title": {"type": "text", "search_analyzer": "a", "analyzer": "english", "fields": {"sort": {"type": "keyword", "normalizer": "n"}}},
            "author": {"properties": {"name": {"type": "annotated_text"}, "age": {"type": "intger"}, "sort": {"type": "icu_collation_keyword"}}}}}}"#;
    let parsed = read(json);
    let uses = |at: usize| -> Vec<String> {
        parsed.analyzers[at].fields.iter().map(|field| format!("{} {}", field.field, field.option)).collect()
    };
    assert_eq!(uses(0), ["strings analyzer", "title search_analyzer"]);
    assert_eq!(uses(1), ["title.sort normalizer"]);
    let warnings: Vec<_> =
        parsed.warnings.iter().map(|warning| (warning.category, warning.nearest.as_deref())).collect();
    let expected = [
        (ErrorCategory::UnsupportedComponent, None),
        (ErrorCategory::UnsupportedComponent, None),
        (ErrorCategory::UnknownType, Some("integer")),
    ];
    assert_eq!(warnings, expected);
    assert!(parsed.warnings[1].found.contains("mapper-annotated-text"));
    // Typed mappings of old versions.
    let typed = r#"{"settings": {"analysis": {"analyzer": {"a": {"tokenizer": "keyword"}}}},
        "mappings": {"docs": {"properties": {"t": {"type": "string", "analyzer": "a"}}}}}"#;
    assert_eq!(read(typed).analyzers[0].fields[0].field, "t");
}

#[test]
fn inline_components_in_lists_are_built() {
    let json = r#"{"tokenizer": "whitespace", "filter": ["lowercase", {"type": "stop", "stopwords": ["und"]}],
        "char_filter": [{"type": "mapping", "mappings": ["& => und"]}]}"#;
    let compiled = config::compile(json.as_bytes(), None, &CompileOptions::default()).unwrap();
    let mut stream = compiled.analyzer.stream();
    let mut terms = Vec::new();
    let mut tokens = stream.analyze("A & B".as_bytes()).unwrap();
    tokens.for_each(|token| terms.push(String::from_utf8_lossy(token.term).into_owned())).unwrap();
    assert_eq!(terms, ["a", "b"]);
    let wrong = error(r#"{"tokenizer": "whitespace", "filter": [{"type": "stop", "stopword": "a"}]}"#);
    assert_eq!((wrong.category, wrong.pointer.as_str()), (ErrorCategory::UnknownOption, "/filter/0/stopword"));
    assert_eq!(error(r#"{"tokenizer": "whitespace", "filter": [{}]}"#).category, ErrorCategory::WrongValue);
}

#[test]
fn components_of_other_owners_are_reported_with_the_owner() {
    let folding = error(r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": ["asciifolding"]}}}"#);
    assert_eq!((folding.category, folding.nearest.as_deref()), (ErrorCategory::UnsupportedComponent, None));
    assert!(folding.found.contains("analysis-common"), "{}", folding.found);
    let nori = error(r#"{"tokenizer": {"t": {"type": "nori_tokenizer"}}, "analyzer": {}}"#);
    assert_eq!(nori.category, ErrorCategory::UnsupportedComponent);
    assert!(nori.found.contains("the plugin analysis-nori"), "{}", nori.found);
    let old = error(r#"{"filter": {"f": {"type": "edgeNGram"}}, "analyzer": {}}"#);
    assert_eq!(old.help, "\"edgeNGram\" is the old name of \"edge_ngram\"");
    let camel = error(r#"{"analyzer": {"a": {"tokenizer": "keyword", "char_filter": "htmlStrip"}}}"#);
    assert_eq!((camel.category, camel.nearest.as_deref()), (ErrorCategory::MissingReference, Some("html_strip")));
    let slip = error(r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": "lowercas"}}}"#);
    assert_eq!(slip.nearest.as_deref(), Some("lowercase"));
    let kind = error(r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": "html_strip"}}}"#);
    assert_eq!(kind.help, "\"html_strip\" is a char filter and cannot be used here");
}

#[test]
fn documents_that_are_not_json_are_explained() {
    let first = |bytes: &[u8]| config::validate(bytes, &CompileOptions::default()).unwrap_err().first().clone();
    let request = first(b"\nPUT icu_sample\n{\"settings\": {}}");
    assert_eq!((request.category, request.line), (ErrorCategory::Syntax, 2));
    assert_eq!(request.help, "remove the request line before the JSON");
    assert_eq!(first(b"PUTS").help, "");
    assert_eq!(first(b"\xFF\xFE{\0}\0").found, "the definition is UTF-16");
    assert_eq!(first(b"\xFE\xFF\0{\0}").found, "the definition is UTF-16");
    assert_eq!(first(b"{\"\xE9\": 1}").found, "the definition is not UTF-8");
}

#[test]
fn errors_in_rules_have_a_location_and_what_is_allowed() {
    let set = error(r#"{"filter": {"f": {"type": "icu_folding", "unicode_set_filter": "[^åäö"}}, "analyzer": {}}"#);
    assert_eq!(set.found, "the set \"[^åäö\", line 1, column 6: unexpected end of the text");
    assert_eq!(set.allowed, "a character, a string, a set or `]`");
    let rules = error(r#"{"analyzer": {"a": {"type": "icu_collation", "rules": "&a < b\n< c/"}}}"#);
    assert_eq!(rules.found, "`rules`, line 2, column 5: unexpected end of the text");
    assert_eq!(rules.allowed, "a string (syntax characters need quotes)");
}

#[test]
fn errors_use_the_spelling_of_the_definition() {
    let tokeniser = error(r#"{"analyzer": {"a": {"tokeniser": "keyword"}}}"#);
    assert_eq!(
        (tokeniser.nearest.as_deref(), tokeniser.pointer.as_str()),
        (Some("tokenizer"), "/analyzer/a/tokeniser")
    );
    let spelled = error(r#"{"filter": {"f": {"type": "icu_normalizer", "name": "nfx"}}, "analyzer": {}}"#);
    assert!(spelled.found.starts_with("`name` is \"nfx\""), "{}", spelled.found);
    let number = error(r#"{"filter": {"f": {"type": "truncate", "length": 0}}, "analyzer": {}}"#);
    assert_eq!((number.found.as_str(), number.nearest.as_deref()), ("`length` is 0", Some("1")));
    let truth = error(r#"{"filter": {"f": {"type": "stop", "ignore_case": "ture"}}, "analyzer": {}}"#);
    assert_eq!((truth.nearest.as_deref(), truth.help.as_str()), (Some("true"), ""));
    let id = error(r#"{"filter": {"f": {"type": "unic_transform", "id": "Latin-Gree"}}, "analyzer": {}}"#);
    assert_eq!((id.nearest.as_deref(), id.category), (Some("Latin-Greek"), ErrorCategory::WrongValue));
    let rules = r#""rules": "%a@noparse: 0: z;\n%b: 0: y;", "ruleset": "%a""#;
    let set = error(&format!(r#"{{"filter": {{"f": {{"type": "unic_numberformat", {rules}}}}}, "analyzer": {{}}}}"#));
    assert_eq!(
        (&*set.found, &*set.allowed),
        ("`ruleset` is \"%a\", which is not a public rule set, or is marked `@noparse`", "%b")
    );
    let mappings = r#""mappings": ["x=>y", "a=>b", "q=>r", "a=>c"]"#;
    let twice = error(&format!(r#"{{"filter": {{"f": {{"type": "unic_folding", {mappings}}}}}, "analyzer": {{}}}}"#));
    assert_eq!(twice.pointer, "/filter/f/mappings/3");
    let normalizer = error(r#"{"normalizer": {"n": {"filter": ["stop"]}}}"#);
    assert_eq!(normalizer.allowed, "lowercase, trim, unic_folding, unic_normalizer, unic_transform, uppercase");
    let directory = CompileOptions { configuration_directory: Some("/nowhere/at/all".into()), ..Default::default() };
    let json = br#"{"filter": {"s": {"type": "stop", "stopwords_path": "words.txt"}}}"#;
    let missing = config::validate(json, &directory).unwrap_err();
    assert_eq!(missing.first().found, "the configuration directory \"/nowhere/at/all\" does not exist");
}

#[test]
fn each_analyzer_is_reported_as_loading_or_not() {
    let json = r#"{"analyzer": {"good": {"tokenizer": "keyword"}, "odd": {"tokenizer": "keyword", "colour": 1},
        "bad": {"tokenizer": "t"}}, "tokenizer": {"t": {"type": "whitespace", "max_token_length": "x"}}}"#;
    let loads = |lenient| {
        let options = CompileOptions { lenient, ..Default::default() };
        let parsed = ParsedDefinition::read(json.as_bytes(), &options).unwrap();
        let each = parsed.analyzers.iter().map(|one| (one.loads(), one.loads_strictly, one.loads_leniently));
        (each.collect::<Vec<_>>(), parsed.errors.len(), parsed.warnings.len())
    };
    assert_eq!(loads(false), (vec![(true, true, true), (false, false, true), (false, false, false)], 2, 0));
    assert_eq!(loads(true), (vec![(true, true, true), (true, false, true), (false, false, false)], 1, 1));
}

/// The fingerprint of an analyzer, given as the JSON of its object.
fn fingerprint(json: &str) -> String {
    support::analyzer(&format!(r#"{{"analyzer": {{"a": {json}}}}}"#)).fingerprint()
}

/// The fingerprint of a token filter, given by the members of its object.
fn fingerprint_of_filter(members: &str) -> String {
    fingerprint(&format!(r#"{{"tokenizer": "keyword", "filter": [{{{members}}}]}}"#))
}

#[test]
fn options_without_effect_change_no_fingerprint() {
    for (one, other) in [
        (r#"{"type": "naturalsort"}"#, r#"{"type": "naturalsort", "digits": 3, "bufferSize": 10}"#),
        (r#"{"type": "naturalsort"}"#, r#"{"type": "naturalsort", "numeric": true}"#),
        (r#"{"type": "naturalsort", "locale": "de"}"#, r#"{"type": "naturalsort", "locale": "de-u-kn"}"#),
        (r#"{"tokenizer": "keyword"}"#, r#"{"type": null, "tokenizer": "keyword"}"#),
        (
            r#"{"type": "unic_collation"}"#,
            r#"{"type": "unic_collation", "decomposition": "no", "hiraganaQuaternaryMode": true}"#,
        ),
        (
            r#"{"tokenizer": "keyword", "filter": ["unic_numberformat"]}"#,
            r#"{"tokenizer": "keyword", "filter": [{"type": "unic_numberformat", "grouping": false}]}"#,
        ),
        (
            r#"{"tokenizer": "keyword", "filter": [{"type": "unic_numberformat", "format": "ordinal"}]}"#,
            r#"{"tokenizer": "keyword", "filter": [{"type": "unic_numberformat", "format": "ordinal", "lenient": false}]}"#,
        ),
        (
            r#"{"tokenizer": "keyword", "filter": [{"type": "keyword_marker", "keywords_pattern": "a"}]}"#,
            r#"{"tokenizer": "keyword", "filter": [{"type": "keyword_marker", "keywords_pattern": "a", "ignore_case": true}]}"#,
        ),
        (
            r#"{"type": "unic_collation", "rules": "& a < b"}"#,
            r#"{"type": "unic_collation", "rules": "& a < b", "language": "de"}"#,
        ),
    ] {
        assert_eq!(fingerprint(one), fingerprint(other), "{one} {other}");
    }
}

#[test]
fn fingerprints_do_not_depend_on_how_options_are_written() {
    let of_collation = |members: &str| fingerprint(&format!(r#"{{"type": "unic_collation"{members}}}"#));
    for (one, other) in [
        ("", r#", "strength": "tertiary", "caseLevel": false, "alternate": "Non-Ignorable", "variableTop": "-1""#),
        ("", r#", "locale": "en_US", "reorder": ["default"]"#),
        (r#", "locale": "de-u-co-phonebk""#, r#", "locale": "de@collation=phonebook""#),
        (r#", "locale": "de-DE-u-co-phonebk-kn""#, r#", "language": "de__PHONEBOOK", "numeric": true"#),
        (r#", "locale": "da", "caseFirst": "upper""#, r#", "locale": "da-DK""#),
        (r#", "variableTop": "symbol""#, r#", "alternate": "non-ignorable""#),
    ] {
        assert_eq!(of_collation(one), of_collation(other), "{one} {other}");
    }
    for (one, other) in [
        ("", r#", "locale": "sv""#),
        ("", r#", "strength": "primary""#),
        (r#", "locale": "de""#, r#", "locale": "de-u-co-phonebk""#),
        ("", r#", "locale": "fr-CA""#),
        ("", r#", "locale": "en-u-kb""#),
        ("", r#", "reorder": ["Grek"]"#),
        (r#", "alternate": "shifted""#, r#", "alternate": "shifted", "variableTop": "symbol""#),
        (r#", "rules": "& a < b""#, r#", "rules": "& a < b", "strength": "primary""#),
        (r#", "rules": "& a < b""#, r#", "rules": "& a < b", "caseLevel": false"#),
        ("", r#", "max_key_bytes": 100"#),
    ] {
        assert_ne!(of_collation(one), of_collation(other), "{one} {other}");
    }
    for (one, other) in [
        (r#""type": "stop""#, r#""type": "stop", "stopwords": ["_english_"]"#),
        (r#""type": "stop", "stopwords": ["a", "b"]"#, r#""type": "stop", "stopwords": ["b", "a", "b"]"#),
        (r#""type": "stop", "stopwords": ["a", "_none_"]"#, r#""type": "stop", "stopwords": ["a"]"#),
        (
            r#""type": "stop", "stopwords": ["És", "ÉS"], "ignore_case": true"#,
            r#""type": "stop", "stopwords": ["és"], "ignore_case": true"#,
        ),
        (r#""type": "keyword_marker", "keywords": ["a", "b"]"#, r#""type": "keyword_marker", "keywords": "b,a""#),
        (
            r#""type": "keyword_marker", "keywords": ["A"], "ignore_case": true"#,
            r#""type": "keyword_marker", "keywords": ["a"], "ignore_case": true"#,
        ),
        (
            r#""type": "unic_folding", "mappings": ["ø => oe", "å => aa"]"#,
            r#""type": "unic_folding", "mappings": ["å=>aa # remark", "ø  => oe", "\\u00E5 => aa"]"#,
        ),
        (r#""type": "unic_normalizer""#, r#""type": "unic_normalizer", "mode": "compose""#),
        (
            r#""type": "unic_normalizer", "name": "nfd""#,
            r#""type": "unic_normalizer", "name": "nfd", "mode": "decompose""#,
        ),
        (
            r#""type": "unic_normalizer", "unicode_set_filter": "[^a-c]""#,
            r#""type": "unic_normalizer", "unicode_set_filter": "[^ c b a ]""#,
        ),
        (r#""type": "unic_folding", "language": "sv""#, r#""type": "unic_folding", "language": "sv-SE""#),
        (r#""type": "unic_transform", "id": "Any-Latin; NFC""#, r#""type": "unic_transform", "id": "any-latin;nfc""#),
        (
            r#""type": "unic_transform", "rules": "a > b;""#,
            r#""type": "unic_transform", "rules": "a > b;", "id": "label""#,
        ),
        (r#""type": "unic_numberformat", "locale": "de-DE""#, r#""type": "unic_numberformat", "locale": "de_de""#),
    ] {
        assert_eq!(fingerprint_of_filter(one), fingerprint_of_filter(other), "{one} {other}");
    }
    for (one, other) in [
        (r#""type": "stop""#, r#""type": "stop", "stopwords": ["_german_"]"#),
        (r#""type": "stop", "stopwords": ["A"]"#, r#""type": "stop", "stopwords": ["a"]"#),
        (r#""type": "stop", "stopwords": ["a"]"#, r#""type": "stop", "stopwords": ["a"], "ignore_case": true"#),
        (r#""type": "unic_normalizer""#, r#""type": "unic_normalizer", "mode": "decompose""#),
        (
            r#""type": "unic_normalizer", "unicode_set_filter": "[a-c]""#,
            r#""type": "unic_normalizer", "unicode_set_filter": "[a-c{ch}]""#,
        ),
        (r#""type": "unic_folding", "language": "sv""#, r#""type": "unic_folding", "language": "de""#),
        (
            r#""type": "unic_folding", "language": "de""#,
            r#""type": "unic_folding", "language": "de", "expansion": "ae""#,
        ),
        (r#""type": "unic_transform", "id": "[A] Lower""#, r#""type": "unic_transform", "id": "[a] Lower""#),
        (r#""type": "unic_transform", "id": "\\p{Lu} Remove""#, r#""type": "unic_transform", "id": "\\P{Lu} Remove""#),
        (
            r#""type": "unic_normalizer", "unicode_set_filter": "[A-Z]""#,
            r#""type": "unic_normalizer", "unicode_set_filter": "[{41-5A}]""#,
        ),
        (
            r#""type": "unic_numberformat", "rules": "1: a;", "locale": "de""#,
            r#""type": "unic_numberformat", "rules": "1: a;", "locale": "de@collation=phonebook""#,
        ),
        (r#""type": "unic_numberformat", "locale": "de""#, r#""type": "unic_numberformat", "locale": "de-CH""#),
        (
            r#""type": "unic_numberformat", "rules": "%a: 0: zero;""#,
            r#""type": "unic_numberformat", "rules": "%a: 0: zero;\n""#,
        ),
    ] {
        assert_ne!(fingerprint_of_filter(one), fingerprint_of_filter(other), "{one} {other}");
    }
    let of_tokenizer = |members: &str| {
        let tokenizer = format!(r#""tokenizer": {{"t": {{"type": "unic_tokenizer"{members}}}}}"#);
        support::analyzer(&format!(r#"{{{tokenizer}, "analyzer": {{"a": {{"tokenizer": "t"}}}}}}"#)).fingerprint()
    };
    for (one, other) in [
        ("", r#", "locale": "ja""#),
        (r#", "mode": "line", "locale": "ja_JP""#, r#", "mode": "line", "locale": "ja-jp-u-co-unihan""#),
        (
            r#", "mode": "line", "locale": "ja-u-lb-loose""#,
            r#", "mode": "line", "locale": "ja", "line_break": "loose""#,
        ),
        (r#", "mode": "line", "locale": "en""#, r#", "mode": "line", "locale": "en-u-ss-standard""#),
        (r#", "mode": "sentence", "locale": "en-GB""#, r#", "mode": "sentence", "locale": "en-u-lb-foo""#),
        (r#", "user_dictionary": ["東京都", "京都"]"#, r#", "user_dictionary": ["京都", "東京都"]"#),
        ("", r#", "rulefiles": [], "rules": {}, "keep_symbols": "[]""#),
        ("", r#", "rulefiles": ["Hani:KeywordTokenizer.rbbi"]"#),
        (
            r#", "rulefiles": ["latin:KeywordTokenizer.rbbi", "Grek:TechnicalTerms.rbbi"]"#,
            r#", "rulefiles": ["Latn:Default.rbbi", "Grek:TechnicalTerms.rbbi", "Latn:KeywordTokenizer.rbbi"]"#,
        ),
        (r#", "keep_symbols": "[a-b+]""#, r#", "keep_symbols": "[+ b a]""#),
    ] {
        assert_eq!(of_tokenizer(one), of_tokenizer(other), "{one} {other}");
    }
    assert_ne!(
        of_tokenizer(r#", "mode": "line", "locale": "ja""#),
        of_tokenizer(r#", "mode": "line", "locale": "ja-u-lb-loose""#)
    );
    assert_ne!(of_tokenizer(""), of_tokenizer(r#", "rulefiles": ["Latn:KeywordTokenizer.rbbi"]"#));
    let keys_of_tokens = |members: &str| {
        let tokenizer = format!(r#""tokenizer": {{"t": {{"type": "unic_collation_tokenizer"{members}}}}}"#);
        support::analyzer(&format!(r#"{{{tokenizer}, "analyzer": {{"a": {{"tokenizer": "t"}}}}}}"#)).fingerprint()
    };
    for (mode, one, other) in [
        ("sentence", r#""locale": "en""#, r#""locale": "en-u-ss-standard""#),
        ("sentence", r#""locale": "fr-u-ss-standard""#, r#""locale": "en-u-ss-standard""#),
        ("sentence", r#""rules": "& a < b""#, r#""rules": "& a < b", "language": "el""#),
        ("line", r#""locale": "ja""#, r#""locale": "ja-u-lb-loose""#),
        ("line", r#""locale": "ja""#, r#""locale": "ja-u-lw-phrase""#),
        ("line", r#""locale": "ja""#, r#""locale": "ja", "line_break": "loose""#),
    ] {
        let of = |members: &str| keys_of_tokens(&format!(r#", "mode": "{mode}", {members}"#));
        assert_ne!(of(one), of(other), "{one} {other}");
    }
    assert_eq!(keys_of_tokens(r#", "locale": "en""#), keys_of_tokens(r#", "locale": "en-u-ss-standard""#));
    assert_ne!(of_tokenizer(""), of_tokenizer(r#", "keep_symbols": "[+]""#));
    let of_html = |members: &str| {
        fingerprint(&format!(r#"{{"tokenizer": "keyword", "char_filter": [{{"type": "html_strip"{members}}}]}}"#))
    };
    assert_eq!(of_html(""), of_html(r#", "escaped_tags": []"#));
    assert_eq!(of_html(r#", "escaped_tags": ["b", "i"]"#), of_html(r#", "escaped_tags": ["I", "B"]"#));
    assert_ne!(of_html(""), of_html(r#", "escaped_tags": ["b"]"#));
}

/// What the documentation calls an option without effect is not part of fingerprints, and the reverse.
#[test]
fn options_without_effect_are_documented() {
    let options = config::registry::COMPONENTS.iter().flat_map(|spec| spec.options);
    for option in options {
        let is_documented = option.help.contains("has no effect,")
            || option.help.ends_with("has no effect")
            || option.help.contains("no effect on a single text");
        assert_eq!(
            is_documented,
            matches!(option.fingerprint, FingerprintPart::Nothing),
            "{}: {}",
            option.name,
            option.help
        );
    }
}

#[test]
fn the_type_of_another_kind_is_said() {
    for (json, help) in [
        (r#"{"type": "icu_tokenizer"}"#, "\"icu_tokenizer\" is the type of a tokenizer"),
        (
            r#"{"analyzer": {"a": {"tokenizer": "t"}}, "tokenizer": {"t": {"type": "unic_folding"}}}"#,
            "\"unic_folding\" is the type of a char filter and a token filter",
        ),
    ] {
        let errors = config::compile(json.as_bytes(), None, &CompileOptions::default()).unwrap_err();
        assert_eq!(
            (errors.first().category, errors.first().help.as_str()),
            (ErrorCategory::UnknownType, help),
            "{json}"
        );
    }
}

#[test]
fn normalizers_refuse_what_gives_two_terms() {
    let with = |keep: bool| {
        format!(
            r#"{{"filter": {{"t": {{"type": "unic_transform", "id": "Any-Latin", "keep_original": {keep}}}}},
                 "normalizer": {{"n": {{"filter": ["lowercase", "t"]}}}}}}"#
        )
    };
    assert!(read(&with(false)).errors.is_empty());
    let error = error(&with(true));
    assert_eq!((error.category, error.pointer.as_str()), (ErrorCategory::WrongValue, "/normalizer/n/filter/1"));
    assert!(error.found.contains("keeps the original term"), "{error:?}");
}

/// As Java's `String.trim`: white space above U+0020 is a part of what is mapped.
#[test]
fn mappings_are_trimmed_as_in_the_engine() {
    let mapped = |rule: &str, text: &str| {
        let json = serde_json::json!({
            "char_filter": {"m": {"type": "mapping", "mappings": [rule]}},
            "analyzer": {"a": {"tokenizer": "keyword", "char_filter": ["m"]}}
        });
        support::tokens(&mut support::analyzer(&json.to_string()).stream(), text.as_bytes(), 8).0.swap_remove(0).term
    };
    assert_eq!(mapped("\u{3000} => \\u0020", "a\u{3000}b"), "a b");
    assert_eq!(mapped("–\u{A0} => -", "a–\u{A0}b–"), "a-b–");
    assert_eq!(mapped(" \u{1}a\t=>\n b ", "a"), "b");
}

/// Comments, blank lines, line ends and the order of entries change no token, nor does moving entries to a file.
#[test]
fn fingerprints_of_files_are_those_of_their_entries() {
    let of = |json: &str, file: &'static str| {
        let files = FileSource::new(move |_| Ok(file.as_bytes().to_vec()));
        let options = CompileOptions { files: Some(files), ..CompileOptions::default() };
        config::compile(json.as_bytes(), Some("a"), &options)
            .unwrap_or_else(|e| panic!("{json}: {e}"))
            .analyzer
            .fingerprint()
    };
    let part = |kind: &str, members: &str| match kind {
        "tokenizer" => format!(r#"{{"tokenizer": {{"p": {{{members}}}}}, "analyzer": {{"a": {{"tokenizer": "p"}}}}}}"#),
        _ => format!(
            r#"{{"{kind}": {{"p": {{{members}}}}}, "analyzer": {{"a": {{"tokenizer": "keyword", "{kind}": "p"}}}}}}"#
        ),
    };
    for (kind, inline, by_file, file, other) in [
        (
            "filter",
            r#""type": "keyword_marker", "keywords": ["b", "a"]"#,
            r#""type": "keyword_marker", "keywords_path": "f.txt""#,
            "# words\na\r\n\n b\n",
            "a\n",
        ),
        (
            "char_filter",
            r#""type": "mapping", "mappings": ["b => c", "a=>\\u0064"]"#,
            r#""type": "mapping", "mappings_path": "f.txt""#,
            "# rules\ra => d\r\rb=>c",
            "a => d",
        ),
        (
            "filter",
            r#""type": "unic_folding", "mappings": ["å => aa", "ø => oe"]"#,
            r#""type": "unic_folding", "mappings_path": "f.txt""#,
            "# letters\nø => oe # o\n\nå => aa\n",
            "ø => oe",
        ),
        (
            "filter",
            r#""type": "unic_numberformat", "rules": "%a: 0: zero; 1: one""#,
            r#""type": "unic_numberformat", "rules": ["f.txt"]"#,
            "%a: 0: zero; 1: one\r\n",
            "%a: 0: zero; 1: one\n\n",
        ),
        (
            "tokenizer",
            r#""type": "unic_tokenizer", "user_dictionary": ["中文字", "ไทยไทย"]"#,
            r#""type": "unic_tokenizer", "user_dictionary": "f.txt""#,
            "# words\rไทยไทย\r\r\n中文字\r",
            "中文字",
        ),
    ] {
        assert_eq!(of(&part(kind, inline), ""), of(&part(kind, by_file), file), "{inline}");
        assert_ne!(of(&part(kind, inline), ""), of(&part(kind, by_file), other), "{inline}");
    }
}

/// Each analyzer has its own errors and those of the document. With a traversal of the document for each analyzer, and
/// a comparison with all names for each reference, this would take minutes.
#[test]
fn many_analyzers_with_many_problems_are_reported() {
    let count = 3000;
    let analyzers: Vec<String> =
        (0..count).map(|at| format!(r#""a{at}": {{"tokenizer": "keyword", "filter": ["missing{at}"]}}"#)).collect();
    let filters: Vec<String> = (0..count).map(|at| format!(r#""defined{at}": {{"type": "lowercase"}}"#)).collect();
    let fields: Vec<String> =
        (0..count).map(|at| format!(r#""f{at}": {{"type": "text", "analyzer": "undefined{at}"}}"#)).collect();
    let json = format!(
        r#"{{"settings": {{"analysis": {{"analyzer": {{{}}}, "filter": {{{}}}}}}}, "mappings": {{"properties": {{{}}}}}}}"#,
        analyzers.join(", "),
        filters.join(", "),
        fields.join(", "),
    );
    let parsed = ParsedDefinition::read(json.as_bytes(), &CompileOptions::default()).unwrap();
    let listed = 1000;
    assert_eq!((parsed.errors.len(), parsed.warnings.len()), (listed + 1, listed + 1));
    for at in [0, count - 1] {
        let errors = parsed.compiled(Some(&format!("a{at}"))).unwrap_err();
        assert_eq!(errors.first().pointer, format!("/settings/analysis/analyzer/a{at}/filter/0"));
        assert_eq!(
            errors,
            config::compile(json.as_bytes(), Some(&format!("a{at}")), &CompileOptions::default()).unwrap_err()
        );
    }
}

/// As the engine reads it.
#[test]
fn a_blank_boolean_is_absent() {
    let hyphen = |members: &str| {
        let filter = format!(r#"{{"tokenizer": "keyword", "filter": [{{"type": "hyphen"{members}}}]}}"#);
        support::analyzer(&format!(r#"{{"analyzer": {{"a": {filter}}}}}"#)).fingerprint()
    };
    assert_eq!(hyphen(""), hyphen(r#", "subwords": """#));
    assert_eq!(hyphen(""), hyphen(r#", "subwords": " ""#));
}

#[test]
fn errors_in_files_are_inside_of_them() {
    let error = |json: &str, file: &'static str| {
        let options =
            CompileOptions { files: Some(FileSource::new(move |_| Ok(file.into()))), ..CompileOptions::default() };
        let errors = config::compile(json.as_bytes(), Some("a"), &options).expect_err("refused");
        errors.iter().next().map(|first| first.found.clone()).unwrap_or_default()
    };
    let transform =
        r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": [{"type": "unic_transform", "rules": ["t.txt"]}]}}}"#;
    let found = error(transform, "\u{FEFF}> [d;");
    assert!(found.contains("line 1, column 6"), "{found}");
    let found = error(r#"{"analyzer": {"a": {"type": "unic_collation", "rules": ["t.txt"]}}}"#, "&a < b\n&[before 1]");
    assert!(found.contains("line 2, column 12"), "{found}");
}

/// BOM, CR LF and CR in break rules are those of any text file.
#[test]
fn break_rules_may_have_any_line_ends() {
    let terms = |rules: &str| {
        let rules = serde_json::json!({"Latn": rules});
        let tokenizer = serde_json::json!({"t": {"type": "unic_tokenizer", "rules": rules}});
        let definition = serde_json::json!({"tokenizer": tokenizer, "analyzer": {"a": {"tokenizer": "t"}}});
        let (tokens, _) = support::tokens(&mut support::analyzer(&definition.to_string()).stream(), b"ab1cd", 10);
        tokens.into_iter().map(|token| token.term).collect::<Vec<String>>()
    };
    let rules = "!!chain;\n# c\n$L=[a-z];\n$L+ {200};\n";
    assert_eq!(terms(rules), ["ab", "cd"]);
    assert_eq!(terms(&rules.replace('\n', "\r\n")), ["ab", "cd"]);
    assert_eq!(terms(&rules.replace('\n', "\r")), ["ab", "cd"]);
}
