//! A stream whose buffers have grown allocates nothing per text, and buffers stay within their bounds.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::analyzer;
use unic_analysis::analysis::stream::StreamUnit;
use unic_analysis::analysis::{End, InputToken, Stream, TextError, TokenFilterStream, TokenType};
use unic_analysis::unicode::collate::{Collator, CollatorScratch};
use unic_analysis::unicode::spell::{RuleBasedNumberFormat, Scratch};

/// An allocator that counts the requests of this thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<isize> = const { Cell::new(0) };
    /// Larger requests fail.
    static LARGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: forwards everything to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LARGEST.get() {
            return std::ptr::null_mut();
        }
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        BYTES.set(BYTES.get() + layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        BYTES.set(BYTES.get() - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn run<U: StreamUnit>(stream: &mut Stream, text: &[U]) -> usize {
    let mut count = 0;
    let mut tokens = stream.analyze(text).unwrap();
    tokens.for_each(|token| count += token.term.len()).unwrap();
    count
}

const CHAINS: [&str; 12] = [
    r#"{"analyzer": {"a": {"type": "hyphen", "filter": ["lowercase"]}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["lowercase"]}}}"#,
    r#"{"filter": {"m": {"type": "keyword_marker", "keywords_pattern": "[A-Z].*"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "whitespace", "filter": ["m", "hyphen", "uppercase"]}}}"#,
    r#"{"char_filter": {"c": {"type": "mapping", "mappings": ["- => --", "ß => ss"]}},
        "analyzer": {"a": {"type": "custom", "char_filter": "c", "tokenizer": "hyphen", "filter": ["hyphen"]}}}"#,
    r#"{"filter": {"s": {"type": "stop", "stopwords": ["_german_", "日本", "ภาษาไทยง่าย"], "ignore_case": true, "remove_trailing": false}},
        "analyzer": {"a": {"type": "custom", "char_filter": "html_strip", "tokenizer": "whitespace", "filter": ["lowercase", "s"]}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_tokenizer"}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "standard", "filter": ["cjk_bigram"]}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_collation_tokenizer"}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "char_filter": "unic_normalizer", "tokenizer": "whitespace", "filter": ["unic_folding"]}}}"#,
    r#"{"char_filter": {"c": {"type": "unic_normalizer", "name": "nfc", "mode": "fcd"}},
        "analyzer": {"a": {"type": "custom", "char_filter": "c", "tokenizer": "whitespace"}}}"#,
    r#"{"tokenizer": {"t": {"type": "unic_tokenizer", "rules": {"Latn": "[a-z]+ / '-' {100}; [:^Zs:]+ {200}; .;"},
        "cjk_as_words": false, "max_token_length": 3, "keep_symbols": "[\\-]"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "t"}}}"#,
    r#"{"analyzer": {"a": {"type": "custom", "tokenizer": "unic_tokenizer",
        "filter": [{"type": "unic_transform", "id": "Any-Latin; Latin-ASCII"}, {"type": "unic_numberformat", "locale": "de"}]}}}"#,
];

/// Live bytes after a text, which may stay in buffers of a stream.
const MAX_KEPT: isize = 3 << 20;

#[test]
fn every_component_releases_the_buffers_of_a_large_text() {
    for (kind, component) in support::components()
        .iter()
        .flat_map(|(kind, components)| components.iter().map(move |component| (*kind, component)))
    {
        let chain = match kind {
            "tokenizer" => serde_json::json!({"tokenizer": "c"}),
            _ => serde_json::json!({"tokenizer": "keyword", kind: ["c"]}),
        };
        let analyzer = analyzer(&serde_json::json!({kind: {"c": component}, "analyzer": {"a": chain}}).to_string());
        for text in ["a-a-Ab\u{e9}c b\u{e9}", "\u{1100}\u{1161}\u{11a8}-", "1234 five ", "\u{e01}\u{e32}\u{e23}"] {
            let text = text.repeat((1 << 20) / text.len());
            let mut stream = analyzer.stream();
            run(&mut stream, "b".as_bytes());
            let before = BYTES.get();
            if stream.analyze(text.as_bytes()).is_err() {
                continue; // a limit
            }
            run(&mut stream, text.as_bytes());
            run(&mut stream, "b".as_bytes());
            let kept = BYTES.get() - before;
            assert!(kept <= MAX_KEPT, "{kept} bytes are kept by {component}");
        }
    }
}

