//! The short way to the usual keys: strength up to tertiary, nothing shifted, no case in play, accents forwards. One
//! table entry per character goes straight into the levels; what depends on context is left to [`Elements`], whose CEs
//! go through the same writer. The keys are those of [`super::key`], which a property test holds it to.

use super::ce::{self, COMMON_LOWER, Ce};
use super::elements::{Elements, hangul};
use super::key::{Levels, SECONDARY, TERTIARY};
use super::options::{Alternate, CaseFirst, Settings, Strength};
use super::reorder::Reordering;
use super::table::{self, Tables};
use crate::unicode::text::{CodeUnit, Encoding};

/// Characters with an item of their own: Latin, IPA, Greek, Cyrillic.
const LOW: usize = 0x530;

/// A character ready to be written: 32 bits of primary, 8 of a first secondary (05 common, 0 none), 8 of a second one,
/// 8 of tertiary, 8 of flags.
type Item = u64;
/// Number of primary bytes.
const BYTES: Item = 7;
/// The lead byte is left out when it repeats.
const COMPRESSED: Item = 8;
/// A digit, to be read as a number where numbers have values.
const IS_DIGIT: Item = 0x20;
/// A second tertiary, a common one, for the second secondary.
const TWO: Item = 0x40;
/// Anything else: ask the table.
const OTHER: Item = 0x80;
/// The lower weights of an item and their usual value.
const LOWER: Item = 0xFFFF_FF40;
const USUAL: Item = 0x0500_0500;

/// Text units that are written between two looks at the room left.
const STRIDE: usize = 64;
/// Bytes that a direct item can take on one level: end of a run, four bytes.
const MOST: usize = 8;
/// Room that is kept on every level: for a stride, and for what one more character may need.
const ROOM: usize = (STRIDE + 4) * MOST;

/// Items of the low characters, for one collator.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    low: Box<[Item]>,
}

impl Items {
    pub(crate) fn new(tables: &Tables, reordering: &Reordering, compressible: &[bool; 256]) -> Items {
        let item = |c| item(tables, reordering, compressible, c, tables.entry(c));
        Items { low: (0..LOW as u32).map(item).collect() }
    }
}

/// Whether these settings can go the short way.
pub(crate) fn fits(settings: &Settings) -> bool {
    settings.strength <= Strength::Tertiary
        && settings.alternate == Alternate::NonIgnorable
        && settings.case_first == CaseFirst::Off
        && !settings.case_level
        && !settings.backwards
}

fn item(tables: &Tables, reordering: &Reordering, compressible: &[bool; 256], c: u32, entry: u32) -> Item {
    let (entry, flags) = match entry & 0xFF {
        low if low >= 0xC0 && low & !table::TAILORED == table::DIGIT => (tables.digit(entry), IS_DIGIT),
        _ => (entry, 0),
    };
    match entry & 0xFF {
        0..0xC0 | table::LONG_PRIMARY | table::LONG_SECONDARY | table::EXPANSION | 0xD5 => {}
        _ => return OTHER | flags,
    }
    let (mut ces, mut count) = ([0; 2], 0);
    tables.each_ce(entry, c, &mut |ce| {
        if let Some(slot) = ces.get_mut(count) {
            *slot = ce;
        }
        count += 1;
    });
    let [first, second] = ces;
    let lower = ce::lower(first);
    let plain = lower & 0x00FF_00FF == 0;
    let marks = match count {
        1 => Some(0),
        2 => (ce::primary(second) == 0 && second & 0xFF_FFFF == 0x0500 && second != 0x0500)
            .then_some((second >> 24 & 0xFF) << 16 | TWO),
        _ => None,
    };
    match marks {
        Some(marks) if plain => {
            let weights = u64::from(lower & 0xFF00_3F00) | marks | flags;
            with_primary(ce::primary(first), reordering, compressible) | weights
        }
        _ => OTHER | flags,
    }
}

