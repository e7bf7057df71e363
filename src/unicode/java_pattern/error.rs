//! The reasons why a pattern has no translation.

/// Maximum length of a pattern and of its translation, in bytes: a property is a class of up to 15 KB.
pub(super) const MAX_LENGTH: usize = 1 << 20;

/// The reason why a pattern has no translation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PatternError {
    /// What Java rejects, or an automaton cannot do, in words.
    Syntax(String),
    /// The pattern or its translation is longer than [`MAX_LENGTH`].
    TooLong,
}

impl From<&str> for PatternError {
    fn from(reason: &str) -> PatternError {
        PatternError::Syntax(reason.to_owned())
    }
}

impl From<String> for PatternError {
    fn from(reason: String) -> PatternError {
        PatternError::Syntax(reason)
    }
}
