//! Normalization and folding compared with ICU4C, both over whole texts in memory.

use crate::cells::Cells;
use crate::icu_normalizer::{Peer, PeerMode};
use crate::measure::{median, nanoseconds, nanoseconds_per_byte, seconds};
use crate::texts::{self, Text, Variant};
use std::hint::black_box;
use unic_analysis::analysis::stream::Stream;
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, QuickCheck, Scratch};

pub const LANGUAGES: [&str; 17] = [
    "en",
    "de",
    "fr",
    "ru",
    "el",
    "ar",
    "he",
    "hi",
    "th",
    "zh",
    "zh_hans",
    "ja",
    "ko",
    "mixed",
    texts::RARE_SCRIPTS,
    texts::INDIC,
    texts::EMOJI,
];
/// Languages that are also measured in decomposed spelling.
const DECOMPOSED: [&str; 4] = ["de", "fr", "el", "ko"];
const LENGTH: usize = 128 << 10;
const VARIANTS: usize = 6;
const ROUNDS: usize = 5;

/// All tables.
pub fn all() {
    quick_check();
    forms();
    offsets();
    token();
    making();
    flat();
}

/// All texts; `NFD` ones last. `LANGUAGES` (`th,ja`) selects some.
fn all_texts() -> Vec<Text> {
    let picked = std::env::var("LANGUAGES").ok();
    let is_picked =
        |language: &&&str| picked.as_ref().is_none_or(|picked| picked.split(',').any(|one| one == **language));
    let of = |language: &&str| {
        let mut texts = texts::of_language(language, LENGTH);
        texts.iter_mut().for_each(|text| text.variants.truncate(VARIANTS));
        texts
    };
    let mut all: Vec<Text> = LANGUAGES.iter().filter(is_picked).flat_map(of).collect();
    let nfd = Normalizer::new(Form::Nfd);
    for mut text in DECOMPOSED.iter().filter(is_picked).flat_map(of) {
        text.name += " NFD";
        text.variants = text.variants.iter().map(|variant| normalized_variant(&nfd, variant)).collect();
        all.push(text);
    }
    all
}

fn normalized_variant(normalizer: &Normalizer, variant: &Variant) -> Variant {
    let utf8 = normalized(normalizer, &variant.utf8);
    let utf16 = utf8.encode_utf16().collect();
    Variant { utf8, utf16 }
}

/// The normalized form of a text.
pub fn normalized(normalizer: &Normalizer, text: &str) -> String {
    let mut utf8 = Vec::new();
    normalizer.normalize(text.as_bytes(), &mut utf8, &mut Scratch::default());
    String::from_utf8(utf8).expect("well-formed")
}

/// The times of one text: the library and ICU, UTF-16 and UTF-8, in seconds, and ratios.
#[derive(Default)]
struct Times {
    ours: [Vec<f64>; 2],
    ratio: [Vec<f64>; 2],
    /// The ratio of ICU's UTF-8 to the library's UTF-8.
    utf8: Vec<f64>,
}

const HEAD: &str =
    "| form | text | UTF-16 ns per char | × ICU4C | UTF-8 ns per char | × ICU4C UTF-16 | × ICU4C UTF-8 |";

/// Adds a row. The peer of UTF-8 is the faster one of ICU4C's two functions.
fn row(cells: &mut Cells, name: &str, text: &Text, times: Times) {
    let [utf16, utf8] = times.ours.map(median);
    let [to_utf16, to_utf16_from_utf8] = times.ratio.map(median);
    let to_utf8 = median(times.utf8);
    cells.ratio(to_utf16, format!("{name}, {}, UTF-16", text.name));
    cells.ratio(to_utf8.min(to_utf16_from_utf8), format!("{name}, {}, UTF-8", text.name));
    cells.row(format!(
        "| {name} | {} | {utf16:.2} | {to_utf16:.1} | {utf8:.2} | {to_utf16_from_utf8:.1} | {to_utf8:.1} |",
        text.name
    ));
}

