//! From a locale id to a collator: ICU ids (`de@collation=phonebook`), BCP 47 (`de-u-co-phonebk-kn-true`), and CLDR's
//! inheritance of collation data (LDML part 1, "Inheritance and validity"; part 5, "Collation types").
//!
//! An id that says nothing about a known locale is no error: the collator is then what CLDR's fallback gives, with a
//! warning. Values of collation keywords that do not exist are errors.

use once_cell::sync::{Lazy, OnceCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::archive::{rules, tailorings};
use super::collator::Collator;
use super::options::{Alternate, CaseFirst, MaxVariable, Strength};
use super::reorder::{ReorderCode, ReorderError};
use super::tailor;
use super::tailoring::Tailoring;
use crate::unicode::locale_codes;
use crate::unicode::rule_text::{Limits, RuleError};

/// A collator of a locale, and what was noticed on the way.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The collator.
    pub collator: Collator,
    /// The locale whose data is used, as an ICU id; `root` for the root.
    pub locale: String,
    /// The collation type whose data is used.
    pub collation: String,
    /// What is not as it was asked for.
    pub warnings: Vec<LocaleWarning>,
}

/// What is not as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocaleWarning {
    /// CLDR's collation data do not know the language: the root collation is used.
    UnknownLocale(String),
    /// The locale has no collation of this type: its default is used.
    UnknownType(String),
}

impl std::fmt::Display for LocaleWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocaleWarning::UnknownLocale(id) => {
                write!(f, "no collation data for locale '{id}': the root order is used")
            }
            LocaleWarning::UnknownType(id) => write!(f, "the locale has no collation type '{id}': its default is used"),
        }
    }
}

/// Why a locale id can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocaleError {
    /// A collation keyword has a value that does not exist.
    Value {
        /// The keyword as given.
        keyword: String,
        /// Its value.
        value: String,
    },
    /// The keyword for reordering names groups that do not go together.
    Reorder(ReorderError),
}

