//! The JSON Schema of definitions, checked with a validator: definitions that load conform, those with wrong options do
//! not.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};
use unic_analysis::analysis::analyzer::custom;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::options::{OptionKind, OptionSpec};
use unic_analysis::config::registry;
use unic_analysis::config::{self, CompileOptions, ErrorCategory, schema};

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(&schema::schema()).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "the schema is itself no valid schema");
    jsonschema::draft202012::new(&schema).unwrap()
}

fn complaints(validator: &Validator, definition: &Value) -> String {
    validator.iter_errors(definition).map(|error| format!("{error} at {}\n", error.instance_path())).collect()
}

/// The definitions of the case files, with the category of the expected error.
fn cases() -> Vec<(String, Value, Option<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for case in list.into_iter().filter(|case| case["definition"].is_object()) {
            let error = case["expect"]["error"].as_str().or_else(|| case["expect"]["error"]["category"].as_str());
            cases.push((case["id"].as_str().unwrap().to_owned(), case["definition"].clone(), error.map(str::to_owned)));
        }
    }
    assert!(cases.len() > 500);
    cases
}

/// The errors of the library for unknown names and malformed values in a definition. Components that this build does
/// not have are ignored.
fn errors(definition: &Value) -> Vec<ErrorCategory> {
    match config::validate(definition.to_string().as_bytes(), &CompileOptions::default()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|error| error.category).collect(),
    }
}

#[test]
fn cases_that_load_conform_and_unknown_names_do_not() {
    let validator = validator();
    let (mut fit, mut refused) = (0, 0);
    for (id, definition, _) in cases() {
        let errors = errors(&definition);
        if errors.is_empty() {
            assert!(validator.is_valid(&definition), "{id}: {definition}\n{}", complaints(&validator, &definition));
            fit += 1;
        } else if errors
            .iter()
            .any(|category| matches!(category, ErrorCategory::UnknownOption | ErrorCategory::UnknownType))
        {
            assert!(!validator.is_valid(&definition), "{id}: {definition}");
            refused += 1;
        }
    }
    assert!(fit > 400 && refused > 5, "{fit} fit, {refused} were refused");
}

/// A definition with one component.
fn with_component(kind: ComponentKind, component: &Value) -> Value {
    json!({ "settings": { "index": { "analysis": { kind.section(): { "c": component } } } } })
}

#[test]
fn all_values_of_options_conform() {
    let validator = validator();
    let probes = [
        json!(null),
        json!(true),
        json!("true"),
        json!("yes"),
        json!(1),
        json!("1"),
        json!(5),
        json!(-7_000_000_000i64),
        json!(1.5),
        json!(""),
        json!("a,b"),
        json!("UPPER"),
        json!("Lower"),
        json!("shifted"),
        json!("_german_"),
        json!([]),
        json!(["a"]),
        json!(["_none_", 5, true]),
        json!([["a"]]),
        json!([null]),
        json!({}),
        json!({ "Latn": ".;" }),
        json!({ "Latn": 1 }),
        json!("Latn:Default.rbbi"),
        json!(["Latn:Default.rbbi"]),
    ];
    let (mut taken, mut refused) = (0, 0);
    let normalizer = std::iter::once((ComponentKind::Normalizer, &custom::NORMALIZER));
    for (kind, spec) in registry::COMPONENTS.into_iter().map(|spec| (spec.kind(), spec)).chain(normalizer) {
        for option in spec.options {
            let choices = choices(option).iter().map(|choice| json!(choice));
            for probe in probes.iter().cloned().chain(choices) {
                let mut component = json!({ "type": spec.type_name, option.name: probe });
                if matches!(kind, ComponentKind::Analyzer) && spec.type_name == "custom" && option.name != "tokenizer" {
                    component["tokenizer"] = json!("keyword");
                }
                let definition = with_component(kind, &component);
                let fits = validator.is_valid(&definition);
                if errors(&definition).is_empty() {
                    assert!(fits, "{definition}\n{}", complaints(&validator, &definition));
                    taken += 1;
                } else if !fits {
                    refused += 1;
                }
            }
        }
    }
    assert!(taken > 500 && refused > 500, "{taken} taken, {refused} refused");
}

fn choices(option: &OptionSpec) -> &'static [&'static str] {
    match option.kind {
        OptionKind::Choice(choices) | OptionKind::ChoiceOfAnyCase(choices) | OptionKind::Words(choices) => choices,
        _ => &[],
    }
}

#[test]
fn wrong_definitions_do_not_conform() {
    let validator = validator();
    let in_filter = |component: Value| with_component(ComponentKind::TokenFilter, &component);
    for wrong in [
        json!(5),
        json!({ "settings": { "analysis": 5 } }),
        json!({ "analysis": { "analyzer": { "a": {} } } }),
        json!({ "analysis": { "analyzer": { "a": { "type": "custom" } } } }),
        json!({ "analysis": { "analyzer": { "a": { "type": "klingon" } } } }),
        json!({ "type": "custom", "tokenizer": "keyword", "filtre": [] }),
        json!({ "tokenizer": ["keyword"] , "type": "custom" }),
        json!({ "tokenizer": "keyword", "filter": [{ "type": "stop", "stopword": "a" }] }),
        json!({ "i": { "settings": { "analysis": { "analyzer": { "a": { "type": "klingon" } } } } } }),
        json!({ "analyzer": { "a": { "type": "icu_collation", "strenght": "primary" } } }),
        json!({ "analyzer": { "a": { "type": "icu_collation", "caseLevel": true, "case_level": true } } }),
        in_filter(json!({ "stopwords": "a" })),
        in_filter(json!({ "type": "stop", "stopwords": { "a": 1 } })),
        in_filter(json!({ "type": "stop", "stopwords": ["_klingon_"] })),
        in_filter(json!({ "type": "stop", "ignore_case": "maybe" })),
        in_filter(json!({ "type": "length", "min": -1 })),
        in_filter(json!({ "type": "length", "min": "x" })),
        in_filter(json!({ "type": "length", "mim": 1 })),
        in_filter(json!({ "type": "html_strip" })),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
        assert!(!wrong.is_object() || !errors(&wrong).is_empty(), "the library takes {wrong}");
    }
    // A warning in the library; an editor marks the name.
    let unknown_section = json!({ "settings": { "analysis": { "filters": {} } } });
    assert!(!validator.is_valid(&unknown_section) && errors(&unknown_section).is_empty());
    for right in [
        json!({ "settings": { "analysis": { "filter": [], "tokenizer": null } } }),
        json!({ "settings": { "analysis": [] } }),
        json!({ "my-index": { "settings": { "index": { "analysis": { "analyzer": { "a": { "type": "simple" } } } } } } }),
        json!({ "template": { "settings": { "analysis": { "analyzer": { "a": { "type": "simple" } } } } } }),
        json!({ "index_templates": [{ "name": "t", "index_template": { "template": { "settings": {} } } }] }),
        json!({ "tokenizer": "keyword", "filter": ["lowercase", { "type": "stop", "stopwords": "a" }] }),
        json!({ "type": "unic_collate", "language": "de" }),
        json!({ "tokenizer": "keyword", "filter": "lowercase,stop", "position_offset_gap": "100" }),
        json!({ "settings": { "number_of_shards": 1, "index": { "analysis.analyzer.a.type": "hyphen" } }, "mappings": {} }),
        json!({ "normalizer": { "n": { "filter": ["lowercase"], "char_filter": "html_strip" } } }),
        json!({}),
    ] {
        assert!(validator.is_valid(&right), "{right}\n{}", complaints(&validator, &right));
    }
}
