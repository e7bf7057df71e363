//! Handles of native objects in Java: a `long` with the address.

use crate::guard::guard;
use jni::sys::jlong;
use std::sync::atomic::{AtomicI64, Ordering};

static LIVE: AtomicI64 = AtomicI64::new(0);

/// The number of objects that Java holds.
pub fn live() -> i64 {
    LIVE.load(Ordering::Relaxed)
}

/// Moves an object to the heap and returns its handle for Java.
pub fn into_handle<T>(object: T) -> jlong {
    LIVE.fetch_add(1, Ordering::Relaxed);
    Box::into_raw(Box::new(object)) as jlong
}

/// Frees the object of a handle; 0 is ignored. A panic of its destructor does not reach Java.
///
/// # Safety
/// `handle` must be 0 or a handle that [`into_handle`] returned for a `T`, and must not be used by another call or
/// later.
pub unsafe fn free<T>(handle: jlong) {
    guard(|| {
        if handle != 0 {
            // SAFETY: required of the caller.
            drop(unsafe { Box::from_raw(handle as *mut T) });
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
        Ok(0)
    });
}

/// The object of a handle.
///
/// # Safety
/// `handle` must be one that [`into_handle`] returned for a `T`, not freed, and no other call may change the object
/// meanwhile.
pub unsafe fn get<'a, T>(handle: jlong) -> &'a T {
    // SAFETY: required of the caller.
    unsafe { &*(handle as *const T) }
}

/// The object of a handle, mutable.
///
/// # Safety
/// `handle` must be one that [`into_handle`] returned for a `T`, not freed, and no other call may use the object
/// meanwhile.
pub unsafe fn get_mut<'a, T>(handle: jlong) -> &'a mut T {
    // SAFETY: required of the caller.
    unsafe { &mut *(handle as *mut T) }
}
