//! Writes `data/fold/tables.rs`, the tables of normalization and folding, from the ICU4X crates (Unicode 18.0) and the
//! folding lists in `tools/fold-data/foldings`.
//!
//! Run by hand from the root of the repository: `cargo run -p fold-data` writes, `cargo run -p fold-data -- --check`
//! fails when the committed file differs.

mod foldings;
mod forms;
#[path = "../../../src/unicode/normalize/record.rs"]
#[allow(dead_code)]
mod record;
mod tables;

use std::process::ExitCode;

const OUTPUT: &str = "data/fold/tables.rs";
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
    let lists = foldings::read(LISTS.as_ref())?;
    let text = tables::write(&unicode, &[
        ("NFC", unicode.nfc()),
        ("NFKC", unicode.nfkc()),
        ("NFKC_CF", unicode.nfkc_casefold(true)),
        ("NFKC_SCF", unicode.nfkc_casefold(false)),
        ("UTR30", foldings::utr30(&unicode, &lists)?),
    ])?;
    if !check {
        return std::fs::write(OUTPUT, text).map_err(|error| format!("{OUTPUT}: {error}"));
    }
    let committed = std::fs::read_to_string(OUTPUT).map_err(|error| format!("{OUTPUT}: {error}"))?;
    if committed == text { Ok(()) } else { Err(format!("{OUTPUT} is out of date: run cargo run -p fold-data")) }
}
