//! Definitions with many components, references, fields and problems: each component is built once, what is kept is
//! limited, and the time is linear.

// An error ends the compilation of a definition, so its size does not matter.
#![allow(clippy::result_large_err)]

use std::sync::Arc;
use unic_analysis::analysis::chain::Chain;
use unic_analysis::config::{self, CompileOptions, ErrorCategory, ParsedDefinition};

fn parsed(json: &str) -> ParsedDefinition {
    ParsedDefinition::read(json.as_bytes(), &CompileOptions::default()).unwrap()
}

/// The numbers below `count` in a text, joined by commas.
fn listed(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(",")
}

fn first_filter(chain: &Chain) -> *const () {
    Arc::as_ptr(&chain.token_filters[0].component).cast()
}

#[test]
fn a_component_is_built_once() {
    let json = r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": ["f", "lowercase", "f"]},
        "b": {"tokenizer": "keyword", "filter": ["f"]}}, "filter": {"f": {"type": "length", "max": 5}}}"#;
    let parsed = parsed(json);
    let [a, b] = ["a", "b"].map(|name| parsed.compiled(Some(name)).unwrap().analyzer);
    let [filters, of_b] = [a, b].map(|analyzer| analyzer.chain().token_filters.clone());
    assert!(Arc::ptr_eq(&filters[0].component, &filters[2].component));
    assert!(Arc::ptr_eq(&filters[0].component, &of_b[0].component));
    assert_eq!(filters[2].name, "f");
}

#[test]
fn components_of_two_indices_are_apart() {
    let index = |max: u32| {
        format!(
            r#"{{"settings": {{"analysis": {{"analyzer": {{"a": {{"tokenizer": "keyword", "filter": "f"}}}},
                "filter": {{"f": {{"type": "length", "max": {max}}}}}}}}}}}"#
        )
    };
    let parsed = parsed(&format!(r#"{{"x": {}, "y": {}}}"#, index(1), index(2)));
    let [x, y] = ["x/a", "y/a"].map(|name| parsed.compiled(Some(name)).unwrap().analyzer);
    assert_ne!(first_filter(x.chain()), first_filter(y.chain()));
    assert_ne!(x.fingerprint(), y.fingerprint());
}

/// Those that do not refer to a component with an error load.
#[test]
fn the_problems_of_a_component_are_those_of_its_analyzers() {
    let json = r#"{"analyzer": {"good": {"tokenizer": "keyword", "filter": ["trim"]},
            "unknown": {"tokenizer": "keyword", "filter": ["g"]},
            "bad": {"tokenizer": "keyword", "filter": ["f", "trim", "f"]}, "also": {"tokenizer": "keyword", "filter": ["f"]},
            "worse": {"tokenizer": "keyword", "filter": ["f", "g", "nowhere"]}},
        "filter": {"f": {"type": "length", "min": "x"}, "g": {"type": "length", "most": 1}, "unused": {"type": "no"}}}"#;
    let parsed = parsed(json);
    let loads = |name: &str| {
        let analyzer = parsed.analyzers.iter().find(|analyzer| analyzer.name == name).unwrap();
        assert_eq!(analyzer.type_name, Some("custom"));
        (analyzer.loads(), analyzer.loads_strictly, analyzer.loads_leniently)
    };
    assert_eq!((loads("good"), loads("bad")), ((true, true, true), (false, false, false)));
    assert_eq!((loads("unknown"), loads("worse")), ((false, false, true), (false, false, false)));
    let compiled = |name: &str| config::compile(json.as_bytes(), Some(name), &CompileOptions::default());
    assert!(parsed.compiled(Some("good")).is_ok() && compiled("good").is_ok());
    for (name, expected) in [("bad", 1), ("also", 1), ("unknown", 1), ("worse", 3)] {
        let errors = parsed.compiled(Some(name)).unwrap_err();
        assert_eq!(errors.iter().count(), expected, "{name}: {errors}");
        assert_eq!(errors, compiled(name).unwrap_err(), "{name}");
    }
    assert_eq!(parsed.errors.len(), 4);
}

