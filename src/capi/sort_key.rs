//! Sort keys, comparison in key order, key ranges, keys as text.

use crate::analysis::KeyError;
use crate::analysis::stream::StreamUnit;
use crate::capi::analyzer::write_units;
use crate::capi::guard::{check_memory, guard, guard_free};
use crate::capi::handle::{Out, borrow_mut, buffer, slice};
use crate::capi::status::{
    Failure, INVALID_ARGUMENT, OUT_OF_MEMORY, UNIC_STATUS_BUFFER_TOO_SMALL, UNIC_STATUS_INTERNAL,
    UNIC_STATUS_OUT_OF_MEMORY, unic_status,
};
use crate::capi::stream::unic_stream;
use crate::unicode::collate::{self, Bound, Key, Strength};
use std::cmp::Ordering;
use std::ffi::{c_char, c_void};

/// A collation strength: one of UNIC_STRENGTH_...
pub type unic_strength = u32;
/// A bound of sort keys: one of UNIC_BOUND_...
pub type unic_bound = u32;
/// The encoding of a text: one of UNIC_ENCODING_...
pub type unic_encoding = u32;
/// A text form of sort keys: one of UNIC_KEY_FORM_...
pub type unic_key_text_form = u32;

/// Base characters only.
pub const UNIC_STRENGTH_PRIMARY: u32 = 1;
/// Base characters and accents.
pub const UNIC_STRENGTH_SECONDARY: u32 = 2;
/// Base characters, accents, case and variants.
pub const UNIC_STRENGTH_TERTIARY: u32 = 3;
/// Tertiary, and variable characters (spaces, punctuation) if they are shifted.
pub const UNIC_STRENGTH_QUATERNARY: u32 = 4;
/// Quaternary, and the code points of the NFD form.
pub const UNIC_STRENGTH_IDENTICAL: u32 = 5;

/// A lower bound: not greater than the key of any text that is equal on the given levels.
pub const UNIC_BOUND_LOWER: u32 = 0;
/// An upper bound: greater than the key of any text that is equal on the given levels.
pub const UNIC_BOUND_UPPER: u32 = 1;
/// An upper bound: greater than the key of any text that starts with a text equal on the given levels.
pub const UNIC_BOUND_UPPER_LONG: u32 = 2;

/// UTF-8, in bytes.
pub const UNIC_ENCODING_UTF8: u32 = 0;
/// UTF-16 in native byte order, in 16-bit units.
pub const UNIC_ENCODING_UTF16: u32 = 1;

/// 15 bits per character, U+0000 to U+7FFF. The strings compare like the keys, by UTF-16 unit and by UTF-8 byte.
pub const UNIC_KEY_FORM_BASE_32768: u32 = 0;
/// Two lower-case hexadecimal digits per byte; upper-case digits are read as well. The strings compare like the
/// keys.
pub const UNIC_KEY_FORM_HEX: u32 = 1;

/// Writes the sort key of a UTF-8 text. Keys compare as unsigned bytes (memcmp; if one key is a prefix of the
/// other, the shorter is less). A key may contain zero bytes and is not terminated. Keys of different analyzers, or
/// of libraries with different fingerprints, are not comparable. The text set on the stream, its tokens and their
/// terms are unaffected. Allocates nothing once the buffers of the stream have grown.
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
            let key = stream.stream.sort_key(checked_text(text, length)?)?;
            write_key(key, buffer, capacity, &needed)
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
        guard_free(|| stream.stream.forget_keys());
    }
    status
}

/// The caller's text, after a check of its length.
///
/// # Safety
/// As for [`slice`].
#[inline]
pub(super) unsafe fn checked_text<'a, U>(text: *const U, length: usize) -> Result<&'a [U], Failure> {
    if length >= 1 << 31 {
        return Err(Failure::from(KeyError::TooLong));
    }
    // SAFETY: as the caller promises.
    unsafe { slice(text, length) }
}

