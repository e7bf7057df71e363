//! The compiled form of a root table or of a tailoring: an array of 32-bit little-endian words that is used in place,
//! whether it is shipped or was compiled from rules.
//!
//! A two-stage table maps a code point to a *CE32*. The blocks of a tailoring are complete: they repeat unchanged CE32s
//! of the root, so one lookup suffices. CE32s that refer to a pool contain a flag for the side (root or tailoring)
//! whose pool they refer to.
//!
//! | Low byte | CE32 |
//! |---|---|
//! | below C0 | one CE whose non-primary weights are not common: 16 bits of primary, 8 of secondary, 8 of case and tertiary (0 is ignorable) |
//! | C0 | no mapping: the CE is computed from the code point |
//! | C1 | one CE with common non-primary weights: 24 bits of primary |
//! | C2 | one CE without primary: 16 bits of secondary, 8 of tertiary |
//! | C5 | several CEs: 5 bits of length, 19 bits of index |
//! | C6 | several CEs, each as a CE32: 5 bits of length, 19 bits of index |
//! | C9 | context-dependent: index of a node |
//! | CA | a digit: 4 bits of value, 20 bits of index of its CE32 as a character |
//! | CC | a Hangul syllable |
//! | CD | must be decomposed first (its parts depend on context); bit 8: starts with a mark |
//! | CF | a mark (canonical combining class not 0): index of its record |
//!
//! The blocks of [`UNIFIED_IDEOGRAPHS`] are contiguous; all of them are in the tailoring if it changes most of them.
//!
//! A CE32 is for a character that no mark follows. Contexts that start with a mark are stored separately and looked up
//! only if a mark follows, so that base letters keep context-free CE32s.

use crate::unicode::part::SlicePart;
use std::ops::Range;

use super::ce;

/// A word of a table.
pub(crate) type Word = [u8; 4];

/// The first word of every table.
pub(crate) const MAGIC: u32 = 0x4C4C_4F04;

/// Added to the low byte of a CE32 that refers to the pools of the tailoring.
pub(crate) const TAILORED: u32 = 0x10;
/// The least low byte that is a tag; a lesser one is part of the weights of the only CE.
pub(crate) const FIRST_TAG: u32 = 0xC0;
/// The tags of CE32s (see the table of this module), by their names in ICU. C1, C2, C9, CA and CC have the numbers of
/// ICU; [`EXPANSION`] and [`EXPANSION32`] are exchanged.
pub(crate) const UNMAPPED: u32 = 0xC0;
pub(crate) const LONG_PRIMARY: u32 = 0xC1;
pub(crate) const LONG_SECONDARY: u32 = 0xC2;
pub(crate) const EXPANSION: u32 = 0xC5;
pub(crate) const EXPANSION32: u32 = 0xC6;
pub(crate) const PREFIX_OR_CONTRACTION: u32 = 0xC9;
pub(crate) const DIGIT: u32 = 0xCA;
pub(crate) const HANGUL: u32 = 0xCC;
pub(crate) const DECOMPOSE: u32 = 0xCD;
pub(crate) const MARK: u32 = 0xCF;
/// The bit of a [`DECOMPOSE`] CE32 whose decomposition starts with a mark.
pub(crate) const STARTS_WITH_MARK: u32 = 0x100;

/// The value for none in a context node, in a mark record and in the list of mark contexts.
pub(crate) const NONE: u32 = 0xFFFF_FFFF;
/// The flag in the count of a context node: the character alone has no mapping under this prefix.
pub(crate) const NO_SINGLE_MATCH: u32 = 0x8000_0000;
/// The flag in the key of a context node: the child is a value, not a node.
pub(crate) const LEAF: u32 = 0x8000_0000;

/// The block CJK Unified Ideographs, whose blocks are contiguous.
pub(crate) const UNIFIED_IDEOGRAPHS: Range<u32> = 0x4E00..0xA000;

