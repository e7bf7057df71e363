//! The fast path of sort keys and comparison, for the common settings: strength up to tertiary, no case level,
//! accents forward ([`KeyPlan::supports_fast_path`]). Output equals that of the general path (`Elements` and
//! `KeyWriter`); the property tests in `tests` compare the two.
//!
//! ```text
//! write_key:
//!     short_key            texts of up to 64 units, straight into the output, no level buffers
//!         alphabetic       U+0000..U+07FF: one table lookup for each character
//!         cjk_thai         U+0800..U+FFFF: kana, ideographs, Hangul, Thai, Lao
//!     if the text is longer, or a character depends on context:
//!         key_scanner      the same kernels in a loop; contractions, marks and numbers one by one
//!         Elements         (slow path) whatever the scanner does not resolve, up to the next starter
//! ```
//!
//! The trick: nearly every character maps to one collation element, or to one and an accent, whatever its
//! neighbours are. `ce_cache` holds these as [`PackedCe`], 64 bits that are ready to be stored: primaries already
//! reordered (LDML part 5, Collation Reordering), flags that say what could still change them. A kernel copies
//! primaries as long as no flag of the plan's `exclude_mask` is set, and only counts common secondary and tertiary
//! weights.
//!
//! Why it is right: a character leaves the fast path if a contraction, prefix, decomposition, following mark,
//! `alternate` or `numeric` may apply to it, so every kernel may stop at any character and leave the rest to the
//! next one.
//!
//! Comparison: `first_difference` reads the first differing characters, `primary_comparator` continues while
//! primaries decide.

mod alphabetic;
mod ce_cache;
mod cjk_thai;
mod decode;
mod first_difference;
mod hangul;
mod ideographs;
mod japanese;
mod key_plan;
mod key_scanner;
mod lccc_filter;
mod non_primary;
mod packed_ce;
mod primary_comparator;
mod short_key;
#[cfg(test)]
mod tests;
mod writer;

use super::ce::Ce;
use super::collator::Collator;
use super::elements::NfdBuffer;
use super::key::Levels;
use super::reorder::Reordering;
use super::table::{Tables, Word};
use crate::unicode::text::CodeUnit;
pub(crate) use ce_cache::CeCache;
pub(crate) use first_difference::{compare_alphabetic, compare_context_free};
pub(crate) use key_plan::KeyPlan;
use key_scanner::continue_key;
use packed_ce::PrimaryEncoder;
pub(crate) use primary_comparator::PrimaryComparator;
pub(crate) use short_key::SHORT_KEY_CAPACITY;
use short_key::ShortKey;
use writer::Writer;

/// The cache of packed CEs for tables and a reordering. `base`: the root's cache, if its primaries are not reordered.
pub(crate) fn build_cache(
    tables: &Tables,
    jamo: Option<&[u32; 67]>,
    reordering: &Reordering,
    compressible: &[bool; 256],
    unsafe_ranges: [&[Word]; 2],
    base: Option<&CeCache>,
) -> CeCache {
    CeCache::new(tables, jamo, PrimaryEncoder { reordering, compressible }, unsafe_ranges, base)
}

/// Writes the key of `text` to the start of `out`, which may stay longer than the key; returns the length of the key.
#[inline]
pub(crate) fn write_key<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    ensure_capacity(out);
    let mut start = ShortKey::default();
    if let Some(length) = out.first_chunk_mut().and_then(|room| write_start(collator, text, room, &mut start)) {
        return length;
    }
    write_key_slow(collator, text, &start, nfd_buffer, levels, out)
}

/// Writes the key of `text` to `buffer` if the text is short and context-free, else to `out`; returns the length of
/// the key and whether it is in `buffer`.
#[inline]
pub(crate) fn write_key_in<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
    buffer: &mut [u8; SHORT_KEY_CAPACITY],
) -> (usize, bool) {
    let mut start = ShortKey::default();
    if let Some(length) = write_start(collator, text, buffer, &mut start) {
        return (length, true);
    }
    ensure_capacity(out);
    if let (Some(to), Some(from)) = (out.get_mut(..start.written), buffer.get(..start.written)) {
        to.copy_from_slice(from);
    }
    (write_key_slow(collator, text, &start, nfd_buffer, levels, out), false)
}

/// Makes `out` large enough for the key of a short text.
#[inline]
fn ensure_capacity(out: &mut Vec<u8>) {
    if out.len() < SHORT_KEY_CAPACITY {
        out.resize(SHORT_KEY_CAPACITY, 0);
    }
}

/// Writes the key of the start of a text to `room`; returns the length of the key if that is the whole text.
#[inline(always)]
fn write_start<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    room: &mut [u8; SHORT_KEY_CAPACITY],
    start: &mut ShortKey,
) -> Option<usize> {
    if decode::is_three_byte(text, 0) {
        match cjk_thai::write_short_key(collator, text, room) {
            Ok(length) => return Some(length),
            Err(run) => start.begin(run.characters * decode::three_byte_units::<U>(), run.bytes, run.elements),
        }
    } else {
        match alphabetic::write_short_key(collator, text, room) {
            Ok(length) => return Some(length),
            Err(written) => start.begin(written, written, written),
        }
    }
    start.write_short_key(collator, text, room)
}

/// Continues the key of a text whose start is written; returns the length of the key.
#[inline(never)]
fn write_key_slow<U: CodeUnit>(
    collator: &Collator,
    text: &[U],
    start: &ShortKey,
    nfd_buffer: &mut NfdBuffer,
    levels: &mut Levels,
    out: &mut Vec<u8>,
) -> usize {
    let mut writer = Writer::new(collator, levels, out, start);
    continue_key(collator, text, start.at, nfd_buffer, &mut writer);
    writer.finish(collator.plan().strength)
}

/// A key built from parts (`NaturalSort`: texts and numbers). Contractions and marks never cross parts.
pub(crate) struct KeyBuilder<'a> {
    collator: &'a Collator,
    nfd_buffer: &'a mut NfdBuffer,
    writer: Writer<'a>,
}

impl<'a> KeyBuilder<'a> {
    pub(crate) fn new(
        collator: &'a Collator,
        nfd_buffer: &'a mut NfdBuffer,
        levels: &'a mut Levels,
        out: &'a mut Vec<u8>,
    ) -> KeyBuilder<'a> {
        KeyBuilder { collator, nfd_buffer, writer: Writer::new(collator, levels, out, &ShortKey::default()) }
    }

    /// Adds the collation elements of a text.
    pub(crate) fn text<U: CodeUnit>(&mut self, text: &[U]) {
        continue_key(self.collator, text, 0, self.nfd_buffer, &mut self.writer);
    }

    /// Adds one collation element.
    pub(crate) fn element(&mut self, ce: Ce) {
        self.writer.ce(ce);
    }

    /// Appends the key to `out`.
    pub(crate) fn finish(mut self, out: &mut Vec<u8>) {
        let length = self.writer.finish(self.collator.plan().strength);
        out.extend_from_slice(self.writer.written(length));
    }
}
