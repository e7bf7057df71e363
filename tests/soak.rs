//! Long runs with a limit on memory growth: the properties of the fuzz targets over random inputs, objects created and
//! freed, one stream over text after text. Fails if a property does not hold or if resident memory grows.
//!
//! `make test` runs a few rounds; `make soak` runs for hours. Environment: `SOAK_SECONDS` or `SOAK_ROUNDS` (when to
//! stop), `SOAK_PARTS` (names; all by default), `SOAK_GROWTH` (MB above the memory of the first rounds), `SOAK_SEED`.

#[path = "../fuzz/targets/mod.rs"]
mod targets;

use std::env;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use targets::source::{Numbers, pieces};
use targets::{TARGETS, chains, source::Source};
use unic_analysis::analysis::Analyzer;
use unic_analysis::config::{self, CompileOptions};

/// Rounds of warm-up, in which caches fill and buffers grow.
const WARM_UP: u64 = 4;

/// The number of inputs, texts or objects in each round of a part.
const COUNTS: [(&str, u64); 14] = [
    ("definitions", 50),
    ("chains", 200),
    ("html_strip", 200),
    ("c_calls", 200),
    ("java_patterns", 50),
    ("unicode_sets", 100),
    ("break_rules", 50),
    ("normalization", 2000),
    ("collation", 50),
    ("transforms", 50),
    ("number_rules", 200),
    ("numbers", 200),
    ("stream", 100),
    ("objects", 200),
];

fn main() {
    let number = |name: &str| env::var(name).ok().map(|value| value.parse::<u64>().expect("a number"));
    let seconds = number("SOAK_SECONDS").map(Duration::from_secs);
    let rounds = number("SOAK_ROUNDS").unwrap_or(if seconds.is_some() { u64::MAX } else { WARM_UP + 2 });
    let growth = number("SOAK_GROWTH").unwrap_or(64);
    let seed = number("SOAK_SEED").unwrap_or(1);
    let chosen = env::var("SOAK_PARTS").unwrap_or_default();
    let is_chosen = |name: &str| chosen.trim().is_empty() || chosen.split([' ', ',']).any(|part| part == name);
    let parts: Vec<(&str, u64)> = COUNTS.into_iter().filter(|(name, _)| is_chosen(name)).collect();
    assert!(!parts.is_empty(), "SOAK_PARTS names no part; there are {:?}", COUNTS.map(|(name, _)| name));

    let mut soak = Soak::new(seed);
    let (started, mut shown, mut baseline) = (Instant::now(), Instant::now(), None);
    let mut round = 0;
    while round < rounds && seconds.is_none_or(|seconds| started.elapsed() < seconds) {
        parts.iter().for_each(|(name, count)| soak.run(name, *count));
        round += 1;
        let resident = resident_megabytes();
        if round == WARM_UP {
            baseline = Some(resident);
        }
        if let Some(baseline) = baseline {
            assert!(
                resident <= baseline + growth,
                "{resident} MB resident after {round} rounds, {baseline} MB after {WARM_UP}"
            );
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            println!("{}", soak.line(&parts, round, started, resident));
        }
    }
    println!("soak: {}", soak.line(&parts, round, started, resident_megabytes()));
    println!("{} passed, 0 failed", parts.len());
}

struct Soak {
    numbers: Numbers,
    /// By part: the inputs that random inputs are derived from.
    seeds: Vec<(&'static str, Vec<Vec<u8>>)>,
    /// The analyzer of the part `stream`.
    analyzer: Analyzer,
    stream: unic_analysis::analysis::Stream,
    tokens: u64,
}

impl Soak {
    fn new(seed: u64) -> Soak {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
        let read = |name: &str| {
            let mut paths: Vec<_> =
                fs::read_dir(folder.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
            paths.sort();
            paths.iter().map(|path| fs::read(path).unwrap()).collect()
        };
        let seeds = TARGETS.iter().map(|(name, _)| (*name, read(name))).collect();
        let definition = r#"{"tokenizer": "unic_tokenizer", "filter": ["hyphen", "unic_folding", "cjk_bigram"]}"#;
        let analyzer = compile(definition);
        Soak { numbers: Numbers(seed), seeds, stream: analyzer.stream(), analyzer, tokens: 0 }
    }

    fn run(&mut self, name: &str, count: u64) {
        match name {
            "stream" => (0..count).for_each(|_| self.text()),
            "objects" => (0..count).for_each(|number| self.object(number)),
            _ => {
                let target = TARGETS.iter().find(|(other, _)| *other == name).expect("a target").1;
                let seeds = &self.seeds.iter().find(|(other, _)| *other == name).expect("seeds").1;
                for _ in 0..count {
                    let input = self.numbers.input(seeds);
                    let run = std::panic::catch_unwind(|| target(&input));
                    assert!(run.is_ok(), "{name} fails over {input:?}");
                }
            }
        }
    }

    /// Analyses one text after the other with one stream; some are long.
    fn text(&mut self) {
        let length = if self.numbers.below(50) == 0 { 100_000 } else { self.numbers.below(3000) };
        let bytes: Vec<u8> = (0..length).map(|_| self.numbers.next() as u8).collect();
        let text = pieces(&bytes);
        let mut tokens = self.stream.analyze(text.as_bytes()).expect("the text fits");
        tokens.for_each(|_| self.tokens += 1).expect("memory lasts");
    }

    /// Creates, uses and frees an analyzer and streams of it.
    fn object(&mut self, number: u64) {
        let analyzer = match number % 4 {
            0 => compile(r#"{"type": "hyphen"}"#),
            1 => compile(r#"{"tokenizer": "whitespace", "filter": ["lowercase", "trim"]}"#),
            2 => compile(r#"{"type": "unic_collation", "rules": "& a < b <<< B"}"#),
            _ => self.analyzer.clone(),
        };
        for _ in 0..5 {
            let mut stream = analyzer.stream();
            let found = targets::support::tokens(&mut stream, "The E-Book, 日本語".as_bytes(), 7);
            assert!(!found.0.is_empty());
        }
        if number.is_multiple_of(8) {
            let input: Vec<u8> = (0..9).map(|_| self.numbers.next() as u8).collect();
            chains::chain(&mut Source::new(&input));
        }
    }

    fn line(&self, parts: &[(&str, u64)], round: u64, started: Instant, resident: u64) -> String {
        let done: Vec<String> = parts.iter().map(|(name, count)| format!("{name} {}", count * round)).collect();
        let seconds = started.elapsed().as_secs();
        format!("{seconds} s, {round} rounds: {}; {} tokens; {resident} MB resident", done.join(", "), self.tokens)
    }
}

fn compile(definition: &str) -> Analyzer {
    config::compile(definition.as_bytes(), None, &CompileOptions::default())
        .unwrap_or_else(|errors| panic!("{definition}\n{errors}"))
        .analyzer
}

/// The resident memory of the process.
fn resident_megabytes() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    (pages * 4096) >> 20
}
