//! Parses the rule language of transforms (LDML part 2, "Transform Rules") like ICU 79.1.
//!
//! Statements end in `;`: a conversion rule (`ante { key } post > output`, `<`, `<>`), a variable (`$name = …`), an id
//! (`:: id`), or `use variable range`. Each side of a rule is parsed into tokens ([`super::side_parser`]): code points
//! and objects of the rule set.

use super::direction::Direction;
use super::id;
use super::masked_rules::{TooManyLengths, first_masked};
use super::pattern::{Functions, OBJECT, PatternObject, PatternToken};
use super::rule::TransformRule;
use super::rule_side::{RuleSide, units};
use super::rule_variables::{UNDEFINED, VariableValue};
use super::rules::TransformRules;
use super::side_parser::SideParser;
use super::transform_name::SingleId;
use crate::unicode::rule_text::{Limits, RuleError, is_pattern_white_space};
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// A parsed rule text: lists of ids and passes of rules, in the order in which they run.
#[derive(Debug, Default)]
pub(super) struct ParsedTransform {
    /// Lists of ids, one before each pass and possibly one after the last; each may be empty.
    pub(super) ids: Vec<Vec<SingleId>>,
    passes_of_rules: Vec<Vec<TransformRule>>,
    pub(super) passes: Vec<TransformRules>,
    /// The global filter, `:: [set];`.
    pub(super) filter: Option<UnicodeSet>,
}

impl ParsedTransform {
    pub(super) fn of_passes(
        ids: Vec<Vec<SingleId>>,
        passes: Vec<TransformRules>,
        filter: Option<UnicodeSet>,
    ) -> ParsedTransform {
        ParsedTransform { ids, passes, filter, passes_of_rules: Vec::new() }
    }
}

/// The default variable range, which limits the number of objects of a rule text: ICU represents them by private use
/// characters.
const FIRST_VARIABLE: u32 = 0xF000;
const LAST_VARIABLE: u32 = 0xF8FF;

/// Maximum number of ids and passes, each of which reads the text once.
const MAX_STEPS: usize = 1 << 12;

/// The memory of a character of a variable, in tokens: it is stored as a token and as an escape in a set pattern.
const TOKENS_OF_VARIABLE: usize = 4;

/// The parser of statements.
struct TransformParser<'t, 'l> {
    sides: SideParser<'t, 'l>,
    direction: Direction,
    /// Whether unknown ids, and rules that mask another one, are errors: not in a shipped text.
    is_user_text: bool,
    parsed: ParsedTransform,
    /// The rules of the current pass.
    rules: Vec<TransformRule>,
    reading_ids: bool,
    /// The ids since the last pass.
    ids: Vec<SingleId>,
    /// The number of ids and passes so far.
    steps: usize,
    /// The number of statements so far, and that of the global filter.
    statements: usize,
    filter_statement: usize,
    /// Byte offset of the global filter.
    filter_offset: usize,
}

/// Parses a rule text for a direction.
pub(super) fn parse(
    text: &str,
    direction: Direction,
    limits: &Limits,
    functions: &Functions<'_>,
) -> Result<ParsedTransform, RuleError> {
    parse_checked(text, direction, limits, functions, true)
}

/// Parses a shipped rule text, in which no rule masks another one.
pub(super) fn parse_shipped(
    text: &str,
    direction: Direction,
    functions: &Functions<'_>,
) -> Result<ParsedTransform, RuleError> {
    parse_checked(text, direction, &Limits::default(), functions, false)
}

fn parse_checked(
    text: &str,
    direction: Direction,
    limits: &Limits,
    functions: &Functions<'_>,
    is_user_text: bool,
) -> Result<ParsedTransform, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(text, 0, format!("the rules are longer than {} bytes", limits.length)));
    }
    let mut parser = TransformParser {
        sides: SideParser::new(text, limits, functions, (FIRST_VARIABLE, LAST_VARIABLE + 1)),
        direction,
        is_user_text,
        parsed: ParsedTransform::default(),
        rules: Vec::new(),
        reading_ids: true,
        ids: Vec::new(),
        steps: 0,
        statements: 0,
        filter_statement: 0,
        filter_offset: 0,
    };
    parser.statements()?;
    parser.finish()
}

