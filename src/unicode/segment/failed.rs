//! Where reading on from a match was for nothing: rules that look for what never comes would read the same characters again from
//! every segment that begins among them (a line of underscores, in rules where underscores join words).

use super::machine::{BreakRules, FLAGS, LOOP, SAVE};
use super::segments::Ended;
use crate::unicode::text::CodeUnit;

/// After so few characters it must be clear.
const FEW: usize = 4;

/// Where reading on from a match was for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failed {
    /// Where the row was reached.
    from: usize,
    /// Every character from there to here leads from the row back to it.
    looped: usize,
    /// Here nothing matched any more.
    until: usize,
    row: u32,
}

impl Failed {
    /// From the start of a segment up to a place where nothing matched any more, in a row.
    pub(super) fn new<U: CodeUnit>(rules: &BreakRules, text: &[U], start: usize, (until, row): (usize, u32)) -> Failed {
        let failed = Failed { from: until, looped: until, until, row };
        let from = failed.reach(rules, text, start).map_or(until, |(at, _)| at);
        Failed { from, looped: from, ..failed }
    }

    /// Whether something may be known of what starts at a place.
    #[inline(always)]
    pub(super) fn reaches(&self, start: usize) -> bool {
        start < self.until
    }

    /// What matches at the start of a segment, if reading it would soon stand where reading stood before, so that nothing
    /// matches behind: `Some(None)` if nothing does.
    pub(super) fn ended<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], start: usize) -> Option<Option<Ended>> {
        let (at, ended) = self.reach(rules, text, start)?;
        // Each character is looked at once.
        while self.looped < at {
            let (class, length) = rules.classes.classify(text, text, self.looped);
            if rules.entry(self.row, class) != self.row | LOOP {
                return None;
            }
            self.looped += length;
        }
        (at >= self.from).then_some(ended)
    }

    /// Reads a few characters from the start of a segment, until the row is reached: where that is, and the last match on the way.
    fn reach<U: CodeUnit>(&self, rules: &BreakRules, text: &[U], start: usize) -> Option<(usize, Option<Ended>)> {
        let (mut row, mut at, mut ended) = (rules.stride, start, None);
        for _ in 0..FEW {
            if at >= self.until {
                return None;
            }
            let (class, length) = rules.classes.classify(text, text, at);
            let entry = rules.entry(row, class);
            if entry & FLAGS & !(SAVE | LOOP) != 0 {
                return None;
            }
            if entry & SAVE != 0 {
                ended = Some(Ended { at, row });
            }
            (row, at) = (entry & !FLAGS, at + length);
            if row == self.row {
                return Some((at, ended));
            }
        }
        None
    }
}
