//! Escapes of code points by number: `Any-Hex`, `Hex-Any` and their variants.

use super::edit::{Replacement, map_each, replace};
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;
use crate::unicode::decimal_digit::hexadecimal_digit;

/// An escape syntax of `Any-Hex` and `Hex-Any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hex {
    prefix: &'static str,
    suffix: &'static str,
    /// 10 or 16.
    radix: u32,
    min_digits: usize,
    max_digits: usize,
    /// Code points above U+FFFF are written as two surrogates.
    by_units: bool,
    /// The prefix and the number of digits of a code point above U+FFFF, if they differ.
    long: Option<(&'static str, usize)>,
}

impl Hex {
    const fn new(prefix: &'static str, suffix: &'static str, radix: u32, min_digits: usize, max_digits: usize) -> Hex {
        Hex { prefix, suffix, radix, min_digits, max_digits, by_units: false, long: None }
    }

    pub(super) const UNICODE: Hex = Hex::new("U+", "", 16, 4, 6);
    pub(super) const JAVA: Hex = Hex { by_units: true, ..Hex::new("\\u", "", 16, 4, 4) };
    pub(super) const C: Hex = Hex { long: Some(("\\U", 8)), ..Hex::new("\\u", "", 16, 4, 4) };
    pub(super) const C_LONG: Hex = Hex::new("\\U", "", 16, 8, 8);
    pub(super) const XML: Hex = Hex::new("&#x", ";", 16, 1, 6);
    pub(super) const XML10: Hex = Hex::new("&#", ";", 10, 1, 7);
    pub(super) const PERL: Hex = Hex::new("\\x{", "}", 16, 1, 6);
    pub(super) const PLAIN: Hex = Hex::new("", "", 16, 4, 6);

    /// Writes the escape of a code point.
    fn write<S: BufferElement>(&self, c: u32, output: &mut Replacement<'_, S>) {
        if self.by_units && c > 0xFFFF {
            [0xD7C0 + (c >> 10), 0xDC00 | c & 0x3FF].into_iter().for_each(|unit| self.write(unit, output));
            return;
        }
        let (prefix, min_digits) = self.long.filter(|_| c > 0xFFFF).unwrap_or((self.prefix, self.min_digits));
        prefix.bytes().for_each(|byte| output.put(byte.into()));
        match self.radix {
            16 => write_digits::<16, S>(c, min_digits, output),
            _ => write_digits::<10, S>(c, min_digits, output),
        }
        self.suffix.bytes().for_each(|byte| output.put(byte.into()));
    }

    /// Parses the escape at an index; returns its value and its length.
    fn read<S: BufferElement>(&self, text: &GapBuffer<S>, at: usize, limit: usize) -> Option<(u32, usize)> {
        let first_digit = end_of(self.prefix, text, at, limit)?;
        let digit = |c: char| hexadecimal_digit(c).filter(|&value| value < self.radix);
        let digits = (first_digit..limit.min(first_digit + self.max_digits))
            .map_while(|position| digit(char::from_u32(text.get(position)?)?));
        let (mut value, mut count) = (0_u32, 0);
        for digit in digits {
            value = value.wrapping_mul(self.radix).wrapping_add(digit);
            count += 1;
        }
        if count < self.min_digits {
            return None;
        }
        let end = end_of(self.suffix, text, first_digit + count, limit)?;
        Some((value, end - at))
    }
}

/// The end of a prefix or suffix at an index.
fn end_of<S: BufferElement>(affix: &str, text: &GapBuffer<S>, at: usize, limit: usize) -> Option<usize> {
    let mut end = at;
    for c in affix.chars() {
        if end >= limit || text.get(end) != Some(c.into()) {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// The maximum number of digits of an escape.
const MAX_DIGITS: usize = 8;

/// Writes the digits of a number, at least `min_digits` of them.
fn write_digits<const RADIX: u32, S: BufferElement>(
    mut value: u32,
    min_digits: usize,
    output: &mut Replacement<'_, S>,
) {
    let mut digits = [0; MAX_DIGITS];
    let mut count = 0;
    for slot in digits.iter_mut().rev() {
        let digit = value % RADIX;
        *slot = digit + if digit < 10 { u32::from('0') } else { u32::from('A') - 10 };
        value /= RADIX;
        count += 1;
        if value == 0 && count >= min_digits {
            break;
        }
    }
    digits.iter().skip(MAX_DIGITS - count).for_each(|&digit| output.put(digit));
}

/// Replaces each code point by its escape.
pub(super) fn to_hex<S: BufferElement>(
    hex: Hex,
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
) {
    map_each(source_set, text, at, |c, output| hex.write(c, output));
}

/// Replaces escapes of any of the given syntaxes by their code points.
pub(super) fn from_hex<S: BufferElement>(
    forms: &[Hex],
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let mut position = at.start;
    while position < at.limit {
        let found = forms.iter().find_map(|form| form.read(text, position, at.limit));
        position = match found {
            Some((value, length)) if let Some(c) = char::from_u32(value) => {
                replace(text, at, position, position + length, c.encode_utf8(&mut [0; 4]), buffers)
            }
            Some((lead @ 0xD800..0xDC00, length)) => {
                // A lead and a trail surrogate escape are one code point.
                let trail = forms.iter().find_map(|form| form.read(text, position + length, at.limit));
                match trail {
                    Some((trail @ 0xDC00..0xE000, more)) => {
                        let c =
                            char::from_u32(0x1_0000 + ((lead & 0x3FF) << 10) + (trail & 0x3FF)).unwrap_or('\u{FFFD}');
                        let units = position + length + more;
                        let mut next = replace(text, at, position, units, c.encode_utf8(&mut [0; 4]), buffers);
                        // ICU moves on by two units from the trail surrogate, so no escape starts at the next unit.
                        while next < at.limit && text.get(next).is_some_and(|c| c > 0xFFFF) {
                            next += 1;
                        }
                        next + 1
                    }
                    _ => replace(text, at, position, position + length, "\u{FFFD}", buffers),
                }
            }
            Some((0xDC00..0xE000, length)) => replace(text, at, position, position + length, "\u{FFFD}", buffers),
            _ => position + 1,
        };
    }
}
