//! `unic_tokenizer`: the whole tokenizer (script runs, types, offsets) compared with the peers' word iteration.

use crate::icu;
use crate::measure::{median, nanoseconds, nanoseconds_per_byte, seconds};
use crate::ours::Ours;
use crate::texts::{self, Text};
use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;
use std::hint::black_box;

pub const TOKENIZER: &str = r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_tokenizer"}}}"#;

/// The languages with goals, as a multiple of ICU4C's rate.
const LANGUAGES: [(&str, f64); 18] = [
    ("en", 2.5),
    ("de", 2.5),
    ("fr", 2.5),
    ("ru", 2.5),
    ("el", 2.5),
    ("ar", 2.5),
    ("he", 2.5),
    ("hi", 2.5),
    ("ko", 2.5),
    ("th", 4.0),
    ("lo", 4.0),
    ("km", 4.0),
    ("my", 4.0),
    ("zh", 4.0),
    ("zh_hans", 4.0),
    ("zh_hant", 4.0),
    ("ja", 4.0),
    ("mixed", 2.5),
];

/// Running text.
pub fn words(ours: &Ours) {
    println!("| text | UTF-8 MB/s | × ICU4C | × ICU4X | UTF-16 MB/s | × ICU4C | × ICU4X | goal |");
    println!("|---|---|---|---|---|---|---|---|");
    let asked = std::env::var("LANGUAGE").ok();
    for (language, goal) in LANGUAGES {
        if asked.as_deref().is_none_or(|asked| asked == language) {
            texts::of_language(language, 128 << 10).iter().for_each(|text| row(ours, text, goal));
        }
    }
    println!();
}

fn row(ours: &Ours, text: &Text, goal: f64) {
    let analyzer = ours.analyzer(TOKENIZER);
    let mut stream = analyzer.stream();
    let mut icu = icu::Words::open();
    let icu4x = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let mut rates = [Vec::new(), Vec::new()];
    let mut to_icu = [Vec::new(), Vec::new()];
    let mut to_icu4x = [Vec::new(), Vec::new()];
    for round in 0..2 {
        for variant in &text.variants {
            let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
            let icu4c = seconds(|| icu.count(&variant.utf16));
            let utf16 = seconds(|| stream.utf16(&variant.utf16));
            let x_utf8 = seconds(|| icu4x.segment_str(&variant.utf8).count());
            let x_utf16 = seconds(|| icu4x.segment_utf16(&variant.utf16).count());
            if round == 0 {
                continue; // warm-up
            }
            for (at, (time, peer)) in [(utf8, x_utf8), (utf16, x_utf16)].into_iter().enumerate() {
                rates[at].push(variant.utf8.len() as f64 / time / 1e6);
                to_icu[at].push(icu4c / time);
                to_icu4x[at].push(peer / time);
            }
        }
    }
    let [narrow, wide] = [0, 1].map(|at| {
        let [rate, icu, icu4x] = [&rates, &to_icu, &to_icu4x].map(|list| median(list[at].clone()));
        format!("{rate:.0} | {icu:.1} | {icu4x:.1}")
    });
    println!("| {} | {narrow} | {wide} | {goal} |", text.name);
}

/// Short fields, from set to end.
pub fn short(ours: &Ours) {
    println!("| text | tokens | UTF-8 ns | UTF-16 ns | goal |");
    println!("|---|---|---|---|---|");
    let analyzer = ours.analyzer(TOKENIZER);
    let mut stream = analyzer.stream();
    for (text, goal) in [("Hallenbadchef", "80"), ("中华人民共和国宪法", "300"), ("東京都庁舎の展望室", ""), ("", "")]
    {
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let tokens = stream.utf8(text.as_bytes());
        let narrow = nanoseconds(2000, || _ = black_box(stream.utf8(text.as_bytes())));
        let wide = nanoseconds(2000, || _ = black_box(stream.utf16(&utf16)));
        println!("| `{text}` | {tokens} | {narrow:.0} | {wide:.0} | {goal} |");
    }
    println!();
}

/// Creation of analyzers: with compiled rules, and with shipped rules.
pub fn create(ours: &Ours) {
    println!("| what | µs | goal |");
    println!("|---|---|---|");
    let escaped =
        include_str!("../../data/break/Default.rbbi").replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let with = |options: &str| {
        format!(
            r#"{{"tokenizer": {{"t": {{"type": "unic_tokenizer"{options}}}}},
                "analyzer": {{"a": {{"type": "custom", "tokenizer": "t"}}}}}}"#
        )
    };
    for (name, options, goal) in [
        ("default rules, which ship", String::new(), "20"),
        ("default rules, compiled", format!(r#", "rules": {{"Latn": "{escaped}"}}"#), "5000"),
        ("Keyword rules, compiled", r#", "rules": {"Latn": ".+ {200};"}"#.to_owned(), "200"),
    ] {
        let json = with(&options);
        println!("| {name} | {:.1} | {goal} |", nanoseconds(3, || drop(ours.analyzer(&json))) / 1e3);
    }
    println!();
}

/// Cost per byte by length, for one script each.
pub fn flat(ours: &Ours) {
    const LENGTHS: [usize; 6] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    println!("| text, ns per byte | 1 KB | 10 KB | 100 KB | 1 MB | 10 MB | 100 MB |");
    println!("|---|---|---|---|---|---|---|");
    let analyzer = ours.analyzer(TOKENIZER);
    for (language, _) in LANGUAGES {
        let Some(text) = texts::of_language(language, 7 << 20).pop() else { continue };
        let all: String = text.variants.iter().map(|variant| variant.utf8.as_str()).collect();
        let costs = LENGTHS.map(|length| {
            let mut stream = analyzer.stream();
            let pieces = pieces(&all, length).into_iter().take((20_000_000 / length).max(1));
            let pieces: Vec<&[u8]> = pieces.map(str::as_bytes).collect();
            format!("{:.1}", nanoseconds_per_byte(&pieces, |piece| _ = black_box(stream.utf8(piece))))
        });
        println!("| {} | {} |", text.name, costs.join(" | "));
    }
    println!();
}

/// Parts of about a given length, split between characters.
fn pieces(text: &str, length: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() >= length {
        let mut at = length;
        while !rest.is_char_boundary(at) {
            at -= 1;
        }
        let (piece, others) = rest.split_at(at);
        pieces.push(piece);
        rest = others;
    }
    pieces
}
