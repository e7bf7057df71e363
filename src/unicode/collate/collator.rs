//! A collator: tables, settings and data derived from them.

use std::sync::Arc;

use super::decompose::decomposer;
use super::elements::{Elements, NfdBuffer};
use super::fast;
use super::identical;
use super::key::Levels;
use super::key_context::KeyContext;
use super::key_plan::KeyLevels;
use super::options::{MaxVariable, Settings, Strength};
use super::reorder::{ReorderCode, ReorderError};
use super::root::root;
use super::tailoring::Tailoring;
use crate::unicode::normalize::Scratch;
use crate::unicode::text::CodeUnit;

/// The buffers of one thread, kept so that nothing is allocated once they have grown.
#[derive(Debug, Default)]
pub struct CollatorScratch {
    pub(crate) nfd_buffer: NfdBuffer,
    pub(super) levels: Levels,
    /// The buffer of the last key, which starts at its start.
    key: Vec<u8>,
    /// The NFD buffer of the right text of a comparison.
    pub(crate) other_nfd_buffer: NfdBuffer,
    pub(crate) pending: Vec<u64>,
    pub(crate) other_pending: Vec<u64>,
    /// The keys of a comparison.
    pub(crate) keys: [Vec<u8>; 2],
    /// The secondary weights of a comparison with backwards secondary level.
    pub(crate) segments: [Vec<u16>; 2],
    /// The last level of a natural sort key.
    pub(crate) last_level: Vec<u8>,
    /// Marks to be ordered for the identical level.
    normalization: Scratch,
}

impl CollatorScratch {
    /// Reserves memory for a key.
    ///
    /// # Errors
    /// No memory.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), std::collections::TryReserveError> {
        self.key.try_reserve(bytes)
    }

    /// Creates a builder for a key whose parts are added one by one.
    pub(crate) fn parts<'s>(&'s mut self, collator: &'s Collator) -> fast::KeyBuilder<'s> {
        fast::KeyBuilder::new(collator.context(), &mut self.nfd_buffer, &mut self.levels, &mut self.key)
    }
}

/// The location of a key that may be in the caller's buffer.
#[derive(Debug)]
pub enum Key<'s> {
    /// The key is at the start of the buffer and has this length.
    InBuffer(usize),
    /// The key is in the scratch memory.
    InScratch(&'s [u8]),
}

/// Compares texts and makes sort keys. Immutable; can be shared between threads.
#[derive(Clone, Debug)]
pub struct Collator {
    context: KeyContext,
}

impl Collator {
    /// The root collation.
    pub fn root() -> Collator {
        Collator::new(None)
    }

    pub(crate) fn new(tailoring: Option<Arc<Tailoring>>) -> Collator {
        let settings = tailoring.as_ref().map_or_else(Settings::default, |tailoring| tailoring.settings());
        Collator { context: KeyContext::new(tailoring, &settings) }
    }

    /// The tables and the compiled settings.
    #[inline(always)]
    pub(crate) fn context(&self) -> &KeyContext {
        &self.context
    }

    /// The settings in effect.
    pub fn settings(&self) -> Settings {
        *self.context.settings()
    }

