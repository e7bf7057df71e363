//! The peer: ICU4C's break iteration, collation keys and transforms over UTF-16.

use std::cmp::Ordering;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::NonNull;

unsafe extern "C" {
    fn icu_breaks_open(kind: c_int) -> *mut c_void;
    fn icu_breaks_of_rules(rules: *const u16, length: i32) -> *mut c_void;
    fn icu_breaks_count(breaks: *mut c_void, text: *const u16, length: i32) -> i32;
    fn icu_breaks_close(breaks: *mut c_void);
    fn icu_collator_open(locale: *const c_char) -> *mut c_void;
    fn icu_collator_of_rules(rules: *const u16, length: i32) -> *mut c_void;
    fn icu_collator_key(collator: *const c_void, text: *const u16, length: i32, key: *mut u8, capacity: i32) -> i32;
    fn icu_collator_compare(
        collator: *const c_void,
        left: *const u16,
        left_length: i32,
        right: *const u16,
        right_length: i32,
    ) -> i32;
    fn icu_collator_close(collator: *mut c_void);
    fn icu_transform_open(id: *const u16, length: i32, reverse: i32) -> *mut c_void;
    fn icu_transform_id(transform: *const c_void, length: *mut i32) -> *const u16;
    fn icu_transform_sources(transform: *const c_void, ranges: *mut [u32; 2], capacity: i32) -> i32;
    fn icu_transform(transform: *const c_void, text: *mut u16, length: i32, capacity: i32) -> i32;
    fn icu_transform_close(transform: *mut c_void);
    fn icu_version() -> *const c_char;
}

/// The kinds of break iterators of ICU4C (`UBreakIteratorType`).
#[derive(Clone, Copy)]
pub enum BreakKind {
    Grapheme,
    Word,
    Line,
    Sentence,
}

/// A break iterator.
pub struct Breaks(NonNull<c_void>);

impl Breaks {
    /// Opens the word iterator of the root locale.
    pub fn words() -> Breaks {
        Breaks::open(BreakKind::Word)
    }

    /// Opens an iterator of the root locale.
    pub fn open(kind: BreakKind) -> Breaks {
        // SAFETY: returns NULL or an iterator.
        Breaks(NonNull::new(unsafe { icu_breaks_open(kind as c_int) }).expect("ICU4C has the rules"))
    }

    /// Opens an iterator from rules.
    pub fn of_rules(rules: &str) -> Breaks {
        let rules: Vec<u16> = rules.encode_utf16().collect();
        // SAFETY: the rules live during the call; returns NULL or an iterator.
        let breaks = unsafe { icu_breaks_of_rules(rules.as_ptr(), rules.len() as i32) };
        Breaks(NonNull::new(breaks).expect("ICU4C reads the rules"))
    }

    /// Iterates over the text; returns the number of segments that are words (status 100 and above).
    pub fn count(&mut self, text: &[u16]) -> usize {
        // SAFETY: the iterator is open; the text lives during the call.
        unsafe { icu_breaks_count(self.0.as_ptr(), text.as_ptr(), text.len() as i32) as usize }
    }
}

impl Drop for Breaks {
    fn drop(&mut self) {
        // SAFETY: open, and not used any more.
        unsafe { icu_breaks_close(self.0.as_ptr()) }
    }
}

/// The version of ICU4C.
pub fn version() -> String {
    // SAFETY: a constant.
    unsafe { CStr::from_ptr(icu_version()) }.to_string_lossy().into_owned()
}

/// A collator.
pub struct Collator(NonNull<c_void>);

impl Collator {
    /// Opens the collator of a locale.
    pub fn open(locale: &str) -> Collator {
        let locale = CString::new(locale).expect("locales hold no zero");
        // SAFETY: returns NULL or a collator.
        Collator(NonNull::new(unsafe { icu_collator_open(locale.as_ptr()) }).expect("ICU4C has the locale"))
    }

    /// Opens a collator from rules, if ICU4C accepts them.
    pub fn of_rules(rules: &[u16]) -> Option<Collator> {
        // SAFETY: the rules live during the call; returns NULL or a collator.
        NonNull::new(unsafe { icu_collator_of_rules(rules.as_ptr(), rules.len() as i32) }).map(Collator)
    }

    /// Writes the key of a text; returns its length.
    pub fn key(&self, text: &[u16], key: &mut [u8]) -> usize {
        // SAFETY: the collator is open; text and buffer live during the call.
        unsafe {
            let (text, length) = (text.as_ptr(), text.len() as i32);
            icu_collator_key(self.0.as_ptr(), text, length, key.as_mut_ptr(), key.len() as i32) as usize
        }
    }

    /// Compares two texts.
    pub fn compare(&self, left: &[u16], right: &[u16]) -> Ordering {
        let lengths = (left.len() as i32, right.len() as i32);
        // SAFETY: the collator is open; the texts live during the call.
        unsafe { icu_collator_compare(self.0.as_ptr(), left.as_ptr(), lengths.0, right.as_ptr(), lengths.1) }.cmp(&0)
    }
}

impl Drop for Collator {
    fn drop(&mut self) {
        // SAFETY: open, and not used any more.
        unsafe { icu_collator_close(self.0.as_ptr()) }
    }
}

/// A transform.
pub struct Transform(NonNull<c_void>);

impl Transform {
    /// Opens the transform of an id, forward.
    pub fn open(id: &str) -> Transform {
        Transform::find(id, false).expect("ICU4C has the id")
    }

    /// Opens the transform of an id, forward or reverse, if ICU4C has one.
    pub fn find(id: &str, reverse: bool) -> Option<Transform> {
        let id: Vec<u16> = id.encode_utf16().collect();
        // SAFETY: the id lives during the call; returns NULL or a transform.
        NonNull::new(unsafe { icu_transform_open(id.as_ptr(), id.len() as i32, reverse.into()) }).map(Transform)
    }

    /// The id, which is the inverse one of a reverse transform.
    pub fn id(&self) -> String {
        let mut length = 0;
        // SAFETY: the transform is open, and owns the id, which has this length.
        let id = unsafe {
            let id = icu_transform_id(self.0.as_ptr(), &mut length);
            std::slice::from_raw_parts(id, length as usize)
        };
        String::from_utf16_lossy(id)
    }

    /// The ranges of the characters that the transform may change; empty if ICU4C does not tell.
    pub fn sources(&self) -> Vec<[u32; 2]> {
        let mut ranges = vec![[0; 2]; 4096];
        // SAFETY: the transform is open; the list has this capacity.
        let count = unsafe { icu_transform_sources(self.0.as_ptr(), ranges.as_mut_ptr(), ranges.len() as i32) };
        ranges.truncate(count as usize);
        ranges
    }

    /// Copies a text to the buffer and transforms it there; returns the length of the result.
    pub fn transform(&self, text: &[u16], buffer: &mut [u16]) -> usize {
        buffer[..text.len()].copy_from_slice(text);
        // SAFETY: the transform is open; the buffer has this capacity.
        let length =
            unsafe { icu_transform(self.0.as_ptr(), buffer.as_mut_ptr(), text.len() as i32, buffer.len() as i32) };
        usize::try_from(length).expect("the result fits")
    }
}

impl Drop for Transform {
    fn drop(&mut self) {
        // SAFETY: open, and not used any more.
        unsafe { icu_transform_close(self.0.as_ptr()) }
    }
}
