//! Variables of rule languages, as set patterns see them.

use super::UnicodeSet;
use super::steps::SetSteps;
use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};

/// The value of a variable `$name` in a rule language.
#[derive(Clone, Debug)]
pub enum Variable<'v> {
    /// A parsed set.
    Set(&'v UnicodeSet),
    /// Rule text: one character, string or set, as in a pattern.
    Text(&'v str),
}

/// The variables of a rule text that are defined where a set is parsed.
pub trait Variables {
    /// The value of a variable; `None` if it is not defined, which is an error.
    fn get(&self, name: &str) -> Option<Variable<'_>>;

    /// The steps of the operations on all sets of the rule text; `None` if each set counts its own.
    fn steps(&self) -> Option<&SetSteps> {
        None
    }

    /// Whether the language has variables: without them `$` before a letter is an ordinary character.
    fn exist(&self) -> bool {
        true
    }

    /// Whether a `$` without a name is the end of the text; otherwise it is an error.
    fn has_anchors(&self) -> bool {
        true
    }

    /// The length in bytes of the name (an identifier of UAX #31) at the start of a text; 0 if there is none.
    fn name_length(&self, rest: &str) -> usize {
        let starts = rest.chars().next().is_some_and(|c| CodePointSetData::new::<IdStart>().contains(c));
        let end = rest.find(|c| !CodePointSetData::new::<IdContinue>().contains(c)).unwrap_or(rest.len());
        if starts { end } else { 0 }
    }
}

/// The variables of patterns outside of rule languages: none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoVariables;

impl Variables for NoVariables {
    fn get(&self, _name: &str) -> Option<Variable<'_>> {
        None
    }

    fn exist(&self) -> bool {
        false
    }
}
