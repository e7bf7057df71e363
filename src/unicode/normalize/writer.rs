//! The output of a normalization: a vector that is kept longer than what is written, so that whole chunks can be copied
//! without a look at the end.

use super::segment::chars_of_utf16;
use crate::unicode::text::CodeUnit;

/// At least so much room is kept for a chunk or for a code point.
pub(super) const SLACK: usize = 64;

pub(super) struct Writer<'o, U> {
    out: &'o mut Vec<U>,
    at: usize,
}

impl<'o, U: CodeUnit> Writer<'o, U> {
    /// Appends to `out`; `expected` more units are likely.
    pub fn new(out: &'o mut Vec<U>, expected: usize) -> Writer<'o, U> {
        let at = out.len();
        out.resize(at + expected + SLACK, U::default());
        Writer { out, at }
    }

    /// Cuts off what was not written.
    pub fn finish(self) {
        self.out.truncate(self.at);
    }

    /// The length written, including what was there before.
    #[inline]
    pub fn length(&self) -> usize {
        self.at
    }

    /// What was written from a place on.
    #[inline]
    pub fn written(&self, from: usize) -> &[U] {
        self.out.get(from..self.at).unwrap_or(&[])
    }

    /// What was written between two places.
    #[inline]
    pub fn between(&self, from: usize, to: usize) -> &[U] {
        self.out.get(from..to).unwrap_or(&[])
    }

    /// Takes back the last `length` units.
    #[inline]
    pub fn take_back(&mut self, length: usize) {
        self.at = self.at.saturating_sub(length);
    }

    #[inline]
    pub fn make_room(&mut self, length: usize) {
        if self.out.len() < self.at + length {
            self.grow(length);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, length: usize) {
        let longer = self.out.len() + self.out.len() / 2;
        self.out.resize(longer.max(self.at + length) + SLACK, U::default());
    }

    /// Writes `N` units of which `length` count.
    #[inline]
    pub fn put_chunk<const N: usize>(&mut self, chunk: &[U; N], length: usize) {
        self.make_room(SLACK);
        if let Some(target) = self.out.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            *target = *chunk;
        }
        self.at += length;
    }

    #[inline]
    pub fn put_unit(&mut self, unit: U) {
        self.put_chunk(&[unit], 1);
    }

    #[inline]
    pub fn put(&mut self, c: char) {
        let (units, length) = U::encode(c);
        self.put_chunk(&units, length);
    }

    /// A string of the tables.
    #[inline]
    pub fn put_utf16(&mut self, units: &[u16]) {
        if U::MAX_UNITS > 2 {
            return chars_of_utf16(units).for_each(|c| self.put(c));
        }
        for units in units.chunks(4) {
            let mut chunk = [U::default(); 4];
            chunk.iter_mut().zip(units).for_each(|(target, unit)| *target = U::from_low_bits((*unit).into()));
            self.put_chunk(&chunk, units.len());
        }
    }

    /// Two or three jamo.
    #[inline]
    pub fn put_jamo(&mut self, jamo: [char; 3], count: usize) {
        if U::MAX_UNITS == 2 {
            return self.put_chunk(&jamo.map(|c| U::from_low_bits(c.into())), count);
        }
        jamo.into_iter().take(count).for_each(|c| self.put(c));
    }

    pub fn put_slice(&mut self, units: &[U]) {
        self.make_room(units.len());
        if let Some(target) = self.out.get_mut(self.at..self.at + units.len()) {
            target.copy_from_slice(units);
        }
        self.at += units.len();
    }
}
