//! What char filters and normalizers make of a whole text.

use crate::analysis::options::Kind;
use crate::analysis::stream::StreamUnit;
use crate::capi::analyzer::{give_units, unic_analyzer};
use crate::capi::guard::guard;
use crate::capi::handle::{Out, borrow, slice};
use crate::capi::status::{Failure, UNIC_STATUS_OUT_OF_MEMORY, unic_status};
use std::ffi::c_char;

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

/// The same for UTF-16 in native byte order; all sizes in 16-bit units. A misaligned pointer is INVALID_ARGUMENT.
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
