//! First, last and follow positions of the rules (the direct construction of a DFA from regular expressions): a
//! position is one leaf of the syntax trees, or the end of the rules.

use super::parser::ParsedBreakRules;
use super::syntax::{Expression, NodeId};
use super::work::Work;
use crate::unicode::rule_text::RuleError;

/// The maximum number of positions of a rule text.
pub(super) const MAX_POSITIONS: usize = 8192;

/// The meaning of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionKind {
    /// A character of a set.
    Set(usize),
    /// `/` of the statement with this number.
    Lookahead(usize),
    /// The end of a rule with lookahead, by the number of its statement.
    LookaheadEnd(usize),
    /// A status.
    Status(u32),
    /// The end of all rules.
    End,
}

/// A set of positions.
pub(super) type PositionSet = Box<[u64]>;

/// The positions of all rules, and their follow sets.
#[derive(Debug)]
pub(super) struct Positions {
    /// The positions in text order.
    pub(super) list: Vec<PositionKind>,
    /// The follow set of each position.
    pub(super) follow: Vec<PositionSet>,
    /// The first positions of all rules.
    pub(super) first: PositionSet,
    /// The first positions of the rules that may be chained into.
    pub(super) chained: PositionSet,
    /// The number of words of a position set.
    words: usize,
}

/// The properties of a subtree: nullable, first and last positions.
#[derive(Clone, Debug, Default)]
struct SubtreePositions {
    nullable: bool,
    first: Vec<usize>,
    last: Vec<usize>,
}

impl Positions {
    /// Numbers the positions of all rules and computes the follow sets.
    pub(super) fn new(source: &ParsedBreakRules, work: &mut Work<'_>) -> Result<Positions, RuleError> {
        let mut list = Vec::new();
        let mut leaves: Vec<(NodeId, usize)> = Vec::new();
        let used = used_nodes(source);
        for (id, (node, _)) in source.tree.nodes.iter().zip(&used).enumerate().filter(|(_, (_, used))| **used) {
            let position = match *node {
                Expression::Set(set) => PositionKind::Set(set),
                Expression::Lookahead(statement) => PositionKind::Lookahead(statement),
                Expression::Status(value) => PositionKind::Status(value),
                _ => continue,
            };
            leaves.push((id, list.len()));
            list.push(position);
        }
        let ends: Vec<Option<usize>> = source
            .rules
            .iter()
            .map(|rule| {
                rule.has_lookahead.then(|| {
                    list.push(PositionKind::LookaheadEnd(rule.statement));
                    list.len() - 1
                })
            })
            .collect();
        list.push(PositionKind::End);
        if list.len() > MAX_POSITIONS {
            return Err(work.limit(format!("the rules have more than {MAX_POSITIONS} characters and sets")));
        }
        let words = list.len().div_ceil(64);
        let empty: PositionSet = vec![0; words].into();
        let mut positions =
            Positions { follow: vec![empty.clone(); list.len()], first: empty.clone(), chained: empty, list, words };
        let mut parts = vec![SubtreePositions::default(); source.tree.nodes.len()];
        positions.link_nodes(source, &used, &leaves, &mut parts, work)?;
        positions.link_rules(source, &mut parts, &ends, work)?;
        Ok(positions)
    }

    /// An empty set of positions.
    pub(super) fn none(&self) -> PositionSet {
        vec![0; self.words].into()
    }

    /// Links the positions within rules; `parts` receives the positions of each node that is not part of another.
    fn link_nodes(
        &mut self,
        source: &ParsedBreakRules,
        used: &[bool],
        leaves: &[(NodeId, usize)],
        parts: &mut [SubtreePositions],
        work: &mut Work<'_>,
    ) -> Result<(), RuleError> {
        let mut leaves = leaves.iter().peekable();
        for (id, node) in source.tree.nodes.iter().enumerate() {
            if used.get(id) != Some(&true) {
                continue;
            }
            let mut take = |id: NodeId| parts.get_mut(id).map(std::mem::take).unwrap_or_default();
            let part = match *node {
                Expression::Set(_) | Expression::Lookahead(_) | Expression::Status(_) => {
                    let position = leaves.next_if(|(leaf, _)| *leaf == id).map_or(0, |&(_, position)| position);
                    let nullable = !matches!(node, Expression::Set(_));
                    SubtreePositions { nullable, first: vec![position], last: vec![position] }
                }
                Expression::Concatenation(left, right) => {
                    let (left, right) = (take(left), take(right));
                    self.follow_with(&left.last, &right.first, work)?;
                    sequence(left, right)
                }
                Expression::Alternation(left, right) => {
                    let (mut left, right) = (take(left), take(right));
                    left.nullable |= right.nullable;
                    left.first.extend(right.first);
                    left.last.extend(right.last);
                    left
                }
                Expression::Optional(inner) => SubtreePositions { nullable: true, ..take(inner) },
                Expression::ZeroOrMore(inner) | Expression::OneOrMore(inner) => {
                    let mut inner = take(inner);
                    self.follow_with(&inner.last, &inner.first, work)?;
                    // As in ICU, `+` requires at least one character even if its operand is nullable.
                    inner.nullable = matches!(node, Expression::ZeroOrMore(_));
                    inner
                }
            };
            if let Some(slot) = parts.get_mut(id) {
                *slot = part;
            }
        }
        Ok(())
    }

