//! A two-stage table from code points to numbers: blocks of 128 code points, with equal blocks stored once. It is built
//! from ranges with owners; code points with equal lists of owners have the same number.

use super::byte_fields::{FieldReader, FieldWriter};
use crate::unicode::multiply_hash::MultiplyHasher;
use crate::unicode::part::SlicePart;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

pub(super) const BLOCK: usize = 128;
const CODE_POINTS: u32 = 0x11_0000;

/// The maximum number of ranges, and of lists of owners that occur while a table is built: 48 MiB each. Rules of a
/// megabyte with one large set in each of them would take gigabytes.
const MAX_RANGES: usize = 1 << 22;

/// A two-stage table from code points to numbers. Code points without an owner have the default number.
#[derive(Debug, Default)]
pub(super) struct TwoStageTable<N> {
    /// The number of the block of each 128 code points. Trailing blocks without an owner are omitted.
    pub(super) blocks: Vec<u16>,
    pub(super) numbers: Vec<[N; BLOCK]>,
}

impl<N: Copy + Default> TwoStageTable<N> {
    /// The number of a code point.
    #[inline(always)]
    pub(super) fn get(&self, c: u32) -> N {
        let block = self.blocks.get(c as usize / BLOCK).and_then(|&block| self.numbers.get(usize::from(block)));
        block.and_then(|block| block.get(c as usize % BLOCK)).copied().unwrap_or_default()
    }
}

impl<N: Copy + Default> TwoStageTable<N> {
    /// The cell of a code point, in a block of its own; `None` if the table ends before it. Block 0 has no owner.
    pub(super) fn slot(&mut self, c: u32) -> Option<&mut N> {
        let number = self.blocks.get_mut(c as usize / BLOCK)?;
        if *number == 0 {
            *number = self.numbers.len() as u16;
            self.numbers.push([N::default(); BLOCK]);
        }
        self.numbers.get_mut(usize::from(*number))?.get_mut(c as usize % BLOCK)
    }
}

impl<N: Copy> TwoStageTable<N> {
    /// The table with other numbers in place of these.
    pub(super) fn map<M>(self, number: impl Fn(N) -> M) -> TwoStageTable<M> {
        let numbers = self.numbers.iter().map(|block| block.map(&number)).collect();
        TwoStageTable { blocks: self.blocks, numbers }
    }

    /// Writes the blocks in runs of equal ones, then the numbers.
    pub(super) fn write(&self, output: &mut FieldWriter, numbers: impl Fn(&[[N; BLOCK]], &mut FieldWriter)) {
        let runs: Vec<&[u16]> = self.blocks.chunk_by(|one, next| one == next).collect();
        output.number(runs.len());
        for run in runs {
            output.number(run.len());
            output.number(run.first().copied().unwrap_or_default().into());
        }
        numbers(&self.numbers, output);
    }

    /// Reads what [`TwoStageTable::write`] wrote.
    pub(super) fn read(
        input: &mut FieldReader<'_>,
        numbers: impl Fn(&mut FieldReader<'_>) -> Option<Vec<N>>,
    ) -> Option<TwoStageTable<N>> {
        let runs = input.count()?;
        let mut blocks = Vec::new();
        for _ in 0..runs {
            let length = input.number()?.min(CODE_POINTS as usize / BLOCK - blocks.len());
            let number = input.number()? as u16;
            blocks.resize(blocks.len() + length, number);
        }
        blocks.shrink_to_fit();
        let numbers = numbers(input)?.as_chunks::<BLOCK>().0.to_vec();
        Some(TwoStageTable { blocks, numbers })
    }
}

/// Ranges of code points with their owners.
#[derive(Debug, Default)]
pub(super) struct OwnedRanges {
    /// First code point, last code point and owner of each range.
    ranges: Vec<(u32, u32, u16)>,
}

impl OwnedRanges {
    /// Adds an inclusive range; false if there are too many. Ranges of one owner must not overlap; owners are added in
    /// ascending order.
    pub(super) fn add(&mut self, low: u32, high: u32, owner: u16) -> bool {
        if self.ranges.len() < MAX_RANGES {
            self.ranges.push((low, high, owner));
        }
        self.ranges.len() < MAX_RANGES
    }

    /// Builds the table; `number` returns the number of a sorted list of owners and is first called with the empty
    /// list, for the default. `None` if `number` returns `None`, or there are too many lists.
    pub(super) fn build<N: Copy + Default + Eq + Hash>(
        self,
        number: &mut dyn FnMut(&[u16]) -> Option<N>,
    ) -> Option<TwoStageTable<N>> {
        let steps: usize = self.ranges.iter().map(|&(low, high, _)| steps(low, high)).sum();
        if steps > STEPS * self.ranges.len() { self.sweep(number) } else { self.paint(number) }
    }

