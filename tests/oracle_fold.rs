//! The `fold` oracle files (answers of ICU 79.1 and Lucene 10.5): every row, both encodings.
//!
//! `UNIC_ORACLE` names a folder with a folder `fold` of such files, plain or gzip; default `tests/data/oracle`.
//! `casing*.tsv` belongs to the casing filters.

use icu_properties::props::{EnumeratedProperty, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::{CodePointMapData, PropertyParser};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::PathBuf;
use unic_analysis::unicode::normalize::{CharSet, Filtered, Form, Normalizer, QuickCheck, Scratch};
use unic_analysis::unicode::text::{self, CodeUnit};

/// Code points that Lucene's Unicode 16 data folds differently, each with its reason.
const KNOWN: &str = include_str!("data/fold/utr30_differences.tsv");

fn folder() -> PathBuf {
    let root = std::env::var_os("UNIC_ORACLE").unwrap_or_else(|| "tests/data/oracle".into());
    PathBuf::from(root).join("fold")
}

/// The rows of a file, columns unescaped. A file that is not there has no rows.
fn rows(name: &str) -> Vec<Vec<String>> {
    let plain = folder().join(name);
    let text = match std::fs::read(&plain) {
        Ok(bytes) => String::from_utf8(bytes).unwrap(),
        Err(_) => {
            let Ok(file) = std::fs::File::open(folder().join(format!("{name}.gz"))) else { return Vec::new() };
            let mut text = String::new();
            flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
            text
        }
    };
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Undoes the escapes of the oracle files; lone surrogates stay, so the text is UTF-16.
fn unescape(text: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('t')) => units.push(9),
            ('\\', Some('n')) => units.push(10),
            ('\\', Some('r')) => units.push(13),
            ('\\', Some('u')) => {
                let hex: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&hex, 16).unwrap());
            }
            ('\\', Some(other)) => text::push(&mut units, other),
            _ => text::push(&mut units, c),
        }
    }
    units
}

fn form(name: &str) -> Form {
    Form::ALL.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("form {name}")).1
}

/// Passed, failed, skipped by reason.
#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
    skipped: BTreeMap<&'static str, usize>,
}

impl Count {
    fn check(&mut self, good: bool, tell: impl FnOnce() -> String) {
        if good {
            self.passed += 1;
        } else {
            if self.failed < 20 {
                println!("  {}", tell());
            }
            self.failed += 1;
        }
    }

    fn close(&self, file: &str) {
        let skipped: usize = self.skipped.values().sum();
        println!("{file}: {} passed, {} failed, {skipped} skipped", self.passed, self.failed);
        self.skipped.iter().for_each(|(reason, count)| println!("  skipped {count}: {reason}"));
        assert_eq!(self.failed, 0, "{file}");
    }
}

/// Both encodings must give the expected text.
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

impl RunBoth for Filtered<'_, &TestSet> {
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

fn has_lone_surrogate(text: &[u16]) -> bool {
    u16::valid_up_to(text) < text.len()
}

/// The code points that the list of differences names.
fn known_differences() -> BTreeSet<char> {
    KNOWN
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| char::from_u32(u32::from_str_radix(line.split('\t').next().unwrap(), 16).unwrap()).unwrap())
        .collect()
}

#[test]
fn code_points_match() {
    let known = known_differences();
    for (name, form) in Form::ALL {
        let file = format!("codepoints_{name}.tsv");
        let normalizer = Normalizer::new(form);
        let mut count = Count::default();
        for row in rows(&file) {
            let (source, expected) = (code_points(&row[0]), code_points(row.get(1).map_or("", |cell| cell)));
            if name == "utr30" && source.chars().any(|c| known.contains(&c)) {
                *count.skipped.entry("known difference (data newer than Unicode 16)").or_default() += 1;
                continue;
            }
            let units: Vec<u16> = source.encode_utf16().collect();
            let expected_units: Vec<u16> = expected.encode_utf16().collect();
            let good = agrees(&|text| both(text, &normalizer), &units, &expected_units);
            count.check(good, || {
                format!("{name} {}: expected {expected:?}, got {:?}", row[0], shown(&normalizer, &units))
            });
        }
        count.close(&file);
    }
}

fn shown(normalizer: &Normalizer, text: &[u16]) -> String {
    text::to_string(&normalized(normalizer, text))
}

#[test]
fn sequences_match() {
    let normalizers = Form::ALL.map(|(name, form)| (name, Normalizer::new(form)));
    let known = known_differences();
    let mut count = Count::default();
    for row in rows("sequences.tsv") {
        let source = unescape(&row[0]);
        if has_lone_surrogate(&source) {
            *count.skipped.entry("lone surrogate (rulings T1)").or_default() += 1;
            continue;
        }
        for (column, name) in ["nfc", "nfd", "nfkc", "nfkd", "nfkc_cf", "nfkc_scf", "utr30"].iter().enumerate() {
            let Some(cell) = row.get(column + 1) else { continue };
            if *name == "utr30" && text::to_string(&source).chars().any(|c| known.contains(&c)) {
                *count.skipped.entry("known difference (data newer than Unicode 16)").or_default() += 1;
                continue;
            }
            let expected = if cell == "=" { source.clone() } else { unescape(cell) };
            let normalizer = &normalizers.iter().find(|(known, _)| known == name).unwrap().1;
            // The fullwidth equals sign becomes `=`, which is also how an unchanged text is written.
            let literal = cell == "=" && row[0] == "\u{FF1D}";
            let good = agrees(&|text| both(text, normalizer), &source, &expected)
                || (literal && agrees(&|text| both(text, normalizer), &source, &unescape("=")));
            count.check(good, || {
                format!("{name} {:?}: expected {cell:?}, got {:?}", row[0], shown(normalizer, &source))
            });
        }
        for (name, cell) in ["nfc", "nfkc"].iter().zip(row.last().unwrap().split(' ')) {
            let normalizer = &normalizers.iter().find(|(known, _)| known == name).unwrap().1;
            let answer = |found| match found {
                QuickCheck::Yes => "yes",
                QuickCheck::No => "no",
                QuickCheck::Maybe => "maybe",
            };
            let found = answer(normalizer.quick_check(&source));
            let in_utf8 = answer(normalizer.quick_check(text::to_string(&source).as_bytes()));
            count.check(found == cell && in_utf8 == cell, || {
                format!("{name} quick check {:?}: {cell}, got {found}", row[0])
            });
        }
    }
    count.close("sequences.tsv");
}

