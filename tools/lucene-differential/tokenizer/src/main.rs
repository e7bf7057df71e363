//! Compares the results of `Icu.java` and `Lucene.java` with the library's, in both encodings; prints differences by
//! group.
//!
//!     lucene-differential-tokenizer TEXTS ANSWERS

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::stream::StreamUnit;
use unic_analysis::config::{CompileOptions, Compiled, compile};
use unic_analysis::unicode::segment::{BreakKind, BreakRules, LineStrictness};

/// The number of examples shown per group.
const EXAMPLES: usize = 3;

/// Differences of one kind.
#[derive(Default)]
struct Group {
    count: usize,
    examples: Vec<String>,
}

/// The compared tokenizer.
enum Ours {
    Rules(&'static BreakRules),
    Tokens(Compiled),
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [texts, answers] = arguments.as_slice() else {
        return Err("usage: lucene-differential-tokenizer TEXTS ANSWERS".into());
    };
    let answers = fs::read_to_string(answers)?;
    let mut answers = answers.lines();
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    println!("| text | what | lines | different | segments or tokens | different |");
    println!("|---|---|---|---|---|---|");
    while let Some((file, kind)) = answers.next().and_then(|line| line.split_once('\t')) {
        let text = fs::read_to_string(Path::new(texts).join(file))?;
        let ours = ours(kind)?;
        let (mut lines, mut different, mut parts, mut different_parts) = (0, 0, 0, 0);
        // Like Java's `readAllLines`: split at line feed, carriage return, or both.
        for line in text.replace("\r\n", "\n").replace('\r', "\n").lines() {
            let wanted = answers.next().ok_or("answers end too soon")?;
            let found = ours.of(line)?;
            lines += 1;
            parts += wanted.split_whitespace().count();
            if found != wanted {
                different += 1;
                different_parts += differences(kind, line, &found, wanted, &mut groups);
            }
        }
        println!("| {} | {kind} | {lines} | {different} | {parts} | {different_parts} |", file.replace(".txt", ""));
    }
    println!();
    for (name, group) in &groups {
        println!("{} × {name}", group.count);
        group.examples.iter().for_each(|example| println!("    {example}"));
    }
    Ok(())
}

fn ours(kind: &str) -> Result<Ours, Box<dyn Error>> {
    let rules = match kind {
        "word" => BreakKind::Word,
        "grapheme" => BreakKind::Grapheme,
        "sentence" => BreakKind::Sentence,
        "line" => BreakKind::Line(LineStrictness::Default),
        tokens => {
            let words = tokens == "tokens";
            let json = format!(
                r#"{{"tokenizer": {{"t": {{"type": "unic_tokenizer", "cjk_as_words": {words}, "myanmar_as_words": {words}}}}},
                    "analyzer": {{"a": {{"type": "custom", "tokenizer": "t"}}}}}}"#
            );
            let compiled = compile(json.as_bytes(), Some("a"), &CompileOptions::default());
            return Ok(Ours::Tokens(compiled.map_err(|errors| errors.first().to_string())?));
        }
    };
    Ok(Ours::Rules(rules.rules("root").ok_or("no rules")?))
}

impl Ours {
    /// In the format of the result files.
    fn of(&self, line: &str) -> Result<String, Box<dyn Error>> {
        let units: Vec<u16> = line.encode_utf16().collect();
        let (utf8, utf16) = match self {
            Ours::Rules(rules) => {
                let shown = |length: usize, status: u32| {
                    if status == 0 { length.to_string() } else { format!("{length}.{status}") }
                };
                let length = |part: &str| part.encode_utf16().count();
                let words = rules.segments(line.as_bytes());
                let utf8: Vec<String> =
                    words.map(|word| shown(length(&line[word.start..word.end]), word.status)).collect();
                let words = rules.segments(&units);
                (utf8, words.map(|word| shown(word.end - word.start, word.status)).collect::<Vec<_>>())
            }
            Ours::Tokens(compiled) => (tokens(compiled, line.as_bytes())?, tokens(compiled, &units)?),
        };
        if utf8 != utf16 {
            return Err(format!("UTF-8 and UTF-16 differ: {line:?}").into());
        }
        Ok(utf8.join(" "))
    }
}

fn tokens<U: StreamUnit>(compiled: &Compiled, text: &[U]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut stream = compiled.analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let mut shown = Vec::new();
    stream
        .analyze(text)
        .map_err(|error| format!("{error:?}"))?
        .for_each(|token| {
            let script = String::from_utf8_lossy(&token.script.to_be_bytes()).into_owned();
            shown.push(format!("{}-{}:{}:{script}", token.start, token.end, token.token_type.name()));
        })
        .map_err(|error| format!("{error:?}"))?;
    Ok(shown)
}

/// A segment or token of a result: its start and end, and its other attributes.
fn parts(kind: &str, answer: &str) -> Vec<(usize, usize, String)> {
    let mut at = 0;
    let part = |part: &str| {
        if kind.starts_with("tokens") {
            let (span, rest) = part.split_once(':').unwrap_or((part, ""));
            let (start, end) = span.split_once('-').unwrap_or(("0", "0"));
            return (start.parse().unwrap_or(0), end.parse().unwrap_or(0), rest.to_owned());
        }
        let (length, status) = part.split_once('.').unwrap_or((part, "0"));
        let start = at;
        at += length.parse::<usize>().unwrap_or(0);
        (start, at, status.to_owned())
    };
    answer.split_whitespace().map(part).collect()
}

/// Counts by kind what only one side has.
fn differences(kind: &str, line: &str, found: &str, wanted: &str, groups: &mut BTreeMap<String, Group>) -> usize {
    let units: Vec<u16> = line.encode_utf16().collect();
    let text = |start: usize, end: usize| String::from_utf16_lossy(units.get(start..end).unwrap_or(&[]));
    let (found, wanted) = (parts(kind, found), parts(kind, wanted));
    let missed: Vec<_> = wanted.iter().filter(|part| !found.contains(part)).collect();
    for &(start, end, said) in &missed {
        let over: Vec<_> = found.iter().filter(|ours| ours.0 < *end && ours.1 > *start).collect();
        let shape = match over.as_slice() {
            [] => "ours has none".to_owned(),
            [one] if (one.0, one.1) == (*start, *end) => format!("ours is {}", one.2),
            [one] => format!("ours is longer ({})", one.2),
            several => format!("ours has {}", several.len()),
        };
        let group = groups.entry(format!("{kind}: {said}, {shape}")).or_default();
        group.count += 1;
        if group.examples.len() < EXAMPLES {
            let ours: Vec<String> = over.iter().map(|ours| text(ours.0, ours.1)).collect();
            let around = text(start.saturating_sub(8), end + 8);
            group.examples.push(format!("{:?} against {:?} in {around:?}", text(*start, *end), ours.join("|")));
        }
    }
    missed.len()
}
