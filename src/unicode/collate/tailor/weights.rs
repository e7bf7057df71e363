//! Gives out weights between two others: the shortest that fit, in order, and no more of the longer ones than needed
//! (LDML part 5, "Collation element weights": fractional weights, no weight the beginning of another).

/// The byte values that the weights of a level may use, by the number of the byte (1 to 4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    least: [u32; 5],
    most: [u32; 5],
    /// Weights have at least this many bytes; those before are fixed.
    shortest: usize,
}

impl Bytes {
    /// Primaries, by whether the second byte leaves room for compression.
    pub(crate) fn primary(compressible: bool) -> Bytes {
        let (least, most) = if compressible { (4, 0xFE) } else { (2, 0xFF) };
        Bytes { least: [0, 3, least, 2, 2], most: [0, 0xFF, most, 0xFF, 0xFF], shortest: 1 }
    }

    /// Secondaries, in the lower 16 bits.
    pub(crate) fn secondary() -> Bytes {
        Bytes { least: [0, 0, 0, 2, 2], most: [0, 0, 0, 0xFF, 0xFF], shortest: 3 }
    }

    /// Tertiaries, in the lower 16 bits: 6 bits of each byte.
    pub(crate) fn tertiary() -> Bytes {
        Bytes { most: [0, 0, 0, 0x3F, 0x3F], ..Bytes::secondary() }
    }

    fn least(&self, number: usize) -> u32 {
        self.least.get(number).copied().unwrap_or(2)
    }

    fn most(&self, number: usize) -> u32 {
        self.most.get(number).copied().unwrap_or(0xFF)
    }

    fn values(&self, number: usize) -> u64 {
        u64::from(self.most(number) - self.least(number) + 1)
    }

    /// The weight `by` places after another of the same length.
    fn forward(&self, mut weight: u32, length: usize, by: u64) -> u32 {
        let mut carry = by;
        for number in (1..=length).rev() {
            let place = u64::from(byte(weight, number)) + carry;
            if place <= u64::from(self.most(number)) {
                return with_byte(weight, number, place as u32);
            }
            let over = place - u64::from(self.least(number));
            weight = with_byte(weight, number, self.least(number) + (over % self.values(number)) as u32);
            carry = over / self.values(number);
        }
        weight
    }
}

/// Byte `number` of a weight, 1 for the first.
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

/// Weights of one length that follow each other.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u32,
    last: u32,
    length: usize,
    count: u64,
}

/// Weights in order, taken one by one.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    bytes: Bytes,
    ranges: Vec<Range>,
    at: usize,
}

impl Weights {
    /// `count` weights between two others; `None` when there is no room.
    pub(crate) fn between(bytes: Bytes, lower: u32, upper: u32, count: u64) -> Option<Weights> {
        let mut weights = Weights { bytes, ranges: gaps(bytes, lower, upper), at: 0 };
        loop {
            let shortest = weights.ranges.first()?.length;
            if weights.take_short(shortest, count) {
                break;
            }
            if shortest == 4 {
                return None;
            }
            if weights.split_shortest(shortest, count) {
                break;
            }
            for range in weights.ranges.iter_mut().filter(|range| range.length == shortest) {
                lengthen(bytes, range);
            }
        }
        Some(weights)
    }

    /// The next weight.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let range = self.ranges.get_mut(self.at)?;
        let weight = range.first;
        range.count -= 1;
        if range.count == 0 {
            self.at += 1;
        } else {
            range.first = self.bytes.forward(weight, range.length, 1);
        }
        Some(weight)
    }

    /// Are there enough weights of the shortest length and of the next? Then those of the shortest are all used.
    fn take_short(&mut self, shortest: usize, count: u64) -> bool {
        let mut missing = count;
        for number in 0..self.ranges.len() {
            let Some(range) = self.ranges.get_mut(number) else { return false };
            if range.length > shortest + 1 {
                return false;
            }
            if missing <= range.count {
                if range.length > shortest {
                    range.count = missing;
                }
                self.ranges.truncate(number + 1);
                self.ranges.sort_by_key(|range| range.first);
                return true;
            }
            missing -= range.count;
        }
        false
    }

    /// Are there enough when some of the shortest weights get one more byte? The last ones get it.
    fn split_shortest(&mut self, shortest: usize, count: u64) -> bool {
        let short = || self.ranges.iter().filter(|range| range.length == shortest);
        let room: u64 = short().map(|range| range.count).sum();
        let each = self.bytes.values(shortest + 1);
        let (Some(first), Some(last)) = (short().map(|range| range.first).min(), short().map(|range| range.last).max())
        else {
            return false;
        };
        if count > room * each {
            return false;
        }
        let mut long = (count - room) / (each - 1);
        if long == 0 || room - long + long * each < count {
            long += 1;
        }
        let kept = room - long;
        let mut tail = Range { first, last, length: shortest, count: long };
        self.ranges.clear();
        if kept > 0 {
            let end = self.bytes.forward(first, shortest, kept - 1);
            self.ranges.push(Range { first, last: end, length: shortest, count: kept });
            tail.first = self.bytes.forward(end, shortest, 1);
        }
        lengthen(self.bytes, &mut tail);
        self.ranges.push(tail);
        true
    }
}

