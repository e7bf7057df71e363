//! Configuration of the tokenizers over break rules.

use crate::analysis::tokenizer::segment_types::Typing;
use crate::unicode::script::{RunOptions, Script};
use crate::unicode::segment::{BreakRules, Dictionaries};
use crate::unicode::set::Matcher;
use std::ops::Deref;
use std::sync::Arc;

/// Shipped break rules, or rules of the definition.
#[derive(Clone, Debug)]
pub enum Rules {
    /// Rules of the library.
    Shipped(&'static BreakRules),
    /// Rules of the definition, compiled when the analyzer is created.
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

/// The shipped dictionaries, or these with words of the definition.
#[derive(Clone, Debug)]
pub enum WordLists {
    /// Dictionaries of the library.
    Shipped(&'static Dictionaries),
    /// With words of the definition, built when the analyzer is created.
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

/// The configuration of a tokenizer, shared by its instances.
#[derive(Debug)]
pub struct Config {
    /// How script runs are determined; `None`: the whole text is one run.
    pub runs: Option<RunOptions>,
    /// Scripts with break rules of their own.
    pub by_script: Vec<(Script, Rules)>,
    /// Break rules of all other scripts.
    pub rules: Rules,
    /// How segments become tokens.
    pub typing: Typing,
    /// In UTF-16 units.
    pub max_token_length: usize,
    /// Words of the scripts that are written without spaces.
    pub dictionaries: WordLists,
    /// Rules of grapheme clusters, which a token that is too long is split by.
    pub clusters: &'static BreakRules,
    /// Characters that become tokens where their segment becomes none.
    pub symbols: Option<Matcher>,
}

impl Config {
    pub(super) fn rules_of(&self, script: Script) -> &BreakRules {
        self.by_script.iter().find(|(own, _)| *own == script).map_or(&self.rules, |(_, rules)| rules)
    }
}
