//! Locale ids: ICU ids (`de@collation=phonebook`), BCP 47 (`de-u-co-phonebk`), and the inheritance of CLDR's data (LDML
//! part 1, "Inheritance and validity"): alias, explicit parent, the id without its last subtag, root.

use std::collections::{BTreeMap, BTreeSet};

use super::locale_codes;
use crate::unicode::part::StrPart;

/// The maximum length of an id in bytes.
const LONGEST: usize = 1_000;

/// A parsed locale id. Parsing never fails: a subtag of no known kind is a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Parses an id in either syntax; of a long one the first thousand bytes.
    pub fn parse(id: &str) -> LocaleId {
        // The parents of an id take memory in proportion to the square of its length.
        let id = id.part(..id.floor_char_boundary(LONGEST));
        let (base, keywords) = id.split_once('@').unwrap_or((id, ""));
        let base = base.split('.').next().unwrap_or("");
        let mut parsed = LocaleId::default();
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

    /// Reads the keywords of the `u` extension; other extensions, and everything after `x`, are ignored.
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
                    (true, "x") => break,
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

/// The locales that one kind of data exists for, and their inheritance.
#[derive(Debug)]
pub struct Inheritance {
    aliases: BTreeMap<&'static str, &'static str>,
    parents: BTreeMap<&'static str, &'static str>,
    known: BTreeSet<&'static str>,
}

impl Inheritance {
    /// Reads a table of lines with kind, locale and value. The kinds are `alias`, `parent`, and others; a locale is
    /// known if it has a line of a kind other than `parent`.
    pub fn new(table: &'static str) -> Inheritance {
        let mut inheritance =
            Inheritance { aliases: BTreeMap::new(), parents: BTreeMap::new(), known: BTreeSet::from(["root"]) };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (kind, id, value) = (columns.next(), columns.next().unwrap_or(""), columns.next().unwrap_or(""));
            if kind == Some("parent") {
                inheritance.parents.insert(id, value);
                continue;
            }
            inheritance.known.insert(id);
            if kind == Some("alias") {
                inheritance.aliases.insert(id, value);
            }
        }
        inheritance
    }

    /// The locale that an alias refers to.
    pub fn alias(&self, id: &str) -> Option<&'static str> {
        self.aliases.get(id).copied()
    }

    /// All ids that have data or are aliases, sorted.
    pub fn known(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.known.iter().copied()
    }

    /// The lookup chain of a locale: the ids whose data are tried, ending with `root`.
    pub fn chain(&self, id: &LocaleId) -> Vec<&'static str> {
        let mut chain = Vec::new();
        let mut name = id.base();
        // A given id may have any number of subtags; each takes one step, and one more step may follow it.
        for _ in 0..name.len() + 16 {
            if let Some(known) = self.alias(&name).or_else(|| self.known.get(name.as_str()).copied()) {
                if chain.last() != Some(&known) {
                    chain.push(known);
                }
                name = known.to_owned();
                if name == "root" {
                    return chain;
                }
            }
            name = self.parent(&name, id, !chain.is_empty());
        }
        chain.push("root");
        chain
    }

    fn parent(&self, name: &str, id: &LocaleId, known: bool) -> String {
        if let Some(parent) = self.parents.get(name) {
            return (*parent).to_owned();
        }
        let Some((shorter, last)) = name.rsplit_once('_') else { return "root".to_owned() };
        // The region of an unknown locale is replaced by the given script.
        let is_region = last.len() < 4 && !shorter.contains('_');
        if is_region && !known && !id.script.is_empty() {
            return format!("{shorter}_{}", id.script);
        }
        shorter.trim_end_matches('_').to_owned()
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
        assert_eq!(LocaleId::parse("und").base(), "root");
        assert_eq!(LocaleId::parse("en-u-va-posix").base(), "en__POSIX");
    }

    #[test]
    fn data_are_inherited_by_alias_parent_and_subtag() {
        let inheritance = Inheritance::new(
            "locale\tes\nlocale\tes_419\nparent\tes_MX\tes_419\nlocale\tes_MX\nalias\tin\tid\nlocale\tid",
        );
        let chain = |id: &str| inheritance.chain(&LocaleId::parse(id));
        assert_eq!(chain("es-MX-variant"), ["es_MX", "es_419", "es", "root"]);
        assert_eq!(chain("in_ID"), ["id", "root"]);
        assert_eq!(chain("xx-Latn-YY"), ["root"]);
    }
}
