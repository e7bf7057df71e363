//! Dictionaries for the scripts that are written without spaces: Chinese and Japanese by least cost ([`viterbi`]),
//! Thai, Lao, Khmer and Myanmar by the longest match ([`longest_match`]).
//!
//! `tools/compile-data` compiles the committed tables from ICU's word lists ([`compile`]): a trie for
//! each dictionary, and the script map, from code points to dictionaries and labels.
//!
//! User-defined words ([`UserWords`]) are added to the shipped ones. Hangul has no shipped words: the rules leave its
//! runs to dictionaries, but ICU has no Hangul word list.

mod break_queue;
mod character_trie;
mod compile;
mod halfwidth;
mod hangul;
mod lattice;
mod longest_match;
mod phrases;
#[cfg(test)]
mod reference;
mod southeast_asian;
mod trie;
mod user_words;
mod viterbi;

pub use compile::{compile_cost_trie, compile_script_map, compile_word_trie};
pub(super) use hangul::HangulSegmenter;
pub(super) use longest_match::LongestMatchSegmenter;
pub(super) use phrases::PhraseRules;
pub use user_words::{UserWords, WordFault, WordScript};
pub(super) use viterbi::ViterbiSegmenter;

use super::table_file::TableCursor;
use crate::lazy::Lazy;
use crate::unicode::class_map::ClassMap;
use crate::unicode::hangul::SYLLABLES;
use crate::unicode::packed_data::{get_or_unpack, packed_file, unpack};
use southeast_asian::SoutheastAsianDictionary;
use std::sync::OnceLock;
use trie::CostTrie;

/// Whether the build contains the word lists (feature `dictionaries`). Without them [`super::BreakKind::rules`] returns
/// no rules for words and lines.
pub const HAS_DICTIONARIES: bool = cfg!(feature = "dictionaries");

/// The dictionary that a code point belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DictionaryScript {
    /// No dictionary.
    None,
    /// Thai, Lao, Khmer or Myanmar, with the index of the dictionary.
    SoutheastAsian(usize),
    /// Chinese or Japanese, with the number in the script map: [`COMPATIBILITY`], or [`FIRST_LABEL`] plus the label.
    ChineseJapanese(u16),
    /// A Hangul syllable.
    Hangul,
}

/// The number of a Chinese or Japanese character that is looked up in its NFKC form. Numbers from 1 on, below this one,
/// are those of the South-East Asian dictionaries.
const COMPATIBILITY: u16 = 5;
/// The number of the character with label 0, which occurs in no word.
const FIRST_LABEL: u16 = 6;

/// The shipped dictionaries, with user-defined words.
#[derive(Debug)]
pub struct Dictionaries {
    shipped: &'static ShippedDictionaries,
    user: UserWords,
}

/// The shipped dictionaries, which all share; each is decompressed when a text first needs it.
#[derive(Debug)]
struct ShippedDictionaries {
    /// The script map: for each code point its dictionary and, for Chinese and Japanese, its label.
    scripts: ClassMap,
    southeast_asian: [OnceLock<SoutheastAsianDictionary>; 4],
    chinese_japanese: OnceLock<CostTrie>,
}

static SHIPPED: Lazy<ShippedDictionaries> = Lazy::new(|| ShippedDictionaries {
    scripts: TableCursor::open(&unpack(packed_file!("scripts.map"))).class_map(),
    southeast_asian: [const { OnceLock::new() }; 4],
    chinese_japanese: OnceLock::new(),
});

/// The tables of Thai, Lao, Khmer, Myanmar.
static SOUTHEAST_ASIAN: [&[u8]; 4] =
    [packed_file!("th.trie"), packed_file!("lo.trie"), packed_file!("km.trie"), packed_file!("my.trie")];

static DICTIONARIES: Lazy<Dictionaries> = Lazy::new(|| Dictionaries::with_words(UserWords::default()));

impl Dictionaries {
    /// The shipped dictionaries.
    pub fn get() -> &'static Dictionaries {
        &DICTIONARIES
    }

    /// The shipped dictionaries with user-defined words.
    pub fn with_words(user: UserWords) -> Dictionaries {
        Dictionaries { shipped: &SHIPPED, user }
    }

    /// The dictionary of a code point.
    #[inline]
    pub(super) fn script(&self, c: char) -> DictionaryScript {
        self.shipped.script(c)
    }

    /// Whether there are user-defined Hangul words.
    #[inline]
    pub fn splits_hangul(&self) -> bool {
        self.user.has(WordScript::Hangul)
    }
}

impl ShippedDictionaries {
    /// The dictionary with the index of [`DictionaryScript::SoutheastAsian`].
    #[inline]
    fn southeast_asian(&self, index: usize) -> Option<&SoutheastAsianDictionary> {
        let (dictionary, packed) = self.southeast_asian.get(index).zip(SOUTHEAST_ASIAN.get(index).copied())?;
        let read = |table: Vec<u8>| {
            let is_of_script = |code| usize::from(self.scripts.class(code)) == index + 1;
            SoutheastAsianDictionary::read(TableCursor::open(&table), is_of_script)
        };
        Some(get_or_unpack(dictionary, packed, read))
    }

    #[inline]
    fn chinese_japanese(&self) -> &CostTrie {
        let read = |table: Vec<u8>| CostTrie::read(&mut TableCursor::open(&table));
        get_or_unpack(&self.chinese_japanese, packed_file!("cj.trie"), read)
    }

    #[inline]
    fn script(&self, c: char) -> DictionaryScript {
        match self.scripts.class(c.into()) {
            0 if SYLLABLES.contains(&c.into()) => DictionaryScript::Hangul,
            0 => DictionaryScript::None,
            number @ 1..COMPATIBILITY => DictionaryScript::SoutheastAsian(usize::from(number) - 1),
            number => DictionaryScript::ChineseJapanese(number),
        }
    }
}
