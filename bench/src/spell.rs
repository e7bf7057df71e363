//! Number rules beside ICU4C (and, with `--icu4j`, ICU4J): formatting, parsing, and terms of running text that are not
//! numbers.

use crate::icu4j;
use crate::measure::{median, nanoseconds, seconds};
use crate::ours::Ours;
use crate::spell_openings;
use crate::texts;
use std::ffi::{CString, c_char, c_void};
use std::hint::black_box;
use std::ptr::NonNull;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch};

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
    // Runs of less than a millisecond would measure the clock.
    let recurring = numbers().repeat(100);
    beside_peers("numbers of running text, again and again", &vec![recurring; ROUNDS]);
    let mut random = 1;
    let different: Vec<Vec<i64>> = (0..ROUNDS).map(|_| different_numbers(&mut random)).collect();
    beside_peers("different numbers in each round", &different);
    not_numbers();
    running_text(ours);
    opening();
    spell_openings::table();
}

/// The number of rounds; the first one does not count.
const ROUNDS: usize = 6;

/// What a round formats and parses.
struct Round {
    numbers: Vec<Number>,
    integers: Vec<i64>,
    digits: Vec<String>,
    texts: Vec<String>,
    wide: Vec<Vec<u16>>,
}

impl Round {
    fn new(format: &RuleBasedNumberFormat, integers: &[i64]) -> Round {
        let texts: Vec<String> = integers.iter().map(|number| written(format, *number)).collect();
        Round {
            numbers: integers.iter().copied().map(Number::Integer).collect(),
            digits: integers.iter().map(i64::to_string).collect(),
            wide: texts.iter().map(|text| text.encode_utf16().collect()).collect(),
            integers: integers.to_vec(),
            texts,
        }
    }
}

/// Times of formatting and parsing, and the ratios of the peers' times, over a list of numbers per round. The peers
/// format UTF-16 into a buffer that they are given.
fn beside_peers(title: &str, numbers: &[Vec<i64>]) {
    println!(
        "| {title} | write UTF-8, ns | write UTF-16, ns | ICU4C, ns | × ICU4C | × ICU4J | read strictly, ns | ICU4C, ns | × ICU4C | × ICU4J | read leniently, ns | ICU4C, ns | × ICU4C | × ICU4J |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for locale in LOCALES {
        let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
        let rounds: Vec<Round> = numbers.iter().map(|numbers| Round::new(&format, numbers)).collect();
        let (mut buffer, mut scratch) = (vec![0u16; 1024], Scratch::default());
        let (mut utf8, mut utf16) = (String::new(), Vec::<u16>::new());
        let set = format.rule_set("").expect("the default rule set");
        let [strict, lenient] = [false, true].map(|lenient| Peer::open(locale, lenient));
        let in_utf8 = rounds.iter().map(|round| {
            let run = || {
                for number in &round.numbers {
                    utf8.clear();
                    let _ = format.write(number, black_box(&mut utf8));
                }
            };
            seconds(run) * 1e9 / round.numbers.len() as f64
        });
        let mut row = format!("| {locale} | {:.0} |", median(in_utf8.skip(1).collect()));
        let mut cells = |ours: &mut dyn FnMut(&Round), peer: &mut dyn FnMut(&Round), kind: &str| {
            let second = icu4j::Task::open(kind, locale);
            let texts = |round: &Round| -> Vec<String> {
                if kind == "spell-write" { round.digits.clone() } else { round.texts.clone() }
            };
            let (mut times, mut peers, mut others) = (Vec::new(), Vec::new(), Vec::new());
            for (number, round) in rounds.iter().enumerate() {
                let texts = texts(round);
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                if number == 0 {
                    second.iter().for_each(|task| task.warm_up(&texts));
                }
                let (one, other) = (seconds(|| ours(round)), seconds(|| peer(round)));
                let third = second.as_ref().map(|task| task.seconds(&texts));
                if number > 0 {
                    times.push(one * 1e9 / texts.len() as f64);
                    peers.push(other * 1e9 / texts.len() as f64);
                    others.extend(third.map(|third| third * 1e9 / texts.len() as f64));
                }
            }
            let [ours, peer, other] = [times, peers, others].map(median);
            let ratios = [peer / ours, other / ours].map(icu4j::cell).join(" | ");
            row.push_str(&format!(" {ours:.0} | {peer:.0} | {ratios} |"));
        };
        cells(
            &mut |round| {
                for number in &round.numbers {
                    utf16.clear();
                    let _ = format.write_units(set, number, black_box(&mut utf16));
                }
            },
            &mut |round| {
                round.integers.iter().for_each(|number| _ = black_box(strict.write(*number, &mut buffer)));
            },
            "spell-write",
        );
        for (is_lenient, peer, kind) in [(false, &strict, "spell-read"), (true, &lenient, "spell-read-leniently")] {
            cells(
                &mut |round| {
                    let read = |text: &String| _ = black_box(format.read(text, is_lenient, &mut scratch));
                    round.texts.iter().for_each(read);
                },
                &mut |round| round.wide.iter().for_each(|text| _ = black_box(peer.read(text))),
                kind,
            );
        }
        println!("{row}");
    }
    println!();
}

