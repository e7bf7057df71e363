//! The offsets of the char filter cases, from the edits that the normalizer reports.
//!
//! Reads `normalizer_char_filter.json` and `folding.json` of `tests/cases`: all cases of kind `text` with `offsets`
//! whose chain is one char filter.

use serde_json::Value;
use unic_analysis::unicode::normalize::{FilteredNormalizer, Form, Mode, Normalizer, Piece, Scratch, Sink};
use unic_analysis::unicode::text::{self, CodeUnit, Encoding};

/// Maps each offset in the result to an offset in the source, by the ICU plugin's rule for edits.
struct Offsets {
    /// Source offset minus result offset, from the given result offset on; the last entry for an offset counts.
    steps: Vec<(usize, usize)>,
}

impl<U: CodeUnit> Sink<U> for Offsets {
    fn replaced(&mut self, piece: Piece<'_, U>) {
        for offset in 0..=piece.result.len() {
            self.steps.push((piece.result_start + offset, piece.source_start + source_offset(&piece, offset)));
        }
    }

    fn rewind(&mut self, source_start: usize) {
        self.steps.retain(|step| step.1 < source_start);
    }
}

/// Maps an offset in the result of an edit to an offset in its source, relative to the edit, by the ICU plugin's rule
/// (lengths are counted in UTF-16 units in both encodings, offsets in units of `U`):
///
/// * not longer than the source: one to one, and the end maps to the end;
/// * longer by n: the first n + 1 offsets map to the start, the rest one to one.
///
/// In UTF-8 an offset inside a code point maps to the start of the code point.
fn source_offset<U: CodeUnit>(piece: &Piece<'_, U>, result_offset: usize) -> usize {
    if result_offset >= piece.result.len() {
        return piece.source.len();
    }
    let before = text::utf16_length(&piece.result[..result_offset]);
    let (source, result) = (text::utf16_length(piece.source), text::utf16_length(piece.result));
    let utf16 = if result <= source { before } else { before.saturating_sub(result - source) };
    if U::ENCODING == Encoding::Utf16 {
        return utf16.min(piece.source.len());
    }
    let starts = text::code_points(piece.source).map(|(at, _)| at).chain([piece.source.len()]);
    starts.take_while(|at| text::utf16_length(&piece.source[..*at]) <= utf16).last().unwrap_or(0)
}

impl Offsets {
    fn corrected(&self, offset: usize) -> usize {
        match self.steps.iter().rposition(|step| step.0 <= offset) {
            Some(at) => self.steps[at].1 + (offset - self.steps[at].0),
            None => offset,
        }
    }
}

/// Ranges of code points, first and last of each.
struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    fn contains(&self, c: char) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(c)))
    }
}

fn run<U: CodeUnit>(normalizer: &Normalizer, set: Option<&Ranges>, text: &[U]) -> (Vec<U>, Offsets) {
    let mut out = Vec::new();
    let mut offsets = Offsets { steps: Vec::new() };
    match set {
        Some(set) => FilteredNormalizer::new(normalizer, |c: char| set.contains(c)).normalize_to(
            text,
            &mut out,
            &mut offsets,
            &mut Scratch::default(),
        ),
        None => normalizer.normalize_to(text, &mut out, &mut offsets, &mut Scratch::default()),
    }
    (out, offsets)
}

fn utf16_length(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).encode_utf16().count()
}

/// The corrected offset of every UTF-16 offset of the result, computed in UTF-8.
fn through_utf8(normalizer: &Normalizer, set: Option<&Ranges>, source: &str) -> (String, Vec<usize>) {
    let (out, offsets) = run(normalizer, set, source.as_bytes());
    let result = String::from_utf8(out).unwrap();
    let mut offsets_found = Vec::new();
    for (at, c) in result.char_indices() {
        for _ in 0..c.len_utf16() {
            offsets_found.push(utf16_length(&source.as_bytes()[..offsets.corrected(at)]));
        }
    }
    offsets_found.push(utf16_length(&source.as_bytes()[..offsets.corrected(result.len())]));
    (result, offsets_found)
}

fn option<'v>(filter: &'v Value, names: &[&str]) -> Option<&'v str> {
    names.iter().find_map(|name| filter.get(name)).and_then(Value::as_str)
}

/// Parses the sets of the cases: `[^...]` or `[...]` with literal characters.
fn read_set(pattern: &str) -> Ranges {
    let inner = pattern.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap();
    let listed: Vec<(u32, u32)> = inner.trim_start_matches('^').chars().map(|c| (c.into(), c.into())).collect();
    if !inner.starts_with('^') {
        return Ranges(listed);
    }
    let listed = Ranges(listed);
    Ranges(
        (0..0x110000)
            .filter_map(char::from_u32)
            .filter(|c| !listed.contains(*c))
            .map(|c| (c.into(), c.into()))
            .collect(),
    )
}

