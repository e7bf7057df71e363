//! Compares number rules with what ICU4J answered (`Spell.java`): prints the first rows of each kind that differ, and counts.

use std::collections::BTreeMap;
use std::process::ExitCode;
use unic_analysis::unicode::spell::{Group, Number, RuleBasedNumberFormat, Scratch, WriteError};

/// Rows of each kind that are shown, unless `SHOWN` says more.
const SHOWN: usize = 15;

fn main() -> ExitCode {
    let path = std::env::args().nth(1).expect("a file of answers");
    let shown = std::env::var("SHOWN").ok().and_then(|shown| shown.parse().ok()).unwrap_or(SHOWN);
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let mut counts = BTreeMap::<String, [usize; 2]>::new();
    let mut last = (String::new(), Ok(RuleBasedNumberFormat::default()));
    let mut back = [0, 0];
    for line in text.lines() {
        let fields: Vec<String> = line.split('\t').map(unescape).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        if let ["rules" | "refused" | "own write" | "own read", locale, rules, ..] = fields.as_slice() {
            let key = format!("{locale} {rules}");
            if last.0 != key {
                last = (key, RuleBasedNumberFormat::from_rules(rules, locale));
            }
        }
        let problem = match fields.as_slice() {
            ["hash", locale, group, set, start, hash] => of_hash((locale, group, set), start, hash),
            ["write", locale, group, set, number, expected] => {
                let format = open(locale, group);
                compare_written(&format, Some(set), number, expected)
            }
            ["read", locale, group, mode, text, expected] => read(&open(locale, group), mode, text, expected),
            ["back", locale, group, count] => {
                back[0] += came_back(locale, group);
                back[1] += count.parse::<usize>().expect("a count");
                None
            }
            ["refused", ..] => last.1.is_ok().then(|| "accepted".to_owned()),
            ["rules", .., names] => match &last.1 {
                Ok(format) => compare(&format.rule_sets().collect::<Vec<_>>().join(" "), names),
                // A stated difference: a rule set that never ends.
                Err(error) if error.found.contains("leads back to itself") => None,
                Err(error) => Some(error.to_string()),
            },
            [_, .., number, expected] if fields[0] == "own write" => {
                last.1.as_ref().ok().and_then(|format| compare_written(format, None, number, expected))
            }
            [_, .., mode, text, expected] if fields[0] == "own read" => {
                last.1.as_ref().ok().and_then(|format| read(format, mode, text, expected))
            }
            _ => Some("a row of no known kind".to_owned()),
        };
        let count = counts.entry(fields[0].to_owned()).or_default();
        count[usize::from(problem.is_some())] += 1;
        if let Some(problem) = problem.filter(|_| count[1] <= shown) {
            println!("{}\n    {problem}", fields.join(" | "));
        }
    }
    println!("read back as written, 0 to 999 of each default rule set: {} here, {} in ICU", back[0], back[1]);
    for (kind, [same, different]) in &counts {
        println!("{kind}: {same} agree, {different} differ");
    }
    if counts.values().all(|[_, different]| *different == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn unescape(field: &str) -> String {
    let mut out = String::new();
    let mut characters = field.chars();
    while let Some(c) = characters.next() {
        out.push(match (c, c == '\\') {
            (_, true) => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            (c, false) => c,
        });
    }
    out
}

fn open(locale: &str, group: &str) -> std::sync::Arc<RuleBasedNumberFormat> {
    RuleBasedNumberFormat::open(locale, Group::from_name(group).expect("a group")).format
}

fn compare(found: &str, expected: &str) -> Option<String> {
    // Where ICU fails the result is free.
    (found != expected && expected != "!").then(|| found.to_owned())
}

fn write(format: &RuleBasedNumberFormat, set: Option<&str>, number: &Number) -> String {
    let mut out = String::new();
    let Ok(set) = format.rule_set(set.unwrap_or("")) else { return "there is no such rule set".to_owned() };
    match format.write_by(set, number, &mut out) {
        Ok(()) => out,
        Err(WriteError::TooDeep | WriteError::TooLong | WriteError::NoRule { .. }) => "!".to_owned(),
    }
}

/// A stated difference: ICU subtracts the whole part from a double, so that 1.7 has a fraction of 0.69999999999999996.
fn compare_written(format: &RuleBasedNumberFormat, set: Option<&str>, number: &str, expected: &str) -> Option<String> {
    let problem = compare(&write(format, set, &Number::parse(number).expect("a number")), expected)?;
    let (whole, _) = number.split_once('.')?;
    let fraction = number.parse::<f64>().expect("a double").abs().fract();
    let as_double = format!("{whole}{}", format!("{fraction}").strip_prefix('0')?);
    compare(&write(format, set, &Number::parse(&as_double)?), expected).map(|_| problem)
}

fn of_hash((locale, group, set): (&str, &str, &str), start: &str, expected: &str) -> Option<String> {
    let format = open(locale, group);
    let start: i64 = start.parse().expect("a number");
    let hash = (start..start + 1000).fold(0xCBF2_9CE4_8422_2325, |hash, number| {
        let text = write(&format, Some(set), &Number::from(number)) + "\n";
        text.bytes().fold(hash, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    });
    compare(&format!("{hash:x}"), expected)
}

fn read(format: &RuleBasedNumberFormat, mode: &str, text: &str, expected: &str) -> Option<String> {
    let found = format.read(text, mode == "lenient", &mut Scratch::default());
    let is_expected = match (found, expected.split_once(' ')) {
        (None, _) => matches!(expected, "-" | "!"),
        (Some(found), Some((value, length))) => {
            let value: f64 = value.parse().expect("a double");
            let units = text[..found.length].encode_utf16().count();
            (value == found.value || value.is_nan() && found.value.is_nan()) && units.to_string() == length
        }
        (Some(_), None) => expected == "!",
    };
    (!is_expected).then(|| format!("{found:?}"))
}

fn came_back(locale: &str, group: &str) -> usize {
    let format = open(locale, group);
    let comes_back = |number: &i64| {
        let mut text = String::new();
        let written = format.write(&Number::from(*number), &mut text).is_ok();
        let found = format.read(&text, false, &mut Scratch::default());
        written && found.is_some_and(|found| found.length == text.len() && found.value == *number as f64)
    };
    (0..1000).filter(comes_back).count()
}
