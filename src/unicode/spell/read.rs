//! Parses numbers: runs rules backwards, as ICU does.
//!
//! A rule set parses a part of the text by trying its rules from the highest to the lowest; the rule that consumes the most
//! text wins. A rule matches its text before the first substitution, searches for its text between and after the substitutions,
//! and passes the parts in between to the substitutions. Values are doubles, as in ICU.
//!
//! Many rules and rule sets parse the same parts of a text: results are memoised for each rule set, part and bound (`Memo`), so
//! that the cost grows with the text and not with the number of possible parses.
//!
//! `whole` parses a text that is a number as a whole, and skips rules that can't parse all of their part; this module is its
//! reference, and parses numbers that end before the text does.

use crate::unicode::part::{SlicePart, StrPart};

use super::RuleBasedNumberFormat;
use super::decimal::Number;
use super::digits::parse_decimal;
use super::index::IndexedRule;
use super::part_cache::{Known, MAX_TEXT, PartKey, WHOLE_TEXT};
use super::reader::{NOTHING, NumberReader, Reading, Scratch, TextPart, TooMuch};
use super::rules::{Special, Substitution, SubstitutionKind, Target};
use super::starts::Starts;
use super::write::MAX_DEPTH;

type ReadResult = Result<Reading, TooMuch>;

impl RuleBasedNumberFormat {
    /// Parses a number at the start of a text, with the public rule set that consumes the most text; ties go to the last one.
    /// `None` if no rule set parses anything.
    pub fn read(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        let key = PartKey { format: self.id, set: WHOLE_TEXT, lenient, ..PartKey::default() };
        cached(&key, text, scratch, |scratch| self.read_new(text, lenient, scratch))
    }

    /// Parses a text that is not in the cache.
    fn read_new(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        let index = self.index();
        let mut reader = self.reader(index, text, lenient, scratch)?;
        match reader.whole_text(&index.distinct_order) {
            Ok(Some(value)) => Some(Reading { value, length: text.len() }),
            Err(TooMuch) if reader.tries_left == 0 => None,
            // A text that is not a number as a whole may start with one.
            Ok(None) | Err(TooMuch) => {
                reader.restart();
                reader.longest(&index.order).ok().flatten()
            }
        }
    }

    /// Parses a term that is a number in words as a whole, with the public rule sets that `starts` was created for, the last
    /// one first. Infinity and NaN are not accepted.
    pub fn read_words(&self, term: &str, lenient: bool, scratch: &mut Scratch, starts: &Starts) -> Option<Number> {
        let key = PartKey { format: self.id, bound: starts.id(), set: WHOLE_TEXT, lenient, ..PartKey::default() };
        let Reading { value, .. } = cached(&key, term, scratch, |scratch| {
            let value = self.reader(self.index(), term, lenient, scratch)?.whole_text(starts.rule_sets()).ok()?;
            value.filter(|value| value.is_finite()).map(|value| Reading { value, length: term.len() })
        })?;
        // Integers up to 2^53 are exact as doubles; negative zero is zero.
        let is_exact = value.fract() == 0.0 && value.abs() < 9.0e15;
        if is_exact { Some(Number::Integer(value as i64)) } else { Number::parse(&format!("{value}")) }
    }

    /// Variant of [`RuleBasedNumberFormat::read`] without the search for rules that parse the whole text: the reference.
    #[doc(hidden)]
    pub fn read_by_reference(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        let index = self.index();
        self.reader(index, text, lenient, scratch)?.longest(&index.order).ok()?
    }
}

/// The result for a text, from the cache if it is there.
fn cached(
    key: &PartKey,
    text: &str,
    scratch: &mut Scratch,
    parse: impl FnOnce(&mut Scratch) -> Option<Reading>,
) -> Option<Reading> {
    if text.len() > MAX_TEXT {
        return parse(scratch);
    }
    let (slot, known) = scratch.texts.get(key, text.as_bytes());
    let Known { value, length, .. } = known.unwrap_or_else(|| {
        let found = parse(scratch).unwrap_or(NOTHING);
        let known = Known { value: found.value, length: found.length as u8, ..Known::default() };
        scratch.texts.put(slot, key, text.as_bytes(), known);
        known
    });
    Some(Reading { value, length: usize::from(length) }).filter(|found| found.length > 0)
}

impl<'a> NumberReader<'a> {
    /// The longest result of these rule sets; ties go to the first one.
    fn longest(&mut self, sets: &[usize]) -> Result<Option<Reading>, TooMuch> {
        let mut best = NOTHING;
        for set in sets {
            let found = self.set(*set, 0, self.text.len(), f64::MAX, 0, 0)?;
            if found.length > best.length {
                best = found;
            }
            if best.length == self.text.len() {
                break;
            }
        }
        Ok(Some(best).filter(|best| best.length > 0))
    }

