//! Breaks of a run that were found and wait to be given out.

/// Breaks in order, as distances from the start of the run in units.
#[derive(Clone, Debug, Default)]
pub(in crate::unicode::segment) struct Found {
    breaks: Vec<usize>,
    /// The next one.
    next: usize,
}

impl Found {
    /// Forgets what was given out; nothing else is there.
    pub(super) fn begin(&mut self) {
        self.breaks.clear();
        self.next = 0;
    }

    /// Adds one.
    #[inline(always)]
    pub(super) fn push(&mut self, at: usize) {
        self.breaks.push(at);
    }

    /// Leaves out what is not before the end of the run.
    pub(super) fn end_before(&mut self, end: usize) {
        while self.breaks.last().is_some_and(|&last| last >= end) {
            self.breaks.pop();
        }
    }

    /// The next one.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        let at = self.breaks.get(self.next).copied()?;
        self.next += 1;
        Some(at)
    }

    /// Gives them out as long as `take` takes them.
    #[inline(always)]
    pub(in crate::unicode::segment) fn give(&mut self, mut take: impl FnMut(usize) -> bool) {
        let breaks = self.breaks.get(self.next..).unwrap_or(&[]);
        self.next += breaks.iter().take_while(|&&at| take(at)).count();
    }
}
