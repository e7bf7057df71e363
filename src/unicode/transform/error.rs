//! Errors of transforms: those of creation, and those of a text.

use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::RuleError;
use std::fmt;

/// The reason why a transform can't be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransformError {
    /// The id is malformed.
    InvalidId(String),
    /// No transform has this id, in this direction.
    UnknownId(String),
    /// The rules are malformed.
    Rules(RuleError),
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransformError::InvalidId(id) => write!(f, "the transform id {} is ill-formed", quoted(id)),
            TransformError::UnknownId(id) => write!(f, "unknown transform id `{id}`"),
            TransformError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TransformError {}

impl From<RuleError> for TransformError {
    fn from(error: RuleError) -> TransformError {
        TransformError::Rules(error)
    }
}

/// An error: the rules do not terminate on a text, or its result exceeds the length limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached;

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rules take too many steps on this text, or its result is longer than the limit")
    }
}

impl std::error::Error for LimitReached {}
