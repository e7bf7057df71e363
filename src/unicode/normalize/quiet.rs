//! What a text is expected to be made of: ranges of code points that are copied as they are, found out while going along.
//! [`crate::unicode::scan::CodePointFilter`] compares 64 units at a time with them.

use super::scan::{Scan, decode_basic};
use super::table::Bits;
use crate::unicode::scan::{
    AsciiUpper, BLOCK, Bitmap128, CodePointFilter, Mismatch, Span, WINDOW, block_mask, table_mask,
};
use crate::unicode::text::{CodeUnit, Encoding};

/// For each block of 64 code points of the BMP the run of blocks around it that are copied whole: first and last block.
pub(super) type Runs = [[u16; 2]; 1024];

/// So many code points outside of the ranges, and a range around the last one is taken in.
const ENOUGH: u64 = 3;

/// So many blocks are looked up unit by unit when a block had many code points outside of the ranges.
const LOST: u8 = 3;

/// The runs of blocks without a marked code point.
pub(super) fn runs_of(bits: &Bits) -> Box<Runs> {
    let mut runs = Box::new([[0, 0]; 1024]);
    let mut block = 0_u16;
    for group in bits.chunk_by(|one, two| (*one == 0) == (*two == 0)) {
        let end = block + group.len() as u16;
        for number in block..end {
            if let Some(run) = runs.get_mut(usize::from(number)) {
                *run = [block, end - 1];
            }
        }
        block = end;
    }
    runs
}

/// The ranges for one text.
pub(super) struct Quiet<'t> {
    scan: Scan<'t>,
    expected: CodePointFilter,
    /// The last code point that is copied and was not expected.
    missed: u32,
    /// How many of them there were since a range was taken in.
    misses: u64,
    /// ASCII letters are copied.
    lowers: bool,
    /// For so many blocks the ranges are not asked (UTF-16).
    lost: u8,
    /// There were many misses: all that is marked is looked up.
    looks_up: bool,
    updates: u32,
}

impl<'t> Quiet<'t> {
    /// `lowers`: ASCII letters are copied, since the copy makes them lower case, and all ASCII but for `removed`.
    /// `None` when the tables do more with ASCII than can be told here.
    #[inline]
    pub fn new<U: CodeUnit>(scan: Scan<'t>, lowering: Option<[u8; 2]>, lowers: bool) -> Option<Quiet<'t>> {
        let limit = if lowering.is_some() { scan.limit.max(0x80) } else { scan.limit };
        if limit < 0x80 {
            return None;
        }
        let basic = if U::ENCODING == Encoding::Utf8 { limit.min(0x80) } else { limit.min(0xD800) };
        let mut expected = CodePointFilter::ascii();
        expected.limit = basic as u16;
        expected.except = lowering.unwrap_or([0xFF; 2]);
        expected.except_upper = lowering.is_some() && !lowers;
        if limit > 0x80 && U::ENCODING == Encoding::Utf8 {
            expected.insert_range::<U>(Span::new(0x80, limit.min(0xD800) as u16 - 1), 0x80);
        }
        Some(Quiet {
            scan,
            expected,
            missed: 0,
            misses: 0,
            lowers: lowering.is_some() && lowers,
            lost: 0,
            looks_up: true,
            updates: 0,
        })
    }

    /// The next window from `at` on with units that are not of expected code points (see [`CodePointFilter::next`]). Some of them may
    /// be copied all the same, maybe all.
    #[inline]
    pub fn next<U: CodeUnit>(&mut self, text: &[U], at: usize) -> Mismatch {
        if self.misses >= ENOUGH {
            self.learn::<U>();
            self.misses = 0;
            self.looks_up = true;
        }
        if self.lost > 0
            && let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>())
        {
            self.lost -= 1;
            return Mismatch { at, mask: self.looked_up(window), length: BLOCK };
        }
        let found = self.expected.find_mismatch(text, at);
        match text.get(found.at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            Some(window) if self.looks_up => self.without_copied(window, found),
            _ => found,
        }
    }

    /// The mask of a block of UTF-16 by the tables alone.
    #[inline]
    fn looked_up<U: CodeUnit>(&self, window: &[U; WINDOW]) -> u64 {
        let mask = table_mask(window, self.scan.bits);
        match window.first_chunk::<BLOCK>() {
            Some(block) if self.lowers => mask & !block_mask::<U, AsciiUpper>(block),
            _ => mask,
        }
    }

