//! Archives of the shipped tailorings and rule texts: named entries (`tools/collation-data` writes them).
//!
//! Layout, in words: number of entries; for each entry, sorted by name: offset and length of the name, offset and
//! length of the contents, in bytes from the start; then names and contents. The build compresses the largest
//! tailorings and sets a bit in their lengths.

use super::table::{TableData, Word, word};
use crate::unicode::packed_data::{packed_file, unpack, unpack_numbers};
use crate::unicode::part::SlicePart;
use std::cell::OnceCell;
use std::ops::Range;

/// `locale/type` → compiled table, used in place: processes share its pages, and a further collator takes little
/// memory.
static TAILORINGS: &[u8] = packed_file!("tailorings.bin");
/// `locale/type` → rule text.
static RULES: &[u8] = packed_file!("rules.bin");

/// The numbers of words in the head: the number of entries, then each entry.
const WORDS_OF_COUNT: usize = 1;
const WORDS_OF_ENTRY: usize = 4;
/// The bit in the length of a compressed entry.
const PACKED: u32 = 1 << 31;

/// Where an entry is, in bytes from the start of the archive.
struct EntryLocation {
    name: Range<usize>,
    contents: Range<usize>,
    is_packed: bool,
}

/// An archive of named entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
}

/// The compiled tailorings.
pub(crate) fn tailorings() -> Archive<'static> {
    Archive { bytes: TAILORINGS }
}

/// The rule texts, decompressed at the first use of this value: 400 KB that are needed while rules are compiled, not
/// later.
#[derive(Debug, Default)]
pub(crate) struct RuleTexts {
    unpacked: OnceCell<Vec<u8>>,
}

impl RuleTexts {
    /// The text of `locale/type`.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        let archive = Archive { bytes: self.unpacked.get_or_init(|| unpack(RULES)) };
        std::str::from_utf8(archive.piece(archive.find(name)?)).ok()
    }
}

impl<'a> Archive<'a> {
    fn head(&self) -> &'a [Word] {
        self.bytes.as_chunks::<4>().0
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        word(self.head(), 0) as usize
    }

    /// The location of an entry: its words in the head.
    fn location(&self, number: usize) -> EntryLocation {
        let first = WORDS_OF_COUNT + WORDS_OF_ENTRY * number;
        let [name, name_length, contents, length] = std::array::from_fn(|at| word(self.head(), first + at));
        let range = |start: u32, length: u32| start as usize..start as usize + length as usize;
        let contents = range(contents, length & !PACKED);
        EntryLocation { name: range(name, name_length), contents, is_packed: length & PACKED != 0 }
    }

    /// The name of an entry.
    pub(crate) fn name(&self, number: usize) -> &'a str {
        std::str::from_utf8(self.bytes.part(self.location(number).name)).unwrap_or("")
    }

    /// The contents of an entry.
    pub(crate) fn piece(&self, number: usize) -> &'a [u8] {
        self.bytes.part(self.location(number).contents)
    }

    /// The index of the entry with this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.name(middle).cmp(name) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

impl Archive<'static> {
    /// The compiled table of an entry, decompressed at each call if it is compressed; `None` in a build without the
    /// feature `tailorings`.
    pub(crate) fn table(&self, number: usize) -> Option<TableData> {
        let piece = self.piece(number);
        if !self.location(number).is_packed {
            return (!piece.is_empty()).then(|| TableData::shipped(piece));
        }
        Some(TableData::Built(unpack_numbers(piece).as_chunks::<4>().0.into()))
    }
}

/// Writes an archive; equal contents are written once.
pub fn pack(pieces: &std::collections::BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut head = vec![pieces.len() as u32];
    let mut body: Vec<u8> = Vec::new();
    let mut known: std::collections::BTreeMap<&[u8], u32> = std::collections::BTreeMap::new();
    let start = 4 * (WORDS_OF_COUNT + WORDS_OF_ENTRY * pieces.len());
    for (name, piece) in pieces {
        for part in [name.as_bytes(), piece] {
            let location = *known.entry(part).or_insert_with(|| {
                // Tables are read as words, so they are aligned.
                body.resize(body.len().next_multiple_of(4), 0);
                body.extend_from_slice(part);
                (start + body.len() - part.len()) as u32
            });
            head.extend([location, part.len() as u32]);
        }
    }
    head.into_iter().flat_map(u32::to_le_bytes).chain(body).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A build without compiled tailorings compiles these rules.
    #[test]
    fn every_tailoring_has_its_rules() {
        let (tailorings, rules) = (tailorings(), RuleTexts::default());
        assert!(tailorings.len() > 100);
        for name in (0..tailorings.len()).map(|number| tailorings.name(number)) {
            assert!(rules.find(name).is_some_and(|text| !text.is_empty()), "{name}");
        }
    }
}
