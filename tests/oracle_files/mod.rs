//! Reads oracle files (a folder of TSV files, plain or gzip; see its README) and counts equal results.
//!
//! The folder is the environment variable `UNIC_ORACLE`, otherwise `tests/data/oracle`.
#![allow(dead_code)] // each test program uses some of it

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder of the oracle files.
pub fn folder() -> PathBuf {
    match std::env::var_os("UNIC_ORACLE") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle"),
    }
}

/// The kinds of oracle files: the folders of a complete set.
const KINDS: [&str; 7] = ["coll", "fold", "rbbi", "rbnf", "seg", "translit", "uset"];

/// The rows of a file (`KIND/FILE`) with fields unescaped to UTF-16; `None` if `UNIC_ORACLE` is a folder without this
/// kind. It may be the folder of one kind.
pub fn rows(name: &str) -> Option<Vec<Vec<Vec<u16>>>> {
    Some(lines(name)?.into_iter().skip(1).collect())
}

/// The rows of a file without a header line.
pub fn lines(name: &str) -> Option<Vec<Vec<Vec<u16>>>> {
    let (kind, file) = name.split_once('/').expect("KIND/FILE");
    let all = folder();
    let folder = if all.ends_with(kind) { all.clone() } else { all.join(kind) };
    if !folder.is_dir() && std::env::var_os("UNIC_ORACLE").is_some() {
        let has_other_kind = KINDS.iter().any(|kind| all.ends_with(kind) || all.join(kind).is_dir());
        assert!(has_other_kind, "UNIC_ORACLE: {} has none of the folders {}", all.display(), KINDS.join(", "));
        return None;
    }
    let text = match std::fs::read(folder.join(file)) {
        Ok(bytes) => String::from_utf8(bytes).expect("UTF-8"),
        Err(_) => {
            let compressed = std::fs::File::open(folder.join(format!("{file}.gz"))).unwrap_or_else(|_| {
                panic!(
                    "{} has neither {file} nor {file}.gz; tests/data/oracle/README.md lists the files of each kind",
                    folder.display()
                )
            });
            let mut text = String::new();
            flate2::read::GzDecoder::new(compressed).read_to_string(&mut text).expect("gzip of UTF-8");
            text
        }
    };
    Some(text.lines().map(|line| line.split('\t').map(unescape).collect()).collect())
}

/// A field as a Rust string; unpaired surrogates become U+FFFD.
pub fn string(field: &[u16]) -> String {
    String::from_utf16_lossy(field)
}

/// Whether the text is well-formed UTF-16.
pub fn well_formed(text: &[u16]) -> bool {
    char::decode_utf16(text.iter().copied()).all(|c| c.is_ok())
}

fn unescape(field: &str) -> Vec<u16> {
    let mut out = Vec::new();
    let mut characters = field.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        match characters.next() {
            Some('t') => out.push(9),
            Some('n') => out.push(10),
            Some('r') => out.push(13),
            Some('u') => {
                let hex: String = characters.by_ref().take(4).collect();
                out.push(u16::from_str_radix(&hex, 16).expect("four hex digits"));
            }
            Some(c) => out.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            None => panic!("a backslash at the end of a field"),
        }
    }
    out
}

/// The counts for one file.
#[derive(Default)]
pub struct Score {
    file: String,
    passed: usize,
    failures: Vec<String>,
    skipped: BTreeMap<String, usize>,
}

impl Score {
    pub fn new(file: &str) -> Score {
        Score { file: file.to_owned(), ..Score::default() }
    }

    pub fn skip(&mut self, reason: &str) {
        *self.skipped.entry(reason.to_owned()).or_default() += 1;
    }

    pub fn check(&mut self, passed: bool, failure: impl FnOnce() -> String) {
        if passed { self.passed += 1 } else { self.failures.push(failure()) }
    }

    /// Prints the counts and some failures, and fails the test if there are failures or no rows.
    pub fn close(self) {
        let skipped: usize = self.skipped.values().sum();
        println!("{}: {} passed, {} failed, {} skipped", self.file, self.passed, self.failures.len(), skipped);
        for (reason, count) in &self.skipped {
            println!("  skipped {count}: {reason}");
        }
        let shown = std::env::var("UNIC_ORACLE_SHOW").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
        for failure in self.failures.iter().take(shown) {
            println!("  failed: {failure}");
        }
        assert!(self.passed + self.failures.len() + skipped > 0, "{}: no rows", self.file);
        assert!(self.failures.is_empty(), "{}: {} rows failed", self.file, self.failures.len());
    }
}

/// The reason why a row of `file` is not compared, from the project's list of known differences
/// (`tests/data/oracle/differences.tsv`).
pub fn known_difference(file: &str, field: &str, value: &str) -> Option<String> {
    let list = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/differences.tsv"))
        .ok()?;
    list.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()).find_map(|columns| match columns.as_slice() {
        [listed_file, listed_field, part, reason]
            if *listed_file == file && *listed_field == field && value.contains(part) =>
        {
            Some((*reason).to_owned())
        }
        _ => None,
    })
}
