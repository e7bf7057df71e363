//! The fast scan: what is copied as it is, told by bits, and how far a text is normalized, told by actions
//! ([`super::record::actions`]).

use super::record::{HARD, REMOVE};
use super::table::{Bits, View};
use crate::unicode::text::{CodeUnit, Encoding};

pub(super) const CHUNK: usize = 16;
/// Chunk for text with some work in it.
pub(super) const SMALL: usize = 8;
/// Chunk for text below the first code point that is not plain.
const WIDE: usize = 32;

/// What a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    pub view: View<'t>,
    /// The code points of the BMP that are not copied as they are.
    pub bits: &'t Bits,
    /// All code points below are plain.
    pub limit: u32,
    /// Marks are never passed without a look back.
    pub stop_at_marks: bool,
}

impl<'t> Scan<'t> {
    /// The first place at or after `at` that must be looked at: not copied, above U+FFFF, ill-formed, or a mark of a lower
    /// class than the one before it. `last` is the class of what is before `at`, [`HARD`] when unknown.
    #[inline]
    pub fn find<U: CodeUnit>(&self, text: &[U], mut at: usize, mut last: u8) -> usize {
        loop {
            let plain = self.skip_plain(text, at);
            if plain > at {
                (at, last) = (plain, 0);
            }
            if U::ENCODING == Encoding::Utf16
                && let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<{ 2 * SMALL }>())
            {
                match self.marks_in_order(window, last) {
                    Ok(after) => (at, last) = (at + SMALL, after),
                    Err(stop) => return at + stop,
                }
                continue;
            }
            // Marks, or the end, or a stop: one by one until a chunk's length is plain.
            let mut quiet = 0;
            while quiet < 4 {
                let Some((block, low, length)) = decode_basic(text, at) else { return at };
                let action = self.view.action(block, low);
                if action != 0 {
                    let key = (action >> 16) as u8;
                    if key == 0 || key >= REMOVE || key < last || self.stop_at_marks {
                        return at;
                    }
                    (quiet, last) = (0, key);
                } else {
                    (quiet, last) = (quiet + 1, 0);
                }
                at += length;
            }
        }
    }

    /// Looks at the marked units of a chunk: the class of its end, or the place to stop at.
    #[inline]
    fn marks_in_order<U: CodeUnit>(&self, window: &[U; 2 * SMALL], mut last: u8) -> Result<u8, usize> {
        let mut marked = self.mask(window);
        let mut next = 0;
        while marked != 0 {
            let place = marked.trailing_zeros() as usize;
            let code: u32 = window.get(place).map_or(0, |&unit| unit.into());
            let action = self.view.action(code >> 6, code);
            let key = (action >> 16) as u8;
            let before = if place > next { 0 } else { last };
            if key == 0 || key >= REMOVE || key < before || self.stop_at_marks {
                return Err(place);
            }
            (last, next) = (key, place + 1);
            marked &= marked - 1;
        }
        Ok(if next < SMALL { 0 } else { last })
    }

    /// Whether a code point is copied or replaced without more ado, and has a boundary before it.
    #[inline]
    pub fn is_plain(&self, c: char) -> bool {
        let code = u32::from(c);
        code <= 0xFFFF && !self.is_marked(code >> 6, code)
    }

    #[inline]
    #[allow(clippy::indexing_slicing)] // masked to the size of the table
    fn is_marked(&self, block: u32, low: u32) -> bool {
        self.bits[(block & 1023) as usize] >> (low & 63) & 1 != 0
    }

    /// Skips code points that are copied as they are, in chunks: the end of what it skipped may have more of them.
    #[inline]
    pub fn skip_plain<U: CodeUnit>(&self, text: &[U], at: usize) -> usize {
        match U::ENCODING {
            Encoding::Utf8 => self.skip_plain_utf8(text, at),
            Encoding::Utf16 => self.skip_plain_utf16(text, at),
        }
    }

    #[inline]
    fn skip_plain_utf16<U: CodeUnit>(&self, text: &[U], mut at: usize) -> usize {
        let latin = self.limit > 0x80;
        loop {
            if latin {
                while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<WIDE>())
                    && all_below(chunk, self.limit)
                {
                    at += WIDE;
                }
            }
            match text.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>()) {
                Some(chunk) if self.chunk_is_plain(chunk) => at += CHUNK,
                Some(_) => return at,
                None => break,
            }
        }
        while let Some(&unit) = text.get(at) {
            let code: u32 = unit.into();
            if self.is_marked(code >> 6, code) {
                break;
            }
            at += 1;
        }
        at
    }

    #[inline]
    #[allow(clippy::indexing_slicing)] // masked to the size of the table
    fn chunk_is_plain<U: CodeUnit>(&self, chunk: &[U; CHUNK]) -> bool {
        let bits = self.bits;
        let mut marked = 0;
        for &unit in chunk {
            let code: u32 = unit.into();
            marked |= bits[(code >> 6 & 1023) as usize] >> (code & 63);
        }
        marked & 1 == 0
    }

    /// Which of the first units of UTF-16 are marked, one bit each.
    #[inline]
    #[allow(clippy::indexing_slicing)] // masked to the size of the table
    pub fn mask<U: CodeUnit>(&self, window: &[U; 2 * SMALL]) -> u32 {
        if self.limit > 0x80 && window.first_chunk::<SMALL>().is_some_and(|units| all_below(units, self.limit)) {
            return 0;
        }
        let mut mask = 0;
        for (place, &unit) in window.iter().take(SMALL).enumerate() {
            let code: u32 = unit.into();
            mask |= ((self.bits[(code >> 6 & 1023) as usize] >> (code & 63) & 1) as u32) << place;
        }
        mask
    }

    /// Chunks of ASCII, runs of four code points of the same length, and single code points.
    #[inline]
    fn skip_plain_utf8<U: CodeUnit>(&self, text: &[U], mut at: usize) -> usize {
        let ascii = self.limit >= 0x80;
        let mut run = 0;
        let unit = |at: usize| text.get(at).map_or(0, |&unit| unit.into());
        while let Some(&first) = text.get(at) {
            let first: u32 = first.into();
            if first < 0x80 {
                if ascii
                    && let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<WIDE>())
                    && all_below(chunk, 0x80)
                {
                    at += WIDE;
                    continue;
                }
                if self.is_marked(first >> 6, first) {
                    return at;
                }
                at += 1;
            } else if first >= 0xE0 {
                let Some(&[second, third]) = text.get(at + 1..).and_then(|rest| rest.first_chunk::<2>()) else {
                    return at;
                };
                let (second, third): (u32, u32) = (second.into(), third.into());
                let block = (first & 0xF) << 6 | (second & 0x3F);
                let ill = (first >= 0xF0) | (second & 0xC0 != 0x80) | (third & 0xC0 != 0x80) | (block < 32);
                if ill | self.is_marked(block, third) {
                    return at;
                }
                at += 3;
                run += 1;
                // Long runs, as of ideographs, four at a time.
                while run >= 8
                    && let Some(units) = text.get(at..).and_then(|rest| rest.first_chunk::<12>())
                {
                    if !self.four_of_three(units) {
                        run = 0;
                        break;
                    }
                    at += 12;
                }
                continue;
            } else {
                let second = unit(at + 1);
                if first < 0xC2 || second & 0xC0 != 0x80 || self.is_marked(first & 0x1F, second) {
                    return at;
                }
                at += 2;
            }
            run = 0;
        }
        at
    }

    #[inline]
    #[allow(clippy::indexing_slicing)] // constants below 12, masked to the size of the table
    fn four_of_three<U: CodeUnit>(&self, units: &[U; 12]) -> bool {
        let mut stop = 0_u64;
        for at in [0, 3, 6, 9] {
            let [one, two, three]: [u32; 3] = [units[at].into(), units[at + 1].into(), units[at + 2].into()];
            let block = (one & 0xF) << 6 | (two & 0x3F);
            let ill = (one & 0xF0 != 0xE0) | (two & 0xC0 != 0x80) | (three & 0xC0 != 0x80) | (block < 32);
            stop |= u64::from(ill) | self.bits[(block & 1023) as usize] >> (three & 63);
        }
        stop & 1 == 0
    }
}

