//! Characters beyond the simple alphabets: one of any kind, and loops for ideographs, for syllables and for the letters of
//! one page that share a lead byte (kana, Thai, Lao).

use super::super::ce;
use super::super::table::Tables;
use super::Reading;
use super::decode::{LOW, decode};
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST, Hangul};
use super::item::{
    BYTES, COMPRESSED, IS_DIGIT, Item, MARK, MAY_SHIFT, NO_MARKS, OTHER, PROLONGED, SWAP, SWAP_PARTNER, USUAL, WIDE,
};
use super::items::{HAN_COUNT, HAN_FIRST, Items, of_one_script};
use super::low;
use super::marks::MarkPlaces;
use crate::unicode::text::{CodeUnit, Encoding};

/// The form of a primary of two bytes whose lead byte is left out, and that byte.
const SHAPE: Item = 0xFF << 56 | COMPRESSED | BYTES;

/// Lower weights that wait until a loop ends: those that are not common, with the number of common ones before each.
#[derive(Default)]
struct Waiting {
    unusual: [(u32, Item); 16],
    count: usize,
    common: u32,
}

impl Waiting {
    /// Two more can be added.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.count + 2 <= self.unusual.len()
    }

    #[inline(always)]
    fn add(&mut self, item: Item, mask: Item) {
        if item & mask == USUAL {
            self.common += 1;
        } else if let Some(slot) = self.unusual.get_mut(self.count) {
            *slot = (self.common, item);
            self.count += 1;
            self.common = 0;
        }
    }

    fn all(&self) -> (&[(u32, Item)], u32) {
        (self.unusual.get(..self.count).unwrap_or(&self.unusual), self.common)
    }
}

/// Characters from U+0800 to the end of the first plane, as long as there are such; ill-formed ones and surrogates end
/// them, or are in none of the scripts here.
struct Wide<'t, U>(&'t [U]);

impl<U: CodeUnit> Iterator for Wide<'_, U> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        match U::ENCODING {
            Encoding::Utf8 => {
                let (units, rest) = self.0.split_first_chunk::<3>()?;
                let [first, second, third] = units.map(Into::<u32>::into);
                let (first, second, third) = (first ^ 0xE0, second ^ 0x80, third ^ 0x80);
                if first >= 0x10 || (second | third) >= 0x40 {
                    return None;
                }
                self.0 = rest;
                Some(first << 12 | second << 6 | third)
            }
            Encoding::Utf16 => {
                let (&unit, rest) = self.0.split_first()?;
                self.0 = rest;
                Some(unit.into())
            }
        }
    }
}

/// Whether such a character may stand there.
#[inline(always)]
pub(super) fn is_wide<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let Some(&unit) = text.get(at) else { return false };
    unit.into() >= if U::ENCODING == Encoding::Utf8 { 0xE0 } else { LOW as u32 }
}

/// Units of such a character.
pub(super) const fn wide_length<U: CodeUnit>() -> usize {
    match U::ENCODING {
        Encoding::Utf8 => 3,
        Encoding::Utf16 => 1,
    }
}

/// How far a loop got.
#[derive(Clone, Copy, Default)]
struct Run {
    characters: usize,
    bytes: usize,
    elements: usize,
}

/// Ideographs with nothing but a primary.
#[inline(never)]
fn ideographs<U: CodeUnit>(items: &Items, tables: &Tables, text: &[U], out: &mut [u8]) -> Run {
    let mut run = Run::default();
    for c in Wide(text) {
        if c.wrapping_sub(HAN_FIRST) >= HAN_COUNT {
            break;
        }
        let Some(primary) = items.plain_primary(tables.bmp_entry(c)) else { break };
        let Some(room) = out.get_mut(run.bytes..).and_then(|rest| rest.first_chunk_mut()) else { break };
        *room = primary.to_be_bytes();
        run.bytes += ce::primary_length(primary);
        run.characters += 1;
    }
    Run { elements: run.characters, ..run }
}

