//! Reads case files, and compares results with the expected ones.

use serde_json::Value;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::config::registry;

/// The result of a case.
pub enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// One case.
pub struct Case {
    pub id: String,
    pub file: String,
    /// The JSON text of the definition.
    pub definition: String,
    /// The UTF-8 form, if the input has one.
    pub utf8: Option<Vec<u8>>,
    pub utf16: Vec<u16>,
    pub expectation: Expectation,
    config_files: Vec<(String, String)>,
}

/// The expected result.
pub enum Expectation {
    Tokens {
        tokens: Vec<ExpectedToken>,
        final_offset: Option<u32>,
    },
    Text {
        term: String,
        offsets: Option<Vec<u32>>,
    },
    Error(String),
    Keys(Keys),
    Property,
    /// A case for the JVM modules.
    Jvm,
}

/// The expected relations between sort keys.
pub struct Keys {
    pub texts: Vec<KeyText>,
    relation: Relation,
}

enum Relation {
    /// Groups of equal keys, in ascending order.
    Order(Vec<Vec<usize>>),
    Equal(Vec<usize>),
    NotEqual(Vec<usize>),
}

/// A text in both encodings.
pub struct KeyText {
    pub utf8: Option<Vec<u8>>,
    pub utf16: Vec<u16>,
}

impl Keys {
    fn read(inputs: &Value, expect: &Value) -> Option<Keys> {
        let inputs = inputs.as_array()?;
        let index = |text: &Value| inputs.iter().position(|input| input == text);
        let indexes = |list: &Value| list.as_array()?.iter().map(index).collect::<Option<Vec<usize>>>();
        let group = |entry: &Value| if entry.is_array() { indexes(entry) } else { Some(vec![index(entry)?]) };
        let relation = if let Some(order) = expect.get("order") {
            Relation::Order(order.as_array()?.iter().map(group).collect::<Option<_>>()?)
        } else if let Some(list) = expect.get("equal") {
            Relation::Equal(indexes(list)?)
        } else {
            Relation::NotEqual(indexes(expect.get("not_equal")?)?)
        };
        let text = |input: &Value| {
            let (utf8, utf16) = read_input(input)?;
            Some(KeyText { utf8, utf16 })
        };
        Some(Keys { texts: inputs.iter().map(text).collect::<Option<_>>()?, relation })
    }

    /// The expected order of two texts; `None` if the case does not specify it.
    fn expected(&self, left: usize, right: usize) -> Option<Ordering> {
        match &self.relation {
            Relation::Order(groups) => {
                let index = |text: usize| groups.iter().position(|group| group.contains(&text));
                Some(index(left)?.cmp(&index(right)?))
            }
            Relation::Equal(list) => (list.contains(&left) && list.contains(&right)).then_some(Ordering::Equal),
            Relation::NotEqual(_) => None,
        }
    }

    /// Checks every pair of texts with `compare`; `way` describes it. Fails if there is nothing to check.
    pub fn check(&self, way: &str, compare: impl Fn(usize, usize) -> Ordering) -> Result<(), String> {
        let mut checked = 0;
        for left in 0..self.texts.len() {
            for right in 0..self.texts.len() {
                let found = compare(left, right);
                let is_right = match (&self.relation, self.expected(left, right)) {
                    (_, Some(expected)) => found == expected,
                    (Relation::NotEqual(list), None) if left != right => {
                        !list.contains(&left) || !list.contains(&right) || found != Ordering::Equal
                    }
                    _ => continue,
                };
                checked += 1;
                if !is_right {
                    let show = |at: usize| shorten(&String::from_utf16_lossy(&self.texts[at].utf16));
                    return Err(format!("  {way}: {:?} and {:?} are {found:?}", show(left), show(right)));
                }
            }
        }
        if checked > 0 { Ok(()) } else { Err("  no pair of texts to check".to_owned()) }
    }
}

/// A token with the attributes that the case specifies.
pub struct ExpectedToken {
    pub term: String,
    start: Option<u32>,
    end: Option<u32>,
    token_type: Option<String>,
    position_increment: Option<u32>,
    keyword: Option<bool>,
    script: Option<String>,
}