/// The number of code points per block.
pub(crate) const BLOCK: usize = 64;
/// The number of blocks of all code points.
pub(crate) const BLOCKS: usize = 0x11_0000 / BLOCK;
/// The bit of an index slot whose block belongs to the tailoring.
pub(crate) const TAILORED_SLOT: u16 = 0x8000;

/// The sections of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Section {
    /// Sorted: index of the block << 16 | index of its data.
    Map,
    /// CE32s, 64 per block.
    Blocks,
    /// The CEs of expansions: two words each, low half first; those of short expansions, one CE32 each.
    Ces,
    /// Context nodes.
    Contexts,
    /// Two words per mark: its CE32, then index of its context node << 8 | combining class.
    Marks,
    /// Sorted pairs: starter, index of its context node ([`NONE`]: no more contexts).
    MarkContexts,
    /// Sorted pairs of the first and last code points of ranges before which a text must not be split.
    UnsafeBackward,
    /// The CE32s of digits as characters.
    Digits,
    /// Settings and reorder codes: see `options.rs`.
    Settings,
    /// Index of the group start per script (root only).
    Scripts,
    /// First primaries of the groups, upper 16 bits (root only).
    Starts,
    /// Bit set of compressible lead bytes (root only).
    Compressible,
    /// Root elements (root only).
    Elements,
    /// Single numbers: numeric primary, number of scripts (root only).
    Values,
    /// Instead of the blocks, in the order of their indices: a bit set of 64 bits of the CE32s that differ from the
    /// root's, then these CE32s. The block is the first one with this index in the map.
    Sparse,
}

/// Number of sections.
pub(crate) const SECTIONS: usize = Section::Sparse as usize + 1;
/// The number of header words: the magic number, the start of each section, which is the end of the preceding one, and
/// the end.
pub(crate) const HEADER: usize = 2 + SECTIONS;

/// The word at an index as a number; 0 past the end.
#[inline]
pub(crate) fn word(words: &[Word], at: usize) -> u32 {
    match words.get(at) {
        Some(bytes) => u32::from_le_bytes(*bytes),
        None => 0,
    }
}

/// The words of a table.
#[derive(Debug)]
pub(crate) enum TableData {
    /// Words that live as long as the process.
    Shipped(&'static [Word]),
    /// Words compiled from rules, or decompressed.
    Built(Box<[Word]>),
}

impl TableData {
    /// The words of a file that is part of the program.
    pub(crate) fn shipped(bytes: &'static [u8]) -> TableData {
        TableData::Shipped(bytes.as_chunks::<4>().0)
    }

    /// All words.
    #[inline(always)]
    pub(crate) fn all(&self) -> &[Word] {
        match self {
            TableData::Shipped(words) => words,
            TableData::Built(words) => words,
        }
    }

    /// The words of one section.
    #[inline]
    pub(crate) fn section(&self, section: Section) -> &[Word] {
        section_of(self.all(), section)
    }

    /// The range of the words of one section.
    pub(crate) fn range(&self, section: Section) -> Range<usize> {
        range_of(self.all(), section)
    }

    /// The pools of the table.
    #[inline]
    pub(crate) fn pools(&self) -> TablePools<'_> {
        TablePools { words: self.all() }
    }
}

/// The sections that CE32s refer to, located on demand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TablePools<'a> {
    words: &'a [Word],
}

impl<'a> TablePools<'a> {
    #[inline]
    fn section(&self, section: Section) -> &'a [Word] {
        section_of(self.words, section)
    }
}

/// The tag of a CE32 (ICU's `tagFromCE32`) of the root or of a tailoring; below [`FIRST_TAG`] for a CE32 without one.
#[inline(always)]
pub(crate) fn tag(ce32: u32) -> u32 {
    ce32 & 0xFF & !TAILORED
}

/// Whether a CE32 is that of a mark, or of a character whose decomposition starts with one.
#[inline]
pub(crate) fn is_mark(ce32: u32) -> bool {
    match tag(ce32) {
        MARK => true,
        DECOMPOSE => ce32 & STARTS_WITH_MARK != 0,
        _ => false,
    }
}

