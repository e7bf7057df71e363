//! Formats integers by compiled rule sets: the fast path of formatting.
//!
//! A set that is used repeatedly caches its results for the numbers below 1,000, a hundred at a time: most calls are
//! for these, including the groups of three digits of greater numbers.
//!
//! ```text
//! write(set, n):
//!     loop:
//!         set.hundreds[n / 100].results[n % 100], if it is cached: the end
//!         rule = set.rule_of_small[n], or the last one with base <= n, or the one before it when it rolls back
//!         for step in rule: text | write(target, n / divisor) | write(target, n % divisor) | plural | pattern
//!         the last step, if it calls a set, is the next round instead
//! ```
//!
//! A number of several groups of three digits is thus a loop over the groups: the quotient of a group is a cached text,
//! which needs no call, and the remainder is the next round.
//!
//! `write` is the reference, and formats all other numbers and the rule sets that are not compiled.

use super::RuleBasedNumberFormat;
use super::compiled_rules::{CachedHundred, CompiledPlural, CompiledRule, CompiledRuleSet, HundredResults, Step};
use super::decimal::Number;
use super::literal_arena::{ArenaRange, LiteralSink};
use super::rules::{NumberRule, SpecialRule, SubstitutionTarget};
use super::write::{EXACT_DOUBLE, MAX_DEPTH, MAX_LENGTH, NumberOutput, WriteError, for_pattern};
use std::sync::atomic::Ordering;

/// The number of calls for a hundred after which its results are cached.
const CALLS_BEFORE_CACHING: u32 = 16;

/// The maximum number of bytes of the results for a hundred.
const MAX_RESULT_BYTES: usize = 16 << 10;

/// The maximum number of rule sets of a format with cached results.
const MAX_CACHED_SETS: usize = 256;

/// The state of formatting a number.
struct IntegerWriter<'a, S> {
    format: &'a RuleBasedNumberFormat,
    out: &'a mut S,
    max_length: usize,
    rules_left: u32,
    /// Whether cached results are used.
    uses_cache: bool,
    /// The maximum depth of nested rule set calls so far, if cached results are not used.
    deepest: usize,
    /// The reason of [`WriteFailed`].
    error: Option<WriteError>,
}

/// Formatting failed; the reason is in [`IntegerWriter::error`], so that results of calls fit registers.
struct WriteFailed;

/// A rule set, its index, and a rule of it that is applied to a number.
type RuleCall<'a> = (&'a CompiledRuleSet, usize, &'a CompiledRule);

impl RuleBasedNumberFormat {
    /// Appends an integer. On errors the text written so far remains.
    pub(super) fn write_integer<S: LiteralSink>(
        &self,
        set: usize,
        value: i64,
        depth: usize,
        out: &mut S,
        rules_left: &mut u32,
    ) -> Result<(), WriteError> {
        let mut writer = IntegerWriter::new(self, out, *rules_left, true);
        let written = writer.set(set, value, depth);
        *rules_left = writer.rules_left;
        written.map_err(|WriteFailed| writer.error.unwrap_or(WriteError::TooLong))
    }

    #[inline]
    fn compiled_set(&self, set: usize) -> Option<&CompiledRuleSet> {
        let compiled = self.compiled_sets.get(set)?;
        compiled.get().map(Box::as_ref).or_else(|| self.compile(set))
    }

    #[cold]
    fn compile(&self, set: usize) -> Option<&CompiledRuleSet> {
        let (compiled, rule_set) = self.compiled_sets.get(set).zip(self.rules.sets.get(set))?;
        Some(compiled.get_or_init(|| Box::new(CompiledRuleSet::new(rule_set, self.rules.rules(set)))))
    }

