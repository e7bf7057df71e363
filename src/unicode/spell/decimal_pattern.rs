//! Decimal patterns in rules (`=#,##0.00=`; LDML part 3, "Number Format Patterns"). Supported are the parts that rules
//! use: digits, grouping, the decimal separator and a suffix.

use super::decimal::{Decimal, Number};
use super::symbols::Symbols;
use crate::unicode::part::StrPart;

/// A decimal pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DecimalPattern {
    min_integer: usize,
    min_fraction: usize,
    max_fraction: usize,
    /// The size of the group next to the decimal separator, and of the others; 0 for none.
    grouping: (usize, usize),
    /// Whether the decimal separator is written without digits after it.
    always_separator: bool,
    suffix: String,
    /// Whether the suffix contains a minus sign: a number with it is parsed as a negative one.
    has_minus: bool,
}

/// The error of a malformed pattern: its offset in bytes, and what is expected there.
pub(super) type DecimalPatternError = (usize, &'static str);

impl DecimalPattern {
    /// The default pattern of a locale: `#,##0.###`.
    pub(super) fn of(symbols: &Symbols) -> DecimalPattern {
        DecimalPattern {
            min_integer: 1,
            max_fraction: 3,
            grouping: (symbols.primary_grouping, symbols.secondary_grouping),
            ..DecimalPattern::default()
        }
    }

    /// Parses a pattern that starts with `#` or `0`.
    pub(super) fn parse(text: &str) -> Result<DecimalPattern, DecimalPatternError> {
        let mut pattern = DecimalPattern::default();
        let number = text.find(|c| !matches!(c, '#' | '0' | ',' | '.')).unwrap_or(text.len());
        let (number_text, rest) = text.split_at_checked(number).unwrap_or((text, ""));
        let (integer, fraction) = match number_text.split_once('.') {
            Some((integer, fraction)) => (integer, Some(fraction)),
            None => (number_text, None),
        };
        pattern.min_integer = integer.bytes().filter(|byte| *byte == b'0').count();
        if integer.find('0').is_some_and(|zero| integer.get(zero..).is_some_and(|rest| rest.contains('#'))) {
            return Err((integer.rfind('#').unwrap_or(0), "no `#` after `0` before the decimal separator"));
        }
        let mut groups = integer.rsplit(',').map(str::len);
        if integer.contains(',') {
            let primary = groups.next().unwrap_or(0);
            let secondary = if integer.matches(',').count() > 1 { groups.next().unwrap_or(0) } else { primary };
            if primary == 0 || secondary == 0 {
                return Err((integer.len(), "digits in every group"));
            }
            pattern.grouping = (primary, secondary);
        }
        if let Some(fraction) = fraction {
            let at = integer.len() + 1;
            let zeros = fraction.find(|c| c != '0').unwrap_or(fraction.len());
            let hashes = fraction.part(zeros..);
            if let Some(other) = hashes.find(|c| c != '#') {
                return Err((at + zeros + other, "only `0`, then `#` after the decimal separator"));
            }
            (pattern.min_fraction, pattern.max_fraction) = (zeros, fraction.len());
            pattern.always_separator = fraction.is_empty();
        }
        if pattern.min_integer == 0 && pattern.min_fraction == 0 {
            pattern.min_integer = 1;
        }
        (pattern.suffix, pattern.has_minus) = suffix(rest).map_err(|(at, expected)| (number + at, expected))?;
        Ok(pattern)
    }

    /// Whether groups are separated.
    pub(super) fn is_grouped(&self) -> bool {
        self.grouping.0 > 0
    }

    /// The text after the digits.
    pub(super) fn suffix(&self) -> &str {
        &self.suffix
    }

    /// Whether the suffix makes a number that is parsed negative.
    pub(super) fn has_minus(&self) -> bool {
        self.has_minus
    }

    /// Appends a number; halves are rounded to even.
    pub(super) fn write(&self, number: &Number, symbols: &Symbols, out: &mut String) {
        let integer;
        let decimal = match number {
            Number::Integer(value) => {
                integer = Decimal { negative: *value < 0, integer: value.unsigned_abs(), fraction: Vec::new() };
                &integer
            }
            Number::Decimal(decimal) => decimal,
            Number::Infinity { negative } => {
                out.push_str(if *negative { symbols.minus } else { "" });
                return out.push_str(symbols.infinity);
            }
            Number::NotANumber => return out.push_str(symbols.not_a_number),
        };
        let mut digits: Vec<u8> = decimal.integer.to_string().bytes().map(|byte| byte - b'0').collect();
        let point = digits.len();
        digits.extend_from_slice(decimal.fraction.get(..self.max_fraction).unwrap_or(&decimal.fraction));
        let carried = round(&mut digits, decimal.fraction.get(self.max_fraction..).unwrap_or(&[]));
        let (whole, fraction) = digits.split_at_checked(point + usize::from(carried)).unwrap_or((&digits, &[]));
        let length = fraction.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1).max(self.min_fraction);
        let mut fraction = fraction.to_vec();
        fraction.resize(length, 0);
        let whole: String = whole.iter().map(|digit| char::from(b'0' + digit)).collect();
        self.write_digits(decimal.negative, &whole, &fraction, symbols, out);
    }

    fn write_digits(&self, negative: bool, whole: &str, fraction: &[u8], symbols: &Symbols, out: &mut String) {
        if negative {
            out.push_str(symbols.minus);
        }
        let whole = if whole == "0" && self.min_integer == 0 { "" } else { whole };
        let length = whole.len().max(self.min_integer);
        let (primary, secondary) = self.grouping;
        for (at, byte) in std::iter::repeat_n(b'0', length - whole.len()).chain(whole.bytes()).enumerate() {
            let left = length - at;
            let ends_group = left == primary || left > primary && secondary > 0 && (left - primary) % secondary == 0;
            if at > 0 && primary > 0 && ends_group {
                out.push_str(symbols.grouping);
            }
            out.push(symbols.digit(byte - b'0'));
        }
        if !fraction.is_empty() || self.always_separator {
            out.push_str(symbols.decimal);
        }
        out.extend(fraction.iter().map(|digit| symbols.digit(*digit)));
        out.push_str(&self.suffix);
    }
}