/// Quick check of normalized text.
pub fn quick_check() {
    let mut cells = Cells::default();
    for text in all_texts() {
        let form = if text.name.ends_with("NFD") { Form::Nfd } else { Form::Nfc };
        let ours = Normalizer::new(form);
        let name = if form == Form::Nfd { "nfd" } else { "nfc" };
        let peer = Peer::standard(name);
        let mut times = Times::default();
        for round in 0..ROUNDS {
            for variant in &text.variants {
                let variant = normalized_variant(&ours, variant);
                let chars = variant.utf8.chars().count() as f64;
                let utf16 = seconds(|| assert_ne!(ours.quick_check(&variant.utf16), QuickCheck::No));
                let icu16 = seconds(|| assert!(peer.may_be_normalized_utf16(&variant.utf16)));
                let utf8 = seconds(|| assert_ne!(ours.quick_check(variant.utf8.as_bytes()), QuickCheck::No));
                let icu8 = seconds(|| assert!(peer.is_normalized_utf8(&variant.utf8)));
                if round > 0 {
                    times.add(chars, utf16, utf8, icu16, icu8);
                }
            }
        }
        row(&mut cells, &format!("quick check {name}"), &text, times);
    }
    cells.print(HEAD);
}

impl Times {
    fn add(&mut self, chars: f64, utf16: f64, utf8: f64, icu16: f64, icu8: f64) {
        self.ours[0].push(utf16 * 1e9 / chars);
        self.ours[1].push(utf8 * 1e9 / chars);
        self.ratio[0].push(icu16 / utf16);
        self.ratio[1].push(icu16 / utf8);
        self.utf8.push(icu8 / utf8);
    }
}

/// A normalizer of the library, or a char filter in a stream, whose time includes the offset map.
enum Ours {
    Bare { normalizer: Box<Normalizer>, narrow: Vec<u8>, wide: Vec<u16>, scratch: Box<Scratch> },
    Filter(Box<Stream>),
}

impl Ours {
    fn bare(normalizer: Normalizer) -> Ours {
        Ours::Bare { normalizer: Box::new(normalizer), narrow: Vec::new(), wide: Vec::new(), scratch: Box::default() }
    }

    /// The char filter `unic_normalizer` with these options.
    fn filter(options: &str) -> Ours {
        let json = format!(
            r#"{{"char_filter": {{"c": {{"type": "unic_normalizer", {options}}}}},
                "analyzer": {{"a": {{"tokenizer": "keyword", "char_filter": "c"}}}}}}"#
        );
        let compiled = unic_analysis::config::compile(json.as_bytes(), None, &Default::default()).expect("compiles");
        Ours::Filter(Box::new(compiled.analyzer.stream()))
    }

    fn utf16<'t>(&'t mut self, text: &'t [u16]) -> &'t [u16] {
        match self {
            Ours::Bare { normalizer, wide, scratch, .. } => {
                wide.clear();
                normalizer.normalize(text, wide, scratch);
                wide
            }
            Ours::Filter(stream) => stream.apply_char_filters(text).expect("fits"),
        }
    }

    fn utf8<'t>(&'t mut self, text: &'t [u8]) -> &'t [u8] {
        match self {
            Ours::Bare { normalizer, narrow, scratch, .. } => {
                narrow.clear();
                normalizer.normalize(text, narrow, scratch);
                narrow
            }
            Ours::Filter(stream) => stream.apply_char_filters(text).expect("fits"),
        }
    }
}

