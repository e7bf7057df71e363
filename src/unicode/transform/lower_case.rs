//! Lower case with unchanged offsets: a text is copied, and the capital letters in the copy are overwritten.
//!
//! ```text
//! copy the text to the output
//! for each code point of the output that may be a capital, by the mask of its block: overwrite it by its lower case
//! ```
//!
//! The mask of a block is a few comparisons per unit, which is faster than a table of all code points. In UTF-8, the
//! kernel that computes it maps most capitals. A capital whose lower case depends on context (a final sigma), or has
//! another length in UTF-8, makes the functions return `None`: the text is mapped by a table or the engine then.

use super::builtin::BuiltIn;
use super::case::{CaseTransform, LOWER_DIFFERENCES, lower_of_bmp, simple_lower};
use super::trigger_finder::MAX_SHORT_TEXT;
use super::two_stage_table::TwoStageTable;
use super::{Action, Transform};
use crate::unicode::bmp;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{self, BLOCK, LoweredBlock, MayChangeWhenLowercased, WINDOW, block_at, lower_block};
use crate::unicode::text::{CodeUnit, Encoding, REPLACEMENT};

/// The bit of the last byte of a block.
const LAST: u64 = 1 << (BLOCK - 1);

/// Maps a text to lower case; returns whether it changed, `None` if the transform is another one, or if the text can't
/// be mapped with unchanged offsets.
pub(super) fn lower<U: CodeUnit>(transform: &Transform, text: &[U], out: &mut Vec<U>) -> Option<bool> {
    let is_lower = matches!(&*transform.action, Action::BuiltIn(BuiltIn::Case(CaseTransform::Lower)));
    if is_lower && transform.filter.is_none() { lower_units(text, out) } else { None }
}

/// Maps a text to lower case; returns whether it changed, `None` if it can't be mapped with unchanged
/// offsets.
#[inline]
pub(super) fn lower_units<U: CodeUnit>(text: &[U], out: &mut Vec<U>) -> Option<bool> {
    match U::ENCODING {
        Encoding::Utf16 => lower_utf16(text, out),
        Encoding::Utf8 if text.len() > MAX_SHORT_TEXT => lower_utf8(text, out),
        // Letter by letter takes less time.
        Encoding::Utf8 => None,
    }
}

#[inline(never)]
fn lower_utf16<U: CodeUnit>(text: &[U], out: &mut Vec<U>) -> Option<bool> {
    let differences = &*LOWER_DIFFERENCES;
    let mut changed = false;
    out.clear();
    out.extend_from_slice(text);
    for start in (0..text.len()).step_by(BLOCK) {
        let mut mask = match text.len() {
            length @ ..=MAX_SHORT_TEXT => (1 << length) - 1,
            _ => scan::mask::<U, MayChangeWhenLowercased>(text, start),
        };
        while mask != 0 {
            let at = start + mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let slot = out.get_mut(at)?;
            let code: u32 = (*slot).into();
            let mapped = if code < 0x80 { simple_lower(code) } else { lower_of_bmp(code, differences) };
            match mapped {
                Some(mapped) => {
                    changed |= mapped != code;
                    *slot = U::from_low_bits(mapped);
                }
                None => changed |= lower_pair(out, at)?,
            }
        }
    }
    Some(changed)
}

/// Maps the surrogate pair whose first or second unit is at a position, the latter after the former; returns whether
/// the pair changed, `None` if the unit is no part of a pair, or if the lower case depends on context.
#[inline(never)]
fn lower_pair<U: CodeUnit>(out: &mut [U], at: usize) -> Option<bool> {
    if at.checked_sub(1).and_then(|before| U::decode(out, before)).is_some_and(|(_, length)| length == 2) {
        return Some(false); // mapped with the first unit
    }
    let (c, _) = U::decode(out, at).filter(|&(_, length)| length == 2)?;
    let (units, length) = U::encode(simple_lower(c.into()).and_then(char::from_u32)?);
    out.get_mut(at..at + 2).filter(|_| length == 2)?.iter_mut().zip(units).for_each(|(slot, unit)| *slot = unit);
    Some(U::decode(out, at) != Some((c, 2)))
}

