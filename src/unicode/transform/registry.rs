//! The registered transforms by id, and the fallback of ids without an exact match (ruling U11).

use super::builtin::BuiltIn;
use super::case::CaseTransform;
use super::direction::Direction;
use super::error::BREAK_INTERNAL;
use super::hex::Hex;
use super::shipped_rules;
use super::transform_name::{self, ANY, TransformName};
use crate::lazy::Lazy;
use crate::unicode::locale::shorter_ids;
use crate::unicode::normalize::{Form, Mode};
use crate::unicode::segment::HAS_DICTIONARIES;
use crate::unicode::sorted_map::SortedMap;
use icu_properties::props::Script;
use icu_properties::{PropertyNamesLong, PropertyParser};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The source of a registered transform.
#[derive(Clone, Debug)]
pub(super) enum RegistryEntry {
    /// A rule text.
    Rules {
        file: &'static str,
        direction: Direction,
    },
    /// Another id, or a list of ids.
    Alias(&'static str),
    BuiltIn(BuiltIn),
    /// `Any-target`: transforms each script run from its script to the target.
    Any {
        target: String,
        script: Script,
    },
}

#[derive(Default)]
struct Registry {
    /// By the id in lower case.
    entries: BTreeMap<Cow<'static, str>, RegistryEntry>,
    /// Source, target and variant of BCP 47 ids, by the id in lower case.
    bcp47: BTreeMap<&'static str, (&'static str, &'static str, &'static str)>,
    /// All listed ids as written, except those of [`Targets`].
    ids: BTreeSet<&'static str>,
    /// Script names by locale, as in `scripts.tsv`, with the locale in lower case.
    scripts: BTreeMap<&'static str, &'static str>,
}

/// A table of ids as written, and in lower case: both are ASCII, so that a field has the same offsets in both.
struct IdTable {
    written: String,
    lower: String,
}

impl IdTable {
    fn open(name: &str) -> IdTable {
        let written = shipped_rules::text(name).unwrap_or_default();
        IdTable { lower: written.to_ascii_lowercase(), written }
    }

    /// The lines as written and in lower case.
    fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.written.lines().zip(self.lower.lines())
    }
}

static INDEX: Lazy<IdTable> = Lazy::new(|| IdTable::open("index.tsv"));

static SCRIPTS: Lazy<IdTable> = Lazy::new(|| IdTable::open("scripts.tsv"));

static REGISTRY: Lazy<Registry> = Lazy::new(Registry::read);

/// The targets and variants of all ids as written, by the key of the id `Any-target/variant`. Built lazily: most
/// lookups do not need it.
type Targets = BTreeMap<String, (String, String)>;

static TARGETS: Lazy<Targets> = Lazy::new(|| REGISTRY.targets());

impl Registry {
    fn read() -> Registry {
        let mut registry = Registry::default();
        for (line, lower) in INDEX.lines() {
            let mut fields = line.split('\t');
            let (Some(kind), Some(id), Some(target)) = (fields.next(), fields.next(), fields.next()) else { continue };
            let Some(key) = lower.get(kind.len() + 1..kind.len() + 1 + id.len()) else { continue };
            if kind == "alias" && id.contains("-t-") {
                if let Some((source, rest)) = target.split_once('-') {
                    let (target, variant) = rest.split_once('/').unwrap_or((rest, ""));
                    registry.bcp47.insert(key, (source, target, variant));
                }
                continue;
            }
            let direction = if fields.next() == Some("REVERSE") { Direction::Reverse } else { Direction::Forward };
            let entry = if kind == "alias" {
                RegistryEntry::Alias(target)
            } else {
                RegistryEntry::Rules { file: target, direction }
            };
            registry.entries.insert(Cow::Borrowed(key), entry);
            if kind != "internal" {
                registry.ids.insert(id);
            }
        }
        for (id, built_in, is_listed) in built_ins() {
            registry.entries.insert(id.to_ascii_lowercase().into(), RegistryEntry::BuiltIn(built_in));
            if is_listed {
                registry.ids.insert(id);
            }
        }
        // ICU's data of the locales el and en: modern Greek is transliterated by UNGEGN, English not at all.
        let of_locales = [
            ("el-latin", "Greek-Latin/UNGEGN"),
            ("latin-el", "Latin-Greek/UNGEGN"),
            ("en-latin", "Any-Null"),
            ("latin-en", "Any-Null"),
        ];
        for (key, target) in of_locales {
            registry.entries.insert(key.into(), RegistryEntry::Alias(target));
        }
        for (line, lower) in SCRIPTS.lines() {
            if let Some((locale, script)) = line.split_once('\t')
                && let Some(locale) = lower.get(..locale.len())
            {
                registry.scripts.insert(locale, script);
            }
        }
        registry
    }

