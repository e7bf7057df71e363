//! The start of a key that the kernels write: primaries directly into the output, non-primary weights into a fixed
//! array ([`NonPrimaryWeights`]) until the primary level is complete.

use super::non_primary::NonPrimaryWeights;
use super::primary_bytes::MAX_PRIMARY_BYTES_PER_CHAR;

/// Maximum number of units of a short text, and the capacity for its key.
pub(super) const SHORT_UNITS: usize = 64;
pub(crate) const SHORT_KEY_CAPACITY: usize = MAX_PRIMARY_BYTES_PER_CHAR * SHORT_UNITS + NonPrimaryWeights::MAX_BYTES;

/// The state of a short key; `cjk_thai` also uses it for a run inside a longer one, with `written` relative to the
/// run's start.
#[derive(Default)]
pub(super) struct KeyStart {
    /// Offset in the text.
    pub(super) at: usize,
    /// Bytes of the primary level.
    pub(super) written: usize,
    /// The current compressed lead byte; 0 for none.
    pub(super) run_lead: u32,
    /// The end of the last shifted character: marks after it are ignored.
    pub(super) after_variable: Option<usize>,
    pub(super) non_primary: NonPrimaryWeights,
}

impl KeyStart {
    /// Sets the state after `at` units, `written` bytes and `elements` CEs with common weights.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize, written: usize, elements: usize) {
        (self.at, self.written) = (at, written);
        self.non_primary.add_common(elements);
    }
}
