//! Comparison by primaries alone, straight from items and entries, as far as they reach: most pairs of texts differ
//! there, soon after the place where their units begin to differ.

use std::cmp::Ordering;

use super::super::ce;
use super::super::collator::Collator;
use super::super::decompose::first_part;
use super::super::numeric;
use super::super::table::Tables;
use super::decode::{LOW, decode, goes_on, is_low_unit, is_wide, wide_at, wide_before, wide_length};
use super::first::{PRIMARY, character_start, far_primaries, is_decided, takes_mark};
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST};
use super::ideographs::is_han;
use super::item::{
    BYTES, IS_DIGIT, Item, MARK, MAY_SHIFT, NO_MARKS, OTHER, Primaries, SWAP, SWAP_PARTNER, UNSAFE, is_expansion,
};
use super::items::{Items, of_one_script};
use super::low::may_begin_mark;
use crate::unicode::text::CodeUnit;

/// A comparison of two texts.
pub(crate) struct Quick<'a> {
    collator: &'a Collator,
    items: &'a Items,
    tables: Option<Tables<'a>>,
    /// Items that are not to be taken as they are.
    special: Item,
}

/// How far a text has been read.
struct Side {
    at: usize,
    /// Up to two primaries that come before it, 32 bits each, the next one lowest.
    waiting: u64,
}

impl<'a> Quick<'a> {
    #[inline]
    pub(crate) fn new(collator: &'a Collator) -> Quick<'a> {
        let special = collator.way().special & !(MARK | NO_MARKS);
        Quick { collator, items: collator.items(), tables: None, special }
    }

    /// The order of two texts that are equal for the first `same` units, if primaries decide it and only plain
    /// characters are met; else a place up to which they are equal and from where both can be read.
    pub(crate) fn order<U: CodeUnit>(&mut self, left: &[U], right: &[U], same: usize) -> Result<Ordering, usize> {
        let start = self.start(left, right, same);
        let (mut a, mut b) = (start, start);
        while let (Some((x, more_left)), Some((y, more_right))) = (self.at_once(left, a), self.at_once(right, b)) {
            if x != y {
                if !is_decided(x, y) {
                    break;
                }
                return Ok(x.cmp(&y));
            }
            if x == 0 {
                return Err(start);
            }
            (a, b) = (a + more_left, b + more_right);
        }
        self.order_from_start(left, right, same)
    }

    /// Where to begin to read characters at once: before the place where the texts differ when that is inside of a
    /// character or number, at a mark, or at a consonant that a vowel sign stands before.
    #[inline(always)]
    fn start<U: CodeUnit>(&self, left: &[U], right: &[U], same: usize) -> usize {
        let mut start = character_start(left, right, same);
        if self.special & IS_DIGIT != 0 {
            while start > 0 && is_ascii_digit(left, start - 1) {
                start -= 1;
            }
        }
        if is_wide(left, start) || is_wide(right, start) { self.wide_start(left, right, start) } else { start }
    }

    #[inline(always)]
    fn wide_start<U: CodeUnit>(&self, left: &[U], right: &[U], mut start: usize) -> usize {
        let item = |text, at| wide_at(text, at).and_then(|c| self.items.in_page(c)).unwrap_or(0);
        for _ in 0..3 {
            let both = item(left, start) | item(right, start);
            if both & (MARK | SWAP_PARTNER) == 0 {
                break;
            }
            let before = self.items.in_page(wide_before(left, start)).unwrap_or(0);
            if !(both & MARK != 0 && before != 0 || both & SWAP_PARTNER != 0 && before & SWAP != 0) {
                break;
            }
            start -= wide_length::<U>();
        }
        start
    }

    /// The primaries of the character there, and its length, if nothing before or after it matters; 0 at the end. Only
    /// the first primary is whole; of syllables it holds those of two jamo.
    #[inline(always)]
    fn at_once<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        let Some(&unit) = text.get(at) else { return Some((0, 0)) };
        let unit: u32 = unit.into();
        if !is_low_unit::<U>(unit) {
            return self.wide_at_once(text, at);
        }
        let item = self.items.low(unit);
        if item & (UNSAFE | self.special) != 0 {
            return if item & self.special & IS_DIGIT != 0 { self.number_at_once(text, at) } else { None };
        }
        let plain = item & NO_MARKS == 0 || !may_begin_mark(text, at + 1);
        plain.then_some((item & PRIMARY, 1))
    }

