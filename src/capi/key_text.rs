//! Text forms of sort keys, for stores that accept text only.

use crate::capi::encoding::{UNIC_ENCODING_UTF8, UNIC_ENCODING_UTF16, unic_encoding};
use crate::capi::guard::guard_entry;
use crate::capi::handle::{Out, slice};
use crate::capi::output::{write_bytes, write_units};
use crate::capi::status::{Failure, INVALID_ARGUMENT, OUT_OF_MEMORY, unic_status};
use crate::unicode::collate;
use std::ffi::c_void;

/// A text form of sort keys: one of UNIC_KEY_FORM_...
pub type unic_key_text_form = u32;

/// 15 bits per character, U+0000 to U+7FFF. The strings compare like the keys, by UTF-16 unit and by UTF-8 byte.
pub const UNIC_KEY_FORM_BASE_32768: u32 = 0;
/// Two lower-case hexadecimal digits per byte; upper-case digits are read as well. The strings compare like the
/// keys.
pub const UNIC_KEY_FORM_HEX: u32 = 1;

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
    guard_entry(|| {
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
    let max_units = key.len().checked_mul(2).ok_or(INVALID_ARGUMENT)?;
    units.try_reserve(max_units).map_err(|_| OUT_OF_MEMORY)?;
    match form {
        UNIC_KEY_FORM_BASE_32768 => collate::to_base_32768(key, &mut units),
        UNIC_KEY_FORM_HEX => {
            let mut digits = String::new();
            digits.try_reserve(max_units).map_err(|_| OUT_OF_MEMORY)?;
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
    guard_entry(|| {
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
        unsafe { write_bytes(&key, buffer, capacity, &needed) }
    })
}

/// Decodes a key from a text of at most `length` units.
fn key_of(units: impl Iterator<Item = u16>, length: usize, form: u32) -> Result<Vec<u8>, Failure> {
    let (mut text, mut key) = (Vec::new(), Vec::new());
    let capacity = length.checked_mul(2).ok_or(INVALID_ARGUMENT)?;
    text.try_reserve(length).and_then(|()| key.try_reserve(capacity)).map_err(|_| OUT_OF_MEMORY)?;
    text.extend(units);
    match form {
        UNIC_KEY_FORM_BASE_32768 => collate::from_base_32768(&text, &mut key),
        UNIC_KEY_FORM_HEX => collate::from_hex(&String::from_utf16(&text).map_err(|_| INVALID_ARGUMENT)?, &mut key),
        _ => return Err(INVALID_ARGUMENT),
    }
    .map_err(|_| INVALID_ARGUMENT)?;
    Ok(key)
}
