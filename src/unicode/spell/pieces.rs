//! A prefilter for terms that consist of literals of the rules: most words that start and end like numbers do not.
//!
//! The literals that may be part of a number, in the form of lenient parsing, are stored in a trie. A term that is parsed as a
//! whole is a sequence of literals; the converse need not hold.
//!
//! ```text
//! reached = {0}                                       a bit for each offset
//! for each offset in reached, in order:
//!     follow the trie from there on; each literal that ends adds its offset to reached
//! made of pieces = the end is reached
//! ```
//!
//! Units are asked for one by one, since most terms leave the trie after a few.

/// A trie of the literals.
#[derive(Debug)]
pub(super) struct LiteralTrie {
    /// The index of the first edge of each node, and the number of all edges.
    first: Vec<u32>,
    edges: Vec<(u32, u32)>,
    /// Whether a literal ends at a node.
    ends: Vec<bool>,
    /// The children of the root by the lowest bits of their unit; 0 for none, `u32::MAX` for several.
    root: Vec<u32>,
}

/// A unit of a term.
#[derive(Clone, Copy)]
pub(super) enum TermUnit {
    Known(u32),
    /// The unit and those after it are unknown.
    Unknown,
    /// The term ends before it.
    End,
}

/// The maximum number of units of a term that is tested.
pub(super) const MAX_UNITS: usize = 63;

/// The number of root children that are looked up directly.
const ROOTS: usize = 64;

/// The maximum number of nodes; a larger trie is not built.
const MAX_NODES: usize = 1 << 16;

impl LiteralTrie {
    /// Creates the trie of these keys, without empty ones. `None` if there are too many nodes.
    pub(super) fn new(mut keys: Vec<Vec<u32>>) -> Option<LiteralTrie> {
        keys.sort_unstable();
        keys.dedup();
        keys.retain(|key| !key.is_empty());
        let mut pieces = LiteralTrie { first: vec![0], edges: Vec::new(), ends: vec![false], root: vec![0; ROOTS] };
        // Nodes in breadth-first order: each is the range of sorted keys that share a prefix.
        let mut open = std::collections::VecDeque::from([(0, keys.len(), 0usize)]);
        while let Some((start, end, depth)) = open.pop_front() {
            let mut at = start;
            while let Some(unit) = keys.get(at).filter(|_| at < end).and_then(|key| key.get(depth)).copied() {
                let same = keys.get(at..end).unwrap_or_default();
                let next = at + same.partition_point(|key| key.get(depth) == Some(&unit));
                let node = pieces.ends.len() as u32;
                let is_end = keys.get(at).is_some_and(|key| key.len() == depth + 1);
                pieces.edges.push((unit, node));
                pieces.ends.push(is_end);
                if pieces.ends.len() > MAX_NODES {
                    return None;
                }
                // The key that ends here comes first; it has no further units.
                open.push_back((at + usize::from(is_end), next, depth + 1));
                at = next;
            }
            pieces.first.push(pieces.edges.len() as u32);
        }
        for (unit, node) in pieces.edges.iter().take(pieces.first.get(1).map_or(0, |end| *end as usize)) {
            if let Some(slot) = pieces.root.get_mut(*unit as usize % ROOTS) {
                *slot = if *slot == 0 { *node } else { u32::MAX };
            }
        }
        Some(pieces)
    }

    /// Whether the units, by offset, are a sequence of literals. True if an unknown unit, or too many units, are reached.
    #[inline]
    pub(super) fn make(&self, mut unit: impl FnMut(usize) -> TermUnit) -> bool {
        let mut reached = 1u64;
        while reached != 0 {
            let at = reached.trailing_zeros() as usize;
            reached &= reached - 1;
            let TermUnit::Known(first) = unit(at) else { return true };
            let Some(mut node) = self.root_child(first) else { continue };
            for end in at + 1.. {
                let is_end = self.ends.get(node as usize) == Some(&true);
                match unit(end) {
                    TermUnit::Known(unit) if end <= MAX_UNITS => {
                        reached |= u64::from(is_end) << end;
                        match self.child(node as usize, unit) {
                            Some(child) => node = child,
                            None => break,
                        }
                    }
                    TermUnit::End if !is_end => break,
                    TermUnit::Known(_) | TermUnit::Unknown | TermUnit::End => return true,
                }
            }
        }
        false
    }

    #[inline]
    fn root_child(&self, unit: u32) -> Option<u32> {
        match self.root.get(unit as usize % ROOTS).copied() {
            Some(u32::MAX) => self.child(0, unit),
            // The only child in this slot may have another unit.
            Some(node) if node > 0 => {
                self.edges.get(node as usize - 1).filter(|edge| edge.0 == unit).map(|edge| edge.1)
            }
            _ => None,
        }
    }

    #[inline]
    fn child(&self, node: usize, unit: u32) -> Option<u32> {
        let (start, end) = (*self.first.get(node)? as usize, *self.first.get(node + 1)? as usize);
        self.edges.get(start..end)?.iter().find(|edge| edge.0 == unit).map(|edge| edge.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether some first piece is followed by nothing or by pieces.
    fn is_made(keys: &[Vec<u32>], units: &[u32]) -> bool {
        let after = |key: &Vec<u32>| units.strip_prefix(key.as_slice()).filter(|_| !key.is_empty());
        keys.iter().filter_map(after).any(|rest| rest.is_empty() || is_made(keys, rest))
    }

    proptest! {
        #[test]
        fn trie_equals_the_definition(
            keys in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![1u32, 2, 3, 65, 129]), 0..4), 0..6),
            units in prop::collection::vec(prop::sample::select(vec![1u32, 2, 3, 65, 129]), 0..9),
        ) {
            let pieces = LiteralTrie::new(keys.clone()).unwrap();
            prop_assert_eq!(make(&pieces, &units), units.is_empty() || is_made(&keys, &units));
        }
    }

    fn make(pieces: &LiteralTrie, units: &[u32]) -> bool {
        pieces.make(|at| units.get(at).map_or(TermUnit::End, |unit| TermUnit::Known(*unit)))
    }

    #[test]
    fn long_terms_pass() {
        let pieces = LiteralTrie::new(vec![vec![7]]).unwrap();
        assert!(make(&pieces, &[7; MAX_UNITS]) && make(&pieces, &[7; MAX_UNITS + 1]));
        let mut other = [7; MAX_UNITS];
        other[MAX_UNITS - 1] = 8;
        assert!(!make(&pieces, &other));
    }

    #[test]
    fn unknown_units_pass_if_reached() {
        let pieces = LiteralTrie::new(vec![vec![7]]).unwrap();
        let units =
            |known: Vec<u32>| move |at: usize| known.get(at).map_or(TermUnit::Unknown, |unit| TermUnit::Known(*unit));
        assert!(pieces.make(units(vec![7, 7])) && pieces.make(units(vec![])));
        assert!(!pieces.make(units(vec![7, 8])));
    }
}
