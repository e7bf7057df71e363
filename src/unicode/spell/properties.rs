//! Property tests: the fast paths equal their references, for all locales and rule sets, in both encodings: compiled
//! rules equal the parsed rules, and the parser with filters equals the parser that tries all rules.

#[path = "../../../fuzz/targets/number_checks.rs"]
mod number_checks;

use super::{Number, NumberPrefilter, RuleBasedNumberFormat, RuleSetGroup, Scratch, WriteError, locales};
use crate::unicode::normalize::{Form, normalized};
use number_checks::check_writing;
use proptest::prelude::*;

/// The formats of a locale.
fn formats(locale: &str) -> Vec<std::sync::Arc<RuleBasedNumberFormat>> {
    RuleSetGroup::ALL.iter().map(|(_, group)| RuleBasedNumberFormat::open(locale, *group).format).collect()
}

fn readable(format: &RuleBasedNumberFormat) -> Vec<usize> {
    format.rule_sets().filter_map(|name| format.rule_set(name).ok()).collect()
}

/// See [`number_checks::check_reading`].
fn check_reading(format: &RuleBasedNumberFormat, text: &str, scratch: &mut Scratch, about: &str) {
    let may_give_up = format.index().read_order.all.len() > 1;
    number_checks::check_reading(format, text, may_give_up, scratch, about);
    for lenient in [false, true] {
        let [whole, part] =
            [text, format.up_to_prose(text)].map(|text| format.read_by_reference(text, lenient, scratch));
        assert_eq!(format!("{whole:?}"), format!("{part:?}"), "{about} lenient {lenient} {text:?}");
    }
}

/// Checks that a term which the prefilter rejects is not a number.
fn check_prefilter(
    format: &RuleBasedNumberFormat,
    prefilter: &NumberPrefilter,
    text: &str,
    scratch: &mut Scratch,
    about: &str,
) {
    let wide: Vec<u16> = text.encode_utf16().collect();
    prefilter.check_classes(text.as_bytes());
    prefilter.check_classes(&wide);
    let may_be = prefilter.may_be_words(text.as_bytes());
    assert_eq!(may_be, prefilter.may_be_words(&wide), "{about} {text:?}");
    for lenient in [false, true] {
        let found = format.read_words(text, lenient, scratch, prefilter);
        // Terms with digits are always parsed.
        let has_digits = text.chars().any(Number::is_digit);
        assert!(may_be || has_digits || found.is_none(), "{about} lenient {lenient} {text:?}: {found:?}");
    }
}

/// A variation of the text, as users may write it.
fn mutated(text: &str, kind: u32) -> String {
    match kind {
        0 => text.to_uppercase(),
        1 => text.replace('\u{AD}', ""),
        2 => text.replace(' ', "-"),
        3 => text.replace(' ', ""),
        4 => format!("{text}{text}"),
        5 => text.chars().take(text.chars().count() / 2).collect(),
        6 => format!("{text} x"),
        7 => format!(" {}", text.replace(' ', " , ")),
        8 => text.replace('a', "á").replace('u', "u\u{308}"),
        9 => text.replace('ö', "oe").replace('ü', "ue"),
        10 => text.chars().rev().collect(),
        11 | 12 => normalized(Form::Nfd, text),
        _ => text.to_owned(),
    }
}

const MUTATIONS: u32 = 14;

