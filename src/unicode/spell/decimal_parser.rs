//! Parses decimal numbers in texts of rules, as leniently as ICU's `DecimalFormat` does there.

use crate::unicode::part::StrPart;

use super::decimal_pattern::DecimalPattern;
use super::symbols::{Symbols, digit_value};

const MINUS: &str = "-‒⁻₋−➖﹣－";
const PLUS: &str = "+⁺₊➕﬩﹢＋";
const COMMAS: &str = ",،٫、︐︑﹐﹑，､";
const PERIODS: &str = ".․。︒﹒．｡";
const APOSTROPHES: &str = "'٬‘’＇";

/// Characters that the parser of decimal numbers skips.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\t' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Parses a decimal number at the start of a text, with the suffix of a pattern if it follows: returns the value and
/// the number of bytes. Without a pattern, digits may be grouped.
pub(super) fn parse_decimal(text: &str, symbols: &Symbols, pattern: Option<&DecimalPattern>) -> Option<(f64, usize)> {
    let (negative, at) = signs(text);
    let suffix_at = |end: usize| parse_suffix(text, end, pattern?.suffix());
    // The suffix may contain a minus sign.
    let signed = |value: f64, end: usize| {
        let suffix = suffix_at(end);
        let has_minus = suffix.is_some() && pattern.is_some_and(DecimalPattern::has_minus);
        (if negative || has_minus { -value } else { value }, suffix.unwrap_or(end))
    };
    for (name, value) in [(symbols.infinity, f64::INFINITY), (symbols.not_a_number, f64::NAN)] {
        if let Some(length) = starts_with_ignoring_case(text.part(at..), name) {
            return Some(signed(value, at + length));
        }
    }
    let separators = Separators::new(symbols, pattern.is_none_or(DecimalPattern::is_grouped));
    let IntegerPart { digits, mut end, separator, is_one_digit } = integer_part(text, at, &separators)?;
    let mut number = digits.clone();
    let decimal = text.part(end..).chars().next().filter(|c| separators.is_decimal(*c, separator) && !is_one_digit);
    if let Some(c) = decimal {
        end += c.len_utf8();
        let (fraction, length) = digits_of(text.part(end..), separators.other_digits.as_ref());
        if digits.is_empty() && fraction.is_empty() {
            return None;
        }
        end += length;
        number = format!("{}.{}", if digits.is_empty() { "0" } else { &digits }, fraction);
    }
    if number.is_empty() {
        return None;
    }
    let exponent_start = after_ignorable(text, end);
    if suffix_at(end).is_none()
        && let Some((exponent, length)) = exponent(text.part(exponent_start..), symbols)
    {
        number = format!("{number}e{exponent}");
        end = exponent_start + length;
    }
    Some(signed(number.parse().ok()?, end))
}

/// The end of a suffix that follows a number, which ends at `at`; characters that the parser skips may precede it.
fn parse_suffix(text: &str, at: usize, suffix: &str) -> Option<usize> {
    let at = after_ignorable(text, at);
    starts_with_ignoring_case(text.part(at..), suffix).map(|length| at + length)
}

/// Parses the signs at the start of a text: whether one is a minus, and the offset after them.
fn signs(text: &str) -> (bool, usize) {
    let mut at = after_ignorable(text, 0);
    let mut negative = false;
    while let Some(c) = text.part(at..).chars().next().filter(|c| MINUS.contains(*c) || PLUS.contains(*c)) {
        negative |= MINUS.contains(c);
        at = after_ignorable(text, at + c.len_utf8());
    }
    (negative, at)
}

/// The offset of the first character from `at` on that is not ignorable.
fn after_ignorable(text: &str, at: usize) -> usize {
    text.len() - text.part(at..).trim_start_matches(is_ignorable).len()
}

/// The digits at the start of a text, in ASCII, and their number of bytes.
fn digits_of(text: &str, other_digits: Option<&[char; 10]>) -> (String, usize) {
    let mut length = 0;
    let digits = text.chars().map_while(|c| Some((digit_value(c, other_digits)?, c.len_utf8())));
    let digits = digits.map(|(value, bytes)| {
        length += bytes;
        char::from(b'0' + value)
    });
    (digits.collect(), length)
}

