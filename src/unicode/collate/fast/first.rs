//! Comparison where two texts part: most pairs are decided by the first characters that differ, and these mostly mean the same
//! wherever they stand.

use std::cmp::Ordering;

use super::super::collator::Collator;
use super::super::table::BmpEntries;
use super::decode::{decode, goes_on, is_low_unit};
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST};
use super::item::{Item, MARK, NO_MARKS, OTHER, UNSAFE};
use super::items::Items;
use super::low::may_begin_mark;
use super::marks::MarkPlaces;
use crate::unicode::text::CodeUnit;

/// The primary of an item.
pub(super) const PRIMARY: Item = 0xFFFF_FF00 << 32;

/// The order of two texts that are equal for the first `same` units, if primaries of letters of alphabets decide it.
#[inline(always)]
pub(crate) fn order_of_letters<U: CodeUnit>(
    collator: &Collator,
    left: &[U],
    right: &[U],
    same: usize,
) -> Option<Ordering> {
    let items = collator.items();
    let special = UNSAFE | collator.way().special & !(MARK | NO_MARKS);
    // The end of a text has nothing of any kind.
    let item = |text: &[U], at: usize| match text.get(at).map(|&unit| Into::<u32>::into(unit)) {
        Some(unit) if is_low_unit::<U>(unit) => items.low(unit),
        Some(_) => OTHER,
        None => 0,
    };
    let mut at = same;
    loop {
        let (x, y) = (item(left, at), item(right, at));
        if (x | y) & special != 0 {
            return None;
        }
        at += 1;
        if (x | y) & NO_MARKS != 0 && (may_begin_mark(left, at) || may_begin_mark(right, at)) {
            return None;
        }
        let (x, y) = (x & PRIMARY, y & PRIMARY);
        if x != y {
            return Some(x.cmp(&y));
        }
        if x == 0 {
            return None;
        }
    }
}

/// The same of characters of the other scripts, as long as they mean the same wherever they stand.
#[inline(never)]
pub(crate) fn order_of_characters<U: CodeUnit>(
    collator: &Collator,
    left: &[U],
    right: &[U],
    same: usize,
) -> Option<Ordering> {
    let special = UNSAFE | MARK | collator.way().special & !NO_MARKS;
    let (items, entries) = (collator.items(), collator.bmp_entries());
    let start = character_start(left, right, same);
    let (mut a, mut b) = (start, start);
    loop {
        let (x, more_left) = character(items, entries, special, left, a)?;
        let (y, more_right) = character(items, entries, special, right, b)?;
        if x != y {
            return is_decided(x, y).then(|| x.cmp(&y));
        }
        (a, b) = (a + more_left, b + more_right);
    }
}

/// Whether the first primaries decide; where there is no further one, what follows does.
#[inline(always)]
pub(super) fn is_decided(x: u64, y: u64) -> bool {
    x >> 32 != y >> 32 || x as u32 != 0 && y as u32 != 0
}

/// The primaries of a character and its length in units.
#[inline(always)]
fn character<U: CodeUnit>(
    items: &Items,
    entries: BmpEntries<'_>,
    special: Item,
    text: &[U],
    at: usize,
) -> Option<(u64, usize)> {
    let (c, length) = decode(text, at)?;
    let item = match items.get(c) {
        Some(item) => item,
        None => return far_primaries(items, entries, c).map(|primaries| (primaries, length)),
    };
    if item & special != 0 || item & NO_MARKS != 0 && takes_mark(items, text, at + length) {
        return None;
    }
    Some((item & PRIMARY, length))
}

/// The primaries of an ideograph or a syllable that nothing before it changes.
#[inline(always)]
pub(super) fn far_primaries(items: &Items, entries: BmpEntries<'_>, c: u32) -> Option<u64> {
    if items.ideographs.have_plain(c) {
        let primary = if items.ideographs.is_safe(c) { items.ideographs.plain_primary(entries.get(c)) } else { None };
        return primary.map(|primary| u64::from(primary) << 32);
    }
    if c.wrapping_sub(HANGUL_FIRST) >= HANGUL_COUNT || !items.hangul_is_safe {
        return None;
    }
    let hangul = items.hangul.as_ref()?;
    let [first, vowel, last] = hangul.seconds(c - HANGUL_FIRST);
    Some(u64::from_be_bytes([hangul.lead as u8, first, vowel, 0, last, 0, 0, 0]))
}

/// Whether a mark may stand there.
#[inline(always)]
pub(super) fn takes_mark<U: CodeUnit>(items: &Items, text: &[U], at: usize) -> bool {
    may_begin_mark(text, at) && MarkPlaces::get().hold(items, text, at)
}

/// Where the character begins that a place is in, in either of two texts that are equal up to there.
#[inline(always)]
pub(super) fn character_start<U: CodeUnit>(left: &[U], right: &[U], at: usize) -> usize {
    let is_inside = |text: &[U], at: usize| text.get(at).is_some_and(|&unit| goes_on::<U>(unit.into()));
    let mut start = at;
    while start > 0 && (is_inside(left, start) || is_inside(right, start)) {
        start -= 1;
    }
    start
}
