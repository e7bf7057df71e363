//! Compares texts by primaries alone, from packed CEs and CE32s: most pairs of texts have different primaries at the
//! first differing characters.
//!
//! ```text
//! compare_single_units        characters of one unit (ASCII; below U+0800 in UTF-16) from the first difference on
//! compare_context_free        of any script, from the start of the character that differs
//! PrimaryComparator           numbers, rearranged and marked characters, expansions:
//!     back up from the first difference to a safe point    (ICU: unsafeBackwardSet)
//!     loop: next primary of both; differ? -> order; both at the end? -> the lower levels decide (Err)
//!           context needed? -> Err(safe point): the general comparison starts there
//! ```

use std::cmp::Ordering;

use super::lccc_filter::{LcccFilter, unit_may_start_mark};
use crate::unicode::bmp::{
    TWO_BYTE_LIMIT, decode, is_single_unit, is_three_byte, is_trailing_unit, three_byte_at, three_byte_before,
    three_byte_units,
};
use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{
    BYTES, CHECK_NEXT_MARK, CeCache, IS_DIGIT, LOGICAL_ORDER_EXCEPTION, MARK, MAYBE_VARIABLE, PackedCe,
    REARRANGED_CONSONANT, SPECIAL, UNSAFE_BACKWARD, is_expansion, is_han, same_script,
};
use crate::unicode::collate::decompose::first_part;
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::numeric;
use crate::unicode::collate::table::{BmpCe32s, Tables};
use crate::unicode::hangul;
use crate::unicode::text::CodeUnit;

/// The primary of a packed CE.
const PRIMARY: PackedCe = 0xFFFF_FF00 << 32;

/// The order of two texts whose first `same` units are equal, if primaries of characters of one unit decide it.
#[inline(always)]
pub(crate) fn compare_single_units<U: CodeUnit>(
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
fn differs_decisively(x: u64, y: u64) -> bool {
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
    let Some(packed) = cache.get(c) else {
        return han_hangul_primaries(cache, ce32s, c).map(|primaries| (primaries, length));
    };
    if packed & exclude_mask != 0 || packed & CHECK_NEXT_MARK != 0 && is_followed_by_mark(cache, text, at + length) {
        return None;
    }
    Some((packed & PRIMARY, length))
}

/// The primaries of an ideograph or a Hangul syllable that is a safe point.
#[inline(always)]
fn han_hangul_primaries(cache: &CeCache, ce32s: BmpCe32s<'_>, c: u32) -> Option<u64> {
    if cache.ideographs.is_context_free(c) {
        let primary = if cache.ideographs.is_safe(c) { cache.ideographs.uniform_primary(ce32s.get(c)) } else { None };
        return primary.map(|primary| u64::from(primary) << 32);
    }
    if !hangul::SYLLABLES.contains(&c) || !cache.hangul_is_safe {
        return None;
    }
    let hangul = cache.hangul.as_ref()?;
    let [first, vowel, last] = hangul.seconds(c - hangul::S_BASE);
    Some(u64::from_be_bytes([hangul.lead as u8, first, vowel, 0, last, 0, 0, 0]))
}

/// Whether a mark may begin at `at`.
#[inline(always)]
fn is_followed_by_mark<U: CodeUnit>(cache: &CeCache, text: &[U], at: usize) -> bool {
    unit_may_start_mark(text, at) && LcccFilter::get().may_start_with_mark_unless_cached(cache, text, at)
}

/// The start of the character that contains `at`, in either of two texts that are equal up to there.
#[inline(always)]
fn character_start<U: CodeUnit>(left: &[U], right: &[U], at: usize) -> usize {
    let is_inside = |text: &[U], at: usize| text.get(at).is_some_and(|&unit| is_trailing_unit::<U>(unit.into()));
    let mut start = at;
    while start > 0 && (is_inside(left, start) || is_inside(right, start)) {
        start -= 1;
    }
    start
}

/// Compares two texts by primaries.
pub(crate) struct PrimaryComparator<'a> {
    context: &'a KeyContext,
    cache: &'a CeCache,
    tables: Option<Tables<'a>>,
    /// Packed CEs with any of these flags are not compared here.
    exclude_mask: PackedCe,
}

