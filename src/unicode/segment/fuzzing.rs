//! The bodies of fuzz targets: pure functions that panic if a property fails. Property tests call them with fragments
//! of rules and sets; the feature `fuzzing` exports them for `cargo fuzz`.
#![allow(clippy::panic, clippy::indexing_slicing, reason = "a panic is how a fuzz target reports a failure")]

use super::rules::reference_segments;
use super::{BreakRules, Segment};
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::set::UnicodeSet;
use crate::unicode::text::{CodeUnit, code_points};

/// The maximum length of a text for the reference implementation.
const MAX_CHARACTERS: usize = 300;

/// Checks a set pattern: it is accepted, or rejected at an offset inside it; the matcher equals the set.
pub fn set(pattern: &str) {
    let set = match UnicodeSet::parse(pattern) {
        Ok(set) => set,
        Err(error) => return check_location(pattern, &error),
    };
    let matcher = set.matcher();
    let near = set.ranges().take(50).flat_map(|(first, last)| [first.wrapping_sub(1), first, last, last + 1]);
    for c in near.chain([0, 0x61, 0x3042, 0x10_FFFF]).filter_map(char::from_u32) {
        assert_eq!(matcher.contains(c), set.contains(c.into()), "{pattern:?} at U+{:04X}", u32::from(c));
    }
    let mut twice = set.clone();
    twice.complement();
    twice.complement();
    assert!(twice.ranges().eq(set.ranges()), "{pattern:?} twice complemented");
}

/// Checks break rules: they compile, or are rejected at an offset inside them.
pub fn rules(text: &str) {
    if let Err(error) = BreakRules::compile(text, &Limits::default()) {
        check_location(text, &error);
    }
}

/// Checks break rules and a text: the segments cover the text, equal those of the reference implementation, and are
/// equal in both encodings.
pub fn rules_and_text(rules: &str, text: &str) {
    let Ok(compiled) = BreakRules::compile(rules, &Limits::default()) else { return };
    let text: String = text.chars().take(MAX_CHARACTERS).collect();
    let units: Vec<u16> = text.encode_utf16().collect();
    let utf8 = in_characters(text.as_bytes(), compiled.segments_without_dictionaries(text.as_bytes()));
    assert_eq!(
        utf8,
        in_characters(&units, compiled.segments_without_dictionaries(&units)),
        "encodings: {rules:?} on {text:?}"
    );
    let characters: Vec<char> = text.chars().collect();
    if let Some(reference) = reference_segments(rules, &characters) {
        assert_eq!(utf8, reference, "{rules:?} on {text:?}");
    }
    // With dictionaries, too, every unit belongs to exactly one segment.
    let words = compiled.segments(text.as_bytes()).fold(0, |end, word| {
        assert!(word.start == end && word.end > end, "a gap: {rules:?} on {text:?}");
        word.end
    });
    assert_eq!(words, text.len(), "{rules:?} on {text:?}");
}

fn in_characters<U: CodeUnit>(text: &[U], segments: impl Iterator<Item = Segment>) -> Vec<(usize, u32)> {
    let mut end = 0;
    let mut characters = 0;
    segments
        .map(|segment| {
            assert!(segment.start == end && segment.end > end, "segments follow each other");
            characters += code_points(&text[segment.start..segment.end]).count();
            end = segment.end;
            (characters, segment.status)
        })
        .collect()
}

fn check_location(text: &str, error: &RuleError) {
    assert!(error.offset <= text.len() && error.line > 0 && error.column > 0, "{error:?} in {text:?}");
}