/// Copies a key into the caller's buffer and writes its size.
///
/// # Safety
/// As for [`buffer`]; `needed` is valid for writes.
#[inline]
unsafe fn write_key(key: &[u8], target: *mut u8, capacity: usize, needed: &Out<usize>) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    let target = unsafe { buffer(target, capacity) }?;
    check_memory()?;
    // SAFETY: checked by `Out`.
    unsafe { needed.set(key.len()) };
    let place = target.get_mut(..key.len()).ok_or(Failure(UNIC_STATUS_BUFFER_TOO_SMALL))?;
    place.copy_from_slice(key);
    Ok(())
}

/// Writes the sort keys of many UTF-8 texts, concatenated: key i is arena[offsets[i]] up to arena[offsets[i + 1]],
/// exclusive.
///
/// Parameters:
///     texts, lengths, count: one pointer and one length in bytes per text; a text may be NULL if its length is 0.
///     arena, capacity: the output buffer and its size in bytes. NULL and 0 return the sizes only. Bytes after the
///         last key are undefined; on failure all bytes are.
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
        let (first, places) = offsets.split_first_mut().ok_or(INVALID_ARGUMENT)?;
        *first = 0;
        let mut end = 0;
        for ((text, length), offset) in texts.iter().zip(lengths).zip(places) {
            // Without capacity the lengths are still counted.
            let target = arena.get_mut(end..).unwrap_or(&mut []);
            // SAFETY: each text satisfies the contract in the header.
            end += match stream.stream.sort_key_in(unsafe { checked_text(*text, *length) }?, target)? {
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
        let order = match stream.stream.compare(left, right)? {
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

/// Writes the range of the sort keys of all texts that start with a prefix: start <= key < end. Made for queries:
/// allocates.
///
/// At PRIMARY the range contains exactly the keys of the texts whose base characters start with those of the
/// prefix. At other strengths it starts at the key of the prefix and contains all matches, but may contain other
/// keys, because keys are ordered by all base characters first: check each result. A strength above that of the
/// analyzer is treated as that of the analyzer. If numbers compare by value (naturalsort, option `numeric`), a
/// number at the end of the prefix matches as a whole number.
///
/// Parameters:
///     text, length, encoding: the prefix, in the encoding UNIC_ENCODING_...; length in its code units.
///     strength: UNIC_STRENGTH_...
///     start, start_capacity, start_needed: the lower end, inclusive; as buffer, capacity and needed of
///         unic_sort_key_utf8.
///     end, end_capacity, end_needed: the upper end, exclusive; likewise. Never empty: for a prefix without base
///         characters it is 64 bytes FF, greater than the key of any text without a run of 32 noncharacters U+FFFF.
/// Returns: as unic_sort_key_utf8. On BUFFER_TOO_SMALL both buffers are unchanged and both sizes are written.
/// Threads: one at a time per stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_prefix(
    stream: *mut unic_stream,
    text: *const c_void,
    length: usize,
    encoding: unic_encoding,
    strength: unic_strength,
    start: *mut u8,
    start_capacity: usize,
    start_needed: *mut usize,
    end: *mut u8,
    end_capacity: usize,
    end_needed: *mut usize,
) -> unic_status {
    let ends = [(start, start_capacity, start_needed), (end, end_capacity, end_needed)];
    // SAFETY: the arguments satisfy the contract in the header.
    unsafe {
        match encoding {
            UNIC_ENCODING_UTF16 => prefix(stream, text.cast::<u16>(), length, strength, ends),
            UNIC_ENCODING_UTF8 => prefix(stream, text.cast::<u8>(), length, strength, ends),
            _ => INVALID_ARGUMENT.0,
        }
    }
}

/// # Safety
/// As documented in the header for the functions above.
unsafe fn prefix<U: StreamUnit>(
    stream: *mut unic_stream,
    text: *const U,
    length: usize,
    strength: unic_strength,
    [start, end]: [(*mut u8, usize, *mut usize); 2],
) -> unic_status {
    let body = |stream: &mut unic_stream| {
        let (start_needed, end_needed) = (Out::optional(start.2)?, Out::optional(end.2)?);
        let strength = strength_of(strength).ok_or(INVALID_ARGUMENT)?;
        // SAFETY: text and buffers satisfy the contract in the header.
        unsafe {
            buffer(start.0, start.1)?;
            buffer(end.0, end.1)?;
            let range = stream.stream.sort_key_prefix(checked_text(text, length)?, strength)?;
            start_needed.set(range.start.len());
            end_needed.set(range.end.len());
            if range.start.len() > start.1 || range.end.len() > end.1 {
                return Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL));
            }
            write_key(&range.start, start.0, start.1, &start_needed)?;
            write_key(&range.end, end.0, end.1, &end_needed)
        }
    };
    // SAFETY: `stream` satisfies the contract in the header.
    unsafe { with_keys(stream, body) }
}

