//! The deterministic automaton of the rules: subset construction over positions, with chaining.
//!
//! Chaining (`!!chain`): where a rule has matched up to a character, another rule that may start with that character
//! continues from there. So after a class `k` at an end position, the follow sets of all chainable first positions of
//! class `k` are added. A state also records whether the match contains a character of `$dictionary`.

use super::classes::{CharacterClasses, END_OF_TEXT};
use super::positions::{PositionKind, PositionSet, Positions, contains, members, unite};
use super::work::Work;
use crate::memory;
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::segment::dfa::STATE_BITS;
use std::collections::HashMap;

/// The number of the dead state.
pub(in crate::unicode::segment) const DEAD: usize = 0;
/// The number of the start state.
pub(in crate::unicode::segment) const START: usize = 1;

/// The maximum number of table cells: 32 MiB during the construction.
const MAX_CELLS: usize = 8 << 20;
// The table has a cell more for each state, which has at least two classes, and offsets in it are states.
const _: () = assert!(MAX_CELLS + MAX_CELLS / 2 <= 1 << STATE_BITS);

/// Whether and where a state ends a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::unicode::segment) enum MatchEnd {
    /// No match ends.
    #[default]
    No,
    /// A match ends here.
    Here,
    /// A match ends at the offset in the lookahead slot, and the search stops.
    Lookahead(usize),
}

/// The properties of a state, apart from its transitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::unicode::segment) struct AutomatonState {
    /// Whether and where a match ends.
    pub(in crate::unicode::segment) accept: MatchEnd,
    /// The lookahead slot that stores this offset; 0 for none.
    pub(in crate::unicode::segment) lookahead_slot: usize,
    /// The status of a match that ends here: the greatest one of the rules.
    pub(in crate::unicode::segment) status: u32,
    /// Whether the match contains a character of `$dictionary`.
    pub(in crate::unicode::segment) dictionary: bool,
}

/// States and transitions, with `classes` transitions per state.
#[derive(Debug, Default)]
pub(in crate::unicode::segment) struct Automaton {
    /// The states, starting with [`DEAD`] and [`START`].
    pub(in crate::unicode::segment) states: Vec<AutomatonState>,
    /// The target of state `s` for class `c`, at `s * classes + c`.
    pub(in crate::unicode::segment) targets: Vec<u32>,
    /// The number of classes.
    pub(in crate::unicode::segment) classes: usize,
}

struct DfaBuilder<'s, 't> {
    positions: &'s Positions,
    classes: &'s CharacterClasses,
    /// For each class, the positions that chaining adds after an end position.
    chain: Vec<PositionSet>,
    known: HashMap<(PositionSet, bool), usize>,
    sets: Vec<(PositionSet, bool)>,
    work: &'s mut Work<'t>,
}

/// Builds the automaton.
pub(super) fn build(
    positions: &Positions,
    classes: &CharacterClasses,
    limits: &Limits,
    work: &mut Work<'_>,
) -> Result<Automaton, RuleError> {
    let chain = chain_sets(positions, classes, work)?;
    let mut builder = DfaBuilder { positions, classes, chain, known: HashMap::new(), sets: Vec::new(), work };
    builder.state(positions.none(), false);
    // The start is a state of its own, even if some character leads to the same positions.
    builder.sets.push((positions.first.clone(), false));
    let mut targets = vec![DEAD as u32; classes.count];
    let mut next = START;
    while next < builder.sets.len() {
        let row = builder.row(next)?;
        memory::reserve(&mut targets, row.len());
        targets.extend(row.into_iter().map(|target| target as u32));
        next += 1;
        let states = builder.sets.len();
        if states > limits.states {
            return Err(builder.work.limit(format!("the rules need more than {} states", limits.states)));
        }
        if states.saturating_mul(classes.count) > MAX_CELLS {
            let found = format!("a table of {states} states and {} character classes is too large", classes.count);
            return Err(builder.work.limit(found));
        }
    }
    let states = state_properties(&builder.sets, positions);
    Ok(Automaton { states, targets, classes: classes.count })
}

/// For each class, the positions that chaining adds after an end position.
fn chain_sets(
    positions: &Positions,
    classes: &CharacterClasses,
    work: &mut Work<'_>,
) -> Result<Vec<PositionSet>, RuleError> {
    work.add(classes.count * positions.none().len())?;
    let mut chain = vec![positions.none(); classes.count];
    for position in members(&positions.chained) {
        let Some(PositionKind::Set(set)) = positions.list.get(position) else { continue };
        let Some(follow) = positions.follow.get(position) else { continue };
        let classes = classes.of_set.get(*set).map_or(&[][..], Vec::as_slice);
        work.add(classes.len() * follow.len())?;
        for &class in classes {
            if let Some(bits) = chain.get_mut(class) {
                unite(bits, follow);
            }
        }
    }
    Ok(chain)
}

