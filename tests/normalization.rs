//! Normalization against the standard's own test file and against a plain way to the same result.

use icu_normalizer::properties::CanonicalCombiningClassMap;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Read;
use unic_analysis::unicode::normalize::{Filtered, Form, Mode, Normalizer, Piece, QuickCheck, Ranges, Scratch, Sink};
use unic_analysis::unicode::text::{self, CodeUnit};

fn gunzip(path: &str) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

fn units<U: CodeUnit>(normalizer: &Normalizer, text: &[U]) -> Vec<U> {
    let mut out = Vec::new();
    normalizer.normalize(text, &mut out, &mut Scratch::default());
    out
}

/// The normalized text, the same from both encodings.
fn normalized(normalizer: &Normalizer, text: &str) -> String {
    let utf8 = String::from_utf8(units(normalizer, text.as_bytes())).unwrap();
    let utf16: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units(normalizer, &utf16)).unwrap(), utf8, "{text:?}");
    utf8
}

fn scalars() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

/// UAX #15, section 6 (NormalizationTest.txt, version 18.0.0).
#[test]
fn conformance_file_holds_for_all_forms() {
    let [nfc, nfd, nfkc, nfkd] = [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd].map(Normalizer::new);
    let mut part_one = std::collections::BTreeSet::new();
    let mut in_part_one = false;
    let mut rows = 0;
    for line in gunzip("tests/data/ucd/NormalizationTest.txt.gz").lines() {
        if line.starts_with("@Part") {
            in_part_one = line.starts_with("@Part1");
        }
        if line.starts_with(['#', '@']) || line.is_empty() {
            continue;
        }
        let columns: Vec<String> = line.split(';').take(5).map(code_points).collect();
        let [c1, c2, c3, c4, c5] = columns.try_into().unwrap();
        if in_part_one {
            part_one.extend(c1.chars());
        }
        for source in [&c1, &c2, &c3] {
            assert_eq!(normalized(&nfc, source), c2, "NFC {line}");
            assert_eq!(normalized(&nfd, source), c3, "NFD {line}");
        }
        for source in [&c4, &c5] {
            assert_eq!(normalized(&nfc, source), c4, "NFC {line}");
            assert_eq!(normalized(&nfd, source), c5, "NFD {line}");
        }
        for source in [&c1, &c2, &c3, &c4, &c5] {
            assert_eq!(normalized(&nfkc, source), c4, "NFKC {line}");
            assert_eq!(normalized(&nfkd, source), c5, "NFKD {line}");
        }
        rows += 1;
    }
    assert!(rows > 19_000, "{rows} rows");
    // Part 1: every other code point is unchanged in every form.
    for c in scalars().filter(|c| !part_one.contains(c)) {
        for normalizer in [&nfc, &nfd, &nfkc, &nfkd] {
            assert_eq!(normalized(normalizer, &c.to_string()), c.to_string());
        }
    }
}

fn code_points(text: &str) -> String {
    text.split_whitespace().map(|hex| char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap()).collect()
}

/// The plain way: each code point by itself, then all marks in order, then composition by the crate.
struct Plain {
    alone: Normalizer,
    compose: bool,
}

impl Plain {
    fn new(form: Form) -> Plain {
        Plain { alone: Normalizer::with_mode(form, Mode::Decompose), compose: form.default_mode() == Mode::Compose }
    }

    fn normalize(&self, text: &str) -> String {
        let mapped: String = text.chars().map(|c| normalized(&self.alone, &c.to_string())).collect();
        let ordered = canonical_order(&mapped);
        if self.compose { ComposingNormalizer::new_nfc().normalize(&ordered).into_owned() } else { ordered }
    }
}

fn canonical_order(text: &str) -> String {
    let classes = CanonicalCombiningClassMap::new();
    let mut chars: Vec<char> = text.chars().collect();
    let mut sorted = false;
    while !sorted {
        sorted = true;
        for at in 1..chars.len() {
            let (one, two) = (classes.get_u8(chars[at - 1]), classes.get_u8(chars[at]));
            if one > two && two != 0 {
                chars.swap(at - 1, at);
                sorted = false;
            }
        }
    }
    chars.into_iter().collect()
}

/// With simple folding, capital dotted I and letters with iota subscript are no composites: the crate would see parts.
fn plain_cannot_do(name: &str, text: &str) -> bool {
    name == "nfkc_scf"
        && text
            .chars()
            .any(|c| c == 'İ' || DecomposingNormalizer::new_nfd().normalize(&c.to_string()).contains('\u{345}'))
}

