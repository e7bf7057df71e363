//! The fast copy: writes what needs no look at more than one code point, by the actions of the tables
//! ([`super::record::actions`]), until it comes to something else.

use super::pass::Pass;
use super::pieces::Sink;
use super::record::{HARD, REMOVE};
use super::scan::{CHUNK, SMALL, decode_basic};
use crate::unicode::text::{CodeUnit, Encoding, REPLACEMENT};

/// After so many chunks without work the copy goes back to larger ones.
const QUIET: usize = 3;

impl<'p, U: CodeUnit, S: Sink<U>> Pass<'p, U, S> {
    /// Copies from `at` on; gives the place of the first code point that it cannot do, or the end. `last` is the
    /// combining class of what is before, [`HARD`] when unknown.
    #[inline]
    pub fn copy(&mut self, mut at: usize, mut last: u8) -> usize {
        let Pass { rules, text, .. } = *self;
        loop {
            if rules.lowers_ascii {
                at = self.lower_ascii(at);
            }
            let plain = rules.scan.skip_plain(text, at);
            if plain > at {
                self.out.put_slice(text.get(at..plain).unwrap_or(&[]));
                (at, last) = (plain, 0);
            }
            if U::ENCODING == Encoding::Utf16 {
                match self.copy_marked_chunks(at, last) {
                    (end, Some(after)) => (at, last) = (end, after),
                    (end, None) => return end,
                }
                continue;
            }
            // Something to do: code point by code point until nothing was done for a chunk's length.
            let mut quiet = 0;
            while quiet < 4 {
                let Some((block, low, length)) = decode_basic(text, at) else { return at };
                let action = rules.view.action(block, low);
                if action == 0 {
                    quiet += 1;
                    last = 0;
                    self.copy_units(at, length);
                    at += length;
                    continue;
                }
                quiet = 0;
                let key = (action >> 16) as u8;
                if key == 0 {
                    self.put_sum(at, length, (block << 6 | low).wrapping_add(action) & 0xFFFF);
                } else if key == REMOVE {
                    self.tell(at, at + length, self.out.length());
                } else if key == HARD || key < last || rules.scan.stop_at_marks {
                    return at;
                } else {
                    self.copy_units(at, length);
                }
                last = key;
                at += length;
            }
        }
    }

    /// Copies UTF-16 chunk by chunk as long as there is something to do; gives the place and the class before it, or
    /// nothing when it came to what it cannot do.
    #[inline]
    fn copy_marked_chunks(&mut self, mut at: usize, mut last: u8) -> (usize, Option<u8>) {
        let Pass { rules, text, .. } = *self;
        let mut quiet = 0;
        'chunks: loop {
            // Twice the chunk, since stretches are copied by whole chunks from any place in it.
            let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<{ 2 * SMALL }>()) else {
                return self.copy_rest(at, last);
            };
            let mut marked = rules.scan.mask(window);
            if marked == 0 {
                self.copy_stretch(window, 0, SMALL);
                (at, last) = (at + SMALL, 0);
                quiet += 1;
                let ascii = rules.lowers_ascii && window.iter().copied().max() < Some(U::from_ascii(0x80));
                if ascii || quiet == QUIET {
                    return (at, Some(0));
                }
                continue;
            }
            quiet = 0;
            let mut start = 0;
            while marked != 0 {
                let place = marked.trailing_zeros() as usize;
                if place > start {
                    self.copy_stretch(window, start, place - start);
                    last = 0;
                }
                let Some(&unit) = window.get(place) else { break };
                let code: u32 = unit.into();
                let action = rules.view.action(code >> 6, code);
                let key = (action >> 16) as u8;
                if key == HARD || (key != 0 && (key < last || rules.scan.stop_at_marks)) {
                    let Some(found) = self.found(at + place) else { return (at + place, None) };
                    let end = self.step(at + place, found);
                    last = HARD;
                    if end != at + place + 1 {
                        at = end;
                        continue 'chunks;
                    }
                    start = place + 1;
                    marked &= marked - 1;
                    continue;
                }
                if key == REMOVE {
                    self.tell(at + place, at + place + 1, self.out.length());
                } else {
                    self.out.put_unit(U::from_low_bits(code.wrapping_add(action)));
                }
                last = key;
                start = place + 1;
                marked &= marked - 1;
            }
            if start < SMALL {
                self.copy_stretch(window, start, SMALL - start);
                last = 0;
            }
            at += SMALL;
        }
    }

    #[inline]
    fn copy_stretch(&mut self, window: &[U; 2 * SMALL], start: usize, length: usize) {
        if let Some(units) = window.get(start..).and_then(|rest| rest.first_chunk::<SMALL>()) {
            self.out.put_chunk(units, length);
        }
    }

    /// The end of a text that is too short for a chunk.
    fn copy_rest(&mut self, mut at: usize, mut last: u8) -> (usize, Option<u8>) {
        while let Some(&unit) = self.text.get(at) {
            let code: u32 = unit.into();
            let action = self.rules.view.action(code >> 6, code);
            let key = (action >> 16) as u8;
            if key == HARD || (key != 0 && (key < last || self.rules.scan.stop_at_marks)) {
                break;
            }
            if key == REMOVE {
                self.tell(at, at + 1, self.out.length());
            } else {
                self.out.put_unit(U::from_low_bits(code.wrapping_add(action)));
            }
            last = key;
            at += 1;
        }
        (at, None)
    }

    /// Writes a code point of the BMP in place of one whose length is `length`.
    #[inline]
    fn put_sum(&mut self, at: usize, length: usize, code: u32) {
        if U::ENCODING == Encoding::Utf16 {
            return self.out.put_unit(U::from_low_bits(code));
        }
        let start = self.out.length();
        self.out.put(char::from_u32(code).unwrap_or(REPLACEMENT));
        if self.out.length() - start != length {
            self.tell(at, at + length, start);
        }
    }

    /// Writes the units of one code point as they are.
    #[inline]
    fn copy_units(&mut self, at: usize, length: usize) {
        if U::ENCODING == Encoding::Utf16 {
            if let Some(&unit) = self.text.get(at) {
                self.out.put_unit(unit);
            }
            return;
        }
        match self.text.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
            Some(units) => self.out.put_chunk(units, length),
            None => self.out.put_slice(self.text.get(at..at + length).unwrap_or(&[])),
        }
    }

    /// Lower-cases whole chunks of ASCII.
    #[inline]
    fn lower_ascii(&mut self, mut at: usize) -> usize {
        let [one, two] = self.rules.ascii_removed.map(U::from_ascii);
        while let Some(chunk) = self.text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
            if !chunk.iter().fold(true, |ok, &unit| ok & (unit < U::from_ascii(0x80)) & (unit != one) & (unit != two)) {
                break;
            }
            let lower = chunk.map(|unit| {
                let code: u32 = unit.into();
                U::from_ascii((code as u8).to_ascii_lowercase())
            });
            self.out.put_chunk(&lower, CHUNK);
            at += CHUNK;
        }
        at
    }
}