impl DfaBuilder<'_, '_> {
    /// The number of the state of these positions, which is added if it is new.
    fn state(&mut self, bits: PositionSet, dictionary: bool) -> usize {
        // The dead state is never split by the dictionary flag.
        let dictionary = dictionary && bits.iter().any(|&word| word != 0);
        if let Some(&number) = self.known.get(&(bits.clone(), dictionary)) {
            return number;
        }
        self.sets.push((bits.clone(), dictionary));
        // The start has number 1 and is not found by its positions.
        let number = self.sets.len() - 1;
        self.known.insert((bits, dictionary), number);
        number
    }

    /// The targets of a state, by class.
    fn row(&mut self, number: usize) -> Result<Vec<usize>, RuleError> {
        let Some((bits, has_dictionary)) = self.sets.get(number).cloned() else { return Ok(Vec::new()) };
        let end = self.positions.list.len() - 1;
        // The union of the follow positions for each set, so that each class adds it once.
        let mut after: Vec<(usize, PositionSet, bool)> = Vec::new();
        let mut index_of: HashMap<usize, usize> = HashMap::new();
        for position in members(&bits) {
            let Some(PositionKind::Set(set)) = self.positions.list.get(position) else { continue };
            let Some(follow) = self.positions.follow.get(position) else { continue };
            let index = *index_of.entry(*set).or_insert_with(|| {
                after.push((*set, self.positions.none(), false));
                after.len() - 1
            });
            if let Some((_, united, ends)) = after.get_mut(index) {
                unite(united, follow);
                *ends |= contains(follow, end);
            }
            self.work.add(bits.len())?;
        }
        let mut reached = vec![None::<PositionSet>; self.classes.count];
        for (set, follow, ends) in &after {
            let classes = self.classes.of_set.get(*set).map_or(&[][..], Vec::as_slice);
            self.work.add(2 * bits.len() * classes.len())?;
            for &class in classes {
                let Some(target) = reached.get_mut(class) else { continue };
                let target = target.get_or_insert_with(|| self.positions.none());
                unite(target, follow);
                if *ends && let Some(chained) = self.chain.get(class) {
                    unite(target, chained);
                }
            }
        }
        let none = self.positions.none();
        let targets = reached
            .into_iter()
            .enumerate()
            .map(|(class, target)| match target {
                None => DEAD,
                Some(target) if target == none => DEAD,
                Some(target) => {
                    let is_dictionary = class != END_OF_TEXT && self.classes.dictionary.get(class) == Some(&true);
                    self.state(target, has_dictionary || is_dictionary)
                }
            })
            .collect();
        Ok(targets)
    }
}

/// The accepting, lookahead and status properties of all states.
fn state_properties(sets: &[(PositionSet, bool)], positions: &Positions) -> Vec<AutomatonState> {
    // Statements whose `/` is in one state share a slot, since it is one offset in the text.
    let mut slots: HashMap<usize, usize> = HashMap::new();
    let mut last = 0;
    for (bits, _) in sets {
        let marks: Vec<usize> = members(bits)
            .filter_map(|position| match positions.list.get(position) {
                Some(&PositionKind::Lookahead(rule)) => Some(rule),
                _ => None,
            })
            .collect();
        let used = marks.iter().rev().find_map(|rule| slots.get(rule).copied());
        let slot = used.unwrap_or(last + 1);
        if !marks.is_empty() {
            last = last.max(slot);
        }
        slots.extend(marks.into_iter().map(|rule| (rule, slot)));
    }
    let properties = |(bits, dictionary): &(PositionSet, bool)| {
        let mut state = AutomatonState { dictionary: *dictionary, ..AutomatonState::default() };
        for position in members(bits) {
            match positions.list.get(position) {
                Some(PositionKind::Status(value)) => state.status = state.status.max(*value),
                Some(PositionKind::Lookahead(rule)) => state.lookahead_slot = slots.get(rule).copied().unwrap_or(0),
                // A lookahead match stops the search, so it takes precedence over an ordinary one.
                // Without a `/` of its own number, a rule with lookahead matches nothing, as in ICU.
                Some(PositionKind::LookaheadEnd(rule)) if state.accept == MatchEnd::No => {
                    state.accept = slots.get(rule).map_or(MatchEnd::No, |&slot| MatchEnd::Lookahead(slot));
                }
                Some(PositionKind::End) if state.accept == MatchEnd::No => state.accept = MatchEnd::Here,
                _ => {}
            }
        }
        state
    };
    sets.iter().map(properties).collect()
}
