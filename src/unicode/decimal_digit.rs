//! Decimal digits (general category Nd) of all scripts.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

/// The value of a decimal digit (Nd), and the digit zero of its script.
pub fn digit(c: char) -> Option<(u8, char)> {
    if c.is_ascii() {
        return c.is_ascii_digit().then(|| (c as u8 - b'0', '0'));
    }
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_digit = |c: char| categories.get(c) == GeneralCategory::DecimalNumber;
    if !is_digit(c) {
        return None;
    }
    // Digits form runs of ten from zero on; runs may be adjacent.
    let before = (1..60).take_while(|back| char::from_u32(u32::from(c) - back).is_some_and(is_digit)).count();
    let value = (before % 10) as u8;
    char::from_u32(u32::from(c) - u32::from(value)).map(|zero| (value, zero))
}

/// The value of a hexadecimal digit: a decimal digit of any script, or one of the letters A to F, also a fullwidth one
/// (as in ICU).
pub fn hexadecimal_digit(c: char) -> Option<u32> {
    let narrow = match c {
        'Ａ'..='Ｆ' | 'ａ'..='ｆ' => char::from_u32(u32::from(c) - 0xFEE0)?,
        _ => c,
    };
    narrow.to_digit(16).or_else(|| digit(c).map(|(value, _)| value.into()))
}
