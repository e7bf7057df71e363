//! The loop over a text of any length: runs of context-free characters by the kernels, then one character that may
//! depend on its neighbours (mark, contraction, number, rearranged vowel sign).
//!
//! ```text
//! while text is left:
//!     write_simple_run            alphabetic and cjk_thai, contractions, or rare_scripts; stops at an excluded one
//!     write_one                   the excluded one:
//!         one mark, a contraction without two marks in a row, a rearrangement, a short number: resolved here
//!         anything else: Elements, up to the next starter that nothing before it changes
//! ```

use super::alphabetic;
use super::cjk_thai;
use super::contractions;
use super::lccc_filter::LcccFilter;
use super::rare_scripts;
use super::writer::{CAPACITY_CHECK_INTERVAL, FastKeyWriter};
use crate::unicode::bmp::{TWO_BYTE_LIMIT, decode, is_three_byte};
use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{
    CHECK_NEXT_MARK, CeCache, IS_DIGIT, LOGICAL_ORDER_EXCEPTION, MARK, MAYBE_VARIABLE, NO_SHORT_PRIMARY, PackedCe,
    PrimaryEncoder, REARRANGED_CONSONANT, SPECIAL, TWO_BYTES, contracts_often, decomposes, is_expansion,
    is_prefix_or_contraction, is_single_ce, may_continue_contraction, same_script, starts_contraction,
};
use crate::unicode::collate::decompose::may_change;
use crate::unicode::collate::elements::{Elements, NfdBuffer, hangul};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::numeric;
use crate::unicode::collate::table::{self, Child, ContextNode, Tables};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// Writes the rest of a text, from `at` on, to `writer`.
#[inline(never)]
pub(super) fn continue_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    at: usize,
    nfd_buffer: &mut NfdBuffer,
    writer: &mut FastKeyWriter<'_>,
) {
    let at = if is_three_byte(text, at) { at } else { alphabetic::write_run(context, text, at, writer) };
    let at = write_simple_run(context, text, at, writer);
    if at < text.len() {
        KeyScanner::new(context, text, nfd_buffer, writer).run_from(at);
    }
}

/// Writes characters up to one that its kernel does not support; returns its offset.
#[inline]
fn write_simple_run<U: CodeUnit>(context: &KeyContext, text: &[U], at: usize, writer: &mut FastKeyWriter<'_>) -> usize {
    match decode(text, at) {
        Some((c, _)) if contracts_often(c) => contractions::write_run(context, text, at, writer),
        Some((c, _)) if !CeCache::has_kernel(c) => rare_scripts::write_run(context, text, at, writer),
        _ => write_context_free_run(context, text, at, writer),
    }
}

/// Writes characters up to one that may depend on its context; returns its offset.
#[inline]
fn write_context_free_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let mut at = start;
    while at < text.len() {
        let stop = text.len().min(at + CAPACITY_CHECK_INTERVAL);
        // A rearranged pair may end after `stop`, by one character.
        writer.ensure_capacity(stop - at + 1);
        while at < stop {
            let first = at;
            at = if is_three_byte(text, at) {
                cjk_thai::write_run(context, text, at, stop, writer)
            } else {
                alphabetic::write_common_run(context, text, at, stop, writer)
            };
            if at == first {
                return at;
            }
        }
    }
    at
}

/// Scans a text and writes its key.
struct KeyScanner<'a, 'w, U> {
    context: &'a KeyContext,
    tables: Tables<'a>,
    cache: &'a CeCache,
    lccc_filter: &'static LcccFilter,
    /// Packed CEs with any of these flags leave the fast path.
    exclude_mask: PackedCe,
    text: &'a [U],
    nfd_buffer: &'a mut NfdBuffer,
    primaries: PrimaryEncoder<'a>,
    writer: &'a mut FastKeyWriter<'w>,
}

