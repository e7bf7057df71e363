//! The characters in the literals of a format, with the properties that parsing needs, so that one lookup per character
//! classifies a text.

use std::collections::{BTreeMap, BTreeSet};

use super::decimal_parser::starts_with_ignoring_case;
use super::lenient::{Folding, is_separator, is_whole_segment, simple_fold};
use super::symbols::{Symbols, digit_value};
use super::unit_signature::PlacedUnit;
use crate::unicode::part::StrPart;

/// A map of characters to properties, in pages of 64 code points.
#[derive(Debug, Default)]
pub(super) struct Alphabet {
    /// For each 64 code points below U+10000 the index of their page; page 0 is empty.
    page_of: Vec<u8>,
    pages: Vec<[CharacterClass; 64]>,
    infinity: &'static str,
    not_a_number: &'static str,
    /// The digits of the numbering system that are not decimal digits.
    other_digits: Option<[char; 10]>,
}

/// The properties of a character, packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterClass(u32);

impl CharacterClass {
    const KNOWN: u32 = 1 << 31;
    const SEPARATOR: u32 = 1 << 30;
    /// Flag: a decimal number may start with the character, whatever follows.
    const DECIMAL: u32 = 1 << 29;
    /// Flag: infinity or NaN may start with the character, if a character with `NAME_SECOND` follows.
    const NAME_FIRST: u32 = 1 << 28;
    const NAME_SECOND: u32 = 1 << 27;

    /// Whether the map contains the character: it is a segment of NFC of its own, and its folded form is known.
    #[inline]
    pub(super) fn is_known(self) -> bool {
        self.0 & CharacterClass::KNOWN != 0
    }

    #[inline]
    pub(super) fn is_separator(self) -> bool {
        self.0 & CharacterClass::SEPARATOR != 0
    }

    /// The folded code point.
    #[inline]
    pub(super) fn folded(self) -> u32 {
        self.0 & 0x1F_FFFF
    }
}

/// The properties of a text, computed before it is parsed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassifiedText {
    /// Whether the alphabet contains all its characters.
    pub(super) is_simple: bool,
    /// Whether it may contain a decimal number.
    pub(super) has_decimals: bool,
}