impl TransformParser<'_, '_> {
    fn statements(&mut self) -> Result<(), RuleError> {
        loop {
            self.sides.cursor.skip_white_space();
            match self.sides.cursor.peek() {
                None => return Ok(()),
                Some('#') => _ = self.sides.cursor.take_while(|c| c != '\n'),
                Some(';') => _ = self.sides.cursor.bump(),
                Some(_) => {
                    self.statements += 1;
                    self.statement()?;
                }
            }
        }
    }

    fn statement(&mut self) -> Result<(), RuleError> {
        if self.sides.cursor.rest().starts_with("::") {
            return self.id_statement();
        }
        if self.reading_ids {
            self.push_ids();
            self.reading_ids = false;
        }
        let is_pragma =
            self.sides.cursor.rest().strip_prefix("use").is_some_and(|rest| rest.starts_with(is_pattern_white_space));
        if is_pragma { self.pragma() } else { self.rule() }
    }

    /// Adds the list of ids before a pass, or after the last one.
    fn push_ids(&mut self) {
        let ids = std::mem::take(&mut self.ids);
        self.parsed.ids.push(ids);
    }

    /// Counts an id or a pass; an error if there are too many.
    fn count_step(&mut self, at: usize) -> Result<(), RuleError> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            let found = format!("the rules have more than {MAX_STEPS} ids and passes");
            return Err(RuleError::limit(self.sides.cursor.text(), at, found));
        }
        Ok(())
    }

    fn push_pass(&mut self) -> Result<(), RuleError> {
        let rules = std::mem::take(&mut self.rules);
        let offset = |index: usize| rules.get(index).map_or(0, |rule| rule.offset as usize);
        self.count_step(offset(0))?;
        let masked = if self.is_user_text { first_masked(&rules, &self.sides.objects) } else { Ok(None) };
        let masked = masked.map_err(|TooManyLengths| {
            let found = "the patterns of a pass have too many different lengths to find rules that mask others";
            RuleError::limit(self.sides.cursor.text(), offset(0), found)
        })?;
        if let Some((one, other)) = masked {
            let masking = self.sides.cursor.error_at(offset(one), "", "");
            let found = format!(
                "the rule never applies: the rule of line {}, column {} masks it",
                masking.line, masking.column
            );
            let mut error = self.sides.cursor.error_at(offset(other), found, "");
            error.other = Some((masking.line, masking.column));
            return Err(error);
        }
        if rules.len() > TransformRules::MAX_RULES {
            return Err(RuleError::limit(
                self.sides.cursor.text(),
                0,
                format!("a pass has more than {} rules", TransformRules::MAX_RULES),
            ));
        }
        self.parsed.passes_of_rules.push(rules);
        Ok(())
    }

    fn finish(mut self) -> Result<ParsedTransform, RuleError> {
        if !self.reading_ids {
            self.push_pass()?;
        } else if !self.ids.is_empty() {
            self.push_ids();
        }
        if self.direction == Direction::Reverse {
            self.parsed.ids.iter_mut().for_each(|ids| ids.reverse());
            self.parsed.ids.reverse();
            self.parsed.passes_of_rules.reverse();
        }
        let position = match self.direction {
            Direction::Forward => 1,
            Direction::Reverse => self.statements,
        };
        if self.parsed.filter.is_some() && self.filter_statement != position {
            return Err(self.sides.cursor.error_at(
                self.filter_offset,
                "the global filter is not at its end of the rules",
                "`:: [set];` as the first statement, `:: ([set]);` as the last one",
            ));
        }
        self.prepare_sets();
        self.sides.objects.shrink_to_fit();
        let objects = Arc::new(self.sides.objects);
        let passes = std::mem::take(&mut self.parsed.passes_of_rules).into_iter();
        self.parsed.passes = passes.map(|rules| TransformRules::new(rules, Arc::clone(&objects))).collect();
        Ok(self.parsed)
    }

    /// Prepares the sets of all rules that the index alone does not match.
    fn prepare_sets(&mut self) {
        let rules: Vec<&TransformRule> = self.parsed.passes_of_rules.iter().flatten().collect();
        let matched = matched_objects(&rules, &self.sides.objects);
        for (object, is_matched) in self.sides.objects.iter_mut().zip(matched) {
            if let PatternObject::Set(set) = object
                && is_matched
            {
                set.prepare();
            }
        }
    }

    /// Parses `:: id;`, `:: id (inverse);`, `:: [filter];` or `:: ([filter]);`.
    fn id_statement(&mut self) -> Result<(), RuleError> {
        let start = self.sides.cursor.offset();
        self.sides.cursor.eat("::");
        self.sides.cursor.skip_white_space();
        if !self.reading_ids {
            self.push_pass()?;
            self.reading_ids = true;
        }
        let rest = self.sides.cursor.rest();
        let mut filter_from = 0;
        if let Some((single, length)) = id::parse_single(rest, self.direction) {
            // As in ICU, a global filter may follow an id; the id is then ignored.
            filter_from = length;
            if let Some(end) = end_of_statement(rest, length) {
                if self.is_user_text {
                    self.sides.transform(&single, start)?;
                }
                self.count_step(start)?;
                self.sides.cursor.seek(self.sides.cursor.offset() + end);
                self.ids.push(single);
                return Ok(());
            }
        }
        let of_the_whole = rest.get(filter_from..).and_then(id::parse_global_filter);
        if let Some((filter, in_parentheses, length)) = of_the_whole
            && let Some(end) = end_of_statement(rest, filter_from + length)
        {
            self.sides.cursor.seek(self.sides.cursor.offset() + end);
            if in_parentheses == (self.direction == Direction::Reverse) {
                if self.parsed.filter.is_some() {
                    return Err(self.sides.cursor.error_at(start, "a second global filter", "at most one"));
                }
                self.parsed.filter = Some(filter);
                self.filter_statement = self.statements;
                self.filter_offset = start;
            }
            return Ok(());
        }
        Err(self.sides.cursor.error_at(
            start,
            "the transform id is ill-formed",
            "`:: id;`, `:: id (inverse);` or `:: [filter];`",
        ))
    }

    /// Parses `use variable range first last;`.
    fn pragma(&mut self) -> Result<(), RuleError> {
        let start = self.sides.cursor.offset();
        let (statement, ends) = match self.sides.cursor.rest().find(';') {
            Some(end) => (self.sides.cursor.rest().get(..end).unwrap_or(""), true),
            None => (self.sides.cursor.rest(), false),
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
            return Err(self.sides.cursor.error_at(
                start,
                "the pragma is unknown or ill-formed",
                "`use variable range first last;`",
            ));
        };
        self.sides.range = (first, last + 1);
        self.sides.cursor.seek(start + statement.len() + 1);
        Ok(())
    }

    /// Parses a conversion rule or the definition of a variable.
    fn rule(&mut self) -> Result<(), RuleError> {
        let start = self.sides.cursor.offset();
        self.sides.undefined = None;
        self.sides.segments.clear();
        let mut left = self.sides.rule_side()?;
        let operator = self.operator(start)?;
        let mut right = self.sides.rule_side()?;
        self.end_of_rule()?;
        if operator == '=' {
            return self.definition(start, &left, right);
        }
        self.check_references(start)?;
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
        // As in ICU, the cursor stays at its unit when a context before it is dropped.
        let cursor = right.cursor_unit();
        if operator == '↔' {
            right.drop_context();
            (left.cursor, left.cursor_offset) = (None, 0);
        }
        self.push_rule(start, &left, &right, cursor)
    }

    /// Parses the operator of the statement that starts at `start`.
    fn operator(&mut self, start: usize) -> Result<char, RuleError> {
        let cursor = &mut self.sides.cursor;
        let statement = cursor.text().get(start..).unwrap_or("");
        if statement.strip_prefix("pragma").is_some_and(|rest| rest.starts_with(is_pattern_white_space)) {
            return Err(cursor.error_at(
                start,
                "`pragma` is not supported",
                "a rule, or `use variable range first last;`",
            ));
        }
        let Some(operator) = cursor.peek().filter(|c| matches!(c, '<' | '>' | '←' | '→' | '=' | '↔')) else {
            return Err(cursor.error("`>`, `<`, `<>` or `=` after the left side of the rule"));
        };
        cursor.bump();
        match operator {
            // ICU ignores an operator that is the last character of the rules.
            _ if cursor.peek().is_none() => {
                let expected = "the right side of the rule, or `;`";
                Err(cursor.error_at(start, "the rules end after an operator", expected))
            }
            '<' if cursor.eat(">") => Ok('↔'),
            '<' => Ok('←'),
            '>' => Ok('→'),
            operator => Ok(operator),
        }
    }

    fn end_of_rule(&mut self) -> Result<(), RuleError> {
        let cursor = &mut self.sides.cursor;
        match cursor.peek() {
            None => {}
            Some(';') => _ = cursor.bump(),
            Some(last) if cursor.rest().len() == last.len_utf8() => _ = cursor.bump(), // ignored by ICU
            Some(_) => {
                return Err(cursor.error("`;` after the right side of the rule (a literal operator needs quotes)"));
            }
        }
        Ok(())
    }

    /// Checks that the variables and segments that a rule refers to exist.
    fn check_references(&mut self, start: usize) -> Result<(), RuleError> {
        if let Some(name) = self.sides.undefined.take() {
            return Err(self.sides.cursor.error_at(
                start,
                format!("`${name}` is not defined"),
                "a definition `$name = …;` before the rule",
            ));
        }
        if self.sides.segments.iter().any(|segment| segment.token.is_some() && !segment.defined) {
            return Err(self.sides.cursor.error_at(
                start,
                "the rule refers to a segment that it does not have",
                "segments in parentheses on the other side",
            ));
        }
        Ok(())
    }

    /// Adds the rule with an input and an output. `cursor`: the code unit of the output before which the cursor is.
    fn push_rule(
        &mut self,
        start: usize,
        input: &RuleSide,
        output: &RuleSide,
        cursor: Option<usize>,
    ) -> Result<(), RuleError> {
        for (tokens, is_input) in [(&input.tokens, true), (&output.tokens, false)] {
            self.sides.check_expansion(tokens, is_input, start)?;
        }
        let ante = input.ante.unwrap_or(0);
        let post = input.post.unwrap_or(input.tokens.len());
        let is_malformed = output.ante.is_some()
            || output.post.is_some()
            || input.cursor.is_some()
            || output.cursor_offset != 0 && output.cursor.is_none()
            || cursor.is_some_and(|cursor| cursor > units(&output.tokens))
            || output.anchor_start
            || output.anchor_end
            || !self.are_valid(&input.tokens, true)
            || !self.are_valid(&output.tokens, false)
            || ante > post;
        if is_malformed {
            let found = "one side of the rule has syntax of the other";
            let expected =
                "contexts, sets, quantifiers and anchors only in the input, a cursor and functions only in the output";
            return Err(self.sides.cursor.error_at(start, found, expected));
        }
        self.sides.spend(input.tokens.len() + output.tokens.len(), start)?;
        let cursor = cursor_token(&output.tokens, cursor, output.cursor_offset);
        self.rules.push(TransformRule {
            cursor: cursor as i32,
            segments: self.sides.captured_segments([input, output]) as u32,
            anchor_start: input.anchor_start,
            anchor_end: input.anchor_end,
            offset: start as u32,
            ..TransformRule::new(&input.tokens, ante..post, &output.tokens)
        });
        Ok(())
    }

    /// Whether all tokens are valid in an input, or in an output.
    fn are_valid(&self, tokens: &[PatternToken], is_input: bool) -> bool {
        tokens.iter().all(|&token| {
            match token.checked_sub(OBJECT).map(|index| self.sides.objects.get(index as usize)) {
                None => true,
                Some(Some(PatternObject::Segment { .. })) => !self.sides.dangling.contains(&token),
                Some(Some(PatternObject::Function { .. })) => !is_input,
                Some(_) => is_input,
            }
        })
    }

    /// Adds the variable that `$name = …;` defines.
    fn definition(&mut self, start: usize, left: &RuleSide, right: RuleSide) -> Result<(), RuleError> {
        let Some(name) = self.sides.undefined.take() else {
            return Err(self.sides.cursor.error_at(
                start,
                "the left side of `=` is not a new variable",
                "`$name = …;`, once for each name",
            ));
        };
        if left.tokens != [UNDEFINED] || left.anchor_start || left.anchor_end || right.anchor_start || right.anchor_end
        {
            return Err(self.sides.cursor.error_at(
                start,
                "a definition has more than a variable on its left side, or an anchor",
                "`$name = …;`",
            ));
        }
        let set = match right.tokens.as_slice() {
            // `.` does not count as a set in sets that refer to the variable.
            &[token] if matches!(self.sides.object_of(token), Some(PatternObject::Set(_))) => {
                Some(token).filter(|_| self.sides.dot != Some(token))
            }
            _ => None,
        };
        self.sides.range.1 += 1;
        self.sides.keep_segments(start)?;
        self.sides.spend(right.tokens.len() * TOKENS_OF_VARIABLE, start)?;
        let text = self.set_text(&right.tokens);
        let value = VariableValue { set, tokens: right.tokens, text };
        self.sides.variables.insert(name, value);
        Ok(())
    }

    /// Writes tokens as text that sets parse as syntax. An object is the private use character that represents it in
    /// ICU, a lone surrogate an escape.
    fn set_text(&self, tokens: &[PatternToken]) -> String {
        let mut text = String::new();
        for token in tokens {
            let c = token.checked_sub(OBJECT).map_or(*token, |index| self.sides.range.0 + index);
            match char::from_u32(c) {
                Some(c) => text.push(c),
                None => text.push_str(&format!("\\u{c:04X}")),
            }
        }
        text
    }
}

