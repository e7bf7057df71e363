//! CLDR's conformance tests of the root collation, and properties of all collators.
//!
//! `tests/data/conformance`: from the crate archive icu_collator 2.4.0 (`tests/data`, CLDR 49, licence Unicode-3.0),
//! packed.

use std::cmp::Ordering;
use std::io::Read;

use proptest::prelude::*;
use unic_analysis::unicode::collate::{Alternate, CaseFirst, Collator, CollatorScratch, Settings, Strength};

fn lines(name: &str) -> Vec<String> {
    let path = format!("tests/data/conformance/{name}.txt.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    // Lines with an unpaired surrogate are skipped, as these are not code points here (ruling T1).
    let points = lines.map(|line| line.split(' ').map(|hex| char::from_u32(u32::from_str_radix(hex, 16).unwrap())));
    points.filter_map(|points| points.collect::<Option<String>>()).collect()
}

fn check(name: &str, alternate: Alternate) {
    let mut collator = Collator::root();
    // Equal lines are ordered by code point in these files.
    collator.set_settings(Settings { alternate, strength: Strength::Identical, ..collator.settings() });
    let lines = lines(name);
    assert!(lines.len() > 200_000);
    let mut state = CollatorScratch::default();
    let mut last: Option<(String, Vec<u16>, Vec<u8>)> = None;
    for line in lines {
        let wide: Vec<u16> = line.encode_utf16().collect();
        let (mut key, mut wide_key) = (Vec::new(), Vec::new());
        collator.append_key(line.as_bytes(), &mut state, &mut key);
        collator.append_key(&wide, &mut state, &mut wide_key);
        assert_eq!(key, wide_key, "{line:?}");
        if let Some((last, last_wide, last_key)) = &last {
            assert!(*last_key <= key, "{last:?} {line:?}: {last_key:02x?} {key:02x?}");
            let order = collator.compare(last.as_bytes(), line.as_bytes(), &mut state);
            assert_eq!(order, last_key.cmp(&key), "{last:?} {line:?}");
            assert_eq!(collator.compare(last_wide, &wide, &mut state), order, "{last:?} {line:?}");
        }
        last = Some((line, wide, key));
    }
}

#[test]
fn conformance_non_ignorable() {
    check("CollationTest_CLDR_NON_IGNORABLE_SHORT", Alternate::NonIgnorable);
}

#[test]
fn conformance_shifted() {
    check("CollationTest_CLDR_SHIFTED_SHORT", Alternate::Shifted);
}

/// Collators that together use all parts of the implementation.
fn collators() -> Vec<Collator> {
    let mut collators: Vec<Collator> =
        ["und", "de-u-co-phonebk", "fr-CA", "hu", "th", "ja", "zh", "ko-u-co-search", "my", "lt", "vi", "da", "bo"]
            .into_iter()
            .map(|locale| Collator::open(locale).unwrap().collator)
            .collect();
    for rules in
        ["&a<b|c/d<cd<xyz&\u{301}<<\u{302}\u{323}<<\u{327}", "[reorder Cyrl others Latn]&가<ã/a<<<ᆨ=q|ab&x<1b<2"]
    {
        collators.push(Collator::from_rules(rules).unwrap());
    }
    collators
}

fn all_settings() -> impl Strategy<Value = Settings> {
    let strengths =
        [Strength::Primary, Strength::Secondary, Strength::Tertiary, Strength::Quaternary, Strength::Identical];
    let cases = [CaseFirst::Off, CaseFirst::Lower, CaseFirst::Upper];
    let alternates = [Alternate::NonIgnorable, Alternate::Shifted];
    (
        prop::sample::select(strengths.to_vec()),
        prop::sample::select(cases.to_vec()),
        prop::sample::select(alternates.to_vec()),
        any::<(bool, bool, bool)>(),
    )
        .prop_map(|(strength, case_first, alternate, (case_level, numeric, backwards))| Settings {
            strength,
            case_first,
            alternate,
            case_level,
            numeric,
            backwards,
            ..Settings::default()
        })
}

const PARTS: &str = "aabbcdxyzABC' -_.!19२0éäǻấøæ\u{301}\u{302}\u{323}\u{327}\u{345}\u{f71}\u{f72}\u{f74}\u{f80}\u{f40}เกะ\u{e48}かがカーｶﾞ一丁㐀𠀀가각각က\u{1039}ийИ\u{fffe}\u{ffff}\u{378}😀\u{ad}\u{344}\u{f73}";

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PARTS.chars().collect::<Vec<_>>()), 0..9)
        .prop_map(|chars| chars.into_iter().collect())
}

