//! The short way to the usual keys: strength up to tertiary, no case level, accents forwards. Most characters are
//! *items* that were made ready (`item`, `items`) and go straight into the levels (`writer`): letters of alphabets by `low`,
//! all others by `line`, as long as they mean the same wherever they stand (`runs`); what depends on context (`context`) is
//! told by `Elements` where it can't be told here. The keys are those of `key`, which a property test holds it to.
//!
//! Comparison by the primaries of items: `first` where the texts part, `quick` as far as primaries reach.

mod context;
mod decode;
mod first;
mod hangul;
mod ideographs;
mod item;
mod items;
mod japanese;
mod line;
mod low;
mod lower;
mod marks;
mod quick;
mod runs;
mod start;
#[cfg(test)]
mod tests;
mod writer;

use super::ce::Ce;
use super::collator::Collator;
use super::elements::{Elements, Queue};
use super::key::{Levels, TertiaryLevel};
use super::options::{Alternate, Settings, Strength};
use super::reorder::Reordering;
use super::table::{Tables, Word};
use crate::unicode::text::CodeUnit;
pub(crate) use first::{order_of_characters, order_of_letters};
use item::{CASE, IS_DIGIT, Item, LOWER, MARK, MAY_SHIFT, NO_MARKS, OTHER, Primaries};
pub(crate) use items::Items;
use items::{LEAD, SIMPLE_IS_DIGIT, SIMPLE_MAY_SHIFT, Simple};
use marks::MarkPlaces;
pub(crate) use quick::Quick;
pub(crate) use start::ROOM;
use start::Start;
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
    like: Option<&Items>,
) -> Items {
    Items::new(tables, jamo, Primaries { reordering, compressible }, unsafe_ranges, like)
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

/// Writes the key of a text to the start of `out`, which is longer than it; the length of the key.
#[inline]
pub(crate) fn write_key<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    queue: &mut Queue,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    make_room(out);
    let mut start = Start::default();
    if let Some(length) = out.first_chunk_mut().and_then(|room| write_start(collator, text, room, &mut start)) {
        return length;
    }
    write_further(collator, text, &start, queue, levels, out)
}

/// The same to `buffer`, if the start of the text is all of it, else to `out`; the length of the key, and whether it is in `buffer`.
#[inline]
pub(crate) fn write_key_in<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    queue: &mut Queue,
    levels: &mut Levels,
    out: &mut Vec<u8>,
    buffer: &mut [u8; ROOM],
) -> (usize, bool) {
    let mut start = Start::default();
    if let Some(length) = write_start(collator, text, buffer, &mut start) {
        return (length, true);
    }
    make_room(out);
    if let (Some(to), Some(from)) = (out.get_mut(..start.written), buffer.get(..start.written)) {
        to.copy_from_slice(from);
    }
    (write_further(collator, text, &start, queue, levels, out), false)
}

/// Room for what the start of a text writes.
#[inline]
fn make_room(out: &mut Vec<u8>) {
    if out.len() < ROOM {
        out.resize(ROOM, 0);
    }
}

/// Writes the start of a text; the length of the key, if that is all of it.
#[inline(always)]
fn write_start<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    room: &mut [u8; ROOM],
    start: &mut Start,
) -> Option<usize> {
    if decode::is_wide(text, 0) {
        match line::whole(collator, text, room) {
            Ok(length) => return Some(length),
            Err(run) => start.begin(run.characters * decode::wide_length::<U>(), run.bytes, run.elements),
        }
    } else {
        match low::whole(collator, text, room) {
            Ok(length) => return Some(length),
            Err(simple) => start.begin(simple, simple, simple),
        }
    }
    start.whole(collator, text, room)
}

/// Writes the key of a text whose start is written; the length of the key.
#[inline(never)]
fn write_further<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    start: &Start,
    queue: &mut Queue,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    let mut writer = Writer::new(collator, levels, out, start);
    write_rest(collator, text, start.at, queue, &mut writer);
    writer.finish(collator.way().strength)
}

#[inline(never)]
fn write_rest<U: CodeUnit>(collator: &Collator, text: &[U], at: usize, queue: &mut Queue, writer: &mut Writer<'_>) {
    let at = if decode::is_wide(text, at) { at } else { low::read(collator, text, at, writer) };
    let at = runs::plain(collator, text, at, writer);
    if at < text.len() {
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
}

/// A key whose parts are given one by one: nothing in a part depends on the others.
pub(crate) struct Parts<'a> {
    collator: &'a Collator,
    queue: &'a mut Queue,
    writer: Writer<'a>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(
        collator: &'a Collator,
        queue: &'a mut Queue,
        levels: &'a mut Levels,
        out: &'a mut Vec<u8>,
    ) -> Parts<'a> {
        Parts { collator, queue, writer: Writer::new(collator, levels, out, &Start::default()) }
    }

    /// A text.
    pub(crate) fn text<U: CodeUnit>(&mut self, text: &[U]) {
        write_rest(self.collator, text, 0, self.queue, &mut self.writer);
    }

    /// A collation element.
    pub(crate) fn element(&mut self, ce: Ce) {
        self.writer.ce(ce);
    }

    /// Appends the key.
    pub(crate) fn finish(mut self, out: &mut Vec<u8>) {
        let length = self.writer.finish(self.collator.way().strength);
        out.extend_from_slice(self.writer.written(length));
    }
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
    /// Writes all that is left; what stands at the start is not plain.
    fn from(&mut self, start: usize) {
        let mut at = start;
        while at < self.text.len() {
            self.writer.make_room(3);
            at = self.one(at);
            at = runs::plain(self.collator, self.text, at, self.writer);
        }
    }

    /// Gives the rest of what begins at a place and depends on context to `Elements`; where to go on.
    fn general(&mut self, at: usize) -> usize {
        let Reading { collator, tables, text, queue, writer, .. } = self;
        let mut elements = Elements::new(tables, collator.jamo_entries(), collator.numeric(), text, at, queue);
        elements.general_from(at, &mut |ce| writer.ce(ce))
    }
}