/// Rounds digits by the cut-off digits after them, halves to even; returns whether a digit was added in front.
fn round(digits: &mut Vec<u8>, cut: &[u8]) -> bool {
    let first = cut.first().copied().unwrap_or(0);
    let more = cut.iter().skip(1).any(|digit| *digit != 0);
    let is_odd = digits.last().is_some_and(|digit| digit % 2 == 1);
    if first < 5 || first == 5 && !more && !is_odd {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        *digit = if *digit == 9 { 0 } else { *digit + 1 };
        if *digit != 0 {
            return false;
        }
    }
    digits.insert(0, 1);
    true
}

/// The suffix of a pattern, without its quotes, and whether it contains a minus sign outside of quotes.
fn suffix(text: &str) -> Result<(String, bool), DecimalPatternError> {
    let (mut out, mut quoted, mut has_minus) = (String::new(), false, false);
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\'' if characters.next_if(|(_, next)| *next == '\'').is_some() => out.push('\''),
            '\'' => quoted = !quoted,
            _ if quoted => out.push(c),
            'E' | '%' | '‰' | '¤' | '@' | '*' | ';' | '#' | '0'..='9' | ',' | '.' => {
                return Err((at, "digits `#` and `0`, `,`, `.`, and other text in quotes"));
            }
            _ => {
                has_minus |= c == '-';
                out.push(c);
            }
        }
    }
    if quoted { Err((text.len(), "a closing quote")) } else { Ok((out, has_minus)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    fn written(pattern: &str, number: &str, locale: &str) -> String {
        let (pattern, number) = (DecimalPattern::parse(pattern).unwrap(), Number::parse(number).unwrap());
        let mut out = String::new();
        pattern.write(&number, &Symbols::of(&LocaleId::parse(locale)), &mut out);
        out
    }

    #[test]
    fn patterns_format_like_icu() {
        for (pattern, number, expected) in [
            ("#,##0", "1234567", "1,234,567"),
            ("#,##,##0", "1234567", "12,34,567"),
            ("##,##", "1235", "12,35"),
            ("0", "12.5", "12"),
            ("0.0", "2.25", "2.2"),
            ("0.0", "2.35", "2.4"),
            ("#,##0.#", "999.99", "1,000"),
            ("0.#", "9.95", "10"),
            ("00", "5", "05"),
            ("#,##0.00", "-0.5", "-0.50"),
            ("#,##0.", "5", "5."),
            ("#,##0", "-9223372036854775808", "-9,223,372,036,854,775,808"),
            ("0'x'", "7", "7x"),
            ("#.#", "0", "0"),
            ("##.##", "0.5", "0.5"),
            ("#.0#", "0.5", ".5"),
        ] {
            assert_eq!(written(pattern, number, "en"), expected, "{pattern} of {number}");
        }
        assert_eq!(written("#,##0.0", "12345.5", "fa"), "۱۲٬۳۴۵٫۵");
    }

    #[test]
    fn malformed_patterns_are_rejected() {
        for pattern in ["0#", "#,", "#,,0", "0.#0", "0%", "0E0", "0'x"] {
            assert!(DecimalPattern::parse(pattern).is_err(), "{pattern}");
        }
    }
}