fn key(collator: &Collator, text: &str) -> Vec<u8> {
    let mut key = Vec::new();
    collator.append_key(text.as_bytes(), &mut CollatorScratch::default(), &mut key);
    key
}

fn nfd(text: &str) -> String {
    icu_normalizer::DecomposingNormalizerBorrowed::new_nfd().normalize(text).into_owned()
}

fn nfc(text: &str) -> String {
    icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn keys_and_comparison_agree(
        number in 0usize..15, settings in all_settings(), start in text(), left in text(), right in text()
    ) {
        let mut collator = collators_once()[number].clone();
        collator.set_settings(settings);
        let (left, right) = (format!("{start}{left}"), format!("{start}{right}"));
        let order = key(&collator, &left).cmp(&key(&collator, &right));
        let mut state = CollatorScratch::default();
        prop_assert_eq!(collator.compare(left.as_bytes(), right.as_bytes(), &mut state), order);
        prop_assert_eq!(collator.compare(right.as_bytes(), left.as_bytes(), &mut state), order.reverse());
        let wide = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        prop_assert_eq!(collator.compare(&wide(&left), &wide(&right), &mut state), order);
    }

    #[test]
    fn normalization_forms_have_equal_keys(number in 0usize..15, settings in all_settings(), text in text()) {
        let mut collator = collators_once()[number].clone();
        collator.set_settings(settings);
        let direct = key(&collator, &text);
        prop_assert_eq!(&key(&collator, &nfd(&text)), &direct);
        prop_assert_eq!(&key(&collator, &nfc(&text)), &direct);
        let mut wide = Vec::new();
        collator.append_key(&text.encode_utf16().collect::<Vec<u16>>(), &mut CollatorScratch::default(), &mut wide);
        prop_assert_eq!(wide, direct);
    }

    #[test]
    fn stronger_collators_distinguish_more_texts(number in 0usize..15, settings in all_settings(), a in text(), b in text()) {
        let mut collator = collators_once()[number].clone();
        let mut last = Ordering::Equal;
        for strength in
            [Strength::Primary, Strength::Secondary, Strength::Tertiary, Strength::Quaternary, Strength::Identical]
        {
            collator.set_settings(Settings { strength, case_level: false, ..settings });
            let order = key(&collator, &a).cmp(&key(&collator, &b));
            prop_assert!(last == Ordering::Equal || order == last);
            last = order;
        }
    }

    #[test]
    fn prefix_ranges_contain_texts_with_the_prefix(number in 0usize..15, start in text(), rest in text(), other in text()) {
        let mut collator = collators_once()[number].clone();
        collator.set_settings(Settings { strength: Strength::Primary, alternate: Alternate::NonIgnorable, ..collator.settings() });
        let range = collator.prefix_range(start.as_bytes(), Strength::Primary, &mut CollatorScratch::default());
        // With U+FFFF in between, no contraction extends over the end of the prefix.
        let longer = format!("{start}\u{ffff}{rest}");
        prop_assert!(range.contains(&key(&collator, &longer)));
        let whole = key(&collator, &start);
        prop_assert_eq!(range.contains(&key(&collator, &other)), key(&collator, &other).starts_with(&whole));
    }

    /// A prefix of noncharacters U+FFFF, or an empty one, has a bound too, which covers fewer than 32 further U+FFFF.
    #[test]
    fn prefix_ranges_have_an_end(number in 0usize..15, count in 0usize..40, rest in text(), more in 0usize..32) {
        let collator = &collators_once()[number];
        let prefix = "\u{ffff}".repeat(count);
        let range = collator.prefix_range(prefix.as_bytes(), Strength::Primary, &mut CollatorScratch::default());
        let longer = format!("{prefix}{}a{rest}", "\u{ffff}".repeat(more));
        prop_assert!(!range.end.is_empty() && range.contains(&key(collator, &longer)), "{range:?}");
    }

    #[test]
    fn ill_formed_text_counts_as_replacement_characters(
        number in 0usize..15, bytes in prop::collection::vec(any::<u8>(), 0..12), units in prop::collection::vec(any::<u16>(), 0..8)
    ) {
        let collator = &collators_once()[number];
        let (mut state, mut direct) = (CollatorScratch::default(), Vec::new());
        collator.append_key(&bytes, &mut state, &mut direct);
        prop_assert_eq!(direct, key(collator, &String::from_utf8_lossy(&bytes)));
        let mut direct = Vec::new();
        collator.append_key(&units, &mut state, &mut direct);
        prop_assert_eq!(direct, key(collator, &String::from_utf16_lossy(&units)));
    }

    #[test]
    fn random_rules_are_accepted_or_rejected(rules in "[&<=/|' a-dàé각\\[\\]before 1-3first regular*-]{0,40}", a in text(), b in text()) {
        if let Ok(collator) = Collator::from_rules(&rules) {
            let order = key(&collator, &a).cmp(&key(&collator, &b));
            prop_assert_eq!(collator.compare(a.as_bytes(), b.as_bytes(), &mut CollatorScratch::default()), order);
        }
    }
}

