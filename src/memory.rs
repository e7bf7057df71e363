//! Memory: what is kept between texts, and the per-thread state of a call, whether an allocation failed.
//!
//! The allocator of the C library (feature `c-allocator`, `capi/allocator.rs`) serves a failed allocation from a
//! reserve and sets a flag here. Loops whose memory use grows with their input check the flag and end; the boundary of
//! the C interface turns it into OUT_OF_MEMORY. Without the feature the flag is never set.

use std::cell::Cell;

/// Buffers above this capacity, in bytes, are released before the next text.
pub(crate) const MAX_KEPT_BYTES: usize = 1 << 20;

/// Releases a buffer above [`MAX_KEPT_BYTES`].
pub(crate) fn release_large<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() * size_of::<T>() > MAX_KEPT_BYTES {
        *buffer = Vec::new();
    }
}

/// The state of one thread; without a destructor, as registering one would allocate.
pub(crate) struct Call {
    /// Whether the thread is inside a call of the C interface.
    pub is_inside: Cell<bool>,
    /// Whether an allocation of the current call failed.
    pub ran_out: Cell<bool>,
}

thread_local! {
    pub(crate) static CALL: Call = const { Call { is_inside: Cell::new(false), ran_out: Cell::new(false) } };
}

/// The error that an allocation of the call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AllocationFailed;

/// Whether an allocation of the current call failed.
#[inline]
pub(crate) fn ran_out() -> bool {
    cfg!(feature = "c-allocator") && CALL.with(|call| call.ran_out.get())
}

/// A checkpoint: returns an error if an allocation of the current call failed.
#[inline]
pub(crate) fn check() -> Result<(), AllocationFailed> {
    if ran_out() { Err(AllocationFailed) } else { Ok(()) }
}

/// Wraps a part of a call for another thread, so that it returns that thread's flag with its result.
pub(crate) fn part_of_call<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> (R, bool) {
    let is_inside = CALL.with(|call| call.is_inside.get());
    move || {
        // The thread is new and ends after this work.
        CALL.with(|call| call.is_inside.set(is_inside));
        let result = work();
        (result, ran_out())
    }
}

/// Sets the flag of this call if an allocation failed on a thread that works for it.
pub(crate) fn mark(ran_out: bool) {
    CALL.with(|call| call.ran_out.set(call.ran_out.get() | ran_out));
}
