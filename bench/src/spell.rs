//! Number rules: formatting, parsing, and terms of running text that are not numbers.

use crate::measure::{median, nanoseconds, seconds};
use crate::ours::Ours;
use crate::texts;
use std::ffi::{CString, c_char, c_void};
use std::hint::black_box;
use std::ptr::NonNull;
use unic_analysis::unicode::spell::{Group, Number, RuleBasedNumberFormat, Scratch};

const LOCALES: [&str; 7] = ["en", "de", "fr", "ru", "ja", "zh", "ar"];

unsafe extern "C" {
    fn icu_spell_open(locale: *const c_char, lenient: i32) -> *mut c_void;
    fn icu_spell_write(format: *const c_void, number: i64, text: *mut u16, capacity: i32) -> i32;
    fn icu_spell_read(format: *const c_void, text: *const u16, length: i32, value: *mut f64) -> i32;
    fn icu_spell_close(format: *mut c_void);
}

/// A spellout format of ICU4C.
struct Peer(NonNull<c_void>);

impl Peer {
    fn open(locale: &str, lenient: bool) -> Peer {
        let locale = CString::new(locale).expect("a locale");
        // SAFETY: NUL-terminated; returns NULL or a format.
        Peer(NonNull::new(unsafe { icu_spell_open(locale.as_ptr(), i32::from(lenient)) }).expect("ICU4C has rules"))
    }

    fn write(&self, number: i64, text: &mut [u16]) -> i32 {
        // SAFETY: the format is open, the buffer has the given length.
        unsafe { icu_spell_write(self.0.as_ptr(), number, text.as_mut_ptr(), text.len() as i32) }
    }

    fn read(&self, text: &[u16]) -> f64 {
        let mut value = 0.0;
        // SAFETY: the format is open, the text has the given length.
        unsafe { icu_spell_read(self.0.as_ptr(), text.as_ptr(), text.len() as i32, &mut value) };
        value
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: open, and not used any more.
        unsafe { icu_spell_close(self.0.as_ptr()) }
    }
}

/// Numbers as in real texts: mostly small ones.
fn numbers() -> Vec<i64> {
    let small = (0..100).step_by(7);
    small.chain([101, 365, 999, 1000, 1984, 2026, 12_345, 100_000, 1_234_567, 2_000_000, 7_654_321_098]).collect()
}

/// All tables.
pub fn spell(ours: &Ours) {
    println!("| locale | write, ns | ICU4C | × | read strictly, ns | ICU4C | × | read leniently, ns | ICU4C | × |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for locale in LOCALES {
        let format = RuleBasedNumberFormat::open(locale, Group::Spellout).format;
        let strict = Peer::open(locale, false);
        let lenient = Peer::open(locale, true);
        let numbers = numbers();
        let texts: Vec<String> = numbers.iter().map(|number| written(&format, *number)).collect();
        let wide: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        let (mut out, mut buffer, mut scratch) = (String::new(), vec![0u16; 1024], Scratch::default());
        let mut row = format!("| {locale} |");
        let mut cell = |ours: &mut dyn FnMut(), peer: &mut dyn FnMut()| {
            let mut times = [Vec::new(), Vec::new()];
            for round in 0..6 {
                let (one, other) = (seconds(&mut *ours), seconds(&mut *peer));
                if round > 0 {
                    times[0].push(one * 1e9 / numbers.len() as f64);
                    times[1].push(other * 1e9 / numbers.len() as f64);
                }
            }
            let [ours, peer] = times.map(median);
            row.push_str(&format!(" {ours:.0} | {peer:.0} | {:.0} |", peer / ours));
        };
        cell(
            &mut || {
                for number in &numbers {
                    out.clear();
                    let _ = format.write(&Number::Integer(*number), black_box(&mut out));
                }
            },
            &mut || numbers.iter().for_each(|number| _ = black_box(strict.write(*number, &mut buffer))),
        );
        for (is_lenient, peer) in [(false, &strict), (true, &lenient)] {
            cell(
                &mut || texts.iter().for_each(|text| _ = black_box(format.read(text, is_lenient, &mut scratch))),
                &mut || wide.iter().for_each(|text| _ = black_box(peer.read(text))),
            );
        }
        println!("{row}");
    }
    println!();
    different_numbers();
    not_numbers();
    running_text(ours);
    opening();
}

fn written(format: &RuleBasedNumberFormat, number: i64) -> String {
    let mut out = String::new();
    format.write(&Number::Integer(number), &mut out).expect("rules for all integers");
    out
}

