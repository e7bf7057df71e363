//! Ranges of code points that a text is expected to be made of, compared 64 units at a time.

#[cfg(any(test, not(target_arch = "x86_64")))]
use super::BLOCK;
use super::WINDOW;
use crate::unicode::text::{CodeUnit, Encoding};

/// A range of numbers: the first one, and how many follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first number.
    pub low: u16,
    /// The last one, less the first.
    pub length: u16,
}

impl Span {
    /// From the first to the last.
    pub fn new(first: u16, last: u16) -> Span {
        Span { low: first, length: last.saturating_sub(first) }
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn contains(self, number: u16) -> bool {
        number.wrapping_sub(self.low) <= self.length
    }
}

/// Code points of three bytes: a range of first bytes, and one of second and third byte as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreeBytes {
    /// First bytes.
    pub lead: Span,
    /// Second byte times 256 and third byte.
    pub rest: Span,
}

/// Code points that a text is expected to be made of. They change with the text, so a few ranges are enough.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// All below are expected, but for the next two fields; in UTF-8 at most 0x80.
    pub limit: u16,
    /// ASCII that is not expected; 0xFF for none.
    pub but: [u8; 2],
    /// Whether `A` to `Z` are not expected either.
    pub but_upper: bool,
    /// How many of each of the following count.
    pub used: [usize; 3],
    /// Units of UTF-16.
    pub units: [Span; 4],
    /// Code points of two bytes, as first byte times 256 and second byte.
    pub two: [Span; 3],
    /// Code points of three bytes.
    pub three: [ThreeBytes; 3],
}

impl Expected {
    /// Which of the first units of a window (the first begins a code point) are not of expected code points, and how many
    /// units that tells of: [`BLOCK`], or up to two more when an expected code point goes on behind.
    #[inline(always)]
    pub fn marked<U: CodeUnit>(&self, window: &[U; WINDOW]) -> (u64, usize) {
        #[cfg(target_arch = "x86_64")]
        return super::sse2::marked(self, window);
        #[cfg(not(target_arch = "x86_64"))]
        return self.marked_by_twin(window);
    }

    /// All of ASCII.
    pub fn ascii() -> Expected {
        Expected {
            limit: 0x80,
            but: [0xFF; 2],
            but_upper: false,
            used: [0; 3],
            units: [Span::default(); 4],
            two: [Span::default(); 3],
            three: [ThreeBytes::default(); 3],
        }
    }

    /// Expects the code points from `first` to `last`, too, as far as one entry can say it of them and of `code` among them;
    /// code points of the BMP outside ASCII. A full list loses its oldest entry: `next` remembers which one that is.
    pub fn take_in<U: CodeUnit>(&mut self, code: u32, first: u32, last: u32, next: &mut [usize; 3]) {
        let [used_units, used_two, used_three] = &mut self.used;
        let [next_unit, next_two, next_three] = next;
        if U::ENCODING == Encoding::Utf16 {
            put(&mut self.units, used_units, next_unit, Span::new(first as u16, last as u16));
        } else if code < 0x800 {
            let span = Span::new(two_bytes(first.max(0x80)), two_bytes(last.min(0x7FF)));
            put(&mut self.two, used_two, next_two, span);
        } else {
            put(&mut self.three, used_three, next_three, three_bytes(code, first.max(0x800), last));
        }
    }

    /// The safe twin: code point by code point.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn marked_by_twin<U: CodeUnit>(&self, window: &[U; WINDOW]) -> (u64, usize) {
        let unit = |at: usize| -> u32 { window.get(at).map_or(0, |unit| (*unit).into()) };
        let is_basic = |unit: u32| {
            let but = self.but.iter().any(|but| u32::from(*but) == unit);
            unit < u32::from(self.limit) && !but && !(self.but_upper && (0x41..0x5B).contains(&unit))
        };
        let [units, two, three] = self.used;
        let (mut marked, mut at) = (0_u64, 0);
        while at < BLOCK {
            let first = unit(at);
            let length = if U::ENCODING == Encoding::Utf16 {
                usize::from(is_basic(first) || self.units.iter().take(units).any(|span| span.contains(first as u16)))
            } else {
                let follows = |at: usize| unit(at) & 0xC0 == 0x80;
                let pair = |at: usize| (unit(at) << 8 | unit(at + 1)) as u16;
                let in_three =
                    |three: &ThreeBytes| three.lead.contains(first as u16) && three.rest.contains(pair(at + 1));
                if first < 0x80 {
                    usize::from(is_basic(first))
                } else if follows(at + 1) && self.two.iter().take(two).any(|span| span.contains(pair(at))) {
                    2
                } else if follows(at + 1) && follows(at + 2) && self.three.iter().take(three).any(in_three) {
                    3
                } else {
                    0
                }
            };
            marked |= u64::from(length == 0) << at;
            at += length.max(1);
        }
        (marked, at)
    }
}

/// Adds a range, in place of the oldest one when the list is full.
fn put<T, const N: usize>(list: &mut [T; N], used: &mut usize, next: &mut usize, range: T) {
    let at = if *used < N { *used } else { *next };
    if *used < N {
        *used += 1;
    } else {
        *next = (*next + 1) % N;
    }
    if let Some(place) = list.get_mut(at) {
        *place = range;
    }
}

/// The two bytes of a code point from U+0080 to U+07FF.
pub fn two_bytes(code: u32) -> u16 {
    (0xC080 | (code >> 6) << 8 | code & 63) as u16
}

/// The part of a range that has the first byte of `code` in common with it, or, when that is the whole of it, all first
/// bytes whose code points are all in the range.
fn three_bytes(code: u32, first: u32, last: u32) -> ThreeBytes {
    let lead = code >> 12;
    let is_whole = |lead: u32| lead > 0 && first <= lead << 12 && last >= lead << 12 | 0xFFF;
    let byte = |lead: u32| (0xE0 | lead) as u16;
    if is_whole(lead) {
        let from = (1..lead).rev().take_while(|lead| is_whole(*lead)).last().unwrap_or(lead);
        let to = (lead + 1..16).take_while(|lead| is_whole(*lead)).last().unwrap_or(lead);
        return ThreeBytes { lead: Span::new(byte(from), byte(to)), rest: Span::new(0x8080, 0xBFBF) };
    }
    let rest = |code: u32| (0x8080 | (code >> 6 & 63) << 8 | code & 63) as u16;
    let (from, to) = (first.max(lead << 12), last.min(lead << 12 | 0xFFF));
    ThreeBytes { lead: Span::new(byte(lead), byte(lead)), rest: Span::new(rest(from), rest(to)) }
}
