//! Memory: what is kept between texts, and what happens when an allocation fails.
//!
//! The allocator of the C library (feature `c-allocator`, `capi/allocator.rs`) serves a failed allocation from a
//! reserve and sets a flag of the call. Work whose memory grows with its input therefore has checkpoints, so that it
//! takes little from the reserve: it tests the flag and returns an error ([`check`]) or, where its callers have no
//! error to return, unwinds to the boundary of the C interface ([`checkpoint()`], [`reserve`] and the functions that
//! use them), which returns OUT_OF_MEMORY.
//!
//! Without the feature the flag is never set, a checkpoint does nothing, and a reservation that fails is reported as by
//! `Vec`.

mod call;
mod checkpoint;
mod growth;

#[cfg(feature = "capi")]
pub(crate) use self::call::with_call;
pub use self::checkpoint::AllocationFailed;
pub(crate) use self::checkpoint::{check, checkpoint, mark, part_of_call, ran_out};
#[cfg(feature = "capi")]
pub(crate) use self::growth::reserve_exact;
pub(crate) use self::growth::{cloned, collect, concatenated, copied, extend, push, push_str, reserve, reserve_in};

/// Buffers above this capacity, in bytes, are released before the next text.
pub(crate) const MAX_KEPT_BYTES: usize = 1 << 20;

/// After a text of more bytes, a stream creates its components again: their buffers are up to 24 times as large as it.
pub(crate) const LARGE_TEXT_BYTES: usize = 1 << 18;

/// Releases a buffer above [`MAX_KEPT_BYTES`].
pub(crate) fn release_large<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() * size_of::<T>() > MAX_KEPT_BYTES {
        *buffer = Vec::new();
    }
}