#[test]
fn all_rule_sets_format_and_parse_like_their_references() {
    let numbers: Vec<i64> = (0..21)
        .chain([22, 30, 45, 71, 80, 99, 100, 101, 110, 200, 365, 999, 1000, 1001, 1100, 1984, 2026, 10_000, 12_345])
        .chain([100_000, 123_456, 1_000_000, 2_000_001, 987_654_321, 1_000_000_000_000, i64::MAX, -1, -21, i64::MIN])
        .collect();
    let mut scratch = Scratch::default();
    let mut seed = 1u32;
    let mut checked = std::collections::BTreeSet::new();
    for locale in locales() {
        for format in formats(locale) {
            let prefilter = format.prefilter(|_| true);
            for set in readable(&format) {
                let name = format.rules.sets[set].name.clone();
                for number in &numbers {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let Some(text) = check_writing(&format, set, &Number::Integer(*number)) else { continue };
                    if seed >> 16 & 7 == 0 && text.len() < 120 && checked.insert((locale, text.clone())) {
                        let kind = (seed >> 20) % MUTATIONS;
                        let (text, about) = (mutated(&text, kind), format!("{locale} {name}"));
                        check_reading(&format, &text, &mut scratch, &about);
                        check_prefilter(&format, &prefilter, &text, &mut scratch, &about);
                    }
                }
                for number in ["0.5", "-1.25", "3.141", "1000000.01", "-0"].map(|text| Number::parse(text).unwrap()) {
                    check_writing(&format, set, &number);
                }
            }
        }
    }
    assert!(checked.len() > 5_000, "{}", checked.len());
}

/// Rule texts over few letters, so that rules overlap.
fn rules() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "ab",
        "a",
        "b",
        " ",
        "-",
        "a b",
        "ü",
        "o",
        "ba",
        "c.",
        "x",
        "",
        "ά",
        "ωι",
        "न",
        "न\u{94D}ब",
        "각",
        "ا",
    ]);
    let body = (word.clone(), word.clone(), 0..16u32).prop_map(|(one, other, kind)| match kind {
        0..4 => one.to_owned(),
        4 => format!("<<{one}[{other}>>]"),
        5 => format!("{one}[{other}>>]"),
        6 => format!("<<{one}>>{other}"),
        7 => format!("<<{one}>>>"),
        8 => format!("<%b<{one}[{other}>%b>]"),
        9 => format!("=%b={one}"),
        10 => format!("<<$(cardinal,one{{{one}}}other{{{other}}})$[>>]"),
        11 => format!("=#,##0={one}"),
        12 => format!("{one}>>"),
        13 => format!("<#,##0<{one}>>"),
        14 => format!("<<{one}"),
        _ => format!("{one}<<{other}>>"),
    });
    let set = prop::collection::vec(body, 1..8).prop_map(|bodies| {
        let bases = ["0", "1", "2", "3", "10", "20", "100", "1000"];
        bodies.iter().zip(bases).map(|(body, base)| format!("{base}:'{body};")).collect::<String>()
    });
    let special = prop::sample::select(vec!["", "-x:-a>>;", "x.x:<<o>>;", "x.x:<<o>%b>;", "Inf:ab;"]);
    (special, set.clone(), set, any::<bool>()).prop_map(|(special, one, other, lenient)| {
        let rules = format!("%a:{special}{one}%b:{other}");
        if lenient { format!("{rules}%%lenient-parse:&a=b;") } else { rules }
    })
}

proptest! {
    #[test]
    fn random_rules_format_and_parse_like_their_references(
        rules in rules(),
        texts in prop::collection::vec("[abüoxABc .,\\-]{0,10}|[ab1]{0,6}|[abαΆω\u{301}\u{345}ᾴनऩ\u{93C}\u{94D}각가\u{11A8}اآأ\u{653}\u{654}Б、٫]{0,5}", 1..9),
        numbers in prop::collection::vec((any::<i64>(), 0..64u32), 6),
    ) {
        let Ok(format) = RuleBasedNumberFormat::from_rules(&rules, "en") else { return Ok(()) };
        let mut scratch = Scratch::default();
        let prefilter = format.prefilter(|_| true);
        for set in readable(&format) {
            for (number, shift) in &numbers {
                let number = Number::Integer(number >> shift);
                if let Some(text) = check_writing(&format, set, &number) {
                    let start: String = text.chars().take(24).collect();
                    check_reading(&format, &start, &mut scratch, &rules);
                    check_prefilter(&format, &prefilter, &start, &mut scratch, &rules);
                }
            }
        }
        for text in &texts {
            check_reading(&format, text, &mut scratch, &rules);
            check_prefilter(&format, &prefilter, text, &mut scratch, &rules);
        }
    }
}