#[test]
fn a_chain_has_a_maximum_length() {
    let chain = |filters: usize| {
        let filters = listed(filters, |_| "\"trim\"".to_owned());
        let json = format!(r#"{{"tokenizer": "keyword", "filter": [{filters}]}}"#);
        config::compile(json.as_bytes(), None, &CompileOptions::default())
    };
    assert_eq!(chain(1_023).unwrap().analyzer.chain().token_filters.len(), 1_023);
    let errors = chain(1_024).unwrap_err();
    assert_eq!((errors.first().category, errors.iter().count()), (ErrorCategory::Limit, 1));
    assert!(errors.first().allowed.contains("1024 components"), "{errors}");
}

#[test]
fn the_first_thousand_problems_are_listed() {
    let options = listed(9_000, |number| format!("\"o{number}\": 1"));
    let json = format!(r#"{{"tokenizer": "keyword", {options}}}"#);
    let errors = config::compile(json.as_bytes(), None, &CompileOptions::default()).unwrap_err();
    let all: Vec<_> = errors.iter().collect();
    assert_eq!(all.len(), 1_001);
    assert!(all[..1_000].is_sorted_by_key(|error| error.offset) && all[999].found.contains("\"o999\""));
    assert_eq!((all[1_000].category, &*all[1_000].found), (ErrorCategory::Limit, "8000 more errors are not listed"));
    let lenient = CompileOptions { lenient: true, ..CompileOptions::default() };
    let warnings = config::compile(json.as_bytes(), None, &lenient).unwrap().warnings;
    assert_eq!((warnings.len(), &*warnings[1_000].found), (1_001, "8000 more warnings are not listed"));
}

/// 20,000 analyzers that refer to one component with 900 errors. Warnings of the document do not count.
#[test]
fn reports_do_not_repeat_the_errors_of_a_component_without_limit() {
    let options = listed(900, |number| format!("\"o{number}\": 1"));
    let analyzers = listed(20_000, |number| format!(r#""a{number}": {{"tokenizer": "keyword", "filter": "f"}}"#));
    let json = format!(r#"{{"analyzer": {{{analyzers}}}, "filter": {{"f": {{"type": "length", {options}}}}}}}"#);
    let parsed = parsed(&json);
    assert_eq!(parsed.errors.len(), 900);
    assert_eq!(parsed.compiled(Some("a19999")).unwrap_err().iter().count(), 900);
    let report: serde_json::Value = serde_json::from_str(&parsed.to_json()).unwrap();
    let listed: Vec<usize> =
        report["analyzers"].as_array().unwrap().iter().map(|one| one["errors"].as_array().unwrap().len()).collect();
    assert_eq!((listed[0], listed[11], listed[12], listed[19_999]), (900, 900, 0, 0));
    assert!(report["analyzers"].as_array().unwrap().iter().all(|one| one["loads"] == false));
}

/// After 10,000 problems of components, of each further one the first problem of each kind is kept.
#[test]
fn the_problems_of_components_are_limited_in_all() {
    let options = listed(500, |number| format!("\"o{number}\": 1"));
    let filters = listed(30, |number| format!(r#""f{number}": {{"type": "length", {options}}}"#));
    let analyzers = listed(30, |number| format!(r#""a{number}": {{"tokenizer": "keyword", "filter": "f{number}"}}"#));
    let json = format!(r#"{{"analyzer": {{{analyzers}}}, "filter": {{{filters}}}}}"#);
    let parsed = parsed(&json);
    let found =
        |name: &str| parsed.compiled(Some(name)).unwrap_err().iter().map(|e| e.found.clone()).collect::<Vec<_>>();
    assert_eq!((found("a0").len(), found("a20").len(), found("a21").len()), (500, 500, 2));
    assert!(found("a29")[0].contains("\"o0\""));
    assert_eq!(found("a29")[1], "499 more errors are not listed");
    let all: Vec<_> = parsed.errors.iter().map(|error| error.found.clone()).collect();
    assert_eq!((all.len(), all[1_000].as_str()), (1_001, "14000 more errors are not listed"));
}

#[test]
fn a_missing_name_is_reported_at_each_reference() {
    let json = r#"{"tokenizer": "keyword", "filter": ["lowercas", "trim", "lowercas"], "char_filter": "lowercas"}"#;
    let errors = config::compile(json.as_bytes(), None, &CompileOptions::default()).unwrap_err();
    let found: Vec<_> = errors.iter().map(|error| (error.pointer.as_str(), error.nearest.as_deref())).collect();
    assert_eq!(found, [("/filter/0", Some("lowercase")), ("/filter/2", Some("lowercase")), ("/char_filter", None)]);
}

#[test]
fn the_advice_for_a_missing_analyzer_is_the_same_for_a_parsed_definition() {
    let json = r#"{"settings": {"analysis": {"analyzer": {"analyzer": {"type": "keyword"}}, "analysers": {}}},
        "mappings": {"properties": {"t": {"type": "text", "analyzer": "analyzr"}}}}"#;
    let parsed = parsed(json).compiled(Some("x")).unwrap_err();
    assert_eq!(parsed, config::compile(json.as_bytes(), Some("x"), &CompileOptions::default()).unwrap_err());
    assert!(parsed.first().help.contains("`analysis` has no section \"analysers\""), "{parsed}");
}

#[test]
fn the_names_of_indices_have_the_length_limit_of_the_engine() {
    let index = |name: String| {
        format!(r#"{{"{name}": {{"settings": {{"analysis": {{"analyzer": {{"a": {{"type": "keyword"}}}}}}}}}}}}"#)
    };
    assert!(parsed(&index("x".repeat(255))).errors.is_empty());
    let long = parsed(&index("x".repeat(256)));
    let errors: Vec<_> = long.errors.iter().map(|error| (error.category, error.allowed.as_str())).collect();
    assert_eq!(errors, [(ErrorCategory::Limit, "at most 255 bytes")]);
}

/// 50,000 of each: a search through all of them for each one takes minutes.
#[test]
fn many_analyzers_components_and_fields_are_found() {
    const COUNT: usize = 50_000;
    let analyzers =
        listed(COUNT, |number| format!(r#""a{number}": {{"tokenizer": "keyword", "filter": "f{number}"}}"#));
    let filters = listed(COUNT, |number| format!(r#""f{number}": {{"type": "trim"}}"#));
    let fields = listed(COUNT, |number| format!(r#""p{number}": {{"type": "text", "analyzer": "a{number}"}}"#));
    let json = format!(
        r#"{{"settings": {{"analysis": {{"analyzer": {{{analyzers}}}, "filter": {{{filters}}}}}}},
            "mappings": {{"properties": {{{fields}}}}}}}"#
    );
    let parsed = parsed(&json);
    assert!(parsed.errors.is_empty() && parsed.warnings.is_empty());
    assert!(parsed.analyzers.iter().all(|analyzer| analyzer.loads() && analyzer.fields.len() == 1));
    assert_eq!(parsed.analyzers[COUNT - 1].fields[0].field, format!("p{}", COUNT - 1));
}

/// One MiB more than the document, over all indices.
#[test]
fn the_paths_of_fields_have_a_maximum_length() {
    let name = "x".repeat(1_000);
    let fields = listed(1_000, |number| format!(r#""p{number}": {{"analyzer": "standard"}}"#));
    let below = |inner: String| format!(r#"{{"properties": {{"{name}": {inner}}}}}"#);
    let nested = (0..20).fold(format!(r#"{{"properties": {{{fields}}}}}"#), |inner, _| below(inner));
    let index = format!(
        r#"{{"settings": {{"analysis": {{"analyzer": {{"standard": {{"tokenizer": "keyword"}}}}}}}}, "mappings": {nested}}}"#
    );
    let parsed = parsed(&format!(r#"{{"a": {index}, "b": {index}}}"#));
    let [of_a, of_b] = &parsed.analyzers[..] else { panic!("two indices") };
    assert!((50..60).contains(&of_a.fields.len()) && of_b.fields.is_empty(), "{}", of_a.fields.len());
    assert_eq!(of_a.fields[1].field, [vec![&*name; 20], vec!["p1"]].concat().join("."));
    assert_eq!(parsed.warnings.iter().map(|warning| warning.category).collect::<Vec<_>>(), [ErrorCategory::Limit]);
}

#[test]
fn fields_with_dotted_names_have_their_whole_path() {
    let json = r#"{"settings": {"analysis": {"analyzer": {"a": {"type": "keyword"}}}}, "mappings": {"properties": {
        "x.y": {"type": "nope", "analyzer": "a"}, "x.z": {"properties": {"w": {"type": "text", "analyzer": "a"}}},
        "t": {"type": "text", "fields.raw": {"type": "text", "analyzer": "a"}},
        "e.meta": {"type": "text", "analyzer": "a"}, "e.fields": {"type": "text", "analyzer": "a"},
        "f.fields": {"raw": {"type": "text", "analyzer": "a"}}, "g": {"meta": {"analyzer": "nothing"}}}}}"#;
    let parsed = parsed(json);
    let fields: Vec<&str> = parsed.analyzers[0].fields.iter().map(|field| field.field.as_str()).collect();
    assert_eq!(fields, ["x.y", "x.z.w", "t.raw", "e.meta", "e.fields", "f.raw"]);
    assert_eq!(parsed.warnings.len(), 1);
}

/// A pointer of more than 4,096 bytes is that of the part around it.
#[test]
fn pointers_have_a_maximum_length() {
    let name = "x".repeat(3_000);
    let json = format!(r#"{{"mappings": {{"{name}": {{"{name}": {{"a": 1, "a": 2}}}}}}}}"#);
    let pointers: Vec<_> = parsed(&json).errors.iter().map(|error| error.pointer.clone()).collect();
    assert_eq!(pointers, [format!("/mappings/{name}")]);
    let key = |length: usize| format!(r#"{{"analyzer": {{"{}": {{"type": "keyword"}}}}}}"#, "x".repeat(length));
    assert!(parsed(&key(4_096)).errors.is_empty());
    assert_eq!(parsed(&key(4_097)).errors[0].found, "a key has 4097 bytes");
}

/// Without a comparison it is not said which names are allowed.
#[test]
fn names_are_compared_up_to_a_limit() {
    let filters = listed(200_000, |number| format!(r#""f{number}": {{"type": "trim"}}"#));
    let json = format!(
        r#"{{"analyzer": {{"a": {{"tokenizer": "keyword", "filter": ["g", "h"]}}}}, "filter": {{{filters}}}}}"#
    );
    let errors = config::compile(json.as_bytes(), Some("a"), &CompileOptions::default()).unwrap_err();
    let allowed: Vec<_> = errors.iter().map(|error| error.allowed.as_str()).collect();
    assert_eq!(allowed, ["", ""]);
    let small = r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": ["g"]}}, "filter": {"gg": {"type": "trim"}}}"#;
    let errors = config::compile(small.as_bytes(), Some("a"), &CompileOptions::default()).unwrap_err();
    assert!(errors.first().allowed.contains("gg"), "{errors}");
}

/// Two templates without a name define two analyzers of one name.
#[test]
fn of_two_analyzers_of_one_name_the_first_is_selected() {
    let template = |max: u32| {
        format!(
            r#"{{"index_template": {{"template": {{"settings": {{"analysis": {{
                "analyzer": {{"a": {{"tokenizer": "keyword", "filter": [{{"type": "length", "max": {max}}}]}}}},
                "normalizer": {{"b": {{"filter": "trim"}}}}}}}}}}}}}}"#
        )
    };
    let json = format!(r#"{{"index_templates": [{}, {}]}}"#, template(1), template(2));
    let parsed = parsed(&json);
    for name in ["/a", "/b"] {
        let compiled = config::compile(json.as_bytes(), Some(name), &CompileOptions::default()).unwrap();
        assert_eq!(parsed.compiled(Some(name)).unwrap().analyzer.fingerprint(), compiled.analyzer.fingerprint());
    }
}
