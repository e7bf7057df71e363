//! `unic_filtered_text`, `unic_offset_step`.

use std::ffi::c_void;

/// A step of an offset map: from offset `filtered` of the filtered text, up to the next step, offsets of both texts
/// advance together, starting with `original` in the original text. The size of the struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct unic_offset_step {
    /// An offset in the filtered text, in its code units.
    pub filtered: u32,
    /// The corresponding offset in the original text, in its code units.
    pub original: u32,
}

/// A text after char filters, with its offset map. Allocated by the caller and need not be initialized; all fields
/// are written. The size of the struct never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_filtered_text {
    /// The filtered text: the caller's text if nothing changed, else memory of the stream. Valid until the next
    /// call on the stream, and only while the caller's text is unchanged.
    pub text: *const c_void,
    /// Length of the text in code units of the encoding.
    pub length: usize,
    /// Offset map, ascending. Offsets before the first step are equal in both texts. Valid as long as the text.
    pub steps: *const unic_offset_step,
    /// Number of steps; 0 if all offsets are equal in both texts.
    pub step_count: usize,
}