    /// Builds the table range by range: each range appends its owner to the lists of its code points. Most ranges of
    /// large rule sets are one code point and take a few instructions.
    ///
    /// ```text
    /// for each range, the owners in order:
    ///     for each block inside the range with one list for all code points: append the owner to that list
    ///     for each other code point of the range: append the owner to its list
    /// ```
    fn paint<N: Copy + Default + Eq + Hash>(
        self,
        number: &mut dyn FnMut(&[u16]) -> Option<N>,
    ) -> Option<TwoStageTable<N>> {
        let mut painted = PaintedTable::default();
        for (low, high, owner) in self.ranges {
            if painted.lists.nodes.len() > MAX_RANGES {
                return None;
            }
            painted.paint(low as usize, high as usize, owner);
        }
        painted.finish(number)
    }

    /// Builds the table by a sweep over the sorted endpoints of all ranges, with the current list of owners: the
    /// reference implementation, also used for many long ranges.
    fn sweep<N: Copy + Default + Eq + Hash>(
        self,
        number: &mut dyn FnMut(&[u16]) -> Option<N>,
    ) -> Option<TwoStageTable<N>> {
        // An endpoint: code point, whether a range starts there, owner.
        let endpoint =
            |c: u32, starts: bool, owner: u16| u64::from(c) << 32 | u64::from(starts) << 16 | u64::from(owner);
        let ends =
            |&(low, high, owner): &(u32, u32, u16)| [endpoint(low, true, owner), endpoint(high + 1, false, owner)];
        let mut endpoints: Vec<u64> = self.ranges.iter().flat_map(ends).collect();
        endpoints.sort_unstable();
        let code_point = |endpoint: &u64| (endpoint >> 32) as u32;
        let mut next = endpoints.iter().peekable();
        let mut table = TwoStageTableBuilder::default();
        let mut owners: Vec<u16> = Vec::new();
        let mut current = number(&owners)?;
        let mut start = 0;
        while start < CODE_POINTS {
            let mut block = [current; BLOCK];
            let (mut at, end) = (start, start + BLOCK as u32);
            while at < end {
                let mut changes = false;
                while let Some(&endpoint) = next.next_if(|&endpoint| code_point(endpoint) <= at) {
                    changes = true;
                    let (owner, starts) = (endpoint as u16, endpoint >> 16 & 1 == 1);
                    match owners.binary_search(&owner) {
                        Err(at) if starts => owners.insert(at, owner),
                        Ok(at) if !starts => drop(owners.remove(at)),
                        _ => {}
                    }
                }
                if changes {
                    current = number(&owners)?;
                }
                let until = next.peek().map_or(end, |&endpoint| code_point(endpoint).min(end));
                let run = block.part_mut((at - start) as usize..(until - start) as usize);
                run.fill(current);
                at = until;
            }
            table.push(block, 1);
            start = end;
            // Blocks without an endpoint repeat the last number.
            let uniform =
                next.peek().map_or(CODE_POINTS, |&endpoint| code_point(endpoint)) / BLOCK as u32 * BLOCK as u32;
            if uniform > start {
                table.push([current; BLOCK], (uniform - start) as usize / BLOCK);
                start = uniform;
            }
        }
        Some(table.finish())
    }
}

/// Average number of steps per range above which the sweep is used.
const STEPS: usize = 24;

/// The maximum number of lists that a range changes.
fn steps(low: u32, high: u32) -> usize {
    let length = (high - low) as usize + 1;
    length.min(length / BLOCK + 2 * BLOCK)
}

/// A block during construction: one list for all code points, or the index of a list per code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaintedBlock {
    Uniform(u32),
    Cells(usize),
}

/// The blocks and lists of [`OwnedRanges::paint`].
#[derive(Default)]
struct PaintedTable {
    lists: OwnerLists,
    blocks: Vec<PaintedBlock>,
    cells: Vec<[u32; BLOCK]>,
}

impl PaintedTable {
    /// Appends an owner to the lists of the code points from `low` to `high`.
    #[inline(always)]
    fn paint(&mut self, low: usize, high: usize, owner: u16) {
        let PaintedTable { lists, blocks, cells } = self;
        let (first, last) = (low / BLOCK, high / BLOCK);
        if blocks.len() <= last {
            blocks.resize(last + 1, PaintedBlock::Uniform(0));
        }
        for (at, block) in blocks.iter_mut().enumerate().take(last + 1).skip(first) {
            let from = low.saturating_sub(at * BLOCK);
            let to = (high - at * BLOCK).min(BLOCK - 1);
            let cell = match *block {
                PaintedBlock::Uniform(list) if to - from == BLOCK - 1 => {
                    *block = PaintedBlock::Uniform(lists.with(list, owner));
                    continue;
                }
                PaintedBlock::Uniform(list) => {
                    cells.push([list; BLOCK]);
                    *block = PaintedBlock::Cells(cells.len() - 1);
                    cells.len() - 1
                }
                PaintedBlock::Cells(cell) => cell,
            };
            let cells = cells.get_mut(cell).and_then(|cells| cells.get_mut(from..=to)).unwrap_or(&mut []);
            cells.iter_mut().for_each(|list| *list = lists.with(*list, owner));
        }
    }

