//! Canonical decomposition of single code points, for callers that write the decomposed text in a form of their own.

use super::record;
use super::span::{Scratch, chars_of_utf16};
use super::table::{ActiveBits, TableView, is_active};
use crate::unicode::hangul;

/// The decomposition of code points by the table of a form; they are put in canonical order by the caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decomposer<'n> {
    view: TableView<'n>,
    bits: &'n ActiveBits,
}

/// A code point that decomposes or is a mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decomposed<'n> {
    /// The combining classes of the first and of the last code point.
    pub first_class: u8,
    pub last_class: u8,
    pub parts: DecompositionParts<'n>,
}

/// The code points of a decomposition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DecompositionParts<'n> {
    One(u32),
    /// The jamo of a Hangul syllable; the number is their count.
    Jamo([u32; 3], usize),
    /// A string in UTF-16.
    String(&'n [u16]),
}

impl<'n> Decomposer<'n> {
    /// By the table of a form that decomposes and removes nothing, and its code points that have an action.
    pub(super) fn new(view: TableView<'n>, bits: &'n ActiveBits) -> Decomposer<'n> {
        Decomposer { view, bits }
    }

    /// Whether a code point may be a mark or decompose. Others are starters that stay.
    #[inline(always)]
    pub(crate) fn may_change(&self, code: u32) -> bool {
        code > 0xFFFF || is_active(self.bits, code >> 6, code)
    }

    /// The decomposition of a code point.
    #[inline]
    pub(crate) fn decompose(&self, code: u32) -> Decomposed<'n> {
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        let record = self.view.record(c);
        let parts = match record.kind() {
            record::COMPOSITE | record::EXPAND | record::NEEDS_CONTEXT => {
                DecompositionParts::String(self.view.decomposed(record))
            }
            record::HANGUL => {
                let (jamo, count) = hangul::decompose(code);
                DecompositionParts::Jamo(jamo, count)
            }
            record::SIMPLE => DecompositionParts::One(record.target(c).into()),
            _ => DecompositionParts::One(code),
        };
        Decomposed { first_class: record.lccc(), last_class: record.tccc(), parts }
    }

    /// Calls `each` with the code points of a text decomposed and in canonical order. False if memory ran out.
    pub(crate) fn in_order(
        &self,
        text: impl Iterator<Item = u32>,
        scratch: &mut Scratch,
        each: impl FnMut(u32),
    ) -> bool {
        scratch.clear();
        for c in text.map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)) {
            scratch.decompose(self.view, c, self.view.record(c), 0, 0);
        }
        scratch.order();
        scratch.code_points().map(u32::from).for_each(each);
        !scratch.take_failure()
    }
}

impl DecompositionParts<'_> {
    /// Calls `each` with the code points.
    #[inline(always)]
    pub(crate) fn for_each(self, mut each: impl FnMut(u32)) {
        match self {
            DecompositionParts::One(code) => each(code),
            DecompositionParts::Jamo(jamo, count) => jamo.into_iter().take(count).for_each(each),
            DecompositionParts::String(units) => chars_of_utf16(units).for_each(|c| each(c.into())),
        }
    }
}