/// A position in a text.
struct TextCursor {
    at: usize,
    /// Up to two pending primaries of the character before `at`, 32 bits each, the next one lowest.
    pending: u64,
}

impl<'a> PrimaryComparator<'a> {
    #[inline]
    pub(crate) fn new(context: &'a KeyContext) -> PrimaryComparator<'a> {
        let exclude_mask = context.plan().exclude_mask & !(MARK | CHECK_NEXT_MARK);
        PrimaryComparator { context, cache: context.ce_cache(), tables: None, exclude_mask }
    }

    /// The order of two texts whose first `same` units are equal, if context-free primaries decide; else `Err` with
    /// a safe point up to which they are equal.
    pub(crate) fn compare<U: CodeUnit>(&mut self, left: &[U], right: &[U], same: usize) -> Result<Ordering, usize> {
        let start = self.back_up(left, right, same);
        let (mut a, mut b) = (start, start);
        while let (Some((x, more_left)), Some((y, more_right))) =
            (self.context_free_primaries(left, a), self.context_free_primaries(right, b))
        {
            if x != y {
                if !differs_decisively(x, y) {
                    break;
                }
                return Ok(x.cmp(&y));
            }
            if x == 0 {
                return Err(start);
            }
            (a, b) = (a + more_left, b + more_right);
        }
        self.compare_from_safe_point(left, right, same)
    }

    /// Backs up from the first difference: to the start of a character or number, before a mark, or before a vowel
    /// sign that is rearranged.
    #[inline(always)]
    fn back_up<U: CodeUnit>(&self, left: &[U], right: &[U], same: usize) -> usize {
        let mut start = character_start(left, right, same);
        if self.exclude_mask & IS_DIGIT != 0 {
            while start > 0 && is_ascii_digit(left, start - 1) {
                start -= 1;
            }
        }
        if is_three_byte(left, start) || is_three_byte(right, start) {
            self.back_up_three_byte(left, right, start)
        } else {
            start
        }
    }

    #[inline(always)]
    fn back_up_three_byte<U: CodeUnit>(&self, left: &[U], right: &[U], mut start: usize) -> usize {
        let packed = |text, at| three_byte_at(text, at).and_then(|c| self.cache.in_page(c)).unwrap_or(0);
        for _ in 0..3 {
            let both = packed(left, start) | packed(right, start);
            if both & (MARK | REARRANGED_CONSONANT) == 0 {
                break;
            }
            let before = self.cache.in_page(three_byte_before(left, start)).unwrap_or(0);
            if !(both & MARK != 0 && before != 0
                || both & REARRANGED_CONSONANT != 0 && before & LOGICAL_ORDER_EXCEPTION != 0)
            {
                break;
            }
            start -= three_byte_units::<U>();
        }
        start
    }

    /// The primaries of the character at `at` and its length in units, if it is context-free; 0 at the end. The
    /// first primary is complete; of Hangul syllables the value holds all jamo.
    #[inline(always)]
    fn context_free_primaries<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        let Some(&unit) = text.get(at) else { return Some((0, 0)) };
        let unit: u32 = unit.into();
        if !is_single_unit::<U>(unit) {
            return self.context_free_three_byte(text, at);
        }
        let packed = self.cache.alphabetic(unit);
        if packed & (UNSAFE_BACKWARD | self.exclude_mask) != 0 {
            let is_number = packed & UNSAFE_BACKWARD == 0 && packed & self.exclude_mask & IS_DIGIT != 0;
            return if is_number { self.context_free_number(text, at) } else { None };
        }
        let is_context_free = packed & CHECK_NEXT_MARK == 0 || !unit_may_start_mark(text, at + 1);
        is_context_free.then_some((packed & PRIMARY, 1))
    }

