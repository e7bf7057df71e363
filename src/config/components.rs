//! The components of this build and their option tables as JSON, for hosts that generate factories from them.

use crate::analysis::analyzer::custom;
use crate::analysis::component::ComponentSpec;
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionDefault, OptionKind, OptionSpec};
use crate::config::{option_values, registry};
use serde_json::{Value, json};

/// The components of a kind, sorted by name.
pub fn of_kind(kind: ComponentKind) -> Vec<&'static ComponentSpec> {
    if kind == ComponentKind::Normalizer {
        return vec![&custom::NORMALIZER];
    }
    let mut names: Vec<&str> = registry::type_names(kind).collect();
    names.sort_unstable();
    names.into_iter().filter_map(|name| registry::component(kind, name)).collect()
}

/// All components, as a JSON array of the objects that [`to_json`] returns.
pub fn all_to_json() -> Value {
    let of_kind = |kind| of_kind(kind).into_iter().map(move |spec| to_json(kind, spec));
    Value::Array(ComponentKind::ALL.into_iter().flat_map(of_kind).collect())
}

/// A component as JSON: `type`, all its `names`, `kind` (the section of a definition), `help`, `has_default_instance`,
/// `fits_normalizer`, `options` (`name`, `aliases`, `kind`, `takes`, `default`, `required`, `help`).
pub fn to_json(kind: ComponentKind, spec: &'static ComponentSpec) -> Value {
    json!({
        "type": spec.type_name,
        "names": registry::spellings(kind, spec.type_name),
        "kind": kind.section(),
        "help": spec.help,
        "has_default_instance": spec.has_default_instance,
        "fits_normalizer": spec.fits_normalizer,
        "options": spec.options.iter().map(|option| option_json(option)).collect::<Vec<_>>(),
    })
}

fn option_json(option: &OptionSpec) -> Value {
    json!({
        "name": option.name,
        "aliases": option.aliases,
        "kind": kind_json(option.kind),
        "takes": option_values::expected(option),
        "default": default_json(option),
        "required": option.default == OptionDefault::Required,
        "help": option.help,
    })
}

/// The default of an option; null if it has none.
pub fn default_json(option: &OptionSpec) -> Value {
    match option.default {
        OptionDefault::Integer(value) => json!(value),
        OptionDefault::Boolean(value) => json!(value),
        OptionDefault::Text(value) => json!(value),
        OptionDefault::Absent | OptionDefault::Required => Value::Null,
    }
}

fn kind_json(kind: OptionKind) -> Value {
    match kind {
        OptionKind::Integer { min, max } => json!({ "integer": { "min": min, "max": max } }),
        OptionKind::Boolean => json!("boolean"),
        OptionKind::Text => json!("text"),
        OptionKind::Choice(choices) => json!({ "choice": choices }),
        OptionKind::ChoiceOfAnyCase(choices) => json!({ "choice_of_any_case": choices }),
        OptionKind::RuleText => json!("rules"),
        OptionKind::ScriptFiles(shipped) => json!({ "script_files": shipped }),
        OptionKind::ScriptTexts => json!("script_texts"),
        OptionKind::List => json!("list"),
        OptionKind::Words(sets) => json!({ "words": { "sets": sets } }),
        OptionKind::FileLines => json!("file"),
        OptionKind::ListOrFiles => json!("list_or_files"),
        OptionKind::References(kind) => json!({ "references": kind.section() }),
        OptionKind::Reference(kind) => json!({ "reference": kind.section() }),
    }
}
