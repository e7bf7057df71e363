//! Natural sort: a collation key in which numbers sort by value, so that they decide before accents and case (rulings
//! S1 to S5).
//!
//! A number is a run of decimal digits of any script and any length; a sign belongs to it only at the start of the text
//! or after white space. Text between numbers is collated separately: contractions and prefixes with digits do not
//! apply across numbers. From tertiary strength on, the last criteria are the leading zeros of each number (fewer
//! first) and then the script of its digits.

use super::ce::{self, Ce};
use super::collator::{Collator, CollatorScratch};
use super::elements::Elements;
use super::identical;
use super::options::Strength;
use super::root::root;
use super::table::DIGIT;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, code_points};

/// Makes natural sort keys.
#[derive(Clone, Debug)]
pub struct NaturalSort {
    pub(super) collator: Collator,
    /// The maximum number of tokens, of text and of numbers, that the key covers; `None`: all.
    max_tokens: Option<usize>,
}

/// A number in a text, with offsets in units.
struct DigitRun {
    /// The start of the number, including its sign.
    start: usize,
    digits: usize,
    end: usize,
    negative: bool,
}

/// A part of the text, from which the key is built.
pub(super) enum KeyPart<'t, U> {
    /// Text between numbers.
    Text(&'t [U]),
    /// A CE of a number.
    Element(Ce),
}

/// Lengths of numbers, in digits, that fit in the sign byte.
const MAX_SHORT_LENGTH: usize = 0x60;
/// The sign byte of zero.
const ZERO: u32 = 0x80;

impl NaturalSort {
    /// Creates natural sort over a collator. `max_tokens` must be 1 or more.
    pub fn new(collator: Collator, max_tokens: Option<usize>) -> NaturalSort {
        NaturalSort { collator, max_tokens }
    }

    /// The underlying collator.
    pub fn collator(&self) -> &Collator {
        &self.collator
    }

    /// Appends the key of a text.
    pub fn append_key<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        let mut last_level = std::mem::take(&mut scratch.last_level);
        last_level.clear();
        let mut parts = scratch.parts(&self.collator);
        let end = self.each_part(text, &mut last_level, &mut |part| match part {
            KeyPart::Text(text) => parts.text(text),
            KeyPart::Element(ce) => parts.element(ce),
        });
        parts.finish(out);
        self.append_further(text, end, &mut last_level, scratch, out);
        scratch.last_level = last_level;
    }

    /// Passes the parts of a text to `emit`; returns the end of the text that the key covers. Data of the numbers for
    /// the end of the key is appended to `last_level`.
    pub(super) fn each_part<'t, U: CodeUnit>(
        &self,
        text: &'t [U],
        last_level: &mut Vec<u8>,
        emit: &mut impl FnMut(KeyPart<'t, U>),
    ) -> usize {
        let (mut end, mut tokens) = (0, self.max_tokens.unwrap_or(usize::MAX));
        while tokens > 0 && end < text.len() {
            let number = next_number(text, end);
            let stop = number.as_ref().map_or(text.len(), |number| number.start);
            if stop > end {
                emit(KeyPart::Text(text.part(end..stop)));
                tokens -= 1;
                end = stop;
            }
            if let (Some(number), 1..) = (number, tokens) {
                value(text, &number, &mut |ce| emit(KeyPart::Element(ce)));
                zeros_and_script(text, &number, last_level);
                tokens -= 1;
                end = number.end;
            }
        }
        end
    }

    /// Appends the levels after those of the collation.
    pub(super) fn append_further<U: CodeUnit>(
        &self,
        text: &[U],
        end: usize,
        last_level: &mut Vec<u8>,
        scratch: &mut CollatorScratch,
        out: &mut Vec<u8>,
    ) {
        let strength = self.collator.settings().strength;
        if strength == Strength::Identical {
            out.push(ce::LEVEL_SEPARATOR);
            self.append_identical(text.get(..end).unwrap_or(text), scratch, out);
        }
        if strength >= Strength::Tertiary {
            while last_level.last() == Some(&NO_ZEROS_ASCII) {
                last_level.pop();
            }
            if !last_level.is_empty() {
                out.push(ce::LEVEL_SEPARATOR);
                out.extend_from_slice(last_level);
            }
        }
    }

    /// Appends the identical level, in which numbers are in ASCII without leading zeros, as their spelling is the last
    /// criterion.
    fn append_identical<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        let tables = self.collator.context().tables();
        let (mut base, mut at) = (identical::Base::ASCII, 0);
        while at < text.len() {
            let number = next_number(text, at);
            let stop = number.as_ref().map_or(text.len(), |number| number.digits);
            let between = text.part(at..stop);
            let mut elements = Elements::new(&tables, None, None, between, 0, &mut scratch.nfd_buffer);
            while let Some(c) = elements.next_decomposed() {
                identical::push(c, &mut base, out);
            }
            at = stop;
            if let Some(number) = number {
                let run = text.part(number.digits..number.end);
                code_points(run).skip(leading_zeros(run)).filter_map(|(_, c)| digit(c)).for_each(|digit| {
                    identical::push(u32::from(b'0') + digit, &mut base, out);
                });
                at = number.end;
            }
        }
    }
}