impl<'a, 'w, U: CodeUnit> KeyScanner<'a, 'w, U> {
    fn new(
        context: &'a KeyContext,
        text: &'a [U],
        nfd_buffer: &'a mut NfdBuffer,
        writer: &'a mut FastKeyWriter<'w>,
    ) -> Self {
        KeyScanner {
            context,
            tables: context.tables(),
            cache: context.ce_cache(),
            lccc_filter: LcccFilter::get(),
            exclude_mask: context.plan().exclude_mask,
            text,
            nfd_buffer,
            primaries: context.primaries(),
            writer,
        }
    }
}

impl<U: CodeUnit> KeyScanner<'_, '_, U> {
    /// Writes the rest of the text; the character at `start` may depend on context.
    fn run_from(&mut self, start: usize) {
        let mut at = start;
        while at < self.text.len() {
            self.writer.ensure_capacity(3);
            at = self.write_one(at);
            at = write_simple_run(self.context, self.text, at, self.writer);
        }
    }

    /// Writes one character with the marks and characters it is contracted with; returns the offset after them.
    #[inline]
    fn write_one(&mut self, at: usize) -> usize {
        let Some((c, length)) = decode(self.text, at) else { return self.text.len() };
        let packed = self.cache.get(c).unwrap_or_else(|| self.primaries.of_ce32(self.tables.ce32(c)));
        if packed & self.exclude_mask & IS_DIGIT != 0
            && let Some((primary, length)) = alphabetic::number(self.context, self.text, at)
        {
            self.writer.ce(ce::from_primary(primary));
            return at + length;
        }
        let excluded = packed & self.exclude_mask;
        let may_be_mark = |at| {
            self.lccc_filter.may_start_with_mark(self.text, at)
                && alphabetic::two_byte_may_start_mark(self.cache, self.text, at)
        };
        if excluded == 0
            || excluded == CHECK_NEXT_MARK && !may_be_mark(at + length)
            || excluded & !CHECK_NEXT_MARK == SPECIAL && starts_contraction(packed) && !self.continues_at(at + length)
        {
            self.writer.packed(packed);
            return at + length;
        }
        self.write_excluded(c, at, length, packed)
    }

    /// Whether the character at `at` may continue a contraction.
    #[inline(always)]
    fn continues_at(&self, at: usize) -> bool {
        decode(self.text, at).is_some_and(|(c, _)| self.cache.get(c).is_none_or(may_continue_contraction))
    }

    /// Writes a character that the plan excludes from the fast path; returns the offset after it.
    #[inline(never)]
    fn write_excluded(&mut self, c: u32, at: usize, length: usize, packed: PackedCe) -> usize {
        if packed & MARK != 0 || packed & SPECIAL != 0 && self.tables.is_mark(c) {
            return self.write_unattached_mark(at, length, packed);
        }
        if packed & LOGICAL_ORDER_EXCEPTION != 0
            && let Some(end) = self.write_rearranged(c, at + length, packed)
        {
            return end;
        }
        if packed & SPECIAL != 0
            && let ce32 = self.tables.ce32(c)
            && is_prefix_or_contraction(ce32)
        {
            let end = self.write_contraction(self.tables.node(ce32), c, at + length);
            return end.unwrap_or_else(|| self.write_slow(at));
        }
        if packed & (SPECIAL | CHECK_NEXT_MARK) != 0 && self.mark_at(at + length) {
            return self.write_with_marks(c, at, length);
        }
        if packed & self.exclude_mask & (SPECIAL | MAYBE_VARIABLE | IS_DIGIT) != 0 {
            return self.write_special(c, at, length);
        }
        self.writer.packed(packed);
        at + length
    }

    /// Whether the character at `at` is a mark (ccc not 0).
    fn mark_at(&self, at: usize) -> bool {
        self.lccc_filter.may_start_with_mark(self.text, at)
            && decode(self.text, at).is_some_and(|(c, _)| self.tables.is_mark(c))
    }

