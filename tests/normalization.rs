//! Normalization compared with the standard's test file and with a reference implementation.

#[path = "support/normalizing.rs"]
mod normalizing;

use icu_normalizer::properties::CanonicalCombiningClassMap;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use normalizing::{all_forms, canonical_order, normalized, reference_does_not_apply, units};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, QuickCheck};

fn gunzip(path: &str) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
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

#[test]
fn single_code_points_equal_the_reference_and_are_idempotent() {
    for (name, normalizer, reference) in all_forms() {
        for c in scalars() {
            let text = c.to_string();
            let once = normalized(&normalizer, &text);
            if !reference_does_not_apply(name, &text) {
                assert_eq!(once, reference.normalize(&text), "{name} {c:?}");
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

/// U+16126 decomposes into vowel signs and composes with the one before it.
#[test]
fn marks_after_a_vowel_sign_that_composes_are_in_order() {
    let text = "\u{16126}\u{654}";
    for mode in [Mode::Compose, Mode::ComposeContiguous] {
        let normalizer = Normalizer::with_mode(Form::Nfc, mode);
        assert_eq!(normalized(&normalizer, text), text, "{mode:?}");
        assert_eq!(normalizer.quick_check(text.as_bytes()), QuickCheck::Maybe, "{mode:?}");
        assert_eq!(normalizer.quick_check(&text.encode_utf16().collect::<Vec<_>>()), QuickCheck::Maybe, "{mode:?}");
    }
}

#[test]
fn pairs_of_base_and_mark_equal_the_reference() {
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
    for (name, normalizer, reference) in all_forms() {
        let mapped: BTreeMap<char, String> =
            bases.iter().chain(&marks).map(|&c| (c, normalized(&reference.alone, &c.to_string()))).collect();
        let nfc = ComposingNormalizer::new_nfc();
        for base in bases.iter().filter(|base| !reference_does_not_apply(name, &base.to_string())) {
            for mark in &marks {
                let ordered = canonical_order(&format!("{}{}", mapped[base], mapped[mark]));
                let expected = if reference.compose { nfc.normalize(&ordered).into_owned() } else { ordered };
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

/// UTR #30 folding in Lucene 10.5 (Unicode 16): equal for every code point except those of the committed list.
#[test]
fn utr30_equals_lucene_except_for_the_listed_code_points() {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn texts_equal_the_reference_and_are_idempotent(text in normalizing::interesting_text()) {
        normalizing::check_text(&text);
    }

    #[test]
    fn pieces_and_spans_of_every_mode_are_sound(text in normalizing::interesting_text()) {
        normalizing::check_modes(&text);
    }

    #[test]
    fn long_texts_equal_the_reference(texts in prop::collection::vec(normalizing::interesting_text(), 1..24)) {
        normalizing::check_text(&texts.concat());
        normalizing::check_modes(&texts.concat());
    }

    #[test]
    fn texts_of_one_script_equal_the_reference(text in normalizing::text_of_a_script()) {
        normalizing::check_text(&text);
        normalizing::check_modes(&text);
    }

    #[test]
    fn supplementary_text_equals_the_reference(text in normalizing::supplementary_text()) {
        normalizing::check_text(&text);
        normalizing::check_modes(&text);
    }

    #[test]
    fn korean_text_equals_the_reference(text in normalizing::korean_text()) {
        normalizing::check_text(&text);
        normalizing::check_modes(&text);
    }

    #[test]
    fn ill_formed_korean_text_is_analysed_as_replacement_characters(
        text in normalizing::korean_text(),
        at in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len() + 1);
        bytes.insert(at, byte);
        bytes.truncate(bytes.len() - usize::from(byte % 3).min(bytes.len()));
        normalizing::check_ill_formed(&bytes, &[]);
    }

    #[test]
    fn ill_formed_text_is_analysed_as_replacement_characters(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(0xCC_u8), Just(0x81_u8), Just(b'A')], 0..200),
        wide in prop::collection::vec(prop_oneof![0xD7F0..0xE010_u16, Just(0x301_u16), Just(0x41_u16), Just(0x1161_u16)], 0..150),
    ) {
        normalizing::check_ill_formed(&bytes, &wide);
    }

    #[test]
    fn ill_formed_units_in_text_are_found(text in normalizing::text_of_a_script(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len().max(1));
        bytes.insert(at, byte);
        normalizing::check_ill_formed(&bytes, &[]);
    }

    #[test]
    fn a_filter_is_normalization_of_the_spans_inside(
        which: usize,
        texts in prop_oneof![
            prop::collection::vec(normalizing::interesting_text(), 1..8),
            prop::collection::vec(normalizing::text_of_a_script(), 1..3),
            prop::collection::vec(normalizing::korean_text(), 1..3),
        ],
        all: bool,
        ranges in prop::collection::vec(
            prop_oneof![
                (0_u32..0x3100, 0_u32..0x400),
                (0x300_u32..0x370, 0_u32..0x20),
                (0x1100_u32..0x1200, 0_u32..0x60),
                (0xAC00_u32..0xD7A3, 0_u32..0x1000),
                (0x3000_u32..0x110000, 0_u32..0x10000),
            ],
            0..6,
        ),
        at in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let text = texts.concat();
        // Each range is added to the set, or removed from it.
        let mut inside: Vec<(u32, u32)> = if all { vec![(0, 0x10FFFF)] } else { Vec::new() };
        for (first, length) in ranges {
            let last = (first + length).min(0x10FFFF);
            if !all {
                inside.push((first, last));
                continue;
            }
            inside = inside
                .into_iter()
                .flat_map(|(from, to)| [(from, to.min(first.wrapping_sub(1))), (from.max(last + 1), to)])
                .filter(|(from, to)| from <= to && *to != u32::MAX)
                .collect();
        }
        let mut bytes = text.clone().into_bytes();
        bytes.insert(at.index(bytes.len().max(1)), byte);
        normalizing::check_filter(which, &inside, &text, &bytes);
    }
}

/// `UNIC_CASES` raises the number of random texts (`make soak`).
fn cases() -> u32 {
    std::env::var("UNIC_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

/// The processor time of this thread, where the system reports it: on a busy machine, or in an emulator, more time
/// passes.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
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
                let start = processor_time();
                let out = units(&normalizer, text.as_bytes());
                assert!(processor_time() - start < Duration::from_secs(5), "{name} {mode_name}");
                assert!(out.len() <= text.len() * 12);
            }
        }
    }
}

/// Every mode of every form compared with ICU 79.1 (`tools/fold-data/Modes.java`): result and quick check span.
#[test]
fn all_modes_are_as_in_icu() {
    let (mut rows, mut longer) = (0, 0);
    for line in gunzip("tests/data/fold/modes.tsv.gz").lines().filter(|line| !line.starts_with('#')) {
        let [data, mode, source, expected, span] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let form = Form::ALL.iter().find(|(name, _)| *name == data).unwrap().1;
        let normalizer = Normalizer::with_mode(form, Mode::ALL.iter().find(|(name, _)| *name == mode).unwrap().1);
        assert_eq!(normalized(&normalizer, source), expected, "{data} {mode} {source:?}");
        let units: Vec<u16> = source.encode_utf16().collect();
        // ICU goes back one boundary further if marks precede the first "no"; the span here is never shorter.
        let (ours, theirs) = (normalizer.span_yes(&units), span.parse::<usize>().unwrap());
        assert!(ours >= theirs, "span {data} {mode} {source:?}: {ours}, ICU {theirs}");
        longer += usize::from(ours > theirs);
        rows += 1;
    }
    println!("{rows} rows, {longer} spans longer than ICU's");
    assert!(rows > 10_000 && longer * 10 < rows);
}
