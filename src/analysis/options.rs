//! The declarative option table of a component. One table per component drives parsing, aliases, validation,
//! suggestions of similar names, `describe`, the schema and the documentation.

use crate::analysis::component_kind::ComponentKind;
use std::sync::Arc;

/// One option of a component. Declared once, as a constant in the component's file.
#[derive(Debug)]
pub struct OptionSpec {
    /// The canonical name, used by `describe` and the documentation.
    pub name: &'static str,
    /// Other accepted spellings (ruling N4).
    pub aliases: &'static [&'static str],
    /// The kind of value that the option takes.
    pub kind: OptionKind,
    /// The default.
    pub default: OptionDefault,
    /// A one-line description for the documentation.
    pub help: &'static str,
    /// What of the option is part of fingerprints.
    pub fingerprint: FingerprintPart,
}

/// What of an option is part of fingerprints.
#[derive(Clone, Copy, Debug)]
pub enum FingerprintPart {
    /// The effective value.
    Value,
    /// The entries of a list, in any order and any number.
    Entries,
    /// What this option means, maybe together with others, in a form that does not depend on how it is written; `None`
    /// if it means nothing.
    Meaning(fn(&Options) -> Option<Vec<String>>),
    /// What it means is part of another option's [`FingerprintPart::Meaning`].
    CoveredByOther,
    /// Nothing: the option is accepted for compatibility, and changes no token and no key.
    Nothing,
}

/// The kind of value that an option takes. Values are read as Elasticsearch reads settings (ruling N5).
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
    /// Any string.
    Text,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// One of these strings, in upper or lower case; stored in lower case.
    ChoiceOfAnyCase(&'static [&'static str]),
    /// A list of strings: an array, or one string split at commas.
    List,
    /// A list of words, which may include these names of word sets, spelled `_name_`.
    Words(&'static [&'static str]),
    /// Rules: a string of rules, or the names of files under the configuration directory, given as an array or as a
    /// comma-separated string in which every entry ends in `.txt` or `.rules`.
    RuleText,
    /// The lines of a file under the configuration directory.
    FileLines,
    /// A list of strings, or the names of files under the configuration directory, given as a list in which every entry
    /// ends in `.txt`. Read as [`OptionValue::List`] or as [`OptionValue::Rules`].
    ListOrFiles,
    /// A list of entries `script:file`, where the file is under the configuration directory or is one of these shipped
    /// files.
    ScriptFiles(&'static [&'static str]),
    /// An object that maps script codes to strings.
    ScriptTexts,
    /// A list of names of components of this kind.
    References(ComponentKind),
    /// The name of one component of this kind.
    Reference(ComponentKind),
}

/// The value of an option that is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// An integer.
    Integer(i64),
    /// A boolean.
    Boolean(bool),
    /// A string.
    Text(&'static str),
    /// No value: the option has no effect if it is absent.
    Absent,
    /// The option is required.
    Required,
}

impl OptionSpec {
    const fn new(name: &'static str, kind: OptionKind, default: OptionDefault, help: &'static str) -> OptionSpec {
        OptionSpec { name, aliases: &[], kind, default, help, fingerprint: FingerprintPart::Value }
    }

    /// Declares an integer option.
    pub const fn integer(name: &'static str, min: i64, max: i64, default: i64, help: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Integer { min, max }, OptionDefault::Integer(default), help)
    }

    /// Declares a boolean option.
    pub const fn boolean(name: &'static str, default: bool, help: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Boolean, OptionDefault::Boolean(default), help)
    }

    /// Declares a text option with a default.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Text, OptionDefault::Text(default), help)
    }

    /// Declares an option without a default.
    pub const fn absent(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
        OptionSpec::new(name, kind, OptionDefault::Absent, help)
    }

    /// Declares that the option changes no token and no key.
    pub const fn without_effect(self) -> OptionSpec {
        self.with_fingerprint(FingerprintPart::Nothing)
    }

    /// Sets what of the option is part of fingerprints.
    pub const fn with_fingerprint(self, fingerprint: FingerprintPart) -> OptionSpec {
        OptionSpec { fingerprint, ..self }
    }

    /// Adds other accepted spellings.
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> OptionSpec {
        OptionSpec { aliases, ..self }
    }

    /// Makes the option required.
    pub const fn required(self) -> OptionSpec {
        OptionSpec { default: OptionDefault::Required, ..self }
    }

    /// Whether a spelling in a definition names this option.
    pub fn is_spelled(&self, spelling: &str) -> bool {
        self.name == spelling || self.aliases.contains(&spelling)
    }
}

/// Concatenates two tables, for components that take the options of another; `N` is the total length.
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

/// The value of an option, given or defaulted.
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
    /// Of [`OptionKind::FileLines`]: the given file name and the file's lines.
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

/// The rules or the file for one script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The script, as given.
    pub script: String,
    /// The file name as given, or the name of a shipped file; empty if the rules are in the definition.
    pub file: String,
    /// The rules; `None` for a shipped file.
    pub text: Option<String>,
}

/// The effective options of one component: given values, and defaults for the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Shared, as values may be lists of many megabytes.
    values: Vec<(&'static str, Arc<OptionValue>)>,
    given: Vec<&'static str>,
}

