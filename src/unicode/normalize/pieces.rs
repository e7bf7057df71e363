//! What a normalization tells about places: changed pieces, in order, as they are made.
//!
//! A piece goes from one normalization boundary to a later one and is told when its text changes. Text between pieces is
//! copied or replaced one code point by one of the same length, so places there move along one to one. Pieces that
//! differ in nothing but length-preserving replacements may or may not be told.

use crate::unicode::text::CodeUnit;

/// A changed piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'p, U> {
    /// Where it starts in the source, in code units.
    pub source_start: usize,
    /// Where it starts in the result, in code units.
    pub result_start: usize,
    /// Its text in the source.
    pub source: &'p [U],
    /// Its text in the result, maybe empty.
    pub result: &'p [U],
}

/// Receives the pieces of a normalization.
pub trait Sink<U> {
    /// Whether anybody listens.
    const LISTENS: bool = true;

    /// Whether a piece with several source characters is told in the smallest parts that keep their order, so that every
    /// part of an expansion can be given the span of its own source (`expansion_offsets: cover`).
    const PARTS: bool;

    /// A piece was replaced; pieces come in order.
    fn replaced(&mut self, piece: Piece<'_, U>);

    /// Pieces that start at or after this place of the source are void: they are normalized again as part of a longer
    /// piece.
    fn rewind(&mut self, source_start: usize);
}

/// Nobody listens.
impl<U> Sink<U> for () {
    const LISTENS: bool = false;
    const PARTS: bool = false;

    #[inline]
    fn replaced(&mut self, _: Piece<'_, U>) {}

    #[inline]
    fn rewind(&mut self, _: usize) {}
}

impl<U: CodeUnit> Piece<'_, U> {
    /// The place in the source, relative to the piece, that a place in the result stands for by the mainline's rule
    /// (lengths counted in UTF-16 units whatever the encoding, places in units of `U`):
    ///
    /// * not longer than the source: one to one, the end stands for the end;
    /// * longer by n: the first n + 1 places stand for the start, the rest one to one.
    ///
    /// A place within a code point stands for that code point's start.
    pub fn source_place(&self, result_place: usize) -> usize {
        if result_place >= self.result.len() {
            return self.source.len();
        }
        let before = utf16_length(self.result, result_place);
        let (source, result) =
            (utf16_length(self.source, self.source.len()), utf16_length(self.result, self.result.len()));
        let utf16 = if result <= source { before } else { before.saturating_sub(result - source) };
        place_of_utf16(self.source, utf16)
    }
}

/// The UTF-16 length of the code points before a place.
pub(crate) fn utf16_length<U: CodeUnit>(text: &[U], end: usize) -> usize {
    if U::MAX_UNITS == 2 {
        return end.min(text.len());
    }
    let (mut at, mut length) = (0, 0);
    while let Some((c, units)) = U::decode(text, at) {
        if at + units > end {
            break;
        }
        at += units;
        length += c.len_utf16();
    }
    length
}

/// The place in units of `U` of a UTF-16 place, at a code point's start.
fn place_of_utf16<U: CodeUnit>(text: &[U], utf16: usize) -> usize {
    if U::MAX_UNITS == 2 {
        return utf16.min(text.len());
    }
    let (mut at, mut length) = (0, 0);
    while let Some((c, units)) = U::decode(text, at) {
        if length + c.len_utf16() > utf16 {
            break;
        }
        at += units;
        length += c.len_utf16();
    }
    at
}
