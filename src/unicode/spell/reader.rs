//! A text from which a number is read, and the state of reading it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::RuleBasedNumberFormat;
use super::alphabet::ClassifiedText;
use super::index::RuleIndex;
use super::indexed_rules::IndexedRule;
use super::lenient::{FoldedText, Folding, with_ends};
use super::occurrences::OccurrenceTable;
use super::pair_bounds::BoundedPair;
use super::part_filter::ComparisonIndex;
use super::read_cache::{MAX_PART, MAX_TEXT, ReadCache};
use super::unit_signature::UnitSignature;
use crate::unicode::multiply_hash::MultiplyHasher;

/// The result of parsing the start of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParsedNumber {
    /// The number.
    pub value: f64,
    /// The number of bytes that were parsed.
    pub length: usize,
}

pub(super) const NOTHING: ParsedNumber = ParsedNumber { value: 0.0, length: 0 };

/// The maximum number of rules that are tried per byte of text; more is an error (see [`ParseLimitReached`]).
const TRIES_PER_BYTE: usize = 20_000;

/// The maximum number of rules that are tried for a text, and that of searches for delimiters: each takes some tens of
/// nanoseconds, the latter over [`MAX_PART`] bytes a few hundred.
const MAX_TEXT_TRIES: usize = 1 << 26;
const MAX_TEXT_SEARCHES: usize = 1 << 22;

/// The maximum number of rules that are tried for a term, and that of searches for delimiters: `፩፼` repeated has a
/// cubic number of readings. Of the numbers that CLDR's rule sets write none takes more than 10,002.
pub(super) const MAX_TERM_TRIES: usize = 1 << 17;

/// The maximum number of entries of a memo whose memory is kept for later texts: half a megabyte.
const MAX_KEPT_ENTRIES: usize = 1 << 14;

/// What the work for a text is limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParseLimits {
    /// [`TRIES_PER_BYTE`], [`MAX_TEXT_TRIES`] and [`MAX_TEXT_SEARCHES`].
    Text,
    /// [`MAX_TERM_TRIES`] as well: documents consist of any number of terms.
    Term,
}

/// The error for too deep nesting of rule set calls or too many possible parses: nothing is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParseLimitReached;

/// Buffers for parsing; kept by the caller, so that nothing is allocated once they have grown.
#[derive(Debug, Default)]
pub struct Scratch {
    case: FoldedText,
    primary: FoldedText,
    longest_memo: LongestMatchMemo,
    full_memo: FullMatchMemo,
    occurrences: OccurrenceTable,
    bounded_pairs: Vec<BoundedPair>,
    /// Results for parts of texts.
    pub(super) parts: ReadCache<MAX_PART>,
    /// Results for whole texts.
    pub(super) texts: ReadCache<MAX_TEXT>,
}

/// What restricts the rules that parse a part of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallScope {
    /// Only rules with a base value below it are tried (ICU: `upperBound`).
    pub(super) upper_bound: f64,
    /// The special rules that were tried already, a bit for each (ICU: `nonNumericalExecutedRuleMask`).
    pub(super) tried_specials: u8,
    /// The number of nested rule set calls (ICU: `recursionCount`).
    pub(super) depth: usize,
    /// Whether an ordinary rule of a fraction rule set is tried, whose base value is a denominator.
    pub(super) is_fraction: bool,
}

impl CallScope {
    /// The scope of a call for a text.
    pub(super) const OUTERMOST: CallScope =
        CallScope { upper_bound: f64::MAX, tried_specials: 0, depth: 0, is_fraction: false };

    /// The scope of a nested call.
    #[inline]
    pub(super) fn nested(self, upper_bound: f64) -> CallScope {
        CallScope { upper_bound, depth: self.depth + 1, is_fraction: false, ..self }
    }
}

/// A call of a rule set, as far as its result depends on it: the bytes from `start` to `end`, and the scope but for the
/// depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoKey {
    set: u32,
    start: u32,
    end: u32,
    /// The bits of the upper bound.
    upper_bound: u64,
    tried_specials: u8,
}

impl MemoKey {
    #[inline]
    pub(super) fn new(set: usize, start: usize, end: usize, scope: CallScope) -> MemoKey {
        MemoKey {
            set: set as u32,
            start: start as u32,
            end: end as u32,
            upper_bound: scope.upper_bound.to_bits(),
            tried_specials: scope.tried_specials,
        }
    }
}

/// The longest matches of rule sets.
type LongestMatchMemo = HashMap<MemoKey, ParsedNumber, BuildHasherDefault<MultiplyHasher>>;

/// The full matches of rule sets; `None` for parts that are not numbers as a whole.
type FullMatchMemo = HashMap<MemoKey, Option<f64>, BuildHasherDefault<MultiplyHasher>>;

