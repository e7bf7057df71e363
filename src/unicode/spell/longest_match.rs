//! Parses the longest number at the start of a text: runs rules backwards, as ICU does (`NFRule::doParse`).
//!
//! A rule set parses a part of the text by trying its rules from the highest to the lowest; the rule that consumes the
//! most text wins. A rule matches its text before the first substitution, searches for its text between and after the
//! substitutions, and passes the parts in between to the substitutions. Values are doubles, as in ICU.
//!
//! Many rules and rule sets parse the same parts of a text: results are memoised for each rule set, part and upper
//! bound, so that the cost grows with the text and not with the number of possible parses.
//!
//! `full_match` parses a text that is a number as a whole, and skips rules that can't parse all of their part; this
//! module is its reference, and parses numbers that end before the text does.

use crate::unicode::part::{SlicePart, StrPart};

use super::decimal_parser::parse_decimal;
use super::decimal_pattern::DecimalPattern;
use super::indexed_rules::IndexedRule;
use super::reader::{CallScope, MemoKey, NOTHING, NumberReader, ParseLimitReached, ParsedNumber};
use super::rules::{SpecialRule, Substitution, SubstitutionKind, SubstitutionTarget};
use super::write::MAX_DEPTH;

type LongestMatch = Result<ParsedNumber, ParseLimitReached>;

impl<'a> NumberReader<'a> {
    /// The longest result of these rule sets; ties go to the first one.
    pub(super) fn longest_match(&mut self, sets: &[usize]) -> Result<Option<ParsedNumber>, ParseLimitReached> {
        let mut best = NOTHING;
        for set in sets {
            let found = self.longest_set(*set, 0, self.text.len(), CallScope::OUTERMOST)?;
            if found.length > best.length {
                best = found;
            }
            if best.length == self.text.len() {
                break;
            }
        }
        Ok(Some(best).filter(|best| best.length > 0))
    }

    /// The longest match of a rule set from `start` on.
    pub(super) fn longest_set(&mut self, set: usize, start: usize, end: usize, mut scope: CallScope) -> LongestMatch {
        if scope.depth >= MAX_DEPTH {
            return Err(ParseLimitReached);
        }
        if start >= end {
            return Ok(NOTHING);
        }
        let memo_key = MemoKey::new(set, start, end, scope);
        if let Some(known) = self.longest_memo.get(&memo_key) {
            self.memo_hits += 1;
            return Ok(*known);
        }
        self.deepest = self.deepest.max(scope.depth);
        let Some(rule_set) = self.index.sets.get(set) else { return Ok(NOTHING) };
        let byte = self.text.as_bytes().item(start);
        let unit = self.lenient.as_ref().and_then(|lenient| lenient.case.text.first_value(start));
        let splits_segment = self.lenient.as_ref().is_some_and(|lenient| lenient.splits_segment(start, end));
        let mut best = NOTHING;
        scope.is_fraction = false;
        for (at, rule) in rule_set.special.iter().enumerate() {
            if let (Some(rule), 0) = (rule, scope.tried_specials >> at & 1) {
                scope.tried_specials |= 1 << at;
                let found = self.longest_rule(set, rule, start, end, scope)?;
                if found.length > best.length {
                    best = found;
                }
            }
        }
        scope.is_fraction = rule_set.is_fraction;
        for rule in rule_set.ordinary.iter().rev() {
            if best.length == end - start {
                break;
            }
            let is_in_bound = rule_set.is_fraction || (rule.base as f64) < scope.upper_bound;
            if is_in_bound && (splits_segment || self.may_begin(rule, byte, unit)) {
                let found = self.longest_rule(set, rule, start, end, scope)?;
                if found.length > best.length {
                    best = found;
                }
            }
        }
        self.longest_memo.insert(memo_key, best);
        Ok(best)
    }

