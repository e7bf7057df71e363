//! The collation files of the oracle (`coll`), all of them, in both encodings.
//!
//! `UNIC_ORACLE_ONLY`: only collators whose name starts with its value.

mod oracle_files;

use oracle_files::{Score, rows, string};
use std::collections::BTreeMap;
use unic_analysis::unicode::collate::{
    Alternate, CaseFirst, Collator, CollatorScratch, MaxVariable, ReorderCode, Strength, shipped_rules,
};

fn hex(key: &[u8]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks the key of one text in both encodings; unpaired surrogates are skipped.
fn check_key(collator: &Collator, state: &mut CollatorScratch, text: &[u16], key: &str, id: &str, count: &mut Score) {
    let Ok(utf8) = String::from_utf16(text) else {
        return count.skip("lone surrogate (rulings T1)");
    };
    let (mut wide, mut narrow) = (Vec::new(), Vec::new());
    collator.append_key(text, state, &mut wide);
    collator.append_key(utf8.as_bytes(), state, &mut narrow);
    count.check(hex(&wide) == key && wide == narrow, || {
        let points: Vec<String> = utf8.chars().map(|c| format!("{:04X}", u32::from(c))).collect();
        format!("{id} | {utf8} | {} | expected {key}, utf-16 {}, utf-8 {}", points.join(" "), hex(&wide), hex(&narrow))
    });
}

/// Checks that a text and its NFD form have equal keys, in rows marked `nfd`, for which the oracle has no key.
fn check_nfd(collator: &Collator, state: &mut CollatorScratch, text: &[u16], id: &str, count: &mut Score) {
    let utf8 = string(text);
    let nfd: String = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd().normalize(&utf8).into_owned();
    let (mut key, mut nfd_key) = (Vec::new(), Vec::new());
    collator.append_key(text, state, &mut key);
    collator.append_key(nfd.as_bytes(), state, &mut nfd_key);
    count.check(key == nfd_key, || format!("{id} | {utf8} | differs from NFD"));
}

/// Whether the decomposed parts of the text are in canonical order (FCD).
fn is_fcd(text: &str) -> bool {
    let nfd = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd();
    let parts: String = text.chars().map(|c| nfd.normalize(&c.to_string()).into_owned()).collect();
    nfd.is_normalized(&parts)
}

fn set_options(collator: &mut Collator, options: &str) {
    let mut settings = collator.settings();
    let mut reorder = None;
    for option in options.split(' ').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap();
        match (name, value) {
            ("strength", "1") => settings.strength = Strength::Primary,
            ("strength", "2") => settings.strength = Strength::Secondary,
            ("strength", "3") => settings.strength = Strength::Tertiary,
            ("strength", "4") => settings.strength = Strength::Quaternary,
            ("strength", "identical") => settings.strength = Strength::Identical,
            ("alternate", "shifted") => settings.alternate = Alternate::Shifted,
            ("alternate", "non-ignorable") => settings.alternate = Alternate::NonIgnorable,
            ("caseLevel", _) => settings.case_level = value == "on",
            ("caseFirst", "upper") => settings.case_first = CaseFirst::Upper,
            ("caseFirst", "lower") => settings.case_first = CaseFirst::Lower,
            ("caseFirst", "off") => settings.case_first = CaseFirst::Off,
            ("numeric", _) => settings.numeric = value == "on",
            ("backwards", _) => settings.backwards = value == "on",
            ("maxVariable", "space") => settings.max_variable = MaxVariable::Space,
            ("maxVariable", "punct") => settings.max_variable = MaxVariable::Punctuation,
            ("maxVariable", "symbol") => settings.max_variable = MaxVariable::Symbol,
            ("maxVariable", "currency") => settings.max_variable = MaxVariable::Currency,
            ("reorder", "none") => reorder = Some(Vec::new()),
            ("reorder", list) => {
                reorder = Some(list.split(',').map(|name| ReorderCode::from_name(name).unwrap()).collect());
            }
            ("decomposition", _) => {}
            _ => panic!("unknown option {option}"),
        }
    }
    collator.set_settings(settings);
    if let Some(codes) = reorder {
        collator.set_reorder(&codes).unwrap();
    }
}

#[test]
fn keys_of_locales_equal_those_of_icu() {
    let Some(rows) = rows("coll/system.tsv") else { return };
    let mut count = Score::new("coll/system.tsv");
    let mut collators: BTreeMap<String, Collator> = BTreeMap::new();
    let mut state = CollatorScratch::default();
    let only = std::env::var("UNIC_ORACLE_ONLY").ok();
    for row in rows {
        let (locale, options) = (string(&row[0]), string(&row[1]));
        let id = format!("{locale} {options}");
        if only.as_ref().is_some_and(|only| !id.starts_with(only.as_str())) {
            continue;
        }
        let collator = collators.entry(id.clone()).or_insert_with(|| {
            let mut collator = Collator::open(&locale).unwrap().collator;
            set_options(&mut collator, &options);
            collator
        });
        if options.contains("decomposition=no") && !is_fcd(&string(&row[2])) {
            count.skip("decomposition=no on text out of canonical order (rulings U8)");
        } else if row.get(4).is_some_and(|mark| string(mark) == "nfd") {
            check_nfd(collator, &mut state, &row[2], &id, &mut count);
        } else {
            check_key(collator, &mut state, &row[2], &string(&row[3]), &id, &mut count);
        }
    }
    count.close();
}