#[test]
fn filtered_match() {
    let known = known_differences();
    let mut count = Count::default();
    for row in rows("filtered.tsv") {
        let pattern = String::from_utf16(&unescape(&row[1])).unwrap();
        let Some(set) = TestSet::read(&pattern) else {
            *count.skipped.entry("pattern beyond this test's small set reader").or_default() += 1;
            continue;
        };
        let source = unescape(&row[2]);
        if has_lone_surrogate(&source) {
            *count.skipped.entry("lone surrogate (rulings T1)").or_default() += 1;
            continue;
        }
        if row[0] == "utr30" && text::to_string(&source).chars().any(|c| known.contains(&c)) {
            *count.skipped.entry("known difference (data newer than Unicode 16)").or_default() += 1;
            continue;
        }
        let expected = if row[3] == "=" { source.clone() } else { unescape(&row[3]) };
        let normalizer = Normalizer::new(form(&row[0]));
        let filtered = Filtered::new(&normalizer, &set);
        let good = agrees(&|text| both(text, &filtered), &source, &expected);
        count.check(good, || {
            format!(
                "{} {} {:?}: expected {:?}, got {:?}",
                row[0],
                row[1],
                row[2],
                row[3],
                text::to_string(&filtered.utf16(&source))
            )
        });
    }
    count.close("filtered.tsv");
}

/// Of the UnicodeSet syntax what the filter rows need; the parser proper is tested elsewhere.
#[derive(Default)]
struct TestSet {
    chars: BTreeSet<char>,
    strings: Vec<String>,
}

impl TestSet {
    fn read(pattern: &str) -> Option<TestSet> {
        let mut chars = pattern.chars().peekable();
        let set = TestSet::read_set(&mut chars)?;
        chars.next().is_none().then_some(set)
    }

    fn read_set(input: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<TestSet> {
        if input.next()? != '[' {
            return None;
        }
        if input.next_if_eq(&':').is_some() {
            let name: String = input.by_ref().take_while(|c| *c != ':').collect();
            return (input.next()? == ']').then(|| property(&name)).flatten();
        }
        let inverted = input.next_if_eq(&'^').is_some();
        let (mut set, mut remove, mut last) = (TestSet::default(), false, None);
        loop {
            match *input.peek()? {
                ']' => break,
                '[' => {
                    let inner = TestSet::read_set(input)?;
                    if remove {
                        set.chars.retain(|c| !inner.chars.contains(c));
                    } else {
                        set.chars.extend(inner.chars);
                        set.strings.extend(inner.strings);
                    }
                    remove = false;
                }
                '{' => {
                    input.next();
                    set.strings.push(input.by_ref().take_while(|c| *c != '}').collect());
                }
                '-' => {
                    input.next();
                    remove = true;
                }
                ' ' => {
                    input.next();
                }
                _ => {
                    let c = read_char(input)?;
                    set.chars.extend(if remove { last? } else { c }..=c);
                    (last, remove) = (Some(c), false);
                }
            }
        }
        input.next();
        if inverted {
            set.chars = ('\0'..=char::MAX).filter(|c| !set.chars.contains(c)).collect();
        }
        Some(set)
    }

    /// The length of the longest string or character of the set here.
    fn length_at<U: CodeUnit>(&self, units: &[U], at: usize) -> Option<usize> {
        let rest = units.get(at..)?;
        let strings =
            self.strings.iter().map(|string| text::from_str::<U>(string)).filter(|string| rest.starts_with(string));
        let one = U::decode(units, at).filter(|(c, _)| self.chars.contains(c)).map(|(_, length)| length);
        strings.map(|string| string.len()).chain(one).max()
    }
}

impl CharSet for &TestSet {
    fn contains(&self, c: char) -> bool {
        self.chars.contains(&c)
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

fn read_char(input: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
    match input.next()? {
        '\\' if input.next_if_eq(&'u').is_some() => {
            let hex: String = input.by_ref().take(4).collect();
            char::from_u32(u32::from_str_radix(&hex, 16).ok()?)
        }
        '\\' => input.next().filter(|c| !c.is_ascii_alphanumeric()),
        c => Some(c),
    }
}

fn property(name: &str) -> Option<TestSet> {
    let (name, inverted) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let holds: Box<dyn Fn(char) -> bool> = if name.eq_ignore_ascii_case("any") {
        Box::new(|_| true)
    } else if name.eq_ignore_ascii_case("ascii") {
        Box::new(|c| c.is_ascii())
    } else if let Some(group) = PropertyParser::<GeneralCategoryGroup>::new().get_loose(name) {
        Box::new(move |c| group.contains(GeneralCategory::for_char(c)))
    } else {
        let script = PropertyParser::<Script>::new().get_loose(name)?;
        let map = CodePointMapData::<Script>::new();
        Box::new(move |c| map.get(c) == script)
    };
    Some(TestSet { chars: ('\0'..=char::MAX).filter(|c| holds(*c) != inverted).collect(), strings: Vec::new() })
}