impl std::fmt::Display for LocaleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocaleError::Value { keyword, value } => write!(f, "locale keyword '{keyword}' can't be '{value}'"),
            LocaleError::Reorder(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LocaleError {}

/// The index of the locales.
struct Index {
    aliases: BTreeMap<&'static str, &'static str>,
    parents: BTreeMap<&'static str, &'static str>,
    defaults: BTreeMap<&'static str, &'static str>,
    known: BTreeSet<&'static str>,
}

static INDEX: Lazy<Index> = Lazy::new(|| {
    let mut index = Index {
        aliases: BTreeMap::new(),
        parents: BTreeMap::new(),
        defaults: BTreeMap::new(),
        known: BTreeSet::from(["root"]),
    };
    let text = include_str!("../../../data/collation/locales.tsv");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (kind, id, value) = (columns.next(), columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        index.known.insert(id);
        match kind {
            Some("alias") => index.aliases.insert(id, value),
            Some("parent") => index.parents.insert(id, value),
            Some("default") => index.defaults.insert(id, value),
            _ => None,
        };
    }
    index
});

/// Opened tailorings by their number in the archive; collators of one locale share them.
static OPENED: Lazy<Vec<OnceCell<Arc<Tailoring>>>> =
    Lazy::new(|| (0..tailorings().len()).map(|_| OnceCell::new()).collect());

/// A locale id taken apart.
#[derive(Debug, Default)]
struct Id {
    language: String,
    script: String,
    region: String,
    variants: Vec<String>,
    /// Collation keywords, by the key of BCP 47.
    keywords: Vec<(String, String)>,
}

/// Old names of keywords, and those of BCP 47.
const KEYWORDS: [(&str, &str); 12] = [
    ("collation", "co"),
    ("colstrength", "ks"),
    ("colalternate", "ka"),
    ("colbackwards", "kb"),
    ("colcaselevel", "kc"),
    ("colcasefirst", "kf"),
    ("colhiraganaquaternary", "kh"),
    ("colnormalization", "kk"),
    ("colnumeric", "kn"),
    ("colreorder", "kr"),
    ("kv", "kv"),
    ("variabletop", "vt"),
];

/// Names of types in BCP 47 that differ from those of the data.
const TYPES: [(&str, &str); 6] = [
    ("phonebk", "phonebook"),
    ("trad", "traditional"),
    ("dict", "dictionary"),
    ("gb2312", "gb2312han"),
    ("reform", "reformed"),
    ("ducet", "ducet"),
];

impl Id {
    fn parse(id: &str) -> Id {
        let (base, keywords) = id.split_once('@').unwrap_or((id, ""));
        let base = base.split('.').next().unwrap_or("");
        let mut parsed = Id::default();
        for keyword in keywords.split(';') {
            if let Some((key, value)) = keyword.split_once('=') {
                parsed.keyword(key.trim(), value.trim());
            }
        }
        let parts: Vec<&str> = base.split(['-', '_']).collect();
        let extension = parts.iter().skip(1).position(|part| part.len() == 1).map_or(parts.len(), |at| at + 1);
        let (names, extensions) = parts.split_at_checked(extension).unwrap_or((&parts, &[]));
        parsed.names(names);
        parsed.extensions(extensions);
        parsed
    }

    fn names(&mut self, names: &[&str]) {
        for (number, name) in names.iter().enumerate() {
            let letters = name.bytes().all(|b| b.is_ascii_alphabetic());
            let no_region = self.region.is_empty() && self.variants.is_empty();
            match (name.len(), locale_codes::region(name)) {
                (0, _) => {}
                _ if number == 0 => self.language = locale_codes::language(name),
                (4, _) if letters && no_region && self.script.is_empty() => {
                    let (first, rest) = name.split_at_checked(1).unwrap_or((name, ""));
                    self.script = first.to_ascii_uppercase() + &rest.to_ascii_lowercase();
                }
                (_, Some(region)) if no_region => self.region = region,
                _ => self.variants.push(name.to_ascii_uppercase()),
            }
        }
        if matches!(self.language.as_str(), "und" | "root") {
            self.language.clear();
        }
    }

    /// The `u` extension; others say nothing about collation.
    fn extensions(&mut self, parts: &[&str]) {
        let mut singleton = "";
        let mut key = String::new();
        let mut values: Vec<String> = Vec::new();
        let mut found = Vec::new();
        for part in parts.iter().chain(&[""]) {
            let part = part.to_ascii_lowercase();
            let new_singleton = part.len() <= 1;
            if new_singleton || singleton == "u" && part.len() == 2 {
                if !key.is_empty() {
                    found.push((std::mem::take(&mut key), values.join("-")));
                }
                values.clear();
                if new_singleton {
                    if singleton == "x" {
                        break;
                    }
                    singleton = if part == "u" {
                        "u"
                    } else if part == "x" {
                        "x"
                    } else {
                        "other"
                    };
                } else {
                    key = part;
                }
            } else if !key.is_empty() {
                values.push(part);
            }
        }
        for (key, value) in found {
            if key == "va" && value == "posix" {
                self.variants.push("POSIX".to_owned());
            } else {
                self.keyword(&key, if value.is_empty() { "true" } else { &value });
            }
        }
    }

    fn keyword(&mut self, key: &str, value: &str) {
        let (key, value) = (key.to_ascii_lowercase(), value.to_ascii_lowercase());
        let known = KEYWORDS.iter().find(|(old, new)| *old == key || *new == key);
        let key = known.map_or(key, |(_, new)| (*new).to_owned());
        // In BCP 47 the first of two equal keywords counts, as in ICU.
        if !self.keywords.iter().any(|(other, _)| *other == key) {
            self.keywords.push((key, value));
        }
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.keywords.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// The ICU id without keywords.
    fn base(&self) -> String {
        let mut id = self.language.clone();
        for part in [&self.script, &self.region] {
            if !part.is_empty() {
                id.push('_');
                id.push_str(part);
            }
        }
        if self.region.is_empty() && !self.variants.is_empty() {
            id.push('_');
        }
        for variant in &self.variants {
            id.push('_');
            id.push_str(variant);
        }
        if id.is_empty() { "root".to_owned() } else { id }
    }
}

/// The locales that data are looked for in, nearest first, `root` at the end; and whether one but `root` is known.
fn chain(id: &Id) -> Vec<&'static str> {
    let mut chain = Vec::new();
    let mut name = id.base();
    for _ in 0..16 {
        let known = INDEX.aliases.get(name.as_str()).copied().or_else(|| INDEX.known.get(name.as_str()).copied());
        if let Some(known) = known {
            if chain.last() != Some(&known) {
                chain.push(known);
            }
            name = known.to_owned();
            if name == "root" {
                return chain;
            }
        }
        name = parent(&name, id, !chain.is_empty());
    }
    chain.push("root");
    chain
}

fn parent(name: &str, id: &Id, known: bool) -> String {
    if let Some(parent) = INDEX.parents.get(name) {
        return (*parent).to_owned();
    }
    let Some((shorter, last)) = name.rsplit_once('_') else { return "root".to_owned() };
    // A region of an unknown locale is replaced by the script that was asked for.
    let is_region = last.len() < 4 && !shorter.contains('_');
    if is_region && !known && !id.script.is_empty() {
        return format!("{shorter}_{}", id.script);
    }
    shorter.trim_end_matches('_').to_owned()
}

/// The type that data are for, and the number of its tailoring; no number for the root's standard.
fn find_type(chain: &[&'static str], wanted: Option<&str>) -> (String, String, Option<usize>, bool) {
    let default = chain.iter().find_map(|locale| INDEX.defaults.get(locale)).copied().unwrap_or("standard");
    let asked = wanted.filter(|wanted| *wanted != "default").unwrap_or(default);
    let mut types = vec![asked];
    if asked.len() > 6 && asked.starts_with("search") {
        types.push("search");
    }
    types.extend([default, "standard"]);
    for name in types.iter().filter(|name| !name.starts_with("private-")) {
        for locale in chain {
            if let Some(number) = tailorings().find(&format!("{locale}/{name}")) {
                return ((*locale).to_owned(), (*name).to_owned(), Some(number), *name == asked);
            }
            if *locale == "root" && *name == "standard" {
                return ("root".to_owned(), "standard".to_owned(), None, *name == asked);
            }
        }
    }
    ("root".to_owned(), "standard".to_owned(), None, asked == "standard")
}

/// Compiles rules to the bytes of a table, as the generator of the built-in tailorings does.
///
/// # Errors
/// As [`super::Collator::from_rules`].
pub fn compile_to_bytes(rules: &str) -> Result<Vec<u8>, RuleError> {
    tailor::compile(rules, &import, Limits::default(), true).map(|words| tailor::root_source::bytes(&words))
}

/// The rule text that an import names by a BCP 47 tag: the type is found along the locale's parents.
pub(crate) fn import(tag: &str) -> Option<&'static str> {
    if tag.is_empty() || !tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return None;
    }
    let id = Id::parse(tag);
    let wanted = bcp_type(id.value("co").unwrap_or("standard"));
    let number = chain(&id).iter().find_map(|locale| rules().find(&format!("{locale}/{wanted}")))?;
    std::str::from_utf8(rules().piece(number)).ok()
}

