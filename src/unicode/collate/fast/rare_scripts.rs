//! The kernel for the characters of `CeCache::rare_page`: Cherokee, Canadian syllabics, Yi, Javanese and other scripts
//! of the BMP, those of the Supplementary Multilingual Plane, symbols, emoji.
//!
//! ```text
//! for each character, and for single ones of other kernels between them:
//!     it has a packed CE, and no mark follows, or one that is not part of it:    write the CE
//!     it is that mark:                                                            write its CE
//!     anything else (contractions, expansions, several marks):                    left to the caller
//! ```
//!
//! Each character is looked up once, one ahead, because the flags of the next one say whether it is a mark.

use super::writer::{FastKeyWriter, KernelPosition, LevelBuffers};
use crate::unicode::bmp::decode;
use crate::unicode::collate::ce_cache::{
    BYTES, CHECK_NEXT_MARK, CeCache, IS_DIGIT, MARK, MAYBE_VARIABLE, PAGE_SIZE, PackedCe, PrimaryEncoder, SPECIAL,
};
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::key_plan::KeyPlan;
use crate::unicode::collate::table::Tables;
use crate::unicode::text::CodeUnit;

/// Writes characters from `start` on; returns the offset of the first one that is left to the caller.
#[inline(never)]
pub(super) fn write_run<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: usize,
    writer: &mut FastKeyWriter<'_>,
) -> usize {
    let kernel = RareScripts {
        text,
        tables: context.tables(),
        primaries: context.primaries(),
        cache: context.ce_cache(),
        plan: context.plan(),
    };
    writer.in_chunks(text.len(), start, |position, stop, buffers| kernel.write_until(position, stop, buffers))
}

/// A character in the text.
#[derive(Clone, Copy)]
struct Character {
    /// Its end in the text; that of the text if there is none.
    end: usize,
    /// [`SPECIAL`] for none.
    packed: PackedCe,
    is_rare: bool,
    is_mark: bool,
}

/// The page of the last rare character, and the number of its first one / 256.
type LastPage<'a> = (u32, &'a [PackedCe; PAGE_SIZE]);

/// The text and what the loop looks up.
struct RareScripts<'a, U> {
    text: &'a [U],
    tables: Tables<'a>,
    primaries: PrimaryEncoder<'a>,
    cache: &'a CeCache,
    plan: &'a KeyPlan,
}

impl<'a, U: CodeUnit> RareScripts<'a, U> {
    /// Writes characters up to `stop`, or up to one that is left to the caller.
    #[inline(always)]
    fn write_until(&self, start: KernelPosition, stop: usize, buffers: &mut LevelBuffers<'_>) -> KernelPosition {
        let KernelPosition { mut at, mut variable_end } = start;
        let mut page: LastPage<'a> = (u32::MAX, &[SPECIAL; PAGE_SIZE]);
        let mut next = self.character(at, &mut page);
        // Whether the character before is a starter without contractions, and no mark follows this one.
        let mut may_be_mark = false;
        while at < stop {
            let first = next;
            next = self.character(first.end, &mut page);
            let packed = first.packed;
            // Other kernels are faster for runs of their characters.
            let is_supported =
                packed & SPECIAL == 0 && (first.is_rare || next.is_rare) && (!first.is_mark || may_be_mark);
            may_be_mark = next.is_mark;
            if may_be_mark {
                let is_separate = first.is_rare && !first.is_mark && packed & CHECK_NEXT_MARK == 0;
                if !is_separate || self.character(next.end, &mut page).is_mark {
                    break;
                }
            }
            // What is ignored after a shifted character is left to the caller.
            if !is_supported || packed & BYTES == 0 && variable_end == Some(at) {
                break;
            }
            match packed & self.plan.exclude_mask & (IS_DIGIT | MAYBE_VARIABLE) {
                MAYBE_VARIABLE if packed & BYTES != 0 => {
                    let Some(primary) = self.plan.shifted_primary(packed) else { break };
                    buffers.shifted(primary);
                    variable_end = Some(first.end);
                }
                0 | MAYBE_VARIABLE => buffers.packed(packed),
                _ => break,
            }
            at = first.end;
        }
        KernelPosition { at, variable_end }
    }

    /// The character at `at`.
    #[inline(always)]
    fn character(&self, at: usize, page: &mut LastPage<'a>) -> Character {
        let Some((c, length)) = decode(self.text, at) else {
            return Character { end: self.text.len(), packed: SPECIAL, is_rare: false, is_mark: false };
        };
        let end = at + length;
        if c < 0x80 {
            return Character { end, packed: self.cache.alphabetic(c), is_rare: false, is_mark: false };
        }
        if c >> 8 != page.0 && !self.turn_to(c, page) {
            return self.other(c, end);
        }
        let (_, ces) = page;
        let packed = ces.get((c & 0xFF) as usize).copied().unwrap_or(SPECIAL);
        let is_mark = packed & MARK != 0 || packed & SPECIAL != 0 && self.tables.is_mark(c);
        Character { end, packed, is_rare: true, is_mark }
    }

    /// Sets the page to that of a character; false if it is not a rare one.
    #[inline(never)]
    fn turn_to(&self, c: u32, page: &mut LastPage<'a>) -> bool {
        if CeCache::has_kernel(c) {
            return false;
        }
        let Some(ces) = self.cache.rare_page(c, &self.tables, self.primaries) else { return false };
        *page = (c >> 8, ces);
        true
    }

    /// A character of another kernel, or of a plane without pages.
    #[inline(never)]
    fn other(&self, c: u32, end: usize) -> Character {
        Character { end, packed: self.cache.get(c).unwrap_or(SPECIAL), is_rare: false, is_mark: self.tables.is_mark(c) }
    }
}
