//! The identical level: the NFD text as differences of code points, few bytes each, in an order-preserving way
//! (BOCSU, UTS #10 section 9.3 points to it; UTN #6 describes the kind).

use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The least byte and the number of byte values after a lead byte.
const LEAST: i32 = 3;
const VALUES: i32 = 0x100 - LEAST;
/// The byte of the difference 0.
const MIDDLE: i32 = 0x81;
/// The maximum absolute difference of one byte; then of two and three bytes. Others have four bytes.
const REACH_1: i32 = 80;
/// The number of lead bytes of two- and three-byte differences in each direction.
const LEADS_2: i32 = 42;
const LEADS_3: i32 = 3;
const REACH_2: i32 = LEADS_2 * VALUES + LEADS_2 - 1;
const REACH_3: i32 = LEADS_3 * VALUES * VALUES + (LEADS_3 - 1) * VALUES + VALUES - 1;

/// An ASCII character after another one, or at the start, is one byte: its value plus this.
const ASCII: u8 = (MIDDLE - REACH_1) as u8;

/// The maximum number of bytes of a difference.
const LONGEST: usize = 4;
/// The number of units between two checks of the capacity.
const BLOCK: usize = 64;
/// The maximum number of bytes that are reserved in addition to those of a block.
const MAX_SPARE: usize = 4096;

/// Appends the identical level of a text that is well-formed and in NFD.
///
/// ```text
/// for each character c:
///     d = c - base                    base: the middle of the block of 128 code points of the one before it
///     |d| <= 80:  one byte            nearly all letters of alphabets
///     else:       two to four bytes, new base
/// ```
///
/// The trick: one byte is stored without a check of the capacity, which is reserved for [`BLOCK`] units; ASCII is written eight
/// characters at a time.
pub(crate) fn append<U: CodeUnit>(text: &[U], previous: &mut i32, out: &mut Vec<u8>) {
    let (mut at, mut written) = (0, out.len());
    let mut state = Difference::after(*previous);
    while at < text.len() {
        let stop = text.len().min(at + BLOCK);
        let capacity = written + LONGEST * (BLOCK + 1);
        if out.len() < capacity {
            // Reserve several blocks at once, but not a multiple of a long text.
            out.resize(capacity.max(written + (2 * (text.len() - at)).min(MAX_SPARE)), 0);
        }
        let Some(room) = out.get_mut(written..) else { break };
        let mut room_at = 0;
        while at < stop {
            if state.base == ASCII_BASE {
                let ascii = write_ascii(text.part(at..stop), room.get_mut(room_at..).unwrap_or(&mut []));
                at += ascii;
                room_at += ascii;
            }
            let Some((c, length)) = U::decode(text, at) else { break };
            state.write(c.into(), room, &mut room_at);
            at += length;
        }
        written += room_at;
    }
    out.truncate(written);
    *previous = state.previous;
}

/// Writes the ASCII characters at the start of `text` in groups of eight; returns their number.
#[inline(always)]
fn write_ascii<U: CodeUnit>(text: &[U], room: &mut [u8]) -> usize {
    const EIGHT: usize = 8;
    let mut count = 0;
    for (units, slots) in text.as_chunks::<EIGHT>().0.iter().zip(room.as_chunks_mut::<EIGHT>().0) {
        if units.iter().fold(0, |all, &unit| all | unit.into()) >= 0x80 {
            break;
        }
        *slots = units.map(|unit| unit.into() as u8 + ASCII);
        count += EIGHT;
    }
    count
}

/// The state of the difference encoding: the base that the next code point is subtracted from.
struct Difference {
    previous: i32,
    base: i32,
}

/// U+FFFE, which separates merged keys and is written as a byte below all others.
const MERGE_SEPARATOR: u32 = 0xFFFE;
/// The base after ASCII, and at the start of a text.
const ASCII_BASE: i32 = REACH_1;

impl Difference {
    /// The state after a code point: the middle of its block of 128, or the end of the Han block.
    #[inline]
    fn after(previous: i32) -> Difference {
        let base = match previous {
            0x4E00..=0x9FFF => 0x9FFF - REACH_2,
            other => (other & !0x7F) + REACH_1,
        };
        Difference { previous, base }
    }

