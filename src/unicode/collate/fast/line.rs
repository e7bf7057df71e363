//! A line of wide characters: letters that have items (kana, Thai, Lao), ideographs and syllables hardly ever come alone, so
//! one loop writes them all, and what stands between them.

use super::super::ce;
use super::super::collator::Collator;
use super::super::key::{SECONDARY, put_byte};
use super::super::options::Strength;
use super::decode::{LOW, Wide, is_low_unit, is_wide, last_end, wide_at, wide_before, wide_length};
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST, Hangul};
use super::ideographs::is_han;
use super::item::{BYTES, COMPRESSED, Item, MARK, MAY_SHIFT, NO_MARKS, OTHER, PAIR, PROLONGED, SWAP, SWAP_PARTNER};
use super::items::{Items, PAGE, of_one_script};
use super::japanese::{Place, is_japanese};
use super::low;
use super::lower::LowerWeights;
use super::marks::MarkPlaces;
use super::start::{ROOM, Start};
use super::writer::{Writer, end_run, put_item};
use crate::unicode::text::CodeUnit;

/// The form of a primary of two bytes whose lead byte is left out, and that byte.
const SHAPE: Item = 0xFF << 56 | COMPRESSED | BYTES;

/// Writes wide characters up to `stop`, for which there is room, as long as nothing far away matters for them; where the first other
/// one is.
#[inline(never)]
pub(super) fn wide<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    start: usize,
    stop: usize,
    writer: &mut Writer<'_>,
) -> usize {
    let mut begun = Start {
        at: start,
        run_lead: writer.state.run_lead,
        after_variable: writer.after_variable.then_some(start),
        ..Start::default()
    };
    read(collator, text, stop, &mut begun, writer.primary_room());
    if begun.at > start {
        writer.wrote(&begun);
    }
    begun.at
}

/// The same at the start of a text.
#[inline(never)]
pub(super) fn start<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    stop: usize,
    start: &mut Start,
    out: &mut [u8; ROOM],
) {
    read(collator, text, stop, start, out);
}

#[inline(always)]
fn read<U: CodeUnit>(collator: &Collator, text: &[U], stop: usize, start: &mut Start, out: &mut [u8]) {
    let Start { at, written, run_lead, after_variable, lower } = start;
    let mut line = Line {
        collator,
        items: collator.items(),
        marks: MarkPlaces::get(),
        text,
        after_variable: *after_variable,
        stop,
        out,
        at: *at,
        written: *written,
        run_lead: *run_lead,
        lower,
    };
    while line.at < stop {
        let goes_on = match wide_at(text, line.at) {
            Some(c) => {
                (is_japanese(c) && line.japanese())
                    || match line.items.page(c) {
                        Some(page) => line.letters(page, c),
                        None => line.others(c),
                    }
            }
            None => line.separator(),
        };
        if !goes_on {
            break;
        }
    }
    (*at, *written, *run_lead, *after_variable) = (line.at, line.written, line.run_lead, line.after_variable);
}

/// A line of wide characters on its way into the levels.
struct Line<'a, U> {
    collator: &'a Collator,
    items: &'a Items,
    marks: &'static MarkPlaces,
    text: &'a [U],
    /// The end of what was shifted last: marks after it are ignored.
    after_variable: Option<usize>,
    stop: usize,
    /// The primary level from where it is written on.
    out: &'a mut [u8],
    at: usize,
    written: usize,
    run_lead: u32,
    lower: &'a mut LowerWeights,
}

