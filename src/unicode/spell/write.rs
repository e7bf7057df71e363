//! Formats numbers by rules: the reference of `integer_writer`, and the formatter of fractions.

use super::RuleBasedNumberFormat;
use super::decimal::{Decimal, Number};
use super::plural_branches::write_message;
use super::rules::{
    NumberRule, NumberRules, PluralFormat, SpecialRule, Substitution, SubstitutionKind, SubstitutionTarget,
};
use crate::unicode::part::StrPart;

/// The maximum depth of nested rule set calls, as in ICU.
pub(super) const MAX_DEPTH: usize = 64;

/// The greatest integer up to which all integers are exact as doubles: up to it, patterns format doubles, as in ICU.
pub(super) const EXACT_DOUBLE: i64 = (1 << 53) - 1;

/// The reason why a number can't be formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The rule set has no rule for a number.
    NoRule {
        /// The rule set.
        rule_set: String,
        /// The number, or a part of it.
        number: String,
    },
    /// Rule sets call each other recursively without end.
    TooDeep,
    /// The text exceeds 2^20 code units, or more than 65,536 rules were applied.
    TooLong,
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteError::NoRule { rule_set, number } => write!(f, "the rule set `{rule_set}` has no rule for {number}"),
            WriteError::TooDeep => write!(f, "the rule sets call each other more than {MAX_DEPTH} deep"),
            WriteError::TooLong => {
                write!(f, "the number takes more than {MAX_RULES} rules, or more than {MAX_LENGTH} code units of text")
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// The output, with its limits.
pub(super) struct NumberOutput<'a> {
    text: &'a mut String,
    max_length: usize,
    rules_left: u32,
    /// Whether integers are formatted by the parsed rules, too.
    is_reference: bool,
}

/// The maximum number of rules that one number applies.
pub(super) const MAX_RULES: u32 = 1 << 16;

/// The number of rules whose search counts as the application of one.
const SEARCHED_RULES: u32 = 64;

/// The maximum length of one number, in code units of the output.
pub(super) const MAX_LENGTH: usize = 1 << 20;

