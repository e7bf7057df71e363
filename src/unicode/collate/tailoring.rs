//! An opened tailoring: its table over the root's.

use crate::unicode::part::SlicePart;
use std::ops::Range;
use std::sync::OnceLock;

use super::derived::DerivedTables;
use super::options::Settings;
use super::reorder::ReorderCode;
use super::root::{BMP_BLOCKS, root};
use super::table::{self, BLOCK, BmpCe32s, Section, TableData, Tables, Word};

/// The storage of the blocks.
#[derive(Debug)]
enum Blocks {
    /// A range of the words of the table.
    InTable(Range<usize>),
    /// Blocks that were expanded from the sparse form.
    Unpacked(Box<[Word]>),
}

/// A tailoring, ready for lookups.
#[derive(Debug)]
pub(crate) struct Tailoring {
    words: TableData,
    /// The index slots of the BMP.
    bmp: Box<[u16]>,
    /// The index slots of the other planes, up to the last tailored block.
    upper: Box<[u16]>,
    blocks: Blocks,
    /// The derived data shared by collators with the tailoring's reordering.
    derived: OnceLock<DerivedTables>,
    has_quaternary_weights: OnceLock<bool>,
}

impl Tailoring {
    /// Opens a table.
    pub(crate) fn new(words: TableData) -> Tailoring {
        let (bmp, upper) = root().index();
        let mut bmp: Box<[u16]> = bmp.into();
        let map = words.section(Section::Map);
        let last = map.last().map_or(0, |pair| (u32::from_le_bytes(*pair) >> 16) as usize);
        let mut upper: Box<[u16]> = upper.get(..(last + 1).saturating_sub(BMP_BLOCKS)).unwrap_or(upper).into();
        for pair in map {
            let pair = u32::from_le_bytes(*pair);
            let block = (pair >> 16) as usize;
            let slot = match block.checked_sub(BMP_BLOCKS) {
                None => bmp.get_mut(block),
                Some(block) => upper.get_mut(block),
            };
            if let Some(slot) = slot {
                *slot = pair as u16;
            }
        }
        let blocks = unpack(&words).map_or_else(|| Blocks::InTable(words.range(Section::Blocks)), Blocks::Unpacked);
        Tailoring { words, bmp, upper, blocks, derived: OnceLock::new(), has_quaternary_weights: OnceLock::new() }
    }

    /// The tables of this tailoring over those of the root.
    pub(crate) fn over<'a>(&'a self, root: Tables<'a>) -> Tables<'a> {
        let [_, upper] = root.upper;
        Tables { bmp: self.bmp_ce32s(root.bmp), upper: [&self.upper, upper], tailored: self.words.pools(), ..root }
    }

    /// The CE32s of the BMP of this tailoring over those of the root.
    #[inline(always)]
    pub(crate) fn bmp_ce32s<'a>(&'a self, root: BmpCe32s<'a>) -> BmpCe32s<'a> {
        BmpCe32s { slots: &self.bmp, tailored: self.blocks(), ..root }
    }

    #[inline(always)]
    fn blocks(&self) -> &[Word] {
        match &self.blocks {
            Blocks::InTable(range) => self.words.all().part(range.clone()),
            Blocks::Unpacked(blocks) => blocks,
        }
    }

    /// See [`table::has_quaternary_weights`]; computed once.
    pub(crate) fn has_quaternary_weights(&self) -> bool {
        let find = || table::has_quaternary_weights(self.words.all(), self.blocks(), true);
        *self.has_quaternary_weights.get_or_init(find)
    }

    /// The derived data of the tailoring, computed once.
    pub(crate) fn derived(&self, make: impl FnOnce() -> DerivedTables) -> DerivedTables {
        self.derived.get_or_init(make).clone()
    }

    /// The ranges of code points before which a text must not be split.
    pub(crate) fn unsafe_ranges(&self) -> &[Word] {
        self.words.section(Section::UnsafeBackward)
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings::unpack(table::word(self.words.section(Section::Settings), 0))
    }

    pub(crate) fn reorder_codes(&self) -> Vec<ReorderCode> {
        let words = self.words.section(Section::Settings).iter().skip(1);
        words.map(|word| ReorderCode(u32::from_le_bytes(*word))).collect()
    }
}

/// Expands the blocks of a table that contains only the differences from the root's.
fn unpack(words: &TableData) -> Option<Box<[Word]>> {
    let mut sparse = words.section(Section::Sparse).iter();
    let map = words.section(Section::Map);
    let tables = root().tables();
    let mut blocks: Vec<Word> = Vec::new();
    while let (Some(low), Some(high)) = (sparse.next(), sparse.next()) {
        let bits = u64::from(u32::from_le_bytes(*high)) << 32 | u64::from(u32::from_le_bytes(*low));
        let index = (blocks.len() / BLOCK) as u32;
        let pair = map.iter().map(|pair| u32::from_le_bytes(*pair)).find(|pair| pair & 0x7FFF == index)?;
        let first = (pair >> 16) * BLOCK as u32;
        for at in 0..BLOCK as u32 {
            let changed = if bits >> at & 1 != 0 { sparse.next() } else { None };
            blocks.push(changed.copied().unwrap_or_else(|| tables.ce32(first + at).to_le_bytes()));
        }
    }
    (!blocks.is_empty()).then(|| blocks.into())
}
