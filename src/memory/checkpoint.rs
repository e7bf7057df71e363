//! Checkpoints: whether an allocation of the current call failed, and its end if one did.

use super::call::with_call;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// The error that an allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocationFailed;

/// Whether an allocation of the current call failed.
#[inline]
pub(crate) fn ran_out() -> bool {
    cfg!(feature = "c-allocator") && with_call(|call| call.ran_out.get())
}

/// A checkpoint: returns an error if an allocation of the current call failed.
#[inline]
pub(crate) fn check() -> Result<(), AllocationFailed> {
    if ran_out() { Err(AllocationFailed) } else { Ok(()) }
}

/// A checkpoint without an error to return: unwinds to the boundary of the C interface if an allocation of the current
/// call failed.
#[inline]
pub(crate) fn checkpoint() {
    if ran_out() && may_end() {
        end_call();
    }
}

/// Whether the current call may unwind.
pub(super) fn may_end() -> bool {
    cfg!(feature = "c-allocator") && with_call(|call| call.may_end.get())
}

/// Unwinds to the boundary of the C interface. Not a panic: the hook is not called and nothing is printed.
#[cold]
pub(super) fn end_call() -> ! {
    resume_unwind(Box::new(AllocationFailed))
}

/// Wraps a part of a call for another thread, so that it returns a panic, and whether an allocation of that thread
/// failed, with its result.
pub(crate) fn part_of_call<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> (thread::Result<R>, bool) {
    let (is_inside, may_end) = with_call(|call| (call.is_inside.get(), call.may_end.get()));
    move || {
        // The thread is new and ends after this work.
        with_call(|call| {
            call.is_inside.set(is_inside);
            call.may_end.set(may_end);
        });
        // The caller sees nothing of what the work left behind.
        let result = catch_unwind(AssertUnwindSafe(work));
        (result, ran_out())
    }
}

/// Sets the flag of this call if an allocation failed on a thread that works for it.
pub(crate) fn mark(ran_out: bool) {
    with_call(|call| call.ran_out.set(call.ran_out.get() | ran_out));
}
