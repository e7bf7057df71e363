//! Regular expressions of Java are rejected with a reason, or mark the same terms in both encodings.

use super::chains::check;
use unic_analysis::config::{self, CompileOptions, ErrorCategory};

const TEXT: &str = "a B1 _ é C++ 😀 ٣ ẞ [a-z] x{2} 東京 -- \\Q]\\E & (b|c)*";

/// Pieces of patterns, one for each byte from 80 on; other bytes are ASCII.
const PIECES: [&str; 32] = [
    "\\Q",
    "\\E",
    "(?i)",
    "(?x)",
    "(?U)",
    "(?:",
    "(?<n>",
    "[^",
    "&&",
    "[a-z]",
    "\\p{L}",
    "\\P{Lu}",
    "\\p{IsLatin}",
    "\\p{Alpha}",
    "\\w",
    "\\W",
    "\\d",
    "\\s",
    "\\b",
    "\\h",
    "\\x{1F600}",
    "\\uD83D\\uDE00",
    "\\041",
    "{2,3}",
    "{1}",
    "*?",
    "++",
    "\\R",
    "😀",
    "é",
    "\\cA",
    "\\p{sc=Greek}",
];

/// The input: the pattern.
pub fn run(data: &[u8]) {
    let piece = |byte: &u8| match byte.checked_sub(0x80) {
        Some(number) => PIECES[usize::from(number) % PIECES.len()].to_owned(),
        None => char::from(*byte).to_string(),
    };
    let pattern: String = data.iter().map(piece).collect();
    let marker = serde_json::json!({"type": "keyword_marker", "keywords_pattern": pattern});
    let json = serde_json::json!({"tokenizer": "whitespace", "filter": [marker]}).to_string();
    match config::compile(json.as_bytes(), None, &CompileOptions::default()) {
        Ok(compiled) => check(&compiled.analyzer, TEXT),
        Err(errors) => {
            let error = errors.first();
            assert!(matches!(error.category, ErrorCategory::Syntax | ErrorCategory::Limit), "{error:?} {pattern:?}");
            assert!(error.found.contains(": "), "no reason: {error:?} {pattern:?}");
        }
    }
}