/// The separators and digits that a pattern accepts.
struct Separators<'s> {
    /// The locale's decimal separator.
    decimal: &'s str,
    /// The decimal separators that are equivalent to the locale's one.
    decimals: &'s str,
    grouping: &'s str,
    is_grouped: bool,
    /// The digits besides decimal digits.
    other_digits: Option<[char; 10]>,
}

impl<'s> Separators<'s> {
    fn new(symbols: &'s Symbols, is_grouped: bool) -> Separators<'s> {
        let decimals = [COMMAS, PERIODS].into_iter().find(|set| set.contains(symbols.decimal));
        Separators {
            decimal: symbols.decimal,
            decimals: decimals.unwrap_or(symbols.decimal),
            grouping: symbols.grouping,
            is_grouped,
            other_digits: symbols.other_digits(),
        }
    }

    /// Whether a character is a decimal separator after digits with a grouping separator. The locale's own separators
    /// have precedence over those that are equivalent to its decimal separator.
    fn is_decimal(&self, c: char, separator: Option<char>) -> bool {
        let is_own_grouping =
            self.is_grouped && self.grouping.starts_with(c) && separator.is_none_or(|separator| separator == c);
        self.decimal.contains(c) || self.decimals.contains(c) && !is_own_grouping
    }

    fn is_grouping(&self, c: char, separator: Option<char>) -> bool {
        self.is_grouped
            && !self.is_decimal(c, separator)
            && separator.is_none_or(|separator| separator == c)
            && ([self.grouping, COMMAS, PERIODS, APOSTROPHES].iter().any(|set| set.contains(c))
                || is_ignorable(c) && c != '\t')
    }
}

/// The digits before the decimal separator.
struct IntegerPart {
    /// In ASCII.
    digits: String,
    /// The offset after the last one.
    end: usize,
    /// The grouping separator.
    separator: Option<char>,
    /// Whether it is one digit after a grouping separator: a number without fraction.
    is_one_digit: bool,
}

/// Parses digits and grouping separators from `at` on; `None` if there is no number.
fn integer_part(text: &str, at: usize, separators: &Separators<'_>) -> Option<IntegerPart> {
    let mut digits = String::new();
    let mut separator = None;
    // The number of separators before the first digit.
    let mut leading = 0;
    // The end of the number before the current group, and its number of digits.
    let mut before_group = None;
    let mut in_group = 0;
    let mut characters = text.part(at..).char_indices().peekable();
    let mut end = at;
    while let Some((offset, c)) = characters.peek().copied() {
        if let Some(value) = digit_value(c, separators.other_digits.as_ref()) {
            digits.push(char::from(b'0' + value));
            in_group += 1;
            end = at + offset + c.len_utf8();
        } else if separators.is_grouping(c, separator) {
            if digits.is_empty() {
                leading += 1;
                end = at + offset + c.len_utf8();
            } else if separator.is_some() && in_group == 1 {
                // Only the first group may have one digit.
                before_group?;
                break;
            } else if in_group > 0 {
                // Adjacent separators count as one after a digit.
                before_group = Some((end, digits.len()));
            }
            (separator, in_group) = (Some(c), 0);
        } else {
            break;
        }
        characters.next();
    }
    // After a separator one digit is a number without fraction, and after several ones no number.
    let is_one_digit = leading > 0 && digits.len() == 1;
    if is_one_digit && leading > 1 {
        return None;
    }
    if let Some((whole_end, count)) = before_group.filter(|_| in_group < 2) {
        match characters.peek() {
            // Grouping separators may precede the decimal separator.
            Some((offset, c)) if in_group == 0 && separators.is_decimal(*c, separator) => end = at + offset,
            _ => (end, digits) = (whole_end, digits.part(..count).to_owned()),
        }
    }
    Some(IntegerPart { digits, end, separator, is_one_digit })
}

/// Parses an exponent after a number: returns its value and the number of bytes.
fn exponent(text: &str, symbols: &Symbols) -> Option<(i32, usize)> {
    let sign = starts_with_ignoring_case(text, symbols.exponent)?;
    let mut rest = text.get(sign..)?;
    let negative = rest.starts_with(|c| MINUS.contains(c));
    if let Some(c) = rest.chars().next().filter(|c| MINUS.contains(*c) || PLUS.contains(*c)) {
        rest = rest.get(c.len_utf8()..)?;
    }
    let mut value = 0i32;
    let (digits, length) = digits_of(rest, symbols.other_digits().as_ref());
    for digit in digits.bytes() {
        value = value.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
    }
    (length > 0).then_some((if negative { -value } else { value }, text.len() - rest.len() + length))
}

/// The number of bytes of `name` at the start of the text, compared by simple case folding; `None` if it is not there
/// or empty.
pub(super) fn starts_with_ignoring_case(text: &str, name: &str) -> Option<usize> {
    let mut length = 0;
    let mut characters = text.chars();
    for wanted in name.chars() {
        let c = characters.next()?;
        if super::lenient::fold(c) != super::lenient::fold(wanted) {
            return None;
        }
        length += c.len_utf8();
    }
    (length > 0).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    fn symbols(locale: &str) -> Symbols {
        Symbols::of(&LocaleId::parse(locale))
    }

    #[test]
    fn suffixes_of_patterns_are_parsed() {
        let read = |text: &str, pattern: &str| {
            let pattern = DecimalPattern::parse(pattern).unwrap();
            parse_decimal(text, &symbols("en"), Some(&pattern)).unwrap()
        };
        for (text, pattern, value, length) in [
            ("11:x", "0:", 11.0, 3),
            ("1 1 ST", "0st", 1.0, 1),
            ("11 ST", "0st", 11.0, 5),
            ("11 x", "0:", 11.0, 2),
            ("11-", "0-", -11.0, 3),
            ("-11-", "0-", -11.0, 4),
            ("11-", "0'-'", 11.0, 3),
            ("15e15e", "0e", 15.0, 3),
            ("15e15", "0", 15e15, 5),
            ("15e2st", "0st", 1500.0, 6),
        ] {
            assert_eq!(read(text, pattern), (value, length), "{text} {pattern}");
        }
    }

    #[test]
    fn decimals_in_rules_are_parsed_leniently() {
        let read = |text: &str| parse_decimal(text, &symbols("en"), None);
        for (text, value, length) in [
            ("1,234", 1234.0, 5),
            ("12,34", 1234.0, 5),
            ("1,2,3", 1.0, 1),
            ("1,,23", 123.0, 5),
            ("1,00.5", 100.5, 6),
            ("1,0.5", 1.0, 1),
            ("1,.5", 1.5, 4),
            ("5 .3", 5.3, 4),
            ("1 ,.5", 1.0, 1),
            ("1 2 .5", 1.0, 1),
            ("1,", 1.0, 1),
            ("1.", 1.0, 2),
            ("1E-2", 0.01, 4),
            ("--5", -5.0, 3),
            (",5", 5.0, 2),
            (",5.5", 5.0, 2),
            (",5E1", 50.0, 4),
            (",12.5", 12.5, 5),
            (",,12,", 12.0, 4),
            (",,.5", 0.5, 4),
            ("-.5", -0.5, 3),
            ("5 000", 5000.0, 5),
            ("1e", 1.0, 1),
        ] {
            assert_eq!(read(text), Some((value, length)), "{text}");
        }
        // The Arabic decimal separator and the comma are equivalent, but the comma separates groups.
        assert_eq!(parse_decimal("١,٢٣٤,٥٦٧٫٥", &symbols("az-u-nu-arab"), None), Some((1_234_567.5, 20)));
        assert_eq!(parse_decimal("一,二三四.五", &symbols("zh-u-nu-hanidec"), None), Some((1234.5, 17)));
        assert!([".", "", "x", "..5", "-", ",,5", ",5,", ",5,000", ",."].iter().all(|text| read(text).is_none()));
    }
}
