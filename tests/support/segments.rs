//! The segments of a text in the notation of the oracle files: `LENGTH[.STATUS]`, lengths in UTF-16 units.

use unic_analysis::unicode::segment::{BreakRules, Segment, SentenceExceptions};
use unic_analysis::unicode::text::CodeUnit;

/// The segments in both encodings, or how they differ. Ill-formed UTF-16 has no UTF-8 form.
pub fn in_both_encodings(rules: &BreakRules, exceptions: Option<&SentenceExceptions>, text: &[u16]) -> String {
    let from_utf16 = segments(rules, exceptions, text, <[u16]>::len);
    let Ok(utf8) = String::from_utf16(text) else { return from_utf16 };
    let length = |part: &[u8]| String::from_utf8_lossy(part).encode_utf16().count();
    let from_utf8 = segments(rules, exceptions, utf8.as_bytes(), length);
    if from_utf8 == from_utf16 { from_utf16 } else { format!("UTF-8 {from_utf8} UTF-16 {from_utf16}") }
}

fn segments<U: CodeUnit>(
    rules: &BreakRules,
    exceptions: Option<&SentenceExceptions>,
    text: &[U],
    length: impl Fn(&[U]) -> usize,
) -> String {
    let words = rules.segments(text);
    let segments: Vec<Segment> = match exceptions {
        Some(exceptions) => exceptions.filter(text, words).collect(),
        None => words.collect(),
    };
    let one = |segment: &Segment| {
        let length = length(&text[segment.start..segment.end]);
        if segment.status == 0 { length.to_string() } else { format!("{length}.{}", segment.status) }
    };
    segments.iter().map(one).collect::<Vec<_>>().join(" ")
}
