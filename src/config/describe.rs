//! The description of an analyzer as JSON: every component with its effective options.

use crate::analysis::Analyzer;
use crate::analysis::chain::ChainComponent;
use crate::analysis::options::{OptionValue, Options, ScriptText};
use crate::unicode::version;
use serde_json::{Map, Value, json};

/// The effective configuration of an analyzer.
pub fn describe(analyzer: &Analyzer) -> String {
    let chain = analyzer.chain();
    json!({
        "name": chain.name,
        "kind": chain.kind.section(),
        "type": chain.type_name,
        "position_increment_gap": chain.options.iter().find(|(name, _)| *name == "position_increment_gap").map(|(_, value)| option(value)),
        "char_filters": chain.char_filters.iter().map(step).collect::<Vec<_>>(),
        "tokenizer": step(&chain.tokenizer),
        "token_filters": chain.token_filters.iter().map(step).collect::<Vec<_>>(),
        "fingerprint": analyzer.fingerprint(),
        "unicode_version": version::UNICODE,
        "cldr_version": version::CLDR,
    })
    .to_string()
}

fn step<C: ?Sized>(step: &ChainComponent<C>) -> Value {
    json!({ "name": step.name, "type": step.spec.type_name, "options": options(&step.options) })
}

fn options(options: &Options) -> Value {
    Value::Object(options.iter().map(|(name, value)| (name.to_owned(), option(value))).collect::<Map<_, _>>())
}

fn option(value: &OptionValue) -> Value {
    match value {
        OptionValue::Integer(value) => json!(value),
        OptionValue::Boolean(value) => json!(value),
        OptionValue::Text(value) => json!(value),
        OptionValue::List(entries) => json!(entries),
        OptionValue::Rules(rules) if rules.files.is_empty() => json!(rules.text),
        OptionValue::Rules(rules) => json!({ "files": rules.files.iter().map(|(name, _)| name).collect::<Vec<_>>() }),
        OptionValue::File { name, lines } => json!({ "file": name, "lines": lines.len() }),
        OptionValue::Scripts(texts) => {
            let shown = |text: &ScriptText| {
                (
                    text.script.clone(),
                    json!(if text.file.is_empty() { text.text.as_deref().unwrap_or_default() } else { &text.file }),
                )
            };
            Value::Object(texts.iter().map(shown).collect())
        }
    }
}
