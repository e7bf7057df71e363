//! Common parts of the rule languages (sets, break rules, transforms, collation, numbers): the error type with its
//! location, the cursor over rule text, the limits.

use crate::unicode::part::StrPart;
use std::fmt;

/// A syntax error in a rule text, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Byte offset in the rule text, from 0.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
    /// What was found, or what is wrong.
    pub found: String,
    /// What is allowed at the location; may be empty.
    pub expected: String,
    /// Whether a limit was exceeded; otherwise the text itself is wrong.
    pub limit: bool,
    /// Line and column, from 1, of another statement that the error refers to, such as the rule that masks this one.
    pub other: Option<(usize, usize)>,
}

impl RuleError {
    /// Creates an error at a byte offset of `text`.
    pub fn at(text: &str, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> RuleError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        RuleError {
            offset,
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).map_or(0, |line| line.chars().count()) + 1,
            found: found.into(),
            expected: expected.into(),
            limit: false,
            other: None,
        }
    }

    /// Creates an error for a limit that was exceeded at a byte offset of `text`.
    pub fn limit(text: &str, offset: usize, what: impl Into<String>) -> RuleError {
        RuleError { limit: true, ..RuleError::at(text, offset, what, "") }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.found)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}

/// The lines of a text; they end in LF, CR LF or CR.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('\r'))
}

/// Limits for a rule text from a user. Each language uses the fields that apply to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of the rule text in bytes.
    pub length: usize,
    /// The maximum nesting depth of groups and sets.
    pub nesting: usize,
    /// The maximum number of states of an automaton.
    pub states: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { length: 4 << 20, nesting: 100, states: 20_000 }
    }
}

/// A position in a rule text, which advances by code points.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the start of the text.
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// The whole rule text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The byte offset of the next character.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Moves to a byte offset that [`Cursor::offset`] returned earlier.
    pub fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    /// The text from the position to the end.
    pub fn rest(&self) -> &'t str {
        self.text.part(self.at..)
    }

    /// The next character, without advancing.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Consumes `expected` if it comes next.
    pub fn eat(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Consumes and returns the longest sequence of characters that satisfy `fits`.
    pub fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        rest.part(..length)
    }

    /// Skips Pattern_White_Space.
    pub fn skip_white_space(&mut self) {
        self.take_while(is_pattern_white_space);
    }

    /// Creates an error at the next character.
    pub fn error(&self, expected: impl Into<String>) -> RuleError {
        let found = match self.peek() {
            Some(c) => found(c),
            None => "unexpected end of the text".to_owned(),
        };
        RuleError::at(self.text, self.at, found, expected)
    }

    /// Creates an error at an earlier position.
    pub fn error_at(&self, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> RuleError {
        RuleError::at(self.text, offset, found, expected)
    }
}

/// The part of an error message that names an unexpected character; an invisible one is escaped.
pub(super) fn found(c: char) -> String {
    match c {
        '\'' | '"' | '\\' => format!("found `{c}`"),
        _ => format!("found `{}`", c.escape_debug()),
    }
}

/// Pattern_White_Space (UAX #31): an immutable property, so the list is complete for every Unicode version.
pub fn is_pattern_white_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_gives_line_and_column_in_code_points() {
        let error = RuleError::at("ab\näx]", 6, "found ']'", "a set");
        assert_eq!((error.offset, error.line, error.column), (6, 2, 3));
        assert_eq!(error.to_string(), "line 2, column 3: found ']', expected a set");
    }

    #[test]
    fn cursor_reads_forward() {
        let mut cursor = Cursor::new(" \u{200E}ab=c");
        cursor.skip_white_space();
        assert_eq!(cursor.take_while(|c| c != '='), "ab");
        assert!(cursor.eat("=") && !cursor.eat("x"));
        assert_eq!((cursor.peek(), cursor.bump(), cursor.bump()), (Some('c'), Some('c'), None));
        assert_eq!(cursor.error("more").found, "unexpected end of the text");
    }
}
