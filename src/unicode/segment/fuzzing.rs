//! What fuzz targets call: pure functions that panic where something is wrong. The property tests call them with pieces of
//! rules and sets; with the feature `fuzzing` they are there for `cargo fuzz`.
#![allow(clippy::panic, clippy::indexing_slicing, reason = "a panic is how a fuzz target tells what it found")]

use super::rules::plain_segments;
use super::{BreakRules, Segment};
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::set::UnicodeSet;
use crate::unicode::text::{CodeUnit, code_points};

/// Longest text that the plain executor gets.
const MOST_CHARACTERS: usize = 300;

/// A set pattern: it is read, or refused at a place inside it; the flat table answers as the set itself.
pub fn set(pattern: &str) {
    let set = match UnicodeSet::parse(pattern) {
        Ok(set) => set,
        Err(error) => return has_a_place(pattern, &error),
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

/// Break rules: they compile, or are refused at a place inside them.
pub fn rules(text: &str) {
    if let Err(error) = BreakRules::compile(text, &Limits::default()) {
        has_a_place(text, &error);
    }
}

/// Break rules and a text: the segments cover the text, are those of the plain executor, and are alike in both encodings.
pub fn rules_and_text(rules: &str, text: &str) {
    let Ok(compiled) = BreakRules::compile(rules, &Limits::default()) else { return };
    let text: String = text.chars().take(MOST_CHARACTERS).collect();
    let units: Vec<u16> = text.encode_utf16().collect();
    let utf8 = in_characters(text.as_bytes(), compiled.segments(text.as_bytes()));
    assert_eq!(utf8, in_characters(&units, compiled.segments(&units)), "encodings: {rules:?} on {text:?}");
    let characters: Vec<char> = text.chars().collect();
    if let Some(plain) = plain_segments(rules, &characters) {
        assert_eq!(utf8, plain, "{rules:?} on {text:?}");
    }
    // With dictionaries too every unit is in one segment.
    let words = compiled.words(text.as_bytes()).fold(0, |end, word| {
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

fn has_a_place(text: &str, error: &RuleError) {
    assert!(error.offset <= text.len() && error.line > 0 && error.column > 0, "{error:?} in {text:?}");
}