    /// The result of a rule set from `start` on.
    pub(super) fn set(
        &mut self,
        number: usize,
        start: usize,
        end: usize,
        bound: f64,
        tried: u8,
        depth: usize,
    ) -> ReadResult {
        if depth >= MAX_DEPTH {
            return Err(TooMuch);
        }
        if start >= end {
            return Ok(NOTHING);
        }
        let part = TextPart { set: number as u32, start: start as u32, end: end as u32, bound: bound.to_bits(), tried };
        if let Some(known) = self.memo.get(&part) {
            self.remembered += 1;
            return Ok(*known);
        }
        self.deepest = self.deepest.max(depth);
        let Some(set) = self.index.sets.get(number) else { return Ok(NOTHING) };
        let byte = self.text.as_bytes().item(start);
        let unit = self.lenient.as_ref().and_then(|lenient| lenient.case.0.first_value(start));
        let splits_segment = self.lenient.as_ref().is_some_and(|lenient| lenient.splits_segment(start, end));
        let mut best = NOTHING;
        let mut tried = tried;
        for (at, rule) in set.special.iter().enumerate() {
            if let (Some(rule), 0) = (rule, tried >> at & 1) {
                tried |= 1 << at;
                let found = self.rule(number, rule, start, end, (false, bound, tried), depth)?;
                if found.length > best.length {
                    best = found;
                }
            }
        }
        for rule in set.ordinary.iter().rev() {
            if best.length == end - start {
                break;
            }
            if (set.fraction || (rule.base as f64) < bound) && (splits_segment || self.may_begin(rule, byte, unit)) {
                let found = self.rule(number, rule, start, end, (set.fraction, bound, tried), depth)?;
                if found.length > best.length {
                    best = found;
                }
            }
        }
        self.memo.insert(part, best);
        Ok(best)
    }

    /// Whether the text may start with the rule's literal: by the first byte or, leniently, the first folded code point. This
    /// rejects most rules.
    #[inline]
    fn may_begin(&self, rule: &IndexedRule, byte: u8, unit: Option<u32>) -> bool {
        if rule.first == 0 || rule.first == byte {
            return true;
        }
        let Some(lenient) = &self.lenient else { return false };
        let [prefix, _, _] = rule.literals;
        let key = lenient.case.1.key(prefix).and_then(|key| key.first());
        lenient.primary.is_some() || key.is_none_or(|first| Some(*first) == unit)
    }

    /// The result of one rule from `start` on.
    pub(super) fn rule(
        &mut self,
        set: usize,
        rule: &'a IndexedRule,
        start: usize,
        end: usize,
        (is_fraction, bound, tried): (bool, f64, u8),
        depth: usize,
    ) -> ReadResult {
        self.tries_left = self.tries_left.checked_sub(1).ok_or(TooMuch)?;
        let [prefix, between, after] = rule.literals;
        let Some(at) = self.prefix(prefix, start, end) else { return Ok(NOTHING) };
        match rule.special {
            Some(Special::Infinity) => return Ok(Reading { value: f64::INFINITY, length: at - start }),
            Some(Special::NotANumber) => return Ok(Reading { value: f64::NAN, length: at - start }),
            _ => {}
        }
        let base = if rule.special.is_none() { rule.base.max(0) as f64 } else { 0.0 };
        let [first, second] = &rule.subs;
        let context = Context { set, rule, bound, tried, depth };
        let read = self.up_to_delimiter(&context, first, between, base, at, end)?;
        let Some((part, middle)) = read.filter(|(_, middle)| *middle > at || first.is_none()) else {
            return Ok(NOTHING);
        };
        let last = self.up_to_delimiter(&context, second, after, part, middle, end)?;
        let Some((value, last)) = last.filter(|(_, last)| *last > middle || second.is_none()) else {
            return Ok(NOTHING);
        };
        let mut best = Reading { value, length: last - start };
        if is_fraction && best.length > 0 && first.is_none() {
            best.value = 1.0 / best.value;
        }
        Ok(best)
    }

    /// Passes the text from `start` to the first delimiter that is preceded by a complete match of the substitution, or to a
    /// later one as long as the substitution matches completely before each; returns the value, and the offset after the
    /// delimiter.
    fn up_to_delimiter(
        &mut self,
        context: &Context<'a>,
        sub: &'a Option<Substitution>,
        delimiter: u32,
        value: f64,
        start: usize,
        end: usize,
    ) -> Result<Option<(f64, usize)>, TooMuch> {
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
        while let Some((at, length)) = self.find(context.rule, delimiter, start, from, end) {
            let found = if at > start { self.substitution(context, sub, value, start, at)? } else { NOTHING };
            if found.length == at - start && at > start {
                best = Some((found.value, at + length));
            } else if best.is_some() {
                break;
            }
            from = at + length.max(1);
        }
        Ok(best)
    }

