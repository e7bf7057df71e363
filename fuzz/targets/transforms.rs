//! Transform rules and ids are rejected with a location, or the transform terminates, with equal results in both
//! encodings and with a used runner.

use super::source::Source;
use super::unicode_sets::check_location;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform, TransformError};

/// The input: a direction, rules or an id, and a text.
pub fn run(data: &[u8]) {
    let (choice, data) = data.split_first().unwrap_or((&0, &[]));
    let (rules, text) = data.split_at(data.len() / 2);
    let (rules, text) = (Source::new(rules).text(), Source::new(text).text());
    let direction = if choice & 1 == 0 { Direction::Forward } else { Direction::Reverse };
    let limits = Limits { length: 4096, ..Limits::default() };
    let made = if choice & 2 == 0 {
        Transform::from_rules(&rules, direction, &limits)
    } else {
        Transform::new(&rules, direction)
    };
    match made {
        Ok(transform) => check(&transform, &text),
        Err(TransformError::Rules(error)) if choice & 2 == 0 => check_location(&error, &rules),
        Err(_) => {}
    }
}

fn check(transform: &Transform, text: &str) {
    let wide: Vec<u16> = text.encode_utf16().collect();
    let mut runner = Runner::default();
    let from_utf16 = runner.transform_with_pieces(transform, &wide).map(|()| result(&mut runner, text));
    if from_utf16.is_ok() {
        check_pieces(&mut runner, text);
    }
    let from_utf8 = runner.transform(transform, text.as_bytes()).map(|()| result(&mut runner, text));
    assert_eq!(from_utf8, from_utf16, "{text:?}");
}

fn result(runner: &mut Runner, text: &str) -> String {
    let mut bytes = Vec::new();
    runner.write(text.as_bytes(), |units: &[u8]| bytes.extend_from_slice(units));
    String::from_utf8(bytes).expect("UTF-8")
}

/// The source with its edits applied is the result.
fn check_pieces(runner: &mut Runner, text: &str) {
    let source: Vec<char> = text.chars().collect();
    let mut rebuilt = String::new();
    let mut read = 0;
    for piece in runner.pieces() {
        assert!(read <= piece.source_start && piece.source_start <= piece.source_end, "{piece:?}");
        rebuilt.extend(&source[read..piece.source_start]);
        assert_eq!(rebuilt.chars().count(), piece.result_start, "{piece:?}");
        rebuilt.extend(runner.result(piece.result_start, piece.result_end));
        read = piece.source_end;
    }
    rebuilt.extend(&source[read..]);
    assert_eq!(rebuilt, result(runner, text));
}
