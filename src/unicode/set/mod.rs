//! Sets of code points and strings, and their pattern language (UTS #18 section 1, UTS #35 part 5, UTS #61), which all
//! rule languages use.
//!
//! The code points of a set are a sorted inversion list, including surrogates; strings of other than one code point are
//! stored separately. Not supported: case closure and `(?i)`, and strings with an unpaired surrogate, which do not
//! occur in text.

mod escape;
mod matcher;
mod named_character;
mod parser;
mod property;
mod property_data;
mod steps;
mod variables;

pub(crate) use escape::unescape;
pub use matcher::Matcher;
pub use property::loose;
pub use steps::SetSteps;
pub use variables::{NoVariables, Variable, Variables};

use super::rule_text::{Limits, RuleError};
use std::collections::BTreeSet;

/// One past the last code point.
const END: u32 = 0x11_0000;

/// A set of code points and strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnicodeSet {
    /// The starts and (exclusive) ends of the ranges, strictly increasing.
    inversions: Vec<u32>,
    strings: BTreeSet<String>,
}

impl UnicodeSet {
    /// Creates the empty set.
    pub fn new() -> UnicodeSet {
        UnicodeSet::default()
    }

    /// Parses a pattern without variables, in which `$` is only the end of the text (`[a$]` contains U+FFFF, as in
    /// ICU).
    ///
    /// # Errors
    /// A syntax error, with its location; a limit.
    pub fn parse(pattern: &str) -> Result<UnicodeSet, RuleError> {
        UnicodeSet::parse_with(pattern, &NoVariables, &Limits::default())
    }

    /// Parses a pattern with variables and limits (`length`, `nesting`).
    ///
    /// # Errors
    /// As [`UnicodeSet::parse`].
    pub fn parse_with(pattern: &str, variables: &dyn Variables, limits: &Limits) -> Result<UnicodeSet, RuleError> {
        let (set, end) = UnicodeSet::parse_prefix(pattern, 0, variables, limits)?;
        match pattern.get(end..).and_then(|rest| rest.chars().next()) {
            None => Ok(set),
            Some(c) => Err(RuleError::at(pattern, end, format!("found '{}'", c.escape_debug()), "the end of the set")),
        }
    }

    /// Parses the set that starts at a byte offset of a rule text; also returns its end, after surrounding white space.
    ///
    /// # Errors
    /// As [`UnicodeSet::parse`].
    pub fn parse_prefix(
        text: &str,
        start: usize,
        variables: &dyn Variables,
        limits: &Limits,
    ) -> Result<(UnicodeSet, usize), RuleError> {
        parser::parse(text, start, variables, limits)
    }

    /// Whether a set pattern may start here, with `[`, `\p`, `\P` or `\N`.
    pub fn pattern_starts(rest: &str) -> bool {
        rest.starts_with('[') || rest.starts_with("\\p") || rest.starts_with("\\P") || rest.starts_with("\\N")
    }

    pub(crate) fn from_inversions(inversions: Vec<u32>) -> UnicodeSet {
        UnicodeSet { inversions, strings: BTreeSet::new() }
    }

    /// The set of the code points `first..=last`.
    pub fn from_range(first: u32, last: u32) -> UnicodeSet {
        let mut set = UnicodeSet::new();
        set.add_range(first, last);
        set
    }

    /// All code points.
    pub fn all() -> UnicodeSet {
        UnicodeSet::from_range(0, END - 1)
    }

    /// Whether the set contains a code point.
    pub fn contains(&self, code_point: u32) -> bool {
        self.inversions.partition_point(|&at| at <= code_point) % 2 == 1
    }

