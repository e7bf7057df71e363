//! An index from names to code points, for texts with many names. Built at the first lookup: 52,000 entries of 8 bytes.

use super::loose::{loose, loose_word};
use super::names::{JUNGSEONG_O_E, SYLLABLES, find_label, find_numbered, name, syllable};
use super::table::TABLE;
use crate::lazy::Lazy;
use crate::unicode::hangul::{S_BASE, S_COUNT};
use crate::unicode::part::SlicePart;
use crate::unicode::sorted_map::SortedMap;

/// The hash of the loose form of each name, with its code point, in order.
static HASHES: Lazy<Vec<(u32, u32)>> = Lazy::new(|| {
    let entries = TABLE.entries(TABLE.names);
    let names = entries.map(|entry| (hash_of(entry.words().flat_map(loose_word)), entry.code_point));
    let syllables =
        (0..S_COUNT).map(|index| (hash_of(loose(SYLLABLES).bytes().chain(syllable(index).bytes())), S_BASE + index));
    let mut hashes: Vec<(u32, u32)> = names.chain(syllables).collect();
    hashes.sort_unstable();
    hashes
});

/// The aliases of the table, by their loose form.
static CORRECTIONS: Lazy<SortedMap<String, u32>> =
    Lazy::new(|| TABLE.entries(TABLE.aliases).map(|entry| (loose(&entry.text()), entry.code_point)).collect());

/// The code point of a name, a correction or a label. Names are matched loosely, labels in any case.
pub fn find_indexed(text: &str) -> Option<u32> {
    if let Some(label) = text.strip_prefix('<') {
        return find_label(label.strip_suffix('>')?);
    }
    let wanted = loose(text);
    if wanted == JUNGSEONG_O_E {
        return Some(0x1180);
    }
    let hash = hash_of(wanted.bytes());
    let first = HASHES.partition_point(|&(other, _)| other < hash);
    let equal = HASHES.part(first..).iter().take_while(|&&(other, _)| other == hash);
    let found = equal.map(|&(_, c)| c).find(|&c| loose(&name(c)) == wanted);
    found.or_else(|| CORRECTIONS.get(&wanted).copied()).or_else(|| find_numbered(&wanted))
}

/// FNV-1a.
fn hash_of(name: impl Iterator<Item = u8>) -> u32 {
    name.fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::character_name::extended_name;

    /// The answers of ICU 79.1's `Name-Any`.
    #[test]
    fn names_are_matched_loosely_as_in_icu() {
        for (name, expected) in [
            ("SPA CE", 0x20),
            ("S-PACE", 0x20),
            ("LATINSMALLLETTERA", 0x61),
            ("HANGUL JUNGSEONG O-E", 0x1180),
            ("HANGULJUNGSEONGO-E", 0x1180),
            ("HANGUL JUNGSEONG O -E", 0x1180),
            ("HANGUL JUNGSEONG O - E", 0x1180),
            ("HANGUL JUNGSEONG O E", 0x116C),
            ("TIBETAN LETTER - A", 0xF60),
            ("TIBETAN LETTER-A", 0xF68),
            ("TIBETAN MARK BKA -SHOG GI MGO RGYAN", 0xFD0),
            ("CJK-UNIFIED-IDEOGRAPH 4-E00", 0x4E00),
            ("CJKUNIFIEDIDEOGRAPH-0000000000000004E00", 0x4E00),
            ("TANGUT IDEOGRAPH 0-17000", 0x17000),
            ("NUSHU CHARACTER1B170", 0x1B170),
            ("CJKCOMPATIBILITYIDEOGRAPHF900", 0xF900),
            ("HANGUL-SYLLABLE-G-A", 0xAC00),
            ("WEIERSTRASSELLIPTICFUNCTION", 0x2118),
            ("LATIN CAPITAL LETTER OI", 0x1A2),
            ("<control-7>", 7),
            ("<CONTROL-00000007>", 7),
            ("<uppercase letter-0041>", 0x41),
        ] {
            assert_eq!(find_indexed(name), Some(expected), "{name}");
        }
        for name in [
            "SPACE-",
            "-SPACE",
            "SP--ACE",
            "HANGUL JUNGSEONG O--E",
            "TIBETAN MARK TSA PHRU",
            "HANGUL SYLLABLE -GA",
            "HANGUL SYLLABLE",
            "HANGUL SYLLABLE A A",
            "CJK UNIFIED IDEOGRAPH - 4E00",
            "CJK UNIFIED IDEOGRAPH--4E00",
            "CJK UNIFIED IDEOGRAPH-+4E00",
            "CJK UNIFIED IDEOGRAPH-100004E00",
            "CJK COMPATIBILITY IDEOGRAPH-0F900",
            "<control-000000007>",
            "<control -0041>",
            "< control-0041>",
            "<nonspacing mark-0301>",
            "control-0007",
            "LF",
            "",
        ] {
            assert_eq!(find_indexed(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_and_label_is_found() {
        for c in 0..0x11_0000 {
            let is_sampled = c < 0x3_5000 && c % 3 == 0 || c % 101 == 0;
            if is_sampled {
                assert_eq!(find_indexed(&extended_name(c)), Some(c), "{}", extended_name(c));
            }
        }
    }
}
