//! Parses one side of a transform rule into tokens: contexts, sets, segments, quantifiers, functions, variables, the
//! cursor.

use super::Transform;
use super::expanded_size::{ExpandedSize, ExpandedSizeError, ExpandedSizes};
use super::id;
use super::pattern::{Functions, OBJECT, PatternObject, PatternToken, SetPattern, have_segments};
use super::registry::nearest_id;
use super::rule_side::RuleSide;
use super::rule_variables::{SetVariables, UNDEFINED, VariableValue, is_name_part, is_name_start};
use super::transform_name::SingleId;
use crate::unicode::rule_text::{Cursor, Limits, RuleError, is_pattern_white_space};
use crate::unicode::set::{SetSteps, UnicodeSet, unescape};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Characters that end one side of a rule.
const SIDE_ENDS: &str = "<>=;←→↔";
const ILLEGAL_AT_TOP: &str = ")";
const ILLEGAL_IN_SEGMENT: &str = "{}|@";
const ILLEGAL_IN_FUNCTION: &str = "^(.*+?{}|@";

/// Whether a character is literal in any context: an ASCII letter or digit, or a non-ASCII character other than arrows
/// and `∆`.
fn is_literal(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { !matches!(c, '←' | '→' | '↔' | '∆') }
}

/// Whether a set starts here. As in ICU, a property query has at least five UTF-16 units: `\p;` at the end of the rules
/// is the letter `p`.
fn set_starts(rest: &str) -> bool {
    UnicodeSet::pattern_starts(rest) && (rest.starts_with('[') || rest.encode_utf16().nth(4).is_some())
}

/// What is allowed instead of a syntax character.
fn literal(c: char) -> String {
    format!("a literal in quotes, `'{c}'`")
}

/// The set that `.` matches.
const DOT: &str = "[^[:Zp:][:Zl:]\\r\\n$]";
/// Maximum number of segments of one rule, and of those of all variables.
const MAX_SEGMENTS: usize = 1000;

/// A segment of the current rule: the token of its object, and whether it is parsed already (a reference may precede
/// it).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleSegment {
    pub(super) token: Option<PatternToken>,
    pub(super) defined: bool,
}

/// Maximum number of tokens of one side of a rule, with variables and segments expanded.
pub(super) const MAX_SIDE_TOKENS: usize = 1 << 16;
/// Maximum number of tokens of all rules and variables, and of ranges of all sets.
const MAX_TOTAL: usize = 4 << 20;

/// The section that is being parsed: a side, or in parentheses a segment or the output of a function.
struct RuleSection {
    /// The number of tokens of the side before the section.
    first: usize,
    is_enclosed: bool,
    /// The tokens of the last quotation and of the last variable; a quantifier directly after one of them applies to
    /// all of it.
    quotation: Range<usize>,
    variable: Range<usize>,
}

impl RuleSection {
    fn new(first: usize, is_enclosed: bool) -> RuleSection {
        let none = usize::MAX..usize::MAX;
        RuleSection { first, is_enclosed, quotation: none.clone(), variable: none }
    }

    /// The start of the tokens that a quantifier after `length` tokens applies to; `None` if there are none.
    fn repeated_from(&self, length: usize) -> Option<usize> {
        match length {
            _ if length == self.first && self.is_enclosed => None,
            _ if length == self.quotation.end => Some(self.quotation.start),
            // An empty variable may have a quantifier, too.
            _ if length == self.variable.end => Some(self.variable.start),
            _ => length.checked_sub(1),
        }
    }
}

