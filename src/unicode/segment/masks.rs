//! The kinds of the units of a block, one mask per kind.

use crate::unicode::scan::BLOCK;

/// A value that is not an offset.
const NO_OFFSET: usize = usize::MAX / 2;

/// The kinds of the units of a block (see [`super::word_characters`]); a unit of no mask is of another kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitKindMasks {
    /// Self-loops of the accelerated state: letters, and marks after them. In [`super::mask_states`] all characters of
    /// runs: those that may start segments, and extending ones.
    pub(super) loops: u64,
    /// In [`super::mask_states`]: the first units of the characters that start segments.
    pub(super) segment_starts: u64,
    /// The spaces; in [`super::mask_states`] only those in `loops`.
    pub(super) spaces: u64,
    pub(super) digits: u64,
    pub(super) separators: u64,
    pub(super) mid_letter: u64,
    /// In [`super::mask_states`]: the units that extend segments.
    pub(super) mid_num: u64,
    /// The offset of the block, and that of the next block.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The kinds of the units from an offset in a block on, with that unit in the lowest bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitKinds {
    pub(super) letters: u64,
    pub(super) digits: u64,
    pub(super) separators: u64,
    pub(super) mid_letter: u64,
    pub(super) mid_num: u64,
    /// The number of bits in use.
    pub(super) length: usize,
    /// The offset after these units.
    pub(super) end: usize,
}

impl UnitKindMasks {
    /// The units from an offset on.
    #[inline(always)]
    pub(super) fn units_from(&self, offset: usize) -> UnitKinds {
        UnitKinds {
            letters: self.loops >> offset,
            digits: self.digits >> offset,
            separators: self.separators >> offset,
            mid_letter: self.mid_letter >> offset,
            mid_num: self.mid_num >> offset,
            length: BLOCK - offset,
            end: self.end,
        }
    }

    pub(super) const NONE: UnitKindMasks = UnitKindMasks {
        loops: 0,
        segment_starts: 0,
        spaces: 0,
        digits: 0,
        separators: 0,
        mid_letter: 0,
        mid_num: 0,
        start: NO_OFFSET,
        end: 0,
    };

    /// Converts the offsets to offsets relative to `base`.
    pub(super) fn relative_to(self, base: usize) -> UnitKindMasks {
        UnitKindMasks { start: self.start.wrapping_sub(base), end: self.end.wrapping_sub(base), ..self }
    }
}

impl UnitKinds {
    /// Adds the end of the text, which is `length` units away: where the run ends with it, it is like a separator.
    #[inline(always)]
    pub(super) fn with_end(self, length: usize, is_end: bool) -> UnitKinds {
        if length >= self.length {
            return self;
        }
        let separators = if is_end { self.separators | u64::MAX << length } else { self.separators };
        UnitKinds { separators, end: self.end - (self.length - length), ..self }
    }
}
