//! Lists with a filter that normalize the text, run one rule set, and normalize the result.
//!
//! Most texts are normalized, before the rules and after them. A range of such a text is transformed by the rules alone
//! and as a whole, not run by run of the filter with several steps per run.

use super::rules::TransformRules;
use super::source_set::{SourceSet, SourceSetBuilder};
use super::{Action, Transform};
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// What a list of normalizations and one rule set needs to know of a text to run the rules alone.
#[derive(Debug)]
pub(super) struct NormalizedRules {
    /// The index of the rule set in the list.
    step: usize,
    /// In runs without any of these code points, neither text nor result change by normalization: those that a
    /// normalization may change, and those at which a rule may start whose output a normalization may change.
    denormalized: SourceSet,
    /// The share of the rules whose output a normalization may change, in percent.
    denormalized_rules: usize,
}

impl NormalizedRules {
    /// Examines the steps of a transform; `None` if they are others, or if the rules depend on the runs of the filter.
    pub(super) fn of(action: &Action, filter: &UnicodeSet) -> Option<NormalizedRules> {
        let Action::Sequence(steps) = action else { return None };
        let step = steps.iter().position(|step| matches!(*step.action, Action::Rules(_)))?;
        let (before, rest) = steps.split_at_checked(step)?;
        let (rules, after) = rest.split_first()?;
        let rules = rules_of(rules).filter(|rules| rules.are_independent_of_runs(filter))?;
        let mut denormalized = normalizations(before)?;
        let after = normalizations(after)?.build();
        denormalized.add(&after);
        denormalized.retain(&SourceSetBuilder::of_ranges(filter.ranges()));
        let starts = rules.starts_of_rules(|output| output.iter().any(|&c| after.contains(c)));
        let denormalized_rules = starts.len() * 100 / rules.key_ranges().len().max(1);
        denormalized.add(&SourceSetBuilder::of_ranges(starts.into_iter()).build());
        Some(NormalizedRules { step, denormalized: denormalized.build(), denormalized_rules })
    }

    /// Whether most texts are normalized after the rules: few rules have an output that a normalization may change.
    pub(super) fn suffice_mostly(&self) -> bool {
        self.denormalized_rules < 6
    }

    /// The rule set of the list.
    pub(super) fn rules<'t>(&self, action: &'t Action) -> Option<&'t TransformRules> {
        match action {
            Action::Sequence(steps) => steps.get(self.step).and_then(|step| rules_of(step)),
            _ => None,
        }
    }

    /// Whether a code point may make the normalizations necessary, if it passes the filter.
    #[inline(always)]
    pub(super) fn is_denormalized(&self, c: u32) -> bool {
        self.denormalized.contains(c)
    }
}

/// The rules of a step without a filter.
fn rules_of(step: &Transform) -> Option<&TransformRules> {
    match &*step.action {
        Action::Rules(rules) if step.filter.is_none() => Some(rules),
        _ => None,
    }
}

/// The code points that normalizations may change; `None` if a step is no normalization, or has a filter.
fn normalizations(steps: &[Arc<Transform>]) -> Option<SourceSetBuilder> {
    let mut set = SourceSetBuilder::none();
    for step in steps {
        match &*step.action {
            Action::Normalize(_, source_set) if step.filter.is_none() => set.add(source_set),
            _ => return None,
        }
    }
    Some(set)
}
