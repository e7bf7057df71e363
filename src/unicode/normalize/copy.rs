//! The fast copy: writes what needs no look at more than one code point, by the actions of the tables
//! ([`super::record::actions`]), until it comes to something else.

use super::pass::Pass;
use super::pieces::Sink;
use super::record::{HARD, REMOVE};
use super::scan::{CHUNK, all_below, decode_utf8};
use crate::unicode::text::{CodeUnit, Encoding};

/// Chunk of the fastest copies.
const WIDE: usize = 32;

impl<'p, U: CodeUnit, S: Sink<U>> Pass<'p, U, S> {
    /// Copies from `at` on; gives the place of the first code point that it cannot do, or the end. `last` is the
    /// combining class of what is before, [`HARD`] when unknown.
    #[inline]
    pub fn copy(&mut self, at: usize, last: u8) -> usize {
        match U::ENCODING {
            Encoding::Utf8 => self.copy_utf8(at, last),
            Encoding::Utf16 => self.copy_utf16(at, last),
        }
    }

    #[inline]
    fn copy_utf16(&mut self, mut at: usize, mut last: u8) -> usize {
        loop {
            let plain = self.copy_plain(at);
            if plain > at {
                (at, last) = (plain, 0);
            }
            // Something to do: code point by code point until nothing was done for a chunk's length.
            let mut quiet = 0;
            while quiet < CHUNK {
                let Some(&unit) = self.text.get(at) else { return at };
                let code: u32 = unit.into();
                let action = self.rules.view.action(code >> 6, code);
                quiet = if action == 0 { quiet + 1 } else { 0 };
                let key = (action >> 16) as u8;
                if key != 0 {
                    if key == REMOVE {
                        at += 1;
                        last = HARD;
                        self.tell(at - 1, at, self.out.length());
                        continue;
                    }
                    if key == HARD || key < last || self.rules.scan.stop_at_marks {
                        return at;
                    }
                }
                last = key;
                self.put_sum(unit, action);
                at += 1;
            }
        }
    }

    /// Writes a UTF-16 unit with the low half of the action added to it.
    #[inline]
    fn put_sum(&mut self, unit: U, action: u32) {
        let code: u32 = unit.into();
        self.out.put_unit(U::from_low_bits(code.wrapping_add(action)));
    }

    /// Copies whole chunks of UTF-16 that stay, or whose only change is ASCII that becomes lower case.
    #[inline]
    fn copy_plain(&mut self, mut at: usize) -> usize {
        if self.rules.lowers_ascii {
            at = self.lower_ascii(at);
        }
        let scan = self.rules.scan;
        if scan.limit > 0x80 {
            while let Some(chunk) = self.text.get(at..).and_then(|rest| rest.first_chunk::<WIDE>())
                && all_below(chunk, scan.limit)
            {
                self.out.put_chunk(chunk, WIDE);
                at += WIDE;
            }
        }
        while let Some(chunk) = self.text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>())
            && scan.chunk_is_plain(chunk)
        {
            self.out.put_chunk(chunk, CHUNK);
            at += CHUNK;
        }
        at
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

    #[inline]
    fn copy_utf8(&mut self, mut at: usize, mut last: u8) -> usize {
        loop {
            let plain = self.copy_plain_utf8(at);
            if plain > at {
                (at, last) = (plain, 0);
            }
            let mut quiet = 0;
            while quiet < 4 {
                let Some((block, low, length)) = decode_utf8(self.text, at) else { return at };
                let action = self.rules.view.action(block, low);
                quiet = if action == 0 { quiet + 1 } else { 0 };
                let key = (action >> 16) as u8;
                if key != 0 {
                    if key == REMOVE {
                        at += length;
                        last = HARD;
                        self.tell(at - length, at, self.out.length());
                        continue;
                    }
                    if key == HARD || key < last || self.rules.scan.stop_at_marks {
                        return at;
                    }
                }
                last = key;
                if action as u16 == 0 {
                    self.copy_units(at, length);
                } else {
                    self.put_utf8_sum(at, length, (block << 6 | low).wrapping_add(action) & 0xFFFF);
                }
                at += length;
            }
        }
    }

    #[inline]
    fn copy_units(&mut self, at: usize, length: usize) {
        match self.text.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
            Some(units) => self.out.put_chunk(units, length),
            None => self.out.put_slice(self.text.get(at..at + length).unwrap_or(&[])),
        }
    }

    #[inline]
    fn put_utf8_sum(&mut self, at: usize, length: usize, code: u32) {
        let start = self.out.length();
        self.out.put(char::from_u32(code).unwrap_or(crate::unicode::text::REPLACEMENT));
        if self.out.length() - start != length {
            self.tell(at, at + length, start);
        }
    }

    #[inline]
    fn copy_plain_utf8(&mut self, mut at: usize) -> usize {
        loop {
            if self.rules.lowers_ascii {
                at = self.lower_ascii(at);
            }
            let Some(length) = self.rules.scan.plain_utf8(self.text, at) else { return at };
            match self.text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
                Some(units) => self.out.put_chunk(units, length),
                None => self.out.put_slice(self.text.get(at..at + length).unwrap_or(&[])),
            }
            at += length;
        }
    }
}
