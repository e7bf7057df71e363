//! Reads JSON with serde_json, one level at a time: values stay raw, so that their offsets follow from their addresses,
//! duplicate keys are seen, and the depth is bounded.

use crate::config::error::{ConfigError, ErrorCategory, RAISE_LIMIT, problem};
use crate::memory;
use crate::unicode::part::{SlicePart, StrPart};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The maximum length of a key in bytes, as written in the document. Messages and JSON pointers contain keys.
const MAX_KEY: usize = 1 << 12;

/// The maximum length of a JSON pointer, in bytes; what is deeper has the pointer of the part that contains it.
const MAX_POINTER: usize = 1 << 12;

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
    /// The length of the document in bytes.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// Checks a text: length, encoding, depth, syntax.
    pub fn parse(bytes: &'a [u8], max_length: usize, max_depth: usize) -> Result<JsonDocument<'a>, ConfigError> {
        if bytes.len() > max_length {
            let found = format!("the definition has {} bytes", bytes.len());
            let error = problem(ErrorCategory::Limit, 0, found).allowing(format!("at most {max_length} bytes"));
            return Err(error.helping(RAISE_LIMIT));
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
            let error = problem(ErrorCategory::Limit, at, "the definition is nested too deeply").helping(RAISE_LIMIT);
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
            Some(b'{') => JsonValue::Object(self.members(value)?),
            Some(b'[') => {
                let raws = serde_json::Deserializer::from_str(text).deserialize_seq(ElementsVisitor).map_err(failed)?;
                JsonValue::Array(memory::collect(raws.into_iter().map(|raw| self.raw(raw))))
            }
            Some(b'"') => JsonValue::String(unescaped(text, value.at)?),
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

    fn members(&self, value: RawJson<'a>) -> Result<Vec<JsonMember<'a>>, ConfigError> {
        let text = value.raw.get();
        let failed = |error: serde_json::Error| syntax(&error, text, value.at);
        let raws = serde_json::Deserializer::from_str(text).deserialize_map(MembersVisitor).map_err(failed)?;
        let mut members = Vec::new();
        memory::reserve(&mut members, raws.len());
        for (name, raw) in raws {
            let name = self.raw(name);
            let length = name.raw.get().len().saturating_sub("\"\"".len());
            if length > MAX_KEY {
                let found = format!("a key has {length} bytes");
                return Err(problem(ErrorCategory::Limit, name.at, found).allowing(format!("at most {MAX_KEY} bytes")));
            }
            members.push(JsonMember {
                name: unescaped(name.raw.get(), name.at)?,
                name_at: name.at,
                value: self.raw(raw),
            });
        }
        Ok(members)
    }

    fn raw(&self, raw: &'a RawValue) -> RawJson<'a> {
        // serde_json borrows from the document, so the offset follows from the address.
        RawJson { raw, at: (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize) }
    }
}

/// The offset where the nesting exceeds the limit. Counts brackets outside strings and dots in keys, as a dotted key
/// means nested objects.
fn too_deep(text: &str, max_depth: usize) -> Option<usize> {
    // The levels that each open bracket adds: itself, and the dots in the key of its value.
    let mut open = Vec::new();
    let mut depth = 0usize;
    // The last string, and the dots in it if it is a key.
    let mut string = 0..0;
    let mut dots = 0;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            string.end = at;
            continue;
        }
        match byte {
            b'"' => {
                in_string = true;
                string = at + 1..at + 1;
            }
            b':' => {
                dots = dots_of(text.get(string.clone()).unwrap_or_default());
                if depth + dots > max_depth {
                    return Some(string.start.saturating_sub(1));
                }
            }
            b'{' | b'[' if depth + dots == max_depth => return Some(at),
            b'{' | b'[' => {
                depth += dots + 1;
                open.push(dots + 1);
                dots = 0;
            }
            b'}' | b']' => {
                depth -= open.pop().unwrap_or_default();
                dots = 0;
            }
            b',' => dots = 0,
            _ => {}
        }
    }
    None
}

/// The number of dots in a key as written in the document.
fn dots_of(key: &str) -> usize {
    let plain = key.bytes().filter(|byte| *byte == b'.').count();
    let escaped = if key.contains('\\') { key.matches("\\u002e").count() + key.matches("\\u002E").count() } else { 0 };
    plain + escaped
}

/// The contents of a JSON string, which is well-formed but for surrogates; `at` is its offset in the document.
/// serde_json would unescape a long string in a buffer whose growth has no checkpoint.
fn unescaped(text: &str, at: usize) -> Result<String, ConfigError> {
    let mut rest = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
    let mut whole = String::new();
    memory::reserve(&mut whole, rest.len());
    while let Some(escape) = rest.find('\\') {
        whole.push_str(rest.part(..escape));
        rest = rest.part(escape..);
        let Some((c, length)) = unescape(rest) else {
            // serde_json finds the error, at the start of a short string.
            let short = rest.char_indices().nth(12).map_or(rest, |(end, _)| rest.part(..end));
            let short = format!("\"{short}\"");
            let offset = (at + text.len()).saturating_sub(rest.len() + 2);
            return Err(match serde_json::from_str::<String>(&short) {
                Err(error) => syntax(&error, &short, offset),
                Ok(_) => problem(ErrorCategory::Syntax, offset, "invalid JSON: invalid escape sequence"),
            });
        };
        whole.push(c);
        rest = rest.part(length..);
    }
    whole.push_str(rest);
    Ok(whole)
}

/// The character of the escape sequence at the start of a text, and the length of the sequence.
fn unescape(text: &str) -> Option<(char, usize)> {
    let c = match text.as_bytes().get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let unit = |start: usize| {
                let digits = text.get(start..start + 6)?.strip_prefix("\\u")?;
                digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
            };
            let first = unit(0)?;
            let pair = [first, unit(6).unwrap_or_default()];
            let units = if first & 0xFC00 == 0xD800 { &pair[..] } else { &pair[..1] };
            let c = char::decode_utf16(units.iter().copied()).next()?.ok()?;
            return Some((c, 6 * units.len()));
        }
        c @ (b'"' | b'\\' | b'/') => char::from(*c),
        _ => return None,
    };
    Some((c, 2))
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
    // A byte order mark is no part of the first line.
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8().min(before.len()) } else { 0 };
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(mark, |at| at + 1);
    let column = before.part(line_start..).iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    (before.iter().filter(|byte| **byte == b'\n').count() + 1, column + 1)
}