    /// The targets and variants of all listed ids.
    fn targets(&self) -> Targets {
        let mut targets: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (_, rest) in self.ids.iter().filter_map(|id| id.split_once('-')).filter(|(source, _)| *source != ANY) {
            targets.insert(rest.split_once('/').unwrap_or((rest, "")));
        }
        let mut keys = Targets::new();
        for (target, variant) in targets {
            let key = transform_name::key(ANY, target, variant);
            if !self.entries.contains_key(key.as_str()) {
                keys.entry(key).or_insert_with(|| (target.to_owned(), variant.to_owned()));
            }
        }
        keys
    }

    /// The `Any-target` transform of a key, if the target is a script or a locale, and a target of any registered id.
    fn any(&self, key: &str) -> Option<RegistryEntry> {
        let (target, variant) = TARGETS.get(key)?;
        let script = self.script_of(&target.to_lowercase())?;
        let slash = if variant.is_empty() { "" } else { "/" };
        Some(RegistryEntry::Any { target: format!("{target}{slash}{variant}"), script })
    }

    /// The script of a source or target, which is a script name or a locale.
    fn script_of(&self, spec: &str) -> Option<Script> {
        let of_locale = || parse_script(self.script_of_locale(spec)?);
        // ICU tries a script name first, unless there are subtags: `Han_` is the language Han of Tanzania. Names of
        // several words such as `Old_Italic` are scripts, although `old` is a language.
        let first = spec.split('_').next().unwrap_or_default();
        let is_first_word = |name: &str| name.split_once('_').is_some_and(|(word, _)| word.eq_ignore_ascii_case(first));
        if spec.contains('_') && !parse_script(spec).map(script_name).is_some_and(is_first_word) {
            of_locale().or_else(|| parse_script(spec))
        } else {
            parse_script(spec).or_else(of_locale)
        }
    }

    fn script_of_locale(&self, spec: &str) -> Option<&str> {
        let script = |locale: &str| self.scripts.get(locale).copied().or_else(|| script_of_other(locale));
        let locale = last_letter_in_ascii(&spec.replace('-', "_").to_ascii_lowercase());
        if locale == "any" {
            return Some("Latin"); // the language code of Anyin, for ICU
        }
        if let Some(known) = self.scripts.get(locale.as_str()) {
            return Some(known);
        }
        let mut parts = locale.split('_');
        let language = parts.next().unwrap_or_default();
        // As in ICU, characters after the letters of a script (`az_Cyrl1`) are ignored.
        let letters = |part: &str| part.bytes().take_while(u8::is_ascii_alphabetic).count();
        let first = parts.clone().next().filter(|part| letters(part) == 4).and_then(|part| part.get(..4));
        let script_code = first.inspect(|_| _ = parts.next());
        let region = parts.next().filter(|part| part.len() == 2 && letters(part) == 2);
        let named = script_code.and_then(|code| match code {
            "hans" | "hant" => Some("Han"),
            _ => parse_script(code).map(script_name),
        });
        let of_locale =
            || region.and_then(|region| script(&format!("{language}_{region}"))).or_else(|| script(language));
        // ICU has lists of scripts for these two languages, for any script of the locale.
        match (language, script_code) {
            ("ja" | "ko", _) => script(language),
            (_, Some(_)) => named,
            (_, None) => of_locale(),
        }
    }

    /// The fallback chain of a source or target: itself, the parents of a locale, the script.
    fn chain(&self, spec: &str) -> Vec<String> {
        let mut chain = vec![spec.to_owned()];
        if parse_script(spec).is_none() {
            chain.extend(shorter_ids(spec).skip(1).map(str::to_owned));
        }
        let script = self.script_of(spec).map(script_name);
        chain.extend(script.filter(|script| !script.eq_ignore_ascii_case(spec)).map(str::to_owned));
        chain
    }

