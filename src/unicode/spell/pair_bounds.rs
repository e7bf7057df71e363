//! Rejects parts of a text by the rules' base values: a part with `million` is not parsed by the rules below 1,000.
//!
//! A part that is a number as a whole is a sequence of literals, and all rules that parse it have a base value below
//! the upper bound of the call. So each pair of adjacent units of the part is in a literal of such a rule, or one such
//! literal ends with its first unit and another one starts with its second:
//!
//! ```text
//! least(a, b) = min(base of rules with `ab` in a literal,
//!                   max(min base of literals that end with a, min base of literals that start with b))
//! reject(part, bound) if it has a pair with least(pair) >= bound
//! ```
//!
//! `least` is stored in powers of ten, rounded down, in a table by the hash of the pair; pairs with equal hashes share
//! the minimum. A text has a few pairs with a large `least`: its *bounded pairs*. A rule that passes a greater bound to
//! a rule set than its own (`x.x`, `-x`, fractions) makes bounded pairs invalid; its literals are not in most texts.

use super::indexed_rules::IndexedRule;
use super::rules::{SubstitutionKind, SubstitutionTarget};
use super::unit_signature::{PlacedUnit, UnitSignature, mix_pair};

/// The number of entries of the table of pairs: a power of two.
const PAIRS: usize = 1 << 12;

/// The level of pairs that no number contains.
const NEVER: u8 = u8::MAX;

/// The least level of bounded pairs.
const MIN_LEVEL: u8 = 2;

/// The maximum number of bounded pairs of a text, since each call reads all of them.
const MAX_BOUNDED_PAIRS: usize = 16;

/// The maximum number of different rules that raise the bound.
const MAX_RAISING: usize = 64;

/// The maximum number of different units that literals start with, or end with: a user may define any number.
const MAX_ENDS: usize = 128;

/// The levels of all pairs of units in one form of comparison.
#[derive(Debug, Default)]
pub(super) struct PairBounds {
    /// The power of ten that is at most `least`, by the hash of the pair.
    levels: Box<[u8]>,
    /// The literals of each rule that passes a greater bound than its own.
    raising: Vec<UnitSignature>,
}

/// A pair of units that only rules from a base value on parse.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundedPair {
    least: f64,
    start: u32,
    end: u32,
}

impl PairBounds {
    /// A scanner at the start of a text, which replaces the bounded pairs.
    #[inline]
    pub(super) fn scanner<'a>(&'a self, bounded_pairs: &'a mut Vec<BoundedPair>) -> PairScanner<'a> {
        bounded_pairs.clear();
        PairScanner { bounds: self, bounded_pairs, signature: UnitSignature::default(), before: None, run: None }
    }
}

/// Reads the units of a text once.
pub(super) struct PairScanner<'a> {
    bounds: &'a PairBounds,
    bounded_pairs: &'a mut Vec<BoundedPair>,
    signature: UnitSignature,
    before: Option<PlacedUnit>,
    /// The pair with the greatest level among the last ones, all of which have large levels.
    run: Option<(u8, PlacedUnit)>,
}

impl PairScanner<'_> {
    /// Reads the next unit.
    #[inline(always)]
    pub(super) fn push(&mut self, unit: PlacedUnit) {
        self.signature.add_unit(unit.value);
        if let Some(before) = self.before {
            let mixed = mix_pair(before.value, unit.value);
            self.signature.add_pair(mixed);
            let level = self.bounds.levels.get(slot(mixed)).copied().unwrap_or(0);
            if level < MIN_LEVEL {
                self.end_run();
            } else if self.run.is_none_or(|(greatest, _)| level > greatest) {
                self.run = Some((level, PlacedUnit { start: before.start, ..unit }));
            }
        }
        self.before = Some(unit);
    }

    #[inline(always)]
    fn end_run(&mut self) {
        if let Some((level, PlacedUnit { start, end, .. })) = self.run.take()
            && self.bounded_pairs.len() < MAX_BOUNDED_PAIRS
        {
            self.bounded_pairs.push(BoundedPair { least: least(level), start, end });
        }
    }

    /// The units and pairs of the text.
    #[inline]
    pub(super) fn finish(mut self) -> UnitSignature {
        self.end_run();
        if self.bounds.raising.iter().any(|raising| self.signature.contains(*raising)) {
            self.bounded_pairs.retain(|pair| pair.least == f64::INFINITY);
        }
        self.signature
    }
}

/// Whether a part has a pair that no rule below the bound parses.
#[inline]
pub(super) fn exceeds_bound(bounded_pairs: &[BoundedPair], start: usize, end: usize, bound: f64) -> bool {
    bounded_pairs.iter().any(|pair| pair.least >= bound && pair.start as usize >= start && pair.end as usize <= end)
}

#[inline]
fn slot(mixed: u32) -> usize {
    (mixed >> (u32::BITS - PAIRS.ilog2())) as usize
}

fn least(level: u8) -> f64 {
    const POWERS: [f64; 19] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];
    POWERS.get(usize::from(level)).copied().unwrap_or(f64::INFINITY)
}

/// Collects the literals of all rules.
pub(super) struct PairBoundsBuilder<'r> {
    /// The least level of the rules with each literal, by its index.
    literals: Vec<u8>,
    /// The pieces of texts with plural branches, with their levels.
    pieces: Vec<(&'r str, u8)>,
    raising: Vec<UnitSignature>,
}

