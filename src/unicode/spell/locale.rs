//! The number rules of CLDR 49 by locale (LDML part 1, "Inheritance and validity").

use crate::memory;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::RuleBasedNumberFormat;
use super::shipped_rules::PackedRuleSets;
use crate::unicode::locale::{Fallback, Inheritance, LocaleId};

/// The groups of number rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSetGroup {
    /// Spelled-out numbers.
    Spellout,
    /// Digits with ordinal suffixes: `3rd`.
    Ordinal,
    /// Seconds as durations: `1:40`.
    Duration,
    /// Algorithmic numbering systems: `IX`.
    NumberingSystem,
}

impl RuleSetGroup {
    /// All groups, by their names in options.
    pub const ALL: [(&'static str, RuleSetGroup); 4] = [
        ("spellout", RuleSetGroup::Spellout),
        ("ordinal", RuleSetGroup::Ordinal),
        ("duration", RuleSetGroup::Duration),
        ("numbering_system", RuleSetGroup::NumberingSystem),
    ];

    /// The group with this name.
    pub fn from_name(name: &str) -> Option<RuleSetGroup> {
        RuleSetGroup::ALL.iter().find(|(known, _)| *known == name).map(|(_, group)| *group)
    }

    /// The name in options.
    pub fn name(self) -> &'static str {
        RuleSetGroup::ALL.iter().find(|(_, group)| *group == self).map_or("", |(name, _)| name)
    }
}

/// The format of a locale, with the data that was used for it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The format; formats of one locale and group are shared.
    pub format: Arc<RuleBasedNumberFormat>,
    /// The locale whose rules are used, as an ICU id; `root` for the root.
    pub locale: &'static str,
    /// Whether CLDR has no number rules for the requested language.
    pub is_unknown: bool,
}

static LOCALES: Inheritance =
    Inheritance::new(include_str!("../../../data/spell/locales.tsv"), Fallback::ParentLocales);

/// Cached formats by the requested locale and group.
static OPENED: Mutex<BTreeMap<(LocaleId, RuleSetGroup), Opened>> = Mutex::new(BTreeMap::new());

/// The maximum number of cached formats.
const MAX_KEPT: usize = 256;

/// All locales that have number rules or are aliases of such, including `root`, sorted.
pub fn locales() -> impl Iterator<Item = &'static str> {
    LOCALES.known()
}

impl RuleBasedNumberFormat {
    /// Opens the format of a locale (an ICU id or a BCP 47 tag) and group. A locale without rules inherits those of its
    /// parents, ultimately of the root.
    pub fn open(locale: &str, group: RuleSetGroup) -> Opened {
        let key = (LocaleId::parse(locale), group);
        if let Some(known) = OPENED.lock().ok().and_then(|formats| formats.get(&key).cloned()) {
            return known;
        }
        let opened = open(key.0.clone(), group);
        // It outlives the call.
        memory::checkpoint();
        if let Ok(mut formats) = OPENED.lock() {
            if formats.len() >= MAX_KEPT {
                formats.clear();
            }
            formats.insert(key, opened.clone());
        }
        opened
    }
}

fn open(id: LocaleId, group: RuleSetGroup) -> Opened {
    let chain = LOCALES.chain(&id);
    let is_unknown = !id.language.is_empty() && chain.first() == Some(&"root");
    let packed = chain.iter().find_map(|found| Some((*found, PackedRuleSets::of(found, group.name())?)));
    let (found, format) = match packed {
        Some((found, entry)) => (found, RuleBasedNumberFormat::of_locale(entry, id)),
        None => ("", RuleBasedNumberFormat::default()),
    };
    Opened { format: Arc::new(format), locale: found, is_unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_inherit() {
        let locale = |id: &str, group| {
            let opened = RuleBasedNumberFormat::open(id, group);
            (opened.locale, opened.is_unknown)
        };
        assert_eq!(locale("de-AT", RuleSetGroup::Spellout), ("de", false));
        assert_eq!(locale("es_MX", RuleSetGroup::Spellout), ("es", false));
        assert_eq!(locale("zh_TW", RuleSetGroup::Spellout), ("zh_Hant", false));
        assert_eq!(locale("xx", RuleSetGroup::Spellout), ("root", true));
        assert_eq!(locale("hi-Latn", RuleSetGroup::Spellout), ("en_IN", false));
        assert_eq!(locale("az_Cyrl", RuleSetGroup::Spellout), ("root", true));
        assert_eq!(locale("de_Cyrl_DE", RuleSetGroup::Spellout), ("root", true));
        assert_eq!(locale("de_Latn_CH", RuleSetGroup::Spellout), ("de_CH", false));
        assert_eq!(locale("es_Latn_MX", RuleSetGroup::Ordinal), ("es_419", false));
        assert_eq!(locale("", RuleSetGroup::Ordinal), ("root", false));
    }
}
