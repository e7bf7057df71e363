//! Rules in the form that parsing numbers works on: their texts are split at the substitutions, and each distinct text
//! is one literal.

use std::collections::HashMap;
use std::ops::Deref;

use super::lenient::{ends_with_mark, is_separator};
use super::rules::{NumberRule, NumberRules, PluralFormat, SpecialRule, SubstitutionKind, SubstitutionTarget};
use crate::unicode::part::StrPart;

/// A literal: text of the rules that parsing compares with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IndexedLiteral {
    pub(super) text: String,
    /// Whether lenient parsing also skips separators after the literal.
    pub(super) ends_with_separator: bool,
    /// Whether the literal ends with a separator, an accented letter or a mark.
    pub(super) ends_with_ignorable: bool,
}

/// The distinct literals of all rules of a format.
#[derive(Debug, Default)]
pub(super) struct LiteralPool {
    pub(super) literals: Vec<IndexedLiteral>,
    indices: HashMap<String, u32>,
}

impl LiteralPool {
    /// The index of a literal, which is added if it is new.
    fn index_of(&mut self, text: &str) -> u32 {
        if let Some(index) = self.indices.get(text) {
            return *index;
        }
        let index = self.literals.len() as u32;
        let last = text.chars().next_back();
        let ends_with_separator = last.is_some_and(is_separator);
        let ends_with_ignorable = ends_with_separator || last.is_some_and(ends_with_mark);
        self.literals.push(IndexedLiteral { text: text.to_owned(), ends_with_separator, ends_with_ignorable });
        self.indices.insert(text.to_owned(), index);
        index
    }
}

/// A rule with its literals.
#[derive(Debug)]
pub(super) struct IndexedRule {
    rule: NumberRule,
    /// The text before, between and after the substitutions, as indices of literals.
    pub(super) literals: [u32; 3],
    /// The index of the literal with the plural branches.
    pub(super) plural_literal: Option<u32>,
    /// The first byte of the text before the substitutions; 0 if that is empty.
    pub(super) first_byte: u8,
    /// The divisor of `<<` and `>>`.
    pub(super) divisor: f64,
}

impl Deref for IndexedRule {
    type Target = NumberRule;

    fn deref(&self) -> &NumberRule {
        &self.rule
    }
}

impl IndexedRule {
    fn new(rule: NumberRule, pool: &mut LiteralPool) -> IndexedRule {
        let length = rule.text.len();
        let [first, second] = rule.substitutions.each_ref().map(|sub| sub.as_ref().map_or(length, |sub| sub.at));
        let texts = [rule.text.part(..first), rule.text.part(first..second), rule.text.part(second..)];
        let literals = texts.map(|text| pool.index_of(text));
        let part_of = |plural: &PluralFormat| usize::from(first <= plural.start) + usize::from(second <= plural.start);
        IndexedRule {
            literals,
            plural_literal: rule.plural.as_ref().and_then(|plural| literals.get(part_of(plural)).copied()),
            first_byte: rule.text.part(..first).bytes().next().unwrap_or(0),
            divisor: rule.divisor() as f64,
            rule,
        }
    }
}

/// A rule set with its rules.
#[derive(Debug)]
pub(super) struct IndexedSet {
    pub(super) is_fraction: bool,
    /// Rules with a base value, sorted by it.
    pub(super) ordinary: Vec<IndexedRule>,
    /// Rules without a base value, in the order in which parsing tries them.
    pub(super) special: [Option<Box<IndexedRule>>; SpecialRule::COUNT],
    /// The indices of the special rules that exist.
    pub(super) present: Vec<u8>,
}

impl IndexedSet {
    pub(super) fn new(rules: NumberRules, is_fraction: bool, pool: &mut LiteralPool) -> IndexedSet {
        let NumberRules { ordinary, special } = rules;
        IndexedSet {
            is_fraction,
            ordinary: ordinary.into_iter().map(|rule| IndexedRule::new(rule, pool)).collect(),
            present: (0..6u8).zip(&special).filter(|(_, rule)| rule.is_some()).map(|(at, _)| at).collect(),
            special: special.map(|rule| rule.map(|rule| Box::new(IndexedRule::new(*rule, pool)))),
        }
    }

    /// The rule set to which this one passes every number unchanged: its only rule is `0: =%other=;`.
    pub(super) fn delegate(&self) -> Option<usize> {
        let [rule] = self.ordinary.as_slice() else { return None };
        let is_only =
            self.special.iter().all(Option::is_none) && !self.is_fraction && rule.base == 0 && rule.text.is_empty();
        match &rule.substitutions {
            [Some(sub), None] if is_only && sub.kind == SubstitutionKind::Same => match &sub.target {
                SubstitutionTarget::Set(target) => Some(*target),
                SubstitutionTarget::Predecessor(_) | SubstitutionTarget::Pattern(_) => None,
            },
            _ => None,
        }
    }

    /// All rules in the order in which parsing tries them.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &IndexedRule> {
        self.special.iter().flatten().map(|rule| &**rule).chain(self.ordinary.iter().rev())
    }
}