impl<'r> PairBoundsBuilder<'r> {
    pub(super) fn new(literals: usize) -> PairBoundsBuilder<'r> {
        PairBoundsBuilder { literals: vec![NEVER; literals], pieces: Vec::new(), raising: Vec::new() }
    }

    /// Adds a rule, which parses no text without the units and pairs in `required`.
    pub(super) fn add(&mut self, rule: &'r IndexedRule, is_fraction: bool, required: UnitSignature) {
        let subs = || rule.substitutions.iter().flatten();
        // Texts with decimal numbers have no bounded pairs, and other texts do not match a pattern.
        if subs().any(|sub| matches!(sub.target, SubstitutionTarget::Pattern(_))) {
            return;
        }
        let is_raising = |kind: SubstitutionKind| match kind {
            SubstitutionKind::Same => is_fraction,
            SubstitutionKind::Multiplier | SubstitutionKind::Modulus => {
                is_fraction || rule.divisor > rule.base.max(1) as f64
            }
            SubstitutionKind::IntegralPart
            | SubstitutionKind::FractionalPart { .. }
            | SubstitutionKind::AbsoluteValue
            | SubstitutionKind::Numerator { .. } => true,
        };
        if subs().any(|sub| is_raising(sub.kind))
            && self.raising.len() <= MAX_RAISING
            && !self.raising.contains(&required)
        {
            // Beyond the maximum, one that is in all texts.
            let is_last = self.raising.len() == MAX_RAISING;
            self.raising.push(if is_last { UnitSignature::default() } else { required });
        }
        // The bound does not apply to special rules, nor to those of fraction rule sets.
        let is_bounded = rule.special.is_none() && !is_fraction;
        let level = if is_bounded { rule.base.max(1).ilog10() as u8 } else { 0 };
        for literal in rule.literals {
            self.literals.get_mut(literal as usize).into_iter().for_each(|least| *least = level.min(*least));
        }
        if let Some(plural) = &rule.plural {
            let mut cuts = vec![0, plural.start, plural.end, rule.text.len()];
            cuts.extend(subs().map(|sub| sub.at));
            cuts.sort_unstable();
            let pieces = cuts.windows(2).filter_map(|cut| rule.text.get(*cut.first()?..*cut.last()?));
            self.pieces.extend(pieces.chain(plural.branches.messages()).map(|piece| (piece, level)));
        }
    }

    /// The levels of all pairs, given the units of the literals and a function for those of other texts.
    pub(super) fn finish(self, literals: &[Vec<u32>], units_of: impl Fn(&str) -> Vec<u32>) -> PairBounds {
        let mut levels = vec![NEVER; PAIRS];
        let mut lower = |first: u32, second: u32, level: u8| {
            let least = levels.get_mut(slot(mix_pair(first, second)));
            least.into_iter().for_each(|least| *least = level.min(*least));
        };
        let [mut starts, mut ends] = [const { Vec::<(u32, u8)>::new() }; 2];
        let mut add = |units: &[u32], level: u8| {
            units.iter().zip(units.iter().skip(1)).for_each(|(first, second)| lower(*first, *second, level));
            for (list, unit) in [(&mut starts, units.first()), (&mut ends, units.last())] {
                let Some(unit) = unit else { continue };
                if let Some((_, least)) = list.iter_mut().find(|(known, _)| known == unit) {
                    *least = level.min(*least);
                } else if list.len() <= MAX_ENDS {
                    list.push((*unit, level));
                }
            }
        };
        literals.iter().zip(&self.literals).for_each(|(units, level)| add(units, *level));
        self.pieces.iter().for_each(|(piece, level)| add(&units_of(piece), *level));
        let is_always_raised = self.raising.contains(&UnitSignature::default());
        if is_always_raised || starts.len().max(ends.len()) > MAX_ENDS {
            return PairBounds::default();
        }
        for (last, one) in &ends {
            starts.iter().for_each(|(first, other)| lower(*last, *first, *one.max(other)));
        }
        PairBounds { levels: levels.into(), raising: self.raising }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::spell::{RuleBasedNumberFormat, RuleSetGroup};

    #[test]
    fn parts_with_letters_of_large_numbers_exceed_small_bounds() {
        let format = RuleBasedNumberFormat::open("en", RuleSetGroup::Spellout).format;
        let index = format.index();
        let exceeds = |text: &str, bound: f64| {
            let mut bounded_pairs = Vec::new();
            let mut scanner = index.exact.bounds.scanner(&mut bounded_pairs);
            index.alphabet.classify(text, |unit| scanner.push(unit));
            scanner.finish();
            exceeds_bound(&bounded_pairs, 0, text.len(), bound)
        };
        assert!(exceeds("seven million six", 1e6));
        assert!(!exceeds("seven million six", 1e7));
        assert!(exceeds("two thousand", 1000.0));
        assert!(!exceeds("two thousand", 1e4));
        // `%%2d-year` has `0: hundred`.
        assert!(!exceeds("two hundred", 100.0));
        // `-x` passes the greatest bound to a set.
        assert!(!exceeds("minus two thousand", 1000.0));
        assert!(exceeds("seven xqz", f64::MAX));
    }
}
