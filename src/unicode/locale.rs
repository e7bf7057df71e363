//! Locale ids: ICU ids (`de@collation=phonebook`), BCP 47 (`de-u-co-phonebk`), and the inheritance of CLDR's data (LDML
//! part 1, "Inheritance and validity"), as ICU implements it in `ICUResourceBundle`.
//!
//! A locale with data inherits from its explicit parent, else from the id without its last subtag. An alias refers to
//! another locale. What a locale without data inherits from depends on the kind of data ([`Fallback`]).

use crate::unicode::sorted_lines::{LinesOf, SortedLines};
use std::collections::BTreeSet;

use super::{language_tag, locale_codes};
use crate::unicode::part::StrPart;

/// The maximum length of an id in bytes.
const MAX_ID_LENGTH: usize = 1_000;

/// The inheritance of CLDR's main tree, such as that of the symbols of numbers.
pub(crate) static MAIN: Inheritance =
    Inheritance::new(include_str!("../../data/unicode/locales.tsv"), Fallback::ParentLocales);

/// The default script of a language in a region, which may be empty; it has a line if it is not Latin.
fn default_script(language: &str, region: &str) -> &'static str {
    let of = |id: &str| MAIN.value("script", id);
    of(&format!("{language}_{region}")).or_else(|| of(language)).unwrap_or("Latn")
}

/// A parsed locale id. Parsing never fails: a subtag of no known kind is a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocaleId {
    /// Language in lower case, as a two-letter code if there is one; empty for root.
    pub language: String,
    /// Script in title case, or empty.
    pub script: String,
    /// Region in upper case, or empty.
    pub region: String,
    /// Variants in upper case.
    pub variants: Vec<String>,
    /// Keywords of ICU ids and of the `u` extension in lower case, in order, under the names as given.
    pub keywords: Vec<(String, String)>,
}

impl LocaleId {
    /// Whether a text may be a BCP 47 or ICU locale ID, or is empty.
    pub fn may_be_id(text: &str) -> bool {
        let language = text.split(['-', '_', '@']).next().unwrap_or_default();
        let is_language =
            language.len() <= 8 && language.len() != 1 && language.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_language && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_@=;".contains(&byte))
    }

    /// Parses an id in either syntax; of a long one the first thousand bytes.
    pub fn parse(id: &str) -> LocaleId {
        // The parents of an id take memory in proportion to the square of its length.
        let id = id.part(..id.floor_char_boundary(MAX_ID_LENGTH));
        let (base, keywords) = id.split_once('@').unwrap_or((id, ""));
        let base = base.split('.').next().unwrap_or("");
        let mut parsed = LocaleId::default();
        parsed.icu_keywords(keywords);
        let parts: Vec<&str> = base.split(['-', '_']).collect();
        // A tag that starts with `x` is for private use as a whole.
        let names = usize::from(!parts.first().is_some_and(|part| part.eq_ignore_ascii_case("x")));
        let extension = parts.iter().skip(names).position(|part| part.len() == 1);
        let extension = extension.map_or(parts.len(), |at| at + names);
        let (names, extensions) = parts.split_at_checked(extension).unwrap_or((&parts, &[]));
        parsed.names(names);
        parsed.extensions(extensions);
        parsed
    }

    /// Parses a well-formed language tag; `None` for any other text.
    pub fn of_language_tag(tag: &str) -> Option<LocaleId> {
        language_tag::canonical(tag).map(|tag| LocaleId::parse(&tag))
    }

    /// Reads the keywords after `@`: a key ends at `=`, also if it contains `;`; nothing is read after an empty key.
    fn icu_keywords(&mut self, mut rest: &str) {
        while let Some((key, others)) = rest.split_once('=').filter(|(key, _)| !key.trim().is_empty()) {
            let (value, after) = others.split_once(';').unwrap_or((others, ""));
            if !value.trim().is_empty() {
                self.keyword(key.trim(), value.trim());
            }
            rest = after;
        }
    }

