//! Parses rules (LDML part 3, "Rule-Based Number Formatting", in the syntax that ICU accepts).
//!
//! A rule is `descriptor: text`, where the descriptor is a base value (`1000`, `1000/100`, `1000>`) or one of `-x`,
//! `x.x`, `0.x`, `x.0`, `Inf`, `NaN`; the text contains at most two substitutions, one optional part `[…]` and one
//! group of plural branches.

use std::collections::HashMap;

use super::decimal_pattern::DecimalPattern;
use super::plural_branches::PluralBranches;
use super::plural_rules::PluralKind;
use super::rules::{
    NumberRule, NumberRules, PluralFormat, SpecialRule, Substitution, SubstitutionKind, SubstitutionTarget,
    expected_exponent,
};
use super::sections::{Statement, shortened};
use crate::unicode::part::StrPart;
use crate::unicode::rule_text::{RuleError, is_pattern_white_space};

/// The state of the parser.
pub(super) struct RuleSetParser<'t> {
    pub(super) text: &'t str,
    /// The locale's decimal separator, which selects one of the rules `x.x` and `x,x`.
    pub(super) separator: char,
    pub(super) default: usize,
    /// The index of the first rule set of each name.
    pub(super) names: HashMap<&'t str, usize>,
    /// Whether a set is a fraction rule set: known as soon as a rule for fractions that refers to it is parsed.
    pub(super) fraction: Vec<bool>,
    pub(super) is_write_only: bool,
}

