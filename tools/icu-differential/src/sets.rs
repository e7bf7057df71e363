//! UnicodeSet patterns: rejected or accepted, and their contents (`Sets.java`).

use crate::{FAILED, Kind, Verdict, fnv};
use unic_analysis::unicode::set::UnicodeSet;

pub(crate) struct Sets;

impl Kind for Sets {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        let &["pattern", pattern, answer, contents] = fields else { panic!("a row of no known kind") };
        let set = UnicodeSet::parse(pattern);
        match (&set, answer) {
            (Ok(set), "taken") => Verdict::of(&contents_of(set), contents),
            (Err(error), "taken") if contents == FAILED || error.to_string().contains("a lone surrogate") => {
                Verdict::Stated("a string with a lone surrogate is refused")
            }
            (Err(error), "taken") if names_nothing(&error.to_string()) => {
                Verdict::Stated("a name of nothing but spaces, or of more than 120 characters, is refused")
            }
            _ => Verdict::of_refusal(&set, answer),
        }
    }
}

/// Whether an error is about a name that ICU takes for `SPACE`.
fn names_nothing(error: &str) -> bool {
    let name = error.split_once("unknown character name `").map_or("x", |(_, name)| name.trim_end_matches('`'));
    name.trim_matches([' ', '_']).is_empty() || name.len() > 120
}

fn contents_of(set: &UnicodeSet) -> String {
    let ranges: String = set.ranges().map(|(first, last)| format!("{first:x}-{last:x} ")).collect();
    let mut strings: Vec<Vec<u16>> = set.strings().map(|string| string.encode_utf16().collect()).collect();
    strings.sort();
    let strings: Vec<String> = strings.iter().map(|string| String::from_utf16_lossy(string)).collect();
    let strings = strings.join("|");
    let head: Vec<u16> = strings.encode_utf16().take(20).collect();
    let head: String = char::decode_utf16(head).filter_map(Result::ok).collect();
    let first = ranges.get(..60).unwrap_or(&ranges);
    format!("{} {} {first}{head}", fnv(&ranges), fnv(&strings))
}
