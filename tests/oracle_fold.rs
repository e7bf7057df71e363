//! The `fold` oracle files (results of ICU 79.1 and Lucene 10.5): every row, in both encodings.
//!
//! `oracle_casing.rs` tests `casing*.tsv`.

mod oracle_files;

use oracle_files::{Score, rows, string, well_formed};
use std::collections::BTreeSet;
use unic_analysis::unicode::normalize::{CharSet, FilteredNormalizer, Form, Normalizer, QuickCheck, Scratch};
use unic_analysis::unicode::set::{Matcher, UnicodeSet};
use unic_analysis::unicode::text::{self, CodeUnit};

/// Code points that fold differently with Lucene's Unicode 16 data, each with the reason.
const KNOWN: &str = include_str!("data/fold/utr30_differences.tsv");

fn form(name: &str) -> Form {
    Form::ALL.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("form {name}")).1
}

const KNOWN_DIFFERENCE: &str = "known difference (data newer than Unicode 16)";

/// Whether both encodings have the expected result.
fn agrees(run: &dyn Fn(Units) -> Units, source: &[u16], expected: &[u16]) -> bool {
    let Units::Utf16(found) = run(Units::Utf16(source.to_vec())) else { return false };
    let Units::Utf8(bytes) = run(Units::Utf8(text::to_string(source).into_bytes())) else { return false };
    found == expected && String::from_utf8(bytes) == Ok(String::from_utf16_lossy(expected))
}

enum Units {
    Utf8(Vec<u8>),
    Utf16(Vec<u16>),
}

fn both(units: Units, run: &dyn RunBoth) -> Units {
    match units {
        Units::Utf8(text) => Units::Utf8(run.utf8(&text)),
        Units::Utf16(text) => Units::Utf16(run.utf16(&text)),
    }
}

trait RunBoth {
    fn utf8(&self, text: &[u8]) -> Vec<u8>;
    fn utf16(&self, text: &[u16]) -> Vec<u16>;
}

impl RunBoth for Normalizer {
    fn utf8(&self, text: &[u8]) -> Vec<u8> {
        normalized(self, text)
    }
    fn utf16(&self, text: &[u16]) -> Vec<u16> {
        normalized(self, text)
    }
}

impl RunBoth for FilteredNormalizer<'_, &TestSet> {
    fn utf8(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        self.normalize(text, &mut out, &mut Scratch::default());
        out
    }
    fn utf16(&self, text: &[u16]) -> Vec<u16> {
        let mut out = Vec::new();
        self.normalize(text, &mut out, &mut Scratch::default());
        out
    }
}

fn normalized<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) -> Vec<U> {
    let mut out = Vec::new();
    let mut scratch = Scratch::default();
    if !normalizer.normalize_token(text, &mut out, &mut scratch) {
        out.extend_from_slice(text);
    }
    let mut whole = Vec::new();
    normalizer.normalize(text, &mut whole, &mut scratch);
    assert_eq!(out, whole);
    out
}

fn code_points(text: &str) -> String {
    text.split_whitespace().map(|hex| char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap()).collect()
}

/// The code points in the list of differences.
fn known_differences() -> BTreeSet<char> {
    KNOWN
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| char::from_u32(u32::from_str_radix(line.split('\t').next().unwrap(), 16).unwrap()).unwrap())
        .collect()
}

/// The result in a cell.
fn expected(source: &[u16], cell: &[u16]) -> Vec<u16> {
    if string(cell) == "=" { source.to_vec() } else { cell.to_vec() }
}

#[test]
fn code_points_match() {
    let known = known_differences();
    for (name, form) in Form::ALL {
        let file = format!("fold/codepoints_{name}.tsv");
        let Some(rows) = rows(&file) else { continue };
        let normalizer = Normalizer::new(form);
        let mut score = Score::new(&file);
        for row in rows {
            let hex: Vec<String> = row.iter().map(|cell| string(cell)).collect();
            let (source, expected) = (code_points(&hex[0]), code_points(hex.get(1).map_or("", |cell| cell)));
            if name == "utr30" && source.chars().any(|c| known.contains(&c)) {
                score.skip(KNOWN_DIFFERENCE);
                continue;
            }
            let units: Vec<u16> = source.encode_utf16().collect();
            let expected_units: Vec<u16> = expected.encode_utf16().collect();
            let good = agrees(&|text| both(text, &normalizer), &units, &expected_units);
            score.check(good, || {
                format!("{name} {}: expected {expected:?}, got {:?}", hex[0], shown(&normalizer, &units))
            });
        }
        score.close();
    }
}

fn shown(normalizer: &Normalizer, text: &[u16]) -> String {
    text::to_string(&normalized(normalizer, text))
}

