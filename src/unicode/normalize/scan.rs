//! The fast scan: how far a text is normalized, told by keys alone (see [`super::record::keys`]).

use super::record::HARD;
use super::table::View;
use crate::unicode::text::{CodeUnit, Encoding};

pub(super) const CHUNK: usize = 16;

/// What a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    pub view: View<'t>,
    /// All code points below have key 0.
    pub limit: u32,
    /// Marks are never copied without a look back.
    pub stop_at_marks: bool,
}

impl Scan<'_> {
    /// The first place at or after `at` that must be looked at: its key is [`HARD`], it is above U+FFFF, ill-formed, or
    /// a mark of a lower class than the one before it. `last` is the class of what is before `at`, 0xFF when unknown.
    #[inline]
    pub fn find<U: CodeUnit>(&self, text: &[U], at: usize, last: u8) -> usize {
        match U::ENCODING {
            Encoding::Utf8 => self.find_in_utf8(text, at, last),
            Encoding::Utf16 => self.find_in_utf16(text, at, last),
        }
    }

    /// The code point's key, [`HARD`] above U+FFFF.
    #[inline]
    pub fn key(&self, c: char) -> u8 {
        let code = u32::from(c);
        if code > 0xFFFF { HARD } else { self.view.key(code >> 6, code) }
    }

    #[inline]
    fn stops(&self, key: u8, last: u8) -> bool {
        key != 0 && (key == HARD || key < last || self.stop_at_marks)
    }

    #[inline]
    fn find_in_utf16<U: CodeUnit>(&self, text: &[U], mut at: usize, mut last: u8) -> usize {
        loop {
            while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
                if !self.chunk_is_plain(chunk) {
                    break;
                }
                at += CHUNK;
                last = 0;
            }
            // Some marks, or the end, or a stop: one by one until a chunk's length is plain.
            let mut plain = 0;
            while plain < CHUNK {
                let Some(&unit) = text.get(at) else { return at };
                let code: u32 = unit.into();
                let key = self.view.key(code >> 6, code);
                if key != 0 {
                    if self.stops(key, last) {
                        return at;
                    }
                    plain = 0;
                }
                last = key;
                plain += 1;
                at += 1;
            }
        }
    }

    /// Whether all keys are 0.
    #[inline]
    pub fn chunk_is_plain<U: CodeUnit>(&self, chunk: &[U; CHUNK]) -> bool {
        if self.limit > 0x80 && all_below(chunk, self.limit) {
            return true;
        }
        let mut keys = 0;
        for &unit in chunk {
            let code: u32 = unit.into();
            keys |= self.view.key(code >> 6, code);
        }
        keys == 0
    }

    #[inline]
    fn find_in_utf8<U: CodeUnit>(&self, text: &[U], mut at: usize, mut last: u8) -> usize {
        loop {
            let plain = self.skip_plain_utf8(text, at);
            if plain > at {
                (at, last) = (plain, 0);
            }
            let Some((block, low, length)) = decode_utf8(text, at) else { return at };
            let key = self.view.key(block, low);
            if self.stops(key, last) {
                return at;
            }
            last = key;
            at += length;
        }
    }

    /// Skips runs of four code points of the same length whose keys are 0, and chunks of ASCII.
    #[inline]
    fn skip_plain_utf8<U: CodeUnit>(&self, text: &[U], mut at: usize) -> usize {
        while let Some(length) = self.plain_utf8(text, at) {
            at += length;
        }
        at
    }

    /// The length of such a run at this place.
    #[inline]
    pub fn plain_utf8<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        let first: u32 = (*rest.first()?).into();
        if first >= 0xE0 {
            return rest.first_chunk::<12>().filter(|units| self.four_of_three(units)).map(|_| 12);
        }
        if first >= 0x80 {
            return rest.first_chunk::<8>().filter(|units| self.four_of_two(units)).map(|_| 8);
        }
        let ascii = |units: &&[U; CHUNK]| self.limit >= 0x80 && all_below(units, 0x80);
        rest.first_chunk::<CHUNK>().filter(ascii).map(|_| CHUNK)
    }

    #[inline]
    fn four_of_three<U: CodeUnit>(&self, units: &[U; 12]) -> bool {
        let (mut keys, mut ill) = (0, false);
        for units in units.chunks_exact(3) {
            let [one, two, three] = *units else { return false };
            let [one, two, three]: [u32; 3] = [one.into(), two.into(), three.into()];
            let block = (one & 0xF) << 6 | (two & 0x3F);
            ill |= (one & 0xF0 != 0xE0) | (two & 0xC0 != 0x80) | (three & 0xC0 != 0x80) | (block < 32);
            keys |= self.view.key(block, three);
        }
        !ill && keys == 0
    }

    #[inline]
    fn four_of_two<U: CodeUnit>(&self, units: &[U; 8]) -> bool {
        let (mut keys, mut ill) = (0, false);
        for units in units.chunks_exact(2) {
            let [one, two] = *units else { return false };
            let [one, two]: [u32; 2] = [one.into(), two.into()];
            ill |= (one.wrapping_sub(0xC2) >= 0x1E) | (two & 0xC0 != 0x80);
            keys |= self.view.key(one & 0x1F, two);
        }
        !ill && keys == 0
    }
}

/// Whether all units are below a limit.
#[inline]
pub(super) fn all_below<U: CodeUnit, const N: usize>(chunk: &[U; N], limit: u32) -> bool {
    chunk.iter().copied().max().is_some_and(|highest| highest.into() < limit)
}

/// Block, place in the block and length of a code point of the BMP in UTF-8; `None` at the end, above the BMP and for
/// what is ill-formed (a surrogate's block is told: its key is hard).
#[inline]
pub(super) fn decode_utf8<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, u32, usize)> {
    let unit = |at: usize| text.get(at).map_or(0, |&unit| unit.into());
    let follows = |unit: u32| unit & 0xC0 == 0x80;
    let first: u32 = (*text.get(at)?).into();
    if first < 0x80 {
        return Some((first >> 6, first & 0x3F, 1));
    }
    let second = unit(at + 1);
    if first >= 0xE0 {
        let third = unit(at + 2);
        let block = (first & 0xF) << 6 | (second & 0x3F);
        // Blocks below 32 would be overlong forms.
        let well_formed = first < 0xF0 && follows(second) && follows(third) && block >= 32;
        return well_formed.then_some((block, third & 0x3F, 3));
    }
    (first >= 0xC2 && follows(second)).then_some((first & 0x1F, second & 0x3F, 2))
}
