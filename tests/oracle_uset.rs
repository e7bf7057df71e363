//! UnicodeSet patterns compared with the results of ICU 79.1.

mod oracle_files;

use oracle_files::{Score, rows, string};
use std::fmt::Write;
use unic_analysis::unicode::set::UnicodeSet;

#[test]
fn sets_equal_those_of_icu() {
    let Some(rows) = rows("uset/sets.tsv") else { return };
    let mut score = Score::new("uset/sets.tsv");
    for row in rows {
        let row: Vec<String> = row.iter().map(|field| string(field)).collect();
        let set = match UnicodeSet::parse(&row[0]) {
            Ok(set) => set,
            Err(error) => {
                score.check(false, || format!("{} is refused: {error}", row[0]));
                continue;
            }
        };
        let found = [
            set.len().to_string(),
            set.ranges().count().to_string(),
            set.strings().count().to_string(),
            format!("{:x}", fnv(&ranges(&set, usize::MAX))),
        ];
        let wanted = [row[1].clone(), row[2].clone(), row[3].clone(), row[4].trim_start_matches('0').to_owned()];
        let strings = strings(&set);
        let strings_fit = strings == row[6] || format!("fnv:{:016x}", fnv(&strings)) == row[6];
        score.check(found == wanted && strings_fit, || {
            format!("{}: {found:?} {} {strings:.60}, not {wanted:?} {} {:.60}", row[0], ranges(&set, 8), row[5], row[6])
        });
    }
    score.close();
}

#[test]
fn rejected_patterns_are_rejected_with_a_location() {
    let Some(rows) = rows("uset/refused.tsv") else { return };
    let mut score = Score::new("uset/refused.tsv");
    for row in rows {
        let pattern = string(&row[0]);
        let refused = UnicodeSet::parse(&pattern).err();
        score.check(refused.is_some_and(|error| error.offset <= pattern.len()), || format!("{pattern} is accepted"));
    }
    score.close();
}

fn ranges(set: &UnicodeSet, count: usize) -> String {
    let mut out = String::new();
    for (first, last) in set.ranges().take(count) {
        let _ = if first == last { write!(out, "{first:X} ") } else { write!(out, "{first:X}-{last:X} ") };
    }
    out
}

fn strings(set: &UnicodeSet) -> String {
    let mut strings: Vec<(Vec<u16>, &str)> =
        set.strings().map(|string| (string.encode_utf16().collect(), string)).collect();
    strings.sort();
    strings.iter().map(|(_, string)| *string).collect::<Vec<_>>().join("|")
}

fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
