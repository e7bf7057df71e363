//! A set of words that can be asked about a term in either encoding, without turning the term into text first.

use crate::unicode::text::{self, CodeUnit};
use hashbrown::HashTable;
use icu_casemap::CaseMapper;

/// Words, with or without regard to case. Case is folded code point by code point to lower case, as the engine does.
#[derive(Debug)]
pub enum TermSet {
    /// With regard to case: the units of either encoding are compared as they are.
    Exact(ExactSet<u8>, ExactSet<u16>),
    /// Without.
    Folded(FoldedSet),
}

impl TermSet {
    /// A set of these words; empty ones count too.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>, ignore_case: bool) -> TermSet {
        if ignore_case {
            let mut set = FoldedSet::default();
            words.into_iter().for_each(|word| set.insert(word));
            return TermSet::Folded(set);
        }
        let mut set = (ExactSet::default(), ExactSet::default());
        for word in words {
            set.0.insert(word.as_bytes());
            set.1.insert(&text::from_str::<u16>(word));
        }
        TermSet::Exact(set.0, set.1)
    }

    /// Whether the term is one of the words.
    #[inline]
    pub fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        match self {
            TermSet::Exact(utf8, utf16) => U::either(term, |term| utf8.contains(term), |term| utf16.contains(term)),
            TermSet::Folded(set) => set.contains(term),
        }
    }
}

/// Words of one encoding.
#[derive(Debug, Default)]
pub struct ExactSet<U> {
    units: Vec<U>,
    /// Start and end of each word in `units`.
    table: HashTable<(u32, u32)>,
    /// Bit n: some word has n units, or, the last one, 63 or more.
    lengths: u64,
}

impl<U: CodeUnit> ExactSet<U> {
    fn insert(&mut self, word: &[U]) {
        if self.contains(word) {
            return;
        }
        let start = self.units.len() as u32;
        self.units.extend_from_slice(word);
        self.lengths |= 1 << word.len().min(63);
        let units = &self.units;
        let hash_of = |(start, end): &(u32, u32)| hash_units(units.get(*start as usize..*end as usize).unwrap_or(&[]));
        self.table.insert_unique(hash_units(word), (start, self.units.len() as u32), hash_of);
    }

    #[inline]
    fn contains(&self, term: &[U]) -> bool {
        if self.lengths >> term.len().min(63) & 1 == 0 {
            return false;
        }
        let is_word = |(start, end): &(u32, u32)| self.units.get(*start as usize..*end as usize) == Some(term);
        self.table.find(hash_units(term), is_word).is_some()
    }
}

/// A hash over units, some at a time.
#[inline]
fn hash_units<U: CodeUnit>(term: &[U]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let word = |units: &[U; 4]| {
        units.iter().rev().fold(0, |word, unit| {
            let unit: u32 = (*unit).into();
            word << (8 * size_of::<U>()) | u64::from(unit)
        })
    };
    let mixed = |a: u64, b: u64| {
        let product = u128::from(a ^ FACTOR) * u128::from(b ^ 0xD6E8_FEB8_6659_FD93);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = match (term.first_chunk::<4>(), term.last_chunk::<4>()) {
        (Some(first), Some(last)) if term.len() <= 8 => mixed(word(first), word(last)),
        (Some(_), Some(last)) => {
            let chunks = term.chunks_exact(4).filter_map(<[U]>::first_chunk);
            mixed(chunks.fold(0, |hash, chunk| mixed(hash, word(chunk))), word(last))
        }
        _ => {
            let unit = |at: usize| term.get(at).map_or(0, |unit| -> u64 { u64::from((*unit).into()) });
            mixed(unit(0) | unit(1) << 16 | unit(2) << 32, 0)
        }
    };
    mixed(hash, term.len() as u64)
}

/// Words in lower case, asked by code points.
#[derive(Debug, Default)]
pub struct FoldedSet {
    words: String,
    /// Start and end of each word in `words`.
    table: HashTable<(u32, u32)>,
    longest: usize,
}

impl FoldedSet {
    fn insert(&mut self, word: &str) {
        if self.contains(word.as_bytes()) {
            return;
        }
        let start = self.words.len() as u32;
        self.words.extend(word.chars().map(fold));
        let end = self.words.len() as u32;
        self.longest = self.longest.max(word.len());
        let (words, hash_of) = (&self.words, |c: &str| hash(c.chars()));
        let range = |(start, end): (u32, u32)| words.get(start as usize..end as usize).unwrap_or("");
        self.table.insert_unique(hash_of(range((start, end))), (start, end), |word| hash_of(range(*word)));
    }

    #[inline]
    fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        let folded = || text::code_points(term).map(|(_, c)| fold(c));
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
fn fold(c: char) -> char {
    match c {
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
        assert!(words.iter().all(|word| set.contains(&from_str::<u16>(word))));
        assert!(!set.contains(b"wort20000") && !set.contains(b"wort") && !set.contains(b""));
        let long = "wort".repeat(40);
        let set = TermSet::new([long.as_str(), "a", "ab", "abc"], false);
        assert!(set.contains(long.as_bytes()) && !set.contains(&long.as_bytes()[1..]) && !set.contains(b"abcd"));
        assert!(["a", "ab", "abc"].iter().all(|word| set.contains(word.as_bytes())) && !set.contains(b"b"));
    }
}
