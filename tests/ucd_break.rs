//! The Unicode Character Database's own tests of boundaries (UAX #29, UAX #14), every line, over both encodings.

use std::io::Read;
use std::path::Path;
use unic_analysis::unicode::segment::{BreakRules, shipped_rules};
use unic_analysis::unicode::text::{CodeUnit, from_str};

/// A line of a test file: its number, the text, the boundaries as counts of code points.
struct Case {
    line: usize,
    text: String,
    boundaries: Vec<usize>,
}

fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ucd").join(format!("{name}.txt.gz"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let mut cases = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or("").trim();
        let mut case = Case { line: line + 1, text: String::new(), boundaries: Vec::new() };
        let mut well_formed = true;
        for part in content.split_whitespace() {
            match part {
                "÷" => case.boundaries.push(case.text.chars().count()),
                "×" => {}
                hex => match char::from_u32(u32::from_str_radix(hex, 16).unwrap()) {
                    Some(c) => case.text.push(c),
                    None => well_formed = false,
                },
            }
        }
        if well_formed && !content.is_empty() {
            cases.push(case);
        }
    }
    assert!(cases.len() > 300, "{name}: {} cases", cases.len());
    cases
}

fn boundaries<U: CodeUnit>(rules: &BreakRules, text: &str, always_at_start: bool) -> Vec<usize> {
    let units: Vec<U> = from_str(text);
    let length = |part: &[U]| unic_analysis::unicode::text::code_points(part).count();
    let start = if always_at_start { vec![0] } else { Vec::new() };
    // Without dictionaries: the tests are about the rules.
    start.into_iter().chain(rules.segments(&units).map(|segment| length(&units[..segment.end]))).collect()
}

/// The lines that differ.
fn differences(name: &str, rules: &str, always_at_start: bool) -> Vec<usize> {
    let rules = shipped_rules(rules).unwrap();
    let mut different = Vec::new();
    for case in cases(name) {
        let found = boundaries::<u16>(rules, &case.text, always_at_start);
        assert_eq!(found, boundaries::<u8>(rules, &case.text, always_at_start), "{name} line {}", case.line);
        if found != case.boundaries {
            println!("{name} line {}: {:?} gives {found:?}, not {:?}", case.line, case.text, case.boundaries);
            different.push(case.line);
        }
    }
    different
}

#[test]
fn grapheme_clusters_are_those_of_uax_29() {
    assert_eq!(differences("GraphemeBreakTest", "char", true), Vec::<usize>::new());
}

#[test]
fn sentences_are_those_of_uax_29() {
    assert_eq!(differences("SentenceBreakTest", "sent", true), Vec::<usize>::new());
}

#[test]
fn lines_are_those_of_uax_14() {
    assert_eq!(differences("LineBreakTest", "line", false), Vec::<usize>::new());
}

#[test]
fn words_are_those_of_uax_29() {
    assert_eq!(differences("WordBreakTest", "word", true), Vec::<usize>::new());
}
