//! Characters of all kinds: runs of those that mean the same wherever they stand, and one of any kind.

use super::super::ce;
use super::super::collator::Collator;
use super::decode::{decode, is_wide};
use super::item::{IS_DIGIT, NO_MARKS};
use super::line::wide;
use super::low;
use super::writer::Writer;
use super::{Reading, STRIDE};
use crate::unicode::text::CodeUnit;

/// Writes characters that nothing far away matters for, as long as they come; where the first other one is.
#[inline]
pub(super) fn plain<U: CodeUnit>(collator: &Collator, text: &[U], start: usize, writer: &mut Writer<'_>) -> usize {
    let mut at = start;
    while at < text.len() {
        let stop = text.len().min(at + STRIDE);
        // The last one may end behind `stop`, with the one that it changes places with.
        writer.make_room(stop - at + 1);
        while at < stop {
            let first = at;
            at = if is_wide(text, at) {
                wide(collator, text, at, stop, writer)
            } else {
                low::simple(collator.items(), collator.way().simple_mask, text, at, stop, writer)
            };
            if at == first {
                return at;
            }
        }
    }
    at
}

impl<U: CodeUnit> Reading<'_, '_, U> {
    /// Writes one character and what goes with it; where to go on.
    #[inline]
    pub(super) fn one(&mut self, at: usize) -> usize {
        let Some((c, length)) = decode(self.text, at) else { return self.text.len() };
        let item = self.items.get(c).unwrap_or_else(|| self.primaries.of_entry(self.tables.entry(c)));
        if item & self.special & IS_DIGIT != 0
            && let Some((primary, length)) = low::number(self.collator, self.text, at)
        {
            self.writer.ce(ce::from_primary(primary));
            return at + length;
        }
        let special = item & self.special;
        if special == 0 || special == NO_MARKS && !self.mark_places.may_hold(self.text, at + length) {
            self.writer.item(item);
            return at + length;
        }
        self.special(c, at, length, item)
    }
}
