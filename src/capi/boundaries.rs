//! Boundary analysis without an analyzer: grapheme clusters, words, sentences, lines.

use crate::capi::guard::{check_memory, guard_entry};
use crate::capi::handle::{Out, buffer, checked_text, optional_name};
use crate::capi::status::{Failure, INVALID_ARGUMENT, UNIC_STATUS_BUFFER_TOO_SMALL, unic_status};
use crate::unicode::locale::LocaleId;
use crate::unicode::segment::{BreakKind, Segment, SentenceExceptions};
use crate::unicode::text::CodeUnit;
use std::ffi::c_char;

/// A kind of boundaries: one of UNIC_BREAK_...
pub type unic_boundary_kind = u32;

/// Extended grapheme clusters (UAX #29).
pub const UNIC_BREAK_GRAPHEME: u32 = 0;
/// Words, and the segments between them (UAX #29 with CLDR tailorings and dictionaries). Status 0 to 99: not a
/// word; 100 to 199: number; 200 to 299: letters; 300 to 399: kana; 400 to 499: ideographs.
pub const UNIC_BREAK_WORD: u32 = 1;
/// Sentences (UAX #29). Status 0 to 99: ended by a sentence terminator; 100 to 199: ended by a line separator.
pub const UNIC_BREAK_SENTENCE: u32 = 2;
/// Line break opportunities (UAX #14). Status 0 to 99: optional; 100 to 199: mandatory.
pub const UNIC_BREAK_LINE: u32 = 3;

/// The end of a segment, where the next one starts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_boundary {
    /// Offset of the boundary, in code units of the text.
    pub at: u32,
    /// Rule status of the segment that ends here: see UNIC_BREAK_...
    pub status: u32,
}

/// Finds the boundaries of a UTF-8 text, in order, without the one at offset 0: the ends of its segments. An empty
/// text has none. Linear time.
///
/// Parameters:
///     kind: UNIC_BREAK_...
///     locale: BCP 47 or ICU locale id, NUL-terminated; NULL for the root locale. A locale without rules inherits
///         those of its parent. The extensions `lb` (strict, normal, loose), `lw` (phrase), `ss` (standard: no sentence
///         ends after an abbreviation; de, en, es, fr, it, pt, ru) and `va` (posix) are used.
///     text, length: length in bytes. Ill-formed sequences are segmented as U+FFFD.
///     boundaries, capacity: receives the boundaries; capacity in elements. NULL and 0 return the number only. On
///         BUFFER_TOO_SMALL the first capacity boundaries are written.
///     needed: NULL, or receives the number of boundaries; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (unknown kind, malformed locale, words
///     or lines in a build without dictionaries), OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_boundaries_utf8(
    kind: unic_boundary_kind,
    locale: *const c_char,
    text: *const c_char,
    length: usize,
    boundaries: *mut unic_boundary,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write_boundaries(kind, locale, text.cast::<u8>(), length, boundaries, capacity, needed) }
}

/// UTF-16 variant of unic_boundaries_utf8: native byte order, length in 16-bit units. A misaligned pointer is
/// INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_boundaries_utf16(
    kind: unic_boundary_kind,
    locale: *const c_char,
    text: *const u16,
    length: usize,
    boundaries: *mut unic_boundary,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { write_boundaries(kind, locale, text, length, boundaries, capacity, needed) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn write_boundaries<U: CodeUnit>(
    kind: unic_boundary_kind,
    locale: *const c_char,
    text: *const U,
    length: usize,
    boundaries: *mut unic_boundary,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard_entry(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: NULL is rejected; otherwise NUL-terminated, as the header requires.
        let locale = unsafe { optional_name(locale) }?.unwrap_or("root");
        let kind = match kind {
            UNIC_BREAK_GRAPHEME => BreakKind::Grapheme,
            UNIC_BREAK_WORD => BreakKind::Word,
            UNIC_BREAK_SENTENCE => BreakKind::Sentence,
            UNIC_BREAK_LINE => BreakKind::line_of(locale, None, None),
            _ => return Err(INVALID_ARGUMENT),
        };
        if !LocaleId::may_be_id(locale) {
            return Err(INVALID_ARGUMENT);
        }
        // SAFETY: the text and the buffer satisfy the contract in the header.
        let (text, target) = unsafe { (checked_text(text, length)?, buffer(boundaries, capacity)?) };
        let rules = kind.rules(locale).ok_or(INVALID_ARGUMENT)?;
        let exceptions = if kind == BreakKind::Sentence { SentenceExceptions::of_locale(locale) } else { None };
        let count = match exceptions {
            Some(exceptions) => write_ends(exceptions.filter(text, rules.segments(text)), target)?,
            None => write_ends(rules.segments(text), target)?,
        };
        // SAFETY: checked by `Out`.
        unsafe { needed.set(count) };
        if count > capacity { Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) } else { Ok(()) }
    })
}

/// Writes the ends of segments as far as there is space; returns the number of segments.
fn write_ends(segments: impl Iterator<Item = Segment>, target: &mut [unic_boundary]) -> Result<usize, Failure> {
    let (mut slots, mut count) = (target.iter_mut(), 0);
    for segment in segments {
        count += 1;
        check_memory()?;
        if let Some(slot) = slots.next() {
            *slot = unic_boundary { at: segment.end as u32, status: segment.status };
        }
    }
    Ok(count)
}