/// The state of parsing a text.
pub(super) struct NumberReader<'a> {
    pub(super) format: &'a RuleBasedNumberFormat,
    pub(super) index: &'a RuleIndex,
    pub(super) text: &'a str,
    pub(super) properties: ClassifiedText,
    /// The folded text, for lenient parsing.
    pub(super) lenient: Option<LenientForms<'a>>,
    pub(super) filter: FilterForm<'a>,
    /// The units of the text, for the filters.
    pub(super) signature: UnitSignature,
    /// The pairs of units that reject parts by the bound.
    pub(super) bounded_pairs: &'a [BoundedPair],
    pub(super) longest_memo: &'a mut LongestMatchMemo,
    pub(super) full_memo: &'a mut FullMatchMemo,
    /// Where the delimiters are in the text: this rejects most rules.
    pub(super) occurrences: &'a mut OccurrenceTable,
    pub(super) tries_left: usize,
    limits: ParseLimits,
    /// The number of delimiters and of pieces of [`MAX_PART`] bytes that may still be searched in longer parts, which
    /// are not cached.
    pub(super) searches_left: usize,
    /// The maximum depth of nested rule set calls.
    pub(super) deepest: usize,
    /// The cache of parts; `None` if it can't be used, because the text has decimals or is compared by segments.
    pub(super) cache: Option<&'a mut ReadCache<MAX_PART>>,
    /// Whether a cached result was used.
    pub(super) used_cache: bool,
    /// The number of results from the memos: a result that uses one is not cached, as its total work is not known.
    pub(super) memo_hits: usize,
}

/// The form of comparison that the filters apply to.
pub(super) enum FilterForm<'a> {
    /// No filter.
    Off,
    Bytes,
    Folded(FoldedForm<'a>),
}

/// The text in one form of lenient comparison, and the literals in that form.
#[derive(Clone, Copy)]
pub(super) struct FoldedForm<'a> {
    pub(super) text: &'a FoldedText,
    pub(super) index: &'a ComparisonIndex,
}

/// The forms in which lenient parsing compares.
pub(super) struct LenientForms<'a> {
    pub(super) case: FoldedForm<'a>,
    /// By primary weights, if the rules have `%%lenient-parse`.
    pub(super) primary: Option<FoldedForm<'a>>,
}

impl<'a> LenientForms<'a> {
    /// The text and a literal in each form.
    pub(super) fn with_literal(&self, literal: u32) -> impl Iterator<Item = (&'a FoldedText, &'a [u32])> {
        let with_literal = move |form: FoldedForm<'a>| Some((form.text, form.index.literal(literal)?));
        with_literal(self.case).into_iter().chain(self.primary.and_then(with_literal))
    }

    /// Whether a part starts or ends inside of an NFC segment, so that its folded form is not a range of the folded
    /// text.
    pub(super) fn splits_segment(&self, start: usize, end: usize) -> bool {
        self.case.text.is_inside(start) || self.case.text.is_inside(end)
    }
}

