//! The kernels for U+0000..U+07FF: Latin, Greek, Cyrillic, Hebrew, Arabic, ... All of these are cached, so no CE32
//! is looked up.
//!
//! ```text
//! for each unit:                                  (write_common_run)
//!     p = short_primary[unit]                     common non-primary weights, 1 or 2 bytes
//!     if p.flags != 0: stop
//!     if p.lead != current lead: end the run of that lead byte, begin another one
//!     store 2 bytes, advance by 1 or 2, count 1 common weight
//! ```
//!
//! The trick: one comparison of `p & short_primary_mask` tests the compressed lead byte, variable, digit and "no
//! short primary" together. Two bytes are always stored and the length is added without a branch.
//!
//! Why it is right: a following mark may still change the last short primary; `KeyScanner` then rolls this primary back
//! (`write_unattached_mark`) and reads the character again with its marks.

use super::lccc_filter::unit_may_start_mark;
use super::primary::{short_bytes, short_length, store};
use super::writer::{CAPACITY_CHECK_INTERVAL, FastKeyWriter, KeyStart, SHORT_KEY_CAPACITY};
use crate::unicode::bmp::{TWO_BYTE_LIMIT, decode, is_single_unit, two_bytes};
use crate::unicode::collate::ce::{self, LEVEL_SEPARATOR};
use crate::unicode::collate::ce_cache::{
    CHECK_NEXT_MARK, CeCache, IS_DIGIT, LEAD, MARK, MAYBE_VARIABLE, NO_SHORT_PRIMARY, SPECIAL, ShortPrimary, TWO_BYTES,
};
use crate::unicode::collate::key::SECONDARY;
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::key_plan::KeyPlan;
use crate::unicode::collate::numeric;
use crate::unicode::collate::options::Strength;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};

/// Writes the whole key of a word with one-byte primaries, at tertiary strength, and returns its length. `Err` contains
/// the number of characters written if the kernel does not support the word or the strength.
#[inline(always)]
pub(super) fn write_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    out: &mut [u8; SHORT_KEY_CAPACITY],
) -> Result<usize, usize> {
    let (cache, plan) = (context.ce_cache(), context.plan());
    let is_other = |short_primary: ShortPrimary| short_primary & (plan.short_primary_mask | TWO_BYTES) != 0;
    let Some(&first) = text.first() else { return Err(0) };
    if plan.strength != Strength::Tertiary || text.len() > SECONDARY.longest || is_other(cache.short_primary_of(first))
    {
        return Err(0);
    }
    let (fours, rest) = text.as_chunks::<4>();
    let primaries_of = |units: &[U; 4]| {
        let short_primary = units.map(|unit| cache.short_primary_of(unit));
        let any_other = is_other(short_primary.iter().fold(0, |seen, short_primary| seen | short_primary));
        (!any_other).then_some(short_primary.map(|short_primary| (short_primary >> 8) as u8))
    };
    let mut at = 0;
    for (slots, units) in out.as_chunks_mut().0.iter_mut().zip(fours) {
        *slots = primaries_of(units).ok_or(at)?;
        at += 4;
    }
    // Reprocess the last four units, so that the tail needs no unpredictable loop.
    if let Some(units) = text.last_chunk().filter(|_| !rest.is_empty()) {
        store(out, text.len() - 4, primaries_of(units).ok_or(at)?);
        return Ok(append_common_levels(plan, out, text.len(), text.len()));
    }
    for (slot, &unit) in out.iter_mut().skip(at).zip(rest) {
        let short_primary = cache.short_primary_of(unit);
        if is_other(short_primary) {
            return Err(at);
        }
        *slot = (short_primary >> 8) as u8;
        at += 1;
    }
    Ok(append_common_levels(plan, out, text.len(), text.len()))
}

/// Writes the secondary and tertiary levels of a short key with common weights only; returns the length of the key.
#[inline(always)]
pub(super) fn append_common_levels(plan: &KeyPlan, out: &mut [u8], at: usize, elements: usize) -> usize {
    let tertiary = plan.tertiary_level.run().final_byte(elements);
    let end = [LEVEL_SEPARATOR, SECONDARY.final_byte(elements), LEVEL_SEPARATOR, tertiary];
    if let Some(chunk) = out.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *chunk = end;
    }
    at + end.len()
}

