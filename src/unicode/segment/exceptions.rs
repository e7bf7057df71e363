//! Abbreviations after which a sentence does not end (CLDR segment exceptions, option `ss=standard`).
//!
//! A boundary is dropped where the text before it (without one blank) ends in an abbreviation. One with a full stop inside
//! (`e.g.`) also counts at its first full stop, if the rest of it follows there.

use super::dfa::Segment;
use crate::unicode::text::CodeUnit;
use std::collections::{HashMap, HashSet};

const LIST: &str = include_str!("../../../data/break/sentence_exceptions.tsv");

/// The abbreviations of one language.
#[derive(Clone, Debug, Default)]
pub struct SentenceExceptions {
    /// Whole abbreviations and, with `true`, first parts of longer ones, last character first.
    backward: Trie,
    /// Those with a full stop inside.
    forward: Trie,
}

/// Where the text agrees with a list.
#[derive(Clone, Debug, Default)]
struct Trie {
    children: HashMap<(usize, char), usize>,
    ends: HashMap<usize, bool>,
}

impl Trie {
    fn insert(&mut self, text: impl Iterator<Item = char>, partial: bool) {
        let mut node = 0;
        for c in text {
            let next = self.children.len() + 1;
            node = *self.children.entry((node, c)).or_insert(next);
        }
        self.ends.entry(node).or_insert(partial);
    }

    fn step(&self, node: usize, c: char) -> Option<usize> {
        self.children.get(&(node, c)).copied()
    }

    fn has_children(&self, node: usize) -> bool {
        self.children.keys().any(|&(parent, _)| parent == node)
    }
}

impl SentenceExceptions {
    /// The abbreviations of a language (`de en es fr it pt ru`).
    pub fn of_language(language: &str) -> Option<SentenceExceptions> {
        let own = |line: &'static str| line.split_once('\t').filter(|(own, _)| *own == language).map(|(_, text)| text);
        let list: Vec<&str> = LIST.lines().filter_map(own).collect();
        (!list.is_empty()).then(|| SentenceExceptions::new(&list))
    }

    /// A list of abbreviations.
    pub fn new(list: &[&str]) -> SentenceExceptions {
        let first_part = |text: &'_ str| text.find('.').map(|at| at + 1).filter(|&end| end < text.len());
        let parts: HashSet<&str> = list.iter().filter_map(|text| text.get(..first_part(text)?)).collect();
        let mut exceptions = SentenceExceptions::default();
        for part in &parts {
            exceptions.backward.insert(part.chars().rev(), true);
        }
        for text in list {
            // What starts like one with a full stop inside is looked up forward with it.
            if parts.iter().any(|part| text.starts_with(part)) {
                exceptions.forward.insert(text.chars(), false);
            } else {
                exceptions.backward.insert(text.chars().rev(), false);
            }
        }
        exceptions
    }

    /// Whether a sentence does not end at this boundary after all.
    fn hold<U: CodeUnit>(&self, text: &[U], boundary: usize) -> bool {
        let mut at = boundary;
        if let Some((' ', length)) = U::decode_back(text, at) {
            at -= length;
        }
        let (mut node, mut best) = (0, None);
        while let Some((c, length)) = U::decode_back(text, at) {
            let Some(next) = self.backward.step(node, c) else { break };
            (node, at) = (next, at - length);
            if let Some(&partial) = self.backward.ends.get(&node) {
                best = Some((at, partial));
            }
        }
        match best {
            Some((start, true)) => self.goes_on(text, start),
            Some((_, false)) => true,
            None => false,
        }
    }

    /// Whether the text at an offset is a whole abbreviation with a full stop inside.
    fn goes_on<U: CodeUnit>(&self, text: &[U], start: usize) -> bool {
        let (mut node, mut at) = (0, start);
        while let Some((c, length)) = U::decode(text, at) {
            match self.forward.step(node, c) {
                Some(next) => (node, at) = (next, at + length),
                None => return false,
            }
            if !self.forward.has_children(node) {
                break;
            }
        }
        self.forward.ends.contains_key(&node)
    }

    /// Segments with those joined between which the sentence does not end. They have no status, as ICU's have none.
    pub fn filter<'a, U: CodeUnit>(
        &'a self,
        text: &'a [U],
        mut segments: impl Iterator<Item = Segment> + 'a,
    ) -> impl Iterator<Item = Segment> + 'a {
        std::iter::from_fn(move || {
            let mut segment = segments.next()?;
            while segment.end < text.len() && self.hold(text, segment.end) {
                match segments.next() {
                    Some(next) => segment = Segment { start: segment.start, ..next },
                    None => break,
                }
            }
            Some(Segment { status: 0, ..segment })
        })
    }
}
