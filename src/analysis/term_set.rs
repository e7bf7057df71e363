//! A set of words that is queried with terms of either encoding, without decoding them to strings.

use crate::analysis::batch::{Batch, BatchToken, MARKED_TOKENS};
use crate::memory;
use crate::unicode::bloom_filter::BloomFilter;
use crate::unicode::multiply_hash;
use crate::unicode::part::{SlicePart, StrPart};
use crate::unicode::text::{self, CodeUnit, Encoding, four_units};
use hashbrown::HashTable;
use icu_casemap::CaseMapper;

/// A set of words, case-sensitive or not. Case is folded to lower case code point by code point, as in Elasticsearch.
#[derive(Debug)]
pub enum TermSet {
    /// Case-sensitive: compares the units of the term's encoding.
    Exact(ExactSet<u8>, ExactSet<u16>),
    /// Case-insensitive.
    Folded(FoldedSet),
}

impl TermSet {
    /// Creates a set of words, which may include the empty word.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>, ignore_case: bool) -> TermSet {
        if ignore_case {
            let mut set = FoldedSet::default();
            words.into_iter().for_each(|word| set.insert(word));
            return TermSet::Folded(set);
        }
        let words: Vec<&str> = memory::collect(words);
        let wide: Vec<Vec<u16>> = memory::collect(words.iter().map(|word| text::from_str(word)));
        TermSet::Exact(ExactSet::new(&words), ExactSet::new(&wide))
    }

    /// Whether the term is one of the words.
    pub fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        match self {
            TermSet::Exact(utf8, utf16) => {
                let start = hash_prefix(term);
                U::dispatch(term, |term| utf8.contains(start, term), |term| utf16.contains(start, term))
            }
            TermSet::Folded(set) => set.contains(term),
        }
    }

    /// Returns a bit mask over up to [`MARKED_TOKENS`] tokens, with ones for the tokens whose term is in the set.
    pub fn marks<U: CodeUnit>(&self, text: &[U], batch: &Batch<U>, tokens: &[BatchToken]) -> u64 {
        let (utf8, utf16) = match self {
            TermSet::Exact(utf8, utf16) => (utf8, utf16),
            TermSet::Folded(set) => {
                let bit = |token: &BatchToken| u64::from(set.contains(batch.units(text, token.term)));
                return tokens.iter().enumerate().fold(0, |marks, (at, token)| marks | bit(token) << at);
            }
        };
        let prefilter = if U::ENCODING == Encoding::Utf8 { &utf8.prefilter } else { &utf16.prefilter };
        // Two passes: the first hashes the prefixes of all terms, the second checks the terms that may be in the set,
        // so that the other terms need no unpredictable branch.
        let (mut starts, mut may_be) = ([0; MARKED_TOKENS], 0u64);
        for (at, (token, start)) in tokens.iter().zip(&mut starts).enumerate() {
            *start = match batch.window(text, token.term) {
                Some(window) => hash_window(window, token.term.length()),
                None => hash_prefix(batch.units(text, token.term)),
            };
            may_be |= prefilter.has(*start) << at;
        }
        let mut marks = 0;
        while may_be != 0 {
            let at = may_be.trailing_zeros() as usize;
            may_be &= may_be - 1;
            let (Some(token), Some(&start)) = (tokens.get(at), starts.get(at)) else { break };
            let term = batch.units(text, token.term);
            let is_word = U::dispatch(term, |term| utf8.contains(start, term), |term| utf16.contains(start, term));
            marks |= u64::from(is_word) << at;
        }
        marks
    }
}

/// Words as a set compares them: sorted, each once, case-folded if case is ignored.
pub fn canonical_words<'w>(words: impl IntoIterator<Item = &'w str>, ignore_case: bool) -> Vec<String> {
    let canonical = |word: &str| if ignore_case { word.chars().map(fold).collect() } else { word.to_owned() };
    let mut words: Vec<String> = memory::collect(words.into_iter().map(canonical));
    words.sort_unstable();
    words.dedup();
    words
}

