//! Parses decimal numbers in texts of rules, as leniently as ICU's `DecimalFormat` does there.

use crate::unicode::part::StrPart;

use super::decimal_digit::digit;
use super::symbols::Symbols;

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

/// Parses a decimal number at the start of a text: returns the value and the number of bytes.
pub(super) fn parse_decimal(text: &str, symbols: &Symbols, is_grouped: bool) -> Option<(f64, usize)> {
    let rest_at = |at: usize| text.part(at..);
    let skip = |at: usize| text.len() - rest_at(at).trim_start_matches(is_ignorable).len();
    let mut at = skip(0);
    let mut negative = false;
    while let Some(c) = rest_at(at).chars().next().filter(|c| MINUS.contains(*c) || PLUS.contains(*c)) {
        negative |= MINUS.contains(c);
        at = skip(at + c.len_utf8());
    }
    let signed = |value: f64| if negative { -value } else { value };
    for (name, value) in [(symbols.infinity, f64::INFINITY), (symbols.not_a_number, f64::NAN)] {
        if let Some(length) = starts_with_ignoring_case(rest_at(at), name) {
            return Some((signed(value), at + length));
        }
    }
    let decimal_set =
        [COMMAS, PERIODS].into_iter().find(|set| set.contains(symbols.decimal)).unwrap_or(symbols.decimal);
    let is_decimal = |c: char| decimal_set.contains(c);
    let is_grouping = |c: char| {
        is_grouped
            && !is_decimal(c)
            && (symbols.grouping.contains(c)
                || COMMAS.contains(c)
                || PERIODS.contains(c)
                || APOSTROPHES.contains(c)
                || is_ignorable(c) && c != '\t')
    };
    let mut digits = String::new();
    let mut separator = None;
    // The number of separators before the first digit.
    let mut leading = 0;
    // The end of the number before the current group, and its number of digits.
    let mut before_group = None;
    let mut in_group = 0;
    let mut characters = rest_at(at).char_indices().peekable();
    let mut end = at;
    while let Some((offset, c)) = characters.peek().copied() {
        if let Some((value, _)) = digit(c) {
            digits.push(char::from(b'0' + value));
            in_group += 1;
            end = at + offset + c.len_utf8();
        } else if is_grouping(c) && separator.is_none_or(|separator| separator == c) {
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
            Some((offset, c)) if in_group == 0 && is_decimal(*c) => end = at + offset,
            _ => (end, digits) = (whole_end, digits.part(..count).to_owned()),
        }
    }
    let mut number = digits.clone();
    if let Some(c) = rest_at(end).chars().next().filter(|c| is_decimal(*c) && !is_one_digit) {
        let fraction_start = end + c.len_utf8();
        let fraction: String =
            rest_at(fraction_start).chars().map_while(digit).map(|(value, _)| char::from(b'0' + value)).collect();
        let length: usize =
            rest_at(fraction_start).chars().take_while(|c| digit(*c).is_some()).map(char::len_utf8).sum();
        if digits.is_empty() && fraction.is_empty() {
            return None;
        }
        end = fraction_start + length;
        number = format!("{}.{}", if digits.is_empty() { "0" } else { &digits }, fraction);
    }
    if number.is_empty() {
        return None;
    }
    if let Some((exponent, length)) = exponent(rest_at(skip(end)), symbols) {
        number = format!("{number}e{exponent}");
        end = skip(end) + length;
    }
    Some((signed(number.parse().ok()?), end))
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
    let mut length = 0;
    for c in rest.chars() {
        let Some((digit, _)) = digit(c) else { break };
        value = value.saturating_mul(10).saturating_add(i32::from(digit));
        length += c.len_utf8();
    }
    (length > 0).then_some((if negative { -value } else { value }, text.len() - rest.len() + length))
}

/// The number of bytes of `name` at the start of the text, compared by simple case folding; `None` if it is not there or empty.
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
        Symbols::of(&LocaleId::parse(locale), None)
    }

    #[test]
    fn decimals_in_rules_are_parsed_leniently() {
        let read = |text: &str| parse_decimal(text, &symbols("en"), true);
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
        assert!([".", "", "x", "..5", "-", ",,5", ",5,", ",5,000", ",."].iter().all(|text| read(text).is_none()));
    }
}
