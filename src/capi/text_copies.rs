//! The copies of texts that a stream keeps for `unic_stream_set_utf8_copy` and its UTF-16 variant.

use crate::analysis::stream::StreamUnit;

/// A buffer for each encoding. The copy of the current text is not modified.
#[derive(Default)]
pub(crate) struct TextCopies {
    utf8: Vec<u8>,
    utf16: Vec<u16>,
}

impl TextCopies {
    /// Releases the buffers if they have more than this number of bytes together.
    #[inline]
    pub(crate) fn release_above(&mut self, bytes: usize) {
        if self.capacity_bytes() > bytes {
            *self = TextCopies::default();
        }
    }

    #[inline]
    pub(crate) fn capacity_bytes(&self) -> usize {
        self.utf8.capacity() + self.utf16.capacity() * size_of::<u16>()
    }
}

/// A code unit; selects the buffer of its encoding.
pub(crate) trait CopiedUnit: StreamUnit {
    fn copy(copies: &mut TextCopies) -> &mut Vec<Self>;
}

impl CopiedUnit for u8 {
    fn copy(copies: &mut TextCopies) -> &mut Vec<u8> {
        &mut copies.utf8
    }
}

impl CopiedUnit for u16 {
    fn copy(copies: &mut TextCopies) -> &mut Vec<u16> {
        &mut copies.utf16
    }
}
