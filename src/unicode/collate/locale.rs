//! Opens the collator of a locale id: ICU ids (`de@collation=phonebook`), BCP 47 (`de-u-co-phonebk-kn-true`), and
//! CLDR's inheritance of collation data (LDML part 1, "Inheritance and validity"; part 5, "Collation types").
//!
//! An unknown locale is not an error: the collator is that of CLDR's fallback, with a warning. Unknown values of
//! collation keywords are errors.

use crate::lazy::Lazy;
use crate::memory;
use std::sync::Arc;
use std::sync::OnceLock;

use super::archive::{RuleTexts, tailorings};
use super::collator::Collator;
use super::options::{Alternate, CaseFirst, MaxVariable, Strength};
use super::reorder::{ReorderCode, ReorderError};
use super::table::TableData;
use super::tailor;
use super::tailoring::Tailoring;
use crate::unicode::locale::{Fallback, Inheritance, LocaleId};
use crate::unicode::rule_text::{Limits, RuleError};

/// The collator of a locale, with the data that was used for it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The collator.
    pub collator: Collator,
    /// The locale whose data is used, as an ICU id; `root` for the root.
    pub locale: String,
    /// The collation type whose data is used.
    pub collation: String,
    /// The parts of the request that fell back to other data.
    pub warnings: Vec<LocaleWarning>,
}

/// A part of a request that fell back to other data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocaleWarning {
    /// CLDR has no collation data for the language: the root collation is used.
    UnknownLocale(String),
    /// The locale has no collation of this type: its default is used.
    UnknownType(String),
}

impl std::fmt::Display for LocaleWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocaleWarning::UnknownLocale(id) => {
                write!(f, "no collation data for the locale `{id}`: the root order is used")
            }
            LocaleWarning::UnknownType(id) => write!(f, "the locale has no collation type `{id}`: its default is used"),
        }
    }
}

/// The reason why a locale id can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocaleError {
    /// A collation keyword has an unknown value.
    Value {
        /// The keyword, as given.
        keyword: String,
        /// The value.
        value: String,
    },
    /// The reorder keyword has invalid or conflicting groups.
    Reorder(ReorderError),
    /// In a build without the feature `tailorings`: an error in the rules of the locale.
    Rules(RuleError),
}

impl std::fmt::Display for LocaleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocaleError::Value { keyword, value } => {
                write!(f, "the locale keyword `{keyword}` has the unknown value `{value}`")
            }
            LocaleError::Reorder(error) => error.fmt(f),
            LocaleError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LocaleError {}

/// The locales with collation data, and their inheritance.
static INHERITANCE: Inheritance =
    Inheritance::new(include_str!("../../../data/collation/locales.tsv"), Fallback::Subtags);

/// Opened tailorings by their index in the archive; collators of one locale share them.
static OPENED: Lazy<Vec<OnceLock<Arc<Tailoring>>>> =
    Lazy::new(|| (0..tailorings().len()).map(|_| OnceLock::new()).collect());

/// The names of keywords in ICU ids that differ from their BCP 47 keys, and these.
const KEYWORDS: [(&str, &str); 11] = [
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
    ("variabletop", "vt"),
];

/// The BCP 47 names of types that differ from those of the data.
const TYPES: [(&str, &str); 5] = [
    ("phonebk", "phonebook"),
    ("trad", "traditional"),
    ("dict", "dictionary"),
    ("gb2312", "gb2312han"),
    ("reform", "reformed"),
];

/// The collation keywords of an id with their BCP 47 keys, in order. The first one of several equal keywords counts, as
/// in ICU.
fn collation_keywords(id: &LocaleId) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (key, value) in &id.keywords {
        let known = KEYWORDS.iter().find(|(old, new)| old == key || new == key);
        let key = known.map_or(key.as_str(), |(_, new)| new);
        if !found.iter().any(|(other, _)| *other == key) {
            found.push((key, value));
        }
    }
    found
}

fn wanted_type<'a>(keywords: &[(&'a str, &'a str)]) -> Option<&'a str> {
    keywords.iter().find(|(key, _)| *key == "co").map(|(_, value)| *value)
}

