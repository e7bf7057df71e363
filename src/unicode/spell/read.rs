//! Reading numbers back: rules run backwards, as ICU runs them.
//!
//! A rule set reads a part of the text by trying its rules from the highest to the lowest; the rule that uses the most text
//! wins. A rule matches its text before the first substitution, looks for its text between the two and after them, and has
//! the substitutions read what is in between. Values are doubles, as in ICU.
//!
//! Parts of a text are read again and again, by many rules and rule sets: results are kept for each rule set, part and bound
//! (`Memo`), so that the cost grows with the text, not with the number of ways to read it.
//!
//! A text that is a number as a whole is read by `whole`, which skips what can't read all of its part; this here is its
//! reference, and reads numbers that end before the text does.

use crate::unicode::part::{SlicePart, StrPart};

use super::RuleBasedNumberFormat;
use super::decimal::Number;
use super::digits::parse_decimal;
use super::index::IndexedRule;
use super::part_cache::{Key, Known, MAX_BYTES, WHOLE_TEXT};
use super::reader::{NOTHING, Part, Reader, Reading, Scratch, TooMuch};
use super::rules::{Special, Substitution, SubstitutionKind, Target};
use super::starts::Starts;
use super::write::MAX_DEPTH;

type Found = Result<Reading, TooMuch>;

impl RuleBasedNumberFormat {
    /// Reads a number from the start of a text: of all public rule sets that may read, the one that uses the most text, the last
    /// one first. `None` if none reads anything.
    pub fn read(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        if text.len() > MAX_BYTES {
            return self.read_new(text, lenient, scratch);
        }
        let key = Key { format: self.id, set: WHOLE_TEXT, lenient, ..Key::default() };
        let (slot, known) = scratch.cache.get(&key, text.as_bytes());
        let Known { value, length, .. } = known.unwrap_or_else(|| {
            let found = self.read_new(text, lenient, scratch).unwrap_or(NOTHING);
            let known = Known { value: found.value, length: found.length as u8, ..Known::default() };
            scratch.cache.put(slot, &key, text.as_bytes(), known);
            known
        });
        Some(Reading { value, length: usize::from(length) }).filter(|found| found.length > 0)
    }

    /// Reads a text that is not in the cache.
    fn read_new(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        let index = self.index();
        let mut reader = self.reader(index, text, lenient, scratch)?;
        match reader.whole_text(&index.own_order) {
            Ok(Some(value)) => Some(Reading { value, length: text.len() }),
            Err(TooMuch) if reader.tries_left == 0 => None,
            // What is no number as a whole may begin with one.
            Ok(None) | Err(TooMuch) => {
                reader.restart();
                reader.longest(&index.order).ok().flatten()
            }
        }
    }

    /// Reads a term that is a number in words as a whole: by the public rule sets that `starts` is made of, the last one first.
    /// Infinity and what is not a number are none.
    pub fn read_words(&self, term: &str, lenient: bool, scratch: &mut Scratch, starts: &Starts) -> Option<Number> {
        let mut reader = self.reader(self.index(), term, lenient, scratch)?;
        let value = reader.whole_text(starts.rule_sets()).ok()?.filter(|value| value.is_finite())?;
        // Whole numbers up to 2^53 are the same as doubles; negative zero is zero.
        let is_exact = value.fract() == 0.0 && value.abs() < 9.0e15;
        if is_exact { Some(Number::Integer(value as i64)) } else { Number::parse(&format!("{value}")) }
    }

    /// What [`RuleBasedNumberFormat::read`] gives, without the search for rules that read the whole text.
    #[doc(hidden)]
    pub fn read_by_reference(&self, text: &str, lenient: bool, scratch: &mut Scratch) -> Option<Reading> {
        let index = self.index();
        self.reader(index, text, lenient, scratch)?.longest(&index.order).ok()?
    }
}

impl<'a> Reader<'a> {
    /// The longest of what these rule sets read, the first of those that read the same.
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

