//! The table of docs/components/unic_numberformat.md: the public rule sets of every language.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, locales};

type Make = fn(&[&str]) -> String;

/// For the first line of a generated part: its last line, and the function that generates it.
pub fn maker(line: &str) -> Option<(&'static str, Make)> {
    (line == "<!-- rule sets -->").then_some(("<!-- /rule sets -->", rule_sets))
}

/// One row for locales with equal results: `21` in the default set, and the names of the sets without their common
/// prefix.
fn rule_sets(_: &[&str]) -> String {
    let mut rows = BTreeMap::<String, Vec<&str>>::new();
    for locale in locales() {
        let format = RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout).format;
        let mut written = String::new();
        format.write(&Number::from(21), &mut written).unwrap();
        let mut names: Vec<&str> = format.rule_sets().map(|name| name.trim_start_matches("%spellout-")).collect();
        names.sort_unstable();
        let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        rows.entry(format!("{} | {names} |", written.replace('\u{AD}', ""))).or_default().push(locale);
    }
    let mut rows: Vec<(String, String)> = rows.into_iter().map(|(row, locales)| (locales.join(", "), row)).collect();
    rows.sort();
    let mut table = "| Locales | 21 | Rule sets, `%spellout-` before each |\n|---|---|---|\n".to_owned();
    for (locales, row) in rows {
        let _ = writeln!(table, "| {locales} | {row}");
    }
    table
}
