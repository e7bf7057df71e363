//! Abbreviations after which a sentence does not end (CLDR segment exceptions; LDML key `ss` with the value
//! `standard`).
//!
//! A boundary is suppressed if the text before it (without one space) ends with an abbreviation. An abbreviation with a
//! full stop inside (`e.g.`) also suppresses a boundary at its first full stop if the rest of it follows.

use super::dfa::Segment;
use crate::lazy::Lazy;
use crate::unicode::locale::LocaleId;
use crate::unicode::part::SlicePart;
use crate::unicode::sorted_map::SortedMap;
use crate::unicode::text::CodeUnit;
use std::collections::HashSet;

const LIST: &str = include_str!("../../../data/break/sentence_exceptions.tsv");

static BY_LANGUAGE: Lazy<Vec<(&'static str, SentenceExceptions)>> = Lazy::new(|| {
    let rows = || LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    let mut languages: Vec<&str> = rows().map(|(language, _)| language).collect();
    languages.dedup();
    let of_language =
        |language: &str| rows().filter(|(own, _)| *own == language).map(|(_, text)| text).collect::<Vec<_>>();
    let exceptions = |language| (language, SentenceExceptions::new(&of_language(language)));
    languages.into_iter().map(exceptions).collect()
});

fn entry_of_locale(locale: &str) -> Option<&'static (&'static str, SentenceExceptions)> {
    let id = LocaleId::parse(locale);
    let language = id.keyword_value("ss", "ss").filter(|value| *value == "standard").map(|_| &id.language)?;
    BY_LANGUAGE.iter().find(|(known, _)| known == language)
}

/// The abbreviations of one language.
#[derive(Debug)]
pub struct SentenceExceptions {
    /// Abbreviations and, with `true`, first parts of longer ones, from the last character to the first.
    backward: SortedStrings,
    /// The abbreviations with a full stop inside, from the first character to the last.
    forward: SortedStrings,
}

impl SentenceExceptions {
    /// The abbreviations that a locale selects with `ss=standard` (`en-u-ss-standard`, `en@ss=standard`): those of its
    /// language, which is one of `de en es fr it pt ru`; other languages have none.
    pub fn of_locale(locale: &str) -> Option<&'static SentenceExceptions> {
        entry_of_locale(locale).map(|(_, exceptions)| exceptions)
    }

    /// The language of [`SentenceExceptions::of_locale`].
    pub fn language_of(locale: &str) -> Option<&'static str> {
        entry_of_locale(locale).map(|(language, _)| *language)
    }

    /// Creates the exceptions from a list of abbreviations.
    pub fn new(list: &[&str]) -> SentenceExceptions {
        let first_part = |text: &'_ str| text.find('.').map(|at| at + 1).filter(|&end| end < text.len());
        let parts: HashSet<&str> = list.iter().filter_map(|text| text.get(..first_part(text)?)).collect();
        // An abbreviation that starts like one with a full stop inside is also matched forward.
        let is_forward = |text: &&&str| parts.iter().any(|part| text.starts_with(part));
        let (forward, backward): (Vec<&str>, Vec<&str>) = list.iter().partition(is_forward);
        let whole = backward.into_iter().map(|text| (text, false));
        let backward = whole.chain(parts.iter().map(|part| (*part, true)));
        SentenceExceptions {
            backward: SortedStrings::new(backward.map(|(text, is_part)| (text.chars().rev().collect(), is_part))),
            forward: SortedStrings::new(forward.into_iter().map(|text| (text.chars().collect(), false))),
        }
    }

    /// Whether the exceptions suppress this boundary.
    fn suppresses<U: CodeUnit>(&self, text: &[U], boundary: usize) -> bool {
        let mut at = boundary;
        if let Some((' ', length)) = U::decode_back(text, at) {
            at -= length;
        }
        let (mut found, mut best) = (self.backward.all(), None);
        while let Some((c, length)) = U::decode_back(text, at)
            && let Some(longer) = found.with(c)
        {
            (found, at) = (longer, at - length);
            best = found.value().map(|is_part| (at, is_part)).or(best);
        }
        match best {
            Some((start, true)) => self.matches_forward(text, start),
            Some((_, false)) => true,
            None => false,
        }
    }

    /// Whether an abbreviation with a full stop inside matches at an offset.
    fn matches_forward<U: CodeUnit>(&self, text: &[U], start: usize) -> bool {
        let (mut found, mut at) = (self.forward.all(), start);
        while found.has_longer()
            && let Some((c, length)) = U::decode(text, at)
        {
            match found.with(c) {
                Some(longer) => (found, at) = (longer, at + length),
                None => return false,
            }
        }
        found.value().is_some()
    }

    /// Joins a segment with the next ones as long as the boundary after it is suppressed.
    pub fn join<U: CodeUnit>(
        &self,
        text: &[U],
        mut segment: Segment,
        mut next: impl FnMut() -> Option<Segment>,
    ) -> Segment {
        while segment.end < text.len()
            && self.suppresses(text, segment.end)
            && let Some(next) = next()
        {
            segment = Segment { start: segment.start, ..next };
        }
        segment
    }

    /// Joins the segments between which the boundary is suppressed. The segments have no status, as in ICU.
    pub fn filter<'a, U: CodeUnit>(
        &'a self,
        text: &'a [U],
        mut segments: impl Iterator<Item = Segment> + 'a,
    ) -> impl Iterator<Item = Segment> + 'a {
        std::iter::from_fn(move || {
            let first = segments.next()?;
            Some(self.join(text, first, || segments.next()).without_status())
        })
    }
}

