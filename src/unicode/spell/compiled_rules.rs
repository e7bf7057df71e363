//! Rule sets compiled for integers, which `integer_writer` formats.
//!
//! A rule is a list of steps: literal texts, and rule sets that format the quotient or the remainder. The texts of a
//! set are in one arena. A table has the rule for each number below 100, including the rollback rule; for other numbers
//! the base values are searched. A set has slots for its results for the numbers below 1,000.
//!
//! Not compiled are fraction rule sets, sets without base values, and base values above 63 bits.

use super::literal_arena::{ArenaRange, LiteralArena};
use super::plural_rules::{KEYWORDS, PluralKind};
use super::rule_sets::RuleSet;
use super::rules::{
    NumberRule, NumberRules, PluralFormat, SpecialRule, Substitution, SubstitutionKind, SubstitutionTarget,
};
use crate::unicode::part::{SlicePart, StrPart};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

/// Rules of numbers below this are in a table.
const SMALL: usize = 100;

/// The number of hundreds whose results are cached, each after some use.
const HUNDREDS: usize = 10;

/// A compiled rule set. The default is a set that is not compiled.
#[derive(Debug, Default)]
pub(super) struct CompiledRuleSet {
    pub(super) arena: LiteralArena,
    steps: Vec<Step>,
    pub(super) rules: Vec<CompiledRule>,
    /// The base values of the rules.
    bases: Vec<i64>,
    /// For each number below [`SMALL`] the index of its rule plus 1; 0 for none. Empty if the set is not compiled.
    rule_of_small: Vec<u16>,
    /// For each bit length the number of base values that are shorter: the search for a rule starts there.
    by_bits: Vec<u16>,
    negative: Option<CompiledRule>,
    pub(super) plurals: Vec<CompiledPlural>,
    /// The cached results for the numbers below 100 · [`HUNDREDS`], by hundreds.
    pub(super) hundreds: Vec<CachedHundred>,
}

/// The cached results for a hundred numbers.
#[derive(Debug, Default)]
pub(super) struct CachedHundred {
    pub(super) calls: AtomicU32,
    pub(super) results: OnceLock<HundredResults>,
}

/// The results of a rule set for a hundred numbers.
#[derive(Debug, Default)]
pub(super) struct HundredResults {
    pub(super) arena: LiteralArena,
    /// [`ArenaRange::NONE`] for numbers that no rule applies to.
    pub(super) ranges: Vec<ArenaRange>,
    /// The maximum depth of nested rule set calls.
    pub(super) depth: usize,
}

/// A compiled rule: a range of the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompiledRule {
    pub(super) divisor: i64,
    first: u32,
    count: u32,
    rolls_back: bool,
}

/// A step of a rule; numbers of rule sets are their indices in the format.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
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
pub(super) enum CompiledPlural {
    Texts(PluralKind, [ArenaRange; KEYWORDS.len()]),
    /// Branches that are not plain text: the index of the rule.
    Other(u32),
}

impl CompiledRuleSet {
    /// Compiles the rules of a set.
    pub(super) fn new(set: &RuleSet, rules: &NumberRules) -> CompiledRuleSet {
        let mut compiled = CompiledRuleSet::default();
        let is_valid = |rule: &NumberRule| rule.base >= 0 && rule.divisor() > 0;
        let numbers = rules.ordinary.len() < usize::from(u16::MAX);
        if set.is_fraction || rules.ordinary.is_empty() || !numbers || !rules.ordinary.iter().all(is_valid) {
            return compiled;
        }
        for (number, rule) in rules.ordinary.iter().enumerate() {
            let Some(compiled_rule) = compiled.rule(rule, Some(number as u32)) else {
                return CompiledRuleSet::default();
            };
            compiled.bases.push(rule.base);
            compiled.rules.push(compiled_rule);
        }
        if let Some(rule) = rules.special.get(SpecialRule::Negative as usize).and_then(Option::as_ref) {
            let Some(rule) = compiled.rule(rule, None) else { return CompiledRuleSet::default() };
            compiled.negative = Some(rule);
        }
        compiled.arena.pad();
        compiled.hundreds.resize_with(HUNDREDS, CachedHundred::default);
        let shorter = |bits: u32| compiled.bases.partition_point(|base| bit_length(*base) < bits) as u16;
        compiled.by_bits = (0..=i64::BITS + 1).map(shorter).collect();
        compiled.rule_of_small =
            (0..SMALL as i64).map(|value| compiled.search(value).map_or(0, |rule| rule as u16 + 1)).collect();
        compiled
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
            (SubstitutionTarget::Pattern(_), _) => {
                number.map_or(Step::NegativePattern(which), |rule| Step::Pattern(rule, which))
            }
            (SubstitutionTarget::Predecessor(before), SubstitutionKind::Modulus) => Step::Predecessor(*before as u32),
            (SubstitutionTarget::Set(set), SubstitutionKind::Multiplier) => Step::Quotient(*set as u32),
            (SubstitutionTarget::Set(set), SubstitutionKind::Modulus) => Step::Remainder(*set as u32),
            (SubstitutionTarget::Set(set), SubstitutionKind::Same) => Step::Same(*set as u32),
            (SubstitutionTarget::Set(set), SubstitutionKind::AbsoluteValue) => Step::Absolute(*set as u32),
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

    fn plural(&mut self, plural: &PluralFormat, number: u32) -> CompiledPlural {
        match plural.branches.literal_messages() {
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
    pub(super) fn rule_of(&self, value: i64) -> Option<&CompiledRule> {
        let small = usize::try_from(value).ok().and_then(|value| self.rule_of_small.get(value));
        let at = match small {
            Some(rule) => usize::from(*rule).checked_sub(1)?,
            None if value < 0 => return self.negative.as_ref().filter(|_| value > i64::MIN),
            None => self.search(value)?,
        };
        self.rules.get(at)
    }

    /// The steps of a rule.
    #[inline]
    pub(super) fn steps(&self, rule: &CompiledRule) -> &[Step] {
        let first = rule.first as usize;
        self.steps.part(first..first + rule.count as usize)
    }
}

/// The number of bits of a number that is not negative: 0 for 0.
#[inline]
fn bit_length(value: i64) -> u32 {
    i64::BITS - value.leading_zeros()
}