#[inline]
fn with_primary(primary: u32, reordering: &Reordering, compressible: &[bool; 256]) -> Item {
    if primary == 0 {
        return 0;
    }
    let [lead, ..] = primary.to_be_bytes();
    let compressed = compressible.get(usize::from(lead)).is_some_and(|&is| is);
    let bytes = u64::from(4 - primary.trailing_zeros() / 8);
    u64::from(reordering.apply(primary)) << 32 | bytes | if compressed { COMPRESSED } else { 0 }
}

/// What is written to: slices with room ahead, and how far each is filled.
struct Writer<'w> {
    primary: &'w mut Vec<u8>,
    secondary: &'w mut Vec<u8>,
    tertiary: &'w mut Vec<u8>,
    primary_at: usize,
    secondary_at: usize,
    tertiary_at: usize,
    /// The lead byte that is left out when it repeats; 0 for none.
    run_lead: u32,
    secondary_run: usize,
    tertiary_run: usize,
    reordering: &'w Reordering,
    compressible: &'w [bool; 256],
}

#[inline]
fn put(buffer: &mut [u8], at: usize, bytes: [u8; 4]) {
    if let Some(room) = buffer.get_mut(at..at + 4) {
        room.copy_from_slice(&bytes);
    }
}

#[inline]
fn put_byte(buffer: &mut [u8], at: &mut usize, byte: u8) {
    if let Some(room) = buffer.get_mut(*at) {
        *room = byte;
        *at += 1;
    }
}

impl Writer<'_> {
    /// Sees to it that each level has room for a stride and for the runs that end in it.
    #[inline]
    fn make_room(&mut self) {
        let runs = (self.secondary_run + self.tertiary_run) / SECONDARY.longest;
        let most = self.primary_at.max(self.secondary_at + runs).max(self.tertiary_at + runs) + ROOM;
        if self.primary.len().min(self.secondary.len()).min(self.tertiary.len()) < most {
            self.grow(most);
        }
    }

    #[cold]
    fn grow(&mut self, most: usize) {
        for buffer in [&mut *self.primary, &mut *self.secondary, &mut *self.tertiary] {
            buffer.resize(buffer.len().max(most + most / 2), 0);
        }
    }

    #[inline]
    fn item(&mut self, item: Item) {
        let bytes = (item & BYTES) as usize;
        if bytes != 0 {
            let primary = (item >> 32) as u32;
            if item & COMPRESSED == 0 && self.run_lead == 0 {
                put(self.primary, self.primary_at, primary.to_be_bytes());
                self.primary_at += bytes;
            } else {
                self.compressed(primary, bytes, item & COMPRESSED != 0);
            }
        }
        if item & LOWER == USUAL {
            self.secondary_run += 1;
            self.tertiary_run += 1;
        } else {
            self.lower(item);
        }
    }

    /// A primary that starts, goes on with or ends a run of one lead byte.
    #[inline]
    fn compressed(&mut self, primary: u32, bytes: usize, compressed: bool) {
        let lead = primary >> 24;
        if compressed && lead == self.run_lead {
            put(self.primary, self.primary_at, (primary << 8).to_be_bytes());
            self.primary_at += bytes - 1;
            return;
        }
        if self.run_lead != 0 {
            if lead > self.run_lead {
                put_byte(self.primary, &mut self.primary_at, ce::COMPRESSION_HIGH);
            } else if primary > ce::MERGE_SEPARATOR_PRIMARY | 0xFF_FFFF {
                put_byte(self.primary, &mut self.primary_at, ce::COMPRESSION_LOW);
            }
        }
        put(self.primary, self.primary_at, primary.to_be_bytes());
        self.primary_at += bytes;
        self.run_lead = if compressed { lead } else { 0 };
    }

    /// Lower weights that are not all common.
    #[inline]
    fn lower(&mut self, item: Item) {
        match (item >> 24) as u8 {
            0 => {}
            5 => self.secondary_run += 1,
            weight => self.secondary(u32::from(weight) << 8),
        }
        if item & TWO != 0 {
            self.secondary((item >> 8) as u32 & 0xFF00);
        }
        match (item >> 8) as u8 {
            0 => {}
            5 => self.tertiary_run += 1,
            weight => self.tertiary(u32::from(weight) << 8),
        }
        self.tertiary_run += usize::from(item & TWO != 0);
    }

    #[inline]
    fn secondary(&mut self, weight: u32) {
        if self.secondary_run > 0 {
            SECONDARY.put(&mut self.secondary_run, weight > ce::COMMON, self.secondary, &mut self.secondary_at);
        }
        put_weight(self.secondary, &mut self.secondary_at, weight);
    }

    #[inline]
    fn tertiary(&mut self, weight: u32) {
        let above = weight > ce::COMMON;
        if self.tertiary_run > 0 {
            TERTIARY.put(&mut self.tertiary_run, above, self.tertiary, &mut self.tertiary_at);
        }
        put_weight(self.tertiary, &mut self.tertiary_at, if above { weight + 0xC000 } else { weight });
    }

    /// Any CE, from the general way; makes its own room.
    fn ce(&mut self, ce: Ce) {
        self.make_room();
        let lower = ce::lower(ce);
        let primary = with_primary(ce::primary(ce), self.reordering, self.compressible);
        if lower & !(ce::CASE_MASK | ce::QUATERNARY_MASK) == COMMON_LOWER {
            return self.item(primary | USUAL);
        }
        self.item(primary);
        match lower >> 16 {
            0 => {}
            ce::COMMON => self.secondary_run += 1,
            weight => self.secondary(weight),
        }
        match lower & ce::TERTIARY_MASK {
            0 => {}
            ce::COMMON => self.tertiary_run += 1,
            weight => self.tertiary(weight),
        }
    }
}

