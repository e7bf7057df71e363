//! Parses terms that are numbers in digits as a whole (rulings U12, U12a): stricter than `decimal_parser`.

use super::decimal::{MAX_FRACTION_DIGITS, Number};
use super::symbols::Symbols;
use crate::unicode::decimal_digit::digit;

/// The maximum number of digits of a term that is parsed.
const MAX_DIGITS: usize = 1_000;

/// Parses a term that is a number as a whole: an optional sign, digits of one script, and the locale's separators
/// between complete groups.
pub(super) fn parse_digit_term(term: &str, symbols: &Symbols) -> Option<Number> {
    let signs = ["-", "\u{2212}", symbols.minus].map(|sign| (sign, true)).into_iter().chain([("+", false)]);
    let signed = signs.filter_map(|(sign, negative)| Some((term.strip_prefix(sign)?, negative)));
    let (unsigned, negative) = signed.min_by_key(|(rest, _)| rest.len()).unwrap_or((term, false));
    let (_, zero) = digit(unsigned.chars().next()?)?;
    let is_arabic = matches!(zero, '\u{660}' | '\u{6F0}');
    let is_decimal = |c: char| symbols.decimal.starts_with(c) || is_arabic && c == '\u{66B}';
    let is_grouping = |c: char| is_same_separator(c, symbols.grouping) || is_arabic && c == '\u{66C}';
    let (mut integer, mut fraction) = (String::new(), Vec::new());
    // The number of digits in each group before the decimal separator.
    let mut groups = vec![0usize];
    let (mut separator, mut in_fraction) = (None, false);
    for c in unsigned.chars() {
        match digit(c) {
            Some((value, zero_of_digit)) if zero_of_digit == zero => {
                if in_fraction {
                    fraction.push(value);
                } else {
                    integer.push(char::from(b'0' + value));
                    *groups.last_mut()? += 1;
                }
                if integer.len() + fraction.len() > MAX_DIGITS {
                    return None;
                }
            }
            Some(_) => return None,
            None if in_fraction => return None,
            None if is_decimal(c) => in_fraction = true,
            None if is_grouping(c) && separator.is_none_or(|separator| separator == c) => {
                separator = Some(c);
                groups.push(0);
            }
            None => return None,
        }
    }
    if in_fraction && fraction.is_empty() || !are_complete(&groups, symbols) || fraction.len() > MAX_FRACTION_DIGITS {
        return None;
    }
    Number::from_digits(negative, &integer, &fraction)
}

/// Spaces are equivalent as grouping separators, and so are apostrophes.
fn is_same_separator(c: char, grouping: &str) -> bool {
    let class = |c: char| match c {
        '\u{A0}' | '\u{202F}' => ' ',
        '\u{2019}' => '\'',
        _ => c,
    };
    grouping.chars().next().is_some_and(|separator| class(separator) == class(c))
}

/// Whether all groups have the locale's sizes; the first one may be shorter.
fn are_complete(groups: &[usize], symbols: &Symbols) -> bool {
    let [first, between @ .., last] = groups else { return true };
    let (primary, secondary) = (symbols.primary_grouping, symbols.secondary_grouping);
    *last == primary && between.iter().all(|group| *group == secondary) && (1..=secondary).contains(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    fn symbols(locale: &str) -> Symbols {
        Symbols::of(&LocaleId::parse(locale))
    }

    #[test]
    fn terms_are_numbers_as_a_whole() {
        for (locale, term, number) in [
            ("en", "1,234.50", "1234.5"),
            ("en", "-007", "-7"),
            ("en", "\u{2212}5", "-5"),
            ("en", "+5", "5"),
            ("en", "١٢", "12"),
            ("en", "١٬٢٣٤٫٥", "1234.5"),
            ("de", "1.000,5", "1000.5"),
            ("hi", "12,34,567", "1234567"),
            ("fr", "1 000", "1000"),
            ("de_CH", "1'000", "1000"),
            ("en", "𝟏𝟐", "12"),
        ] {
            let found = parse_digit_term(term, &symbols(locale)).map(|number| number.to_string());
            assert_eq!(found.as_deref(), Some(number), "{locale} {term}");
        }
        for (locale, term) in [
            ("en", "1,5"),
            ("en", "12,34"),
            ("en", "1,2,3"),
            ("de", "1.5"),
            ("en", ".5"),
            ("en", "5."),
            ("en", "1٢"),
            ("en", "--5"),
            ("en", "$5"),
            ("en", "1e3"),
            ("en", ""),
            ("en", "-"),
            ("en", "1.234,5"),
            ("en", "9223372036854775808"),
        ] {
            assert_eq!(parse_digit_term(term, &symbols(locale)), None, "{locale} {term}");
        }
    }
}
