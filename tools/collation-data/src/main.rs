//! Compiles the collation data: `cargo run --release -p collation-data -- root|rules|tailorings` in the repository's
//! root, in this order, each with the library built anew, since each step needs what the one before wrote.
//!
//! `root` writes `data/collation/root.bin` from `root.txt`, `rules` the archive `rules.bin` of the rule texts (for
//! imports), `tailorings` the compiled ones, `tailorings.bin`.

mod root;
mod tailorings;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        Some("root") => root::compile(),
        Some("rules") => tailorings::rules(),
        Some("tailorings") => tailorings::tailorings(),
        _ => Err("which: root, rules or tailorings?".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
