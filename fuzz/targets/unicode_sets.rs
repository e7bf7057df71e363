//! UnicodeSet patterns are rejected with a location, or the forms of the set agree with each other.

use super::source::Source;
use unic_analysis::unicode::rule_text::RuleError;
use unic_analysis::unicode::set::UnicodeSet;

/// The input: the pattern itself, or pieces of patterns.
pub fn run(data: &[u8]) {
    let pattern = Source::new(data).text();
    match UnicodeSet::parse(&pattern) {
        Ok(set) => check(&set),
        Err(error) => check_location(&error, &pattern),
    }
}

/// The location is inside the text.
pub fn check_location(error: &RuleError, text: &str) {
    assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{error:?} in {text:?}");
    let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    assert!(error.line >= 1 && error.line <= lines && error.column >= 1, "{error:?} in {text:?}");
    assert!(!error.found.is_empty(), "{error:?} in {text:?}");
}

fn check(set: &UnicodeSet) {
    let ranges: Vec<(u32, u32)> = set.ranges().collect();
    let mut next = 0;
    for &(first, last) in &ranges {
        assert!(first <= last && last <= 0x10FFFF && (first > next || next == 0), "{ranges:?}");
        next = last + 1;
    }
    let matcher = set.matcher();
    let ends = ranges.iter().flat_map(|&(first, last)| [first.saturating_sub(1), first, last, last + 1]);
    for c in ends.chain([0, 0x7F, 0x80, 0xFFFF, 0x10000, 0x10FFFF]) {
        let inside = ranges.iter().any(|&(first, last)| (first..=last).contains(&c));
        assert_eq!(set.contains(c), inside, "{c:X}");
        if let Some(c) = char::from_u32(c) {
            assert_eq!(matcher.contains(c), inside, "{c:?}");
        }
    }
    // The set equals the set of its printed pattern.
    let mut pattern = "[".to_owned();
    for (first, last) in &ranges {
        pattern += &format!("\\U{first:08X}");
        if first < last {
            pattern += &format!("-\\U{last:08X}");
        }
    }
    for string in set.strings() {
        pattern.push('{');
        string.chars().for_each(|c| pattern += &format!("\\U{:08X}", u32::from(c)));
        pattern.push('}');
    }
    pattern.push(']');
    let again = UnicodeSet::parse(&pattern).unwrap_or_else(|error| panic!("{error} in {pattern}"));
    assert_eq!(again.ranges().collect::<Vec<_>>(), ranges);
    assert_eq!(again.strings().collect::<Vec<_>>(), set.strings().collect::<Vec<_>>());
    let mut other = again.clone();
    other.complement();
    assert!(other.is_disjoint(set) || set.strings().next().is_some());
    other.complement();
    assert_eq!(other.ranges().collect::<Vec<_>>(), ranges);
    other.remove_all(set);
    assert_eq!(other.ranges().count(), 0);
}