    /// Makes the results for a hundred numbers, once a rule set has been used for some of them. They are computed
    /// without those of other sets, so that sets that call each other do not wait for each other.
    #[cold]
    fn cached_results<'p>(&self, set: usize, cached: &'p CachedHundred, hundred: usize) -> Option<&'p HundredResults> {
        if self.compiled_sets.len() > MAX_CACHED_SETS
            || cached.calls.fetch_add(1, Ordering::Relaxed) < CALLS_BEFORE_CACHING
        {
            return None;
        }
        Some(cached.results.get_or_init(|| self.format_hundred(set, hundred)))
    }

    #[cold]
    fn format_hundred(&self, set: usize, hundred: usize) -> HundredResults {
        let mut results = HundredResults::default();
        let first = 100 * hundred as i64;
        for value in first..first + 100 {
            let mut text = String::new();
            let mut writer =
                IntegerWriter { max_length: 1 << 10, ..IntegerWriter::new(self, &mut text, 1 << 10, false) };
            let is_written = writer.set(set, value, 0).is_ok();
            results.depth = results.depth.max(writer.deepest);
            results.ranges.push(if is_written { results.arena.add(&text) } else { ArenaRange::NONE });
            if results.arena.len_utf8() > MAX_RESULT_BYTES {
                return HundredResults::default();
            }
        }
        results.arena.pad();
        results
    }
}