fn bcp_type(name: &str) -> &str {
    TYPES.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long)
}

impl Collator {
    /// The collator of a locale: an ICU id or a BCP 47 tag.
    ///
    /// # Errors
    /// A collation keyword with an unknown value.
    pub fn open(locale: &str) -> Result<Opened, LocaleError> {
        let id = Id::parse(locale);
        let chain = chain(&id);
        let variant_type = id.variants.iter().find_map(|variant| match variant.as_str() {
            "PHONEBOOK" | "TRADITIONAL" | "PINYIN" | "STROKE" => Some(variant.to_ascii_lowercase()),
            _ => None,
        });
        let wanted = id.value("co").map(|name| bcp_type(name).to_owned()).or(variant_type);
        let (data_locale, collation, number, found) = find_type(&chain, wanted.as_deref());
        let mut warnings = Vec::new();
        if !id.language.is_empty() && chain.first() == Some(&"root") {
            warnings.push(LocaleWarning::UnknownLocale(locale.to_owned()));
        }
        if let (Some(wanted), false) = (wanted, found) {
            warnings.push(LocaleWarning::UnknownType(wanted));
        }
        let mut collator = Collator::new(number.and_then(opened));
        for (key, value) in &id.keywords {
            collator.set_keyword(key, value)?;
        }
        Ok(Opened { collator, locale: data_locale, collation, warnings })
    }

