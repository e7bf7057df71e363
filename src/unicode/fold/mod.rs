//! Search foldings: UTR #30 as it ships ([`Form::Utr30`]), with mappings of a user, and by the letters of a language.
//!
//! The engine is [`crate::unicode::normalize`]; this module contains the rule text of mappings and the choice of letters.

mod language;
mod shared;

pub use language::{Expansion, LanguageError, language_mappings, languages};
pub use shared::shared;

use super::normalize::{Form, Mode, Normalizer};
use super::rule_text::{Cursor, Limits, RuleError};
use crate::unicode::part::StrPart;

/// One mapping of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// What is mapped.
    pub source: char,
    /// What it becomes: empty to remove it, itself to keep it whatever the form says.
    pub target: String,
    /// Its offset in the rule text, in bytes.
    pub offset: usize,
}

/// Reads mappings: one on each line, `ä => ae`, `… =>` (removed), `å => å` (stays). White space around both sides does not
/// count, `\uXXXX` and `\u{X…}` stand for a code point, `\` before another character for itself, `#` begins a remark.
///
/// # Errors
/// What is not of that form, and a source that is not one code point.
pub fn parse_mappings(text: &str, limits: &Limits) -> Result<Vec<Mapping>, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(text, limits.length, "the mappings are too long"));
    }
    let mut cursor = Cursor::new(text);
    let mut mappings = Vec::new();
    while cursor.peek().is_some() {
        cursor.skip_white_space();
        let offset = cursor.offset();
        let source = read_side(&mut cursor)?;
        if source.is_empty() && !cursor.rest().starts_with("=>") {
            skip_remark(&mut cursor)?;
            continue;
        }
        if !cursor.eat("=>") {
            return Err(cursor.error("=>"));
        }
        let target = read_side(&mut cursor)?;
        skip_remark(&mut cursor)?;
        let mut chars = source.chars();
        match (chars.next(), chars.next()) {
            (Some(source), None) => mappings.push(Mapping { source, target, offset }),
            _ => return Err(cursor.error_at(offset, format!("found \"{source}\""), "one code point before =>")),
        }
    }
    Ok(mappings)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Reads up to `=>`, a remark or the end of the line; blanks at both ends are left out.
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
        return cursor.bump().filter(|c| !is_line_end(*c)).ok_or_else(|| cursor.error("a character after \\"));
    }
    let hex = if cursor.eat("{") {
        let hex = cursor.take_while(|c| c.is_ascii_hexdigit());
        if !cursor.eat("}") {
            return Err(cursor.error("}"));
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
    code.ok_or_else(|| cursor.error_at(start, format!("found \"u{hex}\""), "a code point in hexadecimal"))
}

/// The rest of a line must be a remark.
fn skip_remark(cursor: &mut Cursor<'_>) -> Result<(), RuleError> {
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

/// A form with the mappings of a rule text on top ([`parse_mappings`], [`Normalizer::with_mappings`]).
///
/// # Errors
/// Both merged; a cycle of mappings is reported with its chain, at the location of its first mapping.
pub fn with_mappings(form: Form, mode: Mode, text: &str, limits: &Limits) -> Result<Normalizer, RuleError> {
    let mappings = parse_mappings(text, limits)?;
    let pairs: Vec<(char, String)> = mappings.iter().map(|mapping| (mapping.source, mapping.target.clone())).collect();
    Normalizer::with_mappings(form, mode, &pairs).map_err(|error| {
        let at = mappings.iter().find(|mapping| mapping.source == error.source).map_or(0, |mapping| mapping.offset);
        RuleError::at(text, at, error.to_string(), "mappings that come to an end")
    })
}
