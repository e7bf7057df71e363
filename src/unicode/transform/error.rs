//! Errors of transforms: those of creation, and those of a text.

use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::RuleError;
use crate::unicode::segment::HAS_DICTIONARIES;
use std::fmt;

/// The transform that splits words by a dictionary; others refer to it, such as `Thai-Latin`.
pub(super) const BREAK_INTERNAL: &str = "Any-BreakInternal";

/// The reason why a transform can't be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransformError {
    /// The id is malformed.
    InvalidId {
        /// The id, or the list of ids.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No transform has this id.
    UnknownId(String),
    /// A transform has this id, but it has no inverse.
    NoInverse {
        /// The id.
        id: String,
        /// The id of the inverse, which no transform has.
        inverse: String,
    },
    /// The rules are malformed.
    Rules(RuleError),
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransformError::InvalidId { id, reason } => {
                write!(f, "the transform id {} is ill-formed: {reason}", quoted(id))
            }
            TransformError::UnknownId(id) if !HAS_DICTIONARIES && id == BREAK_INTERNAL => f.write_str(
                "the transform needs a dictionary, and this build has no dictionaries (Cargo feature `dictionaries`)",
            ),
            TransformError::UnknownId(id) => write!(f, "unknown transform id `{id}`"),
            TransformError::NoInverse { id, inverse } => {
                write!(f, "the transform `{id}` has no inverse: there is no `{inverse}`")
            }
            TransformError::Rules(error) => error.fmt(f),
        }
    }
}

impl TransformError {
    /// The id that no transform has, if this is the reason.
    pub fn unknown_id(&self) -> Option<&str> {
        match self {
            TransformError::UnknownId(id) => Some(id),
            TransformError::NoInverse { .. } | TransformError::InvalidId { .. } | TransformError::Rules(_) => None,
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
