//! Common components of the engine: stripping HTML, stop words, mappings.

use crate::cells::Cells;
use crate::icu;
use crate::measure::{median, seconds};
use crate::ours::Ours;
use crate::texts::{self, Text};
use std::collections::HashSet;

const LENGTH: usize = 256 << 10;

/// The section `filters`.
pub fn filters(ours: &Ours) {
    chain(ours);
    stop(ours);
    mapping(ours);
}

/// The chain of a web search, compared with ICU4C's word iteration over the text.
fn chain(ours: &Ours) {
    const CHAIN: &str = r#"{"analyzer": {"a": {"type": "custom", "char_filter": "html_strip", "tokenizer": "whitespace",
        "filter": ["lowercase", "stop"]}}}"#;
    let mut cells = Cells::default();
    let analyzer = ours.analyzer(CHAIN);
    let mut stream = analyzer.stream();
    let mut peer = icu::Breaks::words();
    for text in texts::of_language("en", LENGTH) {
        let name = text.name.clone();
        for (name, text) in [(name.clone(), text.clone()), (format!("{name} as HTML"), text.mapped(html))] {
            let mut rates = [Vec::new(), Vec::new()];
            let mut ratios = [Vec::new(), Vec::new()];
            for round in 0..4 {
                for variant in &text.variants {
                    let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
                    let icu = seconds(|| peer.count(&variant.utf16));
                    let utf16 = seconds(|| stream.utf16(&variant.utf16));
                    if round == 0 {
                        continue; // warm-up
                    }
                    for (at, time) in [utf8, utf16].into_iter().enumerate() {
                        rates[at].push(variant.utf8.len() as f64 / time / 1e6);
                        ratios[at].push(icu / time);
                    }
                }
            }
            for (at, input) in ["UTF-8", "UTF-16"].into_iter().enumerate() {
                let (rate, ratio) = (median(rates[at].clone()), median(ratios[at].clone()));
                cells.ratio(ratio, format!("{name}, {input}"));
                cells.row(format!(
                    "| html_strip + whitespace + lowercase + stop | {name} | {input} | {rate:.0} | {ratio:.1} |"
                ));
            }
        }
    }
    cells.print("| analyzer | text | input | MB/s | × ICU4C words |");
}

/// A line as a paragraph with a link and a character reference.
fn html(line: &str) -> String {
    let line = line.replace('&', "&amp;").replacen(' ', " <a href=\"/x\">", 1).replacen(", ", "</a>, ", 1);
    format!("<p class=\"t\">{line}</p>")
}

/// The cost of a list of 10,000 stop words per token.
fn stop(ours: &Ours) {
    println!("| stop words | text | input | ns per token |");
    println!("|---|---|---|---|");
    let bare = ours.analyzer(r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "whitespace"}}}"#);
    for text in texts::of_language("en", LENGTH) {
        let known = words(&text, 1);
        for (name, list) in [
            ("10,000, all others", (0..10_000).map(|number| format!("word{number}")).collect::<Vec<_>>()),
            ("10,000, half the text's", mixed(&known)),
        ] {
            let list: Vec<String> = list.iter().map(|word| format!("{word:?}")).collect();
            let json = format!(
                r#"{{"filter": {{"s": {{"type": "stop", "stopwords": [{}]}}}},
                    "analyzer": {{"a": {{"type": "custom", "tokenizer": "whitespace", "filter": ["s"]}}}}}}"#,
                list.join(",")
            );
            let analyzer = ours.analyzer(&json);
            let (mut with, mut without) = (analyzer.stream(), bare.stream());
            let mut costs = [Vec::new(), Vec::new()];
            for round in 0..6 {
                for variant in &text.variants {
                    let tokens = without.utf8(variant.utf8.as_bytes()) as f64;
                    let utf8 = seconds(|| with.utf8(variant.utf8.as_bytes()))
                        - seconds(|| without.utf8(variant.utf8.as_bytes()));
                    let utf16 = seconds(|| with.utf16(&variant.utf16)) - seconds(|| without.utf16(&variant.utf16));
                    if round > 0 {
                        costs[0].push(utf8 * 1e9 / tokens);
                        costs[1].push(utf16 * 1e9 / tokens);
                    }
                }
            }
            for (at, input) in ["UTF-8", "UTF-16"].into_iter().enumerate() {
                println!("| {name} | {} | {input} | {:.1} |", text.name, median(costs[at].clone()));
            }
        }
    }
    println!();
}

/// Every second word of a text, and others up to 10,000.
fn mixed(known: &[String]) -> Vec<String> {
    let others = (0..10_000).map(|number| format!("word{number}"));
    known.iter().step_by(2).cloned().chain(others).take(10_000).collect()
}

/// A mapping with 5,000 rules, alone (the `keyword` tokenizer costs nothing).
fn mapping(ours: &Ours) {
    println!("| mapping, 5,000 rules | text | input | MB/s |");
    println!("|---|---|---|---|");
    let mut foreign: Vec<String> = texts::of_language("de", 2 << 20).iter().flat_map(|text| words(text, 4)).collect();
    foreign.sort();
    foreign.dedup();
    for text in texts::of_language("en", LENGTH) {
        let all: String = text.variants.iter().map(|variant| variant.utf8.as_str()).collect();
        let similar =
            words(&text, 4).into_iter().chain((0..).map(|number| format!("word{number}"))).map(|word| word + "zq");
        let absent = foreign.iter().filter(|word| !all.contains(word.as_str())).cloned();
        let numbered = (0..).map(|number| format!("Wort{number}"));
        let lists: [(&str, Vec<String>); 2] = [
            ("foreign words", absent.chain(numbered).take(4_999).collect()),
            ("the text's words with an ending", similar.take(4_999).collect()),
        ];
        for (name, list) in lists {
            let rules: Vec<String> = list.iter().map(|word| format!("{:?}", format!("{word} => x"))).collect();
            let json = format!(
                r#"{{"char_filter": {{"m": {{"type": "mapping", "mappings": ["Zielwort => target", {}]}}}},
                    "analyzer": {{"a": {{"type": "custom", "char_filter": "m", "tokenizer": "keyword"}}}}}}"#,
                rules.join(",")
            );
            let analyzer = ours.analyzer(&json);
            let mut stream = analyzer.stream();
            let marked = text.clone().mapped(|line| format!("{line} Zielwort"));
            for (kind, text) in [("no match", &text), ("a match on each line", &marked)] {
                let mut rates = [Vec::new(), Vec::new()];
                for round in 0..4 {
                    for variant in &text.variants {
                        let utf8 = seconds(|| stream.utf8(variant.utf8.as_bytes()));
                        let utf16 = seconds(|| stream.utf16(&variant.utf16));
                        if round > 0 {
                            [utf8, utf16].into_iter().zip(&mut rates).for_each(|(time, rates)| {
                                rates.push(variant.utf8.len() as f64 / time / 1e6);
                            });
                        }
                    }
                }
                for (at, input) in ["UTF-8", "UTF-16"].into_iter().enumerate() {
                    println!("| {name}, {kind} | {} | {input} | {:.0} |", text.name, median(rates[at].clone()));
                }
            }
        }
    }
    println!();
}

/// The distinct words of a text with a minimum number of letters.
fn words(text: &Text, shortest: usize) -> Vec<String> {
    let all = text.variants.iter().flat_map(|variant| variant.utf8.split_whitespace());
    let plain = all.filter(|word| word.chars().count() >= shortest && word.chars().all(char::is_alphabetic));
    let mut seen = HashSet::new();
    plain.filter(|word| seen.insert(*word)).map(str::to_owned).collect()
}
