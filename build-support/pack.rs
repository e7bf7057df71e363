//! Packs the committed tables of `data/` for the library (`src/unicode/packed_data.rs` unpacks them on first use).
//!
//! A packed file is its length as four little-endian bytes, then a deflate stream (RFC 1951). Tables of 32-bit numbers are stored as
//! byte planes (all lowest bytes, then all second ones, …), which deflate compresses two to seven times as well. Bytes that do not
//! fill a number come last.

use miniz_oxide::deflate::compress_to_vec;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files whose bytes are packed as they are.
const BYTES: [&str; 9] = [
    "break/dictionary/cj.trie",
    "break/dictionary/km.trie",
    "break/dictionary/lo.trie",
    "break/dictionary/my.trie",
    "break/dictionary/scripts.map",
    "break/dictionary/th.trie",
    "collation/rules.bin",
    "unicode/names.bin",
    "unicode/properties.bin",
];

/// Tables of 32-bit numbers.
const NUMBERS: [&str; 1] = ["collation/root.bin"];

/// An archive of such tables (`src/unicode/collate/archive.rs`), each packed by itself.
const TAILORINGS: &str = "collation/tailorings.bin";

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
    for file in BYTES {
        write(file, &|bytes| pack(bytes, false));
    }
    for file in NUMBERS {
        write(file, &|bytes| pack(bytes, true));
    }
    write(TAILORINGS, &pack_archive);
}

fn pack(bytes: &[u8], is_table: bool) -> Vec<u8> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let planes: Vec<u8> = (0..4).flat_map(|plane| numbers.iter().map(move |number| number[plane])).collect();
    let planes = [&planes, rest].concat();
    let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
    packed.extend(compress_to_vec(if is_table { &planes } else { bytes }, LEVEL));
    packed
}

/// The archive with packed pieces: its list keeps its form, equal pieces stay one.
fn pack_archive(bytes: &[u8]) -> Vec<u8> {
    let head = bytes.as_chunks::<4>().0;
    let word = |at: usize| u32::from_le_bytes(head[at]) as usize;
    let part = |at: usize| &bytes[word(at)..word(at) + word(at + 1)];
    let mut list = vec![word(0) as u32];
    let mut body: Vec<u8> = Vec::new();
    let mut packed: BTreeMap<&[u8], (u32, u32)> = BTreeMap::new();
    let start = 4 * (1 + 4 * word(0));
    for number in 0..word(0) {
        let (name, piece) = (part(1 + 4 * number), part(3 + 4 * number));
        list.extend([(start + body.len()) as u32, name.len() as u32]);
        body.extend(name);
        let (offset, length) = *packed.entry(piece).or_insert_with(|| {
            let piece = pack(piece, true);
            body.extend(&piece);
            ((start + body.len() - piece.len()) as u32, piece.len() as u32)
        });
        list.extend([offset, length]);
    }
    list.into_iter().flat_map(u32::to_le_bytes).chain(body).collect()
}
