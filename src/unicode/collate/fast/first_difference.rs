//! Compares the first differing characters of two texts: their context-free primaries decide the order of most pairs.

use std::cmp::Ordering;

use super::lccc_filter::{LcccFilter, unit_may_start_mark};
use crate::unicode::bmp::{decode, is_single_unit, is_trailing_unit};
use crate::unicode::collate::ce_cache::{
    CHECK_NEXT_MARK, CeCache, HANGUL_COUNT, HANGUL_FIRST, MARK, PackedCe, SPECIAL, UNSAFE_BACKWARD,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::table::BmpCe32s;
use crate::unicode::text::CodeUnit;

/// The primary of a packed CE.
pub(super) const PRIMARY: PackedCe = 0xFFFF_FF00 << 32;

/// The order of two texts whose first `same` units are equal, if primaries of characters below U+0800 decide it.
#[inline(always)]
pub(crate) fn compare_alphabetic<U: CodeUnit>(
    context: &KeyContext,
    left: &[U],
    right: &[U],
    same: usize,
) -> Option<Ordering> {
    let cache = context.ce_cache();
    let exclude_mask = UNSAFE_BACKWARD | context.plan().exclude_mask & !(MARK | CHECK_NEXT_MARK);
    // The end of a text has no primary and no flags.
    let packed = |text: &[U], at: usize| match text.get(at).map(|&unit| Into::<u32>::into(unit)) {
        Some(unit) if is_single_unit::<U>(unit) => cache.alphabetic(unit),
        Some(_) => SPECIAL,
        None => 0,
    };
    let mut at = same;
    loop {
        let (x, y) = (packed(left, at), packed(right, at));
        if (x | y) & exclude_mask != 0 {
            return None;
        }
        at += 1;
        if (x | y) & CHECK_NEXT_MARK != 0 && (unit_may_start_mark(left, at) || unit_may_start_mark(right, at)) {
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

/// The order of two texts whose first `same` units are equal, if primaries of context-free characters of any script
/// decide it.
#[inline(never)]
pub(crate) fn compare_context_free<U: CodeUnit>(
    context: &KeyContext,
    left: &[U],
    right: &[U],
    same: usize,
) -> Option<Ordering> {
    let exclude_mask = UNSAFE_BACKWARD | MARK | context.plan().exclude_mask & !CHECK_NEXT_MARK;
    let (cache, ce32s) = (context.ce_cache(), context.bmp_ce32s());
    let start = character_start(left, right, same);
    let (mut a, mut b) = (start, start);
    loop {
        let (x, more_left) = character(cache, ce32s, exclude_mask, left, a)?;
        let (y, more_right) = character(cache, ce32s, exclude_mask, right, b)?;
        if x != y {
            return differs_decisively(x, y).then(|| x.cmp(&y));
        }
        (a, b) = (a + more_left, b + more_right);
    }
}

/// Whether two different primary values decide the order: their first primaries differ, or both have a second primary.
/// Otherwise the next character decides.
#[inline(always)]
pub(super) fn differs_decisively(x: u64, y: u64) -> bool {
    x >> 32 != y >> 32 || x as u32 != 0 && y as u32 != 0
}

/// The primaries of a character and its length in units.
#[inline(always)]
fn character<U: CodeUnit>(
    cache: &CeCache,
    ce32s: BmpCe32s<'_>,
    exclude_mask: PackedCe,
    text: &[U],
    at: usize,
) -> Option<(u64, usize)> {
    let (c, length) = decode(text, at)?;
    let packed = match cache.get(c) {
        Some(packed) => packed,
        None => return han_hangul_primaries(cache, ce32s, c).map(|primaries| (primaries, length)),
    };
    if packed & exclude_mask != 0 || packed & CHECK_NEXT_MARK != 0 && is_followed_by_mark(cache, text, at + length) {
        return None;
    }
    Some((packed & PRIMARY, length))
}

/// The primaries of an ideograph or a Hangul syllable that is a safe point.
#[inline(always)]
pub(super) fn han_hangul_primaries(cache: &CeCache, ce32s: BmpCe32s<'_>, c: u32) -> Option<u64> {
    if cache.ideographs.is_context_free(c) {
        let primary = if cache.ideographs.is_safe(c) { cache.ideographs.uniform_primary(ce32s.get(c)) } else { None };
        return primary.map(|primary| u64::from(primary) << 32);
    }
    if c.wrapping_sub(HANGUL_FIRST) >= HANGUL_COUNT || !cache.hangul_is_safe {
        return None;
    }
    let hangul = cache.hangul.as_ref()?;
    let [first, vowel, last] = hangul.seconds(c - HANGUL_FIRST);
    Some(u64::from_be_bytes([hangul.lead as u8, first, vowel, 0, last, 0, 0, 0]))
}

/// Whether a mark may begin at `at`.
#[inline(always)]
pub(super) fn is_followed_by_mark<U: CodeUnit>(cache: &CeCache, text: &[U], at: usize) -> bool {
    unit_may_start_mark(text, at) && LcccFilter::get().starts_with_mark(cache, text, at)
}

/// The start of the character that contains `at`, in either of two texts that are equal up to there.
#[inline(always)]
pub(super) fn character_start<U: CodeUnit>(left: &[U], right: &[U], at: usize) -> usize {
    let is_inside = |text: &[U], at: usize| text.get(at).is_some_and(|&unit| is_trailing_unit::<U>(unit.into()));
    let mut start = at;
    while start > 0 && (is_inside(left, start) || is_inside(right, start)) {
        start -= 1;
    }
    start
}