/// The bytes that token filters keep after a text of one token of the caller with this term and end offset.
fn kept_by_filters(filters: &[&str], term: &[u8], end: u32) -> isize {
    let json = format!(r#"{{"analyzer": {{"a": {{"tokenizer": "keyword", "filter": {filters:?}}}}}}}"#);
    let mut stream = TokenFilterStream::<u8>::new(&analyzer(&json));
    let mut run = |term: &[u8], end: u32| {
        stream.reset();
        stream.begin();
        let token = InputToken {
            term,
            start: end - term.len() as u32,
            end,
            position_increment: 1,
            position_length: 1,
            token_type: TokenType::Word,
            script: 0,
            keyword: false,
        };
        stream.push(token);
        stream.run(Some(End { final_offset: end, position_gap: 0 })).unwrap();
        stream.take_tokens(usize::MAX, |_| ());
    };
    run(b"a", 1);
    let before = BYTES.get();
    run(term, end);
    let during = BYTES.get() - before;
    run(b"a", 1);
    assert!(BYTES.get() - before <= MAX_KEPT, "{filters:?}");
    during
}

#[test]
fn filters_of_the_caller_keep_no_text_and_no_large_buffers() {
    assert!(kept_by_filters(&["lowercase", "stop"], b"a", 200_000_000) < 1 << 16);
    assert!(kept_by_filters(&["hyphen", "unic_transform"], &b"a-a-A".repeat(1 << 18), 1 << 21) > MAX_KEPT);
}

fn texts() -> Vec<String> {
    let words = "Das E-Book, Corinna's U.S.A. Straße İstanbul 日本 rock-'n'-roll 東京タワーに行く ภาษาไทยง่าย ";
    vec![
        words.repeat(40),
        words.to_owned(),
        String::new(),
        words.repeat(7),
        "Straße\u{FFFD}x ".repeat(100),
        "<p a='>'>x &amp; <b y=\"".repeat(40),
    ]
}

#[test]
fn a_used_stream_allocates_nothing() {
    for chain in CHAINS {
        let analyzer = analyzer(chain);
        let mut stream = analyzer.stream();
        let texts = texts();
        let utf16: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        let broken: Vec<u8> = texts[0].bytes().chain([0xFF, b' ', 0xC3]).collect();
        let all = |stream: &mut Stream| {
            texts.iter().for_each(|text| _ = run(stream, text.as_bytes()));
            utf16.iter().for_each(|text| _ = run(stream, text));
            run(stream, &broken)
        };
        // Buffers are swapped: each must have processed the largest text.
        (0..4).for_each(|_| _ = all(&mut stream));
        let before = ALLOCATIONS.get();
        (0..3).for_each(|_| _ = all(&mut stream));
        assert_eq!(ALLOCATIONS.get() - before, 0, "{chain}");
    }
}

#[test]
fn keys_and_comparisons_with_used_buffers_allocate_nothing() {
    for options in [
        r#""type": "unic_collation", "locale": "de""#,
        r#""type": "unic_collation", "locale": "ja", "strength": "identical", "alternate": "shifted", "caseLevel": true"#,
        r#""type": "naturalsort", "locale": "th""#,
        r#""type": "unic_collation", "max_key_bytes": 40"#,
    ] {
        let analyzer = analyzer(&format!(r#"{{"analyzer": {{"a": {{{options}}}}}}}"#));
        let mut stream = analyzer.stream();
        let texts: Vec<String> = texts().into_iter().map(|text| text + " 007 ไก่ 각 e\u{323}\u{302} ١٢").collect();
        let utf16: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        let all = |stream: &mut Stream| {
            for (narrow, wide) in texts.iter().zip(&utf16) {
                assert!(!stream.sort_key(narrow.as_bytes()).unwrap().is_empty());
                assert!(!stream.sort_key(wide).unwrap().is_empty());
                texts.iter().for_each(|other| _ = stream.compare(narrow.as_bytes(), other.as_bytes()).unwrap());
                utf16.iter().for_each(|other| _ = stream.compare(wide, other).unwrap());
            }
        };
        (0..2).for_each(|_| all(&mut stream));
        let before = ALLOCATIONS.get();
        (0..3).for_each(|_| all(&mut stream));
        assert_eq!(ALLOCATIONS.get() - before, 0, "{options}");
    }
}

#[test]
fn streams_release_large_buffers() {
    for chain in CHAINS {
        let analyzer = analyzer(chain);
        let before = BYTES.get();
        let mut stream = analyzer.stream();
        let text: String = "Das E-Book, Corinna's Straße ".repeat(200).chars().take(4000).collect();
        run(&mut stream, text.as_bytes());
        let small = BYTES.get() - before;
        assert!(small < 64 << 10, "{small} bytes after a text of 4 KB: {chain}");
        run(&mut stream, text.repeat(3000).as_bytes());
        run(&mut stream, b"x");
        let after = BYTES.get() - before;
        assert!(after < 2 << 20, "{after} bytes after a large text: {chain}");
    }
}

/// Measured after a first key, when all shared data exists.
#[test]
fn a_further_collator_takes_less_than_64_kb() {
    let mut state = CollatorScratch::default();
    let text = "Österreich 中文 日本語 かな 한글 ไทย 12".as_bytes();
    let opened = |locale: &str| Collator::open(locale).unwrap().collator;
    let compiled = |rules: &str| Collator::from_rules(rules).unwrap();
    let locales = ["ar", "de-u-co-phonebk", "hu", "ja", "ko", "my", "th", "vi", "zh", "zh-Hant", "zh-u-co-unihan"];
    // The large tailorings are decompressed once per process.
    let mut collators = vec![opened("und"), compiled("&a<b")];
    collators.extend(locales.map(opened));
    let mut check = |collator: &dyn Fn() -> Collator, name: &str| {
        let before = BYTES.get();
        let collator = collator();
        assert!(!collator.key(text, &mut state).is_empty());
        let bytes = BYTES.get() - before;
        assert!(bytes < 64 << 10, "{bytes} bytes for {name}");
        collators.push(collator);
    };
    for locale in locales {
        check(&|| opened(locale), locale);
    }
    for rules in ["&a<<<b", "&ж<x<<<y/z", "&一<東", "[reorder Grek Cyrl]&か<ヵ"] {
        check(&|| compiled(rules), rules);
    }
}

/// Normalization, char filter and token filter: a failed allocation is an error, for each of the buffers.
#[test]
fn a_normalization_without_memory_is_an_error() {
    let texts = [
        "\u{FDFA}".repeat(40_000),
        format!("a{}", "\u{301}\u{323}".repeat(40_000)),
        "é ".repeat(60_000),
        "e\u{301}".repeat(40_000),
    ];
    let chains = [
        r#"{"normalizer": {"a": {"type": "custom", "char_filter": "unic_normalizer"}}}"#,
        r#"{"normalizer": {"a": {"type": "custom", "filter": "unic_normalizer"}}}"#,
        r#"{"normalizer": {"a": {"type": "custom", "char_filter": "unic_folding"}}}"#,
        r#"{"char_filter": {"c": {"type": "unic_normalizer", "name": "nfd", "unicode_set_filter": "[^a]", "expansion_offsets": "cover"}},
            "normalizer": {"a": {"type": "custom", "char_filter": "c"}}}"#,
        r#"{"filter": {"f": {"type": "unic_normalizer", "mode": "fcd", "name": "nfc"}}, "normalizer": {"a": {"type": "custom", "filter": "f"}}}"#,
    ];
    for chain in chains {
        let analyzer = analyzer(chain);
        let mut failures = 0;
        for text in &texts {
            for shift in [12, 15, 17, 18, 20, 21, 30] {
                let mut stream = analyzer.stream();
                LARGEST.set(1 << shift);
                let result = stream.analyze(text.as_bytes()).and_then(|mut tokens| tokens.for_each(|_| ()));
                LARGEST.set(usize::MAX);
                if let Err(error) = result {
                    assert_eq!(error, TextError::OutOfMemory, "{chain}");
                    failures += 1;
                }
                // The stream can still be used.
                assert_eq!(run(&mut stream, b"a b"), 3, "{chain}");
            }
        }
        assert!(failures > 0, "{chain}");
    }
}

/// Custom rules may have tens of thousands of small sets.
#[test]
fn rules_of_many_sets_take_little_memory() {
    const SETS: usize = 10_000;
    for rule in ["0: a", "0: a; 1: b; 10: << c[ >>]"] {
        let rules: String = (0..SETS).map(|set| format!("%s{set}: {rule}{set};\n")).collect();
        let before = BYTES.get();
        let format = RuleBasedNumberFormat::from_rules(&rules, "en").unwrap();
        let parsed = (BYTES.get() - before) as usize / SETS;
        assert!(format.read("a7", false, &mut Scratch::default()).is_some());
        assert!(format.read("A7", true, &mut Scratch::default()).is_some());
        let indexed = (BYTES.get() - before) as usize / SETS;
        let rules = rule.split(';').count() + rule.matches('[').count();
        assert!(parsed < 300 + 350 * rules, "{parsed} bytes for each set of {rules} rules");
        assert!(indexed < 1_500 + 900 * rules, "{indexed} bytes for each set of {rules} rules");
    }
}
