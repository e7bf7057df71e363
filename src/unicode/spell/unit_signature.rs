//! Units of texts, and bit sets of them: bytes, code points, folded code points or primary weights.

/// A unit of a text, with its range in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedUnit {
    pub(super) value: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A hash below 64: the bit of a unit in the filters.
#[inline]
pub(super) fn hash(value: u32) -> u32 {
    value.wrapping_mul(0x9E37_79B1) >> 26
}

/// The hash of two units.
#[inline]
pub(super) fn hash_pair(first: u32, second: u32) -> u32 {
    mix_pair(first, second) >> 26
}

/// Two units as one number, whose high bits are hashes.
#[inline]
pub(super) fn mix_pair(first: u32, second: u32) -> u32 {
    (first.rotate_left(15) ^ second).wrapping_mul(0x9E37_79B1)
}

/// The hash of three units.
#[inline]
pub(super) fn hash_triple(first: u32, second: u32, third: u32) -> u32 {
    hash_pair(first.wrapping_mul(31) ^ second, third)
}

/// Bit sets of the units of a text and of the pairs of adjacent units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitSignature {
    units: u64,
    pairs: u64,
}

impl UnitSignature {
    /// The bit sets of a literal.
    pub(super) fn new(units: impl Iterator<Item = u32>) -> UnitSignature {
        let mut before = None;
        units.fold(UnitSignature::default(), |signature, unit| {
            let pair = before.replace(unit).map_or(0, |before| 1 << hash_pair(before, unit));
            UnitSignature { units: signature.units | 1 << hash(unit), pairs: signature.pairs | pair }
        })
    }

    #[inline(always)]
    pub(super) fn add_unit(&mut self, unit: u32) {
        self.units |= 1 << hash(unit);
    }

    /// Adds a pair (see [`mix_pair`]).
    #[inline(always)]
    pub(super) fn add_pair(&mut self, mixed: u32) {
        self.pairs |= 1 << (mixed >> 26);
    }

    pub(super) fn union(self, other: UnitSignature) -> UnitSignature {
        UnitSignature { units: self.units | other.units, pairs: self.pairs | other.pairs }
    }

    pub(super) fn intersection(self, other: UnitSignature) -> UnitSignature {
        UnitSignature { units: self.units & other.units, pairs: self.pairs & other.pairs }
    }

    /// Whether all units and pairs of a rule's literals are in the text.
    #[inline]
    pub(super) fn contains(self, required: UnitSignature) -> bool {
        required.units & !self.units == 0 && required.pairs & !self.pairs == 0
    }
}
