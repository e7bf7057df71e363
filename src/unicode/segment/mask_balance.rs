//! Whether the masks of segments pay. Where the script changes from word to word, the masks lack most characters: each
//! attempt costs more than the steps that it saves. Then they pause; pauses double while masks do not pay.

/// The units that masks must save per attempt, and the number of attempts after which this is decided.
const UNITS_PER_ATTEMPT: usize = 6;
const ATTEMPTS: usize = 16;
/// The maximum length of a pause, in calls that compute segments.
const MAX_PAUSE: u32 = 32;

/// The attempts since the last decision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaskBalance {
    attempts: usize,
    units: usize,
    /// The number of calls without masks that remain, and the length of the last pause.
    paused: u32,
    pause: u32,
}

impl MaskBalance {
    /// Whether the next call uses masks.
    #[inline]
    pub(super) fn next_call(&mut self) -> bool {
        if self.attempts >= ATTEMPTS {
            let pays = self.units >= self.attempts * UNITS_PER_ATTEMPT;
            self.pause = if pays { 0 } else { (2 * self.pause).clamp(1, MAX_PAUSE) };
            (self.attempts, self.units, self.paused) = (0, 0, self.pause);
        }
        let is_paused = self.paused > 0;
        self.paused = self.paused.saturating_sub(1);
        !is_paused
    }

    /// Counts an attempt. `units`: the number of units that are not stepped over.
    #[inline]
    pub(super) fn count(&mut self, units: usize) {
        self.attempts += 1;
        self.units += units;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_until_masks_pay() {
        let mut balance = MaskBalance::default();
        let mut calls_with_masks = |units: usize, calls: usize| {
            let mut used = 0;
            for _ in 0..calls {
                if balance.next_call() {
                    used += 1;
                    (0..ATTEMPTS).for_each(|_| balance.count(units));
                }
            }
            used
        };
        assert_eq!(calls_with_masks(UNITS_PER_ATTEMPT, 100), 100);
        // Pauses of 1, 2, 4, 8, 16, 32.
        assert_eq!(calls_with_masks(1, 6 + 1 + 2 + 4 + 8 + 16 + 32), 6);
        assert_eq!(calls_with_masks(40, 100), 100);
    }
}