    /// Whether the set contains a string (or the code point, if the string is one).
    ///
    /// ```
    /// let set = unic_analysis::set::UnicodeSet::parse("[a-z {ch}]")?;
    /// assert!(set.contains_string("ch") && set.contains_string("x"));
    /// assert!(!set.contains_string("xy") && !set.contains_string(""));
    /// # Ok::<(), unic_analysis::set::RuleError>(())
    /// ```
    pub fn contains_string(&self, text: &str) -> bool {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => self.contains(only.into()),
            _ => self.strings.contains(text),
        }
    }

    /// The ranges in order, each with its first and last code point.
    pub fn ranges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.inversions.chunks_exact(2).filter_map(|range| match range {
            [first, end] => Some((*first, end - 1)),
            _ => None,
        })
    }

    /// The strings of other than one code point, in code point order.
    pub fn strings(&self) -> impl Iterator<Item = &str> {
        self.strings.iter().map(String::as_str)
    }

    /// The number of code points.
    pub fn len(&self) -> usize {
        self.ranges().map(|(first, last)| (last - first + 1) as usize).sum()
    }

    /// Whether the set has neither code points nor strings.
    pub fn is_empty(&self) -> bool {
        self.inversions.is_empty() && self.strings.is_empty()
    }

    /// Compiles the set for fast membership tests.
    pub fn matcher(&self) -> Matcher {
        Matcher::new(self)
    }

    /// Adds the code points `first..=last`.
    pub fn add_range(&mut self, first: u32, last: u32) {
        let (start, end) = (first, last.min(END - 1) + 1);
        if start >= end {
            return;
        }
        // The boundaries in `start..=end` are replaced.
        let low = self.inversions.partition_point(|&at| at < start);
        let high = self.inversions.partition_point(|&at| at <= end);
        let keep_start = (low % 2 == 0).then_some(start);
        let keep_end = (high % 2 == 0).then_some(end);
        self.inversions.splice(low..high, keep_start.into_iter().chain(keep_end));
    }

    /// The number of ranges from which on [`UnicodeSet::add_ranges`] merges them.
    const MERGED_RANGES: usize = 4;

    /// Adds ranges in any order, each with its first and last code point, and empties the list.
    pub(crate) fn add_ranges(&mut self, ranges: &mut Vec<(u32, u32)>) {
        if ranges.len() < Self::MERGED_RANGES {
            ranges.drain(..).for_each(|(first, last)| self.add_range(first, last));
            return;
        }
        if !ranges.is_sorted() {
            ranges.sort_unstable();
        }
        let mut inversions: Vec<u32> = Vec::with_capacity(2 * ranges.len());
        for (first, last) in ranges.drain(..) {
            let end = last.min(END - 1) + 1;
            match inversions.last_mut() {
                Some(before) if first <= *before => *before = end.max(*before),
                _ if first < end => inversions.extend([first, end]),
                _ => {}
            }
        }
        self.inversions = match self.inversions.is_empty() {
            true => inversions,
            false => merge(&self.inversions, &inversions, |here, there| here || there),
        };
    }

    /// Adds one code point.
    pub fn add(&mut self, code_point: u32) {
        self.add_range(code_point, code_point);
    }

    /// Adds a string, or a code point if the string is one.
    pub fn add_string(&mut self, text: &str) {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => self.add(only.into()),
            _ => {
                self.strings.insert(text.to_owned());
            }
        }
    }

    /// Adds all members of another set.
    #[inline(never)]
    pub fn add_all(&mut self, other: &UnicodeSet) {
        if self.is_much_longer_than(other) {
            other.ranges().for_each(|(first, last)| self.add_range(first, last));
        } else {
            self.inversions = merge(&self.inversions, &other.inversions, |here, there| here || there);
        }
        self.strings.extend(other.strings.iter().cloned());
    }

    /// Removes everything that is not in the other set.
    #[inline(never)]
    pub fn retain_all(&mut self, other: &UnicodeSet) {
        self.inversions = merge(&self.inversions, &other.inversions, |here, there| here && there);
        self.strings.retain(|string| other.strings.contains(string));
    }

    /// Removes everything that is in the other set.
    #[inline(never)]
    pub fn remove_all(&mut self, other: &UnicodeSet) {
        if self.is_much_longer_than(other) {
            other.ranges().for_each(|(first, last)| self.remove_range(first, last + 1));
        } else {
            self.inversions = merge(&self.inversions, &other.inversions, |here, there| here && !there);
        }
        other.strings.iter().for_each(|string| {
            self.strings.remove(string);
        });
    }

    /// Whether the ranges of the other set are few beside those of this one, so that they are added or removed one by
    /// one: a pattern may have thousands of small operands.
    fn is_much_longer_than(&self, other: &UnicodeSet) -> bool {
        self.inversions.len() > 8 * (other.inversions.len() + 4)
    }

    /// Removes the code points from `start` to `end`, exclusive.
    fn remove_range(&mut self, start: u32, end: u32) {
        // The boundaries in `start..=end` are replaced.
        let low = self.inversions.partition_point(|&at| at < start);
        let high = self.inversions.partition_point(|&at| at <= end);
        let keep_start = (low % 2 == 1).then_some(start);
        let keep_end = (high % 2 == 1).then_some(end);
        self.inversions.splice(low..high, keep_start.into_iter().chain(keep_end));
    }

    /// Replaces the code points by all others, and removes the strings (UTS #18, "code point complement").
    pub fn complement(&mut self) {
        self.strings.clear();
        match self.inversions.first() {
            Some(0) => {
                self.inversions.remove(0);
            }
            _ => self.inversions.insert(0, 0),
        }
        match self.inversions.last() {
            Some(&END) => {
                self.inversions.pop();
            }
            _ => self.inversions.push(END),
        }
    }

    /// Whether no code point is in both sets.
    pub fn is_disjoint(&self, other: &UnicodeSet) -> bool {
        merge(&self.inversions, &other.inversions, |here, there| here && there).is_empty()
    }
}