/// One byte more for every weight of a range.
fn lengthen(bytes: Bytes, range: &mut Range) {
    range.length += 1;
    range.first = with_byte(range.first, range.length, bytes.least(range.length));
    range.last = with_byte(range.last, range.length, bytes.most(range.length));
    range.count *= bytes.values(range.length);
}

/// The free weights between two others, by length: shortest first, and of one length the upper ones first.
///
/// Seen from `lower`, room of each length lies after its byte of that number, seen from `upper` before its byte; weights
/// of the shortest length lie in the middle.
fn gaps(bytes: Bytes, lower: u32, upper: u32) -> Vec<Range> {
    let (lower_length, upper_length) = (length_of(lower), length_of(upper));
    let prefix = lower_length < upper_length && lower == cut(upper, lower_length);
    if lower >= upper || prefix {
        return Vec::new();
    }
    let after = |length: usize| {
        let (own, most) = (byte(lower, length), bytes.most(length));
        (length <= lower_length && own < most).then(|| Range {
            first: with_byte(cut(lower, length), length, own + 1),
            last: with_byte(cut(lower, length), length, most),
            length,
            count: u64::from(most - own),
        })
    };
    let before = |length: usize| {
        let (own, least) = (byte(upper, length), bytes.least(length));
        (length <= upper_length && own > least).then(|| Range {
            first: with_byte(cut(upper, length), length, least),
            last: with_byte(cut(upper, length), length, own - 1),
            length,
            count: u64::from(own - least),
        })
    };
    let step = 1u64 << (8 * (4 - bytes.shortest));
    let middle_first = u64::from(cut(lower, bytes.shortest)) + step;
    let middle_end = u64::from(cut(upper, bytes.shortest));
    let mut ranges = Vec::new();
    let mut shortest = bytes.shortest + 1;
    if middle_first < middle_end {
        ranges.push(Range {
            first: middle_first as u32,
            last: (middle_end - step) as u32,
            length: bytes.shortest,
            count: (middle_end - middle_first) / step,
        });
    } else if let Some((length, range)) = (shortest..=4).rev().find_map(|length| {
        let (low, high) = (after(length)?, before(length)?);
        Some((length, meet(bytes, low, high)?))
    }) {
        // The two sides meet at this length, so nothing shorter lies between.
        ranges.extend(range);
        shortest = length + 1;
    }
    for length in shortest..=4 {
        ranges.extend(before(length).into_iter().chain(after(length)));
    }
    ranges
}

/// Whether the room after the lower and before the upper weight overlaps or joins; then the common room, if any.
fn meet(bytes: Bytes, low: Range, high: Range) -> Option<Option<Range>> {
    if low.last > high.first {
        // Same bytes before: the room is what lies in both.
        let (from, to) = (byte(low.first, low.length), byte(high.last, low.length));
        let count = u64::from((to + 1).saturating_sub(from));
        return Some((count > 0).then_some(Range { last: high.last, count, ..low }));
    }
    (bytes.forward(low.last, low.length, 1) == high.first).then_some(Some(Range {
        last: high.last,
        count: low.count + high.count,
        ..low
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn take(bytes: Bytes, lower: u32, upper: u32, count: u64) -> Option<Vec<u32>> {
        let mut weights = Weights::between(bytes, lower, upper, count)?;
        Some((0..count).map(|_| weights.next().unwrap()).collect())
    }

    #[test]
    fn shortest_weights_are_used_first() {
        assert_eq!(take(Bytes::primary(false), 0x2B00_0000, 0x2E00_0000, 2), Some(vec![0x2C00_0000, 0x2D00_0000]));
        assert_eq!(take(Bytes::primary(false), 0x2B00_0000, 0x2C00_0000, 1), None);
    }

    proptest! {
        #[test]
        fn weights_rise_between_their_limits(
            lead in 3u32..0xF0, second in 4u32..0xF0, third in 2u32..0xFF, gap in 1u32..0x20000, count in 1u64..3000
        ) {
            let lower = lead << 24 | second << 16 | third << 8;
            let upper = (lower + (gap << 8)) & 0xFFFF_FF00;
            prop_assume!(byte(upper, 2) >= 4 && byte(upper, 2) < 0xFF && byte(upper, 3) >= 2);
            if let Some(weights) = take(Bytes::primary(true), lower, upper, count) {
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