    fn names(&mut self, names: &[&str]) {
        let mut ends_region = false;
        for (number, name) in names.iter().enumerate() {
            let letters = name.bytes().all(|b| b.is_ascii_alphabetic());
            let no_region = !ends_region && self.region.is_empty() && self.variants.is_empty();
            match (name.len(), locale_codes::region(name)) {
                // Variants follow an empty region.
                (0, _) => ends_region = number > 0,
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

    /// Reads the keywords of the first `u` extension; other extensions, and everything after `x`, are ignored.
    fn extensions(&mut self, parts: &[&str]) {
        let mut singleton = String::new();
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
                match (new_singleton, singleton.as_str()) {
                    // A singleton must not occur twice (RFC 5646, section 2.2.6): ICU ignores the second extension.
                    (true, "u" | "x") => break,
                    (true, _) => singleton = part,
                    (false, _) => key = part,
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
        self.keywords.push((key.to_ascii_lowercase(), value.to_ascii_lowercase()));
    }

    /// The value of a keyword, given under its name in ICU ids or its BCP 47 key; the first one counts.
    pub fn keyword_value(&self, name: &str, key: &str) -> Option<&str> {
        let is_named = |(given, _): &&(String, String)| given == name || given == key;
        self.keywords.iter().find(is_named).map(|(_, value)| value.as_str())
    }

    /// The ICU id without keywords; `root` for the root.
    pub fn base(&self) -> String {
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

/// What a locale without data inherits from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// From the locale that `parentLocales` names. If it names none, from the id with its region or script removed or
    /// replaced by the default script; a language in another script than its default one inherits from root. The
    /// fallback for data of CLDR's main tree and for number rules, as in ICU.
    ParentLocales,
    /// From the id without its last subtag. The fallback for collation and segmentation, as in ICU4J.
    Subtags,
}

impl Fallback {
    /// The parent of a locale without data; `script` is that of the id that the search started with.
    fn parent(self, name: &str, script: &str) -> String {
        let id = LocaleId::parse(name);
        if self == Fallback::Subtags || name.ends_with('_') || !id.variants.is_empty() {
            return without_last_subtag(name);
        }
        if let Some(parent) = MAIN.parent(name) {
            return parent.to_owned();
        }
        let LocaleId { language, region, .. } = &id;
        let default = default_script(language, region);
        match (id.script.as_str(), region.as_str()) {
            ("", "") => "root".to_owned(),
            ("", _) => format!("{language}_{}", if script.is_empty() { default } else { script }),
            (given, "") if given == default => language.clone(),
            (_, "") => "root".to_owned(),
            (given, _) if given == default => format!("{language}_{region}"),
            (given, _) => format!("{language}_{given}"),
        }
    }
}

/// The id without its last subtag; `root` for a language.
fn without_last_subtag(name: &str) -> String {
    shorter_ids(name).nth(1).unwrap_or("root").to_owned()
}

/// An id, and the ids without its last subtags down to the language: the inheritance of plural rules and transforms.
pub fn shorter_ids(id: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(id), |id| {
        let (shorter, _) = id.rsplit_once('_')?;
        Some(shorter.trim_end_matches('_')).filter(|shorter| !shorter.is_empty())
    })
}

/// The first value of the line of a kind.
fn value(lines: LinesOf, kind: &str) -> Option<&'static str> {
    lines.get(kind).map(|values| values.split('\t').next().unwrap_or(""))
}

/// The locales that one kind of data exists for, and their inheritance.
#[derive(Debug)]
pub struct Inheritance {
    table: SortedLines,
    fallback: Fallback,
}

impl Inheritance {
    /// The inheritance of a table of lines with locale, kind and value, in the order of their bytes: `locale` for a
    /// locale with data, `alias`, `parent`, and others.
    pub const fn new(table: &'static str, fallback: Fallback) -> Inheritance {
        Inheritance { table: SortedLines::new(table), fallback }
    }

    /// The first value of the line of a kind and a locale.
    pub fn value(&self, kind: &str, id: &str) -> Option<&'static str> {
        value(self.table.of(id), kind)
    }

    /// The values of the line of a locale, a kind and a key.
    pub fn get(&self, id: &str, kind: &str, key: &str) -> Option<&'static str> {
        self.table.get(&[id, kind, key])
    }

    /// The locale that an alias refers to.
    pub fn alias(&self, id: &str) -> Option<&'static str> {
        self.value("alias", id)
    }

