//! The start of a text, as far as it is of alphabets and nothing depends on context: no table is asked.

use super::super::ce::{self, LEVEL_SEPARATOR};
use super::super::collator::Collator;
use super::super::key::SECONDARY;
use super::super::numeric;
use super::super::options::Strength;
use super::decode::{LOW, decode, is_low_unit};
use super::item::{IS_DIGIT, NO_MARKS};
use super::items::{Items, LEAD, Simple, TWO_BYTES};
use super::start::{ROOM, Start};
use super::writer::{Writer, put, put_any_primary, put_item};
use super::{STRIDE, Way};
use crate::unicode::text::{CodeUnit, Encoding};

/// The whole key of a word of simple characters of one byte, at tertiary strength, and its length; else how many of
/// them there are at its start, which are written.
#[inline(always)]
pub(super) fn whole<U: CodeUnit>(collator: &Collator, text: &[U], out: &mut [u8; ROOM]) -> Result<usize, usize> {
    let (items, way) = (collator.items(), collator.way());
    let is_other = |simple: Simple| simple & (way.simple_mask | TWO_BYTES) != 0;
    let Some(&first) = text.first() else { return Err(0) };
    if way.strength != Strength::Tertiary || text.len() > SECONDARY.longest || is_other(items.simple_of(first)) {
        return Err(0);
    }
    let (fours, rest) = text.as_chunks::<4>();
    let primaries_of = |units: &[U; 4]| {
        let simple = units.map(|unit| items.simple_of(unit));
        let any_other = is_other(simple.iter().fold(0, |seen, simple| seen | simple));
        (!any_other).then_some(simple.map(|simple| (simple >> 8) as u8))
    };
    let mut at = 0;
    for (slots, units) in out.as_chunks_mut().0.iter_mut().zip(fours) {
        *slots = primaries_of(units).ok_or(at)?;
        at += 4;
    }
    // The last four again, as nothing foretells how many are left.
    if let Some(units) = text.last_chunk().filter(|_| !rest.is_empty()) {
        put(out, text.len() - 4, primaries_of(units).ok_or(at)?);
        return Ok(end_whole(way, out, text.len(), text.len()));
    }
    for (slot, &unit) in out.iter_mut().skip(at).zip(rest) {
        let simple = items.simple_of(unit);
        if is_other(simple) {
            return Err(at);
        }
        *slot = (simple >> 8) as u8;
        at += 1;
    }
    Ok(end_whole(way, out, text.len(), text.len()))
}

/// The lower levels of a short key of elements with common lower weights, of which there are some; where the key ends.
#[inline(always)]
pub(super) fn end_whole(way: &Way, out: &mut [u8], at: usize, elements: usize) -> usize {
    let more = elements as u8 - 1;
    let end = [LEVEL_SEPARATOR, SECONDARY.low + more, LEVEL_SEPARATOR, way.tertiary_level.run().low + more];
    if let Some(room) = out.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *room = end;
    }
    at + end.len()
}

/// Goes on with characters below [`LOW`] that are to be taken as they are, up to `stop`, as long as there is room for unusual
/// weights.
#[inline(never)]
pub(super) fn start<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    stop: usize,
    start: &mut Start,
    out: &mut [u8; ROOM],
) {
    let (items, way) = (collator.items(), collator.way());
    let Start { mut at, mut written, mut run_lead, .. } = *start;
    let mut common = 0;
    while at < stop {
        let Some((c, length)) = low_char(text, at) else { break };
        let simple = items.simple(c);
        if simple & way.simple_mask == run_lead << 24 {
            let [.., first, second] = simple.to_be_bytes();
            put(out, written, [first, second]);
            written += 1 + usize::from(simple & TWO_BYTES != 0);
            common += 1;
            at += length;
            continue;
        }
        let mut item = items.low(c);
        if !start.lower.has_room() {
            break;
        }
        let matters = item & way.special;
        if matters & IS_DIGIT != 0 {
            let Some((primary, length)) = number(collator, text, at) else { break };
            put_any_primary(collator, primary, out, &mut written, &mut run_lead);
            common += 1;
            at += length;
            continue;
        }
        start.lower.add_common(std::mem::take(&mut common));
        if matters != 0 {
            if matters & NO_MARKS != 0 && may_begin_mark(text, at + length) {
                break;
            }
            if matters != NO_MARKS {
                let Some([first, second]) = items.pair(item) else { break };
                start.lower.add(first, way.lower_mask);
                put_item(out, &mut written, &mut run_lead, first);
                item = second;
            }
        }
        start.lower.add(item, way.lower_mask);
        put_item(out, &mut written, &mut run_lead, item);
        at += length;
    }
    start.lower.add_common(common);
    (start.at, start.written, start.run_lead) = (at, written, run_lead);
}

