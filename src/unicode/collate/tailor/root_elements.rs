//! All weights of the root collation, in order: tailored weights are allocated between them.
//!
//! The list consists of words: a primary (low byte 0, or the step of a range of primaries that ends here and started
//! with the preceding word), followed by the (secondary, tertiary) pairs that occur with it, except the common one, in
//! words with the bit 80 set. The pairs of CEs without a primary, and of those without a secondary, are before the
//! primaries.

use crate::unicode::collate::ce::{self, BEFORE, Ce};
use crate::unicode::collate::root::Root;
use crate::unicode::collate::table::{Word, word};

const PAIR: u32 = 0x80;
const STEP: u32 = 0x7F;

/// The weights of the root, sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootElements<'r> {
    root: &'r Root,
    words: &'r [Word],
}

impl<'r> RootElements<'r> {
    pub(crate) fn new(root: &'r Root) -> RootElements<'r> {
        RootElements { root, words: root.elements() }
    }

    fn at(&self, index: usize) -> u32 {
        word(self.words, index)
    }

    fn first_tertiary(&self) -> usize {
        self.at(0) as usize
    }

    fn first_secondary(&self) -> usize {
        self.at(1) as usize
    }

    fn first_primary_index(&self) -> usize {
        self.at(2) as usize
    }

    /// The boundary below the tertiary weights of CEs without a secondary weight; other tertiary weights are below it.
    pub(crate) fn tertiary_boundary(&self) -> u32 {
        self.at(4) << 8 & 0xFF00
    }

    /// The boundary below the secondary weights of CEs without a primary weight; other secondary weights are below it.
    pub(crate) fn secondary_boundary(&self) -> u32 {
        self.at(4) >> 8 & 0xFF00
    }

    /// The last secondary weight that keys reserve for runs of common weights.
    pub(crate) fn last_common_secondary(&self) -> u32 {
        self.at(4) >> 16 & 0xFF00
    }

    pub(crate) fn first_tertiary_ce(&self) -> Ce {
        u64::from(self.at(self.first_tertiary()) & !PAIR)
    }

    pub(crate) fn last_tertiary_ce(&self) -> Ce {
        u64::from(self.at(self.first_secondary() - 1) & !PAIR)
    }

    pub(crate) fn first_secondary_ce(&self) -> Ce {
        u64::from(self.at(self.first_secondary()) & !PAIR)
    }

    pub(crate) fn last_secondary_ce(&self) -> Ce {
        u64::from(self.at(self.first_primary_index() - 1) & !PAIR)
    }

    /// The least primary.
    pub(crate) fn first_primary(&self) -> u32 {
        self.at(self.first_primary_index()) & !0xFF
    }

    /// The index of the greatest primary that is not above `primary`.
    fn find(&self, primary: u32) -> usize {
        let (mut low, mut high) = (self.first_primary_index(), self.words.len());
        while low + 1 < high {
            let mut middle = (low + high) / 2;
            while middle > low && self.at(middle) & PAIR != 0 {
                middle -= 1;
            }
            if middle == low {
                // Only pairs up to the middle: continue above it.
                let above = (low + high) / 2 + 1..high;
                let Some(next) = above.into_iter().find(|&index| self.at(index) & PAIR == 0) else { break };
                if self.at(next) & !0xFF > primary {
                    break;
                }
                low = next;
            } else if self.at(middle) & !0xFF <= primary {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    fn next_primary(&self, index: usize) -> u32 {
        let next = (index + 1..self.words.len()).find(|&index| self.at(index) & PAIR == 0);
        next.map_or(ce::MAX_PRIMARY, |index| self.at(index) & !0xFF)
    }

    /// The step of the range of a primary, if the next primary is in that range too.
    fn step_above(&self, index: usize) -> Option<u32> {
        let next = self.at(index + 1);
        (next & PAIR == 0 && next & STEP != 0).then_some(next & STEP)
    }

    fn moved(&self, primary: u32, by: i64) -> u32 {
        ce::step_primary(primary, self.root.is_compressible(primary), by)
    }

    /// The primary that follows a root primary.
    pub(crate) fn primary_after(&self, primary: u32) -> u32 {
        let index = self.find(primary);
        match self.step_above(index) {
            Some(step) => self.moved(primary, i64::from(step)),
            None => self.next_primary(index),
        }
    }

    /// The primary that precedes a root primary.
    pub(crate) fn primary_before(&self, primary: u32) -> u32 {
        let index = self.find(primary);
        let element = self.at(index);
        if element & !0xFF != primary {
            return self.moved(primary, -i64::from(self.step_above(index).unwrap_or(1)));
        }
        if element & STEP != 0 {
            return self.moved(primary, -i64::from(element & STEP));
        }
        let before = (0..index).rev().find(|&index| self.at(index) & PAIR == 0);
        before.map_or(0, |index| self.at(index) & !0xFF)
    }

    /// The last CE whose primary is below `limit`, which must not be inside a range.
    pub(crate) fn last_ce_before(&self, limit: u32) -> Ce {
        let index = self.find(limit - 1);
        let pairs = self.pairs_after(index);
        let last = pairs.last().map_or(ce::COMMON_LOWER, |&pair| pair);
        u64::from(self.at(index) & !0xFF) << 32 | u64::from(last)
    }

    /// The CE of the first primary that is not below `least`.
    pub(crate) fn first_ce_at_least(&self, least: u32) -> Ce {
        let index = self.find(least);
        let primary = self.at(index) & !0xFF;
        ce::from_primary(if primary == least { primary } else { self.next_primary(index) })
    }

    fn pairs_after(&self, index: usize) -> Vec<u32> {
        let words = (index + 1..self.words.len()).map(|index| self.at(index));
        words.take_while(|pair| pair & PAIR != 0).map(|pair| pair & !PAIR).collect()
    }

    /// The (secondary, tertiary) pairs of a primary, sorted; for 0, those without a primary, or also without a
    /// secondary.
    fn pairs(&self, primary: u32, secondary: u32) -> Vec<(u32, u32)> {
        let part = |from: usize, to: usize| (from..to).map(|index| self.at(index) & !PAIR).collect::<Vec<_>>();
        let mut pairs = match (primary, secondary) {
            (0, 0) => part(self.first_tertiary(), self.first_secondary()),
            (0, _) => part(self.first_secondary(), self.first_primary_index()),
            _ => self.pairs_after(self.find(primary)),
        };
        if primary != 0 {
            pairs.push(ce::COMMON_LOWER);
            pairs.sort_unstable();
        }
        pairs.into_iter().map(|pair| (pair >> 16, pair & 0xFFFF)).collect()
    }

    /// The secondary weight that precedes a secondary weight of the root under a primary.
    pub(crate) fn secondary_before(&self, primary: u32, secondary: u32) -> u32 {
        let before = self.pairs(primary, secondary).into_iter().map(|pair| pair.0).filter(|&s| s < secondary).max();
        before.unwrap_or(if primary == 0 { 0 } else { BEFORE })
    }

    /// The secondary weight that follows one, or the upper limit of these weights.
    pub(crate) fn secondary_after(&self, primary: u32, secondary: u32) -> u32 {
        let after = self.pairs(primary, secondary).into_iter().map(|pair| pair.0).filter(|&s| s > secondary).min();
        after.unwrap_or(if primary == 0 { 0x10000 } else { self.secondary_boundary() })
    }

    /// The tertiary weight that precedes a tertiary weight of the root under a primary and a secondary.
    pub(crate) fn tertiary_before(&self, primary: u32, secondary: u32, tertiary: u32) -> u32 {
        let pairs = self.pairs(primary, secondary).into_iter();
        let before = pairs.filter(|&(s, t)| s == secondary && t < tertiary).map(|pair| pair.1).max();
        before.unwrap_or(if primary == 0 && secondary == 0 { 0 } else { BEFORE })
    }

    /// The tertiary weight that follows one, or the upper limit of these weights.
    pub(crate) fn tertiary_after(&self, primary: u32, secondary: u32, tertiary: u32) -> u32 {
        let pairs = self.pairs(primary, secondary).into_iter();
        let after = pairs.filter(|&(s, t)| s == secondary && t > tertiary).map(|pair| pair.1).min();
        after.unwrap_or(if primary == 0 && secondary == 0 { 0x4000 } else { self.tertiary_boundary() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::collate::ce::COMMON;
    use crate::unicode::collate::root::root;

    #[test]
    fn after_and_before_are_inverse_for_every_primary() {
        let elements = RootElements::new(root());
        assert_eq!(elements.secondary_after(0x2B00_0000, COMMON) & 0xFF, 0);
        let mut primary = elements.first_primary();
        let mut count = 0;
        while primary < 0xFD00_0000 {
            let next = elements.primary_after(primary);
            assert!(next > primary, "{primary:08X} {next:08X}");
            assert_eq!(elements.primary_before(next), primary, "{next:08X}");
            primary = next;
            count += 1;
        }
        assert!(count > 100_000);
    }
}
