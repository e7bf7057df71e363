//! User-defined words: one trie for all scripts.
//!
//! Chinese and Japanese words are stored in their NFKC form, in which the dictionary code reads texts.

use super::character_trie::CharacterTrie;
use super::southeast_asian::is_mark;
use super::{COMPATIBILITY, DictionaryScript, SHIPPED};
use crate::unicode::normalize::{Form, normalized};
use crate::unicode::part::SlicePart;

/// The maximum number of characters of a word. Words are looked up at every offset, so this bounds the work per
/// character.
pub(super) const MAX_WORD_LENGTH: usize = 64;
/// The maximum number of characters of all words.
const MAX_TOTAL_CHARACTERS: usize = 1 << 22;

/// The dictionary that a word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordScript {
    /// Han, hiragana and katakana in any mixture.
    ChineseJapanese,
    /// Hangul syllables.
    Hangul,
    /// Thai
    Thai,
    /// Lao
    Lao,
    /// Khmer
    Khmer,
    /// Myanmar
    Myanmar,
}

/// The reason why a string can't be a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordFault {
    /// The string is empty.
    Empty,
    /// A character of no dictionary, or of another dictionary than the preceding ones.
    Character(char),
    /// A mark at the start, where no word can have it.
    Mark(char),
    /// The word has more than the maximum number of characters (64).
    TooLong,
    /// The trie of all words has more nodes (shared prefixes count once) than the maximum (4,194,304).
    TooMany,
}

/// User-defined words.
#[derive(Clone, Debug)]
pub struct UserWords {
    words: CharacterTrie,
    /// A prefilter, since at most offsets no word starts: a bit set over the low bits of the first characters of words.
    first_characters: [u64; PREFILTER_BITS / 64],
    /// The number of characters of the longest word of each script, 0 for none.
    longest: [usize; 6],
}

/// The number of bits of the prefilter.
const PREFILTER_BITS: usize = 4096;

impl Default for UserWords {
    fn default() -> UserWords {
        UserWords { words: CharacterTrie::default(), first_characters: [0; PREFILTER_BITS / 64], longest: [0; 6] }
    }
}

impl UserWords {
    /// The root node.
    pub(super) const ROOT: u32 = CharacterTrie::ROOT;

    /// Adds a word and returns its script. A duplicate has no effect.
    pub fn add(&mut self, word: &str) -> Result<WordScript, WordFault> {
        let script = script_of(word)?;
        let characters: Vec<char> = match script {
            WordScript::ChineseJapanese => normalized(Form::Nfkc, word).chars().collect(),
            _ => word.chars().collect(),
        };
        if characters.len() > MAX_WORD_LENGTH {
            return Err(WordFault::TooLong);
        }
        if self.words.len() + characters.len() > MAX_TOTAL_CHARACTERS {
            return Err(WordFault::TooMany);
        }
        if let Some((index, bit)) = characters.first().map(|&c| prefilter_bit(c)) {
            self.first_characters.get_mut(index).into_iter().for_each(|bits| *bits |= bit);
        }
        if let Some(longest) = self.longest.get_mut(script as usize) {
            *longest = (*longest).max(characters.len());
        }
        self.words.insert(characters.into_iter());
        Ok(script)
    }

    /// Whether there are words of a script.
    #[inline]
    pub(super) fn has(&self, script: WordScript) -> bool {
        self.longest(script) > 0
    }

    /// The number of characters of the longest word of a script.
    #[inline]
    pub(super) fn longest(&self, script: WordScript) -> usize {
        self.longest.item(script as usize)
    }

    /// The child for a character, and whether a word ends there.
    #[inline]
    pub(super) fn step(&self, node: u32, c: char) -> Option<(u32, bool)> {
        if node == UserWords::ROOT {
            let (index, bit) = prefilter_bit(c);
            self.first_characters.get(index).filter(|bits| *bits & bit != 0)?;
        }
        let child = self.words.child(node, c)?;
        Some((child, self.words.is_end(child)))
    }
}

/// The index and the mask of a first character's bit.
fn prefilter_bit(c: char) -> (usize, u64) {
    let low = c as usize % PREFILTER_BITS;
    (low / 64, 1 << (low % 64))
}

impl WordScript {
    /// The script of a South-East Asian dictionary, by its index.
    #[inline]
    pub(super) fn of_southeast_asian(index: usize) -> WordScript {
        match index {
            0 => WordScript::Thai,
            1 => WordScript::Lao,
            2 => WordScript::Khmer,
            _ => WordScript::Myanmar,
        }
    }
}

/// The dictionary of a word.
fn script_of(word: &str) -> Result<WordScript, WordFault> {
    let of = |c: char| match SHIPPED.script(c) {
        DictionaryScript::None => None,
        DictionaryScript::Hangul => Some(WordScript::Hangul),
        DictionaryScript::ChineseJapanese(_) => Some(WordScript::ChineseJapanese),
        DictionaryScript::SoutheastAsian(index) => Some(WordScript::of_southeast_asian(index)),
    };
    let first = word.chars().next().ok_or(WordFault::Empty)?;
    let script = of(first).ok_or(WordFault::Character(first))?;
    if let Some(other) = word.chars().find(|&c| of(c) != Some(script)) {
        return Err(WordFault::Character(other));
    }
    if script == WordScript::ChineseJapanese {
        // A compatibility character may decompose to characters of other dictionaries (U+32FF to two ideographs) or of
        // none (U+3300).
        let is_part =
            |c: char| matches!(SHIPPED.script(c), DictionaryScript::ChineseJapanese(number) if number != COMPATIBILITY);
        if let Some(other) = normalized(Form::Nfkc, word).chars().find(|&c| !is_part(c)) {
            return Err(WordFault::Character(other));
        }
    } else if is_mark(first) {
        return Err(WordFault::Mark(first));
    }
    Ok(script)
}
