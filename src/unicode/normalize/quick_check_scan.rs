//! The quick check scan: how far a text is normalized.
//!
//! ```text
//! per block of 64 units: mask = units not in the adaptive inert ranges
//! per set bit: action = table[code point]; stop unless it is copied or a mark in canonical order
//! ```
//!
//! Most blocks have mask 0 and cost a few vector compares. A code point outside the ranges is looked up in the table,
//! so the ranges affect speed only, never the result.

use super::inert_ranges::InertRanges;
use super::record::SLOW_PATH;
use super::scan_tables::{MaybePolicy, SURROGATE_BLOCK, ScanTables, decode_bmp_block};
use crate::unicode::scan::{Mismatch, WINDOW, bits_from};
use crate::unicode::text::CodeUnit;

impl<'t> ScanTables<'t> {
    /// The offset of the first code point from `at` on that needs more than a copy: one with an action, a supplementary
    /// one that is not copied, an ill-formed one, or a mark of a lower class than the code point before it. `last` is
    /// the combining class before `at`, [`super::record::SLOW_PATH`] if unknown.
    #[inline]
    pub fn find_not_copied<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        mut last: u8,
        inert: &mut Option<InertRanges<'t, '_>>,
        policy: MaybePolicy,
    ) -> usize {
        if let Some(inert) = inert {
            match self.find_in_blocks(text, at, last, inert, policy) {
                Ok((end, class)) => (at, last) = (end, class),
                Err(found) => return found,
            }
        }
        while let Some((block, low, length)) = decode_bmp_block(text, at) {
            let class = self.view.action(block, low).class();
            if self.is_mark_in_order(class, last) || self.follows_in_order(class, text, at) {
                last = class;
            } else if self.view.action(block, low).is_copy() {
                last = 0;
            } else if policy == MaybePolicy::Copy
                && let Some(class) = self.bmp_uncomposed_class(text, at, block, low)
            {
                last = class;
            } else {
                break;
            }
            at += length;
        }
        at
    }

    /// [`ScanTables::find_not_copied`] over the whole blocks of 64 units: `Ok` with their end and the class before it,
    /// or `Err` with the offset found.
    #[inline]
    fn find_in_blocks<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        mut last: u8,
        inert: &mut InertRanges<'t, '_>,
        policy: MaybePolicy,
    ) -> Result<(usize, u8), usize> {
        loop {
            let Mismatch { at: block_start, mask: mut active, mut length } = inert.next(text, at);
            last = if block_start > at { 0 } else { last };
            at = block_start;
            let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) else { break };
            // The end of the last code point looked up, whose class is `last`.
            let mut next = 0;
            while active != 0 {
                let index = active.trailing_zeros() as usize;
                let decoded = decode_bmp_block(window, index);
                let (block, low, units) = decoded.unwrap_or((SURROGATE_BLOCK, 0, 1));
                let action = self.view.action(block, low);
                let class = action.class();
                let before = if index > next { 0 } else { last };
                let is_copied = action.is_copy() || self.is_mark_in_order(class, before);
                if !is_copied && (decoded.is_none() || !self.follows_in_order(class, text, at + index)) {
                    if policy == MaybePolicy::Copy
                        && let Some(class) = self.bmp_uncomposed_class(text, at + index, block, low)
                    {
                        (last, next) = (class, index + units);
                        active &= bits_from(next);
                        continue;
                    }
                    let end = self.supplementary_end(text, at + index, policy);
                    if end == at + index {
                        return Err(end);
                    }
                    inert.count_supplementary_run(text, at + index);
                    (last, next) = (SLOW_PATH, end - at);
                    active &= bits_from(next);
                    continue;
                }
                inert.count_copied(action.is_copy(), block << 6 | low);
                last = class;
                next = index + units;
                active &= bits_from(next);
            }
            length = length.max(next);
            last = if next == length { last } else { 0 };
            at += length;
        }
        Ok((at, last))
    }
}
