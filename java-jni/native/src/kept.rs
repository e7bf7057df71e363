//! Buffers that objects keep from call to call.

/// Larger buffers are released before the next text.
pub const MAX_KEPT_BYTES: usize = 1 << 20;

/// Releases a buffer that is larger than [`MAX_KEPT_BYTES`].
#[inline]
pub fn release_large<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() * size_of::<T>() > MAX_KEPT_BYTES {
        *buffer = Vec::new();
    }
}
