//! Rule-based number formats.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::compiled_rules::CompiledRuleSet;
use super::decimal::Number;
use super::decimal_pattern::DecimalPattern;
use super::digit_term::parse_digit_term;
use super::index::RuleIndex;
use super::lenient::Folding;
use super::literal_arena::{LiteralSink, SpellUnit};
use super::number_prefilter::NumberPrefilter;
use super::plural_rules::{PluralKind, PluralRules};
use super::rule_sets::{RuleSet, RuleSets, parse_sets};
use super::shipped_rules::PackedRuleSets;
use super::symbols::Symbols;
use super::write::{MAX_RULES, NumberOutput, WriteError};
use crate::lazy;
use crate::unicode::collate::{self, Collator};
use crate::unicode::locale::LocaleId;
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::text::CodeUnit;

/// A rule-based number format: immutable, shared between threads.
#[derive(Debug)]
pub struct RuleBasedNumberFormat {
    /// The id, from 1 on, which is unique in the process.
    pub(super) id: u64,
    pub(super) rules: RuleSets,
    pub(super) symbols: Symbols,
    /// The pattern with which the locale formats numbers without rules.
    pub(super) default_pattern: DecimalPattern,
    /// The plural rules of the locale by [`PluralKind`], parsed when they are first used.
    plurals: [OnceLock<PluralRules>; 2],
    locale: LocaleId,
    /// The collator for lenient parsing, created at its first use.
    collator: OnceLock<Option<Arc<Collator>>>,
    index: OnceLock<RuleIndex>,
    /// The rule sets compiled for formatting, each at its first use; boxed, as most sets of a locale are never used.
    pub(super) compiled_sets: Vec<OnceLock<Box<CompiledRuleSet>>>,
}

/// The number of formats that were created.
static FORMATS: AtomicU64 = AtomicU64::new(0);

/// The error for a name that is not a public rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSetError {
    /// The requested name.
    pub name: String,
    /// The public rule sets that are not marked `@noparse`.
    pub public: Vec<String>,
}

impl std::fmt::Display for RuleSetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no public rule set `{}`; there are {}", self.name, self.public.join(", "))
    }
}

impl std::error::Error for RuleSetError {}

/// A format without rules, which can format no number.
impl Default for RuleBasedNumberFormat {
    fn default() -> RuleBasedNumberFormat {
        let id = LocaleId::default();
        RuleBasedNumberFormat::with(RuleSets::default(), Symbols::of(&id), id)
    }
}

impl RuleBasedNumberFormat {
    /// Creates a format from rules; the locale determines symbols, plural rules and the collation of `%%lenient-parse`.
    ///
    /// # Errors
    /// A syntax error, or rule sets that call each other in a cycle for every number.
    pub fn from_rules(rules: &str, locale: &str) -> Result<RuleBasedNumberFormat, RuleError> {
        RuleBasedNumberFormat::from_rules_within(rules, locale, Limits::default())
    }

    /// Variant of [`RuleBasedNumberFormat::from_rules`] with given limits.
    ///
    /// # Errors
    /// As [`RuleBasedNumberFormat::from_rules`].
    pub fn from_rules_within(rules: &str, locale: &str, limits: Limits) -> Result<RuleBasedNumberFormat, RuleError> {
        let id = LocaleId::parse(locale);
        let symbols = Symbols::of(&id);
        Ok(RuleBasedNumberFormat::with(parse_sets(rules, symbols.decimal, limits)?, symbols, id))
    }

    /// Creates the format of shipped rules.
    pub(super) fn of_locale(entry: PackedRuleSets, id: LocaleId) -> RuleBasedNumberFormat {
        let symbols = Symbols::of(&id);
        RuleBasedNumberFormat::with(RuleSets::of_locale(entry, symbols.decimal), symbols, id)
    }

    fn with(rules: RuleSets, symbols: Symbols, id: LocaleId) -> RuleBasedNumberFormat {
        let compiled_sets = rules.sets.iter().map(|_| OnceLock::new()).collect();
        RuleBasedNumberFormat {
            id: FORMATS.fetch_add(1, Ordering::Relaxed) + 1,
            rules,
            default_pattern: DecimalPattern::of(&symbols),
            plurals: [const { OnceLock::new() }; 2],
            symbols,
            locale: id,
            collator: OnceLock::new(),
            index: OnceLock::new(),
            compiled_sets,
        }
    }

    /// The names of the public rule sets, in ICU's order, which starts with the last one.
    pub fn rule_sets(&self) -> impl Iterator<Item = &str> {
        self.rules.sets.iter().rev().filter(|set| set.is_public).map(|set| &*set.name)
    }

    /// The name of the default rule set.
    pub fn default_rule_set(&self) -> &str {
        self.rules.sets.get(self.rules.default).map_or("", |set| &*set.name)
    }

    /// Appends a number, formatted by the default rule set.
    ///
    /// # Errors
    /// A number that no rule applies to, or rules that call each other in a cycle.
    pub fn write(&self, number: &Number, out: &mut String) -> Result<(), WriteError> {
        self.write_by(self.rules.default, number, out)
    }

