//! Creation of collators, and the memory of a further one.

use crate::icu;
use crate::measure::{median, seconds};
use std::collections::BTreeMap;
use std::hint::black_box;
use unic_analysis::unicode::collate::{Collator, CollatorScratch, shipped_rules};

const FOUR_RULES: &str = "&a<b<<c&x<<<y&[last regular]<z<<é";

/// Collators that are created after the root: locales with tailorings of all sizes.
const LOCALES: [&str; 16] = [
    "de-u-co-phonebk",
    "sv",
    "da",
    "pl",
    "cs",
    "hu",
    "es-u-co-trad",
    "fi",
    "vi",
    "ar",
    "th",
    "my",
    "ko",
    "ja",
    "zh",
    "zh-u-co-stroke",
];

/// Prints both tables; the memory of a further collator is measured before any of these is opened otherwise.
pub fn collators() {
    memory();
    let chinese = shipped_rules("zh", "pinyin").unwrap_or_default();
    println!("| what | µs | ICU4C µs |");
    println!("|---|---|---|");
    let open = |locale: &'static str| {
        let ours = microseconds(200, || _ = black_box(Collator::open(locale)));
        println!(
            "| opening `{locale}` again | {ours:.1} | {:.1} |",
            microseconds(50, || drop(icu::Collator::open(locale)))
        );
    };
    ["en", "de-u-co-phonebk", "zh"].into_iter().for_each(open);
    for (name, rules, rounds) in [("four rules", FOUR_RULES, 200), ("the rule text `zh/pinyin`", &chinese, 9)] {
        let ours = microseconds(rounds, || _ = black_box(Collator::from_rules(rules)));
        let utf16: Vec<u16> = rules.encode_utf16().collect();
        let peer = microseconds(rounds, || drop(icu::Collator::of_rules(&utf16)));
        println!("| a collator from {name} | {ours:.0} | {peer:.0} |");
    }
    println!();
}

/// The memory of a further collator.
fn memory() {
    println!("| one more collator, with a first key | KiB of its own | KiB of the library's pages |");
    println!("|---|---|---|");
    let mut state = CollatorScratch::default();
    let mut key = Vec::new();
    let mut open = |locale: &str| {
        let before = [in_use(), file_pages()];
        let collator = Collator::open(locale).map(|opened| opened.collator);
        if let Ok(collator) = &collator {
            collator.append_key("Österreich 中文 日本語 한글 ไทย 12".as_bytes(), &mut state, &mut key);
        }
        let after = [in_use(), file_pages()];
        (collator, [after[0] - before[0], after[1] - before[1]])
    };
    let _root = open("en");
    // The collator is kept open, so that its pages are counted.
    let opened: BTreeMap<&str, _> = LOCALES.into_iter().map(|locale| (locale, open(locale))).collect();
    opened.iter().for_each(|(locale, (_, [own, shared]))| println!("| {locale} | {own} | {shared} |"));
    println!();
}

fn microseconds(rounds: usize, mut run: impl FnMut()) -> f64 {
    run();
    median((0..rounds).map(|_| seconds(&mut run) * 1e6).collect())
}

/// Memory of the allocator in use, in KiB, without freed memory that it keeps.
fn in_use() -> i64 {
    // SAFETY: it only reads the allocator's counters.
    let info = unsafe { libc::mallinfo2() };
    ((info.uordblks + info.hblkhd) / 1024) as i64
}

/// Resident file pages, which processes share, in KiB.
fn file_pages() -> i64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("RssFile:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
