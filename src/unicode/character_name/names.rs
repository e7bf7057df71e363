//! Names of code points, and the code points of names.

use super::loose::loose;
use super::table::TABLE;
use crate::lazy::Lazy;
use crate::unicode::decimal_digit::hexadecimal_digit;
use crate::unicode::hangul::{S_BASE, S_COUNT, jamo_indices};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

const LEAD: [&str; 19] =
    ["G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"];
const VOWEL: [&str; 21] = [
    "A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU",
    "YI", "I",
];
const TAIL: [&str; 28] = [
    "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S",
    "SS", "NG", "J", "C", "K", "T", "P", "H",
];
pub(super) const SYLLABLES: &str = "HANGUL SYLLABLE ";

/// The code point of a name, an alias or a label such as `<control-0007>`. Loose matching: case, spaces, underscores
/// and medial hyphens are ignored.
pub fn find(name: &str) -> Option<u32> {
    if let Some(label) = name.strip_prefix('<') {
        return find_label(label.strip_suffix('>')?);
    }
    let wanted = loose(name);
    if wanted == JUNGSEONG_O_E {
        return Some(0x1180);
    }
    let table = &*TABLE;
    let find_in = |part| table.entries(part).find(|entry| entry.matches(&wanted)).map(|entry| entry.code_point);
    find_syllable(&wanted)
        .or_else(|| find_numbered(&wanted))
        .or_else(|| find_in(table.names))
        .or_else(|| find_in(table.aliases))
}

/// The loose form of the name that differs from another one in a medial hyphen only.
pub(super) const JUNGSEONG_O_E: &str = "HANGULJUNGSEONGO-E";

/// Offsets of the names in the table, by code point; built at the first request for a name.
static OFFSETS: Lazy<Vec<(u32, u32)>> = Lazy::new(|| TABLE.offsets());

/// The rules of the table.
pub(super) static RULES: Lazy<Vec<(u32, u32, &'static str)>> = Lazy::new(|| TABLE.rules().collect());

/// The name of a code point, empty if it has none.
pub fn name(code_point: u32) -> String {
    for &(first, last, prefix) in RULES.iter() {
        if (first..=last).contains(&code_point) {
            return if prefix == SYLLABLES {
                prefix.to_owned() + &syllable(code_point - S_BASE)
            } else {
                format!("{prefix}{code_point:04X}")
            };
        }
    }
    let index = OFFSETS.binary_search_by_key(&code_point, |&(c, _)| c).ok();
    let offset = index.and_then(|index| OFFSETS.get(index)).map(|&(_, offset)| offset as usize);
    offset.and_then(|offset| TABLE.entry_at(code_point, offset)).map_or(String::new(), |entry| entry.text())
}

/// The name, or a label for a code point without a name: `<control-0007>`, `<unassigned-0378>`.
pub fn extended_name(code_point: u32) -> String {
    let name = name(code_point);
    if name.is_empty() { format!("<{}-{code_point:04X}>", label(code_point)) } else { name }
}

pub(super) fn syllable(index: u32) -> String {
    let part = |list: &[&'static str], at: u32| list.get(at as usize).copied().unwrap_or("");
    let [l, v, t] = jamo_indices(index);
    [part(&LEAD, l), part(&VOWEL, v), part(&TAIL, t)].concat()
}

/// The label of a code point in [`extended_name`]: ICU's name of its general category.
fn label(code_point: u32) -> &'static str {
    if code_point & 0xFFFE == 0xFFFE || (0xFDD0..0xFDF0).contains(&code_point) {
        return "noncharacter";
    }
    match code_point {
        0xD800..=0xDBFF => return "lead surrogate",
        0xDC00..=0xDFFF => return "trail surrogate",
        _ => {}
    }
    match CodePointMapData::<GeneralCategory>::new().get32(code_point) {
        GeneralCategory::UppercaseLetter => "uppercase letter",
        GeneralCategory::LowercaseLetter => "lowercase letter",
        GeneralCategory::TitlecaseLetter => "titlecase letter",
        GeneralCategory::ModifierLetter => "modifier letter",
        GeneralCategory::OtherLetter => "other letter", // the script Seal has no names in ICU's table
        GeneralCategory::NonspacingMark => "non spacing mark",
        GeneralCategory::EnclosingMark => "enclosing mark",
        GeneralCategory::SpacingMark => "combining spacing mark",
        GeneralCategory::DecimalNumber => "decimal digit number",
        GeneralCategory::LetterNumber => "letter number",
        GeneralCategory::OtherNumber => "other number",
        GeneralCategory::SpaceSeparator => "space separator",
        GeneralCategory::LineSeparator => "line separator",
        GeneralCategory::ParagraphSeparator => "paragraph separator",
        GeneralCategory::Control => "control",
        GeneralCategory::Format => "format",
        GeneralCategory::PrivateUse => "private use area",
        GeneralCategory::DashPunctuation => "dash punctuation",
        GeneralCategory::OpenPunctuation => "start punctuation",
        GeneralCategory::ClosePunctuation => "end punctuation",
        GeneralCategory::ConnectorPunctuation => "connector punctuation",
        GeneralCategory::OtherPunctuation => "other punctuation",
        GeneralCategory::InitialPunctuation => "initial punctuation",
        GeneralCategory::FinalPunctuation => "final punctuation",
        GeneralCategory::MathSymbol => "math symbol",
        GeneralCategory::CurrencySymbol => "currency symbol",
        GeneralCategory::ModifierSymbol => "modifier symbol",
        GeneralCategory::OtherSymbol => "other symbol",
        _ => "unassigned",
    }
}

/// The code point of a label without its brackets. As in ICU, a character with a name has one, too, and the number has
/// up to eight digits.
pub(super) fn find_label(text: &str) -> Option<u32> {
    let (kind, number) = text.rsplit_once('-')?;
    let code_point = hexadecimal(number).filter(|&c| c < 0x11_0000 && number.chars().count() <= MAX_LABEL_DIGITS)?;
    // U+212A is the only other character whose lower case is a letter of a label.
    let lower = |c: char| if c == '\u{212A}' { 'k' } else { c.to_ascii_lowercase() };
    kind.chars().map(lower).eq(label(code_point).chars()).then_some(code_point)
}

/// The maximum length of the number of a label.
const MAX_LABEL_DIGITS: usize = 8;

/// A hexadecimal number as ICU4J parses it: with an optional `+`, decimal digits of every script of the BMP, and
/// fullwidth letters.
fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let add = |number: u32, c: char| {
        let value = hexadecimal_digit(c).filter(|_| c <= '\u{FFFF}')?;
        Some(number.saturating_mul(16).saturating_add(value))
    };
    digits.chars().try_fold(0, add).filter(|_| !digits.is_empty())
}