    /// Whether the text may start with the rule's literal: by the first byte or, leniently, the first folded code
    /// point. This rejects most rules.
    #[inline]
    fn may_begin(&self, rule: &IndexedRule, byte: u8, unit: Option<u32>) -> bool {
        if rule.first_byte == 0 || rule.first_byte == byte {
            return true;
        }
        let Some(lenient) = &self.lenient else { return false };
        let [prefix, _, _] = rule.literals;
        let key = lenient.case.index.literal(prefix).and_then(|key| key.first());
        lenient.primary.is_some() || key.is_none_or(|first| Some(*first) == unit)
    }

    /// The match of one rule from `start` on.
    pub(super) fn longest_rule(
        &mut self,
        set: usize,
        rule: &'a IndexedRule,
        start: usize,
        end: usize,
        scope: CallScope,
    ) -> LongestMatch {
        self.tries_left = self.tries_left.checked_sub(1).ok_or(ParseLimitReached)?;
        let [prefix, between, after] = rule.literals;
        let Some(at) = self.match_prefix(prefix, start, end) else { return Ok(NOTHING) };
        match rule.special {
            Some(SpecialRule::Infinity) => return Ok(ParsedNumber { value: f64::INFINITY, length: at - start }),
            Some(SpecialRule::NotANumber) => return Ok(ParsedNumber { value: f64::NAN, length: at - start }),
            _ => {}
        }
        let base = if rule.special.is_none() { rule.base.max(0) as f64 } else { 0.0 };
        let [first, second] = &rule.substitutions;
        let context = SubstitutionContext { set, rule, scope };
        let read = self.up_to_delimiter(&context, first, between, base, at, end)?;
        let Some((part, middle)) = read.filter(|(_, middle)| *middle > at || first.is_none()) else {
            return Ok(NOTHING);
        };
        let last = self.up_to_delimiter(&context, second, after, part, middle, end)?;
        let Some((value, last)) = last.filter(|(_, last)| *last > middle || second.is_none()) else {
            return Ok(NOTHING);
        };
        let mut best = ParsedNumber { value, length: last - start };
        if scope.is_fraction && best.length > 0 && first.is_none() {
            best.value = 1.0 / best.value;
        }
        Ok(best)
    }

    /// Passes the text from `start` to the first delimiter that is preceded by a complete match of the substitution, or
    /// to a later one as long as the substitution matches completely before each; returns the value, and the offset
    /// after the delimiter.
    fn up_to_delimiter(
        &mut self,
        context: &SubstitutionContext<'a>,
        sub: &'a Option<Substitution>,
        delimiter: u32,
        value: f64,
        start: usize,
        end: usize,
    ) -> Result<Option<(f64, usize)>, ParseLimitReached> {
        let Some(sub) = sub else {
            // Without a substitution the delimiter is empty: the prefix covers the text before it.
            return Ok(Some((value, start)));
        };
        if self.is_empty(delimiter) {
            let found = self.substitution(context, sub, value, start, end)?;
            return Ok(Some(if found.length > 0 { (found.value, start + found.length) } else { (0.0, start) }));
        }
        if self.is_absent(context.rule, delimiter) {
            return Ok(None);
        }
        let (mut from, mut best) = (start, None);
        self.count_search(start, end)?;
        while let Some(next) = self.find_delimiter(context.rule, delimiter, start, from, end) {
            self.count_next_search(context.rule, start, end)?;
            let at = next.start;
            let found = if at > start { self.substitution(context, sub, value, start, at)? } else { NOTHING };
            if found.length == at - start && at > start {
                best = Some((found.value, next.end));
            } else if best.is_some() {
                break;
            }
            from = next.end.max(at + 1);
        }
        Ok(best)
    }