    /// Appends a number, formatted by the public rule set with an index (see [`RuleBasedNumberFormat::rule_set`]).
    ///
    /// # Errors
    /// As [`RuleBasedNumberFormat::write`].
    pub fn write_by(&self, rule_set: usize, number: &Number, out: &mut String) -> Result<(), WriteError> {
        self.write_to(rule_set, number, out)
    }

    /// Variant of [`RuleBasedNumberFormat::write_by`] that appends code units.
    ///
    /// # Errors
    /// As [`RuleBasedNumberFormat::write`].
    pub fn write_units<U: CodeUnit + SpellUnit>(
        &self,
        rule_set: usize,
        number: &Number,
        out: &mut Vec<U>,
    ) -> Result<(), WriteError> {
        self.write_to(rule_set, number, out)
    }

    fn write_to<S: LiteralSink>(&self, rule_set: usize, number: &Number, out: &mut S) -> Result<(), WriteError> {
        let length = out.length();
        let written = match number {
            Number::Integer(value) if *value > i64::MIN => {
                self.write_integer(rule_set, *value, 0, out, &mut MAX_RULES.clone())
            }
            _ => self.write_other(rule_set, number, out),
        };
        if written.is_err() {
            out.cut(length);
        }
        written
    }

    #[cold]
    fn write_other<S: LiteralSink>(&self, rule_set: usize, number: &Number, out: &mut S) -> Result<(), WriteError> {
        let mut text = String::new();
        // The absolute value of the smallest integer exceeds 64 bits: ICU formats it in digits.
        if *number == Number::Integer(i64::MIN) {
            self.default_pattern.write(number, &self.symbols, &mut text);
        } else {
            self.write_set(rule_set, number, 0, &mut NumberOutput::within(&mut text, MAX_RULES, false))?;
        }
        out.push_text(&text);
        Ok(())
    }

    /// Variant of [`RuleBasedNumberFormat::write_by`] that uses the parsed rules instead of the compiled ones: the
    /// reference.
    ///
    /// # Errors
    /// As [`RuleBasedNumberFormat::write`].
    #[doc(hidden)]
    pub fn write_by_reference(&self, rule_set: usize, number: &Number, out: &mut String) -> Result<(), WriteError> {
        self.write_set(rule_set, number, 0, &mut NumberOutput::reference(out))
    }

    pub(super) fn plural_rules(&self, kind: PluralKind) -> &PluralRules {
        let [cardinal, ordinal] = &self.plurals;
        let rules = if kind == PluralKind::Cardinal { cardinal } else { ordinal };
        rules.get_or_init(|| PluralRules::of(&self.locale, kind))
    }

    /// The index of a public rule set that is not marked `@noparse`; the empty name selects the default one.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn rule_set(&self, name: &str) -> Result<usize, RuleSetError> {
        if name.is_empty() {
            return Ok(self.rules.default);
        }
        let is_selectable = |set: &&RuleSet| set.is_public && set.is_readable;
        let is_named = |set: &RuleSet| is_selectable(&set) && set.name == name;
        self.rules.sets.iter().position(is_named).ok_or_else(|| RuleSetError {
            name: name.to_owned(),
            public: self.rules.sets.iter().rev().filter(is_selectable).map(|set| set.name.to_string()).collect(),
        })
    }

    /// Parses a term that is a number in digits as a whole, in the locale's symbols (rulings U12, U12a).
    pub fn read_digits(&self, term: &str) -> Option<Number> {
        parse_digit_term(term, &self.symbols)
    }

    /// The prefilter for terms that the rule sets whose names `accepts` returns true for parse as a whole.
    pub fn prefilter(&self, accepts: impl Fn(&str) -> bool) -> NumberPrefilter {
        NumberPrefilter::new(self, accepts)
    }

    /// The collator for lenient parsing, if the rules have `%%lenient-parse`: that of the locale with these rules.
    pub(super) fn lenient_collator(&self) -> Option<&Arc<Collator>> {
        let make = || {
            let rules = self.rules.lenient()?;
            let of_locale = collate::rules_of_locale(&self.locale).unwrap_or_default();
            Collator::from_rules(&format!("{of_locale}{rules}")).ok().map(Arc::new)
        };
        lazy::get_or_make(&self.collator, make).as_ref()
    }

    /// The case folding of lenient parsing.
    pub(super) fn case_folding(&self) -> Folding<'static> {
        Folding::Case { turkic: matches!(self.locale.language.as_str(), "tr" | "az") }
    }

    /// The folding of lenient parsing: to primary weights if there is a collator.
    pub(super) fn lenient_folding(&self) -> Folding<'_> {
        self.lenient_collator().map_or_else(|| self.case_folding(), |collator| Folding::Primary(collator))
    }

    /// The index of the rules for parsing, built at its first use.
    pub(super) fn index(&self) -> &RuleIndex {
        lazy::get_or_make(&self.index, || RuleIndex::new(self))
    }
}