/// Syllables after one jamo or more.
#[inline(never)]
fn syllables<U: CodeUnit>(hangul: &Hangul, text: &[U], out: &mut [u8]) -> Run {
    let mut run = Run::default();
    for c in Wide(text) {
        let syllable = c.wrapping_sub(HANGUL_FIRST);
        if syllable >= HANGUL_COUNT {
            break;
        }
        let Some(room) = out.get_mut(run.bytes..).and_then(|rest| rest.first_chunk_mut()) else { break };
        let [first, vowel, last] = hangul.seconds(syllable);
        *room = [first, vowel, last, 0];
        run.bytes += 2 + usize::from(last != 0);
        run.characters += 1;
    }
    Run { elements: run.bytes, ..run }
}

/// What a letter comes to where it stands.
struct Resolved {
    item: Item,
    /// A sign that was written before its consonant; 0 for none.
    after: Item,
    /// Units more than its own.
    more: usize,
}

impl Resolved {
    fn as_is(item: Item) -> Option<Resolved> {
        Some(Resolved { item, after: 0, more: 0 })
    }
}

/// A letter whose item is not to be taken as it is.
#[inline(always)]
fn resolve<U: CodeUnit>(
    items: &Items,
    marks: &MarkPlaces,
    text: &[U],
    at: usize,
    (c, item, special): (u32, Item, Item),
) -> Option<Resolved> {
    let end = at + wide_length::<U>();
    if special == NO_MARKS {
        return if marks.may_hold(text, end) && !is_starter(items, text, end) { None } else { Resolved::as_is(item) };
    }
    if special == MARK {
        // What stands before it took no marks when it was written; what stands after it must be none.
        let is_last = !marks.may_hold(text, end) || is_starter(items, text, end);
        return if wide_before(text, at) >= LOW as u32 && is_last { Resolved::as_is(item) } else { None };
    }
    if item & SWAP != 0 {
        let consonant = Wide(text.get(end..)?).next()?;
        let partner = items.in_page(consonant).filter(|item| item & SWAP_PARTNER != 0)?;
        let more = wide_length::<U>();
        return of_one_script(c, consonant).then_some(Resolved { item: partner, after: item, more });
    }
    if item & PROLONGED != 0 {
        let item = items.prolonged(wide_before(text, at));
        return if item & OTHER != 0 || marks.may_hold(text, end) && !is_starter(items, text, end) {
            None
        } else {
            Resolved::as_is(item)
        };
    }
    None
}

/// Whether a character stands there that has an item and is no mark.
#[inline]
pub(super) fn is_starter<U: CodeUnit>(items: &Items, text: &[U], at: usize) -> bool {
    wide_at(text, at)
        .and_then(|c| items.in_page(c))
        .is_some_and(|item| item & (MARK | OTHER) == 0 || item & (SWAP | PROLONGED) != 0)
}

/// The wide character that stands there.
#[inline(always)]
pub(super) fn wide_at<U: CodeUnit>(text: &[U], at: usize) -> Option<u32> {
    text.get(at..).and_then(|rest| Wide(rest).next())
}

/// The character before a place if it is a wide one; else something below [`LOW`].
#[inline]
pub(super) fn wide_before<U: CodeUnit>(text: &[U], at: usize) -> u32 {
    at.checked_sub(wide_length::<U>())
        .and_then(|start| text.get(start..at))
        .and_then(|units| Wide(units).next())
        .unwrap_or(0)
}

impl<U: CodeUnit> Reading<'_, '_, U> {
    /// Writes characters of one kind as long as they come; where the first other one is.
    #[inline(always)]
    pub(super) fn run(&mut self, at: usize, stop: usize) -> usize {
        let Some(text) = self.text.get(at..stop) else { return at };
        let Some(c) = Wide(text).next() else { return at };
        let run_lead = self.writer.state.run_lead;
        if let Some(item) = self.items.in_page(c) {
            let lead = (item >> 56) as u32;
            if lead != run_lead {
                if item & (self.special | WIDE | COMPRESSED) != COMPRESSED {
                    return at;
                }
                self.writer.open_run(lead);
            }
            return self.letters(at, stop, c);
        }
        let run = if c.wrapping_sub(HANGUL_FIRST) < HANGUL_COUNT {
            let Some(hangul) = &self.items.hangul else { return at };
            if hangul.lead != run_lead {
                self.writer.open_run(hangul.lead);
            }
            syllables(hangul, text, self.writer.primary_room())
        } else if self.items.is_plain_han(c)
            && let Some(primary) = self.items.plain_primary(self.tables.bmp_entry(c))
        {
            if run_lead != 0 {
                self.writer.close_run(primary >> 24);
            }
            ideographs(self.items, &self.tables, text, self.writer.primary_room())
        } else {
            return at;
        };
        self.writer.wrote_simple(run.bytes, run.elements);
        at + run.characters * wide_length::<U>()
    }

