//! `unic_error` and `unic_string`.

use crate::capi::handle::Boxed;
use crate::capi::status::{UNIC_STATUS_OK, of_category, unic_status};
use crate::config::ConfigErrors;
use std::ffi::{CStr, CString, c_char};

/// Why a definition was refused. Filled by a failing call when the caller passes a place for it; set to NULL on success.
/// Holds the first error in document order; unic_error_json holds all of them. Owned by the caller, who frees it with
/// unic_error_free. Immutable: any number of threads may read it.
pub struct unic_error {
    code: unic_status,
    message: CString,
    pointer: CString,
    offset: usize,
    line: usize,
    column: usize,
    help: CString,
    json: CString,
}

impl Boxed for unic_error {}

impl unic_error {
    pub(crate) fn of(errors: &ConfigErrors) -> unic_error {
        let first = errors.first();
        unic_error {
            code: of_category(first.category),
            message: c_string(&first.message()),
            pointer: c_string(&first.pointer),
            offset: first.offset,
            line: first.line,
            column: first.column,
            help: c_string(&first.help),
            json: c_string(&errors.to_json()),
        }
    }
}

/// A text with a NUL at its end; NULs inside are shown as `\0`.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\\0")).unwrap_or_default()
}

/// # Safety
/// As for the getters below.
unsafe fn text_of(error: *const unic_error, text: impl FnOnce(&unic_error) -> &CStr) -> *const c_char {
    // SAFETY: NULL is found; else the caller's error is alive.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| text(error).as_ptr())
}

/// The status that the failing call returned; UNIC_STATUS_OK for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_code(error: *const unic_error) -> unic_status {
    // SAFETY: NULL is found; else the caller's error is alive.
    unsafe { error.as_ref() }.map_or(UNIC_STATUS_OK, |error| error.code)
}

/// One line that says what was found, what is allowed, and the nearest known name. UTF-8, NUL-terminated, never NULL
/// (empty for NULL); lives as long as the error. The same holds for the other texts of an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_message(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.message) }
}

/// The JSON pointer (RFC 6901) of the member or list entry at fault; empty for the document as a whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_pointer(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.pointer) }
}

/// The byte offset of the fault in the JSON, from 0: of the key for UNKNOWN_OPTION and DUPLICATE, otherwise of the value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_offset(error: *const unic_error) -> usize {
    // SAFETY: NULL is found; else the caller's error is alive.
    unsafe { error.as_ref() }.map_or(0, |error| error.offset)
}

/// The line of the fault in the JSON, from 1; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_line(error: *const unic_error) -> usize {
    // SAFETY: NULL is found; else the caller's error is alive.
    unsafe { error.as_ref() }.map_or(0, |error| error.line)
}

/// The column of the fault in its line, in code points, from 1; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_column(error: *const unic_error) -> usize {
    // SAFETY: NULL is found; else the caller's error is alive.
    unsafe { error.as_ref() }.map_or(0, |error| error.column)
}

/// What to do about it, in one line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_help(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.help) }
}

/// All errors of the definition in document order, as JSON: {"errors": [{"category", "message", "pointer", "line",
/// "column", "offset", "found", "allowed", "nearest", "help"}, ...]}.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_json(error: *const unic_error) -> *const c_char {
    // SAFETY: as for `text_of`.
    unsafe { text_of(error, |error| &error.json) }
}

/// Frees an error. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_error_free(error: *mut unic_error) {
    // SAFETY: NULL is found; else the caller owns it.
    unsafe { unic_error::free(error) };
}

/// A text made by the library: UTF-8, also NUL-terminated. Owned by the caller, who frees it with unic_string_free.
/// Immutable: any number of threads may read it.
pub struct unic_string {
    text: CString,
}

impl Boxed for unic_string {}

impl unic_string {
    pub(crate) fn of(text: &str) -> unic_string {
        unic_string { text: c_string(text) }
    }
}

/// The text; never NULL (empty for NULL); lives as long as the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_data(string: *const unic_string) -> *const c_char {
    // SAFETY: NULL is found; else the caller's string is alive.
    unsafe { string.as_ref() }.map_or(c"".as_ptr(), |string| string.text.as_ptr())
}

/// The length of the text in bytes, without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_length(string: *const unic_string) -> usize {
    // SAFETY: NULL is found; else the caller's string is alive.
    unsafe { string.as_ref() }.map_or(0, |string| string.text.as_bytes().len())
}

/// Frees a string. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_free(string: *mut unic_string) {
    // SAFETY: NULL is found; else the caller owns it.
    unsafe { unic_string::free(string) };
}