/// The prefilter must not reject three letters before a mark (`dvě`).
#[test]
fn decomposed_numbers_pass() {
    for locale in locales() {
        let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
        let prefilter = format.prefilter(|_| true);
        for set in readable(&format) {
            for number in (0..=20).chain([30, 40, 50, 60, 70, 80, 90, 100, 200, 1000, 1_000_000]) {
                let Some(text) = check_writing(&format, set, &Number::Integer(number)) else { continue };
                let decomposed = normalized(Form::Nfd, &text);
                let passes = prefilter.may_be_words(decomposed.as_bytes());
                assert!(passes || !prefilter.may_be_words(text.as_bytes()), "{locale} {text}");
            }
        }
    }
}

/// Words with marks that compose with letters and with marks that do not.
#[test]
fn words_in_other_scripts_are_rejected() {
    let words = [
        "كتاب",
        "أن",
        "ا",
        "آ",
        "و",
        "כל",
        "שָׁלוֹם",
        "मनुष्य",
        "ज़रूरी",
        "नहीं",
        "มนุษย์",
        "ທຸກ",
        "모든",
        "나라",
        "人",
        "权利",
        "すべて",
        "が",
        "カ",
        "ყოველი",
        "Մարդիկ",
        "ԵՎ",
        "😀",
        "،",
        "Å𐓀",
    ];
    for locale in ["en", "de", "ru", "fr", "tr", "el", "th", "zh", "ja", "ko", "ar", "he", "hi", "hy", "ka"] {
        let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
        let prefilter = format.prefilter(|_| true);
        let may_be = |word: &str| {
            let wide: Vec<u16> = word.encode_utf16().collect();
            prefilter.may_be_words(word.as_bytes()) || prefilter.may_be_words(&wide)
        };
        let found: Vec<&str> = words.into_iter().filter(|word| may_be(word)).collect();
        // In the locale's script, a letter before a nukta is unknown, and so are marks in sequence.
        let expected: &[&str] = match locale {
            "hi" => &["ज़रूरी"],
            "he" => &["שָׁלוֹם"],
            _ => &[],
        };
        assert_eq!(found, expected, "{locale}");
    }
}

#[test]
fn dotless_i_is_a_separate_letter() {
    let format = RuleBasedNumberFormat::open("tr", RuleSetGroup::Spellout).format;
    let prefilter = format.prefilter(|_| true);
    for text in ["kırk", "KIRK", "Kırk", "YİRMİ", "yirmi"] {
        assert!(prefilter.may_be_words(text.as_bytes()), "{text}");
    }
    assert!(!prefilter.may_be_words("kirk".as_bytes()));
}

#[test]
fn errors_leave_the_output_unchanged() {
    let format = RuleBasedNumberFormat::from_rules("%a: 1: a; 10: <<b>>;", "en").unwrap();
    let mut out = vec![7u16];
    let found = format.write_units(0, &Number::Integer(10), &mut out);
    assert!(matches!(found, Err(WriteError::NoRule { .. })), "{found:?}");
    assert_eq!(out, [7]);
}

