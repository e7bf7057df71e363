//! Property queries: resolves `\p{name}`, `\p{name=value}`, `[:name:]` to sets, with loose matching of names (UAX #44,
//! LM3, without the prefix "is").

use super::UnicodeSet;
use super::property_data::{Property, PropertyKind, property};
use crate::unicode::character_name;
use crate::unicode::decimal_digit::digit;
use crate::unicode::rule_text::is_pattern_white_space;

/// The set of a query, or an error message.
pub(super) fn query(name: &str, value: Option<&str>) -> Result<UnicodeSet, String> {
    match value {
        None => alone(name),
        Some(value) => with_value(name, value),
    }
}

/// Resolves a name without a value: a general category, a script, a binary property, or one of the three special names.
fn alone(name: &str) -> Result<UnicodeSet, String> {
    let key = loose(name);
    for group in ["gcm", "sc"] {
        if let Some(set) = property(group).and_then(|group| group.named_value(&key)) {
            return Ok(set);
        }
    }
    match property(&key) {
        Some(found) if matches!(found.kind, PropertyKind::Binary | PropertyKind::Strings) => {
            found.only_value().ok_or_else(no_data)
        }
        // `sc` was found above as a value of the general category (currency symbols); other names need a value.
        Some(_) => Err(format!("the property `{name}` needs a value")),
        None => special(&key).ok_or_else(|| format!("unknown property `{name}`")),
    }
}

fn special(key: &str) -> Option<UnicodeSet> {
    match key {
        "any" => Some(UnicodeSet::all()),
        "ascii" => Some(UnicodeSet::from_range(0, 0x7F)),
        "assigned" => {
            let mut set = property("gcm")?.named_value("cn")?;
            set.complement();
            Some(set)
        }
        _ => None,
    }
}

fn with_value(name: &str, value: &str) -> Result<UnicodeSet, String> {
    let key = loose(name);
    if matches!(key.as_str(), "na" | "name") {
        return match character_name::find(value) {
            Some(c) => Ok(UnicodeSet::from_range(c, c)),
            None => Err(format!("unknown character name `{value}`")),
        };
    }
    // A general category may be a group of categories.
    let key = if matches!(key.as_str(), "gc" | "generalcategory") { "gcm".to_owned() } else { key };
    let property = property(&key).ok_or_else(|| format!("unknown property `{name}`"))?;
    let unknown = || format!("`{value}` is not a value of the property `{name}`");
    match property.kind {
        PropertyKind::Enumerated | PropertyKind::CategoryMask | PropertyKind::ScriptExtensions => {
            property.named_value(&loose(value)).ok_or_else(unknown)
        }
        PropertyKind::Binary | PropertyKind::Strings => binary(&property, value).ok_or_else(unknown),
        PropertyKind::CombiningClass => combining_class(&property, value).ok_or_else(unknown),
        PropertyKind::Age => age(&property, value).ok_or_else(|| format!("`{value}` is not a Unicode version")),
        PropertyKind::Numeric => numeric(&property, value).ok_or_else(|| format!("`{value}` is not a number")),
    }
}

fn binary(property: &Property, value: &str) -> Option<UnicodeSet> {
    let mut set = property.only_value()?;
    match loose(value).as_str() {
        "y" | "yes" | "t" | "true" => {}
        "n" | "no" | "f" | "false" => set.complement(),
        _ => return None,
    }
    Some(set)
}

/// Resolves a name, or any number from 0 to 255. Only names are matched loosely.
fn combining_class(property: &Property, value: &str) -> Option<UnicodeSet> {
    let name = loose(value);
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return property.named_value(&name);
    }
    let number = small_number(value.trim_matches(is_pattern_white_space))?;
    Some(property.named_value(&number.to_string()).unwrap_or_default())
}

/// A number from 0 to 255 with an optional sign, in digits of any script of the BMP.
fn small_number(text: &str) -> Option<u8> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mut number = 0_u8;
    for c in digits.chars() {
        let (value, _) = digit(c).filter(|_| c <= '\u{FFFF}')?;
        number = number.checked_mul(10)?.checked_add(value)?;
    }
    (!digits.is_empty() && (number == 0 || !text.starts_with('-'))).then_some(number)
}

