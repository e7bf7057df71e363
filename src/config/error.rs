//! What is wrong with a definition: category, place, what was found, what is allowed, the nearest known name, help.

use crate::config::json::{Document, Places};
use serde_json::json;
use std::fmt;

/// The kinds of errors (ruling N6). The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// A name that the component does not know.
    UnknownOption,
    /// A `type` that does not exist.
    UnknownType,
    /// A component or file that is named but not there.
    MissingReference,
    /// A value of the wrong kind or range, or values that exclude each other.
    WrongValue,
    /// Two spellings of one option, or one key twice in an object.
    Duplicate,
    /// JSON, a pattern or a rule text that can't be read.
    Syntax,
    /// A limit is exceeded.
    Limit,
    /// The definition has no analyzer of the name that was asked for.
    NoSuchAnalyzer,
}

impl Category {
    /// The name as it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Category::UnknownOption => "unknown_option",
            Category::UnknownType => "unknown_type",
            Category::MissingReference => "missing_reference",
            Category::WrongValue => "wrong_value",
            Category::Duplicate => "duplicate",
            Category::Syntax => "syntax",
            Category::Limit => "limit",
            Category::NoSuchAnalyzer => "no_such_analyzer",
        }
    }
}

/// One error, with its place in the JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// What kind of error.
    pub category: Category,
    /// The JSON pointer (RFC 6901) of the member or entry.
    pub pointer: String,
    /// Byte offset in the JSON, from 0: of the key for `unknown_option` and `duplicate`, else of the value.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
    /// What was found, as a sentence without a full stop.
    pub found: String,
    /// What is allowed; may be empty.
    pub allowed: String,
    /// The known name that is nearest to an unknown one.
    pub nearest: Option<String>,
    /// What to do about it.
    pub help: String,
}

impl ConfigError {
    /// The error in one line, without its place.
    pub fn message(&self) -> String {
        let allowed = if self.allowed.is_empty() { String::new() } else { format!("; allowed: {}", self.allowed) };
        let nearest = self.nearest.as_ref().map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
        format!("{}{allowed}{nearest}", self.found)
    }

    fn to_json(&self) -> serde_json::Value {
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

/// Something that is not wrong enough to refuse the definition.
pub type Warning = ConfigError;

/// All errors of a definition, in document order; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigErrors {
    first: ConfigError,
    others: Vec<ConfigError>,
}

impl ConfigErrors {
    /// The first one in document order.
    pub fn first(&self) -> &ConfigError {
        &self.first
    }

    /// All of them, in document order.
    pub fn iter(&self) -> impl Iterator<Item = &ConfigError> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// `{"errors": [...]}`, each with category, message, pointer, line, column, offset, found, allowed, nearest, help.
    pub fn to_json(&self) -> String {
        json!({ "errors": self.iter().map(ConfigError::to_json).collect::<Vec<_>>() }).to_string()
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

/// The warnings as JSON: `[...]`, each as in [`ConfigErrors::to_json`].
pub fn warnings_to_json(warnings: &[Warning]) -> String {
    serde_json::Value::from(warnings.iter().map(ConfigError::to_json).collect::<Vec<_>>()).to_string()
}

/// More errors than this are not listed.
const MOST_ERRORS: usize = 1000;

/// Collects errors and warnings while a definition is read. Places are byte offsets until the end.
#[derive(Debug, Default)]
pub struct Reporter {
    errors: Vec<ConfigError>,
    warnings: Vec<Warning>,
    /// Unknown options are warnings.
    lenient: bool,
}

impl Reporter {
    /// With `lenient`, unknown options become warnings.
    pub fn new(lenient: bool) -> Reporter {
        Reporter { lenient, ..Reporter::default() }
    }

    /// Takes an error.
    pub fn report(&mut self, error: ConfigError) {
        match error.category {
            Category::UnknownOption if self.lenient => self.warnings.push(error),
            _ => self.errors.push(error),
        }
    }

    /// Takes a warning.
    pub fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// How many errors there are.
    pub fn count(&self) -> usize {
        self.errors.len()
    }

    /// Puts all in document order with their places; the warnings if there is no error.
    pub fn finish(mut self, document: &Document<'_>) -> Result<Vec<Warning>, ConfigErrors> {
        let list = if self.errors.is_empty() { &mut self.warnings } else { &mut self.errors };
        list.sort_by_key(|error| error.offset);
        list.dedup();
        if list.len() > MOST_ERRORS {
            let more = list.len() - MOST_ERRORS;
            list.truncate(MOST_ERRORS);
            if let Some(last) = list.last().cloned() {
                let found = format!("{more} more are not listed");
                list.push(ConfigError {
                    category: Category::Limit,
                    found,
                    ..problem(Category::Limit, last.offset, "")
                });
            }
        }
        let mut places = Places::new(document, list.iter().map(|error| error.offset));
        for error in list.iter_mut() {
            (error.pointer, error.line, error.column) = places.next_place(error.offset);
        }
        let mut errors = self.errors.into_iter();
        match errors.next() {
            Some(first) => Err(ConfigErrors { first, others: errors.collect() }),
            None => Ok(self.warnings),
        }
    }
}

/// An error at a byte offset; the rest of its place is filled in at the end.
pub fn problem(category: Category, offset: usize, found: impl Into<String>) -> ConfigError {
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
    /// The same, saying what is allowed.
    pub fn allowing(self, allowed: impl Into<String>) -> ConfigError {
        ConfigError { allowed: allowed.into(), ..self }
    }

    /// The same with another help.
    pub fn helping(self, help: impl Into<String>) -> ConfigError {
        ConfigError { help: help.into(), ..self }
    }

    /// The same, listing the names that are allowed and naming the one nearest to `name`.
    pub fn with_names<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> ConfigError {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let nearest = nearest(name, &known).map(str::to_owned);
        let listed = if known.len() > 40 { String::new() } else { known.join(", ") };
        ConfigError { nearest, allowed: listed, ..self }
    }
}

/// The known name that is nearest to an unknown one, if any is near.
fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    // Names are short; a long one is no slip of the pen.
    if name.len() > 200 {
        return None;
    }
    let most = 1 + name.chars().count() / 3;
    let near = known.iter().map(|candidate| (strsim::damerau_levenshtein(name, candidate), *candidate));
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, candidate)| candidate)
}

fn help(category: Category) -> &'static str {
    match category {
        Category::UnknownOption => "remove the option, correct its name, or load the definition with the lenient flag",
        Category::UnknownType => "correct the type; `unic_x` and `icu_x` are the same",
        Category::MissingReference => "define what is named, or correct the name",
        Category::WrongValue => "correct the value",
        Category::Duplicate => "keep one of the two",
        Category::Syntax => "correct the text at the place given",
        Category::Limit => "make it smaller, or raise the limit in the options of the call",
        Category::NoSuchAnalyzer => "ask for a name that the definition has",
    }
}
