//! Compiles the collation data: `cargo run --release -p collation-data -- root|rules|tailorings` in the repository's
//! root, in this order, with a build of the library before each step, since each step needs the output of the preceding
//! one.
//!
//! `root` writes `data/collation/root.bin` from `root.txt`, `rules` the archive `rules.bin` of the rule texts (for
//! imports), `tailorings` the compiled ones, `tailorings.bin`. With `--check` a step fails when the committed file
//! differs.

mod root;
mod tailorings;

use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let step = std::env::args().nth(1);
    let made = match step.as_deref() {
        Some("root") => root::compile(),
        Some("rules") => tailorings::rules(),
        Some("tailorings") => tailorings::tailorings(),
        _ => Err("which: root, rules or tailorings?".to_owned()),
    };
    let path = format!("data/collation/{}.bin", step.unwrap_or_default());
    match made.and_then(|bytes| output(&path, &bytes, check)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("collation-data: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the file, or compares it with the committed one.
fn output(path: &str, bytes: &[u8], check: bool) -> Result<(), String> {
    println!("{path}: {} bytes", bytes.len());
    if !check {
        return std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"));
    }
    let committed = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    if committed == bytes { Ok(()) } else { Err(format!("{path} is out of date: run make data")) }
}