    /// Writes a mark that no preceding character has consumed.
    fn write_unattached_mark(&mut self, at: usize, length: usize, packed: PackedCe) -> usize {
        // Only short primaries are written without a check of the following mark (never those of a number): roll the
        // primary back, and read the character with its marks.
        if let Some((before, back)) = alphabetic_before(self.text, at)
            && self.cache.alphabetic(before) & self.exclude_mask == CHECK_NEXT_MARK
            && let short_primary = self.cache.short_primary(before)
            && short_primary != NO_SHORT_PRIMARY
        {
            self.writer.unwrite(if short_primary & TWO_BYTES != 0 { 2 } else { 1 }, at - back);
            return self.write_slow(at - back);
        }
        if packed & MARK != 0 && !self.mark_at(at + length) {
            // After a shifted character a mark is ignored; `FastKeyWriter::ce` checks that.
            if self.exclude_mask & MAYBE_VARIABLE != 0 {
                self.write_mark(at);
            } else {
                self.writer.packed(packed);
            }
            return at + length;
        }
        self.write_slow(at)
    }

    /// Writes a character with marks after it; a single mark is resolved here.
    fn write_with_marks(&mut self, c: u32, at: usize, length: usize) -> usize {
        let ce32 = self.tables.ce32(c);
        if !is_single_ce(ce32) || decomposes(c) {
            return self.write_slow(at);
        }
        let end = match self.tables.mark_contexts(c) {
            Some(contexts) => self.write_contraction(contexts, c, at + length),
            None => self.one_mark(at + length).inspect(|_| {
                self.tables.each_ce(ce32, c, &mut |ce| self.writer.ce(ce));
                self.write_mark(at + length);
            }),
        };
        end.unwrap_or_else(|| self.write_slow(at))
    }

    /// The end of the single context-free mark at `at`, or `at` if no mark is there; `None` for several marks or a
    /// mark with contexts.
    fn one_mark(&self, at: usize) -> Option<usize> {
        let Some((mark, length)) = decode(self.text, at) else { return Some(at) };
        if !self.tables.is_mark(mark) {
            return Some(at);
        }
        let ce32 = self.tables.ce32(mark);
        let is_context_free = table::tag(ce32) == table::MARK && self.tables.mark(ce32).2.is_none();
        (is_context_free && !self.mark_at(at + length)).then_some(at + length)
    }

    fn write_mark(&mut self, at: usize) {
        if let Some((mark, _)) = decode(self.text, at)
            && let ce32 = self.tables.ce32(mark)
            && table::tag(ce32) == table::MARK
        {
            self.tables.each_ce(self.tables.mark(ce32).0, mark, &mut |ce| self.writer.ce(ce));
        }
    }

    /// Writes a vowel sign that precedes its consonant: the consonant, then the sign (UTS #10, Rearrangement).
    fn write_rearranged(&mut self, c: u32, next: usize, sign: PackedCe) -> Option<usize> {
        let (consonant, length) = decode(self.text, next)?;
        let packed = self.cache.get(consonant)?;
        if packed & REARRANGED_CONSONANT == 0 || !same_script(c, consonant) {
            return None;
        }
        self.writer.packed(packed);
        self.writer.packed(sign);
        Some(next + length)
    }

    /// Writes a run of digits by numeric value.
    fn write_number(&mut self, at: usize) -> usize {
        let (mut digits, mut count) = ([0; numeric::MAX_SHORT_DIGITS], 0);
        while let Some(&unit) = self.text.get(at + count)
            && let digit = Into::<u32>::into(unit).wrapping_sub(u32::from(b'0'))
            && digit < 10
            && let Some(slot) = digits.get_mut(count)
        {
            *slot = digit as u8;
            count += 1;
        }
        let continues =
            decode(self.text, at + count).is_some_and(|(c, _)| table::tag(self.tables.ce32(c)) == table::DIGIT);
        let KeyScanner { context, tables, text, nfd_buffer, writer, .. } = self;
        if count > 0 && !continues {
            let lead = context.numeric().unwrap_or(0);
            numeric::number(digits.part(..count), lead, &mut |ce| writer.ce(ce));
            return at + count;
        }
        let mut elements = Elements::new(tables, context.jamo_ce32s(), context.numeric(), text, at, nfd_buffer);
        elements.number_from(at, &mut |ce| writer.ce(ce))
    }

