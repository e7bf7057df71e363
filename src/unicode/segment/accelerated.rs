//! Accelerated states (as regex engines call them): which characters lead from a row of the machine back to itself. That is a property of
//! the rules and of the kind of run, so it is found out once, when a text first needs it, and kept beside the rules for all streams.

use super::between::Between;
use super::machine::BreakRules;
use super::skip::Within;
use crate::unicode::scan::{Map, Span};
use std::collections::HashMap;
use std::sync::OnceLock;

/// So many rows times kinds of runs are kept; rules of a definition's own may have any number of rows.
const MOST: usize = 256;
/// Ranges of fewer characters behind the first one are of rare ones.
const FEWEST: u16 = 3;
/// Code points that are looked at together.
const BLOCK: u32 = 64;

/// A row in one kind of runs.
#[derive(Debug)]
pub(super) struct Accelerated {
    row: u32,
    within: u32,
    /// Whether all ASCII letters change nothing.
    pub(super) letters: bool,
    /// What may stand between two words of this row.
    pub(super) between: Between,
    /// Whether all ASCII letters start words behind that.
    pub(super) letters_start_words: bool,
    /// Code points of the BMP outside ASCII that change nothing: those that start words, and all.
    starting: OnceLock<Box<[Span]>>,
    all: OnceLock<Box<[Span]>>,
}

/// Those that were needed so far. A clone of rules starts without.
#[derive(Debug, Default)]
pub(super) struct AcceleratedRows(OnceLock<Box<[OnceLock<Accelerated>]>>);

impl AcceleratedRows {
    /// A row in the runs of a kind; `None` when there is no place for another one.
    pub(super) fn get<W: Within>(&self, rules: &BreakRules, within: &W, row: u32) -> Option<&Accelerated> {
        let places = self.0.get_or_init(|| (0..MOST).map(|_| OnceLock::new()).collect());
        let number = within.number();
        let first = (row ^ number.wrapping_mul(37)) as usize % MOST;
        let (before, behind) = places.split_at_checked(first)?;
        // What another thread puts into a place first is looked at there.
        let mut places =
            behind.iter().chain(before).map(|place| place.get_or_init(|| Accelerated::new(rules, within, row)));
        places.find(|known| known.row == row && known.within == number)
    }
}

impl Clone for AcceleratedRows {
    fn clone(&self) -> AcceleratedRows {
        AcceleratedRows::default()
    }
}

/// Follows from the rules.
impl PartialEq for AcceleratedRows {
    fn eq(&self, _: &AcceleratedRows) -> bool {
        true
    }
}

impl Eq for AcceleratedRows {}

impl Accelerated {
    fn new<W: Within>(rules: &BreakRules, within: &W, row: u32) -> Accelerated {
        let mut ascii = ('a'..='z').chain('A'..='Z').map(u32::from);
        let letters = within.holds('a'.into()) && ascii.clone().all(|letter| rules.loops(row, letter));
        let between = if row == rules.letters { rules.between } else { Between::new(rules, row) };
        Accelerated {
            row,
            within: within.number(),
            letters,
            between,
            letters_start_words: !letters || ascii.all(|letter| between.starts_word(rules, letter)),
            starting: OnceLock::new(),
            all: OnceLock::new(),
        }
    }

    /// The longest range around a code point that changes nothing; if `starting`, of those that start words. `None` if it is none of
    /// these.
    pub(super) fn around<W: Within>(&self, rules: &BreakRules, within: &W, starting: bool, code: u32) -> Option<Span> {
        let (code, spans) = (u16::try_from(code).ok()?, self.spans(rules, within, starting));
        let after = spans.partition_point(|span| span.low <= code);
        spans.get(after.checked_sub(1)?).copied().filter(|span| code - span.low <= span.length)
    }

    /// Those of the 128 code points around one of the BMP, where they are in more than two ranges that count; fewer are compared faster
    /// as ranges.
    pub(super) fn map_of<W: Within>(&self, rules: &BreakRules, within: &W, starting: bool, code: u32) -> Option<Map> {
        let (first, spans) = (code & 0xFF80, self.spans(rules, within, starting));
        let from = spans.partition_point(|span| u32::from(span.low) + u32::from(span.length) < first);
        let (mut bits, mut ranges) = (0, 0);
        for span in spans.get(from..)?.iter().take_while(|span| u32::from(span.low) < first + 128) {
            let low = u32::from(span.low).max(first) - first;
            let high = (u32::from(span.low) + u32::from(span.length) - first).min(127);
            bits |= (u128::MAX >> (127 - (high - low))) << low;
            ranges += usize::from(span.length >= FEWEST);
        }
        (ranges > 2).then_some(Map { first: first as u16, bits: [bits as u64, (bits >> 64) as u64], lone: [0; 2] })
    }

    fn spans<W: Within>(&self, rules: &BreakRules, within: &W, starting: bool) -> &[Span] {
        let spans = if starting { &self.starting } else { &self.all };
        spans.get_or_init(|| self.found(rules, within, starting))
    }

    /// All ranges, from the lowest on.
    fn found<W: Within>(&self, rules: &BreakRules, within: &W, starting: bool) -> Box<[Span]> {
        let is_passed = |code: u32| {
            rules.loops(self.row, code) && within.holds(code) && (!starting || self.between.starts_word(rules, code))
        };
        // Blocks with the same numbers have the same answers.
        let mut known: HashMap<(u16, u16), u64> = HashMap::new();
        let (mut spans, mut open) = (Vec::new(), None);
        for block in 0x80 / BLOCK..=0x1_0000 / BLOCK {
            let first = block * BLOCK;
            let mut bits = 0;
            if first < 0x1_0000 && !(0xD800..0xE000).contains(&first) {
                let number = (rules.classes.block(first), within.block(first));
                bits = *known
                    .entry(number)
                    .or_insert_with(|| (0..BLOCK).fold(0, |bits, low| bits | u64::from(is_passed(first + low)) << low));
            }
            let mut at = 0;
            while at < BLOCK {
                let turned = if open.is_some() { !bits } else { bits };
                let rest = turned >> at;
                if rest == 0 {
                    break;
                }
                at += rest.trailing_zeros();
                open = match open {
                    Some(low) => {
                        spans.push(Span::new(low, (first + at - 1) as u16));
                        None
                    }
                    None => Some((first + at) as u16),
                };
            }
        }
        spans.into()
    }
}

#[cfg(test)]
mod tests {
    use crate::unicode::segment::shipped_rules;

    #[test]
    fn ranges_hold_what_changes_nothing() {
        for name in ["Default", "word", "Standard", "sent", "char"] {
            let rules = shipped_rules(name).unwrap();
            for letter in ['a', 'я', '한', 'ก', '中', 'カ', '1'] {
                let row = rules.entry(rules.stride, rules.classes.class(letter.into())) & !super::super::machine::FLAGS;
                let known = rules.accelerated.get(rules, &(), row).unwrap();
                for code in (0x80..0x1_0000).filter(|code| !(0xD800..0xE000).contains(code)) {
                    for starting in [false, true] {
                        let is_one = rules.loops(row, code) && (!starting || known.between.starts_word(rules, code));
                        let around = known.around(rules, &(), starting, code);
                        assert_eq!(around.is_some(), is_one, "{name} {letter} {code:X}");
                        let map = known.map_of(rules, &(), starting, code);
                        if let Some(map) = map {
                            let bit = map.bits[(code >> 6 & 1) as usize] >> (code & 63) & 1;
                            assert_eq!((u32::from(map.first), bit != 0), (code & !127, is_one), "{name} {code:X}");
                        }
                    }
                }
            }
        }
    }
}
