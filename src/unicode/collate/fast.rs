//! The short way to the usual keys: strength up to tertiary, no case in play, accents forwards. One
//! table entry per character goes straight into the levels; what depends on context is left to `Elements`, whose CEs
//! go through the same writer. The keys are those of `key`, which a property test holds it to.

use std::cmp::Ordering;

use super::ce::{self, COMMON_LOWER, Ce};
use super::collator::Collator;
use super::decompose;
use super::elements::{Elements, hangul};
use super::key::{Levels, SECONDARY, TERTIARY};
use super::options::{Alternate, CaseFirst, Settings, Strength};
use super::reorder::Reordering;
use super::table::{self, Child, Tables};
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
/// Variable under some setting, or without primary: to be looked at where variable characters are shifted.
const MAY_SHIFT: Item = 0x10;
/// A digit, to be read as a number where numbers have values.
const IS_DIGIT: Item = 0x20;
/// A second tertiary, a common one, for the second secondary.
const TWO: Item = 0x40;
/// Anything else: ask the table.
const OTHER: Item = 0x80;
/// Not in any place to begin to read: the end of a contraction, something with a prefix, something without primary.
const UNSAFE: Item = 0x4000;
/// The lower weights of an item and their usual value.
const LOWER: Item = 0xFFFF_BF40;
const USUAL: Item = 0x0500_0500;

/// The start of the digits, above all that can be variable (`numeric` primaries come right after).
const MOST_VARIABLE: u32 = 0x1000_0000;

const TAILORED_CONTEXT: u32 = table::CONTEXT | table::TAILORED;

/// Text units that are written between two looks at the room left.
const STRIDE: usize = 64;
/// Bytes that a direct item can take on one level: end of a run, four bytes.
const MOST: usize = 8;
/// Room that is kept on every level: for a stride, and for what one more character may need.
const ROOM: usize = (STRIDE + 4) * MOST;

/// First of the kana, which have items of their own too.
const KANA: u32 = 0x3040;
const KANA_COUNT: usize = 0xC0;

/// A low character that is one byte on the primary level and common on the others.
const SIMPLE_MASK: Item = LOWER | BYTES | COMPRESSED | OTHER;
const SIMPLE: Item = USUAL | 1;

/// Items of the low characters and more, for one collator.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    low: Box<[Item; LOW]>,
    kana: Box<[Item; KANA_COUNT]>,
    /// The lead byte that all jamo share, and their second bytes, when there is nothing else to them.
    jamo: Option<(u32, Box<[u8; 67]>)>,
}

impl Items {
    pub(crate) fn new(
        tables: &Tables,
        jamo: Option<&[u32; 67]>,
        reordering: &Reordering,
        compressible: &[bool; 256],
        is_unsafe: impl Fn(u32) -> bool,
    ) -> Items {
        let item_of = |c| {
            let item = item(tables, reordering, compressible, c, tables.entry(c));
            if item & (BYTES | OTHER | IS_DIGIT) == 0 || is_unsafe(c) { item | UNSAFE } else { item }
        };
        let mut low = Box::new([OTHER; LOW]);
        low.iter_mut().zip(0..).for_each(|(slot, c)| *slot = item_of(c));
        let mut kana = Box::new([OTHER; KANA_COUNT]);
        kana.iter_mut().zip(KANA..).for_each(|(slot, c)| *slot = item_of(c));
        let jamo = jamo.and_then(|entries| {
            let items = entries.map(|entry| item(tables, reordering, compressible, 0, entry));
            let lead = (items.first()? >> 56) as u32;
            let alike = |&item: &Item| (item >> 56) as u32 == lead && item as u32 == (USUAL | COMPRESSED | 2) as u32;
            items.iter().all(alike).then(|| (lead, Box::new(items.map(|item| (item >> 48) as u8))))
        });
        Items { low, kana, jamo }
    }
}

/// A comparison by primaries alone, as far as items reach.
pub(crate) struct Quick<'a> {
    collator: &'a Collator,
    items: &'a Items,
    tables: Option<Tables<'a>>,
    /// Items that are not to be taken as they are.
    special: Item,
}

