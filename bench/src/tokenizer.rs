//! `unic_tokenizer`: the whole tokenizer (script runs, types, offsets) compared with the peers' word iteration.

use crate::cells::Cells;
use crate::icu;
use crate::measure::{median, nanoseconds, nanoseconds_per_byte, seconds};
use crate::ours::Ours;
use crate::texts::{self, Text};
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use std::hint::black_box;

pub const TOKENIZER: &str = r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_tokenizer"}}}"#;

/// The languages with goals, as a multiple of ICU4C's rate.
const LANGUAGES: [(&str, f64); 21] = [
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
    (texts::RARE_SCRIPTS, 1.5),
    (texts::INDIC, 2.5),
    (texts::EMOJI, 1.5),
];

/// Whether the environment selects a language (`LANGUAGE`).
fn is_picked(language: &str) -> bool {
    std::env::var("LANGUAGE").ok().is_none_or(|picked| picked == language)
}

/// Whether the environment selects options (`OPTIONS`, the start of their name).
fn are_picked(options: &str) -> bool {
    std::env::var("OPTIONS").ok().is_none_or(|picked| options.starts_with(&picked))
}

/// Running text.
pub fn words(ours: &Ours) {
    let mut cells = Cells::default();
    let icu4x = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    for (language, goal) in LANGUAGES.into_iter().filter(|(language, _)| is_picked(language)) {
        for text in texts::of_language(language, 128 << 10) {
            let measured = Measured::new(ours, TOKENIZER, &mut icu::Breaks::words(), &text);
            let [narrow, wide] = to_icu4x(ours, icu4x, &text);
            measured.add_ratios(&mut cells, &text.name);
            let [(utf8, to_utf8), (utf16, to_utf16)] = measured.0;
            let name = &text.name;
            cells.row(format!(
                "| {name} | {utf8:.0} | {to_utf8:.1} | {narrow:.1} | {utf16:.0} | {to_utf16:.1} | {wide:.1} | {goal} |"
            ));
        }
    }
    cells.print("| text | UTF-8 MB/s | × ICU4C | × ICU4X | UTF-16 MB/s | × ICU4C | × ICU4X | goal |");
}

/// Other modes, options and rules, compared with ICU4C's iterator of the kind or rules.
pub fn options(ours: &Ours) {
    let of = |name: &str, options: &str, peer: icu::Breaks| (name.to_owned(), with(options), peer);
    let mode = |name: &str, kind| (name.to_owned(), in_mode(name), icu::Breaks::open(kind));
    let default = include_str!("../../data/break/Default.rbbi");
    let escaped = json_string(default);
    let dictionary: Vec<String> = ["zh", "ja", "th"]
        .into_iter()
        .flat_map(|language| texts::lines_of_language(language).into_iter().take(300))
        .map(|line| line.chars().filter(|c| c.is_alphabetic()).take(3).collect::<String>())
        .filter(|word| word.chars().all(|c| c >= '\u{E00}') && !word.is_empty())
        .map(|word| json_string(&word))
        .collect();
    let mut cells = Cells::default();
    for (name, json, mut peer) in [
        mode("grapheme", icu::BreakKind::Grapheme),
        mode("sentence", icu::BreakKind::Sentence),
        mode("line", icu::BreakKind::Line),
        of("cjk_as_words false", r#", "cjk_as_words": false"#, icu::Breaks::words()),
        of(
            "rules, the default ones compiled",
            &format!(r#", "rules": {{"Latn": {escaped}}}"#),
            icu::Breaks::of_rules(default),
        ),
        of(
            "user_dictionary of 900 words",
            &format!(r#", "user_dictionary": [{}]"#, dictionary.join(",")),
            icu::Breaks::words(),
        ),
    ]
    .into_iter()
    .filter(|(name, ..)| are_picked(name))
    {
        for language in
            ["en", "de", "ru", "hi", "ko", "th", "zh", "ja", "mixed"].into_iter().filter(|name| is_picked(name))
        {
            for text in texts::of_language(language, 128 << 10) {
                let measured = Measured::new(ours, &json, &mut peer, &text);
                measured.add_ratios(&mut cells, &format!("{name}, {}", text.name));
                let [(utf8, to_utf8), (utf16, to_utf16)] = measured.0;
                let text = &text.name;
                cells.row(format!("| {name} | {text} | {utf8:.0} | {to_utf8:.1} | {utf16:.0} | {to_utf16:.1} |"));
            }
        }
    }
    cells.print("| options | text | UTF-8 MB/s | × ICU4C | UTF-16 MB/s | × ICU4C |");
}

/// An analyzer with a mode of `unic_tokenizer`.
pub fn in_mode(mode: &str) -> String {
    with(&format!(r#", "mode": "{mode}""#))
}

/// An analyzer with options of `unic_tokenizer`.
fn with(options: &str) -> String {
    format!(
        r#"{{"tokenizer": {{"t": {{"type": "unic_tokenizer"{options}}}}},
            "analyzer": {{"a": {{"type": "custom", "tokenizer": "t"}}}}}}"#
    )
}

/// A text as a JSON string.
fn json_string(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{escaped}\"")
}

/// Rates in MB/s of the UTF-8 form, and ratios to ICU4C: UTF-8, then UTF-16.
struct Measured([(f64, f64); 2]);

impl Measured {
    fn new(ours: &Ours, json: &str, icu: &mut icu::Breaks, text: &Text) -> Measured {
        let analyzer = ours.analyzer(json);
        let mut stream = analyzer.stream();
        let mut rates = [Vec::new(), Vec::new()];
        let mut ratios = [Vec::new(), Vec::new()];
        for round in 0..2 {
            for variant in &text.variants {
                let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
                let peer = seconds(|| icu.count(&variant.utf16));
                let utf16 = seconds(|| stream.utf16(&variant.utf16));
                if round == 0 {
                    continue; // warm-up
                }
                for (at, time) in [utf8, utf16].into_iter().enumerate() {
                    rates[at].push(variant.utf8.len() as f64 / time / 1e6);
                    ratios[at].push(peer / time);
                }
            }
        }
        Measured([0, 1].map(|at| (median(rates[at].clone()), median(ratios[at].clone()))))
    }

    fn add_ratios(&self, cells: &mut Cells, name: &str) {
        for ((_, ratio), encoding) in self.0.iter().zip(["UTF-8", "UTF-16"]) {
            cells.ratio(*ratio, format!("{name}, {encoding}"));
        }
    }
}

/// The ratios to ICU4X, each encoding against its own.
fn to_icu4x(ours: &Ours, icu4x: WordSegmenterBorrowed<'static>, text: &Text) -> [f64; 2] {
    let analyzer = ours.analyzer(TOKENIZER);
    let mut stream = analyzer.stream();
    let mut ratios = [Vec::new(), Vec::new()];
    for variant in &text.variants {
        let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
        let narrow = seconds(|| icu4x.segment_str(&variant.utf8).count());
        let utf16 = seconds(|| stream.utf16(&variant.utf16));
        let wide = seconds(|| icu4x.segment_utf16(&variant.utf16).count());
        ratios[0].push(narrow / utf8);
        ratios[1].push(wide / utf16);
    }
    ratios.map(median)
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
    let escaped = json_string(include_str!("../../data/break/Default.rbbi"));
    for (name, options, goal) in [
        ("default rules, which ship", String::new(), "20"),
        ("default rules, compiled", format!(r#", "rules": {{"Latn": {escaped}}}"#), "5000"),
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
