//! Errors of a definition: category, location, what was found, what is allowed, the most similar known name, advice.

use crate::config::json_text::JsonText;
use crate::memory;
use serde_json::json;
use std::cmp::Ordering;
use std::fmt;

/// The categories of errors (ruling N6). Their names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorCategory {
    /// An option that the component does not have.
    UnknownOption,
    /// A `type` that does not exist.
    UnknownType,
    /// A component that Elasticsearch, OpenSearch or a plugin has and this library does not.
    UnsupportedComponent,
    /// A reference to a component or file that does not exist.
    MissingReference,
    /// A value of the wrong kind or range, or values that exclude each other.
    WrongValue,
    /// Two spellings of one option, or one key twice in an object.
    Duplicate,
    /// Malformed JSON, pattern or rules.
    Syntax,
    /// A limit is exceeded.
    Limit,
    /// The definition has no analyzer of the requested name.
    NoSuchAnalyzer,
}

impl ErrorCategory {
    /// The name of the category in reports.
    pub fn name(self) -> &'static str {
        match self {
            ErrorCategory::UnknownOption => "unknown_option",
            ErrorCategory::UnknownType => "unknown_type",
            ErrorCategory::UnsupportedComponent => "unsupported_component",
            ErrorCategory::MissingReference => "missing_reference",
            ErrorCategory::WrongValue => "wrong_value",
            ErrorCategory::Duplicate => "duplicate",
            ErrorCategory::Syntax => "syntax",
            ErrorCategory::Limit => "limit",
            ErrorCategory::NoSuchAnalyzer => "no_such_analyzer",
        }
    }
}

/// One error, with its location in the JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The category.
    pub category: ErrorCategory,
    /// The JSON pointer (RFC 6901) of the member or entry.
    pub pointer: String,
    /// Byte offset in the JSON, from 0: of the key for `unknown_option` and `duplicate`, else of the value.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
    /// What was found: a sentence without a full stop.
    pub found: String,
    /// What is allowed; may be empty.
    pub allowed: String,
    /// The known name that is most similar to the unknown one.
    pub nearest: Option<String>,
    /// Advice on how to correct the error.
    pub help: String,
}

impl ConfigError {
    /// The error as one line, without its location.
    pub fn message(&self) -> String {
        let allowed = if self.allowed.is_empty() { String::new() } else { format!("; allowed: {}", self.allowed) };
        let nearest = self.nearest.as_ref().map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
        format!("{}{allowed}{nearest}", self.found)
    }

    /// The error and its location as JSON, as in reports.
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "category": self.category.name(),
            "message": self.message(),
            "pointer": self.pointer,
            "line": self.line,
            "column": self.column,
            "offset": self.offset,
            "found": self.found,
            "allowed": self.allowed,
            "nearest": self.nearest,
            "help": self.help,
        })
    }

    /// Writes errors as a JSON array.
    pub(crate) fn write_all<'e>(errors: impl IntoIterator<Item = &'e ConfigError>, text: &mut JsonText) {
        text.array(errors, |text, error| text.value(&error.to_json()));
    }

    /// All fields but those of the location that depend on `offset`.
    fn order(&self) -> (usize, &str, &str, Option<&str>, &str, ErrorCategory) {
        (self.offset, &self.found, &self.allowed, self.nearest.as_deref(), &self.help, self.category)
    }
}

/// Document order.
impl Ord for ConfigError {
    fn cmp(&self, other: &ConfigError) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for ConfigError {
    fn partial_cmp(&self, other: &ConfigError) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.line, self.column, self.category.name(), self.message())?;
        if !self.pointer.is_empty() {
            write!(f, " (at {})", self.pointer)?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigError {}

/// A problem that does not prevent the definition from loading.
pub type Warning = ConfigError;

/// The errors of a definition, in document order: the first 1,000, then the number of the others. Never empty.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigErrors {
    first: ConfigError,
    others: Vec<ConfigError>,
}

impl Clone for ConfigErrors {
    fn clone(&self) -> Self {
        ConfigErrors { first: self.first.clone(), others: memory::cloned(&self.others) }
    }
}

impl ConfigErrors {
    /// Creates the error list; `None` if it is empty.
    pub fn new(errors: Vec<ConfigError>) -> Option<ConfigErrors> {
        let mut errors = errors.into_iter();
        errors.next().map(|first| ConfigErrors { first, others: memory::collect(errors) })
    }

    /// The first error in document order.
    pub fn first(&self) -> &ConfigError {
        &self.first
    }