/// Strings with values; those that start with what is read are next to each other.
#[derive(Debug)]
struct SortedStrings(SortedMap<Vec<char>, bool>);

impl SortedStrings {
    /// Of equal strings the last one counts.
    fn new(strings: impl Iterator<Item = (Vec<char>, bool)>) -> SortedStrings {
        let mut sorted = SortedMap::new();
        strings.for_each(|(text, value)| sorted.insert(text, value));
        SortedStrings(sorted)
    }

    fn all(&self) -> Prefix<'_> {
        Prefix { strings: self.0.entries(), length: 0 }
    }
}

/// The strings that start with the same characters.
#[derive(Clone, Copy)]
struct Prefix<'a> {
    strings: &'a [(Vec<char>, bool)],
    /// The number of these characters.
    length: usize,
}

impl Prefix<'_> {
    /// The strings that continue with a character, if there are any.
    fn with(self, c: char) -> Option<Self> {
        let next = |(text, _): &(Vec<char>, bool)| text.get(self.length).copied();
        let rest = self.strings.part(self.strings.partition_point(|one| next(one) < Some(c))..);
        let strings = rest.part(..rest.partition_point(|one| next(one) == Some(c)));
        (!strings.is_empty()).then_some(Prefix { strings, length: self.length + 1 })
    }

    /// The value of the string that has no more characters.
    fn value(self) -> Option<bool> {
        self.strings.first().filter(|(text, _)| text.len() == self.length).map(|(_, value)| *value)
    }

    fn has_longer(self) -> bool {
        self.strings.last().is_some_and(|(text, _)| text.len() > self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_character_by_character() {
        let strings = ["ab", "a", "abc", "b", "ab"].iter().zip([true, true, false, true, false]);
        let sorted = SortedStrings::new(strings.map(|(text, value)| (text.chars().collect(), value)));
        let found = |text: &str| text.chars().try_fold(sorted.all(), Prefix::with);
        let facts = |text: &str| found(text).map(|found| (found.value(), found.has_longer()));
        assert_eq!(facts(""), Some((None, true)));
        assert_eq!(facts("a"), Some((Some(true), true)));
        assert_eq!(facts("ab"), Some((Some(false), true)));
        assert_eq!(facts("abc"), Some((Some(false), false)));
        assert_eq!(facts("b"), Some((Some(true), false)));
        assert_eq!((facts("c"), facts("ac"), facts("abcd")), (None, None, None));
    }
}
