//! Rule sets compiled for integers: the fast path of formatting.
//!
//! A rule is a list of steps: literal texts, and rule sets that format the quotient or the remainder. The texts of a set are in
//! one arena, in both encodings, so that formatting copies ranges to the output of either. A table has the rule for each number
//! below 100, including the rollback rule; for other numbers the base values are searched. A set that is used repeatedly caches
//! its results for the numbers below 1,000, a hundred at a time: most calls are for these, including the groups of three digits
//! of greater numbers.
//!
//! ```text
//! write(set, n):  loop:
//!                     set.hundreds[n / 100].results[n % 100], if it is cached: the end
//!                     rule = set.rule_of_small[n], or the last one with base <= n, or the one before it when it rolls back
//!                     for step in rule: text | write(target, n / divisor) | write(target, n % divisor) | plural | pattern
//!                     the last step, if it calls a set, is the next round instead
//! ```
//!
//! A number of several groups of three digits is thus a loop over the groups: the quotient of a group is a cached text, which
//! needs no call, and the remainder is the next round. A text is copied as a fixed number of units, of which the excess is cut off.
//!
//! `write` is the reference, and formats all other numbers and the rule sets that are not compiled: fraction rule sets, sets
//! without base values, base values above 63 bits.

use super::RuleBasedNumberFormat;
use super::decimal::Number;
use super::plural_rules::{KEYWORDS, PluralKind};
use super::rule_sets::RuleSet;
use super::rules::{NumberRule, NumberRules, Plural, SpecialRule, Substitution, SubstitutionKind, Target};
use super::write::{EXACT_DOUBLE, MAX_DEPTH, NumberOutput, WriteError, for_pattern};
use crate::unicode::part::{SlicePart, StrPart};
use crate::unicode::text::CodeUnit;
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicU32, Ordering};

/// Rules of numbers below this are in a table.
const SMALL: usize = 100;

/// The number of hundreds whose results are cached, each after some use.
const HUNDREDS: usize = 10;

/// The number of calls for a hundred after which its results are cached.
const CALLS_BEFORE_CACHING: u32 = 16;

/// The maximum number of bytes of the results for a hundred.
const MAX_RESULT_BYTES: usize = 16 << 10;

/// The maximum number of rule sets of a format with cached results.
const MAX_CACHED_SETS: usize = 256;

/// A compiled rule set. The default is a set that is not compiled.
#[derive(Debug, Default)]
pub(super) struct CompiledRuleSet {
    arena: LiteralArena,
    steps: Vec<Step>,
    rules: Vec<CompiledRule>,
    /// The base values of the rules.
    bases: Vec<i64>,
    /// For each number below [`SMALL`] the index of its rule plus 1; 0 for none. Empty if the set is not compiled.
    rule_of_small: Vec<u16>,
    /// For each bit length the number of base values that are shorter: the search for a rule starts there.
    by_bits: Vec<u16>,
    negative: Option<CompiledRule>,
    plurals: Vec<CompiledPlural>,
    /// The cached results for the numbers below 100 · [`HUNDREDS`], by hundreds.
    hundreds: Vec<CachedHundred>,
}

/// The cached results for a hundred numbers.
#[derive(Debug, Default)]
struct CachedHundred {
    calls: AtomicU32,
    results: OnceCell<HundredResults>,
}

/// The results of a rule set for a hundred numbers.
#[derive(Debug, Default)]
struct HundredResults {
    arena: LiteralArena,
    /// [`ArenaRange::NONE`] for numbers that no rule applies to.
    ranges: Vec<ArenaRange>,
    /// The maximum depth of nested rule set calls.
    depth: usize,
}

/// A compiled rule: a range of the steps.
#[derive(Clone, Copy, Debug)]
struct CompiledRule {
    divisor: i64,
    first: u32,
    count: u32,
    rolls_back: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Text(ArenaRange),
    Quotient(u32),
    Remainder(u32),
    Same(u32),
    Absolute(u32),
    /// `>>>`: the preceding rule, by its index in the set.
    Predecessor(u32),
    Plural(u32),
    /// A substitution that is a decimal pattern: the index of the rule, and which of its two substitutions.
    Pattern(u32, u8),
    /// A substitution of the rule for negative numbers that is a decimal pattern.
    NegativePattern(u8),
}

