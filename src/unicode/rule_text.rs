//! What the rule languages share (sets, break rules, transforms, collation, numbers): one error type with an offset, one
//! cursor over rule text, one set of limits.

use crate::unicode::part::StrPart;
use std::fmt;

/// Why a rule text can't be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Byte offset in the rule text, from 0.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
    /// What was found there, or what is wrong.
    pub found: String,
    /// What is allowed there; empty when the sentence in `found` says it all.
    pub expected: String,
    /// A built-in or given limit was hit (else the text itself is wrong).
    pub limit: bool,
    /// Line and column, from 1, of another statement that the error is about: the rule that masks this one.
    pub other: Option<(usize, usize)>,
}

impl RuleError {
    /// An error at a byte offset of `text`.
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

    /// A limit that was hit at a byte offset of `text`.
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

/// What a rule text of a user may cost. Each language reads the fields that it has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest rule text in bytes.
    pub length: usize,
    /// Deepest nesting of groups and sets.
    pub nesting: usize,
    /// Most states of a machine.
    pub states: usize,
    /// Most steps that an executor takes for one unit of text.
    pub steps_per_unit: usize,
    /// Most output units for one unit of input.
    pub growth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { length: 4 << 20, nesting: 100, states: 20_000, steps_per_unit: 1_000, growth: 1_000 }
    }
}

/// A position in a rule text, moving forward by code points.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start.
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

    /// Goes to a byte offset that [`Cursor::offset`] gave before.
    pub fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'t str {
        self.text.part(self.at..)
    }

    /// The next character, left in place.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes `expected` if it comes next.
    pub fn eat(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Takes characters as long as they fit, and gives them.
    pub fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        rest.part(..length)
    }

    /// Passes over Pattern_White_Space.
    pub fn skip_white_space(&mut self) {
        self.take_while(is_pattern_white_space);
    }

    /// An error at the next character.
    pub fn error(&self, expected: impl Into<String>) -> RuleError {
        let found = match self.peek() {
            Some(c) => format!("found '{}'", c.escape_debug()),
            None => "the text ends".to_owned(),
        };
        RuleError::at(self.text, self.at, found, expected)
    }

    /// An error at an earlier position.
    pub fn error_at(&self, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> RuleError {
        RuleError::at(self.text, offset, found, expected)
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
        assert_eq!(cursor.error("more").found, "the text ends");
    }
}