/// The cases in all files of a folder, or in the files of these components.
pub fn read_folder(folder: &Path, components: Option<&str>) -> Result<Vec<Case>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(list) = components {
        for component in list.split(',') {
            if !files.iter().any(|path| stem(path) == component) {
                return Err(format!("{} has no file {component}.json", folder.display()));
            }
        }
        files.retain(|path| list.split(',').any(|component| component == stem(path)));
    }
    let mut cases = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let list: Vec<Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        for value in &list {
            if stem(path) == "jvm" {
                cases.push(Case::for_the_jvm(value));
                continue;
            }
            cases.push(
                Case::read(value, &stem(path)).ok_or_else(|| format!("{}: unreadable case {value}", path.display()))?,
            );
        }
    }
    Ok(cases)
}

impl Case {
    fn read(value: &Value, file: &str) -> Option<Case> {
        let (utf8, utf16) = read_input(value.get("input")?)?;
        let files = value.get("config_files").and_then(Value::as_object);
        let file_entry = |(name, content): (&String, &Value)| Some((name.clone(), content.as_str()?.to_owned()));
        Some(Case {
            id: value.get("id")?.as_str()?.to_owned(),
            file: file.to_owned(),
            definition: value.get("definition")?.to_string(),
            utf8,
            utf16,
            expectation: read_expectation(value.get("expect")?, value.get("input")?)?,
            config_files: files.map(|files| files.iter().filter_map(file_entry).collect()).unwrap_or_default(),
        })
    }

    /// A case of `jvm.json`, which has other fields.
    fn for_the_jvm(value: &Value) -> Case {
        Case {
            id: value.get("id").map(Value::to_string).unwrap_or_default(),
            file: "jvm".to_owned(),
            definition: String::new(),
            utf8: None,
            utf16: Vec::new(),
            expectation: Expectation::Jvm,
            config_files: Vec::new(),
        }
    }

    /// A component type that the definition names and this build does not have.
    pub fn missing_component(&self) -> Option<String> {
        const TYPES: [&str; 26] = [
            "naturalsort",
            "unic_collation",
            "unic_collate",
            "unic_analyzer",
            "custom",
            "hyphen",
            "unic_tokenizer",
            "unic_collation_tokenizer",
            "whitespace",
            "keyword",
            "standard",
            "unic_normalizer",
            "unic_folding",
            "unic_transform",
            "unic_numberformat",
            "lowercase",
            "uppercase",
            "keyword_marker",
            "keyword_repeat",
            "remove_duplicates",
            "stop",
            "cjk_bigram",
            "length",
            "truncate",
            "trim",
            "html_strip",
        ];
        let kinds =
            [ComponentKind::Analyzer, ComponentKind::Tokenizer, ComponentKind::TokenFilter, ComponentKind::CharFilter];
        let definition: Value = serde_json::from_str(&self.definition).ok()?;
        let mut names = Vec::new();
        collect_strings(&definition, &mut names);
        let mut names = names.into_iter().map(|name| name.replace("icu_", "unic_"));
        names.find(|name| {
            TYPES.contains(&name.as_str()) && kinds.iter().all(|kind| registry::component(*kind, name).is_none())
        })
    }

    /// Writes the case's files into a folder of its own.
    pub fn write_config_files(&self) -> io::Result<Option<PathBuf>> {
        if self.config_files.is_empty() {
            return Ok(None);
        }
        let name = format!("unic-case-{}-{}", std::process::id(), self.id.replace(['/', '#'], "_"));
        let folder = std::env::temp_dir().join(name);
        for (name, content) in &self.config_files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(path, content)?;
        }
        Ok(Some(folder))
    }

    /// Compares tokens with the expected ones; `way` describes how they were obtained.
    pub fn compare(&self, way: &str, found: &[OwnedToken], final_offset: u32) -> Result<(), String> {
        let mismatch = |what: &str, expected: &dyn std::fmt::Display| {
            let mut message =
                format!("  {way}: {what}\n  text: {:?}\n", shorten(&String::from_utf16_lossy(&self.utf16)));
            let _ = writeln!(message, "  expected: {expected}");
            found.iter().for_each(|token| {
                let _ = writeln!(message, "  got: {}", show(token));
            });
            Err(message)
        };
        match &self.expectation {
            Expectation::Tokens { tokens, final_offset: expected_end } => {
                for (at, expected) in tokens.iter().enumerate() {
                    if !found.get(at).is_some_and(|token| expected.fits(token)) {
                        return mismatch(&format!("token {at}"), &expected.show());
                    }
                }
                if found.len() > tokens.len() {
                    return mismatch("too many tokens", &tokens.len());
                }
                match expected_end {
                    Some(expected) if *expected != final_offset => {
                        mismatch(&format!("final offset {final_offset}"), expected)
                    }
                    _ => Ok(()),
                }
            }
            Expectation::Text { term, .. } => match found {
                [token] if token.term == *term => Ok(()),
                _ => mismatch("text", &format!("{term:?}")),
            },
            _ => Err("not a token case".to_owned()),
        }
    }
}

