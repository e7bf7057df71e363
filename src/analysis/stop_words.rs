//! Stop words by language: the default sets of Lucene's language analyzers (`data/stop/words.txt`).

use crate::unicode::packed_data::{packed_file, unpack};
use std::cell::OnceCell;

/// The sets, decompressed at the first use of this value.
#[derive(Debug, Default)]
pub struct StopWords {
    /// Per set its name in brackets, then a word per line.
    text: OnceCell<String>,
}

/// The names of the sets, as definitions spell them; `_none_` is the empty set.
pub static NAMES: [&str; 40] = [
    "_arabic_",
    "_armenian_",
    "_basque_",
    "_bengali_",
    "_brazilian_",
    "_bulgarian_",
    "_catalan_",
    "_cjk_",
    "_czech_",
    "_danish_",
    "_dutch_",
    "_english_",
    "_estonian_",
    "_finnish_",
    "_french_",
    "_galician_",
    "_german_",
    "_greek_",
    "_hindi_",
    "_hungarian_",
    "_indonesian_",
    "_irish_",
    "_italian_",
    "_latvian_",
    "_lithuanian_",
    "_nepali_",
    "_none_",
    "_norwegian_",
    "_persian_",
    "_portuguese_",
    "_romanian_",
    "_russian_",
    "_serbian_",
    "_sorani_",
    "_spanish_",
    "_swedish_",
    "_tamil_",
    "_telugu_",
    "_thai_",
    "_turkish_",
];

/// Whether a word has the form of a set's name, whether or not that set exists.
pub fn is_name(word: &str) -> bool {
    word.len() > 2 && word.starts_with('_') && word.ends_with('_')
}

impl StopWords {
    fn text(&self) -> &str {
        let unpack = || String::from_utf8(unpack(packed_file!("words.txt"))).unwrap_or_default();
        self.text.get_or_init(unpack)
    }

    /// The words of the set with this name; `None` for an unknown name.
    pub fn named(&self, name: &str) -> Option<impl Iterator<Item = &str>> {
        let language = NAMES.iter().find(|known| **known == name)?.trim_matches('_');
        let is_head =
            move |line: &&str| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) == Some(language);
        let lines = self.text().lines().skip_while(move |line| !is_head(line));
        Some(lines.skip(1).take_while(|line| !line.starts_with('[')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_the_data_has_its_name_and_its_words() {
        let sets = StopWords::default();
        let heads = sets.text().lines().filter_map(|line| line.strip_prefix('['));
        let names: Vec<String> = heads.map(|head| format!("_{}_", head.trim_end_matches(']'))).collect();
        let mut expected: Vec<&str> = NAMES.into_iter().filter(|name| *name != "_none_").collect();
        expected.sort_unstable();
        assert_eq!(names, expected);
        for name in expected {
            assert!(sets.named(name).is_some_and(|words| words.count() > 30), "{name}");
        }
    }

    #[test]
    fn sets_are_those_of_the_engine() {
        let sets = StopWords::default();
        let set = |name: &str| sets.named(name).map(|words| words.collect::<Vec<_>>());
        assert_eq!(set("_english_").unwrap().len(), 33);
        assert!(set("_german_").unwrap().contains(&"weil"));
        assert!(set("_nepali_").unwrap().contains(&"कम से कम"));
        assert!(set("_none_").unwrap().is_empty());
        for unknown in ["english", "_klingon_", "", "_", "__"] {
            assert_eq!(set(unknown), None, "{unknown}");
        }
    }
}
