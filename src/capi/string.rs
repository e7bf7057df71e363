//! `unic_string`.

use crate::capi::guard::guard_free;
use crate::capi::handle::{Boxed, borrow};
use crate::memory;
use std::ffi::{CString, c_char};

/// A string allocated by the library: UTF-8, with a NUL after its last byte. The caller owns it and frees it with
/// unic_string_free. Immutable: any number of threads may read it.
pub struct unic_string {
    text: CString,
}

impl Boxed for unic_string {}

impl unic_string {
    pub(crate) fn of(text: String) -> unic_string {
        unic_string { text: c_string(text) }
    }
}

/// Returns the bytes of a string.
///
/// Returns: a NUL-terminated string, valid as long as the unic_string; empty for NULL. Never NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_data(string: *const unic_string) -> *const c_char {
    // SAFETY: NULL is rejected; otherwise the caller's string is alive.
    unsafe { borrow(string) }.map_or(c"".as_ptr(), |string| string.text.as_ptr())
}

/// Returns the length of a string in bytes, without the NUL.
///
/// Returns: the length; 0 for NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_length(string: *const unic_string) -> usize {
    // SAFETY: NULL is rejected; otherwise the caller's string is alive.
    unsafe { borrow(string) }.map_or(0, |string| string.text.as_bytes().len())
}

/// Frees a string.
///
/// Parameters:
///     string: may be NULL.
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unic_string_free(string: *mut unic_string) {
    // SAFETY: NULL is rejected; otherwise the caller owns it.
    guard_free(|| unsafe { unic_string::free(string) });
}

/// A string with a NUL at its end, in which NULs are escaped as `\0`.
pub(crate) fn c_string(mut text: String) -> CString {
    if text.contains('\0') {
        let parts = memory::collect(text.split('\0'));
        let mut escaped = String::new();
        for (at, part) in parts.into_iter().enumerate() {
            memory::push_str(&mut escaped, if at > 0 { "\\0" } else { "" });
            memory::push_str(&mut escaped, part);
        }
        text = escaped;
    }
    let mut bytes = text.into_bytes();
    // For the NUL.
    memory::reserve_exact(&mut bytes, 1);
    CString::new(bytes).unwrap_or_default()
}