/// The words of one section.
#[inline]
pub(crate) fn section_of(words: &[Word], section: Section) -> &[Word] {
    words.part(range_of(words, section))
}

#[inline]
fn range_of(words: &[Word], section: Section) -> Range<usize> {
    let at = 1 + section as usize;
    word(words, at) as usize..word(words, at + 1) as usize
}

/// The CE32s of the BMP.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BmpCe32s<'a> {
    /// Index slots.
    pub(crate) slots: &'a [u16],
    /// The blocks of the root and of the tailoring.
    pub(crate) root: &'a [Word],
    pub(crate) tailored: &'a [Word],
}

impl BmpCe32s<'_> {
    /// The CE32 of a code point of the BMP.
    #[inline(always)]
    pub(crate) fn get(&self, c: u32) -> u32 {
        self.in_block(self.slot(c), c)
    }

    /// The index slot of a code point's block.
    #[inline(always)]
    pub(crate) fn slot(&self, c: u32) -> u16 {
        self.slots.item(c as usize / BLOCK)
    }

    /// The CE32 of any code point in its block, given the index slot.
    #[inline(always)]
    fn in_block(&self, slot: u16, c: u32) -> u32 {
        let blocks = if slot & TAILORED_SLOT == 0 { self.root } else { self.tailored };
        word(blocks, usize::from(slot & !TAILORED_SLOT) * BLOCK + (c & 63) as usize)
    }
}

/// The tables of the root and of the tailoring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) bmp: BmpCe32s<'a>,
    /// The index slots of the other planes: those of the tailoring, which may be fewer, and those of the root.
    pub(crate) upper: [&'a [u16]; 2],
    /// The pools of the root and of the tailoring.
    pub(crate) root: TablePools<'a>,
    pub(crate) tailored: TablePools<'a>,
}

/// A node of a context trie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContextNode<'a> {
    words: &'a [Word],
    at: usize,
}

/// The target of a step in a context trie.
pub(crate) enum Child<'a> {
    /// A value without a further node.
    Leaf(u32),
    /// A further node, which may have a value.
    ContextNode(ContextNode<'a>),
}

impl<'a> Tables<'a> {
    /// The CE32 of a code point.
    #[inline]
    pub(crate) fn ce32(&self, c: u32) -> u32 {
        self.bmp.in_block(self.slot(c), c)
    }

    /// Whether the tailoring changes the block of a character.
    pub(crate) fn is_tailored(&self, c: u32) -> bool {
        self.slot(c) & TAILORED_SLOT != 0
    }

    /// The index slot of a code point's block.
    #[inline]
    fn slot(&self, c: u32) -> u16 {
        let block = (c >> 6) as usize;
        match self.bmp.slots.get(block) {
            Some(&slot) => slot,
            None => {
                let [tailored, root] = self.upper;
                let block = block.wrapping_sub(self.bmp.slots.len());
                tailored.get(block).or_else(|| root.get(block)).copied().unwrap_or(0)
            }
        }
    }