fn written(format: &RuleBasedNumberFormat, number: i64) -> String {
    let mut out = String::new();
    format.write(&Number::Integer(number), &mut out).expect("rules for all integers");
    out
}

/// 5,000 numbers of 3 to 7 digits.
fn different_numbers(random: &mut u64) -> Vec<i64> {
    let number = |at: u32| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) as i64 % 10i64.pow(3 + at % 5)
    };
    (0..5_000).map(number).collect()
}

/// Locales of rules, and the texts that they meet: in the same language, and in another script.
const RULES_AND_TEXTS: [(&str, &str); 16] = [
    ("en", "en"),
    ("de", "de"),
    ("fr", "fr"),
    ("ru", "ru"),
    ("ar", "ar"),
    ("he", "he"),
    ("hi", "hi"),
    ("th", "th"),
    ("ko", "ko"),
    ("ja", "ja"),
    ("zh", "zh_hans"),
    ("en", "ar"),
    ("en", "hi"),
    ("en", "ko"),
    ("de", "zh_hans"),
    ("de", "udhr_all"),
];

/// The cost of a term that is not a number.
fn not_numbers() {
    println!("| rules | text | ns for a term that is no number | of these read | terms that are numbers |");
    println!("|---|---|---|---|---|");
    for (locale, language) in RULES_AND_TEXTS {
        let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
        let prefilter = format.prefilter(|set| !set.contains("ordinal"));
        let Some(text) = texts::of_language(language, 256 << 10).into_iter().next() else { continue };
        // The range has the marks of Indic and Southeast Asian scripts.
        let is_of_word = |c: char| c.is_alphabetic() || matches!(c, '\u{900}'..='\u{10FF}') && !c.is_numeric();
        let words = text.variants[0].utf8.split(|c| !is_of_word(c)).filter(|word| !word.is_empty());
        let mut scratch = Scratch::default();
        let mut number = |word: &&str| format.read_words(word, true, &mut scratch, &prefilter).is_some();
        let (numbers, words): (Vec<&str>, Vec<&str>) = words.partition(|word| number(word));
        let mut scratch = Scratch::default();
        let mut read = 0;
        let mut run = || {
            for word in &words {
                if prefilter.may_be_words(word.as_bytes()) {
                    read += 1;
                    black_box(format.read_words(word, true, &mut scratch, &prefilter));
                }
            }
        };
        let time = median((0..7).map(|_| seconds(&mut run) * 1e9 / words.len() as f64).collect());
        let read = f64::from(read) / 7.0 / words.len() as f64 * 100.0;
        let numbers = numbers.len() as f64 / (numbers.len() + words.len()) as f64 * 100.0;
        println!("| {locale} | {language} | {time:.1} | {read:.2} % | {numbers:.1} % |");
    }
    println!();
}

/// The cost of the token filter in a chain with the tokenizer over running text, which contains numbers.
fn running_text(ours: &Ours) {
    println!(
        "| rules | running text | input | unic_tokenizer, ns per token | unic_numberformat after it, ns per token more |"
    );
    println!("|---|---|---|---|---|");
    for (locale, language) in RULES_AND_TEXTS {
        let Some(text) = texts::of_language(language, 256 << 10).into_iter().next() else { continue };
        let json = |filter: &str| {
            format!(
                r#"{{"filter": {{"n": {{"type": "unic_numberformat", "locale": "{locale}"}}}},
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
            println!("| {locale} | {language} | {input} | {:.1} | {:.1} |", median(times), median(costs));
        }
    }
    println!();
}

fn opening() {
    println!("| opening | first, µs | again, µs | ICU4C, µs |");
    println!("|---|---|---|---|");
    for locale in ["es", "it", "pl", "uk", "th"] {
        let first = seconds(|| RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout)) * 1e6;
        let again =
            nanoseconds(100, || _ = black_box(RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout))) / 1e3;
        let peer = nanoseconds(1, || drop(Peer::open(locale, false))) / 1e3;
        println!("| {locale} | {first:.0} | {again:.2} | {peer:.0} |");
    }
    println!();
}