/// All code points assigned in the version or an earlier one.
fn age(property: &Property, value: &str) -> Option<UnicodeSet> {
    let wanted = version(value)?;
    Some(property.values_where(|name| version(name).is_some_and(|age| age <= wanted)))
}

fn version(text: &str) -> Option<[u8; 4]> {
    let mut parts = [0; 4];
    let mut given = text.split('.');
    for part in &mut parts {
        match given.next() {
            None => break,
            Some("") => {}
            Some(number) => *part = number.parse().ok().filter(|_| !number.starts_with('+'))?,
        }
    }
    given.next().is_none().then_some(parts)
}

/// ICU's numeric value of code points that have none.
const NO_NUMERIC_VALUE: f64 = -123_456_789.0;

fn numeric(property: &Property, value: &str) -> Option<UnicodeSet> {
    let wanted = double(value.trim_matches(is_pattern_white_space))?;
    if wanted == NO_NUMERIC_VALUE {
        let mut set = property.values_where(|_| true);
        set.complement();
        return Some(set);
    }
    Some(property.values_where(|name| name.parse() == Ok(wanted)))
}

/// A number as Java's `Double.parseDouble` parses it.
fn double(text: &str) -> Option<f64> {
    let text = text.trim_matches(|c| c <= ' ');
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    match number {
        "NaN" => return Some(f64::NAN),
        "Infinity" => return text.parse().ok(),
        _ => {}
    }
    let number = number.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(number);
    let value = match number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) {
        Some(hexadecimal) => hexadecimal_double(hexadecimal)?,
        None => {
            let is_decimal = number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
            number.parse().ok().filter(|_| is_decimal && !number.starts_with(['+', '-']))?
        }
    };
    Some(if text.starts_with('-') { -value } else { value })
}

/// `1.8p-1`, without `0x`. Digits beyond those of a double are not rounded: no character has such a value.
fn hexadecimal_double(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_integer = !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit());
    let exponent: f64 = exponent.parse().ok().filter(|_| is_integer)?;
    let mut value = 0.0;
    for c in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let is_number = !whole.is_empty() || !fraction.is_empty();
    let scaled = || value * (exponent - 4.0 * fraction.len() as f64).exp2();
    is_number.then(|| if value == 0.0 { value } else { scaled() })
}

fn no_data() -> String {
    "the property has no data".to_owned()
}

/// The loose form of a name (UAX #44, LM3 without the prefix `is`, as in ICU): case, white space, hyphens and
/// underscores are ignored.
pub fn loose(name: &str) -> String {
    let counts = |c: &char| !matches!(c, ' ' | '\t'..='\r' | '_' | '-');
    name.chars().filter(counts).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_not_matched_loosely() {
        let is_known = |property: &str, value: &str| query(property, Some(value)).is_ok();
        for value in
            ["230", "\u{200E}230 ", "+230", "-0", "0230", "\u{968}\u{969}\u{966}", "CCC-10", "c cc_10", "a-bove-"]
        {
            assert!(is_known("ccc", value), "{value:?}");
        }
        for value in ["230-", "2 30", "1_0", "\u{A0}230", "\u{1F}230", "256", "-1", "", "+", "\u{1D7D0}"] {
            assert!(!is_known("ccc", value), "{value:?}");
        }
        assert_eq!(query("ccc", Some("CCC-10")), query("ccc", Some("10")));
        assert!(is_known("nv", "5\u{200E}") && is_known("nv", "\u{1F}5") && !is_known("nv", "5\u{A0}"));
        // The syntax of Java's doubles.
        for (value, same) in
            [("0x1p-1", "0.5"), ("0X1.8P0d", "1.5"), ("0x.8p+1F", "1"), ("-0", "0"), ("5.f", "5"), ("-NaN", "1e400")]
        {
            assert_eq!(query("nv", Some(value)), query("nv", Some(same)), "{value}");
        }
        for value in
            ["--NaN", "Infinityd", "NaNf", "0x8", "0x.8p", "0xp1", "1_0", "1L", "\u{FF11}", ".", "+-1", "inf", "1dd"]
        {
            assert!(!is_known("nv", value), "{value:?}");
        }
        let without = query("nv", Some("-123456789")).unwrap();
        assert!(without.contains(0x61) && !without.contains(0x31));
    }
}