fn all_forms() -> Vec<(&'static str, Normalizer, Plain)> {
    Form::ALL.into_iter().map(|(name, form)| (name, Normalizer::new(form), Plain::new(form))).collect()
}

#[test]
fn each_code_point_alone_is_as_plain_and_idempotent() {
    for (name, normalizer, plain) in all_forms() {
        for c in scalars() {
            let text = c.to_string();
            let once = normalized(&normalizer, &text);
            if !plain_cannot_do(name, &text) {
                assert_eq!(once, plain.normalize(&text), "{name} {c:?}");
            }
            assert_eq!(normalized(&normalizer, &once), once, "{name} {c:?} twice");
            let check = normalizer.quick_check(text.as_bytes());
            match check {
                QuickCheck::Yes => assert_eq!(once, text, "{name} {c:?}"),
                QuickCheck::No => assert_ne!(once, text, "{name} {c:?}"),
                QuickCheck::Maybe => {}
            }
        }
    }
}

#[test]
fn pairs_of_base_and_mark_are_as_plain() {
    let decompose = DecomposingNormalizer::new_nfd();
    let classes = CanonicalCombiningClassMap::new();
    let mut bases =
        std::collections::BTreeSet::from(['a', 'ﬁ', '½', '\u{AD}', '가', '각', 'ᄀ', 'ß', 'が', '𝐀', '\u{1100}']);
    let mut marks =
        std::collections::BTreeSet::from(['\u{1161}', '\u{11A8}', '\u{AD}', '\u{334}', '\u{5B0}', '\u{94D}']);
    for c in scalars().filter(|c| !('\u{AC00}'..='\u{D7A3}').contains(c)) {
        let parts: Vec<char> = decompose.normalize(&c.to_string()).chars().collect();
        if parts.len() > 1 {
            bases.insert(c);
            bases.insert(parts[0]);
            marks.extend(&parts[1..]);
        } else if classes.get_u8(c) != 0 && u32::from(c) < 0x1000 {
            marks.insert(c);
        }
    }
    for (name, normalizer, plain) in all_forms() {
        let mapped: BTreeMap<char, String> =
            bases.iter().chain(&marks).map(|&c| (c, normalized(&plain.alone, &c.to_string()))).collect();
        let nfc = ComposingNormalizer::new_nfc();
        for base in bases.iter().filter(|base| !plain_cannot_do(name, &base.to_string())) {
            for mark in &marks {
                let ordered = canonical_order(&format!("{}{}", mapped[base], mapped[mark]));
                let expected = if plain.compose { nfc.normalize(&ordered).into_owned() } else { ordered };
                let text = format!("{base}{mark}");
                assert_eq!(
                    String::from_utf8(units(&normalizer, text.as_bytes())).unwrap(),
                    expected,
                    "{name} {text:?}"
                );
            }
        }
    }
}

/// UTR #30 folding by Lucene 10.5 (Unicode 16): equal for every code point but those of the committed list.
#[test]
fn utr30_is_lucenes_but_for_the_listed_code_points() {
    let normalizer = Normalizer::new(Form::Utr30);
    let recorded = gunzip("tests/data/fold/utr30_lucene_10_5.tsv.gz");
    let lucene: BTreeMap<char, String> = recorded
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(c, folded)| (code_points(c).chars().next().unwrap(), code_points(folded)))
        .collect();
    let hex = |text: &str| text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ");
    let mut found = String::new();
    for c in scalars() {
        let ours = normalized(&normalizer, &c.to_string());
        let theirs = lucene.get(&c).cloned().unwrap_or_else(|| c.to_string());
        if ours != theirs {
            found.push_str(&format!("{:04X}\t{}\t{}\n", u32::from(c), hex(&ours), hex(&theirs)));
        }
    }
    let listed: String = include_str!("data/fold/utr30_differences.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').take(3).collect::<Vec<_>>().join("\t") + "\n")
        .collect();
    if let Some(path) = std::env::var_os("UNIC_UTR30_DIFFERENCES") {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(found, listed);
}

/// Code points that meet each other in interesting ways.
fn interesting() -> impl Strategy<Value = char> {
    let all = "aeAEißﬁ½①㋀ﷺĄ́ǻéÉậệḗǖΐᾳᾴᾂΆαιω\u{345}\u{301}\u{300}\u{308}\u{323}\u{327}\u{328}\u{334}\u{338}\u{342}\u{313}\u{344}\u{340}\
        \u{AD}\u{200D}\u{34F}\u{115F}가각갛각ᆪ힣\u{3099}\u{309A}かがはパｶﾞﾊﾟー\u{93C}\u{94D}क़कखि\u{E38}\u{E48}\u{E33}ก\u{FB2}\u{F71}\u{F72}\u{F73}\u{F74}\
        \u{64B}\u{651}\u{653}\u{654}\u{627}آ\u{5B0}\u{5BC}\u{5C1}ששּׁ\u{16121}\u{1611E}\u{1611F}\u{16D63}\u{16D67}\u{16D68}\u{110A5}\u{110BA}\u{1D157}\u{1D165}\u{1D15E}\u{2F800}𝐀𐐀\
        \u{9C7}\u{9BE}\u{9D7}\u{B47}\u{B56}\u{1026}\u{1025}\u{102E}^`´¨_-–“ \u{1F8A}\u{1FB3}\u{0}\u{7F}\u{FFFD}\u{10FFFF}İıſẞ";
    prop_oneof![
        4 => prop::sample::select(all.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
        1 => prop::char::range('\0', '\u{3000}'),
    ]
}

fn interesting_text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(interesting(), 0..12).prop_map(|chars| chars.into_iter().collect::<String>()),
        ("[a-zA-Z ,]{0,40}", prop::collection::vec(interesting(), 0..4), "[a-zA-Z^é]{0,40}")
            .prop_map(|(before, chars, after)| before + &chars.into_iter().collect::<String>() + &after),
    ]
}

