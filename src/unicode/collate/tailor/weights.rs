//! Allocates weights between two others: the shortest that fit, in order, and no more of the longer ones than needed
//! (LDML part 5, "Collation element weights": fractional weights, none of which is a prefix of another).

/// The number of quaternary differences, which have two bits.
pub(super) const QUATERNARIES: u64 = 3;

/// The byte values that the weights of a level may use, by the index of the byte (1 to 4). Weights of one length are
/// numbers in a mixed base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightByteLimits {
    min: [u32; 5],
    max: [u32; 5],
    /// The minimum number of bytes of a weight; those before are fixed.
    shortest: usize,
}

impl WeightByteLimits {
    /// Limits of primaries; with `compressible`, the second byte reserves values for compression.
    pub(crate) fn primary(compressible: bool) -> WeightByteLimits {
        let (min, max) = if compressible { (4, 0xFE) } else { (2, 0xFF) };
        WeightByteLimits { min: [0, 3, min, 2, 2], max: [0, 0xFF, max, 0xFF, 0xFF], shortest: 1 }
    }

    /// Limits of secondaries, in the lower 16 bits.
    pub(crate) fn secondary() -> WeightByteLimits {
        WeightByteLimits { min: [0, 0, 0, 2, 2], max: [0, 0, 0, 0xFF, 0xFF], shortest: 3 }
    }

    /// Limits of tertiaries, in the lower 16 bits: 6 bits of each byte.
    pub(crate) fn tertiary() -> WeightByteLimits {
        WeightByteLimits { max: [0, 0, 0, 0x3F, 0x3F], ..WeightByteLimits::secondary() }
    }

    fn min(&self, number: usize) -> u32 {
        self.min.get(number).copied().unwrap_or(2)
    }

    fn max(&self, number: usize) -> u32 {
        self.max.get(number).copied().unwrap_or(0xFF)
    }

    fn values(&self, number: usize) -> u64 {
        u64::from(self.max(number) - self.min(number) + 1)
    }

    /// The rank of a weight among all weights of its length. The bytes of limits may be outside of those of weights.
    fn rank(&self, weight: u32, length: usize) -> i64 {
        (1..=length).fold(0, |rank, number| {
            rank * self.values(number) as i64 + i64::from(byte(weight, number)) - i64::from(self.min(number))
        })
    }

    /// The weight `by` ranks after another one of its length.
    fn after(&self, weight: u32, length: usize, by: u64) -> u32 {
        let (mut weight, mut carry) = (weight, by);
        for number in (1..=length).rev() {
            let digit = u64::from(byte(weight, number)) + carry;
            if digit <= u64::from(self.max(number)) {
                return with_byte(weight, number, digit as u32);
            }
            let over = digit - u64::from(self.min(number));
            weight = with_byte(weight, number, self.min(number) + (over % self.values(number)) as u32);
            carry = over / self.values(number);
        }
        weight
    }
}

/// Byte `number` of a weight, counted from 1.
fn byte(weight: u32, number: usize) -> u32 {
    weight >> (8 * (4 - number)) & 0xFF
}

fn with_byte(weight: u32, number: usize, value: u32) -> u32 {
    let shift = 8 * (4 - number);
    weight & !(0xFF << shift) | value << shift
}

/// The first `length` bytes.
fn cut(weight: u32, length: usize) -> u32 {
    if length == 0 { 0 } else { weight & (u32::MAX << (8 * (4 - length))) }
}

fn length_of(weight: u32) -> usize {
    (1..=4).rev().find(|&number| byte(weight, number) != 0).unwrap_or(1)
}

/// The first `length` bytes of a limit, extended by bytes of `filled`, so that no weight in between has the limit as a
/// prefix.
fn stretched(limit: u32, length: usize, filled: impl Fn(usize) -> u32) -> u32 {
    let limit_length = length_of(limit);
    (limit_length + 1..=length)
        .fold(cut(limit, limit_length.min(length)), |weight, number| with_byte(weight, number, filled(number)))
}

/// Consecutive weights of one length.
#[derive(Clone, Copy, Debug)]
struct WeightRange {
    first: u32,
    length: usize,
    count: u64,
}

/// The gap between two weights: its free weights, by length (ICU: `CollationWeights`).
struct WeightGap {
    bytes: WeightByteLimits,
    ranges: [Vec<WeightRange>; 6],
}

impl WeightGap {
    /// The shortest weights in between are contiguous. Of each greater length there are weights directly before the
    /// upper limit, and weights directly after the lower one; they are used in this order.
    fn between(bytes: WeightByteLimits, lower: u32, upper: u32) -> WeightGap {
        let mut gap = WeightGap { bytes, ranges: Default::default() };
        let mut is_split = false;
        for length in bytes.shortest..=4 {
            let low = stretched(lower, length, |number| bytes.max(number));
            let high = stretched(upper, length, |number| bytes.min(number));
            if is_split {
                let first = with_byte(high, length, bytes.min(length));
                gap.add(first, length, i64::from(byte(high, length)) - i64::from(bytes.min(length)));
                let left = i64::from(bytes.max(length)) - i64::from(byte(low, length));
                gap.add(bytes.after(low, length, 1), length, left);
            } else {
                let count = bytes.rank(high, length) - bytes.rank(low, length) - 1;
                gap.add(bytes.after(low, length, 1), length, count);
                is_split = count > 0;
            }
        }
        gap
    }

    fn add(&mut self, first: u32, length: usize, count: i64) {
        if let (Some(ranges), 1..) = (self.ranges.get_mut(length), count) {
            ranges.push(WeightRange { first, length, count: count as u64 });
        }
    }

    fn ranges(&self, length: usize) -> &[WeightRange] {
        self.ranges.get(length).map_or(&[], Vec::as_slice)
    }