/// A key and its value.
type RawMember<'a> = (&'a RawValue, &'a RawValue);

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<RawMember<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            memory::push(&mut members, member);
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
            memory::push(&mut elements, element);
        }
        Ok(elements)
    }
}

/// Finds the pointers, lines and columns of many offsets in one traversal of a document.
pub struct JsonLocations<'a> {
    /// The pointers with their offsets, ascending.
    pointers: std::vec::IntoIter<(usize, String)>,
    text: &'a [u8],
    /// The offset up to which lines and columns are counted.
    counted: usize,
    line: usize,
    /// The number of code points between the start of the line and `counted`.
    column: usize,
}

impl<'a> JsonLocations<'a> {
    /// Creates the finder for ascending offsets.
    pub fn new(document: &JsonDocument<'a>, offsets: &[usize]) -> JsonLocations<'a> {
        let mut pointers = Vec::with_capacity(offsets.len());
        if let Ok(root) = document.root() {
            find_pointers(document, root, offsets, "", &mut pointers);
        }
        // A byte order mark is no part of the first line.
        let counted = document.text.len() - document.body.len();
        JsonLocations { pointers: pointers.into_iter(), text: document.text.as_bytes(), counted, line: 1, column: 0 }
    }

    /// The pointer, line and column of the next offset.
    pub fn next_location(&mut self, offset: usize) -> (String, usize, usize) {
        let pointer = self.pointers.next().map(|(_, pointer)| pointer).unwrap_or_default();
        for byte in self.text.iter().take(offset).skip(self.counted) {
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 0),
                _ => self.column += usize::from(byte & 0xC0 != 0x80),
            }
        }
        self.counted = self.counted.max(offset);
        (pointer, self.line, self.column + 1)
    }
}