/// The token of an output before which the cursor is, at a code unit and a number of `@` after it. It is negative
/// before the output, more than the number of tokens after it, and as in ICU 0 in the middle of a supplementary
/// character.
fn cursor_token(tokens: &[PatternToken], unit: Option<usize>, offset: isize) -> isize {
    let length = units(tokens) as isize;
    let unit = unit.map_or(length, |unit| unit as isize) + offset;
    if unit < 0 {
        return unit;
    }
    let mut at = 0;
    for (index, token) in tokens.iter().enumerate() {
        if at >= unit {
            return if at == unit { index as isize } else { 0 };
        }
        at += units(&[*token]) as isize;
    }
    if at > unit { 0 } else { tokens.len() as isize + unit - length }
}

/// Per object, whether a pattern that the index alone does not match contains it.
pub(super) fn matched_objects(rules: &[&TransformRule], objects: &[PatternObject]) -> Vec<bool> {
    let mut is_matched = vec![false; objects.len()];
    let mut pending: Vec<PatternToken> = Vec::new();
    for rule in rules.iter().filter(|rule| !rule.always_matches(objects)) {
        pending.extend_from_slice(rule.pattern());
    }
    while let Some(token) = pending.pop() {
        let Some(index) = token.checked_sub(OBJECT).map(|index| index as usize) else { continue };
        let Some(seen) = is_matched.get_mut(index).filter(|seen| !**seen) else { continue };
        *seen = true;
        if let Some(PatternObject::Segment { pattern, .. } | PatternObject::Quantifier { pattern, .. }) =
            objects.get(index)
        {
            pending.extend_from_slice(pattern);
        }
    }
    is_matched
}

/// The offset after a `;` that follows `length` bytes and white space; `None` if something else follows.
fn end_of_statement(rest: &str, length: usize) -> Option<usize> {
    let after = rest.get(length..)?.trim_start_matches(is_pattern_white_space);
    after.starts_with(';').then(|| rest.len() - after.len() + 1)
}
