//! Errors and warnings of the build of a component.

use crate::analysis::options::{OptionSpec, RuleText};
use crate::unicode::part::StrPart;
use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::RuleError;

/// Problems that a component reports without rejecting the definition.
pub type Warnings = Vec<BuildError>;

/// The reason why a component can't be built although each value has the right kind. `config` adds the location in the
/// document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// The option with the wrong value; `None` for the component as a whole.
    pub option: Option<&'static str>,
    /// The index of the list entry or of the line in a file.
    pub entry: Option<usize>,
    /// The category of the error.
    pub fault: BuildFault,
    /// What was found: a sentence without a full stop.
    pub found: String,
    /// What is allowed; may be empty.
    pub allowed: String,
    /// The known name nearest to the value.
    pub nearest: Option<&'static str>,
}

/// The category of a [`BuildError`]: those of ruling N6 that only a component can detect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildFault {
    /// A value out of range, or values that exclude each other.
    WrongValue,
    /// A pattern or rule text that can't be read.
    Syntax,
    /// A limit is exceeded.
    Limit,
}

impl BuildError {
    /// Creates an error for a wrong value of an option.
    pub fn wrong_value(option: &OptionSpec, found: impl Into<String>, allowed: impl Into<String>) -> BuildError {
        BuildError {
            option: Some(option.name),
            entry: None,
            fault: BuildFault::WrongValue,
            found: found.into(),
            allowed: allowed.into(),
            nearest: None,
        }
    }

    /// Creates an error for a rule text, pattern or mapping of an option; `text` names it.
    pub fn in_rules(option: &OptionSpec, text: &str, error: &RuleError) -> BuildError {
        let found = format!("{text}, line {}, column {}: {}", error.line, error.column, error.found);
        BuildError::wrong_value(option, found, error.expected.clone()).with_fault(if error.limit {
            BuildFault::Limit
        } else {
            BuildFault::Syntax
        })
    }

    /// Creates an error for the rules of an option, with its offset in the text or in its file.
    pub fn in_rule_text(option: &OptionSpec, rules: &RuleText, error: &RuleError) -> BuildError {
        let file = rules.files.iter().enumerate().rev().find(|(_, (_, start))| *start <= error.offset);
        match file {
            None => {
                let error = BuildError::in_rules(option, &format!("`{}`", option.name), error);
                if may_be_file_name(&rules.text) { error.explaining_files() } else { error }
            }
            Some((number, (name, start))) => {
                let text = rules.text.part(*start..);
                let located = RuleError::at(text, error.offset - start, error.found.clone(), error.expected.clone());
                let in_file = RuleError { limit: error.limit, ..located };
                BuildError::in_rules(option, &format!("the file {}", quoted(name)), &in_file).at_entry(number)
            }
        }
    }

    /// Adds how a file is given, for rules that are probably the name of one.
    fn explaining_files(self) -> BuildError {
        let files = "a file is given as an array of its name, or its name ends in .txt or .rules";
        BuildError { allowed: format!("{}; {files}", self.allowed), ..self }
    }

    /// Adds the index of a list entry or of a line in a file.
    pub fn at_entry(self, entry: usize) -> BuildError {
        BuildError { entry: Some(entry), ..self }
    }

    /// Replaces the category.
    pub fn with_fault(self, fault: BuildFault) -> BuildError {
        BuildError { fault, ..self }
    }
}

/// Whether a text may be the name of a file: the mainline's `rules` are tried as a path first, whatever the name ends
/// in.
fn may_be_file_name(text: &str) -> bool {
    text.chars().all(|unit| unit.is_alphanumeric() || matches!(unit, '.' | '_' | '-' | '/'))
}
