//! Break rules, and (rules, text): the segments cover the text, end between code points, and are equal in both
//! encodings.

use super::source::Source;
use super::unicode_sets::check_location;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::segment::BreakRules;
use unic_analysis::unicode::text::{CodeUnit, code_points};

/// The input: the rules, then the text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let rules_text = source.text();
    let text = source.text();
    // Small limits keep the search fast.
    let limits = Limits { length: 2000, states: 500, nesting: 30 };
    let rules = match BreakRules::compile(&rules_text, &limits) {
        Ok(rules) => rules,
        Err(error) => return check_location(&error, &rules_text),
    };
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let segments = segments(&rules, text.as_bytes());
    assert_eq!(segments, self::segments(&rules, &utf16), "{rules_text:?} over {text:?}");
    // In a text that continues, the segments before its last code points may change: nothing more can be checked.
    assert_eq!(segments.iter().map(|segment| segment.0).sum::<usize>(), text.chars().count());
    // Also for ill-formed text.
    let broken: Vec<u8> = text.bytes().flat_map(|byte| [byte, 0xE0]).take(200).collect();
    let _ = self::segments(&rules, &broken);
}

/// For each segment its code points, its status and whether dictionaries may split it.
fn segments<U: CodeUnit>(rules: &BreakRules, text: &[U]) -> Vec<(usize, u32, bool)> {
    let mut at = 0;
    let mut found = Vec::new();
    for segment in rules.segments_without_dictionaries(text) {
        assert!(segment.start == at && segment.end > at && segment.end <= text.len(), "{segment:?}");
        let part = &text[segment.start..segment.end];
        found.push((code_points(part).count(), segment.status, segment.dictionary));
        at = segment.end;
    }
    assert_eq!(at, text.len());
    found
}
