//! The loop over three-byte characters: kana, Thai and Lao letters, ideographs and Hangul alternate, so one loop
//! chooses the kernel for each run, and writes single spaces and punctuation between them.
//!
//! ```text
//! while at < stop:
//!     kana or ideograph    -> japanese              (mixed runs, branchless)
//!     cached page          -> letters               (Thai, Lao, kana)
//!     ideograph, Hangul    -> han_or_hangul         (one script, four ideographs at a time)
//!     else                 -> variable_or_latin     (one character, or a shifted one)
//!     stop if none of them advances
//! ```

use super::alphabetic;
use super::han_kana_hangul::{Japanese, RunLength, is_japanese, write_ideographs, write_syllables};
use super::lccc_filter::LcccFilter;
use super::non_primary::NonPrimaryWeights;
use super::primary::PrimaryCursor;
use super::writer::{FastKeyWriter, KeyStart, SHORT_KEY_CAPACITY};
use crate::unicode::bmp::{
    TWO_BYTE_LIMIT, ThreeByteChars, is_single_unit, is_three_byte, last_three_byte_end, three_byte_at,
    three_byte_before, three_byte_units,
};
use crate::unicode::collate::ce_cache::{
    BYTES, CHECK_NEXT_MARK, CeCache, LOGICAL_ORDER_EXCEPTION, MARK, MAYBE_VARIABLE, PAGE_SIZE, PROLONGED, PackedCe,
    REARRANGED_CONSONANT, SPECIAL, TWO_PRIMARY_EXPANSION, is_han, same_script,
};
use crate::unicode::collate::key::SECONDARY;
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::options::Strength;
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Writes three-byte characters up to `stop`, for which the writer has capacity, or up to a character that depends on
/// context; returns the offset after the last character.
#[inline(never)]
pub(super) fn write_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    stop: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let mut begun = KeyStart {
        at: start,
        primary: writer.state.primary,
        variable_end: writer.after_variable.then_some(start),
        ..KeyStart::default()
    };
    read_run(context, text, stop, &mut begun, writer.out);
    if begun.at > start {
        writer.commit(&begun);
    }
    begun.at
}

/// Writes the start of a short key, up to `stop`.
#[inline(never)]
pub(super) fn write_short_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    stop: usize,
    start: &mut KeyStart,
    out: &mut [u8; SHORT_KEY_CAPACITY],
) {
    read_run(context, text, stop, start, out);
}

#[inline(always)]
fn read_run<U: CodeUnit>(context: &KeyContext, text: &[U], stop: usize, start: &mut KeyStart, out: &mut [u8]) {
    let KeyStart { at, primary, variable_end, non_primary } = start;
    let mut writer = BmpRunWriter {
        context,
        cache: context.ce_cache(),
        lccc_filter: LcccFilter::get(),
        text,
        variable_end: *variable_end,
        stop,
        out,
        at: *at,
        primary: *primary,
        non_primary,
    };
    while writer.at < stop {
        let continues = match three_byte_at(text, writer.at) {
            Some(c) => {
                (is_japanese(c) && writer.japanese())
                    || match writer.cache.page(c) {
                        Some(page) => writer.letters(page, c),
                        None => writer.han_or_hangul(c),
                    }
            }
            None => writer.variable_or_latin(),
        };
        if !continues {
            break;
        }
    }
    (*at, *primary, *variable_end) = (writer.at, writer.primary, writer.variable_end);
}

/// Writes a run of characters of the BMP to the buffers of a key.
struct BmpRunWriter<'a, U> {
    context: &'a KeyContext,
    cache: &'a CeCache,
    lccc_filter: &'static LcccFilter,
    text: &'a [U],
    /// The end of the last shifted character: marks after it are ignored.
    variable_end: Option<usize>,
    stop: usize,
    /// The primary level.
    out: &'a mut [u8],
    at: usize,
    primary: PrimaryCursor,
    non_primary: &'a mut NonPrimaryWeights,
}

