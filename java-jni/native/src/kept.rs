//! Buffers that objects keep from call to call.

/// Larger buffers are released before the next text.
pub const KEPT_BYTES: usize = 1 << 20;

/// Releases a buffer that is larger than [`KEPT_BYTES`].
#[inline]
pub fn release_large<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() * size_of::<T>() > KEPT_BYTES {
        *buffer = Vec::new();
    }
}