    /// An ASCII number; `None` after a non-ASCII character, which may be a digit of the same number.
    #[inline(never)]
    fn context_free_number<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        if at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|&unit| unit.into() >= 0x80) {
            return None;
        }
        let (value, count) = numeric::ascii(text.get(at..)?)?;
        let primary = numeric::short(value, self.context.numeric()?)?;
        Some((u64::from(self.context.reordering().apply(primary)) << 32, count))
    }

    #[inline(never)]
    fn context_free_three_byte<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<(u64, usize)> {
        let mut end = at;
        loop {
            if end == text.len() {
                return Some((0, 0));
            }
            let (c, length) = decode(text, end)?;
            end += length;
            let packed = if c < TWO_BYTE_LIMIT as u32 {
                self.cache.alphabetic(c)
            } else if let Some(packed) = self.cache.in_page(c) {
                packed
            } else {
                return han_hangul_primaries(self.cache, self.context.bmp_ce32s(), c)
                    .map(|primaries| (primaries, end - at));
            };
            if packed & MARK != 0 && packed & SPECIAL == 0 && end - length > at {
                // Ignored: a mark after a letter that begins no contraction with marks.
                continue;
            }
            if packed & LOGICAL_ORDER_EXCEPTION != 0 && self.cache.rearrangements_are_safe {
                let consonant = three_byte_at(text, end)?;
                let rearranged = self.cache.in_page(consonant).filter(|packed| packed & REARRANGED_CONSONANT != 0)?;
                let primaries = rearranged & PRIMARY | (packed & PRIMARY) >> 32;
                return same_script(c, consonant).then_some((primaries, end - at + three_byte_units::<U>()));
            }
            let is_safe = packed & UNSAFE_BACKWARD == 0
                || packed & REARRANGED_CONSONANT != 0 && self.cache.rearrangements_are_safe;
            let has_mark = packed & CHECK_NEXT_MARK != 0 && is_followed_by_mark(self.cache, text, end);
            let is_context_free = packed & self.exclude_mask == 0 && packed & BYTES != 0 && is_safe && !has_mark;
            return is_context_free.then_some((packed & PRIMARY, end - at));
        }
    }

    #[inline(never)]
    fn compare_from_safe_point<U: CodeUnit>(
        &mut self,
        left: &[U],
        right: &[U],
        same: usize,
    ) -> Result<Ordering, usize> {
        let mut start = same;
        while start > 0 && !(self.is_safe_point(left, start) && self.is_safe_point(right, start)) {
            start -= 1;
        }
        let (mut a, mut b) = (TextCursor { at: start, pending: 0 }, TextCursor { at: start, pending: 0 });
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

    /// Whether reading may start at `at`: at the end, or at a character that no preceding one changes.
    #[inline]
    fn is_safe_point<U: CodeUnit>(&mut self, text: &[U], at: usize) -> bool {
        let Some(&unit) = text.get(at) else { return true };
        let unit: u32 = unit.into();
        if is_single_unit::<U>(unit) {
            return self.cache.alphabetic(unit) & (UNSAFE_BACKWARD | self.exclude_mask) == 0;
        }
        self.is_safe_multi_unit(text, at, unit)
    }

    fn is_safe_multi_unit<U: CodeUnit>(&mut self, text: &[U], at: usize, unit: u32) -> bool {
        if is_trailing_unit::<U>(unit) {
            return false;
        }
        let Some((c, _)) = decode(text, at) else { return true };
        if is_han(c) {
            return self.cache.ideographs.is_safe(c) && self.pack_ce32(c) & (SPECIAL | self.exclude_mask) == 0;
        }
        if hangul::SYLLABLES.contains(&c) {
            return self.cache.hangul_is_safe && self.cache.hangul.is_some();
        }
        match self.cache.get(c) {
            Some(packed) => packed & (UNSAFE_BACKWARD | self.exclude_mask) == 0,
            None => {
                self.pack_ce32(c) & (SPECIAL | self.exclude_mask) == 0
                    && !self.context.is_unsafe_backward(first_part(c))
            }
        }
    }

    #[inline]
    fn pack_ce32(&mut self, c: u32) -> PackedCe {
        let ce32 = self.tables().ce32(c);
        self.context.primaries().of_ce32(ce32)
    }

    fn tables(&mut self) -> &Tables<'a> {
        self.tables.get_or_insert_with(|| self.context.tables())
    }

    /// Reads the next primary, 0 at the end; `None` if it depends on context.
    #[inline]
    fn next<U: CodeUnit>(&mut self, text: &[U], cursor: &mut TextCursor) -> Option<u32> {
        if cursor.pending != 0 {
            let primary = cursor.pending as u32;
            cursor.pending >>= 32;
            return Some(primary);
        }
        loop {
            let Some((c, length)) = decode(text, cursor.at) else { return Some(0) };
            cursor.at += length;
            let packed = if c < TWO_BYTE_LIMIT as u32 { self.cache.alphabetic(c) } else { self.cached_or_packed(c) };
            if packed & (self.exclude_mask | CHECK_NEXT_MARK | MARK) != 0 {
                // Marks may also be reordered (canonical ordering).
                if packed & (CHECK_NEXT_MARK | MARK) != 0 && self.mark_at(text, cursor.at) {
                    return None;
                }
                // A character without a primary is skipped, shifted or not, unless it is a digit of a number.
                if packed & self.exclude_mask != 0 && packed & (SPECIAL | BYTES | IS_DIGIT) != 0 {
                    return self.expansion(c, packed, text, cursor);
                }
            }
            if packed & BYTES != 0 {
                return Some((packed >> 32) as u32 & !0xFF);
            }
        }
    }

    #[inline]
    fn cached_or_packed(&mut self, c: u32) -> PackedCe {
        if self.cache.ideographs.is_context_free(c) {
            return self.pack_ce32(c) & !CHECK_NEXT_MARK;
        }
        match self.cache.get(c) {
            Some(packed) => packed,
            None => self.pack_ce32(c),
        }
    }

    #[inline]
    fn mark_at<U: CodeUnit>(&mut self, text: &[U], at: usize) -> bool {
        unit_may_start_mark(text, at) && decode(text, at).is_some_and(|(c, _)| self.tables().is_mark(c))
    }

    /// The first primary of an expansion, the others become pending; `None` for what depends on context, may be
    /// shifted, or is part of a number.
    #[inline(never)]
    fn expansion<U: CodeUnit>(&mut self, c: u32, packed: PackedCe, text: &[U], cursor: &mut TextCursor) -> Option<u32> {
        if packed & self.exclude_mask & !SPECIAL != 0 && packed & LOGICAL_ORDER_EXCEPTION == 0 {
            return None;
        }
        if let Some(syllable) = hangul::syllable_index(c)
            && let Some(hangul) = &self.cache.hangul
        {
            let [first, vowel, last] = hangul.primaries(syllable);
            cursor.pending = u64::from(vowel) | u64::from(last) << 32;
            return Some(first);
        }
        if packed & LOGICAL_ORDER_EXCEPTION != 0 {
            let (consonant, length) = decode(text, cursor.at)?;
            let first = self
                .cache
                .get(consonant)
                .filter(|first| first & REARRANGED_CONSONANT != 0 && same_script(c, consonant))?;
            cursor.at += length;
            cursor.pending = packed >> 32 & !0xFF;
            return Some((first >> 32) as u32 & !0xFF);
        }
        let ce32 = self.tables().ce32(c);
        if !is_expansion(ce32) || self.exclude_mask & MAYBE_VARIABLE != 0 || self.mark_at(text, cursor.at) {
            return None;
        }
        let (mut pending, mut count) = (0u128, 0);
        let reordering = self.context.reordering();
        self.tables().each_ce(ce32, c, &mut |ce| {
            let primary = ce::primary(ce);
            if primary != 0 {
                pending |= u128::from(reordering.apply(primary)).checked_shl(32 * count).unwrap_or(0);
                count += 1;
            }
        });
        if !(1..=3).contains(&count) {
            return None;
        }
        cursor.pending = (pending >> 32) as u64;
        Some(pending as u32)
    }
}

fn is_ascii_digit<U: CodeUnit>(text: &[U], at: usize) -> bool {
    text.get(at).is_some_and(|&unit| Into::<u32>::into(unit).wrapping_sub(u32::from(b'0')) < 10)
}
