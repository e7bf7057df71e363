//! The offsets of tokens in the original text.

use crate::analysis::batch::BatchToken;
use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_unit::{OffsetCounter, OffsetUnit};
use crate::unicode::text::CodeUnit;

/// Converts offsets in the filtered text to offsets in the original, in the caller's unit. State is kept from token to
/// token, so that ascending offsets take linear time in total.
#[derive(Default)]
pub(super) struct OffsetCorrector {
    unit: OffsetUnit,
    /// The hints of [`OffsetMap::start`] and [`OffsetMap::end`].
    start_hint: usize,
    end_hint: usize,
    counter: OffsetCounter,
    last_start: u32,
}

impl OffsetCorrector {
    /// Creates a corrector for one text.
    pub(super) fn new(unit: OffsetUnit) -> OffsetCorrector {
        OffsetCorrector { unit, ..OffsetCorrector::default() }
    }

    /// Whether no conversion is needed.
    #[inline]
    pub(super) fn is_identity<U: CodeUnit>(&self, map: &OffsetMap) -> bool {
        map.is_identity() && self.unit.is_native(U::ENCODING)
    }

    /// The last start offset.
    #[inline]
    pub(super) fn last_start(&mut self) -> &mut u32 {
        &mut self.last_start
    }

    /// The offsets of a token: corrected through the char filters, then converted to the caller's unit. `text` is the
    /// original.
    #[inline]
    pub(super) fn correct<U: CodeUnit>(&mut self, token: &BatchToken, text: &[U], map: &OffsetMap) -> (u32, u32) {
        let start = map.start(token.start, &mut self.start_hint);
        let end = map.end(token.end, &mut self.end_hint);
        let (start, end) = in_order(&mut self.last_start, start, end);
        let start_offset = self.counter.offset(text, start as usize, self.unit);
        (start_offset, self.counter.peek(text, end as usize, self.unit))
    }

    /// The offset in the original text of an end offset in the filtered text.
    pub(super) fn end<U: CodeUnit>(&mut self, offset: u32, text: &[U], map: &OffsetMap) -> u32 {
        let offset = map.end(offset, &mut self.end_hint) as usize;
        self.counter.peek(text, offset, self.unit)
    }

    /// The offset in the original text of any start offset in the filtered text.
    pub(super) fn start<U: CodeUnit>(&self, offset: u32, text: &[U], map: &OffsetMap) -> u32 {
        let offset = map.start(offset, &mut 0) as usize;
        OffsetCounter::default().peek(text, offset, self.unit)
    }
}

/// Makes start offsets never decrease and ends never precede starts (ruling T2), whatever the char filters do.
#[inline(always)]
pub(super) fn in_order(last_start: &mut u32, start: u32, end: u32) -> (u32, u32) {
    *last_start = start.max(*last_start);
    (*last_start, end.max(*last_start))
}