/// The normalizers that are measured, with their peers: every form, other modes, sets. Foldings of languages have no
/// peer: gennorm2 can't keep a letter whose mark is removed elsewhere.
fn normalizers() -> Vec<(String, Ours, Option<Peer>)> {
    let mut all = Vec::new();
    for (name, form) in Form::ALL {
        let peer = match form {
            // ICU4C 72 has no data for the two.
            Form::Utr30 | Form::NfkcScf => Peer::with_mappings_of(
                &Normalizer::with_mode(form, Mode::Decompose),
                &Normalizer::with_mode(form, Mode::Compose),
            ),
            _ => Some(Peer::standard(name)),
        };
        all.push((name.to_owned(), Ours::bare(Normalizer::new(form)), peer));
    }
    for (name, form, mode, peer) in [
        ("nfc compose_contiguous", Form::Nfc, Mode::ComposeContiguous, Peer::open("nfc", PeerMode::ComposeContiguous)),
        ("nfc fcd", Form::Nfc, Mode::Fcd, Peer::open("nfc", PeerMode::Fcd)),
        ("nfkc_cf decompose", Form::NfkcCf, Mode::Decompose, Peer::open("nfkc_cf", PeerMode::Decompose)),
    ] {
        all.push((name.to_owned(), Ours::bare(Normalizer::with_mode(form, mode)), Some(peer)));
    }
    for set in ["[^\u{E4}\u{F6}\u{FC}\u{DF}]", "[[:Latin:][:Common:]]", "[^[:Mn:]]"] {
        let options = format!(r#""name": "nfkc_cf", "unicode_set_filter": "{set}""#);
        let peer = Peer::open("nfkc_cf", PeerMode::Compose).limited_to(set);
        all.push((format!("nfkc_cf {set}, char filter"), Ours::filter(&options), Some(peer)));
    }
    all
}

/// Every normalizer over every text. `FORMS` (`nfc,utr30`) selects some by name.
pub fn forms() {
    let picked = std::env::var("FORMS").ok();
    let mut cells = Cells::default();
    for (name, mut ours, peer) in normalizers() {
        if picked.as_ref().is_some_and(|picked| !picked.split(',').any(|one| one == name)) {
            continue;
        }
        let Some(peer) = peer else {
            println!("{name}: no gennorm2 (package icu-devtools), so no peer with the same data.\n");
            continue;
        };
        let mut narrow_peer = vec![0_u8; LENGTH * 8];
        let mut wide_peer = vec![0_u16; LENGTH * 8];
        for text in all_texts() {
            let mut times = Times::default();
            for round in 0..ROUNDS {
                for variant in &text.variants {
                    let chars = variant.utf8.chars().count() as f64;
                    let mut length = 0;
                    let utf16 = seconds(|| _ = black_box(ours.utf16(&variant.utf16).len()));
                    let icu16 = seconds(|| length = peer.normalize_utf16(&variant.utf16, &mut wide_peer));
                    let utf8 = seconds(|| _ = black_box(ours.utf8(variant.utf8.as_bytes()).len()));
                    if round == 0 {
                        assert!(&wide_peer[..length] == ours.utf16(&variant.utf16), "{name} {}", text.name);
                    }
                    let icu8 = seconds(|| length = peer.normalize_utf8(&variant.utf8, &mut narrow_peer));
                    if round == 0 {
                        assert!(&narrow_peer[..length] == ours.utf8(variant.utf8.as_bytes()), "{name} {}", text.name);
                    } else {
                        times.add(chars, utf16, utf8, icu16, icu8);
                    }
                }
            }
            row(&mut cells, &name, &text, times);
        }
    }
    cells.print(HEAD);
}

/// A char filter in a stream, with its offset map, compared with the normalizer alone.
pub fn offsets() {
    println!("| char filter | text | UTF-16 ns per char | ÷ without map | UTF-8 ns per char | ÷ without map |");
    println!("|---|---|---|---|---|---|");
    for (name, form) in [("nfc", Form::Nfc), ("nfkc_cf", Form::NfkcCf), ("utr30", Form::Utr30)] {
        let json = format!(
            r#"{{"char_filter": {{"c": {{"type": "unic_normalizer", "name": "{name}"}}}},
                "analyzer": {{"a": {{"tokenizer": "keyword", "char_filter": "c"}}}}}}"#
        );
        let compiled = unic_analysis::config::compile(json.as_bytes(), None, &Default::default()).expect("compiles");
        let mut stream = compiled.analyzer.stream();
        let ours = Normalizer::new(form);
        let (mut narrow, mut wide, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
        for text in all_texts() {
            let (mut times, mut ratios) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
            for round in 0..ROUNDS {
                for variant in &text.variants {
                    let chars = variant.utf8.chars().count() as f64;
                    wide.clear();
                    narrow.clear();
                    let bare16 = seconds(|| ours.normalize(&variant.utf16, &mut wide, &mut scratch));
                    let full16 =
                        seconds(|| _ = black_box(stream.apply_char_filters(&variant.utf16).expect("fits").len()));
                    let bare8 = seconds(|| ours.normalize(variant.utf8.as_bytes(), &mut narrow, &mut scratch));
                    let full8 = seconds(|| {
                        _ = black_box(stream.apply_char_filters(variant.utf8.as_bytes()).expect("fits").len())
                    });
                    if round > 0 {
                        for (at, bare, full) in [(0, bare16, full16), (1, bare8, full8)] {
                            times[at].push(full * 1e9 / chars);
                            ratios[at].push(full / bare);
                        }
                    }
                }
            }
            let ([wide, narrow], [wide_ratio, narrow_ratio]) = (times.map(median), ratios.map(median));
            println!("| {name} | {} | {wide:.2} | {wide_ratio:.2} | {narrow:.2} | {narrow_ratio:.2} |", text.name);
        }
    }
    println!();
}

