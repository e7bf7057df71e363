//! Dictionaries for the scripts that are written without spaces: Chinese and Japanese by least cost, Thai, Lao, Khmer and
//! Myanmar by looking three words ahead.
//!
//! `tools/compile-data` compiles the committed tables from the word lists of the data package; `scripts.map` maps each code
//! point to its dictionary (see [`Script`]) and, for Chinese and Japanese, to its label.
//!
//! User-defined words ([`UserWords`]) are added to the shipped ones. Hangul has no shipped words: the rules leave its runs to
//! dictionaries, but the data package has no Hangul word list.

mod break_queue;
mod hangul;
mod least_cost;
mod look_ahead;
mod phrase;
#[cfg(test)]
mod reference;
pub(super) mod trie;
mod user;

pub(super) use hangul::HangulBreaks;
pub(super) use least_cost::LeastCost;
pub(super) use look_ahead::LookAhead;
pub(super) use phrase::Phrases;
pub use user::{UserWords, WordFault, WordScript};

use super::class_map::ClassMap;
use super::table::TableCursor;
use crate::unicode::packed_data::{Layout, packed_file, unpack_once};
use crate::unicode::text::{CodeUnit, Encoding, three_bytes};
use once_cell::sync::{Lazy, OnceCell};
use trie::CostTrie;

/// Whether the build contains the word lists (feature `dictionaries`). Without them [`super::BreakKind::rules`] returns no
/// rules for words and lines.
pub const HAS_DICTIONARIES: bool = cfg!(feature = "dictionaries");

/// The dictionary that a code point belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// No dictionary.
    None,
    /// Thai, Lao, Khmer or Myanmar, with the index of the dictionary.
    LookAhead(usize),
    /// Chinese or Japanese, with the number in the map of scripts.
    Cj(u16),
    /// A Hangul syllable.
    Hangul,
}

/// The number of a Chinese or Japanese character that is looked up in its NFKC form.
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
    scripts: ClassMap,
    look_ahead: [OnceCell<look_ahead::Dictionary>; 4],
    cj: Lazy<CostTrie>,
}

static SHIPPED: Lazy<ShippedDictionaries> = Lazy::new(|| {
    let scripts = TableCursor::open(&unpack_once(packed_file!("scripts.map"), Layout::Bytes)).class_map();
    ShippedDictionaries { scripts, look_ahead: [const { OnceCell::new() }; 4], cj: Lazy::new(read_cj) }
});

/// The tables of Thai, Lao, Khmer, Myanmar.
static LOOK_AHEAD: [&[u8]; 4] =
    [packed_file!("th.trie"), packed_file!("lo.trie"), packed_file!("km.trie"), packed_file!("my.trie")];

/// Reads the Chinese and Japanese dictionary, of four megabytes.
fn read_cj() -> CostTrie {
    CostTrie::read(&mut TableCursor::open(&unpack_once(packed_file!("cj.trie"), Layout::Bytes)))
}

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

    #[inline]
    pub(super) fn script(&self, c: char) -> Script {
        self.shipped.script(c)
    }

    /// Whether there are user-defined Hangul words.
    #[inline]
    pub fn splits_hangul(&self) -> bool {
        self.user.has(WordScript::Hangul)
    }
}

/// The code point at the start of a text, if it is from U+0800 to U+D7FF, where most characters of the dictionaries are, and
/// the text after it.
#[inline(always)]
fn basic<U: CodeUnit>(text: &[U]) -> Option<(u32, &[U])> {
    let (code, behind) = match U::ENCODING {
        Encoding::Utf16 => text.split_first().map(|(&unit, behind)| (unit.into(), behind))?,
        Encoding::Utf8 => {
            let (units, behind) = text.split_first_chunk::<3>()?;
            (three_bytes(units.map(Into::into))?, behind)
        }
    };
    (0x800..0xD800).contains(&code).then_some((code, behind))
}

/// The number of units of a code point from U+0800 to U+D7FF.
const fn basic_length<U: CodeUnit>() -> usize {
    match U::ENCODING {
        Encoding::Utf16 => 1,
        Encoding::Utf8 => 3,
    }
}

impl ShippedDictionaries {
    /// The dictionary with the index of [`Script::LookAhead`].
    #[inline]
    fn look_ahead(&self, index: usize) -> Option<&look_ahead::Dictionary> {
        let (dictionary, packed) = self.look_ahead.get(index).zip(LOOK_AHEAD.get(index).copied())?;
        let open = || {
            let is_of_script = |code| usize::from(self.scripts.class(code)) == index + 1;
            look_ahead::Dictionary::read(TableCursor::open(&unpack_once(packed, Layout::Bytes)), is_of_script)
        };
        Some(dictionary.get_or_init(open))
    }

    #[inline]
    fn script(&self, c: char) -> Script {
        match self.scripts.class(c.into()) {
            0 if matches!(c, '\u{AC00}'..='\u{D7A3}') => Script::Hangul,
            0 => Script::None,
            number @ 1..COMPATIBILITY => Script::LookAhead(usize::from(number) - 1),
            number => Script::Cj(number),
        }
    }
}
