//! Reads the rule language of transforms (LDML part 2, "Transform Rules") as ICU 79.1 reads it.
//!
//! Statements end in `;`: a conversion rule (`ante { key } post > output`, `<`, `<>`), a variable (`$name = …`), an id (`:: id`), or
//! `use variable range`. A half of a rule is read into tokens; what is not a plain character becomes an object of the rule set.

use super::id::{self, SingleId};
use super::pattern::{OBJECT, Object, SetPattern, Token};
use super::rules::{Rule, RuleSet};
use super::{Direction, Loader};
use crate::unicode::rule_text::{Cursor, Limits, RuleError, is_pattern_white_space};
use crate::unicode::set::{UnicodeSet, Variable, Variables, unescape};
use icu_properties::props::{GeneralCategory, IdContinue, IdStart};
use icu_properties::{CodePointMapData, CodePointSetData};
use std::collections::HashMap;
use std::sync::Arc;

/// What a rule text says: blocks of ids and passes of rules, in the order in which they run.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// Lists of ids, one before each pass and maybe one behind; each may be empty.
    pub(super) ids: Vec<Vec<SingleId>>,
    passes_of_rules: Vec<Vec<Rule>>,
    pub(super) passes: Vec<RuleSet>,
    /// The filter of the whole, `:: [set];`.
    pub(super) filter: Option<UnicodeSet>,
}

/// Objects of one rule text may not be more: their numbers are private use characters in ICU.
const FIRST_VARIABLE: u32 = 0xF000;
const LAST_VARIABLE: u32 = 0xF8FF;

/// Characters that end a half of a rule.
const HALF_ENDS: &str = "<>=;←→↔";
const ILLEGAL_AT_TOP: &str = ")";
const ILLEGAL_IN_SEGMENT: &str = "{}|@";
const ILLEGAL_IN_FUNCTION: &str = "^(.*+?{}|@";

pub(super) struct Parser<'t, 'l> {
    cursor: Cursor<'t>,
    direction: Direction,
    limits: &'l Limits,
    loader: &'l Loader,
    parsed: Parsed,
    rules: Vec<Rule>,
    objects: Vec<Object>,
    reading_ids: bool,
    block: Vec<SingleId>,
    filter_at: usize,
    statements: usize,
    variables: HashMap<String, Value>,
    /// Objects are numbered from here on where a character of a rule could be taken for one.
    range: (u32, u32),
    used: u32,
    dot: Option<Token>,
    depth: usize,
    // Of the rule that is being read:
    undefined: Option<String>,
    segments: Vec<SegmentState>,
    next_segment: usize,
}

/// A segment of the rule that is being read: its object, and whether its parentheses have been read.
#[derive(Clone, Copy, Debug, Default)]
struct SegmentState {
    token: Option<Token>,
    defined: bool,
}

/// Stands for the variable that a definition defines.
const UNDEFINED: Token = u32::MAX;

/// What `.` matches.
const DOT: &str = "[^[:Zp:][:Zl:]\\r\\n$]";

/// What a variable stands for.
#[derive(Debug, Clone)]
struct Value {
    tokens: Vec<Token>,
    /// If it is one set, for sets that refer to it.
    set: Option<UnicodeSet>,
    /// Its characters, for sets that refer to it.
    text: String,
}

/// A half of a rule.
#[derive(Debug, Default)]
struct Half {
    tokens: Vec<Token>,
    ante: Option<usize>,
    post: Option<usize>,
    cursor: Option<usize>,
    /// `@` signs; negative before the cursor.
    cursor_offset: isize,
    cursor_offset_at: usize,
    anchor_start: bool,
    anchor_end: bool,
    /// The set, where the half is one.
    last_set: Option<UnicodeSet>,
}

impl Half {
    fn drop_context(&mut self) {
        let (from, to) = (self.ante.unwrap_or(0), self.post.unwrap_or(self.tokens.len()));
        self.tokens = self.tokens.get(from..to).unwrap_or(&[]).to_vec();
        (self.ante, self.post, self.anchor_start, self.anchor_end) = (None, None, false, false);
    }
}