impl<U: CodeUnit> Line<'_, U> {
    /// Letters of one page; `c` is the first one. Whether what comes next may be written here.
    #[inline(always)]
    fn letters(&mut self, page: &[Item; PAGE], first: u32) -> bool {
        let mut c = first;
        let (text, stop, way) = (self.text, self.stop, self.collator.way());
        loop {
            let item = page.get((c & 0xFF) as usize).copied().unwrap_or(OTHER);
            let special = item & way.special;
            let end = self.at + wide_length::<U>();
            if special == 0 || special == NO_MARKS && !self.marks.hold(self.items, text, end) {
                if !self.lower.add(item, way.lower_mask) {
                    return false;
                }
                self.primary(item);
                self.at = end;
            } else if !self.special_letter(c, item, special) {
                return false;
            }
            match wide_at(text, self.at) {
                Some(next) if next >> 8 == first >> 8 && self.at < stop => c = next,
                _ => return true,
            }
        }
    }

    /// Kana and ideographs; whether there were some.
    #[inline(always)]
    fn japanese(&mut self) -> bool {
        let place = Place { at: self.at, written: self.written, run_lead: self.run_lead };
        let end = write_japanese(self.collator, self.text, self.stop, place, self.lower, self.out);
        let goes_on = end.at > self.at;
        (self.at, self.written, self.run_lead) = (end.at, end.written, end.run_lead);
        goes_on
    }

    #[inline(always)]
    fn primary(&mut self, item: Item) {
        if (item ^ (u64::from(self.run_lead) << 56 | COMPRESSED | 2)) & SHAPE == 0 {
            let [_, second, ..] = item.to_be_bytes();
            put_byte(self.out, &mut self.written, second);
        } else {
            put_item(self.out, &mut self.written, &mut self.run_lead, item);
        }
    }

    /// A letter whose item is not to be taken as it is.
    #[inline(always)]
    fn special_letter(&mut self, c: u32, item: Item, mut special: Item) -> bool {
        // Ignored after what was shifted, never shifted itself.
        if (special & MARK != 0 || item & BYTES == 0) && self.after_variable != Some(self.at) {
            special &= !MAY_SHIFT;
        }
        let found = match special {
            0 => Resolved::as_is(item),
            _ if item & PAIR != 0 => self.pair(item, special),
            _ => resolve(self.items, self.marks, self.text, self.at, (c, item, special)),
        };
        let Some(found) = found.filter(|_| self.lower.has_room()) else { return false };
        for item in [found.item, found.after] {
            if item != 0 {
                self.primary(item);
                self.lower.add(item, self.collator.way().lower_mask);
            }
        }
        self.at += wide_length::<U>() + found.more;
        true
    }

    /// Two elements; marks that stand after them may belong to the second one.
    #[inline(always)]
    fn pair(&self, item: Item, special: Item) -> Option<Resolved> {
        let end = self.at + wide_length::<U>();
        if special & NO_MARKS != 0 && self.marks.hold(self.items, self.text, end) {
            return None;
        }
        let [item, after] = self.items.pair(item)?;
        Some(Resolved { item, after, more: 0 })
    }

    /// A low character that is shifted, or a single one between wide ones: more of them are written faster elsewhere.
    #[inline(always)]
    fn separator(&mut self) -> bool {
        let Some(unit) = self.text.get(self.at).map(|&unit| Into::<u32>::into(unit)) else { return false };
        let end = self.at + 1;
        if !is_low_unit::<U>(unit) {
            return false;
        }
        let item = self.items.low(unit);
        let special = item & self.collator.way().special;
        if special & NO_MARKS != 0 && self.marks.hold(self.items, self.text, end) {
            return false;
        }
        if special & !NO_MARKS == MAY_SHIFT && is_shifted(self.collator, item) {
            self.after_variable = Some(end);
        } else {
            let is_plain = special & !NO_MARKS == 0 && is_wide(self.text, end);
            if !is_plain || !self.lower.add(item, self.collator.way().lower_mask) {
                return false;
            }
            self.primary(item);
        }
        self.at = end;
        true
    }

    /// Ideographs, or syllables; whether what comes next may be written here.
    #[inline(always)]
    fn others(&mut self, c: u32) -> bool {
        let Some(text) = self.text.get(self.at..last_end(self.text, self.stop)) else { return false };
        let run = if self.items.ideographs.have_plain(c) {
            let entries = self.collator.bmp_entries();
            if self.run_lead != 0 {
                let Some(primary) = self.items.ideographs.plain_primary(entries.get(c)) else { return false };
                end_run(self.out, &mut self.written, self.run_lead, primary >> 24);
                self.run_lead = 0;
            }
            self.items.ideographs.write(entries, text, self.out.get_mut(self.written..).unwrap_or(&mut []))
        } else if c.wrapping_sub(HANGUL_FIRST) < HANGUL_COUNT
            && let Some(hangul) = &self.items.hangul
        {
            if self.run_lead != hangul.lead {
                if self.run_lead != 0 {
                    end_run(self.out, &mut self.written, self.run_lead, hangul.lead);
                }
                put_byte(self.out, &mut self.written, hangul.lead as u8);
                self.run_lead = hangul.lead;
            }
            syllables(hangul, text, self.out.get_mut(self.written..).unwrap_or(&mut []))
        } else {
            return self.separator();
        };
        self.written += run.bytes;
        self.lower.add_common(run.elements);
        self.at += run.characters * wide_length::<U>();
        run.characters > 0
    }
}

