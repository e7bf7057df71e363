//! Bare boundaries: grapheme clusters, words, sentences, lines (ruling U4).

use crate::capi::analyzer::optional_name;
use crate::capi::guard::{check_memory, guard};
use crate::capi::handle::{Out, buffer, slice};
use crate::capi::status::{Failure, INVALID_ARGUMENT, UNIC_STATUS_BUFFER_TOO_SMALL, unic_status};
use crate::unicode::segment::BreakKind;
use crate::unicode::text::CodeUnit;
use std::ffi::c_char;

/// What boundaries are found: one of UNIC_BREAK_...
pub type unic_boundary_kind = u32;

/// Grapheme clusters (UAX #29).
pub const UNIC_BREAK_GRAPHEME: u32 = 0;
/// Words and what stands between them (UAX #29 as CLDR tailors it, with dictionaries). A status from 0 says that it is no
/// word, from 100 a number, 200 a word of letters, 300 of kana, 400 of ideographs.
pub const UNIC_BREAK_WORD: u32 = 1;
/// Sentences (UAX #29). The status from 100 says that a line end, not a full stop, ended it.
pub const UNIC_BREAK_SENTENCE: u32 = 2;
/// Where a line may end (UAX #14). The status from 100 says that it must.
pub const UNIC_BREAK_LINE: u32 = 3;

/// The end of a segment; the next one starts there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_boundary {
    /// Code units from the start of the text.
    pub at: u32,
    /// What the rules say of the segment that ends here: see UNIC_BREAK_...
    pub status: u32,
}

/// The boundaries of a text without the one at its start: the ends of its segments, in order. An empty text has none.
///
/// kind: UNIC_BREAK_...
/// locale: BCP 47 or ICU locale ID, NUL-terminated; NULL for the root. A locale without rules of its own has those of its
///     parents. Of its extensions `lb` (strict, normal, loose), `lw` (phrase) and `va` (posix) count.
/// text, length: UTF-8, length in bytes; may be NULL when length is 0. Ill-formed input is cut as U+FFFD.
/// boundaries, capacity: where they go, and how many fit. NULL and 0 ask for the number alone.
/// needed: NULL, or receives how many there are; also on BUFFER_TOO_SMALL, when the first `capacity` of them are written.
///
/// Returns OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, NULL_ARGUMENT, INVALID_ARGUMENT (kind; a locale that is none). Linear time.
/// Any thread.
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
    // SAFETY: the arguments are as the header asks for.
    unsafe { give(kind, locale, text.cast::<u8>(), length, boundaries, capacity, needed) }
}

/// UTF-16 variant of unic_boundaries_utf8: native byte order, length in 16-bit units.
/// A misaligned pointer is INVALID_ARGUMENT.
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
    // SAFETY: the arguments are as the header asks for.
    unsafe { give(kind, locale, text, length, boundaries, capacity, needed) }
}

/// # Safety
/// As the header says of the calls above.
unsafe fn give<U: CodeUnit>(
    kind: unic_boundary_kind,
    locale: *const c_char,
    text: *const U,
    length: usize,
    boundaries: *mut unic_boundary,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: NULL is found; else NUL-terminated, as the header asks for.
        let locale = unsafe { optional_name(locale) }?.unwrap_or("root");
        let kind = match kind {
            UNIC_BREAK_GRAPHEME => BreakKind::Grapheme,
            UNIC_BREAK_WORD => BreakKind::Word,
            UNIC_BREAK_SENTENCE => BreakKind::Sentence,
            UNIC_BREAK_LINE => BreakKind::line_of(locale, None, None),
            _ => return Err(INVALID_ARGUMENT),
        };
        if !BreakKind::is_locale(locale) {
            return Err(INVALID_ARGUMENT);
        }
        if length >= 1 << 31 {
            return Err(Failure::from(crate::analysis::TextError::TooLong));
        }
        // SAFETY: the text and the buffer are as the header asks for.
        let (text, places) = unsafe { (slice(text, length)?, buffer(boundaries, capacity)?) };
        let rules = kind.rules(locale).ok_or(INVALID_ARGUMENT)?;
        let mut places = places.iter_mut();
        let mut count = 0;
        for segment in rules.words(text) {
            count += 1;
            check_memory()?;
            if let Some(place) = places.next() {
                *place = unic_boundary { at: segment.end as u32, status: segment.status };
            }
        }
        // SAFETY: checked by `Out`.
        unsafe { needed.set(count) };
        if count > capacity { Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) } else { Ok(()) }
    })
}