#[test]
fn sequences_match() {
    let Some(rows) = rows("fold/sequences.tsv") else { return };
    let normalizers = Form::ALL.map(|(name, form)| (name, Normalizer::new(form)));
    let known = known_differences();
    let mut score = Score::new("fold/sequences.tsv");
    for row in rows {
        let source = &row[0];
        if !well_formed(source) {
            score.skip("lone surrogate (rulings T1)");
            continue;
        }
        for (column, name) in ["nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf", "utr30"].iter().enumerate() {
            let Some(cell) = row.get(column + 1) else { continue };
            if *name == "utr30" && string(source).chars().any(|c| known.contains(&c)) {
                score.skip(KNOWN_DIFFERENCE);
                continue;
            }
            let normalizer = &normalizers.iter().find(|(known, _)| known == name).unwrap().1;
            let agrees = |expected: &[u16]| agrees(&|text| both(text, normalizer), source, expected);
            // The fullwidth equals sign becomes `=`, which is also the notation for an unchanged text.
            let is_literal = string(cell) == "=" && string(source) == "\u{FF1D}";
            let good = agrees(&expected(source, cell)) || (is_literal && agrees(cell));
            score.check(good, || {
                format!("{name} {source:X?}: expected {:?}, got {:?}", string(cell), shown(normalizer, source))
            });
        }
        for (name, cell) in ["nfc", "nfkc"].iter().zip(string(row.last().unwrap()).split(' ')) {
            let normalizer = &normalizers.iter().find(|(known, _)| known == name).unwrap().1;
            let answer = |found| match found {
                QuickCheck::Yes => "yes",
                QuickCheck::No => "no",
                QuickCheck::Maybe => "maybe",
            };
            let found = answer(normalizer.quick_check(source));
            let in_utf8 = answer(normalizer.quick_check(string(source).as_bytes()));
            score.check(found == cell && in_utf8 == cell, || {
                format!("{name} quick check {source:X?}: {cell}, got {found}")
            });
        }
    }
    score.close();
}

#[test]
fn filtered_match() {
    let Some(rows) = rows("fold/filtered.tsv") else { return };
    let known = known_differences();
    let mut score = Score::new("fold/filtered.tsv");
    for row in rows {
        let (name, pattern, source) = (string(&row[0]), string(&row[1]), &row[2]);
        if !well_formed(source) {
            score.skip("lone surrogate (rulings T1)");
            continue;
        }
        if name == "utr30" && string(source).chars().any(|c| known.contains(&c)) {
            score.skip(KNOWN_DIFFERENCE);
            continue;
        }
        let set = TestSet::new(&UnicodeSet::parse(&pattern).unwrap());
        let normalizer = Normalizer::new(form(&name));
        let filtered = FilteredNormalizer::new(&normalizer, &set);
        let expected = expected(source, &row[3]);
        let mut good = agrees(&|text| both(text, &filtered), source, &expected);
        if set.strings.is_empty() {
            let limited = normalizer.limited_to(&UnicodeSet::parse(&pattern).unwrap()).unwrap();
            good &= agrees(&|text| both(text, &limited), source, &expected);
        }
        score.check(good, || {
            let found = text::to_string(&filtered.utf16(source));
            format!("{name} {pattern} {source:X?}: expected {:?}, got {found:?}", string(&row[3]))
        });
    }
    score.close();
}

/// Reference implementation of a set with strings.
struct TestSet {
    matcher: Matcher,
    strings: Vec<String>,
}

impl TestSet {
    fn new(set: &UnicodeSet) -> TestSet {
        TestSet { matcher: set.matcher(), strings: set.strings().map(str::to_owned).collect() }
    }

    /// The length of the longest string or character of the set at an offset.
    fn length_at<U: CodeUnit>(&self, units: &[U], at: usize) -> Option<usize> {
        let rest = units.get(at..)?;
        let strings =
            self.strings.iter().map(|string| text::from_str::<U>(string)).filter(|string| rest.starts_with(string));
        let one = U::decode(units, at).filter(|(c, _)| self.matcher.contains(*c)).map(|(_, length)| length);
        strings.map(|string| string.len()).chain(one).max()
    }
}

impl CharSet for &TestSet {
    fn contains(&self, c: char) -> bool {
        self.matcher.contains(c)
    }

    fn span<U: CodeUnit>(&self, text: &[U], mut at: usize, inside: bool) -> usize {
        while at < text.len() {
            at += match (inside, self.length_at(text, at)) {
                (true, Some(length)) => length,
                (false, None) => U::decode(text, at).unwrap().1,
                _ => break,
            };
        }
        at
    }
}