#[inline(never)]
fn lower_utf8<U: CodeUnit>(text: &[U], out: &mut Vec<U>) -> Option<bool> {
    let differences = &*LOWER_DIFFERENCES;
    let (mut start, mut changed) = (0, false);
    out.clear();
    out.extend_from_slice(text);
    while start < text.len() {
        let mut copy = [U::default(); WINDOW];
        let window = block_at(text, start, &mut copy);
        let rest = out.part_mut(start..);
        let LoweredBlock { mapped, mut remaining, masks } = match rest.first_chunk_mut() {
            Some(block) => lower_block(window, block),
            None => {
                let mut block = [U::default(); BLOCK];
                let lowered = lower_block(window, &mut block);
                rest.copy_from_slice(block.part(..rest.len()));
                lowered
            }
        };
        // Ill-formed texts are mapped elsewhere.
        let length = BLOCK + masks.bytes_after(window)?;
        changed |= mapped != 0;
        if mapped & masks.leads & LAST != 0 {
            let second = rest.get_mut(BLOCK)?;
            *second = U::from_low_bits((*second).into() ^ 0x20);
        }
        while remaining != 0 {
            changed |= lower_sequence(out, start + remaining.trailing_zeros() as usize, differences)?;
            remaining &= remaining - 1;
        }
        start += length;
    }
    Some(changed)
}

/// Maps the code point at a position; returns whether it changed, `None` as [`lower_units`].
#[inline(always)]
fn lower_sequence<U: CodeUnit>(out: &mut [U], at: usize, differences: &TwoStageTable<u16>) -> Option<bool> {
    // Nearly all capitals have two bytes.
    let two = out.get_mut(at..).and_then(|rest| rest.first_chunk_mut());
    if let Some(slots) = two
        && let Some(code) = bmp::two_bytes(slots.map(Into::into))
        && let Some(mapped) = lower_of_bmp(code, differences).filter(|mapped| (0x80..0x800).contains(mapped))
    {
        *slots = [0xC0 | mapped >> 6, 0x80 | mapped & 0x3F].map(U::from_low_bits);
        return Some(mapped != code);
    }
    let (c, length) = U::decode(out, at).filter(|(c, _)| *c != REPLACEMENT)?;
    let code = u32::from(c);
    let mapped = if code > 0xFFFF { simple_lower(code) } else { lower_of_bmp(code, differences) }?;
    if mapped == code {
        return Some(false);
    }
    let (units, mapped_length) = U::encode(char::from_u32(mapped)?);
    let slots = out.get_mut(at..at + length).filter(|_| mapped_length == length)?;
    slots.iter_mut().zip(units).for_each(|(slot, unit)| *slot = unit);
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_that_may_not_lower_are_unchanged() {
        for start in (0..0x1_0000_u32).step_by(BLOCK) {
            let units: [u16; BLOCK] = std::array::from_fn(|at| (start + at as u32) as u16);
            let mask = scan::mask::<u16, MayChangeWhenLowercased>(&units, 0);
            let is_marked = |&(at, _): &(usize, &u16)| mask >> at & 1 == 0;
            for (_, &unit) in units.iter().enumerate().filter(is_marked) {
                assert_eq!(lower_of_bmp(unit.into(), &LOWER_DIFFERENCES), Some(unit.into()), "{unit:x}");
            }
        }
    }

    #[test]
    fn code_points_of_blocks_are_mapped_or_remain() {
        for c in '\0'..=char::MAX {
            let length = c.len_utf8();
            let mapped = simple_lower(c.into()).and_then(char::from_u32);
            for at in [0, 7, 31, BLOCK - length] {
                let (mut window, mut out) = ([b' '; WINDOW], [0; BLOCK]);
                c.encode_utf8(&mut window[at..]);
                let lowered = lower_block(&window, &mut out);
                let expected = if lowered.mapped >> at & 1 != 0 { mapped } else { Some(c) };
                assert!(lowered.mapped | lowered.remaining != 0 || mapped == Some(c), "{c:?} at {at}");
                assert_eq!((lowered.mapped | lowered.remaining) & !(1 << at), 0, "{c:?} at {at}");
                assert_eq!(lowered.mapped & lowered.remaining, 0, "{c:?} at {at}");
                assert_eq!(str::from_utf8(&out[at..at + length]).ok(), expected.map(String::from).as_deref(), "{c:?}");
            }
        }
    }

    #[test]
    fn ill_formed_texts_are_not_mapped_in_place() {
        for sequence in [
            &b"\x80"[..],
            b"\xC1\xBF",
            b"\xC3",
            b"\xD0A",
            b"\xE0\x9F\xBF",
            b"\xED\xA0\x80",
            b"\xF4\x90\x80\x80",
            b"\xFF",
        ] {
            for at in 0..140 {
                let mut text = [b'a'; 150];
                text[at..at + sequence.len()].copy_from_slice(sequence);
                assert_eq!(lower_utf8(&text, &mut Vec::new()), None, "{sequence:x?} at {at}");
            }
        }
    }
}