    fn find(&self, name: &TransformName) -> Option<(String, RegistryEntry)> {
        let get = |key: String| {
            let is_any = || key.strip_prefix("any").is_some_and(|rest| rest.starts_with('-'));
            let entry =
                self.entries.get(key.as_str()).cloned().or_else(|| is_any().then(|| self.any(&key)).flatten())?;
            Some((key, entry))
        };
        if let Some(found) = get(name.key()) {
            return Some(found);
        }
        let (sources, targets) = (self.chain(&name.source), self.chain(&name.target));
        targets.iter().find_map(|target| sources.iter().find_map(|source| get(transform_name::key(source, target, ""))))
    }
}

/// Replaces the last letter of the language of a locale, if it is in U+00E1..U+00FA, by the ASCII letter 80 (hex) below
/// it: ICU's trie of likely subtags stores the last letter of a language with the highest bit set, so `kk\u{E9}` is
/// found as `kki`.
fn last_letter_in_ascii(locale: &str) -> String {
    let (language, rest) = locale.split_at(locale.find('_').unwrap_or(locale.len()));
    let mut letters = language.chars();
    match letters.next_back() {
        Some(last @ '\u{E1}'..='\u{FA}') => {
            let last = char::from_u32(u32::from(last) - 0x80).unwrap_or(last);
            [letters.as_str(), last.encode_utf8(&mut [0; 4]), rest].concat()
        }
        _ => locale.to_owned(),
    }
}

/// The script of a language, or of a language with a region, that is not in `scripts.tsv`, from `languages.tsv`.
fn script_of_other(locale: &str) -> Option<&'static str> {
    // Most names that are not scripts are not language codes either.
    let language = locale.split('_').next().unwrap_or_default();
    if !(2..=3).contains(&language.len()) {
        return None;
    }
    OTHER_LOCALES.get(locale).copied()
}

static LANGUAGES: Lazy<String> =
    Lazy::new(|| shipped_rules::text("languages.tsv").unwrap_or_default().to_ascii_lowercase());

/// The scripts of the locales of `languages.tsv`.
static OTHER_LOCALES: Lazy<SortedMap<&'static str, &'static str>> = Lazy::new(|| {
    let mut scripts = SortedMap::new();
    for (script, locales) in LANGUAGES.lines().filter_map(|line| line.split_once('\t')) {
        for locale in locales.split(' ') {
            scripts.insert(locale, script);
        }
    }
    scripts
});

fn parse_script(name: &str) -> Option<Script> {
    // Nearly all names are full ones. The general search takes a hundred times as long.
    static FULL: Lazy<SortedMap<String, Script>> =
        Lazy::new(|| scripts().map(|script| (script_name(script).to_ascii_lowercase(), script)).collect());
    let known = FULL.get(name.to_ascii_lowercase().as_str());
    known.copied().or_else(|| PropertyParser::<Script>::new().get_loose(name))
}

/// The name of a script in ids.
pub(super) fn script_name(script: Script) -> &'static str {
    PropertyNamesLong::<Script>::new().get(script).unwrap_or("Unknown")
}

/// Finds the transform of an id, with fallback; returns its key and its source.
pub(super) fn find(name: &TransformName) -> Option<(String, RegistryEntry)> {
    REGISTRY.find(name)
}

/// Source, target and variant of a BCP 47 id.
pub(super) fn bcp47(tag: &str) -> Option<(String, String, String)> {
    let (source, target, variant) = REGISTRY.bcp47.get(tag.to_ascii_lowercase().as_str())?;
    Some(((*source).to_owned(), (*target).to_owned(), (*variant).to_owned()))
}

/// Whether `Any-target` runs per script.
pub(super) fn is_target_of_any(target: &str) -> bool {
    let target = target.to_lowercase();
    TARGETS.values().any(|(known, _)| known.to_lowercase() == target) && REGISTRY.script_of(&target).is_some()
}

/// All ids that ICU lists, in order.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    static IDS: Lazy<BTreeSet<String>> = Lazy::new(|| {
        let any = TARGETS.keys().filter_map(|key| match REGISTRY.any(key)? {
            RegistryEntry::Any { target, .. } => Some(format!("{ANY}-{target}")),
            _ => None,
        });
        REGISTRY.ids.iter().map(|&id| id.to_owned()).chain(any).collect()
    });
    IDS.iter().map(String::as_str)
}

/// The files of all ids, each with the directions in which ids use it.
#[cfg(test)]
pub(super) fn files() -> BTreeSet<(&'static str, bool)> {
    let file = |entry: &'static RegistryEntry| match entry {
        RegistryEntry::Rules { file, direction } => Some((*file, *direction == Direction::Forward)),
        _ => None,
    };
    REGISTRY.entries.values().filter_map(file).collect()
}

