//! Reads the values of options: their kinds, ranges, lists and files.

use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionKind, OptionSpec, OptionValue, RuleText, ScriptText};
use crate::analysis::stop_words::is_name;
use crate::config::CompileOptions;
use crate::config::error::{ConfigError, ErrorCategory, RAISE_LIMIT, nearest, problem};
use crate::config::json::{JsonDocument, JsonMember, JsonValue};
use crate::config::option_files;
use crate::config::reporter::ErrorReporter;
use crate::config::settings::Setting;
use crate::memory;
use crate::unicode::java_white_space::java_trim;
use crate::unicode::part::StrPart;
use crate::unicode::quoted::quoted;

/// The name of an unnamed component in a list, before its type, as in Elasticsearch.
pub const ANONYMOUS: &str = "__anonymous__";

/// The maximum number of components of a chain.
pub const MAX_COMPONENTS: usize = 1_024;

/// The maximum length of a value that is one string, but for rules, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The value of an option, with the offsets of its entries if it is an array.
pub struct LocatedValue {
    /// The value.
    pub value: OptionValue,
    /// The byte offsets of the entries of an array.
    pub entries_at: Vec<usize>,
}

impl From<OptionValue> for LocatedValue {
    fn from(value: OptionValue) -> LocatedValue {
        LocatedValue { value, entries_at: Vec::new() }
    }
}

/// Reads the value of an option; `None` for `null`, which counts as an absent option.
pub fn read(
    option: &'static OptionSpec,
    setting: &Setting<'_>,
    document: &JsonDocument<'_>,
    compile: &CompileOptions,
    reporter: &mut ErrorReporter,
) -> Result<Option<LocatedValue>, ConfigError> {
    let reader = ValueReader { option, at: setting.at(), document, compile };
    let value = match setting {
        _ if option.kind == OptionKind::ScriptTexts => return reader.script_texts(setting, reporter),
        Setting::Raw(raw) => document.read(*raw)?,
        Setting::Merged(..) => JsonValue::Object(Vec::new()),
    };
    let is_absent = match &value {
        JsonValue::Null => true,
        // As the engine reads it.
        JsonValue::String(text) => option.kind == OptionKind::Boolean && text.trim().is_empty(),
        _ => false,
    };
    if is_absent { Ok(None) } else { reader.value(&value).map(Some) }
}

/// Reads the value of one option.
struct ValueReader<'r, 'a> {
    option: &'static OptionSpec,
    /// The byte offset of the value.
    at: usize,
    document: &'r JsonDocument<'a>,
    compile: &'r CompileOptions,
}

impl ValueReader<'_, '_> {
    fn value(&self, value: &JsonValue<'_>) -> Result<LocatedValue, ConfigError> {
        match self.option.kind {
            OptionKind::Integer { min, max } => self.integer(value, min, max),
            OptionKind::Boolean => self.boolean(value),
            OptionKind::Text | OptionKind::Reference(_) => Ok(OptionValue::Text(self.text(value)?).into()),
            OptionKind::Choice(choices) => self.choice(value, self.text(value)?, choices),
            OptionKind::ChoiceOfAnyCase(choices) => self.choice(value, self.text(value)?.to_ascii_lowercase(), choices),
            OptionKind::RuleText => self.rules(value),
            OptionKind::List | OptionKind::References(_) => {
                let (entries, entries_at) = self.list(value)?;
                Ok(LocatedValue { value: OptionValue::List(entries), entries_at })
            }
            OptionKind::ListOrFiles => self.list_or_files(value),
            OptionKind::Words(sets) => self.words(value, sets),
            OptionKind::ScriptFiles(shipped) => self.script_files(value, shipped),
            OptionKind::ScriptTexts => Err(self.wrong(value)),
            OptionKind::FileLines => {
                let name = self.text(value)?;
                let lines = option_files::read_lines(&name, self.compile).map_err(|error| error.at(self.at))?;
                Ok(OptionValue::File { name, lines }.into())
            }
        }
    }

    /// The error for a value of the wrong kind or range.
    fn wrong(&self, value: &JsonValue<'_>) -> ConfigError {
        let found = format!("`{}` is {}", self.option.name, as_written(value));
        problem(ErrorCategory::WrongValue, self.at, found).allowing(expected(self.option))
    }

    /// The error for an entry or a member of the wrong kind; `kind` is its JSON type.
    fn wrong_entry(&self, at: usize, kind: &str) -> ConfigError {
        let found = format!("`{}` contains {kind}", self.option.name);
        problem(ErrorCategory::WrongValue, at, found).allowing(expected(self.option))
    }