/// Reads a rule text in a direction.
pub(super) fn parse(text: &str, direction: Direction, limits: &Limits, loader: &Loader) -> Result<Parsed, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(text, 0, format!("the rules are longer than {} bytes", limits.length)));
    }
    let mut parser = Parser {
        cursor: Cursor::new(text),
        direction,
        limits,
        loader,
        parsed: Parsed::default(),
        rules: Vec::new(),
        objects: Vec::new(),
        reading_ids: true,
        block: Vec::new(),
        filter_at: 0,
        statements: 0,
        variables: HashMap::new(),
        range: (FIRST_VARIABLE, LAST_VARIABLE + 1),
        used: 0,
        dot: None,
        depth: 0,
        undefined: None,
        segments: Vec::new(),
        next_segment: 1,
    };
    parser.statements()?;
    parser.finish()
}

impl Parser<'_, '_> {
    fn statements(&mut self) -> Result<(), RuleError> {
        loop {
            self.cursor.skip_white_space();
            match self.cursor.peek() {
                None => return Ok(()),
                Some('#') => _ = self.cursor.take_while(|c| c != '\n'),
                Some(';') => _ = self.cursor.bump(),
                Some(_) => {
                    self.statements += 1;
                    self.statement()?;
                }
            }
        }
    }

    fn statement(&mut self) -> Result<(), RuleError> {
        if self.cursor.rest().starts_with("::") {
            return self.id_statement();
        }
        if self.reading_ids {
            let block = std::mem::take(&mut self.block);
            self.push_block(block);
            self.reading_ids = false;
        }
        let is_pragma =
            self.cursor.rest().strip_prefix("use").is_some_and(|rest| rest.starts_with(is_pattern_white_space));
        if is_pragma { self.pragma() } else { self.rule() }
    }

    fn push_block(&mut self, block: Vec<SingleId>) {
        match self.direction {
            Direction::Forward => self.parsed.ids.push(block),
            Direction::Reverse => self.parsed.ids.insert(0, block),
        }
    }

