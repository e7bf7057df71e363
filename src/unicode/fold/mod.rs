//! Search foldings: UTR #30 ([`Form::Utr30`]), with user mappings, and with exceptions for the letters of a language.
//!
//! [`crate::unicode::normalize`] performs the folding; this module parses the rule text of mappings and selects the
//! letters.

mod language;

pub use language::{Expansion, LanguageError, language_mappings, languages};

use super::normalize::{Form, Mode, Normalizer, canonical_source};
use super::rule_text::{Cursor, Limits, RuleError};
use crate::unicode::part::StrPart;

/// A user mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The code point that is mapped.
    pub source: char,
    /// The replacement: empty to remove the code point, the code point itself to keep it whatever the form maps it to.
    pub target: String,
    /// The offset of the mapping in the rule text, in bytes.
    pub offset: usize,
}

/// Parses mappings, one per line: `ä => ae`, `… =>` (removed), `å => å` (kept). White space around both sides is
/// ignored, `\uXXXX` and `\u{X…}` are code points, `\` before another character makes it literal, `#` starts a comment.
///
/// # Errors
/// A malformed line, or a source that is not one code point.
pub fn parse_mappings(text: &str, limits: &Limits) -> Result<Vec<Mapping>, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(
            text,
            limits.length,
            format!("the mappings are longer than {} bytes", limits.length),
        ));
    }
    let mut cursor = Cursor::new(text);
    let mut mappings = Vec::new();
    while cursor.peek().is_some() {
        cursor.skip_white_space();
        let offset = cursor.offset();
        let source = read_side(&mut cursor)?;
        if source.is_empty() && !cursor.rest().starts_with("=>") {
            skip_comment(&mut cursor)?;
            continue;
        }
        if !cursor.eat("=>") {
            return Err(cursor.error("`=>`"));
        }
        let target = read_side(&mut cursor)?;
        skip_comment(&mut cursor)?;
        let mut chars = source.chars();
        match (chars.next(), chars.next()) {
            (Some(source), None) => mappings.push(Mapping { source, target, offset }),
            _ => {
                return Err(cursor.error_at(offset, format!("the source is `{source}`"), "one code point before `=>`"));
            }
        }
    }
    Ok(mappings)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Reads up to `=>`, a comment or the end of the line; without spaces at both ends.
fn read_side(cursor: &mut Cursor<'_>) -> Result<String, RuleError> {
    let mut side = String::new();
    let mut kept = 0;
    cursor.take_while(|c| c == ' ' || c == '\t');
    while let Some(c) = cursor.peek().filter(|c| !is_line_end(*c) && *c != '#') {
        if cursor.rest().starts_with("=>") {
            break;
        }
        cursor.bump();
        if c == '\\' {
            side.push(read_escape(cursor)?);
            kept = side.len();
        } else {
            side.push(c);
            kept = if c == ' ' || c == '\t' { kept } else { side.len() };
        }
    }
    side.truncate(kept);
    Ok(side)
}

fn read_escape(cursor: &mut Cursor<'_>) -> Result<char, RuleError> {
    let start = cursor.offset();
    if !cursor.eat("u") {
        return cursor.bump().filter(|c| !is_line_end(*c)).ok_or_else(|| cursor.error("a character after `\\`"));
    }
    let hex = if cursor.eat("{") {
        let hex = cursor.take_while(|c| c.is_ascii_hexdigit());
        if !cursor.eat("}") {
            return Err(cursor.error("`}`"));
        }
        hex
    } else {
        let rest = cursor.rest();
        let length = rest.bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
        for _ in 0..length {
            cursor.bump();
        }
        if length == 4 { rest.part(..length) } else { "" }
    };
    let code = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
    code.ok_or_else(|| {
        cursor.error_at(
            start,
            format!("the escape is `\\u{hex}`"),
            "a code point in hexadecimal, `\\uXXXX` or `\\u{X…}`",
        )
    })
}

/// Skips a comment at the end of a line; nothing else may follow.
fn skip_comment(cursor: &mut Cursor<'_>) -> Result<(), RuleError> {
    if cursor.eat("#") {
        cursor.take_while(|c| !is_line_end(c));
    }
    match cursor.peek() {
        Some(c) if !is_line_end(c) => Err(cursor.error("the end of the line")),
        _ => {
            cursor.bump();
            Ok(())
        }
    }
}

/// Creates a form with the mappings of a rule text ([`parse_mappings`], [`Normalizer::with_mappings`]).
///
/// # Errors
/// Those of both functions; a cycle of mappings is reported at the location of its first mapping, with all its
/// mappings.
pub fn with_mappings(form: Form, mode: Mode, text: &str, limits: &Limits) -> Result<Normalizer, RuleError> {
    let mappings = parse_mappings(text, limits)?;
    let pairs: Vec<(char, String)> = mappings.iter().map(|mapping| (mapping.source, mapping.target.clone())).collect();
    Normalizer::with_mappings(form, mode, &pairs).map_err(|error| {
        let is_source = |mapping: &&Mapping| canonical_source(mapping.source) == error.source;
        let at = mappings.iter().rfind(is_source).map_or(0, |mapping| mapping.offset);
        RuleError { limit: error.is_limit(), ..RuleError::at(text, at, error.to_string(), "") }
    })
}
