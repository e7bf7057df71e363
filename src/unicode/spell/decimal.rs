//! Decimal numbers without floating point, so `0.1` is exactly one tenth.

use crate::unicode::part::SlicePart;
use std::fmt;

use crate::unicode::decimal_digit::digit;

/// The maximum number of digits after the decimal separator that a number keeps.
pub const MAX_FRACTION_DIGITS: usize = 1_000;

/// A number that rules can format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A 64-bit integer.
    Integer(i64),
    /// A number with digits after the decimal separator.
    Decimal(Decimal),
    /// Infinity.
    Infinity {
        /// Whether it is minus infinity.
        negative: bool,
    },
    /// NaN.
    NotANumber,
}

/// A decimal fraction, whose integer part is at most 2^63 - 1; for patterns also an integer of more bits, which a rule
/// has computed as a double.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub(super) negative: bool,
    pub(super) integer: u64,
    /// The digits after the decimal separator, with values from 0 to 9; the last one is not 0. Empty only for negative
    /// zero, and for integers of more than 63 bits.
    pub(super) fraction: Vec<u8>,
}

impl Decimal {
    /// Creates a decimal number from its parts; drops digits beyond [`MAX_FRACTION_DIGITS`] and trailing zeros.
    pub(super) fn new(negative: bool, integer: u64, fraction: &[u8]) -> Decimal {
        let fraction = fraction.get(..MAX_FRACTION_DIGITS).unwrap_or(fraction);
        let length = fraction.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        Decimal { negative, integer, fraction: fraction.part(..length).to_vec() }
    }

    /// The greatest integer that is not above the number.
    pub(super) fn floor(&self) -> i64 {
        let below = i64::from(self.negative && !self.fraction.is_empty());
        self.signed(self.integer) - below
    }

    /// The nearest integer; halves are rounded up.
    pub(super) fn round(&self) -> i64 {
        let first = self.fraction.first().copied().unwrap_or(0);
        let exactly_half = first == 5 && self.fraction.len() == 1;
        let up = first >= 5 && !(self.negative && exactly_half);
        self.signed(self.integer.saturating_add(up.into()))
    }

    /// A magnitude with the sign of the number; 2^63 and above are cut to 63 bits.
    pub(super) fn signed(&self, magnitude: u64) -> i64 {
        let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
        if self.negative { -magnitude } else { magnitude }
    }

    /// The difference from [`Decimal::floor`], as digits after the separator.
    pub(super) fn above_floor(&self) -> Vec<u8> {
        if !self.negative {
            return self.fraction.clone();
        }
        // One minus the fraction: the nines' complement, plus one at the last digit, which is not 0.
        let last = self.fraction.len().saturating_sub(1);
        let complement = |(at, digit): (usize, &u8)| if at == last { 10 - digit } else { 9 - digit };
        self.fraction.iter().enumerate().map(complement).collect()
    }

    /// The nearest double.
    pub(super) fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }
}

impl Number {
    /// The number with the shortest decimal digits of a double; one of more than 64 bits counts as infinite.
    pub fn from_f64(value: f64) -> Number {
        if value.is_nan() {
            return Number::NotANumber;
        }
        let negative = value < 0.0;
        let beyond = || {
            value.abs().to_string().parse().ok().map(|integer| Number::Decimal(Decimal::new(negative, integer, &[])))
        };
        Number::parse(&format!("{value}")).or_else(beyond).unwrap_or(Number::Infinity { negative })
    }

    /// Parses a number in ASCII: `-12.50`. Trailing zeros of the fraction are dropped; `614.0` is the integer 614. `-0`
    /// keeps its sign. `None` for malformed numbers, for magnitudes of 2^63 or more but -2^63, and for more than 1,000
    /// digits after the separator.
    pub fn parse(text: &str) -> Option<Number> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(integer) || !is_number(fraction) {
            return None;
        }
        let digits: Vec<u8> = fraction.bytes().map(|byte| byte - b'0').collect();
        Number::from_digits(negative, integer, &digits)
    }

    /// Variant of [`Number::parse`] for a sign, ASCII digits before the separator and digit values from 0 to 9 after
    /// it.
    pub(super) fn from_digits(negative: bool, integer: &str, fraction: &[u8]) -> Option<Number> {
        let length = fraction.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        if length > MAX_FRACTION_DIGITS {
            return None;
        }
        if length == 0 {
            let magnitude: i128 = integer.parse().ok()?;
            if negative && magnitude == 0 {
                return Some(Number::Decimal(Decimal::new(true, 0, &[])));
            }
            return i64::try_from(if negative { -magnitude } else { magnitude }).ok().map(Number::Integer);
        }
        let integer = integer.parse().ok().filter(|&integer| integer <= i64::MAX as u64)?;
        Some(Number::Decimal(Decimal::new(negative, integer, fraction)))
    }

    /// Whether the character is a decimal digit (Nd).
    pub fn is_digit(c: char) -> bool {
        digit(c).is_some()
    }

    /// Whether the number is zero, with or without a sign.
    pub fn is_zero(&self) -> bool {
        match self {
            Number::Integer(value) => *value == 0,
            Number::Decimal(decimal) => decimal.integer == 0 && decimal.fraction.is_empty(),
            Number::Infinity { .. } | Number::NotANumber => false,
        }
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Integer(value) => *value as f64,
            Number::Decimal(decimal) => decimal.to_f64(),
            Number::Infinity { negative } => f64::INFINITY * if *negative { -1.0 } else { 1.0 },
            Number::NotANumber => f64::NAN,
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Integer(value)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.integer)?;
        if !self.fraction.is_empty() {
            f.write_str(".")?;
        }
        self.fraction.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// Formats in ASCII, for [`Number::parse`].
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            Number::Decimal(decimal) => decimal.fmt(f),
            Number::Infinity { negative } => f.write_str(if *negative { "-Infinity" } else { "Infinity" }),
            Number::NotANumber => f.write_str("NaN"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        match Number::parse(text) {
            Some(Number::Decimal(decimal)) => decimal,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn numbers_are_parsed_exactly() {
        for (text, written) in [("007", "7"), ("1.50", "1.5"), ("614.0", "614"), ("-0", "-0"), ("-0.05", "-0.05")] {
            assert_eq!(Number::parse(text).map(|number| number.to_string()).as_deref(), Some(written));
        }
        for text in ["", "-", "1.", ".5", "1,5", "+1", "9223372036854775808", "٣"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
        assert_eq!(Number::parse("-9223372036854775808"), Some(Number::Integer(i64::MIN)));
    }

    #[test]
    fn a_decimal_has_its_floor_its_nearest_integer_and_the_digits_above_the_floor() {
        for (text, floor, round, above) in [
            ("2.5", 2, 3, "5"),
            ("-2.5", -3, -2, "5"),
            ("-2.75", -3, -3, "25"),
            ("-0.05", -1, 0, "95"),
            ("2.49", 2, 2, "49"),
        ] {
            let found = decimal(text);
            let digits: String = found.above_floor().iter().map(|digit| char::from(b'0' + digit)).collect();
            assert_eq!((found.floor(), found.round(), digits.as_str()), (floor, round, above), "{text}");
        }
    }
}
