//! The fast copy of a block in runs between the code points that change: of UTF-8, where lengths differ, and of UTF-16
//! by forms that decompose, because they expand most code points that they change.

use super::form_rules::FormRules;
use super::inert_ranges::InertRanges;
use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::record::{self, REMOVE, SLOW_PATH};
use super::scan_tables::{SURROGATE_BLOCK, decode_bmp_block};
use super::table::compose;
use crate::unicode::hangul;
use crate::unicode::scan::{Mismatch, WINDOW, bits_from};
use crate::unicode::text::CodeUnit;

impl<'p, U: CodeUnit, S: Sink<U>> NormalizationPass<'p, U, S> {
    /// The class of a code point of the BMP at `at` that is copied, although its action alone does not say so: one that
    /// does not compose, or a mark of FCC in canonical order. `None` for another one.
    #[inline(always)]
    pub(super) fn class_if_copied(&self, at: usize, block: u32, low: u32) -> Option<u8> {
        let is_jamo = hangul::VOWELS_TO_TRAILING.contains(&(block << 6 | low));
        if is_jamo { None } else { self.class_of_copied(at, block, low) }
    }

    /// [`NormalizationPass::class_if_copied`] of a code point that is no jamo.
    #[inline(never)] // forms that decompose take 10 to 15 % longer with it in the loops
    fn class_of_copied(&self, at: usize, block: u32, low: u32) -> Option<u8> {
        let class = self.rules.view.action(block, low).class();
        if self.rules.scan.follows_in_order(class, self.text, at) {
            return Some(class);
        }
        self.rules.scan.bmp_uncomposed_class(self.text, at, block, low)
    }

    /// Copies a block; returns the offset to continue from and the class before it.
    ///
    /// ```text
    /// per code point with a bit in the mask:
    ///     if inert, a mark in canonical order, or a code point that does not compose: continue the run
    ///     else: write the run before it, then its replacement (one code point, two, none), or let `step` process it
    /// write the last run
    /// ```
    #[inline]
    pub(super) fn copy_block(
        &mut self,
        inert: &mut InertRanges<'p, '_>,
        window: &[U; WINDOW],
        found: Mismatch,
        mut last: u8,
    ) -> (usize, u8) {
        let NormalizationPass { rules, .. } = *self;
        let Mismatch { at, mask: mut active, mut length } = found;
        // Inert units not written yet start at `run`; `last` is the class before `next`.
        let (mut run, mut next) = (0, 0);
        while active != 0 {
            let position = active.trailing_zeros() as usize;
            let before = if position > next { 0 } else { last };
            let (block, low, units) = decode_bmp_block(window, position).unwrap_or((SURROGATE_BLOCK, 0, 1));
            let code = block << 6 | low;
            let number = rules.view.number(block, low);
            let action = rules.view.action_of(number);
            let class = action.class();
            next = position + units;
            active &= bits_from(next);
            if action.is_copy() | rules.scan.is_mark_in_order(class, before) {
                inert.count_copied(action.is_copy(), code);
                last = class;
                continue;
            }
            if class == 0 {
                self.put_run(window, run, position);
                self.put_mapped_bmp(at + position, units, action.replacement(code));
                (last, run) = (0, next);
                continue;
            }
            if class == REMOVE {
                self.put_run(window, run, position);
                self.report_edit(at + position, at + next, self.out.length());
                (last, run) = (class, next);
                continue;
            }
            let record = rules.view.record_of(number);
            let expands = record.kind() == record::EXPAND || record.kind() == record::COMPOSITE && !rules.compose;
            if expands && self.expands_alone(record, at + next) {
                self.put_run(window, run, position);
                (last, run) = (self.put_expansion(record, at + position, at + next), next);
                continue;
            }
            if rules.compose
                && before == 0
                && record.kind() == record::MAYBE
                && record.lccc() != 0
                && let Some((base, composite)) = composite(rules, window, [run, position, next])
            {
                self.put_run(window, run, base);
                let start = self.out.length();
                self.out.put_bmp(composite);
                self.report_edit(at + base, at + next, start);
                // A composite cannot be rolled back by the units of its source.
                self.committed = at + next;
                (last, run) = (0, next);
                continue;
            }
            if rules.compose
                && let Some(class) = self.class_if_copied(at + position, block, low)
            {
                last = class;
                continue;
            }
            self.put_run(window, run, position);
            if block == SURROGATE_BLOCK {
                inert.count_supplementary_run(self.text, at + position);
            }
            let Some(current) = self.decoded(at + position) else { return (at + position, SLOW_PATH) };
            let end = self.step(at + position, current);
            if end >= at + length {
                return (end, SLOW_PATH);
            }
            next = end - at;
            // An ill-formed sequence may be shorter than the length that its lead byte declares.
            active = found.mask & bits_from(next);
            (last, run) = (class, next);
        }
        length = length.max(next);
        self.put_run(window, run, length);
        (at + length, if next == length { last } else { 0 })
    }
}

/// Composes a mark whose class is not 0, given by its start and end in the block, with the letter before it, which
/// starts at `run` or later, if the code point after the mark is inert; returns the start of the letter, and the
/// composite.
#[inline]
fn composite<U: CodeUnit>(
    rules: FormRules<'_>,
    window: &[U; WINDOW],
    [run, position, end]: [usize; 3],
) -> Option<(usize, u32)> {
    let (mark, _) = U::decode(window, position)?;
    let (base, units) = U::decode_back(window.get(run..position)?, position - run)?;
    let (after, _) = U::decode(window, end)?;
    let (class, letter) = (rules.view.record(mark).lccc(), rules.view.record(base));
    let is_easy = letter.tccc() <= class && !letter.composes_with_none();
    if !is_easy || !rules.scan.is_inert(after) {
        return None;
    }
    let base = if rules.lowers_ascii() { base.to_ascii_lowercase() } else { base };
    let composite = u32::from(compose(base, mark)?);
    (composite < 0x10000).then_some((position - units, composite))
}
