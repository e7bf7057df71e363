//! Normalizes parts of a run of code points between two boundaries, for callers with their own text storage.

use super::form::Mode;
use super::normalizer::Normalizer;
use super::record;
use super::span::Scratch;
use super::table;
use crate::unicode::hangul;

/// The result of [`Normalizer::normalize_part`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum NormalizedPart {
    /// The part itself.
    Kept,
    /// A single code point.
    Composed(char),
    /// The code points in the scratch buffers.
    Scratch,
}

impl Normalizer {
    /// Normalizes the first part of a run of code points before a boundary; returns the length of the part and its
    /// result. Not for FCD.
    ///
    /// If the form decomposes, a part is a code point with the following ones whose decomposition starts with a mark;
    /// if it composes, the part is the whole run. Marks in order, and a letter with a mark, do not use [`Scratch`].
    pub(crate) fn normalize_part(
        &self,
        mut text: impl Iterator<Item = u32> + Clone,
        scratch: &mut Scratch,
    ) -> (usize, NormalizedPart) {
        let view = self.table.view(self.composes());
        let read = |c: u32| view.record(char::from_u32(c).unwrap_or('\u{FFFD}'));
        let all = text.clone();
        let Some(c) = text.next() else { return (0, NormalizedPart::Kept) };
        if self.composes() {
            if let (Some(mark), None) = (text.next(), text.next())
                && let Some(part) = self.normalize_pair(c, mark)
            {
                return (2, part);
            }
            let length = all.clone().count();
            self.normalize_span(all, scratch);
            return (length, NormalizedPart::Scratch);
        }
        let record = read(c);
        let (mut length, mut kept, mut last) = (1, record.is_unmapped(), record.lccc());
        for mark in text.map(read).take_while(|record| record.lccc() != 0) {
            kept &= mark.is_unmapped() && mark.lccc() >= last;
            last = mark.lccc();
            length += 1;
        }
        if kept {
            return (length, NormalizedPart::Kept);
        }
        self.normalize_span(all.take(length), scratch);
        (length, NormalizedPart::Scratch)
    }

    /// The decomposition of a code point at the start of a part, for a form that decomposes, if no code point of the
    /// part follows and it is short: the code points up to the count. `next` is the following code point, if it is in
    /// the same run.
    #[inline]
    pub(crate) fn decompose_alone(&self, c: u32, next: Option<u32>) -> Option<([u32; 4], usize)> {
        let view = self.table.view(false);
        let read = |c: u32| char::from_u32(c).map(|c| view.record(c));
        if next.is_some_and(|next| read(next).is_none_or(|record| record.lccc() != 0)) {
            return None;
        }
        let record = read(c)?;
        let mut codes = [c, 0, 0, 0];
        match record.kind() {
            record::COPY | record::NON_STARTER | record::MAYBE => return Some((codes, 1)),
            record::HANGUL => {
                let ([lead, vowel, last], count) = hangul::decompose(c);
                return Some(([lead, vowel, last, 0], count));
            }
            record::COMPOSITE | record::EXPAND => {}
            _ => return None,
        }
        // A decomposition is in canonical order.
        let units = view.decomposed(record);
        let is_short = units.len() <= codes.len() && units.iter().all(|unit| unit & 0xF800 != 0xD800);
        codes.iter_mut().zip(units).for_each(|(code, &unit)| *code = unit.into());
        is_short.then_some((codes, units.len()))
    }

    /// Normalizes two code points between boundaries, the first one a starter, for a form that composes: either their
    /// primary composite or the two of them, [`NormalizedPart::Kept`]. `None` if they decompose.
    #[inline]
    pub(crate) fn normalize_pair(&self, first: u32, second: u32) -> Option<NormalizedPart> {
        let view = self.table.view(true);
        let (first, second) = (char::from_u32(first)?, char::from_u32(second)?);
        let is_simple = view.record(first).kind() == record::COPY && view.record(second).is_unmapped();
        is_simple.then(|| table::compose(first, second).map_or(NormalizedPart::Kept, NormalizedPart::Composed))
    }

    /// Normalizes code points between two boundaries by the slow path; the result is in `scratch`.
    fn normalize_span(&self, text: impl Iterator<Item = u32>, scratch: &mut Scratch) {
        let view = self.table.view(self.composes());
        scratch.clear();
        for c in text.map(|c| char::from_u32(c).unwrap_or('\u{FFFD}')) {
            scratch.decompose(view, c, view.record(c), 0, 0);
        }
        scratch.order();
        if self.composes() {
            scratch.compose(self.mode == Mode::ComposeContiguous);
        }
    }
}
