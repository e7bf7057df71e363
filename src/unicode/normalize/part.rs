//! Normalizes parts of a run of code points between two boundaries, for callers with their own text storage.

use super::form::Mode;
use super::normalizer::Normalizer;
use super::record;
use super::span::Scratch;
use super::table::{self, hangul_jamo};

/// The result of [`Normalizer::normalize_part`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum NormalizedPart {
    /// The part itself.
    Kept,
    /// Two or three jamo; the number is the count.
    Hangul([char; 3], usize),
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
    /// if it composes, the part is the whole run. Most parts do not use [`Scratch`]: a syllable, a decomposition, marks
    /// in order, a letter with a mark.
    pub(crate) fn normalize_part(
        &self,
        mut text: impl Iterator<Item = u32> + Clone,
        scratch: &mut Scratch,
    ) -> (usize, NormalizedPart) {
        let view = self.table.view(self.composes());
        let read = |c: u32| {
            let c = char::from_u32(c).unwrap_or('\u{FFFD}');
            (c, view.record(c))
        };
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
        let (first, record) = read(c);
        let (mut length, mut kept, mut last) = (1, record.is_unmapped(), record.lccc());
        for (_, mark) in text.map(read).take_while(|(_, record)| record.lccc() != 0) {
            kept &= mark.is_unmapped() && mark.lccc() >= last;
            last = mark.lccc();
            length += 1;
        }
        if kept {
            return (length, NormalizedPart::Kept);
        }
        if length == 1 && record.kind() == record::HANGUL {
            let (jamo, count) = hangul_jamo(first);
            return (1, NormalizedPart::Hangul(jamo, count));
        }
        if length == 1 {
            // A decomposition is in canonical order.
            scratch.decompose_one(view, first, record);
        } else {
            self.normalize_span(all.take(length), scratch);
        }
        (length, NormalizedPart::Scratch)
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
