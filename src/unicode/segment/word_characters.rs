//! Words of letters and digits (UAX #29, WB5 to WB12) as far as bit operations on masks find them
//! ([`super::mask_words`]): what ASCII characters do next to a word, derived from the DFA and checked against it.
//!
//! ```text
//! a letter         after a letter, a digit or a joint:  the word continues, state `letter`
//! a digit          after a digit or a joint:            state `number`, or `alphanumeric` if the word has letters
//! a mid character  between two letters (mid letter) or two digits (mid num) joins them; otherwise a separator. If the
//!                  state after it depends on more, the DFA processes those before letters and digits
//! a separator      ends the word, and is a segment of its own, or one with the spaces next to it
//! ```
//!
//! A character for which the DFA does anything else is left to the DFA ([`super::word_model`]).

use super::class_set::{ClassSet, SET_CLASSES};
use super::dfa::{Dfa, NO_STATE};
use super::emoji::may_be_emoji;
use super::masks::UnitKindMasks;
use super::run_boundary::RunBoundary;
use super::word_model::WordModel;
use crate::unicode::class_map::code_at;
use crate::unicode::scan::{BLOCK, PunctuationKind, WordMasks, WordPunctuation};
use crate::unicode::text::CodeUnit;

/// The characters that separate words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SeparatorSet {
    #[default]
    None,
    Space,
    /// All of ASCII but letters, digits and the [`WordPunctuation`].
    All,
}

/// How an ASCII character is skipped, for rules without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AsciiSkip {
    Always,
    /// As an extending character of [`MaskStates`](super::mask_states::MaskStates).
    Extending,
    Never,
}

/// The states of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordStates {
    /// A word that ends in a letter.
    pub(super) letter: u32,
    /// A word of two or more digits.
    pub(super) number: u32,
    /// A word with letters that ends in a digit.
    pub(super) alphanumeric: u32,
}

impl WordStates {
    pub(super) const NONE: WordStates = WordStates { letter: NO_STATE, number: NO_STATE, alphanumeric: NO_STATE };

    /// Whether a state is one of them.
    #[inline(always)]
    pub(super) fn contains(self, state: u32) -> bool {
        state == self.letter || state == self.number || state == self.alphanumeric
    }

    /// The state of a word.
    #[inline(always)]
    pub(super) fn of_word(self, ends_in_letter: bool, has_letter: bool) -> u32 {
        let with_digit = if has_letter { self.alphanumeric } else { self.number };
        if ends_in_letter { self.letter } else { with_digit }
    }
}

/// The characters of words that end in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordCharacters {
    pub(super) punctuation: WordPunctuation,
    separators: SeparatorSet,
    has_digits: bool,
    /// Whether mid characters join letters or digits; otherwise the DFA processes those before letters and digits.
    joins: bool,
    pub(super) states: WordStates,
    /// The state after a space.
    pub(super) state_after_space: u32,
    /// The classes of letters.
    letter_classes: ClassSet,
    /// Whether separators, and digits if there are any, are skipped like letters.
    skips_separators: bool,
}

impl WordCharacters {
    /// No characters: the DFA processes all of them.
    pub(super) const NONE: WordCharacters = WordCharacters {
        punctuation: WordPunctuation::NONE,
        separators: SeparatorSet::None,
        has_digits: false,
        joins: false,
        states: WordStates::NONE,
        state_after_space: NO_STATE,
        letter_classes: ClassSet::EMPTY,
        skips_separators: false,
    };

    /// The characters of words that end in state `letter`. There are none for rules with lookahead slots, which are
    /// reset at every boundary.
    pub(super) fn new<B: RunBoundary>(dfa: &Dfa, boundary: &B, letter: u32) -> WordCharacters {
        if dfa.lookahead_slots != 0 {
            return WordCharacters::NONE;
        }
        let punctuation: Vec<u8> = (0..0x80).filter(|c: &u8| !c.is_ascii_alphanumeric()).collect();
        let attempt = |separators: SeparatorSet, joins: bool, has_digits: bool| {
            let characters = if separators == SeparatorSet::Space { b" " } else { punctuation.as_slice() };
            let model = WordModel::new(dfa, boundary, letter, characters, joins, has_digits)?;
            let found = WordCharacters::of_model(dfa, &model, separators)?;
            found.has_ascii_letters(dfa, boundary).then_some(found)
        };
        [(SeparatorSet::All, true), (SeparatorSet::All, false), (SeparatorSet::Space, true)]
            .into_iter()
            .flat_map(|(separators, joins)| [(separators, joins, true), (separators, joins, false)])
            .find_map(|(separators, joins, has_digits)| attempt(separators, joins, has_digits))
            .unwrap_or(WordCharacters::NONE)
    }

    /// ASCII characters that are skipped, for rules without words. Extending ones are in the mask of MidNum.
    pub(super) fn of_skipped(skipped: impl Fn(u32) -> AsciiSkip) -> WordCharacters {
        let has_digits = (b'0'..=b'9').all(|c| skipped(c.into()) == AsciiSkip::Always);
        let others: Vec<u8> = (0..0x80).filter(|c: &u8| !c.is_ascii_alphanumeric()).collect();
        let has_separators = others.iter().any(|c| skipped((*c).into()) == AsciiSkip::Always);
        let kind = |c: u8| match skipped(c.into()) {
            AsciiSkip::Always => None,
            AsciiSkip::Extending => Some((c, PunctuationKind::MidNum)),
            AsciiSkip::Never => has_separators.then_some((c, PunctuationKind::Other)),
        };
        let special: Vec<_> = others.into_iter().filter_map(kind).collect();
        let of_punctuation = |punctuation| WordCharacters {
            punctuation,
            joins: true,
            has_digits,
            skips_separators: has_separators,
            ..WordCharacters::NONE
        };
        WordPunctuation::new(&special).map_or(WordCharacters::NONE, of_punctuation)
    }

