//! The border that no panic crosses.

use crate::capi::status::{Failure, UNIC_STATUS_INTERNAL, UNIC_STATUS_OK, unic_status};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// This thread is inside a call of ours.
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
}

/// Runs the body of a call; its failure or a panic is the status.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> unic_status {
    guard_status(|| body().map(|()| UNIC_STATUS_OK))
}

/// The same for a body that has more than one good end.
#[inline]
pub(crate) fn guard_status(body: impl FnOnce() -> Result<unic_status, Failure>) -> unic_status {
    // One look for the thread's flag: in a shared library that is a call.
    let outcome = IN_CALL.with(|in_call| {
        let was_inside = in_call.replace(true);
        let outcome = panic::catch_unwind(AssertUnwindSafe(body));
        in_call.set(was_inside);
        outcome
    });
    match outcome {
        Ok(Ok(status) | Err(Failure(status))) => status,
        Err(_) => UNIC_STATUS_INTERNAL,
    }
}

/// A panic inside our calls prints nothing and reads no environment; elsewhere the hook that was there goes on. Set once,
/// by the calls that make objects: without an object there is nothing that can panic.
pub(crate) fn silence_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IN_CALL.get() {
                before(info);
            }
        }));
    });
}
