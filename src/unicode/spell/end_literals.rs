//! Collects the literals of rule sets for the prefilter: those that a number may start or end with, and all.

use super::end_tables::EndKeys;
use super::index::RuleIndex;
use super::indexed_rules::IndexedRule;
use super::lenient::{Folding, fold_literal};
use super::rules::{SubstitutionKind, SubstitutionTarget};
use crate::unicode::part::StrPart;

/// Takes the index of a rule set, a rule of it, and a function for the sets that the rule calls.
type VisitRule<'v> = dyn FnMut(usize, &IndexedRule, &mut dyn FnMut(usize)) + 'v;

/// The literals of rule sets, in the form of lenient comparison.
pub(super) struct EndLiterals<'a> {
    pub(super) index: &'a RuleIndex,
    pub(super) folding: &'a Folding<'a>,
}

impl EndLiterals<'_> {
    /// Visits the rules of these sets and of those that they call.
    fn visit_rules(&self, sets: &[usize], visit: &mut VisitRule<'_>) {
        let mut seen = vec![false; self.index.sets.len()];
        let mut pending = sets.to_vec();
        while let Some(set) = pending.pop() {
            let Some(seen) = seen.get_mut(set).filter(|seen| !**seen) else { continue };
            *seen = true;
            let is_pattern = |rule: &IndexedRule| {
                rule.substitutions.iter().flatten().any(|sub| matches!(sub.target, SubstitutionTarget::Pattern(_)))
            };
            let rules = self.index.sets.get(set).into_iter().flat_map(|set| set.in_order());
            // Rules with decimal patterns parse digits, and terms with digits always pass.
            for rule in rules.filter(|rule| !is_pattern(rule)) {
                visit(set, rule, &mut |called| pending.push(called));
            }
        }
    }

    /// All literals that parsing with these sets may match.
    pub(super) fn all(&self, sets: &[usize]) -> Vec<Vec<u32>> {
        let mut keys = Vec::new();
        self.visit_rules(sets, &mut |set, rule, call| {
            rule.substitutions.iter().flatten().filter_map(|sub| called_set(&sub.target, set)).for_each(call);
            let [first, second] =
                rule.substitutions.each_ref().map(|sub| sub.as_ref().map_or(rule.text.len(), |sub| sub.at));
            // Plural branches are matched with all surrounding text.
            let whole = rule.plural.as_ref().map(|_| (0, rule.text.len()));
            for (start, end) in [(0, first), (first, second), (second, rule.text.len())].into_iter().chain(whole) {
                match rule.plural.as_ref().filter(|plural| start <= plural.start && plural.end <= end) {
                    Some(plural) => {
                        let (prefix, suffix) = (rule.text.part(start..plural.start), rule.text.part(plural.end..end));
                        let texts = plural.branches.messages().map(|message| [prefix, message, suffix].concat());
                        keys.extend(texts.map(|text| fold_literal(&text, self.folding)));
                    }
                    None => keys.push(fold_literal(rule.text.part(start..end), self.folding)),
                }
            }
        });
        keys
    }

    fn text(&self, literal: u32) -> &str {
        self.index.literals.get(literal as usize).map_or("", |literal| &literal.text)
    }

    /// The literals that a number may start with.
    pub(super) fn first(&self, sets: &[usize]) -> EndKeys {
        let mut keys = EndKeys::default();
        self.visit_rules(sets, &mut |set, rule, call| {
            let text = self.text(rule.literals[0]);
            if !text.is_empty() {
                let units = fold_literal(text, self.folding);
                // Separators may precede the substitution.
                if !units.is_empty() || rule.substitutions[0].is_none() {
                    return keys.add(units.into_iter());
                }
            }
            if let [Some(sub), _] = &rule.substitutions {
                called_set(&sub.target, set).into_iter().for_each(call);
            }
        });
        keys
    }

    /// The literals that a number may end with, reversed.
    pub(super) fn last(&self, sets: &[usize]) -> EndKeys {
        let mut keys = EndKeys::default();
        self.visit_rules(sets, &mut |set, rule, call| {
            let [prefix, between, after] = rule.literals;
            let (sub, literal) = match &rule.substitutions {
                [_, Some(sub)] => (Some(sub), after),
                [Some(sub), None] => (Some(sub), between),
                [None, None] => (None, prefix),
            };
            let text = self.text(literal);
            match (&rule.plural, sub) {
                (_, Some(sub)) if text.is_empty() => {
                    // Spaces after digits are consumed as well.
                    keys.matches_all |= matches!(sub.kind, SubstitutionKind::FractionalPart { by_digits: true, .. });
                    called_set(&sub.target, set).into_iter().for_each(call);
                }
                (_, None) if text.is_empty() => {}
                (Some(plural), Some(_)) => {
                    let suffix = rule.text.part(plural.end..);
                    for message in plural.branches.messages() {
                        keys.add(fold_literal(&[message, suffix].concat(), self.folding).into_iter().rev());
                    }
                }
                _ => keys.add(fold_literal(text, self.folding).into_iter().rev()),
            }
        });
        keys
    }
}

/// The rule set that a substitution in a rule of `set` calls.
fn called_set(target: &SubstitutionTarget, set: usize) -> Option<usize> {
    match target {
        SubstitutionTarget::Set(target) => Some(*target),
        SubstitutionTarget::Predecessor(_) => Some(set),
        SubstitutionTarget::Pattern(_) => None,
    }
}