/// Appends the pointer of every offset at or inside `value`, in the order of the offsets. The recursion is as deep as
/// the document, which is bounded.
fn find_pointers(
    document: &JsonDocument<'_>,
    value: RawJson<'_>,
    offsets: &[usize],
    pointer: &str,
    found: &mut Vec<(usize, String)>,
) {
    let mut rest = offsets;
    // Handles the child that starts at an offset, with the value `child`.
    let mut visit = |start: usize, child: RawJson<'_>, name: &dyn Fn() -> String| {
        let end = child.at + child.raw.get().len();
        let before = rest.partition_point(|offset| *offset < start);
        let inside = rest.partition_point(|offset| *offset < end);
        found.extend(rest.iter().take(before).map(|offset| (*offset, memory::copied(pointer))));
        let within = rest.part(before..inside);
        rest = rest.part(inside..);
        if within.is_empty() {
            return;
        }
        let name = name();
        if pointer.len() + 1 + name.len() > MAX_POINTER {
            found.extend(within.iter().map(|offset| (*offset, memory::copied(pointer))));
            return;
        }
        let child_pointer = memory::concatenated(&[pointer, "/", &name]);
        // Offsets up to the value itself belong to it; the others are inside.
        let further = within.partition_point(|offset| *offset <= child.at);
        found.extend(within.iter().take(further).map(|offset| (*offset, memory::copied(&child_pointer))));
        if let Some(within) = within.get(further..).filter(|within| !within.is_empty()) {
            find_pointers(document, child, within, &child_pointer, found);
        }
    };
    match document.read(value) {
        Ok(JsonValue::Object(members)) => {
            for member in members {
                let name = || member.name.replace('~', "~0").replace('/', "~1");
                visit(member.name_at, member.value, &name);
            }
        }
        Ok(JsonValue::Array(elements)) => {
            for (number, element) in elements.into_iter().enumerate() {
                visit(element.at, element, &|| number.to_string());
            }
        }
        _ => {}
    }
    found.extend(rest.iter().map(|offset| (*offset, memory::copied(pointer))));
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
        let mut locations = JsonLocations::new(&document, &offsets);
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
    fn strings_are_unescaped_as_by_serde_json() {
        let texts = [
            r#""""#,
            r#""plain äöü""#,
            r#""\"\\\/\b\f\n\r\t""#,
            r#""a\u00e4b\u00E4\uD83D\uDE00z\u0000""#,
            r#""\uD83D""#,
            r#""ab\uD83Dx""#,
            r#""ab\uD83D\n""#,
            r#""ab\uD83D\u0041cdefghijklmnopq""#,
            r#""\uDE00 and more text follows""#,
        ];
        for text in texts {
            let expected = serde_json::from_str::<String>(text).map_err(|error| syntax(&error, text, 7));
            assert_eq!(unescaped(text, 7), expected, "{text}");
        }
    }

    #[test]
    fn dots_in_keys_are_levels() {
        let error =
            |text: &str| JsonDocument::parse(text.as_bytes(), 1 << 20, 3).map(drop).map_err(|error| error.offset);
        assert_eq!(error(r#"{"a.b.c": "a.b.c.d.e.f"}"#), Ok(()));
        assert_eq!(error(r#"{"a.b.c.d": 1}"#), Err(1));
        assert_eq!(error(r#"{"a.b": {"c": 1}}"#), Ok(()));
        assert_eq!(error(r#"{"a.b": {"c.d": 1}}"#), Err(9));
        assert_eq!(error(r#"{"a\u002eb\u002Ec.d": 1}"#), Err(1));
        assert_eq!(error(r#"{"a.b": [[]]}"#), Err(9));
        assert_eq!(error(r#"{"a.b": 1, "c": {"d": {}}}"#), Ok(()));
        assert_eq!(error(&format!("{{\"a{}\": 1}}", ".a".repeat(100_000))), Err(1));
    }

    #[test]
    fn a_long_key_is_rejected() {
        let text = format!("{{\"{}\": 1}}", "a".repeat(MAX_KEY + 1));
        let document = JsonDocument::parse(text.as_bytes(), 1 << 20, 3).unwrap();
        let error = document.read(document.root().unwrap()).unwrap_err();
        assert_eq!((error.category, error.offset), (ErrorCategory::Limit, 1));
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
