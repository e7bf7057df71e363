//! Sorts texts by their sort keys.

use crate::analysis::stream::StreamUnit;
use crate::capi::handle::{buffer, checked_text, slice};
use crate::capi::sort_key::with_keys;
use crate::capi::status::{OUT_OF_MEMORY, unic_status};
use crate::capi::stream::unic_stream;
use std::ffi::c_char;
use std::thread::available_parallelism;

/// Sorts UTF-8 texts by their sort keys. Each key is built once, which is several times faster than a sort that
/// compares texts. Stable: texts with equal keys keep their order. Allocates 48 bytes and up to twice the size of the
/// key per text, with several threads 88 bytes. The text set on the stream is unaffected.
///
/// Parameters:
///     texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL if its length is 0.
///     threads: maximum number of threads: 1 for the calling thread only, 0 for one per processor. Few texts are
///         always sorted by the calling thread. All other threads have ended when the call returns.
///     order: receives count indices: order[0] is the index of the text that sorts first. Undefined on failure.
/// Returns: as unic_sort_key_utf8, without BUFFER_TOO_SMALL.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_utf8(
    stream: *mut unic_stream,
    texts: *const *const c_char,
    lengths: *const usize,
    count: usize,
    threads: u32,
    order: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort(stream, texts.cast::<*const u8>(), lengths, count, threads, order) }
}

/// UTF-16 variant of unic_sort_utf8: native byte order, lengths in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_utf16(
    stream: *mut unic_stream,
    texts: *const *const u16,
    lengths: *const usize,
    count: usize,
    threads: u32,
    order: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort(stream, texts, lengths, count, threads, order) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn sort<U: StreamUnit>(
    stream: *mut unic_stream,
    texts: *const *const U,
    lengths: *const usize,
    count: usize,
    threads: u32,
    order: *mut usize,
) -> unic_status {
    let body = |stream: &mut unic_stream| {
        // SAFETY: the arrays satisfy the contract in the header.
        unsafe { buffer(order, count) }.map(drop)?;
        // SAFETY: the arrays satisfy the contract in the header.
        let (texts, lengths) = unsafe { (slice(texts, count)?, slice(lengths, count)?) };
        let mut all: Vec<&[U]> = Vec::new();
        all.try_reserve_exact(count).map_err(|_| OUT_OF_MEMORY)?;
        for (text, length) in texts.iter().zip(lengths) {
            // SAFETY: each text satisfies the contract in the header.
            all.push(unsafe { checked_text(*text, *length) }?);
        }
        let threads = if threads == 0 { available_parallelism().map_or(1, usize::from) } else { threads as usize };
        let sorted = stream.inner.sort(&all, threads)?;
        // SAFETY: as above; the array may be that of the lengths, which are not used any more.
        let order = unsafe { buffer(order, count) }?;
        order.iter_mut().zip(sorted).for_each(|(slot, text)| *slot = text);
        Ok(())
    };
    // SAFETY: `stream` satisfies the contract in the header.
    unsafe { with_keys(stream, body) }
}
