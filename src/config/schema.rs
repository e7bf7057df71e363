//! The JSON Schema (draft 2020-12) of definitions, generated from the registry and the option tables, for editors that
//! complete and check definitions.
//!
//! A definition that `validate` accepts conforms to the schema, with two exceptions: a component that is given partly
//! as an object and partly by dotted keys, and an unknown section, which is only a warning. The schema is less strict
//! where it has to be: it does not resolve names of components, does not read files, rules and patterns, does not check
//! dotted keys, and does not detect values that exclude each other.

use crate::analysis::analyzer::custom;
use crate::analysis::component::ComponentSpec;
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionDefault, OptionKind, OptionSpec};
use crate::config::settings::{INDEX_LEVELS, SECTIONS};
use crate::config::{components, registry};
use serde_json::{Map, Value, json};

/// The schema as JSON, with line breaks.
pub fn schema() -> String {
    format!("{:#}", document())
}

fn document() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Index definition of unic-analysis",
        "description": "An index definition, its analysis section, or one analyzer definition",
        "type": "object",
        "if": { "$ref": "#/$defs/looks-like-an-analyzer" },
        "then": { "$ref": "#/$defs/analyzer" },
        "else": {
            "if": { "$ref": "#/$defs/looks-like-an-index" },
            "then": { "$ref": "#/$defs/index" },
            "else": {
                "if": { "anyOf": SECTIONS.map(|name| json!({ "required": [name] })) },
                "then": { "$ref": "#/$defs/analysis" },
                "else": { "$ref": "#/$defs/indices" },
            },
        },
        "$defs": definitions(),
    })
}

fn definitions() -> Value {
    let mut definitions = Map::new();
    let mut define = |name: &str, schema: Value| definitions.insert(name.to_owned(), schema);
    let is_text = |name: &str| json!({ "properties": { name: { "type": "string" } }, "required": [name] });
    define("looks-like-an-analyzer", json!({ "anyOf": [is_text("type"), is_text("tokenizer")] }));
    let outer = INDEX_LEVELS.map(|name| json!({ "required": [name] }));
    define("looks-like-an-index", json!({ "anyOf": outer }));
    let level = json!({ "properties": { "analysis": { "$ref": "#/$defs/analysis" } } });
    define(
        "index",
        json!({
            "properties": {
                "settings": { "properties": { "index": level, "analysis": { "$ref": "#/$defs/analysis" } } },
                "index": level,
                "analysis": { "$ref": "#/$defs/analysis" },
                // A pattern, in templates of old versions.
                "template": { "if": { "type": "object" }, "then": { "$ref": "#/$defs/index" } },
                "index_template": { "$ref": "#/$defs/index" },
                "component_template": { "$ref": "#/$defs/index" },
            },
        }),
    );
    // Indices by name, as `GET index` returns them, or a list of templates.
    let index = json!({ "if": { "$ref": "#/$defs/looks-like-an-index" }, "then": { "$ref": "#/$defs/index" } });
    define(
        "indices",
        json!({ "type": "object", "additionalProperties": {
        "if": { "type": "array" },
        "then": { "items": index },
        "else": { "if": { "type": "object" }, "then": index },
    } }),
    );
    let section = |name: &str| {
        let one = json!({ "type": "object", "additionalProperties": { "$ref": format!("#/$defs/{name}") } });
        // An empty array or null counts as an absent section (ruling N5).
        (name.to_owned(), json!({ "anyOf": [with_dotted_keys(one), { "enum": [null, []] }] }))
    };
    let sections: Map<String, Value> = SECTIONS.into_iter().map(section).collect();
    define(
        "analysis",
        json!({ "anyOf": [
            with_dotted_keys(json!({ "type": "object", "properties": sections, "additionalProperties": false })),
            { "enum": [null, []] },
        ] }),
    );
    use ComponentKind::{Analyzer, CharFilter, Normalizer, TokenFilter, Tokenizer};
    for kind in [Analyzer, Normalizer, Tokenizer, TokenFilter, CharFilter] {
        define(kind.section(), any_component(kind));
        for spec in components::of_kind(kind) {
            define(&definition_name(kind, spec), component(spec));
        }
    }
    Value::Object(definitions)
}

fn definition_name(kind: ComponentKind, spec: &ComponentSpec) -> String {
    format!("{}.{}", kind.section(), spec.type_name)
}

/// The schema of any component of a kind, selected by its `type`.
fn any_component(kind: ComponentKind) -> Value {
    let reference = |spec: &ComponentSpec| json!({ "$ref": format!("#/$defs/{}", definition_name(kind, spec)) });
    let mut all_names = Vec::new();
    let mut branches = Vec::new();
    for spec in components::of_kind(kind) {
        let names = registry::spellings(kind, spec.type_name);
        let is_named = json!({ "properties": { "type": { "enum": names } }, "required": ["type"] });
        branches.push(json!({ "if": is_named, "then": reference(spec) }));
        all_names.extend(names);
    }
    // Without a type, an analyzer with a tokenizer is `custom`, and so is every normalizer.
    let without_type = match kind {
        ComponentKind::Normalizer => reference(&custom::NORMALIZER),
        ComponentKind::Analyzer => json!({ "required": ["tokenizer"], "allOf": [reference(&custom::SPEC)] }),
        _ => Value::Bool(false),
    };
    // A type among dotted keys is not recognized.
    branches.push(json!({
        "if": { "required": ["type"] },
        "then": { "properties": { "type": { "enum": all_names } } },
        "else": { "anyOf": [{ "propertyNames": { "pattern": "\\." }, "minProperties": 1 }, without_type] },
    }));
    json!({ "type": "object", "allOf": branches })
}

