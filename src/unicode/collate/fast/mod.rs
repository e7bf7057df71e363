//! The short way to the usual keys: strength up to tertiary, no case level, accents forwards. Most characters are
//! *items* that were made ready (`item`, `items`) and go straight into the levels (`writer`); runs of one script are read
//! in loops of their own; what depends on context (`context`) is told by `Elements` where it can't be told here. The keys
//! are those of `key`, which a property test holds it to. `quick` compares by the primaries of items.

mod context;
mod decode;
mod item;
mod items;
mod low;
mod quick;
#[cfg(test)]
mod tests;
mod writer;

use super::collator::Collator;
use super::elements::{Elements, Queue};
use super::key::{Levels, TertiaryLevel};
use super::options::{Alternate, Settings, Strength};
use super::reorder::Reordering;
use super::table::{self, Tables, Word};
use crate::unicode::text::{CodeUnit, Encoding};
use decode::{LOW, decode};
use item::{CASE, IS_DIGIT, Item, LOWER, MARK, MAY_SHIFT, NO_MARKS, OTHER, Primaries};
pub(crate) use items::Items;
use items::{HANGUL_COUNT, HANGUL_FIRST, LEAD, MarkPlaces, SIMPLE_IS_DIGIT, SIMPLE_MAY_SHIFT, Simple, is_han};
pub(crate) use quick::Quick;
use writer::Writer;

/// Text units that are written between two looks at the room left.
const STRIDE: usize = 64;

/// Items over tables.
pub(crate) fn items(
    tables: &Tables,
    jamo: Option<&[u32; 67]>,
    reordering: &Reordering,
    compressible: &[bool; 256],
    unsafe_ranges: [&[Word]; 2],
) -> Items {
    Items::new(tables, jamo, Primaries { reordering, compressible }, unsafe_ranges)
}

/// Items that settings make special.
fn special(settings: &Settings) -> Item {
    let shift = if settings.alternate == Alternate::Shifted { MAY_SHIFT } else { 0 };
    OTHER | MARK | NO_MARKS | shift | if settings.numeric { IS_DIGIT } else { 0 }
}

/// What settings mean here; made when they are set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// These settings can go the short way.
    pub(crate) fits: bool,
    strength: Strength,
    tertiary_level: TertiaryLevel,
    /// Items that are not to be taken as they are.
    special: Item,
    /// The bits of a simple character that tell whether to take it as it is: they are those of the last lead byte.
    simple_mask: Simple,
    /// The bits of an item that count on the lower levels.
    lower_mask: Item,
    /// Primaries under this are shifted; 0: none.
    variable_limit: u32,
}

impl Way {
    pub(crate) fn new(settings: &Settings, variable_limit: u32) -> Way {
        Way {
            fits: settings.strength <= Strength::Tertiary && !settings.case_level && !settings.backwards,
            strength: settings.strength,
            tertiary_level: TertiaryLevel::new(settings),
            special: special(settings),
            simple_mask: LEAD
                | if settings.alternate == Alternate::Shifted { SIMPLE_MAY_SHIFT } else { 0 }
                | if settings.numeric { SIMPLE_IS_DIGIT } else { 0 },
            lower_mask: if settings.case_in_tertiary() { LOWER } else { LOWER & !CASE },
            variable_limit: if settings.alternate == Alternate::Shifted { variable_limit } else { 0 },
        }
    }
}

/// Appends the key of a text.
#[inline]
pub(crate) fn append_key<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    queue: &mut Queue,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) {
    let (way, items) = (collator.way(), collator.items());
    let start = out.len();
    let simple = if way.strength == Strength::Tertiary {
        match low::whole(items, way, text, out) {
            Ok(()) => return,
            Err(simple) => simple,
        }
    } else {
        0
    };
    let mut writer = Writer::new(collator, levels, (out, start + simple), simple);
    let at = low::read(items, way, text, simple, &mut writer);
    if at < text.len() {
        append_rest(collator, text, at, queue, &mut writer);
    }
    writer.finish(way.strength);
}

#[inline(never)]
fn append_rest<U: CodeUnit>(collator: &Collator, text: &[U], at: usize, queue: &mut Queue, writer: &mut Writer<'_>) {
    let mut reading = Reading {
        collator,
        tables: collator.tables(),
        items: collator.items(),
        mark_places: MarkPlaces::get(),
        special: collator.way().special,
        text,
        queue,
        primaries: Primaries { reordering: collator.reordering(), compressible: collator.compressible() },
        writer,
    };
    reading.from(at);
}

/// A text on its way into a key.
struct Reading<'a, 'w, U> {
    collator: &'a Collator,
    tables: Tables<'a>,
    items: &'a Items,
    mark_places: &'static MarkPlaces,
    /// Items that are not to be taken as they are.
    special: Item,
    text: &'a [U],
    queue: &'a mut Queue,
    primaries: Primaries<'a>,
    writer: &'a mut Writer<'w>,
}

