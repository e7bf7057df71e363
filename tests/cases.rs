//! Runs case files (format: tests/cases/README.md): `make cases CASES=DIR [COMPONENTS=a,b]`.
//!
//! Every case runs over UTF-8 and UTF-16, token by token and in batches, on a fresh and on a used stream, through the
//! Rust and the C interface. Without CASES the committed cases run, and cases with components that this build does not
//! have are skipped. With CASES such cases fail.

mod runner;

use runner::case::{Case, Expectation, Outcome};
use runner::{c_interface, rust_interface};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let given = std::env::var_os("CASES").map(PathBuf::from);
    let components = std::env::var("COMPONENTS").ok().filter(|list| !list.is_empty());
    let folder = given.clone().unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases")));
    let cases = match runner::case::read_folder(&folder, components.as_deref()) {
        Ok(cases) => cases,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for case in &cases {
        match run(case, given.is_some()) {
            Outcome::Passed => passed += 1,
            Outcome::Skipped(reason) => {
                skipped += 1;
                *reasons.entry(reason).or_default() += 1;
            }
            Outcome::Failed(message) => {
                failed += 1;
                println!("FAILED {} ({})\n{message}\n", case.id, case.file);
            }
        }
    }
    for (reason, count) in reasons {
        println!("skipped {count}: {reason}");
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 || passed == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn run(case: &Case, must_exist: bool) -> Outcome {
    match case.expectation {
        Expectation::Property => return Outcome::Skipped("property in words: tested elsewhere".to_owned()),
        Expectation::Jvm => return Outcome::Skipped("jvm.json: for the JVM modules".to_owned()),
        _ => {}
    }
    if let Some(missing) = case.missing_component() {
        let reason = format!("needs {missing}, which this build does not have");
        return if must_exist { Outcome::Failed(reason) } else { Outcome::Skipped(reason) };
    }
    let directory = match case.write_config_files() {
        Ok(directory) => directory,
        Err(error) => return Outcome::Failed(format!("the case's files can't be written: {error}")),
    };
    let found =
        rust_interface::check(case, directory.as_deref()).and_then(|()| c_interface::check(case, directory.as_deref()));
    if let Some(directory) = directory {
        drop(std::fs::remove_dir_all(directory));
    }
    match found {
        Ok(()) => Outcome::Passed,
        Err(message) => Outcome::Failed(message),
    }
}
