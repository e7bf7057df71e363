//! The symbols of decimal numbers by locale and numbering system (LDML part 3): separators, signs, digits, grouping
//! sizes.

use crate::unicode::decimal_digit::digit;
use crate::unicode::locale::{LocaleId, MAIN};
use crate::unicode::sorted_lines::SortedLines;

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
    /// The digits from 0 to 9 of the numbering system.
    pub digits: [char; 10],
    /// The size of the group next to the decimal separator, 0 for none.
    pub primary_grouping: usize,
    /// The size of the other groups.
    pub secondary_grouping: usize,
}

const ASCII_DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// The numbering system whose digits and symbols replace those that a locale or an algorithmic system lacks.
const LATN: &str = "latn";

static TABLE: SymbolTable = SymbolTable { lines: SortedLines::new(include_str!("../../../data/spell/symbols.tsv")) };

/// The numbering systems, with their digits; those of each locale by use (`default`, `native`, `traditional`,
/// `finance`); the symbols of each locale by numbering system.
#[derive(Debug)]
struct SymbolTable {
    lines: SortedLines,
}

impl SymbolTable {
    /// The digits of a numbering system; `None` for an algorithmic one.
    fn digits(&self, system: &str) -> Option<[char; 10]> {
        let digits = self.lines.get(&[system, "digits"])?;
        let mut all = ASCII_DIGITS;
        all.iter_mut().zip(digits.chars()).for_each(|(digit, own)| *digit = own);
        Some(all)
    }

    /// The numbering system of a locale: the one that its keyword `numbers` (`nu`) names, or that of the use that it
    /// names; an unknown name is that of the default.
    fn system(&self, id: &LocaleId, chain: &[&'static str]) -> &'static str {
        let named = id.keyword_value("numbers", "nu").unwrap_or("default");
        let system = self.lines.of(named);
        if ["digits", "algorithmic"].iter().any(|kind| system.get(kind).is_some()) {
            return system.id;
        }
        let usage = match named {
            "native" | "finance" => named,
            "traditional" | "traditio" => "traditional",
            _ => "default",
        };
        chain.iter().find_map(|locale| self.lines.get(&[locale, "system", usage])).unwrap_or(LATN)
    }

    fn symbols(&self, chain: &[&'static str], system: &'static str) -> &'static str {
        let of = |system: &str| chain.iter().find_map(|locale| self.lines.get(&[locale, "symbols", system]));
        of(system).or_else(|| of(LATN)).unwrap_or("")
    }
}

impl Symbols {
    /// The symbols of a locale.
    pub(super) fn of(id: &LocaleId) -> Symbols {
        let chain = MAIN.chain(id);
        let system = TABLE.system(id, &chain);
        let digits = TABLE.digits(system);
        let system = if digits.is_some() { system } else { LATN };
        let mut fields = TABLE.symbols(&chain, system).split('\t');
        let mut text = || fields.next().unwrap_or("");
        Symbols {
            decimal: text(),
            grouping: text(),
            minus: text(),
            plus: text(),
            exponent: text(),
            infinity: text(),
            not_a_number: text(),
            digits: digits.unwrap_or(ASCII_DIGITS),
            primary_grouping: text().parse().unwrap_or(0),
            secondary_grouping: text().parse().unwrap_or(0),
        }
    }

    /// The character of a digit value from 0 to 9.
    pub(super) fn digit(&self, digit: u8) -> char {
        self.digits.get(usize::from(digit)).copied().unwrap_or('0')
    }

    /// The digits of the numbering system if they are not decimal digits (Nd), which are adjacent: ideographs.
    pub(super) fn other_digits(&self) -> Option<[char; 10]> {
        let [zero, ..] = self.digits;
        Some(self.digits).filter(|digits| !digits.iter().copied().eq((zero..).take(10)))
    }
}

/// The value of a digit of any script, or of one of the given ideographs.
pub(super) fn digit_value(c: char, others: Option<&[char; 10]>) -> Option<u8> {
    let of_others = || others?.iter().position(|other| *other == c).map(|value| value as u8);
    digit(c).map(|(value, _)| value).or_else(of_others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_the_locale_or_its_parent() {
        let of = |id: &str| Symbols::of(&LocaleId::parse(id));
        for (id, grouping, decimal) in [
            ("de", ".", ","),
            ("de-AT", "\u{A0}", ","),
            ("de_CH", "'", "."),
            ("de-Latn-CH", "'", "."),
            ("de_Cyrl_CH", ",", "."),
            ("es-Latn-MX", ",", "."),
            ("pt_Latn_PT", "\u{A0}", ","),
            ("it_Latn_CH", "'", "."),
            ("en_Latn_ZA", "\u{A0}", ","),
            ("ms_Latn_BN", ".", ","),
            ("az_Cyrl", ".", ","),
            ("ar_Arab_EG", "٬", "٫"),
            ("xx", ",", "."),
        ] {
            assert_eq!((of(id).grouping, of(id).decimal), (grouping, decimal), "{id}");
        }
        assert_eq!((of("fa").digits[0], of("en_IN").secondary_grouping), ('۰', 2));
    }

    #[test]
    fn numbering_systems_are_named_by_a_keyword() {
        for (id, digit) in [
            ("th", '1'),
            ("th-u-nu-thai", '๑'),
            ("th@numbers=native", '๑'),
            ("ar-EG-u-nu-latn", '1'),
            ("zh@numbers=hanidec", '一'),
            ("zh-u-nu-finance", '1'),
            ("ta-u-nu-traditio", '1'),
            ("fa@numbers=nothing", '۱'),
        ] {
            assert_eq!(Symbols::of(&LocaleId::parse(id)).digit(1), digit, "{id}");
        }
        assert_eq!(Symbols::of(&LocaleId::parse("ar-u-nu-latn")).decimal, ".");
        assert_eq!(Symbols::of(&LocaleId::parse("en-u-nu-arab")).decimal, "٫");
    }

    #[test]
    fn all_lines_of_the_table_are_complete() {
        let different = |digits: &[char; 10]| digits.iter().collect::<std::collections::BTreeSet<_>>().len();
        for line in TABLE.lines.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            let is_system =
                |name: &str| TABLE.lines.get(&[name, "algorithmic"]).is_some() || TABLE.digits(name).is_some();
            match columns[..] {
                [system, "digits", _] => assert!(TABLE.digits(system).is_some_and(|digits| different(&digits) == 10)),
                [system, "algorithmic"] => assert!(is_system(system)),
                [_, "system", _, system] => assert!(is_system(system), "{line}"),
                [locale, "symbols", system, ..] => {
                    assert!(columns.len() == 12 && is_system(system), "{locale} {system}");
                }
                _ => panic!("{line}"),
            }
        }
    }
}