    /// Links the positions of rules with their ends: of all rules, and of each rule with look-ahead in `ends`.
    fn link_rules(
        &mut self,
        source: &ParsedBreakRules,
        parts: &mut [SubtreePositions],
        ends: &[Option<usize>],
        work: &mut Work<'_>,
    ) -> Result<(), RuleError> {
        let end = self.list.len() - 1;
        for (rule, lookahead_end) in source.rules.iter().zip(ends) {
            let mut part = parts.get_mut(rule.root).map(std::mem::take).unwrap_or_default();
            if let Some(position) = *lookahead_end {
                self.follow_with(&part.last, &[position], work)?;
                part =
                    sequence(part, SubtreePositions { nullable: false, first: vec![position], last: vec![position] });
            }
            // The first positions of the rule itself: the end of a rule is not a position to chain into.
            part.first.iter().for_each(|&position| {
                insert(&mut self.first, position);
                if rule.chains_in {
                    insert(&mut self.chained, position);
                }
            });
            if part.nullable {
                insert(&mut self.first, end);
            }
            self.follow_with(&part.last, &[end], work)?;
        }
        Ok(())
    }

    fn follow_with(&mut self, last: &[usize], first: &[usize], work: &mut Work<'_>) -> Result<(), RuleError> {
        work.add(first.len() + last.len() * self.words)?;
        let mut bits = self.none();
        first.iter().for_each(|&position| insert(&mut bits, position));
        for &position in last {
            if let Some(follow) = self.follow.get_mut(position) {
                unite(follow, &bits);
            }
        }
        Ok(())
    }
}

/// Whether each node belongs to a rule: false in definitions of variables and in reverse rules.
fn used_nodes(source: &ParsedBreakRules) -> Vec<bool> {
    let mut used = vec![false; source.tree.nodes.len()];
    let mark = |used: &mut [bool], id: NodeId| {
        if let Some(used) = used.get_mut(id) {
            *used = true;
        }
    };
    source.rules.iter().for_each(|rule| mark(&mut used, rule.root));
    // Operands precede their operators.
    for (id, node) in source.tree.nodes.iter().enumerate().rev() {
        if used.get(id) != Some(&true) {
            continue;
        }
        let (left, right) = match *node {
            Expression::Concatenation(left, right) | Expression::Alternation(left, right) => (Some(left), Some(right)),
            Expression::ZeroOrMore(inner) | Expression::OneOrMore(inner) | Expression::Optional(inner) => {
                (Some(inner), None)
            }
            _ => (None, None),
        };
        [left, right].into_iter().flatten().for_each(|operand| mark(&mut used, operand));
    }
    used
}

fn sequence(mut left: SubtreePositions, mut right: SubtreePositions) -> SubtreePositions {
    let nullable = left.nullable && right.nullable;
    if left.nullable {
        left.first.extend(right.first);
    }
    if right.nullable {
        left.last.append(&mut right.last);
        right.last = left.last;
    }
    SubtreePositions { nullable, first: left.first, last: right.last }
}

/// Adds a position to a set.
pub(super) fn insert(bits: &mut PositionSet, position: usize) {
    if let Some(word) = bits.get_mut(position / 64) {
        *word |= 1 << (position % 64);
    }
}

/// Whether a position is in a set.
pub(super) fn contains(bits: &PositionSet, position: usize) -> bool {
    bits.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
}

/// Adds all positions of one set to another.
pub(super) fn unite(into: &mut PositionSet, from: &PositionSet) {
    into.iter_mut().zip(from.iter()).for_each(|(into, from)| *into |= from);
}

/// The positions of a set, ascending.
pub(super) fn members(bits: &PositionSet) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(index, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(index * 64 + bit)
        })
    })
}