    fn of_model(dfa: &Dfa, model: &WordModel, separators: SeparatorSet) -> Option<WordCharacters> {
        let letter_classes: ClassSet = (0..SET_CLASSES).filter(|class| model.is_letter(*class)).collect();
        let of_digits = |index: usize| model.digit_states.get(index).copied().unwrap_or(NO_STATE);
        let [number, alphanumeric] = [1, 2].map(of_digits);
        (letter_classes != ClassSet::EMPTY).then_some(WordCharacters {
            punctuation: WordPunctuation::new(&model.special)?,
            separators,
            has_digits: !model.digit_states.is_empty(),
            joins: model.joins,
            states: WordStates { letter: model.letter, number, alphanumeric },
            state_after_space: dfa.state_after(' '),
            letter_classes,
            skips_separators: false,
        })
    }

    /// Whether the ASCII letters are outside the run, or all of them are letters of these words, or none.
    fn has_ascii_letters<B: RunBoundary>(&self, dfa: &Dfa, boundary: &B) -> bool {
        let mut letters = ('a'..='z').chain('A'..='Z').map(u32::from);
        !boundary.contains('a'.into())
            || letters.clone().all(|letter| self.is_letter(dfa, letter))
            || letters.all(|letter| !dfa.is_self_loop(self.states.letter, letter))
    }

    /// Whether a code point of the BMP is a letter that starts no emoji.
    #[inline]
    pub(super) fn is_letter(&self, dfa: &Dfa, code: u32) -> bool {
        self.is_letter_class(dfa.classes.class(code)) && !may_be_emoji(code)
    }

    /// Whether the characters of a class are letters.
    #[inline(always)]
    pub(super) fn is_letter_class(&self, class: u16) -> bool {
        self.letter_classes.contains(class)
    }

    /// Whether there are words, and not only characters that are skipped.
    #[inline(always)]
    fn has_words(&self) -> bool {
        self.states.letter != NO_STATE
    }

    /// Whether the letter or digit at `at` starts a word after a separator.
    #[inline]
    pub(super) fn starts_word<U: CodeUnit>(&self, dfa: &Dfa, text: &[U], at: usize) -> bool {
        let code = code_at(text, text, at).0;
        code < 0x80 || self.is_letter(dfa, code)
    }

    /// The kinds of the units of a block, which starts at `start`. `with_letters`: whether ASCII letters are
    /// self-loops; `start_words`: whether all others are letters.
    #[inline(always)]
    pub(super) fn masks(
        &self,
        found: &WordMasks,
        start: usize,
        with_letters: bool,
        start_words: bool,
    ) -> UnitKindMasks {
        let digits = if self.has_digits { found.digits } else { 0 };
        let mid = found.mid_letter | found.mid_num;
        let mut separators = match self.separators {
            SeparatorSet::None => 0,
            SeparatorSet::Space => found.space,
            SeparatorSet::All => found.separators,
        };
        // A mark after a digit or a mid character belongs to it; what follows the block is not known.
        let before_mark = if start_words | !self.has_words() {
            0
        } else {
            (digits | mid) & (found.in_filter >> 1 | 1 << (BLOCK - 1))
        };
        let mut joints = !before_mark;
        if !self.joins {
            separators |= mid & (separators | mid) >> 1;
            joints = 0;
        }
        let others = if self.skips_separators { digits | found.separators } else { 0 };
        UnitKindMasks {
            loops: found.in_filter | others | if with_letters { found.letters } else { 0 },
            segment_starts: 0,
            spaces: found.space,
            digits: digits & !before_mark,
            separators,
            mid_letter: found.mid_letter & joints,
            mid_num: found.mid_num & joints,
            start,
            end: start + found.length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped_rules;
    use super::*;

    fn of(name: &str, letter: char) -> WordCharacters {
        let rules = shipped_rules(name).unwrap();
        WordCharacters::new(&rules.dfa, &(), rules.dfa.state_after(letter))
    }

    #[test]
    fn rules_have_the_characters_of_uax_29() {
        for name in ["Default", "word", "Standard"] {
            let found = of(name, 'a');
            assert_eq!(found.separators, SeparatorSet::All, "{name}");
            assert!(found.has_digits, "{name}");
            use PunctuationKind::*;
            let mut expected = vec![
                (b'\'', MidNumLet),
                (b',', MidNum),
                (b'.', MidNumLet),
                (b':', MidLetter),
                (b';', MidNum),
                (b'_', Other),
            ];
            if name != "Standard" {
                expected.insert(0, (b'\r', Other));
            }
            assert_eq!((name, found.punctuation.characters()), (name, expected.as_slice()));
            for (letter, is_letter) in
                [('z', true), ('é', true), ('я', true), ('1', false), ('\u{301}', false), ('中', false)]
            {
                assert_eq!(
                    found.is_letter(&shipped_rules(name).unwrap().dfa, letter.into()),
                    is_letter,
                    "{name} {letter}"
                );
            }
        }
        for name in ["char", "line", "sent"] {
            assert_eq!(of(name, 'a').separators, SeparatorSet::None, "{name}");
        }
    }
}