/// A short token that is normalized already.
pub fn token() {
    println!("| form | token | UTF-8 ns | UTF-16 ns |");
    println!("|---|---|---|---|");
    for (name, form) in [("nfc", Form::Nfc), ("nfkc_cf", Form::NfkcCf), ("utr30", Form::Utr30)] {
        for token in ["kilometers", "километраж", "キロメートル化計画"] {
            let normalizer = Normalizer::new(form);
            let wide: Vec<u16> = token.encode_utf16().collect();
            let (mut narrow_out, mut wide_out, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
            if normalizer.normalize_token(token.as_bytes(), &mut narrow_out, &mut scratch) {
                continue;
            }
            let utf8 = nanoseconds(5000, || {
                black_box(normalizer.normalize_token(black_box(token.as_bytes()), &mut narrow_out, &mut scratch));
            });
            let utf16 = nanoseconds(5000, || {
                black_box(normalizer.normalize_token(black_box(&wide), &mut wide_out, &mut scratch));
            });
            println!("| {name} | `{token}` | {utf8:.1} | {utf16:.1} |");
        }
    }
    println!();
}

/// Creation of a normalizer.
pub fn making() {
    println!("| normalizer | µs |");
    println!("|---|---|");
    for (name, form) in Form::ALL {
        let time = nanoseconds(50, || drop(black_box(Normalizer::new(form))));
        println!("| {name} | {:.1} |", time / 1e3);
    }
    for (name, json) in [
        ("unic_folding from JSON", r#"{"analyzer": {"a": {"tokenizer": "keyword", "filter": "unic_folding"}}}"#),
        (
            "unic_folding, language sv, from JSON",
            r#"{"filter": {"f": {"type": "unic_folding", "language": "sv"}}, "analyzer": {"a": {"tokenizer": "keyword", "filter": "f"}}}"#,
        ),
    ] {
        let compile = || unic_analysis::config::compile(json.as_bytes(), None, &Default::default()).is_ok();
        let time = nanoseconds(3, || assert!(black_box(compile())));
        println!("| {name} | {:.1} |", time / 1e3);
    }
    println!("\nTables of all forms together: {} bytes.\n", unic_analysis::unicode::normalize::TABLE_BYTES);
}

/// Cost per byte from 1 KB to 100 MB.
pub fn flat() {
    println!("| form | text | length | ns per byte |");
    println!("|---|---|---|---|");
    for language in ["de", "th"] {
        let Some(text) = texts::of_language(language, 7 << 20).pop() else { return };
        let all: String = text.variants.iter().map(|variant| variant.utf8.as_str()).collect();
        for (name, form) in [("nfc", Form::Nfc), ("nfkc_cf", Form::NfkcCf), ("utr30", Form::Utr30)] {
            let normalizer = Normalizer::new(form);
            for length in [1_000_usize, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] {
                let (mut out, mut scratch) = (Vec::new(), Scratch::default());
                let pieces: Vec<&[u8]> = all.as_bytes().chunks_exact(length).take(2000).collect();
                let cost = nanoseconds_per_byte(&pieces, |piece| {
                    out.clear();
                    normalizer.normalize(piece, &mut out, &mut scratch);
                });
                println!("| {name} | {} | {length} | {cost:.2} |", text.name);
            }
        }
    }
    println!();
}