    fn push_pass(&mut self) -> Result<(), RuleError> {
        let rules = std::mem::take(&mut self.rules);
        if let Some((one, other)) = RuleSet::masked(&rules, &self.objects) {
            let place = |index: usize| rules.get(index).map_or(0, |rule| rule.offset);
            let masking = self.cursor.error_at(place(one), "", "");
            let found = format!(
                "the rule is never reached: that of line {}, column {} matches before it",
                masking.line, masking.column
            );
            let mut error = self.cursor.error_at(place(other), found, "");
            error.other = Some((masking.line, masking.column));
            return Err(error);
        }
        if rules.len() > RuleSet::MOST {
            return Err(RuleError::limit(
                self.cursor.text(),
                0,
                format!("more than {} rules in a pass", RuleSet::MOST),
            ));
        }
        match self.direction {
            Direction::Forward => self.parsed.passes_of_rules.push(rules),
            Direction::Reverse => self.parsed.passes_of_rules.insert(0, rules),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Parsed, RuleError> {
        if self.reading_ids {
            if !self.block.is_empty() {
                let block = std::mem::take(&mut self.block);
                self.push_block(block);
            }
        } else {
            self.push_pass()?;
        }
        let place = match self.direction {
            Direction::Forward => 1,
            Direction::Reverse => self.statements,
        };
        if self.parsed.filter.is_some() && self.filter_at != place {
            return Err(self.cursor.error_at(
                0,
                "a filter that is not at its end of the rules",
                "`:: [set];` first, `:: ([set]);` last",
            ));
        }
        let objects = Arc::new(self.objects);
        let passes = std::mem::take(&mut self.parsed.passes_of_rules).into_iter();
        self.parsed.passes = passes.map(|rules| RuleSet::new(rules, Arc::clone(&objects))).collect();
        Ok(self.parsed)
    }

    /// `:: id;`, `:: id (inverse);`, `:: [filter];`, `:: ([filter]);`
    fn id_statement(&mut self) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        self.cursor.eat("::");
        self.cursor.skip_white_space();
        if !self.reading_ids {
            self.push_pass()?;
            self.reading_ids = true;
        }
        let rest = self.cursor.rest();
        if let Some((single, length)) = id::parse_single(rest, self.direction) {
            if let Some(end) = end_of_statement(rest, length) {
                self.cursor.seek(self.cursor.offset() + end);
                match self.direction {
                    Direction::Forward => self.block.push(single),
                    Direction::Reverse => self.block.insert(0, single),
                }
                return Ok(());
            }
        } else if let Some((filter, in_parentheses, length)) = id::parse_global_filter(rest)
            && let Some(end) = end_of_statement(rest, length)
        {
            self.cursor.seek(self.cursor.offset() + end);
            if in_parentheses == (self.direction == Direction::Reverse) {
                if self.parsed.filter.is_some() {
                    return Err(self.cursor.error_at(start, "a second filter of the whole", "one"));
                }
                self.parsed.filter = Some(filter);
                self.filter_at = self.statements;
            }
            return Ok(());
        }
        Err(self.cursor.error_at(start, "an id that can't be read", "`:: id;` or `:: id (inverse);`"))
    }

    /// `use variable range first last;`
    fn pragma(&mut self) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        let (statement, ends) = match self.cursor.rest().find(';') {
            Some(end) => (self.cursor.rest().get(..end).unwrap_or(""), true),
            None => (self.cursor.rest(), false),
        };
        let words: Vec<&str> = statement.split(is_pattern_white_space).filter(|word| !word.is_empty()).collect();
        let number = |word: &str| match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None if word.len() > 1 && word.starts_with('0') => u32::from_str_radix(word, 8).ok(),
            None => word.parse().ok(),
        };
        let range = match words.as_slice() {
            ["use", "variable", "range", first, last] if ends => number(first).zip(number(last)),
            _ => None,
        };
        let Some((first, last)) = range.filter(|(first, last)| first <= last && *last <= 0xFFFF) else {
            return Err(self.cursor.error_at(
                start,
                "a pragma that does not exist",
                "`use variable range first last;`",
            ));
        };
        self.range = (first, last + 1);
        self.cursor.seek(start + statement.len() + 1);
        Ok(())
    }

    /// A conversion rule or the definition of a variable.
    fn rule(&mut self) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        self.undefined = None;
        self.segments.clear();
        let mut left = self.half()?;
        let operator = match self.cursor.bump() {
            // ICU misses an operator that is the last character of the rules.
            Some(_) if self.cursor.peek().is_none() => {
                return Err(self.cursor.error_at(start, "nothing behind an operator", "a right side, or `;`"));
            }
            Some('<' | '←') if self.cursor.eat(">") => '↔',
            Some('<' | '←') => '←',
            Some('>' | '→') => '→',
            Some(operator @ ('=' | '↔')) => operator,
            _ => return Err(self.cursor.error_at(start, "a statement without an operator", "`>`, `<`, `<>` or `=`")),
        };
        let mut right = self.half()?;
        match self.cursor.peek() {
            None => {}
            Some(';') => _ = self.cursor.bump(),
            Some(last) if self.cursor.rest().len() == last.len_utf8() => _ = self.cursor.bump(), // ICU does not look at it
            Some(_) => return Err(self.cursor.error("one operator in a rule; others in quotes")),
        }
        if operator == '=' {
            return self.definition(start, &left, right);
        }
        if let Some(name) = self.undefined.take() {
            return Err(self.cursor.error_at(start, format!("${name} is not defined"), "a variable defined before"));
        }
        if self.segments.iter().any(|segment| segment.token.is_some() && !segment.defined) {
            return Err(self.cursor.error_at(
                start,
                "a reference to a segment that is not there",
                "segments in parentheses on the other side",
            ));
        }
        let wanted = match self.direction {
            Direction::Forward => '→',
            Direction::Reverse => '←',
        };
        if operator != '↔' && operator != wanted {
            return Ok(());
        }
        if self.direction == Direction::Reverse {
            std::mem::swap(&mut left, &mut right);
        }
        if operator == '↔' {
            right.drop_context();
            (left.cursor, left.cursor_offset) = (None, 0);
        }
        let ante = left.ante.unwrap_or(0);
        let post = left.post.unwrap_or(left.tokens.len());
        match self.size_written_out(&left.tokens, &mut HashMap::new()) {
            None => return Err(self.cursor.error_at(start, "a segment that holds a reference to itself", "")),
            Some(size) if size > 2 * MOST_TOKENS => {
                let found = format!("segments in segments of more than {MOST_TOKENS} characters");
                return Err(RuleError::limit(self.cursor.text(), start, found));
            }
            Some(_) => {}
        }
        let is_malformed = right.ante.is_some()
            || right.post.is_some()
            || left.cursor.is_some()
            || right.cursor_offset != 0 && right.cursor.is_none()
            || right.cursor.is_some_and(|cursor| cursor > right.tokens.len())
            || right.anchor_start
            || right.anchor_end
            || !self.may_stand(&left.tokens, true)
            || !self.may_stand(&right.tokens, false)
            || ante > post;
        if is_malformed {
            let found = "a rule with context, sets or quantifiers in its output, or a cursor or function in its input";
            return Err(self.cursor.error_at(start, found, ""));
        }
        let cursor = right.cursor.unwrap_or(right.tokens.len()) as isize + right.cursor_offset;
        self.rules.push(Rule {
            pattern: left.tokens,
            key_start: ante,
            key_end: post,
            cursor,
            output: right.tokens,
            segments: self.segments.len(),
            anchor_start: left.anchor_start,
            anchor_end: left.anchor_end,
            offset: start,
        });
        Ok(())
    }

    /// Whether all tokens may stand in an input, or in an output.
    fn may_stand(&self, tokens: &[Token], input: bool) -> bool {
        tokens.iter().all(|&token| match token.checked_sub(OBJECT).map(|index| self.objects.get(index as usize)) {
            None => true,
            Some(Some(Object::Segment { .. })) => true,
            Some(Some(Object::Function { .. })) => !input,
            Some(_) => input,
        })
    }

    /// `$name = …;`
    fn definition(&mut self, start: usize, left: &Half, right: Half) -> Result<(), RuleError> {
        let Some(name) = self.undefined.take() else {
            return Err(self.cursor.error_at(start, "a definition of no variable, or a second one", "`$name = …;`"));
        };
        if left.tokens != [UNDEFINED] || left.anchor_start || left.anchor_end || right.anchor_start || right.anchor_end
        {
            return Err(self.cursor.error_at(start, "a definition of more than a variable", "`$name = …;`"));
        }
        let is_set = match right.tokens.as_slice() {
            [token] => matches!(self.object_of(*token), Some(Object::Set(_))),
            _ => false,
        };
        let text = self.escaped(&right.tokens);
        let value = Value { set: right.last_set.filter(|_| is_set), tokens: right.tokens, text };
        self.variables.insert(name, value);
        Ok(())
    }

    /// Characters as a set pattern reads them; an object is the private use character that stands for it in ICU.
    fn escaped(&self, tokens: &[Token]) -> String {
        let character = |&token: &Token| token.checked_sub(OBJECT).map_or(token, |index| self.range.0 + index);
        tokens.iter().map(character).map(|c| format!("\\U{c:08X}")).collect()
    }

    fn object_of(&self, token: Token) -> Option<&Object> {
        self.objects.get(token.checked_sub(OBJECT)? as usize)
    }

    /// The tokens of a pattern, those of its segments written out; `None` if a segment holds a reference to itself. `sizes` keeps the
    /// sizes of segments, `None` while they are counted.
    fn size_written_out(&self, tokens: &[Token], sizes: &mut HashMap<Token, Option<usize>>) -> Option<usize> {
        let mut size: usize = 0;
        for &token in tokens {
            let of_token = match (self.object_of(token), sizes.get(&token)) {
                (Some(Object::Segment { .. }), Some(known)) => (*known)?,
                (Some(Object::Segment { pattern, .. }), None) => {
                    sizes.insert(token, None);
                    let counted = self.size_written_out(pattern, sizes)?;
                    sizes.insert(token, Some(counted));
                    counted
                }
                (Some(Object::Quantifier { pattern, .. }), _) => self.size_written_out(pattern, sizes)?,
                _ => 1,
            };
            size = size.saturating_add(of_token).saturating_add(1);
        }
        Some(size)
    }

    fn half(&mut self) -> Result<Half, RuleError> {
        let start = self.cursor.offset();
        self.next_segment = 1;
        let mut half = Half::default();
        self.section(&mut half, ILLEGAL_AT_TOP, false)?;
        if half.cursor_offset > 0 && half.cursor != Some(half.cursor_offset_at) {
            return Err(self.cursor.error_at(start, "`@` apart from `|`", "`@@|` or `|@@`"));
        }
        Ok(half)
    }

    /// Reads tokens up to the end of a half, or of a segment.
    fn section(&mut self, half: &mut Half, illegal: &str, is_segment: bool) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        let first = half.tokens.len();
        // What a quantifier applies to, if it follows at once: the last quotation, the last variable.
        let mut quotation = (usize::MAX, usize::MAX);
        let mut variable = (usize::MAX, usize::MAX);
        loop {
            let at = self.cursor.offset();
            let Some(c) = self.cursor.bump() else {
                return if is_segment {
                    Err(self.cursor.error_at(start, "a segment without an end", "`)`"))
                } else {
                    Ok(())
                };
            };
            if is_pattern_white_space(c) {
                continue;
            }
            if HALF_ENDS.contains(c) {
                if is_segment {
                    return Err(self.cursor.error_at(start, "a segment without an end", "`)`"));
                }
                self.cursor.seek(at);
                return Ok(());
            }
            if half.anchor_end {
                return Err(self.cursor.error_at(at, "something behind `$`", "`$` last, or `$name`"));
            }
            if UnicodeSet::pattern_starts(self.cursor.text().get(at..).unwrap_or("")) {
                let set = self.set(at)?;
                half.last_set = Some(set.clone());
                let token = self.object(Object::Set(SetPattern::new(set)), at)?;
                half.tokens.push(token);
                continue;
            }
            match c {
                '\\' => {
                    let Some((value, length)) = unescape(self.cursor.rest()) else {
                        return Err(self.cursor.error_at(at, "an escape that can't be read", "such as \\u0061"));
                    };
                    self.cursor.seek(at + 1 + length);
                    half.tokens.push(self.character(value, at)?);
                    continue;
                }
                '\'' => {
                    let from = half.tokens.len();
                    if self.quotation(half, at)? {
                        quotation = (from, half.tokens.len());
                    }
                    continue;
                }
                _ => {}
            }
            self.character(c.into(), at)?;
            if illegal.contains(c) {
                return Err(self.cursor.error_at(at, format!("found '{c}'"), "it in quotes"));
            }
            match c {
                '^' if half.tokens.is_empty() && !half.anchor_start => half.anchor_start = true,
                '^' => return Err(self.cursor.error_at(at, "`^` inside a rule", "it at the start")),
                '(' => self.segment(half, at)?,
                '&' | '∆' => self.function(half, at)?,
                '$' => {
                    let from = half.tokens.len();
                    if self.reference(half, at)? {
                        variable = (from, half.tokens.len());
                    }
                }
                '.' => {
                    let token = self.dot(at)?;
                    half.tokens.push(token);
                }
                '*' | '+' | '?' => {
                    if half.tokens.len() == first && (is_segment || first == 0) {
                        return Err(self.cursor.error_at(
                            at,
                            format!("`{c}` behind nothing"),
                            "it behind what it repeats",
                        ));
                    }
                    let length = half.tokens.len();
                    let from = if length == quotation.1 {
                        quotation.0
                    } else if length == variable.1 {
                        variable.0
                    } else {
                        length - 1
                    };
                    let pattern = half.tokens.split_off(from);
                    let (least, most) = match c {
                        '*' => (0, usize::MAX),
                        '+' => (1, usize::MAX),
                        _ => (0, 1),
                    };
                    let token = self.object(Object::Quantifier { pattern, least, most }, at)?;
                    half.tokens.push(token);
                }
                ')' => return Ok(()),
                '{' if half.ante.is_none() => half.ante = Some(half.tokens.len()),
                '}' if half.post.is_none() => half.post = Some(half.tokens.len()),
                '|' if half.cursor.is_none() => half.cursor = Some(half.tokens.len()),
                '{' | '}' | '|' => return Err(self.cursor.error_at(at, format!("a second `{c}`"), "one")),
                '@' => self.cursor_offset(half, at)?,
                _ if c.is_ascii_graphic() && !c.is_ascii_alphanumeric() => {
                    return Err(self.cursor.error_at(at, format!("found '{c}'"), "it in quotes"));
                }
                _ => half.tokens.push(c.into()),
            }
        }
    }

    fn cursor_offset(&mut self, half: &mut Half, at: usize) -> Result<(), RuleError> {
        let length = half.tokens.len();
        if half.cursor_offset < 0 && length == 0 {
            half.cursor_offset -= 1;
        } else if half.cursor_offset > 0 && length == half.cursor_offset_at && half.cursor.is_none() {
            half.cursor_offset += 1;
        } else if half.cursor_offset == 0 && half.cursor == Some(0) && length == 0 {
            half.cursor_offset = -1;
        } else if half.cursor_offset == 0 && half.cursor.is_none() {
            (half.cursor_offset_at, half.cursor_offset) = (length, 1);
        } else {
            return Err(self.cursor.error_at(at, "`@` apart from `|`", "`@@|` or `|@@`"));
        }
        Ok(())
    }

    /// Behind `'`: quoted text; `''` is the apostrophe, inside and outside. Gives whether it was a quotation.
    fn quotation(&mut self, half: &mut Half, at: usize) -> Result<bool, RuleError> {
        if self.cursor.eat("'") {
            half.tokens.push('\''.into());
            return Ok(false);
        }
        loop {
            let place = self.cursor.offset();
            match self.cursor.bump() {
                None => return Err(self.cursor.error_at(at, "a quotation without an end", "`'`")),
                Some('\'') if self.cursor.eat("'") => half.tokens.push('\''.into()),
                Some('\'') => return Ok(true),
                Some(c) => half.tokens.push(self.character(c.into(), place)?),
            }
        }
    }

    /// Behind `(`.
    fn segment(&mut self, half: &mut Half, at: usize) -> Result<(), RuleError> {
        self.enter(at)?;
        let from = half.tokens.len();
        let number = self.next_segment;
        self.next_segment += 1;
        self.section(half, ILLEGAL_IN_SEGMENT, true)?;
        self.depth -= 1;
        let pattern = half.tokens.split_off(from);
        let token = self.segment_token(number, at)?;
        if let Some(slot) = self.objects.get_mut((token - OBJECT) as usize) {
            *slot = Object::Segment { number, pattern };
        }
        if let Some(segment) = self.segments.get_mut(number - 1) {
            // The segments of both sides have the same numbers.
            if std::mem::replace(&mut segment.defined, true) {
                return Err(self.cursor.error_at(at, format!("a second segment {number}"), "segments on one side"));
            }
        }
        half.tokens.push(token);
        Ok(())
    }

    /// The object of a segment, which may be referred to before it is read.
    fn segment_token(&mut self, number: usize, at: usize) -> Result<Token, RuleError> {
        if number > MOST_SEGMENTS {
            return Err(self.cursor.error_at(
                at,
                format!("segment {number}"),
                format!("at most {MOST_SEGMENTS} segments"),
            ));
        }
        if self.segments.len() < number {
            self.segments.resize(number, SegmentState::default());
        }
        if let Some(token) = self.segments.get(number - 1).and_then(|segment| segment.token) {
            return Ok(token);
        }
        let token = self.object(Object::Segment { number, pattern: Vec::new() }, at)?;
        if let Some(segment) = self.segments.get_mut(number - 1) {
            segment.token = Some(token);
        }
        Ok(token)
    }

    /// Behind `&`: `id( … )`.
    fn function(&mut self, half: &mut Half, at: usize) -> Result<(), RuleError> {
        let rest = self.cursor.rest();
        let parsed = id::parse_filter_id(rest).and_then(|(specs, length)| {
            let open = rest.get(length..)?.trim_start_matches(is_pattern_white_space);
            open.starts_with('(').then(|| (specs, rest.len() - open.len() + 1))
        });
        let Some((specs, length)) = parsed else {
            return Err(self.cursor.error_at(at, "a function that can't be read", "`&id( … )`"));
        };
        let single = specs.forward();
        let transform = self.loader.single(&single).map_err(|error| self.cursor.error_at(at, error.to_string(), ""))?;
        self.cursor.seek(at + '&'.len_utf8().max(self.length_at(at)) + length);
        self.enter(at)?;
        let from = half.tokens.len();
        self.section(half, ILLEGAL_IN_FUNCTION, true)?;
        self.depth -= 1;
        let output = half.tokens.split_off(from);
        let token = self.object(Object::Function { transform, output }, at)?;
        half.tokens.push(token);
        Ok(())
    }

    fn length_at(&self, at: usize) -> usize {
        self.cursor.text().get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// Behind `$`: a segment, a variable, or nothing: then it is the anchor. Gives whether it was a variable.
    fn reference(&mut self, half: &mut Half, at: usize) -> Result<bool, RuleError> {
        match self.cursor.peek() {
            Some('1'..='9') => {
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                let number = digits.parse().unwrap_or(usize::MAX);
                let token = self.segment_token(number, at)?;
                half.tokens.push(token);
                Ok(false)
            }
            Some(c) if is_name_start(c) => {
                let name = self.cursor.take_while(is_name_part);
                if let Some(value) = self.variables.get(name) {
                    half.tokens.extend(&value.tokens);
                    half.last_set.clone_from(&value.set);
                } else if self.undefined.is_none() {
                    self.undefined = Some(name.to_owned());
                    half.tokens.push(UNDEFINED);
                } else {
                    return Err(self.cursor.error_at(
                        at,
                        format!("${name} is not defined"),
                        "a variable defined before",
                    ));
                }
                if half.tokens.len() > MOST_TOKENS {
                    return Err(RuleError::limit(
                        self.cursor.text(),
                        at,
                        format!("a rule of more than {MOST_TOKENS} characters"),
                    ));
                }
                Ok(true)
            }
            _ => {
                half.anchor_end = true;
                Ok(false)
            }
        }
    }

    fn dot(&mut self, at: usize) -> Result<Token, RuleError> {
        if let Some(token) = self.dot {
            return Ok(token);
        }
        let token = self.object(Object::Set(SetPattern::new(UnicodeSet::parse(DOT)?)), at)?;
        self.dot = Some(token);
        Ok(token)
    }

    fn set(&mut self, at: usize) -> Result<UnicodeSet, RuleError> {
        if self.cursor.text().get(at..).is_some_and(|rest| rest.starts_with("\\N")) {
            return Err(self.cursor.error_at(at, "a character name outside brackets", "[\\N{name}]"));
        }
        let variables = SetVariables(&self.variables);
        let (set, end) = UnicodeSet::parse_prefix(self.cursor.text(), at, &variables, self.limits)?;
        self.cursor.seek(end);
        Ok(set)
    }

    fn object(&mut self, object: Object, at: usize) -> Result<Token, RuleError> {
        let (first, end) = self.range;
        if self.used >= end - first {
            let found = format!("more than {} sets, segments, quantifiers and functions", end - first);
            return Err(RuleError::limit(self.cursor.text(), at, found));
        }
        self.used += 1;
        self.objects.push(object);
        Ok(OBJECT + (self.objects.len() - 1) as Token)
    }

    /// A character of a rule, which may not be in the variable range.
    fn character(&self, c: u32, at: usize) -> Result<Token, RuleError> {
        if (self.range.0..self.range.1).contains(&c) {
            return Err(self.cursor.error_at(
                at,
                format!("U+{c:04X} is in the variable range"),
                "`use variable range` with another range",
            ));
        }
        Ok(c)
    }

    fn enter(&mut self, at: usize) -> Result<(), RuleError> {
        self.depth += 1;
        if self.depth > self.limits.nesting {
            return Err(RuleError::limit(
                self.cursor.text(),
                at,
                format!("segments nested more than {} deep", self.limits.nesting),
            ));
        }
        Ok(())
    }
}

