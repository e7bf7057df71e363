//! The compiled form of a root table or of a tailoring: a run of 32-bit little-endian words that is read in place, the
//! same whether it ships with the library or was just built from rules.
//!
//! A code point leads over a two-step table to an *entry* of 32 bits. Blocks of a tailoring are complete: what it does
//! not change is repeated from the root, so one look-up answers. Entries that refer to a pool carry the side (root or
//! tailoring) whose pool is meant.
//!
//! | Low byte | Entry |
//! |---|---|
//! | under C0 | one CE with other lower weights than the common ones: 16 bits of primary, 8 of secondary, 8 of case and tertiary (0 is ignorable) |
//! | C0 | no mapping: the CE is computed from the code point |
//! | C1 | one CE with common lower weights: 24 bits of primary |
//! | C2 | one CE without primary: 16 bits of secondary, 8 of tertiary |
//! | C5 | several CEs: 5 bits of length, 19 bits of index |
//! | C6 | several CEs, each of them an entry of one: 5 bits of length, 19 bits of index |
//! | C9 | depends on context: index of a node |
//! | CA | a digit: 4 bits of value, 20 bits of index of its entry as a character |
//! | CC | a Hangul syllable |
//! | CD | has to be decomposed first (its parts depend on context); bit 8: starts with a mark |
//! | CF | a mark (canonical combining class not 0): index of its record |
//!
//! The blocks of [`UNIFIED_IDEOGRAPHS`] are contiguous, all of them in the tailoring where it changes most.
//!
//! Entries are for a character whose next one is not a mark. What may follow is looked up only when a mark comes:
//! contexts that begin with a mark are listed apart from the table, so base letters stay plain entries.

use crate::unicode::part::SlicePart;
use std::ops::Range;

use super::ce;

/// A word of a table.
pub(crate) type Word = [u8; 4];

/// First word of every table.
pub(crate) const MAGIC: u32 = 0x4C4C_4F04;

/// Added to the low byte of an entry that refers to the tailoring's pools.
pub(crate) const TAILORED: u32 = 0x10;
/// See the module's table.
pub(crate) const UNMAPPED: u32 = 0xC0;
pub(crate) const LONG_PRIMARY: u32 = 0xC1;
pub(crate) const LONG_SECONDARY: u32 = 0xC2;
pub(crate) const EXPANSION: u32 = 0xC5;
pub(crate) const SHORT_EXPANSION: u32 = 0xC6;
pub(crate) const PREFIX_OR_CONTRACTION: u32 = 0xC9;
pub(crate) const DIGIT: u32 = 0xCA;
pub(crate) const HANGUL: u32 = 0xCC;
pub(crate) const DECOMPOSE: u32 = 0xCD;
pub(crate) const MARK: u32 = 0xCF;
/// Bit of a [`DECOMPOSE`] entry: the decomposition starts with a mark.
pub(crate) const STARTS_WITH_MARK: u32 = 0x100;

/// "Nothing" in a context node, in a mark record and in the list of mark contexts.
pub(crate) const NONE: u32 = 0xFFFF_FFFF;
/// Flag of a context node's count: the character alone has no mapping of its own under this prefix.
pub(crate) const NO_SINGLE_MATCH: u32 = 0x8000_0000;
/// Flag of a context node's key: the child is a value, not a node.
pub(crate) const LEAF: u32 = 0x8000_0000;

/// The ideographs in common use, whose blocks are contiguous.
pub(crate) const UNIFIED_IDEOGRAPHS: Range<u32> = 0x4E00..0xA000;

/// Code points per block.
pub(crate) const BLOCK: usize = 64;
/// Blocks of the whole code space.
pub(crate) const BLOCKS: usize = 0x11_0000 / BLOCK;
/// Bit of an index slot: the block is the tailoring's.
pub(crate) const TAILORED_SLOT: u16 = 0x8000;

