//! Runs of supplementary code points that no learned range contains: words of scripts with marks, such as Adlam, and
//! the first emoji of a stream.
//!
//! ```text
//! while the next code point is
//!     supplementary, of a block of 64 that is inert:                      skip it
//!     supplementary, copied, or a mark in canonical order:                skip it, by its record
//!     supplementary, may compose, but does not here:                      skip it in a copy; the quick check stops
//!     of the BMP and inert, but no ASCII letter, at most three in a row:  skip it
//! ```
//!
//! The block of 64 is looked up only where it changes.
//!
//! An ASCII letter ends a run, as more of them follow, which blocks copy faster.

use super::pass::NormalizationPass;
use super::pieces::Sink;
use super::record::{self, SLOW_PATH};
use super::scan_tables::{MaybePolicy, ScanTables};
use super::table::INERT_CODE_POINT;
use crate::unicode::bmp::{decode_bmp_char, decode_supplementary};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of code points of the BMP in a row.
const MAX_BETWEEN: u32 = 3;

/// A run of supplementary code points during its search.
struct SupplementaryRun<'s, 't> {
    scan: &'s ScanTables<'t>,
    start: usize,
    /// Its end so far.
    end: usize,
    /// The class before the end; [`SLOW_PATH`] after inert code points of the BMP, where it is not known, so that marks
    /// after them are not part of the run.
    last: u8,
    /// The number of code points of the BMP before the end.
    between: u32,
    block: SupplementaryBlock,
}

/// A block of 64 supplementary code points.
#[derive(Clone, Copy)]
struct SupplementaryBlock {
    /// The code points, without the low 6 bits.
    number: u32,
    /// The start of its record numbers.
    records: u16,
    is_inert: bool,
}

impl<'s, 't> SupplementaryRun<'s, 't> {
    #[inline]
    fn new(scan: &'s ScanTables<'t>, start: usize) -> SupplementaryRun<'s, 't> {
        let block = SupplementaryBlock { number: 0, records: 0, is_inert: false };
        SupplementaryRun { scan, start, end: start, last: SLOW_PATH, between: 0, block }
    }

    /// Moves the end to that of the last code point that is part of the run.
    #[inline(always)]
    fn extend<U: CodeUnit>(&mut self, text: &[U], policy: MaybePolicy) {
        loop {
            if let Some((code, length)) = decode_supplementary(text, self.end) {
                let number = self.record_number(code);
                if self.block.is_inert {
                    self.skip(length, 0);
                    continue;
                }
                let record = self.scan.view.record_of(number);
                let class = match record.kind() {
                    record::COPY => 0,
                    record::NON_STARTER if self.last <= record.lccc() => record.lccc(),
                    record::COMPOSITE if self.scan.view.action_of(number).is_copy() => record.tccc(),
                    record::MAYBE if self.scan.view.action_of(number).is_copy() => 0,
                    record::MAYBE if policy == MaybePolicy::Copy => {
                        match self.scan.uncomposed_class(text, self.end, code, record) {
                            Some(class) => class,
                            None => return,
                        }
                    }
                    _ => return,
                };
                self.skip(length, class);
            } else {
                match decode_bmp_char(text, self.end) {
                    Some((code, length)) if self.may_pass(code) => {
                        (self.end, self.last, self.between) = (self.end + length, SLOW_PATH, self.between + 1);
                    }
                    _ => return,
                }
            }
        }
    }

    /// Adds a supplementary code point to the run, with the class at its end.
    #[inline(always)]
    fn skip(&mut self, length: usize, class: u8) {
        (self.end, self.last, self.between) = (self.end + length, class, 0);
    }

    /// The number of the record of a supplementary code point.
    #[inline(always)]
    fn record_number(&mut self, code: u32) -> u16 {
        if code >> 6 != self.block.number {
            let records = self.scan.view.supplementary_block(code);
            let is_inert = self.scan.are_inert(records);
            self.block = SupplementaryBlock { number: code >> 6, records, is_inert };
        }
        self.scan.view.number_in(self.block.records, code)
    }

    /// Whether a code point of the BMP at the end, which is not the start, is part of the run: an inert one that is no
    /// ASCII letter, after less than three others.
    #[inline]
    fn may_pass(&self, code: u32) -> bool {
        let is_letter = (code | 0x20).wrapping_sub(u32::from(b'a')) < 26;
        self.between < MAX_BETWEEN
            && self.end > self.start
            && !is_letter
            && char::from_u32(code).is_some_and(|c| self.scan.is_inert(c))
    }
}

impl ScanTables<'_> {
    /// The end of the run of supplementary code points from `start` on that are copied, with marks in canonical order,
    /// and of a few inert code points of the BMP between and after them. It is `start` if there is another code point,
    /// or an ill-formed sequence.
    #[inline(always)]
    pub fn supplementary_end<U: CodeUnit>(&self, text: &[U], start: usize, policy: MaybePolicy) -> usize {
        match decode_supplementary(text, start) {
            Some(_) => self.supplementary_run_end(text, start, policy),
            None => start,
        }
    }

    #[inline(never)]
    fn supplementary_run_end<U: CodeUnit>(&self, text: &[U], start: usize, policy: MaybePolicy) -> usize {
        let mut run = SupplementaryRun::new(self, start);
        run.extend(text, policy);
        run.end
    }

    /// Whether the block of 64 code points of a supplementary one has the records of the private use block of the BMP,
    /// and that block is inert. Other blocks may be inert as well; their code points are looked up.
    #[inline]
    pub fn is_inert_block(&self, code: u32) -> bool {
        self.are_inert(self.view.supplementary_block(code))
    }

    /// [`ScanTables::is_inert_block`], by the start of the block's record numbers.
    #[inline]
    fn are_inert(&self, records: u16) -> bool {
        self.bits.get(INERT_CODE_POINT as usize >> 6) == Some(&0) && records == self.view.inert_block()
    }
}

impl<U: CodeUnit, S: Sink<U>> NormalizationPass<'_, U, S> {
    /// Processes supplementary code points as long as they are copied, replaced by one code point or removed; returns
    /// their end.
    #[inline(never)]
    pub fn step_supplementary(&mut self, start: usize) -> usize {
        let scan = self.rules.scan;
        let mut run = SupplementaryRun::new(&scan, start);
        let mut copied = start;
        loop {
            run.extend(self.text, MaybePolicy::Copy);
            let at = run.end;
            self.out.put_slice(self.text.part(copied..at));
            let Some((code, length)) = decode_supplementary(self.text, at) else { return at };
            let record = scan.view.record_of(run.record_number(code));
            let Some(c) = char::from_u32(code) else { return at };
            match record.kind() {
                record::SIMPLE => {
                    run.skip(length, 0);
                    self.replace(at, run.end, |out| out.put(record.target(c)));
                }
                record::REMOVED => {
                    run.skip(length, SLOW_PATH);
                    self.replace(at, run.end, |_| {});
                }
                _ => return at,
            }
            copied = run.end;
        }
    }
}