    /// The result of a substitution for the bytes from `start` to `end`, combined with the value so far.
    pub(super) fn substitution(
        &mut self,
        context: &SubstitutionContext<'a>,
        sub: &'a Substitution,
        value: f64,
        start: usize,
        end: usize,
    ) -> LongestMatch {
        let scope = context.scope;
        let (part, leading_zeros) = match (sub.kind, &sub.target) {
            (SubstitutionKind::FractionalPart { by_digits: true, .. }, SubstitutionTarget::Set(target)) => {
                return self.digits(*target, value, start, end, scope.nested(10.0));
            }
            (SubstitutionKind::Numerator { with_zeros: true, .. }, SubstitutionTarget::Set(target)) => {
                self.leading_zeros(*target, start, end, scope.nested(1.0))?
            }
            _ => (start, 0),
        };
        let found = match &sub.target {
            SubstitutionTarget::Set(target) => {
                let found = self.longest_set(*target, part, end, scope.nested(context.upper_bound(sub.kind)))?;
                let is_fraction = self.index.sets.get(*target).is_some_and(|set| set.is_fraction);
                let is_numerator = matches!(sub.kind, SubstitutionKind::Numerator { .. });
                if found.length == 0 && self.lenient.is_some() && !is_fraction && !is_numerator {
                    self.decimal(part, end, None)
                } else {
                    found
                }
            }
            SubstitutionTarget::Pattern(pattern) => self.decimal(part, end, Some(pattern)),
            SubstitutionTarget::Predecessor(predecessor) => {
                if scope.depth >= MAX_DEPTH {
                    return Err(ParseLimitReached);
                }
                self.deepest = self.deepest.max(scope.depth);
                let set = self.index.sets.get(context.set);
                match set.and_then(|set| set.ordinary.get(*predecessor)) {
                    // The upper bound is that of the rule.
                    Some(rule) => self.longest_rule(context.set, rule, part, end, scope.nested(scope.upper_bound))?,
                    None => NOTHING,
                }
            }
        };
        if found.length == 0 {
            return Ok(NOTHING);
        }
        let value = context.combined(sub.kind, value, found.value, leading_zeros);
        Ok(ParsedNumber { value, length: part + found.length - start })
    }

    /// Parses zeros by the rule set; returns the offset after them, and their number.
    fn leading_zeros(
        &mut self,
        set: usize,
        start: usize,
        end: usize,
        scope: CallScope,
    ) -> Result<(usize, i32), ParseLimitReached> {
        let (mut at, mut count) = (start, 0);
        loop {
            let zero = self.longest_set(set, at, end, scope)?;
            if zero.length == 0 {
                return Ok((at, count));
            }
            count += 1;
            at = self.after_spaces(at + zero.length, end);
        }
    }

    /// Parses digits after the decimal separator, each by the rule set, in the scope of the call for one digit.
    fn digits(&mut self, set: usize, value: f64, start: usize, end: usize, scope: CallScope) -> LongestMatch {
        let mut digits = Vec::new();
        // Whether all numbers so far are zero.
        let mut are_zeros = true;
        let mut at = start;
        while at < end {
            let mut found = self.longest_set(set, at, end, scope)?;
            if found.length == 0 && self.lenient.is_some() {
                found = self.decimal(at, end, None);
            }
            if found.length == 0 {
                break;
            }
            // ICU stores four bits per digit and adds the lowest byte of the number: a value above 9 changes the
            // preceding digit. Infinity has the byte FF, which is no digit.
            let byte = if found.value.is_infinite() { 0xFF } else { (found.value % 256.0) as i64 as u8 };
            if let Some(before) = digits.last_mut().filter(|_| !are_zeros) {
                *before |= byte >> 4;
            }
            are_zeros &= byte == 0;
            digits.push(byte & 15);
            at = self.after_spaces(at + found.length, end);
        }
        let written = digits.iter().map(|digit| char::from_digit(u32::from(*digit), 10));
        let Some(written) = written.collect::<Option<String>>() else { return Ok(NOTHING) };
        let fraction: f64 = format!("0.{written}").parse().unwrap_or(0.0);
        Ok(ParsedNumber { value: value + fraction, length: at - start })
    }

    fn after_spaces(&self, at: usize, end: usize) -> usize {
        let rest = self.text.part(at..end);
        end - rest.trim_start_matches(' ').len()
    }

    /// Parses a decimal number in the locale's symbols: see [`parse_decimal`].
    pub(super) fn decimal(&self, start: usize, end: usize, pattern: Option<&DecimalPattern>) -> ParsedNumber {
        let text = self.text.part(start..end);
        parse_decimal(text, &self.format.symbols, pattern)
            .map_or(NOTHING, |(value, length)| ParsedNumber { value, length })
    }
}