impl<'a, S: LiteralSink> IntegerWriter<'a, S> {
    #[inline]
    fn new(
        format: &'a RuleBasedNumberFormat,
        out: &'a mut S,
        rules_left: u32,
        uses_cache: bool,
    ) -> IntegerWriter<'a, S> {
        IntegerWriter {
            format,
            max_length: out.length() + MAX_LENGTH,
            out,
            rules_left,
            uses_cache,
            deepest: 0,
            error: None,
        }
    }

    #[inline]
    fn set(&mut self, set: usize, value: i64, depth: usize) -> Result<(), WriteFailed> {
        match self.enter(set, value, depth)? {
            Some(call) => self.rule(call, value, depth),
            None => Ok(()),
        }
    }

    /// Calls a rule set: writes the cached result, or returns the rule to apply.
    #[inline]
    fn enter(&mut self, set: usize, value: i64, depth: usize) -> Result<Option<RuleCall<'a>>, WriteFailed> {
        if depth >= MAX_DEPTH {
            return self.fail(WriteError::TooDeep);
        }
        if self.rules_left == 0 || self.out.length() > self.max_length {
            return self.fail(WriteError::TooLong);
        }
        self.rules_left -= 1;
        let Some(compiled) = self.format.compiled_set(set) else { return self.not_compiled(set, value, depth) };
        if self.uses_cache {
            // Negative numbers are above all cached ones.
            let (hundred, at) = (value as u64 / 100, (value as u64 % 100) as usize);
            if let Ok(hundred) = usize::try_from(hundred)
                && let Some(cached) = compiled.hundreds.get(hundred)
                && let Some(results) = cached.results.get().or_else(|| self.format.cached_results(set, cached, hundred))
                && depth + results.depth < MAX_DEPTH
                && let Some(range) = results.ranges.get(at)
                && self.out.push_range(&results.arena, *range)
            {
                return Ok(None);
            }
        } else {
            self.deepest = self.deepest.max(depth);
        }
        match compiled.rule_of(value) {
            Some(rule) => Ok(Some((compiled, set, rule))),
            None => self.not_compiled(set, value, depth),
        }
    }

    #[cold]
    fn fail<T>(&mut self, error: WriteError) -> Result<T, WriteFailed> {
        self.error = Some(error);
        Err(WriteFailed)
    }

    /// Formats by the reference.
    #[cold]
    fn not_compiled(&mut self, set: usize, value: i64, depth: usize) -> Result<Option<RuleCall<'a>>, WriteFailed> {
        let mut text = String::new();
        // While results are computed, no cached ones are used.
        let mut output = NumberOutput::within(&mut text, self.rules_left, !self.uses_cache);
        self.deepest = MAX_DEPTH;
        let written = self.format.write_set_by_rules(set, &Number::Integer(value), depth, &mut output);
        self.rules_left = output.rules_left();
        self.out.push_text(&text);
        written.map(|()| None).or_else(|error| self.fail(error))
    }

    /// Applies a rule. The last step, if it is a call, is not nested.
    fn rule(&mut self, call: RuleCall<'a>, mut value: i64, mut depth: usize) -> Result<(), WriteFailed> {
        let (mut compiled, mut set, mut rule) = call;
        loop {
            let Some((last, steps)) = compiled.steps(rule).split_last() else { return Ok(()) };
            for step in steps {
                if let Some((target, part)) = self.step((compiled, set, rule), *step, value, depth)? {
                    self.set(target, part, depth + 1)?;
                }
            }
            let Some((target, part)) = self.step((compiled, set, rule), *last, value, depth)? else { return Ok(()) };
            (value, depth) = (part, depth + 1);
            let Some(next) = self.enter(target, value, depth)? else { return Ok(()) };
            (compiled, set, rule) = next;
        }
    }

    /// Writes a step, or returns the set that it calls, and the value.
    #[inline]
    fn step(
        &mut self,
        (compiled, set, rule): RuleCall<'a>,
        step: Step,
        value: i64,
        depth: usize,
    ) -> Result<Option<(usize, i64)>, WriteFailed> {
        match step {
            Step::Text(range) => _ = self.out.push_range(&compiled.arena, range),
            Step::Remainder(target) => return Ok(Some((target as usize, div_rem(value, rule.divisor).1))),
            Step::Quotient(target) => {
                let mut quotient = div_rem(value, rule.divisor).0;
                // As in ICU, quotients are computed as doubles.
                if quotient > EXACT_DOUBLE {
                    quotient = quotient as f64 as i64;
                }
                return Ok(Some((target as usize, quotient)));
            }
            Step::Same(target) => return Ok(Some((target as usize, value))),
            Step::Absolute(target) => return Ok(Some((target as usize, value.wrapping_abs()))),
            Step::Plural(plural) => {
                if let Some(plural) = compiled.plurals.get(plural as usize) {
                    self.plural(set, compiled, plural, value, rule.divisor);
                }
            }
            Step::Predecessor(before) => {
                if depth >= MAX_DEPTH {
                    return self.fail(WriteError::TooDeep);
                }
                if let Some(before) = compiled.rules.get(before as usize) {
                    self.rule((compiled, set, before), div_rem(value, rule.divisor).1, depth + 1)?;
                }
            }
            Step::Pattern(rule, which) => {
                let rules = self.format.rules.rules(set);
                self.pattern(rules.ordinary.get(rule as usize), which, value);
            }
            Step::NegativePattern(which) => {
                let rules = self.format.rules.rules(set);
                let negative = rules.special.get(SpecialRule::Negative as usize).and_then(Option::as_deref);
                self.pattern(negative, which, value);
            }
        }
        Ok(None)
    }

    fn plural(&mut self, set: usize, compiled: &CompiledRuleSet, plural: &CompiledPlural, value: i64, divisor: i64) {
        match plural {
            CompiledPlural::Texts(kind, texts) => {
                let quotient = div_rem(value, divisor).0 as f64 as i64;
                let keyword = self.format.plural_rules(*kind).keyword(quotient.unsigned_abs());
                if let Some(range) = texts.get(keyword) {
                    self.out.push_range(&compiled.arena, *range);
                }
            }
            CompiledPlural::Other(rule) => {
                let mut text = String::new();
                if let Some((rule, plural)) = self
                    .format
                    .rules
                    .rules(set)
                    .ordinary
                    .get(*rule as usize)
                    .and_then(|rule| Some((rule, rule.plural.as_ref()?)))
                {
                    self.format.write_plural(plural, rule, &Number::Integer(value), &mut text);
                }
                self.out.push_text(&text);
            }
        }
    }

    #[cold]
    fn pattern(&mut self, rule: Option<&NumberRule>, which: u8, value: i64) {
        let Some(rule) = rule else { return };
        let Some(sub) = rule.substitutions.iter().flatten().nth(usize::from(which)) else { return };
        let SubstitutionTarget::Pattern(pattern) = &sub.target else { return };
        let mut text = String::new();
        let part = for_pattern(sub.kind, &Number::Integer(value), rule.divisor(), rule.has_modulus());
        pattern.write(&part, &self.format.symbols, &mut text);
        self.out.push_text(&text);
    }
}

/// Quotient and remainder. Division of 32 bits is several times as fast.
#[inline]
fn div_rem(value: i64, divisor: i64) -> (i64, i64) {
    if let (Ok(value), Ok(divisor)) = (u32::try_from(value), u32::try_from(divisor)) {
        let (quotient, remainder) = (value.checked_div(divisor).unwrap_or(0), value.checked_rem(divisor).unwrap_or(0));
        return (i64::from(quotient), i64::from(remainder));
    }
    (value.checked_div(divisor).unwrap_or(0), value.checked_rem(divisor).unwrap_or(0))
}