/// Numbers of 3 to 7 digits, more than the parser caches: each text is new to it, the groups of three digits are not.
fn different_numbers() {
    const COUNT: usize = 5_000;
    let mut random = 1u64;
    let numbers: Vec<i64> = (0..COUNT)
        .map(|at| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as i64 % 10i64.pow(3 + at as u32 % 5)
        })
        .collect();
    println!("| {COUNT} different numbers | read strictly, ns | ICU4C | × | read leniently, ns | ICU4C | × |");
    println!("|---|---|---|---|---|---|---|");
    for locale in LOCALES {
        let format = RuleBasedNumberFormat::open(locale, Group::Spellout).format;
        let texts: Vec<String> = numbers.iter().map(|number| written(&format, *number)).collect();
        let wide: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        let mut row = format!("| {locale} |");
        for is_lenient in [false, true] {
            let (peer, mut scratch) = (Peer::open(locale, is_lenient), Scratch::default());
            let mut times = [Vec::new(), Vec::new()];
            for round in 0..3 {
                let ours = seconds(|| {
                    texts.iter().for_each(|text| _ = black_box(format.read(text, is_lenient, &mut scratch)))
                });
                let theirs = seconds(|| wide.iter().for_each(|text| _ = black_box(peer.read(text))));
                if round > 0 {
                    times[0].push(ours * 1e9 / COUNT as f64);
                    times[1].push(theirs * 1e9 / COUNT as f64);
                }
            }
            let [ours, peer] = times.map(median);
            row.push_str(&format!(" {ours:.0} | {peer:.0} | {:.0} |", peer / ours));
        }
        println!("{row}");
    }
    println!();
}

/// The cost of a term that is not a number.
fn not_numbers() {
    println!("| text | ns for a term that is no number | of these read | terms that are numbers |");
    println!("|---|---|---|---|");
    for language in ["en", "de", "fr", "ru"] {
        let format = RuleBasedNumberFormat::open(language, Group::Spellout).format;
        let starts = format.starts(|set| !set.contains("ordinal"));
        let Some(text) = texts::of_language(language, 256 << 10).into_iter().next() else { continue };
        let words = text.variants[0].utf8.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic));
        let mut scratch = Scratch::default();
        let mut number = |word: &&str| format.read_words(word, true, &mut scratch, &starts).is_some();
        let (numbers, words): (Vec<&str>, Vec<&str>) = words.partition(|word| number(word));
        let mut scratch = Scratch::default();
        let mut read = 0;
        let mut run = || {
            for word in &words {
                if starts.may_be_words(word.as_bytes()) {
                    read += 1;
                    black_box(format.read_words(word, true, &mut scratch, &starts));
                }
            }
        };
        let time = median((0..7).map(|_| seconds(&mut run) * 1e9 / words.len() as f64).collect());
        let read = f64::from(read) / 7.0 / words.len() as f64 * 100.0;
        let numbers = numbers.len() as f64 / (numbers.len() + words.len()) as f64 * 100.0;
        println!("| {language} | {time:.1} | {read:.2} % | {numbers:.1} % |");
    }
    println!();
}

/// The cost of the token filter in a chain with the tokenizer over running text, which contains numbers.
fn running_text(ours: &Ours) {
    println!(
        "| running text | input | unic_tokenizer, ns per token | unic_numberformat behind it, ns per token more |"
    );
    println!("|---|---|---|---|");
    for language in ["en", "de", "fr", "ru"] {
        let Some(text) = texts::of_language(language, 256 << 10).into_iter().next() else { continue };
        let json = |filter: &str| {
            format!(
                r#"{{"filter": {{"n": {{"type": "unic_numberformat", "locale": "{language}"}}}},
                    "analyzer": {{"a": {{"type": "custom", "tokenizer": "unic_tokenizer", "filter": [{filter}]}}}}}}"#
            )
        };
        let (bare, whole) = (ours.analyzer(&json("")), ours.analyzer(&json("\"n\"")));
        let (mut bare, mut whole) = (bare.stream(), whole.stream());
        for (at, input) in ["UTF-8", "UTF-16"].into_iter().enumerate() {
            let (mut times, mut costs) = (Vec::new(), Vec::new());
            for round in 0..8 {
                for variant in &text.variants {
                    let mut tokens = 0;
                    let mut run = |stream: &mut crate::ours::Stream| {
                        seconds(|| {
                            tokens = if at == 0 {
                                stream.utf8(variant.utf8.as_bytes())
                            } else {
                                stream.utf16(&variant.utf16)
                            };
                        })
                    };
                    let (without, with) = (run(&mut bare), run(&mut whole));
                    if round > 0 {
                        times.push(without * 1e9 / tokens as f64);
                        costs.push((with - without) * 1e9 / tokens as f64);
                    }
                }
            }
            println!("| {language} | {input} | {:.1} | {:.1} |", median(times), median(costs));
        }
    }
    println!();
}

fn opening() {
    println!("| opening | first, µs | again, µs | ICU4C, µs |");
    println!("|---|---|---|---|");
    for locale in ["es", "it", "pl", "uk", "th"] {
        let first = seconds(|| RuleBasedNumberFormat::open(locale, Group::Spellout)) * 1e6;
        let again = nanoseconds(100, || _ = black_box(RuleBasedNumberFormat::open(locale, Group::Spellout))) / 1e3;
        let peer = nanoseconds(1, || drop(Peer::open(locale, false))) / 1e3;
        println!("| {locale} | {first:.0} | {again:.2} | {peer:.0} |");
    }
    println!();
}
