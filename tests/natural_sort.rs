//! Natural sort (rulings S1 to S5); the orders are those of the case file `naturalsort.json`.

use std::cmp::Ordering;

use unic_analysis::unicode::collate::{Collator, CollatorScratch, NaturalSort, Strength};

fn natural(locale: &str, strength: Strength, max_tokens: Option<usize>) -> NaturalSort {
    let mut collator = Collator::open(locale).unwrap().collator;
    collator.set_settings(unic_analysis::unicode::collate::Settings { strength, ..collator.settings() });
    NaturalSort::new(collator, max_tokens)
}

fn key(sort: &NaturalSort, text: &str) -> Vec<u8> {
    let (mut key, mut wide) = (Vec::new(), Vec::new());
    sort.append_key(text.as_bytes(), &mut CollatorScratch::default(), &mut key);
    sort.append_key(&text.encode_utf16().collect::<Vec<u16>>(), &mut CollatorScratch::default(), &mut wide);
    assert_eq!(key, wide, "{text}");
    key
}

fn check(sort: &NaturalSort, texts: &[&str], expected: Ordering) {
    for pair in texts.windows(2) {
        assert_eq!(key(sort, pair[0]).cmp(&key(sort, pair[1])), expected, "{pair:?}");
    }
}

#[test]
fn numbers_sort_by_value() {
    let root = natural("und", Strength::Tertiary, None);
    let rising: [&[&str]; 10] = [
        &["7 1 1 1", "7 2 1 2", "7 10 1 1", "7 20 2 1", "7 25 2 1", "7 201 2 1"],
        &["1.0.0", "1.10.0", "2.1.1", "2.10.1", "2.11.0", "10.1.1", "10.10.1"],
        &["a2", "a99", "a1000", "a1001"],
        &["7", "07", "007", "8", "10"],
        &[
            "x2",
            "x1234567890",
            "x9999999999",
            "x10000000000",
            "x99999999999999999999999999",
            "x100000000000000000000000000",
        ],
        &["img2", "img٣", "img10", "img١٢"],
        &["t -10", "t -2", "t 0", "t 1"],
        &["6-20", "7-2", "7-9", "7-10"],
        &["File1", "file2", "file9", "File10"],
        &["a1b2", "a1b10", "a02b1", "a2b2", "a10b1"],
    ];
    rising.iter().for_each(|texts| check(&root, texts, Ordering::Less));
    check(&root, &["+5", "5"], Ordering::Equal);
    check(&root, &["-0", "0", "+0"], Ordering::Equal);
    check(&root, &["\u{2212}3", "-3"], Ordering::Equal);
}

/// Text between numbers is collated independently.
#[test]
fn rules_do_not_apply_across_numbers() {
    let sort = NaturalSort::new(Collator::from_rules("&d<1|b").unwrap(), None);
    let untailored = NaturalSort::new(Collator::root(), None);
    assert_eq!(key(&sort, "1b"), key(&untailored, "1b"));
}

#[test]
fn long_numbers_sort_by_value_at_any_length() {
    let root = natural("und", Strength::Tertiary, None);
    let lengths = [1, 2, 95, 96, 97, 253, 254, 255, 256, 508, 509, 70_000];
    let numbers: Vec<String> =
        lengths.iter().flat_map(|&n| ["1".repeat(n), format!("{}2", "1".repeat(n - 1))]).collect();
    let texts: Vec<&str> = numbers.iter().map(String::as_str).collect();
    check(&root, &texts, Ordering::Less);
    let negative: Vec<String> = numbers.iter().rev().map(|number| format!("-{number}")).collect();
    check(&root, &negative.iter().map(String::as_str).collect::<Vec<_>>(), Ordering::Less);
}

#[test]
fn locale_strength_and_token_limit_hold() {
    check(&natural("de", Strength::Tertiary, None), &["ö1", "o2", "z2"], Ordering::Less);
    check(&natural("sv", Strength::Tertiary, None), &["z2", "å1", "ä1", "ö1"], Ordering::Less);
    check(&natural("de-u-co-phonebk", Strength::Primary, None), &["Goethe 1", "Göthe 2", "Goethe 3"], Ordering::Less);
    let primary = natural("und", Strength::Primary, None);
    check(&primary, &["a2", "A2", "á2", "a02"], Ordering::Equal);
    check(&primary, &["á2", "a10"], Ordering::Less);
    let two = natural("und", Strength::Tertiary, Some(2));
    check(&two, &["Bob: 3 points", "Bob: 3 pages"], Ordering::Equal);
    check(&two, &["Bob: 2 points", "Bob: 3 pages"], Ordering::Less);
}

#[test]
fn zeros_and_digits_of_other_scripts_decide_last() {
    let root = natural("und", Strength::Tertiary, None);
    check(&root, &["a7b", "a07b", "A7b", "a07c"], Ordering::Less);
    check(&root, &["a3", "a٣", "a03"], Ordering::Less);
    let identical = natural("und", Strength::Identical, None);
    check(&identical, &["a7b", "a٧b", "a07b", "a007b", "A7b", "a07c"], Ordering::Less);
    check(&identical, &["7\u{1}x7", "7\u{2}x7", "7\u{2}x07", "07\u{2}x7", "0007\u{3}x7", "8"], Ordering::Less);
    // The identical level contains the signs.
    check(&identical, &["+5", "5"], Ordering::Less);
    check(&identical, &["-0", "0", "00"], Ordering::Less);
}
