//! Sort keys and comparison in one pass over the text. Output equals that of `reference` (one collation element at a
//! time); the property tests in `tests` compare the two under all settings.
//!
//! ```text
//! write_key:
//!     write_short_key      texts of up to 64 units, directly into the output, no level buffers
//!         alphabetic       U+0000..U+07FF: one table lookup for each character
//!         cjk_thai         U+0800..U+FFFF: kana, ideographs, Hangul, Thai, Lao
//!     if the text is longer, or a character depends on context:
//!         key_scanner      the same kernels in a loop; contractions, marks and numbers one by one
//!         contractions     India, Myanmar, Khmer: contractions and single marks by a state table
//!         rare_scripts     all other scripts, symbols and emoji
//!         Elements         (slow path) everything else, up to the next starter
//!     levels after the first: two buffers of `FastKeyWriter`; under other settings than the common ones
//!         `NonPrimaryWriter`, which sees the CEs that are not common, and the number of common ones between them
//! ```
//!
//! The trick: nearly every character maps to one collation element, or to one and an accent, in any context.
//! `CeCache` holds these as `PackedCe`, 64 bits that are ready to be stored: primaries already reordered (LDML part 5,
//! Collation Reordering), and flags for everything that could still change them. A kernel copies primaries as long as
//! no flag of the plan's `exclude_mask` is set, and only counts common secondary and tertiary weights.
//!
//! Why it is right: a character leaves the fast path if a contraction, prefix, decomposition, following mark,
//! `alternate` or `numeric` may apply to it, so every kernel may stop at any character and leave the rest to the
//! next one.
//!
//! Every kernel writes the primary level with a `PrimaryCursor` (`primary`), and collects the other weights in
//! `NonPrimaryWeights` or in the buffers of `FastKeyWriter`.
//!
//! Comparison: `primary_comparator`, as long as primaries decide.

mod alphabetic;
mod cjk_thai;
mod contractions;
mod han_kana_hangul;
mod key_scanner;
mod lccc_filter;
mod non_primary;
mod primary;
mod primary_comparator;
mod rare_scripts;
#[cfg(test)]
mod tests;
mod writer;

use super::ce::{Ce, LEVEL_SEPARATOR};
use super::ce_cache::contracts_often;
use super::elements::NfdBuffer;
use super::key::Levels;
use super::key_context::KeyContext;
use super::key_plan::KeyLevels;
use crate::unicode::bmp::{is_three_byte, three_byte_at, three_byte_units};
use crate::unicode::text::CodeUnit;
use key_scanner::continue_key;
use non_primary::{write_levels, write_levels_branchless};
pub(crate) use primary_comparator::{PrimaryComparator, compare_context_free, compare_single_units};
pub(crate) use writer::SHORT_KEY_CAPACITY;
use writer::{FastKeyWriter, KeyStart, SHORT_UNITS};

/// Writes the key of `text` to the start of `out`, which may be longer than the key; returns the length of the key.
#[inline]
pub(crate) fn write_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    ensure_capacity(out);
    let mut start = KeyStart::default();
    if context.plan().levels != KeyLevels::Any
        && let Some(length) = out.first_chunk_mut().and_then(|chunk| write_short_key(context, text, chunk, &mut start))
    {
        return length;
    }
    continue_long_key(context, text, &start, nfd_buffer, levels, out)
}

/// Writes the key of `text` to `buffer` if the text is short and context-free, else to `out`; returns the length of
/// the key and whether it is in `buffer`.
#[inline]
pub(crate) fn write_key_into<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
    buffer: &mut [u8; SHORT_KEY_CAPACITY],
) -> (usize, bool) {
    let mut start = KeyStart::default();
    if let Some(length) = write_short_key(context, text, buffer, &mut start) {
        return (length, true);
    }
    ensure_capacity(out);
    if let (Some(to), Some(from)) = (out.get_mut(..start.primary.at), buffer.get(..start.primary.at)) {
        to.copy_from_slice(from);
    }
    (continue_long_key(context, text, &start, nfd_buffer, levels, out), false)
}

