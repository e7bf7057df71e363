//! A prefilter for terms that consist of literals of the rules: most words that start and end like numbers do not.
//!
//! The literals that may be part of a number, in the form of lenient comparison, are stored in a trie. A term that is
//! parsed as a whole is a sequence of literals; the converse need not hold.
//!
//! ```text
//! reached = {0}                                       a bit for each offset
//! for each offset in reached, in order:
//!     follow the trie from there on; each literal that ends adds its offset to reached
//!     if a mark is there: it may belong to the literal before it, so the offset after it is reached
//! may_spell = the end is reached
//! ```
//!
//! Units are requested one by one, since most terms leave the trie after a few.

use crate::unicode::part::SlicePart;

/// A trie of the literals.
#[derive(Debug)]
pub(super) struct LiteralTrie {
    /// The index of the first edge of each node, and the number of all edges.
    first_edge: Vec<u32>,
    edges: Vec<TrieEdge>,
    /// Whether a literal ends at a node.
    is_end: Vec<bool>,
    /// The children of the root by the lowest bits of their unit: 0 for none, [`SEVERAL`] for several.
    root_children: Vec<u32>,
}

/// An edge of the trie. Nodes are in breadth-first order, so edge `i` leads to node `i + 1`.
#[derive(Clone, Copy, Debug)]
struct TrieEdge {
    unit: u32,
    child: u32,
}

/// A unit of a term.
#[derive(Clone, Copy)]
pub(super) enum TermUnit {
    Known(u32),
    /// A mark, which a literal that ends before it matches, too.
    Mark(u32),
    /// The unit and those after it are unknown.
    Unknown,
    /// The term has a character that no literal has.
    Foreign,
    /// The term ends before it.
    End,
}

/// The maximum number of units of a term that is tested; a longer one passes.
pub(super) const MAX_UNITS: usize = 63;

/// The number of slots for children of the root.
const ROOT_SLOTS: usize = 64;

/// The slot of several children of the root.
const SEVERAL: u32 = u32::MAX;

/// The maximum number of nodes; a larger trie is not built.
const MAX_NODES: usize = 1 << 16;

