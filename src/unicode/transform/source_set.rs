//! The set of code points that a transform may change (ICU: `Transliterator::getSourceSet`). A range without any of
//! them is unchanged, so a pass moves from one to the next, and a text without any is returned unchanged.
//!
//! The set is a superset of the code points that change. It has a bit per code point of the BMP, in blocks of 256 with
//! equal blocks stored once; it contains all supplementary code points or none.

use crate::unicode::part::SlicePart;

/// The set of code points that a transform may change: a superset of those that it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceSet {
    /// The number of the block of each 256 code points.
    index: [u8; 256],
    /// The words of the blocks, four per block.
    words: Vec<u64>,
    beyond: bool,
    has_ascii: bool,
    is_empty: bool,
}

impl SourceSet {
    /// Creates a set from a bit per code point of the BMP; the set contains all supplementary code points.
    pub(super) fn of_bmp_bits(words: &[u64]) -> SourceSet {
        SourceSetBuilder { words: words.to_vec(), beyond: true }.build()
    }

    /// The set as a bit per UTF-16 unit; all surrogates are set.
    pub(super) fn table(&self) -> Box<[u64; 1024]> {
        let mut table = Box::new([0; WORDS]);
        for (number, word) in table.iter_mut().enumerate() {
            let c = (number * 64) as u32;
            *word = if matches!(c, 0xD800..0xE000) { !0 } else { self.word(c) };
        }
        table
    }

    /// Whether the set contains a code point.
    #[inline(always)]
    pub(super) fn contains(&self, c: u32) -> bool {
        if c > 0xFFFF {
            return self.beyond;
        }
        self.word(c) >> (c & 63) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Whether the set contains an ASCII code point.
    #[inline(always)]
    pub(super) fn has_ascii(&self) -> bool {
        self.has_ascii
    }

    /// The bits of the 64 code points of the word that contains a code point of the BMP.
    #[inline(always)]
    fn word(&self, c: u32) -> u64 {
        let number = self.index.item(c as usize >> 8);
        self.words.item(usize::from(number) << 2 | c as usize >> 6 & 3)
    }

    /// The words of a block.
    fn block(&self, number: u8) -> &[u64] {
        self.words.get(usize::from(number) * 4..usize::from(number) * 4 + 4).unwrap_or(&[!0; 4])
    }
}

/// A mutable set for construction: a bit per code point of the BMP.
#[derive(Clone, Debug)]
pub(super) struct SourceSetBuilder {
    words: Vec<u64>,
    beyond: bool,
}

/// The number of 64-bit words for the BMP.
const WORDS: usize = 0x1_0000 / 64;

impl SourceSetBuilder {
    /// The empty set.
    pub(super) fn none() -> SourceSetBuilder {
        SourceSetBuilder { words: vec![0; WORDS], beyond: false }
    }

    /// The set of all code points.
    pub(super) fn all() -> SourceSetBuilder {
        SourceSetBuilder { words: vec![!0; WORDS], beyond: true }
    }

    /// The set of inclusive ranges.
    pub(super) fn of_ranges(ranges: impl Iterator<Item = (u32, u32)>) -> SourceSetBuilder {
        let mut set = SourceSetBuilder::none();
        for (low, high) in ranges {
            set.beyond |= high > 0xFFFF;
            for (number, mask) in words_of(low, high) {
                if let Some(word) = set.words.get_mut(number) {
                    *word |= mask;
                }
            }
        }
        set
    }

    /// The set of a table of blocks of 128 code points, with the bits of each block by its number.
    pub(super) fn of_blocks(blocks: &[u16], bits: &[u128]) -> SourceSetBuilder {
        let mut set = SourceSetBuilder::none();
        let of_block = |&number: &u16| bits.get(usize::from(number)).copied().unwrap_or(!0);
        for (words, block) in set.words.chunks_exact_mut(2).zip(blocks) {
            let bits = of_block(block);
            words.iter_mut().zip([bits as u64, (bits >> 64) as u64]).for_each(|(word, bits)| *word = bits);
        }
        set.beyond = blocks.iter().skip(WORDS / 2).any(|block| of_block(block) != 0);
        set
    }

    /// A mutable copy of a set.
    pub(super) fn of(source_set: &SourceSet) -> SourceSetBuilder {
        let mut words = Vec::with_capacity(WORDS);
        source_set.index.iter().for_each(|&number| words.extend_from_slice(source_set.block(number)));
        SourceSetBuilder { words, beyond: source_set.beyond }
    }

