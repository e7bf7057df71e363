//! A set of words that can be asked about a term in either encoding, without turning the term into text first.

use crate::unicode::text::{self, CodeUnit};
use hashbrown::HashTable;
use icu_casemap::CaseMapper;
use std::array::from_fn;

/// Words, with or without regard to case. Case is folded code point by code point to lower case, as the engine does.
#[derive(Debug)]
pub enum TermSet {
    /// With regard to case: the units of either encoding are compared as they are.
    Exact(ExactSet<u8, 2>, ExactSet<u16, 4>),
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
        let words: Vec<&str> = words.into_iter().collect();
        let utf8 = ExactSet::new(words.iter().map(|word| word.as_bytes()));
        TermSet::Exact(utf8, ExactSet::new(words.iter().map(|word| text::from_str::<u16>(word))))
    }

    /// Whether the term is one of the words.
    #[inline]
    pub fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        self.contains_term((term, term.len()))
    }

    /// Whether the first `length` units are one of the words. Quick when what stands behind them can be read too.
    #[inline]
    pub fn contains_term<U: CodeUnit>(&self, (units, length): (&[U], usize)) -> bool {
        match self {
            TermSet::Exact(utf8, utf16) => {
                U::either(units, |units| utf8.contains(units, length), |units| utf16.contains(units, length))
            }
            TermSet::Folded(set) => set.contains(units.get(..length).unwrap_or(&[])),
        }
    }
}

/// Words of one encoding. Short ones are numbers, `N` for each, in one of two places: asking for one takes no branch that
/// depends on the answer, which no processor could guess.
#[derive(Debug)]
pub struct ExactSet<U, const N: usize> {
    /// A power of two; zeros where there is none.
    short: Vec<[u64; N]>,
    /// A byte of each one's hash, 0 where there is none: a word that is not there costs no look at `short`, which is too large
    /// for the nearest cache.
    tags: Vec<u8>,
    /// Longer words, and those that find no place among the short ones.
    long: LongSet<U>,
    /// Some short word stands in `long`.
    has_others: bool,
}

/// The longest word that can be short.
const SHORT: usize = 15;

/// Of larger sets all words are long: they would take much memory and miss the caches anyway.
const MOST_SHORT: usize = 1 << 15;

impl<U: CodeUnit, const N: usize> ExactSet<U, N> {
    fn new<W: AsRef<[U]>>(words: impl ExactSizeIterator<Item = W>) -> ExactSet<U, N> {
        let size = if words.len() > MOST_SHORT { 1 } else { (2 * words.len()).next_power_of_two() };
        let (short_words, tags) = (vec![[0; N]; size], vec![0; size]);
        let mut set = ExactSet { short: short_words, tags, long: LongSet::default(), has_others: size == 1 };
        for word in words {
            let word = word.as_ref();
            if set.contains(word, word.len()) {
                continue;
            }
            if word.len() > SHORT || size == 1 {
                set.long.insert(word);
            } else if let Some(other) = set.place(short(word, word.len())) {
                set.long.insert(&units_of(&other));
                set.has_others = true;
            }
        }
        set
    }

    /// Gives a short word one of its two places; who stands there goes to the other one of its own, and so on. The word that
    /// is left over, if it takes too long.
    fn place(&mut self, word: [u64; N]) -> Option<[u64; N]> {
        let mut moved = word;
        let ([mut at, _], mut tag) = self.places(&moved);
        for _ in 0..32 {
            let (Some(place), Some(place_tag)) = (self.short.get_mut(at), self.tags.get_mut(at)) else { break };
            std::mem::swap(place, &mut moved);
            std::mem::swap(place_tag, &mut tag);
            if moved == [0; N] {
                return None;
            }
            let ([first, second], _) = self.places(&moved);
            at = if at == first { second } else { first };
        }
        Some(moved)
    }

    /// The two places of a word, and its tag.
    #[inline(always)]
    fn places(&self, word: &[u64; N]) -> ([usize; 2], u8) {
        let hash = word.iter().fold(0, |hash, number| mixed(hash, *number));
        let places = [hash, hash >> 32].map(|hash| hash as usize & (self.short.len() - 1));
        (places, (hash >> 24) as u8 | 1)
    }

    #[inline]
    fn contains(&self, units: &[U], length: usize) -> bool {
        if length > SHORT {
            return self.long.contains(units.get(..length).unwrap_or(&[]));
        }
        let word = short(units, length);
        let (places, tag) = self.places(&word);
        // Where the tag says no, any other place serves: what stands there is compared, too.
        let [first, second] = places.map(|at| {
            let may_be = usize::from(self.tags.get(at) == Some(&tag));
            self.short.get(at * may_be) == Some(&word)
        });
        let is_other = self.has_others && self.long.contains(units.get(..length).unwrap_or(&[]));
        first | second | is_other
    }
}

/// The first `length` units, then zeros, then the length plus one, packed into numbers.
#[inline(always)]
fn short<U: CodeUnit, const N: usize>(units: &[U], length: usize) -> [u64; N] {
    let chunk: [U; SHORT + 1] = match units.first_chunk() {
        Some(chunk) => *chunk,
        None => from_fn(|at| units.get(at).copied().unwrap_or_default()),
    };
    let bits = 8 * size_of::<U>();
    let in_number = 64 / bits;
    let four = |number: usize| chunk.as_chunks().0.get(number).map_or(0, text::packed);
    let mut word = from_fn(|at| {
        let number = if in_number == 8 { four(2 * at) | four(2 * at + 1) << 32 } else { four(at) };
        let behind = in_number - length.saturating_sub(at * in_number).min(in_number);
        number & u64::MAX.checked_shr((bits * behind) as u32).unwrap_or(0)
    });
    if let Some(last) = word.last_mut() {
        *last |= (length as u64 + 1) << (64 - bits);
    }
    word
}

