//! One side of a transform rule as tokens, with the positions of contexts, cursor and anchors.

use super::pattern::{OBJECT, PatternToken};
use crate::unicode::part::SlicePart;

/// One side of a rule: its tokens, and the positions of contexts, cursor and anchors.
#[derive(Debug, Default)]
pub(super) struct RuleSide {
    pub(super) tokens: Vec<PatternToken>,
    /// The number of tokens before `{`, `}` and `|`.
    pub(super) ante: Option<usize>,
    pub(super) post: Option<usize>,
    pub(super) cursor: Option<usize>,
    /// The number of `@` signs; negative if they follow the cursor (`|@@text`), positive if it follows them
    /// (`text@@|`).
    pub(super) cursor_offset: isize,
    /// The number of tokens before the signs of a positive offset.
    pub(super) cursor_offset_at: usize,
    /// Whether the side has the anchor `^`, or `$`.
    pub(super) anchor_start: bool,
    pub(super) anchor_end: bool,
}

impl RuleSide {
    /// Appends an escaped code point. A trail surrogate joins with the lead surrogate before it, unless a segment, a
    /// context or the cursor is between them; `first` is the number of tokens before the segment.
    pub(super) fn push_escape(&mut self, value: PatternToken, first: usize) {
        let length = self.tokens.len();
        let is_apart = length == first || [self.ante, self.post, self.cursor].contains(&Some(length));
        let lead = self.tokens.last_mut().filter(|_| !is_apart && (0xDC00..0xE000).contains(&value));
        match lead {
            Some(lead @ 0xD800..0xDC00) => *lead = 0x1_0000 + ((*lead & 0x3FF) << 10) + (value & 0x3FF),
            _ => self.tokens.push(value),
        }
    }

    /// The position of the cursor in UTF-16 code units.
    pub(super) fn cursor_unit(&self) -> Option<usize> {
        self.cursor.map(|cursor| units(self.tokens.part(..cursor.min(self.tokens.len()))))
    }

    /// Removes contexts and anchors: of `↔`, the output is the text between the contexts of the other direction.
    pub(super) fn drop_context(&mut self) {
        let (from, to) = (self.ante.unwrap_or(0), self.post.unwrap_or(self.tokens.len()));
        self.tokens = self.tokens.part(from..to).to_vec();
        (self.ante, self.post, self.anchor_start, self.anchor_end) = (None, None, false, false);
    }
}

/// The number of UTF-16 code units of tokens; an object has one, as the private use character that represents it in
/// ICU.
pub(super) fn units(tokens: &[PatternToken]) -> usize {
    let is_supplementary = |&&token: &&PatternToken| (0x1_0000..OBJECT).contains(&token);
    tokens.len() + tokens.iter().filter(is_supplementary).count()
}
