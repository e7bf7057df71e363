//! Variables of transform rules: their names, their values, and their values in set patterns.

use super::pattern::{OBJECT, PatternObject, PatternToken};
use crate::unicode::set::{SetSteps, Variable, Variables};
use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};
use std::collections::HashMap;

/// The token of a variable without a value: the left side of a definition.
pub(super) const UNDEFINED: PatternToken = u32::MAX;

/// The value of a variable.
#[derive(Debug, Clone)]
pub(super) struct VariableValue {
    pub(super) tokens: Vec<PatternToken>,
    /// The token of a value that is one set, for sets that refer to the variable.
    pub(super) set: Option<PatternToken>,
    /// The value as text, for sets that refer to the variable.
    pub(super) text: String,
}

/// Names of variables are identifiers (UAX #31) that end before a supplementary character (ICU's
/// `UCharacter.isUnicodeIdentifierPart`, by code unit).
pub(super) fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && c <= '\u{FFFF}' && CodePointSetData::new::<IdStart>().contains(c)
}

pub(super) fn is_name_part(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c <= '\u{FFFF}' && CodePointSetData::new::<IdContinue>().contains(c)
}

/// The variables of the rules, for set patterns that refer to them.
pub(super) struct SetVariables<'v> {
    pub(super) variables: &'v HashMap<String, VariableValue>,
    pub(super) objects: &'v [PatternObject],
    pub(super) steps: &'v SetSteps,
}

impl Variables for SetVariables<'_> {
    fn steps(&self) -> Option<&SetSteps> {
        Some(self.steps)
    }

    fn get(&self, name: &str) -> Option<Variable<'_>> {
        let value = self.variables.get(name)?;
        let object = value.set.and_then(|token| self.objects.get(token.checked_sub(OBJECT)? as usize));
        Some(match object {
            Some(PatternObject::Set(set)) => Variable::Set(set.set()),
            _ => Variable::Text(&value.text),
        })
    }

    fn name_length(&self, rest: &str) -> usize {
        if !rest.starts_with(is_name_start) {
            return 0;
        }
        rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())
    }
}
