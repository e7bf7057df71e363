//! Number rules of a locale: compiled rules format like the parsed rules, and the search for rules that parse a whole
//! text equals trying all rules in turn, in both encodings.

#[path = "number_checks.rs"]
mod number_checks;

use super::source::Source;
pub use number_checks::{check_reading, check_writing};
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch, locales};

/// The input: a locale, a group, a rule set and a number; then changes of the formatted text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let locales: Vec<&str> = locales().collect();
    let locale = *source.pick(&locales);
    let (_, group) = *source.pick(&RuleSetGroup::ALL);
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
        check_reading(&format, &text, true, &mut Scratch::default(), locale);
    }
}
