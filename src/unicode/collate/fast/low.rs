//! The start of a text, as far as it is of alphabets and nothing depends on context: no table is asked.

use super::super::ce::LEVEL_SEPARATOR;
use super::super::key::{Common, SECONDARY};
use super::STRIDE;
use super::decode::{LOW, decode};
use super::item::{Item, NO_MARKS};
use super::items::Items;
use super::writer::Writer;
use crate::unicode::text::{CodeUnit, Encoding};

/// The whole key of a short text of simple characters of one byte, at tertiary strength; else how many of them there are
/// at its start, which are written, and as many bytes after them as the text has units left.
#[inline(always)]
pub(super) fn whole<U: CodeUnit>(items: &Items, tertiary: Common, text: &[U], out: &mut Vec<u8>) -> Result<(), usize> {
    if text.len() > SECONDARY.longest || text.is_empty() {
        return Err(0);
    }
    let mut seen = 0;
    out.extend(text.iter().map(|&unit| {
        let simple = items.simple_of(unit);
        seen |= simple;
        simple as u8
    }));
    if seen >> 8 != 0 {
        return Err(text.iter().position(|&unit| items.simple_of(unit) >> 8 != 0).unwrap_or(0));
    }
    let more = text.len() as u8 - 1;
    out.extend_from_slice(&[LEVEL_SEPARATOR, SECONDARY.low + more, LEVEL_SEPARATOR, tertiary.low + more]);
    Ok(())
}

/// Writes items from `start` on until there is a character that is none, or whose next one may be a mark that matters;
/// where that is.
#[inline(always)]
pub(super) fn read<U: CodeUnit>(
    items: &Items,
    special: Item,
    text: &[U],
    start: usize,
    writer: &mut Writer<'_>,
) -> usize {
    let mut at = start;
    while at < text.len() {
        let stop = text.len().min(at + STRIDE);
        writer.make_room(stop - at + 1);
        while at < stop {
            at = simple(items, text, at, stop, writer);
            let Some((c, length)) = decode(text, at) else { break };
            if c >= LOW as u32 {
                return at;
            }
            let item = items.low(c);
            let special = item & special;
            if special != 0 && (special != NO_MARKS || may_begin_mark(text, at + length)) {
                return at;
            }
            writer.item(item);
            at += length;
        }
    }
    at
}

/// Writes characters of one primary byte, the same lead byte before it, as long as they come; where the first other
/// one is.
#[inline(always)]
pub(super) fn simple<U: CodeUnit>(
    items: &Items,
    text: &[U],
    start: usize,
    stop: usize,
    writer: &mut Writer<'_>,
) -> usize {
    let lead = writer.run_lead as u16;
    let units = text.get(start..stop).unwrap_or(&[]);
    let room = writer.primary_room();
    let mut count = 0;
    if U::ENCODING == Encoding::Utf8 && lead != 0 {
        // An alphabet of two-byte sequences.
        for (slot, pair) in room.iter_mut().zip(units.as_chunks::<2>().0) {
            let [first, second] = pair.map(Into::into);
            let simple = items.simple.get(((first & 0x1F) << 6 | second & 0x3F) as usize);
            let ill_formed = (first ^ 0xC0) & 0xE0 | (second ^ 0x80) & 0xC0;
            // Those of one byte have no lead, so overlong forms end here too.
            let Some(simple) = simple.filter(|&simple| simple >> 8 == lead && ill_formed == 0) else { break };
            *slot = *simple as u8;
            count += 1;
        }
        writer.wrote_simple(count, count);
        return start + 2 * count;
    }
    for (slot, &unit) in room.iter_mut().zip(units) {
        let simple = items.simple_of(unit);
        if simple >> 8 != lead {
            break;
        }
        *slot = simple as u8;
        count += 1;
    }
    writer.wrote_simple(count, count);
    start + count
}

/// Whether the unit there may begin a mark; not so in Latin, Greek and Cyrillic.
#[inline]
pub(super) fn may_begin_mark<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let Some(&unit) = text.get(at) else { return false };
    let unit: u32 = unit.into();
    match U::ENCODING {
        Encoding::Utf8 => unit >= 0xCC && !(0xCE..0xD2).contains(&unit),
        Encoding::Utf16 => unit >= 0x300 && !(0x370..0x480).contains(&unit),
    }
}
