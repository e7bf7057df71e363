//! The start of a text, which is the whole of a short one: written without a writer, its lower levels straight into the key.

use super::super::collator::Collator;
use super::decode::is_wide;
use super::lower::{LowerWeights, end_levels, end_usual_levels};
use super::writer::MOST;
use super::{line, low};
use crate::unicode::text::CodeUnit;

/// Units of a short text, and room for what they write.
pub(super) const SHORT: usize = 64;
pub(crate) const ROOM: usize = MOST * SHORT + LowerWeights::MOST;

/// How far the key of a text is, or that of a stretch in it: what is written then counts from where the stretch begins.
#[derive(Default)]
pub(super) struct Start {
    /// In the text,
    pub(super) at: usize,
    /// and on the first level.
    pub(super) written: usize,
    /// The lead byte that is left out when it repeats; 0 for none.
    pub(super) run_lead: u32,
    /// The end of what was shifted last: marks after it are ignored.
    pub(super) after_variable: Option<usize>,
    pub(super) lower: LowerWeights,
}

impl Start {
    /// So many units at the start of the text are written, in so many bytes; their elements have common lower weights.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize, written: usize, elements: usize) {
        (self.at, self.written) = (at, written);
        self.lower.add_common(elements);
    }

    /// Writes the key of a short text to the start of `out` and gives its length; `None` where the text is not short, or something
    /// depends on context: then a writer goes on from here.
    #[inline(always)]
    pub(super) fn whole<U: CodeUnit>(
        &mut self,
        collator: &Collator,
        text: &[U],
        out: &mut [u8; ROOM],
    ) -> Option<usize> {
        let stop = text.len().min(SHORT);
        loop {
            let before = self.at;
            if is_wide(text, before) {
                line::start(collator, text, stop, self, out);
            } else {
                low::start(collator, text, stop, self, out);
            }
            if self.at == text.len() {
                let way = collator.way();
                // Kana have many weights that are not common; letters of alphabets seldom have.
                let usual = if is_wide(text, 0) { end_usual_levels(way, &self.lower, out, self.written) } else { None };
                return Some(usual.unwrap_or_else(|| end_levels(way, &self.lower, out, self.written)));
            }
            if self.at == before || self.at >= stop {
                return None;
            }
        }
    }
}
