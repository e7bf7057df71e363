//! Sort keys and comparison in one pass over the text. Output equals that of `reference` (one collation element at a
//! time); the property tests in `tests` compare the two under all settings.
//!
//! ```text
//! write_key:
//!     short_key            texts of up to 64 units, directly into the output, no level buffers
//!         alphabetic       U+0000..U+07FF: one table lookup for each character
//!         cjk_thai         U+0800..U+FFFF: kana, ideographs, Hangul, Thai, Lao
//!     if the text is longer, or a character depends on context:
//!         key_scanner      the same kernels in a loop; contractions, marks and numbers one by one
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
//! Comparison: `first_difference` reads the first differing characters, `primary_comparator` continues while
//! primaries decide.

mod alphabetic;
mod cjk_thai;
mod first_difference;
mod han_hangul;
mod japanese;
mod key_builder;
mod key_scanner;
mod key_start;
mod lccc_filter;
mod non_primary;
mod primary_bytes;
mod primary_comparator;
mod short_key;
#[cfg(test)]
mod tests;
mod three_byte_chars;
mod writer;

use super::elements::NfdBuffer;
use super::key::Levels;
use super::key_context::KeyContext;
use super::key_plan::KeyLevels;
use crate::unicode::text::CodeUnit;
pub(crate) use first_difference::{compare_alphabetic, compare_context_free};
pub(crate) use key_builder::KeyBuilder;
use key_scanner::continue_key;
use key_start::KeyStart;
pub(crate) use key_start::SHORT_KEY_CAPACITY;
pub(crate) use primary_comparator::PrimaryComparator;
use short_key::write_short_key;
use writer::FastKeyWriter;

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
    write_key_slow(context, text, &start, nfd_buffer, levels, out)
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
    if let (Some(to), Some(from)) = (out.get_mut(..start.written), buffer.get(..start.written)) {
        to.copy_from_slice(from);
    }
    (write_key_slow(context, text, &start, nfd_buffer, levels, out), false)
}

/// Makes `out` large enough for the key of a short text.
#[inline]
fn ensure_capacity(out: &mut Vec<u8>) {
    if out.len() < SHORT_KEY_CAPACITY {
        out.resize(SHORT_KEY_CAPACITY, 0);
    }
}

/// Continues the key of a text whose start is written; returns the length of the key.
#[inline(never)]
fn write_key_slow<U: CodeUnit>(
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
