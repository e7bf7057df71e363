//! Word lists as double arrays over minimal automata: words that end alike share their ends, and a step is one comparison.
//!
//! A node has a base; its child by a label stands at base + label, and the cell there repeats the label. No two nodes have
//! the same base, so the label alone says whose child a cell is. Label 0 is none.
//!
//! Two forms: without costs, read where it stands (32 bits: label 8, word 1, base of the child 23), and with costs, which is
//! stored without its empty cells and with the nodes apart, and made when first asked for.

use super::super::table::{Table, Words};
use crate::unicode::scan::prefetch;

/// A word list without costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordTrie {
    root: u32,
    cells: Words<'static>,
}

impl WordTrie {
    pub(super) fn read(table: &mut Table<'static>) -> WordTrie {
        WordTrie { root: table.number(), cells: table.words() }
    }

    /// Where all words start.
    #[inline]
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The child by a label, and whether a word ends there.
    #[inline]
    pub(super) fn step(&self, base: u32, label: u8) -> Option<(u32, bool)> {
        let cell = self.cells.get((base + u32::from(label)) as usize);
        (cell & 0xFF == u32::from(label) && label != 0).then_some((cell >> 9, cell & 0x100 != 0))
    }
}

/// A word list with costs.
#[derive(Clone, Debug)]
pub(super) struct CostTrie {
    root: u32,
    /// Label, and from bit 32 on the child as [`CostTrie::step`] gives it.
    cells: Vec<u64>,
}

/// The bit of a stored cell whose child has no children; then its cost follows, else the number of the child's node.
pub(in crate::unicode::segment) const LEAF: u32 = 1 << 14;
/// Where that stands.
pub(in crate::unicode::segment) const REST: u32 = 15;

impl CostTrie {
    /// Stored are: the base of the root; a bit for each cell that is not empty; these cells; the nodes with children, as
    /// [`CostTrie::step`] gives them.
    pub(super) fn read(table: &mut Table<'_>) -> CostTrie {
        let root = table.number() << 8;
        let (full, stored, nodes) = (table.words(), table.words(), table.words());
        let mut next = 0;
        let cells = (0..32 * full.len()).map(|at| {
            if full.get(at / 32) >> (at % 32) & 1 == 0 {
                return 0;
            }
            let cell = stored.get(next);
            next += 1;
            let rest = cell >> REST;
            let child = if cell & LEAF != 0 { rest } else { nodes.get(rest as usize) };
            u64::from(cell & (LEAF - 1)) | u64::from(child) << 32
        });
        CostTrie { root, cells: cells.collect() }
    }

    /// Where all words start.
    #[inline]
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// Has the cell that a step will look at loaded meanwhile: the cells take megabytes, more than the nearest caches.
    #[inline(always)]
    pub(super) fn prefetch(&self, node: u32, label: u16) {
        prefetch(&self.cells, (node >> 8) as usize + usize::from(label));
    }

    /// The child by a label, its base times 256 and the cost of the word that ends there, 0 if none. 0 if there is no child; a
    /// child without children has base 0, from which no step leads on.
    #[inline(always)]
    pub(super) fn step(&self, node: u32, label: u16) -> u32 {
        let at = (node >> 8) as usize + usize::from(label);
        let cell = self.cells.get(at).copied().unwrap_or(0);
        if cell as u32 == u32::from(label) { (cell >> 32) as u32 } else { 0 }
    }
}
