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
    /// Those that are expected behind another one and before one that is or goes, inside of a block: marks that stand alone.
    pub lone: [u64; 2],
    /// Those that are told by themselves: see [`Marked::gone`].
    pub gone: [u64; 2],
}

impl Map {
    /// Takes in another one of the same code points.
    fn join(&mut self, other: Map) {
        let both = |[low, high]: [u64; 2], [other_low, other_high]: [u64; 2]| [low | other_low, high | other_high];
        (self.bits, self.lone) = (both(self.bits, other.bits), both(self.lone, other.lone));
        self.gone = both(self.gone, other.gone);
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn contains(self, code: u16) -> bool {
        self.has(self.bits, code)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn has_lone(self, code: u16) -> bool {
        self.has(self.lone, code)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn has_gone(self, code: u16) -> bool {
        self.has(self.gone, code)
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
    /// Whether any map has more than expected code points.
    pub(super) has_more: bool,
    /// The places in both lists that are given to another one next.
    pub(super) next_span: usize,
    pub(super) next_map: usize,
    /// Spans and maps as UTF-8 has them, where [`Expected::has_maps`] says yes.
    pub(super) utf8: Utf8Sets,
}

/// A window with something that is not expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// Where it starts.
    pub at: usize,
    /// Which of its units are neither of expected code points nor `gone`.
    pub mask: u64,
    /// The units of code points that a map has among those, all inside the first [`super::BLOCK`] units.
    pub gone: u64,
    /// How many units both tell of: [`super::BLOCK`], or up to two more when an expected code point goes on behind; 0 when no
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
            maps: [Map { first: 0, bits: [0; 2], lone: [0; 2], gone: [0; 2] }; 3],
            has_more: false,
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

    /// Makes what follows from the lists.
    pub(super) fn compile<U: CodeUnit>(&mut self) {
        self.has_more = self.maps.iter().take(self.maps_used).any(|map| [map.lone, map.gone] != [[0; 2]; 2]);
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
        marked: impl Fn(&Expected, &[U; WINDOW]) -> Marked,
    ) -> Marked {
        while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            let found = marked(self, window);
            if found.mask | found.gone != 0 {
                return Marked { at, ..found };
            }
            at += found.length;
        }
        Marked { at, ..Marked::default() }
    }

    /// Which of the first units of a window (the first begins a code point) are not of expected code points, and how many
    /// units that tells of, code point by code point: the safe twin.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn marked_by_twin<U: CodeUnit>(&self, window: &[U; WINDOW]) -> Marked {
        #[cfg(test)]
        if Expected::has_utf8_sets::<U>() {
            return self.marked_one_by_one(window, |code| self.utf8.told_of(code));
        }
        self.marked_by_spans(window)
    }

    /// The same by the spans and maps themselves.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn marked_by_spans<U: CodeUnit>(&self, window: &[U; WINDOW]) -> Marked {
        self.marked_one_by_one(window, |code| {
            let maps = || self.maps.iter().take(self.maps_used);
            let [is_lone, is_gone] = [Map::has_lone, Map::has_gone].map(|has| maps().any(|map| has(*map, code as u16)));
            ToldOf { is_expected: self.has(code), is_lone, is_gone }
        })
    }

    /// Whether a code point is in a span or a map.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub(super) fn has(&self, code: u32) -> bool {
        self.spans.iter().take(self.used).any(|span| span.contains(code as u16))
            || self.maps.iter().take(self.maps_used).any(|map| map.contains(code as u16))
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn marked_one_by_one<U: CodeUnit>(&self, window: &[U; WINDOW], told_of: impl Fn(u32) -> ToldOf) -> Marked {
        let unit = |at: usize| -> u32 { window.get(at).map_or(0, |unit| (*unit).into()) };
        let is_basic = |unit: u32| {
            let but = self.but.iter().any(|but| u32::from(*but) == unit);
            unit < u32::from(self.limit) && !but && !(self.but_upper && (0x41..0x5B).contains(&unit))
        };
        // What is told of the code point there, and its units; 0 where there is none.
        let code_point = |at: usize| {
            let (first, second, third) = (unit(at), unit(at + 1), unit(at + 2));
            let basic = ToldOf { is_expected: is_basic(first), ..ToldOf::default() };
            let follows = |unit: u32| unit & 0xC0 == 0x80;
            let of_three = (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F;
            match first {
                _ if U::ENCODING == Encoding::Utf16 && basic.is_expected => (basic, 1),
                _ if U::ENCODING == Encoding::Utf16 => (told_of(first), 1),
                0..0x80 => (basic, 1),
                0xC2..0xE0 if follows(second) => (told_of((first & 0x1F) << 6 | second & 0x3F), 2),
                0xE0..0xF0 if follows(second) && follows(third) && of_three >= 0x800 => (told_of(of_three), 3),
                _ => (ToldOf::default(), 0),
            }
        };
        let (mut mask, mut gone, mut at, mut after_expected) = (0_u64, 0_u64, 0, false);
        while at < BLOCK {
            let (told, length) = code_point(at);
            let is_gone = |told: ToldOf, end: usize| told.is_gone && !told.is_expected && end <= BLOCK;
            let (next, next_length) = code_point(at + length);
            let is_before = next.is_expected || is_gone(next, at + length + next_length);
            let is_lone = told.is_lone && after_expected && at + length < BLOCK && is_before;
            after_expected = told.is_expected;
            let goes = is_gone(told, at + length);
            if told.is_expected || is_lone && !goes {
                at += length;
            } else if goes {
                gone |= ((1 << length) - 1) << at;
                at += length;
            } else {
                mask |= 1 << at;
                at += 1;
            }
        }
        Marked { at: 0, mask, gone, length: at }
    }
}

/// What is told of a code point, where it is not of the basic ones.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ToldOf {
    pub is_expected: bool,
    pub is_lone: bool,
    pub is_gone: bool,
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