/// Compiled plural branches: of plain text, by keyword.
#[derive(Clone, Copy, Debug)]
enum CompiledPlural {
    Texts(PluralKind, [ArenaRange; KEYWORDS.len()]),
    /// Branches that are not plain text: the index of the rule.
    Other(u32),
}

/// The number of units that are copied for a short range: a copy of constant length needs no call and no branch.
const COPY_CHUNK: usize = 32;

/// The texts of a set, in both encodings, padded with [`COPY_CHUNK`] units.
#[derive(Debug, Default)]
pub(super) struct LiteralArena {
    utf8: String,
    utf16: Vec<u16>,
}

/// A range of the arena, in both encodings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ArenaRange {
    start8: u32,
    start16: u32,
    length8: u32,
    length16: u32,
}

impl ArenaRange {
    /// A range of no arena.
    const NONE: ArenaRange = ArenaRange { start8: u32::MAX, start16: u32::MAX, length8: 0, length16: 0 };
}

impl LiteralArena {
    fn add(&mut self, text: &str) -> ArenaRange {
        let (start8, start16) = (self.utf8.len() as u32, self.utf16.len() as u32);
        self.utf8.push_str(text);
        self.utf16.extend(text.encode_utf16());
        ArenaRange { start8, start16, length8: text.len() as u32, length16: self.utf16.len() as u32 - start16 }
    }

    /// Appends units after the last text, for copies of a fixed number of units.
    fn pad(&mut self) {
        self.add(&" ".repeat(COPY_CHUNK));
    }
}

/// The output of formatting.
pub(super) trait LiteralSink {
    /// Appends a range of the arena; false if it is not in the arena.
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool;
    fn push_text(&mut self, text: &str);
    /// The number of units.
    fn length(&self) -> usize;
    /// Removes the units from `length` on.
    fn cut(&mut self, length: usize);
}

impl LiteralSink for String {
    #[inline]
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool {
        let start = range.start8 as usize;
        let text = arena.utf8.get(start..start + range.length8 as usize);
        text.is_some_and(|text| {
            self.push_str(text);
            true
        })
    }

    fn push_text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }
}

impl<U: CodeUnit + SpellUnit> LiteralSink for Vec<U> {
    #[inline]
    fn push_range(&mut self, arena: &LiteralArena, range: ArenaRange) -> bool {
        let Some((units, length)) = U::units(arena, range) else { return false };
        match units.first_chunk::<COPY_CHUNK>() {
            Some(copied) if length <= COPY_CHUNK => {
                let end = self.len() + length;
                self.extend_from_slice(copied);
                self.truncate(end);
            }
            _ => self.extend_from_slice(units.part(..length)),
        }
        true
    }

    fn push_text(&mut self, text: &str) {
        text.chars().for_each(|c| {
            let (units, length) = U::encode(c);
            self.extend_from_slice(units.part(..length));
        });
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }
}

/// A code unit of the output.
pub trait SpellUnit: Sized {
    /// The units of the arena from the range on, and the length of the range; `None` if it is not in the arena.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[Self], usize)>;
}

impl SpellUnit for u8 {
    #[inline]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[u8], usize)> {
        Some((arena.utf8.as_bytes().get(range.start8 as usize..)?, range.length8 as usize))
    }
}

impl SpellUnit for u16 {
    #[inline]
    #[allow(private_interfaces)]
    fn units(arena: &LiteralArena, range: ArenaRange) -> Option<(&[u16], usize)> {
        Some((arena.utf16.get(range.start16 as usize..)?, range.length16 as usize))
    }
}

