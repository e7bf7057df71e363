//! The work of a compilation, which is limited.

use crate::unicode::rule_text::RuleError;

/// The maximum number of steps, each of which reads and writes a word of a position set: about a second.
const MAX_STEPS: usize = 400 << 20;

/// The work so far on the rules of a text.
pub(super) struct Work<'t> {
    text: &'t str,
    steps: usize,
}

impl<'t> Work<'t> {
    pub(super) fn new(text: &'t str) -> Work<'t> {
        Work { text, steps: 0 }
    }

    /// Adds steps that follow; an error if they are too many.
    #[inline]
    pub(super) fn add(&mut self, steps: usize) -> Result<(), RuleError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            Err(self.limit("the rules take too many steps to compile: use fewer nested or optional parts"))
        } else {
            Ok(())
        }
    }

    /// The error of a limit of the whole text.
    #[cold]
    pub(super) fn limit(&self, found: impl Into<String>) -> RuleError {
        RuleError::limit(self.text, self.text.len(), found)
    }
}
