//! Word lists as double arrays over minimal automata: words that end alike share their ends, and a step is one comparison.
//!
//! A node has a base; its child by a label stands at base + label, and the cell there repeats the label. No two nodes have
//! the same base, so the label alone says whose child a cell is. Label 0 is none.
//!
//! Two forms: without costs (32 bits: label 8, word 1, base of the child 23), and with costs (cell: label 14, leaf 1,
//! number of the child or, for a leaf, its cost 17; node: base 24, cost 8, cost 0 no word).

use super::super::table::{Table, Words};

/// A word list without costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordTrie {
    root: u32,
    cells: Words,
}

impl WordTrie {
    pub(super) fn read(table: &mut Table) -> WordTrie {
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
#[derive(Clone, Copy, Debug)]
pub(super) struct CostTrie {
    root: u32,
    cells: Words,
    nodes: Words,
}

impl CostTrie {
    pub(super) fn read(table: &mut Table) -> CostTrie {
        let root = table.number();
        let root = root << 8;
        CostTrie { root, cells: table.words(), nodes: table.words() }
    }

    /// Where all words start.
    #[inline]
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The child by a label, its base times 256 and the cost of the word that ends there, 0 if none. 0 if there is no child; a
    /// child without children has base 0, from which no step leads on.
    #[inline(always)]
    pub(super) fn step(&self, node: u32, label: u16) -> u32 {
        let cell = self.cells.get((node >> 8) as usize + usize::from(label));
        let rest = cell >> 15;
        match cell & 0x3FFF == u32::from(label) {
            true if cell & 0x4000 != 0 => rest,
            true => self.nodes.get(rest as usize),
            false => 0,
        }
    }
}