/// Makes `out` large enough for the key of a short text.
#[inline]
fn ensure_capacity(out: &mut Vec<u8>) {
    if out.len() < SHORT_KEY_CAPACITY {
        out.resize(SHORT_KEY_CAPACITY, 0);
    }
}

/// Writes the key of the start of a text directly to `out`, without a [`FastKeyWriter`] and its level buffers; returns
/// the length of the key if that is the whole text.
#[inline(always)]
fn write_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    out: &mut [u8; SHORT_KEY_CAPACITY],
    start: &mut KeyStart,
) -> Option<usize> {
    if is_three_byte(text, 0) {
        if three_byte_at(text, 0).is_some_and(contracts_often) {
            return None;
        }
        match cjk_thai::write_short_key(context, text, out) {
            Ok(length) => return Some(length),
            Err(run) => start.begin(run.characters * three_byte_units::<U>(), run.bytes, run.characters),
        }
    } else {
        match alphabetic::write_short_key(context, text, out) {
            Ok(length) => return Some(length),
            Err(written) => start.begin(written, written, written),
        }
    }
    continue_short_key(context, text, start, out)
}

/// Writes the key of a short text to the start of `out` and returns its length; `None` if the text is longer,
/// or a character depends on context: a `FastKeyWriter` continues from here.
#[inline(always)]
fn continue_short_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: &mut KeyStart,
    out: &mut [u8; SHORT_KEY_CAPACITY],
) -> Option<usize> {
    let stop = text.len().min(SHORT_UNITS);
    loop {
        let before = start.at;
        if is_three_byte(text, before) {
            cjk_thai::write_short_run(context, text, stop, start, out);
        } else {
            alphabetic::write_short_run(context, text, stop, start, out);
        }
        if start.at == text.len() {
            let plan = context.plan();
            // Kana have many non-common weights, alphabets few.
            let branchless = if is_three_byte(text, 0) {
                write_levels_branchless(plan, &start.non_primary, out, start.primary.at)
            } else {
                None
            };
            return Some(branchless.unwrap_or_else(|| write_levels(plan, &start.non_primary, out, start.primary.at)));
        }
        if start.at == before || start.at >= stop {
            return None;
        }
    }
}

/// Continues the key of a text whose start is written; returns the length of the key.
#[inline(never)]
fn continue_long_key<U: CodeUnit>(
    context: &KeyContext,
    text: &[U],
    start: &KeyStart,
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    let mut writer = FastKeyWriter::new(context, levels, out, start);
    continue_key(context, text, start.at, nfd_buffer, &mut writer);
    writer.finish(context.plan().strength)
}

/// Builds a key from parts (in `NaturalSort`, texts and numbers). Contractions and marks do not cross parts.
pub(crate) struct KeyBuilder<'a> {
    context: &'a KeyContext,
    nfd_buffer: &'a mut NfdBuffer,
    writer: FastKeyWriter<'a>,
}

impl<'a> KeyBuilder<'a> {
    pub(crate) fn new(
        context: &'a KeyContext,
        nfd_buffer: &'a mut NfdBuffer,
        levels: &'a mut Levels,
        out: &'a mut Vec<u8>,
    ) -> KeyBuilder<'a> {
        KeyBuilder { context, nfd_buffer, writer: FastKeyWriter::new(context, levels, out, &KeyStart::default()) }
    }

    /// Adds the collation elements of a text.
    pub(crate) fn text<U: CodeUnit>(&mut self, text: &[U]) {
        self.writer.start_text();
        continue_key(self.context, text, 0, self.nfd_buffer, &mut self.writer);
    }

    /// Adds one collation element.
    pub(crate) fn element(&mut self, ce: Ce) {
        self.writer.ce(ce);
    }

    /// Appends the key to `out`.
    pub(crate) fn finish(mut self, out: &mut Vec<u8>) {
        let length = self.writer.finish(self.context.plan().strength);
        out.extend_from_slice(self.writer.written(length));
        if self.context.plan().levels == KeyLevels::CommonAndEmptyQuaternary {
            out.push(LEVEL_SEPARATOR);
        }
    }
}
