//! Numeric collation ("CODAN", LDML part 5, setting `numericOrdering`): primaries that sort by the value of numbers of
//! any length, with a reserved lead byte.

use super::ce::{self, Ce};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of digits in one run of CEs; a longer number continues with another run.
const MAX_RUN_DIGITS: usize = 254;

/// Emits the CEs of a run of digit values.
pub(crate) fn number(digits: &[u8], lead: u32, emit: &mut impl FnMut(Ce)) {
    let mut rest = digits;
    loop {
        let zeros = rest.iter().take(rest.len().saturating_sub(1)).take_while(|&&digit| digit == 0).count();
        rest = rest.part(zeros..);
        let (piece, after) = rest.split_at(rest.len().min(MAX_RUN_DIGITS));
        part(piece, lead, emit);
        rest = after;
        if rest.is_empty() {
            return;
        }
    }
}

fn part(digits: &[u8], lead: u32, emit: &mut impl FnMut(Ce)) {
    if digits.len() <= MAX_SHORT_DIGITS
        && let value = digits.iter().fold(0, |value, &digit| value * 10 + u32::from(digit))
        && let Some(primary) = short(value, lead)
    {
        return emit(ce::from_primary(primary));
    }
    long(digits, lead, emit);
}

/// The maximum number of digits of a short number.
pub(crate) const MAX_SHORT_DIGITS: usize = 7;

/// The value and the number of the ASCII digits at the start of a text, if they are a short number and an ASCII
/// character follows.
#[inline]
pub(crate) fn ascii<U: CodeUnit>(text: &[U]) -> Option<(u32, usize)> {
    let digits = text.iter().map(|&unit| Into::<u32>::into(unit).wrapping_sub(u32::from(b'0')));
    let digits = digits.take_while(|&digit| digit < 10).take(MAX_SHORT_DIGITS + 1);
    let (value, count) = digits.fold((0, 0), |(value, count), digit| (value * 10 + digit, count + 1));
    let is_complete = text.get(count).is_none_or(|&unit| unit.into() < 0x80);
    ((1..=MAX_SHORT_DIGITS).contains(&count) && is_complete).then_some((value, count))
}

/// The primary of a short number. The second byte has the number of following bytes and is itself a digit in base 254:
/// 74 values with no further byte, 40 with one, 16 with two.
#[inline]
pub(crate) fn short(value: u32, lead: u32) -> Option<u32> {
    if value < 74 {
        return Some(lead | (2 + value) << 16);
    }
    let value = value - 74;
    if value < 40 * 254 {
        return Some(lead | (76 + value / 254) << 16 | (2 + value % 254) << 8);
    }
    let value = value - 40 * 254;
    let (high, low) = (value / 254, value % 254);
    (value < 16 * 254 * 254).then(|| lead | (116 + high / 254) << 16 | (2 + high % 254) << 8 | (2 + low))
}

/// Emits a long number: the number of digit pairs, then the pairs in base 100, as odd bytes except the last, whose even
/// value ends the number; three pairs per CE after the first.
fn long(digits: &[u8], lead: u32, emit: &mut impl FnMut(Ce)) {
    let pairs = digits.len().div_ceil(2) as u32;
    let mut digits = digits;
    while let [rest @ .., 0, 0] = digits {
        digits = rest;
    }
    let mut primary = lead | (128 + pairs) << 16;
    let mut shift = 8;
    let odd = digits.len() % 2;
    let (first, rest) = digits.split_at(odd);
    let bytes = first
        .iter()
        .map(|&digit| u32::from(digit))
        .chain(rest.as_chunks::<2>().0.iter().map(|[tens, ones]| u32::from(*tens) * 10 + u32::from(*ones)));
    let count = odd + rest.len() / 2;
    for (number, pair) in bytes.enumerate() {
        let last = number + 1 == count;
        primary |= (11 + 2 * pair - u32::from(last)) << shift;
        if last {
            break;
        }
        if shift == 0 {
            emit(ce::from_primary(primary));
            primary = lead;
            shift = 16;
        } else {
            shift -= 8;
        }
    }
    emit(ce::from_primary(primary));
}
