//! The parser of set patterns (UTS #61 with the operators of UTS #35): a sequence of unions, in which `&` and `-` apply
//! to everything to their left and must be between sets; a hyphen at either end is literal.

#[cfg(test)]
mod tests;

use super::escape::unescape;
use super::named_character::named_character;
use super::steps::SetSteps;
use super::variables::{NoVariables, Variable, Variables};
use super::{UnicodeSet, property};
use crate::unicode::part::StrPart;
use crate::unicode::rule_text::{self, Limits, RuleError, is_pattern_white_space};
use std::collections::VecDeque;

/// The steps of a property query without the boundaries of its result: it may unite the sets of several values.
const STEPS_OF_QUERY: usize = 1 << 12;

/// The end of the text in a set, as in ICU.
const ANCHOR: u32 = 0xFFFF;

/// A lexical element.
#[derive(Clone, Debug, PartialEq)]
enum SetToken {
    /// An unescaped `[`, `]`, `&`, `-`, `^` or `$`.
    Operator(char),
    /// A character: literal, escaped, named or in braces.
    Element(u32),
    /// `{...}` of other than one character.
    String(String),
    /// A property query or a variable that is a set.
    Set(UnicodeSet),
    End,
}

struct SetParser<'t> {
    text: &'t str,
    at: usize,
    variables: &'t dyn Variables,
    limits: &'t Limits,
    steps: &'t SetSteps,
    ahead: VecDeque<(SetToken, usize)>,
    depth: usize,
    /// The offset of the last lexical element, if it is `[` or an escape: text after it might have continued it.
    open_before: Option<usize>,
}

/// Parses the set at `start`; returns it and the offset after it and the following white space.
pub(super) fn parse(
    text: &str,
    start: usize,
    variables: &dyn Variables,
    limits: &Limits,
) -> Result<(UnicodeSet, usize), RuleError> {
    let own_steps = SetSteps::default();
    parse_counted(text, start, variables, limits, variables.steps().unwrap_or(&own_steps))
}

/// Variant of [`parse`] that counts its steps in `steps`.
fn parse_counted(
    text: &str,
    start: usize,
    variables: &dyn Variables,
    limits: &Limits,
    steps: &SetSteps,
) -> Result<(UnicodeSet, usize), RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(
            text,
            start,
            format!("the text of the set is longer than {} bytes", limits.length),
        ));
    }
    let mut parser = SetParser::new(text, start, variables, limits, steps);
    let set = match parser.next()? {
        (SetToken::Set(set), ..) => set,
        (SetToken::Operator('['), ..) => parser.set()?,
        (token, position) => return Err(parser.unexpected(&token, position, "a set such as `[a-z]`")),
    };
    parser.skip_white_space();
    Ok((set, parser.at))
}

