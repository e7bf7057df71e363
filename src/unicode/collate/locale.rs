//! Locales.
use std::sync::Arc;
use super::collator::{Collator};
use super::tailor;
use super::tailoring::Tailoring;
use crate::unicode::rule_text::{Limits, RuleError};

/// The rule text that an import names.
pub(crate) fn import(_tag: &str) -> Option<&'static str> {
    None
}

impl Collator {
    /// A collator of rules.
    pub fn from_rules(rules: &str) -> Result<Collator, RuleError> {
        let words = tailor::compile(rules, &import, Limits::default())?;
        Ok(Collator::new(Some(Arc::new(Tailoring::new(words)))))
    }
}
