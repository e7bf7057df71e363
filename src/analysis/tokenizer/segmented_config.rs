//! Configuration of the tokenizer over break rules.

use crate::analysis::tokenizer::segment_types::Typing;
use crate::unicode::script::{RunOptions, Script};
use crate::unicode::segment::{BreakRules, Dictionaries};
use crate::unicode::set::Matcher;
use std::ops::Deref;
use std::sync::Arc;

/// Shipped break rules, or rules from the definition.
#[derive(Clone, Debug)]
pub enum Rules {
    /// Break rules of the library.
    Shipped(&'static BreakRules),
    /// Break rules of the definition, compiled when the analyzer is created.
    Own(Arc<BreakRules>),
}

impl Deref for Rules {
    type Target = BreakRules;

    #[inline]
    fn deref(&self) -> &BreakRules {
        match self {
            Rules::Shipped(rules) => rules,
            Rules::Own(rules) => rules,
        }
    }
}

/// The shipped dictionaries, or a copy with words from the definition.
#[derive(Clone, Debug)]
pub enum WordLists {
    /// Dictionaries of the library.
    Shipped(&'static Dictionaries),
    /// Dictionaries with words of the definition, built when the analyzer is created.
    Own(Arc<Dictionaries>),
}

impl Deref for WordLists {
    type Target = Dictionaries;

    #[inline]
    fn deref(&self) -> &Dictionaries {
        match self {
            WordLists::Shipped(dictionaries) => dictionaries,
            WordLists::Own(dictionaries) => dictionaries,
        }
    }
}

impl WordLists {
    /// The dictionaries of the library.
    pub fn shipped() -> WordLists {
        WordLists::Shipped(Dictionaries::get())
    }
}

/// The configuration of a tokenizer, shared by all its instances.
#[derive(Debug)]
pub struct Config {
    /// How script runs are determined; with `None` the whole text is one run.
    pub runs: Option<RunOptions>,
    /// The scripts that have break rules of their own.
    pub by_script: Vec<(Script, Rules)>,
    /// The break rules of all other scripts.
    pub rules: Rules,
    /// How segments become tokens.
    pub typing: Typing,
    /// The maximum length of a token, in UTF-16 units.
    pub max_token_length: usize,
    /// The dictionaries of scripts that are written without spaces.
    pub dictionaries: WordLists,
    /// The grapheme cluster rules by which tokens that are too long are split.
    pub clusters: &'static BreakRules,
    /// The characters that become tokens if their segment does not become one.
    pub symbols: Option<Matcher>,
}

impl Config {
    pub(super) fn rules_of(&self, script: Script) -> &BreakRules {
        self.by_script.iter().find(|(own, _)| *own == script).map_or(&self.rules, |(_, rules)| rules)
    }
}
