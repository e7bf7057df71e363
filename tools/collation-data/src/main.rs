//! Compiles the collation data: `cargo run --release -p collation-data -- root|tailorings` in the repository's root.
//!
//! `root` reads `data/collation/root.txt` and writes `root.bin`. `tailorings` reads the rule texts and writes
//! `tailorings.bin`; since it uses the library, the library has to be built with the right `root.bin` first.

mod root;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        Some("root") => root::compile(),
        _ => Err("which: root or tailorings?".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