/// The collation type that an id names: by its keyword, or by a variant of old ids.
fn type_of_id(id: &LocaleId, keywords: &[(&str, &str)]) -> Option<String> {
    let of_variant = |variant: &String| match variant.as_str() {
        "PHONEBOOK" | "TRADITIONAL" | "PINYIN" | "STROKE" => Some(variant.to_ascii_lowercase()),
        _ => None,
    };
    let named = wanted_type(keywords).map(|name| bcp_type(name).to_owned());
    named.or_else(|| id.variants.iter().find_map(of_variant))
}

/// The rule text of the collation of a locale; `None` for the root collation.
pub(crate) fn rules_of_locale(id: &LocaleId) -> Option<String> {
    let wanted = type_of_id(id, &collation_keywords(id));
    let found = find_type(&INHERITANCE.chain(id), wanted.as_deref());
    shipped_rules(found.locale, &found.collation)
}

/// The data that is used for a locale and a collation type.
struct CollationData {
    locale: &'static str,
    collation: String,
    /// The index of the tailoring; `None` for the root's standard type.
    tailoring: Option<usize>,
    /// Whether the type is the wanted one, or the default if none is wanted.
    has_wanted_type: bool,
}

/// Finds the data of the wanted type, or else of a type that it falls back to.
fn find_type(chain: &[&'static str], wanted: Option<&str>) -> CollationData {
    let default = chain.iter().find_map(|locale| INHERITANCE.value("default", locale)).unwrap_or("standard");
    let requested = wanted.filter(|wanted| *wanted != "default").unwrap_or(default);
    let mut types = vec![requested];
    if requested.len() > 6 && requested.starts_with("search") {
        types.push("search");
    }
    types.extend([default, "standard"]);
    let found = |locale: &'static str, name: &str, tailoring: Option<usize>| CollationData {
        locale,
        collation: name.to_owned(),
        tailoring,
        has_wanted_type: name == requested,
    };
    for name in types.iter().filter(|name| !name.starts_with("private-")) {
        for locale in chain {
            let tailoring = tailorings().find(&format!("{locale}/{name}"));
            if tailoring.is_some() || *locale == "root" && *name == "standard" {
                return found(locale, name, tailoring);
            }
        }
    }
    found("root", "standard", None)
}

/// Compiles rules to the bytes of a table, as the generator of the shipped tailorings does.
///
/// # Errors
/// As [`super::Collator::from_rules`].
pub fn compile_to_bytes(rules: &str) -> Result<Vec<u8>, RuleError> {
    compile(rules, Limits::default(), true).map(|words| tailor::root_source::bytes(&words))
}

/// Compiles rules, which may import those of locales.
fn compile(rules: &str, limits: Limits, sparse: bool) -> Result<TableData, RuleError> {
    let texts = RuleTexts::default();
    tailor::compile(rules, &|tag| import(&texts, tag), limits, sparse)
}

/// The rule text that an import names by a BCP 47 tag: the type is searched along the locale's parents.
fn import<'t>(texts: &'t RuleTexts, tag: &str) -> Option<&'t str> {
    let id = LocaleId::of_language_tag(tag)?;
    let wanted = bcp_type(wanted_type(&collation_keywords(&id)).unwrap_or("standard"));
    INHERITANCE.chain(&id).iter().find_map(|locale| texts.find(&format!("{locale}/{wanted}")))
}

fn bcp_type(name: &str) -> &str {
    TYPES.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long)
}

impl Collator {
    /// Opens the collator of a locale: an ICU id or a BCP 47 tag.
    ///
    /// # Errors
    /// A collation keyword with an unknown value.
    pub fn open(locale: &str) -> Result<Opened, LocaleError> {
        let id = LocaleId::parse(locale);
        let keywords = collation_keywords(&id);
        let chain = INHERITANCE.chain(&id);
        let wanted = type_of_id(&id, &keywords);
        let data = find_type(&chain, wanted.as_deref());
        let mut warnings = Vec::new();
        if !id.language.is_empty() && chain.first() == Some(&"root") {
            warnings.push(LocaleWarning::UnknownLocale(locale.to_owned()));
        }
        if let (Some(wanted), false) = (wanted, data.has_wanted_type) {
            warnings.push(LocaleWarning::UnknownType(wanted));
        }
        let mut collator = Collator::new(data.tailoring.map(opened).transpose()?.flatten());
        for (key, value) in keywords {
            collator.set_keyword(key, value)?;
        }
        Ok(Opened { collator, locale: data.locale.to_owned(), collation: data.collation, warnings })
    }

