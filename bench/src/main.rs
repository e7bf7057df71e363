//! `make bench`: the shared library and its peers in one process, alternating; medians of ratios.
//!
//! `unic-bench [SECTION...]`: words, filters, keys, key_options, collators, memory, normalize, normalize_forms (its
//! forms alone), short, create, flat, program, spell, transforms, transform_ids (all ids, on demand), history, and of
//! `unic_tokenizer` tokenizer, tokenizer_options, tokenizer_short, tokenizer_create, tokenizer_flat; all without
//! arguments. `--icu4j` measures transforms and numbers beside ICU4J as well (`icu4j.rs`).
//! `OTHER=a/libunic_analysis.so unic-bench builds` compares with another build.

mod cells;
mod collators;
mod filters;
mod history;
mod icu;
mod icu4j;
mod icu_normalizer;
mod key_options;
mod keys;
mod measure;
mod memory;
mod normalize;
mod ours;
mod program;
mod spell;
mod spell_openings;
mod texts;
mod tokenizer;
mod transform_ids;
mod transforms;

use cells::Cells;
use measure::{median, nanoseconds, nanoseconds_per_byte, seconds};
use ours::Ours;
use std::hint::black_box;

const WHITESPACE_LOWERCASE: &str =
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["lowercase"]}}}"#;
const HYPHEN: &str = r#"{"analyzer": {"a": {"type": "hyphen"}}}"#;

fn main() {
    let mut picked: Vec<String> = std::env::args().skip(1).collect();
    if picked.first().is_some_and(|first| first == memory::PROBE) {
        return memory::probe();
    }
    if picked.first().is_some_and(|first| first == spell_openings::PROBE) {
        return spell_openings::probe();
    }
    let with_icu4j = picked.iter().any(|picked| picked == icu4j::OPTION);
    picked.retain(|picked| picked != icu4j::OPTION);
    type Section = fn(&Ours);
    let sections: [(&str, Section); 23] = [
        ("words", words),
        ("filters", filters::filters),
        ("keys", keys::keys),
        ("key_options", key_options::key_options),
        ("collators", |_| collators::collators()),
        ("memory", |_| memory::memory()),
        ("normalize", |_| normalize::all()),
        ("normalize_forms", |_| normalize::forms()),
        ("short", short),
        ("create", create),
        ("flat", flat),
        ("program", |_| program::program()),
        ("spell", spell::spell),
        ("transforms", transforms::all),
        ("transform_ids", |_| transform_ids::all()),
        ("history", history::history),
        ("builds", history::builds),
        ("tokenizer", tokenizer::words),
        ("tokenizer_options", tokenizer::options),
        ("tokenizer_short", tokenizer::short),
        ("tokenizer_create", tokenizer::create),
        ("tokenizer_flat", tokenizer::flat),
        ("profile", profile),
    ];
    if let Some(unknown) = picked.iter().find(|picked| sections.iter().all(|(name, _)| name != picked)) {
        let names = sections.map(|(name, _)| name).join(", ");
        eprintln!("there is no section {unknown:?}; there are {names}");
        std::process::exit(2);
    }
    let ours = Ours::load();
    println!("Peer: ICU4C {} (bare word iteration over ready UTF-16).\n", icu::version());
    if with_icu4j {
        match icu4j::start() {
            Ok(version) => println!("Second peer: ICU4J {version} in a process of its own.\n"),
            Err(message) => eprintln!("{message}"),
        }
    }
    for (name, section) in sections {
        if picked.is_empty() && !["profile", "builds", "normalize_forms", "transform_ids"].contains(&name)
            || picked.iter().any(|picked| picked == name)
        {
            section(&ours);
        }
    }
}

