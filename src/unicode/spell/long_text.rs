//! The part of a long text that a number at its start may extend to: delimiters are searched in all of a part, so
//! parsing takes the square of its length, or more.
//!
//! A number consists of literals, separators and decimal numbers. So it ends before the first letter that none of these
//! has, which prose has after a few words.

use std::collections::BTreeSet;

use super::RuleBasedNumberFormat;
use super::decimal_parser;
use super::foreign_characters::ForeignCharacters;
use super::indexed_rules::{IndexedLiteral, IndexedSet};
use super::lenient::{fold, fold_literal};
use super::rules::SubstitutionTarget;
use super::symbols::digit_value;
use crate::unicode::part::StrPart;

/// Texts up to this length in bytes are parsed as they are.
const MAX_SHORT_TEXT: usize = 256;

/// Decides which letters end a number.
#[derive(Debug)]
pub(super) struct NumberEnds {
    foreign: ForeignCharacters,
    /// The characters of names, signs and suffixes in decimal numbers, in folded form.
    of_decimals: Vec<char>,
    other_digits: Option<[char; 10]>,
}

impl NumberEnds {
    /// `ignores_case`: whether the folded literals are all that lenient parsing compares.
    pub(super) fn new(
        format: &RuleBasedNumberFormat,
        sets: &[IndexedSet],
        literals: &[IndexedLiteral],
        ignores_case: bool,
    ) -> NumberEnds {
        let folding = format.lenient_folding();
        let mut literals: Vec<Vec<u32>> =
            literals.iter().map(|literal| fold_literal(&literal.text, &folding)).collect();
        let names = decimal_parser::names_and_signs(&format.symbols);
        let mut of_decimals: Vec<char> = names.concat().chars().map(fold).collect();
        for rule in sets.iter().flat_map(IndexedSet::in_order) {
            for message in rule.plural.iter().flat_map(|plural| plural.branches.messages()) {
                literals.push(fold_literal(message, &folding));
            }
            for sub in rule.substitutions.iter().flatten() {
                if let SubstitutionTarget::Pattern(pattern) = &sub.target {
                    of_decimals.extend(pattern.suffix().chars().map(fold));
                }
            }
        }
        NumberEnds {
            foreign: ForeignCharacters::new(
                ignores_case.then_some(&literals),
                format.lenient_collator().cloned(),
                format.case_folding(),
            ),
            of_decimals,
            other_digits: format.symbols.other_digits(),
        }
    }

    /// Whether a number ends before a character. Marks may belong to the letter before them.
    fn contains(&self, c: char) -> bool {
        c.is_alphabetic()
            && self.foreign.contains(c)
            && !self.of_decimals.contains(&fold(c))
            && digit_value(c, self.other_digits.as_ref()).is_none()
    }
}

impl RuleBasedNumberFormat {
    /// The part of a text that a number at its start may extend to, and a little more: a short text as a whole.
    pub(super) fn parsed_part<'t>(&self, text: &'t str) -> &'t str {
        if text.len() <= MAX_SHORT_TEXT { text } else { self.up_to_prose(text) }
    }

    /// The start of a text up to the first letter at which a number ends, with this letter.
    pub(super) fn up_to_prose<'t>(&self, text: &'t str) -> &'t str {
        let ends = self.index().number_ends(self);
        // Each letter is decided once.
        let mut passed = BTreeSet::new();
        let end = text.char_indices().find(|(_, c)| passed.insert(u32::from(*c)) && ends.contains(*c));
        end.map_or(text, |(at, c)| text.part(..at + c.len_utf8()))
    }
}

#[cfg(test)]
mod tests {
    use crate::unicode::spell::{RuleBasedNumberFormat, RuleSetGroup};

    #[test]
    fn prose_ends_at_a_letter_of_no_number() {
        let format = RuleBasedNumberFormat::open("de", RuleSetGroup::Spellout).format;
        let prose = "zwei Häuser sind ein Paar, drei sind es nicht. ".repeat(10);
        assert_eq!(format.parsed_part(&prose), "zwei Häuser sind ein P");
        assert_eq!(format.parsed_part(&prose[..200]), &prose[..200]);
        let numbers = "NaN, dreißig, 1E5, ".repeat(20);
        assert_eq!(format.parsed_part(&numbers), numbers);
    }

    #[test]
    fn suffixes_and_plural_branches_end_no_number() {
        let rules = "%main:0: =#,##0'q'=; 10: $(cardinal,one{xylo}other{xyli})$;";
        let format = RuleBasedNumberFormat::from_rules(rules, "en").unwrap();
        let numbers = "xylo xyli 1q ".repeat(30);
        assert_eq!(format.parsed_part(&numbers), numbers);
    }
}
