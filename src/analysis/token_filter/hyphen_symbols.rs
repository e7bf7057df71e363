//! The symbols at which the token filter `hyphen` splits words.

use crate::analysis::word_class::{ADJUNCT, LETTER, WORD, word_class};
use crate::unicode::text::CodeUnit;

/// The symbols of the option `hyphens`, each with its variants.
#[derive(Debug)]
pub(super) struct HyphenSymbols {
    /// The index of each ASCII symbol plus one; 0 for other characters.
    ascii: [u8; 128],
    /// The symbols outside ASCII, with their indices.
    others: Vec<(char, u8)>,
    /// The indices of `-` and `'`.
    dash: Option<u8>,
    apostrophe: Option<u8>,
    /// The number of symbols.
    pub(super) count: u8,
    /// Whether the scan for [`crate::unicode::scan::MayBePunctuation`] finds every symbol: no symbol outside ASCII is
    /// below U+058A.
    pub(super) are_found_by_scan: bool,
    /// Whether no symbol is a letter, a digit or a mark.
    pub(super) are_punctuation: bool,
}

/// Whether a character is a dash (Pd).
fn is_dash(c: char) -> bool {
    c == '-' || !c.is_ascii() && word_class(c) & ADJUNCT != 0
}

impl HyphenSymbols {
    /// Creates the symbols of the option's value.
    pub(super) fn new(hyphens: &str) -> HyphenSymbols {
        let mut symbols = HyphenSymbols {
            ascii: [0; 128],
            others: Vec::new(),
            dash: None,
            apostrophe: None,
            count: 0,
            are_found_by_scan: true,
            are_punctuation: true,
        };
        let has_dash = hyphens.contains('-');
        let has_apostrophe = hyphens.contains('\'');
        for c in hyphens.chars() {
            let c = match c {
                _ if has_dash && is_dash(c) => '-',
                '\u{2019}' if has_apostrophe => '\'',
                _ => c,
            };
            if symbols.number(c).is_some() || symbols.count == u8::MAX {
                continue;
            }
            let number = symbols.count;
            symbols.count += 1;
            match c {
                '-' => symbols.dash = Some(number),
                '\'' => symbols.apostrophe = Some(number),
                _ => {}
            }
            match symbols.ascii.get_mut(c as usize) {
                Some(entry) => *entry = number + 1,
                None => symbols.others.push((c, number)),
            }
            // The scan does not find letters and digits either.
            symbols.are_punctuation &= word_class(c) & (LETTER | WORD) == 0;
            symbols.are_found_by_scan &= if c.is_ascii() { !c.is_ascii_alphanumeric() } else { c >= '\u{58A}' };
        }
        symbols
    }

    /// The index of the symbol that a character is or is a variant of.
    #[inline]
    pub(super) fn number(&self, c: char) -> Option<u8> {
        match self.ascii.get(c as usize) {
            Some(entry) => entry.checked_sub(1),
            None if c == '\u{2019}' && self.apostrophe.is_some() => self.apostrophe,
            None if self.dash.is_some() && is_dash(c) => self.dash,
            None => self.others.iter().find(|(other, _)| *other == c).map(|(_, number)| *number),
        }
    }

    /// The length of the longest prefix of ASCII characters that are not symbols.
    #[inline]
    pub(super) fn skip_other_ascii<U: CodeUnit>(&self, text: &[U]) -> usize {
        let is_other = |unit: &U| self.ascii.get((*unit).into() as usize) == Some(&0);
        text.iter().position(|unit| !is_other(unit)).unwrap_or(text.len())
    }
}