/// Writes characters below [`TWO_BYTE_LIMIT`] up to `stop`, while there is capacity for non-common weights.
#[inline(never)]
pub(super) fn write_short_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    stop: usize,
    start: &mut KeyStart,
    out: &mut [u8; SHORT_KEY_CAPACITY],
) {
    let (cache, plan) = (context.ce_cache(), context.plan());
    let KeyStart { mut at, mut primary, .. } = *start;
    let mut common = 0;
    while at < stop {
        let Some((c, length)) = decode_two_byte(text, at) else { break };
        let short_primary = cache.short_primary(c);
        if short_primary & plan.short_primary_mask == primary.run_lead << 24 {
            primary.short_in_run(short_primary, out);
            common += 1;
            at += length;
            continue;
        }
        let mut packed = cache.alphabetic(c);
        if !start.non_primary.has_capacity() {
            break;
        }
        let excluded = packed & plan.exclude_mask;
        if excluded & IS_DIGIT != 0 {
            let Some((number, length)) = number(context, text, at) else { break };
            primary.unordered(context, number, out);
            common += 1;
            at += length;
            continue;
        }
        start.non_primary.add_common(std::mem::take(&mut common));
        if excluded != 0 {
            if excluded & CHECK_NEXT_MARK != 0 && two_byte_may_start_mark(cache, text, at + length) {
                break;
            }
            if excluded & !CHECK_NEXT_MARK == MAYBE_VARIABLE
                && plan.ignores_shifted
                && plan.shifted_primary(packed).is_some()
            {
                at += length;
                start.variable_end = Some(at);
                continue;
            }
            if excluded != CHECK_NEXT_MARK {
                let Some([first, second]) = cache.expansion_of(packed) else { break };
                start.non_primary.add(first, plan.non_primary_mask);
                primary.packed(first, out);
                packed = second;
            }
        }
        start.non_primary.add(packed, plan.non_primary_mask);
        primary.packed(packed, out);
        at += length;
    }
    start.non_primary.add_common(common);
    (start.at, start.primary) = (at, primary);
}

/// The character below [`TWO_BYTE_LIMIT`] at `at`, and its length in units.
#[inline(always)]
fn decode_two_byte<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let first: u32 = (*text.get(at)?).into();
    if is_single_unit::<U>(first) {
        return Some((first, 1));
    }
    if U::ENCODING == Encoding::Utf16 {
        return None;
    }
    two_bytes([first, (*text.get(at + 1)?).into()]).map(|c| (c, 2))
}

/// Whether a mark may begin at `at`; false for starters below [`TWO_BYTE_LIMIT`]. Letters and marks of Hebrew and
/// Arabic have the same lead bytes.
#[inline(always)]
pub(super) fn two_byte_may_start_mark<U: CodeUnit>(cache: &CeCache, text: &[U], at: usize) -> bool {
    unit_may_start_mark(text, at)
        && decode_two_byte(text, at).is_none_or(|(c, _)| cache.alphabetic(c) & (MARK | SPECIAL) != 0)
}

/// Writes packed CEs from `start` up to a character that is excluded, or that a mark may follow; returns its offset.
#[inline(always)]
pub(super) fn write_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let (cache, plan) = (context.ce_cache(), context.plan());
    let mut at = start;
    while at < text.len() {
        let stop = text.len().min(at + CAPACITY_CHECK_INTERVAL);
        writer.ensure_capacity(stop - at + 1);
        while at < stop {
            at = write_common_run(context, text, at, stop, writer);
            let Some((c, length)) = decode(text, at) else { break };
            if c >= TWO_BYTE_LIMIT as u32 {
                return at;
            }
            let packed = cache.alphabetic(c);
            let excluded = packed & plan.exclude_mask;
            if excluded & IS_DIGIT != 0
                && let Some((primary, length)) = number(context, text, at)
            {
                writer.ce(ce::from_primary(primary));
                at += length;
                continue;
            }
            if excluded != 0 && (excluded != CHECK_NEXT_MARK || two_byte_may_start_mark(cache, text, at + length)) {
                return at;
            }
            writer.packed(packed);
            at += length;
        }
    }
    at
}

/// The primary of a short ASCII number (`numeric`), and the number of its digits.
#[inline]
pub(super) fn number<U: CodeUnit>(context: &KeyContext, text: &[U], at: usize) -> Option<(u32, usize)> {
    let (value, length) = numeric::ascii(text.get(at..)?)?;
    Some((numeric::short(value, context.numeric()?)?, length))
}

