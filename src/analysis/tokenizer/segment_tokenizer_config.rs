//! The configuration of the tokenizer over break rules.

use crate::analysis::tokenizer::token_typing::TokenTyping;
use crate::unicode::script::{Script, ScriptRunOptions};
use crate::unicode::segment::{BreakRules, Dictionaries, SentenceExceptions};
use crate::unicode::set::Matcher;
use crate::unicode::shipped_or::ShippedOr;
use std::sync::Arc;

/// Shipped break rules, or rules of the definition.
pub type SharedBreakRules = ShippedOr<BreakRules, Arc<BreakRules>>;

/// The shipped dictionaries, or a copy with words of the definition.
pub type WordLists = ShippedOr<Dictionaries, Arc<Dictionaries>>;

/// The configuration of a tokenizer, shared by all its instances.
#[derive(Debug)]
pub struct SegmentTokenizerConfig {
    /// How script runs are determined; with `None` the whole text is one run.
    pub runs: Option<ScriptRunOptions>,
    /// The scripts that have break rules of their own.
    pub by_script: Vec<(Script, SharedBreakRules)>,
    /// The break rules of all other scripts.
    pub rules: SharedBreakRules,
    /// How segments become tokens.
    pub typing: TokenTyping,
    /// The maximum length of a token, in UTF-16 units.
    pub max_token_length: usize,
    /// The dictionaries of scripts that are written without spaces.
    pub dictionaries: WordLists,
    /// The grapheme cluster rules by which tokens that are too long are split.
    pub clusters: &'static BreakRules,
    /// The abbreviations after which a sentence does not end.
    pub exceptions: Option<&'static SentenceExceptions>,
    /// The characters that become tokens if their segment does not become one.
    pub symbols: Option<Matcher>,
}

impl SegmentTokenizerConfig {
    /// The break rules of a script.
    pub(super) fn rules_of(&self, script: Script) -> &BreakRules {
        self.by_script.iter().find(|(with_rules, _)| *with_rules == script).map_or(&self.rules, |(_, rules)| rules)
    }
}
