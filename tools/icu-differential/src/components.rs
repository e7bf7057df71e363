//! Components of an index definition over an engine: the same answers through the analyzer that a user gets, with
//! streams that have analysed the texts of earlier rows.

use serde_json::{Value, json};
use unic_analysis::{CompileOptions, Stream, StreamUnit, compile};

/// The analyzers of one row; none if the definition is rejected.
pub(crate) struct Components {
    streams: Vec<(&'static str, Stream)>,
    last: String,
}

/// A component of a type with options.
fn component(of_type: &str, options: &[(&str, &str)]) -> Value {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.into()));
    Value::Object([("type".to_owned(), of_type.into())].into_iter().chain(options).collect())
}

fn stream(definition: &Value) -> Option<Stream> {
    let json = definition.to_string();
    let compiled = compile(json.as_bytes(), Some("x"), &CompileOptions::default()).ok()?;
    Some(compiled.analyzer.stream())
}

impl Components {
    /// A component as char filter and as token filter over the whole text.
    pub(crate) fn filters(of_type: &str, options: &[(&str, &str)]) -> Components {
        let filter = component(of_type, options);
        let of_kind = |kind: &'static str| {
            let analyzer = json!({"type": "custom", "tokenizer": "keyword", kind: ["f"]});
            let definition = json!({"analyzer": {"x": analyzer}, kind: {"f": filter}});
            stream(&definition).map(|stream| (kind, stream))
        };
        Components { streams: ["char_filter", "filter"].into_iter().filter_map(of_kind).collect(), last: String::new() }
    }

    /// An analyzer that makes sort keys.
    pub(crate) fn keys(options: &[(&str, &str)]) -> Components {
        let definition = json!({"analyzer": {"x": component("unic_collation", options)}});
        let streams = stream(&definition).map(|stream| ("sort_key", stream)).into_iter().collect();
        Components { streams, last: String::new() }
    }

    /// Whether both filters, or the analyzer of keys, could be made.
    pub(crate) fn are_made(&self) -> bool {
        !self.streams.is_empty()
    }

    /// How a filter differs from the expected result in one of the encodings.
    pub(crate) fn difference(&mut self, text: &str, expected: &str) -> Option<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        for (kind, stream) in &mut self.streams {
            let narrow = term(stream, text.as_bytes(), |term| String::from_utf8_lossy(term).into_owned());
            let wide = term(stream, &units, String::from_utf16_lossy);
            if narrow != expected || wide != expected {
                return Some(format!("{kind}: UTF-8 {narrow} UTF-16 {wide}"));
            }
            let forms = ill_formed(text);
            let repaired = term(stream, forms.repaired.as_bytes(), |term| String::from_utf8_lossy(term).into_owned());
            let narrow = term(stream, &forms.utf8, |term| String::from_utf8_lossy(term).into_owned());
            let wide = term(stream, &forms.utf16, String::from_utf16_lossy);
            if narrow != repaired || wide != repaired {
                return Some(format!("{kind}: ill-formed {forms:?}: {repaired} UTF-8 {narrow} UTF-16 {wide}"));
            }
        }
        None
    }

    /// How a sort key in hex, or the order of the text and the last one, differs.
    pub(crate) fn key_difference(&mut self, text: &str, expected: &str) -> Option<String> {
        let last = std::mem::replace(&mut self.last, text.to_owned());
        let (_, stream) = self.streams.first_mut()?;
        let hex = |key: &[u8]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let units: Vec<u16> = text.encode_utf16().collect();
        let narrow = stream.sort_key(text.as_bytes()).map_or_else(|error| format!("{error:?}"), hex);
        let wide = stream.sort_key(&units).map_or_else(|error| format!("{error:?}"), hex);
        if narrow != expected || wide != expected {
            return Some(format!("sort_key: UTF-8 {narrow} UTF-16 {wide}"));
        }
        let forms = ill_formed(text);
        let repaired = stream.sort_key(forms.repaired.as_bytes()).ok()?.to_vec();
        if stream.sort_key(&forms.utf8).ok()? != repaired || stream.sort_key(&forms.utf16).ok()? != repaired {
            return Some(format!("ill-formed {forms:?}"));
        }
        let last_units: Vec<u16> = last.encode_utf16().collect();
        let last_key = stream.sort_key(last.as_bytes()).ok()?.to_vec();
        let order = last_key.as_slice().cmp(stream.sort_key(text.as_bytes()).ok()?);
        let compared = [stream.compare(last.as_bytes(), text.as_bytes()), stream.compare(&last_units, &units)];
        let differs = compared.iter().any(|found| found.as_ref().ok() != Some(&order));
        differs.then(|| format!("compare with {last:?}: {compared:?}, keys {order:?}"))
    }
}

/// A text that is ill-formed at one place, and the same with U+FFFD.
#[derive(Debug)]
struct IllFormed {
    repaired: String,
    utf8: Vec<u8>,
    utf16: Vec<u16>,
}

fn ill_formed(text: &str) -> IllFormed {
    let mut at = text.len() * 5 / 7;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (before, after) = text.split_at(at);
    let bytes: &[u8] = [&b"\xC3"[..], b"\xE2\x82", b"\xF0\x9F\x98", b"\xFF", b"\x80"][text.len() % 5];
    let unit = [0xD800, 0xDBFF, 0xDC00, 0xDFFF][text.len() % 4];
    // Two halves of a pair would be one character.
    let unit = if unit < 0xDC00 || before.chars().next_back().is_some_and(|c| c < '\u{10000}') { unit } else { 0xD83D };
    IllFormed {
        repaired: format!("{before}\u{FFFD}{after}"),
        utf8: [before.as_bytes(), bytes, after.as_bytes()].concat(),
        utf16: before.encode_utf16().chain([unit]).chain(after.encode_utf16()).collect(),
    }
}

/// The terms of a text, joined.
fn term<U: StreamUnit>(stream: &mut Stream, text: &[U], to_string: impl Fn(&[U]) -> String) -> String {
    let mut terms = String::new();
    let result = stream.analyze(text).and_then(|mut tokens| tokens.for_each(|token| terms += &to_string(token.term)));
    result.map_or_else(|error| format!("{error:?}"), |()| terms)
}