impl<U: CodeUnit> Reading<'_, '_, U> {
    fn from(&mut self, start: usize) {
        let mask = self.collator.way().simple_mask;
        let mut at = start;
        while at < self.text.len() {
            let stop = self.text.len().min(at + STRIDE);
            self.writer.make_room(stop - at + 1);
            while at < stop {
                at = low::simple(self.items, mask, self.text, at, stop, self.writer);
                let Some((c, length)) = decode(self.text, at) else { break };
                let item = if c < LOW as u32 {
                    self.items.low(c)
                } else {
                    let end = self.script_run(c, at, stop);
                    if end > at {
                        at = end;
                        continue;
                    }
                    self.far_item(c)
                };
                let special = item & self.special;
                if special == 0 || special == NO_MARKS && !self.may_be_mark(at + length) {
                    self.writer.item(item);
                    at += length;
                } else {
                    at = self.special(c, at, length, item);
                    // It may have read on beyond what there is room for.
                    break;
                }
            }
        }
    }

    /// Writes ideographs or syllables as long as they come; where the first other character is.
    #[inline(always)]
    fn script_run(&mut self, c: u32, at: usize, stop: usize) -> usize {
        if is_han(c) && self.items.han_is_plain {
            self.ideographs(at, stop)
        } else if c.wrapping_sub(HANGUL_FIRST) < HANGUL_COUNT && self.items.jamo.is_some() {
            self.syllables(at, stop)
        } else {
            at
        }
    }

    fn ideographs(&mut self, start: usize, stop: usize) -> usize {
        let Primaries { reordering, compressible } = self.primaries;
        let stays = reordering.is_none();
        let (mut at, mut count) = (start, 0);
        while at < stop
            && let Some((c, length)) = decode(self.text, at)
            && is_han(c)
        {
            let entry = self.tables.entry(c);
            let primary = match entry & 0xFF {
                table::LONG_PRIMARY => entry & !0xFF,
                5 if entry & 0xFF00 == 0x0500 => entry & 0xFFFF_0000,
                _ => break,
            };
            let [lead, ..] = primary.to_be_bytes();
            let compressed = compressible.get(usize::from(lead)).is_some_and(|&is| is);
            let bytes = 4 - primary.trailing_zeros() as usize / 8;
            self.writer.primary(if stays { primary } else { reordering.apply(primary) }, bytes, compressed);
            count += 1;
            at += length;
        }
        self.writer.wrote_simple(0, count);
        at
    }

    /// Two or three jamo for each syllable, when all are alike.
    fn syllables(&mut self, start: usize, stop: usize) -> usize {
        let Some((lead, seconds)) = &self.items.jamo else { return start };
        let second = |at: u32| seconds.get(at as usize).copied().unwrap_or(0);
        let mut at = start;
        while at < stop
            && let Some((c, length)) = decode(self.text, at)
            && let syllable = c.wrapping_sub(HANGUL_FIRST)
            && syllable < HANGUL_COUNT
        {
            let (l, v, t) = (syllable / 588, syllable % 588 / 28, syllable % 28);
            let (first, last) = (second(l), if t > 0 { second(39 + t) } else { 0 });
            self.writer.primary(lead << 24 | u32::from(first) << 16, 2, true);
            if let Some(room) = self.writer.primary_room().first_chunk_mut() {
                *room = [second(19 + v), last];
            }
            let more = if t > 0 { 2 } else { 1 };
            self.writer.wrote_simple(more, more);
            self.writer.wrote_simple(0, 1);
            at += length;
        }
        at
    }

    /// The item of a character from [`LOW`] on.
    #[inline]
    fn far_item(&self, c: u32) -> Item {
        match self.items.get(c) {
            Some(item) => item,
            None => self.primaries.of_entry(self.tables.entry(c)),
        }
    }

    /// Whether a mark may stand there, as far as its first unit tells.
    #[inline]
    fn may_be_mark(&self, at: usize) -> bool {
        let Some(&unit) = self.text.get(at) else { return false };
        let unit: u32 = unit.into();
        let place = match U::ENCODING {
            Encoding::Utf8 => self.mark_places.bytes.get(unit as usize),
            Encoding::Utf16 => self.mark_places.blocks.get(unit as usize >> 6),
        };
        place.is_some_and(|&may| may)
    }

    /// Gives the rest of what begins at a place and depends on context to `Elements`; where to go on.
    fn general(&mut self, at: usize) -> usize {
        let Reading { collator, tables, text, queue, writer, .. } = self;
        let mut elements = Elements::new(tables, collator.jamo_entries(), collator.numeric(), text, at, queue);
        elements.general_from(at, &mut |ce| writer.ce(ce))
    }
}
