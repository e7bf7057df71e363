//! Japanese phrases, for line breaks between phrases only (LDML `lw=phrase`): a word that can't start a phrase is joined with
//! the preceding word.

use crate::unicode::set::{Matcher, UnicodeSet};
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use once_cell::sync::Lazy;
use std::collections::BTreeSet;

static LIST: &str = include_str!("../../../../data/break/phrase_ja.tsv");

/// The rules of phrases.
#[derive(Debug)]
pub(in crate::unicode::segment) struct Phrases {
    /// Words that do not start a phrase.
    followers: BTreeSet<Vec<char>>,
    closing: Option<Matcher>,
    opening: Option<Matcher>,
}

static PHRASES: Lazy<Phrases> = Lazy::new(|| {
    let set = |pattern: &str| UnicodeSet::parse(pattern).ok().map(|set| set.matcher());
    Phrases {
        followers: LIST
            .lines()
            .filter_map(|line| line.strip_prefix("ja\t"))
            .map(|word| word.chars().collect())
            .collect(),
        closing: set("[[:Pc:][:Pd:][:Pe:][:Pf:][:Po:]]"),
        opening: set("[[:Nd:][:Pi:][:Ps:][:Alphabetic:]]"),
    }
});

impl Phrases {
    pub(in crate::unicode::segment) fn get() -> &'static Phrases {
        &PHRASES
    }

    /// Whether a phrase may start with a word: not with a particle or a single hiragana letter.
    pub(super) fn starts_with(&self, word: &[char]) -> bool {
        let is_letter = matches!(word, [one] if CodePointMapData::<Script>::new().get(*one) == Script::Hiragana);
        !is_letter && !self.followers.contains(word)
    }

    /// Whether a phrase may start after this character, whatever follows.
    pub(in crate::unicode::segment) fn closes(&self, c: char) -> bool {
        self.closing.as_ref().is_some_and(|set| set.contains(c))
    }

    /// Whether a phrase may start with this character after a dictionary run.
    pub(in crate::unicode::segment) fn opens(&self, c: char) -> bool {
        self.opening.as_ref().is_some_and(|set| set.contains(c))
    }
}
