//! The compiler of break rules (the language of ICU's RuleBasedBreakIterator, which CLDR's break rules are written in):
//! rule text to tree, tree to a minimised automaton, automaton to the state table of [`super::dfa`].
//!
//! The whole language is accepted. Reverse rules and safe rules have no effect, since segments are only found forward;
//! `{bof}` in a set is accepted and matches nothing, as in ICU 79. The greatest of several statuses of a match counts.

mod automaton;
mod classes;
mod emit;
mod minimize;
mod parser;
mod positions;
#[cfg(any(test, feature = "fuzzing"))]
#[allow(clippy::indexing_slicing, reason = "not in what ships; indices are those of the rules' own lists")]
mod reference;
mod syntax;
#[cfg(test)]
mod tests;
mod work;

use super::break_rules::BreakRules;
use super::dfa::MAX_CLASSES;
use crate::unicode::class_map::ClassMap;
use crate::unicode::part::SlicePart;
use crate::unicode::rule_text::{Limits, RuleError};
use automaton::Automaton;
use classes::CharacterClasses;
use classes::END_OF_TEXT;
use positions::Positions;
#[cfg(any(test, feature = "fuzzing"))]
pub(super) use reference::reference_segments;
use work::Work;

impl BreakRules {
    /// Compiles rules. The limits are `length`, `nesting`, `states`, and fixed ones on terms and on work: no text takes
    /// more than about a second or 150 MiB.
    ///
    /// # Errors
    /// A syntax error, with its location; a limit.
    pub fn compile(text: &str, limits: &Limits) -> Result<BreakRules, RuleError> {
        let (automaton, classes) = automaton_of(text, limits)?;
        if automaton.classes > MAX_CLASSES {
            let what = format!("the rules distinguish more than {MAX_CLASSES} kinds of characters");
            return Err(RuleError::limit(text, text.len(), what));
        }
        Ok(emit::emit(&automaton, ClassMap::new(&classes.ranges), classes.dictionary))
    }
}

/// The minimal automaton, and the classes of the code points.
fn automaton_of(text: &str, limits: &Limits) -> Result<(Automaton, CharacterClasses), RuleError> {
    let source = parser::parse(text, limits)?;
    let mut work = Work::new(text);
    let positions = Positions::new(&source, &mut work)?;
    let mut used = vec![false; source.sets.len()];
    for position in &positions.list {
        if let positions::PositionKind::Set(set) = position
            && let Some(used) = used.get_mut(*set)
        {
            *used = true;
        }
    }
    let mut classes = CharacterClasses::new(&source.sets, &used, source.dictionary, &mut work)?;
    let mut automaton = automaton::build(&positions, &classes, limits, &mut work)?;
    minimize::merge_states(&mut automaton);
    let merged = minimize::merge_classes(&mut automaton, &classes.dictionary, END_OF_TEXT + 1);
    for (_, class) in &mut classes.ranges {
        *class = merged.item(*class);
    }
    classes.ranges.dedup_by_key(|range| range.1);
    let mut dictionary = vec![false; automaton.classes];
    for (&class, _) in merged.iter().zip(&classes.dictionary).filter(|&(_, &is_dictionary)| is_dictionary) {
        if let Some(slot) = dictionary.get_mut(class) {
            *slot = true;
        }
    }
    classes.dictionary = dictionary;
    Ok((automaton, classes))
}
