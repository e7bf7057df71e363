//! Words of the scripts that are written without blanks, from dictionaries: Chinese and Japanese by least cost, Thai, Lao,
//! Khmer and Myanmar by looking three words ahead.
//!
//! The committed tables are made by `tools/compile-data` from the lists of the data package; `scripts.map` says for each
//! code point which dictionary it belongs to (see [`Script`]) and, for Chinese and Japanese, its label.
//!
//! Words of a definition's own ([`UserWords`]) add to those that ship. Hangul has no others: its runs are left to
//! dictionaries by the rules, but no list of the data package has Hangul words.

mod break_queue;
mod hangul;
mod least_cost;
mod look_ahead;
mod phrase;
#[cfg(test)]
mod reference;
pub(super) mod trie;
mod user;

pub(super) use hangul::Hangul;
pub(super) use least_cost::LeastCost;
pub(super) use look_ahead::LookAhead;
pub(super) use phrase::Phrases;
pub use user::{UserWords, WordFault, WordScript};

use super::class_map::ClassMap;
use super::table::Table;
use crate::unicode::packed_data::{Layout, packed_file, unpack};
use crate::unicode::text::{CodeUnit, Encoding, three_bytes};
use once_cell::sync::{Lazy, OnceCell};
use trie::CostTrie;

/// Whether the build contains the word lists (feature `dictionaries`). Without them [`super::BreakKind::rules`] has no rules for words
/// and lines.
pub const HAS_DICTIONARIES: bool = cfg!(feature = "dictionaries");

/// What a code point is to the dictionaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Nothing.
    None,
    /// Thai, Lao, Khmer or Myanmar, by index.
    LookAhead(usize),
    /// Chinese or Japanese, with the number of [`ClassMap`].
    Cj(u16),
    /// A Hangul syllable.
    Hangul,
}

/// Number in the map of a Chinese or Japanese character that is looked up in its NFKC form.
const COMPATIBILITY: u16 = 5;
/// Number in the map of the character with label 0, in no word.
const FIRST_LABEL: u16 = 6;

/// The dictionaries that cut a text: those that ship, and words of a definition's own.
#[derive(Debug)]
pub struct Dictionaries {
    shipped: &'static Shipped,
    user: UserWords,
}

/// The dictionaries that ship, shared by all; each is unpacked when a text first needs it.
#[derive(Debug)]
struct Shipped {
    scripts: ClassMap,
    look_ahead: [OnceCell<look_ahead::Dictionary>; 4],
    cj: Lazy<CostTrie>,
}

static SHIPPED: Lazy<Shipped> = Lazy::new(|| {
    let scripts = Table::open(&unpack(packed_file!("scripts.map"), Layout::Bytes)).class_map();
    Shipped { scripts, look_ahead: [const { OnceCell::new() }; 4], cj: Lazy::new(read_cj) }
});

/// Thai, Lao, Khmer, Myanmar.
static LOOK_AHEAD: [&[u8]; 4] =
    [packed_file!("th.trie"), packed_file!("lo.trie"), packed_file!("km.trie"), packed_file!("my.trie")];

/// Four megabytes.
fn read_cj() -> CostTrie {
    CostTrie::read(&mut Table::open(&unpack(packed_file!("cj.trie"), Layout::Bytes)))
}

static DICTIONARIES: Lazy<Dictionaries> = Lazy::new(|| Dictionaries::with_words(UserWords::default()));

impl Dictionaries {
    /// The dictionaries that ship.
    pub fn get() -> &'static Dictionaries {
        &DICTIONARIES
    }

    /// The dictionaries that ship, with words on top.
    pub fn with_words(user: UserWords) -> Dictionaries {
        Dictionaries { shipped: &SHIPPED, user }
    }

    #[inline]
    pub(super) fn script(&self, c: char) -> Script {
        self.shipped.script(c)
    }

    /// Whether there are Hangul words.
    #[inline]
    pub fn cut_hangul(&self) -> bool {
        self.user.has(WordScript::Hangul)
    }
}

/// The code point that a text begins with, if it is one of the BMP from U+0800 to U+D7FF, where most that dictionaries cut are,
/// and the text after it.
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

/// Units of such a code point.
const fn basic_length<U: CodeUnit>() -> usize {
    match U::ENCODING {
        Encoding::Utf16 => 1,
        Encoding::Utf8 => 3,
    }
}

impl Shipped {
    /// The dictionary of [`Script::LookAhead`].
    #[inline]
    fn look_ahead(&self, index: usize) -> Option<&look_ahead::Dictionary> {
        let (dictionary, packed) = self.look_ahead.get(index).zip(LOOK_AHEAD.get(index).copied())?;
        let open = || {
            let is_of_script = |code| usize::from(self.scripts.class(code)) == index + 1;
            look_ahead::Dictionary::read(Table::open(&unpack(packed, Layout::Bytes)), is_of_script)
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
