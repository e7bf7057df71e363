//! The committed table of names, `data/unicode/names.bin`.
//!
//! Layout of the table after its header and a zero byte, numbers little-endian: five `u32` (number of words, bytes of
//! word text, of rules, of names, of aliases); a `u32` per word with the end of its text; the text; the rules; the
//! names; the aliases. A rule is first and last code point (seven bits per byte, least significant first), length and
//! text of the prefix. A name is the difference from the preceding code point, its length in bytes, and the indices of
//! its words: one byte up to 191, otherwise 192 + (n - 192) / 256 and (n - 192) % 256.

use super::loose::loose_word;
use crate::lazy::Lazy;
use crate::unicode::data_file::{self, read_leb128};
use crate::unicode::packed_data::{PackedData, packed_file};
use crate::unicode::part::SlicePart;

pub(super) struct NameTable {
    bytes: &'static [u8],
    ends: usize,
    text: usize,
    rules: (usize, usize),
    pub(super) names: (usize, usize),
    pub(super) aliases: (usize, usize),
}

static NAMES: PackedData = PackedData::new(packed_file!("names.bin"));

pub(super) static TABLE: Lazy<NameTable> = Lazy::new(|| {
    let bytes = data_file::data(NAMES.bytes());
    let count = |index: usize| read_u32(bytes, index * 4);
    let text = 20 + count(0) * 4;
    let rules = text + count(1);
    let names = rules + count(2);
    let aliases = names + count(3);
    NameTable {
        bytes,
        ends: 20,
        text,
        rules: (rules, names),
        names: (names, aliases),
        aliases: (aliases, aliases + count(4)),
    }
});

fn read_u32(bytes: &[u8], at: usize) -> usize {
    let word = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    word.map_or(0, u32::from_le_bytes) as usize
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

fn take_counted<'t>(bytes: &mut &'t [u8]) -> Option<&'t [u8]> {
    let length = take(bytes)?;
    let (taken, rest) = bytes.split_at_checked(length.into())?;
    *bytes = rest;
    Some(taken)
}

pub(super) struct NameEntry<'t> {
    table: &'t NameTable,
    pub(super) code_point: u32,
    codes: &'t [u8],
}

impl NameTable {
    fn part(&self, (start, end): (usize, usize)) -> &'static [u8] {
        self.bytes.part(start..end)
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = (u32, u32, &'static str)> {
        let mut rest = self.part(self.rules);
        std::iter::from_fn(move || {
            let (first, last) = (read_leb128(&mut rest)?, read_leb128(&mut rest)?);
            Some((first, last, std::str::from_utf8(take_counted(&mut rest)?).ok()?))
        })
    }

    pub(super) fn entries(&self, part: (usize, usize)) -> impl Iterator<Item = NameEntry<'_>> {
        let mut rest = self.part(part);
        let mut code_point = 0;
        std::iter::from_fn(move || {
            code_point += read_leb128(&mut rest)?;
            Some(NameEntry { table: self, code_point, codes: take_counted(&mut rest)? })
        })
    }

    /// The offset of the words of each name in the section of names.
    pub(super) fn offsets(&self) -> Vec<(u32, u32)> {
        let all = self.part(self.names);
        let (mut rest, mut code_point) = (all, 0);
        let mut offsets = Vec::new();
        while let Some(step) = read_leb128(&mut rest) {
            code_point += step;
            offsets.push((code_point, (all.len() - rest.len()) as u32));
            take_counted(&mut rest);
        }
        offsets
    }

    pub(super) fn entry_at(&self, code_point: u32, offset: usize) -> Option<NameEntry<'_>> {
        let mut rest = self.part(self.names).get(offset..)?;
        Some(NameEntry { table: self, code_point, codes: take_counted(&mut rest)? })
    }

    fn word(&self, number: usize) -> &'static [u8] {
        let start = if number == 0 { 0 } else { read_u32(self.bytes, self.ends + (number - 1) * 4) };
        let end = read_u32(self.bytes, self.ends + number * 4);
        self.bytes.part(self.text + start..self.text + end)
    }
}

impl NameEntry<'_> {
    pub(super) fn words(&self) -> impl Iterator<Item = &'static [u8]> {
        let mut rest = self.codes;
        std::iter::from_fn(move || {
            let first = usize::from(take(&mut rest)?);
            let number = if first < 192 { first } else { 192 + (first - 192) * 256 + usize::from(take(&mut rest)?) };
            Some(self.table.word(number))
        })
    }

    pub(super) fn matches(&self, wanted: &str) -> bool {
        self.words().flat_map(loose_word).eq(wanted.bytes())
    }

    pub(super) fn text(&self) -> String {
        self.words().map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
    }
}
