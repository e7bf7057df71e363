//! Collation rules, and (rules or locale, options, texts): keys and comparison agree, in both encodings, at every
//! strength.

use super::source::Source;
use super::unicode_sets::check_location;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use std::cmp::Ordering;
use unic_analysis::unicode::collate::*;
use unic_analysis::unicode::rule_text::Limits;

const LOCALES: [&str; 12] = [
    "root",
    "de-u-co-phonebk",
    "sv",
    "fr-CA",
    "th",
    "ja",
    "zh",
    "ko",
    "cs",
    "da",
    "vi-u-kn-true",
    "zh@collation=stroke",
];

/// The input: options; the rules, or a locale; three texts.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let locale = source.byte();
    let options = [source.byte(), source.byte()];
    let mut collator = match LOCALES.get(usize::from(locale)) {
        Some(locale) => Collator::open(locale).expect("a locale").collator,
        None => {
            let rules = source.text();
            match Collator::from_rules_within(&rules, Limits { length: 2000, ..Limits::default() }) {
                Ok(collator) => collator,
                Err(error) => return check_location(&error, &rules),
            }
        }
    };
    set_options(&mut collator, options);
    let texts = [source.text(), source.text(), source.text()];
    check(&collator, &texts);
    check_text_form(source.rest());
}

fn set_options(collator: &mut Collator, [one, two]: [u8; 2]) {
    let mut settings = collator.settings();
    if one & 1 == 1 {
        settings.alternate = if one & 2 == 2 { Alternate::Shifted } else { Alternate::NonIgnorable };
    }
    if one & 4 == 4 {
        settings.case_first = [CaseFirst::Off, CaseFirst::Lower, CaseFirst::Upper][usize::from(one >> 3 & 3) % 3];
    }
    settings.case_level |= one & 32 == 32;
    settings.backwards |= one & 64 == 64;
    settings.numeric |= one & 128 == 128;
    let groups = [MaxVariable::Space, MaxVariable::Punctuation, MaxVariable::Symbol, MaxVariable::Currency];
    if two & 1 == 1 {
        settings.max_variable = groups[usize::from(two >> 1 & 3)];
    }
    collator.set_settings(settings);
    if two & 8 == 8 {
        let code = |name| ReorderCode::from_name(name).expect("a code");
        let orders = [vec!["Cyrl"], vec!["digit", "Hani", "others", "Latn"], vec!["Grek", "space"], vec![]];
        let codes: Vec<ReorderCode> = orders[usize::from(two >> 4 & 3)].iter().map(|name| code(name)).collect();
        collator.set_reorder(&codes).expect("an order");
    }
}

const STRENGTHS: [Strength; 5] =
    [Strength::Primary, Strength::Secondary, Strength::Tertiary, Strength::Quaternary, Strength::Identical];

fn check(collator: &Collator, texts: &[String; 3]) {
    let mut state = CollatorScratch::default();
    let mut weaker: Option<Vec<Ordering>> = None;
    for strength in STRENGTHS {
        let mut collator = collator.clone();
        collator.set_settings(Settings { strength, ..collator.settings() });
        let natural = NaturalSort::new(collator.clone(), None);
        let mut keys = Vec::new();
        for text in texts {
            let utf16: Vec<u16> = text.encode_utf16().collect();
            let (mut key, mut wide, mut other) = (Vec::new(), Vec::new(), Vec::new());
            collator.append_key(text.as_bytes(), &mut state, &mut key);
            collator.append_key(&utf16, &mut state, &mut wide);
            assert_eq!(key, wide, "both encodings of {text:?}");
            assert!(!key.contains(&0));
            for form in [
                DecomposingNormalizerBorrowed::new_nfd().normalize(text),
                ComposingNormalizerBorrowed::new_nfc().normalize(text),
            ] {
                other.clear();
                collator.append_key(form.as_bytes(), &mut state, &mut other);
                assert_eq!(key, other, "{text:?} and {form:?}, {strength:?}");
            }
            let (mut one, mut two) = (Vec::new(), Vec::new());
            natural.append_key(text.as_bytes(), &mut state, &mut one);
            natural.append_key(&utf16, &mut state, &mut two);
            assert_eq!(one, two, "natural sort of {text:?}");
            for level in STRENGTHS {
                let range = collator.prefix_range(text.as_bytes(), level, &mut state);
                assert!(range.contains(&key), "{text:?} at {level:?}: {range:?}, {key:?}");
            }
            keys.push((text.as_bytes(), utf16, key));
        }
        let mut orders = Vec::new();
        for (left, wide_left, left_key) in &keys {
            for (right, wide_right, right_key) in &keys {
                let order = left_key.cmp(right_key);
                assert_eq!(collator.compare(left, right, &mut state), order, "{texts:?} {strength:?} {keys:?}");
                assert_eq!(collator.compare(wide_left, wide_right, &mut state), order, "{texts:?} {strength:?}");
                orders.push(order);
            }
        }
        // The case level is between accents and tertiary differences.
        if strength == Strength::Secondary && collator.settings().case_level {
            weaker = None;
        }
        for (weak, strong) in weaker.iter().flatten().zip(&orders) {
            assert!(*weak == Ordering::Equal || weak == strong, "{texts:?} {strength:?}");
        }
        weaker = Some(orders);
    }
}

/// Any bytes are a key whose text forms decode to it; any text is rejected or decodes to a key that encodes to it.
fn check_text_form(bytes: &[u8]) {
    let (mut units, mut back, mut hex) = (Vec::new(), Vec::new(), String::new());
    to_base_32768(bytes, &mut units);
    from_base_32768(&units, &mut back).expect("made here");
    assert_eq!(back, bytes);
    back.clear();
    to_hex(bytes, &mut hex);
    from_hex(&hex, &mut back).expect("made here");
    assert_eq!(back, bytes);
    let given: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    back.clear();
    if from_base_32768(&given, &mut back).is_ok() {
        units.clear();
        to_base_32768(&back, &mut units);
        assert_eq!(units, given);
    }
}
