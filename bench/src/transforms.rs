//! Transforms of lines, of words and of terms after a tokenizer, compared with ICU4C (and, with `--icu4j`, ICU4J) over
//! UTF-16; the cost of opening.

use crate::cells::Cells;
use crate::icu;
use crate::icu4j;
use crate::measure::{median, seconds};
use crate::ours::Ours;
use crate::texts;
use std::hint::black_box;
use unic_analysis::unicode::transform::{Direction, Runner, Transform};

const LENGTH: usize = 48 << 10;

const ACCENTS: &str = "NFD; [:Nonspacing Mark:] Remove; NFC";

/// Ids with the languages of the texts that they are measured on.
const PAIRS: [(&str, &[&str]); 13] = [
    ("Traditional-Simplified", &["zh_hant"]),
    ("Simplified-Traditional", &["zh_hans"]),
    ("Latin-ASCII", &["de", "fr", "en"]),
    ("Katakana-Hiragana", &["ja"]),
    ("Fullwidth-Halfwidth", &["ja"]),
    (ACCENTS, &["de", "fr", "el"]),
    ("Any-Lower", &["de", "ru"]),
    ("Cyrillic-Latin", &["ru"]),
    ("Greek-Latin", &["el"]),
    ("Arabic-Latin", &["ar"]),
    ("Hangul-Latin", &["ko"]),
    ("Devanagari-Latin", &["hi"]),
    ("Any-Latin", &["en", "ru", "el", "ar", "hi", "ko", "mixed", "zh_hans", "ja"]),
];

/// The section `transforms`. `TRANSFORMS` selects transforms by a part of the id.
pub fn all(ours: &Ours) {
    opening();
    rates("line", |text| text.lines().collect());
    rates("word", words_of);
    terms(ours);
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn in_utf16(texts: &[&str]) -> Vec<Vec<u16>> {
    texts.iter().map(|text| text.encode_utf16().collect()).collect()
}

/// Whether the environment selects the transform.
fn is_asked(id: &str) -> bool {
    std::env::var("TRANSFORMS").map_or(true, |part| id.contains(&part))
}

/// The cost of the token filter per token of `unic_tokenizer`, and of ICU4C's call per word.
fn terms(ours: &Ours) {
    println!("| token filter behind unic_tokenizer | text | ns per term | ICU4C, ns per word | × ICU4C | × ICU4J |");
    println!("|---|---|---|---|---|---|");
    let untouched =
        [("Cyrillic-Latin", &["en"][..]), ("Any-Latin", &["en"][..]), ("Traditional-Simplified", &["de"][..])];
    let mut buffer = vec![0; 1 << 18];
    let bare = ours.analyzer(r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_tokenizer"}}}"#);
    for (id, languages) in PAIRS.into_iter().chain(untouched).filter(|(id, _)| is_asked(id)) {
        let json = format!(
            r#"{{"filter": {{"t": {{"type": "unic_transform", "id": {id:?}}}}},
                "analyzer": {{"a": {{"type": "custom", "tokenizer": "unic_tokenizer", "filter": ["t"]}}}}}}"#
        );
        let analyzer = ours.analyzer(&json);
        let peer = icu::Transform::open(id);
        let second = icu4j::Task::open("transform", id);
        let (mut with, mut without) = (analyzer.stream(), bare.stream());
        for text in languages.iter().filter_map(|language| texts::of_language(language, LENGTH).pop()) {
            let (mut costs, mut peers, mut others) = (Vec::new(), Vec::new(), Vec::new());
            second.iter().for_each(|task| task.warm_up(&words_of(&text.variants[0].utf8)));
            for (round, variant) in text.variants.iter().take(6).enumerate() {
                let texts = words_of(&variant.utf8);
                let words = in_utf16(&texts);
                let tokens = without.utf16(&variant.utf16) as f64;
                let cost = seconds(|| with.utf16(&variant.utf16)) - seconds(|| without.utf16(&variant.utf16));
                let icu = seconds(|| words.iter().map(|word| peer.transform(word, &mut buffer)).sum::<usize>());
                let icu4j = second.as_ref().map(|task| task.seconds(&texts));
                if round > 0 {
                    costs.push(cost * 1e9 / tokens);
                    peers.push(icu * 1e9 / words.len() as f64);
                    others.extend(icu4j.map(|icu4j| icu4j * 1e9 / words.len() as f64));
                }
            }
            let [cost, icu, other] = [costs, peers, others].map(median);
            let ratios = [icu, other].map(|peer| icu4j::cell(peer / cost));
            println!("| {id} | {} | {cost:.1} | {icu:.0} | {} |", text.name, ratios.join(" | "));
        }
    }
    println!();
}

