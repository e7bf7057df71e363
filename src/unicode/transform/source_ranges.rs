//! Maps each element of a transformed text to the piece of the source that it results from.
//!
//! At the start, every code point of the source is one piece. A replacement merges the pieces of the replaced elements
//! into one, whose result is the output (union-find); a later replacement of that output merges its piece again. A
//! piece without elements was deleted.

use super::gap_buffer::BufferElement;
use crate::unicode::part::SlicePart;

/// A range of code points of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SourceRange {
    start: u32,
    end: u32,
    /// The piece that this one is merged into; its own number if none.
    parent: u32,
}

/// The pieces of a text; empty if pieces are not recorded.
#[derive(Debug, Default)]
pub(super) struct SourceRanges {
    pieces: Vec<SourceRange>,
    /// Whether pieces are recorded.
    tracks: bool,
    /// Whether a normalization has the smallest pieces, as in the char filter with `expansion_offsets: cover`.
    is_fine_grained: bool,
}

/// A changed piece: a range of code points of the source, and one of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedPiece {
    /// Index of the first code point in the source.
    pub source_start: usize,
    /// End index in the source.
    pub source_end: usize,
    /// Index of the first code point in the result.
    pub result_start: usize,
    /// End index in the result.
    pub result_end: usize,
}

impl SourceRanges {
    /// Starts with a source of `length` code points.
    pub(super) fn start(&mut self, length: usize, is_fine_grained: bool) {
        self.is_fine_grained = is_fine_grained;
        self.pieces.clear();
        self.pieces.extend((0..length as u32).map(|at| SourceRange { start: at, end: at + 1, parent: at }));
        self.tracks = true;
    }

    /// Whether elements carry pieces.
    pub(super) fn tracks(&self) -> bool {
        self.tracks
    }

    /// Whether a normalization has the smallest pieces.
    pub(super) fn is_fine_grained(&self) -> bool {
        self.is_fine_grained
    }

    fn root(&mut self, mut number: u32) -> u32 {
        while let Some(&SourceRange { parent, .. }) = self.pieces.get(number as usize) {
            if parent == number {
                break;
            }
            let above = self.pieces.get(parent as usize).map_or(parent, |piece| piece.parent);
            if let Some(piece) = self.pieces.get_mut(number as usize) {
                piece.parent = above; // path halving
            }
            number = above;
        }
        number
    }

    fn get(&mut self, element: impl BufferElement) -> Option<SourceRange> {
        let root = self.root(element.piece());
        self.pieces.get(root as usize).copied()
    }

    /// Merges the pieces of replaced elements; returns an element that carries the merged piece, for the code points of
    /// the replacement. If nothing is replaced, the piece is an empty one after `before`, the element before the
    /// replacement.
    #[inline]
    pub(super) fn join<S: BufferElement>(&mut self, replaced: impl Iterator<Item = S>, before: Option<S>) -> S {
        if !S::TRACKS || !self.tracks {
            return S::default();
        }
        let mut joined: Option<u32> = None;
        for element in replaced {
            let root = self.root(element.piece());
            joined = Some(joined.map_or(root, |first| self.unite(first, root)));
        }
        let number = joined.unwrap_or_else(|| {
            let at = before.and_then(|element| self.get(element)).map_or(0, |piece| piece.end);
            let number = self.pieces.len() as u32;
            self.pieces.push(SourceRange { start: at, end: at, parent: number });
            number
        });
        S::new(0, number)
    }

    fn unite(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let (first, second) = (self.pieces.get(one as usize).copied(), self.pieces.get(other as usize).copied());
        if let (Some(first), Some(second)) = (first, second) {
            if let Some(piece) = self.pieces.get_mut(one as usize) {
                *piece =
                    SourceRange { start: first.start.min(second.start), end: first.end.max(second.end), parent: one };
            }
            if let Some(piece) = self.pieces.get_mut(other as usize) {
                piece.parent = one;
            }
        }
        one
    }

    /// The pieces whose text has changed, in order. `source` contains the code points of the source.
    pub(super) fn changed(&mut self, source: &[u32], result: &[u64]) -> Vec<ChangedPiece> {
        let mut changed = Vec::new();
        let (mut read, mut at) = (0, 0);
        while let Some(&element) = result.get(at) {
            let root = self.root(element.piece());
            let Some(piece) = self.pieces.get(root as usize).copied() else { break };
            let first = at;
            while result.get(at).is_some_and(|&next| self.root(next.piece()) == root) {
                at += 1;
            }
            let (start, end) = ((piece.start as usize).max(read), (piece.end as usize).max(read));
            if start > read {
                changed.push(ChangedPiece {
                    source_start: read,
                    source_end: start,
                    result_start: first,
                    result_end: first,
                });
            }
            let same = source.part(start..end).iter();
            if !same.copied().eq(result.part(first..at).iter().map(|element| element.code_point())) {
                changed.push(ChangedPiece {
                    source_start: start,
                    source_end: end,
                    result_start: first,
                    result_end: at,
                });
            }
            read = end;
        }
        if read < source.len() {
            let end = result.len();
            changed.push(ChangedPiece {
                source_start: read,
                source_end: source.len(),
                result_start: end,
                result_end: end,
            });
        }
        changed
    }
}
