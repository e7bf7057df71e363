//! Reads a component's options according to its option table: aliases, duplicates, suggestions of similar names; the
//! values are read by [`super::option_values`].

use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::component::ComponentSpec;
use crate::analysis::options::{OptionDefault, OptionSpec, Options};
use crate::config::CompileOptions;
use crate::config::error::{self, ConfigError, ErrorCategory, problem};
use crate::config::json::JsonDocument;
use crate::config::option_values::{self, LocatedValue, expected};
use crate::config::reporter::ErrorReporter;
use crate::config::settings::{NamedSetting, Setting};
use crate::memory;
use crate::unicode::quoted::quoted;
use std::sync::Arc;

/// The options of a component, with their locations.
#[derive(Debug)]
pub struct ParsedOptions {
    /// The given values, and defaults for the rest.
    pub options: Options,
    /// The offset of the component's definition.
    at: usize,
    locations: Vec<ValueLocation>,
}

/// The location of a given value.
#[derive(Clone, Debug)]
struct ValueLocation {
    option: &'static str,
    /// The name of the option, as spelled in the definition.
    spelling: String,
    value_at: usize,
    /// The offsets of the entries of an array.
    entries_at: Arc<Vec<usize>>,
}

impl ParsedOptions {
    /// The options of a component that is referred to at offset `at`, without options of its own.
    pub fn defaults(spec: &ComponentSpec, at: usize) -> ParsedOptions {
        ParsedOptions { options: Options::defaults(spec.options), at, locations: Vec::new() }
    }

    /// A copy with the locations of this component and the options of a part.
    pub fn part(&self, options: Options) -> ParsedOptions {
        ParsedOptions { options, at: self.at, locations: self.locations.clone() }
    }

    /// The offset of the component's definition.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The location of an option's value, or of one of its entries.
    pub fn location(&self, option: &str, entry: Option<usize>) -> usize {
        let location = self.locations.iter().find(|location| location.option == option);
        let entry_at = |location: &ValueLocation| location.entries_at.get(entry?).copied();
        location.map_or(self.at, |location| entry_at(location).unwrap_or(location.value_at))
    }

    /// The name of an option, as spelled in the definition.
    pub fn spelling<'n>(&'n self, option: &'n OptionSpec) -> &'n str {
        self.locations
            .iter()
            .find(|location| location.option == option.name)
            .map_or(option.name, |location| &location.spelling)
    }

    /// Adds the location to an error that the component reports.
    pub fn problem(&self, error: BuildError) -> ConfigError {
        let category = match error.fault {
            BuildFault::WrongValue => ErrorCategory::WrongValue,
            BuildFault::Syntax => ErrorCategory::Syntax,
            BuildFault::Limit => ErrorCategory::Limit,
        };
        let at = error.option.map_or(self.at, |option| self.location(option, error.entry));
        // Lines of a file and parts of a string have no location of their own in the JSON.
        let in_text = error.option.zip(error.entry).and_then(|(option, entry)| match self.options.file(option) {
            Some(name) => Some(format!("the file {}, line {}: {}", quoted(name), entry + 1, error.found)),
            None if entry > 0 && self.location(option, Some(entry)) == self.location(option, None) => {
                Some(format!("entry {}: {}", entry + 1, error.found))
            }
            None => None,
        });
        let found = in_text.unwrap_or(error.found);
        let spelled = error.option.and_then(|option| self.locations.iter().find(|location| location.option == option));
        let found =
            spelled.map_or_else(|| found.clone(), |location| as_spelled(&found, location.option, &location.spelling));
        let nearest = error.nearest.map(str::to_owned);
        ConfigError { nearest, ..problem(category, at, found).allowing(error.allowed) }
    }
}

/// Replaces the canonical name of an option in a message by its spelling in the definition.
fn as_spelled(message: &str, option: &str, spelling: &str) -> String {
    message.replacen(&format!("`{option}`"), &format!("`{spelling}`"), 1)
}

/// Reads the options of a component. `what` describes it in messages; `type` is ignored.
pub fn read(
    spec: &ComponentSpec,
    what: &str,
    definition: &Setting<'_>,
    entries: &[NamedSetting<'_>],
    document: &JsonDocument<'_>,
    compile: &CompileOptions,
    reporter: &mut ErrorReporter,
) -> ParsedOptions {
    let mut given = ParsedOptions { options: Options::default(), at: definition.at(), locations: Vec::new() };
    let mut spelled: Vec<(&'static str, String)> = Vec::new();
    // Options that are null, which counts as absent.
    let mut absent = Vec::new();
    for entry in entries.iter().filter(|entry| entry.name != "type") {
        let Some(option) = find_option(spec, what, entry, &spelled, reporter) else { continue };
        spelled.push((option.name, entry.name.clone()));
        memory::checkpoint();
        match option_values::read(option, &entry.setting, document, compile, reporter) {
            Ok(Some(LocatedValue { value, entries_at })) => {
                given.options.set(option, value);
                given.locations.push(ValueLocation {
                    option: option.name,
                    spelling: entry.name.clone(),
                    value_at: entry.setting.at(),
                    entries_at: Arc::new(entries_at),
                });
            }
            Ok(None) => memory::push(&mut absent, option.name),
            Err(error) => {
                let found = as_spelled(&error.found, option.name, &entry.name);
                reporter.report(ConfigError { found, ..error });
            }
        }
    }
    for option in spec.options.iter().filter(|option| option.default == OptionDefault::Required) {
        if !spelled.iter().any(|(name, _)| *name == option.name) || absent.contains(&option.name) {
            let error = problem(
                ErrorCategory::WrongValue,
                definition.at(),
                format!("{what} lacks the option `{}`", option.name),
            );
            reporter.report(error.allowing(expected(option)));
        }
    }
    given.options.fill_defaults(spec.options);
    given
}

/// The option that an entry sets. An unknown one, or one that an earlier entry has set, is reported.
fn find_option(
    spec: &ComponentSpec,
    what: &str,
    entry: &NamedSetting<'_>,
    spelled: &[(&'static str, String)],
    reporter: &mut ErrorReporter,
) -> Option<&'static OptionSpec> {
    let Some(option) = spec.options.iter().find(|option| option.is_spelled(&entry.name)) else {
        if reporter.omits_unknown_option(entry.name_at) {
            return None;
        }
        let names = spec.options.iter().flat_map(|option| std::iter::once(&option.name).chain(option.aliases));
        let found = format!("{what} has no option {}", quoted(&entry.name));
        let error = problem(ErrorCategory::UnknownOption, entry.name_at, found);
        let error = error.with_names(&entry.name, names.copied());
        let nearest = error.nearest.clone().or_else(|| error::nearest(&entry.name, &["type"]).map(str::to_owned));
        reporter.report(ConfigError { nearest, ..error });
        return None;
    };
    if let Some((_, other)) = spelled.iter().find(|(name, _)| *name == option.name) {
        let (name, other) = (quoted(&entry.name), quoted(other));
        let found = format!("{name} and {other} are the same option of {what}");
        let error = problem(ErrorCategory::Duplicate, entry.name_at, found);
        reporter.report(error.allowing("one of the two spellings"));
        return None;
    }
    Some(option)
}