    /// Replaces the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.context.set_settings(&settings);
    }

    /// The reordered groups, in the given order.
    pub fn reorder_codes(&self) -> &[ReorderCode] {
        self.context.reorder_codes()
    }

    /// Reorders groups of primaries; an empty list removes any reordering.
    ///
    /// # Errors
    /// A duplicate code, equivalent scripts, or more lead bytes than exist.
    pub fn set_reorder(&mut self, codes: &[ReorderCode]) -> Result<(), ReorderError> {
        self.context.set_reorder(codes)
    }

    /// The group of variable characters that contains a character or contraction, for the option `variableTop`.
    pub fn variable_group(&self, text: &str) -> Option<MaxVariable> {
        let (mut first, mut count) = (0, 0);
        let mut scratch = CollatorScratch::default();
        let tables = self.context.tables();
        let mut elements =
            Elements::new(&tables, self.context.jamo_ce32s(), None, text.as_bytes(), 0, &mut scratch.nfd_buffer);
        while elements.step(&mut |ce| {
            if ce != 0 {
                (first, count) = (ce, count + 1);
            }
        }) {}
        // A text with several CEs is neither a character nor a contraction.
        if count == 1 { root().variable_group(super::ce::primary(first)) } else { None }
    }

    /// Appends the sort key of a text, without a final zero byte.
    pub fn append_key<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        out.extend_from_slice(self.key(text, scratch));
    }

    /// The sort key of a text, without a final zero byte.
    #[inline]
    pub fn key<'s, U: CodeUnit>(&self, text: &[U], scratch: &'s mut CollatorScratch) -> &'s [u8] {
        let CollatorScratch { nfd_buffer, levels, key, .. } = scratch;
        let length = fast::write_key(&self.context, text, nfd_buffer, levels, key);
        if self.has_further_levels() {
            return self.append_further_levels(text, length, scratch);
        }
        scratch.key.get(..length).unwrap_or(&scratch.key)
    }

    /// The sort key of a text. It is written to `buffer` if that has at least 736 bytes, the text has at most 64 units,
    /// none of whose characters depends on its context, and the key has the common levels alone
    /// ([`KeyLevels::Common`]); the bytes after the key are then undefined. Other keys are in the scratch
    /// ([`Key::InScratch`]).
    #[inline(always)]
    pub fn key_into<'s, U: CodeUnit>(
        &self,
        text: &[U],
        scratch: &'s mut CollatorScratch,
        buffer: &mut [u8],
    ) -> Key<'s> {
        let Some(buffer) = buffer
            .first_chunk_mut::<{ fast::SHORT_KEY_CAPACITY }>()
            .filter(|_| self.context.plan().levels == KeyLevels::Common)
        else {
            return Key::InScratch(self.key(text, scratch));
        };
        let CollatorScratch { nfd_buffer, levels, key, .. } = scratch;
        match fast::write_key_into(&self.context, text, nfd_buffer, levels, key, buffer) {
            (length, true) => Key::InBuffer(length),
            (length, false) => Key::InScratch(key.get(..length).unwrap_or(key)),
        }
    }

    /// Whether further levels follow those that [`fast::write_key`] writes.
    #[inline]
    fn has_further_levels(&self) -> bool {
        self.context.plan().levels == KeyLevels::CommonAndEmptyQuaternary
            || self.context.settings().strength == Strength::Identical
    }

    /// Appends an empty quaternary level and the identical level to the key at the start of `scratch.key`, if the
    /// settings require them.
    #[inline(never)]
    fn append_further_levels<'s, U: CodeUnit>(
        &self,
        text: &[U],
        length: usize,
        scratch: &'s mut CollatorScratch,
    ) -> &'s [u8] {
        let mut key = std::mem::take(&mut scratch.key);
        key.truncate(length);
        if self.context.plan().levels == KeyLevels::CommonAndEmptyQuaternary {
            key.push(super::ce::LEVEL_SEPARATOR);
        }
        if self.context.settings().strength == Strength::Identical {
            key.push(super::ce::LEVEL_SEPARATOR);
            self.append_identical(text, scratch, &mut key);
        }
        scratch.key = key;
        &scratch.key
    }

    /// Appends the identical level of a text.
    fn append_identical<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        let start = out.len();
        if !identical::append(text, decomposer(), &mut scratch.normalization, out) {
            out.truncate(start);
            self.append_identical_slow(text, scratch, out);
        }
    }

    /// Appends the identical level code point by code point: the reference.
    pub(super) fn append_identical_slow<U: CodeUnit>(
        &self,
        text: &[U],
        scratch: &mut CollatorScratch,
        out: &mut Vec<u8>,
    ) {
        let (mut base, tables) = (identical::Base::ASCII, self.context.tables());
        let mut elements = Elements::new(&tables, None, None, text, 0, &mut scratch.nfd_buffer);
        while let Some(c) = elements.next_decomposed() {
            identical::push(c, &mut base, out);
        }
    }
}