/// The words of a set in one encoding.
#[derive(Debug)]
pub struct ExactSet<U> {
    units: Vec<U>,
    /// The start and end of each word in `units`.
    table: HashTable<(u32, u32)>,
    /// A prefilter over the hashes of the words' prefixes.
    prefilter: BloomFilter,
}

impl<U: CodeUnit> ExactSet<U> {
    fn new<W: AsRef<[U]>>(words: &[W]) -> ExactSet<U> {
        let prefilter = BloomFilter::new(words.iter().map(|word| hash_prefix(word.as_ref())));
        let mut set = ExactSet { units: Vec::new(), table: HashTable::new(), prefilter };
        words.iter().for_each(|word| set.insert(word.as_ref()));
        set
    }

    fn insert(&mut self, word: &[U]) {
        if self.contains(hash_prefix(word), word) {
            return;
        }
        let start = self.units.len() as u32;
        memory::reserve(&mut self.units, word.len());
        self.units.extend_from_slice(word);
        let units = &self.units;
        let word = |(start, end): &(u32, u32)| units.part(*start as usize..*end as usize);
        let hash_of = |span: &(u32, u32)| hash_rest(hash_prefix(word(span)), word(span));
        let span = (start, units.len() as u32);
        memory::reserve_in(&mut self.table, hash_of);
        self.table.insert_unique(hash_of(&span), span, hash_of);
    }

    /// Whether a term, whose prefix has the hash `start`, is in the set.
    #[inline]
    fn contains(&self, start: u64, term: &[U]) -> bool {
        let is_word = |(start, end): &(u32, u32)| self.units.get(*start as usize..*end as usize) == Some(term);
        self.table.find(hash_rest(start, term), is_word).is_some()
    }
}

/// The number of units at the start of a term that are hashed together.
const PREFIX_LENGTH: usize = 16;

fn mix(a: u64, b: u64) -> u64 {
    multiply_hash::fold_multiply(a ^ multiply_hash::FACTOR, b ^ 0xD6E8_FEB8_6659_FD93)
}

/// The hash of a term, given the hash of its prefix.
#[inline]
fn hash_rest<U: CodeUnit>(start: u64, term: &[U]) -> u64 {
    let rest = term.get(PREFIX_LENGTH..).unwrap_or(&[]);
    rest.chunks(PREFIX_LENGTH).fold(start, |hash, part| mix(hash, hash_prefix(part)))
}

/// The hash of the first units of a term and of its length.
fn hash_prefix<U: CodeUnit>(term: &[U]) -> u64 {
    if let Some(window) = term.first_chunk() {
        return hash_window(window, term.len());
    }
    let mut window = [U::default(); PREFIX_LENGTH];
    window.iter_mut().zip(term).for_each(|(slot, unit)| *slot = *unit);
    hash_window(&window, term.len())
}

/// The hash of a term of `length` units whose first units are `window`. Branchless: lengths are unpredictable.
#[inline(always)]
fn hash_window<U: CodeUnit>(window: &[U; PREFIX_LENGTH], length: usize) -> u64 {
    let four = |part: usize| window.as_chunks().0.get(part).map_or(0, four_units);
    // The first bytes of the term, eight at a time, padded with zeros.
    let kept = kept_bytes(size_of::<U>() * length.min(PREFIX_LENGTH));
    let eight = |part: usize| kept.as_chunks().0.get(part).map_or(0, |kept| u64::from_le_bytes(*kept));
    let (first, second) = match U::ENCODING {
        Encoding::Utf8 => ((four(0) | four(1) << 32) & eight(0), (four(2) | four(3) << 32) & eight(1)),
        // Every second byte of ASCII text is zero.
        Encoding::Utf16 => (
            four(0) & eight(0) ^ (four(1) & eight(1)).rotate_left(8),
            four(2) & eight(2) ^ (four(3) & eight(3)).rotate_left(8),
        ),
    };
    mix(first, second ^ length as u64)
}

