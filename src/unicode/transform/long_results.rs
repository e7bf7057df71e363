//! The results of code points that fit in no cell of a table.

use crate::unicode::text::{self, CodeUnit, REPLACEMENT};

/// Results by code point, in ascending order.
#[derive(Debug, Default)]
pub(super) struct LongResults(Vec<(char, String)>);

impl LongResults {
    /// Adds the result of a code point that is greater than all before.
    pub(super) fn push(&mut self, c: char, result: &str) {
        self.0.push((c, result.to_owned()));
    }

    /// Appends the result of a code point, or the code point itself if it has none; U+FFFD for an ill-formed sequence.
    #[inline(never)]
    pub(super) fn append<U: CodeUnit>(&self, code: u32, out: &mut Vec<U>) {
        let c = char::from_u32(code).unwrap_or(REPLACEMENT);
        match self.0.binary_search_by_key(&c, |(c, _)| *c).ok().and_then(|at| self.0.get(at)) {
            Some((_, result)) => result.chars().for_each(|c| text::push(out, c)),
            None => text::push(out, c),
        }
    }
}