/// Results of ICU4J 79.1: by primary weights (`oe` for `ö`) separators with weights count, by case folding they do not.
#[test]
fn separators_count_where_weights_are_compared() {
    let german = RuleBasedNumberFormat::open("de", RuleSetGroup::Spellout).format;
    let custom = RuleBasedNumberFormat::from_rules("%a:0:x; 3:e;%%lenient-parse:&a=e;", "de").unwrap();
    let mut scratch = Scratch::default();
    for (format, text, expected) in [
        (&*german, " zwölf", Some((12.0, 7))),
        (&*german, " zwoelf", None),
        (&*german, "-zwoelf", None),
        (&*german, "\u{AD}zwoelf", Some((12.0, 8))),
        (&*german, "zwo-elf", None),
        (&*german, "zwoelf hundert", Some((1200.0, 14))),
        (&custom, " e", Some((3.0, 2))),
        (&custom, "-e", Some((3.0, 2))),
        (&custom, "a", Some((3.0, 1))),
        (&custom, " a", None),
        (&custom, "-a", None),
        (&custom, "\u{AD}a", Some((3.0, 3))),
    ] {
        let found = format.read(text, true, &mut scratch).map(|found| (found.value, found.length));
        assert_eq!(found, expected, "{text:?}");
    }
}

/// As ICU 79.1 parses these texts; lengths in UTF-16 units.
#[test]
fn lenient_literals_end_before_the_next_collation_element() {
    let german = RuleBasedNumberFormat::open("de", RuleSetGroup::Spellout).format;
    let spanish = RuleBasedNumberFormat::open("es_SV", RuleSetGroup::Ordinal).format;
    let lao = RuleBasedNumberFormat::open("lo", RuleSetGroup::Ordinal).format;
    for (format, text, value, length) in [
        (&german, "dre\u{ED}", 3.0, 3),
        (&german, "dre\u{ED}hundert", 3.0, 3),
        (&german, "drei\u{34F}hundert", 300.0, 12),
        (&german, "zwe\u{EF}hundert", 2.0, 3),
        (&german, "zwei\u{308}hundert", 200.0, 12),
        (&german, "zw\u{E9}i", 2.0, 4),
        (&german, "dreißig", 30.0, 7),
        (&german, "dreisßig", 3.0, 4),
        (&german, "einß", 1.0, 3),
        (&german, "2ß2", 2.0, 1),
        (&german, "261ss2", 261.0, 4),
        (&german, "eins\u{308}", 1.0, 4),
        (&german, "EINS\u{308}", 1.0, 5),
        (&german, "einundzwanzi\u{11F}", 21.0, 12),
        (&german, "fünfhundertzwe\u{EF}", 502.0, 14),
        (&german, "zweihundert\u{300}drei", 203.0, 16),
        (&spanish, "0º.", 0.0, 3),
        (&spanish, "0º\u{301}.", 0.0, 3),
        (&lao, "ที่\u{200B}8", 8.0, 5),
    ] {
        let found = format.read(text, true, &mut Scratch::default()).unwrap();
        let units = text[..found.length].encode_utf16().count();
        assert_eq!((found.value, units), (value, length), "{text}");
    }
    assert_eq!(lao.read("ที่\u{301}\u{200B}8", true, &mut Scratch::default()), None);
}

/// A result of ICU4J 79.1: the nearest double ends in 72, so that its remainder is -2.
#[test]
fn remainders_of_large_negative_numbers_are_those_of_doubles() {
    let rules = "%c:0:' de f; 1:'one;\nab;\nde f; 20: <#,##0<g-h[ >0>];ab[->>];";
    let format = RuleBasedNumberFormat::from_rules(rules, "en").unwrap();
    let mut out = String::new();
    format.write(&Number::Integer(-22_308_720_328_899_070), &mut out).unwrap();
    assert_eq!(out, "-2,230,872,032,889,908g-h -2");
}

/// The length of a message is in UTF-16 units, as in ICU: `é` is not longer than `w`, and shorter than `ws`.
#[test]
fn the_longest_plural_message_is_the_one_with_most_utf16_units() {
    let format =
        RuleBasedNumberFormat::from_rules("0: O; x.; 3: ab; 12: << $(cardinal,one{é}few{w}other{ws})$[ >>];", "en")
            .unwrap();
    let read = |text: &str| {
        let found = format.read(text, false, &mut Scratch::default()).unwrap();
        (found.value, found.length)
    };
    assert_eq!(read("x. é ab"), (13.0, 8));
    assert_eq!(read("x. é ab ws x. é"), (1.0, 2));
    assert_eq!(read("x. é ab w x."), (13.0, 8));
}

