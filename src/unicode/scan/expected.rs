//! Ranges of code points that a text is expected to be made of, compared 64 units at a time.

#[cfg(any(test, not(target_arch = "x86_64")))]
use super::BLOCK;
use super::WINDOW;
use super::utf8_sets::{Part, Utf8Sets, part_around};
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

/// 128 code points, and which of them are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// The first of the 128.
    pub first: u16,
    /// A bit for each.
    pub bits: [u64; 2],
    /// Those that are expected between two others that are, inside of a block: marks that stand alone.
    pub lone: [u64; 2],
}

impl Map {
    /// Takes in another one of the same code points.
    fn join(&mut self, other: Map) {
        let both = |[low, high]: [u64; 2], [other_low, other_high]: [u64; 2]| [low | other_low, high | other_high];
        (self.bits, self.lone) = (both(self.bits, other.bits), both(self.lone, other.lone));
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn contains(self, code: u16) -> bool {
        self.has(self.bits, code)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn has_lone(self, code: u16) -> bool {
        self.has(self.lone, code)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn has(self, bits: [u64; 2], code: u16) -> bool {
        let place = code.wrapping_sub(self.first);
        bits.get(usize::from(place >> 6)).is_some_and(|bits| bits >> (place & 63) & 1 != 0)
    }
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
    /// How many of the spans count.
    pub used: usize,
    /// Code points of the BMP outside ASCII that are expected too.
    pub spans: [Span; 6],
    /// How many of the maps count: none where [`Expected::has_maps`] says no.
    pub maps_used: usize,
    /// More of them, where they don't stand side by side.
    pub maps: [Map; 3],
    /// The places in both lists that are given to another one next.
    pub(super) next_span: usize,
    pub(super) next_map: usize,
    /// Spans and maps as UTF-8 has them, where [`Expected::has_maps`] says yes.
    pub(super) utf8: Utf8Sets,
}

/// A window with something that is not expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Where it starts.
    pub at: usize,
    /// Which of its units are not of expected code points; 0 when no whole window is left.
    pub mask: u64,
    /// How many units that tells of: [`super::BLOCK`], or up to two more when an expected code point goes on behind; 0 when no
    /// whole window is left.
    pub length: usize,
}

impl Expected {
    /// All of ASCII.
    pub const fn ascii() -> Expected {
        Expected {
            limit: 0x80,
            but: [0xFF; 2],
            but_upper: false,
            used: 0,
            spans: [Span { low: 0, length: 0 }; 6],
            maps_used: 0,
            maps: [Map { first: 0, bits: [0; 2], lone: [0; 2] }; 3],
            next_span: 0,
            next_map: 0,
            utf8: Utf8Sets::NONE,
        }
    }

    /// Expects a range outside of ASCII, too, at least what is around a code point of it. A full list loses its oldest.
    pub fn take_in<U: CodeUnit>(&mut self, span: Span, code: u16) {
        if !Expected::has_utf8_sets::<U>() {
            return put(&mut self.spans, &mut self.used, &mut self.next_span, span);
        }
        match part_around(span, code) {
            Part::Map(map) => self.take_in_map::<U>(map),
            Part::Span(span) => {
                put(&mut self.spans, &mut self.used, &mut self.next_span, span);
                self.compile::<U>();
            }
        }
    }

    /// The same of a map, where [`Expected::has_maps`] says yes.
    pub fn take_in_map<U: CodeUnit>(&mut self, map: Map) {
        match self.maps.iter_mut().take(self.maps_used).find(|known| known.first == map.first) {
            Some(known) => known.join(map),
            None => put(&mut self.maps, &mut self.maps_used, &mut self.next_map, map),
        }
        self.compile::<U>();
    }

    /// Makes the sets for UTF-8.
    pub(super) fn compile<U: CodeUnit>(&mut self) {
        if Expected::has_utf8_sets::<U>() {
            self.utf8 = Utf8Sets::NONE;
            self.spans.iter().take(self.used).for_each(|span| self.utf8.add_span(*span));
            self.maps.iter().take(self.maps_used).for_each(|map| self.utf8.add_map(*map));
        }
    }

    /// Whether maps can be looked into on this CPU.
    pub fn has_maps() -> bool {
        #[cfg(target_arch = "x86_64")]
        return std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        return true;
    }

    /// Whether the spans and maps are asked as UTF-8 has them.
    pub(super) fn has_utf8_sets<U: CodeUnit>() -> bool {
        cfg!(target_arch = "x86_64") && U::ENCODING == Encoding::Utf8 && Expected::has_maps()
    }

    /// Passes over windows of expected code points, from `at` on, which must begin a code point.
    #[inline]
    pub fn next<U: CodeUnit>(&self, text: &[U], at: usize) -> Marked {
        #[cfg(target_arch = "x86_64")]
        return super::next_marked(self, text, at);
        #[cfg(not(target_arch = "x86_64"))]
        return self.next_by(text, at, Expected::marked_by_twin);
    }

    /// [`Expected::next`] by what tells of one window.
    #[inline]
    pub(super) fn next_by<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        marked: impl Fn(&Expected, &[U; WINDOW]) -> (u64, usize),
    ) -> Marked {
        while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            let (mask, length) = marked(self, window);
            if mask != 0 {
                return Marked { at, mask, length };
            }
            at += length;
        }
        Marked { at, mask: 0, length: 0 }
    }

