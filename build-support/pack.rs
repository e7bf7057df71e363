//! Packs the committed tables of `data/` for the library (`src/unicode/packed_data.rs` unpacks them on first use).
//!
//! A packed file is its length as four little-endian bytes, then a deflate stream (RFC 1951). Tables of 32-bit numbers are stored as
//! byte planes (all lowest bytes, then all second ones, …), which deflate compresses two to seven times as well. Bytes that do not
//! fill a number come last.

use miniz_oxide::deflate::compress_to_vec;
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

/// The compiled break rules, packed as they are.
const BREAK_RULES: &str = "break/compiled";

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
    let rules = fs::read_dir(root.join("data").join(BREAK_RULES)).expect("data/ is complete");
    for file in rules {
        let name = file.expect("data/ is complete").file_name();
        write(&format!("{BREAK_RULES}/{}", name.to_string_lossy()), &|bytes| pack(bytes, false));
    }
}

fn pack(bytes: &[u8], is_table: bool) -> Vec<u8> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let planes: Vec<u8> = (0..4).flat_map(|plane| numbers.iter().map(move |number| number[plane])).collect();
    let planes = [&planes, rest].concat();
    let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
    packed.extend(compress_to_vec(if is_table { &planes } else { bytes }, LEVEL));
    packed
}