impl Alphabet {
    /// Creates the alphabet of the literals in both cases, ASCII and common separators.
    pub(super) fn new<'a>(literals: impl Iterator<Item = &'a str>, symbols: &Symbols, folding: &Folding) -> Alphabet {
        let mut alphabet = Alphabet {
            page_of: vec![0; 1 << 10],
            pages: vec![[CharacterClass::default(); 64]],
            infinity: symbols.infinity,
            not_a_number: symbols.not_a_number,
            other_digits: symbols.other_digits(),
        };
        let mut characters: BTreeMap<char, CharacterClass> = BTreeMap::new();
        let fold = super::lenient::fold;
        let (mut firsts, mut seconds, mut short_names) = (Vec::new(), Vec::new(), Vec::new());
        for name in [symbols.infinity, symbols.not_a_number] {
            let mut name = name.chars().map(fold);
            match (name.next(), name.next()) {
                (Some(first), Some(second)) => {
                    firsts.push(first);
                    seconds.push(second);
                }
                (only, _) => short_names.extend(only),
            }
        }
        let mut add = |c: char| {
            if !is_whole_segment(c) {
                return;
            }
            let mut class = CharacterClass::KNOWN
                | if is_separator(c) { CharacterClass::SEPARATOR } else { simple_fold(c, folding) };
            let folded = fold(c);
            if digit_value(c, symbols.other_digits().as_ref()).is_some() || short_names.contains(&folded) {
                class |= CharacterClass::DECIMAL;
            }
            for (names, flag) in [(&firsts, CharacterClass::NAME_FIRST), (&seconds, CharacterClass::NAME_SECOND)] {
                class |= if names.contains(&folded) { flag } else { 0 };
            }
            characters.insert(c, CharacterClass(class));
        };
        (' '..='~').chain("\u{A0}\u{AD}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{202F}".chars()).for_each(&mut add);
        let of_literals: BTreeSet<char> = literals.flat_map(str::chars).collect();
        let cases =
            of_literals.iter().flat_map(|c| std::iter::once(*c).chain(c.to_lowercase()).chain(c.to_uppercase()));
        cases.for_each(&mut add);
        for (c, class) in characters {
            alphabet.insert(c, class);
        }
        alphabet
    }

    fn insert(&mut self, c: char, class: CharacterClass) {
        let code = u32::from(c) as usize;
        let Some(page) = self.page_of.get_mut(code >> 6) else { return };
        if *page == 0 {
            let Ok(new) = u8::try_from(self.pages.len()) else { return };
            *page = new;
            self.pages.push([CharacterClass::default(); 64]);
        }
        if let Some(slot) = self.pages.get_mut(usize::from(*page)).and_then(|page| page.get_mut(code & 63)) {
            *slot = class;
        }
    }

    /// The slot of a character, below [`Alphabet::slots`]; 0 if the alphabet does not contain it.
    #[inline]
    pub(super) fn slot(&self, c: char) -> usize {
        let code = u32::from(c) as usize;
        match self.page_of.get(code >> 6) {
            Some(page) if *page > 0 => usize::from(*page) << 6 | code & 63,
            _ => 0,
        }
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.pages.len() << 6
    }

    /// The properties of a character.
    #[inline]
    pub(super) fn class(&self, c: char) -> CharacterClass {
        let code = u32::from(c) as usize;
        let page = self.page_of.get(code >> 6).copied().unwrap_or(0);
        self.pages.get(usize::from(page)).and_then(|page| page.get(code & 63)).copied().unwrap_or_default()
    }

    /// The characters of the alphabet.
    pub(super) fn known(&self) -> impl Iterator<Item = char> {
        let characters = |(block, page): (usize, &u8)| {
            let page = self.pages.get(usize::from(*page)).map_or(&[][..], |page| page);
            let known = page.iter().enumerate().filter(|(_, class)| class.is_known());
            known.filter_map(move |(low, _)| char::from_u32((block << 6 | low) as u32))
        };
        self.page_of.iter().enumerate().flat_map(characters)
    }

    /// Classifies a text, before it is parsed, and passes its code points to `visit`.
    #[inline]
    pub(super) fn classify(&self, text: &str, mut visit: impl FnMut(PlacedUnit)) -> ClassifiedText {
        let (mut is_simple, mut has_decimals) = (true, false);
        // The letters that names start with are frequent, pairs of their first two letters are not.
        let mut before = CharacterClass::default();
        for (at, c) in text.char_indices() {
            let class = self.class(c);
            let is_plain = class.0 & (CharacterClass::KNOWN | CharacterClass::DECIMAL) == CharacterClass::KNOWN;
            if !is_plain {
                is_simple &= class.is_known();
                has_decimals |= self.begins_decimal(text.part(at..), c);
            }
            if before.0 & CharacterClass::NAME_FIRST != 0
                && (!class.is_known() || class.0 & CharacterClass::NAME_SECOND != 0)
            {
                let start = text.part(..at).char_indices().next_back().map_or(at, |(start, _)| start);
                has_decimals |= self.begins_name(text.part(start..));
            }
            before = class;
            visit(PlacedUnit { value: u32::from(c), start: at as u32, end: (at + c.len_utf8()) as u32 });
        }
        ClassifiedText { is_simple, has_decimals }
    }

    #[cold]
    fn begins_decimal(&self, text: &str, c: char) -> bool {
        !c.is_ascii_alphabetic() && digit_value(c, self.other_digits.as_ref()).is_some() || self.begins_name(text)
    }

    #[cold]
    fn begins_name(&self, text: &str) -> bool {
        [self.infinity, self.not_a_number].iter().any(|name| starts_with_ignoring_case(text, name).is_some())
    }
}
