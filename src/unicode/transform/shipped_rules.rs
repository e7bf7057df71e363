//! The shipped rule texts and tables of ids, packed by `tools/compile-data` (step `transforms`).
//!
//! Layout of `rules.bin`: a header that ends with a zero byte, zeros up to a multiple of eight, the number of blocks,
//! their compressed and full lengths, the number of entries, the length of the list of entries, that list (per entry
//! the name, preceded by its length in one byte, then block, offset in the full block, length), the blocks as deflate
//! streams. Numbers are LEB128. Entries are rule texts by file name, compiled
//! ones ([`super::serialized_rules`]) with `>` or `<` for the direction after it, `index.tsv`, `scripts.tsv` and
//! `languages.tsv`. A text of which every direction is compiled is not there. A block holds several texts, since
//! similar texts compress better together, or one other entry.

use super::direction::Direction;
use crate::lazy::Lazy;
use crate::unicode::data_file::{self, read_leb128};
use crate::unicode::packed_data::inflate_to;
use std::collections::BTreeMap;

static PACKED: &[u8] = include_bytes!("../../../data/transform/rules.bin");

/// The location of a text: its block, and the range in the decompressed block.
#[derive(Clone, Copy, Debug)]
struct ArchiveEntry {
    block: usize,
    offset: usize,
    length: usize,
}

/// A deflate stream and its full length.
struct ArchiveBlock {
    stream: &'static [u8],
    length: usize,
}

#[derive(Default)]
struct TransformArchive {
    entries: BTreeMap<&'static str, ArchiveEntry>,
    blocks: Vec<ArchiveBlock>,
}

static ARCHIVE: Lazy<TransformArchive> = Lazy::new(|| read(PACKED).unwrap_or_default());

fn read(file: &'static [u8]) -> Option<TransformArchive> {
    let mut rest = data_file::data(file);
    let mut lengths = Vec::new();
    for _ in 0..number(&mut rest)? {
        lengths.push((number(&mut rest)?, number(&mut rest)?));
    }
    let count = number(&mut rest)?;
    let length = number(&mut rest)?;
    let (mut list, mut streams) = rest.split_at_checked(length)?;
    let mut entries = BTreeMap::new();
    for _ in 0..count {
        let (&name_length, rest) = list.split_first()?;
        let (name, rest) = rest.split_at_checked(name_length.into())?;
        list = rest;
        let entry = ArchiveEntry { block: number(&mut list)?, offset: number(&mut list)?, length: number(&mut list)? };
        entries.insert(std::str::from_utf8(name).ok()?, entry);
    }
    let mut blocks = Vec::with_capacity(lengths.len());
    for (packed, length) in lengths {
        let (stream, rest) = streams.split_at_checked(packed)?;
        streams = rest;
        blocks.push(ArchiveBlock { stream, length });
    }
    Some(TransformArchive { entries, blocks })
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    read_leb128(bytes).map(|number| number as usize)
}

fn bytes(name: &str) -> Option<Vec<u8>> {
    let entry = ARCHIVE.entries.get(name)?;
    let block = ARCHIVE.blocks.get(entry.block)?;
    let bytes = inflate_to(block.stream, block.length)?;
    if entry.length == bytes.len() {
        return Some(bytes);
    }
    bytes.get(entry.offset..entry.offset + entry.length).map(<[u8]>::to_vec)
}

/// Decompresses the compiled form of a rule text, if it ships.
pub(super) fn compiled(file: &str, direction: Direction) -> Option<Vec<u8>> {
    let mark = match direction {
        Direction::Forward => ">",
        Direction::Reverse => "<",
    };
    bytes(&[file, mark].concat())
}

/// Decompresses the rule text or table of a name.
pub(super) fn text(name: &str) -> Option<String> {
    let bytes = bytes(name)?;
    // A check by vectors and a copy take a tenth of the check by bytes.
    simdutf8::compat::from_utf8(&bytes).ok().map(str::to_owned)
}

/// The rule text of a file of `data/transform`.
#[cfg(test)]
pub(super) fn source(file: &str) -> String {
    let path = format!("{}/data/transform/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().skip_while(|line| line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}