impl<U: CodeUnit> BmpRunWriter<'_, U> {
    /// Writes letters of one page, starting with `first`; returns whether the loop may continue with the next
    /// character.
    #[inline(always)]
    fn letters(&mut self, page: &[PackedCe; PAGE_SIZE], first: u32) -> bool {
        let mut c = first;
        let (text, stop, plan) = (self.text, self.stop, self.context.plan());
        loop {
            let packed = page.get((c & 0xFF) as usize).copied().unwrap_or(SPECIAL);
            let excluded = packed & plan.exclude_mask;
            let end = self.at + three_byte_units::<U>();
            if excluded == 0
                || excluded == CHECK_NEXT_MARK
                    && !self.lccc_filter.may_start_with_mark_unless_cached(self.cache, text, end)
            {
                if !self.non_primary.add(packed, plan.non_primary_mask) {
                    return false;
                }
                self.primary.packed(packed, self.out);
                self.at = end;
            } else if !self.excluded_letter(c, packed, excluded) {
                return false;
            }
            match three_byte_at(text, self.at) {
                Some(next) if next >> 8 == first >> 8 && self.at < stop => c = next,
                _ => return true,
            }
        }
    }

    /// Writes kana and ideographs; returns whether any were written.
    #[inline(always)]
    fn japanese(&mut self) -> bool {
        let start = self.at;
        (self.at, self.primary) =
            write_japanese(self.context, self.text, self.stop, (start, self.primary), self.non_primary, self.out);
        self.at > start
    }

    /// Writes a letter that the plan excludes; returns false if that requires the tables.
    #[inline(always)]
    fn excluded_letter(&mut self, c: u32, packed: PackedCe, mut excluded: PackedCe) -> bool {
        // A CE without a primary is never shifted itself, only ignored after a shifted character.
        if packed & BYTES == 0 && self.variable_end != Some(self.at) {
            excluded &= !MAYBE_VARIABLE;
        }
        let found = match excluded {
            0 => ResolvedCharacter::as_is(packed),
            _ if packed & TWO_PRIMARY_EXPANSION != 0 => self.two_primary_expansion(packed, excluded),
            _ => resolve(self.cache, self.lccc_filter, self.text, self.at, (c, packed, excluded)),
        };
        let Some(found) = found.filter(|_| self.non_primary.has_capacity()) else { return false };
        for packed in [found.first, found.second] {
            if packed != 0 {
                self.primary.packed(packed, self.out);
                self.non_primary.add(packed, self.context.plan().non_primary_mask);
            }
        }
        self.at += three_byte_units::<U>() + found.extra_units;
        true
    }

    /// The two CEs of an expansion; `None` if a mark follows, which may belong to the second one.
    #[inline(always)]
    fn two_primary_expansion(&self, packed: PackedCe, excluded: PackedCe) -> Option<ResolvedCharacter> {
        let end = self.at + three_byte_units::<U>();
        if excluded & CHECK_NEXT_MARK != 0
            && self.lccc_filter.may_start_with_mark_unless_cached(self.cache, self.text, end)
        {
            return None;
        }
        let [first, second] = self.cache.expansion_of(packed)?;
        Some(ResolvedCharacter { first, second, extra_units: 0 })
    }

    /// Writes one character below [`TWO_BYTE_LIMIT`] that is shifted or alone between three-byte ones;
    /// longer runs are left to `alphabetic`.
    #[inline(always)]
    fn variable_or_latin(&mut self) -> bool {
        let Some(unit) = self.text.get(self.at).map(|&unit| Into::<u32>::into(unit)) else { return false };
        let end = self.at + 1;
        if !is_single_unit::<U>(unit) {
            return false;
        }
        let packed = self.cache.alphabetic(unit);
        let excluded = packed & self.context.plan().exclude_mask;
        if excluded & CHECK_NEXT_MARK != 0
            && self.lccc_filter.may_start_with_mark_unless_cached(self.cache, self.text, end)
        {
            return false;
        }
        if excluded & !CHECK_NEXT_MARK == MAYBE_VARIABLE && is_shifted(self.context, packed) {
            self.variable_end = Some(end);
        } else {
            let is_context_free = excluded & !CHECK_NEXT_MARK == 0 && is_three_byte(self.text, end);
            if !is_context_free || !self.non_primary.add(packed, self.context.plan().non_primary_mask) {
                return false;
            }
            self.primary.packed(packed, self.out);
        }
        self.at = end;
        true
    }

    /// Writes ideographs, or Hangul syllables; returns whether any were written.
    #[inline(always)]
    fn han_or_hangul(&mut self, c: u32) -> bool {
        let Some(text) = self.text.get(self.at..last_three_byte_end(self.text, self.stop)) else { return false };
        let (run, elements) = if self.cache.ideographs.is_context_free(c) {
            let ce32s = self.context.bmp_ce32s();
            if self.primary.run_lead != 0 {
                let Some(primary) = self.cache.ideographs.uniform_primary(ce32s.get(c)) else { return false };
                self.primary.end_run(primary >> 24, self.out);
            }
            let run = write_ideographs(&self.cache.ideographs, ce32s, text, self.out.part_mut(self.primary.at..));
            (run, run.characters)
        } else if hangul::SYLLABLES.contains(&c)
            && let Some(hangul) = &self.cache.hangul
        {
            self.primary.begin_run(hangul.lead, self.out);
            let run = write_syllables(hangul, text, self.out.part_mut(self.primary.at..));
            (run, run.bytes)
        } else {
            return self.variable_or_latin();
        };
        self.primary.at += run.bytes;
        self.non_primary.add_common(elements);
        self.at += run.characters * three_byte_units::<U>();
        run.characters > 0
    }
}

