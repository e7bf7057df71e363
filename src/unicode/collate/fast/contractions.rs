//! The kernel for the scripts of India, Myanmar and Khmer, whose letters, vowel signs and viramas contract with their
//! neighbours, so that the other kernels stop at every second character.
//!
//! ```text
//! for each character of the page:
//!     state = its state as the first one; ce = its CE
//!     while the next character has a transition from state:   the longest contraction
//!         state = the next one; ce = that of the contraction, if the characters so far are one
//!     if the next character is a mark with another mark after it: `two_marks`, or stop
//!     write ce; go on after the characters of ce
//! ```
//!
//! The trick: `ContractionTable` has one lookup per character, and a character without contractions has a state
//! without transitions, so that letters, contractions and marks are the same loop.
//!
//! Why it is right: contractions of contiguous characters are the longest matches of the table (UTS #10, S2.1). A
//! discontiguous one (S2.1.1) or a change of order needs two marks in a row: [`Kernel::two_marks`] supports those of
//! which the first one continues no contraction. In all other cases the kernel stops before the first character, as at
//! every character that is not in the table, and `KeyScanner` goes on with the slow path.

use super::lccc_filter::{LcccFilter, unit_may_start_mark};
use super::writer::{CAPACITY_CHECK_INTERVAL, FastKeyWriter, LevelBuffers};
use crate::unicode::bmp::{three_byte_at, three_byte_units};
use crate::unicode::collate::ce_cache::{
    BYTES, CHECK_NEXT_MARK, CeCache, ContractionPage, IS_DIGIT, LongCe, MAYBE_VARIABLE, NO_CE, NO_CONTRACTION,
    PackedCe, PageCharacter, State, UNSUPPORTED,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::text::CodeUnit;

/// Writes characters of one page, and ASCII between them, from `start` on; returns the offset of the first character
/// that is left to the caller.
#[inline(never)]
pub(super) fn write_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let Some(page) = three_byte_at(text, start).and_then(|c| context.ce_cache().contraction_page(c)) else {
        return start;
    };
    let kernel = Kernel {
        text,
        page,
        cache: context.ce_cache(),
        exclude_mask: context.plan().exclude_mask,
        lccc_filter: LcccFilter::get(),
    };
    // A mark, and a character without a primary, may depend on the character before.
    let depends = |first: NextCharacter| first.character.is_mark() || kernel.ce(first).0 & BYTES == 0;
    if kernel.character(start).is_none_or(depends) {
        return start;
    }
    let is_after_variable = writer.after_variable;
    let mut at = start;
    loop {
        let stop = text.len().min(at + CAPACITY_CHECK_INTERVAL);
        writer.ensure_capacity(stop - at + 1);
        let first = at;
        writer.with_buffers(|buffers| at = kernel.write_until(first, stop, buffers));
        if at < stop || at == text.len() {
            // Nothing may be written, so the last character may still be a variable one.
            writer.after_variable = is_after_variable && at == start;
            return at;
        }
    }
}

/// A character of the page in the text.
#[derive(Clone, Copy)]
struct NextCharacter {
    character: PageCharacter,
    packed: PackedCe,
}

/// Two marks after a character or a contraction.
struct TwoMarks {
    /// The CE of the discontiguous contraction with the second mark in canonical order; [`NO_CE`] for none.
    contraction: LongCe,
    /// The CEs of the other marks, then [`NO_CE`].
    ces: [LongCe; 2],
    end: usize,
}

/// The text and what the loop looks up.
struct Kernel<'a, U> {
    text: &'a [U],
    page: ContractionPage<'a>,
    cache: &'a CeCache,
    exclude_mask: PackedCe,
    lccc_filter: &'static LcccFilter,
}

