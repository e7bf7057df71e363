//! Runs of supplementary code points: emoji, and words of scripts such as Adlam. The vector kernels have masks of the
//! BMP only.

use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::record;
use super::scan_tables::ScanTables;
use super::table::INERT_CODE_POINT;
use crate::unicode::bmp::{decode_common, decode_supplementary};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of code points of the BMP in a row in a run of supplementary ones: blocks are faster for more.
const MAX_BETWEEN: u32 = 3;

impl ScanTables<'_> {
    /// The end of the supplementary code points from `start` on that are copied, with marks in canonical order, and of
    /// inert code points of the BMP between them. It is `start` if there is another code point, or an ill-formed
    /// sequence.
    #[inline(always)]
    pub fn supplementary_end<U: CodeUnit>(&self, text: &[U], start: usize) -> usize {
        if decode_supplementary(text, start).is_some() { self.supplementary_run_end(text, start) } else { start }
    }

    #[inline(never)]
    fn supplementary_run_end<U: CodeUnit>(&self, text: &[U], start: usize) -> usize {
        // The class before `at`; that of inert code points is not known, so that marks after them are not part of it.
        let (mut at, mut last, mut between) = (start, u8::MAX, 0);
        let mut inert_block = None;
        loop {
            if let Some((code, length)) = decode_supplementary(text, at) {
                // Most code points are in the block of the one before.
                if inert_block == Some(code >> 6) || self.is_inert_block(code) {
                    inert_block = Some(code >> 6);
                    (at, last, between) = (at + length, 0, 0);
                    continue;
                }
                let Some(c) = char::from_u32(code) else { return at };
                let record = self.view.record(c);
                last = match record.kind() {
                    record::COPY => 0,
                    record::NON_STARTER if last <= record.lccc() => record.lccc(),
                    _ => return at,
                };
                (at, between) = (at + length, 0);
            } else {
                match decode_common(text, at) {
                    Some((code, length)) if between < MAX_BETWEEN && at > start && self.may_be_between(code) => {
                        (at, last, between) = (at + length, u8::MAX, between + 1);
                    }
                    _ => return at,
                }
            }
        }
    }

    /// Whether the block of 64 code points of a supplementary one has the records of an inert block of the BMP.
    #[inline]
    fn is_inert_block(&self, code: u32) -> bool {
        self.bits.get(INERT_CODE_POINT as usize >> 6) == Some(&0)
            && self.view.supplementary_block(code) == self.view.private_use_block()
    }

    /// Whether a code point of the BMP is inert, and no ASCII letter: a word follows that blocks copy faster.
    #[inline]
    fn may_be_between(&self, code: u32) -> bool {
        let is_letter = (code | 0x20).wrapping_sub(u32::from(b'a')) < 26;
        !is_letter && char::from_u32(code).is_some_and(|c| self.is_inert_starter(c))
    }
}

impl<U: CodeUnit, S: Sink<U>> NormalizationPass<'_, U, S> {
    /// Processes supplementary code points as long as they are copied, replaced by one code point or removed; returns
    /// their end.
    #[inline(never)]
    pub fn step_supplementary(&mut self, start: usize) -> usize {
        let mut at = self.copy_supplementary(start);
        while let Some((code, length)) = decode_supplementary(self.text, at)
            && let Some(c) = char::from_u32(code)
        {
            let record = self.rules.view.record(c);
            at = match record.kind() {
                record::SIMPLE => self.replace(at, at + length, |out| out.put(record.target(c))),
                record::REMOVED => self.replace(at, at + length, |_| {}),
                _ => break,
            };
            at = self.copy_supplementary(at);
        }
        at
    }

    #[inline]
    fn copy_supplementary(&mut self, start: usize) -> usize {
        let end = self.rules.scan.supplementary_end(self.text, start);
        self.out.put_slice(self.text.part(start..end));
        end
    }
}

#[cfg(test)]
mod tests {
    use crate::unicode::normalize::{Form, Normalizer, QuickCheck, Scratch};
    use crate::unicode::text::from_str;
    use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
    use proptest::prelude::*;

    proptest! {
        /// Adlam and Chakma with marks of several classes, symbols that decompose, emoji, and what is between them.
        #[test]
        fn runs_of_supplementary_code_points_equal_icu4x(
            parts in prop::collection::vec(
                "[𞤀-𞥃][\u{1E944}-\u{1E94A}]{0,3}|[𑄃-𑄦][\u{11127}\u{11131}\u{11133}]{0,3}|[\u{1D15E}\u{1D165}\u{1D16D}]|[𝐀-𝐳\u{E0100}]{1,4}|[😀-😏]\u{FE0F}?| |[a-zéÅ]{1,30}|[\u{301}\u{323}\u{1E94A}]|[一-丅が가\u{11A8}]",
                0..60,
            ),
        ) {
            let text = parts.concat();
            let forms = [
                (Form::Nfc, ComposingNormalizer::new_nfc().normalize(&text).into_owned()),
                (Form::Nfd, DecomposingNormalizer::new_nfd().normalize(&text).into_owned()),
                (Form::Nfkc, ComposingNormalizer::new_nfkc().normalize(&text).into_owned()),
                (Form::Nfkd, DecomposingNormalizer::new_nfkd().normalize(&text).into_owned()),
            ];
            let mut scratch = Scratch::default();
            for (form, expected) in forms {
                let normalizer = Normalizer::new(form);
                let (mut narrow, mut wide) = (Vec::new(), Vec::new());
                normalizer.normalize(text.as_bytes(), &mut narrow, &mut scratch);
                normalizer.normalize(&from_str::<u16>(&text), &mut wide, &mut scratch);
                prop_assert_eq!(std::str::from_utf8(&narrow), Ok(&*expected), "{:?}", form);
                prop_assert_eq!(wide, from_str::<u16>(&expected), "{:?}", form);
                let is_normalized = normalizer.quick_check(text.as_bytes());
                prop_assert!(is_normalized != QuickCheck::Yes || text == expected, "{:?}", form);
                prop_assert!(is_normalized != QuickCheck::No || text != expected, "{:?}", form);
                prop_assert_eq!(normalizer.quick_check(&from_str::<u16>(&text)), is_normalized);
                let end = normalizer.span_yes(text.as_bytes());
                prop_assert_eq!(text.get(..end), expected.get(..end), "{:?}", form);
            }
        }
    }
}