    /// The pools that a CE32 refers to.
    #[inline]
    pub(crate) fn pools(&self, ce32: u32) -> &TablePools<'a> {
        if ce32 & TAILORED == 0 { &self.root } else { &self.tailored }
    }

    /// The context trie that a CE32 refers to.
    pub(crate) fn node(&self, ce32: u32) -> ContextNode<'a> {
        self.node_at((ce32 >> 8) as usize, ce32 & TAILORED != 0)
    }

    pub(crate) fn node_at(&self, at: usize, tailored: bool) -> ContextNode<'a> {
        let pools = if tailored { &self.tailored } else { &self.root };
        ContextNode { words: pools.section(Section::Contexts), at }
    }

    /// The CE32, the combining class and the contexts of a mark.
    pub(crate) fn mark(&self, ce32: u32) -> (u32, u8, Option<ContextNode<'a>>) {
        let marks = self.pools(ce32).section(Section::Marks);
        let at = 2 * (ce32 >> 8) as usize;
        let second = word(marks, at + 1);
        let node = (second >> 8 != NONE >> 8).then(|| self.node_at((second >> 8) as usize, ce32 & TAILORED != 0));
        (word(marks, at), second as u8, node)
    }

    /// The contexts of a starter that start with a mark, for a starter whose CE32 is context-free.
    pub(crate) fn mark_contexts(&self, c: u32) -> Option<ContextNode<'a>> {
        for (pools, tailored) in [(&self.tailored, true), (&self.root, false)] {
            if let Some(at) = find_pair(pools.section(Section::MarkContexts), c) {
                return (at != NONE).then(|| self.node_at(at as usize, tailored));
            }
        }
        None
    }

    /// Whether contractions of starters in a range begin with the starter and a mark.
    pub(crate) fn contracts_with_marks(&self, range: std::ops::Range<u32>) -> bool {
        let of = |pools: &TablePools<'a>| pools.section(Section::MarkContexts).as_chunks::<2>().0;
        let inside = |[starter, _]: &[Word; 2]| range.contains(&u32::from_le_bytes(*starter));
        of(&self.root).iter().chain(of(&self.tailored)).any(inside)
    }

    /// Whether a character is a mark or its decomposition starts with one.
    #[inline]
    pub(crate) fn is_mark(&self, c: u32) -> bool {
        is_mark(self.ce32(c))
    }

    /// Emits the CEs of a context-free CE32. `c` is needed if the CE is computed from the code point.
    #[inline]
    pub(crate) fn each_ce(&self, ce32: u32, c: u32, emit: &mut impl FnMut(ce::Ce)) {
        let low = ce32 & 0xFF;
        // The most common ones first.
        if low == LONG_PRIMARY {
            return emit(ce::from_primary(ce32 & !0xFF));
        }
        if low < FIRST_TAG {
            return emit(mini(ce32));
        }
        match tag(ce32) {
            LONG_SECONDARY => emit(u64::from(ce32 & !0xFF)),
            EXPANSION => {
                let ces = self.pools(ce32).section(Section::Ces);
                let start = (ce32 >> 13) as usize;
                let pairs = ces.part(start..start + 2 * (ce32 >> 8 & 31) as usize);
                for pair in pairs.as_chunks::<2>().0 {
                    let [low, high] = pair;
                    emit(u64::from(u32::from_le_bytes(*high)) << 32 | u64::from(u32::from_le_bytes(*low)));
                }
            }
            EXPANSION32 => {
                let ce32s = self.pools(ce32).section(Section::Ces);
                let start = (ce32 >> 13) as usize;
                for ce32 in ce32s.part(start..start + (ce32 >> 8 & 31) as usize) {
                    emit(single(u32::from_le_bytes(*ce32)));
                }
            }
            DIGIT => self.each_ce(self.digit(ce32), c, emit),
            UNMAPPED => emit(ce::from_primary(ce::unassigned_primary(c))),
            _ => {}
        }
    }

    /// The CE32 of a digit as a character.
    pub(crate) fn digit(&self, ce32: u32) -> u32 {
        word(self.pools(ce32).section(Section::Digits), (ce32 >> 12) as usize)
    }
}

/// Whether a CE in the table of the root or of a tailoring has a quaternary weight other than the common one (`<<<<`).
/// Only expansions of whole CEs can have one; a word that is not a CE32 may look like one, which only disables a fast
/// path.
pub(crate) fn has_quaternary_weights(words: &[Word], blocks: &[Word], is_tailoring: bool) -> bool {
    // The blocks of a tailoring contain CE32s of the root as well, whose expansions are in the root's pool.
    let expansion = if is_tailoring { EXPANSION | TAILORED } else { EXPANSION };
    let ces = section_of(words, Section::Ces);
    let sections = [Section::Contexts, Section::Marks, Section::Digits].map(|section| section_of(words, section));
    let mut ce32s = sections.into_iter().chain([blocks]).flatten().map(|word| u32::from_le_bytes(*word));
    ce32s.any(|ce32| {
        let start = (ce32 >> 13) as usize;
        let pairs = ces.get(start..start + 2 * (ce32 >> 8 & 31) as usize);
        ce32 & 0xFF == expansion
            && pairs.is_some_and(|pairs| pairs.iter().step_by(2).any(|low| u32::from_le_bytes(*low) & 0xC0 != 0))
    })
}

