//! Native objects as Java holds them: a `long` that is an address.

use jni::sys::jlong;
use std::sync::atomic::{AtomicI64, Ordering};

static LIVE: AtomicI64 = AtomicI64::new(0);

/// How many objects Java holds.
pub fn live() -> i64 {
    LIVE.load(Ordering::Relaxed)
}

/// Hands an object to Java.
pub fn give<T>(object: T) -> jlong {
    LIVE.fetch_add(1, Ordering::Relaxed);
    Box::into_raw(Box::new(object)) as jlong
}

/// Takes an object back and frees it; 0 is fine.
///
/// # Safety
/// 0, or what [`give`] gave for a `T`, and nobody uses it any more.
pub unsafe fn free<T>(handle: jlong) {
    if handle != 0 {
        // SAFETY: as the caller promises.
        drop(unsafe { Box::from_raw(handle as *mut T) });
        LIVE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The object behind a handle.
///
/// # Safety
/// What [`give`] gave for a `T`, not freed, and nobody changes it meanwhile.
pub unsafe fn get<'a, T>(handle: jlong) -> &'a T {
    // SAFETY: as the caller promises.
    unsafe { &*(handle as *const T) }
}

/// The object behind a handle, to change it.
///
/// # Safety
/// What [`give`] gave for a `T`, not freed, and nobody else uses it meanwhile.
pub unsafe fn get_mut<'a, T>(handle: jlong) -> &'a mut T {
    // SAFETY: as the caller promises.
    unsafe { &mut *(handle as *mut T) }
}
