//! ICU4C's bare words over ready UTF-16: the peer.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::NonNull;

unsafe extern "C" {
    fn icu_words_open() -> *mut c_void;
    fn icu_words_count(words: *mut c_void, text: *const u16, length: i32) -> i32;
    fn icu_words_close(words: *mut c_void);
    fn icu_version() -> *const c_char;
}

/// A word iterator.
pub struct Words(NonNull<c_void>);

impl Words {
    /// For the root locale.
    pub fn open() -> Words {
        // SAFETY: gives NULL or an iterator.
        Words(NonNull::new(unsafe { icu_words_open() }).expect("ICU4C has word rules"))
    }

    /// How many words the text has.
    pub fn count(&mut self, text: &[u16]) -> usize {
        // SAFETY: the iterator is open; the text is there for the time of the call.
        unsafe { icu_words_count(self.0.as_ptr(), text.as_ptr(), text.len() as i32) as usize }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: open, and not used any more.
        unsafe { icu_words_close(self.0.as_ptr()) }
    }
}

/// The version of ICU4C.
pub fn version() -> String {
    // SAFETY: a constant.
    unsafe { CStr::from_ptr(icu_version()) }.to_string_lossy().into_owned()
}