impl CompiledRuleSet {
    /// Compiles the rules of a set.
    pub(super) fn new(set: &RuleSet, rules: &NumberRules) -> CompiledRuleSet {
        let mut program = CompiledRuleSet::default();
        let is_plain = |rule: &NumberRule| rule.base >= 0 && rule.divisor() > 0;
        let numbers = rules.ordinary.len() < usize::from(u16::MAX);
        if set.is_fraction || rules.ordinary.is_empty() || !numbers || !rules.ordinary.iter().all(is_plain) {
            return program;
        }
        for (number, rule) in rules.ordinary.iter().enumerate() {
            let Some(compiled) = program.rule(rule, Some(number as u32)) else { return CompiledRuleSet::default() };
            program.rules.push(compiled);
            program.bases.push(rule.base);
        }
        if let Some(rule) = rules.special.get(SpecialRule::Negative as usize).and_then(Option::as_ref) {
            let Some(compiled) = program.rule(rule, None) else { return CompiledRuleSet::default() };
            program.negative = Some(compiled);
        }
        program.arena.pad();
        program.hundreds.resize_with(HUNDREDS, CachedHundred::default);
        let shorter = |bits: u32| program.bases.partition_point(|base| bit_length(*base) < bits) as u16;
        program.by_bits = (0..=i64::BITS + 1).map(shorter).collect();
        program.rule_of_small =
            (0..SMALL as i64).map(|value| program.search(value).map_or(0, |rule| rule as u16 + 1)).collect();
        program
    }

    fn rule(&mut self, rule: &NumberRule, number: Option<u32>) -> Option<CompiledRule> {
        let first = self.steps.len() as u32;
        let mut at = 0;
        for (which, sub) in rule.substitutions.iter().flatten().enumerate() {
            self.text(rule, at, sub.at, number)?;
            at = sub.at;
            let step = self.substitution(sub, number, which as u8)?;
            self.steps.push(step);
        }
        self.text(rule, at, rule.text.len(), number)?;
        let divisor = rule.divisor();
        let rolls_back = rule.has_modulus() && rule.base.checked_rem(divisor).unwrap_or(0) != 0;
        Some(CompiledRule { divisor, first, count: self.steps.len() as u32 - first, rolls_back })
    }

    fn substitution(&mut self, sub: &Substitution, number: Option<u32>, which: u8) -> Option<Step> {
        Some(match (&sub.target, sub.kind) {
            (Target::Pattern(_), _) => number.map_or(Step::NegativePattern(which), |rule| Step::Pattern(rule, which)),
            (Target::Predecessor(before), SubstitutionKind::Modulus) => Step::Predecessor(*before as u32),
            (Target::Set(set), SubstitutionKind::Multiplier) => Step::Quotient(*set as u32),
            (Target::Set(set), SubstitutionKind::Modulus) => Step::Remainder(*set as u32),
            (Target::Set(set), SubstitutionKind::Same) => Step::Same(*set as u32),
            (Target::Set(set), SubstitutionKind::AbsoluteValue) => Step::Absolute(*set as u32),
            _ => return None,
        })
    }

    fn text(&mut self, rule: &NumberRule, start: usize, end: usize, number: Option<u32>) -> Option<()> {
        match &rule.plural {
            Some(plural) if start <= plural.start && plural.end <= end => {
                self.literal(rule.text.part(start..plural.start));
                let plural = self.plural(plural, number?);
                self.steps.push(Step::Plural(self.plurals.len() as u32));
                self.plurals.push(plural);
                self.literal(rule.text.part(rule.plural.as_ref()?.end..end));
            }
            _ => self.literal(rule.text.part(start..end)),
        }
        Some(())
    }

    fn literal(&mut self, text: &str) {
        if !text.is_empty() {
            self.steps.push(Step::Text(self.arena.add(text)));
        }
    }

    fn plural(&mut self, plural: &Plural, number: u32) -> CompiledPlural {
        match plural.branches.plain_messages() {
            Some(messages) => {
                CompiledPlural::Texts(plural.branches.kind, messages.map(|message| self.arena.add(message)))
            }
            None => CompiledPlural::Other(number),
        }
    }

    /// The index of the rule of a number from 0. Of the base values with its bit length few are left to compare.
    #[inline]
    fn search(&self, value: i64) -> Option<usize> {
        let (start, end) = match self.by_bits.get(bit_length(value) as usize..) {
            Some([start, end, ..]) => (usize::from(*start), usize::from(*end)),
            _ => return None,
        };
        let at = (start + self.bases.get(start..end)?.partition_point(|base| *base <= value)).checked_sub(1)?;
        let rule = self.rules.get(at)?;
        if rule.rolls_back && value.checked_rem(rule.divisor) == Some(0) { at.checked_sub(1) } else { Some(at) }
    }

