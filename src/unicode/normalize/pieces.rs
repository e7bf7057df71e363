//! The edits of a normalization: changed pieces, reported in order (compare ICU's `Edits`).
//!
//! A piece extends from one normalization boundary to a later one and is reported if its text changes. Text between
//! pieces is copied, or replaced code point by code point with equal lengths, so offsets there map one to one. Pieces
//! that differ only by length-preserving replacements may or may not be reported.

use crate::unicode::part::SlicePart;

/// A changed piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'p, U> {
    /// Start offset in the source, in code units.
    pub source_start: usize,
    /// Start offset in the result, in code units.
    pub result_start: usize,
    /// Its text in the source.
    pub source: &'p [U],
    /// Its text in the result, maybe empty.
    pub result: &'p [U],
}

/// Receives the pieces of a normalization.
pub trait Sink<U> {
    /// Whether pieces are to be reported at all.
    const ENABLED: bool = true;

    /// Whether a piece with several source characters is reported in the smallest parts whose order is kept, so that
    /// every part of an expansion can have the span of its source (`expansion_offsets: cover`).
    #[inline]
    fn is_fine_grained(&self) -> bool {
        false
    }

    /// A piece was replaced. Pieces are reported in order.
    fn replaced(&mut self, piece: Piece<'_, U>);

    /// Units were removed, each a piece: those with a bit in `removed` of `source`, which starts at `source_start`. The
    /// kept units start at `result_start`.
    #[inline]
    fn removed(&mut self, source_start: usize, result_start: usize, source: &[U], mut removed: u64) {
        let mut before = 0;
        while removed != 0 {
            let index = removed.trailing_zeros() as usize;
            let source = source.part(index..index + 1);
            let (source_start, result_start) = (source_start + index, result_start + index - before);
            self.replaced(Piece { source_start, result_start, source, result: &[] });
            before += 1;
            removed &= removed - 1;
        }
    }

    /// Discards pieces that start at or after this source offset: the text is normalized again as part of a longer
    /// piece.
    fn rewind(&mut self, source_start: usize);
}

/// Ignores all edits.
impl<U> Sink<U> for () {
    const ENABLED: bool = false;

    #[inline]
    fn replaced(&mut self, _: Piece<'_, U>) {}

    #[inline]
    fn rewind(&mut self, _: usize) {}
}