    /// A number of ASCII digits; what stands before it may be a digit if it is not ASCII.
    #[inline(never)]
    fn number_at_once<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        if at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|&unit| unit.into() >= 0x80) {
            return None;
        }
        let (value, count) = numeric::ascii(text.get(at..)?)?;
        let primary = numeric::short(value, self.collator.numeric()?)?;
        Some((u64::from(self.collator.reordering().apply(primary)) << 32, count))
    }

    #[inline(never)]
    fn wide_at_once<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        let mut end = at;
        loop {
            if end == text.len() {
                return Some((0, 0));
            }
            let (c, length) = decode(text, end)?;
            end += length;
            let item = if c < LOW as u32 {
                self.items.low(c)
            } else if let Some(item) = self.items.in_page(c) {
                item
            } else {
                return far_primaries(self.items, self.collator.bmp_entries(), c)
                    .map(|primaries| (primaries, end - at));
            };
            if item & MARK != 0 && item & OTHER == 0 && end - length > at {
                // Not the first one: a letter that takes no marks stands before it.
                continue;
            }
            if item & SWAP != 0 && self.items.swaps_are_safe {
                let consonant = wide_at(text, end)?;
                let partner = self.items.in_page(consonant).filter(|item| item & SWAP_PARTNER != 0)?;
                let primaries = partner & PRIMARY | (item & PRIMARY) >> 32;
                return of_one_script(c, consonant).then_some((primaries, end - at + wide_length::<U>()));
            }
            let is_safe = item & UNSAFE == 0 || item & SWAP_PARTNER != 0 && self.items.swaps_are_safe;
            let is_marked = item & NO_MARKS != 0 && takes_mark(self.items, text, end);
            let plain = item & self.special == 0 && item & BYTES != 0 && is_safe && !is_marked;
            return plain.then_some((item & PRIMARY, end - at));
        }
    }

    #[inline(never)]
    fn order_from_start<U: CodeUnit>(&mut self, left: &[U], right: &[U], same: usize) -> Result<Ordering, usize> {
        let mut start = same;
        while start > 0 && !(self.is_start(left, start) && self.is_start(right, start)) {
            start -= 1;
        }
        let (mut a, mut b) = (Side { at: start, waiting: 0 }, Side { at: start, waiting: 0 });
        loop {
            let (Some(x), Some(y)) = (self.next(left, &mut a), self.next(right, &mut b)) else { return Err(start) };
            if x != y {
                return Ok(x.cmp(&y));
            }
            if x == 0 {
                return Err(start);
            }
        }
    }

    /// Whether a text can be read from there on: at its end, or at a character that nothing before it changes.
    #[inline]
    fn is_start<U: CodeUnit>(&mut self, text: &[U], at: usize) -> bool {
        let Some(&unit) = text.get(at) else { return true };
        let unit: u32 = unit.into();
        if is_low_unit::<U>(unit) {
            return self.items.low(unit) & (UNSAFE | self.special) == 0;
        }
        self.is_far_start(text, at, unit)
    }

    fn is_far_start<U: CodeUnit>(&mut self, text: &[U], at: usize, unit: u32) -> bool {
        if goes_on::<U>(unit) {
            return false;
        }
        let Some((c, _)) = decode(text, at) else { return true };
        if is_han(c) {
            return self.items.ideographs.is_safe(c) && self.entry_item(c) & (OTHER | self.special) == 0;
        }
        if c.wrapping_sub(HANGUL_FIRST) < HANGUL_COUNT {
            return self.items.hangul_is_safe && self.items.hangul.is_some();
        }
        match self.items.get(c) {
            Some(item) => item & (UNSAFE | self.special) == 0,
            None => self.entry_item(c) & (OTHER | self.special) == 0 && !self.collator.is_listed_unsafe(first_part(c)),
        }
    }

    #[inline]
    fn entry_item(&mut self, c: u32) -> Item {
        let entry = self.tables().entry(c);
        self.primaries().of_entry(entry)
    }

    fn tables(&mut self) -> &Tables<'a> {
        self.tables.get_or_insert_with(|| self.collator.tables())
    }

    fn primaries(&self) -> Primaries<'a> {
        Primaries { reordering: self.collator.reordering(), compressible: self.collator.compressible() }
    }

    /// The next primary, 0 at the end; `None` where items and entries alone do not do.
    #[inline]
    fn next<U: CodeUnit>(&mut self, text: &[U], side: &mut Side) -> Option<u32> {
        if side.waiting != 0 {
            let primary = side.waiting as u32;
            side.waiting >>= 32;
            return Some(primary);
        }
        loop {
            let Some((c, length)) = decode(text, side.at) else { return Some(0) };
            side.at += length;
            let item = if c < LOW as u32 { self.items.low(c) } else { self.far_item(c) };
            if item & (self.special | NO_MARKS | MARK) != 0 {
                // Marks may also change places with each other.
                if item & (NO_MARKS | MARK) != 0 && self.mark_at(text, side.at) {
                    return None;
                }
                // Without a primary it says nothing here, shifted or not.
                if item & self.special != 0 && item & (OTHER | BYTES) != 0 {
                    return self.expansion(c, item, text, side);
                }
            }
            if item & BYTES != 0 {
                return Some((item >> 32) as u32 & !0xFF);
            }
        }
    }

    #[inline]
    fn far_item(&mut self, c: u32) -> Item {
        if self.items.ideographs.have_plain(c) {
            return self.entry_item(c) & !NO_MARKS;
        }
        match self.items.get(c) {
            Some(item) => item,
            None => self.entry_item(c),
        }
    }

    #[inline]
    fn mark_at<U: CodeUnit>(&mut self, text: &[U], at: usize) -> bool {
        may_begin_mark(text, at) && decode(text, at).is_some_and(|(c, _)| self.tables().is_mark(c))
    }

    /// The first primary of a character that has more than one, the others are left waiting; `None` for what depends on
    /// context, and for what may be shifted or read as a number.
    #[inline(never)]
    fn expansion<U: CodeUnit>(&mut self, c: u32, item: Item, text: &[U], side: &mut Side) -> Option<u32> {
        if item & self.special & !OTHER != 0 && item & SWAP == 0 {
            return None;
        }
        let syllable = c.wrapping_sub(HANGUL_FIRST);
        if syllable < HANGUL_COUNT
            && let Some(hangul) = &self.items.hangul
        {
            let [first, vowel, last] = hangul.primaries(syllable);
            side.waiting = u64::from(vowel) | u64::from(last) << 32;
            return Some(first);
        }
        if item & SWAP != 0 {
            let (consonant, length) = decode(text, side.at)?;
            let first =
                self.items.get(consonant).filter(|first| first & SWAP_PARTNER != 0 && of_one_script(c, consonant))?;
            side.at += length;
            side.waiting = item >> 32 & !0xFF;
            return Some((first >> 32) as u32 & !0xFF);
        }
        let entry = self.tables().entry(c);
        if !is_expansion(entry) || self.special & MAY_SHIFT != 0 || self.mark_at(text, side.at) {
            return None;
        }
        let (mut waiting, mut count) = (0u128, 0);
        let reordering = self.collator.reordering();
        self.tables().each_ce(entry, c, &mut |ce| {
            let primary = ce::primary(ce);
            if primary != 0 {
                waiting |= u128::from(reordering.apply(primary)).checked_shl(32 * count).unwrap_or(0);
                count += 1;
            }
        });
        if !(1..=3).contains(&count) {
            return None;
        }
        side.waiting = (waiting >> 32) as u64;
        Some(waiting as u32)
    }
}

fn is_ascii_digit<U: CodeUnit>(text: &[U], at: usize) -> bool {
    text.get(at).is_some_and(|&unit| Into::<u32>::into(unit).wrapping_sub(u32::from(b'0')) < 10)
}