/// The parts of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Section {
    /// Sorted: number of the block << 16 | index of its data.
    Map,
    /// Entries, 64 per block.
    Blocks,
    /// CEs of expansions: two words each, low half first; of short ones, one entry each.
    Ces,
    /// Context nodes.
    Contexts,
    /// Two words per mark: entry, then index of its context node << 8 | combining class.
    Marks,
    /// Sorted pairs: starter, index of its context node ([`NONE`]: none any more).
    MarkContexts,
    /// Sorted pairs of first and last code points before which a text must not be cut.
    UnsafeBackward,
    /// Entries of digits as characters.
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
    /// In place of the blocks, in the order of their indexes: two words of which entries differ from the root's, then
    /// those entries. The block is the first that the map gives that index.
    Sparse,
}

/// Number of sections.
pub(crate) const SECTIONS: usize = Section::Sparse as usize + 1;
/// Words of the header: magic, then where each section starts, which is where the one before it ends, and the end.
pub(crate) const HEADER: usize = 2 + SECTIONS;

/// A word as a number; 0 past the end.
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
    /// They live as long as the process.
    Shipped(&'static [Word]),
    /// Built from rules, or unpacked.
    Built(Box<[Word]>),
}

impl TableData {
    /// Words of a file that is part of the program.
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

    /// Where the words of one section are.
    pub(crate) fn range(&self, section: Section) -> Range<usize> {
        range_of(self.all(), section)
    }

    /// The pools of the table.
    #[inline]
    pub(crate) fn pools(&self) -> Pools<'_> {
        Pools { words: self.all() }
    }
}

/// What entries refer to: sections that are found when asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pools<'a> {
    words: &'a [Word],
}

impl<'a> Pools<'a> {
    #[inline]
    fn section(&self, section: Section) -> &'a [Word] {
        section_of(self.words, section)
    }
}

/// The words of one section.
#[inline]
pub(crate) fn section_of(words: &[Word], section: Section) -> &[Word] {
    words.get(range_of(words, section)).unwrap_or(&[])
}

#[inline]
fn range_of(words: &[Word], section: Section) -> Range<usize> {
    let at = 1 + section as usize;
    word(words, at) as usize..word(words, at + 1) as usize
}

/// The entries of the first plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BmpCe32s<'a> {
    /// Index slots.
    pub(crate) slots: &'a [u16],
    /// The root's blocks and the tailoring's.
    pub(crate) root: &'a [Word],
    pub(crate) tailored: &'a [Word],
}

impl BmpCe32s<'_> {
    /// The entry of a code point of the first plane.
    #[inline(always)]
    pub(crate) fn get(&self, c: u32) -> u32 {
        self.in_block(self.slot(c), c)
    }

    /// The index slot of its block.
    #[inline(always)]
    pub(crate) fn slot(&self, c: u32) -> u16 {
        self.slots.item(c as usize / BLOCK)
    }

    /// The entry of any code point in its block, which an index slot names.
    #[inline(always)]
    fn in_block(&self, slot: u16, c: u32) -> u32 {
        let blocks = if slot & TAILORED_SLOT == 0 { self.root } else { self.tailored };
        word(blocks, usize::from(slot & !TAILORED_SLOT) * BLOCK + (c & 63) as usize)
    }
}

/// Root and tailoring side by side, ready for look-ups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) bmp: BmpCe32s<'a>,
    /// Index slots of the other planes: the tailoring's, which may end before, and the root's.
    pub(crate) upper: [&'a [u16]; 2],
    /// The root's and the tailoring's pools.
    pub(crate) root: Pools<'a>,
    pub(crate) tailored: Pools<'a>,
}

/// A node of a tree of contexts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    words: &'a [Word],
    at: usize,
}

/// Where a step in a tree of contexts leads.
pub(crate) enum Child<'a> {
    /// An end with a value.
    Leaf(u32),
    /// A further node, which may have a value.
    Node(Node<'a>),
}

impl<'a> Tables<'a> {
    /// The entry of a code point.
    #[inline]
    pub(crate) fn ce32(&self, c: u32) -> u32 {
        let block = (c >> 6) as usize;
        let slot = match self.bmp.slots.get(block) {
            Some(&slot) => slot,
            None => {
                let [own, root] = self.upper;
                let block = block.wrapping_sub(self.bmp.slots.len());
                own.get(block).or_else(|| root.get(block)).copied().unwrap_or(0)
            }
        };
        self.bmp.in_block(slot, c)
    }

