//! What a text is expected to be made of: ranges of code points that are copied as they are, found out while going along.
//! [`crate::unicode::scan::Expected`] compares 64 units at a time with them.

use super::scan::{Scan, decode_basic};
use super::table::Bits;
use crate::unicode::scan::{Expected, Span, ThreeBytes, WINDOW, two_bytes};
use crate::unicode::text::{CodeUnit, Encoding};

/// For each block of 64 code points of the BMP the run of blocks around it that are copied whole: first and last block.
pub(super) type Runs = [[u16; 2]; 1024];

/// So many code points outside of the ranges, and a range around the last one is taken in.
const ENOUGH: u64 = 3;

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
    bits: &'t Bits,
    runs: &'t Runs,
    expected: Expected,
    /// The next place in a list of ranges to be given to another one.
    next: [usize; 3],
    /// The last code point that is copied and was not expected.
    missed: u32,
    /// How many of them there were since a range was taken in, and how many before the last window.
    misses: u64,
    known: u64,
    /// There were many: all that is marked is looked up.
    looks_up: bool,
    lessons: u32,
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
        let mut expected = Expected {
            limit: basic as u16,
            but: lowering.unwrap_or([0xFF; 2]),
            but_upper: lowering.is_some() && !lowers,
            used: [0; 3],
            units: [Span::default(); 4],
            two: [Span::default(); 3],
            three: [ThreeBytes::default(); 3],
        };
        if limit > 0x80 && U::ENCODING == Encoding::Utf8 {
            expected.used = [0, 1, 0];
            expected.two[0] = Span::new(0xC280, two_bytes(limit.min(0x800) - 1));
        }
        Some(Quiet {
            bits: scan.bits,
            runs: scan.runs,
            expected,
            next: [0; 3],
            missed: 0,
            misses: 0,
            known: 0,
            looks_up: true,
            lessons: 0,
        })
    }

    /// Which units of a window are not of expected code points (see [`Expected::marked`]), and how many units that tells of.
    /// Some may be copied all the same.
    #[inline]
    pub fn marked<U: CodeUnit>(&mut self, window: &[U; WINDOW]) -> (u64, usize) {
        let (marked, length) = self.expected.marked(window);
        let looks_up = self.looks_up | (self.misses >= self.known + ENOUGH);
        if self.misses >= ENOUGH {
            self.learn::<U>();
            self.misses = 0;
        }
        self.known = self.misses;
        if marked == 0 || !looks_up { (marked, length) } else { self.without_copied(window, marked, length) }
    }

    /// A marked code point is copied.
    #[inline]
    pub fn miss(&mut self, code: u32) {
        self.misses += 1;
        self.missed = code;
    }

    /// Looks marked code points up, since many of them are copied: the text has other letters than expected.
    #[inline]
    fn without_copied<U: CodeUnit>(&mut self, window: &[U; WINDOW], marked: u64, mut length: usize) -> (u64, usize) {
        let (mut rest, mut stays, mut misses) = (marked, marked, 0);
        let is_marked =
            |block: u32, low: u32| self.bits.get(block as usize & 1023).map_or(1, |bits| bits >> (low & 63) & 1);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            if U::ENCODING == Encoding::Utf16 {
                // No branch but the loop's.
                let code: u32 = window.get(place).map_or(0, |&unit| unit.into());
                let bit = is_marked(code >> 6, code);
                stays &= !((bit ^ 1) << place);
                misses += bit ^ 1;
                self.missed = if bit == 0 { code } else { self.missed };
                rest &= rest - 1;
                continue;
            }
            let (block, low, units) = decode_basic(window, place).unwrap_or((0xD800 >> 6, 0, 1));
            if is_marked(block, low) == 0 {
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
        (stays, length)
    }

    /// Takes in the last code point that was missed; where that does not help, now and then only.
    #[cold]
    #[inline(never)]
    fn learn<U: CodeUnit>(&mut self) {
        self.lessons += 1;
        if self.lessons > 8 && !self.lessons.is_multiple_of(64) {
            return;
        }
        let code = self.missed;
        if code < 0x80 {
            return;
        }
        let (first, last) = self.around(code);
        self.expected.take_in::<U>(code, first, last, &mut self.next);
    }

    /// The longest range around a code point of the BMP that is copied.
    fn around(&self, code: u32) -> (u32, u32) {
        let bits = |block: u32| self.bits.get(block as usize).copied().unwrap_or(u64::MAX);
        let (block, low) = (code >> 6, code & 63);
        let (mut first, mut last) = (block, block);
        let own = bits(block);
        if own == 0 {
            let run = self.runs.get(block as usize).copied().unwrap_or([block as u16; 2]);
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