impl<'a> NumberOutput<'a> {
    /// Creates an output that appends to a text, for a formatter that has applied some rules already.
    pub(super) fn within(text: &'a mut String, rules_left: u32, is_reference: bool) -> NumberOutput<'a> {
        NumberOutput { max_length: text.len() + MAX_LENGTH, text, rules_left, is_reference }
    }

    /// Creates an output for the reference, which uses the parsed rules only.
    pub(super) fn reference(text: &'a mut String) -> NumberOutput<'a> {
        NumberOutput::within(text, MAX_RULES, true)
    }

    pub(super) fn rules_left(&self) -> u32 {
        self.rules_left
    }
}

impl RuleBasedNumberFormat {
    /// Appends the number, formatted by the rule set with this index.
    pub(super) fn write_set(
        &self,
        set: usize,
        number: &Number,
        depth: usize,
        out: &mut NumberOutput,
    ) -> Result<(), WriteError> {
        match number {
            Number::Integer(value) if !out.is_reference => {
                self.write_integer(set, *value, depth, out.text, &mut out.rules_left)
            }
            _ => self.write_set_by_rules(set, number, depth, out),
        }
    }

    /// Reference implementation: uses the parsed rules.
    pub(super) fn write_set_by_rules(
        &self,
        set: usize,
        number: &Number,
        depth: usize,
        out: &mut NumberOutput,
    ) -> Result<(), WriteError> {
        if depth >= MAX_DEPTH {
            return Err(WriteError::TooDeep);
        }
        let Some(named) = self.rules.sets.get(set) else { return Err(no_rule("", number)) };
        let rules = self.rules.rules(set);
        // A set for fractions is searched from its first rule on.
        let searched = if named.is_fraction { rules.ordinary.len() as u32 / SEARCHED_RULES } else { 0 };
        out.rules_left = out
            .rules_left
            .checked_sub(1 + searched)
            .filter(|_| out.text.len() <= out.max_length)
            .ok_or(WriteError::TooLong)?;
        match rules.rule_for(number, named.is_fraction).map_err(|()| no_rule(&named.name, number))? {
            Some(rule) => self.write_rule(set, rule, number, depth, out),
            // The set has no rule for the number: infinity and NaN are written with the locale's symbols.
            None => {
                out.text.push_str(if *number == Number::NotANumber {
                    self.symbols.not_a_number
                } else {
                    self.symbols.infinity
                });
                Ok(())
            }
        }
    }

    fn write_rule(
        &self,
        set: usize,
        rule: &NumberRule,
        number: &Number,
        depth: usize,
        out: &mut NumberOutput,
    ) -> Result<(), WriteError> {
        let mut at = 0;
        for sub in rule.substitutions.iter().flatten() {
            self.write_text(rule, at, sub.at, number, out);
            at = sub.at;
            self.write_substitution(set, rule, sub, number, depth, out)?;
        }
        self.write_text(rule, at, rule.text.len(), number, out);
        Ok(())
    }

    /// Writes a part of the rule's text, with the selected plural branch if there is one.
    fn write_text(&self, rule: &NumberRule, start: usize, end: usize, number: &Number, out: &mut NumberOutput) {
        let text = |start, end| rule.text.part(start..end);
        match &rule.plural {
            Some(plural) if start <= plural.start && plural.end <= end => {
                out.text.push_str(text(start, plural.start));
                self.write_plural(plural, rule, number, out.text);
                out.text.push_str(text(plural.end, end));
            }
            _ => out.text.push_str(text(start, end)),
        }
    }

    pub(super) fn write_plural(&self, plural: &PluralFormat, rule: &NumberRule, number: &Number, out: &mut String) {
        let divisor = rule.divisor();
        let divided = |value: i64| value.checked_div(divisor).unwrap_or(0);
        let value = match number {
            Number::Integer(value) => divided(*value),
            Number::Decimal(decimal) if decimal.integer == 0 && !decimal.negative => decimal.times(divisor),
            Number::Decimal(decimal) => divided(decimal.signed(decimal.integer)),
            Number::Infinity { .. } | Number::NotANumber => i64::MAX,
        };
        // As in ICU, plural rules select by doubles.
        let (message, rest) = plural.branches.choose(value as f64 as i64, self.plural_rules(plural.branches.kind));
        let is_exact = rest.unsigned_abs() <= EXACT_DOUBLE.unsigned_abs();
        let rest = if is_exact { Number::Integer(rest) } else { Number::from_f64(rest as f64) };
        write_message(message, out, |out| self.default_pattern.write(&rest, &self.symbols, out));
    }

    fn write_substitution(
        &self,
        set: usize,
        rule: &NumberRule,
        sub: &Substitution,
        number: &Number,
        depth: usize,
        out: &mut NumberOutput,
    ) -> Result<(), WriteError> {
        let divisor = rule.divisor();
        let target = match &sub.target {
            SubstitutionTarget::Pattern(pattern) => {
                let part = for_pattern(sub.kind, number, divisor, rule.has_modulus());
                pattern.write(&part, &self.symbols, out.text);
                return Ok(());
            }
            SubstitutionTarget::Predecessor(before) => {
                let before = self.rules.rules(set).ordinary.get(*before);
                let part = transform(sub.kind, number, divisor);
                return before.map_or(Ok(()), |before| {
                    if depth >= MAX_DEPTH {
                        Err(WriteError::TooDeep)
                    } else {
                        self.write_rule(set, before, &part, depth + 1, out)
                    }
                });
            }
            SubstitutionTarget::Set(target) => *target,
        };
        self.write_with_set(target, sub.kind, number, divisor, depth + 1, out)
    }

    /// Writes a substitution by a rule set.
    fn write_with_set(
        &self,
        set: usize,
        kind: SubstitutionKind,
        number: &Number,
        divisor: i64,
        depth: usize,
        out: &mut NumberOutput,
    ) -> Result<(), WriteError> {
        match (kind, number) {
            (SubstitutionKind::FractionalPart { by_digits: true, spaces }, Number::Decimal(decimal)) => {
                for (at, digit) in decimal.fraction.iter().enumerate() {
                    if at > 0 && spaces {
                        out.text.push(' ');
                    }
                    self.write_set(set, &Number::Integer(i64::from(*digit)), depth, out)?;
                }
                Ok(())
            }
            (SubstitutionKind::Numerator { denominator, with_zeros }, _) => {
                let part = transform(kind, number, divisor);
                if let (true, Number::Integer(numerator)) = (with_zeros, &part) {
                    let mut shifted = numerator.wrapping_mul(10);
                    while shifted < denominator && shifted > 0 {
                        self.write_set(set, &Number::Integer(0), depth, out)?;
                        out.text.push(' ');
                        shifted = shifted.wrapping_mul(10);
                    }
                }
                self.write_set(set, &part, depth, out)
            }
            _ => match transform(kind, number, divisor) {
                // A zero without fraction digits loses its sign, too.
                Number::Decimal(part) if part.fraction.is_empty() => {
                    self.write_set(set, &Number::Integer(part.signed(part.integer)), depth, out)
                }
                part => self.write_set(set, &part, depth, out),
            },
        }
    }
}

fn no_rule(set: &str, number: &Number) -> WriteError {
    WriteError::NoRule { rule_set: set.to_owned(), number: number.to_string() }
}

/// The function of a substitution, before a rule set formats its result.
fn transform(kind: SubstitutionKind, number: &Number, divisor: i64) -> Number {
    let integer = |value: i64| Number::Integer(value);
    match (kind, number) {
        (SubstitutionKind::Same, _) => number.clone(),
        // As in ICU, quotients are computed as doubles.
        (SubstitutionKind::Multiplier, Number::Integer(value)) => {
            integer(value.checked_div(divisor).unwrap_or(0) as f64 as i64)
        }
        (SubstitutionKind::Modulus, Number::Integer(value)) => integer(value.checked_rem(divisor).unwrap_or(0)),
        (SubstitutionKind::AbsoluteValue, Number::Integer(value)) => integer(value.wrapping_abs()),
        (SubstitutionKind::IntegralPart, Number::Integer(value)) => integer(*value),
        (SubstitutionKind::FractionalPart { .. }, Number::Integer(_)) => integer(0),
        (SubstitutionKind::Numerator { denominator, .. }, Number::Integer(value)) => {
            integer(value.wrapping_mul(denominator))
        }
        // The greatest integer that is not above the quotient.
        (SubstitutionKind::Multiplier, Number::Decimal(decimal)) => {
            let divisor = divisor.unsigned_abs();
            let quotient = decimal.integer.checked_div(divisor).unwrap_or(0);
            let is_exact = quotient.wrapping_mul(divisor) == decimal.integer && decimal.fraction.is_empty();
            integer(decimal.signed(quotient) - i64::from(decimal.negative && !is_exact))
        }
        (SubstitutionKind::Modulus, Number::Decimal(decimal)) => {
            let rest = decimal.integer.checked_rem(divisor.unsigned_abs()).unwrap_or(0);
            Number::Decimal(Decimal { integer: rest, ..decimal.clone() })
        }
        (SubstitutionKind::AbsoluteValue, Number::Decimal(decimal)) => {
            Number::Decimal(Decimal { negative: false, ..decimal.clone() })
        }
        (SubstitutionKind::IntegralPart, Number::Decimal(decimal)) => integer(decimal.floor()),
        (SubstitutionKind::FractionalPart { .. }, Number::Decimal(decimal)) => {
            Number::Decimal(Decimal::new(false, 0, &decimal.above_floor()))
        }
        (SubstitutionKind::Numerator { denominator, .. }, Number::Decimal(decimal)) => {
            integer(decimal.times(denominator))
        }
        (SubstitutionKind::AbsoluteValue, Number::Infinity { .. }) => Number::Infinity { negative: false },
        (SubstitutionKind::Multiplier | SubstitutionKind::IntegralPart, Number::Infinity { .. }) => number.clone(),
        (SubstitutionKind::Numerator { .. }, Number::Infinity { .. }) => number.clone(),
        (SubstitutionKind::Modulus | SubstitutionKind::FractionalPart { .. }, Number::Infinity { .. })
        | (_, Number::NotANumber) => Number::NotANumber,
    }
}

/// The value that a decimal pattern formats: a quotient is rounded down only if the rule formats the remainder as well.
pub(super) fn for_pattern(kind: SubstitutionKind, number: &Number, divisor: i64, writes_rest: bool) -> Number {
    let quotient = |value: f64| {
        let quotient = value / divisor as f64;
        Number::from_f64(if writes_rest { quotient.floor() } else { quotient })
    };
    match (kind, number) {
        (SubstitutionKind::Multiplier, Number::Integer(value)) if *value <= EXACT_DOUBLE => quotient(*value as f64),
        (SubstitutionKind::Multiplier, Number::Decimal(decimal)) => quotient(decimal.to_f64()),
        // As in ICU, all negative numbers are computed as doubles.
        (SubstitutionKind::Modulus, Number::Integer(value)) if *value < -EXACT_DOUBLE => {
            Number::from_f64(*value as f64 % divisor as f64)
        }
        // A remainder of zero keeps the sign.
        (SubstitutionKind::Modulus, Number::Integer(value)) if *value < 0 && value.checked_rem(divisor) == Some(0) => {
            Number::Decimal(Decimal::new(true, 0, &[]))
        }
        (SubstitutionKind::AbsoluteValue, Number::Integer(value)) if *value < -EXACT_DOUBLE && *value > i64::MIN => {
            Number::from_f64(-(*value as f64))
        }
        (SubstitutionKind::Same, Number::Integer(value)) if *value < -EXACT_DOUBLE => Number::from_f64(*value as f64),
        _ => transform(kind, number, divisor),
    }
}

impl NumberRules {
    fn special(&self, special: SpecialRule) -> Option<&NumberRule> {
        self.special.get(special as usize).and_then(Option::as_deref)
    }

    /// The rule for a number; `None` if a symbol of the locale represents it.
    fn rule_for(&self, number: &Number, is_fraction: bool) -> Result<Option<&NumberRule>, ()> {
        if is_fraction {
            return self.fraction_rule(number).map(Some).ok_or(());
        }
        match number {
            Number::Integer(value) => self.integer_rule(*value).map(Some).ok_or(()),
            Number::NotANumber => Ok(self.special(SpecialRule::NotANumber)),
            Number::Infinity { negative: true } if self.special(SpecialRule::Negative).is_some() => {
                Ok(self.special(SpecialRule::Negative))
            }
            Number::Infinity { .. } => Ok(self.special(SpecialRule::Infinity)),
            Number::Decimal(decimal) => self.decimal_rule(decimal).map(Some).ok_or(()),
        }
    }

    fn decimal_rule(&self, decimal: &Decimal) -> Option<&NumberRule> {
        // Negative zero does not count as negative.
        if decimal.fraction.is_empty() && decimal.integer == 0 {
            return self.special(SpecialRule::Default).or_else(|| self.integer_rule(0));
        }
        if let (true, Some(rule)) = (decimal.negative, self.special(SpecialRule::Negative)) {
            return Some(rule);
        }
        let proper = self.special(SpecialRule::Proper).filter(|_| decimal.integer == 0);
        let fraction = proper.or_else(|| self.special(SpecialRule::Improper));
        let rounded = || self.integer_rule(Decimal { negative: false, ..decimal.clone() }.round());
        fraction.or_else(|| self.special(SpecialRule::Default)).or_else(rounded)
    }

    /// The rule with the greatest base value that is not above the number.
    fn integer_rule(&self, value: i64) -> Option<&NumberRule> {
        if let (true, Some(rule)) = (value < 0, self.special(SpecialRule::Negative)) {
            return Some(rule);
        }
        if self.ordinary.is_empty() {
            return self.special(SpecialRule::Default);
        }
        let value = value.wrapping_abs();
        let at = self.ordinary.partition_point(|rule| rule.base <= value).checked_sub(1)?;
        let rule = self.ordinary.get(at)?;
        if rule.rolls_back(value) { self.ordinary.get(at.checked_sub(1)?) } else { Some(rule) }
    }

    /// The rule whose base value is the denominator that is nearest to the number.
    fn fraction_rule(&self, number: &Number) -> Option<&NumberRule> {
        let times = |factor: i64| match number {
            Number::Integer(value) => value.wrapping_mul(factor),
            Number::Decimal(decimal) => decimal.times(factor),
            Number::Infinity { .. } => i64::MAX,
            Number::NotANumber => 0,
        };
        let multiple = self.ordinary.iter().map(|rule| rule.base).reduce(least_common_multiple)?;
        let numerator = times(multiple);
        let mut difference = i64::MAX;
        let mut winner = 0;
        for (at, rule) in self.ordinary.iter().enumerate() {
            let rest = numerator.wrapping_mul(rule.base).checked_rem(multiple).unwrap_or(0);
            let distance = rest.min(multiple.wrapping_sub(rest));
            if distance < difference {
                (difference, winner) = (distance, at);
            }
            if difference == 0 {
                break;
            }
        }
        let rule = self.ordinary.get(winner)?;
        // The first of two rules with one base value is for the numerator one.
        match self.ordinary.get(winner + 1) {
            Some(next) if next.base == rule.base && times(rule.base) != 1 => Some(next),
            _ => Some(rule),
        }
    }
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    let (mut greater, mut less) = (a, b);
    while less != 0 {
        (greater, less) = (less, greater.checked_rem(less).unwrap_or(0));
    }
    a.checked_div(greater).unwrap_or(0).wrapping_mul(b)
}

impl Decimal {
    /// The nearest integer to the product with a factor; halves are rounded up.
    fn times(&self, factor: i64) -> i64 {
        let (mut carry, mut first) = (0i128, 0);
        for digit in self.fraction.iter().rev() {
            let product = i128::from(*digit) * i128::from(factor) + carry;
            (carry, first) = (product / 10, product % 10);
        }
        let magnitude = i128::from(self.integer) * i128::from(factor) + carry + i128::from(first >= 5);
        let magnitude = magnitude as i64;
        if self.negative { magnitude.wrapping_neg() } else { magnitude }
    }
}
