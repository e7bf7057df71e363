//! The response of Elasticsearch's `_analyze` API, with its field names; with `explain`, stage by stage.

use crate::analysis::chain::Chain;
use crate::analysis::stream::{OwnedToken, StreamUnit};
use crate::analysis::{Analyzer, OffsetUnit, TextError};
use crate::unicode::text;
use serde_json::{Map, Value, json};

/// Analyses a text. Without `explain`, returns `{"tokens": [...]}`; with it, `{"detail": {...}}`, which has the text
/// after every char filter, and the tokens with all attributes after every later stage.
pub fn analyze<U: StreamUnit>(
    analyzer: &Analyzer,
    text: &[U],
    unit: OffsetUnit,
    explain: bool,
) -> Result<String, TextError> {
    let chain = analyzer.chain();
    let stage = |char_filters: usize, token_filters: usize| {
        let mut stream = analyzer.stream();
        stream.set_offset_unit(unit);
        stream.run_only(char_filters, token_filters);
        let mut tokens = Vec::new();
        stream.analyze(text)?.for_each(|token| tokens.push(OwnedToken::from(token)))?;
        Ok(tokens)
    };
    let all_char_filters = chain.char_filters.len();
    if !explain {
        let tokens = stage(all_char_filters, chain.token_filters.len())?;
        return Ok(json!({ "tokens": tokens.iter().map(short).collect::<Vec<_>>() }).to_string());
    }
    let mut char_filters = Vec::new();
    for (at, step) in chain.char_filters.iter().enumerate() {
        let mut stream = analyzer.stream();
        stream.run_only(at + 1, 0);
        let filtered = text::to_string(stream.filter_text(text)?);
        char_filters.push(json!({ "name": step.name, "filtered_text": [filtered] }));
    }
    let listed = |tokens: Vec<OwnedToken>| tokens.iter().map(detailed).collect::<Vec<_>>();
    let tokenizer = json!({ "name": chain.tokenizer.name, "tokens": listed(stage(all_char_filters, 0)?) });
    let mut token_filters = Vec::new();
    for (at, step) in chain.token_filters.iter().enumerate() {
        let tokens = stage(all_char_filters, at + 1)?;
        token_filters.push(json!({ "name": step.name, "tokens": listed(tokens) }));
    }
    let mut detail = json!({
        "custom_analyzer": is_custom(chain),
        "charfilters": char_filters,
        "tokenizer": tokenizer,
        "tokenfilters": token_filters,
    });
    if !is_custom(chain)
        && let Some(detail) = detail.as_object_mut()
    {
        let tokens = listed(stage(all_char_filters, chain.token_filters.len())?);
        detail.insert("analyzer".to_owned(), json!({ "name": chain.name, "tokens": tokens }));
    }
    Ok(json!({ "detail": detail }).to_string())
}

fn is_custom(chain: &Chain) -> bool {
    chain.type_name == crate::analysis::analyzer::custom::SPEC.type_name
}

/// A token in the response without `explain`: `positionLength` only if it is not 1.
fn short(token: &OwnedToken) -> Value {
    let mut json = common(token);
    if token.position_length != 1 {
        json.insert("positionLength".to_owned(), json!(token.position_length));
    }
    Value::Object(json)
}

/// A token with all its attributes.
fn detailed(token: &OwnedToken) -> Value {
    let bytes: Vec<String> = token.term.bytes().map(|byte| format!("{byte:x}")).collect();
    let mut json = common(token);
    json.insert("bytes".to_owned(), json!(format!("[{}]", bytes.join(" "))));
    json.insert("keyword".to_owned(), json!(token.keyword));
    json.insert("positionLength".to_owned(), json!(token.position_length));
    if token.script != 0 {
        json.insert("script".to_owned(), json!(String::from_utf8_lossy(&token.script.to_be_bytes())));
    }
    Value::Object(json)
}

/// The attributes of a token that both responses have.
fn common(token: &OwnedToken) -> Map<String, Value> {
    Map::from_iter([
        ("token".to_owned(), json!(token.term)),
        ("start_offset".to_owned(), json!(token.start)),
        ("end_offset".to_owned(), json!(token.end)),
        ("type".to_owned(), json!(token.token_type.name())),
        ("position".to_owned(), json!(token.position)),
    ])
}
