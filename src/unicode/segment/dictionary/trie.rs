//! Word lists as double-array tries over minimal automata: equal suffixes share nodes, and a step is one comparison.
//!
//! A node has a base; its child for a label is at base + label, and that cell repeats the label. No two nodes share a
//! base, so the label identifies the parent of a cell. Label 0 is unused.
//!
//! A trie is stored as its nodes ([`read_automaton`]) and expanded when a text first needs it, with cells of 32 bits
//! (words) or 48 bits (words with costs).

use crate::unicode::part::SlicePart;
use crate::unicode::scan::prefetch;
use crate::unicode::segment::table_file::TableCursor;

/// A node in the double array.
#[derive(Clone, Copy, Debug, Default)]
struct DoubleArrayNode {
    /// The base of the children; 0 if there are none.
    base: u32,
    /// 0 if no word ends at the node, otherwise the cost, or 1.
    value: u32,
}

/// The maximum number of cells.
const MAX_CELLS: usize = 1 << 24;

/// Reads a stored automaton into the cells of a double array; also returns the root.
///
/// The format: the number of cells, then, each as [`TableCursor::series`], for the nodes with children in breadth-first
/// order, which is the order of their placement, so that numbers stay small: numbers of children; cells of the first
/// children, as differences from the preceding node (zigzag); labels of children, the first one unchanged, the others
/// as differences from the preceding sibling; values; and a reference per child: its value times 2 plus 1 if it has no
/// children, 0 if it is the next node in order, otherwise twice the distance back from that node.
fn read_automaton<C: Clone + Default>(
    table: &mut TableCursor<'_>,
    cell: impl Fn(u32, DoubleArrayNode) -> C,
) -> (DoubleArrayNode, Vec<C>) {
    let length = table.leb128() as usize;
    // The arrays are read side by side, directly from the table: copies would be twice as large as the cells.
    let [counts, firsts, labels, values, children] = std::array::from_fn(|_| table.skip_series());
    let mut nodes = Vec::with_capacity(counts.length);
    let (mut first, mut next_labels) = (0_i64, labels);
    for ((count, distance), value) in counts.zip(firsts).zip(values) {
        first += from_zigzag(distance);
        let label = next_labels.next().unwrap_or(0);
        nodes.push(DoubleArrayNode { base: (first - i64::from(label)) as u32, value });
        next_labels.by_ref().take((count as usize).saturating_sub(1)).for_each(|_| {});
    }
    let mut cells = vec![C::default(); length.min(MAX_CELLS)];
    let mut siblings = labels.zip(children);
    let mut found = 1;
    for (node, count) in nodes.iter().zip(counts) {
        let mut label = 0;
        for (distance, child) in siblings.by_ref().take(count as usize) {
            label += distance;
            let child = match child & 1 {
                0 => {
                    let number = usize::wrapping_sub(found, (child >> 1) as usize);
                    found += usize::from(child == 0);
                    nodes.item(number)
                }
                _ => DoubleArrayNode { base: 0, value: child >> 1 },
            };
            if let Some(slot) = cells.get_mut((node.base + label) as usize) {
                *slot = cell(label, child);
            }
        }
    }
    (nodes.first().copied().unwrap_or_default(), cells)
}

/// Zigzag encoding, which maps small numbers of either sign to small numbers: 0, -1, 1, -2, …
pub(super) fn zigzag(number: i64) -> u32 {
    (number << 1 ^ number >> 63) as u32
}

/// The inverse of [`zigzag`].
fn from_zigzag(number: u32) -> i64 {
    i64::from(number >> 1) ^ -i64::from(number & 1)
}

/// A word list without costs. A cell has 8 bits for the label, 1 bit that is set if a word ends there, 23 bits for the
/// base of the child.
#[derive(Clone, Debug)]
pub(super) struct WordTrie {
    root: u32,
    cells: Vec<u32>,
}

impl WordTrie {
    /// The node without children.
    pub(super) const LEAF: u32 = 0;

    /// Reads a stored automaton.
    pub(super) fn read(table: &mut TableCursor<'_>) -> WordTrie {
        let (root, cells) = read_automaton(table, |label, child| label | child.value << 8 | child.base << 9);
        WordTrie { root: root.base, cells }
    }

    /// The root node.
    #[inline]
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The child for a label, and whether a word ends there.
    #[inline]
    pub(super) fn step(&self, base: u32, label: u8) -> Option<(u32, bool)> {
        let cell = self.cells.get((base + u32::from(label)) as usize).copied().unwrap_or(0);
        (cell & 0xFF == u32::from(label) && label != 0).then_some((cell >> 9, cell & 0x100 != 0))
    }
}

/// A node of a [`CostTrie`]: the base of its children times 256, plus the cost of the word that ends there, 0 if none
/// does. 0 if there is no such node; a node without children has base 0, from which every step fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CostTrieNode(u32);

impl CostTrieNode {
    /// The cost of the word that ends at the node; 0 if none does.
    #[inline(always)]
    pub(super) fn word_cost(self) -> u64 {
        u64::from(self.0 & 0xFF)
    }

    /// Whether longer words start with those that lead to the node.
    #[inline(always)]
    pub(super) fn has_children(self) -> bool {
        self.0 >> 8 != 0
    }

    /// The index of the child for a label.
    #[inline(always)]
    fn child(self, label: u16) -> usize {
        (self.0 >> 8) as usize + usize::from(label)
    }
}

/// A word list with costs.
#[derive(Clone, Debug)]
pub(super) struct CostTrie {
    root: CostTrieNode,
    /// The label, and the lower and upper half of the child's [`CostTrieNode`]: 3.5 MB for Chinese and Japanese.
    cells: Vec<[u16; 3]>,
}

impl CostTrie {
    /// Reads a stored automaton.
    pub(super) fn read(table: &mut TableCursor<'_>) -> CostTrie {
        let (root, cells) = read_automaton(table, |label, child| {
            let child = child.base << 8 | child.value;
            [label as u16, child as u16, (child >> 16) as u16]
        });
        CostTrie { root: CostTrieNode(root.base << 8), cells }
    }

    /// The root node.
    #[inline]
    pub(super) fn root(&self) -> CostTrieNode {
        self.root
    }

    /// Prefetches the cell that a step will read: the cells take megabytes, more than the nearest caches.
    #[inline(always)]
    pub(super) fn prefetch(&self, node: CostTrieNode, label: u16) {
        prefetch(&self.cells, node.child(label));
    }

    /// The child for a label.
    #[inline(always)]
    pub(super) fn step(&self, node: CostTrieNode, label: u16) -> CostTrieNode {
        let [own, low, high] = self.cells.get(node.child(label)).copied().unwrap_or([0; 3]);
        CostTrieNode(if own == label { u32::from(low) | u32::from(high) << 16 } else { 0 })
    }
}