fn strength_of(number: u32) -> Option<Strength> {
    Some(match number {
        UNIC_STRENGTH_PRIMARY => Strength::Primary,
        UNIC_STRENGTH_SECONDARY => Strength::Secondary,
        UNIC_STRENGTH_TERTIARY => Strength::Tertiary,
        UNIC_STRENGTH_QUATERNARY => Strength::Quaternary,
        UNIC_STRENGTH_IDENTICAL => Strength::Identical,
        _ => return None,
    })
}

/// Writes a bound of all sort keys that agree with a key on its first levels: for ranges of texts that are equal,
/// or have equal prefixes, on these levels.
///
/// Parameters:
///     key, length: a complete key of unic_collation.
///     bound: UNIC_BOUND_...
///     levels: number of levels that count, at least 1 (0 is INVALID_ARGUMENT). The case level counts as one.
///     buffer, capacity, needed: as for unic_sort_key_utf8.
/// Returns: OK, BUFFER_TOO_SMALL, NULL_ARGUMENT, INVALID_ARGUMENT, OUT_OF_MEMORY.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_bound(
    key: *const u8,
    length: usize,
    bound: unic_bound,
    levels: u32,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        let bound = match bound {
            UNIC_BOUND_LOWER => Bound::Lower,
            UNIC_BOUND_UPPER => Bound::Upper,
            UNIC_BOUND_UPPER_LONG => Bound::UpperLong,
            _ => return Err(INVALID_ARGUMENT),
        };
        if levels == 0 {
            return Err(INVALID_ARGUMENT);
        }
        // SAFETY: the arguments satisfy the contract in the header.
        unsafe { write_key(&collate::bound(slice(key, length)?, bound, levels as usize), buffer, capacity, &needed) }
    })
}

/// Encodes a sort key as text, for stores that accept text only. The texts compare like the keys.
///
/// Parameters:
///     key, length: any bytes.
///     form: UNIC_KEY_FORM_...
///     encoding: UNIC_ENCODING_... of the text.
///     buffer, capacity: the output buffer and its size in code units of the encoding; unchanged on failure. A NUL
///         is appended if there is space (the base-32768 form may itself contain U+0000). NULL and 0 return the
///         size only.
///     needed: NULL, or receives the size in code units without the NUL; written on BUFFER_TOO_SMALL as well.
/// Returns: OK, BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_to_text(
    key: *const u8,
    length: usize,
    form: unic_key_text_form,
    encoding: unic_encoding,
    buffer: *mut c_void,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: the key satisfies the contract in the header.
        let text = unsafe { text_form(slice(key, length)?, form) }?;
        // SAFETY: the buffer satisfies the contract in the header.
        unsafe {
            match encoding {
                UNIC_ENCODING_UTF16 => write_units(&text, buffer.cast::<u16>(), capacity, &needed),
                UNIC_ENCODING_UTF8 => {
                    // Values up to 7FFF are code points.
                    let mut bytes = String::new();
                    bytes.try_reserve(text.len().saturating_mul(3)).map_err(|_| OUT_OF_MEMORY)?;
                    bytes.extend(text.iter().filter_map(|unit| char::from_u32(u32::from(*unit))));
                    write_units(bytes.as_bytes(), buffer.cast::<u8>(), capacity, &needed)
                }
                _ => Err(INVALID_ARGUMENT),
            }
        }
    })
}

