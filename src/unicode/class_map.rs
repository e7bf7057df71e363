//! Maps code points to character classes: direct tables for ASCII and two-byte UTF-8, a two-stage table for the rest of
//! the BMP, a three-stage table for the other planes (as ICU's `CodePointTrie`). Equal blocks are stored once.

use crate::unicode::bmp::{TWO_BYTE_LIMIT, decode_bmp_char, decode_supplementary};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use std::collections::HashMap;

/// The number of code points in a block.
pub(in crate::unicode) const BLOCK: usize = 64;
const BMP_BLOCKS: usize = 0x1_0000 / BLOCK;
const HIGH_BLOCKS: usize = 0x11_0000 / BLOCK - BMP_BLOCKS;

/// The classes of all code points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassMap {
    /// The classes below U+0800.
    low: Vec<u16>,
    /// For each block of the BMP, the index of its block in `blocks`.
    bmp: Vec<u16>,
    /// For every 64 blocks of the other planes, the index of their 64 entries in `middle`.
    top: Vec<u16>,
    /// For each block of the other planes, the index of its block in `blocks`.
    middle: Vec<u16>,
    /// Classes, in blocks of 64.
    blocks: Vec<u16>,
}

impl ClassMap {
    /// Creates the map of ranges that start at the given code points, the first at 0. At most 65535 classes.
    pub(crate) fn new(ranges: &[(u32, usize)]) -> ClassMap {
        let mut map = ClassMap::default();
        let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
        let mut starts: Vec<u16> = Vec::with_capacity(BMP_BLOCKS + HIGH_BLOCKS);
        let mut cursor = ClassRanges { ranges, at: 0 };
        let mut last: Option<(u16, u16)> = None; // class and index of the preceding block, if it was uniform
        for block in 0..(BMP_BLOCKS + HIGH_BLOCKS) as u32 {
            let first = block * BLOCK as u32;
            if let Some((class, number)) = last
                && cursor.same_until(first + BLOCK as u32) == Some(class)
            {
                starts.push(number);
                continue;
            }
            let classes: Vec<u16> = (first..first + BLOCK as u32).map(|c| cursor.class(c)).collect();
            let uniform = classes.first().copied().filter(|first| classes.iter().all(|class| class == first));
            let number = *known.entry(classes).or_insert_with_key(|classes| {
                map.blocks.extend_from_slice(classes);
                (map.blocks.len() / BLOCK) as u16 - 1
            });
            last = uniform.map(|class| (class, number));
            starts.push(number);
        }
        let (bmp, high) = starts.split_at(BMP_BLOCKS.min(starts.len()));
        map.bmp = bmp.to_vec();
        let mut known_middle: HashMap<&[u16], u16> = HashMap::new();
        for part in high.chunks(BLOCK) {
            let start = *known_middle.entry(part).or_insert_with(|| {
                map.middle.extend_from_slice(part);
                (map.middle.len() / BLOCK) as u16 - 1
            });
            map.top.push(start);
        }
        map.low = (0..TWO_BYTE_LIMIT as u32).map(|c| map.search(c)).collect();
        [&mut map.top, &mut map.middle, &mut map.blocks].into_iter().for_each(Vec::shrink_to_fit);
        map
    }

    /// The arrays to store; `low` is derived from the others.
    pub(crate) fn parts(&self) -> [&[u16]; 4] {
        [&self.bmp, &self.top, &self.middle, &self.blocks]
    }

    /// Creates the map from stored arrays.
    pub(crate) fn from_parts([bmp, top, middle, blocks]: [Vec<u16>; 4]) -> ClassMap {
        let mut map = ClassMap { low: Vec::new(), bmp, top, middle, blocks };
        map.low = (0..TWO_BYTE_LIMIT as u32).map(|c| map.search(c)).collect();
        map
    }

    /// The class of a code point.
    #[inline]
    pub(crate) fn class(&self, c: u32) -> u16 {
        if (c as usize) < TWO_BYTE_LIMIT { at(&self.low, c as usize) } else { self.search(c) }
    }

    /// The classes of ASCII.
    #[inline]
    pub(crate) fn ascii(&self) -> &[u16; 0x80] {
        self.low.first_chunk().unwrap_or(&[0; 0x80])
    }

    /// The class of a code point of the BMP.
    #[inline]
    pub(crate) fn bmp(&self, c: u32) -> u16 {
        let c = c as usize;
        at(&self.blocks, usize::from(at(&self.bmp, c / BLOCK)) * BLOCK + c % BLOCK)
    }

    /// The class and the length of the character at an offset before the end of `text`; the rest of `whole` may
    /// complete it.
    #[inline(always)]
    pub(crate) fn classify<U: CodeUnit>(&self, text: &[U], whole: &[U], at: usize) -> (u16, usize) {
        let (code, length) = code_at(text, whole, at);
        (self.class(code), length)
    }

    /// An id of the block of 64 code points of the BMP that contains a code point: blocks with equal ids have equal
    /// classes.
    pub(crate) fn block(&self, c: u32) -> u16 {
        at(&self.bmp, c as usize / BLOCK)
    }

    #[inline]
    fn search(&self, c: u32) -> u16 {
        let c = c as usize;
        let block = match c / BLOCK {
            block @ 0..BMP_BLOCKS => at(&self.bmp, block),
            block => {
                let high = block - BMP_BLOCKS;
                at(&self.middle, usize::from(at(&self.top, high / BLOCK)) * BLOCK + high % BLOCK)
            }
        };
        at(&self.blocks, usize::from(block) * BLOCK + c % BLOCK)
    }
}

/// The code point at an offset before the end of `text`, and its length; the rest of `whole` may complete it.
#[inline(always)]
pub(crate) fn code_at<U: CodeUnit>(text: &[U], whole: &[U], at: usize) -> (u32, usize) {
    if let Some(found) = decode_bmp_char(text, at).or_else(|| decode_supplementary(text, at)) {
        return found;
    }
    let (c, length) = U::decode(whole, at).unwrap_or(('\0', 1));
    (c.into(), length)
}

#[inline]
fn at(list: &[u16], index: usize) -> u16 {
    list.item(index)
}

/// Reads the ranges in ascending order.
struct ClassRanges<'r> {
    ranges: &'r [(u32, usize)],
    at: usize,
}

impl ClassRanges<'_> {
    fn class(&mut self, c: u32) -> u16 {
        while self.ranges.get(self.at + 1).is_some_and(|&(start, _)| start <= c) {
            self.at += 1;
        }
        self.ranges.get(self.at).map_or(0, |&(_, class)| class as u16)
    }

    /// The class of all code points from the last queried one up to `end`, if they have one class.
    fn same_until(&self, end: u32) -> Option<u16> {
        let next = self.ranges.get(self.at + 1).map_or(u32::MAX, |&(start, _)| start);
        if next < end { None } else { self.ranges.get(self.at).map(|&(_, class)| class as u16) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn map_gives_the_class_of_the_range(starts in prop::collection::btree_set(1u32..0x11_0000, 0..20)) {
            let mut ranges = vec![(0, 0)];
            ranges.extend(starts.iter().enumerate().map(|(class, &start)| (start, class % 5)));
            let map = ClassMap::new(&ranges);
            let wanted = |c| ranges.iter().rev().find(|&&(start, _)| start <= c).map_or(0, |&(_, class)| class as u16);
            let near = starts.iter().flat_map(|&start| [start - 1, start, start + 1]);
            for c in near.chain((0..0x11_0000).step_by(97)).filter(|&c| c < 0x11_0000) {
                prop_assert_eq!(map.class(c), wanted(c), "U+{:X}", c);
            }
        }
    }
}