fn find_syllable(wanted: &str) -> Option<u32> {
    let rest = wanted.strip_prefix(loose(SYLLABLES).as_str())?;
    (0..S_COUNT).find(|&index| syllable(index) == rest).map(|index| S_BASE + index)
}

/// The code point of the loose form of a name that ends in its number.
pub(super) fn find_numbered(wanted: &str) -> Option<u32> {
    RULES.iter().filter(|rule| rule.2 != SYLLABLES).find_map(|&(first, last, prefix)| {
        let c = hexadecimal(wanted.strip_prefix(&loose(prefix.trim_end_matches('-')))?)?;
        // As in ICU, which has the other names of this kind in its table.
        let is_computed = matches!(prefix, "CJK UNIFIED IDEOGRAPH-" | "TANGUT IDEOGRAPH-");
        let is_found = (first..=last).contains(&c) && (is_computed || loose(&name(c)) == wanted);
        is_found.then_some(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_matched_loosely() {
        assert_eq!(find("latin_small-letter  a"), Some(0x61));
        assert_eq!(find("Latin small letter a"), Some(0x61));
        assert_eq!(find("cjk unified ideograph-4e00"), Some(0x4E00));
        assert_eq!(find("HANGUL JUNGSEONG O-E"), Some(0x1180));
        assert_eq!(find("HANGUL JUNGSEONG OE"), Some(0x116C));
        assert_eq!(find("TIBETAN MARK TSA -PHRU"), Some(0xF39));
        assert_eq!(find("TIBETAN MARK TSA-PHRU"), None);
        assert_eq!(find("<control-0007>"), Some(7));
        assert_eq!(find("NULL"), None);
        assert_eq!(find("LATIN SMALL LETT--ER A"), None);
    }

    /// The results of ICU 79.1 for `[:na=…:]`.
    #[test]
    fn ignored_characters_are_those_of_icu() {
        let zeros = |count: usize| format!("CJK_UNIFIED_IDEOGRAPH{}4E00", "0".repeat(count));
        for (name, expected) in [
            (" LATIN__SMALL-LETTER A_", 0x61),
            ("latin \u{17F}mall letter \u{131}", 0x69),
            ("HANGUL JUNGSEONG O-E _", 0x1180),
            ("HANGUL-JUNGSEONG-O-E", 0x1180),
            ("CJK UNIFIED IDEOGRAPH+4E00", 0x4E00),
            ("CJK UNIFIED IDEOGRAPH\u{FF14}\u{FF25}\u{660}0", 0x4E00),
            (zeros(97).as_str(), 0x4E00),
            ("<CONTROL-+9>", 9),
            ("<non spacing mar\u{212A}-\u{966}301>", 0x301),
        ] {
            assert_eq!(find(name), Some(expected), "{name:?}");
        }
        for name in [
            "LATIN SMALL LETTER A\t",
            "\tLATIN SMALL LETTER A",
            "LATIN SMALL LETTER\tA",
            "LATIN SMALL LETTER A\n",
            "LATIN SMALL LETTER\u{A0}A",
            "LATIN SMALL LETTER A\u{200E}",
            "LATIN SMALL - LETTER A",
            "HANGUL JUNGSEONG O-E x",
            "CJK UNIFIED IDEOGRAPH- 4E00",
            "CJK UNIFIED IDEOGRAPH -4E00",
            "CJK UNIFIED IDEOGRAPH-+4E00",
            "CJK UNIFIED IDEOGRAPH-\u{664}E00",
            "CJK UNIFIED IDEOGRAPH\u{1D7DC}E00",
            "CJK COMPATIBILITY IDEOGRAPH-0F900",
            " <control-9>",
            "<control-9> ",
            "<control-000000009>",
            "<control-+>",
            "<>",
            "",
        ] {
            assert_eq!(find(name), None, "{name:?}");
        }
    }

    #[test]
    fn every_name_maps_back_to_its_code_point() {
        for c in (0..0x3000).step_by(7).chain((0xAC00..0xAD00).step_by(5)).chain((0x1F600..0x1F650).step_by(9)) {
            assert_eq!(find(&extended_name(c)), Some(c), "{}", extended_name(c));
        }
    }
}
