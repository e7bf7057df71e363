//! The program `unic` compared with the library that it calls.

use crate::measure::{median, seconds};
use crate::texts;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use unic_analysis::config::{self, CompileOptions};

const LENGTH: usize = 100_000_000;
const ROUNDS: usize = 9;

/// The section `program`: CPU seconds of `unic analyze --ndjson` with one thread over a file of 100 MB, and of the
/// library over its lines in memory.
pub fn program() {
    println!("| tokenizer | text | `unic` s | library s | library's share |");
    println!("|---|---|---|---|---|");
    // A text has 16 orders of its lines; they are concatenated here.
    for text in texts::of_language("en", LENGTH / 16) {
        let all: String = text.variants.iter().map(|variant| variant.utf8.as_str()).collect();
        let file = File::new(&all);
        for tokenizer in ["whitespace", "hyphen", "unic_tokenizer"] {
            let (mut whole, mut bare, mut shares) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                let unic = unic(tokenizer, &file.0);
                let library = library(tokenizer, &all);
                whole.push(unic);
                bare.push(library);
                shares.push(library / unic);
            }
            let [whole, bare, share] = [whole, bare, shares].map(median);
            println!("| {tokenizer} | {} | {whole:.2} | {bare:.2} | {share:.2} |", text.name);
        }
    }
    println!();
}

/// Runs the program next to this one.
fn unic(tokenizer: &str, file: &Path) -> f64 {
    let program = std::env::current_exe().expect("the program has a path");
    let before = time_of_children();
    let status = Command::new(program.with_file_name("unic"))
        .args(["analyze", "-t", tokenizer, "--ndjson", "--threads", "1", "-i"])
        .arg(file)
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "unic runs; build it with `make build`");
    time_of_children() - before
}

fn library(tokenizer: &str, text: &str) -> f64 {
    let definition = format!(r#"{{"tokenizer": "{tokenizer}"}}"#);
    let compiled = config::compile(definition.as_bytes(), None, &CompileOptions::default()).expect("it compiles");
    let mut stream = compiled.analyzer.stream();
    seconds(|| {
        let mut bytes = 0;
        for line in text.as_bytes().split(|byte| *byte == b'\n') {
            let tokens = stream.analyze(line).and_then(|mut tokens| tokens.for_each(|token| bytes += token.term.len()));
            tokens.expect("the text has tokens");
        }
        bytes
    })
}

/// CPU seconds, user and system, of all child processes.
fn time_of_children() -> f64 {
    // SAFETY: all zeros are a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: a local variable.
    let status = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    assert_eq!(status, 0, "children have a clock");
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// A file that is removed when its value is dropped.
struct File(PathBuf);

impl File {
    fn new(text: &str) -> File {
        let path = std::env::temp_dir().join(format!("unic-bench-{}.txt", std::process::id()));
        fs::write(&path, text).expect("100 MB fit into the folder for temporary files");
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}
