//! Reads a component's options according to its option table: aliases, kinds of values, ranges, suggestions of similar names.

use crate::analysis::component::ComponentSpec;
use crate::analysis::options::{
    BuildError, Fault, Kind, OptionDefault, OptionKind, OptionSpec, OptionValue, Options, RuleText, ScriptText,
};
use crate::config::CompileOptions;
use crate::config::error::{Category, ConfigError, Reporter, nearest, problem};
use crate::config::json::{Document, Member, Value};
use crate::config::rule_files;
use crate::config::settings::{NamedSetting, Setting};
use crate::unicode::part::StrPart;
use crate::unicode::stop_words::is_name;

/// The options of a component, with their locations.
#[derive(Debug)]
pub struct ParsedOptions {
    /// ParsedOptions and default values.
    pub options: Options,
    /// The offset of the component's definition.
    at: usize,
    locations: Vec<ValueLocation>,
}

#[derive(Clone, Debug)]
struct ValueLocation {
    option: &'static str,
    /// The name of the option, as spelled in the definition.
    spelling: String,
    value_at: usize,
    /// The offsets of the entries of an array.
    entries_at: Vec<usize>,
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
            Fault::WrongValue => Category::WrongValue,
            Fault::Syntax => Category::Syntax,
            Fault::Limit => Category::Limit,
        };
        let at = error.option.map_or(self.at, |option| self.location(option, error.entry));
        // Lines of a file and parts of a string have no location of their own in the JSON.
        let in_text = error.option.zip(error.entry).and_then(|(option, entry)| match self.options.file(option) {
            Some(name) => Some(format!("the file {name:?}, line {}: {}", entry + 1, error.found)),
            None if entry > 0 && self.location(option, Some(entry)) == self.location(option, None) => {
                Some(format!("entry {}: {}", entry + 1, error.found))
            }
            None => None,
        });
        let found = in_text.unwrap_or(error.found);
        let spelled = error.option.and_then(|option| self.locations.iter().find(|location| location.option == option));
        let found =
            spelled.map_or_else(|| found.clone(), |location| as_spelled(&found, location.option, &location.spelling));
        problem(category, at, found).allowing(error.allowed)
    }
}

/// Replaces the canonical name of an option in a message by its spelling in the definition.
fn as_spelled(message: &str, option: &str, spelling: &str) -> String {
    message.replacen(&format!("`{option}`"), &format!("`{spelling}`"), 1)
}

/// The name of an unnamed component in a list, before its type, as in Elasticsearch.
pub const ANONYMOUS: &str = "__anonymous__";