impl Options {
    /// The default options of a component.
    pub fn defaults(table: &[&'static OptionSpec]) -> Options {
        let mut options = Options::default();
        options.fill_defaults(table);
        options
    }

    /// Sets a given value.
    pub fn set(&mut self, option: &'static OptionSpec, value: OptionValue) {
        self.values.push((option.name, Arc::new(value)));
        self.given.push(option.name);
    }

    /// Removes an option.
    pub fn remove(&mut self, option: &'static OptionSpec) {
        self.values.retain(|(name, _)| *name != option.name);
        self.given.retain(|name| *name != option.name);
    }

    /// Whether the definition gives the option, even with its default value.
    pub fn is_given(&self, option: &OptionSpec) -> bool {
        self.given.contains(&option.name)
    }

    /// Replaces the default of the table, unless the definition gives the option.
    pub fn prefer(&mut self, option: &'static OptionSpec, value: OptionValue) {
        if !self.is_given(option)
            && let Some((_, slot)) = self.values.iter_mut().find(|(name, _)| *name == option.name)
        {
            *slot = Arc::new(value);
        }
    }

    /// Adds the default of every option of the table that is not given, and sorts all into the table's order.
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
            self.values.push((option.name, Arc::new(default)));
        }
    }

    /// Only the options of this table, for a component that is part of another.
    pub fn only(&self, table: &[&'static OptionSpec]) -> Options {
        let in_table = |name: &str| table.iter().any(|option| option.name == name);
        Options {
            values: self.values.iter().filter(|(name, _)| in_table(name)).cloned().collect(),
            given: self.given.iter().filter(|name| in_table(name)).copied().collect(),
        }
    }

    /// All effective values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.values.iter().map(|(name, value)| (*name, &**value))
    }

    pub(super) fn value(&self, option: &str) -> Option<&OptionValue> {
        self.values.iter().find(|(name, _)| *name == option).map(|(_, value)| &**value)
    }

    fn get(&self, option: &OptionSpec) -> Option<&OptionValue> {
        self.value(option.name)
    }

    /// The name of the file whose lines are the value of an option.
    pub fn file(&self, option: &str) -> Option<&str> {
        if let Some(OptionValue::File { name, .. }) = self.value(option) { Some(name) } else { None }
    }

    /// Whether the option has a value, given or defaulted.
    pub fn has(&self, option: &OptionSpec) -> bool {
        self.get(option).is_some()
    }

    /// The value of an integer option; 0 when it is absent.
    pub fn integer(&self, option: &OptionSpec) -> i64 {
        self.check(option);
        if let Some(OptionValue::Integer(value)) = self.get(option) { *value } else { 0 }
    }

    /// The value of an integer option whose table keeps it within `usize`.
    pub fn length(&self, option: &OptionSpec) -> usize {
        usize::try_from(self.integer(option)).unwrap_or(0)
    }

    /// The value of a boolean option; false when it is absent.
    pub fn boolean(&self, option: &OptionSpec) -> bool {
        self.check(option);
        matches!(self.get(option), Some(OptionValue::Boolean(true)))
    }

    /// The value of a text, choice or reference option.
    pub fn text(&self, option: &OptionSpec) -> Option<&str> {
        if let Some(OptionValue::Text(value)) = self.get(option) { Some(value) } else { None }
    }

    /// The value of a text or choice option that has a default.
    pub fn text_with_default(&self, option: &OptionSpec) -> &str {
        self.check(option);
        self.text(option).unwrap_or_default()
    }

    /// Checks in debug builds that an option with a default has a value: that it is in the component's table.
    fn check(&self, option: &OptionSpec) {
        let is_optional = matches!(option.default, OptionDefault::Absent | OptionDefault::Required);
        debug_assert!(is_optional || self.has(option), "`{}` is not in the option table", option.name);
    }

    /// The value of a rules option.
    pub fn rules(&self, option: &OptionSpec) -> Option<&RuleText> {
        if let Some(OptionValue::Rules(rules)) = self.get(option) { Some(rules) } else { None }
    }

    /// The entries of a list or references option, or the lines of a file; `None` when it is absent.
    pub fn list(&self, option: &OptionSpec) -> Option<&[String]> {
        match self.get(option) {
            Some(OptionValue::List(entries)) => Some(entries),
            Some(OptionValue::File { lines, .. }) => Some(lines),
            _ => None,
        }
    }

    /// The entries of a list option, or the lines of a file; none when it is absent.
    pub fn entries(&self, option: &OptionSpec) -> &[String] {
        self.list(option).unwrap_or(&[])
    }

    /// The entries of an option that maps scripts to rules or files.
    pub fn scripts(&self, option: &OptionSpec) -> &[ScriptText] {
        if let Some(OptionValue::Scripts(texts)) = self.get(option) { texts } else { &[] }
    }
}

/// Rules, from a string or from files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// The rules; those of several files are concatenated in order, separated by line ends.
    pub text: String,
    /// The files: the name, and the offset in `text` where its rules start. Empty if the rules are in the definition.
    pub files: Vec<(String, usize)>,
}
