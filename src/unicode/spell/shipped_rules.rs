//! The shipped number rules: `data/spell/compiled/rules.bin`, written by `tools/compile-data`.
//!
//! The rule sets of a locale and group are stored in blocks that are compressed separately, so that one set can be read
//! without the others. The layout after the text header, which ends with zeros (numbers are little-endian, `text` is a
//! length of one byte and UTF-8):
//!
//! ```text
//! file  = u16 count of entries, u16 count of names, names (text), directory, entries
//! directory, sorted = text `locale/group`, u32 length of the entry
//! entry = u8 flags (1: only writes, 2: has `%%lenient-parse`), u16 default set, u16 count of sets,
//!         u16 count of blocks, sets, blocks, data of the blocks
//! set   = u16 name, u8 flags (1: read, 2: fraction rule set, 4: known as one before it was parsed),
//!         u16 length of its text
//! block = u16 count of sets, u16 length of its data (raw deflate)
//! ```
//!
//! The text of `%%lenient-parse` is stored as an additional set after the others.

use crate::lazy::Lazy;
use crate::unicode::data_file;

static FILE: &[u8] = include_bytes!("../../../data/spell/compiled/rules.bin");

/// The names of the sets, and the entries by `locale/group`.
static DIRECTORY: Lazy<PackedDirectory> = Lazy::new(|| PackedDirectory::read(FILE).unwrap_or_default());

#[derive(Debug, Default)]
struct PackedDirectory {
    /// The names, and whether they are those of public sets: stored, since reading a name costs a cache miss.
    names: Vec<(&'static str, bool)>,
    entries: Vec<(&'static str, &'static [u8])>,
}

impl PackedDirectory {
    fn read(file: &'static [u8]) -> Option<PackedDirectory> {
        let mut rest = PackedFields(data_file::data(file));
        let (entries, names) = (rest.number()?, rest.number()?);
        let named = |name: &'static str| (name, !name.starts_with("%%"));
        let names = (0..names).map(|_| rest.text().map(named)).collect::<Option<Vec<_>>>()?;
        let sizes = (0..entries).map(|_| Some((rest.text()?, rest.long()?))).collect::<Option<Vec<_>>>()?;
        let entries =
            sizes.into_iter().map(|(name, size)| Some((name, rest.bytes(size)?))).collect::<Option<Vec<_>>>()?;
        Some(PackedDirectory { names, entries })
    }
}

/// The unread rest of the data.
struct PackedFields(&'static [u8]);

impl PackedFields {
    fn bytes(&mut self, count: usize) -> Option<&'static [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        self.bytes(1)?.first().copied()
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.bytes(2)?.first_chunk::<2>()?;
        Some(usize::from(u16::from_le_bytes(*bytes)))
    }

    fn long(&mut self) -> Option<usize> {
        let bytes = self.bytes(4)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }

    fn text(&mut self) -> Option<&'static str> {
        let length = self.byte()?;
        std::str::from_utf8(self.bytes(usize::from(length))?).ok()
    }
}

/// The rule sets of one locale and group.
#[derive(Debug)]
pub(super) struct PackedRuleSets {
    flags: u8,
    default: usize,
    sets: Vec<PackedSet>,
    /// The index of the first set of each block, and the block's data.
    blocks: Vec<(usize, &'static [u8])>,
}

#[derive(Debug)]
pub(super) struct PackedSet {
    pub(super) name: &'static str,
    pub(super) is_public: bool,
    pub(super) is_readable: bool,
    pub(super) is_fraction: bool,
    pub(super) is_fraction_at_parse: bool,
    /// The offset of the set's text in the text of its block.
    start: usize,
    length: usize,
}

impl PackedRuleSets {
    /// The rules of a locale and group, if the locale has its own.
    pub(super) fn of(locale: &str, group: &str) -> Option<PackedRuleSets> {
        let name = format!("{locale}/{group}");
        let entries = &DIRECTORY.entries;
        let at = entries.binary_search_by_key(&name.as_str(), |(name, _)| name).ok()?;
        PackedRuleSets::read(entries.get(at)?.1)
    }