/// Reads the options of a component. `what` describes it in messages; `type` is ignored.
pub fn read(
    spec: &ComponentSpec,
    what: &str,
    definition: &Setting<'_>,
    entries: Vec<NamedSetting<'_>>,
    document: &Document<'_>,
    compile: &CompileOptions,
    reporter: &mut Reporter,
) -> ParsedOptions {
    let mut given = ParsedOptions { options: Options::default(), at: definition.at(), locations: Vec::new() };
    let mut spelled: Vec<(&'static str, String)> = Vec::new();
    for entry in entries.into_iter().filter(|entry| entry.name != "type") {
        let Some(option) = spec.options.iter().find(|option| option.is_spelled(&entry.name)) else {
            let names = spec.options.iter().flat_map(|option| std::iter::once(&option.name).chain(option.aliases));
            let found = format!("{what} has no option {:?}", entry.name);
            reporter
                .report(problem(Category::UnknownOption, entry.name_at, found).with_names(&entry.name, names.copied()));
            continue;
        };
        if let Some((_, other)) = spelled.iter().find(|(name, _)| *name == option.name) {
            let found = format!("{:?} and {other:?} are the same option of {what}", entry.name);
            reporter.report(problem(Category::Duplicate, entry.name_at, found).allowing("one of the two spellings"));
            continue;
        }
        spelled.push((option.name, entry.name.clone()));
        let value = match &entry.setting {
            _ if option.kind == OptionKind::ScriptTexts => read_texts(option, &entry.setting, document, reporter),
            Setting::Raw(raw) => {
                document.read(*raw).and_then(|value| read_value(option, &value, raw.at, document, compile))
            }
            Setting::Merged(at, _) => read_value(option, &Value::Object(Vec::new()), *at, document, compile),
        };
        match value {
            Ok(Some((value, entries_at))) => {
                given.options.set(option, value);
                given.locations.push(ValueLocation {
                    option: option.name,
                    spelling: entry.name.clone(),
                    value_at: entry.setting.at(),
                    entries_at,
                });
            }
            Ok(None) => {}
            Err(error) => {
                let found = as_spelled(&error.found, option.name, &entry.name);
                reporter.report(ConfigError { found, ..error });
            }
        }
    }
    for option in spec.options.iter().filter(|option| option.default == OptionDefault::Required) {
        if !spelled.iter().any(|(name, _)| *name == option.name) {
            let error =
                problem(Category::WrongValue, definition.at(), format!("{what} lacks the option `{}`", option.name));
            reporter.report(error.allowing(expected(option)));
        }
    }
    given.options.fill_defaults(spec.options);
    given
}

/// Reads a value, and the locations of a list's entries. `null` counts as an absent option.
fn read_value(
    option: &'static OptionSpec,
    value: &Value<'_>,
    at: usize,
    document: &Document<'_>,
    compile: &CompileOptions,
) -> Result<Option<(OptionValue, Vec<usize>)>, ConfigError> {
    let wrong = || {
        let found = format!("`{}` is {}", option.name, as_written(value));
        problem(Category::WrongValue, at, found).allowing(expected(option))
    };
    if matches!(value, Value::Null) {
        return Ok(None);
    }
    let value = match option.kind {
        OptionKind::Integer { min, max } => {
            let number: Option<i64> = scalar(value).and_then(|text| text.parse().ok());
            match number {
                Some(number) if (min..=max).contains(&number) => OptionValue::Integer(number),
                _ => {
                    let nearest = number.map(|number| number.clamp(min, max).to_string());
                    return Err(ConfigError { nearest, ..wrong() });
                }
            }
        }
        OptionKind::Boolean => match scalar(value).as_deref() {
            Some("true") => OptionValue::Boolean(true),
            Some("false") => OptionValue::Boolean(false),
            other => {
                let nearest = other.and_then(|text| nearest(text, &["true", "false"])).map(str::to_owned);
                return Err(ConfigError { nearest, ..wrong() });
            }
        },
        OptionKind::Text | OptionKind::Reference(_) => OptionValue::Text(scalar(value).ok_or_else(wrong)?),
        OptionKind::Choice(choices) => {
            let text = scalar(value).ok_or_else(wrong)?;
            if !choices.contains(&text.as_str()) {
                let only = choices.len() == 1;
                return Err(if only { wrong() } else { wrong().with_names(&text, choices.iter().copied()) });
            }
            OptionValue::Text(text)
        }
        OptionKind::ChoiceOfAnyCase(choices) => {
            let text = scalar(value).ok_or_else(wrong)?.to_ascii_lowercase();
            if !choices.contains(&text.as_str()) {
                return Err(wrong().with_names(&text, choices.iter().copied()));
            }
            OptionValue::Text(text)
        }
        OptionKind::RuleText => return read_rules(option, value, at, document, compile).map(Some),
        OptionKind::ListOrFiles => {
            let (entries, locations) = read_list(option, value, at, document)?;
            if entries.is_empty() || !entries.iter().all(|entry| entry.ends_with(".txt")) {
                return Ok(Some((OptionValue::List(entries), locations)));
            }
            let rules = read_files(option, entries, &locations, at, compile)?;
            return Ok(Some((OptionValue::Rules(rules), locations)));
        }
        OptionKind::List | OptionKind::References(_) => {
            let (entries, locations) = read_list(option, value, at, document)?;
            return Ok(Some((OptionValue::List(entries), locations)));
        }
        OptionKind::Words(sets) => {
            let (words, locations) = read_list(option, value, at, document)?;
            let unknown = words.iter().enumerate().find(|(_, word)| is_name(word) && !sets.contains(&word.as_str()));
            if let Some((entry, word)) = unknown {
                let at = locations.get(entry).copied().unwrap_or(at);
                let found = format!("`{}` has the unknown set of stop words {:?}", option.name, shorten(word));
                let unknown = problem(Category::WrongValue, at, found).with_names(word, sets.iter().copied());
                return Err(ConfigError { allowed: expected(option), ..unknown });
            }
            return Ok(Some((OptionValue::List(words), locations)));
        }
        OptionKind::ScriptFiles(shipped) => {
            let (entries, locations) = read_list(option, value, at, document)?;
            let texts = entries.into_iter().enumerate().map(|(entry, text)| {
                read_script_file(option, text, shipped, compile)
                    .map_err(|error| ConfigError { offset: locations.get(entry).copied().unwrap_or(at), ..error })
            });
            return Ok(Some((OptionValue::Scripts(texts.collect::<Result<_, _>>()?), locations)));
        }
        OptionKind::ScriptTexts => return Err(wrong()),
        OptionKind::FileLines => {
            let name = scalar(value).ok_or_else(wrong)?;
            let lines = rule_files::read_lines(&name, compile).map_err(|error| error.at(at))?;
            OptionValue::File { name, lines }
        }
    };
    Ok(Some((value, Vec::new())))
}

/// Reads an object that maps script codes to strings.
fn read_texts(
    option: &'static OptionSpec,
    setting: &Setting<'_>,
    document: &Document<'_>,
    reporter: &mut Reporter,
) -> Result<Option<(OptionValue, Vec<usize>)>, ConfigError> {
    let wrong = |at: usize, found: &Value<'_>| {
        problem(Category::WrongValue, at, format!("`{}` contains {}", option.name, found.kind()))
            .allowing(expected(option))
    };
    let entries = match setting.entries(document, reporter) {
        Ok(entries) => entries,
        Err(Value::Null) => return Ok(None),
        Err(other) => return Err(wrong(setting.at(), &other)),
    };
    let mut texts = Vec::with_capacity(entries.len());
    let mut locations = Vec::with_capacity(entries.len());
    for entry in entries {
        let value = match &entry.setting {
            Setting::Raw(raw) => document.read(*raw)?,
            Setting::Merged(..) => Value::Object(Vec::new()),
        };
        let Value::String(text) = value else { return Err(wrong(entry.setting.at(), &value)) };
        texts.push(ScriptText { script: entry.name, file: String::new(), text: Some(text) });
        locations.push(entry.setting.at());
    }
    Ok(Some((OptionValue::Scripts(texts), locations)))
}

