//! Reads JSON with serde_json, one level at a time: values stay raw, so that their offsets follow from their addresses,
//! duplicate keys are seen, and the depth is bounded.

use crate::config::error::{ConfigError, ErrorCategory, problem};
use crate::unicode::part::{SlicePart, StrPart};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON text that is well-formed and within the depth limit.
#[derive(Clone, Copy, Debug)]
pub struct JsonDocument<'a> {
    text: &'a str,
    /// The text without its byte order mark.
    body: &'a str,
}

/// An unparsed value of a document.
#[derive(Clone, Copy, Debug)]
pub struct RawJson<'a> {
    raw: &'a RawValue,
    /// Byte offset of its first character.
    pub at: usize,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct JsonMember<'a> {
    /// The name, unescaped.
    pub name: String,
    /// Byte offset of the name's opening quotation mark.
    pub name_at: usize,
    /// The value.
    pub value: RawJson<'a>,
}

/// A value, parsed one level deep.
#[derive(Clone, Debug)]
pub enum JsonValue<'a> {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// A number, as written in the document.
    Number(&'a str),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<RawJson<'a>>),
    /// An object: its members in document order, with duplicate names.
    Object(Vec<JsonMember<'a>>),
}

impl JsonValue<'_> {
    /// The JSON type with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            JsonValue::Null => "null",
            JsonValue::Boolean(_) => "a boolean",
            JsonValue::Number(_) => "a number",
            JsonValue::String(_) => "a string",
            JsonValue::Array(_) => "an array",
            JsonValue::Object(_) => "an object",
        }
    }
}

/// The start of a request of the engine's console, as in its documentation: `PUT my-index`.
const METHODS: [&str; 4] = ["PUT ", "POST ", "GET ", "DELETE "];

impl<'a> JsonDocument<'a> {
    /// Checks a text: length, encoding, depth, syntax.
    pub fn parse(bytes: &'a [u8], max_length: usize, max_depth: usize) -> Result<JsonDocument<'a>, ConfigError> {
        if bytes.len() > max_length {
            let found = format!("the definition has {} bytes", bytes.len());
            return Err(problem(ErrorCategory::Limit, 0, found).allowing(format!("at most {max_length} bytes")));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let valid = bytes.get(..at).and_then(|valid| std::str::from_utf8(valid).ok()).unwrap_or_default();
            let found = match bytes {
                [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the definition is UTF-16",
                _ => "the definition is not UTF-8",
            };
            located(problem(ErrorCategory::Syntax, at, found).allowing("UTF-8"), valid)
        })?;
        let document = JsonDocument { text, body: text.strip_prefix('\u{FEFF}').unwrap_or(text) };
        if let Some(at) = too_deep(document.text, max_depth) {
            let error = problem(ErrorCategory::Limit, at, "the definition is nested too deeply");
            return Err(located(error.allowing(format!("at most {max_depth} levels")), document.text));
        }
        document.root().map_err(|error| {
            let has_request_line = METHODS.iter().any(|method| document.body.trim_start().starts_with(method));
            let help = if has_request_line { "remove the request line before the JSON" } else { "" };
            located(error.helping(help), document.text)
        })?;
        Ok(document)
    }

    /// The outermost value.
    pub fn root(&self) -> Result<RawJson<'a>, ConfigError> {
        let start = self.text.len() - self.body.len();
        serde_json::from_str(self.body).map(|raw| self.raw(raw)).map_err(|error| syntax(&error, self.body, start))
    }

    /// Parses one level of a value.
    pub fn read(&self, value: RawJson<'a>) -> Result<JsonValue<'a>, ConfigError> {
        let text = value.raw.get();
        let failed = |error: serde_json::Error| syntax(&error, text, value.at);
        Ok(match text.as_bytes().first() {
            Some(b'{') => JsonValue::Object(self.members(value).map_err(failed)?),
            Some(b'[') => {
                let raws = serde_json::Deserializer::from_str(text).deserialize_seq(ElementsVisitor).map_err(failed)?;
                JsonValue::Array(raws.into_iter().map(|raw| self.raw(raw)).collect())
            }
            Some(b'"') => JsonValue::String(serde_json::from_str(text).map_err(failed)?),
            Some(b't') => JsonValue::Boolean(true),
            Some(b'f') => JsonValue::Boolean(false),
            Some(b'n') => JsonValue::Null,
            _ => JsonValue::Number(text),
        })
    }

    /// The object that starts at a byte offset.
    pub fn object_at(&self, at: usize) -> Option<RawJson<'a>> {
        let text = self.text.get(at..).filter(|text| text.starts_with('{'))?;
        let first = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().next();
        first?.ok().map(|raw| self.raw(raw))
    }