/// Merges two inversion lists: the result contains the ranges for which `keep` returns true.
fn merge(left: &[u32], right: &[u32], keep: impl Fn(bool, bool) -> bool) -> Vec<u32> {
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    let (mut in_left, mut in_right, mut inside) = (false, false, false);
    loop {
        let at = match (left.peek(), right.peek()) {
            (Some(&&a), Some(&&b)) => a.min(b),
            (Some(&&a), None) => a,
            (None, Some(&&b)) => b,
            (None, None) => return out,
        };
        in_left ^= left.next_if_eq(&&at).is_some();
        in_right ^= right.next_if_eq(&&at).is_some();
        if keep(in_left, in_right) != inside {
            inside = !inside;
            out.push(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set_of(ranges: &[(u32, u32)]) -> UnicodeSet {
        let mut set = UnicodeSet::new();
        ranges.iter().for_each(|&(first, last)| set.add_range(first, last));
        set
    }

    proptest! {
        #[test]
        fn operations_agree_with_membership(
            left in prop::collection::vec((0u32..60, 0u32..60), 0..8),
            right in prop::collection::vec((0u32..60, 0u32..60), 0..8),
        ) {
            let inside = |ranges: &[(u32, u32)], c| ranges.iter().any(|&(first, last)| first <= c && c <= last);
            let (a, b) = (set_of(&left), set_of(&right));
            let (mut union, mut both, mut minus, mut not) = (a.clone(), a.clone(), a.clone(), a.clone());
            union.add_all(&b);
            both.retain_all(&b);
            minus.remove_all(&b);
            not.complement();
            let matcher = a.matcher();
            for c in 0..70 {
                let (l, r) = (inside(&left, c), inside(&right, c));
                prop_assert_eq!(a.contains(c), l);
                prop_assert_eq!(matcher.contains(char::from_u32(c).unwrap()), l);
                prop_assert_eq!(union.contains(c), l || r);
                prop_assert_eq!(both.contains(c), l && r);
                prop_assert_eq!(minus.contains(c), l && !r);
                prop_assert_eq!(not.contains(c), !l);
            }
            let mut at_once = set_of(&right);
            at_once.add_ranges(&mut left.clone());
            prop_assert_eq!(at_once, union);
            prop_assert!(a.inversions.windows(2).all(|pair| pair[0] < pair[1]) && a.inversions.len() % 2 == 0);
        }
    }

    proptest! {
        #[test]
        fn small_operands_are_applied_like_others(
            left in prop::collection::vec((0_u32..2000, 0_u32..8), 60..200),
            right in prop::collection::vec((0_u32..2000, 0_u32..300), 0..4),
        ) {
            let set = |ranges: &[(u32, u32)]| -> UnicodeSet {
                set_of(&ranges.iter().map(|(first, length)| (*first, first + length)).collect::<Vec<_>>())
            };
            let (a, b) = (set(&left), set(&right));
            let (mut union, mut both, mut minus) = (a.clone(), a.clone(), a.clone());
            union.add_all(&b);
            both.retain_all(&b);
            minus.remove_all(&b);
            prop_assert_eq!(&union.inversions, &merge(&a.inversions, &b.inversions, |here, there| here || there));
            prop_assert_eq!(&both.inversions, &merge(&a.inversions, &b.inversions, |here, there| here && there));
            prop_assert_eq!(&minus.inversions, &merge(&a.inversions, &b.inversions, |here, there| here && !there));
        }
    }

    #[test]
    fn complement_drops_strings() {
        assert_eq!(UnicodeSet::parse("[^{ab}a]").unwrap().strings().count(), 0);
        assert_eq!(UnicodeSet::parse("[^]").unwrap(), UnicodeSet::all());
    }
}
