//! The rule sets of a format: parsed from a rule text at once, or from the shipped rules one by one at their first use.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::rule_parser::RuleSetParser;
use super::rules::{NumberRules, SpecialRule, SubstitutionKind, SubstitutionTarget};
use super::sections::{default_set, sections, statements};
use super::shipped_rules::PackedRuleSets;
use crate::unicode::rule_text::{Limits, RuleError};

/// The rule sets of a rule text, or of a locale: the latter are parsed one by one at their first use.
#[derive(Debug, Default)]
pub(super) struct RuleSets {
    pub(super) sets: Vec<RuleSet>,
    /// The index of the default rule set.
    pub(super) default: usize,
    /// Collation rules for lenient reading (`%%lenient-parse`) of a rule text.
    lenient: Option<String>,
    /// Whether a rule has two substitutions of one kind: then the format can't parse, as in ICU.
    pub(super) is_write_only: bool,
    /// The packed rules that sets are parsed from.
    pub(super) packed: Option<PackedRuleSets>,
    /// The locale's decimal separator.
    pub(super) separator: char,
}

/// A set of rules.
#[derive(Debug, Default)]
pub(super) struct RuleSet {
    /// The name, with its `%` signs.
    pub(super) name: Cow<'static, str>,
    /// Whether its name starts with one `%`, not two.
    pub(super) is_public: bool,
    /// Whether it may be used for parsing: no `@noparse`.
    pub(super) is_readable: bool,
    /// Whether it is a fraction rule set, whose base values are denominators.
    pub(super) is_fraction: bool,
    /// Whether it was known as a fraction rule set before its rules were parsed.
    pub(super) is_fraction_at_parse: bool,
    /// The rules; boxed, as most sets of a locale are never used.
    pub(super) rules: OnceLock<Box<NumberRules>>,
}

static NO_RULES: NumberRules = NumberRules { ordinary: Vec::new(), special: [const { None }; SpecialRule::COUNT] };

impl RuleSets {
    /// The rule sets of a locale.
    pub(super) fn of_locale(entry: PackedRuleSets, separator: &str) -> RuleSets {
        let sets = entry.sets().map(|set| RuleSet {
            name: Cow::Borrowed(set.name),
            is_public: set.is_public,
            is_readable: set.is_readable,
            is_fraction: set.is_fraction,
            is_fraction_at_parse: set.is_fraction_at_parse,
            ..RuleSet::default()
        });
        RuleSets {
            sets: sets.collect(),
            default: entry.default_set(),
            lenient: None,
            is_write_only: entry.is_write_only(),
            packed: Some(entry),
            separator: separator.chars().next().unwrap_or('.'),
        }
    }

    /// The rules of a set.
    pub(super) fn rules(&self, set: usize) -> &NumberRules {
        let Some(rule_set) = self.sets.get(set) else { return &NO_RULES };
        rule_set.rules.get_or_init(|| {
            let text = self.packed.as_ref().and_then(|entry| entry.text(set)).unwrap_or_default();
            Box::new(parse_packed(self, set, &text).unwrap_or_default())
        })
    }

    /// The collation rules for lenient reading (`%%lenient-parse`); those of a locale are decompressed.
    pub(super) fn lenient(&self) -> Option<String> {
        let of_locale = || self.packed.as_ref().filter(|entry| entry.has_lenient())?.text(self.sets.len());
        self.lenient.clone().or_else(of_locale)
    }

    /// The rules of all sets.
    pub(super) fn all(&self) -> Vec<NumberRules> {
        let texts = self.packed.as_ref().map(PackedRuleSets::texts).unwrap_or_default();
        let rules = |(set, rule_set): (usize, &RuleSet)| match (rule_set.rules.get(), texts.get(set)) {
            (Some(rules), _) => NumberRules::clone(rules),
            (None, Some(text)) => parse_packed(self, set, text).unwrap_or_default(),
            (None, None) => NumberRules::default(),
        };
        self.sets.iter().enumerate().map(rules).collect()
    }
}

/// Parses a rule text. `separator` is the locale's decimal separator, which selects one of the rules `x.x` and `x,x`.
pub(super) fn parse_sets(text: &str, separator: &str, limits: Limits) -> Result<RuleSets, RuleError> {
    if text.len() > limits.length {
        return Err(RuleError::limit(text, 0, format!("the rules are longer than {} bytes", limits.length)));
    }
    let (sections, lenient) = sections(text)?;
    if sections.is_empty() {
        return Err(RuleError::at(text, 0, "there are no rules", "rules such as `0: zero; 1: one;`"));
    }
    let separator = separator.chars().next().unwrap_or('.');
    let mut parser = RuleSetParser {
        text,
        separator,
        default: default_set(&sections),
        names: numbered(sections.iter().map(|section| section.name.as_str())),
        fraction: vec![false; sections.len()],
        is_write_only: false,
    };
    let mut sets = Vec::with_capacity(sections.len());
    for (set, section) in sections.iter().enumerate() {
        let is_fraction_at_parse = parser.is_fraction(set);
        let mut rules = NumberRules::default();
        parser.rules(set, section.statements.iter().copied(), &mut rules)?;
        sets.push(RuleSet {
            name: Cow::Owned(section.name.clone()),
            is_public: section.is_public,
            is_readable: section.is_readable,
            is_fraction: false,
            is_fraction_at_parse,
            rules: OnceLock::from(Box::new(rules)),
        });
    }
    for (set, fraction) in sets.iter_mut().zip(&parser.fraction) {
        set.is_fraction = *fraction;
    }
    let (default, is_write_only) = (parser.default, parser.is_write_only);
    let sets = RuleSets { sets, default, lenient, is_write_only, packed: None, separator };
    if let Some(set) = find_cycle(&sets) {
        let at = text.find(&format!("{}:", set.name)).unwrap_or(0);
        let found = format!("the rule set `{}` calls itself endlessly for every number", set.name);
        return Err(RuleError::at(text, at, found, "a rule that ends the recursion"));
    }
    Ok(sets)
}