fn text_form(key: &[u8], form: u32) -> Result<Vec<u16>, Failure> {
    let mut units = Vec::new();
    let most = key.len().checked_mul(2).ok_or(INVALID_ARGUMENT)?;
    units.try_reserve(most).map_err(|_| Failure(UNIC_STATUS_OUT_OF_MEMORY))?;
    match form {
        UNIC_KEY_FORM_BASE_32768 => collate::to_base_32768(key, &mut units),
        UNIC_KEY_FORM_HEX => {
            let mut digits = String::new();
            digits.try_reserve(most).map_err(|_| OUT_OF_MEMORY)?;
            collate::to_hex(key, &mut digits);
            units.extend(digits.bytes().map(u16::from));
        }
        _ => return Err(INVALID_ARGUMENT),
    }
    Ok(units)
}

/// Decodes a sort key from text: the inverse of unic_sort_key_to_text.
///
/// Parameters:
///     text, length: the text in the encoding UNIC_ENCODING_..., length in its code units, without a NUL. A text
///         that encodes no key is INVALID_ARGUMENT.
///     form: UNIC_KEY_FORM_...
///     encoding: UNIC_ENCODING_... of the text.
///     buffer, capacity, needed: as for unic_sort_key_utf8.
/// Returns: OK, BUFFER_TOO_SMALL, OUT_OF_MEMORY, NULL_ARGUMENT, INVALID_ARGUMENT.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_sort_key_from_text(
    text: *const c_void,
    length: usize,
    form: unic_key_text_form,
    encoding: unic_encoding,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> unic_status {
    guard(|| {
        let needed = Out::optional(needed)?;
        // SAFETY: the text satisfies the contract in the header.
        let key = unsafe {
            match encoding {
                UNIC_ENCODING_UTF16 => key_of(slice(text.cast::<u16>(), length)?.iter().copied(), length, form),
                UNIC_ENCODING_UTF8 => {
                    let text = slice(text.cast::<u8>(), length)?;
                    let text = std::str::from_utf8(text).map_err(|_| INVALID_ARGUMENT)?;
                    key_of(text.encode_utf16(), length, form)
                }
                _ => Err(INVALID_ARGUMENT),
            }
        }?;
        // SAFETY: the buffer satisfies the contract in the header.
        unsafe { write_key(&key, buffer, capacity, &needed) }
    })
}

/// Decodes a key of at most `most` bytes from the units of a text.
fn key_of(units: impl Iterator<Item = u16>, most: usize, form: u32) -> Result<Vec<u8>, Failure> {
    let (mut text, mut key) = (Vec::new(), Vec::new());
    let room = most.checked_mul(2).ok_or(INVALID_ARGUMENT)?;
    text.try_reserve(most).and_then(|()| key.try_reserve(room)).map_err(|_| Failure(UNIC_STATUS_OUT_OF_MEMORY))?;
    text.extend(units);
    match form {
        UNIC_KEY_FORM_BASE_32768 => collate::from_base_32768(&text, &mut key),
        UNIC_KEY_FORM_HEX => collate::from_hex(&String::from_utf16(&text).map_err(|_| INVALID_ARGUMENT)?, &mut key),
        _ => return Err(INVALID_ARGUMENT),
    }
    .map_err(|_| INVALID_ARGUMENT)?;
    Ok(key)
}