/// The results of ICU 79.1, which searches for messages of keywords without number, quotes and arguments only, but also
/// for those inside of arguments.
#[test]
fn plural_messages_are_searched_if_they_are_plain() {
    for (branches, texts) in [
        ("one{#a}other{#b}", &[("x2a", 2.0, 1), ("x#b", 2.0, 1), ("xb", 2.0, 1), ("x", 2.0, 1)][..]),
        ("=1{a}one{b''}other{'{'}", &[("xa", 2.0, 1), ("xb''", 2.0, 1), ("x'{'", 2.0, 1)]),
        ("=1{a}other{b{n,select,x{p}other{q}}}", &[("xa", 2.0, 1), ("xp", 20.0, 2), ("xq", 20.0, 2), ("xb", 2.0, 1)]),
        ("oth\u{AD}er{a}other{b}", &[("xa", 20.0, 2), ("xb", 20.0, 2)]),
    ] {
        let rules = format!("0: O; 2: x; 10: <<$(cardinal,{branches})$;");
        let format = RuleBasedNumberFormat::from_rules(&rules, "en").unwrap();
        let mut scratch = Scratch::default();
        for (text, value, length) in texts {
            for lenient in [false, true] {
                let found = format.read(text, lenient, &mut scratch).map(|found| (found.value, found.length));
                assert_eq!(found, Some((*value, *length)), "{branches} {text}");
                check_reading(&format, text, &mut scratch, branches);
            }
        }
    }
}

/// A stated difference: ICU 79.1 has the same value, but does not count the zeros, and ends before the last word.
#[test]
fn leading_zeros_of_a_fraction_are_consumed() {
    let format = RuleBasedNumberFormat::open("pl", RuleSetGroup::from_name("spellout").unwrap()).format;
    let text = "dwa przecinek zero osiemdziesiąt pięć";
    let found = format.read(text, false, &mut Scratch::default()).unwrap();
    assert_eq!((found.value, found.length), (2.085, text.len()));
}

/// As ICU4J: plural branches, and patterns of negative numbers, have the digits of the nearest double.
#[test]
fn patterns_of_the_greatest_integers_have_the_digits_of_doubles() {
    const MAX: i64 = i64::MAX;
    for (rules, number, expected) in [
        ("0: $(cardinal,one{# item}other{# items})$;", MAX, "9,223,372,036,854,776,000 items"),
        ("0: $(cardinal,one{# item}other{# items})$;", -MAX, "-9,223,372,036,854,776,000 items"),
        ("0: $(cardinal,one{# item}other{# items})$;", MAX - 600, "9,223,372,036,854,775,000 items"),
        ("0: $(cardinal,one{# item}other{# items})$;", -(1 << 53) - 1, "-9,007,199,254,740,992 items"),
        ("-x: minus >#,##0>; 0: =#,##0=;", -MAX, "minus 9,223,372,036,854,776,000"),
        ("-x: minus >#,##0>; 0: =#,##0=;", i64::MIN, "-9,223,372,036,854,775,808"),
        ("-x: minus =#,##0=; 0: =#,##0=;", -MAX, "minus -9,223,372,036,854,776,000"),
        ("-x: minus >>; 0: =#,##0=;", -MAX, "minus 9,223,372,036,854,775,807"),
        ("0: a; 1000: <#,##0< k; -x: >>>;", MAX, "9,223,372,036,854,776 k"),
    ] {
        let format = RuleBasedNumberFormat::from_rules(rules, "en").unwrap();
        let mut out = String::new();
        format.write(&Number::Integer(number), &mut out).unwrap();
        assert_eq!(out, expected, "{rules} {number}");
    }
}
