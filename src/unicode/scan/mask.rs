//! Masks of one class, for blocks and texts.

use super::backend::{Backend, backend};
use super::block::{BLOCK, bits_from, block_at};
use super::classes::{ContinuationByte, LatinCyrillicLeadByte, LatinCyrillicLetter, LeadC3, NonAscii, TimesOrDivision};
use super::lanes::Class;
use super::{baseline, scalar};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};
use std::fmt;
use std::marker::PhantomData;

/// The mask of a class for a block. There is no AVX2 variant, as it would not be faster.
#[inline(always)]
pub fn block_mask<U: CodeUnit, C: Class>(block: &[U; BLOCK]) -> u64 {
    if runs_scalar() { scalar::mask::<U, C>(block) } else { baseline::mask::<U, C>(block) }
}

/// Whether the scalar backend runs although the target has vectors: only where the backend can be chosen.
#[inline(always)]
pub(super) fn runs_scalar() -> bool {
    cfg!(any(debug_assertions, feature = "choose-backend")) && backend() == Backend::Scalar
}

/// The mask of one unit of ASCII over a block.
#[inline]
pub(super) fn unit_mask<U: CodeUnit>(block: &[U; BLOCK], byte: u8) -> u64 {
    if runs_scalar() { scalar::unit_mask(block, byte) } else { baseline::unit_mask(block, byte) }
}

/// The mask of a class for the units from `at` on: bit i is for `text[at + i]`; bits past the end are 0.
#[inline(always)]
pub fn mask<U: CodeUnit, C: Class>(text: &[U], at: usize) -> u64 {
    let rest = text.part(at..);
    match rest.first_chunk::<BLOCK>() {
        Some(block) => block_mask::<U, C>(block),
        None => tail_mask::<U, C>(rest),
    }
}

/// The mask for the last units of a text, which are copied so that nothing past the end is read.
#[inline]
fn tail_mask<U: CodeUnit, C: Class>(rest: &[U]) -> u64 {
    let past_end = bits_from(rest.len());
    block_mask::<U, C>(block_at(rest, 0, &mut [U::default(); BLOCK])) & !past_end
}

/// The mask of two-unit letters in UTF-8, and their units in UTF-16, in a block that starts with a character: Latin
/// from U+00C0 to U+027F except `×` and `÷`, and Cyrillic from U+0400 to U+047F. Both bytes of a letter are in the
/// mask, or neither if the block ends between them.
#[inline]
pub fn latin_cyrillic_letters<U: CodeUnit>(block: &[U; BLOCK]) -> u64 {
    if U::ENCODING == Encoding::Utf16 {
        return block_mask::<U, LatinCyrillicLetter>(block);
    }
    let first = block_mask::<U, LatinCyrillicLeadByte>(block);
    let no_letter = block_mask::<U, LeadC3>(block) << 1 & block_mask::<U, TimesOrDivision>(block);
    let second = first << 1 & block_mask::<U, ContinuationByte>(block) & !no_letter;
    second | second >> 1
}

/// The number of ASCII units before the first other unit.
#[inline]
pub fn ascii_prefix<U: CodeUnit>(text: &[U]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let other = mask::<U, NonAscii>(text, at);
        if other != 0 {
            return at + other.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    text.len()
}

/// The cached mask of a class for one block of a text: queries in ascending order scan the text once.
pub struct BlockMask<C> {
    /// The offset of the block, plus one; 0 if no mask is cached.
    block: usize,
    mask: u64,
    class: PhantomData<C>,
}

// Derived code would require that a class can be cloned and has a default.
impl<C> Clone for BlockMask<C> {
    fn clone(&self) -> BlockMask<C> {
        BlockMask { ..*self }
    }
}

impl<C> Default for BlockMask<C> {
    fn default() -> BlockMask<C> {
        BlockMask { block: 0, mask: 0, class: PhantomData }
    }
}

impl<C> fmt::Debug for BlockMask<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockMask").field("block", &self.block).field("mask", &self.mask).finish_non_exhaustive()
    }
}

impl<C: Class> BlockMask<C> {
    /// Drops the cached mask, before the next text.
    #[inline]
    pub fn reset(&mut self) {
        self.block = 0;
    }

    /// The first unit in `at..end` that is in the class; `end` if there is none.
    #[inline]
    pub fn first<U: CodeUnit>(&mut self, text: &[U], mut at: usize, end: usize) -> usize {
        while at < end {
            let block = self.load(text, at);
            let found = self.mask >> (at - block);
            if found != 0 {
                return (at + found.trailing_zeros() as usize).min(end);
            }
            at = block + BLOCK;
        }
        end
    }

    /// Loads the mask of the block that contains `at`; returns the offset of the block.
    #[inline]
    fn load<U: CodeUnit>(&mut self, text: &[U], at: usize) -> usize {
        let block = at & !(BLOCK - 1);
        if self.block != block + 1 {
            self.block = block + 1;
            self.mask = mask::<U, C>(text, block);
        }
        block
    }

    /// Whether any unit in `start..end` is in the class.
    #[inline]
    pub fn any<U: CodeUnit>(&mut self, text: &[U], start: usize, end: usize) -> bool {
        let block = start & !(BLOCK - 1);
        if self.block == block + 1 && end - block < BLOCK && start <= end {
            // Common case: a word inside the cached block.
            return self.mask & !(u64::MAX << (end - block)) & (u64::MAX << (start - block)) != 0;
        }
        self.first(text, start, end) < end
    }
}