/// Rates in bytes of the UTF-8 form; the ratio is of times, the median over alternating rounds.
fn rates(unit: &str, cut: impl Fn(&str) -> Vec<&str>) {
    let mut cells = Cells::default();
    let mut runner = Runner::default();
    let mut buffer = vec![0; 1 << 18];
    for (id, languages) in PAIRS.into_iter().filter(|(id, _)| is_asked(id)) {
        let transform = Transform::new(id, Direction::Forward).expect("a known id");
        let peer = icu::Transform::open(id);
        let second = icu4j::Task::open("transform", id);
        for text in languages.iter().filter_map(|language| texts::of_language(language, LENGTH).pop()) {
            let (mut rate, mut cost, mut ratios, mut narrow, mut others) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
            second.iter().for_each(|task| task.warm_up(&cut(&text.variants[0].utf8)));
            for (round, variant) in text.variants.iter().take(6).enumerate() {
                let texts = cut(&variant.utf8);
                let parts = in_utf16(&texts);
                let ours = seconds(|| {
                    for part in &parts {
                        runner.transform(&transform, part).expect("no limit");
                        let mut length = 0;
                        runner.write(part, |units: &[u16]| length += units.len());
                        black_box(length);
                    }
                });
                let icu = seconds(|| parts.iter().map(|part| peer.transform(part, &mut buffer)).sum::<usize>());
                let utf8 = seconds(|| {
                    for part in &texts {
                        runner.transform(&transform, part.as_bytes()).expect("no limit");
                        let mut length = 0;
                        runner.write(part.as_bytes(), |units: &[u8]| length += units.len());
                        black_box(length);
                    }
                });
                let icu4j = second.as_ref().map(|task| task.seconds(&texts));
                if round > 0 {
                    narrow.push(icu / utf8);
                    rate.push(variant.utf8.len() as f64 / ours / 1e6);
                    cost.push(ours * 1e9 / parts.len() as f64);
                    ratios.push(icu / ours);
                    others.extend(icu4j.map(|icu4j| icu4j / ours));
                }
            }
            let [rate, cost, ratio, narrow, other] = [rate, cost, ratios, narrow, others].map(median);
            cells.ratio(ratio, format!("{id}, {}, UTF-16", text.name));
            cells.ratio(narrow, format!("{id}, {}, UTF-8", text.name));
            let ratios = [ratio, narrow, other].map(icu4j::cell);
            cells.row(format!("| {id} | {} | {rate:.1} | {cost:.0} | {} |", text.name, ratios.join(" | ")));
        }
    }
    cells.print(&format!("| transform, by {unit} | text | MB/s | ns per {unit} | × ICU4C | UTF-8 | × ICU4J |"));
}

/// The first call in the process, and a second one.
fn opening() {
    println!("| opening | first, µs | warm, µs | ICU4C warm, µs | ICU4J warm, µs |");
    println!("|---|---|---|---|---|");
    for id in ["Han-Latin", "Any-Latin", "Latin-ASCII", "Any-Greek", "Katakana-Hiragana"] {
        let open = || seconds(|| Transform::new(id, Direction::Forward).expect("a known id")) * 1e6;
        let (first, warm) = (open(), median((0..5).map(|_| open()).collect()));
        let peer = median((0..3).map(|_| seconds(|| icu::Transform::open(id)) * 1e6).collect());
        let other = (0..4).filter_map(|_| icu4j::Task::open("transform", id)).map(|task| task.opening() * 1e6).skip(1);
        println!("| {id} | {first:.1} | {warm:.1} | {peer:.1} | {} |", icu4j::cell(median(other.collect())));
    }
    println!();
}
