//! Parts of the input in messages.

use crate::unicode::part::StrPart;
use std::fmt;

/// The maximum number of characters of a quoted text.
const MAX_CHARACTERS: usize = 1_000;

/// Formats as the text in quotation marks, with escapes; of a long text only the start.
pub(crate) fn quoted(text: &str) -> Quoted<'_> {
    Quoted(text)
}

/// See [`quoted`].
pub(crate) struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_CHARACTERS) {
            Some((end, _)) => write!(f, "{:?}…", self.0.part(..end)),
            None => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_truncated() {
        assert_eq!(quoted("a\"ß").to_string(), "\"a\\\"ß\"");
        let long = "ß".repeat(MAX_CHARACTERS);
        assert_eq!(quoted(&long).to_string(), format!("{long:?}"));
        assert_eq!(quoted(&format!("{long}x")).to_string(), format!("{long:?}…"));
    }
}
