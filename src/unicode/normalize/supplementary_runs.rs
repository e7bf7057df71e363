//! Runs of supplementary code points that no learned range contains: words of scripts with marks, such as Adlam, and
//! the first emoji of a stream.
//!
//! ```text
//! while the next code point is
//!     supplementary, of the block of 64 of the one before, which is inert:   skip it
//!     supplementary, copied, or a mark in canonical order:                   skip it, by its record
//!     of the BMP and inert, but no ASCII letter, at most three in a row:     skip it
//! ```
//!
//! An ASCII letter ends a run, as more of them follow, which blocks copy faster.

use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::record;
use super::scan_tables::ScanTables;
use super::table::INERT_CODE_POINT;
use crate::unicode::bmp::{decode_common, decode_supplementary};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of code points of the BMP in a row.
const MAX_BETWEEN: u32 = 3;

impl ScanTables<'_> {
    /// The end of the run of supplementary code points from `start` on that are copied, with marks in canonical order,
    /// and of a few inert code points of the BMP between and after them. It is `start` if there is another code point,
    /// or an ill-formed sequence.
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

    /// Whether the block of 64 code points of a supplementary one has the records of the private use block of the BMP,
    /// and that block is inert. Other blocks may be inert as well; their code points are looked up.
    #[inline]
    pub fn is_inert_block(&self, code: u32) -> bool {
        self.bits.get(INERT_CODE_POINT as usize >> 6) == Some(&0)
            && self.view.supplementary_block(code) == self.view.inert_block()
    }

    /// Whether a code point of the BMP is inert, and no ASCII letter.
    #[inline]
    fn may_be_between(&self, code: u32) -> bool {
        let is_letter = (code | 0x20).wrapping_sub(u32::from(b'a')) < 26;
        !is_letter && char::from_u32(code).is_some_and(|c| self.is_inert(c))
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
