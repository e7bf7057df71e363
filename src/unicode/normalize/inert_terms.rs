//! Finds the terms of a text, in order, that consist of ASCII and the inert code points below the first changing one of
//! a form: such terms are normalized, wherever the text is split.
//!
//! ```text
//! scan from the start of a term: all units before `window` pass the filter, `mask` marks the units of the window that
//!     do not
//! a term before the window: inert; a term in the window: inert if its part of the mask is empty
//! any other term: scan from its start
//! ```
//!
//! One scan covers all terms up to the first window with a unit that does not pass, so most terms of English cost two
//! comparisons. PERF: adaptive ranges ([`super::inert_ranges`]) gain nothing, since each batch would learn them again.

use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, CodePointFilter, Mismatch, WINDOW};
use crate::unicode::text::CodeUnit;

/// The state of the scan over one text.
pub struct InertTerms {
    /// `None` if the form changes ASCII, so that few terms would pass.
    filter: Option<CodePointFilter>,
    /// Start of the last scan.
    from: usize,
    /// End of the inert text that starts at `from`.
    window: usize,
    /// Units of the window that do not pass.
    mask: u64,
    /// Number of units that the mask covers.
    length: usize,
}

impl InertTerms {
    pub(super) fn new(filter: Option<CodePointFilter>) -> InertTerms {
        InertTerms { filter, from: usize::MAX, window: 0, mask: 0, length: 0 }
    }

    /// Whether the term from `start` to `end` is inert; may be false for an inert term. Terms start at code point
    /// boundaries. If their starts do not ascend, the scan restarts.
    #[inline]
    pub fn contains<U: CodeUnit>(&mut self, text: &[U], start: usize, end: usize) -> bool {
        if start < self.from || end > self.window + self.length {
            let Some(filter) = &self.filter else { return false };
            let found = find_mismatch(filter, text, start);
            (self.from, self.window, self.mask, self.length) = (start, found.at, found.mask, found.length);
        }
        if end <= self.window || start >= end {
            return true;
        }
        let (first, last) = (start.max(self.window) - self.window, end - self.window);
        last <= self.length.min(BLOCK) && self.mask >> first << first & (u64::MAX >> (BLOCK - last)) == 0
    }
}

/// Finds the first window from `start` on with a unit that does not pass. The end of the text is padded with letters to
/// a whole window.
#[inline(never)]
fn find_mismatch<U: CodeUnit>(filter: &CodePointFilter, text: &[U], start: usize) -> Mismatch {
    let rest = text.part(start..);
    if rest.len() >= WINDOW {
        return filter.find_mismatch(text, start);
    }
    let mut padded = [U::from_ascii(b'a'); WINDOW];
    padded.iter_mut().zip(rest).for_each(|(unit, read)| *unit = *read);
    let found = filter.find_mismatch(&padded, 0);
    Mismatch { at: start + found.at.min(rest.len()), ..found }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Mode, Normalizer, Scratch};
    use super::*;
    use proptest::prelude::*;

    /// Splits a text at code point boundaries: normalization does not change inert parts.
    fn check<U: CodeUnit>(normalizer: &Normalizer, text: &[U], lengths: &[usize]) {
        let mut inert = normalizer.inert_terms::<U>();
        let (mut start, mut scratch) = (0, Scratch::default());
        for &length in lengths.iter().cycle() {
            let mut end = start;
            for _ in 0..length {
                end += U::decode(text, end).map_or(0, |(_, units)| units);
            }
            if inert.contains(text, start, end) {
                let mut out = Vec::new();
                assert!(!normalizer.normalize_token(&text[start..end], &mut out, &mut scratch), "{start}..{end}");
            }
            start = end + U::decode(text, end).map_or(0, |(_, units)| units);
            if start >= text.len() {
                break;
            }
        }
    }

    proptest! {
        #[test]
        fn inert_terms_are_normalized(
            parts in prop::collection::vec("[a-z ]{0,70}|[A-Zß ]{0,5}|[а-яА-Я ]{0,80}|[ก-๛ ]{0,60}|[ऀ-ॿ ]{0,40}|[가-힣]{0,20}|\\PC{0,9}|[゙́̈]{0,3}", 0..12),
            lengths in prop::collection::vec(0_usize..20, 1..9),
            form in 0_usize..7,
            mode in 0_usize..4,
        ) {
            let normalizer = Normalizer::with_mode(Form::ALL[form].1, Mode::ALL[mode].1);
            let text = parts.concat();
            let utf16: Vec<u16> = text.encode_utf16().collect();
            check(&normalizer, text.as_bytes(), &lengths);
            check(&normalizer, &utf16, &lengths);
        }
    }

    #[test]
    fn terms_of_running_text_are_found() {
        let normalizer = Normalizer::new(Form::NfkcCf);
        let text = "plain words of a text that is long enough for a window, and then some more of them, until its end";
        let mut inert = normalizer.inert_terms::<u8>();
        assert!(inert.contains(text.as_bytes(), 0, 5) && inert.contains(text.as_bytes(), 90, text.len()));
        let capital: Vec<u16> = "a Capital letter".encode_utf16().collect();
        let mut inert = normalizer.inert_terms::<u16>();
        assert!(inert.contains(&capital, 0, 1) && !inert.contains(&capital, 2, 9) && inert.contains(&capital, 10, 16));
    }
}