    /// The errors, in document order.
    pub fn iter(&self) -> impl Iterator<Item = &ConfigError> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The errors as JSON: `{"errors": [...]}`, each with category, message, pointer, line, column, offset, found,
    /// allowed, nearest, help.
    pub fn to_json(&self) -> String {
        JsonText::of(|text| text.object(|members| ConfigError::write_all(self.iter(), members.member("errors"))))
    }
}

impl From<ConfigError> for ConfigErrors {
    fn from(first: ConfigError) -> ConfigErrors {
        ConfigErrors { first, others: Vec::new() }
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|error| writeln!(f, "{error}"))
    }
}

impl std::error::Error for ConfigErrors {}

/// The warnings as a JSON array, whose elements are as in [`ConfigErrors::to_json`].
pub fn warnings_to_json(warnings: &[Warning]) -> String {
    JsonText::of(|text| ConfigError::write_all(warnings, text))
}

/// The maximum total length of the names that an error lists, in bytes.
const MAX_NAMES: usize = 1 << 14;

/// An error at a byte offset; [`super::reporter::ErrorReporter::finish`] adds the rest of its location.
pub fn problem(category: ErrorCategory, offset: usize, found: impl Into<String>) -> ConfigError {
    ConfigError {
        category,
        pointer: String::new(),
        offset,
        line: 1,
        column: 1,
        found: found.into(),
        allowed: String::new(),
        nearest: None,
        help: help(category).to_owned(),
    }
}

impl ConfigError {
    /// Sets the allowed values.
    pub fn allowing(self, allowed: impl Into<String>) -> ConfigError {
        ConfigError { allowed: allowed.into(), ..self }
    }

    /// Replaces the advice.
    pub fn helping(self, help: impl Into<String>) -> ConfigError {
        ConfigError { help: help.into(), ..self }
    }

    /// Sets the allowed names and the one most similar to `name`.
    pub fn with_names<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> ConfigError {
        let mut known = memory::collect(known);
        known.sort_unstable();
        known.dedup();
        let nearest = nearest(name, &known).map(str::to_owned);
        let is_short = known.len() <= 40 && known.iter().map(|name| name.len()).sum::<usize>() <= MAX_NAMES;
        let listed = if is_short { known.join(", ") } else { String::new() };
        ConfigError { nearest, allowed: listed, ..self }
    }
}

/// The maximum length of a name that is compared with known ones, in bytes.
const MAX_COMPARED: usize = 64;

/// The known name that an unknown one is probably a misspelling of, if any: equal except for case, `_`, `-` and the
/// prefix `unic_` or `icu_`, or with an edit distance of at most a quarter of its length (limited to 1 to 3).
pub fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    // Names are short; a long one is not a misspelling.
    if name.is_empty() || name.len() > MAX_COMPARED {
        return None;
    }
    let letters = normalized(name);
    let max_distance = (letters.chars().count() / 4).clamp(1, 3);
    let near = known.iter().filter(|candidate| candidate.len() <= 2 * MAX_COMPARED).filter_map(|candidate| {
        let distance = strsim::damerau_levenshtein(&letters, &normalized(candidate));
        (distance <= max_distance && distance < letters.chars().count()).then_some((distance, *candidate))
    });
    near.min_by_key(|(distance, candidate)| (*distance, strsim::damerau_levenshtein(name, candidate), *candidate))
        .map(|(_, candidate)| candidate)
}

fn normalized(name: &str) -> String {
    let name = name.strip_prefix("unic_").or_else(|| name.strip_prefix("icu_")).unwrap_or(name);
    name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
}

/// Advice for a limit that an option of the call sets.
pub const RAISE_LIMIT: &str = "reduce the size, or raise the limit in the options of the call";

fn help(category: ErrorCategory) -> &'static str {
    match category {
        ErrorCategory::UnknownOption => {
            "remove the option, correct its name, or load the definition with the lenient flag"
        }
        ErrorCategory::UnknownType => "correct the type; `unic_x` and `icu_x` are names of one component",
        ErrorCategory::UnsupportedComponent => "use a component of this library instead, or analyze with the engine",
        ErrorCategory::MissingReference => "define the component, or correct its name",
        ErrorCategory::Duplicate => "keep one of the two",
        ErrorCategory::Limit => "reduce the size",
        ErrorCategory::WrongValue | ErrorCategory::Syntax | ErrorCategory::NoSuchAnalyzer => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_a_probable_misspelling() {
        let known = ["unic_folding", "tokenizer", "max_token_length", "html_strip", "stop", "a", "filter"];
        let near = |name| nearest(name, &known);
        assert_eq!(near("asciifolding"), None);
        assert_eq!(near("folding"), Some("unic_folding"));
        assert_eq!(near("icu_foldin"), Some("unic_folding"));
        assert_eq!(near("tokeniser"), Some("tokenizer"));
        assert_eq!(near("maxTokenLength"), Some("max_token_length"));
        assert_eq!(near("filtr"), Some("filter"));
        assert_eq!(near("snow"), None);
        assert_eq!(near("b"), None);
    }
}
