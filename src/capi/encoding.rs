//! `unic_offset_unit`, `unic_encoding`.

/// The unit of offsets: one of UNIC_OFFSET_...
pub type unic_offset_unit = u32;

/// Code units of the text as passed: bytes for UTF-8, 16-bit units for UTF-16. The default.
pub const UNIC_OFFSET_NATIVE: u32 = 0;
/// UTF-16 code units. An ill-formed sequence of a UTF-8 text counts as one unit.
pub const UNIC_OFFSET_UTF16: u32 = 1;
/// Bytes of the UTF-8 form of the text. An unpaired surrogate counts as three bytes.
pub const UNIC_OFFSET_UTF8: u32 = 2;
/// Code points.
pub const UNIC_OFFSET_CODE_POINT: u32 = 3;

/// The encoding of a text: one of UNIC_ENCODING_...
pub type unic_encoding = u32;

/// UTF-8, in bytes.
pub const UNIC_ENCODING_UTF8: u32 = 0;
/// UTF-16 in native byte order, in 16-bit units.
pub const UNIC_ENCODING_UTF16: u32 = 1;