    /// 1 for a code point of the BMP that is not copied.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masked to the size of the table")]
    fn bit(&self, code: u32) -> u64 {
        self.scan.bits[(code >> 6 & 1023) as usize] >> (code & 63) & 1
    }

    /// A marked code point is copied, if `missed`.
    #[inline]
    pub fn note(&mut self, missed: bool, code: u32) {
        self.misses += u64::from(missed);
        self.missed = if missed { code } else { self.missed };
    }

    /// Looks marked code points up, since many of them are copied: the text has other letters than expected.
    #[inline]
    fn without_copied<U: CodeUnit>(&mut self, window: &[U; WINDOW], found: Mismatch) -> Mismatch {
        if U::ENCODING == Encoding::Utf16 {
            let copied = found.mask & !table_mask(window, self.scan.bits);
            if copied != 0 {
                let last = window.get(BLOCK - 1 - copied.leading_zeros() as usize);
                self.missed = last.map_or(0, |&unit| unit.into());
            }
            self.looks_up = u64::from(copied.count_ones()) >= ENOUGH;
            if self.looks_up {
                self.learn::<U>();
                self.lost = LOST;
            }
            return Mismatch { mask: found.mask & !copied, ..found };
        }
        let (mut rest, mut stays, mut length, mut misses) = (found.mask, found.mask, found.length, 0);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            let (block, low, units) = decode_basic(window, place).unwrap_or((0xD800 >> 6, 0, 1));
            if self.bit(block << 6 | low) == 0 {
                stays &= !(((1 << units) - 1) << place);
                self.missed = block << 6 | low;
                misses += 1;
                length = length.max(place + units);
            }
            rest &= u64::MAX.checked_shl((place + units) as u32).unwrap_or(0);
        }
        self.looks_up = misses >= ENOUGH;
        if self.looks_up {
            self.learn::<U>();
        }
        Mismatch { mask: stays, length, ..found }
    }

    /// Takes in the last code point that was missed; where that does not help, now and then only.
    #[cold]
    #[inline(never)]
    fn learn<U: CodeUnit>(&mut self) {
        self.updates += 1;
        if self.updates > 8 && !self.updates.is_multiple_of(64) {
            return;
        }
        let code = self.missed;
        if code < 0x80 {
            return;
        }
        let (first, last) = self.around(code);
        if last - first < 128 && CodePointFilter::supports_bitmaps() {
            // A script with marks or changing letters among the others.
            let block = code as usize >> 6 & !1;
            let bits = self.scan.bits.get(block..).and_then(|bits| bits.first_chunk::<2>());
            let bits = bits.copied().unwrap_or([u64::MAX; 2]).map(|bits| !bits);
            let first = code & !127;
            let isolated = [first, first + 64]
                .map(|first| (0..64).fold(0, |bits, low| bits | u64::from(self.scan.is_lone_mark(first + low)) << low));
            // The two sound marks of kana are rare, since they compose.
            let is_worth_it = isolated.iter().map(|bits| bits.count_ones()).sum::<u32>() > 2;
            let map = Bitmap128 { first: first as u16, bits, isolated: if is_worth_it { isolated } else { [0; 2] } };
            self.expected.insert_bitmap::<U>(map);
        } else {
            self.expected.insert_range::<U>(Span::new(first.max(0x80) as u16, last as u16), code as u16);
        }
    }

    /// The longest range around a code point of the BMP that is copied.
    fn around(&self, code: u32) -> (u32, u32) {
        let bits = |block: u32| self.scan.bits.get(block as usize).copied().unwrap_or(u64::MAX);
        let (block, low) = (code >> 6, code & 63);
        let (mut first, mut last) = (block, block);
        let own = bits(block);
        if own == 0 {
            let run = self.scan.runs.get(block as usize).copied().unwrap_or([block as u16; 2]);
            (first, last) = (run[0].into(), run[1].into());
        }
        let below = own & ((1 << low) - 1);
        let above = own >> low;
        let start = match below {
            0 => first * 64 - if first > 0 { bits(first - 1).leading_zeros() } else { 0 },
            _ => first * 64 + 64 - below.leading_zeros(),
        };
        let end = match above {
            0 => last * 64 + 63 + if last < 1023 { bits(last + 1).trailing_zeros() } else { 0 },
            _ => code + above.trailing_zeros() - 1,
        };
        (start, end)
    }
}
