//! The edits of a normalization, for the offset map of a char filter.

use crate::analysis::offset_map_builder::{Edit, have_same_boundaries};
use crate::unicode::normalize::{Piece, Sink};
use crate::unicode::text::{CodeUnit, Encoding};

/// Collects the edits of a normalization.
pub(super) struct EditCollector<'e> {
    edits: &'e mut Vec<Edit>,
    /// See [`Sink::is_fine_grained`].
    is_fine_grained: bool,
    out_of_memory: bool,
}

impl<'e> EditCollector<'e> {
    /// Creates a collector that appends to `edits`.
    pub(super) fn new(edits: &'e mut Vec<Edit>, is_fine_grained: bool) -> EditCollector<'e> {
        EditCollector { edits, is_fine_grained, out_of_memory: false }
    }

    /// Whether edits are missing, because memory ran out.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.out_of_memory
    }
}

impl<U: CodeUnit> Sink<U> for EditCollector<'_> {
    #[inline]
    fn is_fine_grained(&self) -> bool {
        self.is_fine_grained
    }

    #[inline]
    fn replaced(&mut self, piece: Piece<'_, U>) {
        // In UTF-16 such a piece is not reported, since its offsets map one to one.
        if U::ENCODING == Encoding::Utf16 && !self.is_fine_grained && have_same_boundaries(piece.source, piece.result) {
            return;
        }
        if self.edits.try_reserve(1).is_err() {
            self.out_of_memory = true;
            return;
        }
        let (source, result) = (piece.source_start, piece.result_start);
        // Beyond 2^32 units the result exceeds the limit of a filtered text, which is reported after the call.
        let unit = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.edits.push(Edit {
            source: source as u32..(source + piece.source.len()) as u32,
            result: unit(result)..unit(result + piece.result.len()),
        });
    }

    #[inline]
    fn removed(&mut self, source_start: usize, result_start: usize, _: &[U], mut removed: u64) {
        if self.edits.try_reserve(removed.count_ones() as usize).is_err() {
            self.out_of_memory = true;
            return;
        }
        let (source, mut result) = (source_start as u32, result_start as u32);
        while removed != 0 {
            let index = removed.trailing_zeros();
            let (from, at) = (source + index, result.wrapping_add(index));
            self.edits.push(Edit { source: from..from + 1, result: at..at });
            result = result.wrapping_sub(1);
            removed &= removed - 1;
        }
    }

    #[inline]
    fn rewind(&mut self, source_start: usize) {
        while self.edits.last().is_some_and(|edit| edit.source.start as usize >= source_start) {
            self.edits.pop();
        }
    }
}
