//! Moves the cursors of rules to where the next rule may start.

use super::pattern::{self, PatternObject};
use super::rule::TransformRule;
use super::source_set::SourceSetBuilder;

/// Moves the cursor of rules to the end of their output if no rule starts in the output after the cursor, so that all
/// of it would be kept: Geez digits are replaced by numbers in which no digit is left to replace.
pub(super) fn end_cursors(rules: &mut [TransformRule], objects: &[PatternObject]) {
    let is_in_output = |rule: &TransformRule| {
        rule.has_literal_output() && usize::try_from(rule.cursor).is_ok_and(|cursor| cursor < rule.output().len())
    };
    if !rules.iter().any(is_in_output) {
        return;
    }
    let mut first = Vec::new();
    if !rules.iter().all(|rule| pattern::first_code_points(rule.key_and_post(), objects, &mut first)) {
        return; // a rule may start at every code point
    }
    let source_set = SourceSetBuilder::of_ranges(first.into_iter()).build();
    for rule in rules.iter_mut().filter(|rule| is_in_output(rule)) {
        if !rule.output().iter().skip(rule.cursor as usize).any(|&token| source_set.contains(token)) {
            rule.cursor = rule.output().len() as i32;
        }
    }
}