impl<'a> Quick<'a> {
    pub(crate) fn new(collator: &'a Collator, items: &'a Items) -> Quick<'a> {
        let settings = collator.settings();
        let shift = if settings.alternate == Alternate::Shifted { MAY_SHIFT } else { 0 };
        let special = OTHER | shift | if settings.numeric { IS_DIGIT } else { 0 };
        Quick { collator, items, tables: None, special }
    }

    /// The order of two texts that are equal for the first `same` units, if primaries decide it and only plain
    /// characters are met.
    pub(crate) fn order<U: CodeUnit>(&mut self, left: &[U], right: &[U], same: usize) -> Option<Ordering> {
        let mut start = same;
        while start > 0 && !(self.is_start(left, start) && self.is_start(right, start)) {
            start -= 1;
        }
        let (mut a, mut b) = (start, start);
        loop {
            let (x, y) = (self.next(left, &mut a)?, self.next(right, &mut b)?);
            if x != y {
                return Some(x.cmp(&y));
            }
            if x == 0 {
                return None;
            }
        }
    }

    /// Whether a text can be read from there on: at its end, or at a safe low character.
    #[inline]
    fn is_start<U: CodeUnit>(&self, text: &[U], at: usize) -> bool {
        let Some(&unit) = text.get(at) else { return true };
        let direct = if U::ENCODING == Encoding::Utf8 { 0x80 } else { LOW as u32 };
        unit.into() < direct
            && self.items.low.get(unit.into() as usize).is_some_and(|item| item & (UNSAFE | self.special) == 0)
    }

    /// The next primary, 0 at the end; `None` where items do not do.
    #[inline]
    fn next<U: CodeUnit>(&mut self, text: &[U], at: &mut usize) -> Option<u32> {
        loop {
            let (length, item) = self.look(text, *at);
            if length == 0 {
                return Some(0);
            }
            if item & self.special != 0 {
                return None;
            }
            *at += length;
            let mark = if U::ENCODING == Encoding::Utf8 { 0xCC } else { 0x300 };
            if text.get(*at).is_some_and(|&unit| unit.into() >= mark) && self.look(text, *at).1 & OTHER != 0 {
                return None;
            }
            if item & BYTES != 0 {
                return Some((item >> 32) as u32);
            }
        }
    }

    #[inline]
    fn look<U: CodeUnit>(&mut self, text: &[U], at: usize) -> (usize, Item) {
        let Some((c, length)) = decode(text, at) else { return (0, 0) };
        if let Some(&item) = self.items.low.get(c as usize) {
            return (length, item);
        }
        if let Some(&item) = self.items.kana.get(c.wrapping_sub(KANA) as usize) {
            return (length, item);
        }
        let tables = self.tables.get_or_insert_with(|| self.collator.tables());
        let item = match tables.entry(c) {
            entry if entry & 0xFF == table::LONG_PRIMARY => entry & !0xFF,
            entry if entry & 0xFF < 0xC0 && entry >> 16 != 0 => entry & 0xFFFF_0000,
            _ => return (length, OTHER),
        };
        let shift = if item < MOST_VARIABLE { MAY_SHIFT } else { 0 };
        (length, u64::from(self.collator.reordering().apply(item)) << 32 | 1 | shift)
    }
}