/// A rule set in the form in which it is packed: see `shipped_rules`.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct SetToPack {
    /// The name, with its `%` signs.
    pub name: String,
    /// Whether it has no `@noparse`.
    pub is_readable: bool,
    /// Whether it is a fraction rule set, whose base values are denominators.
    pub is_fraction: bool,
    /// Whether it was known as a fraction rule set before its rules were parsed.
    pub is_fraction_at_parse: bool,
    /// The text of its rules.
    pub text: String,
}

/// The contents of a rule text for packing: its sets, the index of the default one, whether it can't parse, and its
/// `%%lenient-parse`.
///
/// # Errors
/// A syntax error.
#[doc(hidden)]
pub fn to_pack(text: &str) -> Result<(Vec<SetToPack>, usize, bool, Option<String>), RuleError> {
    let parsed = parse_sets(text, ".", Limits::default())?;
    let (sections, _) = sections(text)?;
    let sets = parsed.sets.iter().zip(sections).map(|(set, section)| SetToPack {
        name: set.name.clone().into_owned(),
        is_readable: set.is_readable,
        is_fraction: set.is_fraction,
        is_fraction_at_parse: set.is_fraction_at_parse,
        text: section.statements.iter().map(|statement| statement.text).collect::<Vec<_>>().join(";"),
    });
    Ok((sets.collect(), parsed.default, parsed.is_write_only, parsed.lenient))
}

/// Parses the rules of a packed set. They were parsed when they were packed, so they have no errors.
pub(super) fn parse_packed(sets: &RuleSets, set: usize, text: &str) -> Result<NumberRules, RuleError> {
    let mut parser = RuleSetParser {
        text,
        separator: sets.separator,
        default: sets.default,
        names: numbered(sets.sets.iter().map(|set| &*set.name)),
        fraction: sets.sets.iter().map(|set| set.is_fraction_at_parse).collect(),
        is_write_only: false,
    };
    let mut found = NumberRules::default();
    parser.rules(set, statements(text), &mut found)?;
    Ok(found)
}

/// Finds a cycle: a rule set all of whose rules pass the unchanged number to such rule sets.
///
/// Sets without such a rule terminate. A rule terminates if all the sets that it passes the unchanged number to do, and
/// a set if one of its rules does: each termination notifies the waiting rules once, so that the time grows linearly
/// with the rules.
fn find_cycle(sets: &RuleSets) -> Option<&RuleSet> {
    let count = sets.sets.len();
    // For each set the rules that wait for it; for each rule its set and the number of sets that it waits for.
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut rules: Vec<(usize, usize)> = Vec::new();
    let mut ends = vec![false; count];
    let mut open = Vec::new();
    for set in 0..count {
        let ordinary = &sets.rules(set).ordinary;
        for rule in ordinary {
            let mut count = 0;
            for sub in rule.substitutions.iter().flatten() {
                let is_unchanged = match sub.kind {
                    SubstitutionKind::Same => true,
                    SubstitutionKind::Multiplier => rule.divisor() == 1,
                    _ => false,
                };
                if let (true, SubstitutionTarget::Set(target)) = (is_unchanged, &sub.target)
                    && let Some(waiting) = waiting.get_mut(*target)
                {
                    waiting.push(rules.len());
                    count += 1;
                }
            }
            rules.push((set, count));
            if count == 0 {
                open.push(set);
            }
        }
        if ordinary.is_empty() {
            open.push(set);
        }
    }
    while let Some(set) = open.pop() {
        let Some(ends) = ends.get_mut(set).filter(|ends| !**ends) else { continue };
        *ends = true;
        for rule in waiting.get_mut(set).map(std::mem::take).unwrap_or_default() {
            if let Some((set, count)) = rules.get_mut(rule) {
                *count -= 1;
                if *count == 0 {
                    open.push(*set);
                }
            }
        }
    }
    sets.sets.iter().zip(&ends).find(|(_, ends)| !**ends).map(|(set, _)| set)
}

/// The indices of names; the first one of several equal names counts.
fn numbered<'t>(names: impl Iterator<Item = &'t str>) -> HashMap<&'t str, usize> {
    let mut sets = HashMap::new();
    names.enumerate().for_each(|(set, name)| _ = sets.entry(name).or_insert(set));
    sets
}