fn collators_once() -> &'static [Collator] {
    static ALL: std::sync::LazyLock<Vec<Collator>> = std::sync::LazyLock::new(collators);
    &ALL
}

#[test]
fn suppressed_contractions_are_any_set() {
    let of = |set: &str| Collator::from_rules(&format!("&c<ch<<<Ch[suppressContractions {set}]")).unwrap();
    let apart = |collator: &Collator| key(collator, "ch") == [key(collator, "c"), key(collator, "h")].concat();
    for set in ["[c]", "[[:Latin:] - [ab]]", r"[\p{Ll} & [a-d]]", "[^d]"] {
        let mut collator = of(set);
        collator.set_settings(Settings { strength: Strength::Primary, ..collator.settings() });
        assert!(apart(&collator), "{set}");
    }
    let mut other = of("[[:Latin:] - [c]]");
    other.set_settings(Settings { strength: Strength::Primary, ..other.settings() });
    assert!(!apart(&other));
    assert!(Collator::from_rules("&c<ch[suppressContractions [[:NoSuchProperty:]]]").is_err());
}

#[test]
fn ranges_and_tags_are_those_of_icu() {
    for rules in [
        "&a<*b-de-g",
        "&a<*bd-fh",
        "[import de-u-co-phonebk]",
        "[import no-bok-u-co-standard]",
        "[import xx]",
        "[import de-u-ks-level1-u-co-trad]",
    ] {
        assert!(Collator::from_rules(rules).is_ok(), "{rules}");
    }
    for rules in [
        "&a<*b-d-f",
        "&a<*b-d-",
        "&a<*-d",
        "[import und-u-c-co-search]",
        "[import de_DE]",
        "[import de-]",
        "[import de-u-co-trad]",
    ] {
        assert!(Collator::from_rules(rules).is_err(), "{rules}");
    }
}