    /// The rule of a number; `None` if the reference must find it.
    #[inline]
    fn rule_of(&self, value: i64) -> Option<&CompiledRule> {
        let at = match self.rule_of_small.get(value as usize) {
            Some(rule) => usize::from(*rule).checked_sub(1)?,
            None if value < 0 => return self.negative.as_ref().filter(|_| value > i64::MIN),
            None => self.search(value)?,
        };
        self.rules.get(at)
    }

    #[inline]
    fn steps(&self, rule: &CompiledRule) -> &[Step] {
        let first = rule.first as usize;
        self.steps.part(first..first + rule.count as usize)
    }
}

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
    /// The reason of [`Failed`].
    error: Option<WriteError>,
}

/// Formatting failed; the reason is in [`IntegerWriter::error`], so that results of calls fit registers.
struct Failed;

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
        written.map_err(|Failed| writer.error.unwrap_or(WriteError::TooLong))
    }

    #[inline]
    fn program(&self, number: usize) -> Option<&CompiledRuleSet> {
        let program = self.compiled_sets.get(number)?;
        program.get().map(Box::as_ref).or_else(|| self.compile(number))
    }

    #[cold]
    fn compile(&self, number: usize) -> Option<&CompiledRuleSet> {
        let (program, set) = self.compiled_sets.get(number).zip(self.rules.sets.get(number))?;
        Some(program.get_or_init(|| Box::new(CompiledRuleSet::new(set, self.rules.rules(number)))))
    }

    /// Makes the results for a hundred numbers, once a rule set has been used for some of them. They are computed without those
    /// of other sets, so that sets that call each other do not wait for each other.
    #[cold]
    fn cached_results<'p>(
        &self,
        number: usize,
        block: &'p CachedHundred,
        hundred: usize,
    ) -> Option<&'p HundredResults> {
        if self.compiled_sets.len() > MAX_CACHED_SETS
            || block.calls.fetch_add(1, Ordering::Relaxed) < CALLS_BEFORE_CACHING
        {
            return None;
        }
        Some(block.results.get_or_init(|| self.format_hundred(number, hundred)))
    }

    #[cold]
    fn format_hundred(&self, number: usize, hundred: usize) -> HundredResults {
        let mut texts = HundredResults::default();
        let first = 100 * hundred as i64;
        for value in first..first + 100 {
            let mut text = String::new();
            let mut writer =
                IntegerWriter { max_length: 1 << 10, ..IntegerWriter::new(self, &mut text, 1 << 10, false) };
            let is_written = writer.set(number, value, 0).is_ok();
            texts.depth = texts.depth.max(writer.deepest);
            texts.ranges.push(if is_written { texts.arena.add(&text) } else { ArenaRange::NONE });
            if texts.arena.utf8.len() > MAX_RESULT_BYTES {
                return HundredResults::default();
            }
        }
        texts.arena.pad();
        texts
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
            max_length: out.length() + (1 << 20),
            out,
            rules_left,
            uses_cache,
            deepest: 0,
            error: None,
        }
    }

    #[inline]
    fn set(&mut self, number: usize, value: i64, depth: usize) -> Result<(), Failed> {
        match self.enter(number, value, depth)? {
            Some(call) => self.rule(call, value, depth),
            None => Ok(()),
        }
    }

    /// Calls a rule set: writes the cached result, or returns the rule to apply.
    #[inline]
    fn enter(&mut self, number: usize, value: i64, depth: usize) -> Result<Option<RuleCall<'a>>, Failed> {
        if depth >= MAX_DEPTH {
            return self.fail(WriteError::TooDeep);
        }
        if self.rules_left == 0 || self.out.length() > self.max_length {
            return self.fail(WriteError::TooLong);
        }
        self.rules_left -= 1;
        let Some(program) = self.format.program(number) else { return self.not_compiled(number, value, depth) };
        if self.uses_cache {
            let (hundred, at) = (value as u64 as usize / 100, value as u64 as usize % 100);
            if let Some(block) = program.hundreds.get(hundred)
                && let Some(texts) = block.results.get().or_else(|| self.format.cached_results(number, block, hundred))
                && depth + texts.depth < MAX_DEPTH
                && let Some(range) = texts.ranges.get(at)
                && self.out.push_range(&texts.arena, *range)
            {
                return Ok(None);
            }
        } else {
            self.deepest = self.deepest.max(depth);
        }
        match program.rule_of(value) {
            Some(rule) => Ok(Some((program, number, rule))),
            None => self.not_compiled(number, value, depth),
        }
    }

    #[cold]
    fn fail<T>(&mut self, error: WriteError) -> Result<T, Failed> {
        self.error = Some(error);
        Err(Failed)
    }

    /// Formats by the reference.
    #[cold]
    fn not_compiled(&mut self, number: usize, value: i64, depth: usize) -> Result<Option<RuleCall<'a>>, Failed> {
        let mut text = String::new();
        // While results are computed, no cached ones are used.
        let mut output = NumberOutput::within(&mut text, self.rules_left, !self.uses_cache);
        self.deepest = MAX_DEPTH;
        let written = self.format.write_set_by_rules(number, &Number::Integer(value), depth, &mut output);
        self.rules_left = output.rules_left();
        self.out.push_text(&text);
        written.map(|()| None).or_else(|error| self.fail(error))
    }

    /// Applies a rule. The last step, if it is a call, is not nested.
    fn rule(&mut self, call: RuleCall<'a>, mut value: i64, mut depth: usize) -> Result<(), Failed> {
        let (mut program, mut set, mut rule) = call;
        loop {
            let Some((last, steps)) = program.steps(rule).split_last() else { return Ok(()) };
            for step in steps {
                if let Some((target, part)) = self.step((program, set, rule), *step, value, depth)? {
                    self.set(target, part, depth + 1)?;
                }
            }
            let Some((target, part)) = self.step((program, set, rule), *last, value, depth)? else { return Ok(()) };
            (value, depth) = (part, depth + 1);
            let Some(next) = self.enter(target, value, depth)? else { return Ok(()) };
            (program, set, rule) = next;
        }
    }

    /// Writes a step, or returns the set that it calls, and the value.
    #[inline]
    fn step(
        &mut self,
        (program, set, rule): RuleCall<'a>,
        step: Step,
        value: i64,
        depth: usize,
    ) -> Result<Option<(usize, i64)>, Failed> {
        match step {
            Step::Text(range) => _ = self.out.push_range(&program.arena, range),
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
                if let Some(plural) = program.plurals.get(plural as usize) {
                    self.plural(set, program, plural, value, rule.divisor);
                }
            }
            Step::Predecessor(before) => {
                if depth >= MAX_DEPTH {
                    return self.fail(WriteError::TooDeep);
                }
                if let Some(before) = program.rules.get(before as usize) {
                    self.rule((program, set, before), div_rem(value, rule.divisor).1, depth + 1)?;
                }
            }
            Step::Pattern(rule, which) => {
                let rules = self.format.rules.rules(set);
                self.pattern(rules.ordinary.get(rule as usize), which, value);
            }
            Step::NegativePattern(which) => {
                let rules = self.format.rules.rules(set);
                let negative = rules.special.get(SpecialRule::Negative as usize).and_then(Option::as_ref);
                self.pattern(negative, which, value);
            }
        }
        Ok(None)
    }

    fn plural(&mut self, set: usize, program: &CompiledRuleSet, plural: &CompiledPlural, value: i64, divisor: i64) {
        match plural {
            CompiledPlural::Texts(kind, texts) => {
                let quotient = div_rem(value, divisor).0 as f64 as i64;
                let keyword = self.format.plural_rules(*kind).keyword(quotient.unsigned_abs());
                if let Some(range) = texts.get(keyword) {
                    self.out.push_range(&program.arena, *range);
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
        let Target::Pattern(pattern) = &sub.target else { return };
        let mut text = String::new();
        let part = for_pattern(sub.kind, &Number::Integer(value), rule.divisor(), rule.has_modulus());
        pattern.write(&part, &self.format.symbols, &mut text);
        self.out.push_text(&text);
    }
}

/// The number of bits of a number that is not negative: 0 for 0.
#[inline]
fn bit_length(value: i64) -> u32 {
    i64::BITS - value.leading_zeros()
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
