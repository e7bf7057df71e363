//! Filtered normalization: only the characters of a set are normalized, as in ICU's `FilteredNormalizer2`.
//!
//! The text is split into spans of characters inside and outside of the set. Each span inside is normalized separately;
//! spans outside are unchanged. So nothing is composed or reordered across the end of a span.

use super::check::QuickCheck;
use super::fcd;
use super::normalizer::{Normalizer, keep_if_changed};
use super::pieces::Sink;
use super::scan_tables::MaybePolicy;
use super::span::Scratch;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// A set of characters that limits a normalization. Implemented for `Fn(char) -> bool`.
pub trait CharSet {
    /// Whether a character is in the set. Ill-formed text is treated as U+FFFD.
    fn contains(&self, c: char) -> bool;

    /// The end of the longest span from `at` on that is inside (or outside) of the set. A set with strings matches them
    /// here.
    fn span<U: CodeUnit>(&self, text: &[U], mut at: usize, inside: bool) -> usize {
        while let Some((c, length)) = U::decode(text, at) {
            if self.contains(c) != inside {
                break;
            }
            at += length;
        }
        at
    }
}

impl<F: Fn(char) -> bool> CharSet for F {
    fn contains(&self, c: char) -> bool {
        self(c)
    }
}

/// A normalizer that keeps text outside of a set unchanged.
#[derive(Clone, Copy, Debug)]
pub struct FilteredNormalizer<'n, F> {
    normalizer: &'n Normalizer,
    set: F,
}

impl<'n, F: CharSet> FilteredNormalizer<'n, F> {
    /// Limits a normalizer to a set.
    pub fn new(normalizer: &'n Normalizer, set: F) -> FilteredNormalizer<'n, F> {
        FilteredNormalizer { normalizer, set }
    }

    /// [`Normalizer::normalize`], limited to the set.
    pub fn normalize<U: CodeUnit>(&self, text: &[U], out: &mut Vec<U>, scratch: &mut Scratch) {
        self.normalize_to(text, out, &mut (), scratch);
    }

    /// [`Normalizer::normalize_to`], limited to the set.
    pub fn normalize_to<U: CodeUnit, S: Sink<U>>(
        &self,
        text: &[U],
        out: &mut Vec<U>,
        sink: &mut S,
        scratch: &mut Scratch,
    ) {
        let mut at = 0;
        while at < text.len() {
            let outside = self.set.span(text, at, false);
            scratch.append(out, text.part(at..outside));
            at = self.set.span(text, outside, true);
            self.normalizer.normalize_rest(text.get(..at).unwrap_or(text), outside, out, sink, scratch);
        }
    }

    /// [`Normalizer::normalize_token`], limited to the set.
    pub fn normalize_token<U: CodeUnit>(&self, token: &[U], out: &mut Vec<U>, scratch: &mut Scratch) -> bool {
        let start = out.len();
        self.normalize(token, out, scratch);
        keep_if_changed(token, out, start)
    }

    /// [`Normalizer::quick_check`], limited to the set.
    pub fn quick_check<U: CodeUnit>(&self, text: &[U]) -> QuickCheck {
        let mut answer = QuickCheck::Yes;
        let mut at = 0;
        while at < text.len() {
            let outside = self.set.span(text, at, false);
            at = self.set.span(text, outside, true);
            match self.normalizer.check_span(text.get(..at).unwrap_or(text), outside) {
                QuickCheck::No => return QuickCheck::No,
                QuickCheck::Maybe => answer = QuickCheck::Maybe,
                QuickCheck::Yes => {}
            }
        }
        answer
    }

    /// [`Normalizer::span_yes`], limited to the set.
    pub fn span_yes<U: CodeUnit>(&self, text: &[U]) -> usize {
        let (mut at, mut learned) = (0, Vec::new());
        while at < text.len() {
            let outside = self.set.span(text, at, false);
            at = self.set.span(text, outside, true);
            let span = text.get(..at).unwrap_or(text);
            let rules = self.normalizer.rules();
            let yes = if self.normalizer.is_fcd() {
                fcd::span_yes(&rules, span, outside, &mut learned)
            } else {
                let inert = &mut rules.ranges_for_check::<U>(at - outside, &mut learned, MaybePolicy::Stop);
                rules.span_yes(span, outside, inert, MaybePolicy::Stop)
            };
            if yes < at {
                return yes;
            }
        }
        text.len()
    }
}
