//! Which terms can't be numbers: nearly all words of running text, told by their first three characters.
//!
//! A term that is read begins with a literal of the rules (or with digits). The first three characters of those literals, as
//! lenient reading compares them, are a set; terms of ASCII letters are looked up in a table of all triples of letters, others
//! are folded character by character.

use std::collections::BTreeSet;

use super::RuleBasedNumberFormat;
use super::digits::digit;
use super::lenient::{Folding, fold_literal, is_separator};
use super::rules::{RuleSet, Target};
use crate::unicode::text::{CodeUnit, code_points};

/// Characters of a term that are looked at.
const LENGTH: usize = 3;

/// See the module.
#[derive(Debug)]
pub struct Starts {
    /// A bit for each triple of ASCII letters, five bits a letter.
    ascii: Vec<u64>,
    /// The starts of literals, folded; shorter literals whole.
    case: BTreeSet<Vec<u32>>,
    primary: BTreeSet<Vec<u32>>,
    /// A literal of separators only may begin a number, or a pattern's text: everything may be one.
    any: bool,
}

impl Starts {
    /// The starts of what the rule sets of a format read that `takes` chooses.
    pub(super) fn new(format: &RuleBasedNumberFormat, takes: impl Fn(&RuleSet) -> bool) -> Starts {
        let mut literals = BTreeSet::new();
        let mut seen = vec![false; format.rules.sets.len()];
        let readable = |set: &RuleSet| set.public && set.readable && takes(set);
        let mut open: Vec<usize> =
            format.rules.sets.iter().enumerate().filter(|(_, set)| readable(set)).map(|(number, _)| number).collect();
        while let Some(number) = open.pop() {
            let Some(seen) = seen.get_mut(number).filter(|seen| !**seen) else { continue };
            *seen = true;
            let Some(set) = format.rules.sets.get(number) else { continue };
            for rule in set.rules.iter().chain(set.special.iter().flatten()) {
                let [prefix, _, _] = rule.literals;
                let text = format.rules.literals.get(prefix as usize).map_or("", |literal| &literal.text);
                if !text.is_empty() {
                    literals.insert(prefix as usize);
                    // A literal of separators only may be followed by anything that its substitution reads.
                    if !text.chars().all(is_separator) {
                        continue;
                    }
                }
                for sub in rule.subs.iter().flatten() {
                    match &sub.target {
                        Target::Set(target) => open.push(*target),
                        Target::RuleBefore(_) => open.push(number),
                        Target::Pattern(_) => {}
                    }
                }
            }
        }
        let folded = format.folded_literals();
        let starts = |keys: &[Vec<u32>]| -> BTreeSet<Vec<u32>> {
            let start = |key: &Vec<u32>| key.iter().take(LENGTH).copied().collect::<Vec<u32>>();
            literals.iter().filter_map(|literal| keys.get(*literal)).filter(|key| !key.is_empty()).map(start).collect()
        };
        let (case, primary) = (starts(&folded.case), starts(&folded.primary));
        let mut ascii = vec![0; 1 << 9];
        mark(&mut ascii, &case, &format.case_folding());
        if let Some(collator) = format.lenient_collator() {
            mark(&mut ascii, &primary, &Folding::Primary(collator));
        }
        Starts { ascii, any: case.is_empty(), case, primary }
    }

    /// Whether the term may be words of a number; false is sure.
    #[inline]
    pub fn may_be_words<U: CodeUnit>(&self, term: &[U]) -> bool {
        if let Some([first, second, third]) = term.first_chunk::<3>() {
            let letters = [*first, *second, *third].map(|unit| (unit.into() | 0x20).wrapping_sub(u32::from(b'a')));
            if letters.iter().all(|letter| *letter < 26) {
                let place = letters.iter().fold(0, |place, letter| place << 5 | *letter as usize);
                return self.ascii.get(place >> 6).is_some_and(|word| word >> (place & 63) & 1 == 1);
            }
        }
        self.may_be_other_words(term)
    }

    #[cold]
    fn may_be_other_words<U: CodeUnit>(&self, term: &[U]) -> bool {
        let mut start = String::new();
        for (_, c) in code_points(term) {
            // Separators may stand for nothing; marks may compose; long starts are not looked at in full.
            if is_separator(c) || start.len() > 64 {
                return true;
            }
            start.push(c);
            if start.chars().count() == LENGTH + 1 {
                break;
            }
        }
        if self.any || start.chars().any(|c| digit(c).is_some()) {
            return true;
        }
        let case = fold_literal(&start, &Folding::Case { turkic: false });
        let turkic = fold_literal(&start, &Folding::Case { turkic: true });
        // Primary weights are not computed: such locales are few, and only letters that ASCII lacks come here.
        has_start(&self.case, &case) || has_start(&self.case, &turkic) || !self.primary.is_empty()
    }
}

/// Sets the bits of all triples of ASCII letters that begin with one of the starts.
fn mark(ascii: &mut [u64], starts: &BTreeSet<Vec<u32>>, folding: &Folding) {
    let letters: Vec<Vec<u32>> =
        ('a'..='z').map(|letter| fold_literal(letter.encode_utf8(&mut [0; 4]), folding)).collect();
    for start in starts {
        // Where the start ends, any letter may follow.
        let fit = |place: usize| {
            let wanted = start.get(place);
            let fits = move |letter: &&Vec<u32>| wanted.is_none_or(|wanted| letter.as_slice() == [*wanted]);
            letters.iter().enumerate().filter(move |(_, letter)| fits(letter)).map(|(number, _)| number)
        };
        for first in fit(0) {
            for second in fit(1) {
                for third in fit(2) {
                    let place = first << 10 | second << 5 | third;
                    if let Some(word) = ascii.get_mut(place >> 6) {
                        *word |= 1 << (place & 63);
                    }
                }
            }
        }
    }
}

/// Whether a key begins with one of the starts, or is the beginning of one.
fn has_start(starts: &BTreeSet<Vec<u32>>, key: &[u32]) -> bool {
    (1..=LENGTH.min(key.len())).any(|length| key.get(..length).is_some_and(|start| starts.contains(start)))
}