/// The character below [`LOW`] that stands there, and its length.
#[inline(always)]
fn low_char<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let first: u32 = (*text.get(at)?).into();
    if is_low_unit::<U>(first) {
        return Some((first, 1));
    }
    if U::ENCODING == Encoding::Utf16 || !(0xC2..0xE0).contains(&first) {
        return None;
    }
    let second = Into::<u32>::into(*text.get(at + 1)?) ^ 0x80;
    (second < 0x40).then_some(((first & 0x1F) << 6 | second, 2))
}

/// Writes items from `start` on until there is a character that is none, or whose next one may be a mark that matters;
/// where that is.
#[inline(always)]
pub(super) fn read<U: CodeUnit>(collator: &Collator, text: &[U], start: usize, writer: &mut Writer<'_>) -> usize {
    let (items, way) = (collator.items(), collator.way());
    let mut at = start;
    while at < text.len() {
        let stop = text.len().min(at + STRIDE);
        writer.make_room(stop - at + 1);
        while at < stop {
            at = simple(items, way.simple_mask, text, at, stop, writer);
            let Some((c, length)) = decode(text, at) else { break };
            if c >= LOW as u32 {
                return at;
            }
            let item = items.low(c);
            let matters = item & way.special;
            if matters & IS_DIGIT != 0
                && let Some((primary, length)) = number(collator, text, at)
            {
                writer.ce(ce::from_primary(primary));
                at += length;
                continue;
            }
            if matters != 0 && (matters != NO_MARKS || may_begin_mark(text, at + length)) {
                return at;
            }
            writer.item(item);
            at += length;
        }
    }
    at
}

/// The primary of a number of a few ASCII digits, by value, and its length.
#[inline]
pub(super) fn number<U: CodeUnit>(collator: &Collator, text: &[U], at: usize) -> Option<(u32, usize)> {
    let (value, length) = numeric::ascii(text.get(at..)?)?;
    Some((numeric::short(value, collator.numeric()?)?, length))
}

/// Writes simple characters as long as they come; where the first other one is.
#[inline(always)]
pub(super) fn simple<U: CodeUnit>(
    items: &Items,
    mask: Simple,
    text: &[U],
    start: usize,
    stop: usize,
    writer: &mut Writer<'_>,
) -> usize {
    let units = text.get(start..stop).unwrap_or(&[]);
    if U::ENCODING == Encoding::Utf8 && writer.state.run_lead != 0 {
        return start + pairs(items, units, writer);
    }
    let lead = writer.state.run_lead << 24;
    let mut room = writer.primary_room();
    let (mut count, mut bytes) = (0, 0);
    for &unit in units {
        let simple = items.simple_of(unit);
        let Some(place) = room.first_chunk_mut().filter(|_| simple & mask == lead) else { break };
        let [.., first, second] = simple.to_be_bytes();
        *place = [first, second];
        let length = 1 + usize::from(simple & TWO_BYTES != 0);
        room = room.get_mut(length..).unwrap_or(&mut []);
        bytes += length;
        count += 1;
    }
    writer.wrote_simple(bytes, count);
    start + count
}

/// The same for an alphabet of two-byte sequences whose lead byte is left out; how many bytes were read.
#[inline(always)]
fn pairs<U: CodeUnit>(items: &Items, units: &[U], writer: &mut Writer<'_>) -> usize {
    let lead = writer.state.run_lead << 24;
    let mut count = 0;
    for (slot, pair) in writer.primary_room().iter_mut().zip(units.as_chunks::<2>().0) {
        let [first, second] = pair.map(Into::into);
        let simple = items.simple((first & 0x1F) << 6 | second & 0x3F);
        let ill_formed = (first ^ 0xC0) & 0xE0 | (second ^ 0x80) & 0xC0;
        // ASCII has no lead byte, so overlong forms end here too.
        if simple & LEAD | ill_formed != lead {
            break;
        }
        *slot = (simple >> 8) as u8;
        count += 1;
    }
    writer.wrote_simple(count, count);
    2 * count
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
