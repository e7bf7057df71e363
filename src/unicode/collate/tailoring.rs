//! An opened tailoring: its table, laid over the root's.

use super::options::Settings;
use super::reorder::ReorderCode;
use super::root::{BMP_BLOCKS, root};
use super::table::{self, Section, Tables, Word, Words};

/// A tailoring, ready for look-ups.
#[derive(Debug)]
pub(crate) struct Tailoring {
    words: Words,
    /// Index slots of the first plane.
    bmp: Box<[u16]>,
    /// Index slots of the other planes, when the tailoring reaches there.
    upper: Option<Box<[u16]>>,
}

impl Tailoring {
    /// Opens a table.
    pub(crate) fn new(words: Words) -> Tailoring {
        let (bmp, upper) = root().index();
        let mut bmp: Box<[u16]> = bmp.into();
        let map = words.section(Section::Map);
        let reaches_up = map.last().is_some_and(|pair| u32::from_le_bytes(*pair) >> 16 >= BMP_BLOCKS as u32);
        let mut upper: Option<Box<[u16]>> = reaches_up.then(|| upper.into());
        for pair in map {
            let pair = u32::from_le_bytes(*pair);
            let block = (pair >> 16) as usize;
            let slot = match block.checked_sub(BMP_BLOCKS) {
                None => bmp.get_mut(block),
                Some(block) => upper.as_mut().and_then(|upper| upper.get_mut(block)),
            };
            if let Some(slot) = slot {
                *slot = pair as u16;
            }
        }
        Tailoring { words, bmp, upper }
    }

    /// The tables with this tailoring over the root's.
    pub(crate) fn over<'a>(&'a self, root: Tables<'a>) -> Tables<'a> {
        Tables {
            bmp: &self.bmp,
            upper: self.upper.as_deref().unwrap_or(root.upper),
            tailored: self.words.pools(),
            ..root
        }
    }

    /// Code points before which a text must not be cut.
    pub(crate) fn unsafe_ranges(&self) -> &[Word] {
        self.words.section(Section::Unsafe)
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings::unpack(table::word(self.words.section(Section::Settings), 0))
    }

    pub(crate) fn reorder_codes(&self) -> Vec<ReorderCode> {
        let words = self.words.section(Section::Settings).iter().skip(1);
        words.map(|word| ReorderCode(u32::from_le_bytes(*word))).collect()
    }
}
