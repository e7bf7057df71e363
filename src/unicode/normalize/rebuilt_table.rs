//! Builds a table from another one by changes of single code points.

use super::record::{self, RecordWithString};
use super::table::{FormTable, MAX_RECORDS, TablePart, boxed};
use crate::unicode::part::SlicePart;
use std::collections::{BTreeMap, HashMap};

/// A limit of the tables that a changed one exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableLimit {
    /// The number of different records.
    Records,
    /// The number of different blocks.
    Blocks,
}

/// A mutable copy of a table: the blocks and records of the shared tables that the form uses.
pub(super) struct RebuiltTable {
    blocks: Vec<[u16; 64]>,
    /// The block of each 64 code points.
    index: Vec<usize>,
    records: Vec<[u32; 2]>,
    strings: Vec<u16>,
    /// The numbers of the added records.
    known: HashMap<RecordWithString, u16>,
}

impl RebuiltTable {
    pub(super) fn new(base: &FormTable) -> RebuiltTable {
        // The new index by the index in the base: of blocks, and of records.
        let mut positions: Vec<Option<usize>> = vec![None; 1024];
        let mut numbers: Vec<Option<u16>> = vec![None; base.records.len()];
        let mut rebuilt = RebuiltTable {
            blocks: Vec::new(),
            index: Vec::new(),
            records: Vec::new(),
            strings: base.strings.to_vec(),
            known: HashMap::new(),
        };
        for block in 0..0x110000 / 64 {
            let start = usize::from(base.block(block << 6));
            let Some(position) = positions.get_mut(start / 64) else { continue };
            let position = *position.get_or_insert_with(|| {
                let mut renumbered = [0; 64];
                let old = base.numbers.part(start..);
                for (slot, old) in renumbered.iter_mut().zip(old) {
                    let Some(number) = numbers.get_mut(usize::from(*old)) else { continue };
                    *slot = *number.get_or_insert_with(|| {
                        rebuilt.records.push(base.records.get(usize::from(*old)).copied().unwrap_or([0; 2]));
                        (rebuilt.records.len() - 1) as u16
                    });
                }
                rebuilt.blocks.push(renumbered);
                rebuilt.blocks.len() - 1
            });
            rebuilt.index.push(position);
        }
        rebuilt
    }

    /// The table with other records of some code points.
    pub(super) fn apply(mut self, changed: &BTreeMap<char, RecordWithString>) -> Result<FormTable, TableLimit> {
        // The copies of blocks that have changes.
        let mut copied: HashMap<usize, usize> = HashMap::new();
        for (&c, record) in changed {
            let number = self.number(record);
            let block = u32::from(c) as usize >> 6;
            let position = *copied.entry(block).or_insert_with(|| {
                let shared =
                    self.index.get(block).and_then(|position| self.blocks.get(*position)).copied().unwrap_or([0; 64]);
                self.blocks.push(shared);
                self.blocks.len() - 1
            });
            if let Some(entry) = self.index.get_mut(block) {
                *entry = position;
            }
            let slot = self.blocks.get_mut(position).and_then(|block| block.get_mut(u32::from(c) as usize & 63));
            if let Some(slot) = slot {
                *slot = number;
            }
            if self.records.len() > MAX_RECORDS {
                return Err(TableLimit::Records);
            }
        }
        self.drop_unused_blocks();
        self.finish().ok_or(TableLimit::Blocks)
    }

    /// Removes the blocks of the base that no code point has any more, since a changed copy replaces them.
    fn drop_unused_blocks(&mut self) {
        let mut kept = Vec::new();
        let mut new_positions: Vec<Option<usize>> = vec![None; self.blocks.len()];
        for position in &mut self.index {
            let (Some(new), Some(block)) = (new_positions.get_mut(*position), self.blocks.get(*position)) else {
                continue;
            };
            *position = *new.get_or_insert_with(|| {
                kept.push(*block);
                kept.len() - 1
            });
        }
        self.blocks = kept;
    }

    /// The number of a record, which is added if it is new.
    fn number(&mut self, record: &RecordWithString) -> u16 {
        if let Some(number) = self.known.get(record) {
            return *number;
        }
        let number = self.records.len() as u16;
        let data = if record.string.is_empty() { record.delta as u32 } else { self.strings.len() as u32 };
        self.strings.extend(&record.string);
        self.records.push([record.meta, data]);
        self.known.insert(record.clone(), number);
        number
    }

    /// Creates the table: computes the actions of the records. `None` if there are too many blocks.
    fn finish(self) -> Option<FormTable> {
        let mut actions = [vec![0_u32; MAX_RECORDS], vec![0_u32; MAX_RECORDS]];
        for (at, record) in self.records.iter().enumerate() {
            for (actions, action) in actions.iter_mut().zip(record::actions(*record)) {
                if let Some(slot) = actions.get_mut(at) {
                    *slot = action;
                }
            }
        }
        FormTable::from_blocks(
            &self.blocks,
            &self.index,
            TablePart::Built(self.records.into_boxed_slice()),
            TablePart::Built(self.strings.into_boxed_slice()),
            actions.map(|actions| TablePart::Built(boxed(actions))),
        )
    }
}
