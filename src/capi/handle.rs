//! Raw pointers become references here, after they have been checked; and who owns what is said in types.

use crate::capi::guard::check_memory;
use crate::capi::status::{Failure, INVALID_ARGUMENT, NULL_ARGUMENT};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Owners of handles: what was given out and not yet taken back.
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// How many there are.
pub(crate) fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// A C type that one owner frees: made by `into_raw`, ended by `free`.
pub(crate) trait Boxed: Sized {
    /// Nothing is given out that was made while memory ran out.
    fn into_raw(self) -> Result<*mut Self, Failure> {
        let object = Box::new(self);
        check_memory()?;
        LIVE.fetch_add(1, Ordering::Relaxed);
        Ok(Box::into_raw(object))
    }

    /// Frees a handle; NULL is fine, and what can't be a handle is left alone.
    ///
    /// # Safety
    /// `handle` is NULL or misaligned, or came from `into_raw` and has not been freed.
    unsafe fn free(handle: *mut Self) {
        if check(handle).is_ok() {
            // SAFETY: as the caller promises.
            drop(unsafe { Box::from_raw(handle) });
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A C type that is counted: made by `into_shared`, kept by `retain`, let go by `release`.
pub(crate) trait Shared: Sized {
    /// As `into_raw` of a boxed one.
    fn into_shared(self) -> Result<*const Self, Failure> {
        let object = Arc::new(self);
        check_memory()?;
        LIVE.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::into_raw(object))
    }

    /// One more owner.
    ///
    /// # Safety
    /// `handle` came from `into_shared` and has an owner.
    unsafe fn retain(handle: *const Self) {
        // SAFETY: as the caller promises.
        unsafe { Arc::increment_strong_count(handle) };
        LIVE.fetch_add(1, Ordering::Relaxed);
    }

    /// One owner less; NULL is fine, and what can't be a handle is left alone.
    ///
    /// # Safety
    /// `handle` is NULL or misaligned, or came from `into_shared` and the caller is one of its owners.
    unsafe fn release(handle: *const Self) {
        if check(handle).is_ok() {
            // SAFETY: as the caller promises.
            unsafe { Arc::decrement_strong_count(handle) };
            LIVE.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn check<T>(pointer: *const T) -> Result<(), Failure> {
    match () {
        () if pointer.is_null() => Err(NULL_ARGUMENT),
        () if !pointer.is_aligned() => Err(INVALID_ARGUMENT),
        () => Ok(()),
    }
}

/// A reference to what the caller's pointer points at.
///
/// # Safety
/// NULL and misaligned pointers are found; any other must point at a live `T` that nobody changes meanwhile.
#[inline]
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    check(pointer)?;
    // SAFETY: not NULL, aligned; the rest as the caller promises.
    Ok(unsafe { &*pointer })
}

/// The same, to change it.
///
/// # Safety
/// As for [`borrow`], and nobody else uses it meanwhile.
#[inline]
pub(crate) unsafe fn borrow_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, Failure> {
    check(pointer)?;
    // SAFETY: not NULL, aligned; the rest as the caller promises.
    Ok(unsafe { &mut *pointer })
}

/// A place for an answer: checked before the work is done, written when it is.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// A place that must be there.
    pub(crate) fn required(pointer: *mut T) -> Result<Out<T>, Failure> {
        check(pointer).map(|()| Out(pointer))
    }

    /// A place that may be NULL.
    pub(crate) fn optional(pointer: *mut T) -> Result<Out<T>, Failure> {
        if pointer.is_null() { Ok(Out(pointer)) } else { Out::required(pointer) }
    }

    /// Writes the answer, unless memory ran out on the way to it.
    ///
    /// # Safety
    /// A pointer that is not NULL must be good for writing a `T`.
    #[inline]
    pub(crate) unsafe fn set(&self, value: T) {
        if !self.0.is_null() && !crate::memory::ran_out() {
            // SAFETY: aligned; the rest as the caller promises.
            unsafe { self.0.write(value) };
        }
    }
}

impl<T> Out<T> {
    /// Whether there is a place.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }

    /// Writes what is to be told also when memory ran out.
    ///
    /// # Safety
    /// As for [`Out::set`].
    pub(crate) unsafe fn set_always(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: aligned; the rest as the caller promises.
            unsafe { self.0.write(value) };
        }
    }
}

/// The caller's text or array. NULL is an empty one when the length is 0.
///
/// # Safety
/// Otherwise `length` items must stand there, and nobody changes them while the slice is used.
#[inline]
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, length: usize) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer)?;
    check_size::<T>(length)?;
    // SAFETY: not NULL, aligned, no larger than an object can be; the rest as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// The caller's buffer, to write to. NULL is an empty one when the capacity is 0.
///
/// # Safety
/// Otherwise `capacity` items of any content must stand there, and nobody else uses them meanwhile. `T` has no invalid
/// bit patterns.
#[inline]
pub(crate) unsafe fn buffer<'a, T>(pointer: *mut T, capacity: usize) -> Result<&'a mut [T], Failure> {
    if capacity == 0 {
        return Ok(&mut []);
    }
    check(pointer)?;
    check_size::<T>(capacity)?;
    // SAFETY: not NULL, aligned, no larger than an object can be; the rest as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, capacity) })
}

/// No object is larger than `isize::MAX` bytes.
#[inline]
fn check_size<T>(length: usize) -> Result<(), Failure> {
    let is_possible = length.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if is_possible { Ok(()) } else { Err(INVALID_ARGUMENT) }
}