/// Writes short primaries, and shifted characters between them, up to any other character; returns its offset.
#[inline(always)]
pub(super) fn write_common_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    stop: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let (cache, mask) = (context.ce_cache(), context.plan().short_primary_mask);
    let mut at = start;
    loop {
        // The last character may end after `stop`: then no text is left.
        at += write_same_lead(cache, mask, text.get(at..stop).unwrap_or(&[]), writer);
        match write_other_lead(cache, mask, text, at, stop, writer) {
            0 if let Some(length) = write_shifted(context, text, at, stop, writer) => at += length,
            0 => return at,
            length => at += length,
        }
    }
}

/// Writes a shifted character, as each space is; returns its length, `None` for any other character.
#[inline(always)]
fn write_shifted<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    at: usize,
    stop: usize,
    writer: &mut FastKeyWriter<'_>,
) -> Option<usize> {
    let (cache, plan) = (context.ce_cache(), context.plan());
    if plan.variable_limit == 0 || at >= stop {
        return None;
    }
    let (c, length) = decode_two_byte(text, at)?;
    let packed = cache.alphabetic(c);
    let excluded = packed & plan.exclude_mask;
    let is_context_free = excluded & !CHECK_NEXT_MARK == MAYBE_VARIABLE
        && (excluded & CHECK_NEXT_MARK == 0 || !two_byte_may_start_mark(cache, text, at + length));
    let primary = plan.shifted_primary(packed).filter(|_| is_context_free)?;
    writer.shifted(primary);
    Some(length)
}

/// Writes short primaries under the current compressed lead byte, or without one; returns the number of units read.
#[inline(always)]
fn write_same_lead<U: CodeUnit>(
    cache: &CeCache,
    mask: ShortPrimary,
    units: &[U],
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    if U::ENCODING == Encoding::Utf8 && writer.state.primary.run_lead != 0 {
        return write_two_byte_run(cache, units, writer);
    }
    let lead = writer.state.primary.run_lead << 24;
    let mut spare = writer.primary_spare();
    let (mut count, mut bytes) = (0, 0);
    for &unit in units {
        let short_primary = cache.short_primary_of(unit);
        let Some(slot) = spare.first_chunk_mut().filter(|_| short_primary & mask == lead) else { break };
        *slot = short_bytes(short_primary);
        let length = short_length(short_primary);
        spare = spare.part_mut(length..);
        bytes += length;
        count += 1;
    }
    writer.commit_run(bytes, count);
    count
}

/// Writes one short primary under any lead byte, as at each space between Arabic words, unless a mark may follow, since
/// this primary can't be rolled back. Returns the number of units read, 0 for any other character.
#[inline(always)]
fn write_other_lead<U: CodeUnit>(
    cache: &CeCache,
    mask: ShortPrimary,
    text: &[U],
    at: usize,
    stop: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    if at >= stop {
        return 0;
    }
    let Some((c, length)) = decode_two_byte(text, at) else { return 0 };
    let short_primary = cache.short_primary(c);
    let is_other = short_primary & mask & !LEAD != 0 || short_primary == NO_SHORT_PRIMARY;
    let may_change = |packed| packed & CHECK_NEXT_MARK != 0 && two_byte_may_start_mark(cache, text, at + length);
    if is_other || may_change(cache.alphabetic(c)) {
        return 0;
    }
    let mut primary = writer.state.primary;
    primary.short(short_primary, writer.out);
    writer.commit_common(primary, 1);
    length
}

/// Writes two-byte UTF-8 sequences of one script with a compressed lead byte; returns the number of bytes read.
#[inline(always)]
fn write_two_byte_run<U: CodeUnit>(cache: &CeCache, units: &[U], writer: &mut FastKeyWriter<'_>) -> usize {
    let lead = writer.state.primary.run_lead << 24;
    let mut count = 0;
    for (slot, pair) in writer.primary_spare().iter_mut().zip(units.as_chunks::<2>().0) {
        let [first, second] = pair.map(Into::into);
        let short_primary = cache.short_primary((first & 0x1F) << 6 | second & 0x3F);
        let ill_formed = (first ^ 0xC0) & 0xE0 | (second ^ 0x80) & 0xC0;
        // ASCII has no compressed lead byte here, so overlong forms end the loop, too.
        if short_primary & LEAD | ill_formed != lead {
            break;
        }
        *slot = (short_primary >> 8) as u8;
        count += 1;
    }
    writer.commit_run(count, count);
    2 * count
}
