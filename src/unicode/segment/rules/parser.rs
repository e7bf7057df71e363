//! Parses break rules (the language of ICU's RuleBasedBreakIterator) to syntax trees.
//!
//! Statements end with `;`: `!!option;`, `$name = expression;`, `^? expression;`, and `!expression;`, a reverse rule,
//! which is parsed and dropped, like those after `!!reverse` and the safe sections. Terms: a set in brackets, a letter,
//! digit or other character that is not ASCII punctuation, an escaped or quoted character, `.`, `$name`, a group;
//! postfix operators `* + ?`; terms are joined by concatenation, `|`, `/`; `{status}` may follow. `#` starts a comment.

use super::syntax::{BreakRule, Expression, NodeId, SyntaxTree};
use crate::unicode::rule_text::{Cursor, Limits, RuleError, is_pattern_white_space};
use crate::unicode::set::{SetSteps, UnicodeSet, Variable, Variables, unescape};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use std::collections::HashMap;

/// The maximum number of ranges of all sets: 32 MiB with their copies.
const MAX_RANGES: usize = 1 << 21;

/// The maximum number of syntax nodes, including those of variables and dropped rules.
pub(super) const MAX_NODES: usize = 40_000;

/// A parsed rule text.
#[derive(Debug, Default)]
pub(super) struct ParsedBreakRules {
    /// The nodes of all rules.
    pub(super) tree: SyntaxTree,
    /// The forward rules.
    pub(super) rules: Vec<BreakRule>,
    /// The sets, referred to by the nodes.
    pub(super) sets: Vec<UnicodeSet>,
    /// The index of the set `$dictionary`, if there is one.
    pub(super) dictionary: Option<usize>,
}

/// A variable: the nodes of its expression, and the set if the expression is only a set.
struct VariableDefinition {
    first: NodeId,
    root: NodeId,
    set: Option<usize>,
}

struct RuleParser<'t> {
    cursor: Cursor<'t>,
    limits: &'t Limits,
    source: ParsedBreakRules,
    set_numbers: HashMap<UnicodeSet, usize>,
    /// The number of ranges of all sets.
    ranges: usize,
    /// The steps of set operations.
    set_steps: SetSteps,
    variables: HashMap<String, VariableDefinition>,
    chain: bool,
    quoted_literals_only: bool,
    forward: bool,
    /// The number of the current statement; its `/` nodes store it.
    statement: usize,
    /// Whether there is a `/` in the rule or, as in ICU, in assignments since the rule before.
    has_lookahead: bool,
    depth: usize,
    /// The number of open groups whose frame no operator has left; see [`RuleParser::leave_frame`].
    frames: usize,
}

/// The kind of the last element of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// A term without an operator.
    Term,
    /// `* + ?`, or `/` and white space.
    Operator,
    /// `/`
    Slash,
    /// `{n}`
    Status,
}

/// Parses a rule text.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<ParsedBreakRules, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(text, 0, format!("the rules are longer than {} bytes", limits.length)));
    }
    let mut parser = RuleParser {
        cursor: Cursor::new(text),
        limits,
        source: ParsedBreakRules::default(),
        set_numbers: HashMap::new(),
        ranges: 0,
        set_steps: SetSteps::default(),
        variables: HashMap::new(),
        chain: false,
        quoted_literals_only: false,
        forward: true,
        statement: 0,
        has_lookahead: false,
        depth: 0,
        frames: 0,
    };
    parser.statements()?;
    if parser.source.rules.is_empty() {
        return Err(parser.cursor.error("a rule"));
    }
    Ok(parser.source)
}

/// The variables as the parser of sets sees them.
struct RuleVariables<'p> {
    variables: &'p HashMap<String, VariableDefinition>,
    sets: &'p [UnicodeSet],
    steps: &'p SetSteps,
}

impl Variables for RuleVariables<'_> {
    fn steps(&self) -> Option<&SetSteps> {
        Some(self.steps)
    }

    fn get(&self, name: &str) -> Option<Variable<'_>> {
        let set = self.variables.get(name)?.set?;
        self.sets.get(set).map(Variable::Set)
    }

    fn has_anchors(&self) -> bool {
        false
    }
}