#[inline]
fn put_weight(buffer: &mut [u8], at: &mut usize, weight: u32) {
    put_byte(buffer, at, (weight >> 8) as u8);
    if weight & 0xFF != 0 {
        put_byte(buffer, at, weight as u8);
    }
}

/// What a key is made with.
pub(crate) struct Fast<'a> {
    pub(crate) items: &'a Items,
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) jamo: Option<&'a [u32; 67]>,
    pub(crate) reordering: &'a Reordering,
    pub(crate) compressible: &'a [bool; 256],
    pub(crate) strength: Strength,
    pub(crate) numeric: bool,
}

impl Fast<'_> {
    /// Appends the key of the text that `elements` reads.
    pub(crate) fn append_key<U: CodeUnit>(
        &self,
        text: &[U],
        elements: &mut Elements<'_, U>,
        levels: &mut Levels,
        out: &mut Vec<u8>,
    ) {
        let (primary, secondary, tertiary) = levels.buffers();
        let mut writer = Writer {
            primary,
            secondary,
            tertiary,
            primary_at: 0,
            secondary_at: 0,
            tertiary_at: 0,
            run_lead: 0,
            secondary_run: 0,
            tertiary_run: 0,
            reordering: self.reordering,
            compressible: self.compressible,
        };
        self.text(text, elements, &mut writer);
        self.finish(&mut writer, out);
    }

    #[inline]
    fn text<U: CodeUnit>(&self, text: &[U], elements: &mut Elements<'_, U>, writer: &mut Writer<'_>) {
        let special = OTHER | if self.numeric { IS_DIGIT } else { 0 };
        let mut at = 0;
        while at < text.len() {
            writer.make_room();
            let stop = text.len().min(at + STRIDE);
            let (mut c, mut length, mut item) = self.look(text, at);
            while at < stop {
                let next = self.look(text, at + length);
                if next.2 & OTHER != 0 && elements.is_mark(next.0) {
                    at = elements.general_from(at, &mut |ce| writer.ce(ce));
                } else if item & special == 0 {
                    writer.item(item);
                    at += length;
                    (c, length, item) = next;
                    continue;
                } else {
                    at = self.other(c, at, length, elements, writer);
                }
                if at >= stop {
                    break;
                }
                (c, length, item) = self.look(text, at);
            }
        }
    }

    /// A character that is no item: a syllable, an expansion, or something that depends on context.
    #[inline]
    fn other<U: CodeUnit>(
        &self,
        c: u32,
        at: usize,
        length: usize,
        elements: &mut Elements<'_, U>,
        writer: &mut Writer<'_>,
    ) -> usize {
        let entry = self.tables.entry(c);
        match (entry & 0xFF, self.jamo) {
            (table::HANGUL, Some(jamo)) => {
                for (entry, c) in hangul(jamo, c) {
                    if entry & 0xFF == table::LONG_PRIMARY || entry & 0xFF < 0xC0 {
                        writer.item(self.direct(entry));
                    } else {
                        self.tables.each_ce(entry, c, &mut |ce| writer.ce(ce));
                    }
                }
            }
            (table::EXPANSION | 0xD5 | table::LONG_SECONDARY | table::UNMAPPED, _) => {
                self.tables.each_ce(entry, c, &mut |ce| writer.ce(ce));
            }
            _ => return elements.general_from(at, &mut |ce| writer.ce(ce)),
        }
        writer.make_room();
        at + length
    }

    /// The item of the character at a place; at the end an empty one.
    #[inline]
    fn look<U: CodeUnit>(&self, text: &[U], at: usize) -> (u32, usize, Item) {
        let Some(&unit) = text.get(at) else { return (0, 0, 0) };
        let unit: u32 = unit.into();
        let direct = if U::ENCODING == Encoding::Utf8 { 0x80 } else { LOW as u32 };
        if unit < direct {
            return (unit, 1, self.items.low.get(unit as usize).copied().unwrap_or(OTHER));
        }
        let Some((c, length)) = U::decode(text, at) else { return (0, 0, 0) };
        let c = u32::from(c);
        if let Some(&item) = self.items.low.get(c as usize) {
            return (c, length, item);
        }
        let entry = self.tables.entry(c);
        (c, length, self.direct(entry))
    }

    /// The item of an entry of one CE with a primary.
    #[inline]
    fn direct(&self, entry: u32) -> Item {
        match entry & 0xFF {
            table::LONG_PRIMARY => with_primary(entry & !0xFF, self.reordering, self.compressible) | USUAL,
            low @ 0..0xC0 => {
                let weights = (entry & 0xFF00) << 16 | (low & 0x3F) << 8;
                with_primary(entry & 0xFFFF_0000, self.reordering, self.compressible) | u64::from(weights)
            }
            _ => OTHER,
        }
    }

    fn finish(&self, writer: &mut Writer<'_>, out: &mut Vec<u8>) {
        writer.make_room();
        out.reserve(writer.primary_at + writer.secondary_at + writer.tertiary_at + 16);
        out.extend_from_slice(writer.primary.get(..writer.primary_at).unwrap_or(&[]));
        if self.strength >= Strength::Secondary {
            SECONDARY.put(&mut writer.secondary_run, false, writer.secondary, &mut writer.secondary_at);
            out.push(ce::LEVEL_SEPARATOR);
            out.extend_from_slice(writer.secondary.get(..writer.secondary_at).unwrap_or(&[]));
        }
        if self.strength >= Strength::Tertiary {
            TERTIARY.put(&mut writer.tertiary_run, false, writer.tertiary, &mut writer.tertiary_at);
            out.push(ce::LEVEL_SEPARATOR);
            out.extend_from_slice(writer.tertiary.get(..writer.tertiary_at).unwrap_or(&[]));
        }
    }
}