    fn count(&self, length: usize) -> u64 {
        self.ranges(length).iter().map(|range| range.count).sum()
    }

    /// Extends every weight of a length by one byte.
    fn lengthen(&mut self, length: usize) {
        let ranges = self.ranges.get_mut(length).map(std::mem::take).unwrap_or_default();
        if let Some(longer) = self.ranges.get_mut(length + 1) {
            longer.splice(..0, ranges.into_iter().map(|range| lengthened(self.bytes, range)));
        }
    }

    /// All weights of a length, and as many of the next length as are missing.
    fn all_of(&self, length: usize, count: u64) -> Vec<WeightRange> {
        let (mut taken, mut missing): (Vec<WeightRange>, u64) = (Vec::new(), count);
        for &range in self.ranges(length).iter().chain(self.ranges(length + 1)) {
            // A run of the shortest weights is never split: the unused ones are at its end.
            let count = if range.length > length { range.count.min(missing) } else { range.count };
            // There are a few ranges.
            let at = taken.partition_point(|other| other.first <= range.first);
            taken.insert(at, WeightRange { count, ..range });
            missing = missing.saturating_sub(range.count);
            if missing == 0 {
                break;
            }
        }
        taken
    }

    /// Weights of a length, of which the last ones are extended by one byte.
    fn some_of(&self, length: usize, count: u64) -> Vec<WeightRange> {
        let (bytes, gap) = (self.bytes, self.count(length));
        let Some(first) = self.ranges(length).iter().map(|range| range.first).min() else { return Vec::new() };
        let longer = (count - gap).div_ceil(bytes.values(length + 1) - 1);
        let kept = WeightRange { first, length, count: gap - longer };
        let tail = WeightRange { first: bytes.after(first, length, kept.count), length, count: longer };
        let ranges = [kept, lengthened(bytes, tail)];
        ranges.into_iter().filter(|range| range.count > 0).collect()
    }
}

fn lengthened(bytes: WeightByteLimits, range: WeightRange) -> WeightRange {
    let length = range.length + 1;
    WeightRange {
        first: with_byte(range.first, length, bytes.min(length)),
        length,
        count: range.count * bytes.values(length),
    }
}

/// Allocated weights in order.
#[derive(Clone, Debug)]
pub(crate) struct AllocatedWeights {
    bytes: WeightByteLimits,
    ranges: Vec<WeightRange>,
    at: usize,
}

impl AllocatedWeights {
    /// Allocates `count` weights (1 or more) between two others; `None` if there are not enough.
    pub(crate) fn between(bytes: WeightByteLimits, lower: u32, upper: u32, count: u64) -> Option<AllocatedWeights> {
        let mut gap = WeightGap::between(bytes, lower, upper);
        for length in 1..=4 {
            let short = gap.count(length);
            if short + gap.count(length + 1) >= count {
                return Some(AllocatedWeights { bytes, ranges: gap.all_of(length, count), at: 0 });
            }
            if length == 4 {
                break;
            }
            if short * bytes.values(length + 1) >= count {
                return Some(AllocatedWeights { bytes, ranges: gap.some_of(length, count), at: 0 });
            }
            gap.lengthen(length);
        }
        None
    }

    /// The quaternary weights, from 1 on.
    pub(crate) fn quaternaries() -> AllocatedWeights {
        AllocatedWeights {
            bytes: WeightByteLimits::secondary(),
            ranges: vec![WeightRange { first: 1, length: 4, count: QUATERNARIES }],
            at: 0,
        }
    }

    /// The next weight.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let range = self.ranges.get_mut(self.at)?;
        let weight = range.first;
        range.count -= 1;
        if range.count == 0 {
            self.at += 1;
        } else {
            range.first = self.bytes.after(weight, range.length, 1);
        }
        Some(weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn take(bytes: WeightByteLimits, lower: u32, upper: u32, count: u64) -> Option<Vec<u32>> {
        let mut weights = AllocatedWeights::between(bytes, lower, upper, count)?;
        Some((0..count).map(|_| weights.next().unwrap()).collect())
    }

    #[test]
    fn shortest_weights_are_used_first() {
        assert_eq!(
            take(WeightByteLimits::primary(false), 0x2B00_0000, 0x2E00_0000, 2),
            Some(vec![0x2C00_0000, 0x2D00_0000])
        );
        assert_eq!(take(WeightByteLimits::primary(false), 0x2B00_0000, 0x2C00_0000, 1), None);
        // 16646144 weights of four bytes start with one of these.
        assert!(
            AllocatedWeights::between(WeightByteLimits::primary(false), 0x2B00_0000, 0x2D00_0000, 16_000_000).is_some()
        );
        assert!(
            AllocatedWeights::between(WeightByteLimits::primary(false), 0x2B00_0000, 0x2D00_0000, 17_000_000).is_none()
        );
    }

    proptest! {
        #[test]
        fn weights_rise_between_their_limits(
            lead in 3u32..0xF0, second in 4u32..0xF0, third in 2u32..0xFF, gap in 1u32..0x20000, count in 1u64..3000
        ) {
            let lower = lead << 24 | second << 16 | third << 8;
            let upper = (lower + (gap << 8)) & 0xFFFF_FF00;
            prop_assume!(byte(upper, 2) >= 4 && byte(upper, 2) < 0xFF && byte(upper, 3) >= 2);
            if let Some(weights) = take(WeightByteLimits::primary(true), lower, upper, count) {
                let mut last = lower;
                for weight in weights {
                    prop_assert!(last < weight && weight < upper);
                    prop_assert!(cut(weight, length_of(last)) != last, "a weight begins another");
                    last = weight;
                }
                prop_assert!(cut(upper, length_of(last)) != last);
            }
        }
    }
}