    /// The pools that an entry refers to.
    #[inline]
    pub(crate) fn pools(&self, entry: u32) -> &Pools<'a> {
        if entry & TAILORED == 0 { &self.root } else { &self.tailored }
    }

    /// The tree that a context entry points to.
    pub(crate) fn node(&self, entry: u32) -> Node<'a> {
        self.node_at((entry >> 8) as usize, entry & TAILORED != 0)
    }

    pub(crate) fn node_at(&self, at: usize, tailored: bool) -> Node<'a> {
        let pools = if tailored { &self.tailored } else { &self.root };
        Node { words: pools.section(Section::Contexts), at }
    }

    /// Entry, combining class and contexts of a mark.
    pub(crate) fn mark(&self, entry: u32) -> (u32, u8, Option<Node<'a>>) {
        let marks = self.pools(entry).section(Section::Marks);
        let at = 2 * (entry >> 8) as usize;
        let second = word(marks, at + 1);
        let node = (second >> 8 != NONE >> 8).then(|| self.node_at((second >> 8) as usize, entry & TAILORED != 0));
        (word(marks, at), second as u8, node)
    }

    /// The contexts of a starter that begin with a mark, when its entry shows no context.
    pub(crate) fn mark_contexts(&self, c: u32) -> Option<Node<'a>> {
        for (pools, tailored) in [(&self.tailored, true), (&self.root, false)] {
            if let Some(at) = find_pair(pools.section(Section::MarkContexts), c) {
                return (at != NONE).then(|| self.node_at(at as usize, tailored));
            }
        }
        None
    }

    /// Whether contractions of starters in a range begin with the starter and a mark.
    pub(crate) fn contracts_with_marks(&self, range: std::ops::Range<u32>) -> bool {
        let of = |pools: &Pools<'a>| pools.section(Section::MarkContexts).as_chunks::<2>().0;
        let inside = |[starter, _]: &[Word; 2]| range.contains(&u32::from_le_bytes(*starter));
        of(&self.root).iter().chain(of(&self.tailored)).any(inside)
    }

    /// Whether a character is a mark or begins with one.
    #[inline]
    pub(crate) fn is_mark(&self, c: u32) -> bool {
        let entry = self.ce32(c);
        match entry & 0xFF & !TAILORED {
            MARK => true,
            DECOMPOSE => entry & STARTS_WITH_MARK != 0,
            _ => false,
        }
    }

    /// Gives each CE of an entry that is its own value. `c` is needed where the CE is computed from it.
    #[inline]
    pub(crate) fn each_ce(&self, entry: u32, c: u32, give: &mut impl FnMut(ce::Ce)) {
        let low = entry & 0xFF;
        // The usual ones first.
        if low == LONG_PRIMARY {
            return give(ce::from_primary(entry & !0xFF));
        }
        if low < 0xC0 {
            return give(mini(entry));
        }
        match low & !TAILORED {
            LONG_SECONDARY => give(u64::from(entry & !0xFF)),
            EXPANSION => {
                let ces = self.pools(entry).section(Section::Ces);
                let start = (entry >> 13) as usize;
                let pairs = ces.part(start..start + 2 * (entry >> 8 & 31) as usize);
                for pair in pairs.as_chunks::<2>().0 {
                    let [low, high] = pair;
                    give(u64::from(u32::from_le_bytes(*high)) << 32 | u64::from(u32::from_le_bytes(*low)));
                }
            }
            SHORT_EXPANSION => {
                let entries = self.pools(entry).section(Section::Ces);
                let start = (entry >> 13) as usize;
                for entry in entries.part(start..start + (entry >> 8 & 31) as usize) {
                    give(single(u32::from_le_bytes(*entry)));
                }
            }
            DIGIT => self.each_ce(self.digit(entry), c, give),
            UNMAPPED => give(ce::from_primary(ce::unassigned_primary(c))),
            _ => {}
        }
    }

    /// The entry of a digit as a character.
    pub(crate) fn digit(&self, entry: u32) -> u32 {
        word(self.pools(entry).section(Section::Digits), (entry >> 12) as usize)
    }
}

