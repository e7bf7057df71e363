//! The symbols of decimal numbers by locale (LDML part 3): separators, signs, default digits, grouping sizes.

use crate::lazy::Lazy;
use std::collections::BTreeMap;

use crate::unicode::locale::LocaleId;

/// The symbols of one locale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// Decimal separator.
    pub decimal: &'static str,
    /// Grouping separator.
    pub grouping: &'static str,
    /// Minus sign.
    pub minus: &'static str,
    /// Plus sign.
    pub plus: &'static str,
    /// Exponent sign.
    pub exponent: &'static str,
    /// Infinity.
    pub infinity: &'static str,
    /// NaN.
    pub not_a_number: &'static str,
    /// The zero of the default numbering system; 1 to 9 follow it.
    pub zero: char,
    /// The size of the group next to the decimal separator, 0 for none.
    pub primary_grouping: usize,
    /// The size of the other groups.
    pub secondary_grouping: usize,
}

/// The lines of the table, by locale.
static TABLE: Lazy<BTreeMap<&'static str, &'static str>> =
    Lazy::new(|| by_locale(include_str!("../../../data/spell/symbols.tsv")));

/// Reads a generated table of lines, by locale.
pub(super) fn by_locale(text: &'static str) -> BTreeMap<&'static str, &'static str> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t')).collect()
}

/// The line of the nearest locale: of `alias`, of the id, or of the id without its last subtags; otherwise of root.
pub(super) fn nearest(
    table: &BTreeMap<&'static str, &'static str>,
    id: &LocaleId,
    alias: Option<&str>,
) -> &'static str {
    let base = id.base();
    let mut name = alias.unwrap_or(&base);
    loop {
        if let Some(line) = table.get(name) {
            return line;
        }
        match name.rsplit_once('_') {
            Some((shorter, _)) => name = shorter.trim_end_matches('_'),
            None => return table.get("root").copied().unwrap_or(""),
        }
    }
}

impl Symbols {
    /// The symbols of a locale; `alias` is the id that replaces it in the number rules.
    pub(super) fn of(id: &LocaleId, alias: Option<&str>) -> Symbols {
        let mut fields = nearest(&TABLE, id, alias).split('\t');
        let mut text = || fields.next().unwrap_or("");
        Symbols {
            decimal: text(),
            grouping: text(),
            minus: text(),
            plus: text(),
            exponent: text(),
            infinity: text(),
            not_a_number: text(),
            zero: text().chars().next().unwrap_or('0'),
            primary_grouping: text().parse().unwrap_or(0),
            secondary_grouping: text().parse().unwrap_or(0),
        }
    }

    /// The character of a digit value from 0 to 9.
    pub(super) fn digit(&self, digit: u8) -> char {
        char::from_u32(u32::from(self.zero) + u32::from(digit)).unwrap_or('0')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_the_nearest_locale() {
        let of = |id: &str| Symbols::of(&LocaleId::parse(id), None);
        assert_eq!((of("de").grouping, of("de-AT").grouping, of("de_CH").grouping), (".", "\u{A0}", "'"));
        assert_eq!((of("fa").zero, of("en_IN").secondary_grouping, of("xx").decimal), ('۰', 2, "."));
        for line in TABLE.values() {
            assert_eq!(line.split('\t').count(), 10);
        }
    }
}