    fn parent(&self, id: &str) -> Option<&'static str> {
        self.value("parent", id)
    }

    /// All ids that have data or are aliases, sorted.
    pub fn known(&self) -> impl Iterator<Item = &'static str> {
        let ids = ["locale", "alias"].into_iter().flat_map(|kind| self.table.ids(kind));
        ids.chain(["root"]).collect::<BTreeSet<_>>().into_iter()
    }

    /// The lookup chain of a locale: the ids whose data are tried, ending with `root`.
    pub fn chain(&self, id: &LocaleId) -> Vec<&'static str> {
        let mut chain = Vec::new();
        let mut name = id.base();
        let mut script = id.script.clone();
        // A given id may have any number of subtags; each takes one step, and a few more steps may follow.
        for _ in 0..name.len() + 16 {
            if name == "root" {
                break;
            }
            let lines = self.table.of(&name);
            let parent = value(lines, "parent");
            name = if let Some(alias) = value(lines, "alias") {
                alias.to_owned()
            } else if lines.get("locale").is_some() {
                chain.push(lines.id);
                let parent = parent.map_or_else(|| without_last_subtag(lines.id), str::to_owned);
                script = LocaleId::parse(&parent).script;
                parent
            } else if let Some(parent) = parent {
                parent.to_owned()
            } else {
                self.fallback.parent(&name, &script)
            };
        }
        chain.push("root");
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_syntaxes_are_read() {
        let id = LocaleId::parse("deu_latn_DEU_posix@Collation=phonebook;x");
        assert_eq!(
            (id.language.as_str(), id.script.as_str(), id.region.as_str(), id.variants.len()),
            ("de", "Latn", "DE", 1)
        );
        assert_eq!(id.keywords, [("collation".to_owned(), "phonebook".to_owned())]);
        let id = LocaleId::parse("sr-Latn-RS-t-en-u-co-phonebk-kn-x-u-nu-arab");
        assert_eq!(id.base(), "sr_Latn_RS");
        assert_eq!(id.keywords, [("co".to_owned(), "phonebk".to_owned()), ("kn".to_owned(), "true".to_owned())]);
        let id = LocaleId::parse("de-t-en-u-ks-level1-u-co-phonebk");
        assert_eq!(id.keywords, [("ks".to_owned(), "level1".to_owned())]);
        assert_eq!(LocaleId::parse("und").base(), "root");
        assert_eq!(LocaleId::parse("x-de-u-kn"), LocaleId::default());
        assert_eq!(LocaleId::parse("en-u-va-posix").base(), "en__POSIX");
    }

    /// Measured with ICU4J 79.1.
    #[test]
    fn empty_parts_of_ids_are_read_as_in_icu() {
        for (id, base) in
            [("hrv__EURO", "hr__EURO"), ("de__AT", "de__AT"), ("_Latn_US", "_Latn_US"), ("zh_Hant__TW", "zh_Hant__TW")]
        {
            assert_eq!(LocaleId::parse(id).base(), base);
        }
        assert_eq!(LocaleId::parse("hrv__EURO").script, "");
        for (keywords, numbers) in [
            ("numbers=arab;", Some("arab")),
            (" numbers = arab ", Some("arab")),
            ("x=y;numbers=arab", Some("arab")),
            ("numbers=;numbers=arab", Some("arab")),
            ("x=y;;numbers=arab", None),
            ("x;numbers=arab", None),
            ("=y;numbers=arab", None),
        ] {
            let id = LocaleId::parse(&format!("de@{keywords}"));
            assert_eq!(id.keyword_value("numbers", "nu"), numbers, "{keywords}");
        }
    }

    #[test]
    fn data_are_inherited_by_alias_parent_and_subtag() {
        let table = "es\tlocale\nes_419\tlocale\nes_MX\tlocale\nes_MX\tparent\tes_419\nid\tlocale\nin\talias\tid\nnb\tparent\tno\nnb_NO\tlocale\nno\tlocale";
        for fallback in [Fallback::Subtags, Fallback::ParentLocales] {
            let inheritance = Inheritance::new(table, fallback);
            let chain = |id: &str| inheritance.chain(&LocaleId::parse(id));
            assert_eq!(chain("es-MX-variant"), ["es_MX", "es_419", "es", "root"]);
            assert_eq!(chain("in_ID"), ["id", "root"]);
            assert_eq!(chain("nb_NO"), ["nb_NO", "no", "root"]);
            assert_eq!(chain("xx-Latn-YY"), ["root"]);
        }
    }

    #[test]
    fn locales_without_data_inherit_by_their_script() {
        let table =
            "az\tlocale\nen\tlocale\nen_IN\tlocale\nes\tlocale\nes_419\tlocale\nhi\tlocale\npa\tlocale\nsr\tlocale";
        let chain = |id: &str, fallback| {
            let chain = Inheritance::new(table, fallback).chain(&LocaleId::parse(id));
            chain.first().copied().unwrap_or_default()
        };
        for (id, by_parent, by_subtag) in [
            ("hi_Latn", "en_IN", "hi"),
            ("hi-Latn-IN", "en_IN", "hi"),
            ("hi_Deva_IN", "hi", "hi"),
            ("az_Cyrl", "root", "az"),
            ("az_Cyrl_AZ", "root", "az"),
            ("az_RU", "root", "az"),
            ("az_Latn_TR", "az", "az"),
            ("pa_PK", "root", "pa"),
            ("pa_PK_variant", "root", "pa"),
            ("pa_Guru_variant", "pa", "pa"),
            ("es_Latn_MX", "es_419", "es"),
            ("es_BR", "es_419", "es"),
            ("sr_RS", "sr", "sr"),
            ("sr_Latn", "root", "sr"),
            ("en_Arab_US", "root", "en"),
        ] {
            assert_eq!(chain(id, Fallback::ParentLocales), by_parent, "{id}");
            assert_eq!(chain(id, Fallback::Subtags), by_subtag, "{id}");
        }
    }

    #[test]
    fn chains_of_the_main_tree_end() {
        let chain = |id: &str| MAIN.chain(&LocaleId::parse(id));
        assert_eq!(chain("sr_ME"), ["sr_Latn_ME", "sr_Latn", "root"]);
        assert_eq!(chain("es_Latn_MX"), ["es_MX", "es_419", "es", "root"]);
        assert_eq!(chain("zh_TW"), ["zh_Hant_TW", "zh_Hant", "root"]);
        assert_eq!(chain("de_Cyrl_DE"), ["root"]);
        for id in MAIN.known() {
            let chain = chain(id);
            assert!(id == "root" || chain.len() > 1 && chain.len() < 7, "{id}: {chain:?}");
        }
    }
}