/// The listed id with the least edit distance from a text of at most 64 characters, if that is at most a quarter of its
/// length: the longest listed id is shorter.
pub(super) fn nearest_id(text: &str) -> Option<&'static str> {
    let length = text.chars().take(65).count();
    if length > 64 {
        return None;
    }
    let text = text.to_lowercase();
    let distances = ids().map(|id| (strsim::damerau_levenshtein(&id.to_lowercase(), &text), id));
    distances.filter(|(distance, _)| distance * 4 <= length).min_by_key(|(distance, _)| *distance).map(|(_, id)| id)
}

/// All BCP 47 ids, in lower case.
pub(super) fn bcp47_ids() -> impl Iterator<Item = &'static str> {
    REGISTRY.bcp47.keys().copied()
}

/// Built-in transforms: id, implementation, whether the id is listed.
fn built_ins() -> Vec<(&'static str, BuiltIn, bool)> {
    let form = |form: Form, mode: Mode| BuiltIn::Normalize(form, mode);
    let escape = BuiltIn::ToHex;
    let unescape = |forms: &'static [Hex]| BuiltIn::FromHex(forms);
    // Requires a word dictionary; ids that refer to it are unknown in a build without dictionaries.
    let break_internal = HAS_DICTIONARIES.then_some((BREAK_INTERNAL, BuiltIn::BreakInternal, false));
    let built_ins = [
        ("Any-Null", BuiltIn::Null, true),
        ("Any-Remove", BuiltIn::Remove, true),
        ("Any-NFC", form(Form::Nfc, Mode::Compose), true),
        ("Any-NFD", form(Form::Nfd, Mode::Decompose), true),
        ("Any-NFKC", form(Form::Nfkc, Mode::Compose), true),
        ("Any-NFKD", form(Form::Nfkd, Mode::Decompose), true),
        ("Any-FCC", form(Form::Nfc, Mode::ComposeContiguous), true),
        ("Any-FCD", form(Form::Nfc, Mode::Fcd), true),
        ("Any-Lower", BuiltIn::Case(CaseTransform::Lower), true),
        ("Any-Upper", BuiltIn::Case(CaseTransform::Upper), true),
        ("Any-Title", BuiltIn::Case(CaseTransform::Title), true),
        ("Any-CaseFold", BuiltIn::Case(CaseTransform::Fold), true),
        ("Any-Name", BuiltIn::ToName, true),
        ("Name-Any", BuiltIn::FromName, true),
        ("Any-Hex", escape(Hex::JAVA), true),
        ("Any-Hex/Java", escape(Hex::JAVA), true),
        ("Any-Hex/Unicode", escape(Hex::UNICODE), true),
        ("Any-Hex/C", escape(Hex::C), true),
        ("Any-Hex/XML", escape(Hex::XML), true),
        ("Any-Hex/XML10", escape(Hex::XML10), true),
        ("Any-Hex/Perl", escape(Hex::PERL), true),
        ("Any-Hex/Plain", escape(Hex::PLAIN), true),
        ("Hex-Any", unescape(&[Hex::UNICODE, Hex::JAVA, Hex::C_LONG, Hex::XML, Hex::XML10, Hex::PERL]), true),
        ("Hex-Any/Java", unescape(&[Hex::JAVA]), true),
        ("Hex-Any/Unicode", unescape(&[Hex::UNICODE]), true),
        ("Hex-Any/C", unescape(&[Hex::JAVA, Hex::C_LONG]), true),
        ("Hex-Any/XML", unescape(&[Hex::XML]), true),
        ("Hex-Any/XML10", unescape(&[Hex::XML10]), true),
        ("Hex-Any/Perl", unescape(&[Hex::PERL]), true),
    ];
    built_ins.into_iter().chain(break_internal).collect()
}

/// All scripts that are a Script property value of some character, in ascending order.
pub(super) fn scripts() -> impl Iterator<Item = Script> {
    static SCRIPTS: Lazy<Vec<Script>> = Lazy::new(|| {
        let map = icu_properties::CodePointMapData::<Script>::new();
        let mut scripts: Vec<Script> = map.iter_ranges().map(|range| range.value).collect();
        scripts.sort_unstable();
        scripts.dedup();
        let not_a_source = [Script::Common, Script::Inherited, Script::Unknown];
        scripts.retain(|script| !not_a_source.contains(script));
        scripts
    });
    SCRIPTS.iter().copied()
}
