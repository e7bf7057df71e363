//! The quick check (UAX #15, section 9): whether a text is normalized.

use super::form_rules::FormRules;
use super::inert_ranges::InertRanges;
use super::record::{self, COMPOSE_NO, SLOW_PATH};
use super::scan_tables::MaybePolicy;
use super::table::Record;
use crate::unicode::bmp::decode_supplementary;
use crate::unicode::text::{CodeUnit, is_ill_formed};

/// The result of the quick check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuickCheck {
    /// Normalized.
    Yes,
    /// Not normalized.
    No,
    /// Undecided: only normalization decides (compose modes).
    Maybe,
}

impl<'t> FormRules<'t> {
    /// The result for a code point at which the scan stops, without regard to the order of marks.
    fn verdict(&self, record: Record) -> QuickCheck {
        match record.kind() {
            _ if self.copies(record) => QuickCheck::Yes,
            record::NON_STARTER => QuickCheck::Yes,
            record::MAYBE if !self.compose => QuickCheck::Yes,
            record::MAYBE => QuickCheck::Maybe,
            record::NEEDS_CONTEXT if self.compose && !record.has(COMPOSE_NO) => QuickCheck::Maybe,
            _ => QuickCheck::No,
        }
    }

    /// Finds the first code point from `at` on whose result is not `Yes`; returns its start, its end and its result.
    /// Marks out of order and ill-formed sequences are `No`. `None` if the rest of the text is normalized. The text
    /// starts at `start`. With [`MaybePolicy::Copy`] the result of code points that do not compose is `Yes` as well.
    #[inline]
    pub fn find_no_or_maybe<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        start: usize,
        inert: &mut Option<InertRanges<'t, '_>>,
        policy: MaybePolicy,
    ) -> Option<(usize, usize, QuickCheck)> {
        let mut last = if at == start { 0 } else { SLOW_PATH };
        loop {
            // A run first: the scan would search the whole block again after each of its code points.
            let end = self.scan.supplementary_end(text, at, policy);
            if end > at {
                (at, last) = (end, SLOW_PATH);
            }
            if decode_supplementary(text, at).is_none() {
                at = self.scan.find_not_copied(text, at, last, inert, policy);
                if decode_supplementary(text, at).is_some() {
                    last = SLOW_PATH;
                    continue;
                }
            }
            let (c, length) = U::decode(text, at)?;
            let record = self.view.record(c);
            let ill_formed = !self.keeps_ill_formed && is_ill_formed(text, at, c, length);
            let verdict = match self.verdict(record) {
                _ if ill_formed => QuickCheck::No,
                verdict if verdict == QuickCheck::No || self.follows_in_order(text, at, start, record) => verdict,
                _ => QuickCheck::No,
            };
            if verdict != QuickCheck::Yes {
                return Some((at, at + length, verdict));
            }
            at += length;
            last = SLOW_PATH;
        }
    }

    /// Whether a code point at `at` is in canonical order after the one before it.
    fn follows_in_order<U: CodeUnit>(&self, text: &[U], at: usize, start: usize, record: Record) -> bool {
        if record.lccc() == 0 || at <= start {
            return true;
        }
        let Some((c, _)) = U::decode_back(text, at) else { return true };
        let before = self.view.record(c);
        let last = match before.kind() {
            record::NEEDS_CONTEXT if self.compose && !before.has(COMPOSE_NO) => {
                if self.contiguous {
                    before.tccc()
                } else {
                    0
                }
            }
            _ => self.class_after(before).unwrap_or(u8::MAX),
        };
        last <= record.lccc()
    }

    /// Performs the quick check from `start` on.
    pub fn quick_check<U: CodeUnit>(&self, text: &[U], start: usize) -> QuickCheck {
        let mut learned = Vec::new();
        let mut inert = self.ranges_for_check::<U>(text.len().saturating_sub(start), &mut learned, MaybePolicy::Stop);
        let mut found = self.find_no_or_maybe(text, start, start, &mut inert, MaybePolicy::Stop);
        if found.is_none() {
            return QuickCheck::Yes;
        }
        // After the first `Maybe` only a `No` matters.
        learned.clear();
        let length = text.len().saturating_sub(start);
        let mut inert = self.ranges_for_check::<U>(length, &mut learned, MaybePolicy::Copy);
        while let Some((_, end, verdict)) = found {
            if verdict == QuickCheck::No {
                return QuickCheck::No;
            }
            found = self.find_no_or_maybe(text, end, start, &mut inert, MaybePolicy::Copy);
        }
        QuickCheck::Maybe
    }

    /// The end of the longest span from `start`, which is a boundary, to another boundary for which the quick check is
    /// `Yes`; see [`FormRules::find_no_or_maybe`] for `policy`.
    pub fn span_yes<U: CodeUnit>(
        &self,
        text: &[U],
        start: usize,
        inert: &mut Option<InertRanges<'t, '_>>,
        policy: MaybePolicy,
    ) -> usize {
        let Some((mut at, _, _)) = self.find_no_or_maybe(text, start, start, inert, policy) else {
            return text.len();
        };
        let record = |at: usize| U::decode(text, at).map(|(c, _)| self.view.record(c));
        while at > start && !record(at).is_none_or(|record| self.boundary_before(record)) {
            let Some((c, length)) = U::decode_back(text, at) else { break };
            if self.boundary_after(self.view.record(c)) {
                break;
            }
            at -= length;
        }
        at
    }
}