/// The parser of the sides of rules, with what it needs to know of the statements before.
pub(super) struct SideParser<'t, 'l> {
    pub(super) cursor: Cursor<'t>,
    limits: &'l Limits,
    functions: &'l Functions<'l>,
    pub(super) objects: Vec<PatternObject>,
    pub(super) variables: HashMap<String, VariableValue>,
    /// The variable range: the characters that represent objects in ICU, which rules must not contain.
    pub(super) range: (u32, u32),
    /// The number of characters of the range that objects have used.
    used: u32,
    /// The number of tokens and ranges so far.
    total: usize,
    /// The steps of set operations.
    set_steps: SetSteps,
    /// The token of the set of `.`, which rules share.
    pub(super) dot: Option<PatternToken>,
    /// The depth of nested segments and functions.
    depth: usize,
    /// The number of segments of the variables so far; those of a rule are numbered after them.
    segments_of_variables: usize,
    /// The expansions of objects of earlier statements, which do not change; `None` while one is being counted.
    expansions: HashMap<PatternToken, Option<ExpandedSize>>,
    /// References in variables to segments that the variables do not have.
    pub(super) dangling: Vec<PatternToken>,
    // State of the current rule:
    /// The variable without a value to which the rule refers.
    pub(super) undefined: Option<String>,
    pub(super) segments: Vec<RuleSegment>,
    next_segment: usize,
}

impl<'t, 'l> SideParser<'t, 'l> {
    pub(super) fn new(
        text: &'t str,
        limits: &'l Limits,
        functions: &'l Functions<'l>,
        range: (u32, u32),
    ) -> SideParser<'t, 'l> {
        SideParser {
            cursor: Cursor::new(text),
            limits,
            functions,
            objects: Vec::new(),
            set_steps: SetSteps::default(),
            variables: HashMap::new(),
            range,
            used: 0,
            total: 0,
            dot: None,
            depth: 0,
            segments_of_variables: 0,
            expansions: HashMap::new(),
            dangling: Vec::new(),
            undefined: None,
            segments: Vec::new(),
            next_segment: 1,
        }
    }

    /// Parses one side of a rule up to the operator or the end of the statement.
    pub(super) fn rule_side(&mut self) -> Result<RuleSide, RuleError> {
        let start = self.cursor.offset();
        self.next_segment = 1;
        let mut side = RuleSide::default();
        self.section(&mut side, ILLEGAL_AT_TOP, false)?;
        if side.cursor_offset > 0 && side.cursor != Some(side.cursor_offset_at) {
            return Err(self.cursor.error_at(start, "`@` is not next to the cursor `|`", "`@@|` or `|@@`"));
        }
        Ok(side)
    }