impl RuleParser<'_> {
    fn statements(&mut self) -> Result<(), RuleError> {
        loop {
            self.skip();
            match self.cursor.peek() {
                None => return Ok(()),
                Some(';') => {
                    self.cursor.bump();
                }
                Some('!') => {
                    self.cursor.bump();
                    if self.cursor.eat("!") {
                        self.option()?;
                    } else {
                        self.rule(false)?;
                    }
                }
                Some('$') => self.assignment_or_rule()?,
                Some(_) => self.rule(self.forward)?,
            }
        }
    }

    /// Parses an option after `!!`.
    fn option(&mut self) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        match self.cursor.take_while(is_name_part) {
            "chain" => self.chain = true,
            "quoted_literals_only" => self.quoted_literals_only = true,
            "unquoted_literals" => self.quoted_literals_only = false,
            "forward" => self.forward = true,
            "reverse" | "safe_forward" | "safe_reverse" => self.forward = false,
            // A lookahead match always stops the search here, as in ICU since version 60.
            "lookAheadHardBreak" => {}
            other => {
                let known = "chain, forward, reverse, safe_forward, safe_reverse, lookAheadHardBreak, \
                             quoted_literals_only or unquoted_literals";
                return Err(self.cursor.error_at(start, format!("unknown option `!!{other}`"), known));
            }
        }
        self.end_of_statement()
    }

    fn assignment_or_rule(&mut self) -> Result<(), RuleError> {
        let start = self.cursor.offset();
        let name = self.variable_name()?;
        self.skip();
        if !self.cursor.eat("=") {
            self.cursor.seek(start);
            return self.rule(self.forward);
        }
        if self.variables.contains_key(&name) {
            return Err(self.cursor.error_at(
                start,
                format!("`${name}` is defined twice"),
                "one definition for each name",
            ));
        }
        let first = self.source.tree.nodes.len();
        // A reference to a set variable is an expression, which sets can't use, as in ICU.
        self.skip();
        let refers = self.cursor.peek() == Some('$');
        self.statement += 1;
        self.frames = 0;
        let root = self.expression()?;
        self.end_of_statement()?;
        let set = match self.source.tree.nodes.get(root) {
            Some(Expression::Set(set)) if !refers => Some(*set),
            _ => None,
        };
        if name == "dictionary" {
            self.source.dictionary = set;
        }
        self.variables.insert(name, VariableDefinition { first, root, set });
        Ok(())
    }

    fn rule(&mut self, keep: bool) -> Result<(), RuleError> {
        self.skip();
        let chains_in = self.chain && !self.cursor.eat("^");
        if !self.chain {
            self.cursor.eat("^");
        }
        self.statement += 1;
        self.frames = 0;
        let root = self.expression()?;
        self.end_of_statement()?;
        let has_lookahead = std::mem::take(&mut self.has_lookahead);
        if keep {
            self.source.rules.push(BreakRule { root, chains_in, statement: self.statement, has_lookahead });
        }
        Ok(())
    }

    fn end_of_statement(&mut self) -> Result<(), RuleError> {
        self.skip();
        if self.cursor.eat(";") { Ok(()) } else { Err(self.cursor.error("`;`")) }
    }

    /// Parses sequences joined by `|`.
    fn expression(&mut self) -> Result<NodeId, RuleError> {
        self.depth += 1;
        if self.depth > self.limits.nesting {
            let what = format!("groups nested deeper than {}", self.limits.nesting);
            return Err(RuleError::limit(self.cursor.text(), self.cursor.offset(), what));
        }
        let mut root = self.sequence()?;
        while self.cursor.eat("|") {
            let right = self.sequence()?;
            root = self.push(Expression::Alternation(root, right))?;
        }
        self.depth -= 1;
        Ok(root)
    }

    /// Parses terms, lookahead marks and statuses in a sequence. A status may not follow a status, and a `/` may follow
    /// a `/` only after a space.
    fn sequence(&mut self) -> Result<NodeId, RuleError> {
        let mut left = None;
        let mut last = self.atom()?;
        let mut after = After::Term;
        loop {
            let before = self.cursor.offset();
            self.skip();
            if after == After::Slash && self.cursor.offset() != before {
                after = After::Operator;
            }
            let Some(c) = self.cursor.peek() else { break };
            if matches!(c, '*' | '+' | '?') && (after == After::Term || self.leave_frame()) {
                self.cursor.bump();
                last = self.push(match c {
                    '*' => Expression::ZeroOrMore(last),
                    '+' => Expression::OneOrMore(last),
                    _ => Expression::Optional(last),
                })?;
                after = After::Operator;
                continue;
            }
            let next = match c {
                '/' if after != After::Slash || self.leave_frame() => {
                    self.cursor.bump();
                    self.has_lookahead = true;
                    after = After::Slash;
                    self.push(Expression::Lookahead(self.statement))?
                }
                '{' if !matches!(after, After::Slash | After::Status) || self.leave_frame() => {
                    after = After::Status;
                    let status = self.status()?;
                    self.push(Expression::Status(status))?
                }
                _ if starts_term(c) => {
                    after = After::Term;
                    self.atom()?
                }
                _ => break,
            };
            left = Some(self.joined(left, last)?);
            last = next;
        }
        self.joined(left, last)
    }

    fn joined(&mut self, left: Option<NodeId>, right: NodeId) -> Result<NodeId, RuleError> {
        left.map_or(Ok(right), |left| self.push(Expression::Concatenation(left, right)))
    }

    /// Whether a group is open whose frame an operator may leave. ICU's parser leaves the frame of the innermost group
    /// at an operator that may not follow (`(a*?b)`), and continues as after a closed group: so operators may follow
    /// each other in a group, and the closing parenthesis of the last frame ends the statement.
    fn leave_frame(&mut self) -> bool {
        let open = self.frames > 0;
        self.frames = self.frames.saturating_sub(1);
        open
    }

    /// Parses `{n}`.
    fn status(&mut self) -> Result<u32, RuleError> {
        let start = self.cursor.offset();
        self.cursor.bump();
        self.skip();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        self.skip();
        if digits.is_empty() || !self.cursor.eat("}") {
            return Err(self
                .cursor
                .error("a rule status such as `{200}` (a property query needs brackets, `[\\p{…}]`)"));
        }
        let value = digits.parse().ok().filter(|&value: &u32| i32::try_from(value).is_ok());
        value.ok_or_else(|| {
            self.cursor.error_at(start, format!("the rule status is {digits}"), "a number up to 2147483647")
        })
    }

    fn atom(&mut self) -> Result<NodeId, RuleError> {
        self.skip();
        let start = self.cursor.offset();
        match self.cursor.peek() {
            Some('[') => self.set(),
            Some('.') => {
                self.cursor.bump();
                self.push_set(UnicodeSet::all())
            }
            Some('$') => self.reference(),
            Some('(') => self.group(),
            Some('\\') => {
                let c = self.escaped()?;
                self.push_character(c)
            }
            Some('\'') => self.quoted(),
            Some(c) if is_literal(c) => {
                if self.quoted_literals_only {
                    return Err(self.cursor.error("a quoted character, because of `!!quoted_literals_only`"));
                }
                self.cursor.bump();
                self.push_character(c.into())
            }
            _ => Err(self.cursor.error_at(
                start,
                self.cursor.error("").found,
                "a set, character, variable, quotation or group",
            )),
        }
    }

    fn group(&mut self) -> Result<NodeId, RuleError> {
        self.cursor.bump();
        self.frames += 1;
        let root = self.expression()?;
        self.skip();
        if !self.cursor.eat(")") {
            return Err(self.cursor.error("`)`"));
        }
        if self.frames > 0 {
            self.frames -= 1;
            return Ok(root);
        }
        self.skip();
        if self.cursor.peek() == Some(';') { Ok(root) } else { Err(self.cursor.error("`;`")) }
    }

    fn set(&mut self) -> Result<NodeId, RuleError> {
        let start = self.cursor.offset();
        let variables = RuleVariables { variables: &self.variables, sets: &self.source.sets, steps: &self.set_steps };
        let (set, end) = UnicodeSet::parse_prefix(self.cursor.text(), start, &variables, self.limits)?;
        let ends = set.strings().any(|string| string == "eof");
        if set.ranges().next().is_none() && !ends {
            return Err(self.cursor.error_at(start, "the set has no characters", "at least one"));
        }
        self.cursor.seek(end);
        self.push_set(set)
    }

    fn reference(&mut self) -> Result<NodeId, RuleError> {
        let start = self.cursor.offset();
        let name = self.variable_name()?;
        let Some(definition) = self.variables.get(&name) else {
            return Err(self.cursor.error_at(
                start,
                format!("`${name}` is not defined"),
                "a definition `$name = …;` before the rule",
            ));
        };
        let (first, root) = (definition.first, definition.root);
        self.check_size(root - first + 1)?;
        Ok(self.source.tree.copy(first, root))
    }

    /// Parses `'...'`, a group of the characters inside, including `\`; `''` is an apostrophe, inside and outside.
    fn quoted(&mut self) -> Result<NodeId, RuleError> {
        let start = self.cursor.offset();
        self.cursor.bump();
        if self.cursor.eat("'") {
            return self.push_character('\''.into());
        }
        let mut root = None;
        loop {
            let c = match self.cursor.peek() {
                None => return Err(self.cursor.error_at(start, "the quotation is not closed", "`'`")),
                Some('\'') => {
                    self.cursor.bump();
                    if !self.cursor.eat("'") {
                        break;
                    }
                    '\''.into()
                }
                Some('\n' | '\r' | '\u{85}' | '\u{2028}') => {
                    return Err(self.cursor.error("`'` before the end of the line"));
                }
                Some(c) => {
                    self.cursor.bump();
                    c.into()
                }
            };
            let next = self.push_character(c)?;
            root = Some(match root {
                None => next,
                Some(left) => self.push(Expression::Concatenation(left, next))?,
            });
        }
        root.ok_or_else(|| self.cursor.error("a quoted character"))
    }

    fn escaped(&mut self) -> Result<u32, RuleError> {
        let start = self.cursor.offset();
        self.cursor.bump();
        let Some((c, length)) = unescape(self.cursor.rest()) else {
            return Err(self.cursor.error_at(
                start,
                "the escape is ill-formed",
                "an escape such as `\\u0061` or `\\x{61}`",
            ));
        };
        self.cursor.seek(self.cursor.offset() + length);
        Ok(c)
    }

    fn variable_name(&mut self) -> Result<String, RuleError> {
        self.cursor.bump();
        if !self.cursor.peek().is_some_and(is_name_start) {
            return Err(self.cursor.error("the name of a variable"));
        }
        Ok(self.cursor.take_while(is_name_part).to_owned())
    }

    fn push_character(&mut self, c: u32) -> Result<NodeId, RuleError> {
        self.push_set(UnicodeSet::from_range(c, c))
    }

    fn push_set(&mut self, set: UnicodeSet) -> Result<NodeId, RuleError> {
        let number = match self.set_numbers.get(&set) {
            Some(&number) => number,
            None => {
                self.ranges += set.ranges().count();
                if self.ranges > MAX_RANGES {
                    let found = format!("the sets of the rules have more than {MAX_RANGES} ranges");
                    return Err(RuleError::limit(self.cursor.text(), self.cursor.offset(), found));
                }
                self.source.sets.push(set.clone());
                self.set_numbers.insert(set, self.source.sets.len() - 1);
                self.source.sets.len() - 1
            }
        };
        self.push(Expression::Set(number))
    }

    fn push(&mut self, node: Expression) -> Result<NodeId, RuleError> {
        self.check_size(1)?;
        Ok(self.source.tree.push(node))
    }

    fn check_size(&self, more: usize) -> Result<(), RuleError> {
        if self.source.tree.nodes.len() + more <= MAX_NODES {
            return Ok(());
        }
        let what = format!("more than {MAX_NODES} terms and operators, variables written out");
        Err(RuleError::limit(self.cursor.text(), self.cursor.offset(), what))
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            self.cursor.skip_white_space();
            if self.cursor.peek() != Some('#') {
                return;
            }
            self.cursor.take_while(|c| !matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}'));
        }
    }
}