    /// Adds all code points of another set (union).
    pub(super) fn add(&mut self, other: &SourceSet) {
        let blocks = other.words.as_chunks::<4>().0;
        // Nearly all blocks of most sets are empty.
        let empty = blocks.iter().position(|block| *block == [0; 4]);
        for (words, &number) in self.words.as_chunks_mut::<4>().0.iter_mut().zip(&other.index) {
            if Some(usize::from(number)) == empty {
                continue;
            }
            let block = blocks.get(usize::from(number)).unwrap_or(&[!0; 4]);
            words.iter_mut().zip(block).for_each(|(word, other)| *word |= other);
        }
        self.beyond |= other.beyond;
    }

    /// Adds the code points of another set that are in the given ranges.
    pub(super) fn add_within(&mut self, other: &SourceSet, ranges: &[(u32, u32)]) {
        for &(low, high) in ranges {
            self.beyond |= other.beyond && high > 0xFFFF;
            for (number, mask) in words_of(low, high) {
                if let Some(word) = self.words.get_mut(number) {
                    *word |= other.word((number * 64) as u32) & mask;
                }
            }
        }
    }

    /// Keeps the code points that are in both sets (intersection).
    pub(super) fn retain(&mut self, other: &SourceSetBuilder) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
        self.beyond &= other.beyond;
    }

    /// Builds the immutable set.
    pub(super) fn build(&self) -> SourceSet {
        let has_ascii = self.words.iter().take(2).any(|&word| word != 0);
        let is_empty = !self.beyond && self.words.iter().all(|&word| word == 0);
        let mut source_set = SourceSet { index: [0; 256], words: Vec::new(), beyond: self.beyond, has_ascii, is_empty };
        let mut last = None;
        for (slot, block) in source_set.index.iter_mut().zip(self.words.as_chunks::<4>().0) {
            // Nearly all blocks equal the preceding one.
            let known = last.filter(|&(_, words)| words == block).map(|(number, _)| number);
            let known = known.or_else(|| source_set.words.as_chunks::<4>().0.iter().position(|known| known == block));
            if known.is_none() {
                source_set.words.extend_from_slice(block);
            }
            let number = known.unwrap_or(source_set.words.len() / 4 - 1);
            last = Some((number, block));
            *slot = number as u8; // at most 256 blocks
        }
        source_set.words.shrink_to_fit();
        source_set
    }
}

/// The words that have bits of an inclusive range, by their number, and these bits.
fn words_of(low: u32, high: u32) -> impl Iterator<Item = (usize, u64)> {
    let (first, last) = (low / 64, (high / 64).min(WORDS as u32 - 1));
    (first..=last).map(move |number| {
        let from_low = if number == first { !0 << (low % 64) } else { !0 };
        let to_high = if number == high / 64 { !0 >> (63 - high % 64) } else { !0 };
        (number as usize, from_low & to_high)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_of_ranges_contains_their_code_points(ranges in prop::collection::vec((0_u32..0x1_1000, 0_u32..300), 0..20), c in 0_u32..0x1_1200) {
            let ranges: Vec<(u32, u32)> = ranges.into_iter().map(|(low, length)| (low, low + length)).collect();
            let source_set = SourceSetBuilder::of_ranges(ranges.iter().copied()).build();
            let is_inside = |c: u32| ranges.iter().any(|&(low, high)| (low..=high).contains(&c));
            let expected = if c > 0xFFFF { ranges.iter().any(|&(_, high)| high > 0xFFFF) } else { is_inside(c) };
            prop_assert_eq!(source_set.contains(c), expected);
            prop_assert_eq!(SourceSetBuilder::of(&source_set).build(), source_set);
        }

        #[test]
        fn a_set_of_blocks_contains_the_bits_of_each_block(
            bits in prop::collection::vec(any::<u128>(), 1..4),
            runs in prop::collection::vec((0_u16..4, 1_usize..300), 0..6),
            c in 0_u32..0x1_2000,
        ) {
            let blocks: Vec<u16> = runs.iter().flat_map(|&(number, length)| std::iter::repeat_n(number, length)).collect();
            let source_set = SourceSetBuilder::of_blocks(&blocks, &bits).build();
            let of = |c: u32| {
                let bits = blocks.get(c as usize / 128).map_or(0, |&number| *bits.get(usize::from(number)).unwrap_or(&!0));
                bits >> (c % 128) & 1 != 0
            };
            let expected = if c > 0xFFFF { (0x1_0000..0x1_8000).any(of) } else { of(c) };
            prop_assert_eq!(source_set.contains(c), expected);
        }
    }
}