/// A relation to the existing mapping of a string adds no contraction, so marks stay in canonical order. Keys of ICU
/// 79.1.
#[test]
fn relations_without_effect_add_no_mapping() {
    let hex = |collator: &Collator, text: &str| -> String {
        key(collator, text).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let none = Collator::root();
    for (rules, text, expected) in [
        ("&Å=Å<<<å", "A\u{323}\u{30A}", "2b0145c49201dc06"),
        ("&Å=Å<<<å", "a\u{323}\u{30A}", "2b014592c401dcc605"),
        ("&ö=ö", "o\u{323}\u{308}", "470145c4960107"),
        ("&Ά=Ά", "Α\u{327}\u{301}", "61060145a08801e606"),
        ("&b=a|b", "ab", "2b2d01060106"),
        ("&ab=a|b", "ab", "2b2b2d01070107"),
    ] {
        let collator = Collator::from_rules(rules).unwrap();
        assert_eq!(hex(&collator, text), expected, "{rules} {text}");
        if !rules.contains(['<', 'a']) {
            assert_eq!(hex(&none, text), expected, "{rules} {text}");
        }
    }
}

#[test]
fn excessive_rules_are_rejected() {
    let limit = |rules: &str| {
        let error = Collator::from_rules(rules).map(drop).unwrap_err();
        assert!(error.limit, "{error}");
    };
    let long = "b".repeat(100_000);
    limit(&format!("&a<{long}"));
    limit(&format!("&a<{long}|c"));
    limit(&format!("&a{}", "<*\u{20000}-\u{2A6DF}".repeat(100)));
    limit(&"[import zh-u-co-pinyin]".repeat(200));
    limit(&"[suppressContractions [\\u0000-\\U0010FFFF]]".repeat(100));
    let expansions: String =
        ('\u{20000}'..='\u{2A6DF}').map(|c| format!("=b{c}/{c}z=d{c}/{c}y=e{c}/{c}x=f{c}/{c}w=g{c}/{c}v")).collect();
    let error = Collator::from_rules(&format!("&a{expansions}")).map(drop).unwrap_err();
    assert!(error.to_string().contains("more space than a table has"), "{error}");
    assert!(Collator::from_rules(&format!("&{long}<b")).is_err());
    assert!(Collator::from_rules(&format!("&a<{}", &long[..255])).is_ok());
}

#[test]
fn many_resets_to_one_position_take_linear_time() {
    // Each reset finds the end of everything tailored there; quadratic time would take minutes.
    let rules: String =
        ('\u{20000}'..='\u{2A6DF}').chain('\u{30000}'..='\u{3134A}').map(|c| format!("&[last regular]<{c}")).collect();
    let collator = Collator::from_rules(&rules).unwrap();
    let keys = ["\u{20000}", "\u{20001}", "\u{2A6DF}", "\u{30000}", "\u{3134A}"].map(|text| key(&collator, text));
    assert!(keys.is_sorted() && keys[0] > key(&Collator::root(), "z"));
}

/// Three-letter ISO codes open the same locales as two-letter codes, as in ICU.
#[test]
fn three_letter_codes_equal_two_letter_codes() {
    for (three, two) in [
        ("swe", "sv"),
        ("swe_FIN", "sv_FI"),
        ("deu@collation=phonebook", "de-u-co-phonebk"),
        ("fra-CAN", "fr-CA"),
        ("fr_can", "fr_CA"),
        ("zho_TWN", "zh_TW"),
        ("zho_Hant_HKG", "zh-Hant-HK"),
        ("srp_MNE", "sr_ME"),
    ] {
        let [three_opened, two_opened] = [three, two].map(|locale| Collator::open(locale).unwrap());
        assert_eq!(three_opened.warnings, [], "{three}");
        assert_eq!((three_opened.locale, three_opened.collation), (two_opened.locale, two_opened.collation), "{three}");
    }
    assert_eq!(Collator::open("fr_CAX").unwrap().locale, Collator::open("fr").unwrap().locale);
    assert_eq!(Collator::open("fil").unwrap().locale, "fil");
    assert_ne!(Collator::open("swe").unwrap().locale, "root");
}

/// Measured with ICU4J 79.1.
#[test]
fn a_group_with_the_last_lead_byte_moves_with_the_preceding_one() {
    let codes = "Samr Cakm symbol Bopo Lisu Latn Xsux Hani Thai Geor digit currency Egyp Hira Nshu Hluw Tang Cans";
    let collator = Collator::from_rules(&format!("[reorder {codes}]")).expect("well-formed rules");
    for (text, start) in [("ꀀ", [0x10, 0x76]), ("あ", [0xE1, 0x06]), ("𒀀", [0x46, 0x0A])] {
        let mut scratch = CollatorScratch::default();
        assert!(collator.key(text.as_bytes(), &mut scratch).starts_with(&start), "{text}");
    }
}

/// Prefixes up to the stated limit of eight nested matches, of which the longest apply.
#[test]
fn of_many_matching_prefixes_the_longest_applies() {
    let prefixes: String = (1..=9).map(|length| format!("<{}|q", "a".repeat(length))).collect();
    let rules = prefixes.replacen("<aaaaaaaaa|q", "<z<aaaaaaaaa|q", 1);
    let collator = Collator::from_rules(&format!("&x{rules}")).unwrap();
    let mut scratch = CollatorScratch::default();
    let order = |one: &str, other: &str, scratch: &mut CollatorScratch| {
        collator.key(one.as_bytes(), scratch).to_vec().cmp(&collator.key(other.as_bytes(), scratch).to_vec())
    };
    assert_eq!(order("aaaaaaaaq", "aaaaaaaaz", &mut scratch), Ordering::Less);
    assert_eq!(order("aaaaaaaaaq", "aaaaaaaaaz", &mut scratch), Ordering::Greater);
    assert_eq!(order("aaaaaaaaaaq", "aaaaaaaaaaz", &mut scratch), Ordering::Greater);
}