    fn text(&self, value: &JsonValue<'_>) -> Result<String, ConfigError> {
        let text = scalar(value).ok_or_else(|| self.wrong(value))?;
        if text.len() > MAX_TEXT {
            let found = format!("`{}` has {} bytes", self.option.name, text.len());
            return Err(problem(ErrorCategory::Limit, self.at, found).allowing(format!("at most {MAX_TEXT} bytes")));
        }
        Ok(text)
    }

    fn integer(&self, value: &JsonValue<'_>, min: i64, max: i64) -> Result<LocatedValue, ConfigError> {
        let number: Option<i64> = scalar(value).and_then(|text| text.parse().ok());
        match number {
            Some(number) if (min..=max).contains(&number) => Ok(OptionValue::Integer(number).into()),
            _ => {
                let nearest = number.map(|number| number.clamp(min, max).to_string());
                Err(ConfigError { nearest, ..self.wrong(value) })
            }
        }
    }

    fn boolean(&self, value: &JsonValue<'_>) -> Result<LocatedValue, ConfigError> {
        match scalar(value).as_deref() {
            Some("true") => Ok(OptionValue::Boolean(true).into()),
            Some("false") => Ok(OptionValue::Boolean(false).into()),
            other => {
                let nearest = other.and_then(|text| nearest(text, &["true", "false"])).map(str::to_owned);
                Err(ConfigError { nearest, ..self.wrong(value) })
            }
        }
    }

    fn choice(&self, value: &JsonValue<'_>, text: String, choices: &[&str]) -> Result<LocatedValue, ConfigError> {
        match choices {
            _ if choices.contains(&text.as_str()) => Ok(OptionValue::Text(text).into()),
            [_] => Err(self.wrong(value)),
            // In their own order, as in the docs.
            _ => Err(self.wrong(value).with_names(&text, choices.iter().copied()).allowing(expected(self.option))),
        }
    }

    /// Reads a list, and the offsets of its entries: an array of scalars, or one string split at commas.
    fn list(&self, value: &JsonValue<'_>) -> Result<(Vec<String>, Vec<usize>), ConfigError> {
        let is_reference = matches!(self.option.kind, OptionKind::References(_));
        let count = match value {
            JsonValue::Array(elements) => elements.len(),
            JsonValue::String(text) if is_reference => text.split(',').count(),
            _ => 0,
        };
        if is_reference && count > MAX_COMPONENTS {
            let found = format!("`{}` has {count} entries", self.option.name);
            let error = problem(ErrorCategory::Limit, self.at, found);
            return Err(error.allowing(format!("at most {MAX_COMPONENTS} components")));
        }
        if let JsonValue::Array(elements) = value {
            let mut entries = Vec::new();
            memory::reserve(&mut entries, elements.len());
            for element in elements {
                let value = self.document.read(*element)?;
                if let (OptionKind::References(kind), JsonValue::Object(members)) = (self.option.kind, &value) {
                    entries.push(self.anonymous(kind, members, element.at)?);
                    continue;
                }
                entries.push(scalar(&value).ok_or_else(|| self.wrong_entry(element.at, value.kind()))?);
            }
            return Ok((entries, memory::collect(elements.iter().map(|element| element.at))));
        }
        let text = scalar(value).ok_or_else(|| self.wrong_entry(self.at, value.kind()))?;
        let parts = text.split(',').map(java_trim).filter(|part| !part.is_empty());
        Ok((memory::collect(parts.map(memory::copied)), Vec::new()))
    }