/// Most segments of one rule.
const MOST_SEGMENTS: usize = 1000;
/// Most tokens of one half of a rule, variables expanded.
const MOST_TOKENS: usize = 1 << 16;

/// Behind `;` and white space after `length` bytes.
fn end_of_statement(rest: &str, length: usize) -> Option<usize> {
    let behind = rest.get(length..)?.trim_start_matches(is_pattern_white_space);
    behind.starts_with(';').then(|| rest.len() - behind.len() + 1)
}

/// Names of variables are identifiers (UAX #31) that end before a supplementary character; format and most control characters are
/// a part of them (ICU's `UCharacter.isUnicodeIdentifierPart`, by code unit).
fn is_name_start(c: char) -> bool {
    c <= '\u{FFFF}' && CodePointSetData::new::<IdStart>().contains(c)
}

fn is_name_part(c: char) -> bool {
    let is_ignorable = match c {
        '\0'..='\u{9F}' => c.is_control() && !matches!(c, '\t'..='\r' | '\u{1C}'..='\u{1F}'),
        _ => CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::Format,
    };
    c <= '\u{FFFF}' && (is_ignorable || CodePointSetData::new::<IdContinue>().contains(c))
}

struct SetVariables<'v>(&'v HashMap<String, Value>);

impl Variables for SetVariables<'_> {
    fn get(&self, name: &str) -> Option<Variable<'_>> {
        let value = self.0.get(name)?;
        Some(value.set.as_ref().map_or(Variable::Text(&value.text), Variable::Set))
    }

    fn name_length(&self, rest: &str) -> usize {
        if !rest.starts_with(is_name_start) {
            return 0;
        }
        rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())
    }
}
