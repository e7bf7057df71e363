//! One rule of a pass.

use super::pattern::{OBJECT, PatternObject, PatternToken, is_one_code_point};
use crate::unicode::part::SlicePart;
use std::ops::Range;

/// A rule, in the direction in which it runs.
#[derive(Debug)]
pub(super) struct TransformRule {
    /// The pattern (ante context, key and post context), then the output: one allocation, since a script may have
    /// thousands of rules.
    pub(super) tokens: Box<[PatternToken]>,
    pub(super) pattern_end: u32,
    pub(super) key_start: u32,
    pub(super) key_end: u32,
    /// The cursor position after the replacement, in tokens of the output; beyond the output, in code points of the
    /// text.
    pub(super) cursor: i32,
    pub(super) segments: u32,
    /// Byte offset in the rule text, for errors.
    pub(super) offset: u32,
    pub(super) anchor_start: bool,
    pub(super) anchor_end: bool,
}

impl TransformRule {
    /// A rule with the cursor at the end of its output, without segments and anchors. `key`: the range of the key in
    /// the pattern.
    pub(super) fn new(pattern: &[PatternToken], key: Range<usize>, output: &[PatternToken]) -> TransformRule {
        TransformRule {
            tokens: [pattern, output].concat().into(),
            pattern_end: pattern.len() as u32,
            key_start: key.start as u32,
            key_end: key.end as u32,
            cursor: output.len() as i32,
            segments: 0,
            offset: 0,
            anchor_start: false,
            anchor_end: false,
        }
    }

    /// Ante context, key and post context.
    pub(super) fn pattern(&self) -> &[PatternToken] {
        self.tokens.part(..self.pattern_end as usize)
    }

    #[inline]
    pub(super) fn output(&self) -> &[PatternToken] {
        self.tokens.part(self.pattern_end as usize..)
    }

    /// The start of the key in the pattern.
    pub(super) fn key_start(&self) -> usize {
        self.key_start as usize
    }

    /// The end of the key in the pattern.
    pub(super) fn key_end(&self) -> usize {
        self.key_end as usize
    }

    pub(super) fn ante(&self) -> &[PatternToken] {
        self.pattern().part(..self.key_start())
    }

    pub(super) fn key(&self) -> &[PatternToken] {
        self.pattern().part(self.key_start()..self.key_end())
    }

    /// The key and the post context.
    pub(super) fn key_and_post(&self) -> &[PatternToken] {
        self.pattern().part(self.key_start()..)
    }

    pub(super) fn post(&self) -> &[PatternToken] {
        self.pattern().part(self.key_end()..)
    }

    /// Whether the rule matches in any context at each code point that may start its key.
    pub(super) fn always_matches(&self, objects: &[PatternObject]) -> bool {
        let [token] = *self.pattern() else { return false };
        let is_key = self.key_start == 0 && self.key_end == 1;
        is_key && !self.anchor_start && !self.anchor_end && is_one_code_point(token, objects)
    }

    /// Whether the output is literal, with the cursor at its end.
    pub(super) fn is_literal(&self) -> bool {
        self.cursor as usize == self.output().len() && self.has_literal_output()
    }

    /// Whether the output is literal.
    pub(super) fn has_literal_output(&self) -> bool {
        self.output().iter().all(|&token| token < OBJECT)
    }
}