    fn read(data: &'static [u8]) -> Option<PackedRuleSets> {
        let mut rest = PackedFields(data);
        let (flags, default, count, blocks) = (rest.byte()?, rest.number()?, rest.number()?, rest.number()?);
        let mut sets = Vec::with_capacity(count);
        for _ in 0..count {
            let (name, flags, length) = (rest.number()?, rest.byte()?, rest.number()?);
            let (name, is_public) = *DIRECTORY.names.get(name)?;
            sets.push(PackedSet {
                name,
                is_public,
                is_readable: flags & 1 != 0,
                is_fraction: flags & 2 != 0,
                is_fraction_at_parse: flags & 4 != 0,
                start: 0,
                length,
            });
        }
        let sizes = (0..blocks).map(|_| Some((rest.number()?, rest.number()?))).collect::<Option<Vec<_>>>()?;
        let (mut blocks, mut first) = (Vec::with_capacity(sizes.len()), 0);
        for (count, size) in sizes {
            blocks.push((first, rest.bytes(size)?));
            let mut start = 0;
            for set in sets.iter_mut().skip(first).take(count) {
                set.start = start;
                start += set.length;
            }
            first += count;
        }
        Some(PackedRuleSets { flags, default, sets, blocks })
    }

    /// The sets, without `%%lenient-parse`.
    pub(super) fn sets(&self) -> impl Iterator<Item = &PackedSet> {
        self.sets.iter().take(self.sets.len() - usize::from(self.has_lenient()))
    }

    pub(super) fn default_set(&self) -> usize {
        self.default
    }

    pub(super) fn is_write_only(&self) -> bool {
        self.flags & 1 != 0
    }

    pub(super) fn has_lenient(&self) -> bool {
        self.flags & 2 != 0 && !self.sets.is_empty()
    }

    /// The rule text of a set.
    pub(super) fn text(&self, set: usize) -> Option<String> {
        let packed = self.sets.get(set)?;
        let block = self.blocks.partition_point(|(first, _)| *first <= set).checked_sub(1)?;
        let (_, data) = self.blocks.get(block)?;
        let text = miniz_oxide::inflate::decompress_to_vec(data).ok()?;
        String::from_utf8(text.get(packed.start..packed.start + packed.length)?.to_vec()).ok()
    }

    /// The rule texts of all sets; each block is decompressed once.
    pub(super) fn texts(&self) -> Vec<String> {
        let blocks: Vec<Vec<u8>> = self
            .blocks
            .iter()
            .map(|(_, data)| miniz_oxide::inflate::decompress_to_vec(data).unwrap_or_default())
            .collect();
        let text = |(number, set): (usize, &PackedSet)| {
            let block = self.blocks.partition_point(|(first, _)| *first <= number).checked_sub(1)?;
            let text = blocks.get(block)?.get(set.start..set.start + set.length)?;
            String::from_utf8(text.to_vec()).ok()
        };
        self.sets.iter().enumerate().map(|set| text(set).unwrap_or_default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::spell::RuleSetGroup;

    #[test]
    fn every_packed_set_has_its_text() {
        let directory = PackedDirectory::read(FILE).unwrap();
        assert_eq!(directory.entries.len(), 151);
        for (name, group) in RuleSetGroup::ALL {
            assert!(PackedRuleSets::of("root", name).is_some(), "{group:?}");
        }
        let mut count = 0;
        for (name, data) in &directory.entries {
            let entry = PackedRuleSets::read(data).unwrap();
            assert!(entry.default_set() < entry.sets().count(), "{name}");
            for (number, text) in entry.texts().into_iter().enumerate() {
                assert!(!text.is_empty(), "{name} {number}");
                assert_eq!(entry.text(number), Some(text));
                count += 1;
            }
        }
        assert!(count > 1_700, "{count}");
    }
}