/// Reads an entry `script:file`. The name of a shipped file may have a folder, as in definitions of other systems.
fn read_script_file(
    option: &'static OptionSpec,
    entry: String,
    shipped: &[&str],
    compile: &CompileOptions,
) -> Result<ScriptText, ConfigError> {
    let parts = entry.split_once(':').map(|(script, file)| (script.trim(), file.trim()));
    let Some((script, file)) = parts.filter(|(script, file)| !script.is_empty() && !file.is_empty()) else {
        let found = format!("`{}` contains {:?}", option.name, shorten(&entry));
        return Err(problem(Category::WrongValue, 0, found).allowing("a script code, a colon, and a file name"));
    };
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let is_plain = !file.starts_with('/') && folder.split('/').all(|part| part != "..");
    if let Some(name) = shipped.iter().find(|shipped| is_plain && **shipped == name) {
        return Ok(ScriptText { script: script.to_owned(), file: (*name).to_owned(), text: None });
    }
    if is_plain && compile.configuration_directory.is_none() && compile.files.is_none() {
        let found = format!("the file {file:?} is not a built-in one, and no configuration directory is given");
        let missing = problem(Category::MissingReference, 0, found).helping(rule_files::NO_DIRECTORY);
        return Err(missing.with_names(file, shipped.iter().copied()));
    }
    let text = rule_files::read_text(file, compile).map_err(|error| {
        let (allowed, located) = (error.allowed, error.at(0));
        located.with_names(file, shipped.iter().copied()).allowing(allowed)
    })?;
    Ok(ScriptText { script: script.to_owned(), file: file.to_owned(), text: Some(text) })
}

