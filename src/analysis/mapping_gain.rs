//! Whether it pays to map the terms of a batch code point by code point: not if most depend on their context, as in
//! decomposed text.

/// Adapts to the texts of a stream whether the terms of a batch are mapped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MappingGain {
    /// The number of terms mapped, minus twice that of other terms; at most [`MappingGain::MAX_GAIN`].
    gain: i32,
    /// The number of next batches that are not mapped.
    batches_to_skip: u8,
}

impl MappingGain {
    /// The number of batches that are not mapped after a loss.
    const BATCHES_TO_SKIP: u8 = 15;
    /// The greatest gain that is remembered: a text of another kind is recognized soon.
    const MAX_GAIN: i32 = 128;

    /// Starts a batch; returns whether its terms are mapped.
    pub(super) fn start_batch(&mut self) -> bool {
        let is_mapped = self.batches_to_skip == 0;
        self.batches_to_skip = self.batches_to_skip.saturating_sub(1);
        is_mapped
    }

    /// Adds a batch of `all` terms, of which mapping left `others` to the slower functions.
    pub(super) fn add(&mut self, all: usize, others: usize) {
        self.gain = (self.gain + all as i32 - 3 * others as i32).clamp(-1, MappingGain::MAX_GAIN);
        self.batches_to_skip = if self.gain < 0 { MappingGain::BATCHES_TO_SKIP } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_gain_nothing_are_not_mapped_for_a_while() {
        let mut gain = MappingGain::default();
        assert!(gain.start_batch());
        gain.add(9, 9);
        let mapped = (0..=usize::from(MappingGain::BATCHES_TO_SKIP)).map(|_| gain.start_batch());
        assert_eq!(mapped.filter(|is_mapped| *is_mapped).count(), 1);
        gain.add(9, 1);
        gain.add(9, 3);
        assert!(gain.start_batch());
    }
}