    /// Creates a collator from rules, over the root.
    ///
    /// # Errors
    /// A syntax error with its offset, or rules that need too many weights.
    pub fn from_rules(rules: &str) -> Result<Collator, RuleError> {
        Collator::from_rules_within(rules, Limits::default())
    }

    /// Creates a collator from rules, with given limits.
    ///
    /// # Errors
    /// As [`Collator::from_rules`].
    pub fn from_rules_within(rules: &str, limits: Limits) -> Result<Collator, RuleError> {
        let words = compile(rules, limits, false)?;
        Ok(Collator::new(Some(Arc::new(Tailoring::new(words)))))
    }

    /// Sets one keyword of a locale id, with its BCP 47 key.
    fn set_keyword(&mut self, key: &str, value: &str) -> Result<(), LocaleError> {
        let mut settings = self.settings();
        let wrong = || LocaleError::Value { keyword: key.to_owned(), value: value.to_owned() };
        match key {
            "ks" => settings.strength = strength(value).ok_or_else(wrong)?,
            "ka" => settings.alternate = alternate(value).ok_or_else(wrong)?,
            "kb" => settings.backwards = yes_or_no(value).ok_or_else(wrong)?,
            "kc" => settings.case_level = yes_or_no(value).ok_or_else(wrong)?,
            "kn" => settings.numeric = yes_or_no(value).ok_or_else(wrong)?,
            "kk" | "kh" => _ = yes_or_no(value).ok_or_else(wrong)?,
            "kf" => settings.case_first = case_first(value).ok_or_else(wrong)?,
            "kv" => settings.max_variable = MaxVariable::from_name(value).ok_or_else(wrong)?,
            "kr" => {
                let codes: Option<Vec<_>> = value.split('-').map(ReorderCode::from_name).collect();
                self.set_reorder(&codes.ok_or_else(wrong)?).map_err(LocaleError::Reorder)?;
            }
            // As in ICU, the keyword `vt` is rejected: the variable top is an option.
            "vt" => return Err(wrong()),
            _ => {}
        }
        self.set_settings(settings);
        Ok(())
    }
}

fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

fn strength(value: &str) -> Option<Strength> {
    match value {
        "level1" => Some(Strength::Primary),
        "level2" => Some(Strength::Secondary),
        "level3" => Some(Strength::Tertiary),
        "level4" => Some(Strength::Quaternary),
        "identic" => Some(Strength::Identical),
        _ => Strength::from_name(value),
    }
}

fn alternate(value: &str) -> Option<Alternate> {
    if value == "noignore" { Some(Alternate::NonIgnorable) } else { Alternate::from_name(value) }
}

fn case_first(value: &str) -> Option<CaseFirst> {
    match value {
        "no" | "false" => Some(CaseFirst::Off),
        "off" => None,
        _ => CaseFirst::from_name(value),
    }
}

/// The tailoring with this index, opened once per process.
///
/// # Errors
/// In a build without compiled tailorings: an error in the rules.
fn opened(number: usize) -> Result<Option<Arc<Tailoring>>, LocaleError> {
    let Some(slot) = OPENED.get(number) else { return Ok(None) };
    if let Some(tailoring) = slot.get() {
        return Ok(Some(Arc::clone(tailoring)));
    }
    let table = match tailorings().table(number) {
        Some(table) => table,
        None => compile_shipped(tailorings().name(number)).map_err(LocaleError::Rules)?,
    };
    let tailoring = Arc::new(Tailoring::new(table));
    // It outlives the call.
    memory::checkpoint();
    // Another thread may have opened it meanwhile.
    Ok(Some(Arc::clone(slot.get_or_init(|| tailoring))))
}

/// Compiles the rule text with an archive name (`locale/type`).
fn compile_shipped(name: &str) -> Result<TableData, RuleError> {
    let texts = RuleTexts::default();
    let text = texts.find(name).ok_or_else(|| RuleError::at("", 0, format!("no rules ship for {name}"), ""))?;
    tailor::compile(text, &|tag| import(&texts, tag), Limits::default(), true)
}

/// The shipped rule text of an ICU locale id and a type, as in CLDR.
pub fn shipped_rules(locale: &str, collation: &str) -> Option<String> {
    let texts = RuleTexts::default();
    let find = |locale: &str| texts.find(&format!("{locale}/{collation}"));
    find(locale).or_else(|| find(INHERITANCE.alias(locale)?)).map(str::to_owned)
}
