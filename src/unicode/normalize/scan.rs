//! The fast scan: inert code points by a bit table, and how far a text is normalized by actions
//! ([`super::record::actions`]).

use super::quiet::{Quiet, Runs};
use super::record::{HARD, REMOVE};
use super::table::{Bits, View};
use crate::unicode::scan::{Mismatch, WINDOW};
use crate::unicode::text::{CodeUnit, Encoding};

/// What a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    pub view: View<'t>,
    /// The code points of the BMP that are not copied as they are.
    pub bits: &'t Bits,
    /// Runs of blocks without any.
    pub runs: &'t Runs,
    /// All code points below are plain.
    pub limit: u32,
    /// Marks are never passed without a look back.
    pub stop_at_marks: bool,
}

impl<'t> Scan<'t> {
    /// The first place at or after `at` that must be looked at: not copied, above U+FFFF, ill-formed, or a mark of a lower
    /// class than the one before it. `last` is the class of what is before `at`, [`HARD`] when unknown.
    #[inline]
    pub fn find<U: CodeUnit>(&self, text: &[U], mut at: usize, mut last: u8, quiet: &mut Option<Quiet<'t>>) -> usize {
        if let Some(quiet) = quiet {
            match self.find_in_blocks(text, at, last, quiet) {
                Ok((end, class)) => (at, last) = (end, class),
                Err(place) => return place,
            }
        }
        while let Some((block, low, length)) = decode_basic(text, at) {
            let key = (self.view.action(block, low) >> 16) as u8;
            if self.is_mark_in_order(key, last) {
                last = key;
            } else if self.view.action(block, low) == 0 {
                last = 0;
            } else {
                break;
            }
            at += length;
        }
        at
    }

    /// Whether a code point with this key is copied since it is a mark that is not below the one before it.
    #[inline]
    pub fn is_mark_in_order(&self, key: u8, last: u8) -> bool {
        // Branchless: whether a mark, an unchanged letter or a changed one follows is unpredictable.
        (key.wrapping_sub(1) < REMOVE - 1) & (key >= last) & !self.stop_at_marks
    }

    /// Whether a code point of the BMP is a mark that is copied wherever it stands between two code points that are copied.
    pub fn is_lone_mark(&self, code: u32) -> bool {
        self.is_mark_in_order((self.view.action(code >> 6, code & 63) >> 16) as u8, 0)
    }

    /// [`Scan::find`] for the blocks of 64 units that the text has: where they end with the class before, or the place.
    #[inline]
    fn find_in_blocks<U: CodeUnit>(
        &self,
        text: &[U],
        mut at: usize,
        mut last: u8,
        quiet: &mut Quiet<'t>,
    ) -> Result<(usize, u8), usize> {
        loop {
            let Mismatch { at: block_start, mask: mut marked, mut length } = quiet.next(text, at);
            last = if block_start > at { 0 } else { last };
            at = block_start;
            let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) else { break };
            // Behind the last code point that was looked at, of the class `last`.
            let mut next = 0;
            while marked != 0 {
                let place = marked.trailing_zeros() as usize;
                let Some((block, low, units)) = decode_basic(window, place) else { return Err(at + place) };
                let action = self.view.action(block, low);
                let key = (action >> 16) as u8;
                let before = if place > next { 0 } else { last };
                if action != 0 && !self.is_mark_in_order(key, before) {
                    return Err(at + place);
                }
                quiet.note(action == 0, block << 6 | low);
                last = key;
                next = place + units;
                marked &= u64::MAX.checked_shl(next as u32).unwrap_or(0);
            }
            length = length.max(next);
            last = if next == length { last } else { 0 };
            at += length;
        }
        Ok((at, last))
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