impl<'t> SetParser<'t> {
    fn new(
        text: &'t str,
        at: usize,
        variables: &'t dyn Variables,
        limits: &'t Limits,
        steps: &'t SetSteps,
    ) -> SetParser<'t> {
        SetParser { text, at, variables, limits, steps, ahead: VecDeque::new(), depth: 0, open_before: None }
    }

    /// Parses the members after `[`, including `]`.
    fn set(&mut self) -> Result<UnicodeSet, RuleError> {
        self.depth += 1;
        if self.depth > self.limits.nesting {
            return Err(RuleError::limit(
                self.text,
                self.at,
                format!("sets nested deeper than {}", self.limits.nesting),
            ));
        }
        let negated = self.eat('^')?;
        let mut set = UnicodeSet::new();
        if self.eat('-')? {
            set.add('-'.into());
        }
        self.members(&mut set)?;
        if negated {
            set.complement();
        }
        self.depth -= 1;
        Ok(set)
    }

    fn members(&mut self, set: &mut UnicodeSet) -> Result<(), RuleError> {
        let mut literals = Vec::with_capacity(32);
        loop {
            if self.ahead.is_empty() {
                self.literals(&mut literals);
                self.add_steps(set.steps_to_add_ranges(&literals))?;
                set.add_ranges(&mut literals);
            }
            let (token, position) = self.next()?;
            match token {
                SetToken::Operator(']') => return Ok(()),
                SetToken::Operator('-') => {
                    set.add('-'.into());
                    return self.expect_end();
                }
                SetToken::Operator('$') if self.peek(0)? == Some(']') => {
                    set.add(ANCHOR);
                    return self.expect_end();
                }
                SetToken::Operator('$') => self.element(set, '$'.into(), position)?,
                SetToken::Element(c) => self.element(set, c, position)?,
                SetToken::String(string) => set.add_string(&string),
                SetToken::Set(operand) => {
                    self.unite(set, &operand)?;
                    self.restrictions(set)?;
                }
                SetToken::Operator('[') => {
                    let operand = self.set()?;
                    self.unite(set, &operand)?;
                    self.restrictions(set)?;
                }
                SetToken::Operator(_) | SetToken::End => {
                    return Err(self.unexpected(&token, position, "a character, a string, a set or `]`"));
                }
            }
        }
    }

    #[inline(never)]
    fn unite(&self, set: &mut UnicodeSet, operand: &UnicodeSet) -> Result<(), RuleError> {
        self.add_steps(set.steps_to_change_all(operand))?;
        set.add_all(operand);
        Ok(())
    }

    /// Counts the steps of the next operation; an error if they are too many.
    #[inline(never)]
    fn add_steps(&self, steps: usize) -> Result<(), RuleError> {
        if self.steps.add(steps) {
            return Ok(());
        }
        Err(RuleError::limit(self.text, self.at, "the operations on sets take too many steps"))
    }

    /// Consumes literal characters, ranges of two of them, and the white space after them, as long as no operator
    /// follows: nearly all members of large sets are of this kind, and need no tokens.
    fn literals(&mut self, ranges: &mut Vec<(u32, u32)>) {
        let rest = self.rest();
        let mut characters = rest.chars();
        // The character after the consumed members, and its offset.
        let mut next = characters.next();
        let mut length = 0;
        while let Some(first) = next.filter(|&c| is_literal(c)) {
            let mut after = characters.clone();
            let mut last = first;
            let mut taken = rest.len() - after.as_str().len();
            next = after.next();
            if next == Some('-') {
                match after.next() {
                    Some(end) if is_literal(end) && first < end => last = end,
                    _ => break,
                }
                taken = rest.len() - after.as_str().len();
                next = after.next();
            } else if next.is_some_and(is_pattern_white_space) {
                let from = after.as_str().trim_start_matches(is_pattern_white_space);
                if from.starts_with('-') {
                    break; // the next token distinguishes a range from a hyphen
                }
                taken = rest.len() - from.len();
                after = from.chars();
                next = after.next();
            }
            characters = after;
            length = taken;
            ranges.push((first.into(), last.into()));
        }
        if length > 0 {
            self.open_before = None;
            self.at += length;
        }
    }

    /// Parses `& set` and `- set` after a set.
    fn restrictions(&mut self, set: &mut UnicodeSet) -> Result<(), RuleError> {
        loop {
            let keep = match self.peek(0)? {
                Some('&') => true,
                Some('-') if self.peek(1)? != Some(']') => false,
                _ => return Ok(()),
            };
            self.next()?;
            let operand = match self.next()? {
                (SetToken::Set(operand), ..) => operand,
                (SetToken::Operator('['), ..) => self.set()?,
                (token, position) => return Err(self.unexpected(&token, position, "a set")),
            };
            if keep {
                self.add_steps(set.steps_to_retain(&operand))?;
                set.retain_all(&operand);
            } else {
                self.add_steps(set.steps_to_change_all(&operand))?;
                set.remove_all(&operand);
            }
        }
    }

    /// Parses the rest of a member that starts with a character: the character, or a range.
    fn element(&mut self, set: &mut UnicodeSet, first: u32, start: usize) -> Result<(), RuleError> {
        self.add_steps(set.steps_to_change(first))?;
        if self.peek(0)? != Some('-') || self.peek(1)? == Some(']') {
            set.add(first);
            return Ok(());
        }
        self.next()?;
        let (token, position) = self.next()?;
        let last = match token {
            SetToken::Element(last) => last,
            SetToken::Operator('$') if !matches!(self.peek(0)?, Some(']' | '&')) => '$'.into(),
            token => return Err(self.unexpected(&token, position, "the last character of a range")),
        };
        if first >= last {
            let range = self.text.part(start..self.at).trim();
            return Err(self.error(
                start,
                format!("the range `{range}` is not ascending"),
                "a last character above the first",
            ));
        }
        set.add_range(first, last);
        Ok(())
    }

    fn expect_end(&mut self) -> Result<(), RuleError> {
        match self.next()? {
            (SetToken::Operator(']'), ..) => Ok(()),
            (token, position) => Err(self.unexpected(&token, position, "`]`")),
        }
    }

    fn eat(&mut self, operator: char) -> Result<bool, RuleError> {
        let found = self.peek(0)? == Some(operator);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// The operator at distance `index`, if there is one.
    fn peek(&mut self, index: usize) -> Result<Option<char>, RuleError> {
        if self.ahead.is_empty() && index == 0 && self.rest().starts_with(is_literal) {
            return Ok(None); // left for `literals`
        }
        while self.ahead.len() <= index {
            let token = self.lex()?;
            self.ahead.push_back(token);
        }
        Ok(match self.ahead.get(index) {
            Some((SetToken::Operator(c), ..)) => Some(*c),
            _ => None,
        })
    }

    fn next(&mut self) -> Result<(SetToken, usize), RuleError> {
        match self.ahead.pop_front() {
            Some(token) => Ok(token),
            None => self.lex(),
        }
    }

    fn skip_white_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_pattern_white_space).len();
    }

    fn rest(&self) -> &str {
        self.text.part(self.at..)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn lex(&mut self) -> Result<(SetToken, usize), RuleError> {
        let end = self.at;
        self.skip_white_space();
        let start = self.at;
        if let Some(before) = self.open_before.take()
            && self.would_join(before, end)
        {
            let found = match self.text.part(before..end) {
                "[" => "an invisible character separates `[` and `:`",
                _ => "an invisible character ends the escape",
            };
            let expected =
                "white space other than U+200E and U+200F, or none, before a character that could continue the token";
            return Err(self.error(before, found, expected));
        }
        let rest = self.rest();
        let token = if rest.starts_with("[:") {
            self.posix_query()?
        } else if rest.starts_with("\\p") || rest.starts_with("\\P") {
            self.perl_query()?
        } else {
            match self.bump() {
                None => SetToken::End,
                Some('$') => self.variable(start)?,
                Some('[') => {
                    self.open_before = Some(start);
                    SetToken::Operator('[')
                }
                Some(c @ (']' | '&' | '-' | '^')) => SetToken::Operator(c),
                Some('\\') => {
                    self.open_before = Some(start);
                    SetToken::Element(self.escape(start)?)
                }
                Some('{') => self.string(start)?,
                Some(c) => SetToken::Element(c.into()),
            }
        };
        Ok((token, start))
    }

    /// Whether only U+200E and U+200F separate a token from text that would otherwise continue it: an escape from a
    /// digit or the escape of a low surrogate, `[` from `:`. The end of such a token is not visible (UTS #61).
    fn would_join(&self, before: usize, end: usize) -> bool {
        let between = self.text.part(end..self.at);
        if between.is_empty() || !between.chars().all(|c| matches!(c, '\u{200E}' | '\u{200F}')) {
            return false;
        }
        if self.text.part(before..end) == "[" {
            return self.rest().starts_with(':');
        }
        let written = self.text.part(before + 1..end);
        let Some((value, length)) = unescape(written).filter(|&(_, length)| length == written.len()) else {
            return false;
        };
        match self.rest().chars().next() {
            Some('\\') => {
                let next = unescape(self.rest().part(1..)).map(|(low, _)| low);
                (0xD800..0xDC00).contains(&value) && matches!(next, Some(0xDC00..0xE000))
            }
            Some(c @ ('0'..='9' | 'a'..='f' | 'A'..='F')) => {
                unescape(&format!("{written}{c}")).is_some_and(|(_, joined)| joined > length)
            }
            _ => false,
        }
    }

    /// Parses `[:name:]` or `[:^name=value:]`.
    fn posix_query(&mut self) -> Result<SetToken, RuleError> {
        let start = self.at;
        let inner = self.rest().part(2..);
        let negated = inner.starts_with('^');
        let inner = inner.strip_prefix('^').unwrap_or(inner);
        let Some(end) = inner.find(":]").filter(|&end| end > 0 || negated) else {
            return Err(self.error(start, "the property query is not closed", "a name and `:]`"));
        };
        let name = inner.part(..end).to_owned();
        self.at = start + 2 + usize::from(negated) + end + 2;
        self.query(&name, negated, start)
    }

    /// Parses `\p{name}` or `\P{name=value}`.
    fn perl_query(&mut self) -> Result<SetToken, RuleError> {
        let start = self.at;
        let negated = self.rest().starts_with("\\P");
        let inner = self.rest().part(2..);
        let Some(inner) = inner.strip_prefix('{') else {
            return Err(self.error(start + 2, "the property query has no name", "`{name}` after `\\p` or `\\P`"));
        };
        let Some(end) = inner.find('}').filter(|&end| end > 0) else {
            return Err(self.error(start, "the property query is not closed", "a name and `}`"));
        };
        let name = inner.part(..end).to_owned();
        self.at = start + 3 + end + 1;
        self.query(&name, negated, start)
    }

    fn query(&self, text: &str, negated: bool, start: usize) -> Result<SetToken, RuleError> {
        let (name, value, unequal) = match text.find(['=', '≠']) {
            Some(at) => {
                let sign = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('=');
                (text.part(..at), text.get(at + sign.len_utf8()..), sign == '≠')
            }
            None => (text, None, false),
        };
        if negated && unequal {
            return Err(self.error(
                start,
                "the property query has two negations",
                "`≠` only with `\\p` or `[:…:]`, without `\\P` or `^`",
            ));
        }
        let mut set = property::query(name, value).map_err(|what| self.error(start, what, ""))?;
        self.add_steps(STEPS_OF_QUERY + set.steps_to_copy())?;
        if negated || unequal {
            set.complement();
        }
        Ok(SetToken::Set(set))
    }

    /// Parses the text after `$`: a variable, or an operator if no name follows or the language has no variables.
    fn variable(&mut self, start: usize) -> Result<SetToken, RuleError> {
        let rest = self.text.part(start + 1..);
        let length = self.variables.name_length(rest);
        if self.variables.exist() && length == 0 && !self.variables.has_anchors() {
            return Err(self.error(start, "`$` without a name", "a variable, or the literal `\\$`"));
        }
        if !self.variables.exist() || length == 0 {
            return Ok(SetToken::Operator('$'));
        }
        let name = rest.part(..length);
        self.at += length;
        match self.variables.get(name) {
            Some(Variable::Set(set)) => {
                self.add_steps(set.steps_to_copy())?;
                Ok(SetToken::Set(set.clone()))
            }
            Some(Variable::Text(text)) => {
                // The text is parsed at each reference.
                self.add_steps(text.len())?;
                let token = self.expand(text);
                self.add_steps(0)?;
                token.ok_or_else(|| {
                    let found = format!("the value of `${name}` is `{text}`");
                    self.error(start, found, "one character or one set as its value")
                })
            }
            None => {
                Err(self.error(start, format!("`${name}` is not defined"), "a definition `${name} = …;` before it"))
            }
        }
    }

    /// Parses a variable's text, which must be one lexical element or one set, without white space after it.
    #[inline(never)]
    fn expand(&self, text: &str) -> Option<SetToken> {
        let start = text.trim_start_matches(is_pattern_white_space);
        if UnicodeSet::pattern_starts(start) && !start.starts_with("\\N") {
            let is_last = !text.ends_with(is_pattern_white_space);
            let (set, end) = parse_counted(text, 0, &NoVariables, self.limits, self.steps).ok()?;
            return (is_last && end == text.len()).then_some(SetToken::Set(set));
        }
        let mut inner = SetParser::new(text, 0, &NoVariables, self.limits, self.steps);
        let token = inner.next().ok()?.0;
        let is_last = inner.at == text.len();
        (is_last && matches!(token, SetToken::Element(_) | SetToken::String(_))).then_some(token)
    }

    /// Parses the text after `{`: a string, or a bracketed character.
    fn string(&mut self, start: usize) -> Result<SetToken, RuleError> {
        let mut code_points = Vec::new();
        loop {
            let position = self.at;
            match self.bump() {
                Some('}') => break,
                Some('\\') if self.rest().starts_with(['p', 'P']) => {
                    return Err(self.error(position, "a property query inside a string", "a character"));
                }
                Some('\\') => code_points.push(self.escape(position)?),
                Some(c) if is_pattern_white_space(c) => {
                    return Err(self.error(
                        position,
                        "unescaped white space inside a string",
                        "an escaped space or `}`",
                    ));
                }
                Some(c) => code_points.push(c.into()),
                None => return Err(self.error(start, "the string is not closed", "`}`")),
            }
        }
        if let [only] = code_points.as_slice() {
            return Ok(SetToken::Element(*only));
        }
        let string: Option<String> = code_points.iter().map(|&c| char::from_u32(c)).collect();
        string.map(SetToken::String).ok_or_else(|| self.error(start, "a lone surrogate inside a string", "characters"))
    }

    /// Parses the text after a backslash: `\N{name}` or an escape.
    fn escape(&mut self, start: usize) -> Result<u32, RuleError> {
        if self.rest().starts_with('N') {
            return self.named(start);
        }
        let (c, length) = unescape(self.rest())
            .ok_or_else(|| self.error(start, "the escape is ill-formed", "an escape such as `\\u0061` or `\\x{61}`"))?;
        self.at += length;
        // Two escapes that form a surrogate pair are one character.
        if (0xD800..0xDC00).contains(&c)
            && let Some(rest) = self.rest().strip_prefix('\\')
            && let Some((low @ 0xDC00..0xE000, length)) = unescape(rest)
        {
            self.at += 1 + length;
            return Ok(0x1_0000 + ((c - 0xD800) << 10) + (low - 0xDC00));
        }
        Ok(c)
    }

    /// Parses `N{…}`; see [`named_character`].
    fn named(&mut self, start: usize) -> Result<u32, RuleError> {
        let inner = self.rest().strip_prefix("N{");
        let Some(inner) = inner.and_then(|inner| inner.find('}').map(|end| inner.part(..end).to_owned())) else {
            return Err(self.error(start, "the named character is ill-formed", "`\\N{NAME}`"));
        };
        self.at += 2 + inner.len() + 1;
        named_character(&inner).map_err(|(found, expected)| self.error(start, found, expected))
    }

    fn error(&self, at: usize, found: impl Into<String>, expected: &str) -> RuleError {
        RuleError::at(self.text, at, found, expected)
    }

    fn unexpected(&self, token: &SetToken, position: usize, expected: &str) -> RuleError {
        let found = match token {
            SetToken::End => "unexpected end of the text".to_owned(),
            SetToken::Set(_) => "found a set".to_owned(),
            _ => {
                let c = self.text.get(position..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
                rule_text::found(c)
            }
        };
        self.error(position, found, expected)
    }
}

/// Whether a character is literal everywhere in a set.
fn is_literal(c: char) -> bool {
    !matches!(c, '[' | ']' | '&' | '-' | '^' | '$' | '\\' | '{') && !is_pattern_white_space(c)
}
