//! Characters of all kinds: runs of those that mean the same wherever they stand, and one of any kind.

use super::super::collator::Collator;
use super::decode::{LOW, decode, is_wide, last_end, wide_at, wide_length};
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST};
use super::item::{IS_DIGIT, Item, NO_MARKS};
use super::line::{ideographs, wide};
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
        // One more of those here writes what two characters write.
        writer.make_room(stop - at + 2);
        while at < stop {
            let first = at;
            at = if is_wide(text, at) {
                match ideographs_at(collator, text, at, stop, writer) {
                    end if end > at => end,
                    _ => wide(collator, text, at, stop, writer),
                }
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

/// The same for ideographs where no run of one lead byte has to be ended: often that is the whole text.
#[inline(always)]
fn ideographs_at<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    at: usize,
    stop: usize,
    writer: &mut Writer<'_>,
) -> usize {
    let items = collator.items();
    if writer.state.run_lead != 0 || !wide_at(text, at).is_some_and(|c| items.is_plain_han(c)) {
        return at;
    }
    let text = text.get(at..last_end(text, stop)).unwrap_or(&[]);
    let run = ideographs(items, collator.bmp_entries(), text, writer.primary_room());
    writer.wrote_simple(run.bytes, run.elements);
    at + run.characters * wide_length::<U>()
}

impl<U: CodeUnit> Reading<'_, '_, U> {
    /// Writes one character and what goes with it; where to go on.
    #[inline]
    pub(super) fn one(&mut self, at: usize) -> usize {
        let Some((c, length)) = decode(self.text, at) else { return self.text.len() };
        let item = if c < LOW as u32 {
            self.items.low(c)
        } else if let Some(item) = self.items.in_page(c) {
            item
        } else {
            return self.other_script(c, at, length);
        };
        if item & self.special & IS_DIGIT != 0
            && let Some((item, length)) = low::number(self.collator, self.text, at)
        {
            self.writer.item(item);
            return at + length;
        }
        self.with_item(c, at, length, item)
    }

    /// Writes the item of a character, unless it is special; where to go on.
    #[inline(always)]
    fn with_item(&mut self, c: u32, at: usize, length: usize, item: Item) -> usize {
        let special = item & self.special;
        if special == 0 || special == NO_MARKS && !self.mark_places.may_hold(self.text, at + length) {
            self.writer.item(item);
            return at + length;
        }
        self.special(c, at, length, item)
    }

    #[inline]
    fn other_script(&mut self, c: u32, at: usize, length: usize) -> usize {
        let syllable = c.wrapping_sub(HANGUL_FIRST);
        if syllable < HANGUL_COUNT
            && let Some(hangul) = &self.items.hangul
        {
            self.writer.with_pen(|pen| hangul.write(syllable, pen));
            return at + length;
        }
        let entry = self.tables.entry(c);
        if self.items.is_plain_han(c)
            && let Some(primary) = self.items.plain_primary(entry)
        {
            self.writer.plain(primary);
            return at + length;
        }
        self.with_item(c, at, length, self.primaries.of_entry(entry))
    }
}