    /// Writes a character without a packed CE: a Hangul syllable, an expansion, or one that depends on context.
    fn write_special(&mut self, c: u32, at: usize, length: usize) -> usize {
        let mut ce32 = self.tables.ce32(c);
        if ce32 & 0xFF >= table::FIRST_TAG && table::tag(ce32) == table::DIGIT {
            if self.exclude_mask & IS_DIGIT != 0 {
                return self.write_number(at);
            }
            ce32 = self.tables.digit(ce32);
        }
        match ce32 & 0xFF {
            table::HANGUL if let Some(jamo) = self.context.jamo_ce32s() => {
                for (ce32, c) in hangul(jamo, c) {
                    self.tables.each_ce(ce32, c, &mut |ce| self.writer.ce(ce));
                }
            }
            table::LONG_SECONDARY | table::UNMAPPED => self.tables.each_ce(ce32, c, &mut |ce| self.writer.ce(ce)),
            _ if is_single_ce(ce32) || is_expansion(ce32) => {
                self.tables.each_ce(ce32, c, &mut |ce| self.writer.ce(ce));
            }
            _ => return self.write_slow(at),
        }
        at + length
    }

    /// Writes the longest contraction of a starter with the characters from `next` on, or the starter alone, and a
    /// single mark after it; returns the offset after them.
    ///
    /// `None` if a prefix may be involved, if a character decomposes, if the mark has contexts, or if several marks
    /// follow, which may be reordered or be part of a discontiguous contraction (UTS #10, S2.1.1). A single mark is
    /// either the next character of the match or ends it.
    fn write_contraction(&mut self, contexts: ContextNode<'_>, c: u32, next: usize) -> Option<usize> {
        let suffixes = contexts.value().0.filter(|_| !contexts.has_children())?;
        let mut cursor = contexts.follow(suffixes);
        let (mut best, mut end, mut at) = (cursor.value().0, next, next);
        // Whether the last character read is a mark, and where it starts.
        let (mut is_mark, mut last) = (false, next);
        while let Some((following, length)) = decode(self.text, at) {
            is_mark = may_change(following) && self.tables.is_mark(following);
            if decomposes(following) || is_mark && self.mark_at(at + length) {
                return None;
            }
            last = at;
            at += length;
            match cursor.child(following) {
                None => break,
                Some(Child::Leaf(value)) => {
                    (best, end) = (Some(value), at);
                    break;
                }
                Some(Child::ContextNode(node)) => {
                    cursor = node;
                    if let (Some(value), _) = node.value() {
                        (best, end) = (Some(value), at);
                    }
                }
            }
        }
        let best = best?;
        // Nearly always the match ends at the last character that was read, which is no mark.
        let after = if end == last && !is_mark { end } else { self.one_mark(end)? };
        self.tables.each_ce(best, c, &mut |ce| self.writer.ce(ce));
        if after > end {
            self.write_mark(end);
        }
        Some(after)
    }

    /// Leaves the context-dependent characters from `at` on to `Elements`; returns the offset after them.
    fn write_slow(&mut self, at: usize) -> usize {
        let KeyScanner { context, tables, text, nfd_buffer, writer, .. } = self;
        let mut elements = Elements::new(tables, context.jamo_ce32s(), context.numeric(), text, at, nfd_buffer);
        elements.general_from(at, &mut |ce| writer.ce(ce))
    }
}

/// The character that ends at `end` and its length in units, if it is below [`TWO_BYTE_LIMIT`].
fn alphabetic_before<U: CodeUnit>(text: &[U], end: usize) -> Option<(u32, usize)> {
    U::decode_back(text, end).map(|(c, length)| (c.into(), length)).filter(|&(c, _)| c < TWO_BYTE_LIMIT as u32)
}