#[test]
fn keys_of_generated_rules_equal_those_of_icu() {
    let (Some(rules), Some(rows)) = (rows("coll/rules_made.rules.tsv"), rows("coll/rules_made.tsv")) else { return };
    let mut count = Score::new("coll/rules_made.tsv");
    let mut state = CollatorScratch::default();
    let only = std::env::var("UNIC_ORACLE_ONLY").ok();
    let mut collators: BTreeMap<String, Option<Collator>> = BTreeMap::new();
    for row in rules {
        let (id, rules) = (string(&row[0]), string(&row[1]));
        if only.as_ref().is_some_and(|only| !id.starts_with(only.as_str())) {
            continue;
        }
        let collator = Collator::from_rules(&rules);
        count.check(collator.is_ok(), || format!("{id} {rules}: {}", collator.as_ref().unwrap_err()));
        if let Ok(collator) = &collator {
            let settings = collator.settings();
            let codes: Vec<u32> = collator.reorder_codes().iter().map(|code| code.number()).collect();
            let strength = match settings.strength {
                Strength::Identical => 15, // ICU's number: `Collator.IDENTICAL`
                strength => strength as u32 + 1,
            };
            let found = format!(
                "{strength} {} {} {} {} {} {} {codes:?}",
                ["non-ignorable", "shifted"][settings.alternate as usize],
                settings.case_level,
                ["off", "lower", "upper"][settings.case_first as usize],
                settings.numeric,
                settings.backwards,
                settings.max_variable as u32
            );
            let mut expected: Vec<String> = row[2..].iter().map(|column| string(column)).collect();
            if let Some(strength) = expected.first_mut().filter(|strength| *strength == "identical") {
                *strength = "15".to_owned();
            }
            count.check(found == expected.join(" "), || format!("{id} {rules}: settings {found} not {expected:?}"));
        }
        collators.insert(id, collator.ok());
    }
    for row in rows {
        let id = string(&row[0]);
        // Rules that failed were counted above; `UNIC_ORACLE_ONLY` skips some.
        let Some(Some(collator)) = collators.get(&id) else { continue };
        if row.get(3).is_some_and(|mark| string(mark) == "nfd") {
            check_nfd(collator, &mut state, &row[1], &id, &mut count);
        } else {
            check_key(collator, &mut state, &row[1], &string(&row[2]), &id, &mut count);
        }
    }
    count.close();
}

#[test]
fn rejected_rules_are_rejected() {
    let Some(rows) = rows("coll/refused.tsv") else { return };
    let mut count = Score::new("coll/refused.tsv");
    for row in rows {
        let Ok(rules) = String::from_utf16(&row[0]) else {
            count.skip("rules with a lone surrogate can't be given");
            continue;
        };
        let result = Collator::from_rules(&rules);
        let message = result.as_ref().err().map(ToString::to_string).unwrap_or_default();
        count.check(result.is_err() && !message.is_empty(), || format!("{rules} accepted; ICU: {}", string(&row[1])));
    }
    count.close();
}

#[test]
fn keys_of_shipped_rules_equal_those_of_icu() {
    let Some(rows) = rows("coll/rules_cldr.tsv") else { return };
    let mut count = Score::new("coll/rules_cldr.tsv");
    let mut state = CollatorScratch::default();
    let only = std::env::var("UNIC_ORACLE_ONLY").ok();
    let mut collators: BTreeMap<String, Collator> = BTreeMap::new();
    for row in rows {
        let id = string(&row[0]);
        if only.as_ref().is_some_and(|only| !id.starts_with(only.as_str())) {
            continue;
        }
        let collator = collators.entry(id.clone()).or_insert_with(|| {
            let (locale, kind) = id.split_once('/').unwrap();
            let rules = shipped_rules(locale, kind).unwrap_or_else(|| panic!("no rules {id}"));
            Collator::from_rules(&rules).unwrap_or_else(|error| panic!("{id}: {error}"))
        });
        if row.get(3).is_some_and(|mark| string(mark) == "nfd") {
            check_nfd(collator, &mut state, &row[1], &id, &mut count);
        } else {
            check_key(collator, &mut state, &row[1], &string(&row[2]), &id, &mut count);
        }
    }
    count.close();
}
