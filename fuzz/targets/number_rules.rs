//! Number rules are rejected with a location, or the rule sets format and parse in bounded time, with equal results
//! again and those of the references.

use super::numbers::{check_reading, check_writing};
use super::source::Source;
use super::unicode_sets::check_location;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, Scratch};

/// The input: rules, then a text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let (rules, text) = (source.text(), source.text());
    let limits = Limits { length: 2000, ..Limits::default() };
    let format = match RuleBasedNumberFormat::from_rules_within(&rules, "de", limits) {
        Ok(format) => format,
        Err(error) => return check_location(&error, &rules),
    };
    assert!(format.default_rule_set().starts_with('%'));
    for name in format.rule_sets() {
        assert!(format.rule_set(name).is_ok() || rules.contains("@noparse"), "{name}");
    }
    let mut scratch = Scratch::default();
    for lenient in [false, true] {
        let first = format.read(&text, lenient, &mut scratch);
        let again = format.read(&text, lenient, &mut scratch);
        assert_eq!(first.map(|reading| reading.length), again.map(|reading| reading.length));
        if let Some(reading) = first {
            assert!(
                reading.length > 0 && text.is_char_boundary(reading.length),
                "{rules:?} over {text:?}: {reading:?}"
            );
        }
    }
    check_reading(&format, &text, true, &mut scratch, &rules);
    for number in ["0", "7", "21", "-5", "100", "1.5", "-0.25", "9223372036854775807"]
        .iter()
        .filter_map(|text| Number::parse(text))
    {
        for set in format.rule_sets().filter_map(|name| format.rule_set(name).ok()) {
            check_writing(&format, set, &number);
        }
        let mut written = String::from("x");
        if format.write(&number, &mut written).is_err() {
            assert_eq!(written, "x");
        }
    }
}