/// The units of a short word.
fn units_of<U: CodeUnit, const N: usize>(word: &[u64; N]) -> Vec<U> {
    let bits = 8 * size_of::<U>();
    let units =
        word.iter().flat_map(|number| (0..64 / bits).map(move |at| U::from_low_bits((number >> (bits * at)) as u32)));
    let length = word.last().map_or(0, |last| (last >> (64 - bits)) as usize - 1);
    units.take(length).collect()
}

/// Words of any length.
#[derive(Debug, Default)]
struct LongSet<U> {
    units: Vec<U>,
    /// Start and end of each word in `units`.
    table: HashTable<(u32, u32)>,
    /// Bit n: some word has n units, or, the last one, 63 or more.
    lengths: u64,
}

impl<U: CodeUnit> LongSet<U> {
    fn insert(&mut self, word: &[U]) {
        let start = self.units.len() as u32;
        self.units.extend_from_slice(word);
        self.lengths |= 1 << word.len().min(63);
        let units = &self.units;
        let hash_of = |(start, end): &(u32, u32)| hash_units(units.get(*start as usize..*end as usize).unwrap_or(&[]));
        self.table.insert_unique(hash_units(word), (start, self.units.len() as u32), hash_of);
    }

    fn contains(&self, word: &[U]) -> bool {
        let is_word = |(start, end): &(u32, u32)| self.units.get(*start as usize..*end as usize) == Some(word);
        self.lengths >> word.len().min(63) & 1 != 0 && self.table.find(hash_units(word), is_word).is_some()
    }
}

/// A hash over units, four at a time.
fn hash_units<U: CodeUnit>(term: &[U]) -> u64 {
    let last = term.last_chunk().map_or(0, text::packed);
    let hash = term.as_chunks().0.iter().fold(0, |hash, chunk| mixed(hash, text::packed(chunk)));
    mixed(mixed(hash, last), term.len() as u64)
}

#[inline]
fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xD6E8_FEB8_6659_FD93);
    product as u64 ^ (product >> 64) as u64
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
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn a_set_holds_its_words_and_no_others(
            words in prop::collection::vec("[ab\u{0}é😀]{0,20}", 0..200),
            others in prop::collection::vec("[ab\u{0}é😀]{0,20}", 0..200),
            behind in "[ab\u{0}]{0,20}",
        ) {
            let set = TermSet::new(words.iter().map(String::as_str), false);
            let known: HashSet<&String> = words.iter().collect();
            for word in words.iter().chain(&others) {
                let all = format!("{word}{behind}");
                prop_assert_eq!(set.contains_term((all.as_bytes(), word.len())), known.contains(word), "{:?}", word);
                let (units, length) = (from_str::<u16>(&all), from_str::<u16>(word).len());
                prop_assert_eq!(set.contains_term((&units, length)), known.contains(word), "{:?}", word);
            }
        }
    }

    #[test]
    fn words_without_a_place_are_kept() {
        let words: Vec<[u8; 2]> = (0..60_000u16).map(u16::to_be_bytes).collect();
        let mut set = ExactSet::<u8, 2>::new(std::iter::empty::<&[u8]>());
        // Far more than there is room for.
        (set.short, set.tags) = (vec![[0; 2]; 8], vec![0; 8]);
        for word in &words {
            if let Some(other) = set.place(short(word, 2)) {
                set.long.insert(&units_of(&other));
            }
        }
        assert!(words.iter().all(|word| set.contains(word, 2)));
        assert!(!set.contains(&60_000u16.to_be_bytes(), 2));
    }

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
        many(20_000);
        many(MOST_SHORT + 1);
    }

    fn many(count: usize) {
        let words: Vec<String> = (0..count).map(|number| format!("wort{number}")).collect();
        let set = TermSet::new(words.iter().map(String::as_str), false);
        assert!(words.iter().all(|word| set.contains(word.as_bytes())));
        assert!(words.iter().all(|word| set.contains(&from_str::<u16>(word))));
        assert!(!set.contains(format!("wort{count}").as_bytes()) && !set.contains(b"wort") && !set.contains(b""));
        let long = "wort".repeat(40);
        let set = TermSet::new([long.as_str(), "a", "ab", "abc"], false);
        assert!(set.contains(long.as_bytes()) && !set.contains(&long.as_bytes()[1..]) && !set.contains(b"abcd"));
        assert!(["a", "ab", "abc"].iter().all(|word| set.contains(word.as_bytes())) && !set.contains(b"b"));
    }

    #[test]
    fn what_stands_behind_a_term_is_no_part_of_it() {
        let all = "abcdefghijklmnopqrst\0\0";
        let words: Vec<&str> = (0..=20).map(|length| &all[..length]).collect();
        let set = TermSet::new(words.iter().copied(), false);
        fn check<U: CodeUnit>(set: &TermSet, text: &str) {
            let units = from_str::<U>(text);
            for length in 0..=units.len() {
                assert_eq!(set.contains_term((&units, length)), length <= 20, "{length}");
                assert!(!set.contains_term((&units[1..], length.min(units.len() - 1))) || length == 0, "{length}");
            }
        }
        check::<u8>(&set, all);
        check::<u16>(&set, all);
    }
}