    /// The table of the numbers of the lists.
    fn finish<N: Copy + Default + Eq + Hash>(
        self,
        number: &mut dyn FnMut(&[u16]) -> Option<N>,
    ) -> Option<TwoStageTable<N>> {
        let PaintedTable { lists, blocks, cells } = self;
        let mut table = TwoStageTableBuilder::default();
        let mut numbers = vec![None; lists.nodes.len()];
        let mut owners = Vec::new();
        let mut number_of = |list: u32| {
            let slot = numbers.get_mut(list as usize)?;
            if slot.is_none() {
                lists.owners(list, &mut owners);
                *slot = Some(number(&owners)?);
            }
            *slot
        };
        let empty = number_of(0)?;
        for run in blocks.chunk_by(|one, next| one == next) {
            let mut numbers = [N::default(); BLOCK];
            match *run.first()? {
                PaintedBlock::Uniform(list) => numbers = [number_of(list)?; BLOCK],
                PaintedBlock::Cells(cell) => {
                    let mut known = (0, empty);
                    for (slot, &list) in numbers.iter_mut().zip(cells.get(cell)?) {
                        if list != known.0 {
                            known = (list, number_of(list)?);
                        }
                        *slot = known.1;
                    }
                }
            }
            table.push(numbers, run.len());
        }
        Some(table.finish())
    }
}

/// Lists of owners as a tree; list 0 is empty. The parent of a list is the list without its last owner. A node caches
/// its most recent child, which is the right one for all ranges of one owner.
struct OwnerLists {
    nodes: Vec<OwnerListNode>,
}

#[derive(Clone, Copy, Default)]
struct OwnerListNode {
    /// The list without its last owner.
    before: u32,
    owner: u16,
    /// The owner of the cached child `next`, if that is not 0.
    next_owner: u16,
    next: u32,
}

impl Default for OwnerLists {
    fn default() -> OwnerLists {
        OwnerLists { nodes: vec![OwnerListNode::default()] }
    }
}

impl OwnerLists {
    /// Appends an owner, not less than the last one, to a list; returns the new list.
    #[inline]
    fn with(&mut self, list: u32, owner: u16) -> u32 {
        let new = self.nodes.len() as u32;
        let Some(node) = self.nodes.get_mut(list as usize) else { return list };
        if node.next == 0 || node.next_owner != owner {
            (node.next_owner, node.next) = (owner, new);
            self.nodes.push(OwnerListNode { before: list, owner, ..OwnerListNode::default() });
            return new;
        }
        node.next
    }

    /// The owners of a list, in order.
    fn owners(&self, mut list: u32, owners: &mut Vec<u16>) {
        owners.clear();
        while let Some(node) = self.nodes.get(list as usize).filter(|_| list != 0) {
            owners.push(node.owner);
            list = node.before;
        }
        owners.reverse();
    }
}

#[derive(Default)]
struct TwoStageTableBuilder<N> {
    table: TwoStageTable<N>,
    known: HashMap<[N; BLOCK], u16, BuildHasherDefault<MultiplyHasher>>,
}

impl<N: Copy + Default + Eq + Hash> TwoStageTableBuilder<N> {
    fn push(&mut self, block: [N; BLOCK], times: usize) {
        let TwoStageTable { blocks, numbers } = &mut self.table;
        let number = *self.known.entry(block).or_insert_with(|| {
            numbers.push(block);
            numbers.len() as u16 - 1
        });
        blocks.resize(blocks.len() + times, number);
    }

    fn finish(self) -> TwoStageTable<N> {
        let TwoStageTable { mut blocks, mut numbers } = self.table;
        let empty = self.known.get(&[N::default(); BLOCK]);
        let used = blocks.iter().rposition(|block| Some(block) != empty).map_or(0, |last| last + 1);
        blocks.truncate(used);
        blocks.shrink_to_fit();
        numbers.shrink_to_fit();
        TwoStageTable { blocks, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn code_points_have_the_numbers_of_their_owners(
            ranges in prop::collection::vec((0..0x11_0000_u32, 0..400_u32), 0..12),
        ) {
            let ranges: Vec<(u32, u32)> =
                ranges.into_iter().map(|(low, length)| (low, (low + length).min(0x10_FFFF))).collect();
            let mut owned = OwnedRanges::default();
            (0..).zip(&ranges).for_each(|(owner, &(low, high))| assert!(owned.add(low, high, owner)));
            let bits = |owners: &[u16]| Some(owners.iter().fold(0_u64, |bits, owner| bits | 1 << owner));
            let swept = OwnedRanges { ranges: owned.ranges.clone() }.sweep(&mut |owners| bits(owners)).unwrap();
            let table = owned.paint(&mut |owners| bits(owners)).unwrap();
            let near = ranges.iter().flat_map(|&(low, high)| [low.saturating_sub(1), low, (low + high) / 2, high, high + 1]);
            for c in near.chain([0, 127, 128, 0x10_FFFF]) {
                let bit = |(owner, &(low, high)): (usize, &(u32, u32))| u64::from((low..=high).contains(&c)) << owner;
                prop_assert_eq!(swept.get(c), table.get(c));
                prop_assert_eq!(table.get(c), ranges.iter().enumerate().map(bit).sum::<u64>(), "{:x}", c);
            }
        }
    }
}
