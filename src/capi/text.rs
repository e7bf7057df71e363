//! Normalizers and char filters over whole texts.

use crate::analysis::component_kind::ComponentKind;
use crate::analysis::stream::StreamUnit;
use crate::capi::analyzer::unic_analyzer;
use crate::capi::filtered_text::{unic_filtered_text, unic_offset_step};
use crate::capi::guard::guard;
use crate::capi::handle::{Out, borrow, borrow_mut, checked_text};
use crate::capi::output::write_units;
use crate::capi::status::{Failure, OUT_OF_MEMORY, unic_status};
use crate::capi::stream::unic_stream;
use std::ffi::c_char;

/// Applies a normalizer (all its steps), or the char filters of an analyzer, to a whole UTF-8 text. Each call
/// creates a stream: for many short texts, use unic_stream_char_filter_utf8, or unic_stream_set_utf8 with a normalizer.
///
/// Parameters:
///     text, length: length in bytes. Ill-formed sequences become U+FFFD.
///     buffer, capacity: the output buffer and its size in bytes; must not overlap the text; unchanged on failure.
///         A NUL is appended if there is space. NULL and 0 return the size only, at the full cost: prefer a buffer
///         that is large enough.
///     needed: NULL, or receives the size in bytes without the NUL; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_normalize_utf8(
    analyzer: *const unic_analyzer,
    text: *const c_char,
    length: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { normalize(analyzer, text.cast::<u8>(), length, buffer.cast::<u8>(), capacity, needed) }
}

/// UTF-16 variant of unic_normalize_utf8: native byte order, all sizes in 16-bit units. A misaligned pointer is
/// INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_normalize_utf16(
    analyzer: *const unic_analyzer,
    text: *const u16,
    length: usize,
    buffer: *mut u16,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { normalize(analyzer, text, length, buffer, capacity, needed) }
}

/// Runs the char filters of the analyzer over a UTF-8 text, for a host that has its own tokenizer: returns the
/// filtered text and its offset map. Afterwards no text is set on the stream.
///
/// To convert an offset, find the last step with filtered <= offset; the result is original + (offset - filtered).
/// An offset inside the replacement of a character maps to the start of that character, also with
/// `expansion_offsets: cover`, which the tokens of the library have.
///
/// Parameters:
///     text, length: length in bytes. Must remain unchanged while filtered is used.
///     filtered: receives the result; unchanged on failure.
/// Returns: as unic_stream_set_utf8.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_char_filter_utf8(
    stream: *mut unic_stream,
    text: *const c_char,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { filter(stream, text.cast::<u8>(), length, filtered) }
}

/// UTF-16 variant of unic_stream_char_filter_utf8: native byte order, all lengths and offsets in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_char_filter_utf16(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { filter(stream, text, length, filtered) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn filter<U: StreamUnit>(
    stream: *mut unic_stream,
    text: *const U,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: NULL is rejected; otherwise a live handle of this thread.
    let stream = match unsafe { borrow_mut(stream) } {
        Ok(stream) => stream,
        Err(Failure(status)) => return status,
    };
    let status = guard(|| {
        stream.leave_text();
        let out = Out::required(filtered)?;
        // SAFETY: the text satisfies the contract in the header.
        let text = unsafe { checked_text(text, length) }?;
        stream.steps.clear();
        let (changed, map) = stream.inner.apply_char_filters_with_map(text)?;
        stream.steps.try_reserve(map.steps().len()).map_err(|_| OUT_OF_MEMORY)?;
        stream.steps.extend(map.steps().map(|(filtered, original)| unic_offset_step { filtered, original }));
        let result = unic_filtered_text {
            text: changed.as_ptr().cast(),
            length: changed.len(),
            steps: stream.steps.as_ptr(),
            step_count: stream.steps.len(),
        };
        // SAFETY: checked by `Out`.
        unsafe { out.set(result) };
        Ok(())
    });
    stream.update_state(status);
    status
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn normalize<U: StreamUnit>(
    analyzer: *const unic_analyzer,
    text: *const U,
    length: usize,
    buffer: *mut U,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: NULL is rejected; otherwise a live handle.
        let analyzer = unsafe { &borrow(analyzer)?.analyzer };
        // SAFETY: the text satisfies the contract in the header.
        let text = unsafe { checked_text(text, length) }?;
        let mut stream = analyzer.stream();
        if analyzer.chain().kind != ComponentKind::Normalizer {
            // SAFETY: the buffer satisfies the contract in the header.
            return unsafe { write_units(stream.apply_char_filters(text)?, buffer, capacity, &needed) };
        }
        let mut written = Err(OUT_OF_MEMORY);
        stream.analyze(text)?.for_each(|token| {
            // SAFETY: the buffer satisfies the contract in the header.
            written = unsafe { write_units(token.term, buffer, capacity, &needed) };
        })?;
        written
    })
}