    /// Writes one code point at `room[at]`, which must have space for [`LONGEST`] bytes.
    #[inline(always)]
    fn write(&mut self, c: u32, room: &mut [u8], at: &mut usize) {
        let difference = c as i32 - self.base;
        if (difference + REACH_1) as u32 <= 2 * REACH_1 as u32 && c != MERGE_SEPARATOR {
            if let Some(slot) = room.get_mut(*at) {
                *slot = (MIDDLE + difference) as u8;
                *at += 1;
            }
            if (c as i32 ^ self.previous) & !0x7F == 0 {
                self.previous = c as i32;
            } else {
                *self = Difference::after(c as i32);
            }
            return;
        }
        if c == MERGE_SEPARATOR {
            if let Some(slot) = room.get_mut(*at) {
                *slot = 2;
                *at += 1;
            }
            *self = Difference::after(0);
            return;
        }
        *self = Difference::after(c as i32);
        let (bytes, count) = encode(difference);
        if let Some(slots) = room.get_mut(*at..).and_then(|room| room.first_chunk_mut()) {
            *slots = bytes;
            *at += count;
        }
    }
}

/// Appends one code point that follows `previous`, and stores it there.
pub(crate) fn push(c: u32, previous: &mut i32, out: &mut Vec<u8>) {
    let (mut room, mut count, mut state) = ([0; LONGEST], 0, Difference::after(*previous));
    state.write(c, &mut room, &mut count);
    out.extend(room.into_iter().take(count));
    *previous = state.previous;
}

/// The bytes of a difference, and their number.
#[inline]
fn encode(value: i32) -> ([u8; LONGEST], usize) {
    if (0..=REACH_2).contains(&value) {
        let lead = MIDDLE + REACH_1 + 1 + value / VALUES;
        return ([lead as u8, (LEAST + value % VALUES) as u8, 0, 0], 2);
    }
    encode_any(value)
}

fn encode_any(value: i32) -> ([u8; LONGEST], usize) {
    let (lead, count) = match value {
        v if (-REACH_1..=REACH_1).contains(&v) => (MIDDLE, 0),
        v if (0..=REACH_2).contains(&v) => (MIDDLE + REACH_1 + 1, 1),
        v if (0..=REACH_3).contains(&v) => (MIDDLE + REACH_1 + 1 + LEADS_2, 2),
        v if v > 0 => (0xFF, 3),
        v if v >= -REACH_2 - 1 => (MIDDLE - REACH_1, 1),
        v if v >= -REACH_3 - 1 => (MIDDLE - REACH_1 - LEADS_2, 2),
        _ => (LEAST, 3),
    };
    let mut bytes = [0; LONGEST];
    let mut rest = value;
    for slot in bytes.iter_mut().skip(1).take(count).rev() {
        *slot = (LEAST + rest.rem_euclid(VALUES)) as u8;
        rest = rest.div_euclid(VALUES);
    }
    bytes[0] = if count == 3 { lead as u8 } else { (lead + rest) as u8 };
    (bytes, count + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one_by_one(text: &str) -> Vec<u8> {
        let (mut previous, mut out) = (0, Vec::new());
        for c in text.chars() {
            match c {
                '\u{fffe}' => {
                    out.push(2);
                    previous = 0;
                }
                _ => {
                    let base = if (0x4E00..=0x9FFF).contains(&previous) {
                        0x9FFF - REACH_2
                    } else {
                        (previous & !0x7F) + REACH_1
                    };
                    let (bytes, count) = encode_any(c as i32 - base);
                    out.extend(&bytes[..count]);
                    previous = c as i32;
                }
            }
        }
        out
    }

    proptest! {
        #[test]
        fn runs_equal_single_characters(text in r"([ -~]{0,40}|[a-zäÄ\u{300}-\u{310}]{0,20}|[а-я ]{0,20}|[一-龥]{0,9}|[｡-\u{fffe}]{0,4}|\PC{0,9}|\u{fffe}){0,6}") {
            let expected = one_by_one(&text);
            let (mut narrow, mut wide) = (Vec::new(), Vec::new());
            append(text.as_bytes(), &mut 0, &mut narrow);
            append(&text.encode_utf16().collect::<Vec<_>>(), &mut 0, &mut wide);
            prop_assert_eq!(&narrow, &expected);
            prop_assert_eq!(&wide, &expected);
        }
    }
}