#[test]
fn char_filter_cases_have_the_expected_text_and_offsets() {
    let mut checked = 0;
    for file in ["normalizer_char_filter.json", "folding.json"] {
        let json = std::fs::read_to_string(format!("{}/tests/cases/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let cases: Vec<Value> = serde_json::from_str(&json).unwrap();
        for case in cases.iter().filter(|case| case["expect"].get("text").is_some()) {
            checked += usize::from(check(case));
        }
    }
    assert!(checked > 0, "no case has offsets");
}

fn check(case: &Value) -> bool {
    let definition = case["definition"]
        .pointer("/analysis")
        .or(case["definition"].pointer("/index/analysis"))
        .or(case["definition"].pointer("/settings/analysis"))
        .or(case["definition"].pointer("/settings/index/analysis"));
    let Some(filters) = definition.and_then(|analysis| analysis.get("char_filter")).and_then(Value::as_object) else {
        return false;
    };
    let (Some(filter), 1, Some(offsets)) = (filters.values().next(), filters.len(), case["expect"].get("offsets"))
    else {
        return false;
    };
    let kind = filter["type"].as_str().unwrap();
    let default = if kind.ends_with("_folding") { "utr30" } else { "nfkc_cf" };
    let name = option(filter, &["normalization_name", "name", "form"]).unwrap_or(default);
    let form = Form::ALL.iter().find(|(known, _)| *known == name).unwrap().1;
    let mode = option(filter, &["normalization_mode", "mode"])
        .map(|name| Mode::ALL.iter().find(|(known, _)| *known == name).unwrap().1);
    let normalizer = Normalizer::with_mode(form, mode.unwrap_or(form.default_mode()));
    let set = option(filter, &["unicode_set_filter", "unicodeSetFilter"]).map(read_set);
    let Some(source) = case["input"].as_str() else { return false };
    let expected: Vec<usize> =
        offsets.as_array().unwrap().iter().map(|offset| offset.as_u64().unwrap() as usize).collect();
    let expected_text = case["expect"]["text"].as_str().unwrap();
    let utf16: Vec<u16> = source.encode_utf16().collect();
    let (out, map) = run(&normalizer, set.as_ref(), &utf16);
    assert_eq!(text::to_string(&out), expected_text, "{}", case["id"]);
    let offsets_found: Vec<usize> = (0..=out.len()).map(|offset| map.corrected(offset)).collect();
    assert_eq!(offsets_found, expected, "{} {source:?}", case["id"]);
    // Offsets inside a code point do not exist in UTF-8: they map to its start.
    let start = |units: &[u16], offset: usize| {
        offset - usize::from(offset > 0 && units.get(offset).is_some_and(|unit| (0xDC00..0xE000).contains(unit)))
    };
    let expected: Vec<usize> = (0..=out.len()).map(|offset| start(&utf16, expected[start(&out, offset)])).collect();
    let (result, offsets_found) = through_utf8(&normalizer, set.as_ref(), source);
    assert_eq!(result, expected_text, "{}", case["id"]);
    assert_eq!(offsets_found, expected, "{} {source:?} in UTF-8", case["id"]);
    true
}

/// Random texts compared with the rule for edits and ICU 79.1's boundaries (`tools/fold-data/Offsets.java`).
#[test]
fn offsets_equal_those_of_the_edits_of_icu() {
    let mut recorded = String::new();
    let file = std::fs::File::open("tests/data/fold/offsets.tsv.gz").unwrap();
    std::io::Read::read_to_string(&mut flate2::read::MultiGzDecoder::new(file), &mut recorded).unwrap();
    let (mut rows, mut different) = (0, 0);
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let [data, mode, source, expected, offsets] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let form = Form::ALL.iter().find(|(name, _)| *name == data).unwrap().1;
        let normalizer = Normalizer::with_mode(form, Mode::ALL.iter().find(|(name, _)| *name == mode).unwrap().1);
        let utf16: Vec<u16> = source.encode_utf16().collect();
        let (out, map) = run(&normalizer, None, &utf16);
        assert_eq!(text::to_string(&out), expected);
        let offsets_found: Vec<String> = (0..=out.len()).map(|offset| map.corrected(offset).to_string()).collect();
        rows += 1;
        if offsets_found.join(" ") != offsets {
            different += 1;
            println!("{data} {mode} {source:?} {expected:?}: {} ICU {offsets}", offsets_found.join(" "));
        }
    }
    println!("{rows} rows, {different} different");
    assert_eq!(different, 0);
}

/// Stores the source and result range of every part.
#[derive(Default)]
struct Parts(Vec<(std::ops::Range<usize>, std::ops::Range<usize>)>);

impl<U: CodeUnit> Sink<U> for Parts {
    fn is_fine_grained(&self) -> bool {
        true
    }

    fn replaced(&mut self, piece: Piece<'_, U>) {
        let source = piece.source_start..piece.source_start + piece.source.len();
        self.0.push((source, piece.result_start..piece.result_start + piece.result.len()));
    }

    fn rewind(&mut self, source_start: usize) {
        self.0.retain(|part| part.0.start < source_start);
    }
}

/// The basis of `expansion_offsets: cover`: within an edit, every source character has a part of its own.
#[test]
fn parts_of_a_piece_follow_their_source_characters() {
    let parts = |form, text: &str| {
        let mut parts = Parts::default();
        let units: Vec<u16> = text.encode_utf16().collect();
        Normalizer::new(form).normalize_to(&units, &mut Vec::new(), &mut parts, &mut Scratch::default());
        parts.0
    };
    assert_eq!(parts(Form::NfkcCf, "㋀"), [(0..1, 0..2)]);
    // One edit (no boundary before the mark), two parts: ½ and an empty part for the unchanged mark.
    assert_eq!(parts(Form::NfkcCf, "½\u{334}"), [(0..1, 0..3)]);
    assert_eq!(parts(Form::NfkcCf, "ﬁ\u{AD}x"), [(0..1, 0..2), (1..2, 2..2)]);
    // Marks that are reordered are one part.
    assert_eq!(parts(Form::Nfd, "é\u{323}"), [(0..2, 0..3)]);
}