    /// Letters of one page whose primaries have the lead byte that was written last, and marks.
    #[inline(never)]
    fn letters(&mut self, start: usize, stop: usize, first: u32) -> usize {
        let (items, text, marks) = (self.items, self.text, self.mark_places);
        let Some(page) = items.page(first) else { return start };
        let (special_mask, lower_mask) = (self.special, self.collator.way().lower_mask);
        let usual_shape = u64::from(self.writer.state.run_lead) << 56 | COMPRESSED | 2;
        let takes_marks = !self.writer.after_variable;
        let out = self.writer.primary_room();
        let mut waiting = Waiting::default();
        let (mut at, mut bytes) = (start, 0);
        while at < stop && waiting.has_room() {
            let Some(c) = wide_at(text, at) else { break };
            if c >> 8 != first >> 8 {
                break;
            }
            let Some(room) = out.get_mut(bytes..).and_then(|rest| rest.first_chunk_mut::<4>()) else { break };
            let item = page.get((c & 0xFF) as usize).copied().unwrap_or(OTHER);
            if item & special_mask == 0 && (item ^ usual_shape) & SHAPE == 0 {
                [_, room[0], ..] = item.to_be_bytes();
                bytes += 1;
                waiting.add(item, lower_mask);
                at += wide_length::<U>();
                continue;
            }
            let mut special = item & special_mask;
            if special & MARK != 0 && (takes_marks || at > start) {
                special &= !MAY_SHIFT;
            }
            let found =
                if special == 0 { Resolved::as_is(item) } else { resolve(items, marks, text, at, (c, item, special)) };
            let Some(found) = found else { break };
            // Primaries of other forms end the loop.
            if [found.item, found.after].iter().any(|item| item & BYTES != 0 && (item ^ usual_shape) & SHAPE != 0) {
                break;
            }
            for item in [found.item, found.after] {
                if item & BYTES != 0
                    && let Some(slot) = out.get_mut(bytes)
                {
                    [_, *slot, ..] = item.to_be_bytes();
                    bytes += 1;
                }
                if item != 0 {
                    waiting.add(item, lower_mask);
                }
            }
            at += wide_length::<U>() + found.more;
        }
        if at > start {
            let (unusual, common) = waiting.all();
            self.writer.wrote_letters(bytes, unusual, common);
        }
        at
    }

    /// Writes one character and what goes with it; where to go on.
    #[inline]
    pub(super) fn one(&mut self, at: usize) -> usize {
        let Some((c, length)) = decode(self.text, at) else { return self.text.len() };
        let item = if c < LOW as u32 {
            self.items.low(c)
        } else if let Some(item) = self.items.in_page(c) {
            item
        } else {
            return self.other_script(c, at, length);
        };
        if item & self.special & IS_DIGIT != 0
            && let Some((item, length)) = low::number(self.collator, self.text, at)
        {
            self.writer.item(item);
            return at + length;
        }
        self.with_item(c, at, length, item)
    }

    /// Writes the item of a character, unless it is special; where to go on.
    #[inline(always)]
    fn with_item(&mut self, c: u32, at: usize, length: usize, item: Item) -> usize {
        let special = item & self.special;
        if special == 0 || special == NO_MARKS && !self.mark_places.may_hold(self.text, at + length) {
            self.writer.item(item);
            return at + length;
        }
        self.special(c, at, length, item)
    }

    #[inline]
    fn other_script(&mut self, c: u32, at: usize, length: usize) -> usize {
        let syllable = c.wrapping_sub(HANGUL_FIRST);
        if syllable < HANGUL_COUNT
            && let Some(hangul) = &self.items.hangul
        {
            self.writer.with_pen(|pen| hangul.write(syllable, pen));
            return at + length;
        }
        let entry = self.tables.entry(c);
        if self.items.is_plain_han(c)
            && let Some(primary) = self.items.plain_primary(entry)
        {
            self.writer.plain(primary);
            return at + length;
        }
        self.with_item(c, at, length, self.primaries.of_entry(entry))
    }
}
