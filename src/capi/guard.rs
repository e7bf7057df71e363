//! The border that no panic crosses, and where a failed allocation becomes OUT_OF_MEMORY.

use crate::capi::status::{
    Failure, OUT_OF_MEMORY, UNIC_STATUS_INTERNAL, UNIC_STATUS_OK, UNIC_STATUS_OUT_OF_MEMORY, unic_status,
};
use crate::memory::CALL;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs the body of a call; its failure or a panic is the status.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> unic_status {
    guard_status(|| body().map(|()| UNIC_STATUS_OK))
}

/// The same for a body that has more than one good end.
#[inline]
pub(crate) fn guard_status(body: impl FnOnce() -> Result<unic_status, Failure>) -> unic_status {
    if !has_reserve() {
        return UNIC_STATUS_OUT_OF_MEMORY;
    }
    run(body)
}

/// The same for what gives memory back: it is never refused.
#[inline]
pub(crate) fn guard_free(body: impl FnOnce()) {
    run(|| {
        body();
        Ok(UNIC_STATUS_OK)
    });
}

#[inline]
fn run(body: impl FnOnce() -> Result<unic_status, Failure>) -> unic_status {
    // One look for the thread's flags: in a shared library that is a call.
    CALL.with(|call| {
        let was_inside = call.is_inside.replace(true);
        if !was_inside {
            call.ran_out.set(false);
        }
        let outcome = panic::catch_unwind(AssertUnwindSafe(body));
        call.is_inside.set(was_inside);
        match outcome {
            // Whatever came of it was made with memory that is not there, and is not given out.
            _ if call.ran_out.get() => UNIC_STATUS_OUT_OF_MEMORY,
            Ok(Ok(status) | Err(Failure(status))) => status,
            Err(_) => UNIC_STATUS_INTERNAL,
        }
    })
}

#[inline]
fn has_reserve() -> bool {
    #[cfg(feature = "c-allocator")]
    return crate::capi::allocator::is_ready();
    #[cfg(not(feature = "c-allocator"))]
    true
}

/// A checkpoint: before anything is given to the caller.
#[inline]
pub(crate) fn check_memory() -> Result<(), Failure> {
    crate::memory::check().map_err(|_| OUT_OF_MEMORY)
}

/// A panic inside our calls prints nothing and reads no environment; elsewhere the hook that was there goes on. Set once,
/// by the calls that make objects: without an object there is nothing that can panic.
pub(crate) fn silence_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CALL.with(|call| call.is_inside.get()) {
                before(info);
            }
        }));
    });
}