/// Running text: rates in bytes of the UTF-8 form, ratios to ICU4C's word iteration and to a simple split.
fn words(ours: &Ours) {
    let mut cells = Cells::default();
    for (name, json) in [("whitespace + lowercase", WHITESPACE_LOWERCASE), ("hyphen", HYPHEN)] {
        let analyzer = ours.analyzer(json);
        let mut stream = analyzer.stream();
        let mut peer = icu::Breaks::words();
        for text in ["en", "de"].into_iter().flat_map(|language| texts::of_language(language, 256 << 10)) {
            let mut rates = [Vec::new(), Vec::new()];
            let mut to_icu = [Vec::new(), Vec::new()];
            let mut to_split = [Vec::new(), Vec::new()];
            for round in 0..4 {
                for variant in &text.variants {
                    let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
                    let icu = seconds(|| peer.count(&variant.utf16));
                    let utf16 = seconds(|| stream.utf16(&variant.utf16));
                    let split = seconds(|| variant.utf8.split_whitespace().map(str::len).fold(0, usize::max));
                    if round == 0 {
                        continue; // warm-up
                    }
                    for (at, time) in [utf8, utf16].into_iter().enumerate() {
                        rates[at].push(variant.utf8.len() as f64 / time / 1e6);
                        to_icu[at].push(icu / time);
                        to_split[at].push(split / time);
                    }
                }
            }
            for (at, input) in ["UTF-8", "UTF-16"].into_iter().enumerate() {
                let [rate, icu, split] = [&rates, &to_icu, &to_split].map(|list| median(list[at].clone()));
                cells.ratio(icu, format!("{name}, {}, {input}", text.name));
                cells.row(format!("| {name} | {} | {input} | {rate:.0} | {icu:.1} | {split:.2} |", text.name));
            }
        }
    }
    cells.print("| analyzer | text | input | MB/s | × ICU4C words | × `split_whitespace` |");
}

/// Texts of one word, from set to end.
fn short(ours: &Ours) {
    println!("| analyzer | text | tokens | ns | above an empty text |");
    println!("|---|---|---|---|---|");
    for (name, json, text) in [
        ("whitespace + lowercase", WHITESPACE_LOWERCASE, "Hallenbadchef"),
        ("hyphen", HYPHEN, "Hallenbadchef"),
        ("hyphen", HYPHEN, "Hallen-Badchef"),
    ] {
        let analyzer = ours.analyzer(json);
        let mut stream = analyzer.stream();
        let tokens = stream.utf8(text.as_bytes());
        let empty = nanoseconds(2000, || _ = black_box(stream.utf8(b"")));
        let word = nanoseconds(2000, || _ = black_box(stream.utf8(text.as_bytes())));
        println!("| {name} | `{text}` | {tokens} | {word:.0} | {:.0} |", word - empty);
    }
    println!();
}

/// Creation of objects.
fn create(ours: &Ours) {
    println!("| what | µs |");
    println!("|---|---|");
    for (name, json) in
        [("hyphen analyzer from JSON", HYPHEN), ("whitespace + lowercase from JSON", WHITESPACE_LOWERCASE)]
    {
        let time = nanoseconds(100, || drop(ours.analyzer(json)));
        println!("| {name} | {:.1} |", time / 1e3);
    }
    let analyzer = ours.analyzer(HYPHEN);
    println!("| stream | {:.2} |", nanoseconds(100, || drop(analyzer.stream())) / 1e3);
    println!(
        "| stream, first text | {:.2} |\n",
        nanoseconds(100, || _ = black_box(analyzer.stream().utf8(b"E-Book"))) / 1e3
    );
}

/// Cost per byte from 1 KB to 100 MB, fresh text each call.
fn flat(ours: &Ours) {
    println!("| analyzer | length | ns per byte |");
    println!("|---|---|---|");
    let Some(text) = texts::of_language("en", 7 << 20).pop() else { return };
    let all: String = text.variants.iter().map(|variant| variant.utf8.as_str()).collect();
    for (name, json) in [("whitespace + lowercase", WHITESPACE_LOWERCASE), ("hyphen", HYPHEN)] {
        let analyzer = ours.analyzer(json);
        for length in [1_000usize, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] {
            let mut stream = analyzer.stream();
            let pieces: Vec<&[u8]> = all.as_bytes().chunks_exact(length).take(2000).collect();
            let cost = nanoseconds_per_byte(&pieces, |piece| _ = black_box(stream.utf8(piece)));
            println!("| {name} | {length} | {cost:.2} |");
        }
    }
    println!();
}

/// For a profiler: only the library, over `PROFILE` (whitespace, hyphen or tokenizer) and `LANGUAGE`.
fn profile(ours: &Ours) {
    let of = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let json = match of("PROFILE", "whitespace").as_str() {
        "hyphen" => HYPHEN,
        "tokenizer" => tokenizer::TOKENIZER,
        mode @ ("grapheme" | "sentence" | "line") => &tokenizer::in_mode(mode),
        _ => WHITESPACE_LOWERCASE,
    };
    let analyzer = ours.analyzer(json);
    let mut stream = analyzer.stream();
    for text in texts::of_language(&of("LANGUAGE", "de"), 256 << 10) {
        let rounds = of("ROUNDS", "1").parse().unwrap_or(1);
        let variants = (0..rounds).flat_map(|_: usize| &text.variants);
        let tokens: usize = variants.map(|variant| stream.utf8(variant.utf8.as_bytes())).sum();
        println!("{}: {tokens} tokens", text.name);
    }
}
