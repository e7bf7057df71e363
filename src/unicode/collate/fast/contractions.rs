//! The kernel for the scripts of India, Myanmar and Khmer, whose letters, vowel signs and viramas contract with their
//! neighbours, so that the other kernels stop at every second character.
//!
//! ```text
//! while text is left:
//!     write_separate       characters that start no contraction, each with one mark at most: write their CEs
//!     write_contraction    state = that of the character; ce = its CE
//!                          while the next character has a transition from state:   the longest contraction
//!                              state = the next one; ce = that of the contraction, if the characters so far are one
//!                          if the next character is a mark with another mark after it: `two_marks`, or stop
//!                          write ce; continue after the characters of ce
//! ```
//!
//! The trick: `ContractionTable` has one lookup per character, and `write_separate` reads each character once, two
//! ahead, and knows the next ones by their roles.
//!
//! Why it is right: contractions of contiguous characters are the longest matches of the table (UTS #10, S2.1). A
//! discontiguous one (S2.1.1) or a change of order needs two marks in a row: [`ContractionKernel::two_marks`] supports
//! those of which the first one continues no contraction. In all other cases the kernel stops before the first
//! character, as at every character that is not in the table, and `KeyScanner` continues with the slow path.

use super::lccc_filter::{LcccFilter, unit_may_start_mark};
use super::writer::{FastKeyWriter, KernelPosition, LevelBuffers};
use crate::unicode::bmp::{three_byte_at, three_byte_units};
use crate::unicode::collate::ce_cache::{
    BYTES, CHECK_NEXT_MARK, CeCache, ContractionPage, ContractionState, IS_DIGIT, LongCe, MAYBE_VARIABLE, NO_CE,
    NO_CONTRACTION, PackedCe, PageCharacter, UNSUPPORTED,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::key_plan::KeyPlan;
use crate::unicode::text::{CodeUnit, Encoding};

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
    let kernel = ContractionKernel {
        text,
        lead: page_lead(page.first),
        page,
        cache: context.ce_cache(),
        plan: context.plan(),
        lccc_filter: LcccFilter::get(),
    };
    let first = kernel.character(start);
    // A mark, and a character without a primary, may depend on the character before.
    if !first.character.is_of_page() || first.character.is_mark() || kernel.ce(first).0 & BYTES == 0 {
        return start;
    }
    writer.in_chunks(text.len(), start, |position, stop, buffers| kernel.write_until(position, stop, buffers))
}

/// A character in the text.
#[derive(Clone, Copy)]
struct NextCharacter {
    character: PageCharacter,
    /// 0 for a character that is not of the page.
    packed: PackedCe,
}

/// The next two characters.
#[derive(Clone, Copy)]
struct ContractionWindow {
    at: usize,
    first: NextCharacter,
    /// Only read if the first one is of the page.
    second: NextCharacter,
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
struct ContractionKernel<'a, U> {
    text: &'a [U],
    page: ContractionPage<'a>,
    lead: [u32; 2],
    cache: &'a CeCache,
    plan: &'a KeyPlan,
    lccc_filter: &'static LcccFilter,
}