/// Whether these settings can go the short way.
pub(crate) fn fits(settings: &Settings) -> bool {
    settings.strength <= Strength::Tertiary
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
        0..=0xBF | table::LONG_PRIMARY | table::LONG_SECONDARY => {}
        _ if is_expansion(entry) => {}
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
        return MAY_SHIFT;
    }
    let [lead, ..] = primary.to_be_bytes();
    let compressed = compressible.get(usize::from(lead)).is_some_and(|&is| is);
    let bytes = u64::from(4 - primary.trailing_zeros() / 8);
    let shift = if primary < MOST_VARIABLE { MAY_SHIFT } else { 0 };
    u64::from(reordering.apply(primary)) << 32 | bytes | shift | if compressed { COMPRESSED } else { 0 }
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
    /// Primaries under this are shifted out of the levels; 0: none.
    variable_limit: u32,
    /// The last CE was shifted: ignorable ones after it are ignored.
    after_variable: bool,
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

    /// The two or three jamo of a syllable, when all are alike.
    #[inline]
    fn syllable(&mut self, lead: u32, seconds: &[u8; 67], c: u32) {
        let syllable = c.wrapping_sub(0xAC00);
        let (l, v, t) = (syllable / 588, syllable % 588 / 28, syllable % 28);
        let second = |at: u32| seconds.get(at as usize).copied().unwrap_or(0);
        if self.run_lead != lead {
            let before = self.primary_at;
            self.compressed(lead << 24 | 2 << 16, 2, true);
            // Only the lead and what ends the run before it.
            self.primary_at -= usize::from(self.primary_at > before);
        }
        let last = if t > 0 { second(39 + t) } else { 0 };
        put(self.primary, self.primary_at, [second(l), second(19 + v), last, 0]);
        let count = if t > 0 { 3 } else { 2 };
        self.primary_at += count;
        self.secondary_run += count;
        self.tertiary_run += count;
    }

    #[inline(always)]
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
        match (item >> 8) as u8 & 0x3F {
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

    /// Takes back the last simple character.
    fn take_back(&mut self) {
        self.primary_at -= 1;
        self.secondary_run -= 1;
        self.tertiary_run -= 1;
    }

    /// Any CE, from the general way; makes its own room.
    fn ce(&mut self, ce: Ce) {
        let primary = ce::primary(ce);
        if primary < self.variable_limit {
            let shifted = primary > ce::MERGE_SEPARATOR_PRIMARY;
            if shifted || primary == 0 && self.after_variable {
                self.after_variable = true;
                return;
            }
        }
        self.after_variable = false;
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

/// Whether an entry stands for itself: some CEs, whatever is around.
fn is_plain(entry: u32) -> bool {
    entry & 0xFF < 0xC0 || matches!(entry & 0xFF, table::LONG_PRIMARY)
}

#[inline]
fn is_expansion(entry: u32) -> bool {
    entry & 0xFF >= 0xC0 && matches!(entry & 0xFF & !table::TAILORED, table::EXPANSION | table::SHORT_EXPANSION)
}

#[inline]
fn decomposes(c: u32) -> bool {
    c >= 0xC0 && decompose::decomposes(c)
}

/// As [`CodeUnit::decode`], the usual lengths of UTF-8 first.
#[inline]
fn decode<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let unit: u32 = (*text.get(at)?).into();
    if unit < 0x80 {
        return Some((unit, 1));
    }
    if U::ENCODING == Encoding::Utf8 {
        let byte = |at: usize| text.get(at).map_or(0, |&unit| unit.into());
        let (first, second) = (byte(at), byte(at + 1) ^ 0x80);
        if (0xC2..0xE0).contains(&first) && second < 0x40 {
            return Some(((first & 0x1F) << 6 | second, 2));
        }
        let third = byte(at + 2) ^ 0x80;
        // E0 and ED have second bytes that are ill-formed: left to the other decoder.
        if (0xE1..0xED).contains(&first) && second < 0x40 && third < 0x40 {
            return Some(((first & 15) << 12 | second << 6 | third, 3));
        }
    }
    U::decode(text, at).map(|(c, length)| (u32::from(c), length))
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
    /// Primaries under this are shifted; 0: none.
    pub(crate) variable_limit: u32,
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
            variable_limit: self.variable_limit,
            after_variable: false,
        };
        self.text(text, elements, &mut writer);
        self.finish(&mut writer, out);
    }

    #[inline]
    fn text<U: CodeUnit>(&self, text: &[U], elements: &mut Elements<'_, U>, writer: &mut Writer<'_>) {
        let shift = if self.variable_limit > 0 { MAY_SHIFT } else { 0 };
        let special = OTHER | shift | if self.numeric { IS_DIGIT } else { 0 };
        let mut at = 0;
        while at < text.len() {
            writer.make_room();
            let stop = text.len().min(at + STRIDE);
            while at < stop {
                let start = at;
                if writer.run_lead == 0 && text.get(at).is_some_and(|&unit| unit.into() < 0x80) {
                    at = self.simple(text, at, stop, special, writer);
                    if at == text.len() {
                        break;
                    }
                }
                let (mut c, mut length, mut item) = self.look(text, at);
                if at > start && item & OTHER != 0 && elements.is_mark(c) {
                    // It belongs to the last one: take that back.
                    at -= 1;
                    writer.take_back();
                    at = self.with_marks(at, text, elements, writer);
                    continue;
                }
                loop {
                    let next = self.look(text, at + length);
                    if next.2 & OTHER != 0 && elements.is_mark(next.0) {
                        at = self.with_marks(at, text, elements, writer);
                        break;
                    }
                    if item & special != 0 {
                        at = self.other(c, at, length, text, elements, writer);
                        break;
                    }
                    writer.item(item);
                    writer.after_variable = false;
                    at += length;
                    let simple = next.2 & (SIMPLE_MASK | special) == SIMPLE;
                    if at >= stop || simple && writer.run_lead == 0 {
                        break;
                    }
                    (c, length, item) = next;
                }
            }
        }
    }

    /// Writes low characters of one primary byte as long as they come; where the first other one is.
    #[inline]
    fn simple<U: CodeUnit>(
        &self,
        text: &[U],
        start: usize,
        stop: usize,
        special: Item,
        writer: &mut Writer<'_>,
    ) -> usize {
        let (mut at, mut to) = (start, writer.primary_at);
        let direct = if U::ENCODING == Encoding::Utf8 { 0x80 } else { LOW as u32 };
        while at < stop
            && let Some(&unit) = text.get(at)
            && unit.into() < direct
            && let Some(&item) = self.items.low.get(unit.into() as usize)
            && item & (SIMPLE_MASK | special) == SIMPLE
            && let Some(slot) = writer.primary.get_mut(to)
        {
            *slot = (item >> 56) as u8;
            at += 1;
            to += 1;
        }
        writer.primary_at = to;
        writer.after_variable &= at == start;
        writer.secondary_run += at - start;
        writer.tertiary_run += at - start;
        at
    }

    /// A character with marks after it. One mark without contexts is written at once.
    fn with_marks<U: CodeUnit>(
        &self,
        at: usize,
        text: &[U],
        elements: &mut Elements<'_, U>,
        writer: &mut Writer<'_>,
    ) -> usize {
        if let Some((c, length)) = U::decode(text, at)
            && let entry = self.tables.entry(u32::from(c))
            && is_plain(entry)
            && !decomposes(u32::from(c))
            && self.tables.mark_contexts(u32::from(c)).is_none()
            && let Some(end) = self.one_mark(at + length, text, elements)
        {
            self.tables.each_ce(entry, u32::from(c), &mut |ce| writer.ce(ce));
            self.write_mark(at + length, text, writer);
            return end;
        }
        elements.general_from(at, &mut |ce| writer.ce(ce))
    }

    /// Whether just one mark stands there, which has no contexts; where it ends. No mark at all will do too.
    fn one_mark<U: CodeUnit>(&self, at: usize, text: &[U], elements: &Elements<'_, U>) -> Option<usize> {
        let Some((mark, length)) = U::decode(text, at) else { return Some(at) };
        if !elements.is_mark(u32::from(mark)) {
            return Some(at);
        }
        let entry = self.tables.entry(u32::from(mark));
        let next = U::decode(text, at + length);
        let alone = next.is_none_or(|(next, _)| next < '\u{300}' || !elements.is_mark(u32::from(next)));
        let plain = entry & 0xFF & !table::TAILORED == table::MARK && self.tables.mark(entry).2.is_none();
        (alone && plain).then_some(at + length)
    }

    fn write_mark<U: CodeUnit>(&self, at: usize, text: &[U], writer: &mut Writer<'_>) {
        if let Some((mark, _)) = U::decode(text, at)
            && let entry = self.tables.entry(u32::from(mark))
            && entry & 0xFF & !table::TAILORED == table::MARK
        {
            self.tables.each_ce(self.tables.mark(entry).0, u32::from(mark), &mut |ce| writer.ce(ce));
        }
    }

    /// A character that is no item: a syllable, an expansion, or something that depends on context.
    #[inline]
    fn other<U: CodeUnit>(
        &self,
        c: u32,
        at: usize,
        length: usize,
        text: &[U],
        elements: &mut Elements<'_, U>,
        writer: &mut Writer<'_>,
    ) -> usize {
        if (0xAC00..0xD7A4).contains(&c)
            && let Some((lead, seconds)) = &self.items.jamo
        {
            writer.syllable(*lead, seconds, c);
            return at + length;
        }
        let entry = self.tables.entry(c);
        if self.numeric && entry & 0xFF >= 0xC0 && entry & 0xFF & !table::TAILORED == table::DIGIT {
            let end = elements.number_from(at, &mut |ce| writer.ce(ce));
            writer.make_room();
            return end;
        }
        match entry & 0xFF {
            table::HANGUL if let Some(jamo) = self.jamo => {
                for (entry, c) in hangul(jamo, c) {
                    self.tables.each_ce(entry, c, &mut |ce| writer.ce(ce));
                }
            }
            table::LONG_SECONDARY | table::UNMAPPED => {
                self.tables.each_ce(entry, c, &mut |ce| writer.ce(ce));
            }
            table::CONTEXT | TAILORED_CONTEXT => return self.context(entry, c, at, length, text, elements, writer),
            _ if is_plain(entry) || is_expansion(entry) => self.tables.each_ce(entry, c, &mut |ce| writer.ce(ce)),
            _ => return elements.general_from(at, &mut |ce| writer.ce(ce)),
        }
        writer.make_room();
        at + length
    }

    /// A character that may be contracted with the next one: done here when that is a plain character, and nothing but
    /// the two of them (and one mark) matters.
    #[allow(clippy::too_many_arguments)]
    fn context<U: CodeUnit>(
        &self,
        entry: u32,
        c: u32,
        at: usize,
        length: usize,
        text: &[U],
        elements: &mut Elements<'_, U>,
        writer: &mut Writer<'_>,
    ) -> usize {
        let tree = self.tables.node(entry);
        if let (false, (Some(suffixes), _)) = (tree.has_children(), tree.value()) {
            let suffixes = tree.follow(suffixes);
            let next = U::decode(text, at + length);
            let child = next.map(|(next, _)| {
                let next = u32::from(next);
                (is_plain(self.tables.entry(next)) && !decomposes(next), suffixes.child(next))
            });
            let alone = suffixes.value();
            let (value, end) = match (child, alone, next) {
                (Some((true, Some(Child::Leaf(value)))), _, Some((_, more))) => (value, at + length + more),
                (None | Some((true, None)), (Some(value), true), _) => (value, at + length),
                _ => return elements.general_from(at, &mut |ce| writer.ce(ce)),
            };
            // Marks after the character alone could still belong to it; after a leaf nothing can.
            let marks = end > at + length;
            if let Some(after) = if marks { self.one_mark(end, text, elements) } else { Some(end) } {
                self.tables.each_ce(value, c, &mut |ce| writer.ce(ce));
                if after > end {
                    self.write_mark(end, text, writer);
                }
                writer.make_room();
                return after;
            }
        }
        elements.general_from(at, &mut |ce| writer.ce(ce))
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
        let Some((c, length)) = decode(text, at) else { return (0, 0, 0) };
        if let Some(&item) = self.items.low.get(c as usize) {
            return (c, length, item);
        }
        if let Some(&item) = self.items.kana.get(c.wrapping_sub(KANA) as usize) {
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
            low @ 0..=0xBF => {
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