/// Writes kana and ideographs, unless the text starts with a run of ideographs; returns the end. Takes values instead
/// of `&mut BmpRunWriter`, so that the writer stays in registers.
#[inline(never)]
fn write_japanese<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    stop: usize,
    (mut at, mut primary): (usize, PrimaryCursor),
    non_primary: &mut NonPrimaryWeights,
    out: &mut [u8],
) -> (usize, PrimaryCursor) {
    let is_ideograph = |at| three_byte_at(text, at).is_some_and(is_han);
    if !(is_ideograph(at) && is_ideograph(at + 3 * three_byte_units::<U>()))
        && let Some(japanese) = Japanese::new(context)
    {
        japanese.write(text, stop, &mut at, &mut primary, non_primary, out);
    }
    (at, primary)
}

/// Whether a character is variable and shifted, so that nothing is written for it; false (undecided) if variable
/// primaries are reordered.
#[inline(always)]
fn is_shifted(context: &KeyContext, packed: PackedCe) -> bool {
    context.plan().ignores_shifted && context.plan().shifted_primary(packed).is_some()
}

/// The CEs of a letter in its context.
struct ResolvedCharacter {
    first: PackedCe,
    /// The rearranged vowel sign, or the second CE of an expansion; 0 for none.
    second: PackedCe,
    /// Units consumed after the letter itself.
    extra_units: usize,
}

impl ResolvedCharacter {
    fn as_is(packed: PackedCe) -> Option<ResolvedCharacter> {
        Some(ResolvedCharacter { first: packed, second: 0, extra_units: 0 })
    }
}

/// Resolves a letter that the plan excludes by the characters next to it; `None` leaves it to the tables.
#[inline(always)]
fn resolve<U: CodeUnit>(
    cache: &CeCache,
    lccc_filter: &LcccFilter,
    text: &[U],
    at: usize,
    (c, packed, excluded): (u32, PackedCe, PackedCe),
) -> Option<ResolvedCharacter> {
    let end = at + three_byte_units::<U>();
    if excluded == MARK {
        // The preceding character was checked for marks when it was written, so this mark is not part of it; no
        // mark may follow.
        let is_alone = three_byte_before(text, at) >= TWO_BYTE_LIMIT as u32
            && !lccc_filter.may_start_with_mark_unless_cached(cache, text, end);
        return if is_alone { ResolvedCharacter::as_is(packed) } else { None };
    }
    if packed & LOGICAL_ORDER_EXCEPTION != 0 {
        let consonant = ThreeByteChars(text.get(end..)?).next()?;
        let rearranged = cache.in_page(consonant).filter(|packed| packed & REARRANGED_CONSONANT != 0)?;
        if (packed | rearranged) & MAYBE_VARIABLE != 0 {
            return None;
        }
        let extra_units = three_byte_units::<U>();
        return same_script(c, consonant).then_some(ResolvedCharacter {
            first: rearranged,
            second: packed,
            extra_units,
        });
    }
    if packed & PROLONGED != 0 {
        let packed = cache.prolonged(three_byte_before(text, at));
        let depends =
            packed & (SPECIAL | MAYBE_VARIABLE) != 0 || lccc_filter.may_start_with_mark_unless_cached(cache, text, end);
        return if depends { None } else { ResolvedCharacter::as_is(packed) };
    }
    None
}

/// Writes the whole key of a short text of ideographs, at tertiary strength, and returns its length. `Err` contains the
/// length of the run of ideographs if the text has other characters or the strength is another one.
#[inline(always)]
pub(super) fn write_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    out: &mut [u8; SHORT_KEY_CAPACITY],
) -> Result<usize, RunLength> {
    let (cache, plan) = (context.ce_cache(), context.plan());
    // The first and last characters: a cheap test for a text of ideographs only.
    let is_context_free = |at| three_byte_at(text, at).is_some_and(|c| cache.ideographs.is_context_free(c));
    if !is_context_free(0) || !is_context_free(text.len().saturating_sub(three_byte_units::<U>())) {
        return Err(RunLength::default());
    }
    let start = text.get(..SECONDARY.longest * three_byte_units::<U>()).unwrap_or(text);
    let run = write_ideographs(&cache.ideographs, context.bmp_ce32s(), start, out);
    if run.characters == 0
        || run.characters * three_byte_units::<U>() < text.len()
        || plan.strength != Strength::Tertiary
    {
        return Err(run);
    }
    Ok(alphabetic::append_common_levels(plan, out, run.bytes, run.characters))
}
