//! A table from code points to numbers in two stages: blocks of 128 code points, equal blocks stored once. It is built from
//! ranges with owners; the code points of the same owners have the same number.

use std::collections::HashMap;
use std::hash::Hash;

pub(super) const BLOCK: usize = 128;
const CODE_POINTS: u32 = 0x11_0000;

/// See the module. Code points without an owner have the default number.
#[derive(Debug, Default)]
pub(super) struct TwoStage<N> {
    /// Per 128 code points the number of a block. Blocks without an owner at the end are left out.
    pub(super) blocks: Vec<u16>,
    pub(super) numbers: Vec<[N; BLOCK]>,
}

impl<N: Copy + Default> TwoStage<N> {
    /// The number of a code point.
    #[inline(always)]
    pub(super) fn get(&self, c: u32) -> N {
        let block = self.blocks.get(c as usize / BLOCK).and_then(|&block| self.numbers.get(usize::from(block)));
        block.and_then(|block| block.get(c as usize % BLOCK)).copied().unwrap_or_default()
    }
}

/// Ranges of code points with their owners.
#[derive(Debug, Default)]
pub(super) struct OwnedRanges {
    /// Both ends of each range: code point, whether the range starts there, owner.
    borders: Vec<u64>,
}

impl OwnedRanges {
    /// Adds a range, its ends included. Ranges of one owner must not overlap.
    pub(super) fn add(&mut self, low: u32, high: u32, owner: u16) {
        self.borders.push(u64::from(low) << 32 | 1 << 16 | u64::from(owner));
        self.borders.push(u64::from(high + 1) << 32 | u64::from(owner));
    }

    /// Builds the table; `number` gives the number for owners in order, first the default for none. `None` if it gives none.
    pub(super) fn build<N: Copy + Default + Eq + Hash>(
        mut self,
        mut number: impl FnMut(&[u16]) -> Option<N>,
    ) -> Option<TwoStage<N>> {
        self.borders.sort_unstable();
        let code_point = |border: &u64| (border >> 32) as u32;
        let mut next = self.borders.iter().peekable();
        let mut table = Builder::default();
        let mut owners: Vec<u16> = Vec::new();
        let mut current = number(&owners)?;
        let mut start = 0;
        while start < CODE_POINTS {
            let mut block = [current; BLOCK];
            let (mut at, end) = (start, start + BLOCK as u32);
            while at < end {
                let mut changes = false;
                while let Some(&border) = next.next_if(|&border| code_point(border) <= at) {
                    changes = true;
                    let (owner, starts) = (border as u16, border >> 16 & 1 == 1);
                    match owners.binary_search(&owner) {
                        Err(at) if starts => owners.insert(at, owner),
                        Ok(at) if !starts => drop(owners.remove(at)),
                        _ => {}
                    }
                }
                if changes {
                    current = number(&owners)?;
                }
                let until = next.peek().map_or(end, |&border| code_point(border).min(end));
                let run = block.get_mut((at - start) as usize..(until - start) as usize).unwrap_or(&mut []);
                run.fill(current);
                at = until;
            }
            table.push(block, 1);
            start = end;
            // Blocks without a border repeat the last number.
            let uniform = next.peek().map_or(CODE_POINTS, |&border| code_point(border)) / BLOCK as u32 * BLOCK as u32;
            if uniform > start {
                table.push([current; BLOCK], (uniform - start) as usize / BLOCK);
                start = uniform;
            }
        }
        Some(table.finish())
    }
}

#[derive(Default)]
struct Builder<N> {
    table: TwoStage<N>,
    known: HashMap<[N; BLOCK], u16>,
}

impl<N: Copy + Default + Eq + Hash> Builder<N> {
    fn push(&mut self, block: [N; BLOCK], times: usize) {
        let TwoStage { blocks, numbers } = &mut self.table;
        let number = *self.known.entry(block).or_insert_with(|| {
            numbers.push(block);
            numbers.len() as u16 - 1
        });
        blocks.resize(blocks.len() + times, number);
    }

    fn finish(self) -> TwoStage<N> {
        let TwoStage { mut blocks, numbers } = self.table;
        let empty = self.known.get(&[N::default(); BLOCK]);
        let used = blocks.iter().rposition(|block| Some(block) != empty).map_or(0, |last| last + 1);
        blocks.truncate(used);
        blocks.shrink_to_fit();
        TwoStage { blocks, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_code_point_has_the_number_of_its_owners(
            ranges in prop::collection::vec((0..0x11_0000_u32, 0..400_u32), 0..12),
        ) {
            let ranges: Vec<(u32, u32)> =
                ranges.into_iter().map(|(low, length)| (low, (low + length).min(0x10_FFFF))).collect();
            let mut owned = OwnedRanges::default();
            (0..).zip(&ranges).for_each(|(owner, &(low, high))| owned.add(low, high, owner));
            let table = owned.build(|owners| Some(owners.iter().fold(0_u64, |bits, owner| bits | 1 << owner))).unwrap();
            let near = ranges.iter().flat_map(|&(low, high)| [low.saturating_sub(1), low, (low + high) / 2, high, high + 1]);
            for c in near.chain([0, 127, 128, 0x10_FFFF]) {
                let bit = |(owner, &(low, high)): (usize, &(u32, u32))| u64::from((low..=high).contains(&c)) << owner;
                prop_assert_eq!(table.get(c), ranges.iter().enumerate().map(bit).sum::<u64>(), "{:x}", c);
            }
        }
    }
}