/// `bytes` bytes of ones, followed by zeros.
#[inline(always)]
fn kept_bytes(bytes: usize) -> &'static [u8; 2 * PREFIX_LENGTH] {
    const KEEP_MASKS: [[u8; 2 * PREFIX_LENGTH]; 2] = [[0xFF; 2 * PREFIX_LENGTH], [0; 2 * PREFIX_LENGTH]];
    KEEP_MASKS
        .as_flattened()
        .get(2 * PREFIX_LENGTH - bytes..)
        .and_then(|rest| rest.first_chunk())
        .unwrap_or(&[0; 2 * PREFIX_LENGTH])
}

/// The words in lower case, queried by code points.
#[derive(Debug, Default)]
pub struct FoldedSet {
    words: String,
    /// The start and end of each word in `words`.
    table: HashTable<(u32, u32)>,
    longest: usize,
}

impl FoldedSet {
    fn insert(&mut self, word: &str) {
        if self.contains(word.as_bytes()) {
            return;
        }
        let start = self.words.len() as u32;
        for c in word.chars().map(fold) {
            memory::push_str(&mut self.words, c.encode_utf8(&mut [0; 4]));
        }
        let end = self.words.len() as u32;
        self.longest = self.longest.max(word.len());
        let (words, hash_of) = (&self.words, |c: &str| hash(c.chars()));
        let range = |(start, end): (u32, u32)| words.part(start as usize..end as usize);
        memory::reserve_in(&mut self.table, |word| hash_of(range(*word)));
        self.table.insert_unique(hash_of(range((start, end))), (start, end), |word| hash_of(range(*word)));
    }

    #[inline]
    fn contains<U: CodeUnit>(&self, term: &[U]) -> bool {
        let folded = || text::code_points(term).map(|(_, c)| fold(c));
        let is_word = |(start, end): &(u32, u32)| {
            self.words.get(*start as usize..*end as usize).is_some_and(|word| word.chars().eq(folded()))
        };
        // A word of n bytes has at most n units in either encoding, or 4n if case is ignored (İ, K).
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

/// A hash over code points, which is equal for both encodings of a word.
#[inline]
fn hash(word: impl Iterator<Item = char>) -> u64 {
    multiply_hash::fold(word.fold(0, |hash, c| multiply_hash::mix(hash, u32::from(c).into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::token::TokenType;
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

    /// The tokens of a text, split at spaces: the marks of the batch, and the answers for single terms.
    fn marks_and_answers<U: CodeUnit>(set: &TermSet, text: &str) -> [Vec<bool>; 2] {
        let text: Vec<U> = from_str(text);
        let mut batch = Batch::default();
        let mut start = 0;
        for word in text.split(|unit| *unit == U::from_ascii(b' ')) {
            batch.tokens.push(BatchToken::of_text(start, start + word.len(), TokenType::Word));
            start += word.len() + 1;
        }
        let chunks = batch.tokens.chunks(MARKED_TOKENS);
        let marks = chunks.clone().flat_map(|tokens| {
            let marks = set.marks(&text, &batch, tokens);
            (0..tokens.len()).map(move |at| marks >> at & 1 != 0)
        });
        let looked_up = chunks.flatten().map(|token| set.contains(batch.units(&text, token.term)));
        [marks.collect(), looked_up.collect()]
    }

    #[test]
    fn marks_are_the_answers_for_each_token() {
        let long = "Donaudampfschiff".repeat(3);
        let words = ["a", "Wort", "слово", "日本語", "sechzehnbuchstab", "siebzehnbuchstabe", &long, "\0", ""];
        for ignore_case in [false, true] {
            let set = TermSet::new(words, ignore_case);
            let text = format!(
                "a Wort wort  слово 日本 日本語 sechzehnbuchstab siebzehnbuchstabe {long} {long}x \0 \0\0 {}",
                &long[1..]
            );
            for text in [text.as_str(), &format!("{text} ").repeat(9), "a", "", &long] {
                let [marks, looked_up] = marks_and_answers::<u8>(&set, text);
                assert_eq!(marks, looked_up);
                assert_eq!(marks_and_answers::<u16>(&set, text), [marks.clone(), marks]);
            }
        }
    }

    #[test]
    fn many_words_are_distinguished() {
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
