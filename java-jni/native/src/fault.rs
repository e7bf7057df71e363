//! Panics on request, for tests of what a caller sees after one. Only builds with the feature `faults` have them, which
//! no artefact contains.

/// Panics if the text is `fault!`.
#[cfg(feature = "faults")]
#[allow(clippy::panic)]
pub fn panic_on_request(text: &[u16]) {
    if text.iter().copied().eq("fault!".encode_utf16()) {
        panic!("requested by the text");
    }
}

/// Nothing, without the feature `faults`.
#[cfg(not(feature = "faults"))]
#[inline(always)]
pub fn panic_on_request(_: &[u16]) {}
