//! The root collation: the table that all locales and rules tailor, and properties of its primaries.

use crate::lazy::Lazy;

use super::ce;
use super::options::MaxVariable;
use super::table::{self, BLOCKS, BmpCe32s, Section, TableData, TablePools, Tables, Word};

/// `data/collation/root.bin`, written by `tools/collation-data` from `data/collation/root.txt`. It is read in place,
/// so that no process unpacks it, and all share its pages.
static TABLE: &[u8] = include_bytes!("../../../data/collation/root.bin");

static ROOT: Lazy<Root> = Lazy::new(|| Root::new(TABLE.as_chunks::<4>().0));

/// The table of the root collation and derived data.
#[derive(Debug)]
pub(crate) struct Root {
    words: TableData,
    index: Vec<u16>,
    blocks: &'static [Word],
    /// The lead bytes that keys compress where they repeat.
    pub(crate) compressible: [bool; 256],
    /// The lead byte of numbers, as a primary.
    pub(crate) numeric_primary: u32,
    script_count: u32,
}

/// The root collation, loaded once per process.
pub(crate) fn root() -> &'static Root {
    &ROOT
}

/// The number of blocks in the BMP.
pub(crate) const BMP_BLOCKS: usize = 1024;

impl Root {
    /// Creates a root from the words of a table.
    pub(crate) fn new(words: &'static [Word]) -> Root {
        let blocks = table::section_of(words, Section::Blocks);
        let words = TableData::Shipped(words);
        let mut index = vec![0; BLOCKS];
        for pair in words.section(Section::Map) {
            let pair = u32::from_le_bytes(*pair);
            if let Some(slot) = index.get_mut((pair >> 16) as usize) {
                *slot = pair as u16;
            }
        }
        let bits = words.section(Section::Compressible);
        let compressible = std::array::from_fn(|lead| table::word(bits, lead / 32) >> (lead % 32) & 1 != 0);
        let values = words.section(Section::Values);
        let (numeric_primary, script_count) = (table::word(values, 0), table::word(values, 1));
        Root { words, index, blocks, compressible, numeric_primary, script_count }
    }

    /// The tables without a tailoring.
    pub(crate) fn tables(&self) -> Tables<'_> {
        let (_, upper) = self.index();
        Tables {
            bmp: self.bmp_ce32s(),
            upper: [upper, upper],
            root: self.words.pools(),
            tailored: TablePools::default(),
        }
    }

    /// The CE32s of the BMP without a tailoring.
    #[inline(always)]
    pub(crate) fn bmp_ce32s(&self) -> BmpCe32s<'_> {
        let (slots, _) = self.index();
        BmpCe32s { slots, root: self.blocks, tailored: &[] }
    }

    /// The index slots of the BMP and of the other planes.
    pub(crate) fn index(&self) -> (&[u16], &[u16]) {
        self.index.split_at_checked(BMP_BLOCKS).unwrap_or((&[], &[]))
    }

    /// See [`table::has_quaternary_weights`].
    pub(crate) fn has_quaternary_weights(&self) -> bool {
        table::has_quaternary_weights(self.words.all(), self.blocks, false)
    }

    /// The ranges of code points before which a text must not be split.
    pub(crate) fn unsafe_ranges(&self) -> &[Word] {
        self.words.section(Section::UnsafeBackward)
    }

    /// The root elements: see `tailor/root_elements.rs`.
    pub(crate) fn elements(&self) -> &[Word] {
        self.words.section(Section::Elements)
    }

    /// Whether keys compress the lead byte of a primary where it repeats.
    pub(crate) fn is_compressible(&self, primary: u32) -> bool {
        self.compressible.get((primary >> 24) as usize).copied().unwrap_or(false)
    }

    /// The number of groups of primaries; group 0 never moves.
    pub(crate) fn group_count(&self) -> usize {
        self.words.section(Section::Starts).len().saturating_sub(1)
    }

    /// The upper 16 bits of the first primary of a group.
    pub(crate) fn group_start(&self, group: usize) -> u32 {
        table::word(self.words.section(Section::Starts), group)
    }

    /// The group of a special reorder code, counted from 4096; 0 for none.
    pub(crate) fn special_group(&self, special: u32) -> usize {
        table::word(self.words.section(Section::Scripts), (self.script_count + special) as usize) as usize
    }

    /// The group of a script or of a special reorder code; 0 for none.
    pub(crate) fn group_of(&self, code: u32) -> usize {
        match code.checked_sub(0x1000) {
            Some(special) if special < 8 => self.special_group(special),
            Some(_) => 0,
            None if code < self.script_count => {
                table::word(self.words.section(Section::Scripts), code as usize) as usize
            }
            None => 0,
        }
    }

    /// The first primary that is not variable.
    pub(crate) fn variable_limit(&self, last: MaxVariable) -> u32 {
        self.group_start(self.special_group(last as u32) + 1) << 16
    }

    /// The first primary of a script.
    pub(crate) fn first_primary(&self, script: u32) -> u32 {
        self.group_start(self.group_of(script)) << 16
    }

    /// The special group that contains a primary, if it is one of the four that can be variable.
    pub(crate) fn variable_group(&self, primary: u32) -> Option<MaxVariable> {
        use MaxVariable::{Currency, Punctuation, Space, Symbol};
        if primary <= ce::MERGE_SEPARATOR_PRIMARY {
            return None;
        }
        [Space, Punctuation, Symbol, Currency].into_iter().find(|&group| primary < self.variable_limit(group))
    }
}
