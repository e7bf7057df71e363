//! Japanese phrases, for line breaks between phrases only (LDML `lw=phrase`): a word that can't start a phrase is
//! joined with the preceding word.

use crate::lazy::Lazy;
use crate::unicode::set::{Matcher, UnicodeSet};
use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use std::collections::BTreeSet;

/// The words that do not start a phrase, by language.
static FOLLOWERS: &str = include_str!("../../../../data/break/phrase_ja.tsv");

/// The rules of phrases.
#[derive(Debug)]
pub(in crate::unicode::segment) struct PhraseRules {
    /// Words that do not start a phrase.
    followers: BTreeSet<Vec<char>>,
    /// The characters after which a phrase may start, and those that may start one.
    closing: Matcher,
    opening: Matcher,
}

static RULES: Lazy<PhraseRules> = Lazy::new(|| {
    let set = |pattern: &str| {
        let set = UnicodeSet::parse(pattern);
        debug_assert!(set.is_ok(), "{pattern}");
        set.unwrap_or_default().matcher()
    };
    PhraseRules {
        followers: FOLLOWERS
            .lines()
            .filter_map(|line| line.strip_prefix("ja\t"))
            .map(|word| word.chars().collect())
            .collect(),
        closing: set("[[:Pc:][:Pd:][:Pe:][:Pf:][:Po:]]"),
        opening: set("[[:Nd:][:Pi:][:Ps:][:Alphabetic:]]"),
    }
});

impl PhraseRules {
    pub(in crate::unicode::segment) fn get() -> &'static PhraseRules {
        &RULES
    }

    /// Whether a phrase may start with a word: not with a particle or a single hiragana letter.
    pub(super) fn starts_with(&self, word: &[char]) -> bool {
        let is_letter = matches!(word, [one] if CodePointMapData::<Script>::new().get(*one) == Script::Hiragana);
        !is_letter && !self.followers.contains(word)
    }

    /// Whether a phrase may start after this character, whatever follows.
    pub(in crate::unicode::segment) fn closes(&self, c: char) -> bool {
        self.closing.contains(c)
    }

    /// Whether a phrase may start with this character after a dictionary run.
    pub(in crate::unicode::segment) fn opens(&self, c: char) -> bool {
        self.opening.contains(c)
    }
}