/// The schema of a component's options.
fn component(spec: &ComponentSpec) -> Value {
    let mut properties = Map::new();
    properties.insert("type".to_owned(), json!({ "type": "string" }));
    let mut one_spelling = Vec::new();
    for option in spec.options {
        for spelling in std::iter::once(&option.name).chain(option.aliases) {
            properties.insert((*spelling).to_owned(), option_schema(option));
        }
        let spellings: Vec<&str> = std::iter::once(option.name).chain(option.aliases.iter().copied()).collect();
        for (at, first) in spellings.iter().enumerate() {
            for second in spellings.iter().skip(at + 1) {
                one_spelling.push(json!({ "not": { "required": [first, second] } }));
            }
        }
    }
    let required: Vec<&str> = spec
        .options
        .iter()
        .filter(|option| option.default == OptionDefault::Required)
        .map(|option| option.name)
        .collect();
    let mut schema = json!({
        "description": spec.help,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if let (false, Some(schema)) = (one_spelling.is_empty(), schema.as_object_mut()) {
        schema.insert("allOf".to_owned(), Value::Array(one_spelling));
    }
    with_dotted_keys(schema)
}

/// Adds keys with dots, whose values are not checked by the schema.
fn with_dotted_keys(mut schema: Value) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.insert("patternProperties".to_owned(), json!({ "\\.": true }));
    }
    schema
}

fn option_schema(option: &OptionSpec) -> Value {
    let mut schema = values(option.kind);
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), json!(option.help));
        let default = components::default_json(option);
        if default.is_null() {
            return schema;
        }
        members.insert("default".to_owned(), default);
    }
    schema
}

/// The schema of an option's values; `null` counts as an absent option.
fn values(kind: OptionKind) -> Value {
    match kind {
        OptionKind::Integer { min, max } => json!({ "anyOf": [
            { "type": "integer", "minimum": min, "maximum": max },
            { "type": "string", "pattern": "^[+-]?[0-9]+$" },
            { "type": "null" },
        ] }),
        // A blank string is absent.
        OptionKind::Boolean => json!({
            "anyOf": [{ "enum": [true, false, "true", "false", null] }, { "type": "string", "pattern": "^\\s*$" }]
        }),
        OptionKind::Text | OptionKind::Reference(_) | OptionKind::FileLines => {
            json!({ "type": ["string", "number", "boolean", "null"] })
        }
        OptionKind::Choice(choices) => {
            // A number or a boolean is read as a string.
            let other_forms = choices.iter().filter_map(|choice| serde_json::from_str::<Value>(choice).ok());
            let texts = choices.iter().map(|choice| json!(choice));
            json!({ "enum": texts.chain(other_forms).chain([Value::Null]).collect::<Vec<_>>() })
        }
        OptionKind::ChoiceOfAnyCase(choices) => {
            let patterns: Vec<String> = choices.iter().map(|choice| any_case(choice)).collect();
            json!({ "type": ["string", "null"], "pattern": format!("^({})$", patterns.join("|")) })
        }
        OptionKind::List | OptionKind::ListOrFiles | OptionKind::RuleText => list(json!({})),
        OptionKind::References(kind) => {
            // A component may be defined inside the list.
            let inline = json!({ "$ref": format!("#/$defs/{}", kind.section()), "required": ["type"] });
            json!({
                "type": ["array", "string", "number", "boolean", "null"],
                "items": { "if": { "type": "object" }, "then": inline, "else": { "type": ["string", "number", "boolean"] } },
            })
        }
        OptionKind::Words(sets) => {
            list(json!({ "if": { "type": "string", "pattern": "^_.+_$" }, "then": { "enum": sets } }))
        }
        OptionKind::ScriptFiles(_) => list(json!({ "pattern": "[^:\\s]\\s*:\\s*\\S" })),
        OptionKind::ScriptTexts => {
            json!({ "type": ["object", "null"], "additionalProperties": { "type": "string" } })
        }
    }
}

/// The schema of an array of scalars, or of one string with commas.
fn list(item: Value) -> Value {
    json!({
        "type": ["array", "string", "number", "boolean", "null"],
        "items": { "type": ["string", "number", "boolean"], "allOf": [item] },
    })
}

/// A case-insensitive pattern for a text.
fn any_case(text: &str) -> String {
    let letter = |c: char| match c {
        'a'..='z' => format!("[{c}{}]", c.to_ascii_uppercase()),
        _ if c.is_ascii_alphanumeric() || c == '_' => c.to_string(),
        _ => format!("\\{c}"),
    };
    text.chars().map(letter).collect()
}
