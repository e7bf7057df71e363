//! Compiles the text that `tools/icu-data` wrote into the tables that the library embeds.
//!
//!     compile-data ROOT WORD-LISTS STEP...
//!
//! Steps, in this order, with a new build between them, since each may use the output of the preceding ones:
//! `properties`, `names`, `dictionaries`, `break`, `number_rules`, `transforms`.

mod break_rules;
mod deflate;
mod dictionaries;
mod names;
mod number_rules;
mod properties;
mod source;
mod transforms;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, lists, steps @ ..] = arguments.as_slice() else {
        eprintln!("usage: compile-data ROOT WORD-LISTS STEP...");
        return ExitCode::FAILURE;
    };
    for step in steps {
        if let Err(error) = run(step, Path::new(root), Path::new(lists)) {
            eprintln!("{step}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn run(step: &str, root: &Path, lists: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let data = root.join("data");
    match step {
        "break" => break_rules::compile(&data, concat!(env!("CARGO_MANIFEST_DIR"), "/../../data").as_ref()),
        "dictionaries" => dictionaries::compile(&data, lists),
        "number_rules" => number_rules::compile(&data),
        "names" => names::compile(&data),
        "transforms" => transforms::pack(&data),
        "properties" => properties::compile(&data),
        _ => Err("unknown step".into()),
    }
}
