//! What char filters and normalizers make of a whole text.

use crate::analysis::options::Kind;
use crate::analysis::stream::StreamUnit;
use crate::capi::analyzer::{give_units, unic_analyzer};
use crate::capi::guard::guard;
use crate::capi::handle::{Out, borrow, borrow_mut, slice};
use crate::capi::status::{Failure, UNIC_STATUS_OUT_OF_MEMORY, unic_status};
use crate::capi::stream::unic_stream;
use std::ffi::{c_char, c_void};

/// The text after a normalizer (all its steps) or after the char filters of an analyzer, UTF-8 in and out. Ill-formed
/// input comes out as U+FFFD.
///
/// text, length: may be NULL when length, in bytes, is 0.
/// buffer, capacity: where the result goes, and its size in bytes; must not overlap the text. NULL and 0 ask for the size
///     alone.
/// needed: NULL, or receives the size in bytes, without a terminator; also on BUFFER_TOO_SMALL.
///
/// A NUL is written behind the text when there is room for it; on failure the buffer is unchanged. Returns OK,
/// BUFFER_TOO_SMALL, TEXT_TOO_LONG, LIMIT, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT. Any thread. Each call does the
/// whole work and makes a stream of its own: start with a buffer that will do, and for many short texts use a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_normalize_utf8(
    analyzer: *const unic_analyzer,
    text: *const c_char,
    length: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { normalize(analyzer, text.cast::<u8>(), length, buffer.cast::<u8>(), capacity, needed) }
}

/// UTF-16 variant of unic_normalize_utf8: native byte order, all sizes in 16-bit units.
/// A misaligned pointer is INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_normalize_utf16(
    analyzer: *const unic_analyzer,
    text: *const u16,
    length: usize,
    buffer: *mut u16,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { normalize(analyzer, text, length, buffer, capacity, needed) }
}

/// Where the original goes on: from the place `filtered` of the filtered text on, up to the next step's, both texts run
/// side by side, `original` being where that place stands in the original. Does not grow.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct unic_offset_step {
    /// A place in the filtered text, in its units.
    pub filtered: u32,
    /// The same place in the original, in its units.
    pub original: u32,
}

/// A text after char filters. The caller provides the memory, of any content; all fields are written. Does not grow.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_filtered_text {
    /// The text: the caller's own when nothing was changed, else the stream's. Valid until the next call on the stream,
    /// and only while the caller's text is unchanged.
    pub text: *const c_void,
    /// Its length, in units of the encoding.
    pub length: usize,
    /// Steps, first to last; before the first one, places stand where they stood. As valid as the text.
    pub steps: *const unic_offset_step,
    /// How many there are; 0 when all places stand where they stood.
    pub step_count: usize,
}

/// Runs the char filters of the stream's analyzer over a UTF-8 text (length in bytes), for a host whose tokenizer is its
/// own: the changed text, and where its places stand in the original. Afterwards no text is set in the stream.
///
/// To correct an offset, find the last step at or before it: original + (offset - filtered). A place inside of what one
/// character became counts as that character's start.
///
/// Returns as unic_stream_set_utf8; on failure *filtered is unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_filter_utf8(
    stream: *mut unic_stream,
    text: *const c_char,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { filter(stream, text.cast::<u8>(), length, filtered) }
}

/// UTF-16 variant of unic_stream_filter_utf8: native byte order, all lengths and places in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_stream_filter_utf16(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: the arguments are as the header asks for.
    unsafe { filter(stream, text, length, filtered) }
}

/// # Safety
/// As the header says of the calls above.
unsafe fn filter<U: StreamUnit>(
    stream: *mut unic_stream,
    text: *const U,
    length: usize,
    filtered: *mut unic_filtered_text,
) -> unic_status {
    // SAFETY: NULL is found; else a live handle of this thread.
    let stream = match unsafe { borrow_mut(stream) } {
        Ok(stream) => stream,
        Err(Failure(status)) => return status,
    };
    let status = guard(|| {
        let out = Out::required(filtered)?;
        stream.leave_text();
        if length >= 1 << 31 {
            return Err(Failure::from(crate::analysis::TextError::TooLong));
        }
        // SAFETY: the text is as the header asks for.
        let text = unsafe { slice(text, length) }?;
        stream.steps.clear();
        let (changed, map) = stream.stream.filter_text_with_map(text)?;
        stream.steps.try_reserve(map.steps().len()).map_err(|_| Failure(UNIC_STATUS_OUT_OF_MEMORY))?;
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
    stream.note(status);
    status
}

/// # Safety
/// As the header says of the calls above.
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
        // SAFETY: NULL is found; else a live handle.
        let analyzer = unsafe { &borrow(analyzer)?.analyzer };
        if length >= 1 << 31 {
            return Err(Failure::from(crate::analysis::TextError::TooLong));
        }
        // SAFETY: the text is as the header asks for.
        let text = unsafe { slice(text, length) }?;
        let mut stream = analyzer.stream();
        if analyzer.chain().kind != Kind::Normalizer {
            // SAFETY: the buffer is as the header asks for.
            return unsafe { give_units(stream.filter_text(text)?, buffer, capacity, &needed) };
        }
        let mut given = Err(Failure(UNIC_STATUS_OUT_OF_MEMORY));
        // SAFETY: the buffer is as the header asks for.
        stream.analyze(text)?.for_each(|token| given = unsafe { give_units(token.term, buffer, capacity, &needed) })?;
        given
    })
}
