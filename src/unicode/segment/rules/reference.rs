//! The reference implementation of break rules: simulates the set of rule positions, without classes, states, tables or
//! batches, and tests every character with the sets themselves.

use super::parser::{self, ParsedBreakRules};
use super::positions::{PositionKind, PositionSet, Positions, contains, members, unite};
use super::work::Work;
use crate::unicode::rule_text::Limits;
use std::collections::HashMap;

/// The maximum number of positions: each character costs as many steps.
const MAX_POSITIONS: usize = 600;

/// Ends and statuses of the segments, in characters. `None` for rules that can't be parsed, have too many positions, or
/// have several lookahead rules: two of them may share a slot, which only the compiler assigns.
pub(crate) fn reference_segments(rules: &str, text: &[char]) -> Option<Vec<(usize, u32)>> {
    let source = parser::parse(rules, &Limits::default()).ok()?;
    let positions = Positions::new(&source, &mut Work::new(rules)).ok()?;
    let lookahead = source.rules.iter().filter(|rule| rule.has_lookahead).count();
    (lookahead <= 1 && positions.list.len() <= MAX_POSITIONS).then(|| segments(&source, &positions, text))
}

/// Ends and statuses of the segments, in characters.
fn segments(source: &ParsedBreakRules, positions: &Positions, text: &[char]) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let (end, status) = longest_match(source, positions, text, start).unwrap_or((start + 1, 0));
        found.push((end, status));
        start = end;
    }
    found
}

fn longest_match(
    source: &ParsedBreakRules,
    positions: &Positions,
    text: &[char],
    start: usize,
) -> Option<(usize, u32)> {
    let mut open = positions.first.clone();
    let mut best = None;
    let mut marks = HashMap::new();
    for at in start..=text.len() {
        let c = text.get(at).copied();
        open = step(source, positions, &open, c);
        let end = (at + 1).min(text.len());
        let status = statuses(positions, &open);
        let finished = members(&open).find_map(|position| match positions.list[position] {
            // Without a `/` of its own number it matches nothing.
            PositionKind::LookaheadEnd(rule) if positions.list.contains(&PositionKind::Lookahead(rule)) => Some(rule),
            _ => None,
        });
        match finished {
            Some(rule) => {
                if let Some(&place) = marks.get(&rule) {
                    return Some((place, status));
                }
            }
            None if contains(&open, positions.list.len() - 1) => best = Some((end, status)),
            None => {}
        }
        for position in members(&open) {
            if let PositionKind::Lookahead(rule) = positions.list[position] {
                marks.insert(rule, end);
            }
        }
    }
    best
}

fn step(source: &ParsedBreakRules, positions: &Positions, open: &PositionSet, c: Option<char>) -> PositionSet {
    let takes = |position: usize| match positions.list[position] {
        PositionKind::Set(set) => match c {
            Some(c) => source.sets[set].contains(c.into()),
            None => source.sets[set].strings().any(|string| string == "eof"),
        },
        _ => false,
    };
    let mut next = positions.none();
    for position in members(open).filter(|&position| takes(position)) {
        let follow = &positions.follow[position];
        unite(&mut next, follow);
        if contains(follow, positions.list.len() - 1) {
            for chained in members(&positions.chained).filter(|&chained| takes(chained)) {
                unite(&mut next, &positions.follow[chained]);
            }
        }
    }
    next
}

fn statuses(positions: &Positions, open: &PositionSet) -> u32 {
    let values = members(open).filter_map(|position| match positions.list[position] {
        PositionKind::Status(value) => Some(value),
        _ => None,
    });
    values.max().unwrap_or(0)
}
