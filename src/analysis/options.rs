//! The declarative option table of a component. One table per component feeds parsing, aliases,
//! validation, nearest names, `describe`, the schema and the documentation.

use crate::unicode::rule_text::RuleError;
use std::fmt;

/// One option of a component. Declared once, as a constant in the component's file.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name that `describe` and the documentation use.
    pub name: &'static str,
    /// Other accepted spellings (ruling N4).
    pub aliases: &'static [&'static str],
    /// What values it takes.
    pub kind: OptionKind,
    /// What holds when it is not given.
    pub default: OptionDefault,
    /// One line for the documentation.
    pub help: &'static str,
}

/// What values an option takes. Values are read as the engine reads settings (ruling N5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in this range, as a number or a string.
    Integer {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// `true` or `false`, also as a string.
    Boolean,
    /// Any text.
    Text,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// One of these texts, in upper or lower case; read in lower case.
    ChoiceOfAnyCase(&'static [&'static str]),
    /// A list of texts: an array, or one string cut at commas.
    List,
    /// A list of words and of these names of word sets, which are spelled `_name_`.
    Words(&'static [&'static str]),
    /// Rules: a text, or the names of files under the configuration directory: an array, or a string whose every part
    /// between commas ends in `.txt` or `.rules`.
    RuleText,
    /// The lines of a file under the configuration directory.
    FileLines,
    /// A list of texts, or the names of files under the configuration directory: as a list whose every entry ends in
    /// `.txt`. Read as [`OptionValue::List`] or as [`OptionValue::Rules`].
    ListOrFiles,
    /// A list of entries `script:file`: files under the configuration directory, or those of these names, which ship.
    ScriptFiles(&'static [&'static str]),
    /// An object from script codes to texts.
    ScriptTexts,
    /// Names of components of this kind, as a list.
    References(Kind),
    /// The name of one component of this kind.
    Reference(Kind),
}

/// What holds when an option is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// This number.
    Integer(i64),
    /// This truth value.
    Boolean(bool),
    /// This text.
    Text(&'static str),
    /// Nothing: the option has no effect when absent.
    Absent,
    /// The definition is wrong without it.
    Required,
}

/// What a component is, and so in which section of a definition it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Changes text before it is cut into tokens.
    CharFilter,
    /// Cuts text into tokens.
    Tokenizer,
    /// Changes, adds or removes tokens.
    TokenFilter,
    /// A whole chain.
    Analyzer,
    /// A chain that keeps a text in one piece.
    Normalizer,
}

impl Kind {
    /// The section of an analysis definition.
    pub fn section(self) -> &'static str {
        match self {
            Kind::CharFilter => "char_filter",
            Kind::Tokenizer => "tokenizer",
            Kind::TokenFilter => "filter",
            Kind::Analyzer => "analyzer",
            Kind::Normalizer => "normalizer",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::CharFilter => "char filter",
            Kind::Tokenizer => "tokenizer",
            Kind::TokenFilter => "token filter",
            Kind::Analyzer => "analyzer",
            Kind::Normalizer => "normalizer",
        })
    }
}

impl OptionSpec {
    /// An integer option.
    pub const fn integer(name: &'static str, min: i64, max: i64, default: i64, help: &'static str) -> OptionSpec {
        let default = OptionDefault::Integer(default);
        OptionSpec { name, aliases: &[], kind: OptionKind::Integer { min, max }, default, help }
    }

    /// A boolean option.
    pub const fn boolean(name: &'static str, default: bool, help: &'static str) -> OptionSpec {
        OptionSpec { name, aliases: &[], kind: OptionKind::Boolean, default: OptionDefault::Boolean(default), help }
    }

    /// A text option with a default.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec { name, aliases: &[], kind: OptionKind::Text, default: OptionDefault::Text(default), help }
    }

    /// An option without a default.
    pub const fn absent(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
        OptionSpec { name, aliases: &[], kind, default: OptionDefault::Absent, help }
    }

    /// With other accepted spellings.
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> OptionSpec {
        OptionSpec { aliases, ..self }
    }

    /// Required: a definition without it is an error.
    pub const fn required(self) -> OptionSpec {
        OptionSpec { default: OptionDefault::Required, ..self }
    }

    /// Whether a spelling in a definition means this option.
    pub fn is_spelled(&self, spelling: &str) -> bool {
        self.name == spelling || self.aliases.contains(&spelling)
    }
}

