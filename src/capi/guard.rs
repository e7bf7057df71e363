//! The boundary of the C ABI: a panic becomes INTERNAL, a failed allocation OUT_OF_MEMORY.

use crate::capi::status::{
    Failure, OUT_OF_MEMORY, UNIC_STATUS_INTERNAL, UNIC_STATUS_OK, UNIC_STATUS_OUT_OF_MEMORY, unic_status,
};
use crate::memory::with_call;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs the body of a call and returns OK, the status of its failure, or INTERNAL if it panics.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> unic_status {
    guard_status(|| body().map(|()| UNIC_STATUS_OK))
}

/// Variant of [`guard`] for calls that no other call precedes: installs the panic hook.
pub(crate) fn guard_entry(body: impl FnOnce() -> Result<(), Failure>) -> unic_status {
    guard(|| {
        silence_panics();
        body()
    })
}

/// Variant of [`guard`] for a body with several success statuses (OK, END).
#[inline]
pub(crate) fn guard_status(body: impl FnOnce() -> Result<unic_status, Failure>) -> unic_status {
    if !has_reserve() {
        return UNIC_STATUS_OUT_OF_MEMORY;
    }
    run(true, body)
}

/// Variant of [`guard`] for calls that free memory: runs without the memory reserve as well, and to its end.
#[inline]
pub(crate) fn guard_free(body: impl FnOnce()) {
    run(false, || {
        body();
        Ok(UNIC_STATUS_OK)
    });
}

#[inline]
fn run(may_end: bool, body: impl FnOnce() -> Result<unic_status, Failure>) -> unic_status {
    with_call(|call| {
        let was_inside = call.is_inside.replace(true);
        let could_end = call.may_end.replace(may_end);
        if !was_inside {
            call.ran_out.set(false);
        }
        let outcome = panic::catch_unwind(AssertUnwindSafe(body));
        call.is_inside.set(was_inside);
        call.may_end.set(could_end);
        match outcome {
            // The result may be in the memory reserve and must not be returned.
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

/// A memory checkpoint before results are returned to the caller.
#[inline]
pub(crate) fn check_memory() -> Result<(), Failure> {
    crate::memory::check().map_err(|_| OUT_OF_MEMORY)
}

/// Installs a panic hook, once, that suppresses the output of panics inside the library's calls (the default hook
/// prints and reads the environment) and calls the previous hook otherwise. Calls on an object need not do this:
/// creating the object did.
fn silence_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !with_call(|call| call.is_inside.get()) {
                before(info);
            }
        }));
    });
}