impl<U: CodeUnit> ContractionKernel<'_, U> {
    /// The length of a character of the page in units.
    const UNITS: usize = three_byte_units::<U>();

    /// Writes characters up to `stop`, or up to one that is left to the caller.
    #[inline(always)]
    fn write_until(&self, start: KernelPosition, stop: usize, buffers: &mut LevelBuffers<'_>) -> KernelPosition {
        let KernelPosition { at, mut variable_end } = start;
        let mut window = self.window(at);
        loop {
            window = self.write_separate(window, stop, buffers);
            let next = if window.at >= stop {
                None
            } else if window.first.character.is_of_page() {
                self.write_contraction(window, buffers)
            } else {
                self.write_ascii(window.at, &mut variable_end, buffers)
            };
            match next {
                Some(next) => window = next,
                None => return KernelPosition { at: window.at, variable_end },
            }
        }
    }

    /// Writes characters that start no contraction, each with one mark at most; returns the window after them.
    #[inline(always)]
    fn write_separate(
        &self,
        start: ContractionWindow,
        stop: usize,
        buffers: &mut LevelBuffers<'_>,
    ) -> ContractionWindow {
        let ContractionWindow { mut at, mut first, mut second } = start;
        buffers.each_packed(|| {
            let packed = first.packed;
            if first.character.state() != NO_CONTRACTION || self.is_excluded(packed) || at >= stop {
                return None;
            }
            let third = self.character(at + 2 * Self::UNITS);
            // PERF: one branch, which is nearly never taken; every second character is a mark.
            if second.character.is_mark() & (third.character.is_mark() | first.character.is_mark_or_decomposes()) {
                return None;
            }
            at += Self::UNITS;
            (first, second) = (second, third);
            Some(packed)
        });
        ContractionWindow { at, first, second }
    }

    /// Writes the longest contraction of the first character of the page, or its CE; returns the window after it, and
    /// `None` if it is left to the caller.
    #[inline(always)]
    fn write_contraction(
        &self,
        window: ContractionWindow,
        buffers: &mut LevelBuffers<'_>,
    ) -> Option<ContractionWindow> {
        let ContractionWindow { at, first, second } = window;
        let mut state = first.character.state();
        let mut ce = self.ce(first);
        if state == UNSUPPORTED || self.is_excluded(ce.0) {
            return None;
        }
        let (mut end, mut read) = (at + Self::UNITS, at + Self::UNITS);
        let mut next = second;
        let mut after = next;
        loop {
            let following = next.character;
            if following.is_mark() {
                if first.character.is_mark_or_decomposes() || !following.is_of_page() {
                    return None;
                }
                if self.character(read + Self::UNITS).character.is_mark() {
                    let marks = self.two_marks(state, read).filter(|_| end == read)?;
                    let ce = if marks.contraction == NO_CE { ce } else { marks.contraction };
                    let ces = [ce].into_iter().chain(marks.ces).filter(|&ce| ce != NO_CE);
                    ces.for_each(|ce| buffers.long_packed_outlined(ce));
                    return Some(self.window(marks.end));
                }
            } else if following.decomposes() && state != NO_CONTRACTION {
                return None;
            }
            state = match self.page.table.next(state, following) {
                NO_CONTRACTION => break,
                UNSUPPORTED => return None,
                next => next,
            };
            read += Self::UNITS;
            next = self.character(read);
            let longer = self.page.table.ce(state);
            if longer != NO_CE {
                (ce, end, after) = (longer, read, next);
            }
        }
        buffers.long_packed(ce);
        Some(ContractionWindow { at: end, first: after, second: self.character(end + Self::UNITS) })
    }

    /// The two marks at `at`, after the characters that lead to `state`; `None` for the slow path.
    #[inline(never)]
    fn two_marks(&self, state: ContractionState, at: usize) -> Option<TwoMarks> {
        let end = at + 2 * Self::UNITS;
        let [first, second, after] = [at, at + Self::UNITS, end].map(|at| self.character(at));
        let is_supported = |mark: NextCharacter| {
            mark.character.is_of_page() && mark.character.is_mark() && !mark.character.decomposes()
        };
        if !is_supported(first) || !is_supported(second) || after.character.is_mark() {
            return None;
        }
        // Canonical order.
        let is_ordered = first.character.class() <= second.character.class();
        let [first, second] = if is_ordered { [first, second] } else { [second, first] };
        let next = |state, following: NextCharacter| self.page.table.next(state, following.character);
        let is_blocked = first.character.class() == second.character.class();
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
        let continues = |mark: NextCharacter, following| next(mark.character.state(), following) != NO_CONTRACTION;
        let contracts = next(state, first) != NO_CONTRACTION
            || continues(first, second)
            || continues(last, after)
            || after.character.decomposes();
        let has_ce = |mark: NextCharacter| {
            let ce = self.ce(mark);
            mark.character.state() != UNSUPPORTED && !self.is_excluded(ce.0)
        };
        (has_ce(first) && has_ce(second) && !contracts).then_some(TwoMarks { contraction, ces, end })
    }

    #[inline(always)]
    fn window(&self, at: usize) -> ContractionWindow {
        ContractionWindow { at, first: self.character(at), second: self.character(at + Self::UNITS) }
    }

    /// The character at `at`.
    #[inline(always)]
    fn character(&self, at: usize) -> NextCharacter {
        match self.index(at) {
            Some(index) => {
                let index = usize::from(index);
                #[expect(clippy::indexing_slicing, reason = "an u8 into arrays of 256")]
                NextCharacter { character: self.page.table.characters[index], packed: self.page.ces[index] }
            }
            None if self.other_may_be_mark(at) => NextCharacter { character: PageCharacter::OTHER_MARK, packed: 0 },
            None => NextCharacter { character: PageCharacter::OTHER, packed: 0 },
        }
    }

    /// The index in the page of the character at `at`, if it is of the page.
    #[inline(always)]
    fn index(&self, at: usize) -> Option<u8> {
        match U::ENCODING {
            Encoding::Utf8 => {
                let [first, second, third] = (*self.text.get(at..)?.first_chunk()?).map(Into::<u32>::into);
                let [lead, page] = self.lead;
                let is_of_page = (first ^ lead | second & 0xFC ^ page | third & 0xC0 ^ 0x80) == 0;
                is_of_page.then_some((second << 6 | third & 0x3F) as u8)
            }
            Encoding::Utf16 => {
                let index = Into::<u32>::into(*self.text.get(at)?).wrapping_sub(self.page.first);
                u8::try_from(index).ok()
            }
        }
    }

    /// The CE of a character alone.
    #[inline(always)]
    fn ce(&self, first: NextCharacter) -> LongCe {
        match first.character.state() {
            NO_CONTRACTION => (first.packed, 0),
            state => self.page.table.ce(state),
        }
    }

    /// Whether the plan excludes a primary: that of a digit or of a variable character.
    #[inline(always)]
    fn is_excluded(&self, packed: PackedCe) -> bool {
        packed & self.plan.exclude_mask & (IS_DIGIT | MAYBE_VARIABLE) != 0 && packed & BYTES != 0
    }

    /// Whether the character at `at`, which is not of the page, may be a mark.
    #[inline(always)]
    fn other_may_be_mark(&self, at: usize) -> bool {
        unit_may_start_mark(self.text, at) && self.lccc_filter.may_start_with_mark(self.text, at)
    }

    /// Writes the ASCII character at `at`; returns the window after it, and `None` if the plan excludes it or a mark
    /// follows.
    #[inline(always)]
    fn write_ascii(
        &self,
        at: usize,
        variable_end: &mut Option<usize>,
        buffers: &mut LevelBuffers<'_>,
    ) -> Option<ContractionWindow> {
        let c: u32 = (*self.text.get(at)?).into();
        let packed = self.cache.alphabetic(c);
        let next = self.window(at + 1);
        if c >= 0x80 || packed & BYTES == 0 || next.first.character.is_mark() {
            return None;
        }
        match packed & self.plan.exclude_mask & !CHECK_NEXT_MARK {
            0 => buffers.long_packed_outlined((packed, 0)),
            // What is ignored after a shifted character is left to the caller.
            MAYBE_VARIABLE if next.first.character.is_of_page() && self.ce(next.first).0 & BYTES != 0 => {
                buffers.shifted(self.plan.shifted_primary(packed)?);
                *variable_end = Some(at + 1);
            }
            _ => return None,
        }
        Some(next)
    }
}

/// The first byte of the characters of a page in UTF-8, and their second one without its two low bits.
fn page_lead(first: u32) -> [u32; 2] {
    [0xE0 | first >> 12, 0x80 | first >> 6 & 0x3F]
}