    /// Which of the first units of a window (the first begins a code point) are not of expected code points, and how many
    /// units that tells of, code point by code point: the safe twin.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn marked_by_twin<U: CodeUnit>(&self, window: &[U; WINDOW]) -> (u64, usize) {
        #[cfg(test)]
        if Expected::has_utf8_sets::<U>() {
            let is_lone = |code| self.utf8.contains(code, true);
            return self.marked_one_by_one(window, |code| self.utf8.contains(code, false), is_lone);
        }
        self.marked_by_spans(window)
    }

    /// The same by the spans and maps themselves.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn marked_by_spans<U: CodeUnit>(&self, window: &[U; WINDOW]) -> (u64, usize) {
        let is_lone = |code| self.maps.iter().take(self.maps_used).any(|map| map.has_lone(code as u16));
        self.marked_one_by_one(window, |code| self.has(code), is_lone)
    }

    /// Whether a code point is in a span or a map.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn has(&self, code: u32) -> bool {
        self.spans.iter().take(self.used).any(|span| span.contains(code as u16))
            || self.maps.iter().take(self.maps_used).any(|map| map.contains(code as u16))
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn marked_one_by_one<U: CodeUnit>(
        &self,
        window: &[U; WINDOW],
        in_spans: impl Fn(u32) -> bool,
        is_lone: impl Fn(u32) -> bool,
    ) -> (u64, usize) {
        let unit = |at: usize| -> u32 { window.get(at).map_or(0, |unit| (*unit).into()) };
        let is_basic = |unit: u32| {
            let but = self.but.iter().any(|but| u32::from(*but) == unit);
            unit < u32::from(self.limit) && !but && !(self.but_upper && (0x41..0x5B).contains(&unit))
        };
        // The units of a code point that is one of these; 0 if it is none.
        let length_of = |at: usize, is_one: &dyn Fn(u32) -> bool, is_basic: &dyn Fn(u32) -> bool| {
            let (first, second, third) = (unit(at), unit(at + 1), unit(at + 2));
            if U::ENCODING == Encoding::Utf16 {
                return usize::from(is_basic(first) || is_one(first));
            }
            let follows = |unit: u32| unit & 0xC0 == 0x80;
            let of_two = (first & 0x1F) << 6 | second & 0x3F;
            let of_three = (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F;
            match first {
                0..0x80 => usize::from(is_basic(first)),
                0xC2..0xE0 if follows(second) && is_one(of_two) => 2,
                0xE0..0xF0 if follows(second) && follows(third) && of_three >= 0x800 && is_one(of_three) => 3,
                _ => 0,
            }
        };
        let expected = |at: usize| length_of(at, &in_spans, &is_basic);
        let (mut marked, mut at, mut after_expected) = (0_u64, 0, false);
        while at < BLOCK {
            let mut length = expected(at);
            let lone = if length == 0 && after_expected { length_of(at, &is_lone, &|_| false) } else { 0 };
            after_expected = length != 0;
            if lone != 0 && at + lone < BLOCK && expected(at + lone) != 0 {
                length = lone;
            }
            marked |= u64::from(length == 0) << at;
            at += length.max(1);
        }
        (marked, at)
    }
}

/// Adds to a list, in place of the oldest when it is full.
fn put<T, const N: usize>(list: &mut [T; N], used: &mut usize, next: &mut usize, one: T) {
    let at = if *used < N { *used } else { *next };
    if *used < N {
        *used += 1;
    } else {
        *next = (*next + 1) % N;
    }
    if let Some(place) = list.get_mut(at) {
        *place = one;
    }
}