/// Two tables put together, for components that take the options of another; `N` is their length.
#[expect(clippy::indexing_slicing, reason = "a constant: an index out of bounds is an error of the build")]
pub const fn joined<const N: usize>(
    first: &[&'static OptionSpec],
    second: &[&'static OptionSpec],
) -> [&'static OptionSpec; N] {
    assert!(N == first.len() + second.len());
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// A value as it was given or defaulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of [`OptionKind::Integer`].
    Integer(i64),
    /// Of [`OptionKind::Boolean`].
    Boolean(bool),
    /// Of [`OptionKind::Text`], [`OptionKind::Choice`], [`OptionKind::ChoiceOfAnyCase`] and [`OptionKind::Reference`].
    Text(String),
    /// Of [`OptionKind::List`], [`OptionKind::Words`], [`OptionKind::References`] and [`OptionKind::ListOrFiles`].
    List(Vec<String>),
    /// Of [`OptionKind::FileLines`]: the name as given and the file's lines.
    File {
        /// The name in the definition.
        name: String,
        /// Its lines, without line ends and without a byte order mark.
        lines: Vec<String>,
    },
    /// Of [`OptionKind::RuleText`], and of [`OptionKind::ListOrFiles`] that names files.
    Rules(RuleText),
    /// Of [`OptionKind::ScriptFiles`] and [`OptionKind::ScriptTexts`].
    Scripts(Vec<ScriptText>),
}

/// A text for a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The script as it was named.
    pub script: String,
    /// The name of the file as given, or of the one that ships; empty when the text is in the definition.
    pub file: String,
    /// The text; `None` for a file that ships.
    pub text: Option<String>,
}

/// The effective options of one component: given values, and defaults for the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    values: Vec<(&'static str, OptionValue)>,
    given: Vec<&'static str>,
}

