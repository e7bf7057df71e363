//! What a normalization tells about places: changed pieces, in order, as they are made.
//!
//! A piece goes from one normalization boundary to a later one and is told when its text changes. Text between pieces is
//! copied or replaced one code point by one of the same length, so places there move along one to one. Pieces that
//! differ in nothing but length-preserving replacements may or may not be told.

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

    /// Units went, each a piece of its own: those marked in `gone` of `source`, which starts at `source_start`. What stays of it
    /// starts at `result_start`.
    #[inline]
    fn gone(&mut self, source_start: usize, result_start: usize, source: &[U], mut gone: u64) {
        let mut before = 0;
        while gone != 0 {
            let place = gone.trailing_zeros() as usize;
            let source = source.get(place..place + 1).unwrap_or(&[]);
            let (source_start, result_start) = (source_start + place, result_start + place - before);
            self.replaced(Piece { source_start, result_start, source, result: &[] });
            before += 1;
            gone &= gone - 1;
        }
    }

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