/// The rule that a substitution belongs to.
pub(super) struct SubstitutionContext<'a> {
    pub(super) set: usize,
    pub(super) rule: &'a IndexedRule,
    /// The scope in which the rule is tried.
    pub(super) scope: CallScope,
}

impl SubstitutionContext<'_> {
    /// The upper bound of the base values of the rules that may parse a substitution (ICU: `calcUpperBound`).
    pub(super) fn upper_bound(&self, kind: SubstitutionKind) -> f64 {
        match kind {
            SubstitutionKind::Same => self.scope.upper_bound,
            SubstitutionKind::Multiplier | SubstitutionKind::Modulus => self.rule.divisor,
            SubstitutionKind::IntegralPart | SubstitutionKind::AbsoluteValue => f64::MAX,
            SubstitutionKind::FractionalPart { .. } => 0.0,
            SubstitutionKind::Numerator { denominator, .. } => denominator as f64,
        }
    }

    /// Combines the value so far with the result of a substitution (ICU: `composeRuleValue`).
    pub(super) fn combined(&self, kind: SubstitutionKind, value: f64, read: f64, leading_zeros: i32) -> f64 {
        let divisor = self.rule.divisor;
        match kind {
            SubstitutionKind::Same => read,
            SubstitutionKind::Multiplier => read * divisor,
            SubstitutionKind::Modulus => value - value % divisor + read,
            SubstitutionKind::IntegralPart | SubstitutionKind::FractionalPart { .. } => read + value,
            SubstitutionKind::AbsoluteValue => -read,
            SubstitutionKind::Numerator { with_zeros: true, .. } => {
                let mut power = 1.0;
                while power <= read && power.is_finite() {
                    power *= 10.0;
                }
                read / (power * 10f64.powi(leading_zeros))
            }
            SubstitutionKind::Numerator { .. } => read / value,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::unicode::spell::{RuleBasedNumberFormat, RuleSetGroup, Scratch};

    /// As ICU 79.1 parses these texts: German has `=#,##0=.` and `%%lenient-parse`.
    #[test]
    fn variants_of_a_full_stop_match_it_by_weights() {
        let format = RuleBasedNumberFormat::open("de", RuleSetGroup::Spellout).format;
        for (text, value, units) in [
            ("0\u{2024}", 0.0, 2),
            ("0\u{2024}s", 0.0, 3),
            ("0．s", 0.0, 3),
            ("0，s", 0.0, 3),
            ("7﹒siebter", 7.0, 3),
            ("3.000\u{2024}s", 3000.0, 7),
            ("3.000，s", 3000.0, 6),
            ("0…s", 0.0, 1),
            ("zwei\u{2024}hundert", 2.0, 4),
            ("einhundert\u{2024}zwei", 100.0, 10),
            ("einhundert.zwei", 102.0, 15),
        ] {
            let found = format.read(text, true, &mut Scratch::default());
            let found = found.map(|found| (found.value, text[..found.length].encode_utf16().count()));
            assert_eq!(found, Some((value, units)), "{text}");
        }
    }

    /// As ICU 79.1 parses these texts, which its rules for Roman and Greek numbers accept leniently.
    #[test]
    fn numbers_above_9_are_digits_of_a_fraction_by_their_lowest_byte() {
        let format = RuleBasedNumberFormat::open("sh", RuleSetGroup::NumberingSystem).format;
        let read = |text: &str| {
            let found = format.read(text, true, &mut Scratch::default())?;
            Some((found.value, text[..found.length].encode_utf16().count()))
        };
        assert_eq!(read("5\u{AD}08\u{396}\u{B4}"), Some((5.87, 6)));
        assert_eq!(read("5.08e31\u{396}\u{B4}"), Some((5.07, 9)));
        // Infinity is not a digit.
        assert_ne!(read("5.∞\u{396}\u{B4}").map(|(_, units)| units), Some(5));
    }
}
