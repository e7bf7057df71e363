//! Names of code points, and the code points of names.

use super::loose::loose;
use super::table::{NameTable, TABLE};
use crate::lazy::Lazy;
use crate::unicode::hangul::{S_BASE, jamo_indices};
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
    let wanted = loose(name);
    if let Some(label) = name.trim().strip_prefix('<') {
        return find_label(label.strip_suffix('>')?);
    }
    if is_jungseong_o_e(name, &wanted) {
        return Some(0x1180);
    }
    let table = &*TABLE;
    find_by_rule(table, &wanted)
        .or_else(|| table.entries(table.names).find(|entry| entry.matches(&wanted)).map(|entry| entry.code_point))
        .or_else(|| table.entries(table.aliases).find(|entry| entry.matches(&wanted)).map(|entry| entry.code_point))
}

pub(super) fn hexadecimal(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_number)
}

/// Whether a name is `HANGUL JUNGSEONG O-E`, the only one that differs from another one in a medial hyphen. As in ICU,
/// there may be spaces around the hyphen. `loose` is the loose form.
pub(super) fn is_jungseong_o_e(name: &str, loose: &str) -> bool {
    loose == "HANGULJUNGSEONGO-E"
        || loose == "HANGULJUNGSEONGOE" && name.to_ascii_uppercase().trim_end().ends_with("O-E")
}

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
    let code_point = hexadecimal(number).filter(|&c| c < 0x11_0000 && number.len() <= 8)?;
    kind.eq_ignore_ascii_case(label(code_point)).then_some(code_point)
}

fn find_by_rule(table: &NameTable, wanted: &str) -> Option<u32> {
    for (first, last, prefix) in table.rules() {
        let Some(rest) = wanted.strip_prefix(loose(prefix.trim_end_matches('-')).as_str()) else { continue };
        if prefix == SYLLABLES {
            let found = (0..=last - first).find(|&index| syllable(index) == rest);
            return found.map(|index| first + index);
        }
        // The hyphen before the number is kept only between spaces.
        let number = rest.trim_start_matches('-');
        if let Some(found) = u32::from_str_radix(number, 16).ok().filter(|c| (first..=last).contains(c)) {
            return Some(found);
        }
    }
    None
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

    #[test]
    fn every_name_maps_back_to_its_code_point() {
        for c in (0..0x3000).step_by(7).chain((0xAC00..0xAD00).step_by(5)).chain((0x1F600..0x1F650).step_by(9)) {
            assert_eq!(find(&extended_name(c)), Some(c), "{}", extended_name(c));
        }
    }
}