    /// Parses tokens up to the end of a side, or up to the parenthesis that closes a segment or the output of a
    /// function.
    fn section(&mut self, side: &mut RuleSide, illegal: &str, is_enclosed: bool) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        let mut section = RuleSection::new(side.tokens.len(), is_enclosed);
        loop {
            let at = self.cursor.offset();
            // The end of the rules also ends segments and functions (as in ICU).
            let Some(c) = self.cursor.bump() else { return Ok(()) };
            if is_pattern_white_space(c) {
                continue;
            }
            if is_literal(c) && !side.anchor_end {
                side.tokens.push(self.character(c.into(), at)?);
                continue;
            }
            if SIDE_ENDS.contains(c) {
                if is_enclosed {
                    return Err(self.cursor.error_at(start, "the segment is not closed", "`)`"));
                }
                self.cursor.seek(at);
                return Ok(());
            }
            if side.anchor_end {
                return Err(self.cursor.error_at(
                    at,
                    "characters follow the anchor `$`",
                    "`$` at the end, or `$name` of a variable",
                ));
            }
            if self.set_or_quoted(side, &mut section, c, at)? {
                continue;
            }
            self.character(c.into(), at)?;
            if illegal.contains(c) {
                return Err(self.illegal_character(c, illegal, at));
            }
            if c == ')' {
                return Ok(());
            }
            self.syntax_character(side, &mut section, c, at)?;
        }
    }

    /// Parses a set, an escape or a quotation; returns false if `c` starts none of them.
    fn set_or_quoted(
        &mut self,
        side: &mut RuleSide,
        section: &mut RuleSection,
        c: char,
        at: usize,
    ) -> Result<bool, RuleError> {
        if set_starts(self.cursor.text().get(at..).unwrap_or("")) {
            let set = self.set(at)?;
            side.tokens.push(self.object(PatternObject::Set(SetPattern::new(set)), at)?);
        } else if c == '\\' {
            let escaped = self.escape(at)?;
            side.push_escape(escaped, section.first);
        } else if c == '\'' {
            let from = side.tokens.len();
            if self.quotation(side, at)? {
                section.quotation = from..side.tokens.len();
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Parses what a syntax character starts; any other character is literal.
    fn syntax_character(
        &mut self,
        side: &mut RuleSide,
        section: &mut RuleSection,
        c: char,
        at: usize,
    ) -> Result<(), RuleError> {
        let length = side.tokens.len();
        match c {
            '^' if length == 0 && !side.anchor_start => side.anchor_start = true,
            '^' => {
                return Err(self.cursor.error_at(
                    at,
                    "the anchor `^` is not at the start",
                    "`^` first, or a literal `'^'`",
                ));
            }
            '(' => self.segment(side, at)?,
            '&' | '∆' => self.function(side, at)?,
            '$' => {
                if self.reference(side, at)? {
                    section.variable = length..side.tokens.len();
                }
            }
            '.' => side.tokens.push(self.dot(at)?),
            '*' | '+' | '?' => self.quantifier(side, c, section.repeated_from(length), at)?,
            '{' if side.ante.is_none() => side.ante = Some(length),
            '}' if side.post.is_none() => side.post = Some(length),
            '|' if side.cursor.is_none() => side.cursor = Some(length),
            '{' | '}' | '|' => {
                return Err(self.cursor.error_at(at, format!("a second `{c}` on one side of the rule"), "at most one"));
            }
            '@' => self.cursor_offset(side, at)?,
            _ if c.is_ascii_graphic() && !c.is_ascii_alphanumeric() => {
                return Err(self.cursor.error_at(at, format!("`{c}` is a reserved character"), literal(c)));
            }
            _ => side.tokens.push(c.into()),
        }
        Ok(())
    }

    /// Parses an escape after its backslash.
    fn escape(&mut self, at: usize) -> Result<PatternToken, RuleError> {
        let Some((value, length)) = unescape(self.cursor.rest()) else {
            let expected = "an escape such as `\\u0061` or `\\x{61}`";
            return Err(self.cursor.error_at(at, "the escape is ill-formed", expected));
        };
        self.cursor.seek(at + 1 + length);
        self.character(value, at)
    }

    fn illegal_character(&self, c: char, illegal: &str, at: usize) -> RuleError {
        let found = match illegal {
            ILLEGAL_IN_SEGMENT => format!("`{c}` is not allowed in a segment"),
            ILLEGAL_IN_FUNCTION => format!("`{c}` is not allowed in a function call"),
            _ => format!("`{c}` without `(`"),
        };
        self.cursor.error_at(at, found, literal(c))
    }

    /// Replaces the tokens from `from` on by their repetition; an error if it is `None`.
    fn quantifier(&mut self, side: &mut RuleSide, c: char, from: Option<usize>, at: usize) -> Result<(), RuleError> {
        let Some(from) = from else {
            return Err(self.cursor.error_at(
                at,
                format!("the quantifier `{c}` has nothing to repeat"),
                "a character, set, segment or variable before it",
            ));
        };
        let pattern = side.tokens.split_off(from);
        let (min, max) = match c {
            '*' => (0, usize::MAX),
            '+' => (1, usize::MAX),
            _ => (0, 1),
        };
        let token = self.object(PatternObject::quantifier(pattern, min, max, &self.objects), at)?;
        side.tokens.push(token);
        Ok(())
    }

    /// Counts an `@` before or after the cursor.
    fn cursor_offset(&mut self, side: &mut RuleSide, at: usize) -> Result<(), RuleError> {
        let length = side.tokens.len();
        if side.cursor_offset < 0 && length == 0 {
            side.cursor_offset -= 1;
        } else if side.cursor_offset > 0 && length == side.cursor_offset_at && side.cursor.is_none() {
            side.cursor_offset += 1;
        } else if side.cursor_offset == 0 && side.cursor == Some(0) && length == 0 {
            side.cursor_offset = -1;
        } else if side.cursor_offset == 0 && side.cursor.is_none() {
            (side.cursor_offset_at, side.cursor_offset) = (length, 1);
        } else {
            return Err(self.cursor.error_at(at, "`@` is not next to the cursor `|`", "`@@|` or `|@@`"));
        }
        Ok(())
    }

    /// Parses quoted text after `'`; `''` is an apostrophe, inside and outside of quotes. Returns whether it was a
    /// quotation.
    fn quotation(&mut self, side: &mut RuleSide, at: usize) -> Result<bool, RuleError> {
        if self.cursor.eat("'") {
            side.tokens.push('\''.into());
            return Ok(false);
        }
        loop {
            let offset = self.cursor.offset();
            match self.cursor.bump() {
                None => return Err(self.cursor.error_at(at, "the quotation is not closed", "`'`")),
                Some('\'') if self.cursor.eat("'") => side.tokens.push('\''.into()),
                Some('\'') => return Ok(true),
                Some(c) => side.tokens.push(self.character(c.into(), offset)?),
            }
        }
    }

    /// Parses a segment after `(`.
    fn segment(&mut self, side: &mut RuleSide, at: usize) -> Result<(), RuleError> {
        self.enter(at)?;
        let from = side.tokens.len();
        let number = self.next_segment;
        self.next_segment += 1;
        self.section(side, ILLEGAL_IN_SEGMENT, true)?;
        self.depth -= 1;
        let pattern = side.tokens.split_off(from);
        let token = self.segment_token(number, at)?;
        if let Some(PatternObject::Segment { pattern: slot, .. }) = self.objects.get_mut((token - OBJECT) as usize) {
            *slot = pattern;
        }
        if let Some(segment) = self.segments.get_mut(number - 1) {
            // Segments of the two sides would have the same numbers.
            if std::mem::replace(&mut segment.defined, true) {
                return Err(self.cursor.error_at(
                    at,
                    format!("both sides of the rule have a segment {number}"),
                    "segments on one side",
                ));
            }
        }
        side.tokens.push(token);
        Ok(())
    }

    /// The token of a segment; creates its object if a reference precedes the segment.
    fn segment_token(&mut self, number: usize, at: usize) -> Result<PatternToken, RuleError> {
        if number > MAX_SEGMENTS {
            return Err(self.cursor.error_at(
                at,
                format!("the number of the segment is {number}"),
                format!("at most {MAX_SEGMENTS}"),
            ));
        }
        if self.segments.len() < number {
            self.segments.resize(number, RuleSegment::default());
        }
        if let Some(token) = self.segments.get(number - 1).and_then(|segment| segment.token) {
            return Ok(token);
        }
        let number_in_rules = self.segments_of_variables + number;
        let token = self.object(PatternObject::Segment { number: number_in_rules, pattern: Vec::new() }, at)?;
        if let Some(segment) = self.segments.get_mut(number - 1) {
            segment.token = Some(token);
        }
        Ok(token)
    }

    /// Ends the definition of a variable: its segments keep their numbers in the rules that use the variable. A
    /// reference to a segment that it does not have matches the private use character that represents it in ICU.
    pub(super) fn keep_segments(&mut self, start: usize) -> Result<(), RuleError> {
        for segment in self.segments.iter().filter(|segment| !segment.defined) {
            let Some(index) = segment.token.and_then(|token| token.checked_sub(OBJECT)) else { continue };
            if let Some(PatternObject::Segment { pattern, .. }) = self.objects.get_mut(index as usize) {
                *pattern = vec![self.range.0 + index];
            }
            self.dangling.extend(segment.token);
        }
        self.segments_of_variables += self.segments.len();
        if self.segments_of_variables > MAX_SEGMENTS {
            return Err(self.cursor.error_at(
                start,
                format!("the variables have {} segments", self.segments_of_variables),
                format!("at most {MAX_SEGMENTS}"),
            ));
        }
        Ok(())
    }

    /// The number of segments that a match of a rule captures: none if its sides have none.
    pub(super) fn captured_segments(&self, sides: [&RuleSide; 2]) -> usize {
        if sides.iter().any(|side| have_segments(&side.tokens, &self.objects)) {
            self.segments_of_variables + self.segments.len()
        } else {
            0
        }
    }

    /// Parses a function after `&`: `id( … )`.
    fn function(&mut self, side: &mut RuleSide, at: usize) -> Result<(), RuleError> {
        let rest = self.cursor.rest();
        let parsed = id::parse_filter_id(rest).and_then(|(specs, length)| {
            let open = rest.get(length..)?.trim_start_matches(is_pattern_white_space);
            open.starts_with('(').then(|| (specs, rest.len() - open.len() + 1))
        });
        let Some((specs, length)) = parsed else {
            return Err(self.cursor.error_at(
                at,
                "the function call is ill-formed",
                "`&id( … )` with the id of a transform",
            ));
        };
        let single = specs.forward();
        let transform = self.transform(&single, at)?;
        self.cursor.seek(at + '&'.len_utf8().max(self.length_at(at)) + length);
        self.enter(at)?;
        let from = side.tokens.len();
        self.section(side, ILLEGAL_IN_FUNCTION, true)?;
        self.depth -= 1;
        let output = side.tokens.split_off(from);
        let token = self.object(PatternObject::function(Box::new(single), transform, output, &self.objects), at)?;
        side.tokens.push(token);
        Ok(())
    }

    /// The transform of an id; an error at an offset if there is none.
    pub(super) fn transform(&self, single: &SingleId, at: usize) -> Result<Arc<Transform>, RuleError> {
        (self.functions)(single).map_err(|error| {
            let expected = error.unknown_id().map(|unknown| match nearest_id(unknown) {
                Some(id) => format!("an id such as `{id}`"),
                None => "the id of a transform".to_owned(),
            });
            self.cursor.error_at(at, error.to_string(), expected.unwrap_or_default())
        })
    }

    fn length_at(&self, at: usize) -> usize {
        self.cursor.text().get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// Parses a segment number or a variable name after `$`; without either, `$` is the anchor. Returns whether it was
    /// a variable.
    fn reference(&mut self, side: &mut RuleSide, at: usize) -> Result<bool, RuleError> {
        match self.cursor.peek() {
            Some('1'..='9') => {
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                let number = digits.parse().unwrap_or(usize::MAX);
                let token = self.segment_token(number, at)?;
                side.tokens.push(token);
                Ok(false)
            }
            Some(c) if is_name_start(c) => {
                let name = self.cursor.take_while(is_name_part);
                if let Some(value) = self.variables.get(name) {
                    side.tokens.extend(&value.tokens);
                } else if self.undefined.is_none() {
                    self.undefined = Some(name.to_owned());
                    side.tokens.push(UNDEFINED);
                    // As in ICU, it takes the last character of the variable range until it is defined.
                    self.range.1 -= 1;
                } else {
                    return Err(self.cursor.error_at(
                        at,
                        format!("`${name}` is not defined"),
                        "a definition `$name = …;` before it",
                    ));
                }
                if side.tokens.len() > MAX_SIDE_TOKENS {
                    return Err(self.too_long(at));
                }
                Ok(true)
            }
            _ => {
                side.anchor_end = true;
                Ok(false)
            }
        }
    }

    /// The token of the set of `.`.
    fn dot(&mut self, at: usize) -> Result<PatternToken, RuleError> {
        if let Some(token) = self.dot {
            return Ok(token);
        }
        let token = self.object(PatternObject::Set(SetPattern::new(UnicodeSet::parse(DOT)?)), at)?;
        self.dot = Some(token);
        Ok(token)
    }

    /// Parses a set pattern.
    fn set(&mut self, at: usize) -> Result<UnicodeSet, RuleError> {
        if self.cursor.text().get(at..).is_some_and(|rest| rest.starts_with("\\N")) {
            return Err(self.cursor.error_at(at, "`\\N` outside of a set", "`[\\N{name}]`"));
        }
        let variables = SetVariables { variables: &self.variables, objects: &self.objects, steps: &self.set_steps };
        let (set, end) = UnicodeSet::parse_prefix(self.cursor.text(), at, &variables, self.limits)?;
        self.cursor.seek(end);
        self.spend(set.ranges().count(), at)?;
        Ok(set)
    }

    /// The object of a token; `None` if the token is a code point.
    pub(super) fn object_of(&self, token: PatternToken) -> Option<&PatternObject> {
        self.objects.get(token.checked_sub(OBJECT)? as usize)
    }

    /// Adds an object and returns its token; an error if the variable range is used up.
    fn object(&mut self, object: PatternObject, at: usize) -> Result<PatternToken, RuleError> {
        let (first, end) = self.range;
        if self.used >= end - first {
            let found = format!("the rules have more than {} sets, segments, quantifiers and functions", end - first);
            return Err(RuleError::limit(self.cursor.text(), at, found));
        }
        self.used += 1;
        self.objects.push(object);
        Ok(OBJECT + (self.objects.len() - 1) as PatternToken)
    }

    /// Counts tokens or ranges; an error if the rules have too many of them.
    pub(super) fn spend(&mut self, count: usize, at: usize) -> Result<(), RuleError> {
        self.total = self.total.saturating_add(count);
        if self.total > MAX_TOTAL {
            let found = format!(
                "the rules have more than {} million characters and ranges of sets, with variables expanded",
                MAX_TOTAL >> 20
            );
            return Err(RuleError::limit(self.cursor.text(), at, found));
        }
        Ok(())
    }

    /// Checks the tokens of a rule's input or output with all their objects expanded, which the time of a match depends
    /// on: an error if they are too many or nested too deep, or if a segment contains a reference to itself.
    pub(super) fn check_expansion(
        &mut self,
        tokens: &[PatternToken],
        is_input: bool,
        start: usize,
    ) -> Result<(), RuleError> {
        let nesting = self.limits.nesting;
        let mut expansions = ExpandedSizes { objects: &self.objects, known: &mut self.expansions, nesting };
        match expansions.of(tokens, is_input, 0) {
            Ok(expansion) if expansion.tokens > MAX_SIDE_TOKENS => Err(self.too_long(start)),
            Ok(_) => Ok(()),
            Err(ExpandedSizeError::Cycle) => {
                Err(self.cursor.error_at(start, "a segment contains a reference to itself", ""))
            }
            Err(ExpandedSizeError::TooDeep) => Err(self.too_deep(start)),
        }
    }

    /// The error of a rule at an offset that has too many tokens.
    fn too_long(&self, at: usize) -> RuleError {
        let found = format!(
            "a side of the rule has more than {MAX_SIDE_TOKENS} characters, with variables and segments expanded"
        );
        RuleError::limit(self.cursor.text(), at, found)
    }

    /// The token of a character; an error if the character is in the variable range.
    fn character(&self, c: u32, at: usize) -> Result<PatternToken, RuleError> {
        if (self.range.0..self.range.1).contains(&c) {
            return Err(self.cursor.error_at(
                at,
                format!("U+{c:04X} is in the variable range"),
                "another range, by `use variable range first last;`",
            ));
        }
        Ok(c)
    }

    /// Enters a segment or the output of a function; an error if it is nested too deep.
    fn enter(&mut self, at: usize) -> Result<(), RuleError> {
        self.depth += 1;
        if self.depth > self.limits.nesting { Err(self.too_deep(at)) } else { Ok(()) }
    }

    fn too_deep(&self, at: usize) -> RuleError {
        let found = format!("segments, functions and quantifiers are nested deeper than {}", self.limits.nesting);
        RuleError::limit(self.cursor.text(), at, found)
    }
}
