//! Runs the fuzz targets without a fuzzer: over the seeds, over all inputs that ever failed, and over a fixed number of
//! inputs derived from the seeds. `make fuzz` searches for more.

#[path = "../fuzz/targets/mod.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{env, fs};
use targets::source::Numbers;
use targets::{TARGETS, Target};

/// The files of a folder, sorted by name.
fn inputs(folder: &str, target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder).join(target);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Runs an input; prints one that fails, and stores it in the folder of `UNIC_FUZZ_KEEP`.
fn run(name: &str, target: Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        if let Some(folder) = env::var_os("UNIC_FUZZ_KEEP") {
            fs::write(Path::new(&folder).join(format!("{name}-{:x}", input.len())), input).unwrap();
        }
        eprintln!("{name} fails over {input:?}");
        std::panic::resume_unwind(panic);
    }
}

fn run_target(name: &str, count: usize) {
    let target = TARGETS.iter().find(|(other, _)| *other == name).unwrap().1;
    let seeds = inputs("seeds", name);
    assert!(!seeds.is_empty(), "fuzz/seeds/{name} is empty");
    for input in seeds.iter().chain(&inputs("regressions", name)) {
        run(name, target, input);
    }
    // `UNIC_FUZZ_SEED` selects other inputs.
    let seed = env::var("UNIC_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_121);
    let count = env::var("UNIC_FUZZ_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(count);
    let mut numbers = Numbers(seed);
    for _ in 0..count {
        run(name, target, &numbers.input(&seeds));
    }
}

#[test]
fn definitions() {
    run_target("definitions", 1500);
}

#[test]
fn chains() {
    run_target("chains", 600);
}

#[test]
fn html_strip() {
    run_target("html_strip", 2000);
}

#[test]
fn c_calls() {
    run_target("c_calls", 800);
}

#[test]
fn transforms() {
    run_target("transforms", 4000);
}

#[test]
fn java_patterns() {
    run_target("java_patterns", 4000);
}

#[test]
fn unicode_sets() {
    run_target("unicode_sets", 2000);
}

#[test]
fn break_rules() {
    run_target("break_rules", 600);
}

#[test]
fn normalization() {
    run_target("normalization", 3000);
}

#[test]
fn collation() {
    run_target("collation", 1000);
}

#[test]
fn number_rules() {
    run_target("number_rules", 2000);
}

#[test]
fn numbers() {
    run_target("numbers", 1500);
}

/// Each target has a binary for libFuzzer, and there are no others.
#[test]
fn every_target_is_built_for_the_fuzzer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut built: Vec<String> = fs::read_dir(folder.join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    built.sort();
    let mut names = TARGETS.map(|(name, _)| name.to_owned());
    names.sort();
    assert_eq!(built, names);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    assert!(names.iter().all(|name| manifest.contains(&format!("name = \"{name}\""))));
}
