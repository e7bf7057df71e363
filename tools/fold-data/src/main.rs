//! Writes `data/fold/tables.rs`, the tables of normalization and folding, and `data/fold/letters.rs`, the letters of
//! languages, from the ICU4X crates (Unicode 18.0, CLDR 49) and the folding lists in `tools/fold-data/foldings`.
//!
//! Run by hand from the root of the repository: `cargo run -p fold-data` writes, `cargo run -p fold-data -- --check`
//! fails when the committed file differs.

mod foldings;
mod forms;
mod languages;
#[path = "../../../src/unicode/normalize/record.rs"]
#[allow(dead_code)]
mod record;
mod tables;

use std::process::ExitCode;

const TABLES: &str = "data/fold/tables.rs";
const LETTERS: &str = "data/fold/letters.rs";
const LISTS: &str = "tools/fold-data/foldings";

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    match run(check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fold-data: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(check: bool) -> Result<(), String> {
    let unicode = forms::Unicode::new();
    let folding = foldings::utr30(&unicode, &foldings::read(LISTS.as_ref())?)?;
    output(LETTERS, languages::write(&folding)?, check)?;
    let tables = tables::write(
        &unicode,
        &[
            ("NFC", unicode.nfc()),
            ("NFKC", unicode.nfkc()),
            ("NFKC_CF", unicode.nfkc_casefold(true)),
            ("NFKC_SCF", unicode.nfkc_casefold(false)),
            ("UTR30", folding),
        ],
    )?;
    output(TABLES, tables, check)
}

/// Writes a file, or compares it with the committed one.
fn output(path: &str, text: String, check: bool) -> Result<(), String> {
    if !check {
        return std::fs::write(path, text).map_err(|error| format!("{path}: {error}"));
    }
    let committed = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    if committed == text { Ok(()) } else { Err(format!("{path} is out of date: run cargo run -p fold-data")) }
}
