//! Number rules compared with the results of ICU 79.1.

mod oracle_files;

use oracle_files::{Score, rows, string};
use std::sync::Arc;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch};

fn open(locale: &str, group: &str) -> Arc<RuleBasedNumberFormat> {
    RuleBasedNumberFormat::open(locale, RuleSetGroup::from_name(group).expect("a group")).format
}

fn strings(row: &[Vec<u16>]) -> Vec<String> {
    row.iter().map(|field| string(field)).collect()
}

#[test]
fn rule_sets_are_those_of_icu() {
    let Some(rows) = rows("rbnf/rulesets.tsv") else { return };
    let mut score = Score::new("rbnf/rulesets.tsv");
    for row in rows {
        let [locale, group, default, public] = <[String; 4]>::try_from(strings(&row)).unwrap();
        let format = open(&locale, &group);
        let found = format.rule_sets().collect::<Vec<_>>().join(" ");
        score.check(format.default_rule_set() == default && found == public, || {
            format!("{locale} {group}: {} {found}", format.default_rule_set())
        });
    }
    score.close();
}

#[test]
fn numbers_are_formatted_like_in_icu() {
    let Some(rows) = rows("rbnf/format.tsv") else { return };
    let mut score = Score::new("rbnf/format.tsv");
    for row in rows {
        let [locale, group, set, number, text] = <[String; 5]>::try_from(strings(&row)).unwrap();
        if text.starts_with('!') {
            score.skip("ICU fails");
            continue;
        }
        let format = open(&locale, &group);
        let value = Number::parse(&number).unwrap_or_else(|| panic!("{number}"));
        let mut out = String::new();
        let written = format.write_by(format.rule_set(&set).unwrap(), &value, &mut out);
        score.check(written.is_ok() && out == text, || {
            format!("{locale} {group} {set} {number}: {written:?} {out}, not {text}")
        });
    }
    score.close();
}

#[test]
fn numbers_are_parsed_like_in_icu() {
    let Some(rows) = rows("rbnf/parse.tsv") else { return };
    let mut score = Score::new("rbnf/parse.tsv");
    let mut scratch = Scratch::default();
    for row in rows {
        let [locale, group, mode, text, value, length] = <[String; 6]>::try_from(strings(&row)).unwrap();
        if value.starts_with('!') {
            score.skip("ICU fails");
            continue;
        }
        let found = open(&locale, &group).read(&text, mode == "lenient", &mut scratch);
        let used = found.map_or(0, |reading| text[..reading.length].encode_utf16().count());
        // Values are compared as doubles: the file has them in Java's notation.
        let is_value = match found {
            Some(reading) => value
                .parse::<f64>()
                .is_ok_and(|value| value.to_bits() == reading.value.to_bits() || value == reading.value),
            None => value == "-",
        };
        score.check(is_value && used.to_string() == length, || {
            format!("{locale} {group} {mode} {text}: {found:?} ({used}), not {value} ({length})")
        });
    }
    score.close();
}
