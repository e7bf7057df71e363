//! Sort keys and comparison in key order.

use crate::analysis::stream::StreamUnit;
use crate::capi::guard::{guard, guard_free};
use crate::capi::handle::{Out, borrow_mut, buffer, checked_text, slice};
use crate::capi::output::write_bytes;
use crate::capi::status::{
    Failure, INVALID_ARGUMENT, UNIC_STATUS_BUFFER_TOO_SMALL, UNIC_STATUS_INTERNAL, UNIC_STATUS_OUT_OF_MEMORY,
    unic_status,
};
use crate::capi::stream::unic_stream;
use crate::unicode::collate::Key;
use std::cmp::Ordering;
use std::ffi::c_char;

/// Writes the sort key of a UTF-8 text. Keys compare as unsigned bytes (memcmp; if one key is a prefix of the other,
/// the shorter is less). A key is not NUL-terminated; it contains a zero byte only if `reorder` moves a group beyond
/// the last lead byte (lists of eight codes or more). Keys of different analyzers, or of libraries with different
/// fingerprints, are not comparable. The text set on the stream, its tokens and their terms are unaffected. Allocates
/// nothing once the buffers of the stream have grown.
///
/// Parameters:
///     stream: a stream of an analyzer of type unic_collation or naturalsort (otherwise UNSUPPORTED).
///     text, length: length in bytes. Ill-formed sequences are treated as U+FFFD.
///     buffer, capacity: the output buffer and its size in bytes; unchanged on failure. NULL and 0 return the size
///         only, at the cost of a key, so prefer a buffer that is large enough: 64 bytes hold the key of a word, 4
///         bytes per UTF-16 unit hold the key of nearly every text.
///     needed: NULL, or receives the size of the key in bytes; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, UNSUPPORTED, TEXT_TOO_LONG, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT,
///     INTERNAL.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_utf8(
    stream: *mut unic_stream,
    text: *const c_char,
    length: usize,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort_key(stream, text.cast::<u8>(), length, buffer, capacity, needed) }
}

/// UTF-16 variant of unic_sort_key_utf8: native byte order, length in 16-bit units. The key equals that of the
/// UTF-8 form.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_utf16(
    stream: *mut unic_stream,
    text: *const u16,
    length: usize,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort_key(stream, text, length, buffer, capacity, needed) }
}

/// # Safety
/// As documented in the header for the functions above.
#[inline]
unsafe fn sort_key<U: StreamUnit>(
    stream: *mut unic_stream,
    text: *const U,
    length: usize,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: `stream` satisfies the contract in the header.
    unsafe {
        with_keys(stream, |stream| {
            let needed = Out::optional(needed)?;
            let key = stream.inner.sort_key(checked_text(text, length)?)?;
            write_bytes(key, buffer, capacity, &needed)
        })
    }
}

/// Runs a call that builds keys. After a failure it rebuilds the state of the keys.
///
/// # Safety
/// `stream` is NULL or misaligned, or a live handle of this thread.
#[inline]
pub(super) unsafe fn with_keys(
    stream: *mut unic_stream,
    body: impl FnOnce(&mut unic_stream) -> Result<(), Failure>,
) -> unic_status {
    // SAFETY: as the caller promises.
    let stream = match unsafe { borrow_mut(stream) } {
        Ok(stream) => stream,
        Err(Failure(status)) => return status,
    };
    let status = guard(|| body(stream));
    if status == UNIC_STATUS_INTERNAL || status == UNIC_STATUS_OUT_OF_MEMORY {
        guard_free(|| stream.inner.forget_keys());
    }
    status
}

/// Writes the sort keys of many UTF-8 texts, concatenated: key i is arena[offsets[i]] up to arena[offsets[i + 1]],
/// exclusive.
///
/// Parameters:
///     texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL if its length is 0.
///     arena, capacity: the output buffer and its size in bytes; must not overlap the texts. NULL and 0 return the
///         total size only. Bytes after the last key are undefined; on failure all bytes are.
///     offsets: receives count + 1 offsets into the arena; the last one is the total size. Undefined on failure.
///     needed: NULL, or receives the total size in bytes; written on BUFFER_TOO_SMALL as well.
/// Returns: as unic_sort_key_utf8. If one text fails, the whole batch fails.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_keys_utf8(
    stream: *mut unic_stream,
    texts: *const *const c_char,
    lengths: *const usize,
    count: usize,
    arena: *mut u8,
    capacity: usize,
    offsets: *mut usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort_keys(stream, texts.cast::<*const u8>(), lengths, count, (arena, capacity), offsets, needed) }
}

