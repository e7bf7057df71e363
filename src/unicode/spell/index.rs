//! The index of a format's rules for parsing numbers, built at its first use: the rules with their distinct literals,
//! the alphabet of the literals, and the filters of each form of comparison (`part_filter`).

use crate::lazy;
use crate::unicode::collate::Primaries;
use crate::unicode::part::SlicePart;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::RuleBasedNumberFormat;
use super::alphabet::Alphabet;
use super::indexed_rules::{IndexedLiteral, IndexedSet, LiteralPool};
use super::lenient::{Folding, fold_literal};
use super::long_text::NumberEnds;
use super::part_filter::ComparisonIndex;

/// The index of a format's rules for parsing numbers.
#[derive(Debug)]
pub(super) struct RuleIndex {
    pub(super) sets: Vec<IndexedSet>,
    pub(super) literals: Vec<IndexedLiteral>,
    /// The public rule sets that may parse.
    pub(super) read_order: ReadOrder,
    /// For exact comparison, by bytes.
    pub(super) exact: ComparisonIndex,
    pub(super) alphabet: Alphabet,
    folded: OnceLock<FoldedIndices>,
    number_ends: OnceLock<NumberEnds>,
}

/// Rule sets in the order in which parsing tries them: the last one first.
#[derive(Debug)]
pub(super) struct ReadOrder {
    pub(super) all: Vec<usize>,
    /// Without duplicates, and with rule sets that only call another set replaced by that set. If parsing is lenient, a
    /// set that calls another one also parses decimals: then these are the sets for texts without decimals only.
    pub(super) distinct: Vec<usize>,
}

/// The indices for lenient parsing.
#[derive(Debug)]
pub(super) struct FoldedIndices {
    pub(super) case: ComparisonIndex,
    /// By primary weights, if the rules have `%%lenient-parse`.
    pub(super) primary: Option<ComparisonIndex>,
    /// The primary weights of the alphabet's characters by their slots.
    weights: Vec<CharacterWeights>,
    /// Whether [`CharacterWeights::ignores_case`] holds for all characters of the literals, so that filters by weights
    /// are valid; true without `%%lenient-parse`.
    pub(super) ignores_case: bool,
}

/// The primary weights of a character.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CharacterWeights {
    list: [u32; 3],
    count: u8,
    /// Whether they equal those of the folded character. Texts of such characters that are equal after folding have
    /// equal weights.
    pub(super) ignores_case: bool,
    /// See [`Primaries::ends_with_ignorable`].
    pub(super) ends_with_ignorable: bool,
}

impl CharacterWeights {
    /// The weights.
    #[inline]
    pub(super) fn list(&self) -> &[u32] {
        self.list.part(..usize::from(self.count))
    }
}

impl FoldedIndices {
    fn new(index: &RuleIndex, format: &RuleBasedNumberFormat) -> FoldedIndices {
        let comparison = |folding: &Folding| ComparisonIndex::new(&index.sets, &index.literals, Some(folding));
        let case = comparison(&format.case_folding());
        let Some(collator) = format.lenient_collator() else {
            return FoldedIndices { case, primary: None, weights: Vec::new(), ignores_case: true };
        };
        let folding = Folding::Primary(collator);
        let weights_of = |c: char| fold_literal(c.encode_utf8(&mut [0; 4]), &folding);
        let mut weights = vec![CharacterWeights::default(); index.alphabet.slots()];
        for c in index.alphabet.known() {
            let class = index.alphabet.class(c);
            let folded = char::from_u32(class.folded()).filter(|_| !class.is_separator()).unwrap_or(c);
            let unfolded = weights_of(c);
            let mut list = [0; 3];
            list.iter_mut().zip(&unfolded).for_each(|(slot, weight)| *slot = *weight);
            if let Some(slot) = weights.get_mut(index.alphabet.slot(c)).filter(|_| unfolded.len() <= list.len()) {
                *slot = CharacterWeights {
                    list,
                    count: unfolded.len() as u8,
                    ignores_case: unfolded == weights_of(folded),
                    ends_with_ignorable: Primaries::of(collator, c).ends_with_ignorable,
                };
            }
        }
        let mut folded = FoldedIndices { case, primary: Some(comparison(&folding)), weights, ignores_case: true };
        let mut characters = index.literals.iter().flat_map(|literal| literal.text.chars());
        folded.ignores_case = characters.all(|c| folded.weights(&index.alphabet, c).ignores_case);
        folded
    }

    /// The weights of a character of the alphabet.
    #[inline]
    pub(super) fn weights(&self, alphabet: &Alphabet, c: char) -> CharacterWeights {
        self.weights.item(alphabet.slot(c))
    }
}

/// The maximum length of a chain of rule sets that only call another set.
const MAX_DELEGATES: usize = 16;

impl ReadOrder {
    pub(super) fn new(all: Vec<usize>, sets: &[IndexedSet]) -> ReadOrder {
        let mut seen = BTreeSet::new();
        let resolve = |set: &usize| {
            let mut set = *set;
            for _ in 0..MAX_DELEGATES {
                let Some(target) = sets.get(set).and_then(IndexedSet::delegate) else { break };
                set = target;
            }
            set
        };
        let distinct = all.iter().map(resolve).filter(|set| seen.insert(*set)).collect();
        ReadOrder { all, distinct }
    }
}

impl RuleIndex {
    /// Builds the index of all rules of a format.
    pub(super) fn new(format: &RuleBasedNumberFormat) -> RuleIndex {
        let mut pool = LiteralPool::default();
        let rules = format.rules.all().into_iter().zip(&format.rules.sets);
        let sets: Vec<IndexedSet> =
            rules.map(|(rules, set)| IndexedSet::new(rules, set.is_fraction, &mut pool)).collect();
        let literals = pool.literals;
        let named = format.rules.sets.iter().enumerate().rev();
        let texts = literals.iter().map(|literal| literal.text.as_str());
        let alphabet = Alphabet::new(texts, &format.symbols, &format.case_folding());
        let readable = named.filter(|(_, set)| set.is_public && set.is_readable).map(|(number, _)| number).collect();
        RuleIndex {
            exact: ComparisonIndex::new(&sets, &literals, None),
            read_order: ReadOrder::new(readable, &sets),
            sets,
            literals,
            alphabet,
            folded: OnceLock::new(),
            number_ends: OnceLock::new(),
        }
    }

    /// The letters at which a number ends, collected when the first long text is parsed.
    pub(super) fn number_ends(&self, format: &RuleBasedNumberFormat) -> &NumberEnds {
        let make = || NumberEnds::new(format, &self.sets, &self.literals, self.folded(format).ignores_case);
        lazy::get_or_make(&self.number_ends, make)
    }

    /// The indices for lenient parsing, built at their first use.
    pub(super) fn folded(&self, format: &RuleBasedNumberFormat) -> &FoldedIndices {
        lazy::get_or_make(&self.folded, || FoldedIndices::new(self, format))
    }
}