/// Whether a CE of the root's or a tailoring's table has other than the common weight on the fourth level (`<<<<`). Only expansions of
/// whole CEs can; words that are no CE32s may look like one, which costs no more than the fast path.
pub(crate) fn has_quaternary_weights(words: &[Word], blocks: &[Word], is_tailoring: bool) -> bool {
    // A tailoring's blocks hold CE32s of the root as well, whose expansions are the root's.
    let expansion = if is_tailoring { EXPANSION | TAILORED } else { EXPANSION };
    let ces = section_of(words, Section::Ces);
    let sections = [Section::Contexts, Section::Marks, Section::Digits].map(|section| section_of(words, section));
    let mut entries = sections.into_iter().chain([blocks]).flatten().map(|word| u32::from_le_bytes(*word));
    entries.any(|entry| {
        let start = (entry >> 13) as usize;
        let pairs = ces.get(start..start + 2 * (entry >> 8 & 31) as usize);
        entry & 0xFF == expansion
            && pairs.is_some_and(|pairs| pairs.iter().step_by(2).any(|low| u32::from_le_bytes(*low) & 0xC0 != 0))
    })
}

/// The CE of an entry of one CE that is not computed.
#[inline]
pub(crate) fn single(entry: u32) -> ce::Ce {
    match entry & 0xFF {
        LONG_PRIMARY => ce::from_primary(entry & !0xFF),
        LONG_SECONDARY => u64::from(entry & !0xFF),
        _ => mini(entry),
    }
}

/// The CE of an entry whose low byte is under C0.
#[inline]
pub(crate) fn mini(entry: u32) -> ce::Ce {
    u64::from(entry & 0xFFFF_0000) << 32 | u64::from((entry & 0xFF00) << 16 | (entry & 0xFF) << 8)
}

impl<'a> Node<'a> {
    /// The value of this node, and whether the character alone has a mapping of its own.
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

    /// Follows one more character.
    pub(crate) fn child(&self, c: u32) -> Option<Child<'a>> {
        let keys = self.words.part(self.at + 2..self.at + 2 + self.count());
        let found = keys.binary_search_by_key(&c, |key| u32::from_le_bytes(*key) & !LEAF).ok()?;
        Some(self.child_at(found).1)
    }

    /// The character and target of a child by number.
    pub(crate) fn child_at(&self, number: usize) -> (u32, Child<'a>) {
        let key = word(self.words, self.at + 2 + number);
        let target = word(self.words, self.at + 2 + self.count() + number);
        let child =
            if key & LEAF != 0 { Child::Leaf(target) } else { Child::Node(Node { at: target as usize, ..*self }) };
        (key & !LEAF, child)
    }

    /// All children.
    pub(crate) fn children(&self) -> impl Iterator<Item = (u32, Child<'a>)> + '_ {
        (0..self.count()).map(|number| self.child_at(number))
    }

    /// In a tree of prefixes: the tree of what follows, which a value points to.
    pub(crate) fn follow(&self, value: u32) -> Node<'a> {
        Node { at: value as usize, ..*self }
    }
}

/// The second word of the sorted pair that starts with `key`.
fn find_pair(words: &[Word], key: u32) -> Option<u32> {
    let pairs = words.as_chunks::<2>().0;
    let found = pairs.binary_search_by_key(&key, |[first, _]| u32::from_le_bytes(*first)).ok()?;
    pairs.get(found).map(|[_, second]| u32::from_le_bytes(*second))
}

/// Whether `key` lies in one of sorted ranges.
pub(crate) fn in_ranges(words: &[Word], key: u32) -> bool {
    let pairs = words.as_chunks::<2>().0;
    let after = pairs.partition_point(|[first, _]| u32::from_le_bytes(*first) <= key);
    match after.checked_sub(1).and_then(|at| pairs.get(at)) {
        Some([_, last]) => key <= u32::from_le_bytes(*last),
        None => false,
    }
}

/// Whether one of sorted ranges has something in common with another one.
pub(crate) fn meets_ranges(words: &[Word], first: u32, last: u32) -> bool {
    let pairs = words.as_chunks::<2>().0;
    let at = pairs.partition_point(|[_, end]| u32::from_le_bytes(*end) < first);
    pairs.get(at).is_some_and(|[start, _]| u32::from_le_bytes(*start) <= last)
}