/// Reads a list: an array of scalars, or one string split at commas.
fn read_list(
    option: &'static OptionSpec,
    value: &Value<'_>,
    at: usize,
    document: &Document<'_>,
) -> Result<(Vec<String>, Vec<usize>), ConfigError> {
    let wrong = |at: usize, kind: &str| {
        problem(Category::WrongValue, at, format!("`{}` contains {kind}", option.name)).allowing(expected(option))
    };
    if let Value::Array(elements) = value {
        let mut entries = Vec::with_capacity(elements.len());
        for element in elements {
            let value = document.read(*element)?;
            if let (OptionKind::References(kind), Value::Object(members)) = (option.kind, &value) {
                entries.push(anonymous(kind, members, element.at, document)?);
                continue;
            }
            entries.push(scalar(&value).ok_or_else(|| wrong(element.at, value.kind()))?);
        }
        return Ok((entries, elements.iter().map(|element| element.at).collect()));
    }
    let text = scalar(value).ok_or_else(|| wrong(at, value.kind()))?;
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    Ok((parts.map(str::to_owned).collect(), Vec::new()))
}

/// The name of a component that is defined inline in a list, as in requests to `_analyze` (ruling N5).
fn anonymous(kind: Kind, members: &[Member<'_>], at: usize, document: &Document<'_>) -> Result<String, ConfigError> {
    let named = members.iter().find(|member| member.name == "type");
    match named.map(|member| document.read(member.value)).transpose()? {
        Some(Value::String(type_name)) => Ok(format!("{ANONYMOUS}{type_name}")),
        _ => Err(problem(Category::WrongValue, at, format!("the inline {kind} lacks a `type`"))),
    }
}

/// Reads rules, and the locations of the file names.
fn read_rules(
    option: &'static OptionSpec,
    value: &Value<'_>,
    at: usize,
    document: &Document<'_>,
    compile: &CompileOptions,
) -> Result<(OptionValue, Vec<usize>), ConfigError> {
    let is_file = |part: &str| part.trim().ends_with(".txt") || part.trim().ends_with(".rules");
    if let Some(text) = scalar(value).filter(|text| !text.split(',').all(is_file)) {
        return Ok((OptionValue::Rules(RuleText { text, files: Vec::new() }), Vec::new()));
    }
    let (names, locations) = read_list(option, value, at, document)?;
    let has_rules = !names.iter().all(|name| is_file(name));
    let rules = read_files(option, names, &locations, at, compile).map_err(|error| match has_rules {
        true => error.helping("an array contains names of files; give inline rules as one string"),
        false => error,
    })?;
    Ok((OptionValue::Rules(rules), locations))
}

/// Reads files and concatenates them in order.
fn read_files(
    option: &OptionSpec,
    names: Vec<String>,
    locations: &[usize],
    at: usize,
    compile: &CompileOptions,
) -> Result<RuleText, ConfigError> {
    let mut rules = RuleText::default();
    for (number, name) in names.into_iter().enumerate() {
        let at = locations.get(number).copied().unwrap_or(at);
        let text = rule_files::read_text(&name, compile).map_err(|error| error.at(at))?;
        rules.files.push((name, rules.text.len()));
        rules.text.push_str(&text);
        rules.text.push('\n');
        if rules.text.len() > compile.max_json_length {
            let found = format!("the files of `{}` have more than {} bytes", option.name, compile.max_json_length);
            return Err(problem(Category::Limit, at, found));
        }
    }
    Ok(rules)
}

/// A scalar as a string, as in Elasticsearch's settings: strings, numbers and booleans are equivalent.
fn scalar(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Boolean(value) => Some(value.to_string()),
        Value::Number(number) => Some((*number).to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value as written in the definition, for messages.
fn as_written(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => format!("{:?}", shorten(text)),
        other => scalar(other).map_or_else(|| other.kind().to_owned(), |text| shorten(&text)),
    }
}

/// Truncates a long string for a message.
fn shorten(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
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