/// Longest text for [`is_plain_text`].
pub(super) const SHORT: usize = 32;

/// Whether all of a short text is copied as it is.
#[inline]
#[allow(clippy::indexing_slicing)] // masked to the size of the table
pub(super) fn is_plain_text<U: CodeUnit>(text: &[U], bits: &Bits) -> bool {
    let marked = |block: u32, low: u32| bits[(block & 1023) as usize] >> (low & 63);
    if U::ENCODING == Encoding::Utf16 {
        let any = text.iter().fold(0, |any, &unit| {
            let code: u32 = unit.into();
            any | marked(code >> 6, code)
        });
        return any & 1 == 0;
    }
    let mut at = 0;
    while let Some((block, low, length)) = decode_basic(text, at) {
        if marked(block, low) & 1 != 0 {
            return false;
        }
        at += length;
    }
    at == text.len()
}

/// Whether all units are below a limit.
#[inline]
fn all_below<U: CodeUnit, const N: usize>(chunk: &[U; N], limit: u32) -> bool {
    chunk.iter().copied().max().is_some_and(|highest| highest.into() < limit)
}

/// Block, place in the block and length in units of the code point of the BMP at a place; `None` at the end and, in UTF-8,
/// above the BMP and for what is ill-formed. The unit of a surrogate is told as it is: its action is [`HARD`].
#[inline]
pub(super) fn decode_basic<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, u32, usize)> {
    let first: u32 = (*text.get(at)?).into();
    if U::ENCODING == Encoding::Utf16 || first < 0x80 {
        return Some((first >> 6, first & 0x3F, 1));
    }
    let follows = |unit: u32| unit & 0xC0 == 0x80;
    let second: u32 = (*text.get(at + 1)?).into();
    if first >= 0xE0 {
        let third: u32 = (*text.get(at + 2)?).into();
        let block = (first & 0xF) << 6 | (second & 0x3F);
        // Blocks below 32 would be overlong forms.
        let well_formed = first < 0xF0 && follows(second) && follows(third) && block >= 32;
        return well_formed.then_some((block, third & 0x3F, 3));
    }
    (first >= 0xC2 && follows(second)).then_some((first & 0x1F, second & 0x3F, 2))
}

const _: () = assert!(HARD > REMOVE);
