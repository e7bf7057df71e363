//! The shipped rule texts and tables of ids, packed by `tools/compile-data` (step `transforms`).
//!
//! Layout of `rules.bin`: a header that ends with a zero byte, zeros up to a multiple of eight, the number of entries, the length of
//! the list, the list (per entry the name, preceded by its length in one byte, then offset, compressed and full length), deflate
//! streams. Numbers have seven bits per byte, least significant first. Entries are rule texts by file name, `index.tsv`,
//! `scripts.tsv` and `languages.tsv`.

use crate::unicode::packed_data::inflate_to;
use once_cell::sync::Lazy;
use std::collections::BTreeMap;

static PACKED: &[u8] = include_bytes!("../../../data/transform/rules.bin");

/// The range of a compressed text in the streams, and its full length.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    packed: usize,
    length: usize,
}

struct Archive {
    entries: BTreeMap<&'static str, Entry>,
    streams: &'static [u8],
}

static ARCHIVE: Lazy<Archive> =
    Lazy::new(|| read(PACKED).unwrap_or(Archive { entries: BTreeMap::new(), streams: &[] }));

fn read(file: &'static [u8]) -> Option<Archive> {
    let head = file.iter().position(|&byte| byte == 0)? + 1;
    let mut rest = file.get(head.next_multiple_of(8)..)?;
    let count = number(&mut rest)?;
    let length = number(&mut rest)?;
    let (mut list, streams) = rest.split_at_checked(length)?;
    let mut entries = BTreeMap::new();
    for _ in 0..count {
        let (&name_length, rest) = list.split_first()?;
        let (name, rest) = rest.split_at_checked(name_length.into())?;
        list = rest;
        let entry = Entry { start: number(&mut list)?, packed: number(&mut list)?, length: number(&mut list)? };
        entries.insert(std::str::from_utf8(name).ok()?, entry);
    }
    Some(Archive { entries, streams })
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

/// Decompresses the rule text or table of a name.
pub(super) fn text(name: &str) -> Option<String> {
    let entry = ARCHIVE.entries.get(name)?;
    let stream = ARCHIVE.streams.get(entry.start..entry.start + entry.packed)?;
    let bytes = inflate_to(stream, entry.length)?;
    // A check by vectors and a copy take a tenth of the check by bytes.
    simdutf8::compat::from_utf8(&bytes).ok().map(str::to_owned)
}
