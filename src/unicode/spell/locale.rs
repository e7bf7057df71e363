//! The number rules of CLDR 49 by locale (LDML part 1, "Inheritance and validity").

use once_cell::sync::Lazy;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::RuleBasedNumberFormat;
use crate::unicode::locale::{Inheritance, LocaleId};

/// The groups of number rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Words.
    Spellout,
    /// Digits with the ending of ordinals: `3rd`.
    Ordinal,
    /// Seconds as durations: `1:40`.
    Duration,
    /// Numbering systems of their own: `IX`.
    NumberingSystem,
}

impl Group {
    /// All groups, by their names in options.
    pub const ALL: [(&'static str, Group); 4] = [
        ("spellout", Group::Spellout),
        ("ordinal", Group::Ordinal),
        ("duration", Group::Duration),
        ("numbering_system", Group::NumberingSystem),
    ];

    /// The group of a name.
    pub fn from_name(name: &str) -> Option<Group> {
        Group::ALL.iter().find(|(known, _)| *known == name).map(|(_, group)| *group)
    }

    /// The name in options.
    pub fn name(self) -> &'static str {
        Group::ALL.iter().find(|(_, group)| *group == self).map_or("", |(name, _)| name)
    }
}

/// A format of a locale.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The format; formats of one locale and group are shared.
    pub format: Arc<RuleBasedNumberFormat>,
    /// The locale whose rules are used, as an ICU id; `root` for the root.
    pub locale: &'static str,
    /// CLDR has no number rules for the language that was asked for.
    pub is_unknown: bool,
}

static LOCALES: Lazy<Inheritance> = Lazy::new(|| Inheritance::new(include_str!("../../../data/spell/locales.tsv")));

/// The compressed rule texts (`tools/compile-data`).
static RULES: &[u8] = include_bytes!("../../../data/spell/compiled/rules.bin");

/// The compressed rule text of each `locale/group`. Behind the head as text, which ends with zeros: the number of entries; for
/// each its name and the length of its text; then the texts. Numbers are little-endian.
static INDEX: Lazy<BTreeMap<&'static str, &'static [u8]>> = Lazy::new(|| read_index(RULES).unwrap_or_default());

fn read_index(file: &'static [u8]) -> Option<BTreeMap<&'static str, &'static [u8]>> {
    let head = file.iter().position(|byte| *byte == 0)?;
    let table = file.get((head + 1).next_multiple_of(8)..)?;
    let (count, mut rest) = table.split_first_chunk::<2>()?;
    let mut entries = Vec::new();
    for _ in 0..u16::from_le_bytes(*count) {
        let (length, after) = rest.split_first()?;
        let (name, after) = after.split_at_checked(usize::from(*length))?;
        let (size, after) = after.split_first_chunk::<4>()?;
        entries.push((std::str::from_utf8(name).ok()?, u32::from_le_bytes(*size) as usize));
        rest = after;
    }
    let mut index = BTreeMap::new();
    for (name, size) in entries {
        let (text, after) = rest.split_at_checked(size)?;
        index.insert(name, text);
        rest = after;
    }
    Some(index)
}

/// Formats that were opened, by the locale asked for and group.
static OPENED: Mutex<BTreeMap<(String, Group), Opened>> = Mutex::new(BTreeMap::new());

/// The most formats that are kept for the next who asks.
const MAX_KEPT: usize = 256;

/// All locales with number rules and aliases of such, `root` among them, in order.
pub fn locales() -> impl Iterator<Item = &'static str> {
    LOCALES.known()
}

/// The locale that an id is an alias of, if it is one.
pub(super) fn alias(id: &LocaleId) -> Option<&'static str> {
    LOCALES.alias(&id.base())
}

/// The locales whose collation rules count for a locale: itself and its parents.
pub(super) fn collation_locales(id: &LocaleId) -> Vec<String> {
    let mut names = vec![id.base()];
    while let Some((shorter, _)) = names.last().and_then(|name| name.rsplit_once('_')) {
        names.push(shorter.trim_end_matches('_').to_owned());
    }
    names
}

/// The rule text of a locale and group, if the locale has one of its own.
fn rule_text(locale: &str, group: Group) -> Option<String> {
    let compressed = INDEX.get(format!("{locale}/{}", group.name()).as_str())?;
    String::from_utf8(miniz_oxide::inflate::decompress_to_vec(compressed).ok()?).ok()
}

impl RuleBasedNumberFormat {
    /// The format of a locale (an ICU id or a BCP 47 tag) and group. A locale that CLDR has no rules for gets those of its
    /// parents, root at the end.
    pub fn open(locale: &str, group: Group) -> Opened {
        let key = (LocaleId::parse(locale).base(), group);
        if let Some(known) = OPENED.lock().ok().and_then(|formats| formats.get(&key).cloned()) {
            return known;
        }
        let opened = open(locale, group);
        if let Ok(mut formats) = OPENED.lock() {
            if formats.len() >= MAX_KEPT {
                formats.clear();
            }
            formats.insert(key, opened.clone());
        }
        opened
    }
}

fn open(locale: &str, group: Group) -> Opened {
    let id = LocaleId::parse(locale);
    let chain = LOCALES.chain(&id);
    let own = chain.iter().find_map(|found| {
        let text = rule_text(found, group)?;
        Some((*found, RuleBasedNumberFormat::from_rules(&text, locale).ok()?))
    });
    let (found, format) = own.unwrap_or_default();
    let is_unknown = !id.language.is_empty() && chain.first() == Some(&"root");
    Opened { format: Arc::new(format), locale: found, is_unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_rule_text_is_read() {
        for (name, compressed) in INDEX.iter() {
            let (locale, _) = name.split_once('/').unwrap();
            let text = miniz_oxide::inflate::decompress_to_vec(compressed).unwrap();
            let text = String::from_utf8(text).unwrap();
            let format = RuleBasedNumberFormat::from_rules(&text, locale);
            assert!(format.is_ok(), "{name}: {format:?}");
        }
        assert_eq!(INDEX.len(), 151);
        for (name, group) in Group::ALL {
            assert!(INDEX.contains_key(format!("root/{name}").as_str()), "{group:?}");
        }
    }

    #[test]
    fn locales_inherit() {
        let locale = |id: &str, group| {
            let opened = RuleBasedNumberFormat::open(id, group);
            (opened.locale, opened.is_unknown)
        };
        assert_eq!(locale("de-AT", Group::Spellout), ("de", false));
        assert_eq!(locale("es_MX", Group::Spellout), ("es", false));
        assert_eq!(locale("zh_TW", Group::Spellout), ("zh_Hant", false));
        assert_eq!(locale("xx", Group::Spellout), ("root", true));
        assert_eq!(locale("", Group::Ordinal), ("root", false));
    }
}
