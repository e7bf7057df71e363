//! Short texts: the key is written straight to the output, without a [`Writer`](super::writer::Writer) and its
//! level buffers. The non-primary weights are kept in a fixed array ([`NonPrimaryWeights`]) until the primary level
//! is complete.

use super::super::collator::Collator;
use super::decode::is_three_byte;
use super::non_primary::{NonPrimaryWeights, write_levels, write_levels_branchless};
use super::writer::MAX_PRIMARY_BYTES_PER_CHAR;
use super::{alphabetic, cjk_thai};
use crate::unicode::text::CodeUnit;

/// Units of a short text, and the capacity its key needs at most.
pub(super) const SHORT_UNITS: usize = 64;
pub(crate) const SHORT_KEY_CAPACITY: usize = MAX_PRIMARY_BYTES_PER_CHAR * SHORT_UNITS + NonPrimaryWeights::MAX_BYTES;

/// The state of a short key; `cjk_thai` also uses it for a run inside a longer one, with `written` relative to the
/// run's start.
#[derive(Default)]
pub(super) struct ShortKey {
    /// Offset in the text.
    pub(super) at: usize,
    /// Bytes of the primary level.
    pub(super) written: usize,
    /// The current compressed lead byte; 0 for none.
    pub(super) run_lead: u32,
    /// The end of the last shifted character: marks after it are ignored.
    pub(super) after_variable: Option<usize>,
    pub(super) lower: NonPrimaryWeights,
}

impl ShortKey {
    /// Sets the state after `at` units, `written` bytes and `elements` CEs with common weights.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize, written: usize, elements: usize) {
        (self.at, self.written) = (at, written);
        self.lower.add_common(elements);
    }

    /// Writes the key of a short text to the start of `out` and returns its length; `None` if the text is longer,
    /// or a character depends on context: a `Writer` continues from here.
    #[inline(always)]
    pub(super) fn write_short_key<U: CodeUnit>(
        &mut self,
        collator: &Collator,
        text: &[U],
        out: &mut [u8; SHORT_KEY_CAPACITY],
    ) -> Option<usize> {
        let stop = text.len().min(SHORT_UNITS);
        loop {
            let before = self.at;
            if is_three_byte(text, before) {
                cjk_thai::write_short_run(collator, text, stop, self, out);
            } else {
                alphabetic::write_short_run(collator, text, stop, self, out);
            }
            if self.at == text.len() {
                let plan = collator.plan();
                // Kana have many non-common weights, alphabets few.
                let branchless = if is_three_byte(text, 0) {
                    write_levels_branchless(plan, &self.lower, out, self.written)
                } else {
                    None
                };
                return Some(branchless.unwrap_or_else(|| write_levels(plan, &self.lower, out, self.written)));
            }
            if self.at == before || self.at >= stop {
                return None;
            }
        }
    }
}
