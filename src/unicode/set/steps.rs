//! The steps of set operations, which are limited: a rule text of a few megabytes may have millions of operations on
//! sets of any size, by variables and property queries.
//!
//! A step reads a boundary of a range or a byte of a string, or moves sixteen boundaries.

use super::UnicodeSet;
use std::cell::Cell;

/// The number of boundaries that are moved in a step.
const MOVED: usize = 16;

/// The steps of a string besides its bytes.
const STEPS_OF_STRING: usize = 16;

/// The steps of the operations so far.
#[derive(Debug, Default)]
pub struct SetSteps(Cell<usize>);

impl SetSteps {
    /// The maximum number of steps: a few tenths of a second.
    const MAX: usize = 1 << 26;

    /// Counts steps; whether they are within the limit.
    pub(super) fn add(&self, steps: usize) -> bool {
        self.0.set(self.0.get().saturating_add(steps));
        self.0.get() <= Self::MAX
    }
}

impl UnicodeSet {
    /// The steps of a copy.
    pub(super) fn steps_to_copy(&self) -> usize {
        self.inversions.len() + self.strings.iter().map(|string| STEPS_OF_STRING + string.len()).sum::<usize>()
    }

    /// The steps of [`UnicodeSet::add_range`] and of the removal of a range.
    pub(super) fn steps_to_change(&self, first: u32) -> usize {
        1 + (self.inversions.len() - self.inversions.partition_point(|&at| at < first)) / MOVED
    }

    /// The steps of [`UnicodeSet::add_ranges`].
    pub(super) fn steps_to_add_ranges(&self, ranges: &[(u32, u32)]) -> usize {
        if ranges.len() < Self::MERGED_RANGES {
            ranges.iter().map(|(first, _)| self.steps_to_change(*first)).sum()
        } else {
            self.inversions.len() + ranges.len()
        }
    }

    /// The steps of [`UnicodeSet::add_all`] and [`UnicodeSet::remove_all`].
    pub(super) fn steps_to_change_all(&self, other: &UnicodeSet) -> usize {
        let of_boundaries = if self.is_much_longer_than(other) {
            other.ranges().map(|(first, _)| self.steps_to_change(first)).sum()
        } else {
            self.inversions.len()
        };
        of_boundaries + other.steps_to_copy()
    }

    /// The steps of [`UnicodeSet::retain_all`].
    pub(super) fn steps_to_retain(&self, other: &UnicodeSet) -> usize {
        self.steps_to_copy() + other.inversions.len()
    }
}
