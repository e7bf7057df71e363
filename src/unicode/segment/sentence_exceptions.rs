//! Abbreviations after which a sentence does not end (CLDR segment exceptions; LDML key `ss` with the value
//! `standard`).
//!
//! A boundary is suppressed if the text before it (without one space) ends with an abbreviation. An abbreviation with a
//! full stop inside (`e.g.`) also suppresses a boundary at its first full stop if the rest of it follows.

use super::character_trie::CharacterTrie;
use super::dfa::Segment;
use crate::unicode::locale::LocaleId;
use crate::unicode::text::CodeUnit;
use std::collections::HashSet;

const LIST: &str = include_str!("../../../data/break/sentence_exceptions.tsv");

/// The rows of the list: language and abbreviation.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

/// The abbreviations of one language.
#[derive(Clone, Debug, Default)]
pub struct SentenceExceptions {
    /// A trie of abbreviations and, with `true`, of first parts of longer ones, from the last character to the first.
    backward: CharacterTrie<bool>,
    /// A trie of the abbreviations with a full stop inside, from the first character to the last.
    forward: CharacterTrie<bool>,
}

impl SentenceExceptions {
    /// The abbreviations that a locale selects with `ss=standard` (`en-u-ss-standard`, `en@ss=standard`): those of its
    /// language, which is one of `de en es fr it pt ru`; other languages have none.
    pub fn of_locale(locale: &str) -> Option<SentenceExceptions> {
        let id = LocaleId::parse(locale);
        let language = id.keyword_value("ss", "ss").filter(|value| *value == "standard").map(|_| &id.language)?;
        let list: Vec<&str> = rows().filter(|(own, _)| own == language).map(|(_, text)| text).collect();
        (!list.is_empty()).then(|| SentenceExceptions::new(&list))
    }

    /// Creates the exceptions from a list of abbreviations.
    pub fn new(list: &[&str]) -> SentenceExceptions {
        let first_part = |text: &'_ str| text.find('.').map(|at| at + 1).filter(|&end| end < text.len());
        let parts: HashSet<&str> = list.iter().filter_map(|text| text.get(..first_part(text)?)).collect();
        let backward = |text: &str| text.chars().rev().collect::<Vec<char>>().into_iter();
        let mut exceptions = SentenceExceptions::default();
        for part in &parts {
            exceptions.backward.insert(backward(part), true);
        }
        for text in list {
            // An abbreviation that starts like one with a full stop inside is also matched forward.
            if parts.iter().any(|part| text.starts_with(part)) {
                exceptions.forward.insert(text.chars().collect::<Vec<char>>().into_iter(), false);
            } else {
                exceptions.backward.insert(backward(text), false);
            }
        }
        exceptions
    }

    /// Whether the exceptions suppress this boundary.
    fn suppresses<U: CodeUnit>(&self, text: &[U], boundary: usize) -> bool {
        let mut at = boundary;
        if let Some((' ', length)) = U::decode_back(text, at) {
            at -= length;
        }
        let (mut node, mut best) = (CharacterTrie::<bool>::ROOT, None);
        while let Some((c, length)) = U::decode_back(text, at) {
            let Some(next) = self.backward.child(node, c) else { break };
            (node, at) = (next, at - length);
            if let Some(&partial) = self.backward.value(node) {
                best = Some((at, partial));
            }
        }
        match best {
            Some((start, true)) => self.matches_forward(text, start),
            Some((_, false)) => true,
            None => false,
        }
    }

    /// Whether an abbreviation with a full stop inside matches at an offset.
    fn matches_forward<U: CodeUnit>(&self, text: &[U], start: usize) -> bool {
        let (mut node, mut at) = (CharacterTrie::<bool>::ROOT, start);
        while let Some((c, length)) = U::decode(text, at) {
            match self.forward.child(node, c) {
                Some(next) => (node, at) = (next, at + length),
                None => return false,
            }
            if !self.forward.has_children(node) {
                break;
            }
        }
        self.forward.value(node).is_some()
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
            Some(Segment { status: 0, ..self.join(text, first, || segments.next()) })
        })
    }
}