    /// What a rule set reads from `start` on.
    pub(super) fn set(
        &mut self,
        number: usize,
        start: usize,
        end: usize,
        bound: f64,
        tried: u8,
        depth: usize,
    ) -> Found {
        if depth >= MAX_DEPTH {
            return Err(TooMuch);
        }
        if start >= end {
            return Ok(NOTHING);
        }
        let part = Part { set: number as u32, start: start as u32, end: end as u32, bound: bound.to_bits(), tried };
        if let Some(known) = self.memo.get(&part) {
            self.remembered += 1;
            return Ok(*known);
        }
        self.deepest = self.deepest.max(depth);
        let Some(set) = self.index.sets.get(number) else { return Ok(NOTHING) };
        let byte = self.text.as_bytes().item(start);
        let unit = self.lenient.as_ref().and_then(|lenient| lenient.case.0.first_value(start));
        let is_cut = self.lenient.as_ref().is_some_and(|lenient| lenient.is_cut(start, end));
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
            if (set.fraction || (rule.base as f64) < bound) && (is_cut || self.may_begin(rule, byte, unit)) {
                let found = self.rule(number, rule, start, end, (set.fraction, bound, tried), depth)?;
                if found.length > best.length {
                    best = found;
                }
            }
        }
        self.memo.insert(part, best);
        Ok(best)
    }

    /// Whether the text may begin with the rule's: by the first byte or, leniently, the first folded code point. Most rules are out
    /// by it.
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

    /// What one rule reads from `start` on.
    pub(super) fn rule(
        &mut self,
        set: usize,
        rule: &'a IndexedRule,
        start: usize,
        end: usize,
        (is_fraction, bound, tried): (bool, f64, u8),
        depth: usize,
    ) -> Found {
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

    /// Has the substitution read from `start` to the first delimiter before which it reads everything, or to a later one as long as
    /// it reads everything before each: the value, and the offset after the delimiter.
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
            // Without a substitution the delimiter is empty: the text before it was the prefix.
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

    /// What a substitution reads of the bytes from `start` to `end`, put together with the value so far.
    pub(super) fn substitution(
        &mut self,
        context: &Context<'a>,
        sub: &'a Substitution,
        value: f64,
        start: usize,
        end: usize,
    ) -> Found {
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
                    // Its bound is that of its rule.
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

    /// Digits after the decimal separator, each read by the rule set.
    fn by_digits(&mut self, target: usize, value: f64, (start, end): (usize, usize), tried: u8, depth: usize) -> Found {
        let mut digits = Vec::new();
        let mut at = start;
        while at < end {
            let mut found = self.set(target, at, end, 10.0, tried, depth + 1)?;
            if found.length == 0 && self.lenient.is_some() {
                found = self.decimal(at, end, true);
            }
            if found.length == 0 {
                break;
            }
            // ICU keeps four bits for each digit and adds the lowest byte of the number: what is no digit changes the one before.
            let byte = found.value as i64 as u8;
            let is_first = digits.iter().all(|digit| *digit == 0);
            if let Some(before) = digits.last_mut().filter(|_| !is_first) {
                *before |= byte >> 4;
            }
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

    /// A decimal number in the locale's symbols.
    pub(super) fn decimal(&self, start: usize, end: usize, is_grouped: bool) -> Reading {
        let text = self.text.part(start..end);
        parse_decimal(text, &self.format.symbols, is_grouped)
            .map_or(NOTHING, |(value, length)| Reading { value, length })
    }
}

/// What a rule's substitutions are read with.
pub(super) struct Context<'a> {
    pub(super) set: usize,
    pub(super) rule: &'a IndexedRule,
    pub(super) bound: f64,
    pub(super) tried: u8,
    pub(super) depth: usize,
}

impl Context<'_> {
    /// The base values that rules have which read a substitution lie below this.
    pub(super) fn bound_of(&self, kind: SubstitutionKind) -> f64 {
        match kind {
            SubstitutionKind::Same => self.bound,
            SubstitutionKind::Multiplier | SubstitutionKind::Modulus => self.rule.divisor,
            SubstitutionKind::IntegralPart | SubstitutionKind::AbsoluteValue => f64::MAX,
            SubstitutionKind::FractionalPart { .. } => 0.0,
            SubstitutionKind::Numerator { denominator, .. } => denominator as f64,
        }
    }

    /// The value so far and what a substitution has read, put together.
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
