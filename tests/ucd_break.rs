//! The boundary tests of the Unicode Character Database (UAX #29, UAX #14): every line, over both encodings.

use icu_properties::props::{
    EnumeratedProperty, GraphemeClusterBreak, LineBreak, NamedEnumeratedProperty, SentenceBreak, WordBreak,
};
use icu_properties::{CodePointMapData, PropertyNamesLong};
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use unic_analysis::unicode::segment::{BreakRules, shipped_rules};
use unic_analysis::unicode::text::{CodeUnit, from_str};

/// A line of a test file: its number, the text, the boundaries in code points.
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
    // Without dictionaries, as the tests are for the rules.
    start
        .into_iter()
        .chain(rules.segments_without_dictionaries(&units).map(|segment| length(&units[..segment.end])))
        .collect()
}

/// The lines of a test file whose result differs, each as a table of its code points.
fn differences(name: &str, rules: &str, always_at_start: bool, property: fn(char) -> &'static str) -> String {
    let rules = shipped_rules(rules).unwrap();
    let mut tables = String::new();
    for case in cases(name) {
        let found = boundaries::<u16>(rules, &case.text, always_at_start);
        assert_eq!(found, boundaries::<u8>(rules, &case.text, always_at_start), "{name} line {}", case.line);
        if found != case.boundaries {
            write!(tables, "\n{name} line {}\n{}", case.line, table(&case, &found, property)).unwrap();
        }
    }
    tables
}

/// One row per code point: the code point, its property value, whether a boundary is expected before it, and whether
/// one was found; `<` marks rows that differ.
fn table(case: &Case, found: &[usize], property: fn(char) -> &'static str) -> String {
    let sign = |boundaries: &[usize], at| if boundaries.contains(&at) { '÷' } else { '×' };
    let mut table = format!("{:<12}{:<24}expected  actual\n", "code point", "property");
    for (at, c) in case.text.chars().map(Some).chain([None]).enumerate() {
        let (code_point, value) = c.map_or(("end".to_owned(), ""), |c| (format!("U+{:04X}", c as u32), property(c)));
        let (expected, actual) = (sign(&case.boundaries, at), sign(found, at));
        let mark = if expected == actual { "" } else { "  <" };
        writeln!(table, "{code_point:<12}{value:<24}{expected:<10}{actual}{mark}").unwrap();
    }
    table
}

/// The long name of a character's property value.
fn value_of<P: EnumeratedProperty + NamedEnumeratedProperty>(c: char) -> &'static str {
    PropertyNamesLong::<P>::new().get(CodePointMapData::<P>::new().get(c)).unwrap_or("?")
}

#[test]
fn grapheme_clusters_are_those_of_uax_29() {
    assert_eq!(differences("GraphemeBreakTest", "char", true, value_of::<GraphemeClusterBreak>), "");
}

#[test]
fn sentences_are_those_of_uax_29() {
    assert_eq!(differences("SentenceBreakTest", "sent", true, value_of::<SentenceBreak>), "");
}

#[test]
fn lines_are_those_of_uax_14() {
    assert_eq!(differences("LineBreakTest", "line", false, value_of::<LineBreak>), "");
}

#[test]
fn words_are_those_of_uax_29() {
    assert_eq!(differences("WordBreakTest", "word", true, value_of::<WordBreak>), "");
}

#[test]
fn a_difference_is_shown_as_a_table() {
    let case = Case { line: 7, text: "a'".to_owned(), boundaries: vec![0, 2] };
    let table = table(&case, &[0, 1, 2], value_of::<WordBreak>);
    let rows =
        ["code point  property                expected  actual", "U+0061      ALetter                 ÷         ÷"];
    assert_eq!(table.lines().take(2).collect::<Vec<_>>(), rows);
    assert_eq!(table.lines().nth(2), Some("U+0027      Single_Quote            ×         ÷  <"));
}
