//! Which of the terms of a text, in order, consist of ASCII or of a form's lowest code points alone that it copies: they are normalized,
//! however the text is cut.
//!
//! ```text
//! scan from the start of a term: everything before `window` passes the filter, `mask` has the units there that do not
//! a term before the window: inert; a term in the window: inert if its part of the mask is empty
//! any other term: scan from its start
//! ```
//!
//! A scan serves all terms up to the first window with a unit that does not pass, so most terms of English cost two comparisons.
//! PERF: ranges learned from the text ([`super::inert_ranges`]) are no gain, as they are learned again in each batch.

use crate::unicode::part::SlicePart;
use crate::unicode::scan::{BLOCK, CodePointFilter, Mismatch, WINDOW};
use crate::unicode::text::CodeUnit;

/// The state of the scan over one text.
pub struct InertTerms {
    /// `None`: the form changes ASCII, so next to nothing would pass.
    filter: Option<CodePointFilter>,
    /// Start of the last scan.
    from: usize,
    /// The text from `from` to here is inert.
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

    /// Whether the term from `start` to `end` is known to be inert; false also where it is not known. Terms start at boundaries of code
    /// points, and in ascending order, or the scan starts again.
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

/// The first window from `start` on with a unit that does not pass. A text that has no whole window left is continued by letters.
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

    /// Cuts a text at boundaries of code points: what is inert is not changed by normalizing it alone.
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