/// The CE of a CE32 with one CE that is not computed.
#[inline]
pub(crate) fn single(ce32: u32) -> ce::Ce {
    match ce32 & 0xFF {
        LONG_PRIMARY => ce::from_primary(ce32 & !0xFF),
        LONG_SECONDARY => u64::from(ce32 & !0xFF),
        _ => mini(ce32),
    }
}

/// The CE of a CE32 whose low byte is below C0.
#[inline]
pub(crate) fn mini(ce32: u32) -> ce::Ce {
    u64::from(ce32 & 0xFFFF_0000) << 32 | u64::from((ce32 & 0xFF00) << 16 | (ce32 & 0xFF) << 8)
}

impl<'a> ContextNode<'a> {
    /// The value of this node, and whether the character alone has a mapping.
    pub(crate) fn value(&self) -> (Option<u32>, bool) {
        let value = word(self.words, self.at);
        ((value != NONE).then_some(value), word(self.words, self.at + 1) & NO_SINGLE_MATCH == 0)
    }

    fn count(&self) -> usize {
        (word(self.words, self.at + 1) & !NO_SINGLE_MATCH) as usize
    }

    /// Whether longer contexts exist.
    pub(crate) fn has_children(&self) -> bool {
        self.count() > 0
    }

    /// The child for one more character.
    pub(crate) fn child(&self, c: u32) -> Option<Child<'a>> {
        let keys = self.words.part(self.at + 2..self.at + 2 + self.count());
        let found = keys.binary_search_by_key(&c, |key| u32::from_le_bytes(*key) & !LEAF).ok()?;
        Some(self.child_at(found).1)
    }

    /// The character and the target of a child by index.
    pub(crate) fn child_at(&self, number: usize) -> (u32, Child<'a>) {
        let key = word(self.words, self.at + 2 + number);
        let target = word(self.words, self.at + 2 + self.count() + number);
        let child = if key & LEAF != 0 {
            Child::Leaf(target)
        } else {
            Child::ContextNode(ContextNode { at: target as usize, ..*self })
        };
        (key & !LEAF, child)
    }

    /// All children.
    pub(crate) fn children(&self) -> impl Iterator<Item = (u32, Child<'a>)> + '_ {
        (0..self.count()).map(|number| self.child_at(number))
    }

    /// For a node of a prefix trie: the trie of suffixes that a value refers to.
    pub(crate) fn follow(&self, value: u32) -> ContextNode<'a> {
        ContextNode { at: value as usize, ..*self }
    }
}

/// The second word of the sorted pair that starts with `key`.
fn find_pair(words: &[Word], key: u32) -> Option<u32> {
    let pairs = words.as_chunks::<2>().0;
    let found = pairs.binary_search_by_key(&key, |[first, _]| u32::from_le_bytes(*first)).ok()?;
    pairs.get(found).map(|[_, second]| u32::from_le_bytes(*second))
}

/// Whether `key` is in one of the sorted ranges.
pub(crate) fn in_ranges(words: &[Word], key: u32) -> bool {
    let pairs = words.as_chunks::<2>().0;
    let after = pairs.partition_point(|[first, _]| u32::from_le_bytes(*first) <= key);
    match after.checked_sub(1).and_then(|at| pairs.get(at)) {
        Some([_, last]) => key <= u32::from_le_bytes(*last),
        None => false,
    }
}

/// Whether one of the sorted ranges overlaps with another range.
pub(crate) fn meets_ranges(words: &[Word], first: u32, last: u32) -> bool {
    let pairs = words.as_chunks::<2>().0;
    let at = pairs.partition_point(|[_, end]| u32::from_le_bytes(*end) < first);
    pairs.get(at).is_some_and(|[start, _]| u32::from_le_bytes(*start) <= last)
}