impl RuleSetParser<'_> {
    /// The rules of a set.
    pub(super) fn rules<'s>(
        &mut self,
        set: usize,
        statements: impl Iterator<Item = Statement<'s>>,
        found: &mut NumberRules,
    ) -> Result<(), RuleError> {
        let mut starts = Vec::new();
        let mut before = None;
        for statement in statements {
            for rule in self.rule(set, statement, before)?.into_iter().flatten() {
                match rule.special {
                    // In ICU a base value that overflows to a negative number is that of no rule.
                    None if rule.base < 0 => {}
                    None => {
                        starts.push(statement.offset);
                        found.ordinary.push(rule);
                    }
                    Some(special) => self.set_special(found, special, rule),
                }
            }
            before = found.ordinary.len().checked_sub(1);
        }
        // A user may define tens of thousands of sets with one rule.
        found.ordinary.shrink_to_fit();
        let mut next = 0i64;
        for (rule, start) in found.ordinary.iter_mut().zip(starts) {
            if rule.base == 0 {
                rule.set_base(next);
            } else if rule.base < next {
                let wrong = format!("the base value {} follows one that is not below it", rule.base);
                return Err(RuleError::at(self.text, start, wrong, format!("a base value from {next}")));
            } else {
                next = rule.base;
            }
            next = next.wrapping_add(i64::from(!self.is_fraction(set)));
        }
        Ok(())
    }

    pub(super) fn is_fraction(&self, set: usize) -> bool {
        self.fraction.get(set).copied().unwrap_or(false)
    }

    /// Among several rules for fractions, the one with the locale's decimal separator counts, otherwise the first one.
    fn set_special(&self, set: &mut NumberRules, special: SpecialRule, rule: NumberRule) {
        let is_fraction = matches!(special, SpecialRule::Improper | SpecialRule::Proper | SpecialRule::Default);
        if let Some(slot) = set.special.get_mut(special as usize)
            && (slot.is_none() || !is_fraction || rule.separator == self.separator)
        {
            *slot = Some(Box::new(rule));
        }
    }

    /// Parses a statement to one rule or two: one without the optional part, for multiples of the divisor, and one with
    /// it.
    fn rule(
        &mut self,
        set: usize,
        statement: Statement,
        before: Option<usize>,
    ) -> Result<[Option<NumberRule>; 2], RuleError> {
        let (mut rule, text) = self.descriptor(statement)?;
        let text = text.strip_prefix('\'').unwrap_or(text);
        let at = statement.offset + statement.text.len() - text.len();
        let brackets = text.find('[').zip(text.find(']')).filter(|(open, close)| open < close);
        let never_optional = matches!(
            rule.special,
            Some(SpecialRule::Proper | SpecialRule::Negative | SpecialRule::Infinity | SpecialRule::NotANumber)
        );
        let Some((open, close)) = brackets.filter(|_| !never_optional) else {
            self.substitutions(set, &mut rule, text.to_owned(), at, before)?;
            return Ok([Some(rule), None]);
        };
        let (start, end) = (text.part(..open), text.part(close + 1..));
        // As in ICU, the first `|` of the text divides the optional part, wherever it is.
        let bar = text.find('|');
        let misplaced = || RuleError::at(self.text, at, "a `|` is outside of `[…]`".to_owned(), "`[…|…]`");
        let optional = text.get(open + 1..bar.unwrap_or(close)).ok_or_else(misplaced)?;
        let is_multiple = rule.base > 0 && rule.base.checked_rem(rule.divisor()) == Some(0);
        let mut first = None;
        if is_multiple || matches!(rule.special, Some(SpecialRule::Improper | SpecialRule::Default)) {
            let otherwise = bar.map_or(Some(""), |bar| text.get(bar + 1..close)).ok_or_else(misplaced)?;
            let mut without = rule.clone();
            match rule.special {
                Some(SpecialRule::Improper) => without.special = Some(SpecialRule::Proper),
                Some(SpecialRule::Default) => rule.special = Some(SpecialRule::Improper),
                _ => rule.base = rule.base.wrapping_add(i64::from(!self.is_fraction(set))),
            }
            self.substitutions(set, &mut without, [start, otherwise, end].concat(), at, before)?;
            first = Some(without);
        }
        self.substitutions(set, &mut rule, [start, optional, end].concat(), at, before)?;
        Ok([first, Some(rule)])
    }

    /// Parses the descriptor of a rule; returns the text after it. An unknown form counts as no descriptor.
    fn descriptor<'t>(&self, statement: Statement<'t>) -> Result<(NumberRule, &'t str), RuleError> {
        let mut rule = NumberRule {
            special: None,
            base: 0,
            radix: 10,
            exponent: 0,
            separator: '.',
            text: String::new(),
            substitutions: [None, None],
            plural: None,
        };
        let Some((descriptor, rest)) = statement.text.split_once(':') else { return Ok((rule, statement.text)) };
        if descriptor.is_empty() {
            let expected = "a base value, or one of `-x`, `x.x`, `0.x`, `x.0`, `Inf`, `NaN`";
            return Err(RuleError::at(self.text, statement.offset, "nothing before `:`".to_owned(), expected));
        }
        let rest = rest.trim_start_matches(is_pattern_white_space);
        let mut characters = descriptor.chars();
        let characters: [Option<char>; 4] = std::array::from_fn(|_| characters.next());
        match characters {
            [Some(first), ..] if first.is_ascii_digit() && !descriptor.ends_with('x') => {
                self.base_value(descriptor, statement.offset, &mut rule)?;
            }
            [Some('-'), Some('x'), None, _] => rule.special = Some(SpecialRule::Negative),
            [Some('I'), Some('n'), Some('f'), None] => rule.special = Some(SpecialRule::Infinity),
            [Some('N'), Some('a'), Some('N'), None] => rule.special = Some(SpecialRule::NotANumber),
            // Three UTF-16 units, as in ICU.
            [Some(first), Some(separator), Some(last), None] if separator <= '\u{FFFF}' => {
                rule.separator = separator;
                rule.special = match (first, last) {
                    ('0', 'x') => Some(SpecialRule::Proper),
                    ('x', 'x') => Some(SpecialRule::Improper),
                    ('x', '0') => Some(SpecialRule::Default),
                    _ => None,
                };
            }
            _ => {}
        }
        Ok((rule, rest))
    }

    /// Parses `1,000/10>>`: the base value, the radix, and a `>` for each step by which the exponent is lowered.
    fn base_value(&self, descriptor: &str, offset: usize, rule: &mut NumberRule) -> Result<(), RuleError> {
        let mut characters = descriptor.char_indices().peekable();
        let wrong = |at: usize, found: String, expected: &str| RuleError::at(self.text, offset + at, found, expected);
        let mut number = |stops: &str, expected: &str| {
            let mut value = 0i64;
            while let Some((at, c)) = characters.next_if(|(_, c)| !stops.contains(*c)) {
                match c.to_digit(10) {
                    Some(digit) => value = value.wrapping_mul(10).wrapping_add(i64::from(digit)),
                    None if is_pattern_white_space(c) || c == ',' || c == '.' => {}
                    None => return Err(wrong(at, format!("`{c}` is not part of a base value"), expected)),
                }
            }
            Ok((value, characters.next_if(|(_, c)| *c == '/').is_some()))
        };
        let (base, has_radix) = number("/>", "digits, `/` and a radix, or `>`")?;
        let radix = if has_radix { Some(number(">", "digits, or `>`")?.0) } else { None };
        rule.base = base;
        // In ICU the radix is an `int`.
        rule.radix = radix.map_or(10, |radix| i64::from(radix as i32));
        if rule.radix == 0 {
            return Err(wrong(0, "the radix is 0".to_owned(), "a radix from 1"));
        }
        rule.exponent = expected_exponent(base, rule.radix);
        for (at, c) in characters {
            if c != '>' || rule.exponent == 0 {
                return Err(wrong(at, format!("`{c}` after the base value"), "at most as many `>` as the exponent"));
            }
            rule.exponent -= 1;
        }
        Ok(())
    }

    /// Removes the substitutions and the plural branches from a rule's text, and parses them.
    fn substitutions(
        &mut self,
        set: usize,
        rule: &mut NumberRule,
        text: String,
        at: usize,
        before: Option<usize>,
    ) -> Result<(), RuleError> {
        rule.text = text;
        let first = self.substitution(set, rule, at, before)?;
        let second = if first.is_some() { self.substitution(set, rule, at, before)? } else { None };
        if let (Some(first), Some(second)) = (&first, &second) {
            if second.at < first.at {
                let wrong = format!("the substitutions of `{}` overlap", shortened(&rule.text));
                return Err(RuleError::at(self.text, at, wrong, "one after the other"));
            }
            self.is_write_only |= std::mem::discriminant(&first.kind) == std::mem::discriminant(&second.kind);
        }
        rule.substitutions = [first, second];
        rule.plural = self.plural(&rule.text, at)?.map(Box::new);
        if let Some(plural) = &rule.plural {
            let inside = |sub: &Substitution| sub.at > plural.start && sub.at < plural.end;
            if rule.substitutions.iter().flatten().any(inside) {
                let wrong = format!("a substitution is inside the plural branches of `{}`", shortened(&rule.text));
                return Err(RuleError::at(self.text, at, wrong, "substitutions before or after `$(…)$`"));
            }
        }
        Ok(())
    }

    fn plural(&self, text: &str, at: usize) -> Result<Option<PluralFormat>, RuleError> {
        let Some(start) = text.find("$(") else { return Ok(None) };
        let rest = text.part(start..);
        let Some(length) = rest.find(")$") else { return Ok(None) };
        let inner = rest.part(2..length);
        let wrong = |found: String, expected: &str| RuleError::at(self.text, at, found, expected);
        let Some((kind, branches)) = inner.split_once(',') else {
            return Err(wrong(format!("`{}` is not a plural type", shortened(inner)), "`cardinal,` or `ordinal,`"));
        };
        let kind = match kind {
            "cardinal" => PluralKind::Cardinal,
            "ordinal" => PluralKind::Ordinal,
            _ => {
                return Err(wrong(format!("unknown plural type `{}`", shortened(kind)), "`cardinal` or `ordinal`"));
            }
        };
        let branches = PluralBranches::parse(kind, branches).map_err(|(offset, expected)| {
            let found = match branches.part(offset..) {
                "" if branches.trim().is_empty() => "there are no plural branches".to_owned(),
                "" => format!("the plural branches end after `{}`", shortened(branches)),
                rest => format!("ill-formed plural branches at `{}`", shortened(rest)),
            };
            wrong(found, expected)
        })?;
        Ok(Some(PluralFormat { start, end: start + length + 2, branches }))
    }

    /// Removes the first substitution from the rule's text, and parses it.
    fn substitution(
        &mut self,
        set: usize,
        rule: &mut NumberRule,
        at: usize,
        before: Option<usize>,
    ) -> Result<Option<Substitution>, RuleError> {
        let starts = |pair: &[u8]| match pair {
            [sign @ (b'<' | b'>'), next] => next == sign || matches!(next, b'%' | b'#' | b'0'),
            [b'=', next] => matches!(next, b'%' | b'#' | b'0'),
            _ => false,
        };
        let Some(start) = rule.text.as_bytes().windows(2).position(starts) else { return Ok(None) };
        let rest = rule.text.part(start..);
        let Some(sign) = rest.chars().next() else { return Ok(None) };
        let length = if rest.starts_with(">>>") {
            3
        } else {
            let Some(end) = rest.get(1..).and_then(|rest| rest.find(sign)) else { return Ok(None) };
            // `<%set<<`: the numerator with leading zeros.
            let doubled = sign == '<' && rest.get(end + 2..).is_some_and(|rest| rest.starts_with('<'));
            end + 2 + usize::from(doubled)
        };
        let token = rest.part(..length).to_owned();
        let kind = self.kind(set, rule, sign, &token).map_err(|found| {
            RuleError::at(self.text, at, format!("`{token}`: {found}"), "a substitution that fits the rule")
        })?;
        let (kind, token) = match kind {
            SubstitutionKind::Numerator { denominator, .. } => {
                let with_zeros = token.ends_with("<<");
                let shorter = if with_zeros { token.part(..token.len() - 1) } else { &token };
                (SubstitutionKind::Numerator { denominator, with_zeros }, shorter.to_owned())
            }
            _ => (kind, token),
        };
        let default_set = if matches!(kind, SubstitutionKind::Numerator { .. }) { self.default } else { set };
        let target = self.target(&token, default_set, kind, at, before)?;
        let kind = match (&kind, &target) {
            (SubstitutionKind::FractionalPart { .. }, SubstitutionTarget::Set(target)) => {
                let by_digits = matches!(token.as_str(), ">>" | ">>>") || *target == set;
                if let (false, Some(fraction)) = (by_digits, self.fraction.get_mut(*target)) {
                    *fraction = true;
                }
                SubstitutionKind::FractionalPart { by_digits, spaces: token != ">>>" }
            }
            (SubstitutionKind::FractionalPart { .. }, SubstitutionTarget::Pattern(_)) => {
                let found = format!("`{token}`: a decimal pattern does not format the digits of a fraction");
                return Err(RuleError::at(self.text, at, found, "`>>`, `>>>` or a rule set: `>%name>`"));
            }
            _ => kind,
        };
        rule.text.replace_range(start..start + length, "");
        Ok(Some(Substitution { at: start, kind, target }))
    }

    fn kind(&self, set: usize, rule: &NumberRule, sign: char, token: &str) -> Result<SubstitutionKind, &'static str> {
        let is_fraction_rule =
            matches!(rule.special, Some(SpecialRule::Improper | SpecialRule::Proper | SpecialRule::Default));
        let divides = || if rule.divisor() == 0 { Err("the divisor is 0") } else { Ok(()) };
        match sign {
            '<' if rule.special == Some(SpecialRule::Negative) => Err("not allowed in a rule for negative numbers"),
            '<' if is_fraction_rule => Ok(SubstitutionKind::IntegralPart),
            '<' if self.is_fraction(set) => {
                Ok(SubstitutionKind::Numerator { denominator: rule.base, with_zeros: token.ends_with("<<") })
            }
            '<' => divides().map(|()| SubstitutionKind::Multiplier),
            '>' if rule.special == Some(SpecialRule::Negative) => Ok(SubstitutionKind::AbsoluteValue),
            '>' if is_fraction_rule => Ok(SubstitutionKind::FractionalPart { by_digits: false, spaces: true }),
            '>' if self.is_fraction(set) => Err("not allowed in a fraction rule set"),
            '>' => divides().map(|()| SubstitutionKind::Modulus),
            _ => Ok(SubstitutionKind::Same),
        }
    }

    fn target(
        &self,
        token: &str,
        default_set: usize,
        kind: SubstitutionKind,
        at: usize,
        before: Option<usize>,
    ) -> Result<SubstitutionTarget, RuleError> {
        let wrong = |found: String, expected: String| Err(RuleError::at(self.text, at, found, expected));
        let inner = token.get(1..token.len().saturating_sub(1)).filter(|_| token.len() > 1);
        match (inner, inner.and_then(|inner| inner.chars().next())) {
            (Some(""), _) => Ok(SubstitutionTarget::Set(default_set)),
            (Some(name), Some('%')) => match self.names.get(name) {
                Some(number) => Ok(SubstitutionTarget::Set(*number)),
                None => wrong(
                    format!("unknown rule set `{}`", shortened(name)),
                    "the name of a rule set of these rules".to_owned(),
                ),
            },
            (Some(pattern), Some('#' | '0')) => match DecimalPattern::parse(pattern) {
                Ok(pattern) => Ok(SubstitutionTarget::Pattern(Box::new(pattern))),
                Err((_, expected)) => {
                    wrong(format!("`{}` is not a decimal pattern", shortened(pattern)), expected.to_owned())
                }
            },
            (Some(">"), _) => Ok(match before.filter(|_| kind == SubstitutionKind::Modulus) {
                Some(before) => SubstitutionTarget::Predecessor(before),
                None => SubstitutionTarget::Set(default_set),
            }),
            _ => wrong(
                format!("`{token}` is not a substitution"),
                "a substitution such as `<<`, `>%name>` or `=#,##0=`".to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RuleBasedNumberFormat, Scratch};

    /// Measured with ICU4J 79.1.
    #[test]
    fn a_fraction_has_no_decimal_pattern() {
        for rules in ["x.x: << >0>; 0: z;", "0.x: >0>; 0: z;", "x.0: << [>#,##0>]; 0: z;", "x.x: <0< >0>>; 0: z;"] {
            assert!(RuleBasedNumberFormat::from_rules(rules, "en").is_err(), "{rules}");
        }
        for rules in ["-x: >0>; 0: z;", "x.x: <0< >>>; 0: z;", "x.x: =0.0=; 0: z;", "0: z; 10: x >0>;"] {
            assert!(RuleBasedNumberFormat::from_rules(rules, "en").is_ok(), "{rules}");
        }
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn a_decimal_separator_is_one_utf16_unit() {
        for (rules, value) in [("x😀x: a>>; 0: z;", 1.0), ("x–x: a>>; 0: z;", 0.0)] {
            let format = RuleBasedNumberFormat::from_rules(rules, "en").unwrap();
            let found = format.read("z", false, &mut Scratch::default());
            assert_eq!(found.map(|found| found.value), Some(value), "{rules}");
        }
    }
}