/// Writes kana and ideographs, unless there are many of these alone; where they end. Told by values, so that a line need not be in
/// memory.
#[inline(never)]
fn write_japanese<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    stop: usize,
    mut place: Place,
    lower: &mut LowerWeights,
    out: &mut [u8],
) -> Place {
    let is_ideograph = |at| wide_at(text, at).is_some_and(is_han);
    if !(is_ideograph(place.at) && is_ideograph(place.at + 3 * wide_length::<U>()))
        && let Some(japanese) = collator.items().japanese(collator)
    {
        japanese.write(text, stop, &mut place, lower, out);
    }
    place
}

/// Whether the item of a variable character is shifted; not told where primaries have other places.
#[inline(always)]
fn is_shifted(collator: &Collator, item: Item) -> bool {
    let primary = (item >> 32) as u32 & !0xFF;
    let is_variable = primary > ce::MERGE_SEPARATOR_PRIMARY && primary < collator.way().variable_limit;
    is_variable && collator.reordering().is_none()
}

/// What a letter comes to where it stands.
struct Resolved {
    item: Item,
    /// A sign that was written before its consonant, or the second of a pair; 0 for none.
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
    if special == MARK {
        // What stands before it took no marks when it was written; what stands after it must be none.
        let is_alone = wide_before(text, at) >= LOW as u32 && !marks.hold(items, text, end);
        return if is_alone { Resolved::as_is(item) } else { None };
    }
    if item & SWAP != 0 {
        let consonant = Wide(text.get(end..)?).next()?;
        let partner = items.in_page(consonant).filter(|item| item & SWAP_PARTNER != 0)?;
        if (item | partner) & MAY_SHIFT != 0 {
            return None;
        }
        let more = wide_length::<U>();
        return of_one_script(c, consonant).then_some(Resolved { item: partner, after: item, more });
    }
    if item & PROLONGED != 0 {
        let item = items.prolonged(wide_before(text, at));
        let depends = item & (OTHER | MAY_SHIFT) != 0 || marks.hold(items, text, end);
        return if depends { None } else { Resolved::as_is(item) };
    }
    None
}

/// The whole key of a short text of ideographs at tertiary strength, and its length; else how many of them there are at its start,
/// which are written.
#[inline(always)]
pub(super) fn whole<U: CodeUnit>(collator: &Collator, text: &[U], out: &mut [u8; ROOM]) -> Result<usize, Run> {
    let (items, way) = (collator.items(), collator.way());
    // One at the end tells of a text of nothing else.
    let is_plain = |at| wide_at(text, at).is_some_and(|c| items.ideographs.have_plain(c));
    if !is_plain(0) || !is_plain(text.len().saturating_sub(wide_length::<U>())) {
        return Err(Run::default());
    }
    let start = text.get(..SECONDARY.longest * wide_length::<U>()).unwrap_or(text);
    let run = items.ideographs.write(collator.bmp_entries(), start, out);
    if run.characters == 0 || run.characters * wide_length::<U>() < text.len() || way.strength != Strength::Tertiary {
        return Err(run);
    }
    Ok(low::end_whole(way, out, run.bytes, run.elements))
}

/// How far a loop got.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    pub(super) characters: usize,
    pub(super) bytes: usize,
    pub(super) elements: usize,
}

impl Run {
    /// With one element for each character.
    pub(super) fn of_elements(self) -> Run {
        Run { elements: self.characters, ..self }
    }
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