impl RuleBasedNumberFormat {
    /// The state at the start of parsing a text. `None` if the text can't be parsed.
    pub(super) fn reader<'a>(
        &'a self,
        index: &'a RuleIndex,
        text: &'a str,
        is_lenient: bool,
        limits: ParseLimits,
        scratch: &'a mut Scratch,
    ) -> Option<NumberReader<'a>> {
        if self.rules.is_write_only || text.len() > u32::MAX as usize {
            return None;
        }
        let Scratch { case, primary, longest_memo, full_memo, occurrences, bounded_pairs, parts, texts: _ } = scratch;
        let (properties, signature, lenient, filter);
        if is_lenient {
            properties = index.alphabet.classify(text, |_| {});
            let (forms, form_filter) = self.fold(index, text, properties, case, primary);
            (lenient, filter) = (Some(forms), form_filter);
            signature = match &filter {
                FilterForm::Folded(form) => {
                    let mut scanner = form.index.bounds.scanner(bounded_pairs);
                    form.text.units.iter().for_each(|unit| scanner.push(unit.placed()));
                    scanner.finish()
                }
                FilterForm::Bytes | FilterForm::Off => UnitSignature::default(),
            };
        } else {
            let mut scanner = index.exact.bounds.scanner(bounded_pairs);
            properties = index.alphabet.classify(text, |unit| scanner.push(unit));
            signature = scanner.finish();
            (lenient, filter) = (None, if properties.has_decimals { FilterForm::Off } else { FilterForm::Bytes });
        }
        if matches!(filter, FilterForm::Off) {
            bounded_pairs.clear();
        }
        clear(longest_memo);
        clear(full_memo);
        occurrences.start_text(index.literals.len());
        let (tries_left, searches_left) = limits.of(text);
        Some(NumberReader {
            format: self,
            index,
            text,
            properties,
            lenient,
            cache: Some(parts).filter(|_| !matches!(filter, FilterForm::Off)),
            filter,
            signature,
            bounded_pairs,
            longest_memo,
            full_memo,
            occurrences,
            tries_left,
            limits,
            searches_left,
            deepest: 0,
            used_cache: false,
            memo_hits: 0,
        })
    }

    /// Folds a text to the forms of lenient comparison; returns the filter as well.
    fn fold<'a>(
        &'a self,
        index: &'a RuleIndex,
        text: &'a str,
        properties: ClassifiedText,
        case: &'a mut FoldedText,
        primary: &'a mut FoldedText,
    ) -> (LenientForms<'a>, FilterForm<'a>) {
        let (folded, alphabet) = (index.folded(self), &index.alphabet);
        if properties.is_simple {
            case.fill_simple(text, |c, emit| {
                let class = alphabet.class(c);
                if !class.is_separator() {
                    emit(class.folded(), true);
                }
            });
        } else {
            case.fill(text, &self.case_folding());
        }
        let mut ignores_case = true;
        if let Some(collator) = self.lenient_collator() {
            // The weights are those of single characters, and equal for characters that differ only in case; otherwise
            // the filter is invalid.
            ignores_case = properties.is_simple
                && folded.ignores_case
                && text.chars().all(|c| folded.weights(alphabet, c).ignores_case);
            if ignores_case {
                primary.fill_simple(text, |c, emit| {
                    let weights = folded.weights(alphabet, c);
                    with_ends(weights.list(), weights.ends_with_ignorable)
                        .for_each(|(weight, is_included)| emit(weight, is_included));
                });
            } else {
                primary.fill(text, &Folding::Primary(collator));
            }
        }
        let (case, primary) = (&*case, &*primary);
        let case = FoldedForm { text: case, index: &folded.case };
        let primary = folded.primary.as_ref().map(|index| FoldedForm { text: primary, index });
        let is_filtered = properties.is_simple && ignores_case && !properties.has_decimals;
        let filter = if is_filtered { FilterForm::Folded(primary.unwrap_or(case)) } else { FilterForm::Off };
        (LenientForms { case, primary }, filter)
    }
}

/// Clears a memo. It keeps its memory, unless that is more than nearly every text needs.
fn clear<V>(memo: &mut HashMap<MemoKey, V, BuildHasherDefault<MultiplyHasher>>) {
    if memo.capacity() > MAX_KEPT_ENTRIES {
        *memo = HashMap::default();
    } else if !memo.is_empty() {
        memo.clear();
    }
}

impl ParseLimits {
    /// The number of rules that may be tried, and of searches.
    fn of(self, text: &str) -> (usize, usize) {
        let tries = TRIES_PER_BYTE.saturating_mul(text.len());
        match self {
            ParseLimits::Text => (tries.min(MAX_TEXT_TRIES), MAX_TEXT_SEARCHES),
            ParseLimits::Term => (tries.min(MAX_TERM_TRIES), MAX_TERM_TRIES),
        }
    }
}

impl NumberReader<'_> {
    /// Resets the state to the start, without the cache.
    pub(super) fn restart(&mut self) {
        self.longest_memo.clear();
        self.full_memo.clear();
        (self.cache, self.used_cache) = (None, false);
        (self.tries_left, self.searches_left) = self.limits.of(self.text);
    }

    /// Counts the search for the delimiters of a rule in a part, or for one more of them. Parts that may be cached do
    /// not count, so that the limit does not depend on the contents of the cache.
    #[inline]
    pub(super) fn count_search(&mut self, start: usize, end: usize) -> Result<(), ParseLimitReached> {
        let pieces = end.saturating_sub(start) / (MAX_PART + 1);
        self.searches_left = self.searches_left.checked_sub(pieces).ok_or(ParseLimitReached)?;
        Ok(())
    }

    /// Counts the search for one more delimiter, which is near; but each plural branch that is absent is searched in
    /// all of the part.
    #[inline]
    pub(super) fn count_next_search(
        &mut self,
        rule: &IndexedRule,
        start: usize,
        end: usize,
    ) -> Result<(), ParseLimitReached> {
        let searched = if rule.plural.is_some() { end } else { end.min(start + MAX_PART + 1) };
        self.count_search(start, searched)
    }

    /// Counts that a part is folded, which takes longer than a search: the square of its pieces. At the limit no rule
    /// is tried any more.
    #[inline]
    pub(super) fn count_fold(&mut self, is_folded: bool, start: usize, end: usize) {
        let pieces = if is_folded { end.saturating_sub(start) / (MAX_PART + 1) } else { 0 };
        match self.searches_left.checked_sub(pieces.saturating_mul(pieces)) {
            Some(left) => self.searches_left = left,
            None => self.tries_left = 0,
        }
    }
}
