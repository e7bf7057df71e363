//! Merges equivalent states (Moore's algorithm), and classes that no state distinguishes.

use super::automaton::{Automaton, DEAD, START};
use crate::unicode::part::SlicePart;
use std::collections::HashMap;

/// The maximum number of cells that are read: a hostile automaton that needs more is not minimised, which is correct
/// but larger.
const MAX_STEPS: usize = 100 << 20;

/// Merges equivalent states; [`DEAD`] and [`START`] keep their numbers.
pub(super) fn merge_states(automaton: &mut Automaton) {
    let Some(blocks) = refine(automaton) else { return };
    let count = blocks.iter().max().map_or(0, |&last| last as usize + 1);
    let mut states = vec![None; count];
    let mut targets = vec![0; count * automaton.classes];
    for ((state, row), &block) in automaton.states.iter().zip(automaton.targets.chunks(automaton.classes)).zip(&blocks)
    {
        let Some(place @ None) = states.get_mut(block as usize) else { continue };
        *place = Some(state.clone());
        let start = block as usize * automaton.classes;
        for (cell, target) in targets.iter_mut().skip(start).zip(row) {
            *cell = blocks.item(*target as usize);
        }
    }
    automaton.states = states.into_iter().flatten().collect();
    automaton.targets = targets;
}

/// The block of each state, numbered by first appearance.
fn refine(automaton: &Automaton) -> Option<Vec<u32>> {
    let mut steps = 0;
    let mut known = HashMap::new();
    let mut blocks: Vec<u32> = Vec::new();
    for (number, state) in automaton.states.iter().enumerate() {
        let special = matches!(number, DEAD | START).then_some(number);
        let next = known.len() as u32;
        blocks.push(*known.entry((special, state)).or_insert(next));
    }
    let mut count = known.len();
    loop {
        let mut signatures: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut refined = Vec::with_capacity(blocks.len());
        for (row, &block) in automaton.targets.chunks(automaton.classes).zip(&blocks) {
            let mut signature = vec![block];
            signature.extend(row.iter().map(|&target| blocks.item(target as usize)));
            let next = signatures.len() as u32;
            refined.push(*signatures.entry(signature).or_insert(next));
        }
        steps += automaton.targets.len();
        if signatures.len() == count {
            return Some(refined);
        }
        if steps > MAX_STEPS {
            return None;
        }
        count = signatures.len();
        blocks = refined;
    }
}

/// Merges equal columns, those of `$dictionary` among themselves; returns the new class of each old one. The first
/// `keep` classes keep their numbers.
pub(super) fn merge_classes(automaton: &mut Automaton, dictionary: &[bool], keep: usize) -> Vec<usize> {
    let rows: Vec<&[u32]> = automaton.targets.chunks(automaton.classes).collect();
    let mut known: HashMap<(bool, Vec<u32>), usize> = HashMap::new();
    let mut columns = Vec::new();
    let mut merged = Vec::with_capacity(automaton.classes);
    for class in 0..automaton.classes {
        let targets = rows.iter().map(|row| row.item(class));
        let column = (dictionary.get(class) == Some(&true), targets.collect::<Vec<u32>>());
        let number = match known.get(&column) {
            Some(&number) if class >= keep => number,
            _ => {
                columns.push(class);
                columns.len() - 1
            }
        };
        // The end of the text is never merged with the class of a character.
        if class != super::classes::END_OF_TEXT {
            known.entry(column).or_insert(number);
        }
        merged.push(number);
    }
    let targets = rows.iter().flat_map(|row| columns.iter().map(|&class| row.item(class))).collect();
    automaton.classes = columns.len();
    automaton.targets = targets;
    merged
}
