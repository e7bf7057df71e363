//! Ranges of sort keys: prefixes, and bounds on the first levels.

use crate::analysis::stream::StreamUnit;
use crate::capi::encoding::{UNIC_ENCODING_UTF8, UNIC_ENCODING_UTF16, unic_encoding};
use crate::capi::guard::guard_entry;
use crate::capi::handle::{Out, buffer, checked_text, slice};
use crate::capi::output::write_bytes;
use crate::capi::sort_key::with_keys;
use crate::capi::status::{Failure, INVALID_ARGUMENT, UNIC_STATUS_BUFFER_TOO_SMALL, unic_status};
use crate::capi::stream::unic_stream;
use crate::unicode::collate::{self, Bound, Strength};
use std::ffi::c_void;

/// A collation strength: one of UNIC_STRENGTH_...
pub type unic_strength = u32;
/// A bound of sort keys: one of UNIC_BOUND_...
pub type unic_bound = u32;

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

/// Writes the range of the sort keys of all texts that start with a prefix: start <= key < end. The call allocates
/// memory, since it is intended for queries.
///
/// At PRIMARY the range contains exactly the keys of the texts whose base characters start with those of the
/// prefix. At other strengths it starts at the key of the prefix and contains all matches, but may contain other
/// keys, because keys are ordered by all base characters first: check each result. A strength above that of the
/// analyzer is treated as that of the analyzer. If numbers compare by value (naturalsort, option `numeric`), a
/// number at the end of the prefix matches as a whole number, and a sign at its end only as a sign without a number.
///
/// Parameters:
///     text, length, encoding: the prefix, in the encoding UNIC_ENCODING_...; length in its code units.
///     strength: UNIC_STRENGTH_...
///     start, start_capacity, start_needed: the lower end, inclusive; as buffer, capacity and needed of
///         unic_sort_key_utf8.
///     end, end_capacity, end_needed: the upper end, exclusive; likewise. It is not empty: a prefix without base
///         characters has the end of 64 bytes FF, which is greater than the key of any text without a run of 32
///         noncharacters U+FFFF.
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
            let range = stream.inner.sort_key_prefix(checked_text(text, length)?, strength)?;
            start_needed.set(range.start.len());
            end_needed.set(range.end.len());
            if range.start.len() > start.1 || range.end.len() > end.1 {
                return Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL));
            }
            write_bytes(&range.start, start.0, start.1, &start_needed)?;
            write_bytes(&range.end, end.0, end.1, &end_needed)
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
    guard_entry(|| {
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
        unsafe { write_bytes(&collate::bound(slice(key, length)?, bound, levels as usize), buffer, capacity, &needed) }
    })
}