    fn members(&self, value: RawJson<'a>) -> Result<Vec<JsonMember<'a>>, serde_json::Error> {
        let pairs = serde_json::Deserializer::from_str(value.raw.get()).deserialize_map(MembersVisitor)?;
        // A name follows the bracket or comma after the preceding value.
        let mut before = value.at + 1;
        Ok(pairs
            .into_iter()
            .map(|(name, raw)| {
                let value = self.raw(raw);
                let gap = self.text.part(before..value.at);
                let name_at = before + gap.find('"').unwrap_or_default();
                before = value.at + raw.get().len();
                JsonMember { name, name_at, value }
            })
            .collect())
    }

    fn raw(&self, raw: &'a RawValue) -> RawJson<'a> {
        // serde_json borrows from the document, so the offset follows from the address.
        RawJson { raw, at: (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize) }
    }
}

/// The offset where the nesting exceeds the limit. Counts only brackets outside strings.
fn too_deep(text: &str, max_depth: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' if depth == max_depth => return Some(at),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Converts a syntax error of serde_json in `text`, which starts at offset `at` of the document.
fn syntax(error: &serde_json::Error, text: &str, at: usize) -> ConfigError {
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let offset = (before + error.column().saturating_sub(1)).min(text.len());
    let (read, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
    let reason = if text.trim_ascii().is_empty() {
        "the document is empty"
    } else if read.trim_ascii_end().ends_with(',') && rest.trim_ascii_start().starts_with([']', '}']) {
        "a comma precedes a closing bracket"
    } else {
        // serde_json's messages end with the location, which is reported separately.
        reworded(error.to_string().split(" at line ").next().unwrap_or_default())
    };
    problem(ErrorCategory::Syntax, at + offset, format!("invalid JSON: {reason}"))
}

/// Rewrites a message of serde_json for authors of definitions.
fn reworded(message: &str) -> &'static str {
    match message {
        "EOF while parsing a string" => "unexpected end inside a string",
        "EOF while parsing an object" => "unexpected end inside an object: a `}` is missing",
        "EOF while parsing a list" => "unexpected end inside an array: a `]` is missing",
        _ if message.starts_with("EOF") => "unexpected end where a value is expected",
        "expected value" | "expected ident" => {
            "expected a value: an object, array, string, number, true, false or null"
        }
        "key must be a string" => "expected a key in double quotation marks",
        "trailing comma" => "a comma precedes a closing bracket",
        "trailing characters" => "unexpected characters after the end of the definition",
        "expected `:`" => "expected a colon",
        "expected `,` or `}`" => "expected a comma or a `}`",
        "expected `,` or `]`" => "expected a comma or a `]`",
        "invalid number" | "number out of range" => "not a valid JSON number",
        "invalid escape" => "invalid escape sequence",
        "invalid unicode code point" | "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            "the escape sequence is not a character"
        }
        _ if message.starts_with("control character") => "unescaped control character in a string",
        _ => "syntax error",
    }
}

/// Adds line and column to an error in a document that can't be traversed.
fn located(error: ConfigError, text: &str) -> ConfigError {
    let (line, column) = line_and_column(text, error.offset);
    ConfigError { line, column, ..error }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let column = before.part(line_start..).iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    (before.iter().filter(|byte| **byte == b'\n').count() + 1, column + 1)
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

struct ElementsVisitor;

impl<'de> Visitor<'de> for ElementsVisitor {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(elements)
    }
}

/// Finds the pointers, lines and columns of many offsets in one traversal of a document.
pub struct JsonLocations {
    /// The pointers with their offsets, ascending.
    pointers: std::vec::IntoIter<(usize, String)>,
    text: Vec<u8>,
    passed: usize,
    line: usize,
    line_start: usize,
}

impl JsonLocations {
    /// Creates the finder for ascending offsets.
    pub fn new(document: &JsonDocument<'_>, offsets: impl Iterator<Item = usize>) -> JsonLocations {
        let offsets: Vec<usize> = offsets.collect();
        let mut pointers = Vec::with_capacity(offsets.len());
        if let Ok(root) = document.root() {
            find_pointers(document, root, &offsets, String::new(), &mut pointers);
        }
        pointers.sort_by_key(|(offset, _)| *offset);
        let end = offsets.last().map_or(0, |last| (*last).min(document.text.len()));
        let text = document.text.as_bytes().part(..end).to_vec();
        JsonLocations { pointers: pointers.into_iter(), text, passed: 0, line: 1, line_start: 0 }
    }

    /// The pointer, line and column of the next offset.
    pub fn next_location(&mut self, offset: usize) -> (String, usize, usize) {
        let pointer = self.pointers.next().map(|(_, pointer)| pointer).unwrap_or_default();
        for (at, byte) in self.text.iter().enumerate().take(offset).skip(self.passed) {
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = at + 1;
            }
        }
        self.passed = self.passed.max(offset);
        let line = self.text.part(self.line_start..offset.min(self.text.len()));
        (pointer, self.line, line.iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1)
    }
}

/// Appends the pointer of every offset at or inside `value`. The recursion is as deep as the document, which is
/// bounded.
fn find_pointers(
    document: &JsonDocument<'_>,
    value: RawJson<'_>,
    offsets: &[usize],
    pointer: String,
    found: &mut Vec<(usize, String)>,
) {
    let children: Vec<(usize, RawJson<'_>, String)> = match document.read(value) {
        Ok(JsonValue::Object(members)) => members
            .into_iter()
            .map(|member| {
                let name = member.name.replace('~', "~0").replace('/', "~1");
                (member.name_at, member.value, format!("{pointer}/{name}"))
            })
            .collect(),
        Ok(JsonValue::Array(elements)) => {
            let numbered = elements.into_iter().enumerate();
            numbered.map(|(number, element)| (element.at, element, format!("{pointer}/{number}"))).collect()
        }
        _ => Vec::new(),
    };
    let mut rest = offsets;
    for (start, child, child_pointer) in children {
        let end = child.at + child.raw.get().len();
        let before = rest.partition_point(|offset| *offset < start);
        let inside = rest.partition_point(|offset| *offset < end);
        found.extend(rest.iter().take(before).map(|offset| (*offset, pointer.clone())));
        let within = rest.part(before..inside);
        rest = rest.part(inside..);
        // Offsets up to the value itself belong to it; the others are inside.
        let further = within.partition_point(|offset| *offset <= child.at);
        found.extend(within.iter().take(further).map(|offset| (*offset, child_pointer.clone())));
        if let Some(within) = within.get(further..).filter(|within| !within.is_empty()) {
            find_pointers(document, child, within, child_pointer, found);
        }
    }
    found.extend(rest.iter().map(|offset| (*offset, pointer.clone())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_found_in_one_traversal() {
        let text = "{\n \"a/b\": [1, {\"é\": 2, \"x\": 3}],\n \"c\": 4}";
        let document = JsonDocument::parse(text.as_bytes(), 1000, 10).unwrap();
        let at = |what: &str| text.find(what).unwrap();
        let offsets = [at("\"a/b\""), at("1,"), at("\"x\""), at("3}"), at("4}")];
        let mut locations = JsonLocations::new(&document, offsets.into_iter());
        let found = offsets.map(|offset| locations.next_location(offset));
        let expected = [("/a~1b", 2, 2), ("/a~1b/0", 2, 10), ("/a~1b/1/x", 2, 22), ("/a~1b/1/x", 2, 27), ("/c", 3, 7)];
        assert_eq!(found, expected.map(|(pointer, line, column)| (pointer.to_owned(), line, column)));
    }

    #[test]
    fn malformed_documents_are_rejected_with_the_location() {
        let error = |text: &[u8]| JsonDocument::parse(text, 100, 3).map(drop).unwrap_err();
        let location = |error: ConfigError| (error.category, error.offset, error.line, error.column);
        assert_eq!(location(error(b"{\n\"a\": }")), (ErrorCategory::Syntax, 7, 2, 6));
        let found = |text: &[u8]| error(text).found.replacen("invalid JSON: ", "", 1);
        assert_eq!(found(b""), "the document is empty");
        assert_eq!(found(b"{\"a\": 1,}"), "a comma precedes a closing bracket");
        assert_eq!(found(b"{\"a\": [1, ]}"), "a comma precedes a closing bracket");
        assert_eq!(found(b"{a: 1}"), "expected a key in double quotation marks");
        assert_eq!(found(b"{\"a"), "unexpected end inside a string");
        assert_eq!(found(b"{\"a\" 1}"), "expected a colon");
        assert_eq!(location(error(b"[[[[]]]]")), (ErrorCategory::Limit, 3, 1, 4));
        assert_eq!(location(error(b"{\"a\": \"\xFF\"}")), (ErrorCategory::Syntax, 7, 1, 8));
        assert_eq!(location(error(&[b' '; 101])), (ErrorCategory::Limit, 0, 1, 1));
        assert!(JsonDocument::parse(b"\"[[[[\\\"[[\"", 100, 3).is_ok());
    }

    #[test]
    fn a_megabyte_of_brackets_is_rejected() {
        let deep = "[".repeat(10 << 20);
        assert_eq!(
            JsonDocument::parse(deep.as_bytes(), 64 << 20, 64).map(drop).unwrap_err().category,
            ErrorCategory::Limit
        );
    }
}
