//! The kinds of components.

use std::fmt;

/// The kind of a component, which determines its section in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComponentKind {
    /// Rewrites text before tokenization.
    CharFilter,
    /// Splits text into tokens.
    Tokenizer,
    /// Changes, adds or removes tokens.
    TokenFilter,
    /// An analyzer: a whole chain.
    Analyzer,
    /// A normalizer: a chain whose output is a single token.
    Normalizer,
}

impl ComponentKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [ComponentKind; 5] = [
        ComponentKind::Analyzer,
        ComponentKind::Normalizer,
        ComponentKind::CharFilter,
        ComponentKind::Tokenizer,
        ComponentKind::TokenFilter,
    ];

    /// The section of an analysis definition that holds this kind.
    pub fn section(self) -> &'static str {
        match self {
            ComponentKind::CharFilter => "char_filter",
            ComponentKind::Tokenizer => "tokenizer",
            ComponentKind::TokenFilter => "filter",
            ComponentKind::Analyzer => "analyzer",
            ComponentKind::Normalizer => "normalizer",
        }
    }
}

impl fmt::Display for ComponentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ComponentKind::CharFilter => "char filter",
            ComponentKind::Tokenizer => "tokenizer",
            ComponentKind::TokenFilter => "token filter",
            ComponentKind::Analyzer => "analyzer",
            ComponentKind::Normalizer => "normalizer",
        })
    }
}
