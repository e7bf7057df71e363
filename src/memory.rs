//! What a thread remembers of the call that it is in: whether an allocation failed.
//!
//! The allocator of the C library (feature `c-allocator`, `capi/allocator.rs`) serves a failed allocation from a reserve and
//! leaves a mark here. Loops whose memory grows with their input look at the mark and end; the border of the C interface
//! turns it into OUT_OF_MEMORY. Without the feature nothing sets the mark.

use std::cell::Cell;

/// Of one thread; no destructor, so that nothing is registered (which would allocate).
pub(crate) struct Call {
    /// This thread is inside a call of the C interface.
    pub is_inside: Cell<bool>,
    /// An allocation of this call failed.
    pub ran_out: Cell<bool>,
}

thread_local! {
    pub(crate) static CALL: Call = const { Call { is_inside: Cell::new(false), ran_out: Cell::new(false) } };
}

/// An allocation of the call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory;

/// The mark of the call that this thread is in.
#[inline]
pub(crate) fn ran_out() -> bool {
    cfg!(feature = "c-allocator") && CALL.with(|call| call.ran_out.get())
}

/// A checkpoint.
#[inline]
pub(crate) fn check() -> Result<(), OutOfMemory> {
    if ran_out() { Err(OutOfMemory) } else { Ok(()) }
}

/// A part of a call, for another thread: what that thread remembers comes back with the result.
pub(crate) fn part_of_call<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> (R, bool) {
    let is_inside = CALL.with(|call| call.is_inside.get());
    move || {
        // The thread is new and ends with this work.
        CALL.with(|call| call.is_inside.set(is_inside));
        let result = work();
        (result, ran_out())
    }
}

/// An allocation failed on a thread that works for this call.
pub(crate) fn mark(ran_out: bool) {
    CALL.with(|call| call.ran_out.set(call.ran_out.get() | ran_out));
}