    /// The name of a component that is defined inline in a list, as in requests to `_analyze` (ruling N5).
    fn anonymous(&self, kind: ComponentKind, members: &[JsonMember<'_>], at: usize) -> Result<String, ConfigError> {
        let named = members.iter().find(|member| member.name == "type");
        match named.map(|member| self.document.read(member.value)).transpose()? {
            Some(JsonValue::String(type_name)) => Ok(memory::concatenated(&[ANONYMOUS, &type_name])),
            _ => Err(problem(ErrorCategory::WrongValue, at, format!("the inline {kind} lacks a `type`"))),
        }
    }

    fn words(&self, value: &JsonValue<'_>, sets: &[&str]) -> Result<LocatedValue, ConfigError> {
        let (words, entries_at) = self.list(value)?;
        let unknown = words.iter().enumerate().find(|(_, word)| is_name(word) && !sets.contains(&word.as_str()));
        if let Some((entry, word)) = unknown {
            let at = entries_at.get(entry).copied().unwrap_or(self.at);
            let found = format!("`{}` has the unknown set of stop words {:?}", self.option.name, shorten(word));
            let unknown = problem(ErrorCategory::WrongValue, at, found).with_names(word, sets.iter().copied());
            return Err(ConfigError { allowed: expected(self.option), ..unknown });
        }
        Ok(LocatedValue { value: OptionValue::List(words), entries_at })
    }

    /// Reads rules, or the names of files with rules.
    fn rules(&self, value: &JsonValue<'_>) -> Result<LocatedValue, ConfigError> {
        let is_file = |part: &str| part.trim().ends_with(".txt") || part.trim().ends_with(".rules");
        if let Some(text) = scalar(value).filter(|text| !text.split(',').all(is_file)) {
            return Ok(OptionValue::Rules(RuleText { text, files: Vec::new() }).into());
        }
        let (names, entries_at) = self.list(value)?;
        let has_rules = !names.iter().all(|name| is_file(name));
        let rules = self.files(names, &entries_at).map_err(|error| match has_rules {
            true => error.helping("an array contains names of files; give inline rules as one string"),
            false => error,
        })?;
        Ok(LocatedValue { value: OptionValue::Rules(rules), entries_at })
    }

    fn list_or_files(&self, value: &JsonValue<'_>) -> Result<LocatedValue, ConfigError> {
        let (entries, entries_at) = self.list(value)?;
        let value = if entries.is_empty() || !entries.iter().all(|entry| entry.ends_with(".txt")) {
            OptionValue::List(entries)
        } else {
            OptionValue::Rules(self.files(entries, &entries_at)?)
        };
        Ok(LocatedValue { value, entries_at })
    }

    /// Reads files and concatenates them in order. The line end at the end of a file is not part of its text.
    fn files(&self, names: Vec<String>, entries_at: &[usize]) -> Result<RuleText, ConfigError> {
        let mut rules = RuleText::default();
        for (number, name) in names.into_iter().enumerate() {
            let at = entries_at.get(number).copied().unwrap_or(self.at);
            let text = option_files::read_text(&name, self.compile).map_err(|error| error.at(at))?;
            if number > 0 {
                memory::push_str(&mut rules.text, "\n");
            }
            rules.files.push((name, rules.text.len()));
            let text = text.strip_suffix('\n').map_or(text.as_str(), |text| text.strip_suffix('\r').unwrap_or(text));
            memory::push_str(&mut rules.text, text);
            let max_length = self.compile.max_json_length;
            if rules.text.len() > max_length {
                let found = format!("the files of `{}` have more than {max_length} bytes", self.option.name);
                return Err(problem(ErrorCategory::Limit, at, found).helping(RAISE_LIMIT));
            }
        }
        Ok(rules)
    }

    fn script_files(&self, value: &JsonValue<'_>, shipped: &[&str]) -> Result<LocatedValue, ConfigError> {
        let (entries, entries_at) = self.list(value)?;
        let texts = entries.into_iter().enumerate().map(|(entry, text)| {
            let at = entries_at.get(entry).copied().unwrap_or(self.at);
            self.script_file(&text, shipped, at)
        });
        let mut scripts = Vec::new();
        for text in texts {
            memory::push(&mut scripts, text?);
        }
        Ok(LocatedValue { value: OptionValue::Scripts(scripts), entries_at })
    }

    /// Reads an entry `script:file`. The name of a shipped file may have a folder, as in definitions of other systems.
    fn script_file(&self, entry: &str, shipped: &[&str], at: usize) -> Result<ScriptText, ConfigError> {
        let parts = entry.split_once(':').map(|(script, file)| (script.trim(), file.trim()));
        let Some((script, file)) = parts.filter(|(script, file)| !script.is_empty() && !file.is_empty()) else {
            let found = format!("`{}` contains {:?}", self.option.name, shorten(entry));
            let wrong = problem(ErrorCategory::WrongValue, at, found);
            return Err(wrong.allowing("a script code, a colon, and a file name"));
        };
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let is_inside = !file.starts_with('/') && folder.split('/').all(|part| part != "..");
        if let Some(name) = shipped.iter().find(|shipped| is_inside && **shipped == name) {
            return Ok(ScriptText { script: memory::copied(script), file: (*name).to_owned(), text: None });
        }
        if is_inside && self.compile.configuration_directory.is_none() && self.compile.files.is_none() {
            let found =
                format!("the file {} is not a built-in one, and no configuration directory is given", quoted(file));
            let missing = problem(ErrorCategory::MissingReference, at, found).helping(option_files::NO_DIRECTORY);
            return Err(missing.with_names(file, shipped.iter().copied()));
        }
        let text = option_files::read_text(file, self.compile).map_err(|error| {
            let allowed = error.allowed;
            error.at(at).with_names(file, shipped.iter().copied()).allowing(allowed)
        })?;
        Ok(ScriptText { script: memory::copied(script), file: memory::copied(file), text: Some(text) })
    }

    /// Reads an object that maps script codes to strings.
    fn script_texts(
        &self,
        setting: &Setting<'_>,
        reporter: &mut ErrorReporter,
    ) -> Result<Option<LocatedValue>, ConfigError> {
        let entries = match setting.entries(self.document, reporter) {
            Ok(entries) => entries,
            Err(JsonValue::Null) => return Ok(None),
            Err(other) => return Err(self.wrong_entry(self.at, other.kind())),
        };
        let mut texts = Vec::new();
        let mut entries_at = Vec::new();
        for entry in entries.iter() {
            let value = match &entry.setting {
                Setting::Raw(raw) => self.document.read(*raw)?,
                Setting::Merged(..) => JsonValue::Object(Vec::new()),
            };
            let JsonValue::String(text) = value else {
                return Err(self.wrong_entry(entry.setting.at(), value.kind()));
            };
            let script = memory::copied(&entry.name);
            memory::push(&mut texts, ScriptText { script, file: String::new(), text: Some(text) });
            memory::push(&mut entries_at, entry.setting.at());
        }
        Ok(Some(LocatedValue { value: OptionValue::Scripts(texts), entries_at }))
    }
}

/// A scalar as a string, as in Elasticsearch's settings: strings, numbers and booleans are equivalent.
fn scalar(value: &JsonValue<'_>) -> Option<String> {
    match value {
        JsonValue::Boolean(value) => Some(value.to_string()),
        JsonValue::Number(number) => Some(memory::copied(number)),
        JsonValue::String(text) => Some(memory::copied(text)),
        JsonValue::Null | JsonValue::Array(_) | JsonValue::Object(_) => None,
    }
}

/// A value as written in the definition, for messages.
fn as_written(value: &JsonValue<'_>) -> String {
    match value {
        JsonValue::String(text) => format!("{:?}", shorten(text)),
        other => scalar(other).map_or_else(|| other.kind().to_owned(), |text| shorten(&text)),
    }
}

/// Truncates a long string for a message.
fn shorten(text: &str) -> String {
    const MAX_SHOWN: usize = 80;
    match text.char_indices().nth(MAX_SHOWN) {
        Some((at, _)) => format!("{}…", text.part(..at)),
        None => text.to_owned(),
    }
}

/// The values that an option takes, for messages.
pub fn expected(option: &OptionSpec) -> String {
    match option.kind {
        OptionKind::Integer { min, max } => format!("an integer from {min} to {max}"),
        OptionKind::Boolean => "true or false".to_owned(),
        OptionKind::Text => "a string".to_owned(),
        OptionKind::Choice([only]) => format!("{only} (the only value)"),
        OptionKind::Choice(choices) | OptionKind::ChoiceOfAnyCase(choices) => choices.join(", "),
        OptionKind::RuleText => {
            "rules, or names of files under the configuration directory: an array, or a string ending in .txt or .rules"
                .to_owned()
        }
        OptionKind::List => "a list of strings: an array, or one comma-separated string".to_owned(),
        OptionKind::Words(sets) => {
            format!("a list of words: an array, or one comma-separated string; also sets: {}", sets.join(", "))
        }
        OptionKind::ListOrFiles => {
            "a list of strings: an array, or one comma-separated string; entries that all end in .txt \
                                    are names of files under the configuration directory"
                .to_owned()
        }
        OptionKind::FileLines => "the name of a file under the configuration directory".to_owned(),
        OptionKind::ScriptFiles(shipped) => format!(
            "a list of `script:file`: an array, or one comma-separated string; the file under the configuration directory, or one of {}",
            shipped.join(", ")
        ),
        OptionKind::ScriptTexts => "an object that maps script codes to strings".to_owned(),
        OptionKind::References(kind) => format!("names of {kind}s: an array, or one comma-separated string"),
        OptionKind::Reference(kind) => format!("the name of a {kind}"),
    }
}
