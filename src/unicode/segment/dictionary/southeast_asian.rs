//! The dictionary of one of the scripts Thai, Lao, Khmer and Myanmar: its words, and the properties of its characters.
//!
//! A character has a label of one byte: its distance from the start of the script's block, or one of two labels for
//! characters outside the block, which occur in no word.

use super::trie::WordTrie;
use crate::unicode::segment::table_file::TableCursor;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// Properties of characters, as bits.
pub(in crate::unicode::segment) const MARK: u8 = 1;
pub(in crate::unicode::segment) const BEGINS_WORD: u8 = 2;
pub(in crate::unicode::segment) const ENDS_WORD: u8 = 4;
/// The Thai abbreviation sign U+0E2F.
pub(in crate::unicode::segment) const PAIYANNOI: u8 = 8;
/// The Thai repetition sign U+0E46.
pub(in crate::unicode::segment) const MAIYAMOK: u8 = 16;
/// The character belongs to the script: set when the dictionary is opened.
const OF_SCRIPT: u8 = 32;

/// The number of labels.
pub(super) const LABELS: usize = 256;
/// The label of marks outside the block.
const OTHER_MARK: u8 = 255;
/// The label of other characters outside the block; it and the next one end the table of properties.
pub(super) const OTHER: u8 = 254;
/// The last label of a character of the block.
const LAST_LABEL: u32 = 160;

/// The dictionary of one script.
#[derive(Debug)]
pub(super) struct SoutheastAsianDictionary {
    /// The code point before the one with label 1.
    offset: u32,
    properties: [u8; LABELS],
    pub(super) words: WordTrie,
}

impl SoutheastAsianDictionary {
    /// Reads a committed table; `is_of_script` is queried for the code points of the block.
    pub(super) fn read(mut table: TableCursor<'_>, is_of_script: impl Fn(u32) -> bool) -> SoutheastAsianDictionary {
        let offset = table.number();
        let mut properties = [0; LABELS];
        properties.iter_mut().zip(table.take(LABELS)).for_each(|(into, from)| *into = *from);
        for (code, flags) in (offset..=offset + LAST_LABEL).zip(&mut properties) {
            *flags |= if is_of_script(code) { OF_SCRIPT } else { 0 };
        }
        SoutheastAsianDictionary { offset, properties, words: WordTrie::read(&mut table) }
    }

    /// The label of a character of the script.
    pub(super) fn label(&self, c: char) -> u8 {
        match u32::from(c).wrapping_sub(self.offset) {
            label @ 1..=LAST_LABEL => label as u8,
            _ if is_mark(c) => OTHER_MARK,
            _ => OTHER,
        }
    }

    /// The label of a code point of the block, if it is of the script.
    #[inline(always)]
    pub(super) fn label_in_block(&self, code: u32) -> Option<u8> {
        let label = code.wrapping_sub(self.offset);
        self.properties.get(label as usize).is_some_and(|flags| flags & OF_SCRIPT != 0).then_some(label as u8)
    }

    /// Whether a character, if there is one, has one of the properties.
    #[inline]
    pub(super) fn has(&self, label: Option<u8>, properties: u8) -> bool {
        label.is_some_and(|label| self.properties.get(usize::from(label)).is_some_and(|flags| flags & properties != 0))
    }
}

/// Whether a character is a combining mark.
pub(super) fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}