/// The number of leading zeros; the last digit is never one.
fn leading_zeros<U: CodeUnit>(run: &[U]) -> usize {
    let digits = code_points(run).count();
    code_points(run).take_while(|&(_, c)| digit(c) == Some(0)).count().min(digits.saturating_sub(1))
}

/// The zero of the first decimal digits after ASCII.
const SECOND_DIGITS: char = '\u{660}';

/// The value of a decimal digit.
fn digit(c: char) -> Option<u32> {
    if c < SECOND_DIGITS {
        return c.to_digit(10);
    }
    let ce32 = root().tables().ce32(u32::from(c));
    (ce32 & 0xFF == DIGIT).then_some(ce32 >> 8 & 15)
}

/// The next number after `start`, which must be the start of the text or the end of a token.
fn next_number<U: CodeUnit>(text: &[U], start: usize) -> Option<DigitRun> {
    let mut sign: Option<(usize, bool)> = None;
    let mut may_sign = match U::decode_back(text, start) {
        None => true,
        Some((before, _)) => before.is_whitespace(),
    };
    let mut at = start;
    while let Some((c, length)) = U::decode(text, at) {
        if digit(c).is_some() {
            let mut end = at;
            while let Some((c, length)) = U::decode(text, end)
                && digit(c).is_some()
            {
                end += length;
            }
            let (start, negative) = sign.unwrap_or((at, false));
            return Some(DigitRun { start, digits: at, end, negative });
        }
        sign = (may_sign && matches!(c, '-' | '+' | '\u{2212}')).then_some((at, c != '+'));
        may_sign = c.is_whitespace();
        at += length;
    }
    None
}

/// Emits the CEs of a number. All start with the lead byte of numbers; then follow a byte for sign and length, the
/// length itself if it does not fit there, and a byte per two digits. The bytes of negative numbers are inverted.
fn value<U: CodeUnit>(text: &[U], number: &DigitRun, emit: &mut impl FnMut(Ce)) {
    let run = text.part(number.digits..number.end);
    let significant = || code_points(run).filter_map(|(_, c)| digit(c)).skip_while(|&digit| digit == 0);
    let length = significant().count();
    let mut negative = number.negative;
    let lead = root().numeric_primary;
    let (mut primary, mut shift) = (lead, 16);
    let mut put = |byte: u32, is_inverted: bool| {
        primary |= (if is_inverted { 0x101 - byte } else { byte }) << shift;
        if shift == 0 {
            emit(ce::from_primary(primary));
            (primary, shift) = (lead, 16);
        } else {
            shift -= 8;
        }
    };
    negative &= length > 0;
    if negative {
        put(ZERO - 1 - (length.min(MAX_SHORT_LENGTH) as u32), false);
    } else {
        put(ZERO + length.min(MAX_SHORT_LENGTH) as u32, false);
    }
    if length >= MAX_SHORT_LENGTH {
        for exponent in (0..5).rev() {
            put(2 + (length as u64 / 254u64.pow(exponent) % 254) as u32, negative);
        }
    }
    let mut pair = length % 2;
    let mut high = 0;
    for digit in significant() {
        if pair == 0 {
            (high, pair) = (digit, 1);
        } else {
            put(2 + high * 10 + digit, negative);
            (high, pair) = (0, 0);
        }
    }
    if shift < 16 {
        emit(ce::from_primary(primary));
    }
}

/// The byte of a number in ASCII digits without leading zeros.
const NO_ZEROS_ASCII: u8 = 2;

fn zeros_and_script<U: CodeUnit>(text: &[U], number: &DigitRun, out: &mut Vec<u8>) {
    let run = text.part(number.digits..number.end);
    let digits = || code_points(run).map(|(_, c)| c);
    let zeros = leading_zeros(run);
    let ascii = digits().all(|c| c.is_ascii());
    if zeros == 0 && ascii {
        return out.push(NO_ZEROS_ASCII);
    }
    // The number of zeros: the number of its digits in base 250, then these digits, most significant first.
    let count = (0..8).find(|&count| (zeros as u64) < 250u64.pow(count)).unwrap_or(8);
    out.push(NO_ZEROS_ASCII + 1 + count as u8);
    out.extend((0..count).rev().map(|exponent| 3 + (zeros as u64 / 250u64.pow(exponent) % 250) as u8));
    // The zero of each digit's script; the byte 2 ends the list and means "all ASCII".
    if !ascii {
        for c in digits() {
            let zero = u32::from(c) - digit(c).unwrap_or(0);
            out.extend([3 + (zero >> 14) as u8, 3 + (zero >> 7 & 0x7F) as u8, 3 + (zero & 0x7F) as u8]);
        }
    }
    out.push(NO_ZEROS_ASCII);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_digits_come_after_those_of_ascii() {
        let first = ('\u{80}'..).find(|c| root().tables().ce32(u32::from(*c)) & 0xFF == DIGIT);
        assert_eq!(first, Some(SECOND_DIGITS));
    }
}
