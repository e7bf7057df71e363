//! The influence of earlier texts on a stream: a used stream compared with a fresh one, and the first text of a fresh
//! stream compared with its steady speed.

use crate::measure::{median, seconds};
use crate::ours::{Analyzer, Ours, Stream};
use crate::texts::{self, Random, Variant};
use std::path::Path;

/// Every language of the corpus.
const LANGUAGES: [&str; 19] = [
    "en", "de", "fr", "ru", "el", "ar", "he", "hi", "ko", "th", "lo", "km", "km_zwsp", "my", "zh", "zh_hans",
    "zh_hant", "ja", "mixed",
];

/// All tokenizers, char filters and kinds of analyzers that skip text, and common chains of them.
const ANALYZERS: [(&str, &str); 14] = [
    ("unic_tokenizer", r#"{"type": "custom", "tokenizer": "unic_tokenizer"}"#),
    ("standard", r#"{"type": "custom", "tokenizer": "standard"}"#),
    ("standard + lowercase", r#"{"type": "custom", "tokenizer": "standard", "filter": ["lowercase"]}"#),
    ("unic_analyzer", r#"{"type": "unic_analyzer"}"#),
    ("whitespace + lowercase", r#"{"type": "custom", "tokenizer": "whitespace", "filter": ["lowercase"]}"#),
    ("whitespace + unic_folding", r#"{"type": "custom", "tokenizer": "whitespace", "filter": ["unic_folding"]}"#),
    ("hyphen", r#"{"type": "hyphen"}"#),
    ("unic_normalizer nfc", r#"{"type": "custom", "char_filter": ["nfc"], "tokenizer": "keyword"}"#),
    ("unic_normalizer nfd", r#"{"type": "custom", "char_filter": ["nfd"], "tokenizer": "keyword"}"#),
    ("unic_normalizer nfkc_cf", r#"{"type": "custom", "char_filter": ["nfkc_cf"], "tokenizer": "keyword"}"#),
    ("unic_folding", r#"{"type": "custom", "char_filter": ["unic_folding"], "tokenizer": "keyword"}"#),
    ("html_strip + whitespace", r#"{"type": "custom", "char_filter": ["html_strip"], "tokenizer": "whitespace"}"#),
    ("graphemes", r#"{"type": "custom", "tokenizer": "graphemes"}"#),
    ("sentences", r#"{"type": "custom", "tokenizer": "sentences"}"#),
];

const PARTS: &str = r#"
    "char_filter": {"nfc": {"type": "unic_normalizer", "name": "nfc"}, "nfd": {"type": "unic_normalizer", "name": "nfd"},
                    "nfkc_cf": {"type": "unic_normalizer", "name": "nfkc_cf"}},
    "tokenizer": {"graphemes": {"type": "unic_tokenizer", "mode": "grapheme"}, "sentences": {"type": "unic_tokenizer", "mode": "sentence"}}"#;

/// The size of a timed text.
const LENGTH: usize = 64 << 10;
const ROUNDS: usize = 20;
/// The number of lines of earlier texts, and the size of other texts, that are read before a text is timed, so that the
/// stream can't adapt to the timed text.
const DOSE: usize = 200;
/// The size of a first text, and the number of timed ones.
const FIRST: usize = 4 << 10;
const FIRSTS: usize = 60;

/// A row of a table, whose lowest ratio counts.
struct Worst {
    ratio: f64,
    language: String,
    input: &'static str,
    below: usize,
    rows: usize,
}

/// The section `history`. `ANALYZERS` and `LANGUAGES` (`standard,hyphen`; `th,ja`) select some; `ROWS=1` prints all
/// rows.
pub fn history(ours: &Ours) {
    let past = past();
    let texts = texts();
    println!(
        "Past: {} lines, {} MB. A ratio is old / fresh in speed (1: the past is forgotten), or first 4 KB / steady.\n",
        past.len(),
        past.iter().map(|line| line.utf8.len()).sum::<usize>() >> 20
    );
    println!(
        "| analyzer | worst old / fresh | of | rows below 0.9 | worst first 4 KB / steady | of | rows below 0.7 |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, json) in ANALYZERS.into_iter().filter(|(name, _)| is_picked("ANALYZERS", name)) {
        let analyzer = ours.analyzer(&definition(json));
        let (mut old, mut first) = (Worst::new(), Worst::new());
        of_encoding(&analyzer, "UTF-8", &past, &texts, [&mut old, &mut first], |stream, text| {
            stream.utf8(text.utf8.as_bytes());
        });
        of_encoding(&analyzer, "UTF-16", &past, &texts, [&mut old, &mut first], |stream, text| {
            stream.utf16(&text.utf16);
        });
        println!("| {name} | {} | {} |", old.cells(), first.cells());
    }
    println!();
}

/// The section `builds`: the library compared with another build (`OTHER`), alternating, over equal texts and
/// analyzers.
pub fn builds(ours: &Ours) {
    let other = std::env::var_os("OTHER").expect("OTHER names another build of the library");
    let other = Ours::load_from(Path::new(&other));
    println!("| analyzer | text | UTF-8, × the other's speed | UTF-16 |");
    println!("|---|---|---|---|");
    let texts = texts();
    for (name, json) in ANALYZERS.into_iter().filter(|(name, _)| is_picked("ANALYZERS", name)) {
        let analyzers = [ours, &other].map(|library| library.analyzer(&definition(json)));
        let mut streams = analyzers.each_ref().map(Analyzer::stream);
        let mut all = [Vec::new(), Vec::new()];
        for (language, variants) in &texts {
            let mut ratios = [Vec::new(), Vec::new()];
            for (round, text) in variants.iter().cycle().take(2 * variants.len()).enumerate() {
                for (input, ratios) in ratios.iter_mut().enumerate() {
                    let mut times = [0.0; 2];
                    for at in [round % 2, 1 - round % 2] {
                        times[at] = match input {
                            0 => seconds(|| streams[at].utf8(text.utf8.as_bytes())),
                            _ => seconds(|| streams[at].utf16(&text.utf16)),
                        };
                    }
                    ratios.push(times[1] / times[0]);
                }
            }
            let [narrow, wide] = ratios.map(|ratios| of_both_orders(&ratios));
            all[0].push(narrow);
            all[1].push(wide);
            println!("| {name} | {language} | {narrow:.2} | {wide:.2} |");
        }
        let [narrow, wide] = all.map(median);
        println!("| {name} | all, median | {narrow:.2} | {wide:.2} |");
    }
    println!();
}

fn is_picked(variable: &str, name: &str) -> bool {
    std::env::var(variable).ok().is_none_or(|picked| picked.split(',').any(|one| one == name))
}

fn definition(analyzer: &str) -> String {
    format!(r#"{{{PARTS}, "analyzer": {{"a": {analyzer}}}}}"#)
}

/// Texts of all languages, with their names.
fn texts() -> Vec<(String, Vec<Variant>)> {
    let picked = LANGUAGES.into_iter().filter(|language| is_picked("LANGUAGES", language));
    picked.flat_map(|language| texts::of_language(language, LENGTH)).map(|text| (text.name, text.variants)).collect()
}

/// All texts in one encoding.
fn of_encoding(
    analyzer: &Analyzer,
    input: &'static str,
    past: &[Variant],
    texts: &[(String, Vec<Variant>)],
    [worst_old, worst_first]: [&mut Worst; 2],
    read: impl Fn(&mut Stream, &Variant),
) {
    let mut old = analyzer.stream();
    past.iter().for_each(|line| read(&mut old, line));
    let mut random = Random::new();
    // As long as the timed text in either encoding, so that the memory is allocated.
    let long = |random: &mut Random| {
        let mut text = String::new();
        while text.len() < 3 * LENGTH {
            text += &random.one_of(past).utf8;
            text.push('\n');
        }
        Variant::new(text)
    };
    for (language, variants) in texts {
        let mut ratios = Vec::new();
        for round in 0..ROUNDS {
            let [warming, timed] = [2 * round, 2 * round + 1].map(|at| &variants[at % variants.len()]);
            let dose = long(&mut random);
            let mut fresh = analyzer.stream();
            // The stream that was created first has more distant memory, and the stream that runs first finds the text
            // in no cache.
            for at in [round / 2 % 2, 1 - round / 2 % 2] {
                if at == 0 {
                    read(&mut old, &dose);
                    (0..DOSE).for_each(|_| read(&mut old, random.one_of(past)));
                } else {
                    read(&mut fresh, warming);
                }
            }
            let mut times = [0.0; 2];
            for at in [round % 2, 1 - round % 2] {
                times[at] = match at {
                    0 => seconds(|| read(&mut old, timed)),
                    _ => seconds(|| read(&mut fresh, timed)),
                };
            }
            ratios.push(times[1] / times[0]);
        }
        worst_old.add(of_both_orders(&ratios), 0.9, language, input, "old / fresh");

        let mut steady = analyzer.stream();
        variants.iter().take(2).for_each(|text| read(&mut steady, text));
        let pieces: Vec<Variant> = variants.iter().flat_map(|text| first_of(&text.utf8)).take(FIRSTS).collect();
        let ratios: Vec<f64> = pieces
            .iter()
            .enumerate()
            .map(|(round, piece)| {
                let mut fresh = analyzer.stream();
                let mut times = [0.0; 2];
                for at in [round % 2, 1 - round % 2] {
                    times[at] = match at {
                        0 => seconds(|| read(&mut fresh, piece)),
                        _ => seconds(|| read(&mut steady, piece)),
                    };
                }
                times[1] / times[0]
            })
            .collect();
        worst_first.add(of_both_orders(&ratios), 0.7, language, input, "first 4 KB");
    }
}

/// The median of ratios from rounds in alternating order: branches of the second run are predicted better, which saves
/// up to a third of its time.
fn of_both_orders(ratios: &[f64]) -> f64 {
    let [one, other] = [0, 1].map(|first| median(ratios.iter().copied().skip(first).step_by(2).collect()));
    (one * other).sqrt()
}

/// Parts of a text of 4 KB or a little more, in whole lines.
fn first_of(text: &str) -> Vec<Variant> {
    let (mut pieces, mut piece) = (Vec::new(), String::new());
    for line in text.split_inclusive('\n') {
        piece += line;
        if piece.len() >= FIRST {
            pieces.push(Variant::new(std::mem::take(&mut piece)));
        }
    }
    pieces
}

impl Worst {
    fn new() -> Worst {
        Worst { ratio: f64::INFINITY, language: String::new(), input: "", below: 0, rows: 0 }
    }

    fn add(&mut self, ratio: f64, goal: f64, language: &str, input: &'static str, what: &str) {
        if std::env::var_os("ROWS").is_some() {
            println!("    {what} {language} {input}: {ratio:.2}");
        }
        self.rows += 1;
        self.below += usize::from(ratio < goal);
        if ratio < self.ratio {
            (self.ratio, self.language, self.input) = (ratio, language.to_owned(), input);
        }
    }

    fn cells(&self) -> String {
        format!("{:.2} | {} {} | {} of {}", self.ratio, self.language, self.input, self.below, self.rows)
    }
}

/// The earlier texts of a stream: all lines of all texts, and adversarial lines, in random order.
fn past() -> Vec<Variant> {
    let mut lines: Vec<String> = Vec::new();
    for language in LANGUAGES.iter().chain(&["udhr_all"]) {
        lines.extend(texts::lines_of_language(language));
    }
    let mut random = Random::new();
    let many = lines.len() / 20;
    for kind in MADE {
        lines.extend((0..many).map(|_| kind(&mut random)));
    }
    random.shuffle(&mut lines);
    lines.into_iter().map(Variant::new).collect()
}

/// Generators of adversarial lines.
const MADE: [fn(&mut Random) -> String; 9] =
    [numbers, code, log, one_script, emoji, joined, random_code_points, statistics, signs];

fn repeated(random: &mut Random, most: u64, mut one: impl FnMut(&mut Random) -> String) -> String {
    (0..1 + random.below(most)).map(|_| one(random)).collect()
}

fn numbers(random: &mut Random) -> String {
    repeated(random, 40, |random| {
        let number = random.below(1_000_000_000);
        match random.below(4) {
            0 => format!("{}.{} ", number % 1000, number),
            1 => format!("{number}, "),
            2 => format!("-{number}e{} ", number % 99),
            _ => format!("{number} "),
        }
    })
}

fn code(random: &mut Random) -> String {
    let words = [
        "let", "self.at", "=", "fn", "<U>", "&mut", "(a,", "b)", "{", "}", "0x7F", ">>", "_x1", "!=", "i32", "\"s\"",
        "//", "->",
    ];
    repeated(random, 60, |random| format!("{} ", random.one_of(&words)))
}

fn log(random: &mut Random) -> String {
    let [day, hour, second, address] = [28, 24, 60, 256].map(|most| random.below(most));
    format!(
        "2026-11-{day:02}T{hour:02}:{second:02}:{second:02}.{address:03}Z 10.0.{hour}.{address} - GET /a/{second}?id={address}&x=%{day:02X} 200 {} \
         \"Mozilla/5.0 (X11; Linux x86_64)\" a1b2c3d4-{address:04x}-{second:04x}",
        random.below(1_000_000)
    )
}

/// The line of `proc(5)` after which English was slow.
fn statistics(random: &mut Random) -> String {
    let counts = repeated(random, 40, |random| format!("{} ", random.below(100_000_000)));
    format!(
        "cpu0 {counts}The amount of time, measured in units of USER_HZ (1/100ths of a second on most architectures)"
    )
}

/// Letters of one block of the BMP without a space.
fn one_script(random: &mut Random) -> String {
    let first = (random.below(0xD800 / 64) * 64) as u32;
    repeated(random, 200, |random| {
        char::from_u32(first + random.below(64) as u32).map_or_else(String::new, String::from)
    })
}

fn emoji(random: &mut Random) -> String {
    let all = ["😀", "👍🏽", "❤️", "1️⃣", "🇩🇪", "👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "™", "☺", " "];
    repeated(random, 80, |random| (*random.one_of(&all)).to_owned())
}

/// Joiners, marks and variation selectors, which belong to the preceding character.
fn joined(random: &mut Random) -> String {
    let all =
        ["\u{200D}", "\u{301}", "\u{FE0F}", "\u{200C}", "\u{AD}", "\u{E0100}", "क", "\u{94D}", "ä", "a", "e\u{308}"];
    repeated(random, 200, |random| (*random.one_of(&all)).to_owned())
}

fn random_code_points(random: &mut Random) -> String {
    repeated(random, 200, |random| {
        let limit = *random.one_of(&[0x250, 0x3000, 0x1_0000, 0x11_0000]);
        char::from_u32(random.below(limit) as u32).map_or_else(String::new, String::from)
    })
}

fn signs(random: &mut Random) -> String {
    let all: Vec<char> = "....,,;;:!?-_—–…'’\"“”()[]{}/\\|@#%&*+=<>~^`°§ \u{A0}\u{3000}、。「」·".chars().collect();
    repeated(random, 120, |random| random.one_of(&all).to_string())
}