impl LiteralTrie {
    /// Creates the trie of these literals, without empty ones. `None` if there are too many nodes.
    pub(super) fn new(mut literals: Vec<Vec<u32>>) -> Option<LiteralTrie> {
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|literal| !literal.is_empty());
        let mut trie = LiteralTrie {
            first_edge: vec![0],
            edges: Vec::new(),
            is_end: vec![false],
            root_children: vec![0; ROOT_SLOTS],
        };
        // Nodes in breadth-first order: each is the range of sorted literals that share a prefix of `depth` units.
        let mut pending = std::collections::VecDeque::from([(0, literals.len(), 0usize)]);
        while let Some((start, end, depth)) = pending.pop_front() {
            let mut at = start;
            while let Some(unit) = literals.get(at).filter(|_| at < end).and_then(|key| key.get(depth)).copied() {
                let rest = literals.part(at..end);
                let next = at + rest.partition_point(|literal| literal.get(depth) == Some(&unit));
                let is_end = literals.get(at).is_some_and(|literal| literal.len() == depth + 1);
                trie.edges.push(TrieEdge { unit, child: trie.is_end.len() as u32 });
                trie.is_end.push(is_end);
                if trie.is_end.len() > MAX_NODES {
                    return None;
                }
                // The literal that ends here comes first; it has no further units.
                pending.push_back((at + usize::from(is_end), next, depth + 1));
                at = next;
            }
            trie.first_edge.push(trie.edges.len() as u32);
        }
        let root_edges = trie.first_edge.get(1).map_or(0, |end| *end as usize);
        for edge in trie.edges.iter().take(root_edges) {
            if let Some(slot) = trie.root_children.get_mut(edge.unit as usize % ROOT_SLOTS) {
                *slot = if *slot == 0 { edge.child } else { SEVERAL };
            }
        }
        Some(trie)
    }

    /// Whether the units of a term, which `unit` returns by index, are a sequence of literals. True if an unknown unit
    /// is reached, or more than [`MAX_UNITS`] units.
    #[inline]
    pub(super) fn may_spell(&self, mut unit: impl FnMut(usize) -> TermUnit) -> bool {
        let mut reached = 1u64;
        while reached != 0 {
            let start = reached.trailing_zeros() as usize;
            reached &= reached - 1;
            let first = match unit(start) {
                TermUnit::Known(first) => first,
                TermUnit::Mark(first) => {
                    reached |= 2 << start;
                    first
                }
                TermUnit::Foreign => return false,
                TermUnit::Unknown | TermUnit::End => return true,
            };
            let Some(mut node) = self.root_child(first) else { continue };
            for end in start + 1.. {
                let is_end = self.is_end.get(node as usize) == Some(&true);
                match unit(end) {
                    TermUnit::Known(unit) | TermUnit::Mark(unit) if end <= MAX_UNITS => {
                        reached |= u64::from(is_end) << end;
                        match self.child(node as usize, unit) {
                            Some(child) => node = child,
                            None => break,
                        }
                    }
                    TermUnit::End if !is_end => break,
                    TermUnit::Foreign => return false,
                    TermUnit::Known(_) | TermUnit::Mark(_) | TermUnit::Unknown | TermUnit::End => return true,
                }
            }
        }
        false
    }

    #[inline]
    fn root_child(&self, unit: u32) -> Option<u32> {
        match self.root_children.get(unit as usize % ROOT_SLOTS).copied() {
            Some(SEVERAL) => self.child(0, unit),
            // The only child in this slot may have another unit.
            Some(node) if node > 0 => {
                self.edges.get(node as usize - 1).filter(|edge| edge.unit == unit).map(|edge| edge.child)
            }
            _ => None,
        }
    }

    #[inline]
    fn child(&self, node: usize, unit: u32) -> Option<u32> {
        let (start, end) = (*self.first_edge.get(node)? as usize, *self.first_edge.get(node + 1)? as usize);
        self.edges.get(start..end)?.iter().find(|edge| edge.unit == unit).map(|edge| edge.child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARK: u32 = 129;

    /// Reference implementation: some literal, with the marks that follow, is followed by nothing or by a sequence of
    /// literals.
    fn is_sequence(literals: &[Vec<u32>], units: &[u32]) -> bool {
        let after = |literal: &Vec<u32>| units.strip_prefix(literal.as_slice()).filter(|_| !literal.is_empty());
        let mut rests = literals.iter().filter_map(after).flat_map(|rest| {
            let marks = rest.iter().take_while(|unit| **unit == MARK).count();
            (0..=marks).map(move |count| &rest[count..])
        });
        rests.any(|rest| rest.is_empty() || is_sequence(literals, rest))
    }

    proptest! {
        #[test]
        fn trie_equals_the_definition(
            literals in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![1u32, 2, 3, 65, 129]), 0..4), 0..6),
            units in prop::collection::vec(prop::sample::select(vec![1u32, 2, 3, 65, MARK]), 0..9),
        ) {
            let trie = LiteralTrie::new(literals.clone()).unwrap();
            let units = &units[units.iter().take_while(|unit| **unit == MARK).count()..];
            prop_assert_eq!(may_spell(&trie, units), units.is_empty() || is_sequence(&literals, units));
        }
    }

    fn may_spell(trie: &LiteralTrie, units: &[u32]) -> bool {
        trie.may_spell(|at| match units.get(at) {
            Some(&MARK) => TermUnit::Mark(MARK),
            Some(unit) => TermUnit::Known(*unit),
            None => TermUnit::End,
        })
    }

    #[test]
    fn long_terms_pass() {
        let trie = LiteralTrie::new(vec![vec![7]]).unwrap();
        assert!(may_spell(&trie, &[7; MAX_UNITS]) && may_spell(&trie, &[7; MAX_UNITS + 1]));
        let mut other = [7; MAX_UNITS];
        other[MAX_UNITS - 1] = 8;
        assert!(!may_spell(&trie, &other));
    }

    #[test]
    fn unknown_units_pass_if_reached() {
        let trie = LiteralTrie::new(vec![vec![7]]).unwrap();
        let units =
            |known: Vec<u32>| move |at: usize| known.get(at).map_or(TermUnit::Unknown, |unit| TermUnit::Known(*unit));
        assert!(trie.may_spell(units(vec![7, 7])) && trie.may_spell(units(vec![])));
        assert!(!trie.may_spell(units(vec![7, 8])));
    }
}
