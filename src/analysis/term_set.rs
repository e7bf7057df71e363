//! A set of words that can be asked about a term in either encoding, without turning the term into text first.

use crate::unicode::text::{self, CodeUnit};
use hashbrown::HashTable;
use icu_casemap::CaseMapper;

/// Words, with or without regard to case. Case is folded code point by code point to lower case, as the engine does.
#[derive(Debug, Default)]
pub struct TermSet {
    ignore_case: bool,
    words: String,
    /// Start and end of each word in `words`.
    table: HashTable<(u32, u32)>,
    longest: usize,
}

impl TermSet {
    /// A set of these words; empty ones count too.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>, ignore_case: bool) -> TermSet {
        let mut set = TermSet { ignore_case, ..TermSet::default() };
        words.into_iter().for_each(|word| set.insert(word));
        set
    }

    fn insert(&mut self, word: &str) {
        if self.contains(word.as_bytes()) {
            return;
        }
        let start = self.words.len() as u32;
        self.words.extend(word.chars().map(|c| fold(c, self.ignore_case)));
        let end = self.words.len() as u32;
        self.longest = self.longest.max(word.len());
        let (words, hash_of) = (&self.words, |c: &str| hash(c.chars()));
        let range = |(start, end): (u32, u32)| words.get(start as usize..end as usize).unwrap_or("");
        self.table.insert_unique(hash_of(range((start, end))), (start, end), |word| hash_of(range(*word)));
    }

    /// Whether the term is one of the words.
    #[inline]
    pub fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        let folded = || text::code_points(term).map(|(_, c)| fold(c, self.ignore_case));
        let is_word = |(start, end): &(u32, u32)| {
            self.words.get(*start as usize..*end as usize).is_some_and(|word| word.chars().eq(folded()))
        };
        // A word of n bytes has at most n units in either encoding, and at most 4n when case is ignored (İ, K).
        if term.len() > self.longest.saturating_mul(4) {
            return false;
        }
        self.table.find(hash(folded()), is_word).is_some()
    }
}

#[inline]
fn fold(c: char, ignore_case: bool) -> char {
    match c {
        _ if !ignore_case => c,
        '\0'..='\x7F' => c.to_ascii_lowercase(),
        _ => CaseMapper::new().simple_lowercase(c),
    }
}

/// A hash over code points, so that both encodings of a word have the same.
#[inline]
fn hash(word: impl Iterator<Item = char>) -> u64 {
    let mixed =
        word.fold(0u64, |hash, c| (hash.rotate_left(5) ^ u64::from(u32::from(c))).wrapping_mul(0x517C_C1B7_2722_0A95));
    // The table takes its bits from both ends.
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;

    #[test]
    fn words_are_found_in_both_encodings() {
        for ignore_case in [false, true] {
            let set = TermSet::new(["C++", "Straße", "", "😀", "ΟΔΟΣ"], ignore_case);
            for (term, exact) in [
                ("C++", true),
                ("c++", false),
                ("Straße", true),
                ("STRAßE", false),
                ("", true),
                ("😀", true),
                ("x", false),
            ] {
                let expected = exact || ignore_case && term != "x";
                assert_eq!(set.contains(&from_str::<u8>(term)), expected, "{term}");
                assert_eq!(set.contains(&from_str::<u16>(term)), expected, "{term}");
            }
        }
    }

    #[test]
    fn many_words_are_told_apart() {
        let words: Vec<String> = (0..20_000).map(|number| format!("wort{number}")).collect();
        let set = TermSet::new(words.iter().map(String::as_str), false);
        assert!(words.iter().all(|word| set.contains(word.as_bytes())));
        assert!(!set.contains(b"wort20000") && !set.contains(b"wort"));
    }
}
