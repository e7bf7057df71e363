//! The name of a transform: source, target and variant; a name with a filter.

use crate::unicode::set::UnicodeSet;
use std::fmt;

/// The source of transforms that accept text of any script.
pub(super) const ANY: &str = "Any";

/// An id without a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TransformName {
    pub(super) source: String,
    pub(super) target: String,
    pub(super) variant: String,
}

impl TransformName {
    /// `source-target/variant` in lower case.
    pub(super) fn key(&self) -> String {
        key(&self.source, &self.target, &self.variant)
    }
}

/// The registry key of an id.
pub(super) fn key(source: &str, target: &str, variant: &str) -> String {
    let slash = if variant.is_empty() { "" } else { "/" };
    format!("{source}-{target}{slash}{variant}").to_lowercase()
}

impl fmt::Display for TransformName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.variant.is_empty() { "" } else { "/" };
        write!(f, "{}-{}{slash}{}", self.source, self.target, self.variant)
    }
}

/// One transform of a list, in the requested direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SingleId {
    /// `None` if the transform does nothing in this direction (`(Lower)`).
    pub(super) name: Option<TransformName>,
    pub(super) filter: Option<UnicodeSet>,
}