    /// The result of a substitution for the bytes from `start` to `end`, combined with the value so far.
    pub(super) fn substitution(
        &mut self,
        context: &Context<'a>,
        sub: &'a Substitution,
        value: f64,
        start: usize,
        end: usize,
    ) -> ReadResult {
        let Context { tried, depth, .. } = *context;
        let mut part = start;
        let mut leading_zeros = 0;
        if let (SubstitutionKind::FractionalPart { by_digits: true, .. }, Target::Set(target)) = (sub.kind, &sub.target)
        {
            return self.by_digits(*target, value, (start, end), tried, depth);
        }
        if let (SubstitutionKind::Numerator { with_zeros: true, .. }, Target::Set(target)) = (sub.kind, &sub.target) {
            loop {
                let zero = self.set(*target, part, end, 1.0, tried, depth + 1)?;
                if zero.length == 0 {
                    break;
                }
                leading_zeros += 1;
                part = self.after_spaces(part + zero.length, end);
            }
        }
        let bound = context.bound_of(sub.kind);
        let found = match &sub.target {
            Target::Set(target) => {
                let found = self.set(*target, part, end, bound, tried, depth + 1)?;
                let is_fraction = self.index.sets.get(*target).is_some_and(|set| set.fraction);
                let is_numerator = matches!(sub.kind, SubstitutionKind::Numerator { .. });
                if found.length == 0 && self.lenient.is_some() && !is_fraction && !is_numerator {
                    self.decimal(part, end, true)
                } else {
                    found
                }
            }
            Target::Pattern(pattern) => self.decimal(part, end, pattern.is_grouped()),
            Target::RuleBefore(before) => {
                if depth >= MAX_DEPTH {
                    return Err(TooMuch);
                }
                self.deepest = self.deepest.max(depth);
                let before = self.index.sets.get(context.set).and_then(|set| set.ordinary.get(*before));
                match before {
                    // The bound is that of the rule.
                    Some(before) => {
                        self.rule(context.set, before, part, end, (false, context.bound, tried), depth + 1)?
                    }
                    None => NOTHING,
                }
            }
        };
        if found.length == 0 {
            return Ok(NOTHING);
        }
        let value = context.value(sub.kind, value, found.value, leading_zeros);
        Ok(Reading { value, length: part + found.length - start })
    }

    /// Parses digits after the decimal separator, each with the rule set.
    fn by_digits(
        &mut self,
        target: usize,
        value: f64,
        (start, end): (usize, usize),
        tried: u8,
        depth: usize,
    ) -> ReadResult {
        let mut digits = Vec::new();
        // Whether all numbers so far are zero.
        let mut are_zeros = true;
        let mut at = start;
        while at < end {
            let mut found = self.set(target, at, end, 10.0, tried, depth + 1)?;
            if found.length == 0 && self.lenient.is_some() {
                found = self.decimal(at, end, true);
            }
            if found.length == 0 {
                break;
            }
            // ICU stores four bits per digit and adds the lowest byte of the number: a value above 9 changes the preceding
            // digit.
            let byte = found.value as i64 as u8;
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
        Ok(Reading { value: value + fraction, length: at - start })
    }

    fn after_spaces(&self, at: usize, end: usize) -> usize {
        let rest = self.text.part(at..end);
        end - rest.trim_start_matches(' ').len()
    }

    /// Parses a decimal number in the locale's symbols.
    pub(super) fn decimal(&self, start: usize, end: usize, is_grouped: bool) -> Reading {
        let text = self.text.part(start..end);
        parse_decimal(text, &self.format.symbols, is_grouped)
            .map_or(NOTHING, |(value, length)| Reading { value, length })
    }
}

/// The rule context of a substitution.
pub(super) struct Context<'a> {
    pub(super) set: usize,
    pub(super) rule: &'a IndexedRule,
    pub(super) bound: f64,
    pub(super) tried: u8,
    pub(super) depth: usize,
}

impl Context<'_> {
    /// The upper bound of the base values of the rules that may parse a substitution.
    pub(super) fn bound_of(&self, kind: SubstitutionKind) -> f64 {
        match kind {
            SubstitutionKind::Same => self.bound,
            SubstitutionKind::Multiplier | SubstitutionKind::Modulus => self.rule.divisor,
            SubstitutionKind::IntegralPart | SubstitutionKind::AbsoluteValue => f64::MAX,
            SubstitutionKind::FractionalPart { .. } => 0.0,
            SubstitutionKind::Numerator { denominator, .. } => denominator as f64,
        }
    }

    /// Combines the value so far with the result of a substitution.
    pub(super) fn value(&self, kind: SubstitutionKind, value: f64, read: f64, leading_zeros: i32) -> f64 {
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