impl Options {
    /// The default options of a component.
    pub fn defaults(table: &[&'static OptionSpec]) -> Options {
        let mut options = Options::default();
        options.fill_defaults(table);
        options
    }

    /// Records a given value.
    pub fn set(&mut self, option: &'static OptionSpec, value: OptionValue) {
        self.values.push((option.name, value));
        self.given.push(option.name);
    }

    /// Whether the definition gives the option, be it the default.
    pub fn is_given(&self, option: &OptionSpec) -> bool {
        self.given.contains(&option.name)
    }

    /// Puts another default in place of the table's, unless the definition gives the option.
    pub fn prefer(&mut self, option: &'static OptionSpec, value: OptionValue) {
        if !self.is_given(option)
            && let Some((_, place)) = self.values.iter_mut().find(|(name, _)| *name == option.name)
        {
            *place = value;
        }
    }

    /// Adds the default of every option of the table that was not given, and puts all in the table's order.
    pub fn fill_defaults(&mut self, table: &[&'static OptionSpec]) {
        let mut given = std::mem::take(&mut self.values);
        for option in table {
            if let Some(at) = given.iter().position(|(name, _)| *name == option.name) {
                self.values.push(given.swap_remove(at));
                continue;
            }
            let default = match option.default {
                OptionDefault::Integer(value) => OptionValue::Integer(value),
                OptionDefault::Boolean(value) => OptionValue::Boolean(value),
                OptionDefault::Text(value) => OptionValue::Text(value.to_owned()),
                OptionDefault::Absent | OptionDefault::Required => continue,
            };
            self.values.push((option.name, default));
        }
    }

    /// The options of this table alone, for a component that is a part of another.
    pub fn only(&self, table: &[&'static OptionSpec]) -> Options {
        let in_table = |name: &str| table.iter().any(|option| option.name == name);
        Options {
            values: self.values.iter().filter(|(name, _)| in_table(name)).cloned().collect(),
            given: self.given.iter().filter(|name| in_table(name)).copied().collect(),
        }
    }

    /// All effective values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    fn get(&self, option: &OptionSpec) -> Option<&OptionValue> {
        self.values.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Whether the option has a value, given or defaulted.
    pub fn has(&self, option: &OptionSpec) -> bool {
        self.get(option).is_some()
    }

    /// The value of an integer option; 0 when it is absent.
    pub fn integer(&self, option: &OptionSpec) -> i64 {
        if let Some(OptionValue::Integer(value)) = self.get(option) { *value } else { 0 }
    }

    /// The value of an integer option whose table keeps it within `usize`.
    pub fn length(&self, option: &OptionSpec) -> usize {
        usize::try_from(self.integer(option)).unwrap_or(0)
    }

    /// The value of a boolean option; false when it is absent.
    pub fn boolean(&self, option: &OptionSpec) -> bool {
        matches!(self.get(option), Some(OptionValue::Boolean(true)))
    }

    /// The value of a text, choice or reference option.
    pub fn text(&self, option: &OptionSpec) -> Option<&str> {
        if let Some(OptionValue::Text(value)) = self.get(option) { Some(value) } else { None }
    }

    /// The value of a rules option.
    pub fn rules(&self, option: &OptionSpec) -> Option<&RuleText> {
        if let Some(OptionValue::Rules(rules)) = self.get(option) { Some(rules) } else { None }
    }

    /// The entries of a list or references option, or the lines of a file.
    pub fn list(&self, option: &OptionSpec) -> Option<&[String]> {
        match self.get(option) {
            Some(OptionValue::List(entries)) => Some(entries),
            Some(OptionValue::File { lines, .. }) => Some(lines),
            _ => None,
        }
    }

    /// The texts of an option that has them by script.
    pub fn scripts(&self, option: &OptionSpec) -> &[ScriptText] {
        if let Some(OptionValue::Scripts(texts)) = self.get(option) { texts } else { &[] }
    }
}

/// Rules as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// The rules; those of several files joined in order, each ended by a line end.
    pub text: String,
    /// The files: name, and where its rules start in the text. None when the rules are in the definition.
    pub files: Vec<(String, usize)>,
}

impl RuleText {
    /// A fault in the rules as one of the option, with its offset in the text or in its file.
    pub fn problem(&self, option: &OptionSpec, error: &RuleError) -> BuildError {
        let file = self.files.iter().enumerate().rev().find(|(_, (_, start))| *start <= error.offset);
        let wrong = match file {
            None => BuildError::wrong_value(option, format!("`{}`: {error}", option.name), ""),
            Some((number, (name, start))) => {
                let text = self.text.get(*start..).unwrap_or_default();
                let place = RuleError::at(text, error.offset - start, error.found.clone(), error.expected.clone());
                BuildError::wrong_value(option, format!("file {name:?}: {place}"), "").at_entry(number)
            }
        };
        wrong.with_fault(if error.limit { Fault::Limit } else { Fault::Syntax })
    }
}
/// What a component noticed that is not wrong enough to refuse the definition.
pub type Warnings = Vec<BuildError>;

/// Why a component can't be built from values that are each of the right kind. `config` finds the location in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// The option whose value is at fault; `None` for the component as a whole.
    pub option: Option<&'static str>,
    /// The entry of a list or the line of a file, from 0.
    pub entry: Option<usize>,
    /// What kind of fault it is.
    pub fault: Fault,
    /// What was found, as a sentence without a full stop.
    pub found: String,
    /// What is allowed; may be empty.
    pub allowed: String,
}

/// The categories of [`BuildError`]: those of ruling N6 that only a component can report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A value out of range, or values that exclude each other.
    WrongValue,
    /// A pattern or rule text that can't be read.
    Syntax,
    /// A limit is exceeded.
    Limit,
}

impl BuildError {
    /// A wrong value of an option.
    pub fn wrong_value(option: &OptionSpec, found: impl Into<String>, allowed: impl Into<String>) -> BuildError {
        BuildError {
            option: Some(option.name),
            entry: None,
            fault: Fault::WrongValue,
            found: found.into(),
            allowed: allowed.into(),
        }
    }

    /// At one entry of a list or line of a file.
    pub fn at_entry(self, entry: usize) -> BuildError {
        BuildError { entry: Some(entry), ..self }
    }

    /// With another fault.
    pub fn with_fault(self, fault: Fault) -> BuildError {
        BuildError { fault, ..self }
    }
}
