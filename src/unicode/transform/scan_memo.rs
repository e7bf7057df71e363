//! Memoised ends of long matches of quantifiers in a pass of rules, by which contexts are linear in the text.

use super::pattern::PatternToken;
use std::collections::{BTreeMap, HashMap};

/// A part of a rule's pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum PatternPart {
    Ante,
    #[default]
    Key,
    Post,
}

/// The ends of matches by the part of the rule, the quantifier and the start. A position in an ante context is the
/// number of symbols before it, in the other parts the number of symbols after it: both are constant while the cursor
/// moves forward.
#[derive(Debug, Default)]
pub(super) struct ScanMemo {
    ends: HashMap<(PatternPart, PatternToken), BTreeMap<usize, usize>>,
}

impl ScanMemo {
    pub(super) fn get(&self, part: PatternPart, quantifier: PatternToken, start: usize) -> Option<usize> {
        self.ends.get(&(part, quantifier))?.get(&start).copied()
    }

    pub(super) fn put(&mut self, part: PatternPart, quantifier: PatternToken, start: usize, end: usize) {
        self.ends.entry((part, quantifier)).or_default().insert(start, end);
    }

    /// Removes all ends, for another text, range or pass.
    pub(super) fn clear(&mut self) {
        if !self.ends.is_empty() {
            self.ends.clear();
        }
    }

    /// Removes the ends that depend on symbols with at least `before` symbols before them and more than `after` symbols
    /// after them: the cursor moves back to the first of these, which may change again.
    pub(super) fn rewind(&mut self, before: usize, after: usize) {
        for (&(part, _), ends) in &mut self.ends {
            let kept = if part == PatternPart::Ante { before } else { after };
            while ends.last_key_value().is_some_and(|(&start, _)| start > kept) {
                ends.pop_last();
            }
        }
    }
}
