//! Offset maps: from offsets in a filtered text to offsets in the original text.
//!
//! Run-length coded: a step is stored only where the two offsets stop advancing together. A map is in the code units of
//! its texts.

use crate::memory::AllocationFailed;

/// From offset `result` on, start offsets of the result map to `start` and on, end offsets to `end` and on of the
/// original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetStep {
    pub(super) result: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A map from offsets in a filtered text to offsets in the original text. An empty map is the identity.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OffsetMap {
    pub(super) steps: Vec<OffsetStep>,
}

impl OffsetMap {
    /// Makes this the identity map.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Whether all offsets are unchanged.
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.steps.is_empty()
    }

    /// The capacity of the map, in bytes.
    pub fn capacity_bytes(&self) -> usize {
        self.steps.capacity() * size_of::<OffsetStep>()
    }

    /// Maps the start offset of a token. `hint` may be any number in the first call; it receives the index of the step
    /// found, so that ascending lookups take constant time.
    #[inline]
    pub fn start(&self, offset: u32, hint: &mut usize) -> u32 {
        self.find(offset, hint).map_or(offset, |step| step.start + (offset - step.result))
    }

    /// Maps the end offset of a token; see [`OffsetMap::start`].
    #[inline]
    pub fn end(&self, offset: u32, hint: &mut usize) -> u32 {
        self.find(offset, hint).map_or(offset, |step| step.end + (offset - step.result))
    }

    /// The last step at or before an offset.
    #[inline]
    fn find(&self, offset: u32, hint: &mut usize) -> Option<OffsetStep> {
        if self.steps.first().is_none_or(|first| offset < first.result) {
            return None;
        }
        // Lookups are mostly ascending: try a few steps, else binary search.
        const MAX_STEPS: usize = 8;
        if self.steps.get(*hint).is_some_and(|step| step.result <= offset) {
            for _ in 0..MAX_STEPS {
                match self.steps.get(*hint + 1) {
                    Some(next) if next.result <= offset => *hint += 1,
                    _ => return self.steps.get(*hint).copied(),
                }
            }
        }
        *hint = self.steps.partition_point(|step| step.result <= offset).saturating_sub(1);
        self.steps.get(*hint).copied()
    }

    /// The steps as pairs of filtered and original start offset: up to the next step both advance together; before the
    /// first one they are equal. All offsets in a piece that spans its whole source map to the start of the source.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (u32, u32)> {
        self.steps.iter().map(|step| (step.result, step.start))
    }

    /// Appends a step.
    pub(super) fn push(&mut self, step: OffsetStep) -> Result<(), AllocationFailed> {
        self.steps.try_reserve(1).map_err(|_| AllocationFailed)?;
        self.steps.push(step);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn offsets_are_found_in_any_order(
            gaps in prop::collection::vec(0u32..5, 0..60), offsets in prop::collection::vec(0u32..200, 1..60),
        ) {
            let mut result = 0;
            let steps = gaps.iter().map(|gap| {
                result += gap + 1;
                OffsetStep { result, start: 2 * result, end: 2 * result + 1 }
            });
            let map = OffsetMap { steps: steps.collect() };
            let mut hint = 0;
            for offset in offsets {
                let step = map.steps.iter().rev().find(|step| step.result <= offset);
                let expected = step.map_or(offset, |step| step.start + offset - step.result);
                prop_assert_eq!(map.start(offset, &mut hint), expected);
            }
        }
    }
}
