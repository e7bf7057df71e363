//! Words of a definition's own: one trie for all scripts.
//!
//! Chinese and Japanese words are kept in their NFKC form, as the dictionary code sees texts.

use super::{COMPATIBILITY, SHIPPED, Script};
use crate::unicode::part::SlicePart;
use crate::unicode::segment::dictionary::look_ahead::is_mark;
use icu_normalizer::ComposingNormalizerBorrowed;
use std::collections::HashMap;

/// Most characters of one word. Where a word starts is looked up at every offset, so this bounds the work per character.
pub(super) const MOST_CHARACTERS: usize = 64;
/// Most characters of all words.
const MOST_IN_ALL: usize = 1 << 22;

/// The dictionary that a word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordScript {
    /// Han, hiragana, katakana, mixed as it comes.
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

/// Why a text can't be a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordFault {
    /// It has no characters.
    Empty,
    /// A character that no dictionary cuts, or one of another dictionary than those before it.
    Character(char),
    /// Words don't start with this mark.
    Mark(char),
    /// It has more characters than a word may have (64).
    TooLong,
    /// The words together are more than the dictionary takes (4,194,304 characters).
    TooMany,
}

/// Words of a definition's own.
#[derive(Clone, Debug)]
pub struct UserWords {
    children: HashMap<(u32, char), u32>,
    /// Per node whether a word ends there.
    ends: Vec<bool>,
    /// A bit per low bits of the characters that words start with: at most offsets no word starts.
    firsts: [u64; FIRSTS / 64],
    /// Per script the characters of the longest word, 0 for none.
    longest: [usize; 6],
}

/// Number of character classes at the start of a word.
const FIRSTS: usize = 4096;

impl Default for UserWords {
    fn default() -> UserWords {
        UserWords { children: HashMap::new(), ends: Vec::new(), firsts: [0; FIRSTS / 64], longest: [0; 6] }
    }
}

impl UserWords {
    /// Where all words start.
    pub(super) const ROOT: u32 = 0;

    /// Adds a word and returns its script. A duplicate changes nothing.
    pub fn add(&mut self, word: &str) -> Result<WordScript, WordFault> {
        let script = script_of(word)?;
        let characters: Vec<char> = match script {
            WordScript::ChineseJapanese => {
                ComposingNormalizerBorrowed::new_nfkc().normalize_iter(word.chars()).collect()
            }
            _ => word.chars().collect(),
        };
        if characters.len() > MOST_CHARACTERS {
            return Err(WordFault::TooLong);
        }
        if self.ends.len() + characters.len() > MOST_IN_ALL {
            return Err(WordFault::TooMany);
        }
        if let Some((place, bit)) = characters.first().map(|&c| first_bit(c)) {
            self.firsts.get_mut(place).into_iter().for_each(|bits| *bits |= bit);
        }
        let mut node = UserWords::ROOT;
        for &c in &characters {
            let next = self.ends.len().max(1) as u32;
            node = *self.children.entry((node, c)).or_insert(next);
            self.ends.resize(self.ends.len().max(node as usize + 1), false);
        }
        if let Some(ends) = self.ends.get_mut(node as usize) {
            *ends = true;
        }
        if let Some(longest) = self.longest.get_mut(script as usize) {
            *longest = (*longest).max(characters.len());
        }
        Ok(script)
    }

    /// Whether there are words of a script.
    #[inline]
    pub(super) fn has(&self, script: WordScript) -> bool {
        self.longest(script) > 0
    }

    /// How many characters the longest word of a script has.
    #[inline]
    pub(super) fn longest(&self, script: WordScript) -> usize {
        self.longest.item(script as usize)
    }

    /// The child by a character, and whether a word ends there.
    #[inline]
    pub(super) fn step(&self, node: u32, c: char) -> Option<(u32, bool)> {
        if node == UserWords::ROOT {
            let (place, bit) = first_bit(c);
            self.firsts.get(place).filter(|bits| *bits & bit != 0)?;
        }
        let child = *self.children.get(&(node, c))?;
        Some((child, self.ends.get(child as usize).copied().unwrap_or(false)))
    }
}

fn first_bit(c: char) -> (usize, u64) {
    let low = c as usize % FIRSTS;
    (low / 64, 1 << (low % 64))
}

impl WordScript {
    /// Of the scripts that are cut by looking ahead.
    #[inline]
    pub(super) fn of_look_ahead(index: usize) -> WordScript {
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
        Script::None => None,
        Script::Hangul => Some(WordScript::Hangul),
        Script::Cj(_) => Some(WordScript::ChineseJapanese),
        Script::LookAhead(index) => Some(WordScript::of_look_ahead(index)),
    };
    let first = word.chars().next().ok_or(WordFault::Empty)?;
    let script = of(first).ok_or(WordFault::Character(first))?;
    if let Some(other) = word.chars().find(|&c| of(c) != Some(script)) {
        return Err(WordFault::Character(other));
    }
    if script == WordScript::ChineseJapanese {
        // A compatibility character may decompose to others (U+32FF decomposes to two ideographs, U+3300 to none).
        let mut normalized = ComposingNormalizerBorrowed::new_nfkc().normalize_iter(word.chars());
        if let Some(other) =
            normalized.find(|&c| !matches!(SHIPPED.script(c), Script::Cj(number) if number != COMPATIBILITY))
        {
            return Err(WordFault::Character(other));
        }
    } else if is_mark(first) {
        return Err(WordFault::Mark(first));
    }
    Ok(script)
}
