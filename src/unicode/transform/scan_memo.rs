//! Memoised ends of long matches of quantifiers in a pass of rules, by which contexts are linear in the text.

use super::pattern::PatternToken;
use std::collections::BTreeMap;

/// A part of a rule's pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PatternPart {
    Ante,
    #[default]
    Key,
    Post,
}

/// The match of a quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScanKey {
    pub(super) part: PatternPart,
    /// The address of the objects of the rules.
    pub(super) rules: usize,
    pub(super) quantifier: PatternToken,
}

/// The maximum number of ends: some 64 MiB.
const MAX_ENDS: usize = 1 << 20;

/// The ends of matches by quantifier and start. A position in an ante context is the number of elements before it, in
/// the other parts the number of elements after it: both are constant while the cursor moves forward.
#[derive(Debug, Default)]
pub(super) struct ScanMemo {
    ends: BTreeMap<ScanKey, BTreeMap<usize, usize>>,
    /// The number of ends.
    count: usize,
    /// Whether ends remain valid from one range of the text to the next, since a step runs on several of them.
    keeps_ranges: bool,
}

impl ScanMemo {
    #[inline(never)]
    pub(super) fn get(&self, key: ScanKey, start: usize) -> Option<usize> {
        self.ends.get(&key)?.get(&start).copied()
    }

    /// Whether no more ends are stored: as many quantifiers as a rule text may have would take gigabytes in a long
    /// text.
    pub(super) fn is_full(&self) -> bool {
        self.count >= MAX_ENDS
    }

    #[inline(never)]
    pub(super) fn put(&mut self, key: ScanKey, start: usize, end: usize) {
        self.count += usize::from(self.ends.entry(key).or_default().insert(start, end).is_none());
    }

    /// Starts or ends a step that runs on several ranges, or another one in it; returns the earlier state, which is to
    /// be set at the end.
    pub(super) fn keep_ranges(&mut self, keeps_ranges: bool) -> bool {
        self.clear();
        std::mem::replace(&mut self.keeps_ranges, keeps_ranges)
    }

    /// Starts a pass of rules on a range with `before` elements before it and `after` elements after it.
    #[inline]
    pub(super) fn start_range(&mut self, before: usize, after: usize) {
        if self.ends.is_empty() {
            return;
        }
        if self.keeps_ranges {
            // Keys end at the end of the range.
            self.ends.retain(|key, _| key.part != PatternPart::Key);
            self.count = self.ends.values().map(BTreeMap::len).sum();
            self.rewind(before, after);
        } else {
            self.clear();
        }
    }

    fn clear(&mut self) {
        if !self.ends.is_empty() {
            self.ends.clear();
            self.count = 0;
        }
    }

    /// Removes the ends that depend on elements with at least `before` elements before them and more than `after`
    /// elements after them: the cursor moves back to the first of these, or a step has changed them.
    pub(super) fn rewind(&mut self, before: usize, after: usize) {
        for (key, ends) in &mut self.ends {
            let kept = if key.part == PatternPart::Ante { before } else { after };
            while ends.last_key_value().is_some_and(|(&start, _)| start > kept) {
                ends.pop_last();
                self.count -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_memo_has_space_again_after_its_ends_are_removed() {
        let mut memo = ScanMemo::default();
        let key = ScanKey { part: PatternPart::Ante, rules: 0, quantifier: 0 };
        (0..MAX_ENDS).for_each(|start| memo.put(key, start, start));
        memo.put(key, 0, 0);
        assert!(memo.is_full() && memo.count == MAX_ENDS);
        memo.rewind(9, 0);
        assert!(!memo.is_full() && memo.count == 10);
        memo.start_range(0, 0);
        assert_eq!((memo.count, memo.get(key, 0)), (0, None));
    }
}
