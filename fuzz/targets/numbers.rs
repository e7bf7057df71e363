//! Number rules of a locale: the compiled rules write what the rules as parsed write, and the search for rules that read a whole
//! text reads what all rules read in turn, in both encodings.

use super::source::Source;
use unic_analysis::unicode::spell::{Group, Number, RuleBasedNumberFormat, Scratch, locales};

/// A locale, a group, a rule set and a number in front; behind them how the written text is changed.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let locales: Vec<&str> = locales().collect();
    let locale = *source.pick(&locales);
    let (_, group) = *source.pick(&Group::ALL);
    let format = RuleBasedNumberFormat::open(locale, group).format;
    let sets: Vec<usize> = format.rule_sets().filter_map(|name| format.rule_set(name).ok()).collect();
    if sets.is_empty() {
        return;
    }
    let set = *source.pick(&sets);
    let bytes: [u8; 8] = std::array::from_fn(|_| source.byte());
    let value = i64::from_le_bytes(bytes) >> (source.byte() & 63);
    let Some(text) = check_writing(&format, set, &Number::Integer(value)) else { return };
    let end = text.char_indices().map(|(at, _)| at).nth(source.below(64)).unwrap_or(text.len());
    let mut text = if source.flag() { text[..end].to_owned() } else { text };
    if source.flag() {
        text = text.to_uppercase();
    }
    if source.flag() {
        text.retain(|c| c != ' ');
    }
    text.push_str(&source.text());
    if text.len() < 300 {
        check_reading(&format, &text, &mut Scratch::default());
    }
}

/// Writes a number in both encodings, and by the reference.
pub fn check_writing(format: &RuleBasedNumberFormat, set: usize, number: &Number) -> Option<String> {
    let (mut text, mut reference) = (String::new(), String::new());
    let mut utf16 = Vec::<u16>::new();
    let written = format.write_by(set, number, &mut text);
    assert_eq!(written, format.write_units(set, number, &mut utf16), "{number}");
    assert_eq!(text.encode_utf16().collect::<Vec<u16>>(), utf16, "{number}");
    if *number != Number::Integer(i64::MIN) {
        assert_eq!(written, format.write_by_reference(set, number, &mut reference), "{number}");
        assert!(written.is_err() || text == reference, "{number}: {text}, by the reference {reference}");
    }
    written.ok().map(|()| text)
}

/// Reads a text as it is read, and by the reference, which gives up sooner.
pub fn check_reading(format: &RuleBasedNumberFormat, text: &str, scratch: &mut Scratch) {
    for lenient in [false, true] {
        let found = format.read(text, lenient, scratch);
        let expected = format.read_by_reference(text, lenient, scratch);
        let is_same = match (&found, &expected) {
            (Some(found), Some(expected)) => {
                found.length == expected.length && found.value.to_bits() == expected.value.to_bits()
            }
            (None, None) => true,
            (Some(found), None) => found.length == text.len(),
            (None, Some(_)) => false,
        };
        assert!(is_same, "lenient {lenient} {text:?}: {found:?}, by the reference {expected:?}");
    }
}
