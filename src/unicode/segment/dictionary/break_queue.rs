//! A queue of breaks that were found and are not returned yet.

use crate::memory;
use crate::unicode::part::SlicePart;

/// Breaks in order, as distances in units from the start of the run.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct BreakQueue {
    breaks: Vec<usize>,
    /// The index of the next break.
    next: usize,
}

impl BreakQueue {
    /// Removes all breaks.
    pub(super) fn clear(&mut self) {
        self.breaks.clear();
        self.next = 0;
    }

    /// Adds a break.
    #[inline(always)]
    pub(super) fn push(&mut self, at: usize) {
        memory::push(&mut self.breaks, at);
    }

    /// Removes the breaks at and after an offset.
    pub(super) fn remove_from(&mut self, end: usize) {
        while self.breaks.last().is_some_and(|&last| last >= end) {
            self.breaks.pop();
        }
    }

    /// Removes and returns the next break.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let at = self.breaks.get(self.next).copied()?;
        self.next += 1;
        Some(at)
    }

    /// Passes breaks to `take` until it returns false for one, which stays in the queue.
    #[inline(always)]
    pub(in crate::unicode::segment) fn drain_while(&mut self, mut take: impl FnMut(usize) -> bool) {
        let breaks = self.breaks.part(self.next..);
        self.next += breaks.iter().take_while(|&&at| take(at)).count();
    }
}