/// Keeps the pieces.
#[derive(Default)]
struct Pieces<const PARTS: bool>(Vec<(usize, usize, usize, usize)>);

impl<U, const PARTS: bool> Sink<U> for Pieces<PARTS> {
    const PARTS: bool = PARTS;

    fn replaced(&mut self, piece: Piece<'_, U>) {
        let (source, result) = (piece.source_start, piece.result_start);
        self.0.push((source, source + piece.source.len(), result, result + piece.result.len()));
    }

    fn rewind(&mut self, source_start: usize) {
        self.0.retain(|piece| piece.0 < source_start);
    }
}

/// Pieces must be in order, and the text between them as long in the result as in the source.
fn pieces_are_sound<U: CodeUnit, const PARTS: bool>(normalizer: &Normalizer, text: &[U]) {
    let mut pieces = Pieces::<PARTS>::default();
    let mut out = Vec::new();
    normalizer.normalize_to(text, &mut out, &mut pieces, &mut Scratch::default());
    let (mut source, mut result) = (0, 0);
    for piece in pieces.0.iter().copied().chain([(text.len(), text.len(), out.len(), out.len())]) {
        assert!(piece.0 >= source && piece.2 >= result, "{:?} {:?}", text::to_string(text), pieces.0);
        assert_eq!(piece.0 - source, piece.2 - result, "{:?} {:?}", text::to_string(text), pieces.0);
        (source, result) = (piece.1, piece.3);
    }
    assert_eq!(out, units(normalizer, text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn texts_are_as_plain_and_idempotent(text in interesting_text()) {
        for (name, normalizer, plain) in all_forms() {
            let once = normalized(&normalizer, &text);
            if !plain_cannot_do(name, &text) {
                prop_assert_eq!(&once, &plain.normalize(&text), "{} {:?}", name, text);
            }
            prop_assert_eq!(normalized(&normalizer, &once), once.clone(), "{} twice {:?}", name, text);
            match normalizer.quick_check(text.as_bytes()) {
                QuickCheck::Yes => prop_assert_eq!(&once, &text),
                QuickCheck::No if name == "nfc" || name == "nfkc" => prop_assert_ne!(&once, &text),
                _ => {}
            }
            prop_assert_eq!(normalizer.quick_check(once.as_bytes()) == QuickCheck::No, false);
        }
    }

    #[test]
    fn a_quick_check_span_is_copied_whatever_follows(text in interesting_text()) {
        for (_, form) in Form::ALL {
            for (_, mode) in Mode::ALL {
                let normalizer = Normalizer::with_mode(form, mode);
                let span = normalizer.span_yes(text.as_bytes());
                let (head, tail) = (&text[..span], &text[span..]);
                prop_assert_eq!(normalized(&normalizer, &text), head.to_owned() + &normalized(&normalizer, tail));
            }
        }
    }

    #[test]
    fn pieces_cover_all_changes(text in interesting_text()) {
        for (_, form) in Form::ALL {
            for (_, mode) in Mode::ALL {
                let normalizer = Normalizer::with_mode(form, mode);
                let utf16: Vec<u16> = text.encode_utf16().collect();
                pieces_are_sound::<u8, false>(&normalizer, text.as_bytes());
                pieces_are_sound::<u8, true>(&normalizer, text.as_bytes());
                pieces_are_sound::<u16, false>(&normalizer, &utf16);
                pieces_are_sound::<u16, true>(&normalizer, &utf16);
            }
        }
    }

    #[test]
    fn ill_formed_text_is_analysed_as_replacement_characters(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(0xCC_u8), Just(0x81_u8), Just(b'A')], 0..24),
        wide in prop::collection::vec(prop_oneof![0xD7F0..0xE010_u16, Just(0x301_u16), Just(0x41_u16), Just(0x1161_u16)], 0..16),
    ) {
        for (_, form) in Form::ALL {
            for (_, mode) in Mode::ALL {
                let normalizer = Normalizer::with_mode(form, mode);
                let clean = String::from_utf8_lossy(&bytes).into_owned();
                prop_assert_eq!(units(&normalizer, &bytes), units(&normalizer, clean.as_bytes()));
                let clean = String::from_utf16_lossy(&wide).encode_utf16().collect::<Vec<_>>();
                prop_assert_eq!(units(&normalizer, &wide), units(&normalizer, &clean));
                pieces_are_sound::<u8, true>(&normalizer, &bytes);
            }
        }
    }

    #[test]
    fn a_filter_is_normalization_of_the_spans_inside(text in interesting_text(), ranges in prop::collection::vec((0_u32..0x3100, 0_u32..0x400), 0..4)) {
        let ranges = Ranges::new(ranges.into_iter().map(|(first, length)| (first, first + length)).collect());
        for (_, form) in Form::ALL {
            let normalizer = Normalizer::new(form);
            let mut expected = String::new();
            let mut span = String::new();
            for c in text.chars() {
                if unic_analysis::unicode::normalize::CharSet::contains(&ranges, c) {
                    span.push(c);
                } else {
                    expected += &normalized(&normalizer, &span);
                    expected.push(c);
                    span.clear();
                }
            }
            expected += &normalized(&normalizer, &span);
            let filtered = Filtered::new(&normalizer, |c: char| unic_analysis::unicode::normalize::CharSet::contains(&ranges, c));
            let mut out = Vec::new();
            filtered.normalize(text.as_bytes(), &mut out, &mut Scratch::default());
            prop_assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}

/// `UNIC_CASES` raises the number of random texts (`make soak`).
fn cases() -> u32 {
    std::env::var("UNIC_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

/// Linear time and bounded memory for texts without boundaries.
#[test]
fn a_million_marks_and_jamo_take_linear_time() {
    let marks = |text: &str| text.repeat(1_000_000 / text.chars().count());
    for text in [
        marks("\u{301}\u{323}"),
        format!("a{}", marks("\u{323}")),
        format!("a{}\u{301}", marks("\u{200D}")),
        marks("a\u{200D}\u{308}\u{200D}"),
        marks("\u{1161}"),
        marks("\u{1100}"),
        marks("\u{1100}\u{1161}\u{11A8}\u{11A8}"),
        marks("\u{11A8}\u{301}"),
        format!("a{}", marks("\u{334}\u{345}\u{301}")),
        marks("\u{1611E}"),
        marks("\u{FDFA}"),
    ] {
        for (name, form) in Form::ALL {
            for (mode_name, mode) in Mode::ALL {
                let normalizer = Normalizer::with_mode(form, mode);
                let start = std::time::Instant::now();
                let out = units(&normalizer, text.as_bytes());
                assert!(start.elapsed().as_secs() < 5, "{name} {mode_name}");
                assert!(out.len() <= text.len() * 12);
            }
        }
    }
}

/// Every mode of every form against ICU 79.1 (`tools/fold-data/Modes.java`): result and quick check span.
#[test]
fn all_modes_are_as_in_icu() {
    let (mut rows, mut longer) = (0, 0);
    for line in gunzip("tests/data/fold/modes.tsv.gz").lines().filter(|line| !line.starts_with('#')) {
        let [data, mode, source, expected, span] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let form = Form::ALL.iter().find(|(name, _)| *name == data).unwrap().1;
        let normalizer = Normalizer::with_mode(form, Mode::ALL.iter().find(|(name, _)| *name == mode).unwrap().1);
        assert_eq!(normalized(&normalizer, source), expected, "{data} {mode} {source:?}");
        let units: Vec<u16> = source.encode_utf16().collect();
        // ICU goes one boundary further back when marks precede the first "no"; ours is never before it.
        let (ours, theirs) = (normalizer.span_yes(&units), span.parse::<usize>().unwrap());
        assert!(ours >= theirs, "span {data} {mode} {source:?}: {ours}, ICU {theirs}");
        longer += usize::from(ours > theirs);
        rows += 1;
    }
    println!("{rows} rows, {longer} spans longer than ICU's");
    assert!(rows > 10_000 && longer * 10 < rows);
}