impl<U: CodeUnit> Kernel<'_, U> {
    /// The length of a character of the page in units.
    const UNITS: usize = three_byte_units::<U>();

    /// Writes characters up to `stop`, or up to one that is left to the caller; returns its offset.
    #[inline(always)]
    fn write_until(&self, start: usize, stop: usize, buffers: &mut LevelBuffers<'_>) -> usize {
        let mut at = start;
        let mut current = self.character(at);
        'characters: while at < stop {
            let Some(first) = current else {
                let Some(packed) = self.ascii(at) else { return at };
                buffers.long_packed_outlined((packed, 0));
                at += 1;
                current = self.character(at);
                continue;
            };
            let mut state = first.character.state;
            let mut ce = self.ce(first);
            if state == UNSUPPORTED || self.is_excluded(ce) {
                return at;
            }
            let (mut end, mut read) = (at + Self::UNITS, at + Self::UNITS);
            let mut next = self.character(read);
            let mut after = next;
            // The longest contraction.
            while let Some(following) = next {
                if following.character.is_mark() {
                    if first.character.is_mark() || first.character.decomposes {
                        return at;
                    }
                    if self.may_be_mark(read + Self::UNITS) {
                        let Some(marks) = self.two_marks(state, read).filter(|_| end == read) else { return at };
                        let ce = if marks.contraction == NO_CE { ce } else { marks.contraction };
                        let ces = [ce].into_iter().chain(marks.ces).filter(|&ce| ce != NO_CE);
                        ces.for_each(|ce| buffers.long_packed_outlined(ce));
                        (at, current) = (marks.end, self.character(marks.end));
                        continue 'characters;
                    }
                } else if following.character.decomposes && state != NO_CONTRACTION {
                    return at;
                }
                state = match self.page.table.next(state, following.character) {
                    NO_CONTRACTION => break,
                    UNSUPPORTED => return at,
                    next => next,
                };
                read += Self::UNITS;
                next = self.character(read);
                let longer = self.page.table.ce(state);
                if longer != NO_CE {
                    (ce, end, after) = (longer, read, next);
                }
            }
            if next.is_none() && self.other_may_be_mark(read) {
                return at;
            }
            buffers.long_packed(ce);
            (at, current) = (end, after);
        }
        at
    }

    /// The two marks at `at`, after the characters that lead to `state`; `None` for the slow path.
    #[inline(never)]
    fn two_marks(&self, state: State, at: usize) -> Option<TwoMarks> {
        let first = self.character(at)?;
        let second = self.character(at + Self::UNITS)?;
        let end = at + 2 * Self::UNITS;
        let after = self.character(end);
        let is_two = first.character.is_mark() && second.character.is_mark() && !self.may_be_mark(end);
        if !is_two || first.character.decomposes || second.character.decomposes {
            return None;
        }
        // Canonical order.
        let is_ordered = first.character.class <= second.character.class;
        let [first, second] = if is_ordered { [first, second] } else { [second, first] };
        let next = |state, following: NextCharacter| self.page.table.next(state, following.character);
        let is_blocked = first.character.class == second.character.class;
        let skipping = if is_blocked { NO_CONTRACTION } else { next(state, second) };
        let contraction = match skipping {
            NO_CONTRACTION => NO_CE,
            UNSUPPORTED => return None,
            skipping => Some(self.page.table.ce(skipping)).filter(|&ce| ce != NO_CE)?,
        };
        let (last, ces) = match contraction {
            NO_CE => (second, [self.ce(first), self.ce(second)]),
            _ => (first, [self.ce(first), NO_CE]),
        };
        let continues = |mark: NextCharacter, following: Option<NextCharacter>| {
            following.is_some_and(|following| next(mark.character.state, following) != NO_CONTRACTION)
        };
        let contracts = next(state, first) != NO_CONTRACTION
            || continues(first, Some(second))
            || continues(last, after)
            || after.is_some_and(|after| after.character.decomposes);
        let is_supported =
            |mark: NextCharacter| mark.character.state != UNSUPPORTED && !self.is_excluded(self.ce(mark));
        (is_supported(first) && is_supported(second) && !contracts).then_some(TwoMarks { contraction, ces, end })
    }

    /// The character at `at` if it is of the page.
    #[inline(always)]
    fn character(&self, at: usize) -> Option<NextCharacter> {
        let index = three_byte_at(self.text, at)?.wrapping_sub(self.page.first) as usize;
        let (character, packed) = (self.page.table.characters.get(index)?, self.page.ces.get(index)?);
        Some(NextCharacter { character: *character, packed: *packed })
    }

    /// The CE of a character alone.
    #[inline(always)]
    fn ce(&self, first: NextCharacter) -> LongCe {
        match first.character.state {
            NO_CONTRACTION => (first.packed, 0),
            state => self.page.table.ce(state),
        }
    }

    /// Whether the plan excludes a primary: that of a digit or of a variable character.
    #[inline(always)]
    fn is_excluded(&self, (packed, _): LongCe) -> bool {
        packed & self.exclude_mask & (IS_DIGIT | MAYBE_VARIABLE) != 0 && packed & BYTES != 0
    }

    /// Whether the character at `at` may be a mark.
    #[inline(always)]
    fn may_be_mark(&self, at: usize) -> bool {
        match self.character(at) {
            Some(next) => next.character.is_mark(),
            None => self.other_may_be_mark(at),
        }
    }

    /// Whether the character at `at`, which is not of the page, may be a mark.
    #[inline(always)]
    fn other_may_be_mark(&self, at: usize) -> bool {
        unit_may_start_mark(self.text, at) && self.lccc_filter.may_start_with_mark(self.text, at)
    }

    /// The packed CE of the ASCII character at `at`, if neither the plan excludes it nor a mark follows.
    #[inline(always)]
    fn ascii(&self, at: usize) -> Option<PackedCe> {
        let c: u32 = (*self.text.get(at)?).into();
        let packed = self.cache.alphabetic(c);
        let is_plain = c < 0x80 && packed & self.exclude_mask & !CHECK_NEXT_MARK == 0 && packed & BYTES != 0;
        (is_plain && !self.may_be_mark(at + 1)).then_some(packed)
    }
}