fn starts_term(c: char) -> bool {
    matches!(c, '[' | '.' | '$' | '(' | '\\' | '\'') || is_literal(c)
}

/// Characters that match themselves: letters, numbers, and characters that are neither printable ASCII nor separators.
fn is_literal(c: char) -> bool {
    if (' '..='\u{7F}').contains(&c) {
        return c.is_ascii_alphanumeric();
    }
    !GeneralCategoryGroup::Separator.contains(category(c)) && !is_pattern_white_space(c)
}

fn is_name_start(c: char) -> bool {
    c == '_' || GeneralCategoryGroup::Letter.contains(category(c))
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || GeneralCategoryGroup::Number.contains(category(c))
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::unicode::rule_text::Limits;

    fn accepts(rules: &str) -> bool {
        parse(rules, &Limits::default()).is_ok()
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn quotations_are_parsed_as_in_icu() {
        for rules in ["'it''s';", "'\\';", "\\';", "'a b';", "''; .;", "'\\u0041';"] {
            assert!(accepts(rules), "{rules}");
        }
        for rules in ["'it''s'; \\' ; '\\''; .;", "'a", "'a\nb';", "'a\u{85}b';", "'a\u{2028}b';"] {
            assert!(!accepts(rules), "{rules}");
        }
    }

    #[test]
    fn comments_may_be_anywhere_between_tokens() {
        for rules in ["a # x\n;", "a {100 # x\n};", "a { # }\n100};", "$v # =\n= # x\n[a]; $v;"] {
            assert!(accepts(rules), "{rules}");
        }
        assert!(!accepts("a {100 # x};"));
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn control_characters_match_themselves_if_they_are_no_white_space() {
        for rules in ["a\u{1}b;", "\u{0}+;", "\u{1C}|\u{1F};", "\u{9F};"] {
            assert!(accepts(rules), "{rules:?}");
        }
        for rules in ["a\u{7F}b;", "a~b;", "a\u{A0}b;"] {
            assert!(!accepts(rules), "{rules:?}");
        }
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn operators_follow_each_other_only_where_icu_allows_it() {
        for rules in ["(a*)?;", "(a*?);", "(a*?b);", "((a*?)*b);", "a / / b;"] {
            assert!(accepts(rules), "{rules}");
        }
        for rules in ["a*?;", "(a*?)x;", "(a*?)*;", "((a*?+);", "(a*,);", "a // b;"] {
            assert!(!accepts(rules), "{rules}");
        }
    }
}