impl ExpectedToken {
    fn fits(&self, token: &OwnedToken) -> bool {
        self.term == token.term
            && self.start.is_none_or(|start| start == token.start)
            && self.end.is_none_or(|end| end == token.end)
            && self.token_type.as_ref().is_none_or(|name| name == token.token_type.name())
            && self.position_increment.is_none_or(|increment| increment == token.position_increment)
            && self.keyword.is_none_or(|keyword| keyword == token.keyword)
            && self.script.as_ref().is_none_or(|script| script.as_bytes() == token.script.to_be_bytes())
    }

    fn show(&self) -> String {
        format!(
            "{:?} {:?}-{:?} {:?} increment {:?} keyword {:?} script {:?}",
            shorten(&self.term),
            self.start,
            self.end,
            self.token_type,
            self.position_increment,
            self.keyword,
            self.script
        )
    }
}

fn show(token: &OwnedToken) -> String {
    format!(
        "{:?} {}-{} {} increment {} keyword {} script {:?}",
        shorten(&token.term),
        token.start,
        token.end,
        token.token_type.name(),
        token.position_increment,
        token.keyword,
        String::from_utf8_lossy(&token.script.to_be_bytes()).trim_matches('\0'),
    )
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()),
        None => text.to_owned(),
    }
}

fn collect_strings(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::String(text) => names.extend(text.split(',').map(|part| part.trim().to_owned())),
        Value::Array(entries) => entries.iter().for_each(|entry| collect_strings(entry, names)),
        Value::Object(members) => members.values().for_each(|member| collect_strings(member, names)),
        _ => {}
    }
}

/// The input in both encodings. Lists (of cases for keys) are not read here.
fn read_input(value: &Value) -> Option<(Option<Vec<u8>>, Vec<u16>)> {
    if let Some(hex) = value.get("utf16_hex").and_then(Value::as_str) {
        let unit = |at: usize| u16::from_str_radix(hex.get(at..at + 4)?, 16).ok();
        let units = (0..hex.len()).step_by(4).map(unit).collect::<Option<Vec<u16>>>()?;
        return Some((None, units));
    }
    let text = read_text(value).unwrap_or_default();
    Some((Some(text.clone().into_bytes()), text.encode_utf16().collect()))
}

/// A text, or concatenated pieces.
fn read_text(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let pieces = value.get("repeat")?.as_array()?;
    let piece = |piece: &Value| Some(piece.get(0)?.as_str()?.repeat(piece.get(1)?.as_u64()? as usize));
    pieces.iter().map(piece).collect::<Option<Vec<String>>>().map(|pieces| pieces.concat())
}

fn read_expectation(value: &Value, input: &Value) -> Option<Expectation> {
    if let Some(tokens) = value.get("tokens") {
        let tokens = tokens.as_array()?.iter().map(read_token).collect::<Option<Vec<_>>>()?;
        return Some(Expectation::Tokens { tokens, final_offset: number(value, "final_offset") });
    }
    if let Some(term) = value.get("text") {
        let offsets = value.get("offsets").and_then(Value::as_array);
        let offsets = offsets.map(|list| list.iter().filter_map(|offset| Some(offset.as_u64()? as u32)).collect());
        return Some(Expectation::Text { term: read_text(term)?, offsets });
    }
    if let Some(category) = value.get("error") {
        return Some(Expectation::Error(category.as_str()?.to_owned()));
    }
    if value.get("property").is_some() {
        return Some(Expectation::Property);
    }
    let is_keys = ["order", "equal", "not_equal"].iter().any(|kind| value.get(kind).is_some());
    if is_keys { Keys::read(input, value).map(Expectation::Keys) } else { None }
}

fn read_token(value: &Value) -> Option<ExpectedToken> {
    let text = |name| value.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(ExpectedToken {
        term: read_text(value.get("term")?)?,
        start: number(value, "start"),
        end: number(value, "end"),
        token_type: text("type"),
        position_increment: number(value, "position_increment"),
        keyword: value.get("keyword").and_then(Value::as_bool),
        script: text("script"),
    })
}

fn number(value: &Value, name: &str) -> Option<u32> {
    value.get(name)?.as_u64().map(|number| number as u32)
}