    /// The collator of a user's rules, over the root.
    ///
    /// # Errors
    /// Rules that can't be read or have no room, with the place.
    pub fn from_rules(rules: &str) -> Result<Collator, RuleError> {
        Collator::from_rules_within(rules, Limits::default())
    }

    /// The collator of a user's rules with limits of one's own.
    ///
    /// # Errors
    /// As [`Collator::from_rules`].
    pub fn from_rules_within(rules: &str, limits: Limits) -> Result<Collator, RuleError> {
        let words = tailor::compile(rules, &import, limits, false)?;
        Ok(Collator::new(Some(Arc::new(Tailoring::new(words)))))
    }

    fn set_keyword(&mut self, key: &str, value: &str) -> Result<(), LocaleError> {
        let mut settings = self.settings();
        let yes = match value {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        };
        let wrong = || LocaleError::Value { keyword: key.to_owned(), value: value.to_owned() };
        match key {
            "ks" => {
                settings.strength = match value {
                    "level1" | "primary" => Strength::Primary,
                    "level2" | "secondary" => Strength::Secondary,
                    "level3" | "tertiary" => Strength::Tertiary,
                    "level4" | "quaternary" => Strength::Quaternary,
                    "identic" | "identical" => Strength::Identical,
                    _ => return Err(wrong()),
                }
            }
            "ka" => {
                settings.alternate = match value {
                    "noignore" | "non-ignorable" => Alternate::NonIgnorable,
                    "shifted" => Alternate::Shifted,
                    _ => return Err(wrong()),
                }
            }
            "kb" => settings.backwards = yes.ok_or_else(wrong)?,
            "kc" => settings.case_level = yes.ok_or_else(wrong)?,
            "kn" => settings.numeric = yes.ok_or_else(wrong)?,
            "kk" | "kh" => {
                yes.ok_or_else(wrong)?;
            }
            "kf" => {
                settings.case_first = match value {
                    "upper" => CaseFirst::Upper,
                    "lower" => CaseFirst::Lower,
                    "no" | "false" => CaseFirst::Off,
                    _ => return Err(wrong()),
                }
            }
            "kv" => {
                settings.max_variable = match value {
                    "space" => MaxVariable::Space,
                    "punct" => MaxVariable::Punctuation,
                    "symbol" => MaxVariable::Symbol,
                    "currency" => MaxVariable::Currency,
                    _ => return Err(wrong()),
                }
            }
            "kr" => {
                let codes =
                    value.split('-').map(ReorderCode::from_name).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
                self.set_reorder(&codes).map_err(LocaleError::Reorder)?;
            }
            // As in ICU: there is an option for it.
            "vt" => return Err(wrong()),
            _ => {}
        }
        self.set_settings(settings);
        Ok(())
    }
}

/// The tailoring of a number, opened once.
fn opened(number: usize) -> Option<Arc<Tailoring>> {
    let slot = OPENED.get(number)?;
    let open = || Arc::new(Tailoring::new(tailorings().table(number)));
    Some(Arc::clone(slot.get_or_init(open)))
}

/// The rule text that ships for an ICU locale id and a type, as CLDR has it.
pub fn shipped_rules(locale: &str, collation: &str) -> Option<&'static str> {
    let find = |locale: &str| rules().find(&format!("{locale}/{collation}"));
    let number = find(locale).or_else(|| find(INDEX.aliases.get(locale)?))?;
    std::str::from_utf8(rules().piece(number)).ok()
}
