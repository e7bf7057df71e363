//! Ranges and bitmaps of code points.

/// A range of 16-bit numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first number.
    pub first: u16,
    /// The last number minus the first: 0 for a range of one number.
    pub extent: u16,
}

impl Span {
    /// Creates the range from `first` to `last`.
    pub fn new(first: u16, last: u16) -> Span {
        Span { first, extent: last.saturating_sub(first) }
    }

    /// The last number of the range.
    pub fn last(self) -> u16 {
        self.first.saturating_add(self.extent)
    }

    pub(super) fn contains(self, number: u16) -> bool {
        number.wrapping_sub(self.first) <= self.extent
    }
}

/// A set of code points among 128 consecutive ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitmap128 {
    /// The first of the 128 code points.
    pub first: u16,
    /// The code points that pass, one bit each.
    pub bits: [u64; 2],
    /// Isolated marks: code points that pass only between two others that pass, inside a block.
    pub isolated: [u64; 2],
}

impl Bitmap128 {
    /// The code points of a set of bits, without isolated marks.
    pub fn new(first: u16, bits: u128) -> Bitmap128 {
        Bitmap128 { first, bits: [bits as u64, (bits >> 64) as u64], isolated: [0; 2] }
    }

    /// The bits `low` to `high`, inclusive; both are at most 127.
    pub fn bits_of_range(low: u32, high: u32) -> u128 {
        (u128::MAX >> (127 - (high - low))) << low
    }

    /// Adds the bits of another bitmap of these code points.
    pub(super) fn join(&mut self, other: Bitmap128) {
        let both = |[low, high]: [u64; 2], [other_low, other_high]: [u64; 2]| [low | other_low, high | other_high];
        (self.bits, self.isolated) = (both(self.bits, other.bits), both(self.isolated, other.isolated));
    }

    pub(super) fn contains(self, code: u16) -> bool {
        self.has(self.bits, code)
    }

    pub(super) fn has_isolated(self, code: u16) -> bool {
        self.has(self.isolated, code)
    }

    fn has(self, bits: [u64; 2], code: u16) -> bool {
        let index = code.wrapping_sub(self.first);
        bits.get(usize::from(index >> 6)).is_some_and(|bits| bits >> (index & 63) & 1 != 0)
    }
}
