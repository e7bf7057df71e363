//! Errors of the analysis of a text.

use std::fmt;

/// The reason why a text can't be analysed. Reported when the text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text has 2^31 units or more.
    TooLong,
    /// The char filters make the text longer than [`crate::analysis::chain::TextLimits`] allow, or the rules of a char
    /// filter `unic_transform` do not terminate.
    Limit,
    /// Memory ran out.
    OutOfMemory,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextError::TooLong => "the text has 2^31 code units or more",
            TextError::Limit => {
                "the char filters make the text longer than the limit allows, or rules of a `unic_transform` do not terminate"
            }
            TextError::OutOfMemory => "out of memory",
        })
    }
}

impl std::error::Error for TextError {}
