//! Packs the committed tables of `data/` for the library (`src/unicode/packed_data.rs` unpacks them on first use).
//!
//! A packed file is its length as four little-endian bytes, then a deflate stream (RFC 1951). Tables of 32-bit numbers
//! are stored as byte planes (all lowest bytes, then all second ones, …), which deflate compresses two to seven times
//! as well. Bytes that do not fill a number come last.

use miniz_oxide::deflate::compress_to_vec;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

/// Files whose bytes are packed as they are.
const BYTES: [&str; 10] = [
    "break/dictionary/cj.trie",
    "break/dictionary/km.trie",
    "break/dictionary/lo.trie",
    "break/dictionary/my.trie",
    "break/dictionary/scripts.map",
    "break/dictionary/th.trie",
    "collation/rules.bin",
    "stop/words.txt",
    "unicode/names.bin",
    "unicode/properties.bin",
];

/// Folders of similar files that are packed as one, because deflate stores what they share once; each with the start
/// and the end of the names of its files. Rules of lines apart: they are long, and those who break words do not need
/// them.
const BUNDLES: [(&str, &str, &str, Names); 3] = [
    ("break/compiled", "rules.bundle", ".brk", |name| !name.starts_with("line")),
    ("break/compiled", "line_rules.bundle", ".brk", |name| name.starts_with("line")),
    ("break", "sources.bundle", ".rbbi", |_| true),
];
/// Chooses files by their names.
type Names = fn(&str) -> bool;

/// The archive of compiled tailorings: names and tables of 32-bit numbers (`src/unicode/collate/archive.rs`).
const TAILORINGS: &str = "collation/tailorings.bin";
/// Tables longer than this are packed within the archive: Chinese, Japanese and Korean, Burmese, and the one of emoji,
/// which become a third to a sixth as long. The others are read in place, so that their pages are shared by all
/// processes.
const IN_PLACE: usize = 20_000;
/// Set in the length of a packed table.
const PACKED: u32 = 1 << 31;

/// Smallest output.
const LEVEL: u8 = 10;

/// Writes the packed files, under the names of the originals, to `out`.
pub fn run(root: &Path, out: &Path) {
    fs::create_dir_all(out).expect("OUT_DIR is writable");
    let write = |file: &str, pack: &dyn Fn(&[u8]) -> Vec<u8>| {
        let from = root.join("data").join(file);
        println!("cargo:rerun-if-changed={}", from.display());
        let bytes = fs::read(&from).expect("data/ is complete");
        let name = file.rsplit('/').next().expect("a file has a name");
        fs::write(out.join(name), pack(&bytes)).expect("OUT_DIR is writable");
    };
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    for file in BYTES {
        let is_left_out = file.ends_with(".trie") && !has("DICTIONARIES");
        write(file, &|bytes| pack(if is_left_out { &[] } else { bytes }, false));
    }
    let has_tables = has("TAILORINGS");
    write(TAILORINGS, &|archive| pack_tailorings(archive, has_tables));
    for (folder, bundle, extension, names) in BUNDLES {
        fs::write(out.join(bundle), pack(&bundle_of(&root.join("data").join(folder), extension, names), false))
            .expect("OUT_DIR is writable");
    }
    let references = pack(&character_references(), false);
    fs::write(out.join("character_references.bin"), references).expect("OUT_DIR is writable");
}

/// The files of a folder and the folders in it, in order of their names: length of the name as one byte, name without
/// the extension, length as four little-endian bytes, contents (`src/unicode/packed_data.rs` finds them).
fn bundle_of(folder: &Path, extension: &str, names: Names) -> Vec<u8> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        println!("cargo:rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(folder).expect("data/ is complete") {
            let path = entry.expect("data/ is complete").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            if let Some(name) = file.strip_suffix(extension).filter(|name| names(name)) {
                files.insert(name.to_owned(), fs::read(path).expect("data/ is complete"));
            }
        }
    }
    files
        .into_iter()
        .flat_map(|(name, bytes)| {
            let length = (bytes.len() as u32).to_le_bytes();
            [&[name.len() as u8], name.as_bytes(), &length, &bytes].concat()
        })
        .collect()
}

/// Copies an archive; tables longer than [`IN_PLACE`] are packed. Without tables only the names remain.
fn pack_tailorings(archive: &[u8], has_tables: bool) -> Vec<u8> {
    let words = archive.as_chunks::<4>().0;
    let word = |at: usize| u32::from_le_bytes(words[at]);
    let pieces = word(0) as usize;
    let (mut head, mut body) = (vec![0; words_before_body(pieces)], Vec::new());
    head[0] = word(0);
    let mut known = BTreeMap::new();
    // Names first: the binary search for one reads neighbouring pages, none of a table.
    for at in (0..2 * pieces).step_by(2).chain((1..2 * pieces).step_by(2)) {
        let (start, length) = (word(1 + 2 * at) as usize, word(2 + 2 * at));
        let location = *known.entry((start, length)).or_insert_with(|| {
            let is_table = at % 2 == 1;
            let length = if is_table && !has_tables { 0 } else { length };
            let piece = &archive[start..start + length as usize];
            let is_long = piece.len() > IN_PLACE;
            let stored = if is_long { pack(piece, true) } else { piece.to_vec() };
            body.resize(body.len().next_multiple_of(4), 0);
            let start = (words_before_body(pieces) * 4 + body.len()) as u32;
            body.extend_from_slice(&stored);
            [start, stored.len() as u32 | if is_long { PACKED } else { 0 }]
        });
        head[1 + 2 * at..3 + 2 * at].copy_from_slice(&location);
    }
    head.into_iter().flat_map(u32::to_le_bytes).chain(body).collect()
}

/// The number of pieces, and offset and length of each name and each piece.
fn words_before_body(pieces: usize) -> usize {
    1 + 4 * pieces
}

/// The character references of HTML 5 as `name 0 value 0`, in the order of the names (`src/unicode/html/entity.rs`
/// reads them). As an array of strings they would take twelve times as much, most of it relocations.
fn character_references() -> Vec<u8> {
    html_escape::NAMED_ENTITIES
        .iter()
        .flat_map(|(name, value)| [name, &b"\0"[..], value.as_bytes(), b"\0"].concat())
        .collect()
}

fn pack(bytes: &[u8], is_table: bool) -> Vec<u8> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let planes: Vec<u8> = (0..4).flat_map(|plane| numbers.iter().map(move |number| number[plane])).collect();
    let planes = [&planes, rest].concat();
    let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
    packed.extend(compress_to_vec(if is_table { &planes } else { bytes }, LEVEL));
    packed
}