/// UTF-16 variant of unic_sort_keys_utf8: native byte order, lengths in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_keys_utf16(
    stream: *mut unic_stream,
    texts: *const *const u16,
    lengths: *const usize,
    count: usize,
    arena: *mut u8,
    capacity: usize,
    offsets: *mut usize,
    needed: *mut usize,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { sort_keys(stream, texts, lengths, count, (arena, capacity), offsets, needed) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn sort_keys<U: StreamUnit>(
    stream: *mut unic_stream,
    texts: *const *const U,
    lengths: *const usize,
    count: usize,
    (arena, capacity): (*mut u8, usize),
    offsets: *mut usize,
    needed: *mut usize,
) -> unic_status {
    let body = |stream: &mut unic_stream| {
        let needed = Out::optional(needed)?;
        // SAFETY: the arrays satisfy the contract in the header.
        let (texts, lengths, arena, offsets) = unsafe {
            (
                slice(texts, count)?,
                slice(lengths, count)?,
                buffer(arena, capacity)?,
                buffer(offsets, count.checked_add(1).ok_or(INVALID_ARGUMENT)?)?,
            )
        };
        let (first, ends) = offsets.split_first_mut().ok_or(INVALID_ARGUMENT)?;
        *first = 0;
        let mut end = 0;
        for ((text, length), offset) in texts.iter().zip(lengths).zip(ends) {
            // Without capacity the lengths are still counted.
            let target = arena.get_mut(end..).unwrap_or(&mut []);
            // SAFETY: each text satisfies the contract in the header.
            end += match stream.inner.sort_key_into(unsafe { checked_text(*text, *length) }?, target)? {
                Key::InBuffer(length) => length,
                Key::InScratch(key) => {
                    if let Some(target) = target.get_mut(..key.len()) {
                        target.copy_from_slice(key);
                    }
                    key.len()
                }
            };
            *offset = end;
        }
        // SAFETY: checked by `Out`.
        unsafe { needed.set(end) };
        if end <= arena.len() { Ok(()) } else { Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) }
    };
    // SAFETY: `stream` satisfies the contract in the header.
    unsafe { with_keys(stream, body) }
}

/// Compares two UTF-8 texts in the order of their sort keys; unic_collation compares without building the keys.
///
/// Parameters:
///     left, left_length, right, right_length: lengths in bytes.
///     order: receives -1, 0 or 1 if left is less than, equal to or greater than right. Unchanged on failure.
/// Returns: as unic_sort_key_utf8, without BUFFER_TOO_SMALL.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_compare_utf8(
    stream: *mut unic_stream,
    left: *const c_char,
    left_length: usize,
    right: *const c_char,
    right_length: usize,
    order: *mut i32,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { compare(stream, (left.cast::<u8>(), left_length), (right.cast::<u8>(), right_length), order) }
}

/// UTF-16 variant of unic_compare_utf8: native byte order, lengths in 16-bit units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_compare_utf16(
    stream: *mut unic_stream,
    left: *const u16,
    left_length: usize,
    right: *const u16,
    right_length: usize,
    order: *mut i32,
) -> unic_status {
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe { compare(stream, (left, left_length), (right, right_length), order) }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn compare<U: StreamUnit>(
    stream: *mut unic_stream,
    left: (*const U, usize),
    right: (*const U, usize),
    order: *mut i32,
) -> unic_status {
    let body = |stream: &mut unic_stream| {
        let out = Out::required(order)?;
        // SAFETY: the texts satisfy the contract in the header.
        let (left, right) = unsafe { (checked_text(left.0, left.1)?, checked_text(right.0, right.1)?) };
        let order = match stream.inner.compare(left, right)? {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        // SAFETY: checked by `Out`.
        unsafe { out.set(order) };
        Ok(())
    };
    // SAFETY: `stream` satisfies the contract in the header.
    unsafe { with_keys(stream, body) }
}
